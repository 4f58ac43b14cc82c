//! Readers of others that may panic on bytes that nobody meant.
//!
//! The libraries that decode Parquet, Arrow and Excel give errors for most damaged files and panic for
//! some. For whoever reads such a file both are the same: it is damaged.

use crate::Problem;
use std::{
    cell::Cell,
    panic::{AssertUnwindSafe, catch_unwind},
};

thread_local! {
    static GUARDED: Cell<bool> = const { Cell::new(false) };
}

/// Whether a panic of this thread is caught and becomes an error: a hook that shows panics has
/// nothing to show then.
pub fn is_guarded() -> bool {
    GUARDED.get()
}

/// Takes back the mark, also when the reader panics.
struct Mark(bool);

impl Drop for Mark {
    fn drop(&mut self) {
        GUARDED.set(self.0);
    }
}

/// What a library's reader gives; if it panics, the file is broken in the way that is named.
///
/// What the reader has half done is not used again, so nothing sees it.
pub(crate) fn guarded<T, E>(
    broken: Problem,
    read: impl FnOnce() -> Result<T, E>,
) -> Result<T, Problem>
where
    Problem: From<E>,
{
    let mark = Mark(GUARDED.replace(true));
    let read = catch_unwind(AssertUnwindSafe(read));
    drop(mark);
    match read {
        Ok(read) => Ok(read?),
        Err(_) => Err(broken),
    }
}

/// The items of a library's reader. After a panic there are no more.
pub(crate) struct Guarded<I> {
    items: Option<I>,
    broken: fn() -> Problem,
}

impl<I> Guarded<I> {
    pub fn new(items: I, broken: fn() -> Problem) -> Self {
        Self { items: Some(items), broken }
    }
}

impl<T, E, I: Iterator<Item = Result<T, E>>> Iterator for Guarded<I>
where
    Problem: From<E>,
{
    type Item = Result<T, Problem>;

    fn next(&mut self) -> Option<Self::Item> {
        let items = self.items.as_mut()?;
        let item = guarded((self.broken)(), || items.next().transpose());
        if item.is_err() {
            self.items = None;
        }
        item.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_an_error() {
        assert!(!is_guarded());
        let read = guarded(Problem::BrokenArrow, || -> Result<(), Problem> {
            assert!(is_guarded());
            panic!("as it was meant to");
        });
        assert!(matches!(read, Err(Problem::BrokenArrow)));
        assert!(!is_guarded());
    }

    #[test]
    fn items_end_with_the_first_panic() {
        let items = [1, 2, 0, 4].into_iter().map(|item| {
            assert!(item > 0, "as it was meant to");
            Ok::<_, Problem>(item)
        });
        let items: Vec<_> = Guarded::new(items, || Problem::BrokenParquet).collect();
        assert_eq!(items.len(), 3);
        assert!(matches!(items[..], [Ok(1), Ok(2), Err(Problem::BrokenParquet)]));
    }
}
