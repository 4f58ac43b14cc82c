//! `pseudonym`: methods, keys and mappings.

use crate::common::shown;
use crate::errors::section;
use insta::assert_snapshot;

fn identifier(pseudonym: &str) -> String {
    section(&format!("[attributes.id]\nrole = \"identifier\"\npseudonym = {pseudonym}"))
}

#[test]
fn pseudonym_without_method() {
    assert_snapshot!(shown(&identifier("{ key-file = \"secret.key\" }")), @r#"
    policy::missing-key

      × `pseudonym` has no `method`
        ╭─[policy.toml:12:13]
     11 │ role = "identifier"
     12 │ pseudonym = { key-file = "secret.key" }
        ·             ─────────────┬─────────────
        ·                          ╰── no `method` here
        ╰────
      help: add `method = "hmac-sha256"`: how pseudonyms are made
    "#);
}

#[test]
fn pseudonym_that_is_no_table() {
    assert_snapshot!(shown(&identifier("\"hmac-sha256\"")), @r#"
    policy::wrong-type

      × `pseudonym` takes a table, not a text
        ╭─[policy.toml:12:13]
     11 │ role = "identifier"
     12 │ pseudonym = "hmac-sha256"
        ·             ──────┬──────
        ·                   ╰── this is a text
        ╰────
      help: for example `pseudonym = { method = "hmac-sha256", key-file =
            "secret.key" }`
    "#);
}

#[test]
fn method_misspelled() {
    let policy = identifier("{ method = \"hmac-sha-256\", key-file = \"secret.key\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-value

      × `hmac-sha-256` is not a known `method`
        ╭─[policy.toml:12:24]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "hmac-sha-256", key-file = "secret.key" }
        ·                        ───────┬──────
        ·                               ╰── not known
        ╰────
      help: did you mean `hmac-sha256`?
    "#);
}

#[test]
fn method_without_its_key() {
    assert_snapshot!(shown(&identifier("{ method = \"hmac-sha256\" }")), @r#"
    policy::missing-key

      × `pseudonym` has no `key-file`
        ╭─[policy.toml:12:13]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "hmac-sha256" }
        ·             ─────────────┬────────────
        ·                          ╰── no `key-file` here
        ╰────
      help: add `key-file = "secret.key"`: the file of the secret key, relative to
            the policy; made by `ridotto pseudonymize keys`
    "#);
}

#[test]
fn key_misspelled() {
    let policy = identifier("{ method = \"hmac-sha256\", keyfile = \"secret.key\" }");
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::missing-key

      × `pseudonym` has no `key-file`
        ╭─[policy.toml:12:13]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "hmac-sha256", keyfile = "secret.key" }
        ·             ─────────────────────────┬────────────────────────
        ·                                      ╰── no `key-file` here
        ╰────
      help: add `key-file = "secret.key"`: the file of the secret key, relative to
            the policy; made by `ridotto pseudonymize keys`

    Error: policy::unknown-key

      × `pseudonym` has no key `keyfile`
        ╭─[policy.toml:12:39]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "hmac-sha256", keyfile = "secret.key" }
        ·                                       ───┬───
        ·                                          ╰── unknown key
        ╰────
      help: did you mean `key-file`?
    "#);
}

#[test]
fn key_of_another_method() {
    let policy =
        identifier("{ method = \"hmac-sha256\", key-file = \"secret.key\", mapping = \"m\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `pseudonym` has no key `mapping`
        ╭─[policy.toml:12:64]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "hmac-sha256", key-file = "secret.key", mapping = "m" }
        ·                                                                ───┬───
        ·                                                                   ╰── unknown key
        ╰────
      help: `mapping` is a parameter of `random`
    "#);
}

#[test]
fn too_few_bits() {
    let policy = identifier("{ method = \"hmac-sha256\", key-file = \"secret.key\", bits = 32 }");
    assert_snapshot!(shown(&policy), @r#"
    policy::out-of-range

      × `bits` is 32, but must be at least 64
        ╭─[policy.toml:12:71]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "hmac-sha256", key-file = "secret.key", bits = 32 }
        ·                                                                       ─┬
        ·                                                                        ╰── must be at least 64
        ╰────
      help: with fewer bits two of a few million values would get the same
            pseudonym, and a hash has no more than 256
    "#);
}

#[test]
fn mapping_without_key() {
    let policy = identifier("{ method = \"random\", mapping = \"names.mapping\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::missing-key

      × a `mapping` is closed by a key, and none is named
        ╭─[policy.toml:12:44]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "random", mapping = "names.mapping" }
        ·                                            ───────┬───────
        ·                                                   ╰── no `key-file` beside it
        ╰────
      help: add `key-file = "secret.key"`; `ridotto pseudonymize keys` makes one
    "#);
}

#[test]
fn key_without_mapping() {
    let policy = identifier("{ method = \"counter\", key-file = \"secret.key\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `counter` needs a key for its `mapping` alone, and has none
        ╭─[policy.toml:12:46]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "counter", key-file = "secret.key" }
        ·                                              ──────┬─────
        ·                                                    ╰── closes nothing
        ╰────
      help: add `mapping = "names.mapping"` so that you can go back, or remove
            `key-file`
    "#);
}

#[test]
fn mapping_over_its_key() {
    let policy =
        identifier("{ method = \"random\", key-file = \"secret.key\", mapping = \"secret.key\" }");
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × the mapping would be written over its key
        ╭─[policy.toml:12:13]
     11 │ role = "identifier"
     12 │ pseudonym = { method = "random", key-file = "secret.key", mapping = "secret.key" }
        ·             ───────────────────────────────────┬──────────────────────────────────
        ·                                                ╰── one file for both
        ╰────
      help: choose another name for the mapping
    "#);
}

#[test]
fn output_over_a_mapping() {
    let policy = section(
        "[attributes.id]\nrole = \"identifier\"\n\
         pseudonym = { method = \"random\", key-file = \"secret.key\", mapping = \"out.csv\" }\n\
         [output]\nfile = \"out.csv\"",
    );
    assert_snapshot!(shown(&policy), @r#"
    policy::contradiction

      × `out.csv` is also the mapping of pseudonyms
        ╭─[policy.toml:14:8]
     13 │ [output]
     14 │ file = "out.csv"
        ·        ────┬────
        ·            ╰── would be written over the mapping of pseudonyms
        ╰────
      help: choose another name
    "#);
}

#[test]
fn pseudonym_of_a_sensitive_attribute() {
    let policy = section(
        "[attributes.diagnosis]\nrole = \"sensitive\"\npseudonym = { method = \"random\" }",
    );
    assert_snapshot!(shown(&policy), @r#"
    policy::wrong-role

      × `pseudonym` is only for identifiers, but this one is `sensitive`
        ╭─[policy.toml:12:1]
     11 │ role = "sensitive"
     12 │ pseudonym = { method = "random" }
        · ────┬────
        ·     ╰── has no meaning for `sensitive`
        ╰────
      help: remove it, or give the attribute the role `identifier`
    "#);
}

#[test]
fn key_of_a_pseudonym_beside_it() {
    let policy = section("[attributes.id]\nrole = \"identifier\"\nkey-file = \"secret.key\"");
    assert_snapshot!(shown(&policy), @r#"
    policy::unknown-key

      × `[attributes.id]` has no key `key-file`
        ╭─[policy.toml:12:1]
     11 │ role = "identifier"
     12 │ key-file = "secret.key"
        · ────┬───
        ·     ╰── unknown key
        ╰────
      help: `key-file` is a parameter of `pseudonym = { … }`
    "#);
}

#[test]
fn masked_and_made_up() {
    let policy = section(
        "[attributes.id]\nrole = \"identifier\"\npseudonym = { method = \"random\" }\n\
         [[mask]]\nmethod = \"delete\"\nattributes = [\"id\"]\n\
         [[mask]]\nmethod = \"synthesize\"\nattributes = [\"age\"]",
    );
    assert_snapshot!(shown(&policy), @r#"
      × 2 problems in policy.toml

    Error: policy::contradiction

      × `id` becomes a pseudonym as it is
        ╭─[policy.toml:15:15]
     14 │ method = "delete"
     15 │ attributes = ["id"]
        ·               ──┬─
        ·                 ╰── cannot be masked
     16 │ [[mask]]
        ╰────
      help: remove it from the step, or remove its `pseudonym`

    Error: policy::contradiction

      × made-up records are nobody's, and `id` would say whose they are
        ╭─[policy.toml:17:10]
     16 │ [[mask]]
     17 │ method = "synthesize"
        ·          ──────┬─────
        ·                ╰── makes up records
     18 │ attributes = ["age"]
        ╰────
      help: remove `pseudonym`: identifiers are left out then
    "#);
}
