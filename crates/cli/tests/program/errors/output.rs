//! Outputs that cannot be written.

use super::ANONYMIZE;
use crate::case::Case;
use insta::assert_snapshot;

#[test]
fn output_exists() {
    let case = Case::people().file("out.csv", "precious");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::exists

      × out.csv: the file exists already
      help: choose another name, or replace it: `--force`
    ");
}

#[test]
fn output_is_input() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "people.csv", "--force"]), @r"
    exit 2
    usage

      × people.csv: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn report_is_input() {
    let case = Case::people();
    assert_snapshot!(
        case.refused(2, &["anonymize", "policy.toml", "--report", "towns.csv", "--recoding", "people.csv", "--force"]),
        @r"
    exit 2
    usage

      × towns.csv: the output would replace an input
      help: choose another name: inputs are never changed
    "
    );
}

#[test]
fn two_outputs_of_one_name() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--report", "out.csv"]), @r"
    exit 2
    usage

      × out.csv: two outputs have this name
      help: give each output a name of its own
    ");
}

#[test]
fn folder_is_a_file() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "towns.csv/out.csv"]), @r"
    exit 2
    io::not-found

      × towns.csv/out.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn no_such_folder() {
    let case = Case::people();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "-o", "nowhere/out.csv"]), @r"
    exit 2
    io::not-found

      × nowhere/out.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn no_output() {
    let case = Case::people().policy("[output]\nfile = \"out.csv\"\n", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::no-output

      × the policy names no output file
      help: add `file = "…"` to `[output]`, or say `-o FILE`
    "#);
}
