//! Single values: from what was written to what a parameter takes, or the problem with it.
//!
//! What is written comes from a text, with places, or from a program, without. The words of the
//! problems are the same.

pub use crate::tree::{Field, Item, Written, field};
use crate::{
    Decimal, Limits, Name, Named, Parameter, Problem, Span, Spanned, Status, code, nearest,
};

/// A value that was read, or what is wrong with it.
pub type Read<T> = Result<Spanned<T>, Problem>;

/// Says that a value is of another type than the parameter takes.
pub fn wrong_type(key: &Parameter, expected: &str, item: &Item) -> Problem {
    let found = described(item);
    let message = format!("`{}` takes {expected}, not {found}", key.name);
    Problem::error(code::WRONG_TYPE, message)
        .at(item.span, format!("this is {found}"))
        .with_help(format!("for example `{} = {}`", key.name, key.example))
}

fn described(item: &Item) -> &'static str {
    match item.value {
        Written::Text(_) => "a text",
        Written::Whole(_) => "a whole number",
        Written::Number(_) => "a number with a fraction",
        Written::Boolean(_) => "true or false",
        Written::Date => "a date",
        Written::Nothing => "null",
        Written::List(_) => "a list",
        Written::Table(_) => "a table",
    }
}

/// A text.
pub fn text(key: &Parameter, item: &Item) -> Read<String> {
    match &item.value {
        Written::Text(text) => Ok(item.with(text.clone())),
        _ => Err(wrong_type(key, "a text in quotes", item)),
    }
}

/// A text of exactly one character.
pub fn character(key: &Parameter, item: &Item) -> Read<char> {
    let text = text(key, item)?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(only), None) if !matches!(only, '\n' | '\r' | '\0') => Ok(text.map(|_| only)),
        _ => Err(not_one_character(key, &text)),
    }
}

fn not_one_character(key: &Parameter, text: &Spanned<String>) -> Problem {
    let (name, count) = (key.name, text.chars().count());
    let (message, label) = match count {
        1 => (format!("`{name}` cannot be the end of a line"), "a control character".into()),
        _ => {
            (format!("`{name}` must be one character, not {count}"), format!("{count} characters"))
        }
    };
    Problem::error(code::OUT_OF_RANGE, message)
        .at(text.span, label)
        .with_help(format!("for example `{name} = {}`", key.example))
}

/// True or false.
pub fn boolean(key: &Parameter, item: &Item) -> Read<bool> {
    match item.value {
        Written::Boolean(value) => Ok(item.with(value)),
        _ => Err(wrong_type(key, "true or false", item)),
    }
}

/// A number as it was written, kept exactly.
pub fn decimal(key: &Parameter, item: &Item) -> Read<Decimal> {
    let (Written::Whole(digits) | Written::Number(digits)) = &item.value else {
        return Err(wrong_type(key, "a number", item));
    };
    Decimal::parse(digits).map(|number| item.with(number)).ok_or_else(|| not_kept(key, item))
}

fn not_kept(key: &Parameter, item: &Item) -> Problem {
    let infinite = matches!(&item.value, Written::Number(text) if text.contains(['n', 'i']));
    let (what, label) = if infinite {
        ("is not a finite number", "not finite")
    } else {
        ("has more digits than can be kept exactly", "more than 18 digits")
    };
    Problem::error(code::OUT_OF_RANGE, format!("`{}` {what}", key.name))
        .at(item.span, label)
        .with_help(format!("for example `{} = {}`", key.name, key.example))
}

/// A number within limits.
pub fn number(key: &Parameter, item: &Item, limits: &Limits) -> Read<Decimal> {
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
pub fn integer(key: &Parameter, item: &Item, limits: &Limits) -> Read<u32> {
    if !matches!(item.value, Written::Whole(_)) {
        return Err(wrong_type(key, "a whole number", item));
    }
    let number = number(key, item, limits)?;
    let whole = number.to_string().parse();
    Ok(number.map(|_| whole.expect("the limits of whole numbers lie within u32")))
}

/// One of the names of an enumeration.
pub fn choice<T: Named>(key: &Parameter, item: &Item) -> Read<T> {
    let place = name(key, item, T::NAMES)?;
    Ok(place.map(|place| T::ALL[place]))
}

/// The place of one of some names, if that one works.
pub fn name(key: &Parameter, item: &Item, names: &[Name]) -> Read<usize> {
    let text = text(key, item)?;
    let Some(place) = names.iter().position(|name| name.name == *text) else {
        return Err(unknown_value(key, names, &text));
    };
    match names[place].status {
        Status::Later => Err(name_comes_later(&text, key, names)),
        Status::Now | Status::Derived(_) => Ok(text.map(|_| place)),
    }
}

fn unknown_value(key: &Parameter, names: &[Name], text: &Spanned<String>) -> Problem {
    let help = match nearest(text, names.iter().map(|name| name.name)) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("allowed are {}", available(names)),
    };
    Problem::error(code::UNKNOWN_VALUE, format!("`{text}` is not a known `{}`", key.name))
        .at(text.span, "not known")
        .with_help(help)
}

/// Says that a name of the language must wait.
pub fn name_comes_later(name: &Spanned<String>, key: &Parameter, names: &[Name]) -> Problem {
    let help = match available(names) {
        list if list.is_empty() => format!("no `{}` works in this version: leave it out", key.name),
        list => format!("`{}` can be {list}", key.name),
    };
    comes_later(name, name.span).with_help(help)
}

/// Says that something of the language must wait.
pub fn comes_later(what: &str, at: impl Into<Option<Span>>) -> Problem {
    let message = format!(
        "`{what}` is part of the policy language, but this version of ridotto cannot do it yet"
    );
    Problem::error(code::NOT_IN_THIS_VERSION, message).at(at, "not in this version")
}

/// The names that work, for a sentence.
pub fn available(names: &[Name]) -> String {
    listed(names.iter().filter(|name| name.status == Status::Now).map(|name| name.name))
}

/// `a`, `b`, `c`
pub fn listed<'a>(names: impl IntoIterator<Item = &'a str>) -> String {
    names.into_iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

/// Says that a table has a key that is none of those it can have.
pub fn unknown_key(place: &str, written: &Spanned<String>, keys: &[Parameter]) -> Problem {
    let known = || keys.iter().map(|key| key.name);
    let help = match nearest(written, known()) {
        Some(meant) => format!("did you mean `{meant}`?"),
        None => format!("its keys are {}", listed(known())),
    };
    Problem::error(code::UNKNOWN_KEY, format!("{place} has no key `{written}`"))
        .at(written.span, "unknown key")
        .with_help(help)
}

/// Says that a key is not there that must be.
pub fn missing(key: &Parameter, place: &str, span: Option<Span>) -> Problem {
    let help = format!("add `{} = {}`: {}", key.name, key.example, lower_first(key.doc));
    Problem::error(code::MISSING_KEY, format!("{place} has no `{}`", key.name))
        .at(span, format!("no `{}` here", key.name))
        .with_help(help.trim_end_matches('.'))
}

/// A sentence that begins in the middle of one.
pub fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + characters.as_str()
    })
}
