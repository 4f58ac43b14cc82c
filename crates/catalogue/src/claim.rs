//! What is claimed of an attack on what a model protects.
//!
//! A claim is made beside the model, and every one is tried to be refuted on random tables; where
//! nothing is claimed, a table is shown on which the attack succeeds although the model holds.

/// What a model leaves to an attack, by an intruder who knows the quasi-identifiers that the model
/// is about and nothing else.
#[derive(Clone, Copy, Debug)]
pub struct Claim {
    /// The attack's name.
    pub attack: &'static str,
    /// The kind of the model that it is claimed of, in a word; empty if it is claimed of all.
    pub of: &'static str,
    /// What the attack is left with.
    pub leaves: Leaves,
    /// Why that is so.
    pub because: &'static str,
}

/// What a model leaves to an attack.
#[derive(Clone, Copy, Debug)]
pub enum Leaves {
    /// Everything: the model does not stop the attack.
    Everything,
    /// Nobody is found, if the parameter is at least this.
    Nobody(f64),
    /// A number of the result is at most so much.
    AtMost(Figure, Formula),
    /// A number of the result is at least so much.
    AtLeast(Figure, Formula),
}

/// A number of what an attack found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// How sure the intruder is of anybody.
    Certainty,
    /// How sure the intruder is on the average.
    MeanCertainty,
    /// The share of people who are found.
    ShareFound,
    /// The share of people who are unmatched.
    ShareUnmatched,
    /// A figure by its name.
    Named(&'static str),
}

/// A bound as a function of the model's parameters, and how it is written.
#[derive(Clone, Copy)]
pub struct Formula {
    /// How it is written.
    pub text: &'static str,
    /// The bound.
    pub of: fn(&Level) -> f64,
}

/// What a bound depends on.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Level {
    /// The model's parameter: k, l, c, α, t, β, δ, or the share that it admits; of a rule for tables k, p, p / q
    /// or `range`.
    pub level: f64,
    /// The share of the most frequent value, or group of values, in the whole table.
    pub commonest: f64,
    /// The base of the logarithms of δ-disclosure.
    pub base: f64,
}

impl Claim {
    /// A claim about an attack on a model, or on a kind of it.
    pub const fn new(
        attack: &'static str,
        of: &'static str,
        leaves: Leaves,
        because: &'static str,
    ) -> Self {
        Self { attack, of, leaves, because }
    }
}

impl Formula {
    /// One over k: so many records fit.
    pub const ONE_OF_K: Self = Self { text: "1/k", of: |of| 1.0 / of.level };

    /// Nothing at all.
    pub const NONE: Self = Self { text: "0", of: |_| 0.0 };

    /// The parameter itself, written so.
    pub const fn itself(text: &'static str) -> Self {
        Self { text, of: |of| of.level }
    }
}

impl std::fmt::Debug for Formula {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.text)
    }
}

impl Leaves {
    /// In a few signs, for a table.
    pub fn text(self) -> String {
        match self {
            Self::Everything => "–".to_owned(),
            Self::Nobody(from) => format!("nobody, from {from} on"),
            Self::AtMost(figure, bound) => format!("{} ≤ {}", figure.text(), bound.text),
            Self::AtLeast(figure, bound) => format!("{} ≥ {}", figure.text(), bound.text),
        }
    }
}

impl Figure {
    /// How it is called.
    pub fn text(self) -> &'static str {
        match self {
            Self::Certainty => "certainty",
            Self::MeanCertainty => "mean certainty",
            Self::ShareFound => "share found",
            Self::ShareUnmatched => "share surely absent",
            Self::Named(name) => name,
        }
    }
}
