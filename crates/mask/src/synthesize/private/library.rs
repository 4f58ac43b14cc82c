//! Noise from `OpenDP`: discrete Laplace noise and private selection, from OpenSSL's generator. What
//! a step costs is what the library's own privacy map says.

use super::CountNoise;
use crate::synthesize::Unfit;
use opendp::domains::{AtomDomain, VectorDomain};
use opendp::measurements::{make_laplace, make_noisy_max};
use opendp::measures::MaxDivergence;
use opendp::metrics::{L1Distance, LInfDistance};

/// The library.
pub(super) struct Library;

/// Rounding of a scale must not make noise too small.
const MARGIN: f64 = 1.0 + 1e-9;

impl CountNoise for Library {
    fn add(
        &mut self,
        counts: &[i64],
        distance: u32,
        epsilon: f64,
    ) -> Result<(Vec<i64>, f64), Unfit> {
        let scale = f64::from(distance) / epsilon * MARGIN;
        let measurement = make_laplace::<_, _, MaxDivergence>(
            VectorDomain::new(AtomDomain::<i64>::default()),
            L1Distance::<i64>::default(),
            scale,
            None,
        )
        .map_err(|_| Unfit::Library)?;
        let cost = measurement.map(&i64::from(distance)).map_err(|_| Unfit::Library)?;
        if cost > epsilon {
            return Err(Unfit::Library);
        }
        let noisy = measurement.invoke(&counts.to_vec()).map_err(|_| Unfit::Library)?;
        Ok((noisy, cost))
    }

    fn choose(&mut self, scores: &[i64], epsilon: f64) -> Result<(usize, f64), Unfit> {
        let measurement = make_noisy_max(
            VectorDomain::new(AtomDomain::<i64>::default()),
            // Scores may go up and down.
            LInfDistance::<i64>::new(false),
            MaxDivergence,
            2.0 / epsilon * MARGIN,
            false,
        )
        .map_err(|_| Unfit::Library)?;
        let cost = measurement.map(&1).map_err(|_| Unfit::Library)?;
        if cost > epsilon {
            return Err(Unfit::Library);
        }
        let chosen = measurement.invoke(&scores.to_vec()).map_err(|_| Unfit::Library)?;
        Ok((chosen, cost))
    }
}
