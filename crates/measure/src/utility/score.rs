//! Risk and utility together: the score, and the frontier of the R-U map.

use super::information_loss::{Compared, InformationLoss};
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

/// One part of a score.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Part {
    /// What it is.
    pub name: &'static str,
    /// In percent.
    pub percent: f64,
}

/// The score of a masked file: the mean of its information loss and its disclosure risk, each the
/// mean of its parts, all in percent.
///
/// # Range
/// From 0; less is better. Risk is at most 100; loss is not bounded.
///
/// # Does not see
/// That a risk may be too high however little is lost: choose among files that are safe enough.
///
/// # Example
/// ```
/// use ridotto_measure::utility::{Part, Score};
/// let part = |name, percent| Part { name, percent };
/// let score = Score { loss: vec![part("values", 10.0)], risk: vec![part("linkage", 30.0)] };
/// assert_eq!(score.total(), Some(20.0));
/// ```
///
/// # References
/// J. Domingo-Ferrer, V. Torra (2001), *A quantitative comparison of disclosure control methods for
/// microdata*; G. Duncan, S. Keller-McNulty, S. Stokes (2001), *Disclosure risk vs. data utility:
/// the R-U confidentiality map*.
#[derive(Clone, Debug, PartialEq)]
pub struct Score {
    /// What was lost.
    pub loss: Vec<Part>,
    /// What can be found.
    pub risk: Vec<Part>,
}

impl Score {
    /// The parts of the loss as the literature has them for numbers: mean variations of values,
    /// means, covariances and variances, and the mean absolute difference of correlations.
    pub fn parts_of_loss(loss: &InformationLoss) -> Vec<Part> {
        let variation = |name, of| Part { name, percent: 100.0 * loss.of(of).mean_variation };
        vec![
            variation("values", Compared::Values),
            variation("means", Compared::Means),
            variation("covariances", Compared::Covariances),
            variation("variances", Compared::Variances),
            Part {
                name: "correlations",
                percent: 100.0 * loss.of(Compared::Correlations).mean_absolute,
            },
        ]
    }

    /// Information loss, IL.
    pub fn information_loss(&self) -> Option<f64> {
        mean(&self.loss)
    }

    /// Disclosure risk, DR.
    pub fn disclosure_risk(&self) -> Option<f64> {
        mean(&self.risk)
    }

    /// The score: (IL + DR)/2.
    pub fn total(&self) -> Option<f64> {
        Some(f64::midpoint(self.information_loss()?, self.disclosure_risk()?))
    }
}

fn mean(parts: &[Part]) -> Option<f64> {
    let sum: f64 = parts.iter().map(|part| part.percent).sum();
    (!parts.is_empty()).then(|| sum / parts.len() as f64)
}

/// The places of the points (loss, risk) that no other point beats: none has less of one and no
/// more of the other. Ascending; equal points are all kept; a point that is no number is not.
///
/// ```
/// use ridotto_measure::utility::frontier;
/// assert_eq!(frontier(&[(10.0, 60.0), (20.0, 20.0), (40.0, 10.0), (45.0, 30.0)]), [0, 1, 2]);
/// ```
pub fn frontier(points: &[(f64, f64)]) -> Vec<usize> {
    let known = |&at: &usize| !points[at].0.is_nan() && !points[at].1.is_nan();
    let mut order: Vec<usize> = (0..points.len()).filter(known).collect();
    order.sort_by(|&a, &b| {
        points[a].0.total_cmp(&points[b].0).then(points[a].1.total_cmp(&points[b].1))
    });
    let mut kept: Vec<usize> = Vec::new();
    for at in order {
        let beaten = kept
            .last()
            .is_some_and(|&last| points[last].1 <= points[at].1 && points[last] != points[at]);
        if !beaten {
            kept.push(at);
        }
    }
    kept.sort_unstable();
    kept
}

/// The place of the least of the scores, the first of equals.
pub fn best(scores: &[f64]) -> Option<usize> {
    let known = scores.iter().enumerate().filter(|(_, score)| !score.is_nan());
    known.min_by(|a, b| a.1.total_cmp(b.1)).map(|(at, _)| at)
}

const FACTS: MeasureFacts = MeasureFacts {
    group: &group::SCORE,
    unit: Unit::Number,
    better: Better::Less,
    twin: None,
    reader: Reader::Owner,
    files: Files::Pair,
    untouched: None,
    form: Form::Name,
};

/// Information loss.
pub static INFORMATION_LOSS: Entry = MeasureEntry {
    name: "information-loss",
    title: "Information loss (IL)",
    aliases: &["il"],
    formula: "100 · mean of the mean variations of values, means, covariances and variances, and the mean absolute difference of correlations; without numbers 100 · loss",
    summary: "What masking changed, in per cent. It has no upper end: a covariance near 0 that changes counts much.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::perturbed("Five figures are averaged: mean variations of the values 0.4193, the means 0.04596, the covariances 0.9146 and the variances 1.219, and the mean change of correlations 0.5464. `100 * (0.4193 + 0.04596 + 0.9146 + 1.219 + 0.5464) / 5 = 62.91`, so **62.91**.", &["information-loss 0 62.91", "values-variation 0 0.4193", "means-variation 0 0.04596", "covariances-variation 0 0.9146", "variances-variation 0 1.219", "correlations-mean-absolute 0 0.5464"]),
}
.entry();

/// Disclosure risk.
pub static DISCLOSURE_RISK: Entry = MeasureEntry {
    name: "disclosure-risk",
    title: "Disclosure risk (DR)",
    aliases: &["dr"],
    formula: "100 · (linked by distance + linked by probability) / 2, of all columns",
    summary: "How many people of a hundred are linked, by distance and by probability, on the average of both: by all columns that both files have, because an intruder could know those that are no quasi-identifiers, too.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::perturbed("By distance a share of 0.3333 is linked, by probability 0.25: `100 * (0.3333 + 0.25) / 2 = 29.17`, so **29.17**.", &["disclosure-risk – 29.17", "linked-by-distance 1 0.3333", "linked-by-probability 1 0.25"]),
}
.entry();

/// The score.
pub static SCORE: Entry = MeasureEntry {
    name: "score",
    title: "Score, (IL + DR)/2",
    aliases: &["ru-score", "r-u-score"],
    formula: "(IL + DR) / 2",
    summary: "The mean of information loss and disclosure risk: of files that are safe enough the one with the lowest score is the best bargain.",
    facts: FACTS,
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::perturbed("Information loss is 62.91 and disclosure risk 29.17: `(62.91 + 29.17) / 2 = 46.04`, so **46.04**. A file that was not masked has no loss and a risk of up to 100, so up to 50; so has one that was destroyed.", &["score – 46.04", "information-loss 0 62.91", "disclosure-risk – 29.17"]),
}
.entry();
