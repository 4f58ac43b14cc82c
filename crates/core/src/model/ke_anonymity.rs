//! (k,e)-anonymity.

use super::definition::about;
use super::parameters::{SCOPE, SENSITIVE};
use super::{
    Aspect, Bound, BoundModel, ClassModel, Decisive, ModelContext, ModelDefinition, ModelError,
    Needs, Sensitive, UnionRule, Weakest, limits,
};
use crate::kind::Value;
use crate::{Class, Code, Dictionary, SensitiveId};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::limits::{K, POSITIVE};
use ridotto_catalogue::{
    Claim, Decimal, Degree, Disclosure, Entry, Facts, Figure, Formula, Given, Leaves, Literal,
    ModelFacts, Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked,
};
use std::fmt;

const NAME: &str = "ke-anonymity";

/// (k,e)-anonymity as the catalogue has it.
pub static KE_ANONYMITY: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: NAME,
        title: "(k,e)-anonymity",
        aliases: &["k-e-anonymity", "(k,e)"],
        formula: "|values(C)| >= k and max(C) - min(C) >= e, for every class C",
        status: Status::Now,
        summary: "Every class has at least k different values of a numeric sensitive attribute, and they span at least e.",
        parameters: &[SENSITIVE, K_AND_E, SCOPE],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("k", "fewest distinct values in a class"),
                Wording::always("narrowest range of values in a class"),
            ],
            promises: &[Wording::always(
                "Every class has at least {k} different values of {attribute}, and they span at least {e}: whoever finds a person's class is left with so many values, so far apart at the ends.",
            )],
            limits: &[limits::SKEWNESS, limits::CLUSTERED_VALUES],
            claims: &[
                Claim::new(
                    "linkage",
                    "",
                    Leaves::AtMost(Figure::Certainty, Formula::ONE_OF_K),
                    "k values need k records",
                ),
                Claim::new("homogeneity", "", Leaves::Nobody(2.0), "two values are left"),
                Claim::new(
                    "similarity",
                    "",
                    Leaves::Everything,
                    "all values but one may lie together",
                ),
            ],
            least_size: Some("k"),
            hides: true,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("ke_anonymity.md"),
        references: &[Reference {
            authors: "Q. Zhang, N. Koudas, D. Srivastava, T. Yu",
            year: 2007,
            title: "Aggregate query answering on anonymized tables",
            doi: "10.1109/ICDE.2007.367857",
        }],
        example: "[[require]]\nmodel = \"ke-anonymity\"\nattribute = \"salary\"\nk = 3\ne = 5000\n",
        worked: Worked::checked(
            "[[require]]\nmodel = \"ke-anonymity\"\nattribute = \"pay\"\nk = 2\ne = 400\n",
            "Pay in class A is 2000 or 2500, two values that span `2500 - 2000 = 500`; in B 3000 and 3500, a span of 500; in C 3000 and 4000, a span of `4000 - 3000 = 1000`. Every class has two values, and the narrowest span is **500**: enough.",
            &["ke-anonymity (e = 400, k = 2) of pay 500 (holds, e 400 required)"],
        ),
    },
    bind,
    weakest: &[Weakest {
        given: &[("k", Literal::Whole(1)), ("e", Literal::Number("0"))],
        told: &[],
    }],
    tries: &[
        &[("k", Literal::Whole(2)), ("e", Literal::Number("3"))],
        &[("k", Literal::Whole(3)), ("e", Literal::Number("2.5"))],
    ],
};

const K_AND_E: &[Parameter] = &[
    Parameter::new("k", Shape::Integer(K), "3", "How many different values a class must have.")
        .required(),
    Parameter::new(
        "e",
        Shape::Number(POSITIVE),
        "5000",
        "How far apart the least and the greatest value of a class must be; in days for dates.",
    )
    .required(),
];

fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let of = context.sensitive();
    let numbers = of.numbers(Decimal::ZERO, exact).ok_or_else(|| not_numbers(given, &of))?;
    let made = KEAnonymity::new(of.id(), given.whole("k"), given.number("e"), numbers.clone());
    let made = made.map_err(|error| about(given, of.target, &error))?;
    Ok(BoundModel::shared(of.target.ask(made, Aspect::Range(numbers))))
}

/// The number that a value is, to its last digit.
fn exact(values: &Dictionary, text: &str) -> Option<Decimal> {
    match values.reading().parse(text) {
        Value::Integer(number) => Decimal::parse(&number.to_string()),
        Value::Day(day) => Some(Decimal::from(day)),
        Value::Number(_) if values.reading().decimal_comma => {
            Decimal::parse(&text.replace(',', "."))
        }
        Value::Number(_) => Decimal::parse(text),
        _ => None,
    }
}

fn not_numbers(given: &Given, of: &Sensitive<'_>) -> Problem {
    let message = format!("`{}` does not have numbers to measure", of.target.name);
    Problem::error("bind::model", message).at(given.span(), "needs numbers").with_help(
        "it needs whole or decimal numbers of at most 18 digits, or dates, and one attribute at a \
         time; missing values have no number either; for texts ask for `l-diversity`",
    )
}

/// Every class has at least `k` different values of a numeric sensitive attribute, and the least
/// and the greatest of them are at least `e` apart.
///
/// # Guarantee
/// Who finds a person's class is left with `k` values that the person may have, and with a range
/// of `e` from the least to the greatest.
///
/// # Does not protect against
/// All values but one may lie together, and one may be nearly everybody's: a guess is then nearly
/// right (see [`TCloseness`](super::TCloseness)).
///
/// # Parameters
/// `k`; `e`, in the unit of the attribute; the number that each code stands for. Days for dates.
///
/// # Cost
/// One look at each distinct value of a class; exact decimals throughout.
///
/// # Example
/// ```
/// use ridotto_catalogue::Decimal;
/// use ridotto_core::{ClassModel, ClassTable, Codes, CodeColumn, model::KEAnonymity};
/// let salary = Codes::from_codes(&[0, 1, 2], 3);
/// let table = ClassTable::count(&[], &[CodeColumn { codes: &salary, values: 3 }], 3);
/// let numbers = [3000, 3100, 9000].map(Decimal::from).to_vec();
/// let model = KEAnonymity::new(0, 3, 5000.into(), numbers).unwrap();
/// assert_eq!(model.attained(&table), Some(6000.0));
/// ```
///
/// # References
/// Q. Zhang, N. Koudas, D. Srivastava, T. Yu (2007), *Aggregate query answering on anonymized
/// tables*, doi:10.1109/ICDE.2007.367857.
#[derive(Clone)]
pub struct KEAnonymity {
    sensitive: SensitiveId,
    k: u64,
    e: Decimal,
    numbers: Vec<Decimal>,
}

impl fmt::Debug for KEAnonymity {
    /// The numbers are values of the data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KEAnonymity({}, k = {}, e = {})", self.sensitive, self.k, self.e)
    }
}

impl KEAnonymity {
    /// The model for a sensitive attribute whose codes stand for these numbers.
    pub fn new(
        sensitive: SensitiveId,
        k: u64,
        e: Decimal,
        numbers: Vec<Decimal>,
    ) -> Result<Self, ModelError> {
        if k == 0 {
            return Err(ModelError::out_of_range(NAME, "k", 0.0, "1 or more"));
        }
        if e < Decimal::ZERO {
            return Err(ModelError::out_of_range(NAME, "e", e.to_f64(), "0 or more"));
        }
        Ok(Self { sensitive, k, e, numbers })
    }

    /// How many values a class has.
    fn values(&self, class: Class<'_>) -> u64 {
        class.histogram(self.sensitive).len() as u64
    }

    /// The least and the greatest value of a class. A code that stands for no number, such as
    /// that of a missing value, is no end of a range.
    fn ends(&self, class: Class<'_>) -> Option<(Decimal, Decimal)> {
        let number = |&(code, _): &(Code, u64)| self.numbers.get(code as usize).copied();
        let numbers = || class.histogram(self.sensitive).iter().filter_map(number);
        numbers().min().zip(numbers().max())
    }

    fn range(&self, class: Class<'_>) -> f64 {
        self.ends(class).map_or(0.0, |(least, greatest)| least.gap(greatest))
    }
}

impl ClassModel for KEAnonymity {
    fn name(&self) -> &'static str {
        NAME
    }

    /// The range of a class; nothing below `k` values.
    fn level(&self, class: Class<'_>) -> f64 {
        if self.values(class) < self.k { 0.0 } else { self.range(class) }
    }

    fn bound(&self) -> Bound {
        Bound::AtLeast(self.e.to_f64())
    }

    /// A union has every value that either class has, so it has as many, and its ends lie no nearer
    /// to each other.
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfEither
    }

    fn holds(&self, class: Class<'_>) -> bool {
        self.values(class) >= self.k
            && self.ends(class).map_or(self.e == Decimal::ZERO, |(least, greatest)| {
                least.compare_gap(greatest, self.e).is_ge()
            })
    }

    fn decides(&self, class: Class<'_>) -> Decisive {
        let values = self.values(class);
        if values < self.k {
            return Decisive::of_part("k", Bound::AtLeast(self.k as f64), values as f64);
        }
        Decisive::of_part("e", self.bound(), self.range(class))
    }

    /// Each value has a row.
    fn rows_needed(&self) -> u64 {
        self.k
    }

    /// The ends of a range may be any of the values.
    fn needs(&self, of: SensitiveId) -> Needs {
        Needs::All.if_same(self.sensitive, of)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{ClassTable, CodeColumn, Codes};

    #[test]
    fn ranges_are_compared_without_rounding() {
        let codes = Codes::from_codes(&[0, 1, 2], 3);
        let table = ClassTable::count(&[], &[CodeColumn { codes: &codes, values: 3 }], 3);
        let decimal = |text: &str| Decimal::parse(text).unwrap();
        let numbers = || ["0.1", "0.2", "0.4"].map(decimal).to_vec();
        for (k, e, holds) in [
            (3, "0.3", true),
            (3, "0.300000000000000001", false),
            (4, "0.1", false),
            (2, "0.299999999999999999", true),
        ] {
            let model = KEAnonymity::new(0, k, decimal(e), numbers()).unwrap();
            assert_eq!(table.classes().all(|class| model.holds(class)), holds, "{k}, {e}");
        }
        let far = ["-999999999999999999", "0", "999999999999999999"].map(decimal).to_vec();
        let model = KEAnonymity::new(0, 3, decimal("999999999999999999"), far).unwrap();
        assert!(table.classes().all(|class| model.holds(class)));
    }
}
