//! Codes whose leading characters are their groups: `15201 → 152 → 15`, then `*`.
//!
//! Labels are the codes of the groups as classifications write them, with nothing in place of what was
//! cut off. A code that is shorter than a level's length is its own group there.
//!
//! # Nesting
//!
//! A label of a coarser level is the first characters of the label of the finer one, so equal labels stay
//! equal, and labels can be made of labels.

use super::{
    Builder, HierarchyError, TOP,
    builder::Column,
    compile::{Labels, Layer},
    definition::BuilderDefinition,
};
use crate::kind::ALL_KINDS;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Limits, Parameter, Reference, Shape, Status, Value, Worked,
    small,
};

/// Leading digits as the catalogue has them.
pub static DIGITS: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "digits",
        title: "Leading digits",
        aliases: &["HIERLEVELS", "leading characters", "classification codes", "NACE", "ISIC"],
        formula: "level i: the first n(i) characters of v, with n(i) > n(i + 1)",
        status: Status::Now,
        summary: "Codes become their first characters: 15201, 152, 15.",
        parameters: &[PARAMETERS],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ digits = … }",
            serves: ALL_KINDS,
            needs: "",
            chain: &["15201", "152", "15", "*"],
            depends: None,
            states_values: false,
        }),
        advice: include_str!("digits.md"),
        references: &[ISIC],
        example: "[attributes.industry]\nrole = \"quasi-identifier\"\nhierarchy = { digits = [3, 2] }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "The first three digits of the postcode 12201 are **`122`**, the first two **`12`**, where it meets 12305.",
            run: &["hierarchy make stays.csv --column postcode --with '{ digits = [3, 2] }' -o -"],
            says: &["12201;122;12;*", "12305;123;12;*"],
        },
    },
    bind,
};

const ISIC: Reference = Reference {
    authors: "United Nations",
    year: 2008,
    title: "International standard industrial classification of all economic activities (ISIC), revision 4",
    doi: "10.18356/8722852c-en",
};

/// Characters that are left.
const LENGTH: Limits =
    Limits { least: 1, open: false, most: 255, because: "something of the code must be left" };

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "digits",
    Shape::Lengths(LENGTH),
    "[3, 2]",
    "How many leading characters are left at each level, fewer and fewer.",
)
.required()];

fn bind(given: &Given) -> Option<Builder> {
    let Some(Value::Wholes(lengths)) = given.get("digits") else { return None };
    let lengths = lengths.iter().map(|length| u8::try_from(**length));
    Some(Builder::Digits(lengths.collect::<Result<_, _>>().ok()?))
}

/// The labels of the levels that keep so many characters, from the most.
pub(super) fn layers(lengths: &[u8], column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    if !lengths.is_sorted_by(|a, b| a > b) || lengths.contains(&0) {
        return Err(column.parameter("lengths must shrink from level to level, down to at least 1"));
    }
    let mut layers: Vec<Layer> = Vec::new();
    for &length in lengths {
        let cut = |text: &str, labels: &mut Labels| labels.push(first(text, length.into()));
        layers.push(if let Some(finer) = layers.last() {
            finer.coarser(cut)
        } else {
            let mut labels = Labels::new(column.dictionary.len());
            column.dictionary.texts().iter().for_each(|text| cut(text, &mut labels));
            column.with_missing(labels)
        });
    }
    Ok(layers)
}

/// What is left of a code; of an empty one nothing could be told.
fn first(text: &str, length: usize) -> &str {
    if text.is_empty() {
        return TOP;
    }
    text.char_indices().nth(length).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::builder::tests::{chain, compiled};

    #[test]
    fn codes_are_cut_down() {
        for (lengths, values, value, labels) in [
            (vec![3, 2], &["15201", "153"][..], "15201", &["15201", "152", "15", "*"][..]),
            (vec![3, 2], &["15201", "1"], "1", &["1", "1", "1", "*"]),
            (vec![1], &["üx", "?"], "üx", &["üx", "ü", "*"]),
            (vec![1], &["üx", "?"], "?", &["?", "?", "*"]),
        ] {
            let hierarchy = compiled(&Builder::Digits(lengths), values).unwrap();
            assert_eq!(chain(&hierarchy, value), labels);
        }
        assert!(compiled(&Builder::Digits(vec![2, 2]), &["a"]).is_err());
        assert!(compiled(&Builder::Digits(vec![2, 0]), &["a"]).is_err());
    }
}
