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
    /// What else people call it.
    pub aliases: Vec<&'static str>,
}

/// How an item begins that says what else people call a thing.
const ALSO: &str = "- **Also**: ";

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
        let (name, aliases) = (name.trim(), aliases(text));
        let Some((before, rest)) = text.split_once("```toml\n") else {
            return Section { name, text: text.trim().to_owned(), example: None, aliases };
        };
        let (example, after) = rest.split_once("\n```").unwrap_or((rest, ""));
        let text = format!("{}\n\n{}", before.trim(), after.trim());
        Section { name, text: text.trim().to_owned(), example: Some(example), aliases }
    })
}

/// What a section says that people also call its subject.
fn aliases(text: &'static str) -> Vec<&'static str> {
    let also = text.lines().find_map(|line| line.strip_prefix(ALSO));
    let words = also.into_iter().flat_map(|words| words.trim_end_matches('.').split(", "));
    words.collect()
}
