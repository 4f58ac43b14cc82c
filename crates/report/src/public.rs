//! What the public may read about a release.
//!
//! One rule decides: whatever is told follows from the released file and the policy. The one
//! exception is how many records were suppressed, and that is told as a round number that they do
//! not reach; the other is what the policy itself says is to be told, as how values were transformed. So who has all public documents knows no more about a record that was left out than
//! who has the release and that number: no figure of the input stands beside a figure of the
//! output, from which the difference could be worked out. Everything public is made from
//! [`PublicReport`], which is filled here by name; what is new in a [`Report`] is not in it.

use crate::audience::{Audience, Disclosure};
use crate::page::Figure;
use crate::{
    Concern, FileReport, Finding, Guarantee, Known, Levels, ObjectiveReport, Parameter,
    ReleaseReport, Report, StepReport, Transformation,
};
use serde::{Deserialize, Serialize};

/// A release as the public reads of it: the JSON for the public.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PublicReport {
    /// The program's version.
    pub ridotto: String,
    /// Always `public`, so that nobody takes it for the other kind.
    pub audience: Audience,
    /// The data that go out. Nothing is told of the data that came in.
    pub output: FileReport,
    /// The masking steps that were done, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<PublicStep>,
    /// What was decided.
    pub release: PublicRelease,
    /// What was required, and that it holds. `attained` is `null` wherever it was read from the
    /// file: it may compare the file with the whole input.
    pub guarantees: Vec<Guarantee>,
    /// Measures of the released file alone.
    pub findings: Vec<PublicFinding>,
}

/// A masking step.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublicStep {
    /// Its method.
    pub method: String,
    /// The attributes that it changed.
    pub attributes: Vec<String>,
    /// How they were transformed: only if the policy says that everybody may know.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub transformations: Vec<Transformation>,
    /// What is known of the method. It is in no document.
    #[serde(skip)]
    pub known: Known,
}

/// What was decided.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct PublicRelease {
    /// What is known of the algorithm. It is in no document.
    #[serde(skip)]
    pub known: Known,
    /// The algorithm.
    pub algorithm: String,
    /// Each quasi-identifier's level. How many there are of each may tell of values that are not
    /// in the release, and is left out.
    pub levels: Levels,
    /// How many records were suppressed: `{"exact": 0.0}` if none was, else `{"below": 20.0}`, a
    /// multiple of the threshold that they do not reach.
    pub suppressed: Figure,
    /// Classes in the release.
    pub classes: u64,
}

/// A measure of the released file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PublicFinding {
    /// Its name.
    pub name: String,
    /// The attribute that it is about, if it is about one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attribute: Option<String>,
    /// `risk` or `utility`.
    pub concern: Concern,
    /// Its value for the output.
    pub after: f64,
}

impl ReleaseReport {
    /// Each quasi-identifier's level, unless only the winner among several methods has levels: who won
    /// does not follow from the release.
    fn public_levels(&self) -> Levels {
        if self.winner.is_some() { Levels::default() } else { self.levels.clone() }
    }
}

impl Report {
    /// What the public may read of this.
    pub fn published(&self, rules: &Disclosure) -> PublicReport {
        PublicReport {
            ridotto: self.ridotto.clone(),
            audience: Audience::Public,
            output: self.output.clone(),
            steps: self.steps.iter().map(PublicStep::of).collect(),
            release: PublicRelease {
                known: self.of_records().known,
                algorithm: self.of_records().algorithm.clone(),
                levels: self.of_records().public_levels(),
                suppressed: rules.suppressed(self.of_records().suppressed_rows),
                classes: self.of_records().classes,
            },
            guarantees: self.guarantees.iter().map(Guarantee::published).collect(),
            findings: self
                .findings
                .iter()
                .filter_map(|one| PublicFinding::of(one, rules))
                .collect(),
        }
    }
}

impl PublicReport {
    /// The same as a report in which all else is unknown, to be shown as any report is.
    pub(crate) fn as_report(&self) -> Report {
        let step = |step: &PublicStep| StepReport {
            method: step.method.clone(),
            attributes: step.attributes.clone(),
            cells_changed: 0,
            records: 0,
            figures: Vec::new(),
            transformations: step.transformations.clone(),
            known: step.known,
        };
        let finding = |finding: &PublicFinding| Finding {
            name: finding.name.clone(),
            attribute: finding.attribute.clone(),
            concern: finding.concern,
            before: None,
            after: Some(finding.after),
        };
        Report {
            ridotto: self.ridotto.clone(),
            output: self.output.clone(),
            steps: self.steps.iter().map(step).collect(),
            release: ReleaseReport {
                algorithm: self.release.algorithm.clone(),
                known: self.release.known,
                levels: self.release.levels.clone(),
                classes: self.release.classes,
                objective: ObjectiveReport::default(),
                ..ReleaseReport::default()
            }
            .into(),
            guarantees: self.guarantees.clone(),
            findings: self.findings.iter().map(finding).collect(),
            ..Report::default()
        }
    }

    /// As indented JSON with a final newline.
    pub fn to_json(&self) -> String {
        crate::to_json(self)
    }
}

impl PublicStep {
    fn of(step: &StepReport) -> Self {
        Self {
            method: step.method.clone(),
            attributes: step.attributes.clone(),
            transformations: step.transformations.clone(),
            known: step.known,
        }
    }
}

impl PublicFinding {
    /// A finding, if its value after follows from the released file.
    fn of(finding: &Finding, rules: &Disclosure) -> Option<Self> {
        let after = finding.after.filter(|after| after.is_finite())?;
        rules.is_public(&finding.name).then(|| Self {
            name: finding.name.clone(),
            attribute: finding.attribute.clone(),
            concern: finding.concern,
            after,
        })
    }
}

impl Guarantee {
    /// The same for the public: what was required, and whether it holds. What the file attains is
    /// left out, because models that compare classes with the whole input would tell, to the last
    /// digit, what must have been in the records that were left out. What holds by construction
    /// was worked out from parameters alone, and stays.
    #[must_use]
    pub fn published(&self) -> Self {
        if self.shown == Self::BY_CONSTRUCTION {
            return self.clone();
        }
        let mut public = Self { attained: None, ..self.clone() };
        // It is told only where the input lacks a value, and those who lack it may be left out.
        public.parameters.remove("missing-sensitive");
        // How many rows stand for k people was worked out from how many there are.
        if let (Some("rows"), Some(Parameter::Number(k))) =
            (self.decided_by.as_deref(), self.parameters.get("k"))
        {
            (public.required, public.decided_by) = (Some(*k), Some("k".into()));
        }
        public
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use ridotto_measure::MEASURES;

    fn report(suppressed: u64) -> Report {
        let mut report = Report::default();
        report.input.rows = Some(1_000);
        report.release =
            ReleaseReport { suppressed_rows: Some(suppressed), ..report.of_records().clone() }
                .into();
        report
    }

    proptest! {
        /// Whatever is told, ten numbers of suppressed records would look the same.
        #[test]
        fn ten_numbers_of_suppressed_records_look_alike(suppressed in 1_u64..100_000) {
            let rules = Disclosure::new(MEASURES);
            let told = |suppressed: u64| report(suppressed).published(&rules);
            let first = suppressed / 10 * 10;
            for other in first.max(1)..first + 10 {
                prop_assert_eq!(told(other), told(suppressed));
            }
        }
    }

    #[test]
    fn what_is_attained_is_told_only_of_constructions() {
        let rule = ("missing-sensitive".to_owned(), Parameter::Text("worst-case".into()));
        let by = |shown: &str| Guarantee {
            parameters: [rule.clone()].into(),
            required: Some(0.2),
            attained: Some(0.123_456),
            holds: Some(true),
            shown: shown.into(),
            ..Guarantee::default()
        };
        let public = by("by the file").published();
        assert_eq!((public.required, public.attained, public.holds), (Some(0.2), None, Some(true)));
        assert!(public.parameters.is_empty(), "that a value was missing is about the input");
        let constructed = by(Guarantee::BY_CONSTRUCTION);
        assert_eq!(constructed.published(), constructed);
    }

    #[test]
    fn only_what_follows_from_the_release_is_told() {
        let finding = |name: &str| Finding {
            name: name.into(),
            attribute: None,
            concern: Concern::Risk,
            before: Some(0.25),
            after: Some(0.5),
        };
        // The second counts suppressed records, and nobody knows what the third is.
        let findings = ["average-risk", "discernibility", "unheard-of"].map(finding);
        let report = Report { findings: findings.into(), ..Report::default() };
        let public = report.published(&Disclosure::new(MEASURES));
        let names: Vec<&str> = public.findings.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["average-risk"]);
        assert!(!public.to_json().contains("0.25"));
    }
}
