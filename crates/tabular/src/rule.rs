//! Rules that say which cells of a table are sensitive.

use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::{
    Definition, Degree, Disclosure, Entry, Facts, Limit, Limits, ModelFacts, Parameter, Purpose,
    Reference, Shape, Status, Wording, Worked, small,
};

/// A rule as the catalogue has it.
#[derive(Debug)]
pub struct RuleDefinition {
    /// What is known of it.
    pub entry: Entry,
}

impl Definition for RuleDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }

    fn kind(&self) -> &'static str {
        "table"
    }
}

/// All rules.
pub static RULES: &[&RuleDefinition] = &[&MINIMUM_FREQUENCY];

/// How many records a cell must have.
const N: Limits = Limits {
    least: 2,
    open: false,
    most: 1_000_000_000,
    because: "every cell that is there has at least one record",
};

/// Every cell that is not empty counts at least n records.
///
/// # Guarantee
/// Nobody finds a published count, of a cell or of a total, that is above 0 and below n.
///
/// # Does not protect against
/// What zeros tell: where all records of a row are in one cell, everybody in the row is in it. What
/// several tables tell together, if they are not released together.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static MINIMUM_FREQUENCY: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "minimum-frequency",
        title: "Minimum frequency",
        aliases: &["threshold rule", "minimum frequency rule"],
        formula: "count(c) = 0 or count(c) >= n, for every cell and total c",
        status: Status::Now,
        summary: "Every cell and every total of a table that is not empty counts at least n records.",
        parameters: &[&[Parameter::new(
            "n",
            Shape::Integer(N),
            "3",
            "How many records a cell must have that has any.",
        )
        .required()]],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[Wording::always("smallest count above 0")],
            promises: &[Wording::always(
                "No cell and no total tells of fewer than {n} people: who knows that somebody is counted in a cell shares it with at least {n} − 1 others.",
            )],
            limits: &[Limit {
                name: "What zeros tell",
                text: "Where all records of a row or column are in one cell, everybody who is known to be in the row is known to be in that cell.",
            }],
            claims: &[],
            least_size: Some("n"),
            hides: true,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("minimum_frequency.md"),
        references: &[Reference {
            authors: "A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer, P.-P. de Wolf",
            year: 2012,
            title: "Statistical Disclosure Control",
            doi: "10.1002/9781118348239",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"region\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "version = 1\nkind = \"table\"\n\n[data]\ninput = \"stays.csv\"\n\n[attributes.sex]\nrole = \"dimension\"\n\n[attributes.disease]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"sex\", \"disease\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 2\n\n[output]\nfile = \"out.csv\"\n",
            text: "A table of sex by disease has `2 * 4 = 8` cells and `2 + 4 + 1 = 7` totals; nobody is in two of the cells (women with gout, men with asthma), which leaves **13**. One person each is in four cells (women with flu, women with asthma, men with flu, men with gout) and in two totals (asthma, gout): **6 of 13 cells** tell of fewer than 2 people, and no table is written.",
            run: &["table stays.toml"],
            says: &["6 of 13 cells count fewer than 2 records, the smallest 1 record."],
        },
    },
};
