//! How a policy says that values become coarser.
//!
//! What can be checked without data is checked: widths divide one another, cut points nest, no
//! value is listed twice. Compiling them into levels over the values of a column is work for others.

use ridotto_catalogue::Given;

/// Where a hierarchy comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum HierarchySource {
    /// A CSV file with one line for each value: the value, level 1, level 2, and so on.
    File(String),
    /// A builder with its parameters, such as `{ intervals = [5, 10, 20] }`.
    Built(Given),
}

impl HierarchySource {
    /// Whether it states which values there can be, and in which order.
    pub fn states_values(&self) -> bool {
        match self {
            Self::File(_) => true,
            Self::Built(given) => given.entry().builder().is_some_and(|facts| facts.states_values),
        }
    }

    /// The key that builds it, or `file`.
    pub fn name(&self) -> &'static str {
        match self {
            Self::File(_) => "file",
            Self::Built(given) => given.name(),
        }
    }
}
