//! `ridotto schema`

use crate::show;
use ridotto::Error;
use std::process::ExitCode;

/// Prints the JSON Schema of the policy.
pub fn run() -> Result<ExitCode, Error> {
    show::document(&ridotto::to_json(&ridotto::schema()))?;
    Ok(ExitCode::SUCCESS)
}
