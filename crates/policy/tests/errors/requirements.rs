//! `[[require]]`.

use crate::common::{minimal_with, shown};
use insta::assert_snapshot;

#[test]
fn parameter_of_another_model() {
    let policy = minimal_with("k = 5", "k = 5\nt = 0.2");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[[require]]` has no key `t`
       ╭─[policy.toml:9:1]
     8 │ k = 5
     9 │ t = 0.2
       · ┬
       · ╰── unknown key
       ╰────
      help: `t` is a parameter of `t-closeness`
    "#);
}

#[test]
fn k_of_one() {
    let policy = minimal_with("k = 5", "k = 1");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `k` is 1, but must be at least 2
       ╭─[policy.toml:8:5]
     7 │ model = "k-anonymity"
     8 │ k = 1
       ·     ┬
       ·     ╰── must be at least 2
       ╰────
      help: `k = 1` protects nobody: every record may be alone in its class
    "#);
}

#[test]
fn k_as_text() {
    let policy = minimal_with("k = 5", "k = \"5\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-type

      × `k` takes a whole number, not a text
       ╭─[policy.toml:8:5]
     7 │ model = "k-anonymity"
     8 │ k = "5"
       ·     ─┬─
       ·      ╰── this is a text
       ╰────
      help: for example `k = 5`
    "#);
}

#[test]
fn k_missing() {
    let policy = minimal_with("k = 5", "");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × `[[require]]` has no `k`
       ╭─[policy.toml:6:1]
     5 │
     6 │ [[require]]
       · ─────┬─────
       ·      ╰── no `k` here
     7 │ model = "k-anonymity"
       ╰────
      help: add `k = 5`: how many records every combination of quasi-identifiers
            must have at least
    "#);
}

#[test]
fn k_of_each_person() {
    let policy = minimal_with("k = 5", "k = { colum = \"own_k\" }");
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::missing-key

      × `k = { … }` has no `column`
       ╭─[policy.toml:8:5]
     7 │ model = "k-anonymity"
     8 │ k = { colum = "own_k" }
       ·     ─────────┬─────────
       ·              ╰── no `column` here
       ╰────
      help: add `column = "own_k"`: the column with each person's own k

    Error: policy::unknown-key

      × `k = { … }` has no key `colum`
       ╭─[policy.toml:8:7]
     7 │ model = "k-anonymity"
     8 │ k = { colum = "own_k" }
       ·       ──┬──
       ·         ╰── unknown key
       ╰────
      help: did you mean `column`?
    "#);
}

#[test]
fn model_misspelled() {
    let policy = minimal_with("\"k-anonymity\"", "\"k_anonimity\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-value

      × `k_anonimity` is not a known `model`
       ╭─[policy.toml:7:9]
     6 │ [[require]]
     7 │ model = "k_anonimity"
       ·         ──────┬──────
       ·               ╰── not known
     8 │ k = 5
       ╰────
      help: did you mean `k-anonymity`?
    "#);
}

#[test]
fn nothing_required() {
    let policy = minimal_with("[[require]]\nmodel = \"k-anonymity\"\nk = 5\n", "");
    assert_snapshot!(shown(&policy), @r#"
    policy::nothing-required

      × the policy requires nothing, so that any release would satisfy it
      help: add a table `[[require]]` with `model = "k-anonymity"` and `k = 5`
    "#);
}

#[test]
fn single_brackets() {
    let policy = minimal_with("[[require]]", "[require]");
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-type

      × `require` takes a list of tables, not a table
       ╭─[policy.toml:6:1]
     5 │
     6 │ [require]
       · ────┬────
       ·     ╰── this is a table
     7 │ model = "k-anonymity"
       ╰────
      help: write `[[require]]` with two brackets on each side, once for each
    "#);
}
