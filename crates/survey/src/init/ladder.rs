//! Which hierarchy suits a column: a builder for the policy, or a file that one can edit.

use super::guess::Guess;
use super::meaning::Meaning;
use super::shape::Shape;
use ridotto_catalogue::Definition;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_core::model::MODELS;
use ridotto_core::{Codes, Dictionary, Hierarchy, Kind};
use ridotto_policy::Entries;
use ridotto_release::Error;
use ridotto_release::hierarchy::{compile, parse_builder};

/// A hierarchy for a column.
#[derive(Clone, Debug)]
pub struct Ladder {
    /// As the policy writes it, or `None` if it is a file.
    pub inline: Option<String>,
    /// The type that the policy has to say, because detection would say another.
    pub kind: Option<Kind>,
    /// What it does, in a few words.
    pub about: &'static str,
    /// What it makes of the column.
    pub hierarchy: Hierarchy,
}

/// More values than that do not make a file that anybody edits.
const MOST_LINES: u64 = 1_000;
/// So many values of a number are a scale, and worth a file.
const SCALE: u64 = 60;
/// Dates of more years than that have decades.
const LONG: f64 = 20.0 * 365.25;

/// The hierarchy that suits a quasi-identifier.
pub fn ladder(
    guess: &Guess,
    codes: &Codes,
    dictionary: &Dictionary,
    missing: &[String],
) -> Result<Ladder, Error> {
    let counts = codes.histogram(dictionary.len());
    let name = guess.facts.name.as_str();
    let (inline, kind, about) = choice(guess);
    let models = MODELS.iter().map(|of| *of as &dyn Definition);
    let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
    let entries = Entries::new(models.chain(builders));
    let made = |text: &str| -> Result<Hierarchy, Error> {
        let builder = parse_builder(text, &entries)?;
        Ok(compile(name, &builder, dictionary, &counts, missing)?)
    };
    // What does not suit the values after all is kept or removed wholly: that always works.
    let last = || made("{ suppress = true }").map(|made| (Some("{ suppress = true }"), made));
    let (inline, hierarchy) = match inline {
        Some(text) => made(text).map(|made| (Some(text), made)).or_else(|_| last())?,
        None => match made("{ auto = true }") {
            // Nothing between the value and `*`: a file would say nothing.
            Ok(hierarchy) if hierarchy.height() > 1 => (None, hierarchy),
            _ => last()?,
        },
    };
    let about = if inline == Some("{ suppress = true }") { ALL_OR_NOTHING } else { about };
    Ok(Ladder { inline: inline.map(str::to_owned), kind, about, hierarchy })
}

const ALL_OR_NOTHING: &str = "the value, then *";

/// The builder for a column, `None` for a file; its type; and what it does.
fn choice(guess: &Guess) -> (Option<&'static str>, Option<Kind>, &'static str) {
    let of = &guess.facts;
    let text = (of.kind == Kind::Integer).then_some(Kind::Text);
    match (of.kind, guess.meaning) {
        (Kind::Integer | Kind::Text, Some(Meaning::Postcode)) if of.distinct > 3 => {
            (Some("{ redact = \"right\" }"), text, "the last characters go first")
        }
        _ if of.distinct <= 3 || of.kind == Kind::Boolean => {
            (Some("{ suppress = true }"), None, ALL_OR_NOTHING)
        }
        (Kind::Date, _) if of.span.is_some_and(|days| days > LONG) => (
            Some("{ dates = [\"month\", \"year\", \"decade\"] }"),
            None,
            "day, month, year, decade, *",
        ),
        (Kind::Date, _) => (
            Some("{ dates = [\"month\", \"quarter\", \"year\"] }"),
            None,
            "day, month, quarter, year, *",
        ),
        (Kind::Integer, Some(Meaning::Age)) if of.span.is_some_and(|span| span <= 150.0) => (
            Some("{ intervals = [5, 10, 20], upper = 90 }"),
            None,
            "5, 10, 20 years; 90 and above together",
        ),
        (Kind::Integer, _) if of.years => {
            (Some("{ intervals = [5, 10, 20] }"), None, "5, 10, 20 years")
        }
        (Kind::Integer | Kind::Decimal, _) if of.distinct > SCALE => {
            (Some("{ auto = true }"), None, "groups of about equally many records")
        }
        (Kind::Text, _) if of.shape == Some(Shape::Code) => {
            (Some("{ redact = \"right\" }"), None, "the last characters go first")
        }
        (Kind::Text, _) if of.distinct > MOST_LINES => {
            (Some("{ auto = true }"), None, "rare values together")
        }
        _ => (None, None, "rare values together"),
    }
}
