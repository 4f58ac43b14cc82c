//! Samarati's preferences as the catalogue has them.

use super::Preference;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{Definition, Entry, Facts, ObjectiveFacts, Reference, Status, Worked};

/// How several examples begin.
macro_rules! two_may_go {
    () => {
        "Two of eight records may be suppressed. Then ages by twenty years, four digits and sex as it is will do: one man of 20-39 is alone, and goes. "
    };
}

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
        worked: Worked::released(
            "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-absolute-distance\"\nsuppression = 0.25\n",
            concat!(
                two_may_go!(),
                "Levels are 2, 1 and 0, a distance of `2 + 1 + 0 = 3` from the table as it is: **3** is the least."
            ),
            &["minimum-absolute-distance 3: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-relative-distance\"\nsuppression = 0.25\n",
            concat!(
                two_may_go!(),
                "Two of three levels of age, one of five of postcode, none of sex: `2/3 + 1/5 + 0/1 = 0.8667`. Decades with sex hidden are as low, and cost `1/3 + 1/5 + 1/1 = 1.533`, since hiding sex is all that sex has. **0.8667** is the least."
            ),
            &["minimum-relative-distance 0.8667: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nalgorithm = \"samarati\"\nobjective = \"maximum-distribution\"\nsuppression = 0.25\n",
            concat!(
                two_may_go!(),
                "Three different combinations are left: women of 20-39, men and women of 40-59. More cannot be had, and as less is better here it is written **-3**."
            ),
            &[
                "maximum-distribution -3: the least possible of 48 generalisations",
                "20-39,1220*,f,flu,2100",
            ],
        ),
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
        worked: Worked::released(
            "[release]\nalgorithm = \"samarati\"\nobjective = \"minimum-suppression\"\nsuppression = 0.25\n",
            "Two of eight records may be suppressed. By ages of twenty years, four digits and sex one record would go; by decades, four digits and no sex none does. So the latter is preferred, with **0** records suppressed.",
            &[
                "minimum-suppression 0: the least possible of 48 generalisations",
                "out.csv: 8 of 8 records in 3 classes, 0 suppressed (0.0 %)",
            ],
        ),
    },
    preference: Preference::MinimumSuppression,
};

const SAMARATI: Reference = Reference {
    authors: "P. Samarati",
    year: 2001,
    title: "Protecting respondents' identities in microdata release",
    doi: "10.1109/69.971193",
};
