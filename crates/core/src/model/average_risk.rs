//! Average risk of re-identification.

use super::parameters::{AT_MOST, SCOPE};
use super::{
    Bound, BoundModel, Count, ModelContext, ModelDefinition, ModelError, TOLERANCE, TableModel,
    Weakest, limits,
};
use crate::{ClassTable, Decimal};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Problem, Purpose, Reference, Status, Wording, Worked,
};

const NAME: &str = "average-risk";

/// The mean over all records of 1 / (size of the record's class) is at most a bound.
///
/// # Guarantee
/// Who knows the quasi-identifiers of everybody in the file and guesses one record for each person
/// is right for at most this share of them on average (the *marketer's* risk).
///
/// # Does not protect against
/// Single records may be unique. An average says nothing about the person who is looked for: use
/// [`KAnonymity`](super::KAnonymity) beside it.
///
/// # Parameters
/// `at-most`: a share. Requiring an average class of 20 people is 0.05. What is counted ([`Count`]):
/// rows, or persons; then it is the mean over persons of 1 / (persons of the class), and of a
/// person in several classes that of the smallest one.
///
/// # Cost
/// For rows none: the number of classes over the number of rows. For persons a look at each of them
/// in each class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassTable, Codes, Decimal, CodeColumn, TableModel, model::AverageRisk};
/// let sex = Codes::from_codes(&[0, 0, 1, 1, 1], 2);
/// let table = ClassTable::count(&[CodeColumn { codes: &sex, values: 2 }], &[], 5);
/// let model = AverageRisk::new(Decimal::new(4, 1)).unwrap();
/// assert!(model.holds(&table) && model.level(&table) == 0.4);
/// ```
///
/// # References
/// K. El Emam (2013), *Guide to the de-identification of personal health information*, on the
/// prosecutor's, journalist's and marketer's risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AverageRisk {
    most: Decimal,
    count: Count,
}

impl AverageRisk {
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
}

impl TableModel for AverageRisk {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The records of a class have a risk of 1 together, so the mean is classes over rows; 0 for
    /// a table without rows.
    fn level(&self, table: &ClassTable) -> f64 {
        if table.is_empty() {
            return 0.0;
        }
        match self.count {
            Count::Rows => table.len() as f64 / table.rows() as f64,
            Count::Distinct(_) => {
                let sizes = self.count.by_class_size(table);
                let risks = sizes.iter().map(|(&size, &persons)| persons as f64 / size as f64);
                risks.sum::<f64>() / sizes.values().sum::<u64>() as f64
            }
        }
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.most.to_f64())
    }

    fn holds(&self, table: &ClassTable) -> bool {
        match self.count {
            _ if table.is_empty() => true,
            Count::Rows => self.most.is_at_least(table.len() as u128, table.rows().into()),
            Count::Distinct(_) => self.level(table) <= self.most.to_f64() * (1.0 + TOLERANCE),
        }
    }
}

/// Average risk as the catalogue has it.
pub static AVERAGE_RISK: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "average risk",
        aliases: &["mean-risk", "marketer"],
        formula: "mean over records r of 1 / |C(r)| <= at-most",
        status: Status::Now,
        summary: "The mean risk of being found is bounded.",
        parameters: &[&[AT_MOST], SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity],
            degree: Degree::Gradual,
            purposes: &[Purpose::Sharing],
            statistics: &[Wording::always("mean chance to be found")],
            promises: &[Wording::always(
                "On average over all records, the chance that an intruder picks the right one is {at-most} at most.",
            )],
            limits: &[limits::AVERAGES, limits::HOMOGENEITY],
            claims: &[Claim::new(
                "linkage",
                "",
                Leaves::AtMost(Figure::MeanCertainty, Formula::itself("at-most")),
                "it is that average",
            )],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("average_risk.md"),
        references: &[Reference {
            authors: "K. El Emam",
            year: 2013,
            title: "Guide to the de-identification of personal health information",
            doi: "",
        }],
        example: "[[require]]\nmodel = \"average-risk\"\nat-most = 0.1\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"average-risk\"\nat-most = 0.4\n",
            "A record in a class of three is found with probability 1/3, one in a class of two with 1/2. The mean over all eight is `(3 * 1/3 + 2 * 1/2 + 3 * 1/3) / 8 = 0.375`; it is also the number of classes over that of records, `3/8 = 0.375`. The mean is **0.375**, and single people have more: those of class B 0.5.",
            &["average-risk 0.375 (holds, 0.4 allowed)"],
        ),
    },
    bind,
    weakest: &[Weakest { given: &[("at-most", Literal::Number("1"))], told: &[] }],
    tries: &[&[("at-most", Literal::Number("0.2"))]],
};

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let made = AverageRisk::new(given.share("at-most").decimal());
    let made = made.map_err(|error| given.problem(error.to_string()))?;
    Ok(BoundModel::per_table(made.counting(context.count()?)))
}
