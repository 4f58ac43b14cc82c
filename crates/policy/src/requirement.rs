//! What a release must satisfy.

use ridotto_catalogue::{Entry, Given, ModelFacts, Span, Spanned, Value};

/// What the release must satisfy.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Requirement {
    /// Where the model is named.
    pub span: Span,
    /// The model and its parameters.
    pub given: Given,
    /// The quasi-identifiers that it is asked of.
    pub scope: Scope,
    /// The sensitive attributes that it is about, if it is about any.
    pub about: Option<About>,
}

/// The quasi-identifiers that a requirement is asked of.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All together.
    #[default]
    All,
    /// The ones named, together.
    Over(Vec<Spanned<String>>),
    /// Every combination of so many.
    Every(Spanned<u32>),
}

/// The sensitive attributes that a requirement is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct About {
    /// Their names; every sensitive attribute when empty.
    pub names: Vec<Spanned<String>>,
    /// Whether their combinations are looked at, and not each one alone.
    pub jointly: bool,
}

impl Requirement {
    /// The model's entry.
    pub fn entry(&self) -> &'static Entry {
        self.given.entry()
    }

    /// What is known of the model.
    pub fn facts(&self) -> Option<&'static ModelFacts> {
        self.entry().model()
    }

    /// The model's name.
    pub fn model(&self) -> &'static str {
        self.entry().name
    }

    /// Whether it is of this model.
    pub fn is(&self, model: &str) -> bool {
        self.model() == model
    }

    /// The k that every class must have at least, if the model says one and it is the same for
    /// everybody.
    pub fn k(&self) -> Option<Spanned<u64>> {
        let name = self.facts()?.least_size?;
        match self.given.peek(name)? {
            Value::Whole(k) => Some(Spanned { value: *k, span: self.given.at(name) }),
            _ => None,
        }
    }

    /// The k of k-anonymity over all quasi-identifiers, if it is the same for everybody.
    pub fn plain_k(&self) -> Option<Spanned<u64>> {
        self.k().filter(|_| self.is("k-anonymity") && self.scope == Scope::All)
    }

    /// Whether it counts the people of the file that `[data] population` names.
    pub fn counts_people(&self) -> bool {
        self.facts().is_some_and(|facts| (facts.counts_people)(&self.given))
    }

    /// The number that a parameter has, for who only looks.
    pub fn number(&self, name: &str) -> Option<f64> {
        match self.given.peek(name)? {
            Value::Number(number) => Some(number.to_f64()),
            Value::Whole(number) => Some(*number as f64),
            _ => None,
        }
    }
}
