//! Explanations: the pages of the book on models and algorithms, section by section.

/// The pages, each with sections that begin with `## `.
const PAGES: [&str; 2] =
    [include_str!("../../../docs/models.md"), include_str!("../../../docs/algorithms.md")];

/// The names that have an explanation, in the order of the pages.
pub fn explained() -> impl Iterator<Item = &'static str> {
    sections().map(|(name, _)| name)
}

/// What is to be known about a model, an algorithm, or a code of the policy's problems.
pub fn explain(name: &str) -> Option<&'static str> {
    let code = || ridotto_policy::code::ALL.iter().copied();
    sections().chain(code()).find(|(other, _)| *other == name).map(|(_, text)| text)
}

fn sections() -> impl Iterator<Item = (&'static str, &'static str)> {
    PAGES.into_iter().flat_map(|page| page.split("\n## ").skip(1)).map(|section| {
        let (name, text) = section.split_once('\n').unwrap_or((section, ""));
        (name.trim(), text.trim())
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_policy::language::{Algorithm, Model, Named};

    #[test]
    fn every_model_and_algorithm_is_explained() {
        for name in Model::NAMES.iter().chain(Algorithm::NAMES).map(|name| name.name) {
            assert!(explain(name).is_some_and(|text| text.len() > 100), "{name}");
        }
        assert_eq!(explained().count(), Model::NAMES.len() + Algorithm::NAMES.len());
    }

    #[test]
    fn models_say_what_they_do_not_protect_against() {
        for name in Model::NAMES.iter().map(|name| name.name) {
            let text = explain(name).unwrap();
            assert!(text.contains("**Guarantee**"), "{name}");
            assert!(text.contains("**Does not protect against**"), "{name}");
        }
    }
}
