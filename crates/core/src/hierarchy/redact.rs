//! Codes with more and more characters replaced: `94032 → 9403* → 940** → … → *****`, then `*`.
//!
//! On each level `step` more characters are replaced, at the right or at the left, and a value
//! keeps its length. A value with nothing left is as long as the longest one, so that all of them
//! meet. Characters are Unicode's, not bytes.
//!
//! With `pad`, values are first made as long as the longest one with the replacement character,
//! on the side that is replaced: `x` beside `abc` is `x**` and loses its own character last.
//!
//! # Nesting
//!
//! Let *L* be the greatest length and let *n* < *n'* be the numbers of characters replaced on two
//! levels. Let *f(s)* be *s* with its last *n'* characters replaced if it is longer than *n'*,
//! and else *L* replacement characters. For a value *v*, the label on the coarser level is *f* of
//! the label on the finer level, so equal labels stay equal, and labels can be made of labels:
//! - if *v* is longer than *n*, its label has *v*'s length and *v*'s first characters, and *f*
//!   looks at nothing else;
//! - if not, its label is *L* replacement characters, which *f* keeps; and so is its next label.
//!
//! It does not matter whether the values themselves contain the replacement character. With `pad`
//! all values are of the length *L*, and the same holds.

use super::{
    Builder, HierarchyError, MOST_LEVELS,
    builder::Column,
    compile::{Labels, Layer},
    definition::BuilderDefinition,
    suppress::SWEENEY,
};
use crate::kind::ALL_KINDS;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Limits, Named, Parameter, Shape, Status, Worked, names,
    small,
};

/// Redaction as the catalogue has it.
pub static REDACT: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "redact",
        title: "Redaction",
        aliases: &["mask characters", "truncate", "masking characters", "prefix generalisation"],
        formula: "level i: the first n - i·s characters of v, and * for each of the others",
        status: Status::Now,
        summary: "Texts lose a character at each level: 53711, 5371*, 537**.",
        parameters: &[PARAMETERS],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ redact = … }",
            serves: ALL_KINDS,
            needs: "",
            chain: &["53711", "5371*", "537**", "53***", "5****", "*****"],
            depends: Some("a redacted value is as long as the longest one in the data"),
            states_values: false,
        }),
        advice: include_str!("redact.md"),
        references: &[SWEENEY],
        example: "[attributes.zip]\nrole = \"quasi-identifier\"\nhierarchy = { redact = \"right\" }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "Each level hides one character more, from the right. So 12201 becomes **`1220*`**, then `122**`; it meets 12305 at `12***`, three levels up.",
            run: &["hierarchy make stays.csv --column postcode --redact right -o -"],
            says: &["12201;1220*;122**;12***;1****;*****", "12305;1230*;123**;12***;1****;*****"],
        },
    },
    bind,
};

/// Characters redacted at each level.
const STEP: Limits =
    Limits { least: 1, open: false, most: 255, because: "each level must redact something" };

const PARAMETERS: &[Parameter] = &[
    Parameter::new("redact", Shape::Choice(Side::NAMES), "\"right\"", "At which end it begins.")
        .required(),
    Parameter::new("char", Shape::Character, "\"#\"", "What stands for a redacted character.")
        .default("\"*\""),
    Parameter::new("step", Shape::Integer(STEP), "2", "How many characters go at each level.")
        .default("1"),
];

fn bind(given: &Given) -> Option<Builder> {
    Some(Builder::Redact(Redact {
        side: given.choice("redact"),
        with: given.character("char"),
        step: usize::try_from(given.whole("step")).ok()?,
        ..Redact::default()
    }))
}

names! {
    /// The end of a text at which redaction begins.
    Side {
        /// `53711`, `5371*`, `537**`: the usual one for postal codes.
        Right = "right" Now,
        /// `53711`, `*3711`, `**711`
        Left = "left" Now,
    }
}

/// Redaction of codes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Redact {
    /// Which end is replaced first.
    pub side: Side,
    /// The replacement.
    pub with: char,
    /// How many characters more on each level.
    pub step: usize,
    /// Whether short values are made as long as the longest one first.
    pub pad: bool,
}

impl Default for Redact {
    fn default() -> Self {
        Self { side: Side::Right, with: '*', step: 1, pad: false }
    }
}

impl Redact {
    pub(super) fn layers(self, column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
        if self.step == 0 {
            return Err(column.parameter("a redaction needs a step of at least 1"));
        }
        let texts = column.dictionary.texts();
        let longest = texts.iter().map(|text| text.chars().count()).max().unwrap_or(0);
        let levels = longest.div_ceil(self.step);
        // Redaction is for codes; a column of long texts is refused before it fills the memory.
        if levels > MOST_LEVELS {
            return Err(HierarchyError::TooManyLevels {
                hierarchy: column.name.to_owned(),
                levels,
            });
        }
        let gone: String = std::iter::repeat_n(self.with, longest).collect();
        let mut label = String::new();
        let mut layers: Vec<Layer> = Vec::new();
        for level in 1..=levels {
            let mut redacted = |text: &str, labels: &mut Labels| {
                label.clear();
                self.redact(text, level * self.step, longest, &mut label);
                labels.push(if label.is_empty() { &gone } else { &label });
            };
            layers.push(if let Some(finer) = layers.last() {
                finer.coarser(redacted)
            } else {
                let mut labels = Labels::new(column.dictionary.len());
                for text in texts.iter() {
                    redacted(text, &mut labels);
                }
                column.with_missing(labels)
            });
        }
        Ok(layers)
    }

    /// Writes the text with `count` characters replaced, or nothing if none would be left.
    fn redact(self, text: &str, count: usize, longest: usize, label: &mut String) {
        let length = text.chars().count();
        let full = if self.pad { longest } else { length };
        let kept = full.saturating_sub(count).min(length);
        if kept == 0 {
            return;
        }
        let replaced = std::iter::repeat_n(self.with, full - kept);
        let at = |characters| text.char_indices().nth(characters).map_or(text.len(), |(at, _)| at);
        match self.side {
            Side::Right => {
                label.push_str(&text[..at(kept)]);
                label.extend(replaced);
            }
            Side::Left => {
                label.extend(replaced);
                label.push_str(&text[at(length - kept)..]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };

    #[test]
    fn codes_are_redacted_step_by_step() {
        let right = Redact::default();
        let left = Redact { side: Side::Left, ..right };
        let padded = Redact { pad: true, ..right };
        let pairs = Redact { step: 2, with: '#', ..right };
        for (redact, values, value, labels) in [
            (
                right,
                &["94032"][..],
                "94032",
                &["94032", "9403*", "940**", "94***", "9****", "*****"][..],
            ),
            (left, &["abc"], "abc", &["abc", "*bc", "**c", "***"]),
            (pairs, &["abc"], "abc", &["abc", "a##", "###"]),
            (right, &["abc", "x"], "x", &["x", "***", "***", "***"]),
            (right, &["abc", "x", "?"], "?", &["?", "?", "?", "***"]),
            (left, &["abc", "xy"], "xy", &["xy", "*y", "***", "***"]),
            (right, &["äöü", "ä€"], "ä€", &["ä€", "ä*", "***", "***"]),
            (left, &["äöü"], "äöü", &["äöü", "*öü", "**ü", "***"]),
            (right, &["a", "b"], "a", &["a", "*"]),
            (padded, &["abc", "x"], "x", &["x", "x**", "x**", "***"]),
            (padded, &["abc", "x"], "abc", &["abc", "ab*", "a**", "***"]),
            (Redact { pad: true, ..left }, &["abc", "yx"], "yx", &["yx", "*yx", "**x", "***"]),
        ] {
            let hierarchy = compiled(&Builder::Redact(redact), values).unwrap();
            assert_eq!(chain(&hierarchy, value), labels);
        }
    }

    #[test]
    fn equal_prefixes_meet_and_a_step_is_needed() {
        let zips = ["53711", "53703", "94032", "53712"];
        let hierarchy = compiled(&Builder::Redact(Redact::default()), &zips).unwrap();
        assert_eq!(hierarchy.map(1), [0, 1, 1, 2]);
        assert_eq!(hierarchy.map(2), [0, 0, 0, 1]);
        assert_eq!(hierarchy.leaves(2), [3, 1]);
        let still = Redact { step: 0, ..Redact::default() };
        assert!(compiled(&Builder::Redact(still), &zips).is_err());
        let long = compiled(&Builder::Redact(Redact::default()), &[&"x".repeat(251)]);
        let message = "hierarchy `test` has 251 levels between the values and `*`, and no more than \
                       250 are allowed";
        assert_eq!(long.unwrap_err().to_string(), message);
    }
}
