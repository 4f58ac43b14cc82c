//! Verification of what was written, with our errors. It is a crate of its own, which cannot reach what
//! decided.

use crate::Error;
use ridotto_core::Watch;
use ridotto_table::{SourceOptions, StagedTable};
use ridotto_verify::{Expected, Verified, VerifyError};

/// Reads what was written again and compares it with what it must be. What could not be read is the
/// fault of a file; all else is ours.
pub fn verify(
    staged: &dyn StagedTable,
    options: &SourceOptions,
    expected: &Expected<'_>,
    watch: &dyn Watch,
) -> Result<Verified, Error> {
    ridotto_verify::verify(staged, options, expected, watch).map_err(|error| match error {
        VerifyError::Io(error) => error.into(),
        fault => Error::Unverified(fault.to_string()),
    })
}
