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
        each_pair((&self.before, self.bins), (&other.before, other.bins), |a, b, rows| {
            before[place(a, b)] = rows as f64;
        });
        let ways = (self.ways.len(), other.ways.len());
        each_pair((&self.after, ways.0), (&other.after, ways.1), |a, b, rows| {
            for &(a, first) in &self.ways[a] {
                for &(b, second) in &other.ways[b] {
                    after[place(a, b)] += first * second * rows as f64;
                }
            }
        });
        (before, after)
    }
}

/// Codes, and how many values they have.
type Coded<'a> = (&'a [Option<Code>], usize);

/// Pairs of codes that are counted in a table of all of them.
const MOST_PAIRS: usize = 1 << 20;

/// Calls with each pair of codes that some rows have, and with how many.
fn each_pair(first: Coded<'_>, second: Coded<'_>, mut each: impl FnMut(usize, usize, u64)) {
    if first.1 * second.1 <= MOST_PAIRS {
        let mut counts = vec![0_u64; first.1 * second.1];
        for (a, b) in first.0.iter().zip(second.0) {
            if let (Some(a), Some(b)) = (a, b) {
                counts[*a as usize * second.1 + *b as usize] += 1;
            }
        }
        for (pair, &rows) in counts.iter().enumerate().filter(|(_, rows)| **rows > 0) {
            each(pair / second.1, pair % second.1, rows);
        }
        return;
    }
    let tally = Keys::new([first, second].into_iter()).count(first.0.len());
    for (at, &rows) in tally.counts().iter().enumerate() {
        each(tally.code(at, 0) as usize, tally.code(at, 1) as usize, rows);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::utility::Domain;

    fn assert_near(found: &[f64], expected: &[f64]) {
        assert_eq!(found.len(), expected.len());
        let far = found.iter().zip(expected).find(|(a, b)| (*a - *b).abs() > 1e-12);
        assert!(far.is_none(), "{found:?} instead of {expected:?}");
    }

    /// Whole numbers from 0 to 4, one of each before.
    fn whole(labels: Vec<Recoded>, after: Vec<Option<Code>>) -> Spread {
        let domain = Domain::of_numbers((0..5).map(f64::from).collect(), true);
        let before = (0..5).map(Some).collect();
        Spread::new(&Attribute::from_parts("x", domain, before, after, labels))
    }

    #[test]
    fn ranges_are_spread_over_their_length() {
        let domain = Domain::of_numbers((0..5).map(f64::from).collect(), true);
        let labels = vec![
            domain.range(2.0, 4.0, true),
            Recoded::number(1.2),
            domain.top(),
            Recoded::unknown(),
        ];
        let spread = whole(labels, vec![Some(0), Some(1), Some(2), Some(3), None, None]);
        let (before, after) = spread.counts();
        assert_near(&before, &[1.0, 1.0, 1.0, 1.0, 1.0, 0.0, 0.0]);
        let (third, fifth) = (1.0 / 3.0, 0.2);
        let both = third + fifth;
        assert_near(&after, &[fifth, 1.0 + fifth, both, both, both, 2.0, 1.0]);
    }

    #[test]
    fn groups_are_spread_over_their_members() {
        let domain = Domain::of_categories(3);
        let two = Recoded { share: 0.5, members: vec![0..1, 2..3], ..domain.top() };
        let labels = vec![two, Recoded::value(1, f64::NAN)];
        let before = vec![Some(0), Some(1), Some(2), None];
        let after = vec![Some(0), Some(1), Some(0), None];
        let one = Attribute::from_parts("x", domain, before, after, labels);
        let spread = Spread::new(&one);
        // The most frequent has the first bin; all come once, so codes stay in their order.
        assert_near(&spread.counts().1, &[1.0, 1.0, 1.0, 1.0, 0.0]);
        // With itself, but as if the two cells of a row were independent.
        let (before, after) = spread.joint_counts(&spread);
        let row = |at: usize, table: &[f64]| table[at * 5..][..5].to_vec();
        assert_near(&row(0, &before), &[1.0, 0.0, 0.0, 0.0, 0.0]);
        assert_near(&row(0, &after), &[0.5, 0.0, 0.5, 0.0, 0.0]);
        assert_near(&row(3, &after), &[0.0, 0.0, 0.0, 1.0, 0.0]);
    }

    #[test]
    fn many_numbers_share_bins_of_about_one_size() {
        let domain = Domain::of_numbers((0..1000).map(f64::from).collect(), true);
        let before: Vec<Option<Code>> = (0..1000).map(Some).collect();
        let labels = (0..1000).map(|code| Recoded::value(code, f64::from(code))).collect();
        let one = Attribute::from_parts("x", domain, before.clone(), before, labels);
        let (before, after) = Spread::new(&one).counts();
        assert_near(&before, &after);
        assert_eq!(before.len(), MOST_INTERVALS + 2);
        assert!(before[..MOST_INTERVALS].iter().all(|&rows| (45.0..=55.0).contains(&rows)));
    }

    /// More pairs than fit the table are counted in the same way.
    #[test]
    fn few_and_many_pairs_are_counted_alike() {
        let first: Vec<Option<Code>> = (0..500).map(|row| Some(row * row % 7)).collect();
        let second: Vec<Option<Code>> = (0..500).map(|row| Some(row % 5)).collect();
        let counted = |values: usize| {
            let mut pairs = Vec::new();
            each_pair((&first, 7), (&second, values), |a, b, rows| pairs.push((a, b, rows)));
            pairs
        };
        assert_eq!(counted(5), counted(MOST_PAIRS));
        assert_eq!(counted(5).iter().map(|pair| pair.2).sum::<u64>(), 500);
    }
}
