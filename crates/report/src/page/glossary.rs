//! What the page knows, for others who explain it: sources of methods.

use super::knowledge;
use crate::Guarantee;

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
    fn sources_are_found_by_name() {
        assert!(source_of("shuffle").is_some_and(|source| source.contains("2006")));
        assert!(source_of("k-anonymity").is_some() && source_of("round").is_some());
        assert_eq!(source_of("nothing"), None);
    }
}
