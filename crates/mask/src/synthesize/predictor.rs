//! A column as models that ask questions see it: at most 256 bins, of which one is *missing*.

use ridotto_core::{Code, Values};

/// Bins of a column, the one of missing values not counted.
const MOST: usize = 250;

/// How values of a column become bins, learnt from the original so that synthetic values fall into
/// the same ones.
pub(super) struct Binning {
    places: Places,
    count: usize,
    ordered: bool,
}

enum Places {
    /// A number goes behind every cut below it.
    Cuts(Vec<f64>),
    /// The bin of each category.
    Bins(Vec<u8>),
}

/// A column in bins.
pub(super) struct Predictor {
    /// One bin a row; the last of all bins is that of missing values.
    pub bins: Vec<u8>,
    /// How many bins there are, with that of missing values.
    pub count: usize,
    /// Whether a greater bin is a greater value.
    pub ordered: bool,
}

impl Binning {
    /// Learns from the original.
    pub fn learn(values: &Values) -> Self {
        match values {
            Values::Numbers(numbers) => {
                let cuts = cuts(numbers);
                Self { count: cuts.len() + 2, places: Places::Cuts(cuts), ordered: true }
            }
            Values::Categories { codes, categories, ordered } => {
                let (bins, count) = common_first(codes, *categories, MOST, *ordered);
                Self { places: Places::Bins(bins), count: count + 1, ordered: *ordered }
            }
        }
    }

    /// The bins of values of the same kind.
    pub fn bin(&self, values: &Values) -> Predictor {
        let missing = (self.count - 1) as u8;
        let bins = match (&self.places, values) {
            (Places::Cuts(cuts), Values::Numbers(numbers)) => {
                let bin = |number: &f64| {
                    if number.is_nan() {
                        missing
                    } else {
                        cuts.partition_point(|cut| cut < number) as u8
                    }
                };
                numbers.iter().map(bin).collect()
            }
            (Places::Bins(bins), Values::Categories { codes, .. }) => {
                let bin = |code: &Option<Code>| code.map_or(missing, |code| bins[code as usize]);
                codes.iter().map(bin).collect()
            }
            _ => panic!("a column changed its kind"),
        };
        Predictor { bins, count: self.count, ordered: self.ordered }
    }
}

/// Places between distinct numbers: all of them, or those that part the rows most evenly.
fn cuts(numbers: &[f64]) -> Vec<f64> {
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    sorted.sort_by(f64::total_cmp);
    let between = |at: usize| sorted[at - 1] + (sorted[at] - sorted[at - 1]) / 2.0;
    let steps: Vec<usize> = (1..sorted.len()).filter(|&at| sorted[at - 1] < sorted[at]).collect();
    if steps.len() < MOST {
        return steps.into_iter().map(between).collect();
    }
    let mut chosen: Vec<usize> = (1..MOST)
        .map(|part| {
            let wanted = part * sorted.len() / MOST;
            steps[steps.partition_point(|&step| step < wanted).min(steps.len() - 1)]
        })
        .collect();
    chosen.dedup();
    chosen.into_iter().map(between).collect()
}

/// A bin for each category, and how many bins there are: one each if there are at most `most`;
/// otherwise neighbours share one if there is an order, and the rarest do if there is none.
pub(super) fn common_first(
    codes: &[Option<Code>],
    categories: usize,
    most: usize,
    ordered: bool,
) -> (Vec<u8>, usize) {
    if categories <= most {
        return ((0..categories).map(|code| code as u8).collect(), categories.max(1));
    }
    if ordered {
        return ((0..categories).map(|code| (code * most / categories) as u8).collect(), most);
    }
    let mut counts = vec![0_u32; categories];
    codes.iter().flatten().for_each(|&code| counts[code as usize] += 1);
    let mut order: Vec<usize> = (0..categories).collect();
    order.sort_by_key(|&code| (std::cmp::Reverse(counts[code]), code));
    let mut bins = vec![(most - 1) as u8; categories];
    order.iter().take(most - 1).enumerate().for_each(|(bin, &code)| bins[code] = bin as u8);
    (bins, most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_keep_their_order_in_bins() {
        let few = Values::Numbers(vec![3.0, f64::NAN, 1.0, 2.0, 2.0]);
        let predictor = Binning::learn(&few).bin(&few);
        assert_eq!((predictor.bins, predictor.count), (vec![2, 3, 0, 1, 1], 4));
        let many = Values::Numbers((0..10_000).map(f64::from).collect());
        let predictor = Binning::learn(&many).bin(&many);
        assert_eq!(predictor.count, MOST + 1);
        assert!(predictor.bins.is_sorted());
        let most = (0..MOST)
            .map(|bin| predictor.bins.iter().filter(|&&its| usize::from(its) == bin).count());
        assert!(most.max() <= Some(41));
    }

    #[test]
    fn rare_categories_share_a_bin() {
        let codes: Vec<Option<Code>> = [2, 2, 2, 0, 0, 1, 3].map(Some).into();
        assert_eq!(common_first(&codes, 4, 3, false), (vec![1, 2, 0, 2], 3));
        assert_eq!(common_first(&codes, 4, 2, true), (vec![0, 0, 1, 1], 2));
        assert_eq!(common_first(&codes, 4, 4, false).0, [0, 1, 2, 3]);
    }
}
