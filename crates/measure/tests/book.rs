//! The parts of the book that are made from the entries of measures and attacks.
//!
//! With `RIDOTTO_WRITE_DOCS=1`, as `cargo xtask docs` says it, they are written.

use ridotto_catalogue::entry::Form;
use ridotto_catalogue::{Entry, MeasureFacts, MeasureGroup};
use ridotto_measure::MEASURES;
use ridotto_measure::attack::ATTACKS;
use ridotto_measure::attack::bounds::{attacks, intruders, markdown, matrix};
use ridotto_measure::group::GROUPS;
use std::fmt::Write;

/// Compares a page with what it should be, or writes it.
fn is_page(name: &str, make: impl Fn(&str) -> String) {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    let page = std::fs::read_to_string(&path).expect("the page");
    let written = make(&page);
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, written).expect("the page can be written");
    } else {
        assert!(page == written, "docs/{name} is not what the entries say: `cargo xtask docs`");
    }
}

/// What stands on a page before its first section.
fn head(page: &str) -> &str {
    page.split_once("\n## ").expect("sections").0
}

#[test]
fn the_book_has_every_attack() {
    is_page("intruders.md", |page| format!("{}{}", head(page), intruders()));
    is_page("attacks.md", |page| {
        let mut page = page.to_owned();
        for (name, table) in
            [("attacks", attacks()), ("matrix", matrix()), ("promises", markdown())]
        {
            let begin = format!("<!-- {name}: made by a test -->\n");
            let start = page.find(&begin).unwrap_or_else(|| panic!("{begin}")) + begin.len();
            let end = format!("<!-- end of {name} -->");
            let stop = page.find(&end).unwrap_or_else(|| panic!("{end}"));
            page.replace_range(start..stop, &table);
        }
        page
    });
}

#[test]
fn the_book_has_every_measure() {
    is_page("measures.md", |page| {
        let sections: String = GROUPS.iter().map(|group| section(group)).collect();
        format!("{}{sections}{}", head(page), sources())
    });
}

fn measures(of: &MeasureGroup) -> impl Iterator<Item = (&'static Entry, &'static MeasureFacts)> {
    let all = MEASURES.iter().filter_map(|entry| Some((*entry, entry.measure()?)));
    all.filter(move |(_, facts)| facts.group == of)
}

/// A group and its measures.
fn section(group: &MeasureGroup) -> String {
    let mut text = format!("\n## {}\n{}\n\n", group.title, group.about);
    text += "| measure | meaning | formula | unit | better | of | read by |\n";
    text += "|---|---|---|---|---|---|---|\n";
    for (entry, facts) in measures(group) {
        let name = match facts.form {
            Form::Sentence(sentence) => format!("`{}`, told as *{sentence}*", entry.name),
            _ => format!("`{}`", entry.name),
        };
        let (title, summary) = (entry.title, entry.summary);
        let formula = entry.formula_in_page().replace('|', "\\|");
        let (unit, better) = (facts.unit.words(), facts.better.word());
        let (of, reader) = (facts.files.words(), facts.reader.word());
        writeln!(
            text,
            "| {name} | **{title}**: {summary} | {formula} | {unit} | {better} | {of} | {reader} |"
        )
        .unwrap();
    }
    text += "\nWorked examples:\n";
    for (entry, _) in measures(group) {
        write!(text, "\n### {}\n{}\n", entry.name, entry.worked.markdown()).unwrap();
    }
    text
}

/// Every source with the measures and attacks that are from it.
fn sources() -> String {
    let mut sources: Vec<(String, Vec<&str>)> = Vec::new();
    for entry in MEASURES.iter().chain(ATTACKS) {
        for reference in entry.references {
            let source = reference.to_string();
            match sources.iter_mut().find(|(other, _)| *other == source) {
                Some((_, names)) => names.push(entry.name),
                None => sources.push((source, vec![entry.name])),
            }
        }
    }
    sources.sort();
    let mut text = String::from("\n## Sources\nOf measures and attacks.\n\n");
    for (source, names) in sources {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        writeln!(text, "- {source}: {}", names.join(", ")).unwrap();
    }
    text
}
