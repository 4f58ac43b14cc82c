//! An attribute as a line on which regions are intervals.
//!
//! Every value has a *place*. Numbers and days lie in their order, other values in that of the
//! dictionary. Where a hierarchy says what belongs together, its tree is walked from the top, the
//! child with the most rows first; so the values under any group are neighbours, and the nearest
//! common ancestor of an interval is that of its two ends.

use ridotto_catalogue::names;
use ridotto_core::hierarchy::{Ranges, TOP, set};
use ridotto_core::objective::granularity;
use ridotto_core::{Code, Dictionary, Hierarchy};

names! {
    /// What a group shows of an attribute.
    Summary {
        /// From the least value to the greatest; of what is neither number nor day, the set.
        Range = "range" Now,
        /// The values that occur.
        Set = "set" Now,
        /// The nearest common ancestor in the hierarchy.
        Ancestor = "ancestor" Now,
        /// The mean, which is not the truth about a record; of what has no mean, the set.
        Mean = "mean" Now,
    }
}

/// One attribute with its values in a row.
#[derive(Debug)]
pub struct Axis<'a> {
    pub(super) dictionary: &'a Dictionary,
    pub(super) hierarchy: Option<&'a Hierarchy>,
    pub(super) ranges: Option<Ranges>,
    pub(super) summary: Summary,
    /// Value code to place.
    place_of: Vec<u32>,
    /// Place to value code.
    code_at: Vec<Code>,
}

impl<'a> Axis<'a> {
    /// The axis of an attribute whose groups show ranges, sets or means. Where that needs numbers
    /// or days and the values are none, they show sets.
    pub fn ordered(dictionary: &'a Dictionary, summary: Summary) -> Self {
        let ranges = if summary == Summary::Set { None } else { Ranges::new(dictionary) };
        let summary = if ranges.is_some() { summary } else { Summary::Set };
        let summary = if summary == Summary::Ancestor { Summary::Range } else { summary };
        let order: Vec<Code> = (0..dictionary.len() as Code).collect();
        let place_of = order.clone();
        Self { dictionary, hierarchy: None, ranges, summary, place_of, code_at: order }
    }

    /// The axis of an attribute whose groups show the nearest common ancestor; `counts` are the
    /// rows of each value.
    pub fn tree(dictionary: &'a Dictionary, hierarchy: &'a Hierarchy, counts: &[u64]) -> Self {
        let weights: Vec<Vec<u64>> = (0..=hierarchy.height())
            .map(|level| {
                let mut rows = vec![0; hierarchy.groups(level)];
                for (&group, &count) in hierarchy.map(level).iter().zip(counts) {
                    rows[group as usize] += count;
                }
                rows
            })
            .collect();
        let mut code_at: Vec<Code> = (0..dictionary.len() as Code).collect();
        let key = |code: Code| {
            (0..hierarchy.height()).rev().map(move |level| {
                let group = hierarchy.map(level)[code as usize];
                (level, group)
            })
        };
        code_at.sort_by(|&a, &b| {
            let order = key(a).zip(key(b)).map(|((level, a), (_, b))| {
                weights[level][b as usize].cmp(&weights[level][a as usize]).then(a.cmp(&b))
            });
            order.fold(std::cmp::Ordering::Equal, std::cmp::Ordering::then)
        });
        let mut place_of = vec![0; code_at.len()];
        for (place, &code) in code_at.iter().enumerate() {
            place_of[code as usize] = place as u32;
        }
        let hierarchy = Some(hierarchy);
        Self { dictionary, hierarchy, ranges: None, summary: Summary::Ancestor, place_of, code_at }
    }

    /// What groups show of it: what was asked for, or what its values allow.
    pub fn summary(&self) -> Summary {
        self.summary
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.code_at.len()
    }

    /// Whether there is no value.
    pub fn is_empty(&self) -> bool {
        self.code_at.is_empty()
    }

    /// The place of a value.
    pub fn place(&self, code: Code) -> u32 {
        self.place_of[code as usize]
    }

    /// The value at a place.
    pub fn code(&self, place: u32) -> Code {
        self.code_at[place as usize]
    }

    /// Whether an interval has the missing value and others; nothing but `*` covers those, unless
    /// a hierarchy says otherwise.
    pub(super) fn is_mixed(&self, first: u32, last: u32) -> bool {
        self.hierarchy.is_none() && first < last && Some(last) == self.dictionary.missing()
    }

    /// The level of the nearest common ancestor of an interval.
    pub(super) fn level(&self, hierarchy: &Hierarchy, first: u32, last: u32) -> usize {
        let (a, b) = (self.code(first) as usize, self.code(last) as usize);
        let same = |level: &usize| hierarchy.map(*level)[a] == hierarchy.map(*level)[b];
        (0..hierarchy.height()).find(same).unwrap_or(hierarchy.height())
    }

    /// How wide an interval is: 0 for one value, 1 for all.
    pub fn width(&self, first: u32, last: u32) -> f64 {
        if first == last {
            return 0.0;
        }
        if let Some(hierarchy) = self.hierarchy {
            let level = self.level(hierarchy, first, last);
            let group = hierarchy.map(level)[self.code(first) as usize];
            let leaves = hierarchy.leaves(level)[group as usize];
            return granularity(leaves, hierarchy.domain());
        }
        if self.is_mixed(first, last) {
            return 1.0;
        }
        match &self.ranges {
            Some(ranges) => {
                let end = self.dictionary.texts().len() as Code - 1;
                let whole = ranges.number(end) - ranges.number(0);
                let width = ranges.number(last) - ranges.number(first);
                if whole > 0.0 { width / whole } else { 0.0 }
            }
            None => f64::from(last - first) / (self.len() - 1) as f64,
        }
    }

    /// The label of the interval between two places for a method that shows intervals or
    /// ancestors: it covers all values between. `None` is missing.
    pub(super) fn label(&self, first: u32, last: u32) -> Option<String> {
        if let Some(hierarchy) = self.hierarchy {
            let level = self.level(hierarchy, first, last);
            let group = hierarchy.map(level)[self.code(first) as usize];
            return hierarchy.label(level, group).map(str::to_owned);
        }
        if first == last {
            return self.dictionary.text(first).map(str::to_owned);
        }
        if self.is_mixed(first, last) {
            return Some(TOP.to_owned());
        }
        match &self.ranges {
            Some(ranges) => Some(ranges.label(Some(first), Some(last))),
            None => Some(self.set(first..=last)),
        }
    }

    /// The label of everything between two cuts, also of values that were never seen.
    pub(super) fn region_label(&self, first: u32, last: u32) -> Option<String> {
        match &self.ranges {
            Some(ranges) if Some(last) != self.dictionary.missing() => {
                Some(ranges.region_label(first, last))
            }
            _ => self.label(first, last),
        }
    }

    /// The label of a set of places, in ascending order; without missing, or `*`.
    pub(super) fn set(&self, places: impl Iterator<Item = u32>) -> String {
        let codes: Vec<Code> = places.map(|place| self.code(place)).collect();
        let members: Option<Vec<&str>> =
            codes.iter().map(|&code| self.dictionary.text(code)).collect();
        match members {
            Some(members) if members.len() < self.len() => set::write(members.into_iter()),
            _ => TOP.to_owned(),
        }
    }
}
