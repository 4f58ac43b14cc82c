//! Sample uniqueness.

use super::parameters::{AT_MOST, SCOPE};
use super::{
    Bound, BoundModel, Count, ModelContext, ModelDefinition, ModelError, TableModel, Weakest,
    limits,
};
use crate::{ClassTable, Decimal};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Problem, Purpose, Reference, Status, Wording, Worked, small,
};

const NAME: &str = "sample-uniqueness";

/// At most a bounded share of the records is unique in its quasi-identifiers.
///
/// # Guarantee
/// Who knows the quasi-identifiers of somebody in the file finds exactly one record for at most
/// this share of the people.
///
/// # Does not protect against
/// Anything for those who are unique; and a class of two is hardly better. Unique in the file is
/// not unique in the population, see [`PopulationUniqueness`](super::PopulationUniqueness).
///
/// # Parameters
/// `at-most`: a share.
///
/// # Cost
/// One look at each class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassTable, Codes, Decimal, CodeColumn, TableModel, model::SampleUniqueness};
/// let age = Codes::from_codes(&[0, 0, 1, 2], 3);
/// let table = ClassTable::count(&[CodeColumn { codes: &age, values: 3 }], &[], 4);
/// let model = SampleUniqueness::new(Decimal::new(5, 1)).unwrap();
/// assert!(model.holds(&table) && model.level(&table) == 0.5);
/// ```
///
/// # References
/// C. Skinner, C. Marsh, S. Openshaw, C. Wymer (1994), *Disclosure control for census microdata*.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleUniqueness {
    most: Decimal,
    count: Count,
}

impl SampleUniqueness {
    /// The model with its bound.
    pub fn new(most: Decimal) -> Result<Self, ModelError> {
        super::share(NAME, "at-most", most)?;
        Ok(Self { most, count: Count::Rows })
    }

    /// The model that counts something else than rows, such as persons.
    #[must_use]
    pub fn counting(self, count: Count) -> Self {
        Self { count, ..self }
    }

    /// How many are alone in a class, and how many there are.
    fn uniques(&self, table: &ClassTable) -> (u64, u64) {
        match self.count {
            Count::Rows => {
                let counts = table.keys().counts().iter();
                (counts.filter(|&&count| count == 1).count() as u64, table.rows())
            }
            Count::Distinct(_) => {
                let sizes = self.count.by_class_size(table);
                (sizes.get(&1).copied().unwrap_or(0), sizes.values().sum())
            }
        }
    }
}

impl TableModel for SampleUniqueness {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The share of unique records; 0 for a table without rows.
    fn level(&self, table: &ClassTable) -> f64 {
        let (uniques, all) = self.uniques(table);
        if all == 0 { 0.0 } else { uniques as f64 / all as f64 }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.most.to_f64())
    }

    fn holds(&self, table: &ClassTable) -> bool {
        let (uniques, all) = self.uniques(table);
        all == 0 || self.most.is_at_least(uniques.into(), all.into())
    }
}

/// Sample uniqueness as the catalogue has it.
pub static SAMPLE_UNIQUENESS: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "sample uniqueness",
        aliases: &["uniqueness", "uniques"],
        formula: "|{r : |C(r)| = 1}| / |records| <= at-most",
        status: Status::Now,
        summary: "The share of records that are unique in the file is bounded.",
        parameters: &[&[AT_MOST], SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity],
            degree: Degree::Gradual,
            purposes: &[Purpose::Sharing],
            statistics: &[Wording::always("share of unique records")],
            promises: &[Wording::always(
                "The share of records that are alone with their combination of quasi-identifiers is {at-most} at most.",
            )],
            limits: &[limits::AVERAGES, limits::HOMOGENEITY],
            claims: &[Claim::new(
                "linkage",
                "",
                Leaves::AtMost(Figure::ShareFound, Formula::itself("at-most")),
                "who is found is unique",
            )],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("sample_uniqueness.md"),
        references: &[Reference {
            authors: "C. Skinner, C. Marsh, S. Openshaw, C. Wymer",
            year: 1994,
            title: "Disclosure control for census microdata",
            doi: "",
        }],
        example: "[[require]]\nmodel = \"sample-uniqueness\"\nat-most = 0.0\nevery = 3\n",
        worked: Worked {
            tables: &[&small::SURVEY],
            policy: "[[require]]\nmodel = \"sample-uniqueness\"\nat-most = 0.1\n",
            text: "By age and sex, rows 1 and 2 are alike, rows 4 and 5 are alike, and rows 3 and 6 are alone: `2/6 = 0.3333` of the records. A share of **0.3333** is more than the 0.1 allowed.",
            run: &["check survey.csv --policy survey.toml"],
            says: &["sample-uniqueness 0.3333 (DOES NOT HOLD, 0.1 allowed)"],
        },
    },
    bind,
    weakest: &[Weakest { given: &[("at-most", Literal::Number("1"))], told: &[] }],
    tries: &[&[("at-most", Literal::Number("0.05"))]],
};

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let made = SampleUniqueness::new(given.share("at-most").decimal());
    let made = made.map_err(|error| given.problem(error.to_string()))?;
    Ok(BoundModel::per_table(made.counting(context.count()?)))
}
