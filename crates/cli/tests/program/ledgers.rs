//! Ledgers of privacy budgets: granting, looking, and chains that are broken.

use crate::case::Case;
use insta::assert_snapshot;

/// A new ledger with two grants.
fn granted() -> Case {
    let case = Case::empty();
    let create =
        ["ledger", "top-up", "budget.ledger", "--create", "--epsilon", "2", "--user", "anna"];
    case.run(&create).well();
    let again = ["ledger", "top-up", "budget.ledger", "--epsilon", "1/3", "--delta", "0.00001"];
    case.run(&again).well();
    case
}

/// Digests are those of times, and differ from run to run.
fn without_digest(text: &str) -> String {
    let line = |line: &str| match line.strip_prefix("last line   ") {
        Some(digest) => {
            assert!(digest.len() == 64 && digest.bytes().all(|byte| byte.is_ascii_hexdigit()));
            "last line   …".to_owned()
        }
        None => line.to_owned(),
    };
    text.lines().map(line).collect::<Vec<_>>().join("\n")
}

#[test]
fn grants_are_added_up_and_shown() {
    let case = granted();
    let shown = case.run(&["ledger", "show", "budget.ledger"]).well().stdout;
    assert_snapshot!(without_digest(&shown), @r"
    budget.ledger: the chain holds, 3 lines
    protects    files of which one has a record more
    spent       anna: epsilon 0, delta 0 in 0 charges; epsilon 2, delta 0 granted beyond the policy
    spent       everybody: epsilon 0, delta 0 in 0 charges; epsilon 1/3, delta 0.00001 granted beyond the policy
    last line   …
    ");
    let json = case.run(&["ledger", "verify", "budget.ledger", "--json"]).well().stdout;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        (&json["holds"], &json["entries"], &json["neighbours"]),
        (&true.into(), &3.into(), &"add-remove".into())
    );
    assert_eq!(json["users"][0]["granted_epsilon"], "2");
}

/// A line that was changed, left out or added is found, with its number, and the exit code is 1.
#[test]
fn a_broken_chain_is_told_with_its_line() {
    let case = granted();
    let text = case.read("budget.ledger");
    let changed = text.replacen("\"epsilon\":\"2\"", "\"epsilon\":\"9\"", 1);
    let case = case.file("budget.ledger", changed);
    for verb in ["verify", "show"] {
        insta::allow_duplicates! {
            assert_snapshot!(case.run(&["ledger", verb, "budget.ledger"]).shown(), @r"
            exit 1
            budget.ledger:2: the chain is broken: the line was changed
            ");
        }
    }
    let json = case.run(&["ledger", "verify", "budget.ledger", "--json"]);
    assert!(json.stdout.contains("\"holds\": false"), "{}", json.stdout);
    let refused = case.run(&["ledger", "top-up", "budget.ledger", "--epsilon", "1"]).shown();
    assert!(refused.starts_with("exit 2") && refused.contains("the chain is broken"), "{refused}");
}

/// What a crash leaves behind is told by who looks, and cut off by who writes.
#[test]
fn a_torn_line_is_no_broken_chain() {
    let case = granted();
    let torn = case.read("budget.ledger") + "{\"entry\":4,\"ti";
    let case = case.file("budget.ledger", torn);
    let shown = case.run(&["ledger", "verify", "budget.ledger"]).well().stdout;
    assert!(shown.contains("14 bytes of a line at the end: a crash"), "{shown}");
    case.run(&["ledger", "top-up", "budget.ledger", "--epsilon", "1"]).well();
    let shown = case.run(&["ledger", "verify", "budget.ledger"]).well().stdout;
    assert!(
        shown.starts_with("budget.ledger: the chain holds, 5 lines") && !shown.contains("torn")
    );
}

#[test]
fn what_makes_no_sense_is_refused() {
    let case = granted();
    for (amounts, told) in [
        (&["--epsilon=-1"][..], "`epsilon` is no amount"),
        (&["--epsilon", "nan"], "`epsilon` is no amount"),
        (&["--epsilon", "inf"], "`epsilon` is no amount"),
        (&["--epsilon", "0"], "`epsilon` must be more than 0"),
        (&["--epsilon", "1", "--delta", "1"], "`delta` must be at least 0 and below 1"),
        (&["--epsilon", "1", "--create"], "there is a file of this name"),
        (&["--epsilon", "1", "--user", "two\nlines"], "no control characters"),
        (&["--epsilon", "1", "--delta", "0.99999"], "with this grant `delta` would be 1 or more"),
    ] {
        let ran = case.run(&[&["ledger", "top-up", "budget.ledger"], amounts].concat()).shown();
        assert!(ran.starts_with("exit 2") && ran.contains(told), "{amounts:?}: {ran}");
    }
    let missing = case.run(&["ledger", "show", "no.ledger"]).shown();
    assert!(missing.starts_with("exit 2") && missing.contains("top-up --create"), "{missing}");
    assert_eq!(case.read("budget.ledger").lines().count(), 3, "nothing was added");
    let create = ["ledger", "top-up", "new.ledger", "--create", "--epsilon", "1", "--user", "\n"];
    assert!(case.run(&create).shown().starts_with("exit 2"));
    assert!(!case.path("new.ledger").exists(), "nothing was made");
}

/// An epsilon of a hundred digits is written and read again.
#[test]
fn long_amounts_do_not_break_the_chain() {
    let case = granted();
    let long = format!("0.{}1", "123456789".repeat(12));
    let top_up = ["ledger", "top-up", "budget.ledger", "--epsilon", &long, "--user", "anna"];
    case.run(&top_up).well();
    case.run(&["ledger", "verify", "budget.ledger"]).well();
}

/// Who kept a digest sees whether lines were cut off at the end, which leaves a chain that holds.
#[test]
fn a_kept_digest_tells_whether_lines_were_cut_off() {
    let case = granted();
    let text = case.read("budget.ledger");
    let last = text.trim_end().strip_suffix("\"}").unwrap();
    let digest = last[last.len() - 64..].to_owned();
    let verify = ["ledger", "verify", "budget.ledger", "--has", &digest];
    case.run(&verify).well();
    let lines: Vec<&str> = text.split_inclusive('\n').collect();
    let case = case.file("budget.ledger", lines[..2].concat());
    case.run(&verify[..3]).well();
    let told = case.run(&verify).shown();
    assert!(told.starts_with("exit 1") && told.contains("lines were cut off"), "{told}");
}
