//! t-closeness.

mod continuous;
mod divergence;
mod equal;
mod hierarchical;
mod ordered;

use self::continuous::Continuous;
use self::divergence::Divergence;
use self::equal::Equal;
use self::hierarchical::Hierarchical;
use self::ordered::Ordered;
use super::parameters::{SCOPE, SENSITIVE};
use super::{
    Aspect, Baseline, Bound, BoundModel, ClassModel, Frequency, ModelContext, ModelDefinition,
    ModelError, Needs, Sensitive, TOLERANCE, UnionRule, Weakest, limits,
};
use crate::{Class, Code, Hierarchy, SensitiveId};
use ridotto_catalogue::entry::{any, never};
use ridotto_catalogue::limits::APART;
use ridotto_catalogue::{
    Claim, Decimal, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal,
    ModelFacts, Named, Parameter, Problem, Purpose, Reference, Shape, Span, Status, Wording,
    Worked, names,
};
use std::fmt;

const NAME: &str = "t-closeness";

/// In every class the sensitive attribute is spread nearly as in the whole table: the distance of
/// both distributions is at most `t`.
///
/// # Guarantee
/// Who finds a person's class learns little about the sensitive value beyond what the whole table
/// tells about everybody: the belief moves by `t` at most, measured by the distance chosen.
///
/// # Does not protect against
/// Identity disclosure: a class may be a single row, so ask for k-anonymity as well. What the
/// whole table tells. Rare values: with the equal distance a value of one in a thousand may become
/// two hundred times as likely at t = 0.2 (see [`BetaLikeness`](super::BetaLikeness)). Several
/// releases.
///
/// # Parameters
/// `t`, 0 to 1 (for the Kullback-Leibler divergence any number), and the [`Distance`].
///
/// # Cost
/// One look at each distinct value of a class; nothing is allocated, and values that a class does
/// not have are skipped by sums that were made once. Equal, ordered and hierarchical distances are
/// decided on integers, the others with a relative tolerance of 1e-12.
///
/// # Example
/// ```
/// use ridotto_core::{ClassModel, ClassTable, Codes, Decimal, CodeColumn};
/// use ridotto_core::model::{Baseline, Distance, TCloseness};
/// // Salaries of 3 to 11 thousand in the table, and of 3, 4 and 5 in a class.
/// let baseline = Baseline::new(vec![1; 9]);
/// let salary = Codes::from_codes(&[0, 1, 2], 9);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &salary, values: 9 }], 3);
/// let t = Decimal::new(375, 3);
/// let model = TCloseness::new(0, t, Distance::Ordered, &baseline).unwrap();
/// assert_eq!(model.attained(&table), Some(0.375));
/// assert!(table.classes().all(|class| model.holds(class)));
/// ```
///
/// # References
/// N. Li, T. Li, S. Venkatasubramanian (2007), *t-closeness: privacy beyond k-anonymity and
/// l-diversity*, doi:10.1109/ICDE.2007.367856. Y. Rubner, C. Tomasi, L. J. Guibas (2000), *The
/// earth mover's distance as a metric for image retrieval*, doi:10.1023/A:1026543900054.
#[derive(Clone, Debug)]
pub struct TCloseness {
    sensitive: SensitiveId,
    t: Decimal,
    meter: Meter,
}

/// How far two distributions of a sensitive attribute are apart.
#[derive(Clone, Copy)]
pub enum Distance<'a> {
    /// The earth mover's distance where all values are equally far from each other.
    Equal,
    /// Half the sum of the differences of shares. This is the same number as `Equal`.
    Variational,
    /// The earth mover's distance where values lie in the order of their codes, neighbours one
    /// step apart, and the first and the last 1. Values that the table does not have are no step.
    Ordered,
    /// The earth mover's distance where two values are as far apart as their lowest common group
    /// is high, and 1 if only the top has both.
    Hierarchical(&'a Hierarchy),
    /// The earth mover's distance on the line, where each code stands for this number, over the
    /// range of the numbers that the table has.
    Continuous(&'a [f64]),
    /// The Kullback-Leibler divergence of the class from the table, in natural units.
    KullbackLeibler,
}

/// A distance made ready for one baseline.
#[derive(Clone)]
enum Meter {
    Equal(Equal),
    Ordered(Ordered),
    Hierarchical(Hierarchical),
    Continuous(Continuous),
    Divergence(Divergence),
}

impl fmt::Debug for Meter {
    /// The name alone: the numbers of a continuous attribute are cell values.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Equal(_) => "Equal",
            Self::Ordered(_) => "Ordered",
            Self::Hierarchical(_) => "Hierarchical",
            Self::Continuous(_) => "Continuous",
            Self::Divergence(_) => "KullbackLeibler",
        })
    }
}

/// A distance that is either a fraction of whole numbers or a rounded number.
enum Measured {
    Exact { above: u128, below: u128 },
    Rounded(f64),
}

impl TCloseness {
    /// The model for a sensitive attribute, with the distribution that classes are compared with.
    pub fn new(
        sensitive: SensitiveId,
        t: Decimal,
        distance: Distance<'_>,
        baseline: &Baseline,
    ) -> Result<Self, ModelError> {
        if !matches!(distance, Distance::KullbackLeibler) {
            super::share(NAME, "t", t)?;
        }
        if baseline.rows() == 0 {
            return Err(ModelError::NoBaseline { model: NAME });
        }
        let meter = match distance {
            Distance::Equal | Distance::Variational => Meter::Equal(Equal::new(baseline)),
            Distance::Ordered => Meter::Ordered(Ordered::new(baseline)),
            Distance::Hierarchical(hierarchy) => {
                Meter::Hierarchical(Hierarchical::new(baseline, hierarchy)?)
            }
            Distance::Continuous(numbers) => Meter::Continuous(Continuous::new(baseline, numbers)?),
            Distance::KullbackLeibler => Meter::Divergence(Divergence::new(baseline)),
        };
        Ok(Self { sensitive, t, meter })
    }

    /// The distance of a distribution from the baseline.
    pub fn distance(&self, histogram: &[(Code, u64)]) -> f64 {
        match self.measure(histogram) {
            Measured::Exact { above, below } => above as f64 / below as f64,
            Measured::Rounded(distance) => distance,
        }
    }

    /// Whether a distribution is near enough to the baseline.
    pub fn is_close(&self, histogram: &[(Code, u64)]) -> bool {
        self.is_within(&self.measure(histogram))
    }

    fn is_within(&self, distance: &Measured) -> bool {
        match *distance {
            Measured::Exact { above, below } => self.t.is_at_least(above, below),
            Measured::Rounded(distance) => {
                distance <= self.t.to_f64() * (1.0 + TOLERANCE) + TOLERANCE
            }
        }
    }

    fn measure(&self, histogram: &[(Code, u64)]) -> Measured {
        match &self.meter {
            Meter::Equal(equal) => equal.measure(histogram),
            Meter::Ordered(ordered) => ordered.measure(histogram),
            Meter::Hierarchical(hierarchical) => hierarchical.measure(histogram),
            Meter::Continuous(continuous) => Measured::Rounded(continuous.measure(histogram)),
            Meter::Divergence(divergence) => Measured::Rounded(divergence.measure(histogram)),
        }
    }
}

/// How many rows a histogram has.
fn rows(histogram: &[(Code, u64)]) -> u64 {
    histogram.iter().map(|&(_, count)| count).sum()
}

/// A product that cannot overflow.
fn product(a: u64, b: u64) -> u128 {
    u128::from(a) * u128::from(b)
}

impl ClassModel for TCloseness {
    fn name(&self) -> &'static str {
        NAME
    }

    fn level(&self, class: Class<'_>) -> f64 {
        self.distance(class.histogram(self.sensitive))
    }

    fn bound(&self) -> Bound {
        Bound::AtMost(self.t.to_f64())
    }

    /// A union's distribution is a mean of the classes' distributions. Each distance from a fixed
    /// baseline is convex in the distribution: the earth mover's distances here are sums of
    /// absolute values of linear functions of it (of single shares, of shares up to a value, of
    /// shares of a group), and the divergence is convex as well. So the union's distance is at
    /// most the mean, and that at most the larger one. A far class can draw a near one away, so
    /// one is not enough.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.is_close(class.histogram(self.sensitive))
    }

    /// By the equal distance, what is kept of a class must be near the table, too: the parts that
    /// hold have a union that holds. How near so many rows could come at best is known and grows
    /// worse with their number, so the most that could be kept is found by halving.
    fn least_removed(&self, class: Class<'_>) -> u64 {
        let histogram = class.histogram(self.sensitive);
        let Meter::Equal(equal) = &self.meter else {
            return u64::from(!self.is_close(histogram)).min(class.size());
        };
        let (mut low, mut high) = (0, class.size());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if self.is_within(&equal.least(histogram, middle)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        class.size() - low
    }

    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}

/// t-closeness as the catalogue has it.
pub static T_CLOSENESS: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "t-closeness",
        aliases: &["closeness", "emd"],
        formula: "distance(distribution(C), distribution(table)) <= t, for every class C",
        status: Status::Now,
        summary: "In every class the sensitive values are distributed nearly as in the whole table.",
        parameters: &[SENSITIVE, T, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Gradual,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[Wording::always("largest distance from the whole table")],
            promises: &[Wording::always(
                "In every class {attribute} is distributed nearly as in the whole table: the distance is {t} at most.",
            )],
            limits: &[limits::STATISTICS],
            claims: &[
                Claim::new(
                    "linkage",
                    "equal",
                    Leaves::Everything,
                    "a single record may be typical",
                ),
                Claim::new(
                    "homogeneity",
                    "equal",
                    Leaves::AtMost(Figure::Certainty, COMMON_AND_T),
                    "no share is more than t above the table's",
                ),
                Claim::new(
                    "background-knowledge",
                    "equal",
                    Leaves::Everything,
                    "two values that are common in the table may be all that a class has",
                ),
                Claim::new(
                    "skewness",
                    "equal",
                    Leaves::AtMost(Figure::Named("largest-shift"), Formula::itself("t")),
                    "the distance is at least the change of any share",
                ),
                Claim::new(
                    "skewness",
                    "kullback-leibler",
                    Leaves::AtMost(Figure::Named("largest-shift"), PINSKER),
                    "Pinsker's inequality",
                ),
                Claim::new(
                    "similarity",
                    "equal",
                    Leaves::AtMost(Figure::Certainty, COMMON_AND_T),
                    "the distance is at least the change of any group's share",
                ),
            ],
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous,
        }),
        advice: include_str!("t_closeness.md"),
        references: &[Reference {
            authors: "N. Li, T. Li, S. Venkatasubramanian",
            year: 2007,
            title: "t-closeness: privacy beyond k-anonymity and l-diversity",
            doi: "10.1109/ICDE.2007.367856",
        }],
        example: "[[require]]\nmodel = \"t-closeness\"\nt = 0.2\nattribute = \"diagnosis\"\ndistance = \"equal\"\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"t-closeness\"\nattribute = \"disease\"\nt = 0.2\n",
            "Of all eight people 2 have flu, 1 asthma, 1 gout and 4 cancer. In class A 2 of 3 have flu and 1 asthma. The distance is half of the sum of all differences of shares, `1/2 * (|2/3 - 2/8| + |1/3 - 1/8| + |0 - 1/8| + |0 - 4/8|) = 0.625`. For B it is `1/2 * (|0 - 2/8| + |0 - 1/8| + |1/2 - 1/8| + |1/2 - 4/8|) = 0.375`, for C `1/2 * (2/8 + 1/8 + 1/8 + |1 - 4/8|) = 0.5`. The farthest class decides: t = **0.625**.",
            &["t-closeness (equal) of disease 0.625 (DOES NOT HOLD, 0.2 allowed)"],
        ),
    },
    bind,
    weakest: &[
        Weakest { given: &[("t", Literal::Number("1"))], told: &["distance"] },
        Weakest {
            given: &[("t", Literal::Number("1")), ("distance", Literal::Choice("ordered"))],
            told: &["distance"],
        },
    ],
    tries: &[
        &[("t", Literal::Number("0.3"))],
        &[("t", Literal::Number("0.2")), ("distance", Literal::Choice("ordered"))],
        &[("t", Literal::Number("0.25")), ("distance", Literal::Choice("hierarchical"))],
        &[("t", Literal::Number("0.2")), ("distance", Literal::Choice("continuous"))],
        &[("t", Literal::Number("0.4")), ("distance", Literal::Choice("kullback-leibler"))],
    ],
};

const COMMON_AND_T: Formula = Formula { text: "commonest + t", of: |of| of.commonest + of.level };
const PINSKER: Formula = Formula { text: "√(t/2)", of: |of| (of.level / 2.0).sqrt() };

const T: &[Parameter] = &[
    Parameter::new(
        "t",
        Shape::Number(APART),
        "0.2",
        "How far the sensitive values of a class may be from those of the whole file.",
    )
    .required(),
    Parameter::new(
        "distance",
        Shape::Choice(DistanceKind::NAMES),
        "\"ordered\"",
        "How the distance of two distributions is measured.",
    )
    .default("\"equal\""),
];

names! {
    /// How the distance of two distributions is measured.
    DistanceKind {
        /// Any two values are equally far apart.
        Equal = "equal" Now,
        /// Values are as far apart as their ranks.
        Ordered = "ordered" Now,
        /// Values are as far apart as their nearest common ancestor in the attribute's hierarchy
        /// is high.
        Hierarchical = "hierarchical" Now,
        /// Numbers are as far apart as they are, relative to their range.
        Continuous = "continuous" Now,
        /// The Kullback-Leibler divergence.
        KullbackLeibler = "kullback-leibler" Now,
    }
}

/// No distance is more than 1, but for the divergence.
fn vacuous(given: &Given) -> Option<&'static str> {
    let is_bounded = given.choice::<DistanceKind>("distance") != DistanceKind::KullbackLeibler;
    (is_bounded && given.number("t") == Decimal::ONE).then_some("t")
}

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let (of, kind) = (context.sensitive(), given.choice("distance"));
    let at = given.at("distance");
    let tree = match kind {
        DistanceKind::Hierarchical => Some(of.tree(at)?.clone()),
        _ => None,
    };
    let numbers = match kind {
        DistanceKind::Continuous => numbers(&of, at)?,
        _ => Vec::new(),
    };
    if kind == DistanceKind::Ordered {
        of.has_order(at)?;
    }
    let t = given.number("t");
    BoundModel::compared(given, of.target, Frequency::Pairs, move |target, baseline| {
        let with = match (kind, &tree) {
            (DistanceKind::Hierarchical, Some(of)) => Distance::Hierarchical(of),
            (DistanceKind::Equal | DistanceKind::Hierarchical, _) => Distance::Equal,
            (DistanceKind::Ordered, _) => Distance::Ordered,
            (DistanceKind::Continuous, _) => Distance::Continuous(&numbers),
            (DistanceKind::KullbackLeibler, _) => Distance::KullbackLeibler,
        };
        let aspect = match kind {
            DistanceKind::Equal | DistanceKind::KullbackLeibler => {
                Aspect::Distribution(baseline.clone())
            }
            _ => Aspect::Places(baseline.clone()),
        };
        let made = TCloseness::new(target.subject.column(), t, with, baseline)?;
        Ok(target.ask(made, aspect))
    })
}

/// The number that each value stands for.
fn numbers(of: &Sensitive<'_>, span: Option<Span>) -> Result<Vec<f64>, Problem> {
    let numbers = of.numbers(0.0, |values, text| values.reading().parse(text).as_f64());
    numbers.ok_or_else(|| {
        let message = format!("`{}` does not have numbers to measure", of.target.name);
        Problem::error("bind::distance", message)
            .at(span, "needs numbers")
            .with_help("say \"ordered\" or \"equal\"; missing values have no number either")
    })
}
