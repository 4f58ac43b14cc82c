//! The pages of the book that explanations are taken from, section by section.

use super::Area;

/// A section of a page.
#[derive(Debug)]
pub(super) struct Section {
    /// Its heading, which is the name of what it explains.
    pub name: &'static str,
    /// What it says, without the example.
    pub text: String,
    /// The piece of a policy in it.
    pub example: Option<&'static str>,
}

/// The page of an area; sections begin with `## `.
fn page(area: Area) -> &'static str {
    match area {
        Area::Concept => include_str!("../../../../docs/concepts.md"),
        Area::Pseudonym => include_str!("../../../../docs/pseudonyms.md"),
        Area::Code => include_str!("../../../../docs/codes.md"),
        _ => "",
    }
}

/// The sections of an area's page.
pub(super) fn sections(area: Area) -> impl Iterator<Item = Section> {
    page(area).split("\n## ").skip(1).map(|section| {
        let (name, text) = section.split_once('\n').unwrap_or((section, ""));
        let Some((before, rest)) = text.split_once("```toml\n") else {
            return Section { name: name.trim(), text: text.trim().to_owned(), example: None };
        };
        let (example, after) = rest.split_once("\n```").unwrap_or((rest, ""));
        let text = format!("{}\n\n{}", before.trim(), after.trim());
        Section { name: name.trim(), text: text.trim().to_owned(), example: Some(example) }
    })
}
