//! Verification of what was written. It is a crate of its own, which cannot reach what decided.

pub(crate) use ridotto_verify::{Everybody, Expected, Verified, VerifyError, verify};
