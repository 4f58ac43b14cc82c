//! The book: its pages are all listed, its links lead somewhere, its policies can be read and its
//! commands run.

use super::case::Case;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

pub(crate) fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("it is in a project")
}

/// All pages below a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the folder is there") {
        let path = entry.expect("it can be listed").path();
        if path.is_dir() {
            found.extend(pages(&path));
        } else if path.extension().is_some_and(|ending| ending == "md") {
            found.push(path);
        }
    }
    found.sort();
    found
}

pub(crate) fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Where the links of a page lead, without those to other sites.
fn links(text: &str) -> impl Iterator<Item = &str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets.filter(|target| !target.contains("://") && !target.is_empty())
}

/// The blocks of code in a language, without their indentation.
pub(crate) fn blocks(text: &str, language: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut block: Option<(usize, String)> = None;
    for line in text.lines() {
        let indent = line.len() - line.trim_start().len();
        match (&mut block, line.trim_start().strip_prefix("```")) {
            (None, Some(of)) if of == language => block = Some((indent, String::new())),
            (None, _) => {}
            (Some(_), Some(_)) => found.extend(block.take().map(|(_, text)| text)),
            (Some((by, text)), None) => {
                text.push_str(line.get(*by..).unwrap_or(""));
                text.push('\n');
            }
        }
    }
    found
}

#[test]
fn every_page_is_listed_and_every_link_leads_somewhere() {
    let docs = root().join("docs");
    let summary = read(&docs.join("SUMMARY.md"));
    let listed: BTreeSet<PathBuf> = links(&summary).map(|link| docs.join(link)).collect();
    let is_page = |path: &PathBuf| !path.ends_with("SUMMARY.md");
    let there: BTreeSet<PathBuf> = pages(&docs).into_iter().filter(is_page).collect();
    assert_eq!(listed, there);
    let project =
        ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md"];
    for page in pages(&docs).into_iter().chain(project.map(|name| root().join(name))) {
        let text = read(&page);
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((link, ""));
            let target = if file.is_empty() { page.clone() } else { page.with_file_name(file) };
            assert!(target.exists(), "{} links to {link}", page.display());
            let heading = |line: &str| line.starts_with('#') && slug(line) == anchor;
            let leads = anchor.is_empty() || read(&target).lines().any(heading);
            assert!(leads, "{} links to {link}", page.display());
            // As a site the book has nothing beside it.
            let stays = !page.starts_with(&docs)
                || target.canonicalize().is_ok_and(|target| target.starts_with(&docs));
            assert!(stays, "{} links to {link}, which is not in the book", page.display());
        }
    }
}

/// The anchor of a heading.
fn slug(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

#[test]
fn policies_of_the_guides_can_be_read() {
    let mut read_so_far = 0;
    for page in pages(&root().join("docs/guides")) {
        for policy in blocks(&read(&page), "toml") {
            let case = Case::empty().file("policy.toml", policy);
            if let Err(error) = ridotto::read_policy(&case.path("policy.toml")) {
                panic!("{}: {error:?}", page.display());
            }
            read_so_far += 1;
        }
    }
    assert!(read_so_far >= 3);
}

/// Those about the example are run where it lies, in their order; of the others, and
/// of those that take minutes, every flag must be known.
#[test]
fn commands_of_the_guides_run() {
    let case = Case::empty();
    copy(&root().join("examples/hospital"), &case.path("examples/hospital"));
    let first = ["anonymize", "examples/hospital/policy.toml", "--force"];
    case.run(&[&first[..], &BRIEFLY].concat()).well();
    for page in pages(&root().join("docs/guides")) {
        for block in blocks(&read(&page), "") {
            for command in block.lines().filter_map(|line| line.strip_prefix("$ ridotto ")) {
                let words = words(command);
                let words: Vec<&str> = words.iter().map(String::as_str).collect();
                let is_of_example = command.contains("examples/") || command.contains("publisher");
                if is_of_example && words[0] != "explore" {
                    let brief: &[&str] = if words[0] == "anonymize" { &BRIEFLY } else { &[] };
                    case.run(&[&words[..], brief].concat()).well();
                    continue;
                }
                let verb = words.iter().take_while(|word| !word.contains(['.', '-', '/']));
                let verb: Vec<&str> = verb.copied().chain(["--help"]).collect();
                let help = case.run(&verb).well().stdout;
                for flag in words.iter().filter(|word| word.starts_with("--")) {
                    assert!(help.contains(flag), "{}: {flag} of {command}", page.display());
                }
            }
        }
    }
}

/// What a release has from a second's search is enough here.
const BRIEFLY: [&str; 2] = ["--time-limit", "1s"];

/// The words of a command; quotes keep spaces.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (at, part) in command.split('"').enumerate() {
        if at % 2 == 1 {
            words.push(part.to_owned());
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).expect("a folder for tests");
    for entry in std::fs::read_dir(from).expect("the example is there") {
        let entry = entry.expect("it can be listed");
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            std::fs::copy(entry.path(), target).expect("it can be copied");
        }
    }
}
