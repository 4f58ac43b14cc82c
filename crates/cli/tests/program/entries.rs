//! Whatever the program prints about files is in the catalogue: looked up after every run of these
//! tests.

use crate::case::Ran;
use serde_json::Value;

/// Every finding of a document that was printed, one after the other or several in a list.
fn findings(document: &Value) -> Vec<&Value> {
    let documents = document.as_array().map_or_else(|| vec![document], |all| all.iter().collect());
    let lists = documents.iter().filter_map(|one| one.get("findings")?.as_array());
    lists.flatten().collect()
}

/// Looks up all names of a document, if one was printed.
pub fn look_up(ran: &Ran) {
    let Ok(document) = serde_json::from_str(&ran.stdout) else { return };
    for finding in findings(&document) {
        let Some(name) = finding["name"].as_str() else { continue };
        if finding.get("certainty").is_some() {
            of_attack(name, finding);
        } else {
            of_measure(name, finding);
        }
    }
}

fn of_measure(name: &str, finding: &Value) {
    let known = ridotto::disclosure().measures.of(name);
    let (entry, facts) = known.unwrap_or_else(|| panic!("`{name}` has no entry"));
    assert_eq!(finding["concern"], facts.group.concern.name(), "{}", entry.name);
    let is_one = facts.untouched.is_none() || finding["before"].is_null();
    assert!(is_one || finding["before"].as_f64() == facts.untouched, "{}", entry.name);
}

fn of_attack(name: &str, finding: &Value) {
    let registry = ridotto::Registry::default();
    let entry = registry.attacks().iter().find(|entry| entry.name == name);
    let entry = entry.unwrap_or_else(|| panic!("`{name}` has no entry"));
    let facts = entry.attack().unwrap();
    for (figure, _) in finding["figures"].as_object().into_iter().flatten() {
        let is_known = facts.figures.iter().any(|(own, _)| own == figure);
        assert!(is_known, "`{figure}` of {name} is not in its entry");
    }
}
