//! The report: what was done, what holds, what it cost. Numbers only, and never a cell value.
//!
//! The JSON form is a contract: scripts rely on its names. `docs` describes each field below.
//! For people there are a [`page`] with its [`chart`]s, and a [`certificate`] that can be signed.

mod assessment;
mod audience;
pub mod certificate;
pub mod chart;
mod combination;
mod exploration;
mod fingerprint;
mod inspection;
mod number;
pub mod page;
mod pseudonyms;
mod public;
mod section;
mod table_audit;
mod text;

pub use assessment::{
    AgreementModel, AssessReport, AttackReport, AttackResult, InPlace, LinkageModel, PairCounts,
};
pub use audience::{Audience, Disclosure};
pub use combination::{CombineReport, CombinedReport};
pub use exploration::{Configuration, ExploreReport, Stopped};
pub use fingerprint::{Fingerprint, FingerprintKey, FingerprintKind, ShortKey};
pub use inspection::{ColumnReport, CombinationReport, GuessReport, InspectReport, KLossReport};
pub use pseudonyms::{PseudonymReport, ReplacedReport};

pub use public::{PublicFinding, PublicRelease, PublicReport, PublicStep};
pub use section::{Figures, Section};
pub use table_audit::{ByLines, TableAuditReport, UnsafeBy};

use number::{whole, whole_or_null};
pub use ridotto_catalogue::Concern;
use ridotto_catalogue::Entry;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt;
use std::sync::LazyLock;

/// Everything about one release.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Report {
    /// The program's version.
    pub ridotto: String,
    /// The data that came in.
    pub input: FileReport,
    /// The data that go out.
    pub output: FileReport,
    /// Further tables that go out, if there are any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub outputs: Vec<FileReport>,
    /// The masking steps that were done, in their order; left out if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<StepReport>,
    /// What was decided.
    pub release: Section,
    /// What was required, and what the written file attains.
    pub guarantees: Vec<Guarantee>,
    /// Measures before and after.
    pub findings: Vec<Finding>,
    /// What a reader of this report must know: choices that weaken the release.
    pub notes: Vec<String>,
    /// Where the time went; `null` in a release that is differentially private.
    pub seconds: Option<Seconds>,
}

/// A file.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct FileReport {
    /// Its name, without folders.
    pub file: String,
    /// How many records it has; `null` of the input of a release that is differentially private,
    /// because it would tell about single records.
    pub rows: Option<u64>,
    /// The digest of its bytes; `null` as above.
    pub sha256: Option<String>,
}

/// A masking step that was done before the search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepReport {
    /// Its method.
    pub method: String,
    /// The attributes that it changed.
    pub attributes: Vec<String>,
    /// How many cells are no longer what they were.
    pub cells_changed: u64,
    /// How many records were left after it.
    pub records: u64,
    /// Statistics that a step which perturbs values promises to keep, or to change in a known way.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<StepFigure>,
    /// How each attribute was transformed, if the policy says that everybody may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transformations: Vec<Transformation>,
    /// What is known of the method. It is in no document.
    #[serde(skip)]
    pub known: Known,
}

/// How the values with noise became those that are released: released = scale · noisy + shift.
///
/// With it the mean of x in a subgroup is (mean of the released − shift) / scale, and the variance is
/// that of the released / scale² − (1 / scale² − 1) · that of all that is released; covariances are had
/// in the same way. Without it both are biased wherever the subgroup is unlike the whole.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Transformation {
    /// The attribute.
    pub attribute: String,
    /// What values with noise were multiplied by.
    pub scale: f64,
    /// What was added then. Divided by 1 − scale it is the mean before.
    pub shift: f64,
}

/// A statistic before and after a step, and what it was expected to become.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct StepFigure {
    /// What it is: "variance of income".
    pub name: String,
    /// Before the step.
    pub original: Option<f64>,
    /// After the step, on average over all that chance may do; `None` if nothing is promised.
    pub expected: Option<f64>,
    /// After the step.
    pub reached: Option<f64>,
}

/// What was decided, and how well.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ReleaseReport {
    /// The algorithm.
    pub algorithm: String,
    /// Whether it is certain that nothing better exists.
    pub proved_optimal: bool,
    /// How many generalisations there are.
    #[serde(serialize_with = "whole")]
    pub nodes: f64,
    /// How many of them were looked at.
    pub checked: u64,
    /// Each quasi-identifier's level, in the policy's order.
    pub levels: Levels,
    /// Each quasi-identifier's height: its level if it were removed wholly.
    pub heights: Levels,
    /// Records left out, or written as `*`; `null` in a release that is differentially private.
    pub suppressed_rows: Option<u64>,
    /// Single cells suppressed beyond that.
    pub suppressed_cells: u64,
    /// So many have to be suppressed whichever are chosen; left out where that is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells_needed: Option<u64>,
    /// Classes in the release.
    pub classes: u64,
    /// What was minimised.
    pub objective: ObjectiveReport,
    /// The generalisations below which none satisfies, if the algorithm found all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub minimal: Option<MinimalReport>,
    /// The method that found it, where several were tried.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub winner: Option<String>,
    /// What each method reached that was tried: the best first, and those that found nothing last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tried: Vec<TriedReport>,
    /// No recoding of these records by the hierarchies loses less than this, whatever the method; left
    /// out where that is not known. Ranges and sets of values may lose less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_bound: Option<f64>,
    /// What recoding record by record would lose; left out where that is not much less.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by_record: Option<ByRecordReport>,
    /// What is known of the algorithm. It is in no document.
    #[serde(skip)]
    pub known: Known,
}

/// What a method reached that was tried.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct TriedReport {
    /// The method.
    pub algorithm: String,
    /// The objective's value; `null` if it found nothing that satisfies the requirements.
    pub objective: Option<f64>,
    /// How long it took.
    pub seconds: f64,
    /// Whether it is certain that nothing better exists among what it chooses from.
    pub proved_optimal: bool,
}

/// What recoding record by record would lose.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ByRecordReport {
    /// The objective's value, about.
    pub objective: f64,
    /// From so many records it was measured or estimated: the first if they are all.
    pub records: u64,
}

/// Generalisations that satisfy the requirements, and below which none does: with any level
/// lowered they fail.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MinimalReport {
    /// How many there are.
    pub count: u64,
    /// The first of them, [`MinimalReport::LISTED`] at most: those with the fewest generalisation
    /// steps first, and of equally many in the order of their levels.
    pub levels: Vec<Levels>,
}

impl MinimalReport {
    /// So many are listed at most.
    pub const LISTED: usize = 100;
}

/// Levels by attribute; as a list, because JSON objects must keep the policy's order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Levels(pub Vec<(String, u8)>);

impl Serialize for Levels {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, level)| (name, level)))
    }
}

impl<'de> Deserialize<'de> for Levels {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        BTreeMap::deserialize(deserializer).map(|map| Self(map.into_iter().collect()))
    }
}

/// The objective and its value.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct ObjectiveReport {
    /// Its name in the policy.
    pub name: String,
    /// How attributes were put together, for `loss`.
    pub aggregate: Option<String>,
    /// Its value: less is better; `null` in a release that is differentially private.
    #[serde(serialize_with = "whole_or_null")]
    pub value: Option<f64>,
}

impl ObjectiveReport {
    /// What its value is, where less is better: of precision what is lost, and not what is kept,
    /// which is what the measure of that name says.
    pub fn words(&self) -> String {
        if self.name == "precision" { "precision lost".into() } else { self.name.clone() }
    }
}

/// A requirement and what the file attains.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Guarantee {
    /// The model's name.
    pub model: String,
    /// The sensitive attribute it is about, if any.
    pub attribute: Option<String>,
    /// Its parameters as required.
    pub parameters: BTreeMap<String, Parameter>,
    /// The bound that decides; `null` where nothing was required.
    #[serde(serialize_with = "whole_or_null")]
    pub required: Option<f64>,
    /// The parameter that this bound is, such as `k`; left out where nothing was required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub decided_by: Option<String>,
    /// Which way the bound goes; left out where nothing was required.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bound: Option<Way>,
    /// The figure of the file that the bound is about; `null` where it has no class, or is beyond
    /// any number, or is not told.
    #[serde(serialize_with = "whole_or_null")]
    pub attained: Option<f64>,
    /// Whether it holds; `null` where nothing was required.
    pub holds: Option<bool>,
    /// How that is known.
    pub shown: String,
    /// What is known of the model, if it is not one of ours. It is in no document.
    #[serde(skip)]
    pub known: Known,
}

/// What is known of a model or an algorithm, for who writes sentences about it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Known(pub Option<&'static Entry>);

impl PartialEq for Known {
    /// A guarantee that was read again is the same.
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl Eq for Known {}

impl Guarantee {
    /// What is known of its model: one's own, or one of ours by its name.
    pub fn entry(&self) -> Option<&'static Entry> {
        let own = self.known.0.filter(|entry| entry.name == self.model);
        own.or_else(|| ridotto_core::model::of_name(&self.model).map(|model| &model.entry))
    }
}

/// Which way a bound goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Way {
    /// This much or more.
    AtLeast,
    /// This much or less.
    AtMost,
    /// Less than this.
    Below,
}

impl Way {
    /// In words, before a number.
    pub fn words(self) -> &'static str {
        match self {
            Self::AtLeast => "at least",
            Self::AtMost => "at most",
            Self::Below => "below",
        }
    }
}

impl Guarantee {
    /// How a guarantee is known that was read from the written file.
    pub const BY_THE_FILE: &'static str = "by the file";
    /// How one is known that no file could show.
    pub const BY_CONSTRUCTION: &'static str = "by construction";
    /// Of one that no file shows.
    pub const BY_NO_FILE: &'static str = "by no file";
    /// Of one that compares with the input, and so needs the owner's recoding.
    pub const BY_THE_RECODING: &'static str = "by the recoding";
    /// Of one that needs columns which the files at hand do not have.
    pub const BY_OTHER_DATA: &'static str = "by other data than these files";

    /// Whether it was asked for and cannot be judged by what is at hand.
    pub fn is_open(&self) -> bool {
        let shown = [Self::BY_NO_FILE, Self::BY_THE_RECODING, Self::BY_OTHER_DATA];
        self.holds.is_none() && shown.contains(&self.shown.as_str())
    }
}

/// A parameter of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Parameter {
    /// A number.
    Number(#[serde(serialize_with = "whole")] f64),
    /// A name.
    Text(String),
}

impl fmt::Display for Parameter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => number.fmt(f),
            Self::Text(name) => name.fmt(f),
        }
    }
}

/// A measure.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Finding {
    /// Its name.
    pub name: String,
    /// The attribute that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// `risk` or `utility`.
    pub concern: Concern,
    /// Its value for the input.
    #[serde(serialize_with = "whole_or_null")]
    pub before: Option<f64>,
    /// Its value for the output.
    #[serde(serialize_with = "whole_or_null")]
    pub after: Option<f64>,
}

/// Wall time by stage, and the process's CPU time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Seconds {
    /// Reading and coding the input, compiling hierarchies.
    pub read: f64,
    /// Counting classes.
    pub count: f64,
    /// Searching.
    pub search: f64,
    /// Deciding about each record, and shuffling.
    pub apply: f64,
    /// Reading the output again and judging it.
    pub verify: f64,
    /// Writing.
    pub write: f64,
    /// All of it.
    pub total: f64,
    /// CPU time of the whole process, all threads.
    pub cpu: f64,
}

/// What a file attains, as `check` reports it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct CheckReport {
    /// How many records the file has.
    pub rows: u64,
    /// How many classes its quasi-identifiers form.
    pub classes: u64,
    /// What it attains.
    pub guarantees: Vec<Guarantee>,
}

impl Report {
    /// What was decided about microdata; `None` of other kinds of data.
    pub fn microdata(&self) -> Option<&ReleaseReport> {
        self.release.microdata()
    }

    /// The same, and nothing of other kinds of data.
    pub(crate) fn of_records(&self) -> &ReleaseReport {
        static NOTHING: LazyLock<ReleaseReport> = LazyLock::new(ReleaseReport::default);
        self.release.microdata().unwrap_or(&NOTHING)
    }

    /// Whether all that was required holds.
    pub fn holds(&self) -> bool {
        self.guarantees.iter().all(|guarantee| guarantee.holds == Some(true))
    }

    /// How many records there were to decide about: those of the input, or of the sample. `None`
    /// where that must not be told.
    pub fn records(&self) -> Option<u64> {
        self.steps.last().map_or(self.input.rows, |step| Some(step.records))
    }

    /// The share of the records that were suppressed, if it is told.
    pub fn suppressed_share(&self) -> Option<f64> {
        let (suppressed, records) = self.of_records().suppressed_rows.zip(self.records())?;
        Some(suppressed as f64 / records.max(1) as f64)
    }

    /// The report as indented JSON with a final newline.
    pub fn to_json(&self) -> String {
        to_json(self)
    }
}

/// Any document of ours as indented JSON with a final newline.
pub fn to_json(document: &impl Serialize) -> String {
    let mut text = serde_json::to_string_pretty(document)
        .expect("our documents have text keys and finite numbers");
    text.push('\n');
    text
}
