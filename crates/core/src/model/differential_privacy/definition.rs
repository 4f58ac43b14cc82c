//! Differential privacy in the catalogue, and what of it is spent on what.

use super::DifferentialPrivacy;
use crate::model::{BoundModel, KAnonymity, ModelContext, ModelDefinition, ModelError, limits};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::limits::{POSITIVE, SOME};
use ridotto_catalogue::{
    Decimal, Degree, Disclosure, Entry, Facts, Given, ModelFacts, Parameter, Problem, Purpose,
    Reference, Shape, Status, Wording, Worked, small,
};
use std::num::NonZeroU64;

/// Differential privacy as the catalogue has it.
pub static DIFFERENTIAL_PRIVACY: ModelDefinition = ModelDefinition {
    entry: Entry {
        name: "differential-privacy",
        title: "(ε,δ)-differential privacy",
        aliases: &["dp", "epsilon"],
        formula: "P(release | D) <= e^epsilon P(release | D') + delta, for files D, D' that differ in one record",
        status: Status::Now,
        summary: "The release would be nearly as likely without any one person.",
        parameters: &[SPENT],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Membership, Disclosure::Attribute],
            degree: Degree::Gradual,
            purposes: &[Purpose::Publishing, Purpose::Sharing, Purpose::Computing],
            statistics: &[],
            promises: &[
                Wording::with(
                    "neighbours",
                    &["change-one"],
                    "The release would be nearly as likely if any one record said something else: the likelihoods differ by a factor of e to the power {epsilon} at most, apart from {delta}. How many records there are is not hidden.",
                ),
                Wording::always(
                    "The release would be nearly as likely without any one person: the likelihoods differ by a factor of e to the power {epsilon} at most, apart from {delta}.",
                ),
            ],
            limits: &[limits::STATISTICS],
            claims: &[],
            least_size: None,
            hides: true,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("differential_privacy.md"),
        references: &[Reference {
            authors: "C. Dwork, A. Roth",
            year: 2014,
            title: "The algorithmic foundations of differential privacy",
            doi: "10.1561/0400000042",
        }],
        example: "[[require]]\nmodel = \"differential-privacy\"\nepsilon = 1.0\ndelta = 0.000001\nsearch = 0.1\n",
        worked: Worked {
            tables: &[&small::PEOPLE],
            policy: "[data]\ninput = \"people.csv\"\ndelimiter = \",\"\nencoding = \"utf-8\"\n\n[attributes.area]\nrole = \"quasi-identifier\"\ntype = \"text\"\nhierarchy = { suppress = true }\nmin-level = 0\nmax-level = 0\n\n[attributes.age]\nrole = \"identifier\"\n\n[attributes.sex]\nrole = \"identifier\"\n\n[[require]]\nmodel = \"differential-privacy\"\nepsilon = 1\ndelta = 0.1\n",
            text: "Every record is kept by a coin that falls with probability `1 - exp(-1) = 0.6321` on its side. For epsilon 1 and a delta of 0.1 every class must then have **9** records, or is left out. North and south have six people each, so nothing is ever released: with or without any one of these twelve people the release is the same, empty one. Differential privacy is for large files.",
            run: &["anonymize people.toml"],
            says: &[
                "differential-privacy holds by construction: epsilon 1,",
                "each record kept with probability 0.6321,",
                "k-anonymity holds, 9 required (read from the written file)",
            ],
        },
    },
    bind,
    weakest: &[],
    tries: &[],
};

const SPENT: &[Parameter] = &[
    Parameter::new(
        "epsilon",
        Shape::Number(POSITIVE),
        "1.0",
        "How much likelier any release may become by one person: at most e to this power. By all records of a person that are kept, with `rows-per-person` in `[privacy]`; else by one record.",
    )
    .required(),
    Parameter::new(
        "delta",
        Shape::Number(SOME),
        "0.000001",
        "The probability with which that may fail.",
    )
    .required(),
    Parameter::new(
        "sample",
        Shape::Number(SOME),
        "0.5",
        "The probability with which a record is kept; 1 - e^-epsilon, the most allowed, when absent.",
    ),
    Parameter::new(
        "search",
        Shape::Number(POSITIVE),
        "0.1",
        "The part of epsilon that is spent on choosing levels; without it each level must be fixed.",
    ),
];

/// What a file shows of it is that classes are large enough.
fn bind(given: &Given, context: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let private = Private::of(given, context.rows_per_person())
        .map_err(|error| out_of_range(&error).at(given.span(), "this model"))?;
    let k = private.release.k();
    let shown = Some(("k", k.get() as f64));
    Ok(BoundModel { shown, ..BoundModel::per_class(KAnonymity::new(k)) })
}

/// What is said of parameters with which there is no proof.
pub fn out_of_range(error: &ModelError) -> Problem {
    Problem::error("bind::model", error.to_string()).with_help(
        "`epsilon = 1.0` and `delta = 0.000001` are usual; with a `sample` of less than 1 - \
         e^-epsilon, classes may be smaller",
    )
}

/// How a release is made differentially private: what is spent on what.
///
/// What is asked for is what a person loses. Where one may have m records, each of them loses a share: ε/m, so
/// that m of them lose ε, and of δ so much that δ' (1 + e^ε' + … + e^((m−1)ε')) is δ at most. Shares are
/// rounded down, and the accountant adds them up again without rounding.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Private {
    /// ε in all.
    pub epsilon: Decimal,
    /// δ in all.
    pub delta: Decimal,
    /// The part of ε with which levels are chosen; without it the policy fixes them.
    pub search: Option<Decimal>,
    /// How many records a person has at most.
    pub rows: NonZeroU64,
    /// What of `search` one record loses.
    pub choice: Option<Decimal>,
    /// The sample and the least size of a class, with what is left of ε: for one record.
    pub release: DifferentialPrivacy,
}

impl Private {
    /// The construction with these parameters, where a person has so many records at most.
    pub fn of(given: &Given, rows: NonZeroU64) -> Result<Self, ModelError> {
        let whole = (given.number("epsilon"), given.number("delta"));
        let parts = (given.number_if_given("search"), given.number_if_given("sample"));
        Self::with(whole, parts, rows)
    }

    /// The same with numbers: ε and δ, the part for the choice of levels, and the sample.
    fn with(
        (epsilon, delta): (Decimal, Decimal),
        (search, sample): (Option<Decimal>, Option<Decimal>),
        rows: NonZeroU64,
    ) -> Result<Self, ModelError> {
        let wrong = |parameter, number: Decimal, needed| {
            let name = DIFFERENTIAL_PRIVACY.entry.name;
            ModelError::out_of_range(name, parameter, number.to_f64(), needed)
        };
        let whole = search.unwrap_or(Decimal::ZERO);
        let Some(rest) = rest(epsilon, whole) else {
            let needed = "less than epsilon: what is left of it is for the release";
            return Err(wrong("search", whole, needed));
        };
        let needed = "larger: each of the records of a person has a share of it";
        let share_of =
            |parameter, number| share(number, rows).ok_or_else(|| wrong(parameter, number, needed));
        let choice = search.map(|search| share_of("search", search)).transpose()?;
        let rest = share_of("epsilon", rest)?;
        let fails =
            share_of_delta(delta, rest, rows).ok_or_else(|| wrong("delta", delta, needed))?;
        let release = DifferentialPrivacy::new(rest, fails, sample)?;
        Ok(Self { epsilon, delta, search, rows, choice, release })
    }
}

/// Digits behind the point that a share has: so many that nobody misses what is rounded off.
const PLACES: u32 = 15;

/// An equal part of so many, rounded down; `None` if nothing is left of it.
fn share(number: Decimal, rows: NonZeroU64) -> Option<Decimal> {
    if rows.get() == 1 {
        return Some(number);
    }
    let places = number.places().max(PLACES);
    let part = number.checked_units(places)?.checked_div(i128::from(rows.get()))?;
    Some(Decimal::new(part, places)).filter(|part| part.is_positive())
}

/// The δ' of a record with which m of them fail with δ at most, as a group with ε' each does.
#[expect(clippy::cast_possible_truncation, reason = "it is below 10^18")]
fn share_of_delta(delta: Decimal, epsilon: Decimal, rows: NonZeroU64) -> Option<Decimal> {
    if rows.get() == 1 {
        return Some(delta);
    }
    let epsilon = epsilon.to_f64();
    let times = (epsilon * rows.get() as f64).exp_m1() / epsilon.exp_m1();
    // A billionth is left for what floating point rounds.
    let part = delta.to_f64() / times * (1.0 - 1e-9);
    let units = (part * 10_f64.powi(Decimal::MOST_PLACES.cast_signed())).floor();
    let is_some = (1.0..1e18).contains(&units);
    is_some.then(|| Decimal::new(units as i128, Decimal::MOST_PLACES))
}

/// What is left of a number if another is taken away, without rounding; `None` if nothing is.
fn rest(number: Decimal, other: Decimal) -> Option<Decimal> {
    number.checked_sub(other).filter(|rest| rest.is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What m records lose is what was asked for, and hardly less.
    #[test]
    fn shares_add_up_to_the_whole() {
        let decimal = |text: &str| Decimal::parse(text).expect("a number");
        for (epsilon, delta, rows) in
            [("1", "0.00001", 3), ("0.7", "0.1", 7), ("20", "0.000000001", 10), ("2", "0.01", 1)]
        {
            let rows = NonZeroU64::new(rows).unwrap();
            let (whole, fails) = (decimal(epsilon), decimal(delta));
            let part = share(whole, rows).unwrap();
            let of_all = part.to_f64() * rows.get() as f64;
            let ratio = of_all / whole.to_f64();
            assert!((1.0 - 1e-12..=1.0 + 1e-15).contains(&ratio), "{ratio}");
            let failing = share_of_delta(fails, part, rows).unwrap().to_f64();
            let sum: f64 =
                (0..rows.get()).map(|at| failing * (part.to_f64() * at as f64).exp()).sum();
            assert!(sum <= fails.to_f64() * (1.0 + 1e-15) && sum > fails.to_f64() * 0.9, "{sum}");
        }
        let many = NonZeroU64::new(1_000_000).unwrap();
        assert_eq!(share(decimal("0.0000000001"), many), None);
        assert_eq!(share_of_delta(decimal("0.0000000000001"), decimal("0.1"), many), None);
    }

    /// What is shown of a class of so many: how many were kept, or nothing (0) below k.
    fn shown(people: u64, private: &Private) -> Vec<f64> {
        let (keep, k) = (private.release.beta(), private.release.k().get());
        let mut chances = vec![0.0; people as usize + 1];
        let mut chance = (1.0 - keep).powi(people as i32);
        for kept in 0..=people {
            chances[if kept < k { 0 } else { kept as usize }] += chance;
            chance *= (people - kept) as f64 / (kept + 1) as f64 * keep / (1.0 - keep);
        }
        chances
    }

    /// The exact δ of two classes of which one has all the records of a person more.
    fn delta_of(people: u64, rows: u64, epsilon: f64, private: &Private) -> f64 {
        let (more, fewer) = (shown(people + rows, private), shown(people, private));
        let of = |all: &[f64], at: usize| all.get(at).copied().unwrap_or(0.0);
        let beyond = |p: &[f64], q: &[f64]| {
            let each = (0..more.len()).map(|at| of(p, at) - epsilon.exp() * of(q, at));
            each.filter(|beyond| *beyond > 0.0).sum::<f64>()
        };
        beyond(&more, &fewer).max(beyond(&fewer, &more))
    }

    /// A person with three records in a class, by exact probabilities: a release for persons keeps to ε and δ
    /// whatever the size of the class, and one that forgets the factor does not.
    #[test]
    fn persons_with_several_records_lose_no_more() {
        const EPSILON: f64 = 1.5;
        const DELTA: f64 = 0.01;
        const ROWS: u64 = 3;
        let private = |rows: u64| {
            let (epsilon, delta) = (Decimal::new(15, 1), Decimal::new(1, 2));
            let rows = NonZeroU64::new(rows).unwrap();
            Private::with((epsilon, delta), (None, None), rows).unwrap()
        };
        let worst = |private: &Private| {
            let deltas = (0..150).map(|people| delta_of(people, ROWS, EPSILON, private));
            deltas.fold(0.0, f64::max)
        };
        let (honest, forgets) = (worst(&private(ROWS)), worst(&private(1)));
        println!("delta {honest} for persons, {forgets} without the factor");
        assert!(honest <= DELTA, "{honest}");
        assert!(forgets > 2.0 * DELTA, "who forgets the group is not found out: {forgets}");
    }

    #[test]
    fn parts_are_taken_away_without_rounding() {
        let decimal = |text: &str| Decimal::parse(text).expect("a number");
        for (number, other, left) in [
            ("1", "0.1", Some("0.9")),
            ("0.3", "0.1", Some("0.2")),
            ("2.5", "0.000001", Some("2.499999")),
            ("0.1", "0.000000000000000001", Some("0.099999999999999999")),
            ("1", "1", None),
            ("1", "1.5", None),
        ] {
            assert_eq!(
                rest(decimal(number), decimal(other)),
                left.map(decimal),
                "{number} - {other}"
            );
        }
    }
}
