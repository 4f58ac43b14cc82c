//! Policies that are wrong in themselves.

use super::ANONYMIZE;
use crate::case::Case;
use insta::assert_snapshot;

#[test]
fn policy_is_missing() {
    assert_snapshot!(Case::people().refused(2, &["plan", "police.toml"]), @r"
    exit 2
    io::not-found

      × police.toml: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
}

#[test]
fn policy_is_not_text() {
    let case = Case::people().file("policy.toml", [0xff, 0xfe, 0x00, 0x41]);
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    usage

      × policy.toml: not a text in UTF-8
      help: a policy is a TOML file; save it as UTF-8
    ");
}

#[test]
fn unknown_key() {
    let case = Case::people().policy("suppression = 0.1", "supression = 0.1");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r"
    exit 2
    policy::unknown-key

      × `[release]` has no key `supression`
        ╭─[policy.toml:25:1]
     24 │ [release]
     25 │ supression = 0.1
        · ─────┬────
        ·      ╰── unknown key
     26 │
        ╰────
      help: did you mean `suppression`?
    ");
}

#[test]
fn bad_toml() {
    let case = Case::people().policy("[release]", "[release");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    policy::syntax

      × not TOML: unclosed table, expected `]`
        ╭─[policy.toml:24:9]
     23 │
     24 │ [release
        ·         ▲
        ·         ╰── here
     25 │ suppression = 0.1
        ╰────
      help: a name with a space goes in quotes: `[attributes."marital status"]`
    "#);
}

#[test]
fn builder_of_a_later_version() {
    let case = Case::people()
        .policy("hierarchy = { intervals = [5, 10, 20] }", "hierarchy = { addresses = \"ipv6\" }");
    assert_snapshot!(case.refused(2, ANONYMIZE), @r#"
    exit 2
    policy::not-in-this-version

      × `ipv6` is part of the policy language, but this version of ridotto cannot do it yet
        ╭─[policy.toml:11:27]
     10 │ role = "quasi-identifier"
     11 │ hierarchy = { addresses = "ipv6" }
        ·                           ───┬──
        ·                              ╰── not in this version
     12 │
        ╰────
      help: `addresses` can be `ipv4`
    "#);
}
