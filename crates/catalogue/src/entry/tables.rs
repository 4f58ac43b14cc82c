//! Parameters that are tables whose keys a person chooses: values, or attributes, and what is said of
//! each. Their entries are read in the order written, and every bad one is reported.

use super::fields::Fields;
use super::several::{Values, again, all, each, one};
use super::value::Of;
use crate::read::{self, Field, Item, Written};
use crate::{Decimal, Limits, Parameter, Problem, Section, Shape, Span, Spanned, code, limits};

/// Some of the values of an attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Among {
    /// These categories.
    Values(Vec<Spanned<String>>),
    /// Numbers between these ends, both included; without an end, however far.
    Between(Option<Decimal>, Option<Decimal>),
}

/// The values that an attribute can have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// These categories.
    Values(Vec<Spanned<String>>),
    /// Numbers, counted in bins of equal width.
    Numbers {
        /// The least.
        lower: Decimal,
        /// The greatest.
        upper: Decimal,
        /// How many bins.
        bins: u32,
        /// Digits behind the point.
        decimals: u32,
    },
}

/// Bins of a domain of numbers.
const BINS: Limits =
    Limits { least: 1, open: false, most: 100_000, because: "it counts bins of equal width" };

/// Digits behind the point.
const DECIMALS: Limits =
    Limits { least: 0, open: false, most: 15, because: "it counts digits behind the point" };

/// Numbers between two ends.
pub static BETWEEN: Section = Section {
    place: "a range",
    doc: "Numbers from one to another, both included; without an end, however far.",
    keys: &[
        Parameter::new("lower", Shape::Decimal, "0", "The least of them."),
        Parameter::new("upper", Shape::Decimal, "15", "The greatest of them."),
    ],
};

/// The numbers that an attribute can have.
pub static NUMBERS: Section = Section {
    place: "a domain of numbers",
    doc: "The numbers that an attribute can have, known without looking at the data.",
    keys: &[
        Parameter::new("lower", Shape::Decimal, "0", "The least; one below counts as it.")
            .required(),
        Parameter::new("upper", Shape::Decimal, "120", "The greatest; one above counts as it.")
            .required(),
        Parameter::new(
            "bins",
            Shape::Integer(BINS),
            "12",
            "How many bins of equal width are counted.",
        )
        .required(),
        Parameter::new(
            "decimals",
            Shape::Integer(DECIMALS),
            "2",
            "With how many digits behind the point numbers are drawn.",
        )
        .default("0"),
    ],
};

/// What each value becomes.
pub(super) fn mapping(key: &Parameter, item: &Item) -> Values<Vec<Of<Spanned<String>>>> {
    let expected = "a table from values to values";
    let entries = entries(key, item, expected, &format!("`{}` maps nothing", key.name))?;
    all(entries.iter().map(|(from, item)| {
        let wrong = read::wrong_type(key, "texts for values", item);
        match &item.value {
            Written::Text(to) => Ok((from.clone(), Spanned { value: to.clone(), span: item.span })),
            Written::Table(_) => Err(vec![
                wrong.with_help("a value with a dot goes in quotes: `\"12.5\" = \"10 to 20\"`"),
            ]),
            _ => Err(vec![wrong]),
        }
    }))
}

/// Values for each value.
pub(super) fn lists(key: &Parameter, item: &Item) -> Values<Vec<Of<Vec<Spanned<String>>>>> {
    let expected = "a table from values to lists of values";
    by_name(key, item, expected, |item| match &item.value {
        Written::List(items) => each(key, items, read::text),
        _ => Err(vec![read::wrong_type(key, expected, item)]),
    })
}

/// Probabilities of values for each value.
pub(super) fn matrix(key: &Parameter, item: &Item) -> Values<Vec<Of<Vec<Of<Decimal>>>>> {
    let expected = "a table from values to tables of probabilities";
    by_name(key, item, expected, |item| match &item.value {
        Written::Table(table) => all(table.iter().map(|(to, item)| {
            let chance = read::number(key, item, &limits::SHARE).map_err(one)?;
            Ok((to.clone(), chance.value))
        })),
        _ => Err(vec![read::wrong_type(key, expected, item)]),
    })
}

/// The least and the greatest number of attributes.
pub(super) fn ranges(key: &Parameter, item: &Item) -> Values<Vec<Of<(Decimal, Decimal)>>> {
    let expected = "a table from attributes to lists of two numbers";
    by_name(key, item, expected, |item| {
        let Written::List(items) = &item.value else {
            return Err(vec![read::wrong_type(key, expected, item)]);
        };
        match &each(key, items, read::decimal)?[..] {
            [lower, upper] if lower.value > upper.value => Err(vec![not_below(upper.span)]),
            [lower, upper] => Ok((lower.value, upper.value)),
            _ => Err(vec![read::wrong_type(key, "two numbers, the least and the greatest", item)]),
        }
    })
}

/// Combinations of at least two attributes' values; at least one.
pub(super) fn combinations(key: &Parameter, item: &Item) -> Values<Vec<Vec<Of<Among>>>> {
    match &item.value {
        Written::List(items) if !items.is_empty() => {
            all(items.iter().map(|item| combination(key, item)))
        }
        _ => Err(vec![read::wrong_type(key, COMBINATIONS, item)]),
    }
}

const COMBINATIONS: &str = "a list of tables from attributes to values";

fn combination(key: &Parameter, item: &Item) -> Values<Vec<Of<Among>>> {
    let Written::Table(table) = &item.value else {
        return Err(vec![read::wrong_type(key, COMBINATIONS, item)]);
    };
    if table.len() < 2 {
        return Err(vec![
            Problem::error(code::OUT_OF_RANGE, "a combination has at least two attributes")
                .at(item.span, "fewer")
                .with_help(format!("for example `{} = {}`", key.name, key.example)),
        ]);
    }
    all(table.iter().map(|(name, item)| Ok((name.clone(), among(key, item)?))))
}

fn among(key: &Parameter, item: &Item) -> Values<Among> {
    match &item.value {
        Written::Text(_) => {
            read::text(key, item).map(|text| Among::Values(vec![text])).map_err(one)
        }
        Written::List(items) if !items.is_empty() => {
            each(key, items, read::text).map(Among::Values)
        }
        Written::Table(table) if !table.is_empty() => {
            let ends = Fields::of_section(&BETWEEN, item)?;
            let [lower, upper] = ["lower", "upper"].map(|name| ends.number_if_given(name));
            match lower.zip(upper) {
                Some((lower, upper)) if lower > upper => Err(vec![not_below(ends.at("upper"))]),
                _ => Ok(Among::Between(lower, upper)),
            }
        }
        _ => Err(vec![read::wrong_type(
            key,
            "a value in quotes, a list of values, or `{ lower = …, upper = … }`",
            item,
        )]),
    }
}

/// The values that attributes can have.
pub(super) fn domains(key: &Parameter, item: &Item) -> Values<Vec<Of<Domain>>> {
    let expected = "a table from attributes to lists of values or to `lower`, `upper` and `bins`";
    by_name(key, item, expected, |item| match &item.value {
        Written::List(items) if !items.is_empty() => {
            let values = each(key, items, read::text)?;
            match again(&values) {
                None => Ok(Domain::Values(values)),
                Some(again) => Err(vec![
                    Problem::error(code::DUPLICATE, "the same value is named twice")
                        .at(again.span, "again here")
                        .with_help("remove one of the two"),
                ]),
            }
        }
        Written::Table(_) => numbers(item),
        _ => Err(vec![read::wrong_type(key, expected, item)]),
    })
}

fn numbers(item: &Item) -> Values<Domain> {
    let fields = Fields::of_section(&NUMBERS, item)?;
    let (lower, upper) = (fields.number("lower"), fields.number("upper"));
    if lower >= upper {
        return Err(vec![not_below(fields.at("upper"))]);
    }
    let count = |name: &str| {
        u32::try_from(fields.whole(name)).expect("the limits of whole numbers lie within u32")
    };
    Ok(Domain::Numbers { lower, upper, bins: count("bins"), decimals: count("decimals") })
}

fn not_below(span: Option<Span>) -> Problem {
    Problem::error(code::CONTRADICTION, "`lower` is not below `upper`")
        .at(span, "not above the other end")
        .with_help("exchange the two, or correct one of them")
}

/// What is said of each name.
fn by_name<T>(
    key: &Parameter,
    item: &Item,
    expected: &str,
    read: impl Fn(&Item) -> Values<T>,
) -> Values<Vec<Of<T>>> {
    let entries = entries(key, item, expected, &format!("`{}` is empty", key.name))?;
    all(entries.iter().map(|(name, item)| Ok((name.clone(), read(item)?))))
}

/// The entries of a table, in the order written; at least one.
fn entries<'a>(
    key: &Parameter,
    item: &'a Item,
    expected: &str,
    empty: &str,
) -> Values<&'a [Field]> {
    match &item.value {
        Written::Table(table) if !table.is_empty() => Ok(table),
        Written::Table(_) => Err(vec![
            Problem::error(code::OUT_OF_RANGE, empty)
                .at(item.span, "no values in here")
                .with_help(format!("for example `{} = {}`", key.name, key.example)),
        ]),
        _ => Err(vec![read::wrong_type(key, expected, item)]),
    }
}
