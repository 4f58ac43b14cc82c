//! p-sensitive k-anonymity.

use super::definition::about;
use super::parameters::{SCOPE, SENSITIVE, SIZE};
use super::{
    Aspect, Bound, BoundModel, ClassModel, Decisive, ModelContext, ModelDefinition, ModelError,
    Needs, UnionRule, limits,
};
use crate::{Class, SensitiveId};
use ridotto_catalogue::entry::{never, promises_something};
use ridotto_catalogue::limits::L;
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked, code,
};

const NAME: &str = "p-sensitive";

/// Every class has at least `k` rows, and at least `p` different values of *each* sensitive
/// attribute.
///
/// # Guarantee
/// That of [`KAnonymity`](super::KAnonymity), and who finds a person's class cannot tell any of
/// the person's sensitive values for certain.
///
/// # Does not protect against
/// Guessing a value that most of the class have; the combination of several attributes; values
/// that mean the same.
///
/// # Parameters
/// `p` and `k`, where 1 < k and p ≤ k, and the sensitive attributes.
///
/// # Cost
/// One comparison of integers for each attribute of a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, model::PSensitive};
/// let disease = Codes::from_codes(&[0, 0, 1], 2);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 2 }], 3);
/// let model = PSensitive::new(2, 3, vec![0]).unwrap();
/// assert_eq!(model.attained(&table), Some(2.0));
/// ```
///
/// # References
/// T. M. Truta, B. Vinay (2006), *Privacy protection: p-sensitive k-anonymity property*,
/// doi:10.1109/ICDEW.2006.116.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PSensitive {
    p: usize,
    k: u64,
    sensitive: Vec<SensitiveId>,
}

impl PSensitive {
    /// The model for one or more sensitive attributes.
    pub fn new(p: usize, k: u64, sensitive: Vec<SensitiveId>) -> Result<Self, ModelError> {
        if k < 2 {
            return Err(ModelError::out_of_range(NAME, "k", k as f64, "2 or more"));
        }
        if p == 0 || p as u64 > k {
            return Err(ModelError::out_of_range(NAME, "p", p as f64, "1 or more, and at most k"));
        }
        if sensitive.is_empty() {
            return Err(ModelError::NoAttribute { model: NAME });
        }
        Ok(Self { p, k, sensitive })
    }

    /// The number of values of the attribute that has fewest.
    fn fewest(&self, class: Class<'_>) -> usize {
        self.sensitive.iter().map(|&of| class.histogram(of).len()).min().unwrap_or(0)
    }
}

impl ClassModel for PSensitive {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The number of values of the attribute that has fewest; 0 in a class of fewer than `k` rows.
    fn level(&self, class: Class<'_>) -> f64 {
        if class.size() < self.k { 0.0 } else { self.fewest(class) as f64 }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.p as f64)
    }

    /// A union has all rows and all values that either class has.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }

    fn holds(&self, class: Class<'_>) -> bool {
        class.size() >= self.k && self.fewest(class) >= self.p
    }

    fn decides(&self, class: Class<'_>) -> Decisive {
        let plain = || Decisive::of_bound(self.bound(), self.level(class));
        Decisive::too_small(class, self.k).unwrap_or_else(plain)
    }

    fn rows_needed(&self) -> u64 {
        self.k
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        if self.sensitive.contains(&of) { Needs::Distinct(self.p as u64) } else { Needs::Nothing }
    }
}

/// p-sensitive k-anonymity as the catalogue has it.
pub static P_SENSITIVE: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "p-sensitive k-anonymity",
        aliases: &["p-k-anonymity"],
        formula: "|C| >= k and |values(C)| >= p, for every class C",
        status: Status::Now,
        summary: "Every class has at least p distinct sensitive values and k records.",
        parameters: &[SENSITIVE, P_AND_K, SCOPE],
        check: |given| fits(given).err().into_iter().collect(),
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("k", "records of the smallest class"),
                Wording::always("fewest distinct values in a class"),
            ],
            promises: &[Wording::always(
                "Every class has at least {k} records and at least {p} distinct values of {attribute}.",
            )],
            limits: &[limits::SIMILARITY, limits::SKEWNESS],
            claims: &[
                Claim::new(
                    "linkage",
                    "",
                    Leaves::AtMost(Figure::Certainty, Formula::ONE_OF_K),
                    "k records fit",
                ),
                Claim::new("homogeneity", "", Leaves::Nobody(2.0), "two values are left"),
            ],
            least_size: Some("k"),
            hides: true,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("p_sensitive.md"),
        references: &[Reference {
            authors: "T. M. Truta, B. Vinay",
            year: 2006,
            title: "Privacy protection: p-sensitive k-anonymity property",
            doi: "10.1109/ICDEW.2006.116",
        }],
        example: "[[require]]\nmodel = \"p-sensitive\"\np = 3\nk = 5\nattribute = \"diagnosis\"\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"p-sensitive\"\nattribute = \"disease\"\np = 2\nk = 2\n",
            "Every class has two records at least, so k holds. Different diseases: A has 2, B has 2, C has 1. So p = **1**, and it does not hold.",
            &["p-sensitive (k = 2, p = 2) of disease 1 (DOES NOT HOLD, p 2 required)"],
        ),
    },
    bind,
    weakest: &[],
    tries: &[&[("p", Literal::Whole(2)), ("k", Literal::Whole(4))]],
};

const P_AND_K: &[Parameter] = &[
    Parameter::new("p", Shape::Integer(L), "2", "How many sensitive values a class must have.")
        .required(),
    SIZE,
];

fn fits(given: &Given) -> Result<(), Problem> {
    let (p, k) = (given.whole("p"), given.whole("k"));
    if p <= k {
        return Ok(());
    }
    Err(Problem::error(code::CONTRADICTION, format!("`p = {p}` is more than `k = {k}`"))
        .at(given.at("p"), "at most k")
        .with_help("a class of k records has at most k different values"))
}

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let of = context.sensitive();
    let (p, k) = (given.whole("p") as usize, given.whole("k"));
    let made = PSensitive::new(p, k, vec![of.id()]);
    let made = made.map_err(|error| about(given, of.target, &error))?;
    Ok(BoundModel::shared(of.target.ask(made, Aspect::concentration(&[], true))))
}
