//! The report's findings as measures: a readable name, a unit and an explanation for each.

use super::{Measure, Unit};
use crate::{Concern, Finding};

/// The findings of a concern, and whether each is known. Known ones have a unit we know, so that small ones can be hidden;
/// others are for internal pages alone.
pub(super) fn of_findings(findings: &[Finding], concern: Concern) -> Vec<(Measure, bool)> {
    findings.iter().filter(|finding| finding.concern == concern).map(of_finding).collect()
}

fn of_finding(finding: &Finding) -> (Measure, bool) {
    let known = about(&finding.name);
    let (name, unit, about) =
        known.clone().unwrap_or_else(|| (finding.name.clone(), Unit::Number, ""));
    let (before, after) = (finding.before, finding.after);
    // The size of a class is a small count that says nothing new: the verdict tells it.
    let known = known.is_some() && finding.name != "smallest-class";
    (Measure { name, about: about.into(), unit, before, after }, known)
}

fn about(name: &str) -> Option<(String, Unit, &'static str)> {
    let (words, unit, about) = match name {
        "highest-risk" => (
            "Highest risk",
            Unit::Part,
            "The chance to pick the right record of the most exposed person.",
        ),
        "average-risk" => ("Average risk", Unit::Part, "The same chance, on average over records."),
        "unique-records" => (
            "Unique records",
            Unit::Count,
            "Records that are alone with their combination of quasi-identifiers.",
        ),
        "smallest-class" => ("Smallest class", Unit::Count, "Records in the smallest class."),
        "records" => ("Records", Unit::Count, "Without the suppressed ones."),
        "classes" => ("Classes", Unit::Count, "Different combinations of quasi-identifiers."),
        "average-class-size" => ("Average class size", Unit::Number, "Records for each class."),
        "discernibility" => (
            "Discernibility",
            Unit::Number,
            "The sum of squared class sizes; each suppressed record counts as many as there were records.",
        ),
        _ => {
            let attribute = name.strip_prefix("loss of ")?;
            let about = "The share of its domain that a value is spread over, on average.";
            return Some((format!("Loss of {attribute}"), Unit::Part, about));
        }
    };
    Some((words.into(), unit, about))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_get_names_and_units() {
        let finding = |name: &str| Finding {
            name: name.into(),
            concern: Concern::Risk,
            before: Some(1.0),
            after: None,
        };
        let list = ["unique-records", "loss of <zip>", "records linked"].map(finding);
        let list = of_findings(&list, Concern::Risk);
        let shown: Vec<_> =
            list.iter().map(|(one, known)| (one.name.as_str(), one.unit, *known)).collect();
        assert_eq!(
            shown,
            [
                ("Unique records", Unit::Count, true),
                ("Loss of <zip>", Unit::Part, true),
                ("records linked", Unit::Number, false)
            ]
        );
        assert!(of_findings(&[finding("records")], Concern::Utility).is_empty());
    }
}
