//! Samarati's preferences as the catalogue has them.

use super::Preference;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Definition, Entry, Facts, ObjectiveFacts, Reference, Status};

/// Every preference that a policy can name, in the order of the book.
pub static PREFERENCES: &[&PreferenceDefinition] = &[
    &MINIMUM_ABSOLUTE_DISTANCE,
    &MINIMUM_RELATIVE_DISTANCE,
    &MAXIMUM_DISTRIBUTION,
    &MINIMUM_SUPPRESSION,
];

/// A preference as the catalogue has it. It is an objective that one algorithm knows.
#[derive(Debug)]
pub struct PreferenceDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// What is preferred.
    pub preference: Preference,
}

impl Definition for PreferenceDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl Preference {
    /// Its entry, if it is one of the paper's.
    pub fn definition(self) -> Option<&'static PreferenceDefinition> {
        PREFERENCES.iter().copied().find(|of| of.preference == self)
    }
}

static MINIMUM_ABSOLUTE_DISTANCE: PreferenceDefinition = PreferenceDefinition {
    entry: Entry {
        name: "minimum-absolute-distance",
        title: "Minimum absolute distance",
        aliases: &["absolute distance"],
        formula: "Σ over attributes of level",
        status: Status::Now,
        summary: "For `samarati`: the fewest steps of generalisation.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "the fewest steps in all",
            unit: "steps",
            best: "0",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "nothing",
            only_for: Some("samarati"),
        }),
        advice: include_str!("minimum_absolute_distance.md"),
        references: &[SAMARATI],
        example: "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-absolute-distance\"\n",
    },
    preference: Preference::MinimumAbsoluteDistance,
};

static MINIMUM_RELATIVE_DISTANCE: PreferenceDefinition = PreferenceDefinition {
    entry: Entry {
        name: "minimum-relative-distance",
        title: "Minimum relative distance",
        aliases: &["relative distance"],
        formula: "Σ over attributes of level / height",
        status: Status::Now,
        summary: "For `samarati`: the fewest steps, relative to the height of each hierarchy.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "the fewest steps, each as a share of its height",
            unit: "heights",
            best: "0",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "nothing",
            only_for: Some("samarati"),
        }),
        advice: include_str!("minimum_relative_distance.md"),
        references: &[SAMARATI],
        example: "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-relative-distance\"\n",
    },
    preference: Preference::MinimumRelativeDistance,
};

static MAXIMUM_DISTRIBUTION: PreferenceDefinition = PreferenceDefinition {
    entry: Entry {
        name: "maximum-distribution",
        title: "Maximum distribution",
        aliases: &["distribution"],
        formula: "-|distinct tuples|",
        status: Status::Now,
        summary: "For `samarati`: the most distinct tuples.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "minus the number of distinct tuples",
            unit: "tuples",
            best: "as many tuples as records",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "nothing",
            only_for: Some("samarati"),
        }),
        advice: include_str!("maximum_distribution.md"),
        references: &[SAMARATI],
        example: "[release]\nalgorithm = \"samarati\"\nobjective = \"maximum-distribution\"\n",
    },
    preference: Preference::MaximumDistribution,
};

static MINIMUM_SUPPRESSION: PreferenceDefinition = PreferenceDefinition {
    entry: Entry {
        name: "minimum-suppression",
        title: "Minimum suppression",
        aliases: &["least suppression"],
        formula: "|suppressed records|",
        status: Status::Now,
        summary: "For `samarati`: the fewest suppressed records.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "suppressed records",
            unit: "records",
            best: "0",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "one",
            only_for: Some("samarati"),
        }),
        advice: include_str!("minimum_suppression.md"),
        references: &[SAMARATI],
        example: "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-suppression\"\nsuppression = 0.05\n",
    },
    preference: Preference::MinimumSuppression,
};

const SAMARATI: Reference = Reference {
    authors: "P. Samarati",
    year: 2001,
    title: "Protecting respondents' identities in microdata release",
    doi: "10.1109/69.971193",
};
