//! Parameters of the library by their names on the command line.
//!
//! An error of the library says what to do in the words of who calls it: `Rows::By`. Who sits at the
//! terminal says `--rows-by COLUMN`. The library knows no flags, so the words are changed here, where
//! they are shown.

use std::borrow::Cow;

/// What the library calls a parameter, and what is said here instead.
const FLAGS: [(&str, &str); 43] = [
    ("AttackOptions::averages", "--averages"),
    ("AttackOptions::map", "--map THEIRS=OURS"),
    ("AttackOptions::means_by", "--means-by"),
    ("AttackOptions::minimal", "--minimal"),
    ("CheckOptions::policy", "--policy POLICY"),
    ("CheckOptions::quasi_identifiers", "--quasi-identifiers age,zip"),
    ("CombineOptions::level", "--level"),
    ("CombineOptions::ratio", "--ratio"),
    ("InitOptions::no_header", "--no-header"),
    ("InitOptions::quasi_identifiers", "--quasi-identifiers age,zip"),
    ("Inputs::file", "--input FILE"),
    ("LedgerOf::person", "ridotto ledger top-up --create"),
    ("Outputs::certificate", "--certificate FILE.json"),
    ("Outputs::data", "-o FILE"),
    ("Outputs::force", "--force"),
    ("Outputs::intervals", "--intervals FILE.csv"),
    ("Outputs::recoding", "ridotto anonymize --recoding FILE.json"),
    ("Outputs::signing_key", "--signing-key NAME.key"),
    ("PairOptions::policy", "--policy POLICY"),
    ("PairOptions::quasi_identifiers", "--quasi-identifiers age,zip"),
    ("PairOptions::sensitive", "--sensitive"),
    ("Protected::at_most", "--at-most 0.5"),
    ("PseudonymizeOptions::escape_formulas", "--escape-formulas"),
    ("PseudonymizeOptions::policy", "--policy POLICY"),
    ("PseudonymizeOptions::scheme", "--attributes NAME --method hmac-sha256 --key-file secret.key"),
    ("Randomness::seeded", "--seed"),
    ("ReidentifyOptions::candidates", "--candidates FILE"),
    ("ReidentifyOptions::partial", "--partial"),
    ("ReidentifyOptions::policy", "--policy POLICY"),
    ("ReidentifyOptions::scheme", "--attributes NAME --method …"),
    ("RestoreOptions::key_file", "--key-file"),
    ("Rows::By", "--rows-by COLUMN"),
    ("Rows::SameOrder", "--same-order"),
    ("RunOptions::keep_order", "--keep-order"),
    ("RunOptions::time_limit", "--time-limit"),
    ("TableAuditOptions::input", "--input DATA"),
    ("TableAuditOptions::intervals", "--intervals FILE.csv"),
    ("TableAuditOptions::policy", "--policy POLICY"),
    ("VerifyOptions::input", "--input"),
    ("audit_table", "ridotto table audit"),
    ("limit_memory", "--memory 16GB"),
    ("make_keys", "ridotto report keys -o NAME"),
    ("make_secret_key", "ridotto pseudonymize keys -o secret.key"),
];

/// The parameters of a pseudonym have one name each on the command line.
const SCHEME: &str = "Scheme::";

/// A text of the library with flags in the place of parameters.
pub fn with_flags(text: &str) -> Cow<'_, str> {
    if !text.contains('`') {
        return text.into();
    }
    let parts = text.split('`').enumerate().map(|(at, part)| {
        // What stands between two marks is a name.
        if at % 2 == 1 { flag(part) } else { part.into() }
    });
    parts.collect::<Vec<Cow<'_, str>>>().join("`").into()
}

fn flag(name: &str) -> Cow<'_, str> {
    if let Some(field) = name.strip_prefix(SCHEME) {
        return format!("--{}", field.replace('_', "-")).into();
    }
    FLAGS.iter().find(|(other, _)| *other == name).map_or(name, |(_, flag)| flag).into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;
    use std::path::Path;

    #[test]
    fn names_become_flags() {
        for (text, expected) in [
            ("say `Rows::SameOrder` or `Rows::By`", "say `--same-order` or `--rows-by COLUMN`"),
            ("`random` takes no `Scheme::key_file`", "`random` takes no `--key-file`"),
            ("Rows::By stands in no marks", "Rows::By stands in no marks"),
            ("the column `bind::x` stays", "the column `bind::x` stays"),
            ("allow more: `limit_memory`, or not", "allow more: `--memory 16GB`, or not"),
        ] {
            assert_eq!(with_flags(text), expected);
        }
    }

    /// Names in the sources of a folder, without comments, and in its texts for the book.
    fn texts(folder: &Path, found: &mut BTreeSet<String>) {
        for entry in std::fs::read_dir(folder).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                texts(&path, found);
            } else if path.extension().is_some_and(|end| end == "rs" || end == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                let code = text.lines().filter(|line| !line.trim_start().starts_with("//"));
                let code: Vec<&str> = code.collect();
                found.extend(code.join("\n").split('`').skip(1).step_by(2).map(str::to_owned));
            }
        }
    }

    /// What the texts of a source say of flags: ` --name` and ` -o`, wherever they stand in a text, but
    /// for the lines that entries have a test type, and pages, which tell people what to type.
    fn flags_in(path: &Path, found: &mut Vec<String>) {
        if path.ends_with("report/src/page") {
            return;
        }
        if path.is_dir() {
            for entry in std::fs::read_dir(path).into_iter().flatten() {
                flags_in(&entry.unwrap().path(), found);
            }
            return;
        }
        let text = std::fs::read_to_string(path).unwrap_or_default();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let is_comment = |line: &&str| line.trim_start().starts_with("//");
        for line in code.lines().filter(|line| !is_comment(line)) {
            for text in literals(line) {
                let mut words = text.split(|c: char| c.is_whitespace() || c == '`');
                let is_run = RUNS.iter().any(|verb| text.starts_with(verb));
                let is_flag = |word: &str| {
                    let name = word.strip_prefix("--").unwrap_or_default();
                    word == "-o" || name.starts_with(|c: char| c.is_ascii_lowercase())
                };
                if !is_run && words.any(is_flag) {
                    found.push(format!("{}: {text}", path.display()));
                }
            }
        }
    }

    /// The texts of a line of code.
    fn literals(line: &str) -> Vec<String> {
        let (mut texts, mut open) = (Vec::new(), None::<String>);
        let mut letters = line.chars();
        while let Some(letter) = letters.next() {
            match (&mut open, letter) {
                (Some(text), '\\') => text.extend(letters.next()),
                (Some(_), '"') => texts.extend(open.take()),
                (Some(text), letter) => text.push(letter),
                (None, '"') => open = Some(String::new()),
                (None, _) => {}
            }
        }
        texts.extend(open);
        texts
    }

    /// How lines begin that entries have a test type.
    const RUNS: [&str; 7] =
        ["anonymize ", "assess ", "attack ", "check ", "hierarchy ", "inspect ", "table "];

    #[test]
    fn flags_are_found_outside_of_marks() {
        let folder = std::env::temp_dir().join(format!("ridotto-flags-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let source =
            "fn a() { (\"--seed\", \"say `x -o y`\", \"a -- b\", \"check a --policy p\") } // --no";
        std::fs::write(folder.join("a.rs"), source).unwrap();
        let mut found = Vec::new();
        flags_in(&folder, &mut found);
        std::fs::remove_dir_all(&folder).unwrap();
        let texts: Vec<&str> =
            found.iter().filter_map(|one| Some(one.split_once(": ")?.1)).collect();
        assert_eq!(texts, ["--seed", "say `x -o y`"]);
    }

    /// Flags of other programs.
    const OTHERS: [&str; 2] = ["--long", "--ultra"];

    /// The library names parameters of its own, each of which is known here, and no flag.
    #[test]
    fn the_library_speaks_of_parameters() {
        let (mut found, mut said) = (BTreeSet::new(), Vec::new());
        let mut seen = 0;
        for krate in std::fs::read_dir("..").unwrap() {
            let path = krate.unwrap().path();
            if !["cli", "fuzz", "testkit"].iter().any(|name| path.ends_with(name)) {
                texts(&path.join("src"), &mut found);
                flags_in(&path.join("src"), &mut said);
                seen += 1;
            }
        }
        assert!(seen > 15, "{seen}");
        let is_parameter = |name: &str| {
            let Some((owner, field)) = name.split_once("::") else { return false };
            let is_word = |text: &str| text.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
            owner.starts_with(|c: char| c.is_ascii_uppercase()) && is_word(owner) && is_word(field)
        };
        let unknown: Vec<&String> =
            found.iter().filter(|name| is_parameter(name) && flag(name) == ***name).collect();
        assert!(unknown.is_empty(), "no flag is known for {unknown:?}");
        for (name, _) in FLAGS {
            assert!(found.contains(name), "nothing says {name}");
        }
        let flags = found.iter().filter(|name| name.contains("--") && !name.contains("cargo"));
        let flags: Vec<&String> = flags.filter(|name| !OTHERS.contains(&name.as_str())).collect();
        assert!(flags.is_empty(), "the library names {flags:?}");
        said.retain(|one| !OTHERS.iter().any(|other| one.contains(other)));
        assert!(said.is_empty(), "the library names {said:#?}");
    }
}
