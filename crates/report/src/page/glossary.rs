//! What the page knows, for others who explain it: sources of methods.

use super::knowledge;
use crate::Guarantee;

/// Where a model, an algorithm or a masking method comes from, by its name in the policy.
pub fn source_of(name: &str) -> Option<String> {
    let guarantee = Guarantee { model: name.to_owned(), ..Guarantee::default() };
    let of_model = knowledge::model(&guarantee).map(|about| about.reference());
    let others = || knowledge::algorithm(name).or_else(|| knowledge::method(name));
    let reference = of_model.or_else(|| Some(others()?.reference.to_owned()))?;
    (!reference.is_empty()).then_some(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_found_by_name() {
        assert!(source_of("samarati").is_some_and(|source| source.contains("2001")));
        assert!(source_of("k-anonymity").is_some() && source_of("round").is_some());
        assert_eq!((source_of("optimal"), source_of("nothing")), (None, None));
    }
}
