//! Intervals of values in an order: runs of neighbours.

use crate::case::{Case, SECRET, in_one_line};

const PAIN: &str = "[\"Zyxqueena-none\", \"Zyxqueena-low\", \"Zyxqueena-some\", \"Zyxqueena-much\", \
                    \"Zyxqueena-worst\"]";

/// People of one age and town, six of each two neighbours in pain; nobody has no pain.
fn people(hierarchy: &str) -> Case {
    let pains = ["low", "low", "low", "some", "much", "much", "much", "worst", "worst", "worst"];
    let lines =
        pains.iter().map(|pain| format!("Zyxqueena Ada,31,Zyxqueena-Alba,Zyxqueena-{pain}\n"));
    let data: String = std::iter::once("name,age,town,pain\n".to_owned()).chain(lines).collect();
    Case::people()
        .file("people.csv", data)
        .policy(
            "[attributes.illness]\nrole = \"sensitive\"",
            &format!(
                "[attributes.pain]\nrole = \"quasi-identifier\"\ntype = \"ordinal\"\n\
             order = {PAIN}\nhierarchy = {hierarchy}"
            ),
        )
        .policy("suppression = 0.1", "suppression = 0")
}

#[test]
fn neighbours_of_an_order_are_released_together() {
    let case = people("{ intervals = [2, 4] }");
    let run = ["anonymize", "policy.toml", "--keep-order", "--recoding", "saved.json"];
    case.run(&run).well();
    let released = case.read("out.csv");
    // The label has a value that nobody has: it follows from the policy.
    let both = |first: &str, second: &str| {
        released.matches(&format!(",\"{{{SECRET}-{first}, {SECRET}-{second}}}\"\n")).count()
    };
    assert_eq!((both("none", "low"), both("some", "much")), (3, 4), "{released}");
    assert_eq!(released.matches(&format!(",{SECRET}-worst\n")).count(), 3, "{released}");
    // What was released is read again: by its texts, by the policy, and by the saved recoding.
    case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    case.run(&["check", "out.csv", "--recoding", "saved.json"]).well();
    let assess = ["assess", "people.csv", "out.csv", "--policy", "policy.toml", "--same-order"];
    let told = case.run(&[&assess[..], &["--json"]].concat()).well().json();
    let notes = told["notes"].to_string();
    assert!(!notes.contains("does not fit"), "{notes}");
    case.run(&["apply", "saved.json", "people.csv", "-o", "again.csv", "--keep-order"]).well();
    assert_eq!(case.read("again.csv"), released);
    let wider = case.policy("k = 3", "k = 4");
    wider.run(&["anonymize", "policy.toml", "--force"]).well();
    assert!(wider.read("out.csv").lines().skip(1).all(|line| line.ends_with(",*")));
}

#[test]
fn runs_are_counted_and_not_measured() {
    let shown = |hierarchy: &str| {
        // The lines around are shown: here they have no value of the data.
        let case = people(hierarchy).policy(PAIN, "[\"none\", \"low\", \"high\"]");
        case.refused(2, &["plan", "policy.toml"])
    };
    for (hierarchy, message) in [
        ("{ intervals = [2], lower = 1 }", "have no `lower`"),
        ("{ intervals = [2], upper = 4 }", "have no `upper`"),
        ("{ intervals = [2], origin = 0 }", "have no `origin`"),
        ("{ intervals = [1.5] }", "1.5 values cannot be taken together"),
        ("{ intervals = [2, 3] }", "is not a multiple of 2"),
        ("{ cuts = [2] }", "`cuts` needs numbers"),
    ] {
        let shown = in_one_line(&shown(hierarchy));
        assert!(shown.contains(message) && shown.contains("help:"), "{shown}");
    }
    let text = people("{ intervals = [2] }")
        .policy(&format!("order = {PAIN}\n"), "")
        .policy("\"ordinal\"", "\"text\"");
    let shown = in_one_line(&text.refused(2, &["plan", "policy.toml"]));
    let needed = "`intervals` needs numbers or values in an order, but the type is `text`";
    assert!(shown.contains(needed) && shown.contains("`ordinal`"), "{shown}");
}
