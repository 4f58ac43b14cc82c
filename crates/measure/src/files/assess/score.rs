//! The score of Domingo-Ferrer and Torra: the mean of information loss and disclosure risk.

use super::risk_finding;
use crate::utility::{Part, Score};
use ridotto_report::Finding;

/// What is lost of numbers, by the names of the figures.
const LOSS: [&str; 5] = [
    "values-variation",
    "means-variation",
    "covariances-variation",
    "variances-variation",
    "correlations-mean-absolute",
];
/// What is found by all columns, where the quasi-identifiers are not all of them, and else by these.
const RISK: [[&str; 2]; 2] = [
    ["linked-by-distance", "linked-by-probability"],
    ["linked-by-distance-all-columns", "linked-by-probability-all-columns"],
];

/// The score of what was measured; nothing if a part of it was not. A file without numbers has lost
/// what its quasi-identifiers have. `has_more` is whether both files have columns that are no
/// quasi-identifiers: an intruder could know them, so the risk is of all columns.
pub(super) fn measure(findings: &[Finding], has_more: bool) -> Vec<Finding> {
    let percent = |name: &'static str| {
        let mut of = findings.iter().filter(|one| one.name == name && one.attribute.is_none());
        Some(Part { name, percent: 100.0 * of.next()?.after? })
    };
    let all = |names: &[&'static str]| names.iter().map(|name| percent(name)).collect();
    let Some(risk) = all(&RISK[usize::from(has_more)]) else { return Vec::new() };
    let loss: Option<Vec<Part>> = all(&LOSS);
    let Some(loss) = loss.or_else(|| all(&["loss"])) else { return Vec::new() };
    let score = Score { loss, risk };
    vec![
        risk_finding("information-loss", Some(0.0), score.information_loss()),
        risk_finding("disclosure-risk", None, score.disclosure_risk()),
        risk_finding("score", None, score.total()),
    ]
}
