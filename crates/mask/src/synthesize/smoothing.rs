//! Smoothing: numbers that few records share are moved to the neighbourhood of where they were.

use super::grid::Grid;
use rand::RngExt;
use ridotto_numbers::dice::Stream;

/// The numbers of a column that few records share, in order, each with a stretch of the line.
///
/// With sorted numbers x₁ < … < xₘ, of which xᵢ is that of wᵢ records, the stretch of xᵢ reaches down
/// by (xᵢ − xᵢ₋₁)/2wᵢ and up by (xᵢ₊₁ − xᵢ)/2wᵢ, and not beyond x₁ and xₘ. Its middle is
/// (xᵢ₊₁ − 2xᵢ + xᵢ₋₁)/4wᵢ from xᵢ, which sums up to 0 over all records. A number is moved from its rank
/// by up to [`reach`] ranks either way, thrown back at the ends, and then drawn evenly from the stretch
/// it comes to.
///
/// So each stretch is hit as often as its number occurs, whichever way numbers are skewed: the mean
/// stays exactly, quantiles stay between the same numbers, and nothing leaves the range. Ranks are those
/// of the whole column, as a leaf has too few numbers to tell how they are spread: halfway to the next
/// number of a leaf may be far, and is farther upwards than downwards where numbers are skewed.
pub(super) struct Smoothing {
    numbers: Vec<f64>,
    stretches: Vec<(f64, f64)>,
    /// How many records have the numbers before each, and in the end all.
    ranks: Vec<f64>,
    reach: f64,
}

/// Numbers on either side that a number is moved among, as a share of all.
const SHARE: f64 = 0.01;

/// The same for few numbers.
const LEAST: f64 = 5.0;

impl Smoothing {
    /// Learns from all numbers that donors have.
    pub fn learn(numbers: impl Iterator<Item = f64>, grid: &Grid) -> Self {
        let mut own: Vec<f64> = numbers.filter(|&number| !grid.is_shared(number)).collect();
        own.sort_by(f64::total_cmp);
        let runs = own.chunk_by(|a, b| a.total_cmp(b).is_eq());
        let runs: Vec<(f64, f64)> = runs.map(|run| (run[0], run.len() as f64)).collect();
        let stretches = match runs[..] {
            [(alone, _)] => vec![around(alone, grid)],
            _ => (0..runs.len()).map(|at| between_neighbours(&runs, at)).collect(),
        };
        let mut ranks = vec![0.0];
        ranks.extend(runs.iter().scan(0.0, |before, (_, records)| {
            *before += records;
            Some(*before)
        }));
        let reach = (SHARE * own.len() as f64).max(LEAST);
        Self {
            numbers: runs.into_iter().map(|(number, _)| number).collect(),
            stretches,
            ranks,
            reach,
        }
    }

    /// A number for this one; one that several records share stays.
    pub fn draw(&self, number: f64, stream: &mut Stream) -> f64 {
        let Ok(at) = self.numbers.binary_search_by(|own| own.total_cmp(&number)) else {
            return number;
        };
        let (first, end) = (self.ranks[at], self.ranks[at + 1]);
        let rank = first + (end - first) * stream.random::<f64>();
        let moved = rank + self.reach * (2.0 * stream.random::<f64>() - 1.0);
        self.at(thrown_back(moved, self.ranks[self.ranks.len() - 1]))
    }

    /// The number at a rank.
    fn at(&self, rank: f64) -> f64 {
        let last = self.numbers.len() - 1;
        let at = self.ranks.partition_point(|&first| first <= rank).saturating_sub(1).min(last);
        let ((low, high), first) = (self.stretches[at], self.ranks[at]);
        let share = (rank - first) / (self.ranks[at + 1] - first);
        low + (high - low) * share.clamp(0.0, 1.0)
    }
}

/// A rank beyond 0 or `most` as far within, however far it was moved.
fn thrown_back(rank: f64, most: f64) -> f64 {
    let around = rank.rem_euclid(2.0 * most);
    if around > most { 2.0 * most - around } else { around }
}

/// The stretch of one of several numbers, which come with how many records have them.
fn between_neighbours(own: &[(f64, f64)], at: usize) -> (f64, f64) {
    let (number, records) = own[at];
    let below = at.checked_sub(1).map_or(number, |below| own[below].0);
    let above = own.get(at + 1).map_or(number, |above| above.0);
    (number - (number - below) / (2.0 * records), number + (above - number) / (2.0 * records))
}

/// The stretch of the only number that few share, which must not be told as it is: a hundredth of the
/// range to both sides, and within the range.
fn around(alone: f64, grid: &Grid) -> (f64, f64) {
    let wanted = (grid.most - grid.least) / 100.0;
    let reach = wanted.min(alone - grid.least).min(grid.most - alone).max(0.0);
    (alone - reach, alone + reach)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ridotto_numbers::Dice;

    /// Every rank once, and every place within it evenly.
    fn all(smoothing: &Smoothing, records: usize) -> Vec<f64> {
        let parts = 64;
        let ranks = (0..records * parts).map(|part| (part as f64 + 0.5) / parts as f64);
        ranks.map(|rank| smoothing.at(rank)).collect()
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(128))]
        /// Ranks that are hit evenly have the mean of the numbers, whatever they are, and as many on
        /// either side of a number; what is thrown back stays even.
        #[test]
        fn the_mean_of_all_ranks_is_that_of_the_numbers(
            cells in prop::collection::vec((0_u32..40, 1_usize..4), 2..30),
        ) {
            let powers = cells.iter().flat_map(|&(x, times)| vec![f64::from(x).powi(3); times]);
            let numbers: Vec<f64> = powers.collect();
            let grid = Grid::learn(&numbers);
            let own: Vec<f64> =
                numbers.iter().copied().filter(|&number| !grid.is_shared(number)).collect();
            let smoothing = Smoothing::learn(numbers.iter().copied(), &grid);
            prop_assume!(smoothing.numbers.len() > 1);
            let drawn = all(&smoothing, own.len());
            let mean = |of: &[f64]| of.iter().sum::<f64>() / of.len() as f64;
            prop_assert!((mean(&drawn) - mean(&own)).abs() < 1e-9 * (1.0 + mean(&own)));
            for pair in smoothing.numbers.windows(2) {
                let middle = f64::midpoint(pair[0], pair[1]);
                let below = |of: &[f64]| of.iter().filter(|&&x| x < middle).count() as f64;
                let (before, after) = (below(&own), below(&drawn) / 64.0);
                prop_assert!((before - after).abs() < 1.0, "{before} {after}");
            }
            let most = own.len() as f64;
            let places = (0..1000).map(|at| (f64::from(at) + 0.5) / 1000.0 * most);
            let moved = places.flat_map(|rank| [0.3, -0.3, 2.7, -2.7].map(|by| rank + by * most));
            let half = moved.filter(|&rank| thrown_back(rank, most) < most / 2.0).count();
            prop_assert_eq!(half, 2000);
        }
    }

    /// What several records share stays; all else is moved, and not beyond the range.
    #[test]
    fn numbers_are_moved_within_the_range() {
        let numbers = [0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 7.0, 7.0, 90.0];
        let grid = Grid::learn(&numbers);
        let smoothing = Smoothing::learn(numbers.into_iter(), &grid);
        let mut stream = Dice::seeded(1).stream(0);
        assert!((smoothing.draw(0.0, &mut stream)).abs() < 1e-12);
        for _ in 0..1000 {
            let drawn = smoothing.draw(90.0, &mut stream);
            assert!((1.0..=90.0).contains(&drawn), "{drawn}");
        }
        // A single number has the hundredth of the range.
        let alone = [0.0, 0.0, 0.0, 0.0, 0.0, 50.0, 100.0, 100.0, 100.0, 100.0, 100.0];
        let smoothing = Smoothing::learn(alone.into_iter(), &Grid::learn(&alone));
        let drawn = smoothing.draw(50.0, &mut stream);
        assert!((49.0..=51.0).contains(&drawn), "{drawn}");
    }
}
