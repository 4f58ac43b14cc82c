//! Both files of an attribute in the same bins, so that their distributions can be compared.
//!
//! A category is a bin; of more than 64, the most frequent before have one each and the rest share
//! one. Numbers are cut into at most 20 bins with about as many records before, halfway between
//! neighbouring values. What is missing has a bin, and what cannot be read another.
//!
//! A label that may stand for several values is spread evenly: a group of categories over its
//! members, a range of numbers over its length (whole numbers from half below to half above), and
//! `*` over the whole domain.

use super::classes::Keys;
use super::{Attribute, Recoded, frequency};
use ridotto_core::Code;
use rustc_hash::FxHashMap;

const MOST_CATEGORIES: usize = 64;
const MOST_INTERVALS: usize = 20;

/// An attribute in bins: rows before in one each, rows after in one or spread over several.
#[derive(Clone)]
pub struct Spread {
    /// How many bins there are, the last two being what is missing and what cannot be read.
    pub bins: usize,
    before: Vec<Option<Code>>,
    after: Vec<Option<Code>>,
    /// Each distinct way of being spread: bins and shares that add up to 1.
    ways: Vec<Vec<(usize, f64)>>,
}

impl Spread {
    /// Puts an attribute into bins.
    pub fn new(attribute: &Attribute) -> Self {
        let (bin_of_value, edges) = if attribute.domain.is_numeric() {
            intervals(attribute)
        } else {
            let values = attribute.domain.values;
            (frequency::ranks(&attribute.before, values, MOST_CATEGORIES), Vec::new())
        };
        let valued = bin_of_value.iter().max().map_or(0, |&bin| bin + 1);
        let (missing, unread) = (valued, valued + 1);
        let bin = |cell: &Option<Code>| cell.map_or(missing, |code| bin_of_value[code as usize]);
        let before = attribute.before.iter().map(|cell| Some(bin(cell) as Code)).collect();
        let way = |label: &Recoded| {
            if !label.is_known() {
                vec![(unread, 1.0)]
            } else if label.lower <= label.upper {
                over_intervals(label, &edges, attribute.domain.whole)
            } else {
                over_members(label, &bin_of_value, valued)
            }
        };
        let (mut ways, mut known) = (vec![vec![(missing, 1.0)]], FxHashMap::default());
        let mut way_of_label = Vec::with_capacity(attribute.labels.len());
        for label in &attribute.labels {
            let way = way(label);
            let key: Vec<_> = way.iter().map(|&(bin, share)| (bin, share.to_bits())).collect();
            let at = *known.entry(key).or_insert_with(|| {
                ways.push(way);
                ways.len() - 1
            });
            way_of_label.push(at as Code);
        }
        let after = |cell: &Option<Code>| Some(cell.map_or(0, |code| way_of_label[code as usize]));
        let after = attribute.after.iter().map(after).collect();
        Self { bins: valued + 2, before, after, ways }
    }

    /// The records of each bin, before and after.
    pub fn counts(&self) -> (Vec<f64>, Vec<f64>) {
        let (mut before, mut after) = (vec![0.0; self.bins], vec![0.0; self.bins]);
        for (count, rows) in before.iter_mut().zip(frequency::counts(&self.before, self.bins)) {
            *count = rows as f64;
        }
        let ways = frequency::counts(&self.after, self.ways.len());
        for (way, count) in self.ways.iter().zip(ways) {
            for &(bin, share) in way {
                after[bin] += share * count as f64;
            }
        }
        (before, after)
    }

    /// The records of each pair of bins of two attributes, row by row of the first's bins.
    pub fn joint_counts(&self, other: &Self) -> (Vec<f64>, Vec<f64>) {
        let place = |a: usize, b: usize| a * other.bins + b;
        let mut before = vec![0.0; self.bins * other.bins];
        let mut after = before.clone();
        let keys = [(&self.before[..], self.bins), (&other.before[..], other.bins)];
        let tally = Keys::new(keys.into_iter()).count(self.before.len());
        for (at, &count) in tally.counts().iter().enumerate() {
            before[place(tally.code(at, 0) as usize, tally.code(at, 1) as usize)] = count as f64;
        }
        let keys = [(&self.after[..], self.ways.len()), (&other.after[..], other.ways.len())];
        let tally = Keys::new(keys.into_iter()).count(self.after.len());
        for (at, &count) in tally.counts().iter().enumerate() {
            for &(a, first) in &self.ways[tally.code(at, 0) as usize] {
                for &(b, second) in &other.ways[tally.code(at, 1) as usize] {
                    after[place(a, b)] += first * second * count as f64;
                }
            }
        }
        (before, after)
    }
}

impl std::fmt::Debug for Spread {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Spread({} bins)", self.bins)
    }
}

/// The bin of each value, and the edges between bins. A value that is no number has the bin of
/// what cannot be read.
fn intervals(attribute: &Attribute) -> (Vec<usize>, Vec<f64>) {
    let numbers = &attribute.domain.numbers;
    let counts = frequency::counts(&attribute.before, attribute.domain.values);
    let readable = numbers.iter().take_while(|number| !number.is_nan()).count();
    let total: u64 = counts[..readable].iter().sum();
    let (mut bins, mut edges, mut seen) = (Vec::with_capacity(counts.len()), Vec::new(), 0);
    for code in 0..readable {
        let due = (edges.len() as u64 + 1) * total;
        let full = readable <= MOST_INTERVALS || seen * MOST_INTERVALS as u64 >= due;
        if code > 0 && full && numbers[code] > numbers[code - 1] {
            edges.push(f64::midpoint(numbers[code - 1], numbers[code]));
        }
        bins.push(edges.len());
        seen += counts[code];
    }
    // One bin more, if some values are no numbers.
    bins.resize(counts.len(), edges.len() + 1);
    (bins, edges)
}

fn over_members(label: &Recoded, bin_of_value: &[usize], bins: usize) -> Vec<(usize, f64)> {
    let mut shares = vec![0.0; bins];
    let each = 1.0 / label.members_count() as f64;
    label.codes().for_each(|code| shares[bin_of_value[code as usize]] += each);
    shares.into_iter().enumerate().filter(|&(_, share)| share > 0.0).collect()
}

fn over_intervals(label: &Recoded, edges: &[f64], whole: bool) -> Vec<(usize, f64)> {
    let bin = |number: f64| edges.partition_point(|&edge| edge <= number);
    if label.upper <= label.lower {
        return vec![(bin(label.lower), 1.0)];
    }
    let more = if whole { 0.5 } else { 0.0 };
    let (lower, upper) = (label.lower - more, label.upper + more);
    let share = |bin: usize| {
        let start = if bin == 0 { lower } else { edges[bin - 1].max(lower) };
        let end = edges.get(bin).map_or(upper, |edge| edge.min(upper));
        (bin, (end - start) / (upper - lower))
    };
    (bin(lower)..=bin(upper)).map(share).filter(|&(_, share)| share > 0.0).collect()
}
