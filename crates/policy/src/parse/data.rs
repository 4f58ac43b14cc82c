//! `[data]`

use super::reader::Reader;
use super::value::listed;
use crate::code;
use crate::language::FIRST_YEAR;
use crate::policy::Data;
use ridotto_catalogue::{Problem, Spanned};

/// What may follow `%` in a date format.
const SPECIFIERS: [&str; 17] =
    ["Y", "y", "m", "d", "e", "j", "b", "B", "a", "A", "F", "H", "I", "M", "S", "T", "p"];

pub(super) fn data(at: &mut Reader<'_>) -> Data {
    let usual = Data::default();
    let data = Data {
        input: at.text("input"),
        sheet: at.text("sheet"),
        header: at.boolean("header").unwrap_or(usual.header),
        delimiter: at.delimiter("delimiter"),
        quote: at.character("quote"),
        encoding: at.choice("encoding"),
        decimal: at.choice("decimal"),
        dates: at.texts("dates").unwrap_or(usual.dates),
        first_year: at.integer("first-year", &FIRST_YEAR),
        missing: at.texts("missing").unwrap_or(usual.missing),
        unlisted: at.choice("unlisted").unwrap_or(usual.unlisted),
        person: at.text("person"),
        population: at.text("population"),
        link: at.choice("link").unwrap_or(usual.link),
        household: at.text("household"),
        weight: at.text("weight"),
        weights: at.choice("weights").unwrap_or(usual.weights),
        metadata: at.text("metadata"),
        cells: at.boolean("cells").unwrap_or(usual.cells),
        add_totals: at.boolean("add-totals").unwrap_or(usual.add_totals),
    };
    at.report_all(data.dates.iter().filter_map(date_format));
    at.report_all(same_mark(&data));
    data
}

/// A delimiter inside quotes must not look like a quote.
fn same_mark(data: &Data) -> Option<Problem> {
    let (delimiter, quote) = (data.delimiter?, data.quote?);
    (*delimiter == *quote).then(|| {
        Problem::error(code::CONTRADICTION, "`quote` and `delimiter` are the same character")
            .at(quote.span, "also the delimiter")
            .with_help("leave `quote` out to have it detected")
    })
}

fn date_format(format: &Spanned<String>) -> Option<Problem> {
    let problem = |message: String| {
        Problem::error(code::DATE_FORMAT, message)
            .at(format.span, "not a date format")
            .with_help("write dates as `strftime` does: \"%d.%m.%Y\" reads 24.12.1998")
    };
    let mut parts = format.split('%').skip(1).peekable();
    if parts.peek().is_none() {
        return Some(problem(format!("the date format `{}` has no `%`", format.value)));
    }
    while let Some(part) = parts.next() {
        if part.is_empty() && parts.peek().is_some() {
            parts.next(); // `%%` is a percent sign
            continue;
        }
        let part = part.trim_start_matches(['-', '_', '0']);
        if !SPECIFIERS.iter().any(|specifier| part.starts_with(specifier)) {
            let known = listed(SPECIFIERS);
            let written: String = part.chars().take(1).collect();
            return Some(
                problem(format!("the date format has `%{written}`, which means nothing here"))
                    .with_help(format!("after `%` may come {known}, or another `%`")),
            );
        }
    }
    None
}
