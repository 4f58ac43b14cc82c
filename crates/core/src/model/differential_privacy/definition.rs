//! Differential privacy in the catalogue, and what of it is spent on what.

use super::DifferentialPrivacy;
use crate::model::{BoundModel, KAnonymity, ModelContext, ModelDefinition, ModelError, limits};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::limits::{POSITIVE, SOME};
use ridotto_catalogue::{
    Decimal, Degree, Disclosure, Entry, Facts, Given, ModelFacts, Parameter, Problem, Purpose,
    Reference, Shape, Status, Wording, Worked, small,
};

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
        "How much likelier any release may become by one person: at most e to this power.",
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
fn bind(given: &Given, _: &mut dyn ModelContext) -> Result<BoundModel, Problem> {
    let private =
        Private::of(given).map_err(|error| out_of_range(&error).at(given.span(), "this model"))?;
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
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Private {
    /// ε in all.
    pub epsilon: Decimal,
    /// The part of ε with which levels are chosen; without it the policy fixes them.
    pub search: Option<Decimal>,
    /// The sample and the least size of a class, with what is left of ε.
    pub release: DifferentialPrivacy,
}

impl Private {
    /// The construction with these parameters.
    pub fn of(given: &Given) -> Result<Self, ModelError> {
        let (epsilon, delta) = (given.number("epsilon"), given.number("delta"));
        let search = given.number_if_given("search");
        let sample = given.number_if_given("sample");
        let Some(rest) = rest(epsilon, search.unwrap_or(Decimal::ZERO)) else {
            let spent = search.unwrap_or(Decimal::ZERO).to_f64();
            let needed = "less than epsilon: what is left of it is for the release";
            return Err(ModelError::out_of_range(given.name(), "search", spent, needed));
        };
        let release = DifferentialPrivacy::new(rest, delta, sample)?;
        Ok(Self { epsilon, search, release })
    }
}

/// What is left of a number if another is taken away, without rounding; `None` if nothing is.
fn rest(number: Decimal, other: Decimal) -> Option<Decimal> {
    number.checked_sub(other).filter(|rest| rest.is_positive())
}

#[cfg(test)]
mod tests {
    use super::*;

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
