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
    assert_snapshot!(made.shown(), @"");
    let key = case.read("secret.key");
    assert!(key.starts_with("ridotto-secret-key-1 ") && key.len() == 21 + 65, "one line");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        let mode = || case.path("secret.key").metadata().unwrap().permissions().mode() & 0o777;
        assert_eq!(mode(), 0o600);
    }
    assert_snapshot!(case.refused(2, &["pseudonymize", "keys", "-o", "secret.key"]), @"");
    let forced =
        case.run(&["pseudonymize", "keys", "-o", "secret.key", "--force", "--json"]).well();
    assert_eq!(forced.json()["secret"], "secret.key");
    assert_ne!(case.read("secret.key"), key, "another key");
    assert_snapshot!(case.refused(2, &["pseudonymize", "keys", "-o", "-"]), @"");
}

#[cfg(unix)]
#[test]
fn a_key_that_is_no_secret_is_refused() {
    use std::os::unix::fs::PermissionsExt;
    let case = people(KEYED);
    case.run(&["report", "keys", "-o", "publisher"]).well();
    let open = std::fs::Permissions::from_mode(0o640);
    std::fs::set_permissions(case.path("secret.key"), open).unwrap();
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml"]), @"");
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
    assert_snapshot!(case.refused(2, &with("publisher.key")), @"");
    assert_snapshot!(case.refused(2, &with("absent.key")), @"");
    std::fs::write(case.path("other.key"), "a password").unwrap();
    std::fs::set_permissions(case.path("other.key"), std::fs::Permissions::from_mode(0o600))
        .unwrap();
    assert_snapshot!(case.refused(2, &with("other.key")), @"");
}

#[test]
fn names_are_released_as_pseudonyms_and_verified() {
    let case = people(KEYED);
    let args = ["anonymize", "policy.toml", "--seed", "1", "--recoding", "r.json"];
    let ran = case.run(&[&args[..], &["--report", "report.json"]].concat()).well();
    assert_snapshot!(ran.shown(), @"");
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
    assert_snapshot!(case.refused(2, &other), @"");
    // A recoding that was tampered with does not release names.
    let recoding = case.read("r.json");
    let bare = format!("\\npseudonym = {}", KEYED.replace('"', "\\\""));
    assert!(recoding.contains(&bare));
    let case = case.file("bare.json", recoding.replace(&bare, ""));
    assert_snapshot!(case.refused(2, &["apply", "bare.json", "people.csv", "-o", "bare.csv"]), @"");
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
    assert_snapshot!(case.run(&back).shown(), @"");
    let found: BTreeSet<String> = first(&case, "back.csv").into_iter().collect();
    assert!(found.is_subset(&names()) && found.len() == before.len());
    // Who changed it, or has another key, gets nothing.
    let mut changed = case.bytes("names.mapping");
    *changed.last_mut().unwrap() ^= 1;
    let case = case.file("names.mapping", changed);
    let back = ["reidentify", "out.csv", "-o", "b.csv", "--policy", "policy.toml"];
    assert_snapshot!(case.refused(2, &back), @"");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml", "--force"]), @"");
    let case = case.file("names.mapping", mapping);
    case.run(&["pseudonymize", "keys", "-o", "secret.key", "--force"]).well();
    assert_snapshot!(case.refused(2, &back), @"");
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
    assert_snapshot!(there.well().shown(), @"");
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
    assert_snapshot!(case.refused(2, &back), @"");
    let half: String = PEOPLE.lines().take(7).map(|line| format!("{line}\n")).collect();
    let case = case.file("half.csv", half);
    let some = [&back[..], &["--candidates", "half.csv"]].concat();
    assert_snapshot!(case.refused(2, &some), @"");
    assert_snapshot!(case.run(&[&some[..], &["--partial"]].concat()).well().shown(), @"");
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
    assert_snapshot!(case.refused(2, &wrong), @"");
}

#[test]
fn what_does_not_go_together_is_refused() {
    let case = people(KEYED);
    let with = |more: &[&'static str]| -> String {
        let args = ["pseudonymize", "people.csv", "-o", "p.csv"];
        case.refused(2, &[&args[..], more].concat())
    };
    assert_snapshot!(with(&["--attributes", "name"]), @"");
    assert_snapshot!(with(&["--attributes", "nam", "--method", "random"]), @"");
    assert_snapshot!(with(&["--attributes", "name", "--method", "hmac-sha265"]), @"");
    assert_snapshot!(with(&["--attributes", "name", "--method", "hmac-sha256"]), @"");
    assert_snapshot!(with(&["--attributes", "name", "--method", "counter", "--bits", "64"]), @"");
    assert_snapshot!(with(&["--attributes", "name", "--method", "random", "--mapping", "m"]), @"");
    assert_snapshot!(with(&["--attributes", "name", "--method", "random", "--bits", "8"]), @"");
    assert_snapshot!(
        with(&["--attributes", "age", "--method", "format-preserving", "--key-file", "secret.key"]),
        @""
    );
    let key =
        ["reidentify", "people.csv", "-o", "b.csv", "--attributes", "name", "--method", "random"];
    assert_snapshot!(case.refused(2, &key), @"");
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
    assert_snapshot!(case.refused(2, &over), @"");
}

#[test]
fn short_numbers_do_not_keep_their_shape() {
    let shaped = "{ method = \"format-preserving\", key-file = \"secret.key\" }";
    let case = people(shaped).data("Zyxqueena Ada", "12345");
    assert_snapshot!(case.refused(2, &["anonymize", "policy.toml"]), @"");
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
    assert_snapshot!(plan.shown(), @"");
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
    let case = people(KEYED)
        .policy("k = 3", "k = 4")
        .policy("suppression = 0.1", "suppression = 0.5\nsuppressed = \"keep\"")
        .policy(
            "hierarchy = { intervals = [5, 10, 20] }",
            "hierarchy = { intervals = [5] }\nmax-level = 1",
        );
    case.run(&["anonymize", "policy.toml"]).well();
    let text = case.read("out.csv");
    let hidden: Vec<&str> = text.lines().filter(|line| line.contains('*')).collect();
    for line in hidden.iter().filter(|line| line.split(',').nth(3) == Some("*")) {
        assert!(line.starts_with("*,"), "{line}");
    }
    let is_pseudonym = |line: &&str| line.split(',').next().is_some_and(|one| one.len() == 32);
    assert!(text.lines().skip(1).any(|line| is_pseudonym(&line)));
    assert!(text.lines().skip(1).any(|line| line.starts_with("*,")), "{text}");
}
