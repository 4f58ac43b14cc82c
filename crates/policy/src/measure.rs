//! What is measured of a release beside what always is.

use ridotto_catalogue::Spanned;

/// What is measured.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measure {
    /// How wrong the answers to these queries would be.
    Queries(Vec<Query>),
}

/// A question to the data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What it is called, if it has a name.
    pub name: Option<Spanned<String>>,
    /// What is asked.
    pub asked: Asked,
    /// Which records: attributes, and the values or ranges that each may have.
    pub conditions: Vec<Condition>,
}

/// What a query asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// How many records there are.
    Count,
    /// The sum of an attribute.
    Sum(Spanned<String>),
    /// The mean of an attribute.
    Mean(Spanned<String>),
}

/// A condition on one attribute: it has one of these values, or lies in one of these ranges.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The attribute.
    pub attribute: Spanned<String>,
    /// Values and ranges, as written.
    pub among: Vec<Spanned<String>>,
}

/// What good data would be like.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Quality {
    /// What is allowed in an attribute.
    pub valid: Vec<Condition>,
    /// How old records may be.
    pub timely: Option<Timely>,
    /// What must hold between two attributes.
    pub consistent: Vec<Relation>,
    /// The file with the true values.
    pub truth: Option<Spanned<String>>,
}

/// How old records may be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timely {
    /// The attribute with a record's day.
    pub attribute: Spanned<String>,
    /// The greatest age in days.
    pub within: Spanned<u32>,
    /// The day that counts as today, as written; the day it is when absent.
    pub today: Option<Spanned<String>>,
}

/// What must hold between two attributes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Relation {
    /// The first attribute.
    pub attribute: Spanned<String>,
    /// What it says of the other.
    pub says: Says,
}

/// What one attribute says of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Says {
    /// It is at most the other.
    AtMost(Spanned<String>),
    /// Where it is the same, so is the other.
    Determines(Spanned<String>),
}

impl Quality {
    /// Every attribute that is named.
    pub fn attributes(&self) -> impl Iterator<Item = &Spanned<String>> {
        let valid = self.valid.iter().map(|condition| &condition.attribute);
        let timely = self.timely.iter().map(|timely| &timely.attribute);
        let related = self.consistent.iter().flat_map(|relation| {
            let (Says::AtMost(other) | Says::Determines(other)) = &relation.says;
            [&relation.attribute, other]
        });
        valid.chain(timely).chain(related)
    }
}
