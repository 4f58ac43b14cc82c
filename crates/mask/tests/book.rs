//! The book's reference of masking steps is made from their entries.
//!
//! With `RIDOTTO_WRITE_DOCS=1`, as `cargo xtask docs` says it, it is written.

use ridotto_catalogue::{Disclosure, Entry, Truth};
use ridotto_mask::STEPS;
use std::collections::BTreeSet;
use std::fmt::Write;

const BEGIN: &str = "<!-- grid: made by a test -->\n";
const END: &str = "<!-- end of grid -->";

fn entries() -> impl Iterator<Item = &'static Entry> {
    STEPS.iter().map(|step| &step.entry)
}

fn against(of: &[Disclosure]) -> String {
    let word = |of: &Disclosure| match of {
        Disclosure::Identity => "identity",
        Disclosure::Attribute => "attribute",
        Disclosure::Membership => "membership",
    };
    of.iter().map(word).collect::<Vec<_>>().join(", ")
}

/// What steps are, one beside the other.
fn grid() -> String {
    let mut text =
        String::from("| step | values are | hinders disclosure of | keeps |\n|---|---|---|---|\n");
    for entry in entries() {
        let facts = entry.step().unwrap();
        let truth = match facts.truth {
            Truth::True => "true (non-perturbative)",
            Truth::Perturbed => "changed (perturbative)",
            Truth::Synthetic => "drawn (synthetic)",
        };
        let against = against(facts.against);
        writeln!(text, "| `{}` | {truth} | {against} | {} |", entry.name, facts.keeps).unwrap();
    }
    text
}

/// A section of the book.
fn section(entry: &Entry) -> String {
    let (name, advice, formula) = (entry.name, entry.advice.trim(), entry.formula_in_page());
    let (example, worked) = (entry.example, entry.worked.markdown());
    format!(
        "\n## {name}\n{advice}\n\n*Formula*: {formula}\n\n\
         ```toml\n{example}```\n\n{worked}\n"
    )
}

#[test]
fn the_book_has_every_step() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/masks.md");
    let book = std::fs::read_to_string(path).unwrap();
    let (head, rest) = book.split_once(BEGIN).expect("the page has a place for the grid");
    let (_, rest) = rest.split_once(END).expect("the grid ends");
    let between = rest.split("\n## ").next().unwrap_or_default();
    let sections: String = entries().map(section).collect();
    let made = format!("{head}{BEGIN}{}{END}{between}{sections}", grid());
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, &made).unwrap();
    } else {
        assert!(made == book, "`cargo xtask docs` writes docs/masks.md anew");
    }
}

#[test]
fn entries_have_no_holes() {
    let mut names = BTreeSet::new();
    for entry in entries() {
        let facts = entry.step().unwrap();
        for name in entry.aliases.iter().chain([&entry.name]) {
            assert!(names.insert(*name), "{name} is said twice");
        }
        for text in [entry.title, entry.formula, entry.summary, facts.keeps, facts.did] {
            assert!(!text.is_empty(), "{} lacks something", entry.name);
        }
        assert!(!facts.against.is_empty() && !facts.limits.is_empty(), "{}", entry.name);
        assert!(!entry.references.is_empty(), "{} comes from somewhere", entry.name);
        assert!(entry.advice.contains("- **Does not promise**:"), "{}", entry.name);
        assert!(entry.example.contains(&format!("method = {:?}", entry.name)), "{}", entry.name);
    }
}
