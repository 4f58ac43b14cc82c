//! Command lines that make no sense.

use crate::case::Case;
use insta::assert_snapshot;

#[test]
fn bad_time_limit() {
    assert_snapshot!(Case::people().refused(2, &["anonymize", "policy.toml", "--time-limit", "soon"]), @r"
    exit 2
    error: invalid value 'soon' for '--time-limit <TIME>': `soon` is no time; write 30s, 500ms, 5m or 1h

    For more information, try '--help'.
    ");
}

#[test]
fn unknown_verb() {
    assert_snapshot!(Case::people().refused(2, &["anonymise", "policy.toml"]), @r"
    exit 2
    error: unrecognized subcommand 'anonymise'

      tip: a similar subcommand exists: 'anonymize'

    Usage: ridotto [OPTIONS] <COMMAND>

    For more information, try '--help'.
    ");
}

#[test]
fn check_without_quasi_identifiers() {
    assert_snapshot!(Case::people().refused(2, &["check", "people.csv"]), @r"
    exit 2
    usage

      × nothing says which columns are quasi-identifiers
      help: say `--policy POLICY`, or `--quasi-identifiers age,zip`
    ");
}

#[test]
fn check_of_a_column_that_is_not_there() {
    assert_snapshot!(Case::people().refused(2, &["check", "people.csv", "--quasi-identifiers", "age,twon"]), @r"
    exit 2
    usage

      × people.csv: there is no column `twon`
      help: did you mean `town`?
    ");
}

#[test]
fn hierarchy_of_a_column_that_is_not_there() {
    let args = ["hierarchy", "make", "people.csv", "--column", "aged", "--auto", "-o", "h.csv"];
    assert_snapshot!(Case::people().refused(2, &args), @r"
    exit 2
    usage

      × people.csv: there is no column `aged`
      help: did you mean `age`?
    ");
}

#[test]
fn hierarchy_of_intervals_without_numbers() {
    let args = [
        "hierarchy",
        "make",
        "people.csv",
        "--column",
        "town",
        "--intervals",
        "5,10",
        "-o",
        "h.csv",
    ];
    assert_snapshot!(Case::people().refused(2, &args), @r"
    exit 2
    hierarchy::faulty

      × hierarchy `town` needs numbers, but the values are of the kind text
      help: choose another builder, or state texts like `?` as `missing` in `[data]`
    ");
}

#[test]
fn hierarchy_that_the_data_do_not_fit() {
    // The first in the data is not the first in the alphabet.
    let case = Case::people().data("Zyxqueena-Celo", "Zyxqueena-Zeta");
    let case = case.data("Zyxqueena-Celo", "Zyxqueena-Elva");
    let args = ["hierarchy", "check", "towns.csv", "--data", "people.csv", "--column", "town"];
    assert_snapshot!(case.refused(2, &args), @r"
    exit 2
    hierarchy::faulty

      × hierarchy `town` lacks 2 values of the data, in 2 rows; the first is in line 8 of
      │ people.csv
      help: add a line for each value; several may share their labels
    ");
}
