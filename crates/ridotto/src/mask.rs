//! Masking steps: what the policy has done to the table before anything is searched for.

pub(crate) use ridotto_mask::steps::{Masked, Setting, run, wants};
