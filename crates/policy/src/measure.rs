//! What is measured of a release beside what always is.

use crate::span::Spanned;

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
