//! The objectives as the catalogue has them.

use super::{Aggregate, Objective};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Definition, Entry, Facts, Given, Named, ObjectiveFacts, Parameter, Reference, Shape, Status,
};

/// Every objective that scores a generalisation, in the order of the book.
pub static OBJECTIVES: &[&ObjectiveDefinition] =
    &[&LOSS, &DISCERNIBILITY, &CLASS_SIZE, &PRECISION, &HEIGHT, &ENTROPY, &AMBIGUITY];

/// All that there is to an objective but how it is counted.
#[derive(Debug)]
pub struct ObjectiveDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// Makes it from its parameters.
    pub bind: fn(&Given) -> Objective,
}

impl Definition for ObjectiveDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl ObjectiveDefinition {
    /// What is known of it as an objective.
    pub fn facts(&self) -> &ObjectiveFacts {
        self.entry.objective().expect("an objective has the facts of an objective")
    }
}

const AGGREGATE: &[Parameter] = &[Parameter::new(
    "aggregate",
    Shape::Choice(Aggregate::NAMES),
    "\"geometric\"",
    "How the losses of the quasi-identifiers become one number.",
)
.default("\"mean\"")];

/// Loss of detail.
pub static LOSS: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "loss",
        title: "Loss of detail",
        aliases: &[
            "LM",
            "loss metric",
            "IL",
            "information loss",
            "NCP",
            "normalised certainty penalty",
            "GCP",
            "granularity",
            "iloss",
        ],
        formula: "aggregate over attributes of the mean over records of (leaves(v) - 1) / (D - 1)",
        status: Status::Now,
        summary: "The detail that generalisation and suppression take away.",
        parameters: &[AGGREGATE],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "the share of its domain that a value is spread over",
            unit: "share of the domain",
            best: "0",
            is_aggregated: true,
            weighs_attributes: true,
            suppressed: "1 for each attribute, as if it showed `*`",
            only_for: None,
        }),
        advice: include_str!("loss.md"),
        references: &[Reference {
            authors: "V. S. Iyengar",
            year: 2002,
            title: "Transforming data to satisfy privacy constraints",
            doi: "10.1145/775047.775089",
        }],
        example: "[release]\nobjective = \"loss\"\naggregate = \"mean\"\n",
    },
    bind: |given| Objective::Loss(given.choice("aggregate")),
};

/// Discernibility metric.
pub static DISCERNIBILITY: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "discernibility",
        title: "Discernibility metric",
        aliases: &["DM", "discernability", "C_DM"],
        formula: "Σ over classes C of |C|², plus n for every suppressed record",
        status: Status::Now,
        summary: "The sum of squared class sizes.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "how many records each record cannot be told from",
            unit: "pairs of records",
            best: "n",
            is_aggregated: false,
            weighs_attributes: false,
            suppressed: "the number of all records",
            only_for: None,
        }),
        advice: include_str!("discernibility.md"),
        references: &[Reference {
            authors: "R. J. Bayardo, R. Agrawal",
            year: 2005,
            title: "Data privacy through optimal k-anonymization",
            doi: "10.1109/ICDE.2005.42",
        }],
        example: "[release]\nobjective = \"discernibility\"\n",
    },
    bind: |_| Objective::Discernibility,
};

/// Average class size.
pub static CLASS_SIZE: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "class-size",
        title: "Average class size",
        aliases: &["C_AVG", "average equivalence class size", "mean class size"],
        formula: "n / |classes|",
        status: Status::Now,
        summary: "The mean class size.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "the mean number of records in a class",
            unit: "records",
            best: "1",
            is_aggregated: false,
            weighs_attributes: false,
            suppressed: "all of them are one class more",
            only_for: None,
        }),
        advice: include_str!("class_size.md"),
        references: &[Reference {
            authors: "K. LeFevre, D. J. DeWitt, R. Ramakrishnan",
            year: 2006,
            title: "Mondrian multidimensional k-anonymity",
            doi: "10.1109/ICDE.2006.101",
        }],
        example: "[release]\nobjective = \"class-size\"\n",
    },
    bind: |_| Objective::ClassSize,
};

/// Precision lost.
pub static PRECISION: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "precision",
        title: "Precision lost",
        aliases: &["Prec", "generalisation intensity", "1 - Prec"],
        formula: "1 - Prec = mean over attributes and records of level / height",
        status: Status::Now,
        summary: "One minus precision: how far up the hierarchies values were moved.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "how far up its hierarchy a value was moved",
            unit: "share of the height",
            best: "0",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "1 for each attribute, as if it stood at the top",
            only_for: None,
        }),
        advice: include_str!("precision.md"),
        references: &[Reference {
            authors: "L. Sweeney",
            year: 2002,
            title: "Achieving k-anonymity privacy protection using generalization and suppression",
            doi: "10.1142/S021848850200165X",
        }],
        example: "[release]\nobjective = \"precision\"\n",
    },
    bind: |_| Objective::Precision,
};

/// Height in the lattice.
pub static HEIGHT: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "height",
        title: "Height in the lattice",
        aliases: &["generalisation height", "sum of levels", "distance vector"],
        formula: "Σ over attributes of level",
        status: Status::Now,
        summary: "The sum of the levels.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "steps of generalisation",
            unit: "levels",
            best: "0",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "nothing",
            only_for: None,
        }),
        advice: include_str!("height.md"),
        references: &[Reference {
            authors: "P. Samarati",
            year: 2001,
            title: "Protecting respondents' identities in microdata release",
            doi: "10.1109/69.971193",
        }],
        example: "[release]\nobjective = \"height\"\n",
    },
    bind: |_| Objective::Height,
};

/// Non-uniform entropy.
pub static ENTROPY: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "entropy",
        title: "Non-uniform entropy",
        aliases: &["NUE", "non-uniform entropy", "entropy loss"],
        formula: "Σ over attributes and records of -log2(count(v) / count(generalised v))",
        status: Status::Now,
        summary: "The information that generalisation takes away.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "how surprising the true value still is to who sees the released one",
            unit: "bits",
            best: "0",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "the entropy of the values of all that are suppressed",
            only_for: None,
        }),
        advice: include_str!("entropy.md"),
        references: &[Reference {
            authors: "A. Gionis, T. Tassa",
            year: 2009,
            title: "k-Anonymization with minimal loss of information",
            doi: "10.1109/TKDE.2008.129",
        }],
        example: "[release]\nobjective = \"entropy\"\n",
    },
    bind: |_| Objective::Entropy,
};

/// Ambiguity metric.
pub static AMBIGUITY: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "ambiguity",
        title: "Ambiguity metric",
        aliases: &["AM", "ambiguity metric"],
        formula: "Σ over records of ∏ over attributes of leaves(v)",
        status: Status::Now,
        summary: "How many original records a released record may stand for.",
        parameters: &[],
        check: any,
        facts: Facts::Objective(ObjectiveFacts {
            minimises: "combinations of original values that a record may stand for",
            unit: "combinations",
            best: "n",
            is_aggregated: false,
            weighs_attributes: true,
            suppressed: "as many as there are combinations at all",
            only_for: None,
        }),
        advice: include_str!("ambiguity.md"),
        references: &[Reference {
            authors: "M. Nergiz, C. Clifton",
            year: 2007,
            title: "Thoughts on k-anonymization",
            doi: "10.1016/j.datak.2007.03.009",
        }],
        example: "[release]\nobjective = \"ambiguity\"\n",
    },
    bind: |_| Objective::Ambiguity,
};
