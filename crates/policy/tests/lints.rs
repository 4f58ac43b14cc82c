//! What people see when a policy is allowed, but hardly wise.

use crate::common;
use crate::common::{MINIMAL, linted};
use insta::assert_snapshot;

/// A policy that no lint has anything against, with some lines changed.
fn wise_but(changes: &[(&str, &str)]) -> String {
    let wise = MINIMAL.replace(
        "role = \"quasi-identifier\"",
        "role = \"quasi-identifier\"\nhierarchy = \"age.csv\"\n\n[attributes.disease]\nrole = \"sensitive\"",
    );
    let wise = wise + "\n[[require]]\nmodel = \"t-closeness\"\nt = 0.2\n";
    changes.iter().fold(wise, |text, (from, to)| {
        assert!(text.contains(from), "`{from}` is in the policy");
        text.replacen(from, to, 1)
    })
}

#[test]
fn wise() {
    let policy = common::parse(&wise_but(&[])).unwrap();
    assert_eq!(policy.lints(), []);
}

/// Each is formally fine, and leaves an attack open that has a name.
#[test]
fn weak_requirements() {
    let close = "model = \"t-closeness\"\nt = 0.2";
    let homogeneous = wise_but(&[(close, "model = \"k-anonymity\"\nk = 3\nover = [\"age\"]")]);
    assert_snapshot!(linted(&homogeneous), @r#"
    policy::unprotected

      ⚠ no requirement protects `disease`: where all records of a class agree, it
      │ becomes known
       ╭─[policy.toml:7:13]
     6 │
     7 │ [attributes.disease]
       ·             ───┬───
       ·                ╰── sensitive, and open to the homogeneity attack
     8 │ role = "sensitive"
       ╰────
      help: add `[[require]]` with `model = "l-diversity"` or `"t-closeness"`; see
            `ridotto explain l-diversity`
    "#);
    let dominated = wise_but(&[(close, "model = \"l-diversity\"\nl = 3")]);
    assert_snapshot!(linted(&dominated), @r#"
    policy::weak

      ⚠ distinct l-diversity allows a class in which nearly all share one value
        ╭─[policy.toml:15:9]
     14 │ [[require]]
     15 │ model = "l-diversity"
        ·         ──────┬──────
        ·               ╰── open to probabilistic inference
     16 │ l = 3
        ╰────
      help: `kind = "entropy"` or "recursive", or `alpha-k`, bounds the share
    "#);
    let alone = wise_but(&[("model = \"k-anonymity\"\nk = 5", "model = \"t-closeness\"\nt = 0.3")]);
    assert_snapshot!(linted(&alone), @r#"
    policy::weak

      ⚠ `t-closeness` alone does not keep people from being found
        ╭─[policy.toml:11:9]
     10 │ [[require]]
     11 │ model = "t-closeness"
        ·         ──────┬──────
        ·               ╰── protects an attribute, not identity
     12 │ t = 0.3
        ╰────
      help: add `[[require]]` with `model = "k-anonymity"` and `k = 5`
    "#);
}

#[test]
fn small_k() {
    let policy = wise_but(&[("k = 5", "k = 2")]);
    assert_snapshot!(linted(&policy), @r#"
    policy::small-k

      ⚠ `k = 2` lets an intruder be right half of the time
        ╭─[policy.toml:12:5]
     11 │ model = "k-anonymity"
     12 │ k = 2
        ·     ┬
        ·     ╰── protects little
     13 │
        ╰────
      help: a rule of thumb: 3 to 5 for data of low sensitivity, 5 to 10 for
            medium, 10 to 20 for high
    "#);
}

#[test]
fn small_k_beside_a_large_one_is_implied_only() {
    let policy = wise_but(&[("k = 5", "k = 5\n[[require]]\nmodel = \"k-anonymity\"\nk = 2")]);
    assert_snapshot!(linted(&policy), @r#"
    policy::implied

      ⚠ `k = 2` already follows from `k = 5`
        ╭─[policy.toml:15:5]
     14 │ model = "k-anonymity"
     15 │ k = 2
        ·     ┬
        ·     ╰── adds nothing
     16 │
        ╰────
      help: remove this requirement
    "#);
}

#[test]
fn the_same_k_twice() {
    let policy = wise_but(&[("k = 5", "k = 5\n[[require]]\nmodel = \"k-anonymity\"\nk = 5")]);
    assert_snapshot!(linted(&policy), @r#"
    policy::implied

      ⚠ `k = 5` already follows from `k = 5`
        ╭─[policy.toml:15:5]
     14 │ model = "k-anonymity"
     15 │ k = 5
        ·     ┬
        ·     ╰── adds nothing
     16 │
        ╰────
      help: remove this requirement
    "#);
}

#[test]
fn much_suppression() {
    let policy = wise_but(&[("k = 5", "k = 5\n[release]\nsuppression = 0.25")]);
    assert_snapshot!(linted(&policy), @r"
    policy::much-suppression

      ⚠ `suppression = 0.25` may remove more than a tenth of the records
        ╭─[policy.toml:14:15]
     13 │ [release]
     14 │ suppression = 0.25
        ·               ──┬─
        ·                 ╰── usually 0.01 to 0.05
     15 │
        ╰────
      help: who is suppressed is not random: rare people vanish first, and what
            remains may no longer speak for the whole
    ");
}

#[test]
fn no_hierarchy() {
    let policy = wise_but(&[("hierarchy = \"age.csv\"\n", "")]);
    assert_snapshot!(linted(&policy), @r#"
    policy::no-hierarchy

      ⚠ the quasi-identifier `age` has no hierarchy
       ╭─[policy.toml:3:13]
     2 │
     3 │ [attributes.age]
       ·             ─┬─
       ·              ╰── can only be kept or removed wholly
     4 │ role = "quasi-identifier"
       ╰────
      help: add `hierarchy = …`: a file, or a builder such as `{ auto = true }`;
            `{ suppress = true }` says that this is meant
    "#);
}

#[test]
fn no_sensitive() {
    let policy = wise_but(&[("\"sensitive\"", "\"insensitive\"")]);
    assert_snapshot!(linted(&policy), @r#"
    policy::no-sensitive

      ⚠ no attribute is named as sensitive
      help: what must not become known about a person gets `role = "sensitive"`;
            risks of it becoming known are measured only then
    "#);
}

#[test]
fn settings_without_effect() {
    let policy = wise_but(&[
        ("\"age.csv\"", "\"age.csv\"\nimportance = 2"),
        (
            "k = 5",
            "k = 5\n[release]\nobjective = \"class-size\"\naggregate = \"max\"\nsuppressed = \"keep\"",
        ),
    ]);
    assert_snapshot!(linted(&policy), @r#"
      ⚠ 3 problems in policy.toml

    Warning: policy::no-effect

      ⚠ `importance` has no effect on the objective `class-size`
       ╭─[policy.toml:6:14]
     5 │ hierarchy = "age.csv"
     6 │ importance = 2
       ·              ┬
       ·              ╰── no effect
     7 │
       ╰────
      help: `loss`, `precision` and `height` weigh attributes; this one does not

    Warning: policy::no-effect

      ⚠ `aggregate` has no effect on the objective `class-size`
        ╭─[policy.toml:16:13]
     15 │ objective = "class-size"
     16 │ aggregate = "max"
        ·             ──┬──
        ·               ╰── no effect
     17 │ suppressed = "keep"
        ╰────
      help: it is a parameter of `loss`; remove the key

    Warning: policy::no-effect

      ⚠ `suppressed` has no effect, because nothing may be suppressed
        ╭─[policy.toml:17:14]
     16 │ aggregate = "max"
     17 │ suppressed = "keep"
        ·              ───┬──
        ·                 ╰── no effect
     18 │
        ╰────
      help: allow some records, for example `suppression = 0.02`, or remove the
            key
    "#);
}

/// Where regions are cut, importance does not matter, and no hierarchy is needed.
#[test]
fn mondrian_knows_no_importance() {
    let policy = wise_but(&[
        ("hierarchy = \"age.csv\"", "importance = 2.0"),
        ("[[require]]", "[release]\nalgorithm = \"mondrian\"\n\n[[require]]"),
    ]);
    assert_snapshot!(linted(&policy), @r#"
    policy::no-effect

      ⚠ `importance` has no effect on what `mondrian` chooses
       ╭─[policy.toml:5:14]
     4 │ role = "quasi-identifier"
     5 │ importance = 2.0
       ·              ─┬─
       ·               ╰── no effect
     6 │
       ╰────
      help: remove the key
    "#);
}

#[test]
fn methods_that_need_no_hierarchy() {
    for release in
        ["algorithm = \"k-optimize\"", "algorithm = \"local-suppression\"", "generalize = \"none\""]
    {
        let release = format!("[release]\n{release}\n\n[[require]]");
        let policy = wise_but(&[("hierarchy = \"age.csv\"\n", ""), ("[[require]]", &release)]);
        let policy = common::parse(&policy).unwrap();
        assert_eq!(policy.lints(), [], "{release}");
    }
    let policy = wise_but(&[("hierarchy = \"age.csv\"\n", "")]);
    let policy = common::parse(&policy).unwrap();
    assert_eq!(policy.lints().len(), 1);
}

#[test]
fn a_large_sample_and_a_masked_identifier() {
    let steps = "[attributes.name]\nrole = \"identifier\"\n\n[[mask]]\nmethod = \"sample\"\n\
                 share = 0.05\n\n[[mask]]\nmethod = \"delete\"\nattributes = [\"name\"]\n";
    assert_snapshot!(linted(&format!("{}\n{steps}", wise_but(&[]))), @r#"
      ⚠ 2 problems in policy.toml

    Warning: policy::large-sample

      ⚠ a sample of `0.05` of the records hides few of them
        ╭─[policy.toml:23:9]
     22 │ method = "sample"
     23 │ share = 0.05
        ·         ──┬─
        ·           ╰── 0.05 or more
     24 │
        ╰────
      help: of a census, statistical offices give the public less than 5 in 100,
            and more only to known researchers; a sample never replaces a
            requirement

    Warning: policy::no-effect

      ⚠ the identifier `name` is left out, so masking it does nothing
        ╭─[policy.toml:27:15]
     26 │ method = "delete"
     27 │ attributes = ["name"]
        ·               ───┬──
        ·                  ╰── no effect
        ╰────
      help: remove it from the step, or give the attribute another role
    "#);
}

/// What every file keeps to is no promise.
#[test]
fn bounds_without_effect() {
    let close = "model = \"t-closeness\"\nt = 0.2";
    assert_snapshot!(linted(&wise_but(&[("t = 0.2", "t = 1")])), @r#"
    policy::no-effect

      ⚠ `t = 1` is kept to by every file
        ╭─[policy.toml:16:5]
     15 │ model = "t-closeness"
     16 │ t = 1
        ·     ┬
        ·     ╰── promises nothing
        ╰────
      help: ask for less: 1 is the most that there can be
    "#);
    let population = ("[attributes.age]", "[data]\npopulation = \"all.csv\"\n\n[attributes.age]");
    let present = |bounds: &str| {
        let more = format!("{close}\n[[require]]\nmodel = \"delta-presence\"\n{bounds}");
        wise_but(&[(close, &more), population])
    };
    assert_snapshot!(linted(&present("at-most = 1")), @r#"
    policy::no-effect

      ⚠ `at-most = 1` is kept to by every file
        ╭─[policy.toml:22:11]
     21 │ model = "delta-presence"
     22 │ at-most = 1
        ·           ┬
        ·           ╰── promises nothing
        ╰────
      help: ask for less: 1 is the most that there can be
    "#);
    // A lower bound is one.
    let bounded = present("at-least = 0.1\nat-most = 1");
    assert_eq!(common::parse(&bounded).unwrap().lints(), []);
    let divergence = wise_but(&[("t = 0.2", "t = 1\ndistance = \"kullback-leibler\"")]);
    assert_eq!(common::parse(&divergence).unwrap().lints(), []);
}

#[test]
fn pseudonyms_that_can_be_guessed() {
    let id = "[attributes.id]\nrole = \"identifier\"\npseudonym = ";
    let with = |pseudonym: &str| wise_but(&[]) + &format!("\n{id}{pseudonym}\n");
    let hashed = with("{ method = \"salted-hash\", salt = \"2026\" }");
    assert_snapshot!(linted(&hashed), @r#"
    policy::guessable-pseudonym

      ⚠ whoever can guess values of `id` undoes their hashes
        ╭─[policy.toml:20:24]
     19 │ role = "identifier"
     20 │ pseudonym = { method = "salted-hash", salt = "2026" }
        ·                        ──────┬──────
        ·                              ╰── has no secret in it
        ╰────
      help: a salt is no key: all dates, names or record numbers are hashed in
            seconds; use `hmac-sha256` with a key file
    "#);
    let keyed = with("{ method = \"hmac-sha256\", key-file = \"secret.key\" }");
    let policy = common::parse(&keyed).unwrap();
    assert_eq!(policy.lints(), []);
}
