//! Certificates: who signed what about which files, and that no change goes unseen.

use crate::case::{Case, Ran};
use insta::assert_snapshot;

/// The folder with two pairs of keys and a signed release.
fn signed() -> Case {
    let case = Case::people();
    for name in ["publisher", "stranger"] {
        case.run(&["report", "keys", "-o", name]).well();
    }
    case.run(&ANONYMIZE).well();
    case
}

const ANONYMIZE: [&str; 6] =
    ["anonymize", "policy.toml", "--certificate", "c.json", "--signing-key", "publisher.key"];
const FILES: [&str; 6] =
    ["--input", "people.csv", "--policy", "policy.toml", "--output", "out.csv"];

fn verify(case: &Case, more: &[&str]) -> Ran {
    case.run(&[&["report", "verify", "c.json"], more].concat())
}

/// What a person sees, without keys and times.
fn shown(ran: &Ran) -> String {
    let clean = |line: &str| match line.trim_start().split(' ').next() {
        Some("signer") => "  signer    [key]".to_owned(),
        Some("issued") => "  issued    [time]".to_owned(),
        _ => match line.rsplit_once(' ') {
            Some((words, key)) if key.len() == 64 => format!("{words} [key]"),
            _ => line.to_owned(),
        },
    };
    ran.shown().lines().map(clean).collect::<Vec<_>>().join("\n")
}

#[test]
fn a_signed_release_is_verified_item_by_item() {
    let case = signed();
    let public = ["--public-key", "publisher.pub"];
    let all = verify(&case, &[&public[..], &FILES].concat());
    assert_snapshot!(shown(&all), @r"
    exit 0
    c.json: verified
      seal      whole, and signed by the given key
      signer    [key]
      issued    [time]
      input     matches
      policy    matches
      output    matches
      k-anonymity: 5 (holds, 3 required)
    ");
    let some = verify(&case, &[]);
    assert_snapshot!(shown(&some), @r"
    exit 1
    c.json: fits, but NOT VERIFIED: who made it is unknown
      seal      whole, and signed by the key that it brings along, which anybody could have made; say --public-key NAME.pub, which you got by a way that you trust
      signer    [key]
      issued    [time]
      input     not given
      policy    not given
      output    not given
      k-anonymity: 5 (holds, 3 required)
    ");
    let json = verify(&case, &[&public[..], &FILES, &["--json"]].concat()).json();
    assert_eq!((&json["verified"], &json["seal"]), (&true.into(), &"by-the-given-key".into()));
    assert_eq!(json["guarantees"][0]["holds"], true);
}

#[test]
fn changed_files_keys_and_certificates_are_found() {
    let case = signed();
    let public = ["--public-key", "publisher.pub"];
    for (file, role) in [("people.csv", "input"), ("policy.toml", "policy"), ("out.csv", "output")]
    {
        let before = case.bytes(file);
        let mut bytes = before.clone();
        bytes.push(b'\n');
        std::fs::write(case.path(file), bytes).unwrap();
        let ran = verify(&case, &[&public[..], &FILES, &["--json"]].concat());
        assert_eq!((ran.code, &ran.json()[role]), (1, &"differs".into()), "{role}");
        std::fs::write(case.path(file), before).unwrap();
    }
    let other = verify(&case, &["--public-key", "stranger.pub"]);
    assert_snapshot!(shown(&other), @r"
    exit 1
    c.json: NOT VERIFIED
      seal      the certificate is signed by another key than the expected one: [key]
      signer    [key]
    ");
    let certificate = case.read("c.json");
    for (what, changed) in [
        ("a verdict", certificate.replacen("\"attained\": 5", "\"attained\": 9", 1)),
        ("the time", certificate.replacen("\"issued\": \"2", "\"issued\": \"3", 1)),
        ("a space", certificate.replacen("  ", " ", 1)),
        ("the end", certificate[..certificate.len() / 2].to_owned()),
    ] {
        assert_ne!(changed, certificate, "{what}");
        std::fs::write(case.path("c.json"), changed).unwrap();
        let ran = verify(&case, &[&public[..], &FILES, &["--json"]].concat());
        assert_eq!((ran.code, &ran.json()["seal"]), (1, &"faulty".into()), "{what}");
    }
}

/// A stranger makes up data, says of them what sounds well, and signs that: all fits, and nothing is
/// verified, in words, in JSON and by the exit code.
#[test]
fn a_forged_certificate_is_not_verified() {
    let case = signed();
    let forged = case.read("c.json");
    let stranger = ["anonymize", "policy.toml", "--force", "--certificate", "c.json"];
    let own = ["--signing-key", "stranger.key", "--audience", "public"];
    case.run(&[&stranger[..], &own].concat()).well();
    assert_ne!(case.read("c.json"), forged);
    let fits = ["--output", "out.csv"];
    let unasked = verify(&case, &fits);
    assert_eq!(unasked.code, 1, "{}", unasked.shown());
    assert!(unasked.stdout.starts_with("c.json: fits, but NOT VERIFIED"), "{}", unasked.stdout);
    let json = verify(&case, &[&fits[..], &["--json"]].concat()).json();
    assert_eq!((&json["verified"], &json["fits"]), (&false.into(), &true.into()));
    assert_eq!(json["seal"], "by-its-own-key");
    for (key, code) in [("publisher.pub", 1), ("stranger.pub", 0)] {
        let asked = verify(&case, &[&fits[..], &["--public-key", key]].concat());
        assert_eq!(asked.code, code, "{}", asked.shown());
    }
}

#[test]
fn unsigned_certificates_say_so() {
    let case =
        Case::people().policy("file = \"out.csv\"", "file = \"out.csv\"\ncertificate = \"c.json\"");
    case.run(&["anonymize", "policy.toml"]).well();
    assert_snapshot!(shown(&verify(&case, &FILES)), @r"
    exit 1
    c.json: fits, but NOT VERIFIED: who made it is unknown
      seal      whole, and not signed: anybody could have made it
      issued    [time]
      input     matches
      policy    matches
      output    matches
      k-anonymity: 5 (holds, 3 required)
    ");
    case.run(&["report", "keys", "-o", "publisher"]).well();
    let asked = verify(&case, &["--public-key", "publisher.pub", "--json"]);
    assert_eq!((asked.code, asked.json()["verified"].clone()), (1, false.into()));
}

#[test]
fn a_public_certificate_confirms_no_guess() {
    let case = signed();
    let plain = case.read("c.json");
    case.run(&[&ANONYMIZE[..], &["--audience", "public", "--force", "--seed", "1"]].concat())
        .well();
    let public = case.read("c.json");
    let of = |document: &str, file: &str| {
        let json: serde_json::Value = serde_json::from_str(document).unwrap();
        json["certificate"][file]["kind"].clone()
    };
    assert_eq!(
        (of(&plain, "input"), of(&public, "input")),
        ("sha256".into(), "hmac-sha256".into())
    );
    assert_eq!(
        (of(&public, "policy"), of(&public, "output")),
        ("hmac-sha256".into(), "sha256".into())
    );
    let stranger = verify(&case, &[&["--public-key", "publisher.pub"][..], &FILES].concat());
    assert_snapshot!(shown(&stranger), @r"
    exit 1
    c.json: NOT VERIFIED
      seal      whole, and signed by the given key
      signer    [key]
      issued    [time]
      input     cannot be compared without the publisher's private key
      policy    cannot be compared without the publisher's private key
      output    matches
      k-anonymity: as required (holds, 3 required)
    ");
    let owner = verify(&case, &[&["--signing-key", "publisher.key"][..], &FILES].concat());
    assert_eq!(owner.code, 0, "{}", owner.shown());
    let output = ["--public-key", "publisher.pub", "--output", "out.csv"];
    assert_eq!(verify(&case, &output).code, 0, "everybody can compare what they have");
}

#[cfg(unix)]
#[test]
fn a_private_key_is_its_owner_s_alone() {
    use std::os::unix::fs::PermissionsExt;
    let case = signed();
    let mode = |name: &str| case.path(name).metadata().unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("publisher.key"), 0o600);
    assert_ne!(mode("publisher.pub") & 0o044, 0);
    let before = case.bytes("publisher.key");
    case.refused(2, &["report", "keys", "-o", "publisher"]);
    case.run(&["report", "keys", "-o", "publisher", "--force"]).well();
    assert_ne!(case.bytes("publisher.key"), before);
    assert_eq!(mode("publisher.key"), 0o600);
    let open = std::fs::Permissions::from_mode(0o644);
    std::fs::set_permissions(case.path("publisher.key"), open).unwrap();
    let shown = case.refused(2, &[&ANONYMIZE[..], &["--force"]].concat());
    assert!(shown.contains("chmod 600"), "{shown}");
}

#[test]
fn wrong_keys_and_certificates_are_refused() {
    let case = signed();
    let with = |key: &'static str| -> Vec<&str> {
        vec!["anonymize", "policy.toml", "--force", "--certificate", "d.json", "--signing-key", key]
    };
    let cases = [
        with("publisher.pub"),
        with("policy.toml"),
        with("nothing.key"),
        vec!["anonymize", "policy.toml", "--force", "--signing-key", "publisher.key"],
        vec!["anonymize", "policy.toml", "--force", "--certificate", "out.csv"],
        vec![
            "anonymize",
            "policy.toml",
            "--force",
            "--certificate",
            "d.json",
            "--audience",
            "public",
        ],
        vec!["report", "verify", "nothing.json"],
        vec!["report", "verify", "c.json", "--public-key", "publisher.key"],
    ];
    #[cfg(unix)]
    for name in ["publisher.pub", "policy.toml"] {
        use std::os::unix::fs::PermissionsExt;
        let mine = std::fs::Permissions::from_mode(0o600);
        std::fs::set_permissions(case.path(name), mine).unwrap();
    }
    let shown: Vec<String> = cases.iter().map(|args| case.refused(2, args)).collect();
    assert_snapshot!(shown.join("\n"), @r"
    exit 2
    usage

      × publisher.pub: this is a public key, and a certificate is signed with the private
      │ one
      help: it is the file `NAME.key` beside `NAME.pub`
    exit 2
    usage

      × policy.toml: this is not a key of ridotto
      help: make a pair of keys with `ridotto report keys -o NAME`
    exit 2
    io::not-found

      × nothing.key: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    exit 2
    usage

      × there is a signing key, but nothing to sign
      help: say `--certificate FILE.json` too, or leave out the key
    exit 2
    usage

      × out.csv: two outputs have this name
      help: give each output a name of its own
    exit 2
    usage

      × a certificate for the public needs a signing key: without one, its digests would
      │ confirm guesses of the input
      help: make one with `ridotto report keys -o NAME`, and say `--signing-key NAME.key`
    exit 2
    io::not-found

      × nothing.json: no such file or folder
      help: check the path; it is relative to the policy or to where you are
    exit 2
    usage

      × publisher.key: this is a private key, and a certificate is checked with the public
      │ one
      help: it is the file `NAME.pub`; never give away `NAME.key`
    ");
}
