//! Parameters that are several values: all are read, and every bad one is reported.

use crate::read::{self, Item, Read, Written};
use crate::{Parameter, Problem, Span, Spanned, code};

/// A value, or everything that is wrong with it.
pub(super) type Values<T> = Result<T, Vec<Problem>>;

/// The only problem.
pub(super) fn one(problem: Problem) -> Vec<Problem> {
    vec![problem]
}

/// The values if all are right, or everything that is wrong with any.
pub(super) fn all<T>(read: impl Iterator<Item = Values<T>>) -> Values<Vec<T>> {
    let (mut good, mut bad) = (Vec::new(), Vec::new());
    for one in read {
        match one {
            Ok(value) => good.push(value),
            Err(problems) => bad.extend(problems),
        }
    }
    if bad.is_empty() { Ok(good) } else { Err(bad) }
}

/// What each item of a list is read as.
pub(super) fn each<T>(
    key: &Parameter,
    items: &[Item],
    read: impl Fn(&Parameter, &Item) -> Read<T>,
) -> Values<Vec<Spanned<T>>> {
    all(items.iter().map(|item| read(key, item).map_err(one)))
}

/// A list of texts.
pub(super) fn texts(key: &Parameter, item: &Item) -> Values<Vec<Spanned<String>>> {
    match &item.value {
        Written::List(items) => each(key, items, read::text),
        _ => Err(vec![read::wrong_type(key, "a list of texts", item)]),
    }
}

/// A list of different texts, at least one; the key stands at a place.
pub(super) fn names(
    key: &Parameter,
    at: Option<Span>,
    item: &Item,
) -> Values<Vec<Spanned<String>>> {
    let (names, name) = (texts(key, item)?, key.name);
    if names.is_empty() {
        return Err(vec![
            Problem::error(code::OUT_OF_RANGE, format!("`{name}` names nothing"))
                .at(at, "empty")
                .with_help("name at least one, or remove what it belongs to"),
        ]);
    }
    match again(&names) {
        None => Ok(names),
        Some(again) => Err(vec![
            Problem::error(code::DUPLICATE, format!("`{name}` names `{again}` twice"))
                .at(again.span, "again here")
                .with_help("remove one of the two"),
        ]),
    }
}

/// The first text that was there before.
pub(super) fn again(texts: &[Spanned<String>]) -> Option<&Spanned<String>> {
    let is_again = |&(at, text): &(usize, &Spanned<String>)| {
        texts[..at].iter().any(|other| other.value == text.value)
    };
    texts.iter().enumerate().find(is_again).map(|(_, text)| text)
}
