//! Requirements whose parameters do not fit their model.

use crate::common::{minimal_with, shown};
use insta::assert_snapshot;

/// A policy that requires this instead of k-anonymity.
fn requiring(requirement: &str) -> String {
    minimal_with("model = \"k-anonymity\"\nk = 5", requirement)
}

#[test]
fn parameter_of_another_model() {
    let policy = requiring("model = \"k-anonymity\"\nk = 5\nt = 0.2");
    assert_snapshot!(shown(&policy), @r"
    policy::unknown-key

      × `[[require]]` has no key `t`
       ╭─[policy.toml:9:1]
     8 │ k = 5
     9 │ t = 0.2
       · ┬
       · ╰── unknown key
       ╰────
      help: `t` is a parameter of `t-closeness`
    ");
}

#[test]
fn parameter_of_another_kind() {
    let policy = requiring("model = \"l-diversity\"\nl = 3\nc = 2.0");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `c` means nothing for `kind = "distinct"`
       ╭─[policy.toml:9:1]
     8 │ l = 3
     9 │ c = 2.0
       · ┬
       · ╰── not used
       ╰────
      help: remove the key, or choose the kind that it belongs to
    "#);
}

#[test]
fn recursive_without_c() {
    let policy = requiring("model = \"l-diversity\"\nl = 3\nkind = \"recursive\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × `kind = "recursive"` needs `c`
       ╭─[policy.toml:9:8]
     8 │ l = 3
     9 │ kind = "recursive"
       ·        ─────┬─────
       ·             ╰── no `c` here
       ╰────
      help: add `c = 3`
    "#);
}

#[test]
fn half_a_value() {
    let policy = requiring("model = \"l-diversity\"\nl = 2.5");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `l = 2.5` counts values
       ╭─[policy.toml:8:5]
     7 │ model = "l-diversity"
     8 │ l = 2.5
       ·     ─┬─
       ·      ╰── must be a whole number
       ╰────
      help: only the entropies have an l between whole numbers
    "#);
}

#[test]
fn more_values_than_records() {
    let policy = requiring("model = \"p-sensitive\"\np = 6\nk = 5");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `p = 6` is more than `k = 5`
       ╭─[policy.toml:8:5]
     7 │ model = "p-sensitive"
     8 │ p = 6
       ·     ┬
       ·     ╰── at most k
     9 │ k = 5
       ╰────
      help: a class of k records has at most k different values
    "#);
}

#[test]
fn distance_misspelled() {
    let policy = requiring("model = \"t-closeness\"\nt = 0.2\ndistance = \"orderd\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-value

      × `orderd` is not a known `distance`
       ╭─[policy.toml:9:12]
     8 │ t = 0.2
     9 │ distance = "orderd"
       ·            ────┬───
       ·                ╰── not known
       ╰────
      help: did you mean `ordered`?
    "#);
}

#[test]
fn estimate_of_an_unknown_population() {
    let policy = requiring("model = \"k-map\"\nk = 5");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × `poisson` must know how large the population is
       ╭─[policy.toml:7:1]
     6 │ [[require]]
     7 │ model = "k-map"
       · ──┬──
       ·   ╰── estimates the population
     8 │ k = 5
       ╰────
      help: add `sampling-fraction = 0.01`, or `population-size = 8_000_000`
    "#);
}

#[test]
fn population_twice() {
    let policy =
        requiring("model = \"k-map\"\nk = 5\nsampling-fraction = 0.1\npopulation-size = 1000");
    assert_snapshot!(shown(&policy), @r"
    policy::contradiction

      × the size of the population is given twice
        ╭─[policy.toml:10:1]
      9 │ sampling-fraction = 0.1
     10 │ population-size = 1000
        · ───────┬───────
        ·        ╰── the second time
        ╰────
      help: keep `sampling-fraction` or `population-size`
    ");
}

#[test]
fn two_scopes() {
    let policy = requiring("model = \"k-anonymity\"\nk = 5\nover = [\"age\"]\nevery = 2");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `over` and `every` exclude one another
        ╭─[policy.toml:10:9]
      9 │ over = ["age"]
     10 │ every = 2
        ·         ┬
        ·         ╰── the second of them
        ╰────
      help: write two requirements
    "#);
}

#[test]
fn scope_of_nothing() {
    let policy = requiring("model = \"k-anonymity\"\nk = 5\nover = []");
    assert_snapshot!(shown(&policy), @r"
    policy::contradiction

      × `over` names no quasi-identifier
       ╭─[policy.toml:9:1]
     8 │ k = 5
     9 │ over = []
       · ──┬─
       ·   ╰── empty
       ╰────
      help: name some, or remove the key: then all count
    ");
}

#[test]
fn alpha_of_nothing() {
    let policy = requiring("model = \"alpha-k\"\nalpha = 0\nk = 5");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `alpha` is 0, but must be more than 0
       ╭─[policy.toml:8:9]
     7 │ model = "alpha-k"
     8 │ alpha = 0
       ·         ┬
       ·         ╰── must be more than 0
     9 │ k = 5
       ╰────
      help: it is a share, more than 0 and at most 1
    "#);
}
