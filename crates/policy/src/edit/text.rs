//! Changes of a text: only what must change is written anew.
//!
//! A value is replaced where it stands, and a comment behind it then says what it was. A new key goes below the last one of its table, written as that
//! one is: under a header, in a table on one line, or with the names of its tables before it. Tables of
//! a list are added at the end of the text. What is taken away becomes a comment where it has lines of
//! its own.

use super::toml::{key as key_of, pair, pairs, value as value_of};
use super::{Change, Step};
use ridotto_catalogue::{Field, Item, Span, Written, read};

/// The text with a change; `None` if nobody knows how.
pub(super) fn changed(text: &str, change: &Change) -> Option<String> {
    let tree = crate::parse::tree_of(text)?;
    match change {
        Change::Set { table, key, value } => match find(&tree, table) {
            Some(at) => match read::field(at.as_table()?, key) {
                Some((_, old)) => Some(set(text, old.span?, &value_of(value))),
                None => insert(text, at, table.is_empty(), &pair(key, value)),
            },
            None => appended_table(text, table, &pair(key, value)),
        },
        Change::Remove { table, key } => {
            let Some(at) = find(&tree, table) else { return Some(text.to_owned()) };
            match read::field(at.as_table()?, key) {
                Some(field) => remove(text, at, field),
                None => Some(text.to_owned()),
            }
        }
        Change::Add { list, table } => add(text, &tree, list, table),
    }
}

fn find<'a>(tree: &'a Item, path: &[Step]) -> Option<&'a Item> {
    path.iter().try_fold(tree, |item, step| match step {
        Step::Key(key) => item.get(key),
        Step::At(at) => item.as_list()?.get(*at),
    })
}

/// The text with another value. A comment behind it, which may say why it was the old one, tells what
/// that was.
fn set(text: &str, old: Span, new: &str) -> String {
    let (was, rest) = (&text[old.start..old.end], &text[old.end..line(text, old.end).1]);
    let comment = rest.trim_start().strip_prefix('#').filter(|_| was != new && !was.contains('\n'));
    match comment {
        Some(comment) => {
            let (end, gap) = (old.end + rest.len(), rest.len() - rest.trim_start().len());
            let said = format!("{new}{}# was {was}: {}", &rest[..gap], comment.trim());
            replaced(text, Span { start: old.start, end }, &said)
        }
        None => replaced(text, old, new),
    }
}

fn replaced(text: &str, span: Span, by: &str) -> String {
    format!("{}{by}{}", &text[..span.start], &text[span.end..])
}

/// The line of a byte: where it begins, and where it ends, without its end.
fn line(text: &str, at: usize) -> (usize, usize) {
    let start = text[..at].rfind('\n').map_or(0, |end| end + 1);
    let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
    (start, if text[start..end].ends_with('\r') { end - 1 } else { end })
}

/// Whether a table is written between braces.
fn is_inline(text: &str, table: &Item) -> bool {
    table.span.is_some_and(|span| text[span.start..span.end].starts_with('{'))
}

/// The keys of a table that have an equals sign, with the places of key and value.
fn written(text: &str, table: &Item) -> Vec<(Span, Span)> {
    let fields = table.as_table().unwrap_or_default();
    let places = fields.iter().filter_map(|(key, item)| Some((key.span?, item.span?)));
    let is_pair = |(key, value): &(Span, Span)| {
        key.end <= value.start && text[key.end..value.start].trim() == "="
    };
    places.filter(is_pair).collect()
}

/// The text with a new key in a table.
fn insert(text: &str, table: &Item, is_root: bool, pair: &str) -> Option<String> {
    let last = written(text, table).into_iter().max_by_key(|(_, value)| value.end);
    if !is_root && is_inline(text, table) {
        return match last {
            Some((_, value)) => Some(replaced(
                text,
                Span { start: value.end, end: value.end },
                &format!(", {pair}"),
            )),
            None => Some(replaced(text, table.span?, &format!("{{ {pair} }}"))),
        };
    }
    let (end, before) = match last {
        // The names of the tables stand before the key, or only spaces do.
        Some((key, value)) => {
            (line(text, value.end).1, text[line(text, key.start).0..key.start].to_owned())
        }
        None if is_root => return None,
        None => {
            let span = table.span?;
            text[span.start..span.end].starts_with('[').then_some(())?;
            (line(text, span.end).1, String::new())
        }
    };
    Some(replaced(text, Span { start: end, end }, &format!("\n{before}{pair}")))
}

/// The text with a new table at its end.
fn appended_table(text: &str, path: &[Step], pair: &str) -> Option<String> {
    let [Step::Key(name)] = path else { return None };
    Some(appended(text, &format!("[{}]\n{pair}\n", key_of(name))))
}

fn appended(text: &str, block: &str) -> String {
    let end = if text.is_empty() || text.ends_with('\n') { "" } else { "\n" };
    format!("{text}{end}\n{block}")
}

/// The text without a key. A list of tables loses all of them.
fn remove(text: &str, table: &Item, (key, value): &Field) -> Option<String> {
    let (name, place) = (key.span?, value.span);
    let is_pair = place
        .is_some_and(|place| name.end <= place.start && text[name.end..place.start].trim() == "=");
    if !is_pair {
        return without_tables(text, value);
    }
    let place = place?;
    if is_inline(text, table) {
        // With the comma after it, or else the one before.
        let after = text[place.end..].trim_start();
        let (mut start, mut end) = (name.start, place.end);
        if let Some(rest) = after.strip_prefix(',') {
            end = text.len() - rest.trim_start().len();
        } else if let Some(before) = text[..start].trim_end().strip_suffix(',') {
            start = before.len();
        }
        return Some(replaced(text, Span { start, end }, ""));
    }
    Some(commented(text, line(text, name.start).0, line(text, place.end).1))
}

/// The text in which the tables of a list, each under its header, are comments.
fn without_tables(text: &str, list: &Item) -> Option<String> {
    let mut text = text.to_owned();
    for table in list.as_list()?.iter().rev() {
        let places: Vec<Span> = spans(table);
        let first = places.iter().map(|span| span.start).min()?;
        let bottom = places.iter().map(|span| span.end).max()?;
        // The header stands above its first key, if its own place is not told.
        let mut start = line(&text, first).0;
        while !text[start..].trim_start().starts_with("[[") {
            start = line(&text, start.checked_sub(1)?).0;
        }
        let end = line(&text, bottom).1;
        text = commented(&text, start, end);
    }
    Some(text)
}

/// The places of everything in a table.
fn spans(item: &Item) -> Vec<Span> {
    let within: Vec<Span> = match &item.value {
        Written::Table(fields) => {
            let keys = fields.iter().filter_map(|(key, _)| key.span);
            keys.chain(fields.iter().flat_map(|(_, item)| spans(item))).collect()
        }
        Written::List(items) => items.iter().flat_map(spans).collect(),
        _ => Vec::new(),
    };
    within.into_iter().chain(item.span).collect()
}

/// The text with comments in place of some whole lines.
fn commented(text: &str, start: usize, end: usize) -> String {
    let comment =
        |line: &str| if line.trim().is_empty() { line.to_owned() } else { format!("# {line}") };
    let lines: Vec<String> = text[start..end].split('\n').map(comment).collect();
    format!("{}{}{}", &text[..start], lines.join("\n"), &text[end..])
}

/// The text with one more table in a list of the root.
fn add(text: &str, tree: &Item, list: &str, table: &Item) -> Option<String> {
    let lines = pairs(table);
    let field = read::field(tree.as_table()?, list);
    let inline = field.and_then(|(key, item)| {
        let (key, span) = (key.span?, item.span?);
        let is_pair = key.end <= span.start && text[key.end..span.start].trim() == "=";
        is_pair.then_some(span)
    });
    let Some(span) = inline else {
        return Some(appended(text, &format!("[[{}]]\n{}\n", key_of(list), lines.join("\n"))));
    };
    let inside = text[span.start..span.end].strip_suffix(']')?.trim_end();
    let comma = if inside.ends_with('[') || inside.ends_with(',') { "" } else { "," };
    let at = span.start + inside.len();
    let new = format!("{comma} {{ {} }}", lines.join(", "));
    Some(replaced(text, Span { start: at, end: at }, &new))
}
