//! What a reader may see of a page.
//!
//! Every field of [`View`] is filled in `shown.rs`, by what the audience may see. The HTML and the
//! JSON are made from nothing else.

use super::citation::{Limit, Sentence};
use super::{Charts, Combination, DrawnTables, Subject};
use crate::audience::Audience;
use crate::audience::{Figure, Unit};
use crate::fingerprint::Fingerprint;
pub use ridotto_catalogue::RowsAre;
use serde::{Deserialize, Serialize};

/// What a reader may see of a page.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct View {
    /// What the release is called.
    pub title: String,
    /// Who answers for it.
    pub publisher: String,
    /// When the page was made.
    pub issued: Option<String>,
    /// The program's version.
    pub ridotto: String,
    /// For whom this is.
    pub audience: Audience,
    /// What it is about.
    #[serde(default)]
    pub subject: Subject,
    /// Below this, counts are small; only in public pages.
    pub threshold: Option<u64>,
    /// Whether every requirement holds; `None` if nothing was required, or one that might not cannot
    /// be judged.
    pub holds: Option<bool>,
    /// The few numbers that everybody asks for first.
    pub key_figures: Vec<KeyFigure>,
    /// Each requirement, and what the file attains.
    pub verdicts: Vec<VerdictRow>,
    /// What was done.
    pub done: Vec<Sentence>,
    /// How far each quasi-identifier was generalised.
    pub levels: Vec<LevelRow>,
    /// What each method reached, if several were tried; never in public pages.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedRow>,
    /// What an intruder could do.
    pub risk: Vec<MeasureRow>,
    /// The same attribute by attribute.
    #[serde(default)]
    pub risk_tables: Vec<Matrix>,
    /// Combinations of attributes that single people out.
    pub combinations: Vec<Combination>,
    /// What the data are still good for.
    pub utility: Vec<MeasureRow>,
    /// The same attribute by attribute, or statistic by statistic.
    #[serde(default)]
    pub utility_tables: Vec<Matrix>,
    /// Why this release and not another.
    pub reasons: Vec<String>,
    /// Scores that weigh risk against loss.
    pub scores: Vec<MeasureRow>,
    /// The pictures.
    pub charts: Charts,
    /// The tables, where tables are released.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<DrawnTables>,
    /// What this does not protect against.
    pub limits: Vec<Limit>,
    /// What a reader must know besides.
    pub notes: Vec<String>,
    /// How to do it again.
    pub provenance: Provenance,
}

/// A number that everybody asks for.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KeyFigure {
    /// What it is.
    pub name: String,
    /// It.
    pub figure: Figure,
    /// What it counts or measures.
    pub unit: Unit,
}

/// A requirement, and what the file attains.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct VerdictRow {
    /// The model's name.
    pub model: String,
    /// The sensitive attribute it is about, if any.
    pub attribute: Option<String>,
    /// The parameters, as `k = 5`.
    pub parameters: Vec<String>,
    /// What it means.
    pub meaning: String,
    /// Where the model is described.
    pub reference: String,
    /// What the numbers are, in a few words.
    pub statistic: String,
    /// What was required, with its direction; `–` if nothing was.
    pub required: String,
    /// What the file attains.
    pub attained: String,
    /// Whether it holds; `None` if nothing was required, or it cannot be judged.
    pub holds: Option<bool>,
    /// Whether it was asked for and cannot be judged by what is at hand.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub open: bool,
    /// How that is known.
    pub shown: String,
}

/// How far a quasi-identifier was generalised.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LevelRow {
    /// Its name.
    pub attribute: String,
    /// Its level: 0 is the value itself.
    pub level: u8,
    /// The level at which nothing is left of it, if it is told.
    pub height: Option<u8>,
}

/// What a method reached that was tried.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TriedRow {
    /// Its name.
    pub method: String,
    /// What it reached, in figures; empty if it found nothing.
    pub reached: String,
    /// Whether that is proved to be the least of its kind.
    pub is_least: bool,
    /// Whether the release is its.
    pub is_winner: bool,
    /// How many seconds it took.
    pub seconds: String,
}

/// A measure, before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MeasureRow {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// The heading it stands under; empty if it is under none.
    #[serde(default)]
    pub group: String,
    /// What it counts or measures.
    pub unit: Unit,
    /// Its value for the input.
    pub before: Figure,
    /// Its value for the output.
    pub after: Figure,
}

/// Measures of one kind: what they are about as rows, the measures as columns.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Matrix {
    /// What the measures have in common.
    pub title: String,
    /// What each row is about: an attribute, a statistic.
    pub rows_are: RowsAre,
    /// The measures.
    pub columns: Vec<MatrixColumn>,
    /// Their figures.
    pub rows: Vec<MatrixRow>,
}

/// A measure of a table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatrixColumn {
    /// Its name.
    pub name: String,
    /// What it means.
    pub about: String,
    /// What it counts or measures.
    pub unit: Unit,
    /// Whether the figures before say something: not if all are what an untouched file has.
    pub has_before: bool,
}

/// What a table says of an attribute or a statistic.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct MatrixRow {
    /// Its name.
    pub name: String,
    /// A figure before and one after for each column; both unknown where nothing was measured.
    pub figures: Vec<(Figure, Figure)>,
}

/// How to do it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Provenance {
    /// The files and their digests.
    pub files: Vec<FileRow>,
    /// The command.
    pub command: String,
    /// The seed, if there was one and it may be told.
    pub seed: Option<String>,
    /// The policy's text, if it may be told.
    pub policy: Option<String>,
}

/// A file and its digest.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileRow {
    /// `input`, `policy` or `output`.
    pub role: String,
    /// Its name, if it may be told.
    pub file: Option<String>,
    /// Its digest, if it may be told.
    pub digest: Option<Fingerprint>,
}
