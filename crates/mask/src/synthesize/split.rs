//! The best question about a column: which of its bins go left.
//!
//! Bins with an order are cut at a place. Others are sorted first: by their mean where the target
//! is a number, by the share of a class where it is a category; this is the best of all partings
//! where there are two classes and a side may be of any size (L. Breiman, J. Friedman, R. Olshen, C. Stone 1984, *Classification
//! and regression trees*), and a good one by each of the three most frequent classes where there
//! are more.

use super::predictor::Predictor;

/// What a tree explains.
#[derive(Clone, Copy)]
pub(super) enum Target<'a> {
    /// The class of each row.
    Classes(&'a [u8]),
    /// The number of each row.
    Numbers(&'a [f64]),
}

/// A set of bins.
#[derive(Clone, Copy, Default)]
pub(super) struct Bins([u64; 4]);

impl Bins {
    /// Whether the bin is in it.
    pub fn has(self, bin: u8) -> bool {
        self.0[usize::from(bin >> 6)] >> (bin & 63) & 1 == 1
    }

    fn add(&mut self, bin: u8) {
        self.0[usize::from(bin >> 6)] |= 1 << (bin & 63);
    }
}

/// Looks for questions.
pub(super) struct Search<'a> {
    target: Target<'a>,
    least: usize,
    /// n·log n of each count that can occur, for classes.
    logarithms: Vec<f64>,
}

/// What all columns need to know of a node.
pub(super) struct Node {
    /// The place of each class among those of the node, and the rows of each, for classes.
    places: Vec<u8>,
    counts: Vec<u32>,
    /// The mean, for numbers.
    mean: f64,
}

/// Classes by whose share bins are sorted.
const SORTED_BY: usize = 3;

impl<'a> Search<'a> {
    /// For trees that grow on these rows.
    pub fn new(target: Target<'a>, rows: &[u32], least: usize) -> Self {
        let logarithm = |count: usize| count as f64 * (count.max(1) as f64).ln();
        let logarithms = match target {
            Target::Classes(_) => (0..=rows.len()).map(logarithm).collect(),
            Target::Numbers(_) => Vec::new(),
        };
        Self { target, least, logarithms }
    }

    /// What there is to explain in rows: the deviance or the squared error.
    pub fn impurity(&self, rows: &[u32]) -> f64 {
        let Some(node) = self.node(rows) else { return 0.0 };
        match self.target {
            Target::Classes(_) => {
                2.0 * (self.logarithms[rows.len()] - self.logarithms(&node.counts))
            }
            Target::Numbers(numbers) => {
                rows.iter().map(|&row| (numbers[row as usize] - node.mean).powi(2)).sum()
            }
        }
    }

    /// A node with these rows; nothing if they are all alike.
    pub fn node(&self, rows: &[u32]) -> Option<Node> {
        match self.target {
            Target::Classes(classes) => {
                let mut all = [0_u32; 256];
                for &row in rows {
                    all[usize::from(classes[row as usize])] += 1;
                }
                let (mut places, mut counts) = (vec![0; 256], Vec::new());
                for (class, &count) in all.iter().enumerate().filter(|&(_, &count)| count > 0) {
                    places[class] = counts.len() as u8;
                    counts.push(count);
                }
                (counts.len() > 1).then_some(Node { places, counts, mean: 0.0 })
            }
            Target::Numbers(numbers) => {
                let first = numbers[*rows.first()? as usize];
                let differ =
                    rows.iter().any(|&row| numbers[row as usize].total_cmp(&first).is_ne());
                let sum: f64 = rows.iter().map(|&row| numbers[row as usize] - first).sum();
                let mean = first + sum / rows.len() as f64;
                differ.then_some(Node { places: Vec::new(), counts: Vec::new(), mean })
            }
        }
    }

    fn logarithms(&self, counts: &[u32]) -> f64 {
        counts.iter().map(|&count| self.logarithms[count as usize]).sum()
    }

    /// The best question about a column: what it explains, and the bins that go left.
    pub fn best(&self, node: &Node, predictor: &Predictor, rows: &[u32]) -> Option<(f64, Bins)> {
        // Bins of the node get places in ascending order.
        let mut sizes = vec![0_u32; predictor.count];
        for &row in rows {
            sizes[usize::from(predictor.bins[row as usize])] += 1;
        }
        let bins: Vec<u8> =
            (0..sizes.len()).filter(|&bin| sizes[bin] > 0).map(|bin| bin as u8).collect();
        if bins.len() < 2 {
            return None;
        }
        let mut place = vec![0_u8; predictor.count];
        bins.iter().enumerate().for_each(|(at, &bin)| place[usize::from(bin)] = at as u8);
        let place_of = |row: u32| usize::from(place[usize::from(predictor.bins[row as usize])]);
        let sizes: Vec<u32> = bins.iter().map(|&bin| sizes[usize::from(bin)]).collect();
        let found = match self.target {
            Target::Classes(classes) => {
                let width = node.counts.len();
                let mut table = vec![0_u32; bins.len() * width];
                for &row in rows {
                    let class = usize::from(node.places[usize::from(classes[row as usize])]);
                    table[place_of(row) * width + class] += 1;
                }
                self.best_of_classes(node, &table, &sizes, predictor.ordered)
            }
            Target::Numbers(numbers) => {
                let mut sums = vec![0.0; bins.len()];
                for &row in rows {
                    sums[place_of(row)] += numbers[row as usize] - node.mean;
                }
                self.best_of_numbers(&sums, &sizes, rows.len(), predictor.ordered)
            }
        };
        let (gain, lefts) = found?;
        let mut left = Bins::default();
        if predictor.ordered {
            // Bins that no row has lie on their side.
            let last = lefts.iter().map(|&at| bins[at]).max().expect("a side has a bin");
            (0..=last).for_each(|bin| left.add(bin));
        } else {
            for &at in &lefts {
                left.add(bins[at]);
            }
        }
        Some((gain, left))
    }

    fn best_of_classes(
        &self,
        node: &Node,
        table: &[u32],
        sizes: &[u32],
        ordered: bool,
    ) -> Option<(f64, Vec<usize>)> {
        let width = node.counts.len();
        let mut orders = vec![(0..sizes.len()).collect::<Vec<usize>>()];
        if !ordered {
            let mut classes: Vec<usize> = (0..width).collect();
            classes.sort_by_key(|&class| (std::cmp::Reverse(node.counts[class]), class));
            classes.truncate(if width == 2 { 1 } else { SORTED_BY });
            let sorted = |class: usize| {
                let share = |at: usize| f64::from(table[at * width + class]) / f64::from(sizes[at]);
                let mut order: Vec<usize> = (0..sizes.len()).collect();
                order.sort_by(|&a, &b| share(a).total_cmp(&share(b)));
                order
            };
            orders = classes.into_iter().map(sorted).collect();
        }
        let whole: u32 = node.counts.iter().sum();
        let nothing = self.logarithms(&node.counts) - self.logarithms[whole as usize];
        let mut best: Option<(f64, Vec<usize>)> = None;
        for order in orders {
            let (mut left, mut size) = (vec![0_u32; width], 0);
            let (mut lefts, mut rights) = (0.0, self.logarithms(&node.counts));
            for (place, &at) in order.iter().enumerate().take(order.len() - 1) {
                for (class, &more) in table[at * width..][..width].iter().enumerate() {
                    if more > 0 {
                        let (before, all) = (left[class], node.counts[class]);
                        let of = |count: u32| self.logarithms[count as usize];
                        lefts += of(before + more) - of(before);
                        rights += of(all - before - more) - of(all - before);
                        left[class] = before + more;
                    }
                }
                size += sizes[at];
                let other = whole - size;
                if (size.min(other) as usize) < self.least {
                    continue;
                }
                let sizes = self.logarithms[size as usize] + self.logarithms[other as usize];
                let gain = 2.0 * (lefts + rights - sizes - nothing);
                if gain > best.as_ref().map_or(0.0, |&(gain, _)| gain) {
                    best = Some((gain, order[..=place].to_vec()));
                }
            }
        }
        best
    }

    fn best_of_numbers(
        &self,
        sums: &[f64],
        sizes: &[u32],
        rows: usize,
        ordered: bool,
    ) -> Option<(f64, Vec<usize>)> {
        let mut order: Vec<usize> = (0..sums.len()).collect();
        if !ordered {
            let mean = |at: usize| sums[at] / f64::from(sizes[at]);
            order.sort_by(|&a, &b| mean(a).total_cmp(&mean(b)));
        }
        let (mut best, mut left, mut size) = (None, 0.0, 0_usize);
        for (place, &at) in order.iter().enumerate().take(order.len() - 1) {
            left += sums[at];
            size += sizes[at] as usize;
            let other = rows - size;
            if size.min(other) < self.least {
                continue;
            }
            // Numbers are less the mean, so the right side's sum is the left's opposite.
            let gain = left * left / size as f64 + left * left / other as f64;
            if gain > best.map_or(0.0, |(gain, _)| gain) {
                best = Some((gain, place));
            }
        }
        best.map(|(gain, place)| (gain, order[..=place].to_vec()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    type Impurity<'a> = &'a dyn Fn(&[u32]) -> f64;

    fn deviance(classes: &[u8], rows: &[u32]) -> f64 {
        let of = |class: u8| {
            let count = rows.iter().filter(|&&row| classes[row as usize] == class).count() as f64;
            if count > 0.0 { count * (count / rows.len() as f64).ln() } else { 0.0 }
        };
        -2.0 * (0..=255).map(of).sum::<f64>()
    }

    fn squares(numbers: &[f64], rows: &[u32]) -> f64 {
        let mean = rows.iter().map(|&row| numbers[row as usize]).sum::<f64>() / rows.len() as f64;
        rows.iter().map(|&row| (numbers[row as usize] - mean).powi(2)).sum()
    }

    /// The best of all partings of bins, by trying them.
    fn brute(predictor: &Predictor, least: usize, impurity: Impurity<'_>) -> Option<f64> {
        let rows: Vec<u32> = (0..predictor.bins.len() as u32).collect();
        let masks = (1_u32..(1 << predictor.count) - 1)
            .filter(|mask| !predictor.ordered || (mask & (mask + 1)) == 0);
        let gains = masks.filter_map(|mask| {
            let left = |row: &u32| mask >> predictor.bins[*row as usize] & 1 == 1;
            let (lefts, rights): (Vec<u32>, Vec<u32>) = rows.iter().partition(|row| left(row));
            let enough = lefts.len().min(rights.len()) >= least;
            enough.then(|| impurity(&rows) - impurity(&lefts) - impurity(&rights))
        });
        gains.max_by(f64::total_cmp)
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        #[test]
        fn no_parting_of_bins_is_better(
            cells in prop::collection::vec((0_u8..5, 0_u8..2, -9_i32..9), 2..30),
            ordered: bool,
            least in 1_usize..4,
        ) {
            let bins: Vec<u8> = cells.iter().map(|cell| cell.0).collect();
            let classes: Vec<u8> = cells.iter().map(|cell| cell.1).collect();
            let numbers: Vec<f64> = cells.iter().map(|cell| f64::from(cell.2)).collect();
            let rows: Vec<u32> = (0..cells.len() as u32).collect();
            let predictor = Predictor { bins, count: 5, ordered };
            let pairs: [(Target<'_>, Impurity<'_>); 2] = [
                (Target::Classes(&classes), &|rows| deviance(&classes, rows)),
                (Target::Numbers(&numbers), &|rows| squares(&numbers, rows)),
            ];
            for (target, impurity) in pairs {
                let search = Search::new(target, &rows, least);
                prop_assert!((search.impurity(&rows) - impurity(&rows)).abs() < 1e-9);
                let found = search.node(&rows).and_then(|node| search.best(&node, &predictor, &rows));
                let best = brute(&predictor, least, impurity).unwrap_or(0.0);
                let gain = found.map_or(0.0, |(gain, _)| gain);
                prop_assert!(gain <= best.max(0.0) + 1e-9, "{gain} {best}");
                // Sides that are too small may rule out all partings along the order of means.
                if ordered || least == 1 {
                    prop_assert!(gain >= best - 1e-9, "{gain} {best}");
                }
                if let Some((gain, left)) = found {
                    let goes = |row: &&u32| left.has(predictor.bins[**row as usize]);
                    let (lefts, rights): (Vec<u32>, Vec<u32>) = rows.iter().partition(goes);
                    prop_assert!(lefts.len().min(rights.len()) >= least);
                    let again = impurity(&rows) - impurity(&lefts) - impurity(&rights);
                    prop_assert!((gain - again).abs() < 1e-9);
                }
            }
        }
    }
}
