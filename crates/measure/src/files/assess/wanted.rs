//! Single figures: what was asked for by name, and what that takes.

use crate::MEASURES;
use ridotto_catalogue::{Entry, MeasureGroup, nearest};
use ridotto_release::Error;
use ridotto_report::Finding;

/// What the score is made of.
const SCORE: [&str; 9] = [
    "values-variation",
    "means-variation",
    "covariances-variation",
    "variances-variation",
    "correlations-mean-absolute",
    "linked-by-distance",
    "linked-by-probability",
    "linked-by-distance-all-columns",
    "linked-by-probability-all-columns",
];

/// The measures that were asked for; all if nobody named any.
#[derive(Debug, Default)]
pub(super) struct Wanted(Option<Vec<&'static str>>);

impl Wanted {
    /// Names, other names, or beginnings of names: `individual-risk` is all figures of it.
    pub fn new(asked: &[String]) -> Result<Self, Error> {
        if asked.is_empty() {
            return Ok(Self(None));
        }
        let mut wanted = Vec::new();
        for name in asked {
            let is_meant = |entry: &&&'static Entry| {
                let is_part = entry.name.strip_prefix(name.as_str());
                entry.name == name
                    || entry.aliases.contains(&name.as_str())
                    || is_part.is_some_and(|rest| rest.starts_with('-'))
            };
            let before = wanted.len();
            wanted.extend(MEASURES.iter().filter(is_meant).map(|entry| entry.name));
            if wanted.len() == before {
                let names =
                    MEASURES.iter().flat_map(|entry| entry.aliases.iter().chain([&entry.name]));
                let meant = nearest(name, names.copied());
                return Err(Error::Usage {
                    message: format!("there is no measure `{name}`"),
                    hint: meant.map_or_else(
                        || "`ridotto explain NAME` tells of a measure; the book lists all".into(),
                        |meant| format!("did you mean `{meant}`?"),
                    ),
                });
            }
        }
        let takes = |name: &str| wanted.contains(&name);
        if ["score", "information-loss", "disclosure-risk"].into_iter().any(takes) {
            wanted.extend(SCORE);
            wanted.extend(["loss", "information-loss", "disclosure-risk", "score"]);
        }
        // Nothing tells who is the worst but the others; and special uniques belong together.
        if wanted.contains(&"linked-worst-case") {
            wanted.extend(MEASURES.iter().map(|it| it.name).filter(|it| it.starts_with("linked-")));
        }
        if wanted.contains(&"special-uniques") {
            wanted.extend(["special-unique-highest-score", "dis-suda-highest"]);
        }
        Ok(Self(Some(wanted)))
    }

    /// Whether everything was asked for.
    pub fn everything(&self) -> bool {
        self.0.is_none()
    }

    /// The groups of what was asked for, if not everything was.
    pub fn groups(&self) -> Option<Vec<&'static MeasureGroup>> {
        let wanted = self.0.as_ref()?;
        let entries = MEASURES.iter().filter(|entry| wanted.contains(&entry.name));
        Some(entries.filter_map(|entry| Some(entry.measure()?.group)).collect())
    }

    /// Whether one of these was asked for; a name that ends in `-` is all that begin so.
    pub fn any(&self, names: &[&str]) -> bool {
        let Some(wanted) = &self.0 else { return true };
        wanted.iter().any(|wanted| {
            names
                .iter()
                .any(|name| wanted == name || name.ends_with('-') && wanted.starts_with(name))
        })
    }

    /// Only what was asked for.
    pub fn of(&self, findings: Vec<Finding>) -> Vec<Finding> {
        findings.into_iter().filter(|finding| self.any(&[&finding.name])).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_their_beginnings_are_understood() {
        let asked = |names: &[&str]| {
            let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
            Wanted::new(&names)
        };
        assert!(asked(&[]).unwrap().any(&["anything"]));
        let some = asked(&["suda", "individual-risk"]).unwrap();
        assert!(some.any(&["special-uniques"]) && some.any(&["individual-risk-"]));
        assert!(!some.any(&["linked-by-distance", "loss"]));
        assert!(asked(&["score"]).unwrap().any(&["linked-by-probability"]));
        assert!(asked(&["individual-rsk"]).is_err());
    }
}
