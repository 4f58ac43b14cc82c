//! What the intruder knows about values, as a small file of rules.
//!
//! ```toml
//! [[rule]]
//! about  = "illness"              # a sensitive attribute
//! values = ["heart disease"]      # values, ranges or groups of its hierarchy
//! when   = { origin = "Japan" }   # of whom it is so; of everybody when absent
//! factor = 0.1                    # so many times as likely; 0, impossible, when absent
//! ```

use super::attack_run::language;
use crate::attack::Rule;
use crate::attack::meaning::Meaning;
use crate::files::pair::Pair;
use ridotto_catalogue::similar;
use ridotto_io::short_name;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::Path;

/// A rule about a sensitive attribute.
pub(super) struct Known {
    /// The place of the attribute among the columns of both files.
    pub about: usize,
    /// For each value or group of values one rule; the columns are places among the
    /// quasi-identifiers.
    pub rules: Vec<Rule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Written {
    rule: Vec<WrittenRule>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRule {
    about: String,
    values: Vec<String>,
    #[serde(default)]
    when: BTreeMap<String, OneOrMore>,
    #[serde(default)]
    factor: f64,
}

/// A text, or a list of texts of which one must hold.
#[derive(Deserialize)]
#[serde(untagged)]
enum OneOrMore {
    One(String),
    More(Vec<String>),
}

const FORM: &str = "write for each rule a table such as `[[rule]]`, `about = \"illness\"`, `values \
                    = [\"…\"]`, `when = { sex = \"…\" }`, `factor = 0.1`";

/// Reads rules and ties them to the columns.
pub(super) fn read(path: &Path, pair: &Pair, keys: &[usize]) -> Result<Vec<Known>, Error> {
    let text =
        std::fs::read_to_string(path).map_err(|error| ridotto_io::IoError::new(path, error))?;
    let written: Written = toml::from_str(&text).map_err(|error| {
        // What TOML says would quote values.
        let line = error.span().map_or(1, |span| 1 + text[..span.start].matches('\n').count());
        wrong(path, &format!("line {line} is not a rule"), FORM)
    })?;
    let rules = written.rule.iter().enumerate();
    rules.map(|(at, rule)| bind(path, at + 1, rule, pair, keys)).collect()
}

fn bind(
    path: &Path,
    number: usize,
    rule: &WrittenRule,
    pair: &Pair,
    keys: &[usize],
) -> Result<Known, Error> {
    let sensitive = pair.with_role(Role::Sensitive);
    let about = named(path, number, &rule.about, pair, &sensitive, "sensitive attribute")?;
    if !(rule.factor >= 0.0 && rule.factor.is_finite()) {
        let message = format!("the factor of rule {number} is negative or not finite");
        return Err(wrong(path, &message, "0 is impossible, 1 says nothing, 2 is twice as likely"));
    }
    if rule.values.is_empty() {
        return Err(wrong(path, &format!("rule {number} has no values"), FORM));
    }
    let mut when: Vec<Vec<(usize, Meaning)>> = vec![Vec::new()];
    for (name, wanted) in &rule.when {
        let at = named(path, number, name, pair, keys, "quasi-identifier")?;
        let place = keys.iter().position(|key| *key == at).expect("it is one of these");
        let language = language(pair, &pair.shared[at]);
        let texts = match wanted {
            OneOrMore::One(text) => std::slice::from_ref(text),
            OneOrMore::More(texts) => texts,
        };
        // One rule for each way in which all conditions can hold.
        when = texts
            .iter()
            .flat_map(|text| {
                let meaning = language.read(text);
                when.iter().map(move |others| {
                    others.iter().cloned().chain([(place, meaning.clone())]).collect()
                })
            })
            .collect();
    }
    let values = language(pair, &pair.shared[about]);
    let rules = when.iter().flat_map(|when| {
        rule.values.iter().map(|value| Rule {
            when: when.clone(),
            value: values.read(value),
            factor: rule.factor,
        })
    });
    Ok(Known { about, rules: rules.collect() })
}

fn named(
    path: &Path,
    number: usize,
    name: &str,
    pair: &Pair,
    places: &[usize],
    what: &str,
) -> Result<usize, Error> {
    let found = places.iter().find(|at| pair.shared[**at].name == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = places.iter().map(|&at| pair.shared[at].name.as_str()).collect();
        let message = format!("rule {number} names no {what} of both files: `{name}`");
        wrong(path, &message, similar(name, &names))
    })
}

fn wrong(path: &Path, message: &str, hint: impl Into<String>) -> Error {
    Error::Usage { message: format!("{}: {message}", short_name(path)), hint: hint.into() }
}
