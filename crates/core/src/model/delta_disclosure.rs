//! delta-disclosure privacy.

use super::parameters::{SCOPE, SENSITIVE};
use super::{
    Aspect, Baseline, Bound, BoundModel, ClassModel, Decisive, Frequency, ModelContext,
    ModelDefinition, ModelError, Needs, TOLERANCE, UnionRule, Weakest, limits,
};
use crate::{Class, Code, SensitiveId};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::limits::{BASE, POSITIVE};
use ridotto_catalogue::{
    Claim, Decimal, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal,
    ModelFacts, Named, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked,
    names,
};

const NAME: &str = "delta-disclosure";

/// In every class the share of each sensitive value differs from its share in the whole table by
/// a factor whose logarithm is below `delta`.
///
/// # Guarantee
/// Who finds a person's class sees no sensitive value become more likely, or less likely, than in
/// the whole table by a factor of e^delta or more (or another base). With
/// [`Absent::Violates`] this covers values that the class does not have.
///
/// # Does not protect against
/// Identity disclosure: ask for k-anonymity as well. With [`Absent::Ignored`], ruling out the
/// values that a class does not have.
///
/// # Parameters
/// `delta` above 0; the base of the logarithm (natural, unless another program's figures use 2);
/// whether values that a class lacks are ignored or break the rule.
///
/// # Cost
/// One logarithm for each distinct value of a class. Decided with a relative tolerance of 1e-12, on
/// the safe side: the rule is strict, so what only seems below by rounding does not hold.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn};
/// use ridotto_core::model::{Absent, Baseline, DeltaDisclosure};
/// let baseline = Baseline::new(vec![50, 50]);
/// let disease = Codes::from_codes(&[0, 0, 0, 1], 2);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &disease, values: 2 }], 4);
/// let model = DeltaDisclosure::new(0, 1.0, 2.0, Absent::Violates, &baseline).unwrap();
/// assert_eq!(model.attained(&table), Some(1.0)); // one half became one quarter
/// assert!(!table.classes().any(|class| model.holds(class)));
/// ```
///
/// # References
/// J. Brickell, V. Shmatikov (2008), *The cost of privacy: destruction of data-mining utility in
/// anonymized data publishing*, doi:10.1145/1401890.1401904.
#[derive(Clone, Debug)]
pub struct DeltaDisclosure {
    sensitive: SensitiveId,
    delta: f64,
    /// The natural logarithm of the base.
    unit: f64,
    absent: Absent,
    baseline: Baseline,
    present: usize,
}

names! {
    /// What a sensitive value does that a class does not have.
    Absent {
        /// It violates the model: its likelihood fell to nothing.
        Violates = "violates" Now,
        /// It is passed over, as some programs do. Then nothing is promised about unions.
        Ignored = "ignored" Now,
    }
}

impl DeltaDisclosure {
    /// The model for a sensitive attribute, with the distribution that classes are compared with.
    pub fn new(
        sensitive: SensitiveId,
        delta: f64,
        base: f64,
        absent: Absent,
        baseline: &Baseline,
    ) -> Result<Self, ModelError> {
        if !(delta.is_finite() && delta > 0.0) {
            return Err(ModelError::out_of_range(NAME, "delta", delta, "a number above 0"));
        }
        if !(base.is_finite() && base > 1.0) {
            return Err(ModelError::out_of_range(NAME, "base", base, "a number above 1"));
        }
        if baseline.rows() == 0 {
            return Err(ModelError::NoBaseline { model: NAME });
        }
        let (unit, present) = (base.ln(), baseline.present());
        Ok(Self { sensitive, delta, unit, absent, baseline: baseline.clone(), present })
    }

    /// |log(p / q)| of a value; infinite if the table does not have it.
    fn distance(&self, code: Code, count: u64, size: u64) -> f64 {
        let own = count as f64 * self.baseline.rows() as f64;
        let expected = self.baseline.count(code) as f64 * size as f64;
        (own / expected).ln().abs() / self.unit
    }
}

impl ClassModel for DeltaDisclosure {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The largest logarithm of a factor by which a value's share differs from the table's.
    fn level(&self, class: Class<'_>) -> f64 {
        let histogram = class.histogram(self.sensitive);
        let lacks = histogram.len() < self.present;
        if self.absent == Absent::Violates && lacks {
            return f64::INFINITY;
        }
        let distance = |&(code, count): &(Code, u64)| self.distance(code, count, class.size());
        histogram.iter().map(distance).fold(0.0, f64::max)
    }

    fn bound(&self) -> Bound {
        Bound::Below(self.delta)
    }

    /// If absent values violate, the rule says for every value of the table that its share lies
    /// between two numbers; a share in a union lies between those in the classes, so it does too.
    /// If absent values are ignored there is no promise: a value that one class has in the right
    /// share and the other has not at all may be far too rare in the union.
    fn union_rule(&self) -> UnionRule {
        match self.absent {
            Absent::Ignored => UnionRule::NoPromise,
            Absent::Violates => UnionRule::HoldsIfBoth,
        }
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.level(class) < self.delta * (1.0 - TOLERANCE)
    }

    /// How many values a class lacks, if it may lack none; else the largest distance.
    fn decides(&self, class: Class<'_>) -> Decisive {
        let lacking = self.present.saturating_sub(class.histogram(self.sensitive).len());
        if self.absent == Absent::Violates && lacking > 0 {
            return Decisive::of_part("absent", Bound::AtMost(0.0), lacking as f64);
        }
        Decisive::of_bound(self.bound(), self.level(class))
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}

/// delta-disclosure privacy as the catalogue has it.
pub static DELTA_DISCLOSURE: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "δ-disclosure privacy",
        aliases: &["delta-disclosure-privacy"],
        formula: "|log(share(v, C) / share(v, table))| < delta, for every class C and value v",
        status: Status::Now,
        summary: "In every class each sensitive value is about as likely as in the whole table.",
        parameters: &[SENSITIVE, DELTA, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Gradual,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("absent", "most values that a class lacks"),
                Wording::always("largest change of a value's likelihood"),
            ],
            promises: &[Wording::always(
                "In every class each value of {attribute} is about as likely as in the whole table: the logarithm of the ratio stays below {delta}.",
            )],
            limits: &[limits::STATISTICS],
            claims: &[
                Claim::new(
                    "homogeneity",
                    "",
                    Leaves::AtMost(Figure::Certainty, TIMES_COMMONEST),
                    "no share is more than baseᵟ times the table's",
                ),
                Claim::new(
                    "skewness",
                    "",
                    Leaves::AtMost(Figure::Named("largest-factor"), POWER),
                    "that is the definition",
                ),
            ],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("delta_disclosure.md"),
        references: &[Reference {
            authors: "J. Brickell, V. Shmatikov",
            year: 2008,
            title: "The cost of privacy",
            doi: "10.1145/1401890.1401904",
        }],
        example: "[[require]]\nmodel = \"delta-disclosure\"\ndelta = 1.5\nattribute = \"diagnosis\"\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"delta-disclosure\"\nattribute = \"disease\"\ndelta = 1.5\nabsent = \"ignored\"\n",
            "Gout has 1/8 of all records and 1/2 of class B: `ln((1/2) / (1/8)) = 1.386`. Flu has 2/8 of all and 2/3 of A: `ln((2/3) / (2/8)) = 0.981`; cancer 4/8 of all and all of C: `ln(1 / (4/8)) = 0.693`. The greatest is **1.386**. Nobody in C has flu, and the logarithm of 0 is infinite: with `absent = \"violates\"`, as the paper has it, that is **beyond any bound**.",
            &[
                "delta-disclosure (ignored, base = e) of disease 1.386 (holds, below 1.5 required)",
                "delta-disclosure (violates) of disease beyond any bound",
            ],
        ),
    },
    bind,
    weakest: &[
        Weakest {
            given: &[("delta", Literal::Number("1")), ("absent", Literal::Choice("ignored"))],
            told: &["absent"],
        },
        Weakest { given: &[("delta", Literal::Number("1"))], told: &["absent"] },
    ],
    tries: &[
        &[("delta", Literal::Number("0.7"))],
        &[("delta", Literal::Number("0.7")), ("absent", Literal::Choice("ignored"))],
    ],
};

const POWER: Formula = Formula { text: "baseᵟ", of: |of| of.base.powf(of.level) };
const TIMES_COMMONEST: Formula =
    Formula { text: "baseᵟ · commonest", of: |of| of.base.powf(of.level) * of.commonest };

const DELTA: &[Parameter] = &[
    Parameter::new(
        "delta",
        Shape::Number(POSITIVE),
        "1.0",
        "How far the logarithm of a value's gain in likelihood may be from 0; less than this.",
    )
    .required(),
    Parameter::new("base", Shape::Number(BASE), "2", "The base of the logarithm; e when absent.")
        .told("e"),
    Parameter::new(
        "absent",
        Shape::Choice(Absent::NAMES),
        "\"ignored\"",
        "What a value does that a class does not have.",
    )
    .default("\"violates\""),
];

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let (delta, absent) = (given.number("delta").to_f64(), given.choice("absent"));
    let base = given.number_if_given("base");
    let base = base.map_or(std::f64::consts::E, Decimal::to_f64);
    let target = context.sensitive().target;
    BoundModel::compared(given, target, Frequency::Persons, move |target, baseline| {
        let made = DeltaDisclosure::new(target.subject.column(), delta, base, absent, baseline)?;
        Ok(target.ask(made, Aspect::Shares(baseline.clone())))
    })
}
