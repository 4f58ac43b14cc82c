//! Errors of the system and of the libraries as problems.

use super::Problem;
use arrow_schema::ArrowError;
use std::io;

impl From<io::Error> for Problem {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::NotFound => Self::NotFound,
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => Self::NoSpace,
            _ => Self::System(error),
        }
    }
}

/// Messages of the Arrow library may quote values, so only system errors pass.
impl From<ArrowError> for Problem {
    fn from(error: ArrowError) -> Self {
        match error {
            ArrowError::IoError(_, error) if error.kind() != io::ErrorKind::UnexpectedEof => {
                error.into()
            }
            _ => Self::BrokenArrow,
        }
    }
}
