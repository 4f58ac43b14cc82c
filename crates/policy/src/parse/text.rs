//! From text to the tree of values: the only place that knows TOML.

use crate::code;
use ridotto_catalogue::{Field, Item, Problem, Source, Span, Spanned, Written};
use toml::de::{DeInteger, DeString, DeTable, DeValue};

/// The tree that a text is, with everything's place in it, or what TOML says about a text that it
/// cannot read.
pub(super) fn tree(source: &Source) -> Result<Item, Vec<Problem>> {
    let (table, errors) = DeTable::parse_recoverable(source.text());
    if errors.is_empty() {
        // No line is the whole file.
        let span = Some(Span { start: 0, end: 0 });
        return Ok(Item { value: fields(table.get_ref()), span });
    }
    Err(errors.iter().map(|error| syntax(error, source)).collect())
}

/// The tree of a single value.
pub(super) fn value(source: &Source) -> Result<Item, Problem> {
    let value = DeValue::parse(source.text());
    value.map(|value| item(&value)).map_err(|error| syntax(&error, source))
}

fn item(value: &toml::Spanned<DeValue<'_>>) -> Item {
    let written = match value.get_ref() {
        DeValue::String(text) => Written::Text(text.to_string()),
        DeValue::Integer(number) => Written::Whole(digits(number)),
        DeValue::Float(number) => Written::Number(number.as_str().to_owned()),
        DeValue::Boolean(value) => Written::Boolean(*value),
        DeValue::Datetime(_) => Written::Date,
        DeValue::Array(items) => Written::List(items.iter().map(item).collect()),
        DeValue::Table(table) => fields(table),
    };
    Item { value: written, span: Some(value.span().into()) }
}

/// A table, in the order written.
fn fields(table: &DeTable<'_>) -> Written {
    let field = |(name, value): (&toml::Spanned<DeString<'_>>, &toml::Spanned<DeValue<'_>>)| {
        (Spanned::written(name.get_ref().to_string(), name.span()), item(value))
    };
    let mut fields: Vec<Field> = table.iter().map(field).collect();
    fields.sort_by_key(|(name, _)| name.span.map(|span| span.start));
    Written::Table(fields)
}

/// The digits of a whole number; none if it is too large to be kept.
fn digits(number: &DeInteger<'_>) -> String {
    if number.radix() == 10 {
        return number.as_str().to_owned();
    }
    let number = i64::from_str_radix(number.as_str(), number.radix());
    number.map_or_else(|_| String::new(), |number| number.to_string())
}

/// What TOML says about a text that it cannot read.
fn syntax(error: &toml::de::Error, source: &Source) -> Problem {
    let text = source.text();
    let boundary = |mut byte: usize| {
        byte = byte.min(text.len());
        while !text.is_char_boundary(byte) {
            byte -= 1;
        }
        byte
    };
    let span = error.span().map(|range| Span {
        start: boundary(range.start),
        end: boundary(range.end.max(range.start)),
    });
    let message = error.message().trim();
    let problem = Problem::error(code::SYNTAX, format!("not TOML: {message}")).at(span, "here");
    match syntax_help(message) {
        Some(help) => problem.with_help(help),
        None => problem,
    }
}

fn syntax_help(message: &str) -> Option<&'static str> {
    let known = [
        ("string values must be quoted", "write names and texts in quotes: `role = \"sensitive\"`"),
        ("unclosed table", "a name with a space goes in quotes: `[attributes.\"marital status\"]`"),
        (
            "invalid unquoted key",
            "a name with other characters goes in quotes: `[attributes.\"größe\"]`",
        ),
        ("duplicate key", "each key may be given once; remove one of the two"),
        ("leading zero", "write the number without the zero, or as a text in quotes"),
    ];
    known.iter().find(|(start, _)| message.contains(start)).map(|&(_, help)| help)
}
