//! (alpha,k)-anonymity.

use super::definition::about;
use super::parameters::{SCOPE, SENSITIVE, SIZE};
use super::{
    Aspect, Bound, BoundModel, ClassModel, Decisive, ModelContext, ModelDefinition, ModelError,
    Needs, UnionRule, Weakest, limits,
};
use crate::{Class, Code, SensitiveId};
use ridotto_catalogue::entry::{any, never};
use ridotto_catalogue::limits::SOME;
use ridotto_catalogue::{
    Claim, Decimal, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal,
    ModelFacts, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked,
};
use std::collections::BTreeSet;

const NAME: &str = "alpha-k";

/// Every class has at least `k` rows, and no sensitive value has more than a share `alpha` of them.
///
/// # Guarantee
/// That of [`KAnonymity`](super::KAnonymity), and who finds a person's class guesses the person's
/// sensitive value with a probability of `alpha` at most.
///
/// # Does not protect against
/// Who can rule values out, because what is left is a larger share then (see
/// [`RecursiveL`](super::RecursiveL)); values that mean the same.
///
/// # Parameters
/// `alpha`, a share above 0; `k`; and the codes of the values that are sensitive, if only some
/// are.
///
/// # Cost
/// One look at each distinct value of a class; integers throughout.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn, model::AlphaK};
/// let disease = Codes::from_codes(&[0, 0, 1, 1], 2);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 2 }], 4);
/// let model = AlphaK::new(0, Decimal::new(5, 1), 4, None).unwrap();
/// assert!(table.classes().all(|class| model.holds(class)));
/// ```
///
/// # References
/// R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang (2006), *(α, k)-anonymity*,
/// doi:10.1145/1150402.1150499.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AlphaK {
    sensitive: SensitiveId,
    alpha: Decimal,
    k: u64,
    values: Option<BTreeSet<Code>>,
}

impl AlphaK {
    /// The model for a sensitive attribute, or for some of its values.
    pub fn new(
        sensitive: SensitiveId,
        alpha: Decimal,
        k: u64,
        values: Option<&[Code]>,
    ) -> Result<Self, ModelError> {
        super::positive(NAME, "alpha", alpha)?;
        super::share(NAME, "alpha", alpha)?;
        if k == 0 {
            return Err(ModelError::out_of_range(NAME, "k", 0.0, "1 or more"));
        }
        let values = values.map(|values| values.iter().copied().collect());
        Ok(Self { sensitive, alpha, k, values })
    }

    /// How often the most frequent sensitive value occurs.
    fn most(&self, class: Class<'_>) -> u64 {
        let histogram = class.histogram(self.sensitive).iter();
        let is_meant = |code: &Code| self.values.as_ref().is_none_or(|all| all.contains(code));
        histogram.filter(|(code, _)| is_meant(code)).map(|&(_, count)| count).max().unwrap_or(0)
    }
}

impl ClassModel for AlphaK {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The largest share of a sensitive value; infinite in a class of fewer than `k` rows.
    fn level(&self, class: Class<'_>) -> f64 {
        if class.size() < self.k {
            return f64::INFINITY;
        }
        self.most(class) as f64 / class.size() as f64
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.alpha.to_f64())
    }

    /// A value's share in a union lies between its shares in the classes, so it is at most `alpha`
    /// if both are; and a union is no smaller than either class. A class with one value spoils a
    /// union, so one class is not enough.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        class.size() >= self.k
            && self.alpha.is_at_least(self.most(class).into(), class.size().into())
    }

    fn decides(&self, class: Class<'_>) -> Decisive {
        let plain = || Decisive::of_bound(self.bound(), self.level(class));
        Decisive::too_small(class, self.k).unwrap_or_else(plain)
    }

    fn rows_needed(&self) -> u64 {
        self.k
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}

/// (alpha,k)-anonymity as the catalogue has it.
pub static ALPHA_K: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "(α,k)-anonymity",
        aliases: &["alpha-k-anonymity"],
        formula: "|C| >= k and share(v, C) <= alpha, for every class C and value v",
        status: Status::Now,
        summary: "No sensitive value has a share above alpha in a class, and classes have k records.",
        parameters: &[SENSITIVE, ALPHA_AND_K, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Identity, Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("k", "records of the smallest class"),
                Wording::always("largest share of one value in a class"),
            ],
            promises: &[Wording::always(
                "Every class has at least {k} records, and no value of {attribute} has a share above {alpha} in one.",
            )],
            limits: &[limits::SIMILARITY],
            claims: &[
                Claim::new(
                    "linkage",
                    "",
                    Leaves::AtMost(Figure::Certainty, Formula::ONE_OF_K),
                    "k records fit",
                ),
                Claim::new(
                    "homogeneity",
                    "",
                    Leaves::AtMost(Figure::Certainty, Formula::itself("α")),
                    "no value has more",
                ),
                Claim::new(
                    "minimality",
                    "",
                    Leaves::Everything,
                    "that classes had to be joined tells where the values are",
                ),
            ],
            least_size: Some("k"),
            hides: true,
            counts_people: never,
            vacuous: |given| (given.number("alpha") == Decimal::ONE).then_some("alpha"),
        }),
        advice: include_str!("alpha_k.md"),
        references: &[Reference {
            authors: "R. C.-W. Wong, J. Li, A. W.-C. Fu, K. Wang",
            year: 2006,
            title: "(α, k)-anonymity",
            doi: "10.1145/1150402.1150499",
        }],
        example: "[[require]]\nmodel = \"alpha-k\"\nalpha = 0.5\nk = 5\nattribute = \"diagnosis\"\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"alpha-k\"\nattribute = \"disease\"\nalpha = 0.7\nk = 2\n",
            "The most frequent disease of each class: flu has `2/3 = 0.667` of A, gout and cancer have half of B each, and cancer has `3/3 = 1` of C. The greatest share is alpha = **1**, more than the 0.7 allowed; the classes are large enough.",
            &["alpha-k (alpha = 0.7, k = 2) of disease 1 (DOES NOT HOLD, alpha 0.7 allowed)"],
        ),
    },
    bind,
    weakest: &[Weakest {
        given: &[("alpha", Literal::Number("1")), ("k", Literal::Whole(1))],
        told: &[],
    }],
    tries: &[
        &[("alpha", Literal::Number("0.5")), ("k", Literal::Whole(3))],
        &[("alpha", Literal::Number("0.75")), ("k", Literal::Whole(3))],
    ],
};

const ALPHA_AND_K: &[Parameter] = &[
    Parameter::new(
        "alpha",
        Shape::Number(SOME),
        "0.5",
        "The greatest share that a sensitive value may have in a class.",
    )
    .required(),
    SIZE,
];

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let of = context.sensitive();
    let made = AlphaK::new(of.id(), given.number("alpha"), given.whole("k"), None);
    let made = made.map_err(|error| about(given, of.target, &error))?;
    Ok(BoundModel::shared(of.target.ask(made, Aspect::concentration(&[], true))))
}
