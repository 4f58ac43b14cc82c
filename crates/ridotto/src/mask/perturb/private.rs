//! Noise that is differentially private for each record.

use ridotto_core::Column;
use ridotto_perturb::noise::private::{PrivateNoise, mask};
use ridotto_perturb::{Masked, Refused};
use ridotto_policy::{Decimal, Noise, Spanned};

/// Adds it, if this build has the vetted generator. It takes no seed.
pub(super) fn noise(noise: &Noise, columns: &[Column]) -> Result<Masked, Refused> {
    let number = |of: &Option<Spanned<Decimal>>| of.as_ref().map_or(0.0, |number| number.to_f64());
    let options = PrivateNoise {
        epsilon: number(&noise.epsilon),
        lower: vec![number(&noise.lower)],
        upper: vec![number(&noise.upper)],
        clamp: false,
    };
    mask(&options, columns)
}
