//! What a measure is called, what its number is, and what it means.

use super::super::Unit;
use super::{risk, utility};

/// What is known of a measure.
#[derive(Clone, Copy, Debug)]
pub(super) struct Words {
    /// Its name in reports.
    pub key: &'static str,
    /// Its name for readers.
    pub name: &'static str,
    /// What its number is; decides how small ones are hidden.
    pub unit: Unit,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// What it is shown beside.
    pub group: Group,
    /// What an untouched file would have, where *before* is that and was not measured.
    pub untouched: Option<f64>,
    /// Whether its figure *after* follows from the released file alone, so that the public may
    /// read it. Not if it compares with the input, counts suppressed records, or needs to know
    /// more of a record than is released.
    pub released: bool,
}

impl Words {
    pub(super) const fn new(
        group: Group,
        key: &'static str,
        name: &'static str,
        unit: Unit,
        about: &'static str,
    ) -> Self {
        Self { key, name, unit, about, group, untouched: None, released: false }
    }

    /// A measure of which an untouched file has this.
    pub(super) const fn untouched(self, figure: f64) -> Self {
        Self { untouched: Some(figure), ..self }
    }

    /// A measure of the released file alone.
    pub(super) const fn released(self) -> Self {
        Self { released: true, ..self }
    }
}

/// Measures that are shown together, in this order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::page) enum Group {
    Attackers,
    Uniqueness,
    Linkage,
    Telling,
    Guesses,
    Intervals,
    Classes,
    Cells,
    Distributions,
    Quality,
    Likeness,
    Predictions,
    Queries,
    Numbers,
    Statistics,
    /// What nobody has words for.
    Unknown,
}

impl Group {
    /// Its heading.
    pub(in crate::page) fn title(self) -> &'static str {
        match self {
            Self::Attackers => "Finding a person's record",
            Self::Uniqueness => "Records that are alone",
            Self::Linkage => "Linking the input with the release",
            Self::Telling => "What each quasi-identifier gives away",
            Self::Guesses => "How well sensitive values are guessed",
            Self::Intervals => "How closely released numbers tell the true ones",
            Self::Classes => "Records and classes",
            Self::Cells => "What the cells still say",
            Self::Distributions => "Distributions",
            Self::Quality => "Completeness and variety",
            Self::Likeness => "Telling the two files apart",
            Self::Predictions => "Predicting an attribute from the others",
            Self::Queries => "Answers to queries",
            Self::Numbers => "Numbers",
            Self::Statistics => "How far statistics of the numbers moved",
            Self::Unknown => "More",
        }
    }
}

/// All measures that there are words for, but statistics.
pub(super) fn all() -> impl Iterator<Item = &'static Words> {
    risk::WORDS.iter().chain(utility::WORDS)
}

/// What is known of the measure with this name in reports.
pub(super) fn words(key: &str) -> Option<&'static Words> {
    all().find(|words| words.key == key)
}
