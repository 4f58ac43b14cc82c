//! Minimum frequency: cells with few contributors are sensitive.

use super::claims::OF_RANGE;
use super::levels::{LEVELS, doubt};
use super::{Required, RuleDefinition};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::{
    Degree, Disclosure, Entry, Facts, Limit, Limits, ModelFacts, Parameter, Purpose, Reference,
    Shape, Status, Wording, Worked, small,
};

/// How many records a cell must have.
const N: Limits = Limits {
    least: 2,
    open: false,
    most: 1_000_000_000,
    because: "every cell that is there has at least one record",
};

/// A cell is sensitive if it has contributors, and fewer than n.
///
/// # Guarantee
/// Nobody finds a published cell or total, and derives no hidden one as exactly as the range forbids, that
/// has at least one contributor and fewer than n.
///
/// # Does not protect against
/// What zeros tell: where all records of a row are in one cell, everybody in the row is in it (`group`
/// makes such cells sensitive). What tables tell that were published elsewhere.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static MINIMUM_FREQUENCY: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "minimum-frequency",
        title: "Minimum frequency",
        aliases: &["threshold rule", "minimum frequency rule"],
        formula: "c is sensitive if 0 < contributors(c) < n",
        status: Status::Now,
        summary: "A cell or total of a table is sensitive if it has contributors, and fewer than n.",
        parameters: &[
            &[Parameter::new(
                "n",
                Shape::Integer(N),
                "3",
                "How many contributors a cell must have that has any.",
            )
            .required()],
            LEVELS,
        ],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[Wording::always("fewest contributors of a published cell")],
            promises: &[Wording::always(
                "No published cell and no total tells of fewer than {n} contributors, and what is hidden stays in doubt for everybody, also for those who are in it.",
            )],
            limits: &[Limit {
                name: "What zeros tell",
                text: "Where all records of a row or column are in one cell, everybody who is known to be in the row is known to be in that cell.",
            }],
            claims: &OF_RANGE,
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
            policy: "version = 1\nkind = \"table\"\n\n[data]\ninput = \"stays.csv\"\n\n[attributes.sex]\nrole = \"dimension\"\n\n[attributes.disease]\nrole = \"dimension\"\n\n[[table]]\ndimensions = [\"sex\", \"disease\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 2\n\n[release]\nmethod = \"none\"\n\n[output]\nfile = \"out.csv\"\n",
            text: "A table of sex by disease has `2 * 4 = 8` cells and `2 + 4 + 1 = 7` totals; nobody is in two of the cells (women with gout, men with asthma), which leaves **13**. One person each is in four cells (women with flu, women with asthma, men with flu, men with gout) and in two totals (asthma, gout): **6 of 13 cells** tell of fewer than 2 people, and where nothing may be hidden no table is written.",
            run: &["table stays.toml"],
            says: &["6 of 13 cells are sensitive."],
        },
    },
    doubt: |given, of| {
        let is_small = of.contributors > 0 && of.contributors < given.whole("n");
        is_small.then(|| doubt(given, of, None))
    },
    figure: |_, of| (of.contributors > 0).then_some(of.contributors as f64),
    required: |given| Required { bound: given.whole("n") as f64, is_least: true, by: "n" },
    looks_at: |_| 1,
    needs_amounts: false,
};
