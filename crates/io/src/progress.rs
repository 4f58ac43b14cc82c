//! How far a long piece of work has come, and whether it should stop.

/// Told about the work as it is done; asked now and then whether to go on.
pub trait Progress: Sync {
    /// So many more bytes were read, or rows written.
    fn advance(&self, amount: u64);

    /// Whether the work is to stop: readers and writers then give
    /// [`Problem::Cancelled`](crate::Problem::Cancelled) and leave nothing behind.
    fn cancelled(&self) -> bool;
}

/// Nobody watches.
impl Progress for () {
    fn advance(&self, _amount: u64) {}

    fn cancelled(&self) -> bool {
        false
    }
}
