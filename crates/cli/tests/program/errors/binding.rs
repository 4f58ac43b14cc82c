//! A policy and data that do not fit each other.

use super::ANONYMIZE;
use crate::case::Case;
use insta::assert_snapshot;

#[test]
fn missing_column() {
    let case = Case::people().policy("[attributes.town]", "[attributes.twon]");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
      × 2 problems in policy.toml

    Error: bind::no-such-column

      × the data have no column `twon`
        ╭─[policy.toml:13:13]
     12 │
     13 │ [attributes.twon]
        ·             ──┬─
        ·               ╰── not in the data
     14 │ role = "quasi-identifier"
        ╰────
      help: did you mean `town`?

    Error: bind::unlisted-column

      × the data have 1 column that the policy does not name: `town`
      help: add `[attributes.town]` with a `role`, or say `unlisted = "drop"` (or
            "insensitive", which releases them as they are) in `[data]`
    "#);
}

#[test]
fn unlisted_column() {
    let case = Case::people().policy("[attributes.illness]\nrole = \"sensitive\"\n", "");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::unlisted-column

      × the data have 1 column that the policy does not name: `illness`
      help: add `[attributes.illness]` with a `role`, or say `unlisted = "drop"` (or
            "insensitive", which releases them as they are) in `[data]`
    "#);
}

#[test]
fn hierarchy_file_missing() {
    let case = Case::people().policy("towns.csv", "villages.csv");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    io::not-found

      × villages.csv: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn hierarchy_not_nested() {
    let towns = "Zyxqueena-Alba;North;Earth\nZyxqueena-Berg;North;Moon\n\
                 Zyxqueena-Celo;South;Earth\nZyxqueena-Dorf;South;Earth\n";
    let case = Case::people().file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town` is not nested: line 1 and line 2 share their label at level 1 but
      │ not at level 2; 1 value at fault
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: values that share a label must share all labels above it: use two different
            labels
    "#);
}

#[test]
fn hierarchy_not_total() {
    let case = Case::people().data("Zyxqueena-Celo", "Zyxqueena-Elva");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town` lacks 1 value of the data, in 1 row; the first is in line 8 of the
      │ data
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: add a line for each value; several may share their labels
    "#);
}

#[test]
fn hierarchy_with_a_cycle() {
    let towns = "Zyxqueena-Alba;Zyxqueena-Berg;North\nZyxqueena-Berg;Zyxqueena-Alba;South\n\
                 Zyxqueena-Celo;x;South\nZyxqueena-Dorf;x;South\n";
    let case = Case::people().file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town` has a cycle: line 1 generalises one text to another, and line 2
      │ leads back
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: a text may not be coarser than itself: give labels other texts than values
    "#);
}

#[test]
fn ragged_hierarchy() {
    let case = Case::people();
    let towns = case.read("towns.csv").replace("Berg;North", "Berg;North;Zyxqueena");
    let case = case.file("towns.csv", towns);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::hierarchy

      × hierarchy `town`: line 2 has 3 cells, the first has 2
        ╭─[policy.toml:15:13]
     14 │ role = "quasi-identifier"
     15 │ hierarchy = "towns.csv"
        ·             ─────┬─────
        ·                  ╰── this hierarchy
     16 │
        ╰────
      help: every line has the value and one label per level
    "#);
}

#[test]
fn hierarchy_with_a_value_twice() {
    let case = Case::people();
    let towns = case.read("towns.csv") + "Zyxqueena-Alba;South\n";
    let case = case.file("towns.csv", towns);
    assert_snapshot!(case.refused(2, &["hierarchy", "check", "towns.csv"]), @r"
    exit 2
    hierarchy::faulty

      × hierarchy `towns`: line 1 and line 5 are for the same value
      help: remove one of the two lines
    ");
}

#[test]
fn max_level_too_high() {
    let case = Case::people().policy("\"towns.csv\"", "\"towns.csv\"\nmax-level = 7");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    bind::level

      × hierarchy `town` has the levels 0 to 2, so max-level cannot be 7
        ╭─[policy.toml:16:13]
     15 │ hierarchy = "towns.csv"
     16 │ max-level = 7
        ·             ┬
        ·             ╰── no such level
     17 │
        ╰────
      help: levels go from 0 to 2, which is `*`
    "#);
}
