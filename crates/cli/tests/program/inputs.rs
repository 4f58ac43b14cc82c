//! Nothing that a verb reads is ever what it writes, under whatever name.

use crate::argus::{BATCH, office};
use crate::case::Case;
use ridotto::small::{FIRMS, POLICIES};
use std::fs;

/// The twelve people, a key, a mapping, a recoding, and other names for some of them.
fn people() -> Case {
    let case = Case::people();
    case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
    case.run(&["anonymize", "policy.toml", "--recoding", "r.json"]).well();
    let keyed = ["--attributes", "name", "--key-file", "secret.key", "--mapping", "names.mapping"];
    case.run(&[&["pseudonymize", "people.csv", "-o", "p.csv"][..], &keyed].concat()).well();
    fs::create_dir(case.path("sub")).unwrap();
    fs::hard_link(case.path("people.csv"), case.path("second.csv")).unwrap();
    fs::hard_link(case.path("secret.key"), case.path("second-key.csv")).unwrap();
    fs::hard_link(case.path("names.mapping"), case.path("second-mapping.csv")).unwrap();
    fs::hard_link(case.path("policy.toml"), case.path("second-policy.csv")).unwrap();
    fs::hard_link(case.path("towns.csv"), case.path("second-towns.json")).unwrap();
    let case = case.file("matrix.json", "age\n1\n");
    fs::hard_link(case.path("matrix.json"), case.path("second-matrix.json")).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink("people.csv", case.path("link.csv")).unwrap();
    case
}

#[test]
fn no_verb_writes_what_it_reads() {
    let case = people();
    let make = ["hierarchy", "make", "people.csv", "--column", "age", "--intervals", "5"];
    let keyed = ["--attributes", "name", "--key-file", "secret.key", "--mapping", "names.mapping"];
    let pseudonymize = [&["pseudonymize", "people.csv"][..], &keyed].concat();
    let reidentify = [&["reidentify", "p.csv"][..], &keyed].concat();
    let anonymize = ["anonymize", "policy.toml"];
    let apply = ["apply", "r.json", "people.csv"];
    let assess = ["assess", "people.csv", "out.csv", "--policy", "policy.toml"];
    let assess = [&assess[..], &["--matrix", "matrix.json"]].concat();
    for (verb, output, file) in [
        (&["init", "people.csv"][..], "-o", "people.csv"),
        (&["init", "people.csv"], "-o", "sub/../people.csv"),
        (&["init", "people.csv"], "-o", "second.csv"),
        #[cfg(unix)]
        (&["init", "people.csv"], "-o", "link.csv"),
        (&make, "-o", "people.csv"),
        (&make, "-o", "./sub/../people.csv"),
        (&make, "-o", "second.csv"),
        #[cfg(unix)]
        (&make, "-o", "link.csv"),
        (&anonymize, "-o", "people.csv"),
        (&anonymize, "-o", "second.csv"),
        (&anonymize, "-o", "towns.csv"),
        (&anonymize, "-o", "second-policy.csv"),
        (&anonymize, "--report", "second-towns.json"),
        (&anonymize, "--recoding", "second-towns.json"),
        (&anonymize, "--certificate", "second-towns.json"),
        (&apply, "-o", "second.csv"),
        (&apply, "--output", "people.csv"),
        (&pseudonymize, "-o", "second.csv"),
        (&pseudonymize, "-o", "second-key.csv"),
        (&pseudonymize, "-o", "second-mapping.csv"),
        (&reidentify, "-o", "p.csv"),
        (&reidentify, "-o", "second-key.csv"),
        (&reidentify, "-o", "second-mapping.csv"),
        (&assess, "--report", "second-towns.json"),
        (&assess, "--report", "second-matrix.json"),
        (&assess, "--records", "people.csv"),
        (&assess, "--records", "second-towns.json"),
        (&assess, "--records", "second-policy.csv"),
        (&assess, "--records", "second-matrix.json"),
        (&["inspect", "people.csv", "--policy", "policy.toml"], "--report", "second-towns.json"),
        (&["explore", "policy.toml"], "--report", "second-towns.json"),
        (&["explore", "policy.toml"], "--cache", "second-towns.json"),
    ] {
        let args = [verb, &[output, file, "--force"]].concat();
        // A cache is replaced without being asked.
        let args = if output == "--cache" { &args[..args.len() - 1] } else { &args[..] };
        let shown = case.refused(2, args);
        let why = if shown.contains("two outputs") { "two outputs" } else { "replace an input" };
        assert!(shown.contains(why), "{args:?}: {shown}");
    }
}

/// A hierarchy that `init` would write may be the data themselves.
#[test]
fn hierarchies_of_a_draft_are_no_inputs() {
    let case = Case::people();
    fs::create_dir(case.path("hierarchies")).unwrap();
    fs::copy(case.path("people.csv"), case.path("hierarchies/town.csv")).unwrap();
    let before = case.read("hierarchies/town.csv");
    let args = ["init", "hierarchies/town.csv", "-o", "new.toml", "--force"];
    let ran = case.run(&[&args[..], &["--quasi-identifiers", "age,town"]].concat());
    assert_eq!(case.read("hierarchies/town.csv"), before);
    assert_eq!(ran.code, 2, "{}", ran.shown());
    assert!(!case.path("new.toml").exists());
}

/// Whatever file a policy for tables names, and whatever a batch is made of, no verb writes there.
#[test]
fn no_table_is_written_over_what_it_is_made_of() {
    let policy = POLICIES.iter().find(|(name, _)| *name == "firms.toml").unwrap().1;
    let release = "[release]\nmethod = \"cell-key\"\nptable = \"ptable.csv\"\n                   apriori = \"known.csv\"\n\n[output]";
    let hierarchy = "hierarchy = \"regions.csv\"\nrole";
    let policy = policy.replacen("[output]", release, 1).replacen("role", hierarchy, 1);
    let case = office(BATCH).file("policy.toml", policy).file("enterprises.csv", FIRMS.csv);
    fs::rename(case.path("enterprises.csv"), case.path("data.csv")).unwrap();
    let read = case.read("policy.toml");
    let data = read.lines().find_map(|line| line.strip_prefix("input = ")).unwrap();
    let data = data.trim_matches('"');
    fs::rename(case.path("data.csv"), case.path(data)).unwrap();
    let named = ["ptable.csv", "known.csv", "regions.csv", "policy.toml", data];
    let case = named[..3].iter().fold(case, |case, name| case.file(name, "x\n"));
    let case = case.file("out.csv", "x\n");
    let of_batch = ["firms.arb", "firms.rda", "firms.asc", "towns.hrc"];
    for file in of_batch.iter().chain(&named) {
        // A report and a table are told by the ending of their names.
        let (page, table) = (format!("{file}.html"), format!("{file}.csv"));
        fs::hard_link(case.path(file), case.path(&page)).unwrap();
        fs::hard_link(case.path(file), case.path(&table)).unwrap();
        let of = if of_batch.contains(file) { "firms.arb" } else { "policy.toml" };
        let audit = ["table", "audit", "out.csv", "--policy", of];
        for (verb, output, target) in [
            (&["table", of][..], "-o", &table),
            (&["table", of], "--report", &page),
            (&["table", of], "--intervals", &table),
            (&["table", of, "--convert"], "-o", &table),
            (&audit, "--intervals", &table),
        ] {
            if verb.contains(&"--convert") && of != "firms.arb" {
                continue;
            }
            let args = [verb, &[output, target, "--force"]].concat();
            let shown = case.refused(2, &args);
            assert!(shown.contains("replace an input"), "{args:?}: {shown}");
        }
    }
}
