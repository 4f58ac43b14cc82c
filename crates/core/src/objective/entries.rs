//! The objectives as the catalogue has them.

use super::{Aggregate, Objective};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    Definition, Entry, Facts, Given, Named, ObjectiveFacts, Parameter, Reference, Shape, Status,
    Worked,
};

/// How several examples begin.
macro_rules! best_node {
    () => {
        "The best node has decades, four digits and no sex: classes of 3, 2 and 3. "
    };
}

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
        worked: Worked::released(
            "[release]\nobjective = \"loss\"\n",
            concat!(
                best_node!(),
                "A label stands for so many of the eight ages: 30-39 for 3, so that each of its cells lost `(3 - 1) / (8 - 1) = 0.2857` of the way to `*`. On average ages lost `(3 * 2/7 + 2 * 1/7 + 3 * 2/7) / 8 = 0.25`, postcodes `(3 * 2/7 + 5 * 4/7) / 8 = 0.4643`, sex all: `(0.25 + 0.4643 + 1) / 3 = 0.5714`, so **0.5714**."
            ),
            &["loss 0.5714: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nobjective = \"discernibility\"\n",
            concat!(
                best_node!(),
                "Each record cannot be told from so many: `3^2 + 2^2 + 3^2 = 22`. Two classes of four, which Datafly finds, cost `4^2 + 4^2 = 32`; **22** is the least."
            ),
            &["discernibility 22: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nobjective = \"class-size\"\n",
            concat!(
                best_node!(),
                "Eight records in three classes: `8/3 = 2.667`. **2.667** is not far from the 2 that k asks for."
            ),
            &["class-size 2.667: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nobjective = \"precision\"\n",
            concat!(
                best_node!(),
                "Ages went one of three levels up, postcodes one of five, sex one of one: `(1/3 + 1/5 + 1/1) / 3 = 0.5111`, so **0.5111** of the way was lost. The values under a label are not asked for."
            ),
            &["precision lost 0.5111: the least possible of 48 generalisations"],
        ),
    },
    bind: |_| Objective::Precision,
};

/// Height in the lattice.
pub static HEIGHT: ObjectiveDefinition = ObjectiveDefinition {
    entry: Entry {
        name: "height",
        title: "Height in the lattice",
        aliases: &["generalisation height", "sum of levels"],
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
        worked: Worked::released(
            "[release]\nobjective = \"height\"\n",
            concat!(
                best_node!(),
                "One level up in each of three attributes: `1 + 1 + 1 = 3`. No node of height 2 is 2-anonymous, so **3** is the least."
            ),
            &["height 3: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nobjective = \"entropy\"\n",
            concat!(
                best_node!(),
                "Whoever sees 30-39 needs `log2(3) = 1.585` bits to name one of its three ages. All ages need `3 * log2(3) + 2 * log2(2) + 3 * log2(3) = 11.51`, postcodes `3 * log2(3) + 5 * log2(5) = 16.36`, sex `8 * log2(2) = 8`: together `11.51 + 16.36 + 8 = 35.87`, and **35.87** is the least."
            ),
            &["entropy 35.87: the least possible of 48 generalisations"],
        ),
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
        worked: Worked::released(
            "[release]\nobjective = \"ambiguity\"\n",
            concat!(
                best_node!(),
                "A record of class A may be any of 3 ages, 3 postcodes and 2 sexes, `3 * 3 * 2 = 18` combinations; one of B `2 * 5 * 2 = 20`, one of C `3 * 5 * 2 = 30`. All together `3 * 18 + 2 * 20 + 3 * 30 = 184`, and **184** is the least."
            ),
            &["ambiguity 184: the least possible of 48 generalisations"],
        ),
    },
    bind: |_| Objective::Ambiguity,
};
