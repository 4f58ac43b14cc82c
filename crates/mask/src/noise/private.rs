//! Differentially private noise for each record.
//!
//! # Guarantee
//! Whatever a person's values are within the bounds, the published record is nearly as likely as with
//! any other values: the probability of no outcome differs by more than the factor `exp(epsilon)`.
//! This is local differential privacy: it holds against everybody, whatever they know, also against
//! who sees all other records. Each of p attributes has `epsilon / p`; the library states the loss of
//! each from its own proofs, and it is never more than that.
//!
//! # Does not protect against
//! That a value is missing stays visible. A person with several records loses `epsilon` with each.
//! Attributes that are not masked here are not covered. Bounds must come from common knowledge, not
//! from the data, or they tell the largest value.
//!
//! # Parameters
//! `epsilon`: of a whole record; 1 is much protection and much noise. `lower` and `upper`: values
//! beyond are moved to the bound before noise is added (that is part of the guarantee). `clamp`:
//! whether results are moved into the bounds as well, which hides that they are noisy, and brings a
//! bias; without it means have none.
//!
//! # What is preserved
//! In expectation: means (of values within the bounds). The variance grows by `2 s²`, with
//! `s = p (upper − lower) / epsilon`.
//!
//! # Cost
//! Exact sampling with whole numbers of any length, from OpenSSL's generator: tens of microseconds per
//! value. There is no seed, so no two runs are alike.
//!
//! # References
//! C. Canonne, G. Kamath, T. Steinke (2020), *The discrete Gaussian for differential privacy*,
//! arXiv:2004.00010 (exact sampling). S. Kasiviswanathan and others (2011), *What can we learn
//! privately?*, doi:10.1137/090756090. The `OpenDP` library, <https://opendp.org>.

use super::moments::numbers;
use crate::Refused;
use crate::masked::Masked;
use ridotto_core::Series;

/// Parameters of differentially private noise.
#[derive(Clone, Debug, PartialEq)]
pub struct PrivateNoise {
    /// What a record may lose in all its attributes together.
    pub epsilon: f64,
    /// The least value: one for all attributes, or one for each.
    pub lower: Vec<f64>,
    /// The largest value: one for all attributes, or one for each.
    pub upper: Vec<f64>,
    /// Whether results are moved into the bounds, too.
    pub clamp: bool,
}

/// An attribute's bounds.
#[cfg_attr(not(feature = "private"), expect(dead_code, reason = "checked, and then refused"))]
#[derive(Clone, Copy)]
struct Bounds {
    lower: f64,
    upper: f64,
}

/// Adds noise to columns of numbers; refuses in a build without the cargo feature `private`, which
/// has no secure generator.
pub fn mask(options: &PrivateNoise, columns: &[Series]) -> Result<Masked, Refused> {
    let slices = numbers(columns)?;
    let bounds = options.bounds(columns.len())?;
    with_library(options, columns, &slices, &bounds)
}

impl PrivateNoise {
    fn bounds(&self, columns: usize) -> Result<Vec<Bounds>, Refused> {
        let refused = |parameter, must_be| Refused::Parameter { parameter, must_be };
        if !(self.epsilon.is_finite() && self.epsilon > 0.0) {
            return Err(refused("epsilon", "greater than 0"));
        }
        let each = |parameter, given: &[f64]| match given {
            [one] => Ok(vec![*one; columns]),
            all if all.len() == columns => Ok(all.to_vec()),
            _ => Err(refused(parameter, "one number, or one for each attribute")),
        };
        let both = each("lower", &self.lower)?.into_iter().zip(each("upper", &self.upper)?);
        both.map(|(lower, upper)| {
            // Not so far apart that their distance is no number.
            if lower < upper && (upper - lower).is_finite() {
                Ok(Bounds { lower, upper })
            } else {
                Err(refused("lower", "less than `upper`, and both finite"))
            }
        })
        .collect()
    }
}

#[cfg(not(feature = "private"))]
fn with_library(
    _: &PrivateNoise,
    _: &[Series],
    _: &[&[f64]],
    _: &[Bounds],
) -> Result<Masked, Refused> {
    Err(Refused::NoSecureGenerator)
}

#[cfg(feature = "private")]
use library::with_library;
#[cfg(feature = "private")]
pub(super) use library::{decimals, share};

#[cfg(feature = "private")]
mod library {
    use super::{Bounds, PrivateNoise};
    use crate::Note;
    use crate::Refused;
    use crate::masked::{Figure, Masked, Pooled};
    use opendp::core::Measurement;
    use opendp::domains::AtomDomain;
    use opendp::measurements::make_laplace;
    use opendp::measures::MaxDivergence;
    use opendp::metrics::AbsoluteDistance;
    use rayon::prelude::*;
    use ridotto_core::{Series, Values};
    use std::sync::Arc;

    type Laplace = Measurement<AtomDomain<f64>, AbsoluteDistance<f64>, MaxDivergence, f64>;

    /// Values that one mechanism serves.
    const BLOCK: usize = 1 << 12;

    /// The noise of one attribute and what it costs.
    struct Mechanism {
        laplace: Laplace,
        scale: f64,
        loss: f64,
    }

    pub(super) fn with_library(
        options: &PrivateNoise,
        columns: &[Series],
        slices: &[&[f64]],
        bounds: &[Bounds],
    ) -> Result<Masked, Refused> {
        let share = share(options.epsilon, columns.len());
        let mut masked = Masked {
            columns: Vec::new(),
            decimals: Vec::new(),
            figures: Vec::new(),
            notes: Vec::new(),
        };
        for ((column, values), bounds) in columns.iter().zip(slices).zip(bounds) {
            let mechanism = mechanism(share, *bounds)?;
            // The library's mechanisms stay on their thread, so each block makes its own.
            let blocks = (values.par_chunks(BLOCK))
                .map(|values| block(values, share, *bounds, options.clamp))
                .collect::<Result<Vec<_>, Refused>>()?;
            let numbers = blocks.concat();
            let name = Arc::clone(&column.name);
            masked.columns.push(Series { name, values: Values::Numbers(numbers) });
            masked.decimals.push(Some(decimals(mechanism.scale)));
            masked.figures.extend(figures(column, share, &mechanism));
            let records = values.iter().filter(|value| !value.is_finite()).count() as u64;
            if records > 0 {
                let attribute = column.name.to_string();
                masked.notes.push(Note::GapsShown { attribute, records });
            }
        }
        Ok(masked)
    }

    /// The epsilon of each attribute; so many of them are not more than the whole.
    pub(in crate::noise) fn share(epsilon: f64, attributes: usize) -> f64 {
        let mut share = epsilon / attributes as f64;
        while share * attributes as f64 > epsilon {
            share = share.next_down();
        }
        share
    }

    /// Laplace noise that loses no more than this by the library's own account, which counts what
    /// rounding to the grid adds.
    fn mechanism(epsilon: f64, bounds: Bounds) -> Result<Mechanism, Refused> {
        let distance = (bounds.upper - bounds.lower).next_up();
        let mut scale = distance / epsilon;
        for _ in 0..64 {
            // A grid of a millionth of the noise or of the range: unseen, and quick. Rounding to it
            // can bring two values further apart, by a millionth of the range at most.
            let grid = (scale.min(distance).log2().floor() as i32 - 20).max(-1000);
            let domain = AtomDomain::<f64>::new_non_nan();
            let laplace = make_laplace(domain, AbsoluteDistance::default(), scale, Some(grid))
                .map_err(|_| Refused::PrivateNoise)?;
            let loss = laplace.map(&distance).map_err(|_| Refused::PrivateNoise)?;
            if loss <= epsilon {
                return Ok(Mechanism { laplace, scale, loss });
            }
            scale = (scale * (loss / epsilon)).next_up();
        }
        Err(Refused::PrivateNoise)
    }

    fn block(
        values: &[f64],
        epsilon: f64,
        bounds: Bounds,
        clamp: bool,
    ) -> Result<Vec<f64>, Refused> {
        let Mechanism { laplace, .. } = mechanism(epsilon, bounds)?;
        values.iter().map(|value| noisy(*value, bounds, clamp, &laplace)).collect()
    }

    fn noisy(value: f64, bounds: Bounds, clamp: bool, laplace: &Laplace) -> Result<f64, Refused> {
        if value.is_nan() {
            return Ok(value);
        }
        let inside = value.clamp(bounds.lower, bounds.upper);
        let noisy = laplace.invoke(&inside).map_err(|_| Refused::PrivateNoise)?;
        Ok(if clamp { noisy.clamp(bounds.lower, bounds.upper) } else { noisy })
    }

    /// Nothing of the data: what is in a report may be published.
    fn figures(column: &Series, share: f64, mechanism: &Mechanism) -> [Figure; 2] {
        let deviation = std::f64::consts::SQRT_2 * mechanism.scale;
        [
            Figure {
                name: format!("epsilon of {}", column.name),
                original: 0.0,
                expected: Some(share),
                reached: mechanism.loss,
                pooled: Pooled::Largest,
            },
            Figure {
                name: format!("standard deviation of the noise of {}", column.name),
                original: 0.0,
                expected: Some(deviation),
                reached: deviation,
                pooled: Pooled::Mean,
            },
        ]
    }

    /// Decimals that show a thousandth of the noise; they depend on nothing in the data.
    #[expect(clippy::cast_sign_loss, reason = "it was made to be from 0 to 15")]
    pub(in crate::noise) fn decimals(scale: f64) -> u8 {
        (1000.0 / scale).log10().ceil().clamp(0.0, 15.0) as u8
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::noise::private::mask;

        fn column(values: Vec<f64>) -> Series {
            Series { name: "x".into(), values: Values::Numbers(values) }
        }

        #[test]
        fn the_budget_is_split_and_never_exceeded() {
            for (epsilon, attributes) in [(1.0, 1), (0.1, 3), (3.0, 7), (1e-6, 10), (50.0, 49)] {
                let share = share(epsilon, attributes);
                assert!(share * attributes as f64 <= epsilon);
                assert!(share * attributes as f64 > epsilon * (1.0 - 1e-12));
                for (lower, upper) in [(0.0, 1.0), (-1e9, 1e9), (0.0, 1e-9), (17.0, 99.0)] {
                    let made = mechanism(share, Bounds { lower, upper }).unwrap();
                    assert!(made.loss <= share && made.loss > share * 0.999_99);
                    let exact = (upper - lower) / share;
                    assert!(made.scale >= exact && made.scale < exact * 1.000_01);
                }
            }
        }

        /// 5,000 draws: the mean of Laplace noise has the standard error s √(2/n), and its mean
        /// size, s, has s/√n. Each may be six of them off, as there is no seed.
        #[test]
        fn noise_is_that_of_laplace() {
            let mut values = vec![30.0; 5_000];
            values.extend(std::iter::repeat_n(-500.0, 5_000));
            values.push(f64::NAN);
            let options =
                PrivateNoise { epsilon: 2.0, lower: vec![0.0], upper: vec![100.0], clamp: false };
            let columns = [column(values.clone()), column(values)];
            let masked = mask(&options, &columns).unwrap();
            let Values::Numbers(noisy) = &masked.columns[0].values else { unreachable!() };
            // Two attributes: an epsilon of 1 for each, so the scale is 100. What is below the
            // bound counts as the bound.
            for (rows, center) in [(0..5_000, 30.0), (5_000..10_000, 0.0)] {
                let apart: Vec<f64> = noisy[rows].iter().map(|x| x - center).collect();
                let mean = apart.iter().sum::<f64>() / 5_000.0;
                let size = apart.iter().map(|x| x.abs()).sum::<f64>() / 5_000.0;
                assert!(mean.abs() < 12.0, "{mean}");
                assert!((size - 100.0).abs() < 8.5, "{size}");
            }
            assert!(noisy[10_000].is_nan());
            assert_eq!(masked.notes[0], Note::GapsShown { attribute: "x".to_owned(), records: 1 });
            assert!(masked.figures[0].reached <= 1.0);
            assert_eq!(masked.decimals, [Some(1), Some(1)]);
            let again = mask(&options, &columns).unwrap();
            let Values::Numbers(other) = &again.columns[0].values else { unreachable!() };
            assert!(noisy[..100] != other[..100], "there is no seed");
            let clamped = mask(&PrivateNoise { clamp: true, ..options }, &columns).unwrap();
            let Values::Numbers(inside) = &clamped.columns[0].values else { unreachable!() };
            assert!(inside[..10_000].iter().all(|x| (0.0..=100.0).contains(x)));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::Values;

    #[test]
    fn what_makes_no_sense_is_refused() {
        let columns = [Series { name: "x".into(), values: Values::Numbers(vec![1.0, 2.0]) }];
        let options =
            PrivateNoise { epsilon: 1.0, lower: vec![0.0], upper: vec![9.0], clamp: false };
        for bad in [
            PrivateNoise { epsilon: 0.0, ..options.clone() },
            PrivateNoise { epsilon: f64::INFINITY, ..options.clone() },
            PrivateNoise { lower: vec![9.0], ..options.clone() },
            PrivateNoise { lower: vec![f64::NAN], ..options.clone() },
            PrivateNoise { lower: vec![f64::MIN], upper: vec![f64::MAX], ..options.clone() },
            PrivateNoise { upper: vec![9.0, 9.0], ..options.clone() },
        ] {
            assert!(matches!(mask(&bad, &columns), Err(Refused::Parameter { .. })), "{bad:?}");
        }
        let codes = Values::Categories { codes: vec![None], categories: 1, ordered: true };
        let word = [Series { name: "w".into(), values: codes }];
        assert_eq!(mask(&options, &word).unwrap_err(), Refused::NeedsNumbers.of("w"));
    }

    #[cfg(not(feature = "private"))]
    #[test]
    fn without_a_secure_generator_it_is_refused() {
        let columns = [Series { name: "x".into(), values: Values::Numbers(vec![1.0, 2.0]) }];
        let options =
            PrivateNoise { epsilon: 1.0, lower: vec![0.0], upper: vec![9.0], clamp: false };
        assert_eq!(mask(&options, &columns).unwrap_err(), Refused::NoSecureGenerator);
    }
}
