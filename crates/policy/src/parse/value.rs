//! Single values: what a key takes of what was written, or the problem with it.

use crate::language::Key;
use ridotto_catalogue::Spanned;

pub(super) use ridotto_catalogue::read::{
    Field, Item, Read, Written, boolean, character, choice, comes_later, decimal, field, integer,
    listed, number, text, wrong_type,
};

/// One character, or the word `tab`.
pub(super) fn delimiter(key: &Key, item: &Item) -> Read<char> {
    match item.as_text() {
        Some("tab" | "\\t") => Ok(Spanned { value: '\t', span: item.span }),
        _ => character(key, item),
    }
}

/// The values if all are there. Unlike `collect` it goes on to the end after a failure, so that
/// every problem of a list is found.
pub(super) fn all<T>(read: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}
