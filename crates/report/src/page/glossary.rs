//! What the page knows, for others who explain it: sources of methods.

use super::knowledge;
use crate::Guarantee;

/// Where a model comes from, by its name in the policy.
pub fn source_of(name: &str) -> Option<String> {
    let guarantee = Guarantee { model: name.to_owned(), ..Guarantee::default() };
    let reference = knowledge::model(&guarantee)?.reference();
    (!reference.is_empty()).then_some(reference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_are_found_by_name() {
        assert!(source_of("k-anonymity").is_some());
        assert_eq!(source_of("nothing"), None);
    }
}
