//! Columns of a table as perturbations see them, and back.
//!
//! Numbers and days become numbers, everything else becomes categories, in order if they are ordinal. What comes back is written
//! as the column's texts are: with its decimal mark, or in its format of dates.

use super::New;
use crate::step::StepContext;
use ridotto_core::{Code, Codes, Dictionary, KeyedMap, Kind, Reading, Value, Values};
use ridotto_policy::Attribute;
use ridotto_release::reading;
use ridotto_table::{Column, Native, Table};

/// A column, and what it takes to write it again.
pub(crate) struct Plain {
    /// The values.
    pub column: ridotto_core::Series,
    /// How its texts are read.
    pub reading: Reading,
    /// The text of each category.
    pub texts: Vec<String>,
}

impl Plain {
    /// The column at this place; one that is not in codes was not asked for.
    pub fn of(table: &Table, at: usize) -> Self {
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else {
            unreachable!("what a step needs is read as codes");
        };
        let reading = dictionary.reading().clone();
        let is_number = matches!(reading.kind, Kind::Integer | Kind::Decimal | Kind::Date);
        let (values, texts) = if is_number {
            let number = |code: Code| reading.parse(dictionary.text(code)?).as_f64();
            let numbers: Vec<f64> = (0..dictionary.len() as Code)
                .map(|code| number(code).unwrap_or(f64::NAN))
                .collect();
            let values = codes.iter().map(|code| numbers[code as usize]).collect();
            (Values::Numbers(values), Vec::new())
        } else if reading.kind == Kind::Ordinal {
            // Every value of the order is a category, so that its place in it is its code.
            let rank = |code: Code| match reading.parse(dictionary.text(code)?) {
                Value::Rank(rank) => Some(rank),
                _ => None,
            };
            let ranks: Vec<Option<Code>> = (0..dictionary.len() as Code).map(rank).collect();
            let codes = codes.iter().map(|code| ranks[code as usize]).collect();
            let categories = reading.order.len();
            (Values::Categories { codes, categories, ordered: true }, reading.order.clone())
        } else {
            let texts: Vec<String> = dictionary.texts().iter().map(str::to_owned).collect();
            let missing = dictionary.missing();
            let codes = codes.iter().map(|code| (Some(code) != missing).then_some(code)).collect();
            let categories = texts.len();
            (Values::Categories { codes, categories, ordered: false }, texts)
        };
        let column = ridotto_core::Series { name: table.names[at].as_str().into(), values };
        Self { column, reading, texts }
    }

    /// Whether its values are in an order that somebody said.
    pub fn is_ordinal(&self) -> bool {
        self.reading.kind == Kind::Ordinal
    }

    /// As what another file's column of the same values is read.
    pub fn read_as(&self) -> Kind {
        if self.is_ordinal() { Kind::Text } else { self.reading.kind }
    }

    /// The column of a table that has these new values.
    pub fn renewed(&self, new: &New) -> Column {
        match new {
            New::Values(values, decimals) => self.written(values, *decimals),
            New::Labels(of, labels) => self.labelled(of, labels),
        }
    }

    /// The column of a table that has these values now.
    pub fn written(&self, values: &Values, decimals: Option<u8>) -> Column {
        match values {
            Values::Numbers(numbers) => {
                let (of, distinct) = numbered(numbers);
                let labels: Vec<Option<String>> = distinct
                    .iter()
                    .map(|number| (!number.is_nan()).then(|| self.reading.write(*number, decimals)))
                    .collect();
                self.labelled(&of, &labels)
            }
            Values::Categories { codes, .. } => {
                let labels: Vec<Option<String>> =
                    self.texts.iter().cloned().map(Some).chain([None]).collect();
                let of: Vec<u32> =
                    codes.iter().map(|code| code.unwrap_or(self.texts.len() as Code)).collect();
                self.labelled(&of, &labels)
            }
        }
    }

    /// The column in which each row has one of these labels, `None` for missing. A label that no
    /// row has is forgotten: it may be somebody's true value.
    pub fn labelled(&self, of: &[u32], labels: &[Option<String>]) -> Column {
        let mut used = vec![false; labels.len()];
        for &label in of {
            used[label as usize] = true;
        }
        let mut place = vec![0; labels.len()];
        let mut left = Vec::new();
        for label in (0..labels.len()).filter(|&label| used[label]) {
            place[label] = left.len();
            left.push(labels[label].as_deref());
        }
        let (dictionary, new) = Dictionary::of_labels(left.iter().copied(), &self.reading);
        let codes: Vec<Code> = of.iter().map(|&label| new[place[label as usize]]).collect();
        let codes = Codes::from_codes(&codes, dictionary.len());
        let native = Native::of_dictionary(&dictionary);
        Column::Coded { codes, dictionary, native }
    }
}

/// A column of which each cell is read alone: a category of these, or a number, or missing.
pub(crate) fn alone(
    context: &StepContext,
    table: &Table,
    at: usize,
    texts: Option<Vec<String>>,
) -> Plain {
    let Column::Coded { codes, dictionary, native } = &table.columns[at] else {
        unreachable!("what a step needs is read as codes");
    };
    let own = native.as_ref().map(Native::data_type);
    let reading = reading::reading(context.policy(), attribute(context, at), own);
    let every = 0..dictionary.len() as Code;
    let known = |code: Code| dictionary.text(code).filter(|text| !context.is_missing(text));
    let (values, texts) = match texts {
        Some(texts) => {
            let place = |text: &str| texts.iter().position(|other| other == text);
            let new: Vec<Option<Code>> =
                every.map(|code| known(code).and_then(place).map(|code| code as Code)).collect();
            let codes = codes.iter().map(|code| new[code as usize]).collect();
            let categories = texts.len();
            (Values::Categories { codes, categories, ordered: false }, texts)
        }
        None => {
            let number = |code: Code| known(code).and_then(|text| reading.parse(text).as_f64());
            let new: Vec<f64> = every.map(|code| number(code).unwrap_or(f64::NAN)).collect();
            (Values::Numbers(codes.iter().map(|code| new[code as usize]).collect()), Vec::new())
        }
    };
    let column = ridotto_core::Series { name: table.names[at].as_str().into(), values };
    Plain { column, reading, texts }
}

/// What the policy says of a column that is released.
pub(crate) fn attribute(context: &StepContext, at: usize) -> &Attribute {
    let found = context.policy().attribute(&context.names()[at]);
    found.expect("every released column has its attribute")
}

/// The number of each value, and the values once each.
fn numbered(values: &[f64]) -> (Vec<u32>, Vec<f64>) {
    let mut places = KeyedMap::default();
    let mut distinct = Vec::new();
    let of = values.iter().map(|value| {
        // All that is missing is one value.
        let bits = if value.is_nan() { f64::NAN.to_bits() } else { (value + 0.0).to_bits() };
        *places.entry(bits).or_insert_with(|| {
            distinct.push(*value);
            distinct.len() as u32 - 1
        })
    });
    (of.collect(), distinct)
}

/// In how many rows two columns show something else.
pub(crate) fn differing(before: &Column, after: &Column) -> u64 {
    let (
        Column::Coded { codes: before, dictionary: old, .. },
        Column::Coded { codes: after, dictionary: new, .. },
    ) = (before, after)
    else {
        return 0;
    };
    // The code that each old value has now.
    let now: Vec<Option<Code>> = (0..old.len() as Code)
        .map(|code| match old.text(code) {
            Some(text) => new.code(text),
            None => new.missing(),
        })
        .collect();
    let pairs = before.iter().zip(after.iter());
    pairs.filter(|&(before, after)| now[before as usize] != Some(after)).count() as u64
}
