//! Differentially private means of groups that one record hardly changes.
//!
//! # Guarantee
//! ε-differential privacy for replacing one record by another, as long as nothing of the records but
//! these attributes is published, and in no order that tells whose they are. How many records there
//! are is taken to be public.
//!
//! *The argument.* The sizes of the groups depend on the number of records and on k alone. In each
//! of p attributes one record changes the means of all groups together by no more than
//! [`Insensitive::sensitivity`]; to that is added what rounding of sums can bring. Laplace noise for
//! this distance and ε/p on the means of an attribute, once for each group, makes the list of means
//! ε/p-private by the library's own account, and p lists are ε-private together. The published
//! records are made of these lists and of the groups' sizes.
//!
//! # Does not protect against
//! What stands beside the means: which group a record is in depends on the values of all records, so
//! that an attribute which is not masked would tell about others' values. A person with several
//! records loses ε with each.
//!
//! # What is preserved
//! Means of groups, in expectation. With one attribute noise is k times smaller than that of
//! [`private`](super::private); with more it is smaller only if k² is more than the number of records.
//!
//! # References
//! J. Soria-Comas, J. Domingo-Ferrer, D. Sánchez, S. Martínez (2014), *Enhancing data utility in
//! differential privacy via microaggregation-based k-anonymity*, doi:10.1007/s00778-014-0351-4.

use crate::microaggregate::Insensitive;
use crate::{Masked, Refused};

/// Puts noisy means in the place of values; refuses in a build without the cargo feature `private`.
pub fn mask(groups: &Insensitive, epsilon: f64) -> Result<Masked, Refused> {
    if !(epsilon.is_finite() && epsilon > 0.0) {
        return Err(Refused::Parameter { parameter: "epsilon", must_be: "greater than 0" });
    }
    with_library(groups, epsilon)
}

#[cfg(not(feature = "private"))]
fn with_library(_: &Insensitive, _: f64) -> Result<Masked, Refused> {
    Err(Refused::NoSecureGenerator)
}

#[cfg(feature = "private")]
use library::with_library;

#[cfg(feature = "private")]
mod library {
    use crate::Refused;
    use crate::masked::{Figure, Masked, Pooled};
    use crate::microaggregate::{self, Insensitive};
    use crate::noise::private::{decimals, share};
    use opendp::core::Measurement;
    use opendp::domains::{AtomDomain, VectorDomain};
    use opendp::measurements::make_laplace;
    use opendp::measures::MaxDivergence;
    use opendp::metrics::L1Distance;
    use ridotto_core::{Series, Values};
    use std::sync::Arc;

    type Laplace =
        Measurement<VectorDomain<AtomDomain<f64>>, L1Distance<f64>, MaxDivergence, Vec<f64>>;

    pub(super) fn with_library(of: &Insensitive, epsilon: f64) -> Result<Masked, Refused> {
        let share = share(epsilon, of.columns().len());
        let mut masked = Masked {
            columns: Vec::new(),
            decimals: Vec::new(),
            figures: Vec::new(),
            notes: Vec::new(),
        };
        for (at, column) in of.columns().iter().enumerate() {
            let microaggregate::Masked::Numbers(means) = &column.values else {
                return Err(Refused::NeedsNumbers);
            };
            let means: Vec<f64> = of.groups().iter().map(|rows| means[rows[0] as usize]).collect();
            let (laplace, scale, loss) = mechanism(share, of.distance(at), means.len())?;
            let noisy = laplace.invoke(&means).map_err(|_| Refused::PrivateNoise)?;
            let numbers = of.groups().of().iter().map(|&group| noisy[group as usize]).collect();
            let name = Arc::clone(&column.name);
            masked.figures.extend([
                figure(format!("epsilon of {name}"), share, loss),
                figure(
                    format!("standard deviation of the noise of {name}"),
                    std::f64::consts::SQRT_2 * scale,
                    std::f64::consts::SQRT_2 * scale,
                ),
            ]);
            masked.columns.push(Series { name, values: Values::Numbers(numbers) });
            masked.decimals.push(Some(decimals(scale)));
        }
        Ok(masked)
    }

    fn figure(name: String, expected: f64, reached: f64) -> Figure {
        Figure { name, original: 0.0, expected: Some(expected), reached, pooled: Pooled::Largest }
    }

    /// Noise for so many means that loses no more than this by the library's own account.
    fn mechanism(
        epsilon: f64,
        distance: f64,
        groups: usize,
    ) -> Result<(Laplace, f64, f64), Refused> {
        let mut scale = distance / epsilon;
        for _ in 0..64 {
            // So fine that rounding of a million means adds a millionth of the distance at most.
            let grid = (scale.min(distance).log2().floor() as i32 - 42).max(-1000);
            let domain = VectorDomain::new(AtomDomain::<f64>::new_non_nan()).with_size(groups);
            let laplace = make_laplace(domain, L1Distance::default(), scale, Some(grid))
                .map_err(|_| Refused::PrivateNoise)?;
            let loss = laplace.map(&distance).map_err(|_| Refused::PrivateNoise)?;
            if loss <= epsilon {
                return Ok((laplace, scale, loss));
            }
            scale = (scale * (loss / epsilon)).next_up();
        }
        Err(Refused::PrivateNoise)
    }

    #[cfg(test)]
    mod tests {
        use super::*;
        use crate::microaggregate::insensitive;

        fn column(name: &str, values: Vec<f64>) -> Series {
            Series { name: name.into(), values: Values::Numbers(values) }
        }

        /// One attribute: noise of scale (upper − lower)/(k ε), once for each group. Two thousand
        /// groups: the mean size of the noise has a standard error of s/√2000; six of them are
        /// allowed, as there is no seed.
        #[test]
        fn noise_is_that_of_the_sensitivity() {
            let values: Vec<f64> = (0..10_000).map(|row| f64::from(row % 100)).collect();
            let made = insensitive(&[column("x", values)], 5, &[(0.0, 100.0)]).unwrap();
            let masked = super::super::mask(&made, 0.5).unwrap();
            let Values::Numbers(noisy) = &masked.columns[0].values else { unreachable!() };
            let microaggregate::Masked::Numbers(means) = &made.columns()[0].values else {
                unreachable!()
            };
            let mut sizes = Vec::new();
            for rows in made.groups().iter() {
                let own = noisy[rows[0] as usize];
                assert!(rows.iter().all(|&row| noisy[row as usize].to_bits() == own.to_bits()));
                sizes.push((own - means[rows[0] as usize]).abs());
            }
            let scale = 100.0 / 5.0 / 0.5;
            let mean = sizes.iter().sum::<f64>() / sizes.len() as f64;
            assert!((mean - scale).abs() < 6.0 * scale / (sizes.len() as f64).sqrt(), "{mean}");
            let loss = masked.figures[0].reached;
            assert!(loss <= 0.5 && loss > 0.4999, "{loss}");
        }

        /// Two attributes: every group may change in each, and each has half of ε.
        #[test]
        fn more_attributes_have_more_noise() {
            let values: Vec<f64> = (0..60).map(f64::from).collect();
            let columns = [column("x", values.clone()), column("y", values)];
            let made = insensitive(&columns, 6, &[(0.0, 60.0), (0.0, 6.0)]).unwrap();
            let masked = super::super::mask(&made, 1.0).unwrap();
            let scale = |at: usize| masked.figures[at].reached / std::f64::consts::SQRT_2;
            // Ten groups, a sixth of the range, and half of ε.
            assert!((scale(1) / (10.0 * 60.0 / 6.0 / 0.5) - 1.0).abs() < 1e-6, "{}", scale(1));
            assert!((scale(3) / (10.0 * 6.0 / 6.0 / 0.5) - 1.0).abs() < 1e-6, "{}", scale(3));
            assert!(masked.figures[0].reached + masked.figures[2].reached <= 1.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::microaggregate::insensitive;
    use ridotto_core::{Series, Values};

    #[test]
    fn what_makes_no_sense_is_refused() {
        let column = Series { name: "x".into(), values: Values::Numbers(vec![1.0, 2.0, 3.0]) };
        let made = insensitive(&[column], 2, &[(0.0, 9.0)]).unwrap();
        for epsilon in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            assert!(matches!(mask(&made, epsilon), Err(Refused::Parameter { .. })), "{epsilon}");
        }
        #[cfg(not(feature = "private"))]
        assert_eq!(mask(&made, 1.0).unwrap_err(), Refused::NoSecureGenerator);
    }
}
