//! The cuts as data: they can be saved, and applied to rows that they never saw.
//!
//! Regions cover the whole space, so what they show is wider than what the groups of the first
//! file show: not the range of that file's values, but everything between two cuts. Where there is no
//! hierarchy, a number or a day always lies in some region. A value without an order that was never
//! seen lies in none, nor does any new value where a hierarchy put the values in a row; its row is in
//! the last group, which shows `*` everywhere.

use super::{
    super::{Axis, Grouping, Shown, grouping::Names},
    Branch,
};
use ridotto_core::hierarchy::{Ranges, TOP};
use ridotto_core::{Code, Codes, Dictionary, Reading, Texts};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A saved Mondrian. It holds values of the data it was fitted on, so it is for the owner's eyes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Regions {
    /// The values along each axis.
    pub sides: Vec<Side>,
    /// The regions; the first is the whole.
    pub regions: Vec<Region>,
}

/// The values of one attribute in the order of their places. Its `Debug` shows no value.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Side {
    /// How the values are read.
    pub reading: Reading,
    /// Whether values that were never seen have a place between others.
    pub ordered: bool,
    /// The values; `None` is missing.
    pub values: Vec<Option<String>>,
    /// What regions show of this side; `None` is missing.
    pub labels: Vec<Option<String>>,
}

/// A region that was cut, or one that was not.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Region {
    /// Rows up to the place `last` on a side go to the next region, the others to region `right`.
    Cut {
        /// The side that is asked about.
        side: usize,
        /// The last place that goes left.
        last: u32,
        /// The region of the others.
        right: usize,
    },
    /// What the rows of an uncut region show: the place of a label of each side.
    Group(Vec<u32>),
}

impl Regions {
    pub(super) fn new(root: &Branch, axes: &[Axis<'_>]) -> Self {
        let side = |axis: &Axis<'_>| Side {
            reading: axis.dictionary.reading().clone(),
            ordered: axis.ranges.is_some(),
            values: (0..axis.len() as u32)
                .map(|place| axis.dictionary.text(axis.code(place)).map(str::to_owned))
                .collect(),
            labels: Vec::new(),
        };
        let whole = |axis: &Axis<'_>| (0, axis.len() as u32 - u32::from(!axis.is_empty()));
        let mut collector = Collector {
            axes,
            within: axes.iter().map(whole).collect(),
            known: axes.iter().map(|_| FxHashMap::default()).collect(),
            all: Self { sides: axes.iter().map(side).collect(), regions: Vec::new() },
        };
        collector.collect(root);
        collector.all
    }

    /// Whether every cut leads on to later regions and every group shows something of each side.
    /// Ask this of regions that were read from a file.
    pub fn is_sound(&self) -> bool {
        let sound = |(at, region): (usize, &Region)| match region {
            Region::Cut { side, right, .. } => {
                *side < self.sides.len() && *right > at + 1 && *right < self.regions.len()
            }
            Region::Group(labels) => {
                let known = |(&label, side): (&u32, &Side)| (label as usize) < side.labels.len();
                labels.len() == self.sides.len() && labels.iter().zip(&self.sides).all(known)
            }
        };
        !self.regions.is_empty() && self.regions.iter().enumerate().all(sound)
    }

    /// Groups other rows: `columns` are their keys in the sides' order.
    ///
    /// # Panics
    /// If there are not as many columns as sides, or the regions are not sound.
    pub fn apply(&self, columns: &[(&Codes, &Dictionary)], rows: usize) -> Grouping {
        assert_eq!(columns.len(), self.sides.len(), "as many columns as sides");
        let places: Vec<Vec<Option<u32>>> = self
            .sides
            .iter()
            .zip(columns)
            .map(|(side, (_, dictionary))| side.places(dictionary))
            .collect();
        let groups = self.regions.iter().filter(|region| matches!(region, Region::Group(_)));
        let mut number = vec![0; self.regions.len()];
        let mut next = 0;
        for (at, region) in self.regions.iter().enumerate() {
            number[at] = next;
            next += u32::from(matches!(region, Region::Group(_)));
        }
        let group_of = (0..rows)
            .map(|row| {
                let place = |side: usize| places[side][columns[side].0.get(row) as usize];
                let known = (0..columns.len()).all(|side| place(side).is_some());
                if !known {
                    return next;
                }
                let mut at = 0;
                while let Region::Cut { side, last, right } = self.regions[at] {
                    at =
                        if place(side).is_some_and(|place| place <= last) { at + 1 } else { right };
                }
                number[at]
            })
            .collect();
        let shown = |at: usize| {
            let (mut shown, mut names) = (Shown::default(), Names::default());
            for region in groups.clone() {
                if let Region::Group(labels) = region {
                    let label = &self.sides[at].labels[labels[at] as usize];
                    shown.push(&mut names, label.as_deref());
                }
            }
            shown.push(&mut names, Some(TOP));
            shown
        };
        let attributes = (0..columns.len()).map(shown).collect();
        Grouping { group_of, groups: next as usize + 1, attributes }
    }
}

/// Walks through the cuts.
struct Collector<'a> {
    axes: &'a [Axis<'a>],
    /// The places between the cuts so far.
    within: Vec<(u32, u32)>,
    /// The labels that were made, by their ends: each is made once.
    known: Vec<FxHashMap<(u32, u32), u32>>,
    all: Regions,
}

impl Collector<'_> {
    /// Appends a region and all within it.
    fn collect(&mut self, branch: &Branch) {
        match branch {
            Branch::Leaf { .. } => {
                let labels = (0..self.axes.len()).map(|at| self.label(at)).collect();
                self.all.regions.push(Region::Group(labels));
            }
            Branch::Cut { axis: side, last, sides } => {
                let (side, last) = (*side, *last);
                let at = self.all.regions.len();
                let whole = self.within[side];
                self.all.regions.push(Region::Cut { side, last, right: 0 });
                self.within[side] = (whole.0, last);
                self.collect(&sides[0]);
                let right = self.all.regions.len();
                self.all.regions[at] = Region::Cut { side, last, right };
                // A relaxed cut at the last place leaves the right side nothing of its own.
                self.within[side] = ((last + 1).min(whole.1), whole.1);
                self.collect(&sides[1]);
                self.within[side] = whole;
            }
        }
    }

    /// The place of the label of what lies between the cuts so far.
    fn label(&mut self, at: usize) -> u32 {
        let (axis, ends) = (&self.axes[at], self.within[at]);
        let labels = &mut self.all.sides[at].labels;
        *self.known[at].entry(ends).or_insert_with(|| {
            labels.push(if axis.is_empty() { None } else { axis.region_label(ends.0, ends.1) });
            labels.len() as u32 - 1
        })
    }
}

impl Side {
    /// The place of each value of another dictionary.
    fn places(&self, dictionary: &Dictionary) -> Vec<Option<u32>> {
        let texts: Texts = self.values.iter().flatten().collect();
        let (own, _) = Dictionary::new(&texts, self.reading.clone(), |_| false);
        let ranges = if self.ordered { Ranges::new(&own) } else { None };
        let missing = self.values.iter().position(Option::is_none).map(|place| place as u32);
        let known: std::collections::HashMap<&str, u32> = self
            .values
            .iter()
            .zip(0..)
            .filter_map(|(value, place)| Some((value.as_deref()?, place)))
            .collect();
        (0..dictionary.len() as Code)
            .map(|code| match dictionary.text(code) {
                None => missing,
                Some(text) => {
                    known.get(text).copied().or_else(|| ranges.as_ref()?.place(text, &self.reading))
                }
            })
            .collect()
    }
}

impl fmt::Debug for Side {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Side({} values, {:?})", self.values.len(), self.reading.kind)
    }
}

impl fmt::Debug for Region {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Cut { side, right, .. } => write!(f, "Cut(side {side}, right {right})"),
            Self::Group(labels) => write!(f, "Group({} labels)", labels.len()),
        }
    }
}
