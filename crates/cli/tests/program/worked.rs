//! The worked examples of all entries are true: every calculation in them is evaluated, what they type
//! is typed, and their answers are looked for in what the program prints and writes.

mod calculation;

use crate::case::Case;
use ridotto::small::{OTHER_FILES, POLICIES, SMALL_TABLES, policy_with};
use ridotto::{Definition, Registry, Worked};
use std::collections::BTreeMap;

/// Every entry's name and worked example.
fn examples() -> Vec<(&'static str, &'static Worked)> {
    let registry = Registry::default();
    let entries = registry.definitions().map(Definition::entry);
    let tables = registry.table_measures().iter().chain(registry.table_attacks());
    let others = registry.measures().iter().chain(registry.attacks()).chain(tables).copied();
    entries.chain(others).map(|entry| (entry.name, &entry.worked)).collect()
}

/// A folder with all small tables, and with the policy of an example instead of the usual one.
fn folder(worked: &Worked) -> Case {
    let mut case = Case::empty();
    for table in SMALL_TABLES {
        case = case.file(&table.file(), table.csv);
    }
    for (name, _, content) in OTHER_FILES {
        case = case.file(name, content);
    }
    for (name, usual) in POLICIES {
        let is_its = worked.run.iter().any(|command| command.split(' ').any(|word| word == *name));
        let piece = if is_its { worked.policy } else { "" };
        case = case.file(name, policy_with(usual, piece));
    }
    case
}

/// The words of a command; what is between quotation marks is one.
fn words(command: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut within = None;
    for letter in command.chars() {
        let last = words.last_mut().expect("there is a first word");
        match (letter, within) {
            (' ', None) => words.push(String::new()),
            ('\'' | '"', None) => within = Some(letter),
            (_, Some(mark)) if mark == letter => within = None,
            _ => last.push(letter),
        }
    }
    words
}

/// With single spaces, without the bars beside broken lines of messages, and a space at both ends.
fn spaced(text: &str) -> String {
    let words: Vec<&str> = text.split_whitespace().filter(|word| *word != "│").collect();
    format!(" {} ", words.join(" "))
}

/// All that the program prints and writes.
fn transcript(worked: &Worked) -> String {
    let case = folder(worked);
    let before = case.files();
    let mut text = String::new();
    for command in worked.run {
        let words = words(command);
        let ran = case.run(&words.iter().map(String::as_str).collect::<Vec<_>>());
        text += &format!("{}\n{}\n", ran.stdout, ran.stderr);
    }
    for (_, content) in case.files().into_iter().filter(|(name, _)| !before.contains_key(name)) {
        text += &String::from_utf8_lossy(&content);
        text.push('\n');
    }
    spaced(&text)
}

/// What is bold, without the marks of code. Labels with stars are code, so that stars of both kinds
/// can be told apart.
fn bold(text: &str) -> Vec<String> {
    let pieces = text.split('`').enumerate();
    let pieces = pieces.map(|(at, piece)| match at % 2 {
        0 => piece.to_owned(),
        _ => piece.replace('*', "\u{1}"),
    });
    let text = pieces.collect::<String>();
    text.split("**").skip(1).step_by(2).map(|piece| piece.replace('\u{1}', "*")).collect()
}

/// Whether a text has these words, and not as a part of longer ones.
fn has(text: &str, words: &str) -> bool {
    let is_part = |letter: Option<char>| letter.is_some_and(char::is_alphanumeric);
    text.match_indices(words).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + words.len()..].chars();
        let next = after.next();
        let decimal = next == Some('.') && is_part(after.next());
        !is_part(before) && before != Some('.') && !is_part(next) && !decimal
    })
}

/// What is wrong with an example.
fn wrong(worked: &Worked, transcript: &str) -> Vec<String> {
    let mut wrong = Vec::new();
    let code = worked.text.split('`').skip(1).step_by(2);
    for sum in code.filter(|code| code.contains(" = ") && !code.contains('"')) {
        wrong.extend(calculation::mistake(sum));
    }
    let silent = worked.says.iter().filter(|line| !transcript.contains(&spaced(line)));
    wrong.extend(silent.map(|line| format!("the program does not say `{line}`")));
    let said = spaced(&worked.says.join(" "));
    let bold = bold(worked.text);
    wrong.extend(
        bold.iter().filter(|bold| !has(&said, bold)).map(|bold| format!("{bold} is not said")),
    );
    if bold.is_empty() || worked.run.is_empty() || worked.says.is_empty() {
        wrong.push("nothing is held against the program".to_owned());
    }
    wrong
}

#[test]
fn every_entry_has_an_example_that_is_true() {
    let all = examples();
    assert!(all.len() > 200, "{}", all.len());
    let mut transcripts: BTreeMap<(&str, &[&str]), String> = BTreeMap::new();
    let mut failures = String::new();
    for (name, worked) in all {
        let key = (worked.policy, worked.run);
        let said = transcripts.entry(key).or_insert_with(|| transcript(worked));
        for mistake in wrong(worked, said) {
            failures += &format!("{name}: {mistake}\n");
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// A wrong figure, a wrong sum and a text without figures are found out.
#[test]
fn a_liar_is_found_out() {
    let says = &["k-anonymity 2 (holds, 2 required)"];
    let honest = Worked::checked("", "The smallest class has `3 - 1 = 2` records: **2**.", says);
    let said = transcript(&honest);
    assert_eq!(wrong(&honest, &said), Vec::<String>::new());
    for (text, says) in [
        ("`3 - 1 = 3`, so **2**.", says),
        ("`2.44 / 2 = 1.2`, so **2**.", &["k-anonymity 2"]),
        ("So **3**.", says),
        ("So 2.", says),
        ("So **3**.", &["k-anonymity 3 (holds, 2 required)"]),
        ("So **2**.", &["k-anonymity 2 (holds, 3 required)"]),
    ] {
        let worked = Worked { text, says, ..honest };
        assert_eq!(wrong(&worked, &said).is_empty(), text.contains("2.44"), "{text}");
    }
}
