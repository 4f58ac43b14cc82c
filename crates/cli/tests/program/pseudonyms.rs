//! Pseudonyms: made, verified, gone back from, and refused where they would not protect.

use crate::case::{Case, PEOPLE, SECRET};
use insta::assert_snapshot;
use std::collections::BTreeSet;

const IDENTIFIER: &str = "role = \"identifier\"";

/// The twelve people, a key, and a pseudonym for their names.
fn people(pseudonym: &str) -> Case {
    let case = Case::people().policy(IDENTIFIER, &format!("{IDENTIFIER}\npseudonym = {pseudonym}"));
    case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
    case
}

const KEYED: &str = "{ method = \"hmac-sha256\", key-file = \"secret.key\" }";
const RANDOM: &str =
    "{ method = \"random\", key-file = \"secret.key\", mapping = \"names.mapping\" }";

/// The first column of a text file.
fn first(case: &Case, file: &str) -> Vec<String> {
    let text = case.read(file);
    text.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

fn names() -> BTreeSet<String> {
    PEOPLE.lines().skip(1).map(|line| line.split(',').next().unwrap().to_owned()).collect()
}

#[test]
fn a_key_is_the_owners_alone() {
    let case = Case::people();
    let made = case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
    assert_snapshot!(made.shown(), @r"
    exit 0
    secret.key: makes pseudonyms and leads back from them; keep it to yourself, and a copy where nobody else finds it
    ");
    let key = case.read("secret.key");
    assert!(key.starts_with("ridotto-secret-key-1 ") && key.len() == 21 + 65, "one line");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = || case.path("secret.key").metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
    }
    assert_snapshot!(case.refused(2, &["pseudonymize", "keys", "-o", "secret.key"]), @r"
    exit 2
    io::exists

      × secret.key: the file exists already
      help: choose another name, or replace it: `--force`
    ");
    let forced =
        case.run(&["pseudonymize", "keys", "-o", "secret.key", "--force", "--json"]).well();
    assert_eq!(forced.json()["secret"], "secret.key");
    assert_ne!(case.read("secret.key"), key, "another key");
    assert_snapshot!(case.refused(2, &["pseudonymize", "keys", "-o", "-"]), @r"
    exit 2
    usage

      × a key is not written to standard output
      help: name a file: it will be readable by you alone
    ");
}

#[cfg(unix)]
#[test]
fn a_key_that_is_no_secret_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let case = people(KEYED);
    case.run(&["report", "keys", "-o", "publisher"]).well();
    let open = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(case.path("secret.key"), open).unwrap();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml"]), @r"
    exit 2
    usage

      × secret.key: others may read this private key
      help: say `chmod 600` of it, or make new keys if somebody may have read it
    ");
    let with = |key: &'static str| {
        [
            "pseudonymize",
            "people.csv",
            "-o",
            "p.csv",
            "--attributes",
            "name",
            "--method",
            "hmac-sha256",
            "--key-file",
            key,
        ]
    };
    assert_snapshot!(case.refused(2, &with("publisher.key")), @r"
    exit 2
    usage

      × publisher.key: this is a key of certificates, and pseudonyms have keys of their own
      help: make one with `ridotto pseudonymize keys -o secret.key`
    ");
    assert_snapshot!(case.refused(2, &with("absent.key")), @r"
    exit 2
    io::not-found

      × absent.key: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    ");
    std::fs::write(case.path("other.key"), "a password").unwrap();
    std::fs::set_permissions(case.path("other.key"), std::fs::Permissions::from_mode(0o600))
        .unwrap();
    assert_snapshot!(case.refused(2, &with("other.key")), @r"
    exit 2
    usage

      × other.key: this is not a key of ridotto
      help: make one with `ridotto pseudonymize keys -o secret.key`
    ");
}

#[test]
fn names_are_released_as_pseudonyms_and_verified() {
    let case = people(KEYED);
    let args = ["anonymize", "policy.toml", "--seed", "1", "--recoding", "r.json"];
    let ran = case.run(&[&args[..], &["--report", "report.json"]].concat()).well();
    assert_snapshot!(ran.shown(), @r"
    exit 0
    warning: no requirement protects `illness`: where all records of a class agree, it becomes known
    warning: `k = 3` is for data of low sensitivity, and `illness` is sensitive
    out.csv: 11 of 12 records in 2 classes, 1 suppressed (8.3 %)
      k-anonymity   holds: smallest class 5, 3 required (read from the written file)
      coarser       age 2/4, town 1/2
      loss          0.4255: the least possible of 15 generalisations (8 looked at)
      note          the records were shuffled by a known seed: for tests only
      note          `name` is released as pseudonyms by `hmac-sha256`: who has the key and can list the values can go back
      seconds       [time]
    ");
    let pseudonyms: BTreeSet<String> = first(&case, "out.csv").into_iter().collect();
    assert_eq!(pseudonyms.len(), first(&case, "out.csv").len(), "one for each");
    assert!(pseudonyms.iter().all(|one| one.len() == 32), "{pseudonyms:?}");
    // No key and no name is where it must not be.
    let key = case.read("secret.key");
    let digits = key.split(' ').nth(1).unwrap().trim();
    for file in ["out.csv", "report.json", "r.json"] {
        assert!(!case.read(file).contains(digits), "{file}");
        assert!(!case.read(file).contains("Zyxqueena Ada"), "{file}");
    }
    // Others read the file as any other.
    let check = case.run(&["check", "out.csv", "--policy", "policy.toml"]).well();
    assert!(check.shown().contains("k-anonymity"), "{}", check.shown());
    case.run(&["assess", "people.csv", "out.csv", "--policy", "policy.toml"]).well();
    case.run(&["attack", "people.csv", "out.csv", "--policy", "policy.toml"]).well();
    // The same bytes on any number of threads.
    let again = ["-o", "again.csv", "--threads", "3", "--force"];
    case.run(&[&args[..], &again].concat()).well();
    assert_eq!(case.read("again.csv"), case.read("out.csv"));
}

#[test]
fn next_month_everybody_keeps_the_pseudonym() {
    let case = people(KEYED);
    case.run(&["anonymize", "policy.toml", "--recoding", "r.json", "--keep-order"]).well();
    case.run(&["apply", "r.json", "people.csv", "-o", "next.csv", "--keep-order"]).well();
    assert_eq!(first(&case, "next.csv"), first(&case, "out.csv"));
    // Another key would give everybody another name without a word.
    case.run(&["pseudonymize", "keys", "-o", "other.key"]).well();
    let other = ["apply", "r.json", "people.csv", "-o", "other.csv", "--key-file", "other.key"];
    assert_snapshot!(case.refused(2, &other), @r"
    exit 2
    usage

      × `name` had its pseudonyms from another key
      help: say `--key-file` with the key that the recoding was made with
    ");
    // A recoding that was tampered with does not release names.
    let mut bare: serde_json::Value = serde_json::from_str(&case.read("r.json")).unwrap();
    let name = bare["policy"]["attributes"]["name"].as_object_mut().unwrap();
    assert!(name.remove("pseudonym").is_some());
    let case = case.file("bare.json", bare.to_string());
    assert_snapshot!(case.refused(2, &["apply", "bare.json", "people.csv", "-o", "bare.csv"]), @r"
    exit 2
    document::faulty

      × bare.json: it would release the identifier `name` as it is
      help: write it again with `ridotto anonymize --recoding FILE.json`
    ");
}

#[test]
fn a_mapping_leads_back_and_is_gone_on_with() {
    let case = people(RANDOM);
    case.run(&["anonymize", "policy.toml", "--keep-order"]).well();
    let before = first(&case, "out.csv");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = case.path("names.mapping").metadata().unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
    let mapping = case.bytes("names.mapping");
    assert!(!mapping.windows(SECRET.len()).any(|part| part == SECRET.as_bytes()));
    case.run(&["anonymize", "policy.toml", "--keep-order", "--force"]).well();
    assert_eq!(first(&case, "out.csv"), before, "the same names as before");
    let back = ["reidentify", "out.csv", "-o", "back.csv", "--policy", "policy.toml"];
    assert_snapshot!(case.run(&back).shown(), @r"
    exit 0
    back.csv: 11 records
      name          11 values brought back (random)
      note          this file names people: only its owner may read it
    ");
    let found: BTreeSet<String> = first(&case, "back.csv").into_iter().collect();
    assert!(found.is_subset(&names()) && found.len() == before.len());
    // Who changed it, or has another key, gets nothing.
    let mut changed = case.bytes("names.mapping");
    *changed.last_mut().unwrap() ^= 1;
    let case = case.file("names.mapping", changed);
    let back = ["reidentify", "out.csv", "-o", "b.csv", "--policy", "policy.toml"];
    assert_snapshot!(case.refused(2, &back), @r"
    exit 2
    usage

      × names.mapping: this mapping was cut or changed since it was written
      help: take it from a backup: nothing of it can be trusted
    ");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--force"]), @r"
    exit 2
    usage

      × names.mapping: this mapping was cut or changed since it was written
      help: take it from a backup: nothing of it can be trusted
    ");
    let case = case.file("names.mapping", mapping);
    case.run(&["pseudonymize", "keys", "-o", "secret.key", "--force"]).well();
    assert_snapshot!(case.refused(2, &back), @r"
    exit 2
    usage

      × names.mapping: this mapping was made with another key
      help: use the key file that it was made with
    ");
}

/// Every method, there and back, with a missing cell among them.
#[test]
fn a_file_alone_goes_there_and_back() {
    let key = ["--key-file", "secret.key"];
    let mapped = ["--key-file", "secret.key", "--mapping", "m.mapping"];
    let list = ["--candidates", "people.csv"];
    let cases: [(&str, &[&str], &[&str]); 5] = [
        ("hmac-sha256", &key, &list),
        ("random", &mapped, &[]),
        ("counter", &mapped, &[]),
        ("format-preserving", &key, &[]),
        ("salted-hash", &["--salt", "2026"], &list),
    ];
    for (method, how, with) in cases {
        let case = Case::people().data("Zyxqueena Cid,", ",");
        case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
        for file in ["p.csv", "p.parquet"] {
            let made = ["--attributes", "name", "--method", method];
            let there = ["pseudonymize", "people.csv", "-o", file, "--keep-order"];
            case.run(&[&there[..], &made, how].concat()).well();
            let bytes = case.bytes(file);
            assert!(!bytes.windows(13).any(|part| part == b"Zyxqueena Ada"), "{method} {file}");
            let back = ["reidentify", file, "-o", "b.csv", "--force"];
            case.run(&[&back[..], &made, how, with].concat()).well();
            assert_eq!(case.read("b.csv"), case.read("people.csv"), "{method} {file}");
        }
        assert_eq!(first(&case, "p.csv")[2], "", "what is missing stays missing");
        assert_eq!(first(&case, "p.csv").iter().collect::<BTreeSet<_>>().len(), 12, "{method}");
    }
}

#[test]
fn what_a_person_sees_of_a_file_alone() {
    let case = people(KEYED);
    let made = ["--attributes", "name", "--method", "counter", "--seed", "1"];
    let there = case.run(&[&["pseudonymize", "people.csv", "-o", "p.csv"], &made[..]].concat());
    assert_snapshot!(there.well().shown(), @r"
    exit 0
    p.csv: 12 records
      name          12 values became pseudonyms (counter)
      note          the records were shuffled by a known seed: for tests only
      note          `name` is released as pseudonyms by `counter`: nobody can go back
      note          pseudonyms were drawn by a known seed: for tests only
    ");
    let json = ["pseudonymize", "people.csv", "-o", "j.csv", "--policy", "policy.toml", "--json"];
    let document = case.run(&json).well().json();
    assert_eq!(document["attributes"][0]["values"], 12);
    assert_eq!(document["attributes"][0]["method"], "hmac-sha256");
    // The seed decides, and not the threads.
    let more = ["--threads", "3", "--seed", "7"];
    let fewer = ["--threads", "1", "--seed", "7"];
    let to = |file: &'static str| {
        [
            "pseudonymize",
            "people.csv",
            "-o",
            file,
            "--attributes",
            "name,town",
            "--method",
            "random",
        ]
    };
    case.run(&[&to("a.csv")[..], &more].concat()).well();
    case.run(&[&to("b.csv")[..], &fewer].concat()).well();
    assert_eq!(case.read("a.csv"), case.read("b.csv"));
}

#[test]
fn hashes_are_compared_with_candidates() {
    let case = people(KEYED);
    case.run(&["pseudonymize", "people.csv", "-o", "p.csv", "--policy", "policy.toml"]).well();
    let back = ["reidentify", "p.csv", "-o", "b.csv", "--policy", "policy.toml"];
    assert_snapshot!(case.refused(2, &back), @r"
    exit 2
    usage

      × `hmac-sha256` cannot be turned round: one makes the pseudonyms of all values that
      │ there may be, and compares
      help: say `--candidates FILE` with a column `name` of the values, for example the
            original data
    ");
    let half: String = PEOPLE.lines().take(7).map(|line| format!("{line}\n")).collect();
    let case = case.file("half.csv", half);
    let some = [&back[..], &["--candidates", "half.csv"]].concat();
    assert_snapshot!(case.refused(2, &some), @r"
    exit 2
    usage

      × 6 of 12 pseudonyms of `name` are not known
      help: say `--partial` to leave these as they are
    ");
    assert_snapshot!(case.run(&[&some[..], &["--partial"]].concat()).well().shown(), @r"
    exit 0
    b.csv: 12 records
      name          6 values brought back (hmac-sha256)
                    6 pseudonyms not known, and left as before
      note          this file names people: only its owner may read it
    ");
    case.run(&["pseudonymize", "keys", "-o", "secret.key", "--force"]).well();
    let case = case.file("all.csv", PEOPLE);
    let wrong = [
        "reidentify",
        "p.csv",
        "-o",
        "c.csv",
        "--policy",
        "policy.toml",
        "--candidates",
        "all.csv",
    ];
    assert_snapshot!(case.refused(2, &wrong), @r"
    exit 2
    usage

      × 12 of 12 pseudonyms of `name` are not known
      help: is it the right key, domain and mapping, and the column with the pseudonyms?
    ");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let case = people(KEYED);
    let with = |more: &[&'static str]| -> String {
        let args = ["pseudonymize", "people.csv", "-o", "p.csv"];
        case.refused(2, &[&args[..], more].concat())
    };
    assert_snapshot!(with(&["--attributes", "name"]), @r"
    exit 2
    usage

      × nothing says which columns become pseudonyms
      help: say `--attributes NAME --method hmac-sha256 --key-file secret.key`, or `--policy
            POLICY` with `pseudonym = { … }` for an identifier
    ");
    assert_snapshot!(with(&["--attributes", "nam", "--method", "random"]), @r"
    exit 2
    usage

      × people.csv: there is no column `nam`
      help: did you mean `name`?
    ");
    assert_snapshot!(with(&["--attributes", "name", "--method", "hmac-sha265"]), @r"
    exit 2
    error: invalid value 'hmac-sha265' for '--method <METHOD>': did you mean `hmac-sha256`?

    For more information, try '--help'.
    ");
    assert_snapshot!(with(&["--attributes", "name", "--method", "hmac-sha256"]), @r"
    exit 2
    usage

      × `hmac-sha256` needs `--key-file`
      help: make a key with `ridotto pseudonymize keys -o secret.key`
    ");
    assert_snapshot!(with(&["--attributes", "name", "--method", "counter", "--bits", "64"]), @r"
    exit 2
    usage

      × `counter` takes no `--bits`
      help: `ridotto explain` with the method's name tells what it takes
    ");
    assert_snapshot!(with(&["--attributes", "name", "--method", "random", "--mapping", "m"]), @r"
    exit 2
    usage

      × a mapping is closed by a key: `--mapping` and `--key-file` go together
      help: say both, so that you can go back; or neither, and nobody can
    ");
    assert_snapshot!(with(&["--attributes", "name", "--method", "random", "--bits", "8"]), @r"
    exit 2
    usage

      × `--bits` must be from 64 to 256
      help: with fewer bits two of a few million values would get the same pseudonym, and a
            hash has no more than 256
    ");
    assert_snapshot!(
        with(&["--attributes", "age", "--method", "format-preserving", "--key-file", "secret.key"]),
        @r"
    exit 2
    usage

      × `age`: 12 values have a shape that fewer than 1,000,000 values can have
      help: NIST SP 800-38G asks for a million values at least: six digits, or five letters;
            use `hmac-sha256`, `random` or `counter` for short identifiers
    "
    );
    let key =
        ["reidentify", "people.csv", "-o", "b.csv", "--attributes", "name", "--method", "random"];
    assert_snapshot!(case.refused(2, &key), @r"
    exit 2
    usage

      × pseudonyms by `random` are drawn by chance: only their mapping leads back
      help: say `--mapping` with the file that was kept when they were made
    ");
    let over = [
        "pseudonymize",
        "people.csv",
        "-o",
        "secret.csv",
        "--attributes",
        "name",
        "--method",
        "random",
        "--key-file",
        "secret.key",
        "--mapping",
        "people.csv",
    ];
    assert_snapshot!(case.refused(2, &over), @r"
    exit 2
    usage

      × people.csv: the output would replace an input
      help: choose another name: inputs are never changed
    ");
}

#[test]
fn short_numbers_do_not_keep_their_shape() {
    let shaped = "{ method = \"format-preserving\", key-file = \"secret.key\" }";
    let case = people(shaped).data("Zyxqueena Ada", "12345");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml"]), @r#"
    exit 2
    bind::pseudonym

      × `name`: 1 value has a shape that fewer than 1,000,000 values can have
       ╭─[policy.toml:8:24]
     7 │ role = "identifier"
     8 │ pseudonym = { method = "format-preserving", key-file = "secret.key" }
       ·                        ─────────┬─────────
       ·                                 ╰── this method does not suit them
     9 │
       ╰────
      help: NIST SP 800-38G asks for a million values at least: six digits, or five letters;
            use `hmac-sha256`, `random` or `counter` for short identifiers
    "#);
}

#[test]
fn differential_privacy_has_no_pseudonyms() {
    let case = people(KEYED).policy(
        "model = \"k-anonymity\"\nk = 3",
        "model = \"differential-privacy\"\nepsilon = 1.0\ndelta = 0.00001",
    );
    let shown = case.refused(2, &["anonymize", "policy.toml"]);
    assert!(shown.contains("pseudonyms of `name` would say whose records are there"), "{shown}");
}

#[test]
fn rows_that_pseudonyms_link_are_warned_of() {
    let twice = PEOPLE.replace("Zyxqueena Leo", "Zyxqueena Kim");
    let case = people(KEYED).file("people.csv", twice);
    let plan = case.run(&["plan", "policy.toml"]).well();
    assert_snapshot!(plan.shown(), @r#"
    exit 0
    people.csv: 12 records
      quasi-identifier  age, town
      sensitive         illness
      pseudonyms        name (hmac-sha256)
      age               levels 0 to 4 of 4
      town              levels 0 to 2 of 2
      k-anonymity       k = 3
      may be suppressed 1 (8.3 %)
      generalisations   15
      ⚠ 3 problems in policy.toml

    Warning: bind::linked-rows

      ⚠ pseudonyms of `name` tell which rows belong together
       ╭─[policy.toml:8:24]
     7 │ role = "identifier"
     8 │ pseudonym = { method = "hmac-sha256", key-file = "secret.key" }
       ·                        ──────┬──────
       ·                              ╰── the same in several rows
     9 │
       ╰────
      help: every row may be safe and the set of a person's rows still unique; name the
            column that tells persons apart in `[data]` as `person`, with `link =
            "together"`, or leave out the pseudonym

    Warning: policy::unprotected

      ⚠ no requirement protects `illness`: where all records of a class agree, it becomes
      │ known
        ╭─[policy.toml:18:13]
     17 │
     18 │ [attributes.illness]
        ·             ───┬───
        ·                ╰── sensitive, and open to the homogeneity attack
     19 │ role = "sensitive"
        ╰────
      help: add `[[require]]` with `model = "l-diversity"` or `"t-closeness"`; see `ridotto
            explain l-diversity`

    Warning: policy::k-for-sensitive

      ⚠ `k = 3` is for data of low sensitivity, and `illness` is sensitive
        ╭─[policy.toml:23:5]
     22 │ model = "k-anonymity"
     23 │ k = 3
        ·     ┬
        ·     ╰── low for a sensitive attribute
     24 │
        ╰────
      help: a rule of thumb: 5 to 10 for data of medium sensitivity, 10 to 20 for high; see
            `ridotto explain k`
    "#);
    let report = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
    let notes = report["notes"].to_string();
    assert!(notes.contains("belong together"), "{notes}");
    let case = case
        .policy(
            "input = \"people.csv\"",
            "input = \"people.csv\"\nperson = \"name\"\nlink = \"together\"",
        )
        .policy("suppression = 0.1", "suppression = 0.4");
    let plan = case.run(&["plan", "policy.toml"]).well().shown();
    assert!(!plan.contains("linked-rows"), "{plan}");
}

#[test]
fn suppressed_records_that_are_kept_have_none() {
    let kept = "suppression = 0.1\nsuppressed = \"keep\"";
    let case = people(KEYED).policy("suppression = 0.1", kept);
    case.run(&["anonymize", "policy.toml"]).well();
    let pseudonyms = first(&case, "out.csv");
    let hidden = pseudonyms.iter().filter(|one| *one == "*").count();
    let shown = pseudonyms.iter().filter(|one| one.len() == 32).count();
    assert_eq!((hidden, shown), (1, 11), "{pseudonyms:?}");
}

/// Without a method a mapping means random pseudonyms, and a key alone keyed ones.
#[test]
fn a_method_need_not_be_said() {
    let case = Case::people();
    case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
    let made = |out: &str, more: &[&str]| {
        let asked = ["pseudonymize", "people.csv", "-o", out, "--attributes", "name"];
        let asked =
            [&asked[..], &["--key-file", "secret.key", "--keep-order", "--json"], more].concat();
        case.run(&asked).well().json()["attributes"][0]["method"].as_str().map(str::to_owned)
    };
    assert_eq!(made("keyed.csv", &[]).as_deref(), Some("hmac-sha256"));
    assert_eq!(made("random.csv", &["--mapping", "names.mapping"]).as_deref(), Some("random"));
    let back = ["reidentify", "random.csv", "-o", "back.csv", "--attributes", "name"];
    case.run(&[&back[..], &["--key-file", "secret.key", "--mapping", "names.mapping"]].concat())
        .well();
    assert_eq!(case.read("back.csv"), case.read("people.csv"));
}
