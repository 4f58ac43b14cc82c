//! The nodes that a search may still look at.

use super::Packed;
use std::fmt;

/// What a search tells an evaluator of the nodes that are open. They may decide what a look costs,
/// because one coarser table can serve many of them; they never decide what is seen.
#[derive(Clone, Copy, Default)]
pub struct OpenNodes<'a>(Option<&'a dyn Fn() -> Vec<Packed>>);

impl<'a> OpenNodes<'a> {
    /// Nothing is known of them.
    pub fn unknown() -> Self {
        Self(None)
    }

    /// Those that a function lists. It is called only by who needs them.
    pub fn listed(by: &'a dyn Fn() -> Vec<Packed>) -> Self {
        Self(Some(by))
    }

    /// The nodes, in any order.
    pub fn list(self) -> Vec<Packed> {
        self.0.map_or_else(Vec::new, |list| list())
    }
}

impl fmt::Debug for OpenNodes<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("OpenNodes").field(&self.0.is_some()).finish()
    }
}
