//! `[attributes.NAME]`: roles, levels, importance.

use crate::common::{minimal_with, shown};
use crate::errors::{attribute, section};
use insta::assert_snapshot;

#[test]
fn dot_in_a_name() {
    let policy = section(
        "[attributes.native]\nrole = \"sensitive\"\n[attributes.native.country]\nrole = \"sensitive\"",
    );
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[attributes.native]` has no key `country`
        ╭─[policy.toml:12:20]
     11 │ role = "sensitive"
     12 │ [attributes.native.country]
        ·                    ───┬───
        ·                       ╰── unknown key
     13 │ role = "sensitive"
        ╰────
      help: a name with a dot goes in quotes: `[attributes."native.country"]`
    "#);
}

#[test]
fn attribute_without_table() {
    let policy = minimal_with("[attributes.age]\nrole", "[attributes]\nage");
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-type

      × the attribute `age` takes a table, not a single value
       ╭─[policy.toml:4:7]
     3 │ [attributes]
     4 │ age = "quasi-identifier"
       ·       ─────────┬────────
       ·                ╰── not a table
     5 │
       ╰────
      help: write `[attributes.age]`, and below it `role = …`
    "#);
}

#[test]
fn role_missing() {
    let policy = attribute("type = \"text\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × `[attributes.zip]` has no `role`
        ╭─[policy.toml:10:1]
      9 │
     10 │ [attributes.zip]
        · ────────┬───────
        ·         ╰── no `role` here
     11 │ type = "text"
        ╰────
      help: add `role = "quasi-identifier"`: what the attribute is to an intruder
    "#);
}

#[test]
fn role_misspelled() {
    let policy = attribute("role = \"qi\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-value

      × `qi` is not a known `role`
        ╭─[policy.toml:11:8]
     10 │ [attributes.zip]
     11 │ role = "qi"
        ·        ──┬─
        ·          ╰── not known
        ╰────
      help: did you mean `quasi-identifier`?
    "#);
}

#[test]
fn role_unknown() {
    let policy = attribute("role = \"secret\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-value

      × `secret` is not a known `role`
        ╭─[policy.toml:11:8]
     10 │ [attributes.zip]
     11 │ role = "secret"
        ·        ────┬───
        ·            ╰── not known
        ╰────
      help: allowed are `identifier`, `quasi-identifier`, `sensitive`,
            `insensitive`, `dimension`, `response`, `respondent`, `weight`,
            `cost`, `shadow`, `request`, `frequency`, `top1`, `top2`, `status`,
            `lower`, `upper`
    "#);
}

#[test]
fn hierarchy_of_an_insensitive_attribute() {
    let policy = attribute("role = \"insensitive\"\nhierarchy = \"zip.csv\"\nmax-level = 2");
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::wrong-role

      × `hierarchy` is only for quasi-identifiers, but this one is `insensitive`
        ╭─[policy.toml:12:1]
     11 │ role = "insensitive"
     12 │ hierarchy = "zip.csv"
        · ────┬────
        ·     ╰── has no meaning for `insensitive`
     13 │ max-level = 2
        ╰────
      help: remove it, or give the attribute the role `quasi-identifier`

    Error: policy::wrong-role

      × `max-level` is only for quasi-identifiers, but this one is `insensitive`
        ╭─[policy.toml:13:1]
     12 │ hierarchy = "zip.csv"
     13 │ max-level = 2
        · ────┬────
        ·     ╰── has no meaning for `insensitive`
        ╰────
      help: remove it, or give the attribute the role `quasi-identifier`
    "#);
}

#[test]
fn levels_crossed() {
    let policy = attribute("role = \"quasi-identifier\"\nmin-level = 4\nmax-level = 1");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `min-level` is 4 and above `max-level`, which is 1
        ╭─[policy.toml:12:13]
     11 │ role = "quasi-identifier"
     12 │ min-level = 4
        ·             ┬
        ·             ╰── 3 too high
     13 │ max-level = 1
        ╰────
      help: no level lies between; write `min-level = 1` or less
    "#);
}

#[test]
fn importance_of_nothing() {
    let policy = attribute("role = \"quasi-identifier\"\nimportance = 0");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `importance` is 0, but must be more than 0
        ╭─[policy.toml:12:14]
     11 │ role = "quasi-identifier"
     12 │ importance = 0
        ·              ┬
        ·              ╰── must be more than 0
        ╰────
      help: 1 is the usual importance, 2 counts a loss twice
    "#);
}

#[test]
fn importance_without_end() {
    let policy = attribute("role = \"quasi-identifier\"\nimportance = inf");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `importance` is not a finite number
        ╭─[policy.toml:12:14]
     11 │ role = "quasi-identifier"
     12 │ importance = inf
        ·              ─┬─
        ·               ╰── not finite
        ╰────
      help: for example `importance = 2.5`
    "#);
}

#[test]
fn no_quasi_identifier() {
    let policy = minimal_with("\"quasi-identifier\"", "\"sensitive\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::no-quasi-identifier

      × `k-anonymity` needs a quasi-identifier, and there is none
       ╭─[policy.toml:7:9]
     6 │ [[require]]
     7 │ model = "k-anonymity"
       ·         ──────┬──────
       ·               ╰── speaks of quasi-identifiers
     8 │ k = 5
       ╰────
      help: give `role = "quasi-identifier"` to the attributes that an intruder
            may know from elsewhere, such as age, sex and place
    "#);
}
