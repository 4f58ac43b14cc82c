//! The value, and above it only `*`.

use super::{Builder, definition::BuilderDefinition};
use crate::kind::ALL_KINDS;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Parameter, Reference, Shape, Status, Worked, small,
};

/// Suppression as the catalogue has it.
pub static SUPPRESS: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "suppress",
        title: "Suppression",
        aliases: &["suppression hierarchy", "keep or remove"],
        formula: "level 0: v; level 1: *",
        status: Status::Now,
        summary: "The value, and above it only `*`.",
        parameters: &[&[
            Parameter::new("suppress", Shape::Yes, "true", "Always `true`.").required()
        ]],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ suppress = true }",
            serves: ALL_KINDS,
            needs: "",
            chain: &["female", "*"],
            depends: None,
            states_values: false,
        }),
        advice: include_str!("suppress.md"),
        references: &[SWEENEY],
        example: "[attributes.sex]\nrole = \"quasi-identifier\"\nhierarchy = { suppress = true }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "There are two levels: the value, and `*`. So **f** stays f or becomes nothing.",
            run: &["hierarchy make stays.csv --column sex --suppress -o -"],
            says: &["f;*", "m;*"],
        },
    },
    bind: |_| Some(Builder::Suppress),
};

/// Where domain and value generalisation hierarchies come from.
pub(super) const SWEENEY: Reference = Reference {
    authors: "L. Sweeney",
    year: 2002,
    title: "Achieving k-anonymity privacy protection using generalization and suppression",
    doi: "10.1142/S021848850200165X",
};
