//! Single values: from what TOML found to what a key takes, or the problem with it.

use crate::code;
use crate::language::{Key, Limits, Name, Named, Status};
use ridotto_catalogue::{Decimal, Problem, Span, Spanned, nearest};
use toml::de::{DeString, DeValue};

/// A value in the file.
pub(super) type Item<'a> = toml::Spanned<DeValue<'a>>;

/// A key in the file.
pub(super) type Spelled<'a> = toml::Spanned<DeString<'a>>;

/// A value that was read, or what is wrong with it.
pub(super) type Read<T> = Result<Spanned<T>, Problem>;

pub(super) fn span(item: &Item<'_>) -> Span {
    item.span().into()
}

/// Says that a value is of another type than the key takes.
pub(super) fn wrong_type(key: &Key, expected: &str, item: &Item<'_>) -> Problem {
    let found = described(item);
    let message = format!("`{}` takes {expected}, not {found}", key.name);
    Problem::error(code::WRONG_TYPE, message)
        .at(span(item), format!("this is {found}"))
        .with_help(format!("for example `{} = {}`", key.name, key.example))
}

fn described(item: &Item<'_>) -> &'static str {
    match item.get_ref() {
        DeValue::String(_) => "a text",
        DeValue::Integer(_) => "a whole number",
        DeValue::Float(_) => "a number with a fraction",
        DeValue::Boolean(_) => "true or false",
        DeValue::Datetime(_) => "a date",
        DeValue::Array(_) => "a list",
        DeValue::Table(_) => "a table",
    }
}

pub(super) fn text(key: &Key, item: &Item<'_>) -> Read<String> {
    match item.get_ref() {
        DeValue::String(text) => Ok(Spanned::written(text.to_string(), item.span())),
        _ => Err(wrong_type(key, "a text in quotes", item)),
    }
}

pub(super) fn boolean(key: &Key, item: &Item<'_>) -> Read<bool> {
    match item.get_ref() {
        DeValue::Boolean(value) => Ok(Spanned::written(*value, item.span())),
        _ => Err(wrong_type(key, "true or false", item)),
    }
}

/// A text of exactly one character.
pub(super) fn character(key: &Key, item: &Item<'_>) -> Read<char> {
    let text = text(key, item)?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if !matches!(only, '\n' | '\r' | '\0') => Ok(text.map(|_| only)),
        _ => Err(not_one_character(key, &text)),
    }
}

fn not_one_character(key: &Key, text: &Spanned<String>) -> Problem {
    let (name, count) = (key.name, text.chars().count());
    let (message, label) = match count {
        1 => (format!("`{name}` cannot be the end of a line"), "a control character".into()),
        _ => (format!("`{name}` must be one character, not {count}"), plural(count, "character")),
    };
    Problem::error(code::OUT_OF_RANGE, message)
        .at(text.span, label)
        .with_help(format!("for example `{name} = {}`", key.example))
}

/// One character, or the word `tab`.
pub(super) fn delimiter(key: &Key, item: &Item<'_>) -> Read<char> {
    match item.get_ref() {
        DeValue::String(text) if matches!(&**text, "tab" | "\\t") => {
            Ok(Spanned::written('\t', item.span()))
        }
        _ => character(key, item),
    }
}

/// A number as it was written, kept exactly.
pub(super) fn decimal(key: &Key, item: &Item<'_>) -> Read<Decimal> {
    let number = match item.get_ref() {
        DeValue::Integer(number) if number.radix() == 10 => Decimal::parse(number.as_str()),
        DeValue::Integer(number) => i64::from_str_radix(number.as_str(), number.radix())
            .ok()
            .and_then(|number| Decimal::parse(&number.to_string())),
        DeValue::Float(number) => Decimal::parse(number.as_str()),
        _ => return Err(wrong_type(key, "a number", item)),
    };
    match number {
        Some(number) => Ok(Spanned::written(number, item.span())),
        None => Err(not_kept(key, item)),
    }
}

fn not_kept(key: &Key, item: &Item<'_>) -> Problem {
    let infinite = matches!(item.get_ref(), DeValue::Float(f) if f.as_str().contains(['n', 'i']));
    let (what, label) = if infinite {
        ("is not a finite number", "not finite")
    } else {
        ("has more digits than can be kept exactly", "more than 18 digits")
    };
    Problem::error(code::OUT_OF_RANGE, format!("`{}` {what}", key.name))
        .at(span(item), label)
        .with_help(format!("for example `{} = {}`", key.name, key.example))
}

/// A number within limits.
pub(super) fn number(key: &Key, item: &Item<'_>, limits: &Limits) -> Read<Decimal> {
    let number = decimal(key, item)?;
    let (least, most) = (Decimal::from(limits.least), Decimal::from(limits.most));
    let reason = if *number < least || (limits.open && *number == least) {
        let bound = if limits.open { "more than" } else { "at least" };
        format!("{bound} {least}")
    } else if *number > most {
        format!("at most {most}")
    } else {
        return Ok(number);
    };
    let message = format!("`{}` is {number}, but must be {reason}", key.name);
    Err(Problem::error(code::OUT_OF_RANGE, message)
        .at(number.span, format!("must be {reason}"))
        .with_help(limits.because))
}

/// A whole number within limits.
pub(super) fn integer(key: &Key, item: &Item<'_>, limits: &Limits) -> Read<u32> {
    if !matches!(item.get_ref(), DeValue::Integer(_)) {
        return Err(wrong_type(key, "a whole number", item));
    }
    let number = number(key, item, limits)?;
    let whole = number.to_string().parse();
    Ok(number.map(|_| whole.expect("the limits of whole numbers lie within u32")))
}

/// One of the names of an enumeration.
pub(super) fn choice<T: Named>(key: &Key, item: &Item<'_>) -> Read<T> {
    let text = text(key, item)?;
    let Some(index) = T::NAMES.iter().position(|name| name.name == *text) else {
        return Err(unknown_value(key, T::NAMES, &text));
    };
    match T::NAMES[index].status {
        Status::Now => Ok(text.map(|_| T::ALL[index])),
        Status::Later => Err(name_comes_later(&text, key, T::NAMES)),
    }
}

fn unknown_value(key: &Key, names: &[Name], text: &Spanned<String>) -> Problem {
    let help = match nearest(text, names.iter().map(|name| name.name)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("allowed are {}", available(names)),
    };
    Problem::error(code::UNKNOWN_VALUE, format!("`{text}` is not a known `{}`", key.name))
        .at(text.span, "not known")
        .with_help(help)
}

/// Says that a name of the language must wait.
pub(super) fn name_comes_later(name: &Spanned<String>, key: &Key, names: &[Name]) -> Problem {
    let help = match available(names) {
        list if list.is_empty() => format!("no `{}` works in this version: leave it out", key.name),
        list => format!("`{}` can be {list}", key.name),
    };
    comes_later(name, name.span).with_help(help)
}

/// Says that something of the language must wait.
pub(super) fn comes_later(what: &str, at: impl Into<Option<Span>>) -> Problem {
    let message = format!(
        "`{what}` is part of the policy language, but this version of ridotto cannot do it yet"
    );
    Problem::error(code::NOT_IN_THIS_VERSION, message).at(at, "not in this version")
}

/// The names that work, for a sentence.
pub(super) fn available(names: &[Name]) -> String {
    listed(names.iter().filter(|name| name.status == Status::Now).map(|name| name.name))
}

/// `a`, `b`, `c`
pub(super) fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

pub(super) fn plural(count: usize, thing: &str) -> String {
    let ending = if count == 1 { "" } else { "s" };
    format!("{count} {thing}{ending}")
}

/// The values if all are there. Unlike `collect` it goes on to the end after a failure, so that
/// every problem of a list is found.
pub(super) fn all<T>(read: impl Iterator<Item = Option<T>>) -> Option<Vec<T>> {
    let read: Vec<_> = read.collect();
    read.into_iter().collect()
}
