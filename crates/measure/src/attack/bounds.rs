//! Which requirement bounds which attack, and by how much.
//!
//! Each [`Promise`] is a statement about an attack on a release whose classes satisfy a model, by an
//! intruder who knows the quasi-identifiers that the model is about and nothing else; the prior of
//! skewness is the distribution that the model compares with. Classes may overlap, as those of local
//! recoding do, but for membership, which is then another question than the model's. Every one is tried to be refuted on
//! random tables, and where nothing is promised a table is shown on which the attack succeeds
//! although the model holds: `tests/attack/bounds.rs`.

mod book;

pub use book::{attacks, markdown, matrix};

use super::Attack;
use super::found::Found;

/// A statement about an attack on what a model protects.
#[derive(Clone, Copy, Debug)]
pub struct Promise {
    /// The attack.
    pub attack: Attack,
    /// The model, as it is called in a policy, with its kind.
    pub model: &'static str,
    /// What is promised.
    pub limit: Limit,
    /// Why that is so.
    pub because: &'static str,
}

/// What a model leaves an attack.
#[derive(Clone, Copy, Debug)]
pub enum Limit {
    /// Everything: the model does not stop the attack.
    Nothing,
    /// Nobody is found, if the parameter is at least this.
    Nobody(f64),
    /// A number of the result is at most so much.
    AtMost(Number, Formula),
    /// A number of the result is at least so much.
    AtLeast(Number, Formula),
}

/// A number of what an attack found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// How sure the intruder is of anybody.
    Certainty,
    /// How sure the intruder is on the average.
    MeanCertainty,
    /// The share of people who are found.
    ShareFound,
    /// The share of people who are unmatched.
    ShareUnmatched,
    /// A figure by its name.
    Figure(&'static str),
}

/// A bound as a function of the model's parameters, and how it is written.
#[derive(Clone, Copy)]
pub struct Formula {
    /// How it is written.
    pub text: &'static str,
    /// The bound.
    pub of: fn(&Parameters) -> f64,
}

/// What a bound depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Parameters {
    /// The model's parameter: k, l, c, α, t, β, δ, or the share that it admits.
    pub level: f64,
    /// The share of the most frequent value, or group of values, in the whole table.
    pub commonest: f64,
    /// The base of the logarithms of δ-disclosure.
    pub base: f64,
}

impl Limit {
    /// Whether a result keeps to what is promised. Rounding of the last digits is forgiven.
    pub fn keeps(self, found: &Found, parameters: &Parameters) -> bool {
        const ROUNDING: f64 = 1e-9;
        match self {
            Self::Nothing => true,
            Self::Nobody(from) => parameters.level < from || found.people == 0,
            Self::AtMost(number, bound) => {
                number.of(found).is_none_or(|it| it <= (bound.of)(parameters) + ROUNDING)
            }
            Self::AtLeast(number, bound) => {
                number.of(found).is_none_or(|it| it >= (bound.of)(parameters) - ROUNDING)
            }
        }
    }

    fn text(self) -> String {
        match self {
            Self::Nothing => "–".to_owned(),
            Self::Nobody(from) => format!("nobody, from {from} on"),
            Self::AtMost(number, bound) => format!("{} ≤ {}", number.text(), bound.text),
            Self::AtLeast(number, bound) => format!("{} ≥ {}", number.text(), bound.text),
        }
    }
}

impl Number {
    /// The number in a result; `None` if it has no such figure.
    pub fn of(self, found: &Found) -> Option<f64> {
        let share = |count: u64| count as f64 / found.of.max(1) as f64;
        match self {
            Self::Certainty => Some(found.surest),
            Self::MeanCertainty => Some(found.certainty),
            Self::ShareFound => Some(share(found.people)),
            Self::ShareUnmatched => Some(share(found.unmatched)),
            Self::Figure(name) => found.figure(name),
        }
    }

    fn text(self) -> &'static str {
        match self {
            Self::Certainty => "certainty",
            Self::MeanCertainty => "mean certainty",
            Self::ShareFound => "share found",
            Self::ShareUnmatched => "share surely absent",
            Self::Figure(name) => name,
        }
    }
}

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}

const ONE_OVER: fn(&Parameters) -> f64 = |of| 1.0 / of.level;
const ITSELF: fn(&Parameters) -> f64 = |of| of.level;
const ONE_OF_K: Formula = Formula { text: "1/k", of: ONE_OVER };
const C_OF_ALL: Formula = Formula { text: "c/(1+c)", of: |of| of.level / (1.0 + of.level) };
const SHIFT: &str = "largest-shift";
const FACTOR: &str = "largest-factor";

const fn promise(
    attack: Attack,
    model: &'static str,
    limit: Limit,
    because: &'static str,
) -> Promise {
    Promise { attack, model, limit, because }
}

/// All promises.
pub const PROMISES: [Promise; 37] = {
    use Attack::{
        BackgroundKnowledge as Background, Consistency, ExactValues, Homogeneity, Intersection,
        Linkage, Membership, Minimality, Similarity, Skewness,
    };
    use Limit::{AtLeast, AtMost, Nobody, Nothing};
    use Number::{Certainty, Figure, MeanCertainty, ShareFound, ShareUnmatched};
    const SAME: &str = "a class may have one value only";
    const BOUND_OF_ALPHA: Formula = Formula { text: "α", of: ITSELF };
    const COMMON_AND_T: Formula =
        Formula { text: "commonest + t", of: |of| of.commonest + of.level };
    const COMMON_AND_BETA: Formula =
        Formula { text: "(1 + β) · commonest", of: |of| (1.0 + of.level) * of.commonest };
    const POWER: Formula = Formula { text: "baseᵟ", of: |of| of.base.powf(of.level) };
    const T: Formula = Formula { text: "t", of: ITSELF };
    const ROOT: Formula = Formula { text: "√(t/2)", of: |of| (of.level / 2.0).sqrt() };
    [
        promise(Linkage, "k-anonymity", AtMost(Certainty, ONE_OF_K), "k records fit"),
        promise(
            Linkage,
            "k-map",
            AtMost(Certainty, ONE_OF_K),
            "k people of the population fit each record",
        ),
        promise(
            Linkage,
            "average-risk",
            AtMost(MeanCertainty, Formula { text: "at-most", of: ITSELF }),
            "it is that average",
        ),
        promise(
            Linkage,
            "sample-uniqueness",
            AtMost(ShareFound, Formula { text: "at-most", of: ITSELF }),
            "who is found is unique",
        ),
        promise(
            Linkage,
            "l-diversity distinct",
            AtMost(Certainty, Formula { text: "1/l", of: ONE_OVER }),
            "l values need l records",
        ),
        promise(Linkage, "p-sensitive", AtMost(Certainty, ONE_OF_K), "k records fit"),
        promise(Linkage, "alpha-k", AtMost(Certainty, ONE_OF_K), "k records fit"),
        promise(Linkage, "t-closeness equal", Nothing, "a single record may be typical"),
        promise(Homogeneity, "k-anonymity", Nothing, SAME),
        promise(Homogeneity, "l-diversity distinct", Nobody(2.0), "two values are left"),
        promise(
            Homogeneity,
            "l-diversity entropy",
            Nobody(1.000_001),
            "an entropy above 0 needs two values",
        ),
        promise(
            Homogeneity,
            "l-diversity recursive",
            AtMost(Certainty, C_OF_ALL),
            "the most frequent value has fewer than c times as many records as the others",
        ),
        promise(Homogeneity, "p-sensitive", Nobody(2.0), "two values are left"),
        promise(Homogeneity, "alpha-k", AtMost(Certainty, BOUND_OF_ALPHA), "no value has more"),
        promise(
            Homogeneity,
            "t-closeness equal",
            AtMost(Certainty, COMMON_AND_T),
            "no share is more than t above the table's",
        ),
        promise(
            Homogeneity,
            "beta-likeness",
            AtMost(Certainty, COMMON_AND_BETA),
            "no share is more than 1 + β times the table's",
        ),
        promise(
            Homogeneity,
            "delta-disclosure",
            AtMost(
                Certainty,
                Formula {
                    text: "baseᵟ · commonest",
                    of: |of| of.base.powf(of.level) * of.commonest,
                },
            ),
            "no share is more than baseᵟ times the table's",
        ),
        promise(Background, "k-anonymity", Nothing, SAME),
        promise(
            Background,
            "l-diversity distinct",
            Nobody(3.0),
            "one value ruled out leaves l − 1",
        ),
        promise(
            Background,
            "l-diversity recursive",
            AtMost(Certainty, C_OF_ALL),
            "with one value ruled out it is still (c, l − 1)-diverse, for l ≥ 3",
        ),
        promise(
            Background,
            "t-closeness equal",
            Nothing,
            "two values that are common in the table may be all that a class has",
        ),
        promise(Skewness, "k-anonymity", Nothing, SAME),
        promise(Skewness, "l-diversity distinct", Nothing, "a rare value may be half of a class"),
        promise(
            Skewness,
            "t-closeness equal",
            AtMost(Figure(SHIFT), T),
            "the distance is at least the change of any share",
        ),
        promise(
            Skewness,
            "t-closeness kullback-leibler",
            AtMost(Figure(SHIFT), ROOT),
            "Pinsker's inequality",
        ),
        promise(
            Skewness,
            "beta-likeness",
            AtMost(Figure(FACTOR), Formula { text: "1 + β", of: |of| 1.0 + of.level }),
            "that is the definition",
        ),
        promise(
            Skewness,
            "delta-disclosure",
            AtMost(Figure(FACTOR), POWER),
            "that is the definition",
        ),
        promise(Similarity, "l-diversity distinct", Nothing, "different values may be alike"),
        promise(
            Similarity,
            "t-closeness equal",
            AtMost(Certainty, COMMON_AND_T),
            "the distance is at least the change of any group's share",
        ),
        promise(
            Intersection,
            "l-diversity distinct",
            Nothing,
            "each release may leave other values over",
        ),
        promise(Membership, "k-anonymity", Nothing, "all who look alike may be in the release"),
        promise(
            Membership,
            "delta-presence",
            AtMost(Certainty, Formula { text: "at-most", of: ITSELF }),
            "of the people who fit a class at most this share is in the release",
        ),
        promise(
            Membership,
            "delta-presence at-least",
            AtMost(ShareUnmatched, Formula { text: "0", of: |_| 0.0 }),
            "everybody fits some class",
        ),
        promise(
            Minimality,
            "alpha-k",
            Nothing,
            "that classes had to be joined tells where the values are",
        ),
        promise(
            ExactValues,
            "k-anonymity",
            AtMost(Certainty, ONE_OF_K),
            "if the number is a quasi-identifier, k records have it",
        ),
        promise(
            Consistency,
            "k-anonymity",
            AtLeast(Figure("k-concealment"), Formula { text: "k", of: ITSELF }),
            "equal records can change places in every matching",
        ),
        promise(
            Consistency,
            "k-anonymity likelihood",
            AtLeast(Figure("k-confusion"), Formula { text: "k", of: ITSELF }),
            "equal records are equally likely",
        ),
    ]
};
