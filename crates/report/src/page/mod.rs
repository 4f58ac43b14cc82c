//! The page: one HTML document about a release, for those who decide and those who ask.
//!
//! [`Page`] is everything that is known, as plain data. [`View`] is what a reader of its audience
//! may see of it, and the only thing that is ever written: as HTML, or as JSON with the same
//! content. A public view is made from a page in which nothing is but what may be told
//! ([`PublicReport`](crate::PublicReport) and the few pictures of the release alone), so what is
//! new in a page does not become public by being forgotten.

mod attack;
mod citation;
mod done;
mod exploration;
mod glossary;
mod html;
mod inspection;
mod knowledge;
mod matrix;
mod measures;
mod parts;
mod sections;
mod shown;
mod tables;
mod view;

pub use crate::audience::{Figure, Unit};
pub use attack::attack_page;
pub use citation::{Limit, Sentence};
pub use exploration::exploration_page;
pub use glossary::source_of;
pub use inspection::inspection_page;
pub use tables::{
    DrawnCell, DrawnDimension, DrawnTable, DrawnTables, Fate, Inference, LevelLost, Made,
    TableUtility,
};
pub use view::{
    FileRow, KeyFigure, LevelRow, Matrix, MatrixColumn, MatrixRow, MeasureRow, Provenance, RowsAre,
    VerdictRow, View,
};

use crate::Report;
use crate::audience::{Audience, Disclosure};
use crate::chart::{
    ClassSizes, CorrelationChange, Distributions, KLoss, Lattice, RiskDistribution, RiskUtilityMap,
    StepEffects,
};
use crate::fingerprint::Fingerprint;
use serde::{Deserialize, Serialize};

/// Everything about a release that a page can show.
///
/// # Example
/// ```
/// use ridotto_measure::MEASURES;
/// use ridotto_report::{Disclosure, page::Page};
/// let mut page = Page { title: "Hospital stays 2025".into(), ..Page::default() };
/// page.report.output.file = "stays.csv".into();
/// let html = page.to_html(&Disclosure::new(MEASURES));
/// assert!(html.starts_with("<!DOCTYPE html>") && html.contains("Hospital stays 2025"));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Page {
    /// What the release is called; if empty, the name of the output file.
    pub title: String,
    /// Who answers for it; left out if empty.
    pub publisher: String,
    /// When the page was made, as the caller says.
    pub issued: Option<String>,
    /// For whom it is made.
    pub audience: Audience,
    /// What it is about.
    pub subject: Subject,
    /// What was done, what holds, what it cost. Its `findings` are shown as measures.
    pub report: Report,
    /// More about risk than the report's findings. Never in a public page.
    pub risk: Risk,
    /// More about utility. Never in a public page.
    pub utility: Vec<Measure>,
    /// Why this release and not another.
    pub tradeoff: Tradeoff,
    /// The pictures; those that are `None` are left out.
    pub charts: Charts,
    /// The tables, where tables are released. In a public one nothing is but what is published.
    pub tables: Option<DrawnTables>,
    /// What this does not protect against, besides what follows from the models.
    pub limits: Vec<Statement>,
    /// How to do it again.
    pub reproduce: Reproduce,
}

/// What a page is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Subject {
    /// A release that was made, and how.
    #[default]
    Release,
    /// Two files that were compared; nobody says how one became the other.
    Pair,
}

/// What an intruder could do.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Risk {
    /// Measures besides the report's findings.
    pub measures: Vec<Measure>,
    /// Combinations of attributes that single people out. Never in a public page.
    pub combinations: Vec<Combination>,
}

/// A combination of attributes that singles people out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Combination {
    /// The attributes' names.
    pub attributes: Vec<String>,
    /// How many records of the input are alone with their values of these.
    pub before: u64,
    /// How many of the output.
    pub after: u64,
}

/// A measure, before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Measure {
    /// Its name. It may name attributes, and never values.
    pub name: String,
    /// What it means, in a sentence; left out if empty.
    pub about: String,
    /// What it counts or measures.
    pub unit: Unit,
    /// Its value for the input.
    pub before: Option<f64>,
    /// Its value for the output.
    pub after: Option<f64>,
}

/// Why this release and not another.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Tradeoff {
    /// Why this configuration was taken.
    pub reasons: Vec<Statement>,
    /// Scores that weigh risk against loss. Never in a public page.
    pub measures: Vec<Measure>,
}

/// The pictures of a page. In a public one are those of the released file alone: class sizes and
/// risks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Charts {
    /// What each k would cost.
    pub k_loss: Option<KLoss>,
    /// Class sizes, before and after.
    pub class_sizes: Option<ClassSizes>,
    /// Risks of records for the three attackers.
    pub risk: Option<RiskDistribution>,
    /// Distributions of attributes.
    pub distributions: Option<Distributions>,
    /// Differences of correlations.
    pub correlations: Option<CorrelationChange>,
    /// Risk and loss after each step.
    pub steps: Option<StepEffects>,
    /// The lattice.
    pub lattice: Option<Lattice>,
    /// The risk-utility map.
    pub map: Option<RiskUtilityMap>,
}

/// A sentence of the caller's.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Statement {
    /// It, ending in a full stop.
    pub text: String,
    /// Whether the public may read it: it has no small count, no seed, no value of the data.
    pub public: bool,
}

impl Statement {
    /// A sentence that anybody may read.
    pub fn public(text: &str) -> Self {
        Self { text: text.into(), public: true }
    }

    /// A sentence for those who may see the input.
    pub fn internal(text: &str) -> Self {
        Self { text: text.into(), public: false }
    }
}

/// How to do it again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Reproduce {
    /// The command that made the release.
    pub command: String,
    /// The name of the policy file, without folders.
    pub policy_file: String,
    /// The SHA-256 of its bytes.
    pub policy_sha256: String,
    /// Its text. Never in a public page.
    pub policy_text: Option<String>,
    /// The seed, if one was given. Never in a public page.
    pub seed: Option<String>,
}

impl Page {
    /// The page as one HTML document that needs nothing else.
    pub fn to_html(&self, rules: &Disclosure) -> String {
        self.view(rules).to_html()
    }

    /// The same content as JSON.
    pub fn to_json(&self, rules: &Disclosure) -> String {
        crate::to_json(&self.view(rules))
    }

    /// The page with nothing in it but what the public may see.
    fn published(&self, rules: &Disclosure) -> Self {
        let open = |list: &[Statement]| list.iter().filter(|one| one.public).cloned().collect();
        let keyed = |sha256: Option<&str>| {
            let digest = Fingerprint::plain(sha256?).keyed(rules.digest_key.as_ref()?)?;
            Some(digest.value)
        };
        let mut report = self.report.published(rules).as_report();
        report.input.sha256 = keyed(self.report.input.sha256.as_deref());
        Self {
            title: self.title.clone(),
            publisher: self.publisher.clone(),
            issued: self.issued.clone(),
            audience: Audience::Public,
            subject: self.subject,
            report,
            risk: Risk::default(),
            utility: Vec::new(),
            tradeoff: Tradeoff { reasons: open(&self.tradeoff.reasons), measures: Vec::new() },
            charts: self.charts.public(rules),
            tables: self.tables.as_ref().map(DrawnTables::public),
            limits: open(&self.limits),
            reproduce: Reproduce {
                policy_sha256: keyed(Some(&self.reproduce.policy_sha256)).unwrap_or_default(),
                ..Reproduce::default()
            },
        }
    }
}

impl Charts {
    /// The pictures as the public may see them: all others show what the input is like, or how far
    /// the release is from it.
    fn public(&self, rules: &Disclosure) -> Self {
        Self {
            class_sizes: self.class_sizes.as_ref().and_then(|chart| chart.public(rules)),
            risk: self.risk.as_ref().and_then(|chart| chart.public(rules)),
            ..Self::default()
        }
    }

    /// The pictures with or without values as labels.
    fn labelled(&self, rules: &Disclosure) -> Self {
        let mut copy = self.clone();
        if !rules.show_values {
            copy.distributions = copy.distributions.map(|chart| chart.without_labels());
        }
        copy
    }
}

#[cfg(test)]
mod tests;
