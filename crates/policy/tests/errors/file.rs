//! The file as a whole, its sections and `[data]`.

use crate::common::{minimal_with, shown};
use crate::errors::section;
use insta::assert_snapshot;

#[test]
fn unquoted_text() {
    let policy = minimal_with("\"quasi-identifier\"", "quasi-identifier");
    assert_snapshot!(shown(&policy), @r#"
    policy::syntax

      × not TOML: string values must be quoted, expected literal string
       ╭─[policy.toml:4:8]
     3 │ [attributes.age]
     4 │ role = quasi-identifier
       ·        ────────┬───────
       ·                ╰── here
     5 │
       ╰────
      help: write names and texts in quotes: `role = "sensitive"`
    "#);
}

#[test]
fn name_with_space() {
    let policy = minimal_with("[attributes.age]", "[attributes.marital status]");
    assert_snapshot!(shown(&policy), @r#"
    policy::syntax

      × not TOML: unclosed table, expected `]`
       ╭─[policy.toml:3:20]
     2 │
     3 │ [attributes.marital status]
       ·                    ▲
       ·                    ╰── here
     4 │ role = "quasi-identifier"
       ╰────
      help: a name with a space goes in quotes: `[attributes."marital status"]`
    "#);
}

#[test]
fn duplicate_key() {
    let policy = minimal_with("k = 5", "k = 5\nk = 6");
    assert_snapshot!(shown(&policy), @r#"
    policy::syntax

      × not TOML: duplicate key
       ╭─[policy.toml:9:1]
     8 │ k = 5
     9 │ k = 6
       · ┬
       · ╰── here
       ╰────
      help: each key may be given once; remove one of the two
    "#);
}

#[test]
fn version_missing() {
    let policy = minimal_with("version = 1\n", "");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × the policy has no `version`
       ╭─[policy.toml:1:1]
     1 │
       · ▲
       · ╰── no `version` here
     2 │ [attributes.age]
     3 │ role = "quasi-identifier"
       ╰────
      help: add `version = 1`: the version of the policy language
    "#);
}

#[test]
fn version_of_the_future() {
    let policy = minimal_with("version = 1", "version = 2");
    assert_snapshot!(shown(&policy), @r#"
    policy::version

      × this ridotto reads version 1 of the policy language
       ╭─[policy.toml:1:11]
     1 │ version = 2
       ·           ┬
       ·           ╰── another version
     2 │
       ╰────
      help: write `version = 1`, or use the ridotto that this policy was written
            for
    "#);
}

#[test]
fn unknown_section() {
    let policy = section("[relase]\nsuppression = 0.1");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × the policy has no key `relase`
        ╭─[policy.toml:10:2]
      9 │
     10 │ [relase]
        ·  ───┬──
        ·     ╰── unknown key
     11 │ suppression = 0.1
        ╰────
      help: did you mean `release`?
    "#);
}

#[test]
fn unknown_key() {
    let policy = section("[release]\nsupression = 0.1");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[release]` has no key `supression`
        ╭─[policy.toml:11:1]
     10 │ [release]
     11 │ supression = 0.1
        · ─────┬────
        ·      ╰── unknown key
        ╰────
      help: did you mean `suppression`?
    "#);
}

#[test]
fn unknown_key_without_resemblance() {
    let policy = section("[output]\ncolour = \"red\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[output]` has no key `colour`
        ╭─[policy.toml:11:1]
     10 │ [output]
     11 │ colour = "red"
        · ───┬──
        ·    ╰── unknown key
        ╰────
      help: its keys are `file`, `formulas`, `report`, `recoding`, `certificate`,
            `signing-key`
    "#);
}

#[test]
fn key_in_the_wrong_section() {
    let policy = section("[data]\nsuppression = 0.1");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[data]` has no key `suppression`
        ╭─[policy.toml:11:1]
     10 │ [data]
     11 │ suppression = 0.1
        · ─────┬─────
        ·      ╰── unknown key
        ╰────
      help: `suppression` is a key of `[release]`
    "#);
}

#[test]
fn delimiter_too_long() {
    let policy = section("[data]\ndelimiter = \"||\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `delimiter` must be one character, not 2
        ╭─[policy.toml:11:13]
     10 │ [data]
     11 │ delimiter = "||"
        ·             ──┬─
        ·               ╰── 2 characters
        ╰────
      help: for example `delimiter = ";"`
    "#);
}

#[test]
fn date_format_unknown() {
    let policy = section("[data]\ndates = [\"%d.%m.%Q\", \"dd.mm.yyyy\"]");
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::date-format

      × the date format has `%Q`, which means nothing here
        ╭─[policy.toml:11:10]
     10 │ [data]
     11 │ dates = ["%d.%m.%Q", "dd.mm.yyyy"]
        ·          ─────┬────
        ·               ╰── not a date format
        ╰────
      help: after `%` may come `Y`, `y`, `m`, `d`, `e`, `j`, `b`, `B`, `a`, `A`,
            `F`, `H`, `I`, `M`, `S`, `T`, `p`, or another `%`

    Error: policy::date-format

      × the date format `dd.mm.yyyy` has no `%`
        ╭─[policy.toml:11:22]
     10 │ [data]
     11 │ dates = ["%d.%m.%Q", "dd.mm.yyyy"]
        ·                      ──────┬─────
        ·                            ╰── not a date format
        ╰────
      help: write dates as `strftime` does: "%d.%m.%Y" reads 24.12.1998
    "#);
}

#[test]
fn everything_at_once() {
    let policy = minimal_with("k = 5", "k = 0\n[release]\nsupress = \"none\"\nobjective = \"los\"");
    assert_snapshot!(shown(&policy), @r#"
      × 3 problems in policy.toml

    Error: policy::out-of-range

      × `k` is 0, but must be at least 2
       ╭─[policy.toml:8:5]
     7 │ model = "k-anonymity"
     8 │ k = 0
       ·     ┬
       ·     ╰── must be at least 2
     9 │ [release]
       ╰────
      help: `k = 1` protects nobody: every record may be alone in its class

    Error: policy::unknown-key

      × `[release]` has no key `supress`
        ╭─[policy.toml:10:1]
      9 │ [release]
     10 │ supress = "none"
        · ───┬───
        ·    ╰── unknown key
     11 │ objective = "los"
        ╰────
      help: did you mean `suppress`?

    Error: policy::unknown-value

      × `los` is not a known `objective`
        ╭─[policy.toml:11:13]
     10 │ supress = "none"
     11 │ objective = "los"
        ·             ──┬──
        ·               ╰── not known
        ╰────
      help: did you mean `loss`?
    "#);
}
