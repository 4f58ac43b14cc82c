//! Perturbation tables of maximum entropy: of all noise with the same variance that changes nothing on
//! average, the one that tells least.
//!
//! Between stated ends the entropy is greatest where the logarithm of the probability is a polynomial of
//! the second degree (Jaynes 1957; for cell keys Giessing 2016). Its two coefficients are found by Newton's
//! method: the function that they minimise is convex.

use super::Ptable;
use super::table::Row;

/// What a perturbation table of maximum entropy is to be like.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct MaximumEntropy {
    /// The variance of the noise. Where a small count cannot have it, it has what comes nearest.
    pub variance: f64,
    /// By how much a count is changed at most.
    pub deviation: u32,
    /// Counts that are above 0 and no more than this are not published: the noise leads to 0 or farther.
    pub unpublished: u32,
}

/// There is no noise that changes nothing on average.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoDistribution {
    /// The count for which there is none.
    pub count: u32,
}

impl MaximumEntropy {
    /// The table.
    pub fn table(&self) -> Result<Ptable, NoDistribution> {
        let rows = (0..=self.deviation + self.unpublished).map(|count| self.row(count));
        Ok(Ptable { rows: rows.collect::<Result<_, _>>()? })
    }

    fn row(&self, count: u32) -> Result<Row, NoDistribution> {
        let of = f64::from(count);
        if count == 0 {
            return Ok(Row::with_shares(of, &[(0.0, 1.0)]));
        }
        let farthest = i64::from(self.deviation);
        let is_allowed = |change: &i64| {
            let after = i64::from(count) + change;
            after == 0 || after > i64::from(self.unpublished)
        };
        let changes: Vec<f64> = (-farthest.min(count.into())..=farthest)
            .filter(is_allowed)
            .map(|of| of as f64)
            .collect();
        let shares = distribution(&changes, self.variance).ok_or(NoDistribution { count })?;
        let both: Vec<(f64, f64)> = changes.into_iter().zip(shares).collect();
        Ok(Row::with_shares(of, &both))
    }
}

/// The probabilities of greatest entropy with mean 0 and a variance, or the nearest variance that there
/// is; `None` if no mean is 0.
fn distribution(changes: &[f64], variance: f64) -> Option<Vec<f64>> {
    let end = changes.len().checked_sub(1)?;
    let below = changes.iter().rposition(|change| *change <= 0.0)?;
    let above = changes.iter().position(|change| *change >= 0.0)?;
    // With mean 0 on two points the variance is the product of their distances.
    let on = |(low, high): (usize, usize)| -changes[low] * changes[high];
    let (least, most) = ((below, above), (0, end));
    if variance <= on(least) + 1e-9 {
        return Some(on_two(changes, least));
    }
    if variance >= on(most) - 1e-9 {
        return Some(on_two(changes, most));
    }
    Some(newton(changes, variance))
}

/// All on two of the changes, or on one that is 0.
fn on_two(changes: &[f64], (low, high): (usize, usize)) -> Vec<f64> {
    let mut shares = vec![0.0; changes.len()];
    let width = changes[high] - changes[low];
    shares[low] = if low == high { 1.0 } else { changes[high] / width };
    if low != high {
        shares[high] = -changes[low] / width;
    }
    shares
}

/// Minimises log Σ exp(a v + b v²) − b variance.
fn newton(changes: &[f64], variance: f64) -> Vec<f64> {
    let (mut a, mut b) = (0.0, -0.5 / variance);
    for _ in 0..200 {
        let shares = weighted(changes, a, b);
        let moment = |power: i32| -> f64 {
            changes.iter().zip(&shares).map(|(change, share)| share * change.powi(power)).sum()
        };
        let [first, second, third, fourth] = [1, 2, 3, 4].map(moment);
        let (down, off) = (first, second - variance);
        if down.abs() < 1e-13 && off.abs() < 1e-13 {
            break;
        }
        let (aa, ab, bb) =
            (second - first * first, third - first * second, fourth - second * second);
        let determinant = (aa * bb - ab * ab).max(1e-300);
        let step = ((bb * down - ab * off) / determinant, (aa * off - ab * down) / determinant);
        let value = |a: f64, b: f64| potential(changes, a, b) - b * variance;
        let (now, mut by) = (value(a, b), 1.0);
        while by > 1e-12 && value(a - by * step.0, b - by * step.1) > now + 1e-13 {
            by *= 0.5;
        }
        (a, b) = (a - by * step.0, b - by * step.1);
    }
    weighted(changes, a, b)
}

fn potential(changes: &[f64], a: f64, b: f64) -> f64 {
    let greatest = changes.iter().map(|v| a * v + b * v * v).fold(f64::NEG_INFINITY, f64::max);
    let sum: f64 = changes.iter().map(|v| (a * v + b * v * v - greatest).exp()).sum();
    greatest + sum.ln()
}

fn weighted(changes: &[f64], a: f64, b: f64) -> Vec<f64> {
    let whole = potential(changes, a, b);
    changes.iter().map(|v| (a * v + b * v * v - whole).exp()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moments(row: &Row) -> (f64, f64) {
        row.shares().fold((0.0, 0.0), |(mean, square), (change, share)| {
            (mean + share * change, square + share * change * change)
        })
    }

    #[test]
    fn noise_has_no_bias_and_the_variance() {
        for (variance, deviation, unpublished) in
            [(2.0, 5, 2), (3.0, 7, 2), (1.0, 4, 0), (0.5, 2, 0)]
        {
            let asked = MaximumEntropy { variance, deviation, unpublished };
            let table = asked.table().unwrap();
            assert!((table.deviation() - f64::from(deviation)).abs() < 1e-12);
            for row in &table.rows {
                let (mean, square) = moments(row);
                assert!(mean.abs() < 1e-9, "{asked:?} {}", row.of);
                for (change, share) in row.shares() {
                    let after = row.of + change;
                    assert!(share >= 0.0 && after >= 0.0);
                    assert!(after == 0.0 || after > f64::from(unpublished));
                }
                // Small counts may not be able to have it.
                if row.of >= f64::from(deviation) {
                    assert!((square - variance).abs() < 1e-9, "{asked:?} {}: {square}", row.of);
                }
            }
        }
    }

    /// A published table of the European census (deviation 5, variance 2, nothing below 3 published) has
    /// for a count of 3, and for 6, these probabilities.
    #[test]
    fn the_census_table() {
        let table = MaximumEntropy { variance: 2.0, deviation: 5, unpublished: 2 }.table().unwrap();
        let three = [(-3, 0.147_339), (0, 0.511_339), (1, 0.255_081), (2, 0.073_041)];
        let six =
            [(-3, 0.034_375), (-2, 0.110_485), (-1, 0.221_327), (0, 0.276_333), (1, 0.215_031)];
        for (count, shares) in [(3, &three[..]), (6, &six[..])] {
            for &(change, share) in shares {
                let found =
                    table.rows[count].shares().find(|of| (of.0 - f64::from(change)).abs() < 0.5);
                let found = found.expect("the change is in the table").1;
                assert!((found - share).abs() < 5e-4, "{count} {change}: {found}");
            }
        }
        // A count of 1 goes to 0 twice as often as to 3.
        let one: Vec<f64> = table.rows[1].shares().map(|of| of.1).collect();
        assert!((one[0] - 2.0 / 3.0).abs() < 1e-3 && (one[1] - 1.0 / 3.0).abs() < 1e-3, "{one:?}");
    }

    #[test]
    fn what_cannot_be_is_said() {
        // A count of 1 may go to 0 and not above 2, of which nothing is published.
        let none = MaximumEntropy { variance: 1.0, deviation: 1, unpublished: 2 }.table();
        assert_eq!(none, Err(NoDistribution { count: 1 }));
    }
}
