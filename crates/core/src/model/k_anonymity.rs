//! k-anonymity.

use super::definition::whole;
use super::parameters::SCOPE;
use super::{
    Bound, BoundModel, ClassModel, Count, ModelContext, ModelDefinition, Needs, PersonalK,
    UnionRule, Weakest, limits,
};
use crate::{Class, Code, Dictionary, SensitiveId};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::limits as limit;
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Parameter, Problem, Purpose, Reference, Section, Shape, Spanned, Status, When, Wording, Worked,
    small,
};
use std::num::NonZeroU64;

/// Every combination of quasi-identifier values that occurs at all occurs at least `k` times.
///
/// # Guarantee
/// Who knows a person's quasi-identifiers, and that the person is in the file, finds at least `k`
/// records that fit, and picks the right one with probability 1/k at most.
///
/// # Does not protect against
/// Learning a sensitive value that all records of a class share (homogeneity) or that other
/// knowledge leaves over (background knowledge); knowledge of attributes that were not named as
/// quasi-identifiers; the comparison of several releases. If one person can have several rows, a
/// class of `k` rows may be fewer people: then count persons, with [`KAnonymity::counting`].
///
/// # Parameters
/// `k`: 3 to 5 where little is at stake, 5 to 10 usually, 10 to 20 for sensitive data. What is
/// counted: rows, or the distinct values of a companion column such as the persons ([`Count`]).
///
/// # Cost
/// One comparison of integers a class.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, model::KAnonymity};
/// let sex = Codes::from_codes(&[0, 0, 1, 1, 1], 2);
/// let table = ClassTable::count(&[CodeColumn { codes: &sex, values: 2 }], &[], 5);
/// let model = KAnonymity::new(2.try_into().unwrap());
/// assert!(table.classes().all(|class| model.holds(class)));
/// assert_eq!(model.attained(&table), Some(2.0));
/// ```
///
/// # References
/// P. Samarati, L. Sweeney (1998), *Protecting privacy when disclosing information: k-anonymity
/// and its enforcement through generalization and suppression*. L. Sweeney (2002), *k-anonymity: a
/// model for protecting privacy*, doi:10.1142/S0218488502001648.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct KAnonymity {
    k: NonZeroU64,
    count: Count,
}

impl KAnonymity {
    /// The model with its parameter.
    pub fn new(k: NonZeroU64) -> Self {
        Self::counting(k, Count::Rows)
    }

    /// The model that counts something else than rows, such as persons.
    pub fn counting(k: NonZeroU64, count: Count) -> Self {
        Self { k, count }
    }
}

impl ClassModel for KAnonymity {
    fn name(&self) -> &'static str {
        "k-anonymity"
    }

    fn level(&self, class: Class<'_>) -> f64 {
        self.count.of(class) as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.k.get() as f64)
    }

    /// The size of a union is the sum of the sizes, and its distinct persons are those of one class
    /// and perhaps more: either way it is at least the larger one. If one class has `k` the union
    /// has.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.count.of(class) >= self.k.get()
    }

    fn least_size(&self) -> Option<u64> {
        (self.count == Count::Rows).then_some(self.k.get())
    }

    /// Each person has a row of the class at least.
    fn rows_needed(&self) -> u64 {
        self.k.get()
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        match self.count {
            Count::Distinct(persons) => Needs::Distinct(self.k.get()).if_same(persons, of),
            Count::Rows => Needs::Nothing,
        }
    }
}

/// k-anonymity as the catalogue has it.
pub static K_ANONYMITY: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: "k-anonymity",
        title: "k-anonymity",
        aliases: &["k-anonymous", "k"],
        formula: "|C| >= k, for every class C",
        status: Status::Now,
        summary: "Every combination of quasi-identifiers belongs to at least k records.",
        parameters: &[K, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                OWN_SIZE,
                Wording::with("link", &["together"], "fewest persons with all rows the same"),
                Wording::always("smallest class"),
            ],
            promises: &[
                Wording {
                    when: When::Column("k"),
                    text: "Everybody's class has at least as many records as that person asked for.",
                },
                Wording::always(
                    "Whoever knows {known} finds at least {k} records that fit, and picks the right one with a chance of 1 in {k} at most.",
                ),
            ],
            limits: &[limits::HOMOGENEITY],
            claims: &[
                Claim::new("linkage", "", ONE_OF_K, "k records fit"),
                Claim::new("homogeneity", "", Leaves::Everything, SAME),
                Claim::new("background-knowledge", "", Leaves::Everything, SAME),
                Claim::new("skewness", "", Leaves::Everything, SAME),
                Claim::new(
                    "membership",
                    "",
                    Leaves::Everything,
                    "all who look alike may be in the release",
                ),
                Claim::new(
                    "exact-values",
                    "",
                    ONE_OF_K,
                    "if the number is a quasi-identifier, k records have it",
                ),
                Claim::new(
                    "consistency",
                    "",
                    Leaves::AtLeast(Figure::Named("k-concealment"), Formula::itself("k")),
                    "equal records can change places in every matching",
                ),
                Claim::new(
                    "consistency",
                    "likelihood",
                    Leaves::AtLeast(Figure::Named("k-confusion"), Formula::itself("k")),
                    "equal records are equally likely",
                ),
            ],
            least_size: Some("k"),
            hides: true,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("k_anonymity.md"),
        references: &[SWEENEY, SAMARATI],
        example: "[[require]]\nmodel = \"k-anonymity\"\nk = 5\n",
        worked: Worked::checked(
            "",
            "Class A has 3 records, B has 2 and C has 3. The smallest class decides: k = **2**. Whoever knows somebody's age, postcode and sex is left with two records at least, and picks the right one with probability `1/2 = 0.5` at most.",
            &["k-anonymity 2 (holds, 2 required)"],
        ),
    },
    bind,
    weakest: &[Weakest { given: &[("k", Literal::Whole(1))], told: &[] }],
    tries: &[&[("k", Literal::Whole(5))], &[("k", Literal::Whole(3))]],
};

/// k-anonymity where `*` and missing cells are counted as if they were any value. It is another
/// entry because it is another guarantee: it does not bound the risk by 1/k.
pub static K_ANONYMITY_WITH_WILDCARDS: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: "k-anonymity-with-wildcards",
        title: "k-anonymity with wildcards",
        aliases: &[
            "k-anonymity with missing values",
            "wildcard k-anonymity",
            "maybe-match k-anonymity",
        ],
        formula: "|{s : s fits r}| >= k, for every record r, where * fits anything",
        status: Status::Derived("k-anonymity"),
        summary: "Every record fits at least k records, if suppressed and missing cells fit anything.",
        parameters: &[K, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[Wording::always("fewest records that fit one")],
            promises: &[Wording::always(
                "Whoever knows {known} finds at least {k} records that fit, if a suppressed or missing cell fits anything. The chance to pick the right one is not bounded by that.",
            )],
            limits: &[limits::WILDCARDS, limits::HOMOGENEITY],
            claims: &[],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("k_anonymity_with_wildcards.md"),
        references: &[SAMARATI],
        example: "# The report says k-anonymity-with-wildcards.\n[[require]]\nmodel = \"k-anonymity\"\nk = 3\n\n[release]\nsuppress = \"cell\"\nmissing = \"matches-anything\"\n",
        worked: Worked {
            tables: &[&small::HOLES],
            policy: "",
            text: "A `*` may have been anything. So row 1 (30-39, f) fits rows 1, 2 and 3, and so do rows 2 and 3; rows 4 and 5 fit each other. Every record fits **2** at least. Taken as a value of its own, `*` leaves rows 1, 2 and 3 alone: k-anonymity **1**, which is what bounds the risk of being found.",
            run: &["check holes.csv --policy holes.toml"],
            says: &["k-anonymity-with-wildcards 2 (holds, 2 required)", "k-anonymity 1"],
        },
    },
    bind,
    weakest: &[],
    tries: &[],
};

const K: &[Parameter] = &[Parameter::new(
    "k",
    Shape::IntegerOr(limit::K, &OWN_K),
    "5",
    "How many records every combination of quasi-identifiers must have at least.",
)
.required()];

/// A k for each person.
pub static OWN_K: Section = Section {
    place: "k = { … }",
    doc: "A k for each person.",
    keys: &[Parameter::new(
        "column",
        Shape::Text,
        "\"own_k\"",
        "The column with each person's own k.",
    )
    .required()],
};

const OWN_SIZE: Wording = Wording {
    when: When::Column("k"),
    text: "least size of a class as a multiple of the largest k asked for in it",
};
const SAME: &str = "a class may have one value only";
const ONE_OF_K: Leaves = Leaves::AtMost(Figure::Certainty, Formula::ONE_OF_K);

const SWEENEY: Reference = Reference {
    authors: "L. Sweeney",
    year: 2002,
    title: "k-anonymity: a model for protecting privacy",
    doi: "10.1142/S0218488502001648",
};
const SAMARATI: Reference = Reference {
    authors: "P. Samarati, L. Sweeney",
    year: 1998,
    title: "Protecting privacy when disclosing information: k-anonymity and its enforcement through generalization and suppression",
    doi: "",
};

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let count = context.count()?;
    match given.column("k") {
        None => Ok(BoundModel::per_class(KAnonymity::counting(size(given, "k"), count))),
        Some(name) => {
            let (column, values) = context.companion(name)?;
            let wishes = wishes(values, name)?;
            Ok(BoundModel::per_class(PersonalK::new(column, wishes, 1, count)))
        }
    }
}

/// A number of records that is not 0.
pub(super) fn size(given: &Given, name: &str) -> NonZeroU64 {
    given.whole(name).try_into().expect("the limits of sizes exclude 0")
}

/// The k that each value of a column asks for.
fn wishes(values: &Dictionary, name: &Spanned<String>) -> Result<Vec<u64>, Problem> {
    let wish = |code: Code| {
        let number = values.reading().parse(values.text(code)?).as_f64()?;
        (number >= 1.0 && number.fract() == 0.0 && number < 1e9).then_some(whole(number))
    };
    let wishes: Vec<Option<u64>> = (0..values.len() as Code).map(wish).collect();
    let wrong = wishes.iter().filter(|wish| wish.is_none()).count();
    wishes.into_iter().collect::<Option<_>>().ok_or_else(|| {
        let values = crate::count::counted(wrong as u64, "value", "values");
        let message = format!("{values} of `{name}` cannot be a k");
        Problem::error("bind::own-k", message)
            .at(name.span, "each record's own k")
            .with_help("every record needs a whole number of at least 1; 1 asks for nothing")
    })
}
