//! beta-likeness.

use super::parameters::{SCOPE, SENSITIVE};
use super::{
    Aspect, Baseline, Bound, BoundModel, ClassModel, Decisive, Frequency, ModelContext,
    ModelDefinition, ModelError, Needs, TOLERANCE, UnionRule, Weakest, limits,
};
use crate::{Class, Code, Decimal, SensitiveId};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::limits::POSITIVE;
use ridotto_catalogue::{
    Claim, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal, ModelFacts,
    Named, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked, names,
};

const NAME: &str = "beta-likeness";

/// In every class no sensitive value is more frequent than in the whole table by more than a
/// factor of 1 + `beta`.
///
/// # Guarantee
/// Who finds a person's class sees the probability of no sensitive value grow by more than `beta`
/// times itself; rare values are protected as well as frequent ones. The enhanced kind also keeps
/// frequent values from becoming certain: a value with share q grows by −ln q times itself at
/// most.
///
/// # Does not protect against
/// Values that become *less* likely; identity disclosure: ask for k-anonymity as well.
///
/// # Parameters
/// `beta` above 0, and the kind, [`Likeness::Basic`] or [`Likeness::Enhanced`].
///
/// # Cost
/// One look at each distinct value of a class. The basic kind is decided on integers; the
/// logarithm of the enhanced one with a relative tolerance of 1e-12.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn};
/// use ridotto_core::model::{Baseline, BetaLikeness, Likeness};
/// let baseline = Baseline::new(vec![80, 20]);
/// let disease = Codes::from_codes(&[0, 0, 0], 2);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 2 }], 3);
/// let model = |kind| BetaLikeness::new(0, Decimal::ONE, kind, &baseline).unwrap();
/// let holds = |kind| table.classes().all(|class| model(kind).holds(class));
/// // 0.8 became certain: a gain of 0.25, which is below 1 and above −ln 0.8.
/// assert_eq!(model(Likeness::Basic).attained(&table), Some(0.25));
/// assert!(holds(Likeness::Basic) && !holds(Likeness::Enhanced));
/// ```
///
/// # References
/// J. Cao, P. Karras (2012), *Publishing microdata with a robust privacy guarantee*,
/// doi:10.14778/2350229.2350255.
#[derive(Clone, Debug)]
pub struct BetaLikeness {
    sensitive: SensitiveId,
    beta: Decimal,
    kind: Likeness,
    baseline: Baseline,
}

names! {
    /// Which gains in likelihood are bounded.
    Likeness {
        /// All by beta.
        Basic = "basic" Now,
        /// Those of frequent values by less.
        Enhanced = "enhanced" Now,
    }
}

impl BetaLikeness {
    /// The model for a sensitive attribute, with the distribution that classes are compared with.
    pub fn new(
        sensitive: SensitiveId,
        beta: Decimal,
        kind: Likeness,
        baseline: &Baseline,
    ) -> Result<Self, ModelError> {
        super::positive(NAME, "beta", beta)?;
        if baseline.rows() == 0 {
            return Err(ModelError::NoBaseline { model: NAME });
        }
        Ok(Self { sensitive, beta, kind, baseline: baseline.clone() })
    }

    /// A value's gain (p − q)/q = (c·N − b·n)/(b·n) as a fraction; 0 above if it is a loss.
    fn gain(&self, code: Code, count: u64, size: u64) -> (u128, u128) {
        let own = u128::from(count) * u128::from(self.baseline.rows());
        let expected = u128::from(self.baseline.count(code)) * u128::from(size);
        (own.saturating_sub(expected), expected)
    }

    /// Whether a gain is within −ln q, if that is asked.
    fn is_kept_uncertain(&self, code: Code, gain: f64) -> bool {
        if self.kind == Likeness::Basic || gain <= 0.0 {
            return true;
        }
        let share = self.baseline.count(code) as f64 / self.baseline.rows() as f64;
        gain <= -share.ln() * (1.0 + TOLERANCE)
    }
}

impl ClassModel for BetaLikeness {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The largest gain of a value. For the enhanced kind it is infinite if a gain is above −ln q,
    /// because then no `beta` is large enough.
    fn level(&self, class: Class<'_>) -> f64 {
        let gain = |&(code, count): &(Code, u64)| {
            let (above, below) = self.gain(code, count, class.size());
            let gain = if above == 0 { 0.0 } else { above as f64 / below as f64 };
            if self.is_kept_uncertain(code, gain) { gain } else { f64::INFINITY }
        };
        class.histogram(self.sensitive).iter().map(gain).fold(0.0, f64::max)
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.beta.to_f64())
    }

    /// Both kinds say for each value that its share is at most a number that depends on the table
    /// alone. A share in a union lies between those in the classes. A class with one value spoils
    /// a union, so one class is not enough.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        class.histogram(self.sensitive).iter().all(|&(code, count)| {
            let (above, below) = self.gain(code, count, class.size());
            let within = above == 0 || below > 0 && self.beta.is_at_least(above, below);
            within && self.is_kept_uncertain(code, above as f64 / below as f64)
        })
    }

    /// The gain that is furthest above −ln of its value's share, if one is above it; else the
    /// largest gain.
    fn decides(&self, class: Class<'_>) -> Decisive {
        let gain = |&(code, count): &(Code, u64)| {
            let (above, below) = self.gain(code, count, class.size());
            let share = self.baseline.count(code) as f64 / self.baseline.rows() as f64;
            (code, above as f64 / below as f64, -share.ln())
        };
        let gains = class.histogram(self.sensitive).iter().map(gain);
        let surest = gains
            .filter(|&(code, gain, _)| !self.is_kept_uncertain(code, gain))
            .max_by(|a, b| (a.1 - a.2).total_cmp(&(b.1 - b.2)));
        match surest {
            Some((_, gain, most)) => Decisive::of_part("enhanced", Bound::AtMost(most), gain),
            None => Decisive::of_bound(self.bound(), self.level(class)),
        }
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}

/// beta-likeness as the catalogue has it.
pub static BETA_LIKENESS: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "β-likeness",
        aliases: &["likeness"],
        formula: "(share(v, C) - share(v, table)) / share(v, table) <= beta, for every class C and value v",
        status: Status::Now,
        summary: "In no class does a sensitive value become much likelier than in the whole table.",
        parameters: &[SENSITIVE, BETA, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Gradual,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by(
                    "enhanced",
                    "largest gain above what its value's rarity allows",
                ),
                Wording::always("largest gain of a value's likelihood"),
            ],
            promises: &[Wording::always(
                "In no class does a value of {attribute} become likelier than in the whole table by more than a relative gain of {beta}.",
            )],
            limits: &[limits::STATISTICS],
            claims: &[
                Claim::new(
                    "homogeneity",
                    "",
                    Leaves::AtMost(Figure::Certainty, TIMES_COMMONEST),
                    "no share is more than 1 + β times the table's",
                ),
                Claim::new(
                    "skewness",
                    "",
                    Leaves::AtMost(Figure::Named("largest-factor"), ONE_AND_BETA),
                    "that is the definition",
                ),
            ],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("beta_likeness.md"),
        references: &[Reference {
            authors: "J. Cao, P. Karras",
            year: 2012,
            title: "Publishing microdata with a robust privacy guarantee",
            doi: "10.14778/2350229.2350255",
        }],
        example: "[[require]]\nmodel = \"beta-likeness\"\nbeta = 1.0\nattribute = \"diagnosis\"\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"beta-likeness\"\nattribute = \"disease\"\nbeta = 2\nkind = \"basic\"\n",
            "How much more frequent is a disease in a class than in all? Gout in B: `(1/2 - 1/8) / (1/8) = 3`. Asthma in A: `(1/3 - 1/8) / (1/8) = 1.667`. Cancer in C: `(1 - 4/8) / (4/8) = 1`. The greatest gain is beta = **3**: who learns that somebody is in B believes in gout four times as much as before.",
            &["beta-likeness (basic) of disease 3 (DOES NOT HOLD, 2 allowed)"],
        ),
    },
    bind,
    weakest: &[
        Weakest {
            given: &[("beta", Literal::Number("1")), ("kind", Literal::Choice("basic"))],
            told: &["kind"],
        },
        Weakest { given: &[("beta", Literal::Number("1"))], told: &["kind"] },
    ],
    tries: &[
        &[("beta", Literal::Number("0.7")), ("kind", Literal::Choice("basic"))],
        &[("beta", Literal::Number("0.7"))],
    ],
};

const ONE_AND_BETA: Formula = Formula { text: "1 + β", of: |of| 1.0 + of.level };
const TIMES_COMMONEST: Formula =
    Formula { text: "(1 + β) · commonest", of: |of| (1.0 + of.level) * of.commonest };

const BETA: &[Parameter] = &[
    Parameter::new(
        "beta",
        Shape::Number(POSITIVE),
        "1.0",
        "How much likelier a value may become in a class, as a share of its likelihood.",
    )
    .required(),
    Parameter::new(
        "kind",
        Shape::Choice(Likeness::NAMES),
        "\"basic\"",
        "Whether frequent values are bounded more strictly.",
    )
    .default("\"enhanced\""),
];

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let (beta, kind) = (given.number("beta"), given.choice("kind"));
    let target = context.sensitive().target;
    BoundModel::compared(given, target, Frequency::Persons, move |target, baseline| {
        let made = BetaLikeness::new(target.subject.column(), beta, kind, baseline)?;
        Ok(target.ask(made, Aspect::Shares(baseline.clone())))
    })
}
