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
/// What is found.
const RISK: [&str; 2] = ["linked-by-distance", "linked-by-probability"];

/// The score of what was measured; nothing if a part of it was not. A file without numbers has lost
/// what its quasi-identifiers have.
pub(super) fn measure(findings: &[Finding]) -> Vec<Finding> {
    let percent = |name: &'static str| {
        let mut of = findings.iter().filter(|one| one.name == name && one.attribute.is_none());
        Some(Part { name, percent: 100.0 * of.next()?.after? })
    };
    let all = |names: &[&'static str]| names.iter().map(|name| percent(name)).collect();
    let Some(risk) = all(&RISK) else { return Vec::new() };
    let loss: Option<Vec<Part>> = all(&LOSS);
    let Some(loss) = loss.or_else(|| all(&["loss"])) else { return Vec::new() };
    let score = Score { loss, risk };
    vec![
        risk_finding("information-loss", Some(0.0), score.information_loss()),
        risk_finding("disclosure-risk", None, score.disclosure_risk()),
        risk_finding("score", None, score.total()),
    ]
}
