//! The book's reference of models is made from their entries.
//!
//! With `RIDOTTO_WRITE_DOCS=1`, as `cargo xtask docs` says it, it is written.

use ridotto_catalogue::{Degree, Disclosure, Entry, Purpose, Status};
use ridotto_core::model::MODELS;
use std::fmt::Write;

const BEGIN: &str = "<!-- grid: made by a test -->\n";
const END: &str = "<!-- end of grid -->";

fn against(of: Disclosure) -> &'static str {
    match of {
        Disclosure::Identity => "being found (identity)",
        Disclosure::Attribute => "something becoming known (attribute)",
        Disclosure::Membership => "being known to be in the file (membership)",
    }
}

/// What a model is against, whether it is Boolean, and for what.
fn grid() -> String {
    let mut text = String::from(
        "| against | Boolean: a class holds or not | a matter of degree |\n|---|---|---|\n",
    );
    for of in [Disclosure::Identity, Disclosure::Attribute, Disclosure::Membership] {
        let cell = |degree: Degree| {
            let facts = |entry: &Entry| entry.model().map(|facts| (facts.against, facts.degree));
            let is_it = |entry: &&Entry| {
                facts(entry).is_some_and(|(against, its)| against.contains(&of) && its == degree)
            };
            let names = MODELS.iter().map(|model| &model.entry).filter(is_it);
            names.map(|entry| format!("`{}`", entry.name)).collect::<Vec<_>>().join(", ")
        };
        let (boolean, gradual) = (cell(Degree::Boolean), cell(Degree::Gradual));
        writeln!(text, "| {} | {boolean} | {gradual} |", against(of)).unwrap();
    }
    text + "\n" + &purposes()
}

fn purposes() -> String {
    let mut text = String::from("| for | models |\n|---|---|\n");
    for (purpose, word) in [
        (Purpose::Publishing, "publishing: anybody may have the file"),
        (Purpose::Sharing, "sharing: somebody known gets it"),
        (Purpose::Computing, "computing: only results leave"),
    ] {
        let entries = MODELS.iter().map(|model| &model.entry);
        let names = entries.filter(|entry| entry.model().unwrap().purposes.contains(&purpose));
        let names: Vec<String> = names.map(|entry| format!("`{}`", entry.name)).collect();
        writeln!(text, "| {word} | {} |", names.join(", ")).unwrap();
    }
    text
}

/// A section of the book.
fn section(entry: &Entry) -> String {
    format!("\n## {}\n{}\n\n```toml\n{}```\n", entry.name, entry.advice.trim(), entry.example)
}

#[test]
fn the_book_has_every_model() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/models.md");
    let book = std::fs::read_to_string(path).unwrap();
    let (head, _) = book.split_once("\n## ").unwrap();
    let (before, rest) = head.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut made = format!("{before}{BEGIN}{}{END}{after}", grid());
    made.extend(MODELS.iter().map(|model| section(&model.entry)));
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        assert!(book == made, "docs/models.md is not what the entries say: `cargo xtask docs`");
    }
}

/// What one entry says of others is so.
#[test]
fn entries_agree_with_each_other() {
    let mut names: Vec<&str> = MODELS.iter().map(|model| model.entry.name).collect();
    let attacks: Vec<&str> = ridotto::attacks().map(|(name, _)| name).collect();
    for model in MODELS {
        let entry = &model.entry;
        assert!(entry.summary.ends_with('.') && !entry.formula.is_empty(), "{}", entry.name);
        assert!(!entry.references.is_empty(), "{}", entry.name);
        for claim in model.facts().claims {
            assert!(attacks.contains(&claim.attack), "{} of {}", claim.attack, entry.name);
        }
        if let Status::Derived(from) = entry.status {
            assert!(names.contains(&from), "{from}");
        }
        let least = model.facts().least_size;
        assert!(least.is_none_or(|name| entry.parameter(name).is_some()), "{}", entry.name);
    }
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), MODELS.len());
}
