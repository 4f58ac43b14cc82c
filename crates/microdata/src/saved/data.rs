//! How the policy said that the data are written, for the files that come later.

use ridotto_core::kind::FIRST_YEAR;
use ridotto_io::{Encoding, SourceOptions};
use ridotto_policy::Policy;
use ridotto_policy::language::{self, Named};
use serde::{Deserialize, Serialize};

/// How a text file is written, as far as the policy said so; the rest is detected in each file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedData {
    /// What parts the cells.
    #[serde(default)]
    pub delimiter: Option<char>,
    /// What quotes a cell.
    #[serde(default)]
    pub quote: Option<char>,
    /// How characters are encoded, by the policy's name for it.
    #[serde(default)]
    pub encoding: Option<String>,
    /// The decimal mark.
    #[serde(default)]
    pub decimal: Option<String>,
    /// The date formats to try first.
    #[serde(default)]
    pub dates: Vec<String>,
    /// The first of the hundred years that two digits mean, if the dates have such years.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_year: Option<i32>,
    /// Whether there is no line of names.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub no_header: bool,
    /// The sheet of an Excel file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sheet: Option<String>,
}

impl SavedData {
    pub(crate) fn of_policy(policy: &Policy) -> Self {
        let data = &policy.data;
        Self {
            delimiter: data.delimiter.map(|delimiter| *delimiter),
            quote: data.quote.map(|quote| *quote),
            encoding: data.encoding.map(|encoding| encoding.name().to_owned()),
            decimal: data.decimal.map(|mark| mark.name().to_owned()),
            dates: data.dates.iter().map(|format| format.value.clone()).collect(),
            first_year: policy
                .data
                .has_two_digit_years()
                .then(|| ridotto_release::years::first_year(policy)),
            no_header: !*data.header,
            sheet: data.sheet.as_ref().map(|sheet| sheet.value.clone()),
        }
    }

    /// Nothing may be read otherwise than the policy said: a name that means nothing is refused.
    pub(super) fn check(&self) -> Result<(), &'static str> {
        let known = |name: &Option<String>, is_known: &dyn Fn(&str) -> bool| {
            name.as_deref().is_none_or(is_known)
        };
        let is_ascii = |character: Option<char>| character.is_none_or(|it| it.is_ascii());
        if !known(&self.encoding, &|name| encoding(name).is_some()) {
            Err("its data have an encoding that this version lacks")
        } else if !known(&self.decimal, &|mark| matches!(mark, "." | ",")) {
            Err("its data have a decimal mark that this version lacks")
        } else if !is_ascii(self.delimiter) || !is_ascii(self.quote) {
            Err("the delimiter or the quote of its data is not ASCII")
        } else {
            Ok(())
        }
    }

    /// The same as options of a reader.
    pub(super) fn source_options(&self) -> SourceOptions {
        let byte = |character: char| u8::try_from(character).expect("checked when read");
        SourceOptions {
            delimiter: self.delimiter.map(byte),
            quote: self.quote.map_or(b'"', byte),
            encoding: self.encoding.as_deref().and_then(encoding),
            decimal: self.decimal.as_deref().and_then(|mark| mark.chars().next()),
            dates: self.dates.clone(),
            header: !self.no_header,
            first_year: self.first_year.unwrap_or(FIRST_YEAR),
            sheet: self.sheet.clone(),
            ..SourceOptions::default()
        }
    }
}

fn encoding(name: &str) -> Option<Encoding> {
    let all = language::Encoding::ALL.iter();
    all.copied().find(|it| it.name() == name).map(ridotto_release::encoding)
}
