//! What the page knows, for others who explain it: sources of methods, and words for measures.

use super::knowledge;
use super::measures::{self, Described};
use crate::Guarantee;

/// What is to be known about a measure.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MeasureWords {
    /// Its name in reports.
    pub key: String,
    /// Its name for readers.
    pub name: String,
    /// What it means, in a sentence.
    pub about: &'static str,
    /// The heading of the measures that it is shown with.
    pub group: &'static str,
}

/// Every measure that reports can have, in the order of the page.
pub fn measure_words() -> Vec<MeasureWords> {
    let told = |Described { key, name, about, group }| MeasureWords {
        key,
        name,
        about,
        group: group.title(),
    };
    measures::described().map(told).collect()
}

/// Where a model or a masking method comes from, by its name in the policy.
pub fn source_of(name: &str) -> Option<String> {
    let guarantee = Guarantee { model: name.to_owned(), ..Guarantee::default() };
    let of_model = knowledge::model(&guarantee).map(|about| about.reference());
    let of_step = || Some(knowledge::method(name)?.reference.to_owned());
    let reference = of_model.or_else(of_step)?;
    (!reference.is_empty()).then_some(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn measures_have_names_and_groups() {
        let words = measure_words();
        assert!(words.len() > 80, "{}", words.len());
        let distinction = words.iter().find(|one| one.key == "distinction").unwrap();
        assert_eq!(distinction.group, "What each quasi-identifier gives away");
        let variation = words.iter().find(|one| one.key == "means-variation").unwrap();
        assert_eq!(variation.name, "Means, mean variation");
    }

    #[test]
    fn sources_are_found_by_name() {
        assert!(source_of("shuffle").is_some_and(|source| source.contains("2006")));
        assert!(source_of("k-anonymity").is_some() && source_of("round").is_some());
        assert_eq!(source_of("nothing"), None);
    }
}
