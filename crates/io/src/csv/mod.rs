//! Text tables: cells parted by a delimiter, records by line ends, quoted where needed.

mod dialect;
mod encoding;

pub use dialect::Dialect;
pub use encoding::Encoding;
