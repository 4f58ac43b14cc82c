//! Cells that a spreadsheet would run: counted, never shown, and escaped if that is said.

use crate::case::{Case, SECRET};

const RUN: &[&str] = &["anonymize", "policy.toml", "--keep-order", "--report", "r.json", "--force"];

/// Two formulas in one column and one in another, which is carried as it is.
fn people() -> Case {
    let case = Case::people()
        .data("Zyxqueena-flu", "=cmd|Zyxqueena")
        .data("Zyxqueena-gout", "+Zyxqueena")
        .data("Zyxqueena-mumps", "-5.5");
    let data = case.read("people.csv");
    let lines = data.lines().enumerate().map(|(at, line)| match at {
        0 => format!("{line},note\n"),
        1 => format!("{line},@{SECRET}\n"),
        2 => format!("{line},'=1\n"),
        _ => format!("{line},n{at}\n"),
    });
    let data: String = lines.collect();
    let case = case.file("people.csv", data);
    case.policy("[[require]]", "[attributes.note]\nrole = \"insensitive\"\n[[require]]")
}

#[test]
fn formulas_are_counted_and_not_shown() {
    let case = people();
    let ran = case.run(RUN).well();
    let said = "3 cells in `illness`, `note` begin as a formula does";
    assert!(ran.stderr.contains(said), "{ran:?}");
    assert!(ran.stderr.contains("formulas = \"escape\""), "{ran:?}");
    assert!(case.read("r.json").contains(said));
    assert!(case.read("out.csv").contains(",=cmd|"));
    // A sheet holds texts as texts, and numbers are none of it.
    assert!(
        !case
            .run(&["anonymize", "policy.toml", "-o", "out.xlsx"])
            .well()
            .stderr
            .contains("formula")
    );
    assert!(!Case::people().run(RUN).well().stderr.contains("formula"));
}

#[test]
fn formulas_are_escaped_and_understood() {
    let case = people().policy("[output]", "[output]\nformulas = \"escape\"");
    let ran = case.run(&[RUN, &["--recoding", "saved.json"]].concat()).well();
    assert!(ran.stderr.contains("and got an apostrophe in front"), "{ran:?}");
    let released = case.read("out.csv");
    for cell in [",'=cmd|", ",'+Zyx", ",'@Zyx", ",''=1", ",-5.5,"] {
        assert!(released.contains(cell), "{cell}: {released}");
    }
    // Read by the policy, cells are what they were; the other formats were never escaped.
    case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    let args = ["assess", "people.csv", "out.csv", "--policy", "policy.toml", "--json"];
    let escaped = case.run(&args).well().json();
    case.run(&["anonymize", "policy.toml", "--keep-order", "-o", "out.parquet"]).well();
    let args = ["assess", "people.csv", "out.parquet", "--policy", "policy.toml", "--json"];
    let plain = case.run(&args).well().json();
    assert_eq!(escaped["findings"], plain["findings"]);
    case.run(&["apply", "saved.json", "people.csv", "-o", "again.csv", "--keep-order"]).well();
    assert_eq!(case.read("again.csv"), released);
}
