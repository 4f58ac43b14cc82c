//! The value of a parameter: what was written, as the parameter's shape takes it.

use super::fields::Fields;
use super::groups::{Group, groups};
use super::several::one;
use super::tables::{self, Among, Domain};
use super::{levels, several};
use crate::read::{self, Item, Written};
use crate::{Decimal, Limits, Parameter, Problem, Section, Shape, Span, Spanned};

/// A name that a person chose, and what is said of it.
pub type Of<T> = (Spanned<String>, T);

/// The value of a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Value {
    /// A whole number.
    Whole(u64),
    /// A number.
    Number(Decimal),
    /// One of the parameter's names.
    Choice(&'static str),
    /// True or false.
    Boolean(bool),
    /// A text.
    Text(Spanned<String>),
    /// Texts.
    Texts(Vec<Spanned<String>>),
    /// The column that has each record's own number.
    Column(Spanned<String>),
    /// A character.
    Character(char),
    /// Some of the parameter's names.
    Choices(Vec<Spanned<&'static str>>),
    /// Whole numbers.
    Wholes(Vec<Spanned<u32>>),
    /// Numbers.
    Numbers(Vec<Spanned<Decimal>>),
    /// Numbers for each level.
    Levels(Vec<Vec<Spanned<Decimal>>>),
    /// A tree.
    Groups(Vec<Group>),
    /// A table with parameters of its own.
    Section(Fields),
    /// A text for each of some texts.
    Mapping(Vec<Of<Spanned<String>>>),
    /// Texts for each of some texts.
    Lists(Vec<Of<Vec<Spanned<String>>>>),
    /// Numbers for each of some texts, by texts again.
    Matrix(Vec<Of<Vec<Of<Decimal>>>>),
    /// The least and the greatest number of attributes.
    Ranges(Vec<Of<(Decimal, Decimal)>>),
    /// Combinations of values of attributes.
    Combinations(Vec<Vec<Of<Among>>>),
    /// The values that attributes can have.
    Domains(Vec<Of<Domain>>),
}

impl Value {
    /// What is written, as a parameter takes it, or everything that is wrong with it.
    pub fn read(parameter: &Parameter, item: &Item) -> Result<Self, Vec<Problem>> {
        value(parameter, item.span, item)
    }

    /// The value that holds where nothing is written, if one does.
    pub(super) fn usual(parameter: &Parameter) -> Option<Self> {
        let text = parameter.default?;
        match parameter.shape {
            Shape::Choice(_) | Shape::ChoiceOr(..) => {
                Self::chosen(parameter, text.trim_matches('"'))
            }
            Shape::Boolean => Some(Self::Boolean(text == "true")),
            Shape::Number(_) => Decimal::parse(text).map(Self::Number),
            Shape::Integer(_) => text.parse().ok().map(Self::Whole),
            Shape::Character => text.trim_matches('"').chars().next().map(Self::Character),
            _ => None,
        }
    }

    /// One of the parameter's names.
    pub(super) fn chosen(parameter: &Parameter, name: &str) -> Option<Self> {
        let (Shape::Choice(names) | Shape::ChoiceOr(names, _)) = parameter.shape else {
            return None;
        };
        names.iter().find(|of| of.name == name).map(|of| Self::Choice(of.name))
    }

    /// The texts in it, if it has nothing else.
    pub(super) fn texts(&self) -> &[Spanned<String>] {
        match self {
            Self::Texts(texts) => texts,
            Self::Text(text) => std::slice::from_ref(text),
            _ => &[],
        }
    }
}

/// The value of a parameter whose key stands at a place.
pub(super) fn value(
    parameter: &Parameter,
    key: Option<Span>,
    item: &Item,
) -> Result<Value, Vec<Problem>> {
    match parameter.shape {
        Shape::Integer(limits) => whole(parameter, item, &limits).map_err(one),
        Shape::Number(limits) => {
            let number = read::number(parameter, item, &limits);
            number.map(|number| Value::Number(number.value)).map_err(one)
        }
        Shape::Choice(names) => {
            let place = read::name(parameter, item, names);
            place.map(|place| Value::Choice(names[place.value].name)).map_err(one)
        }
        Shape::Boolean => {
            read::boolean(parameter, item).map(|of| Value::Boolean(of.value)).map_err(one)
        }
        Shape::Decimal => {
            read::decimal(parameter, item).map(|of| Value::Number(of.value)).map_err(one)
        }
        Shape::Character => {
            read::character(parameter, item).map(|of| Value::Character(of.value)).map_err(one)
        }
        Shape::Yes => levels::yes(parameter, item).map_err(one),
        Shape::Widths => levels::widths(parameter, item).map(Value::Numbers),
        Shape::Cuts => levels::cuts(parameter, item).map(Value::Levels),
        Shape::Choices(names) => levels::choices(parameter, item, names).map(Value::Choices),
        Shape::Lengths(limits) => levels::lengths(parameter, item, &limits),
        Shape::Prefixes(limits, names) => levels::prefixes(parameter, item, &limits, names),
        Shape::Auto(limits, names) => levels::auto(parameter, item, &limits, names).map_err(one),
        Shape::Groups => groups(parameter, item).map(Value::Groups),
        Shape::Text | Shape::File(_) => read::text(parameter, item).map(Value::Text).map_err(one),
        Shape::Texts => several::texts(parameter, item).map(Value::Texts),
        Shape::Names => several::names(parameter, key, item).map(Value::Texts),
        Shape::TextOrTexts => match item.value {
            Written::List(_) => several::texts(parameter, item).map(Value::Texts),
            _ => read::text(parameter, item).map(|text| Value::Texts(vec![text])).map_err(one),
        },
        Shape::NumberOrText => number_or_text(parameter, item).map_err(one),
        Shape::IntegerOr(limits, section) => match &item.value {
            Written::Table(_) => column(section, item),
            _ => whole(parameter, item, &limits).map_err(one),
        },
        Shape::ChoiceOr(names, section) => match &item.value {
            Written::Table(_) => column(section, item),
            _ => {
                let place = read::name(parameter, item, names);
                place.map(|place| Value::Choice(names[place.value].name)).map_err(one)
            }
        },
        Shape::Bounds => bounds(parameter, item).map_err(one),
        Shape::Section(section) => Fields::within(parameter, section, item).map(Value::Section),
        Shape::Mapping => tables::mapping(parameter, item).map(Value::Mapping),
        Shape::Lists => tables::lists(parameter, item).map(Value::Lists),
        Shape::Matrix => tables::matrix(parameter, item).map(Value::Matrix),
        Shape::Ranges => tables::ranges(parameter, item).map(Value::Ranges),
        Shape::Combinations => tables::combinations(parameter, item).map(Value::Combinations),
        Shape::Domains => tables::domains(parameter, item).map(Value::Domains),
        _ => panic!("entries have no parameters of this shape: `{}`", parameter.name),
    }
}

fn whole(parameter: &Parameter, item: &Item, limits: &Limits) -> Result<Value, Problem> {
    read::integer(parameter, item, limits).map(|number| Value::Whole(number.value.into()))
}

/// Two numbers, of which the second is greater.
fn bounds(parameter: &Parameter, item: &Item) -> Result<Value, Problem> {
    let Some([low, high]) = item.as_list() else {
        return Err(read::wrong_type(parameter, "a list of two numbers", item));
    };
    let (low, high) = (read::decimal(parameter, low)?, read::decimal(parameter, high)?);
    if low.value < high.value {
        return Ok(Value::Numbers(vec![low, high]));
    }
    let message = format!("`{}` ends before it begins", parameter.name);
    Err(Problem::error(crate::code::OUT_OF_RANGE, message)
        .at(item.span, format!("{high} is not more than {low}"))
        .with_help(format!(
            "say the lower end first: `{} = {}`",
            parameter.name, parameter.example
        )))
}

fn number_or_text(parameter: &Parameter, item: &Item) -> Result<Value, Problem> {
    match item.value {
        Written::Text(_) => read::text(parameter, item).map(Value::Text),
        Written::Whole(_) | Written::Number(_) => {
            read::decimal(parameter, item).map(|number| Value::Number(number.value))
        }
        _ => Err(read::wrong_type(parameter, "a number, or a text in quotes", item)),
    }
}

/// The column of a table such as `{ column = "own_k" }`.
fn column(section: &'static Section, item: &Item) -> Result<Value, Vec<Problem>> {
    let fields = Fields::of_section(section, item)?;
    let column = fields.text(section.keys[0].name).cloned();
    Ok(Value::Column(column.expect("the section's first key is a text that must be there")))
}
