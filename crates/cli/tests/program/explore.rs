//! The map of configurations, as one meets it in a terminal.

use crate::case::{Case, SECRET};
use serde_json::Value;
use std::io::{BufRead, BufReader, Read};
use std::process::Stdio;

const FEW: [&str; 8] = [
    "explore",
    "policy.toml",
    "--k",
    "2,3",
    "--suppression",
    "0.1",
    "--algorithm",
    "optimal,mondrian",
];

fn with(more: &[&'static str]) -> Vec<&'static str> {
    [&FEW[..], more].concat()
}

/// What is found is told on standard error as it is found, so that a document stays one document.
#[test]
fn points_are_told_as_they_are_found() {
    let case = Case::people();
    let ran = case.run(&with(&["--json"])).well();
    let document = ran.json();
    let lines: Vec<&str> = ran.stderr.lines().collect();
    assert_eq!(lines[0], "all 12 records:");
    assert_eq!(lines.len(), 1 + document["configurations"].as_array().unwrap().len());
    assert!(lines[1..].iter().all(|line| line.contains(": risk ") && line.contains(", loss ")));
    let quiet = case.run(&with(&["-q"])).well();
    assert_eq!((quiet.stdout.as_str(), quiet.stderr.as_str()), ("", ""));
    let quiet = case.run(&with(&["-q", "--json"])).well();
    assert_eq!((quiet.json(), quiet.stderr.as_str()), (document, ""));
}

/// The proposal has lines to paste, and the policy of any number is written beside the policy.
#[test]
fn the_policy_of_a_point_is_written() {
    let case = Case::people().policy("k = 3", "k = 3   # as agreed");
    let document = case.run(&with(&["--json"])).well().json();
    let told = case.run(&FEW).well().stdout;
    assert!(told.contains("proposed: ") && !told.contains(SECRET), "{told}");
    for one in document["configurations"].as_array().unwrap() {
        let number = one["number"].to_string();
        let apply = ["--apply", &number, "-o", "new.toml", "--force"];
        let ran = case.run(&[&FEW[..], &apply].concat()).well();
        assert!(ran.stdout.starts_with("new.toml: "), "{}", ran.stdout);
        let promises_less = one["holds"] == false;
        assert_eq!(ran.stdout.contains("promises less"), promises_less, "{}", ran.stdout);
        assert!(case.read("new.toml").contains("as agreed"));
        let report = case.run(&["anonymize", "new.toml", "--json", "--force"]).well().json();
        assert_eq!(report["release"]["objective"]["value"], one["loss"], "{one}");
        let attained = |of: &Value| of["guarantees"][0]["attained"].clone();
        assert_eq!(attained(&report), attained(one));
    }
    // Nothing is replaced, and the policy only by force; what is relative stays so.
    let before = case.read("policy.toml");
    let apply = |file: &'static str| with(&["--apply", "1", "-o", file]);
    assert!(case.refused(2, &apply("new.toml")).contains("exists already"));
    assert!(case.refused(2, &apply("policy.toml")).contains("would replace an input"));
    assert!(case.refused(2, &apply("people.csv")).contains("would replace an input"));
    assert!(case.refused(2, &apply("/tmp/new.toml")).contains("not the folder of the policy"));
    assert!(case.refused(2, &with(&["--apply", "99", "-o", "other.toml"])).contains("number 99"));
    assert!(case.refused(2, &with(&["--apply", "1"])).contains("--output"));
    assert_eq!(case.read("policy.toml"), before);
    case.run(&with(&["--apply", "1", "-o", "policy.toml", "--force"])).well();
    assert!(case.read("policy.toml").contains("as agreed"));
}

/// A policy that cannot be met leads to no proposal, and to exit code 1.
#[test]
fn where_nothing_attains_what_is_required_nothing_is_proposed() {
    let case = Case::people().policy("k = 3", "k = 100");
    let ran = case.run(&FEW);
    assert_eq!(ran.code, 1, "{}", ran.shown());
    assert!(ran.stdout.contains("none of them attains what the policy requires"), "{}", ran.stdout);
    assert!(ran.stdout.contains("DOES NOT HOLD, 100 required"), "{}", ran.stdout);
    let ran = case.run(&["explore", "policy.toml", "--k", "50", "--algorithm", "optimal"]);
    assert!(ran.code == 1 && ran.stdout.contains("no generalisation"), "{}", ran.shown());
}

/// Many people of whom much is known: a map takes a while.
fn crowd() -> Case {
    let mut data = String::from("name,age,town,illness\n");
    for at in 0..4_000 {
        let (age, town) = (18 + at * 37 % 71, ["Alba", "Berg", "Celo", "Dorf"][at * at % 7 % 4]);
        let illness = ["flu", "gout", "mumps"][at * 11 % 5 % 3];
        data += &format!("{SECRET} {at},{age},Zyxqueena-{town},{illness}\n");
    }
    Case::people().file("people.csv", data)
}

/// Who interrupts gets what was found by then, and so does whoever has no more time.
#[cfg(unix)]
#[test]
fn what_was_found_is_written_when_it_is_interrupted() {
    use rustix::process::{Pid, Signal, kill_process};
    let case = crowd();
    let asked = [
        "explore",
        "policy.toml",
        "--threads",
        "1",
        "--json",
        "--report",
        "map.html",
        "--report",
        "map.json",
        "--cache",
        "cache.json",
        "--k",
        "2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20",
    ];
    for signal in [Signal::INT, Signal::TERM] {
        let mut command = case.command(&[&asked[..], &["--force"]].concat());
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        // The first line says how many records there are, the second is a point.
        let mut told = BufReader::new(child.stderr.take().unwrap());
        let mut lines = String::new();
        told.read_line(&mut lines).unwrap();
        told.read_line(&mut lines).unwrap();
        kill_process(Pid::from_child(&child), signal).unwrap();
        told.read_to_string(&mut lines).unwrap();
        let mut stdout = String::new();
        child.stdout.take().unwrap().read_to_string(&mut stdout).unwrap();
        assert_eq!(child.wait().unwrap().code(), Some(130), "{lines}");
        let document: Value = serde_json::from_str(&stdout).unwrap();
        assert_eq!(document["stopped"], "interrupted");
        let found = document["configurations"].as_array().unwrap();
        assert!(!found.is_empty() && (found.len() as u64) < document["asked"].as_u64().unwrap());
        let written: Value = serde_json::from_str(&case.read("map.json")).unwrap();
        assert_eq!(written, document);
        assert!(case.read("map.html").contains("It was interrupted"));
        assert!(case.read("cache.json").contains("optimal"));
        assert!(!case.read("cache.json").contains(SECRET) && !lines.contains(SECRET));
    }
}

#[test]
fn what_was_found_is_written_when_time_is_up() {
    let case = crowd();
    let ran = case.run(&["explore", "policy.toml", "--json", "--time-limit", "200ms"]);
    let shown = ran.shown();
    match ran.code {
        // On a machine that does nothing else for a second there may be no point yet.
        2 => assert!(shown.contains("run::out-of-time"), "{shown}"),
        code => {
            assert!(code < 2, "{shown}");
            let document = ran.json();
            assert!(document["configurations"].as_array().is_some_and(|all| !all.is_empty()));
            assert_eq!(document["stopped"], "time", "{shown}");
        }
    }
}

/// Tables are protected by every method that suits them; what is proposed keeps the rules, and its lines make
/// that table.
#[test]
fn methods_of_tables_are_compared() {
    let policy = "version = 1\nkind = \"table\"\n\n[data]\ninput = \"stays.csv\"\n\n\
                  [attributes.ward]\nrole = \"dimension\"\n\n[attributes.sex]\nrole = \"dimension\"\n\n\
                  [[table]]\ndimensions = [\"ward\", \"sex\"]\n\n[[require]]\nmodel = \"minimum-frequency\"\n\
                  n = 3\n\n[release]\nmethod = \"fast\"\ntotals = \"published\"\n\n[output]\nfile = \"out.csv\"\n";
    let counts = [("a", 9, 1), ("b", 7, 8), ("c", 2, 11), ("d", 6, 5)];
    let records: String = counts
        .iter()
        .map(|(ward, f, m)| format!("{ward},f\n").repeat(*f) + &format!("{ward},m\n").repeat(*m))
        .collect();
    let case =
        Case::empty().file("policy.toml", policy).file("stays.csv", format!("ward,sex\n{records}"));
    let ran = case.run(&["explore", "policy.toml", "--json", "--report", "map.html"]).well();
    let report = ran.json();
    let all = report["configurations"].as_array().unwrap();
    let by = |method: &str| -> Vec<&Value> {
        all.iter().filter(|one| one["algorithm"] == *method).collect()
    };
    for method in ["fast", "optimal", "modular", "hypercube", "network", "gauss", "recode"] {
        for one in by(method) {
            assert!(one["risk"].as_f64().unwrap() <= 1.0 && one["loss"].as_f64().unwrap() > 0.0);
            assert_eq!(one["holds"], true, "{one}");
        }
        assert!(!by(method).is_empty(), "{method}");
    }
    // These publish sensitive cells with other values: no rule is said to hold, and none is proposed.
    for method in ["small-counts", "adjust", "cell-key"] {
        assert!(by(method).iter().all(|one| one["holds"] == false), "{method}");
    }
    let least = by("optimal")[0]["objective"].as_f64().unwrap();
    assert!(by("fast").iter().all(|one| one["objective"].as_f64().unwrap() >= least));
    let proposed = &all[usize::try_from(report["proposed"].as_u64().unwrap()).unwrap()];
    assert_eq!(proposed["holds"], true);
    assert!(case.read("map.html").contains("Proposal"));
    // The lines of any of them make a policy whose table is written.
    let number = by("round")[0]["number"].to_string();
    case.run(&["explore", "policy.toml", "--apply", &number, "-o", "new.toml"]).well();
    let new = case.read("new.toml");
    assert!(new.contains("method = \"round\"") && !new.contains("\ntotals"), "{new}");
    case.run(&["table", "new.toml"]).well();
    assert!(case.read("out.csv").contains("rounded"));
}

/// The page of tables speaks of cells and methods; a way after which no cell has a line leads to no release, and
/// the others are told all the same.
#[test]
fn the_map_of_tables_has_its_own_words() {
    let policy = ridotto::small::POLICIES.iter().find(|(name, _)| *name == "firms.toml").unwrap().1;
    let case =
        Case::empty().file("firms.csv", ridotto::small::FIRMS.csv).file("firms.toml", policy);
    let report =
        case.run(&["explore", "firms.toml", "--json", "--report", "map.html"]).well().json();
    assert_eq!(report["is_of_tables"], true);
    let failed = report["configurations"].as_array().unwrap().iter();
    let failed: Vec<&str> = failed.filter_map(|one| one["failed"].as_str()).collect();
    assert!(failed.contains(&"no cell is left that has a line"), "{failed:?}");
    let page = case.read("map.html").replace('\u{a0}', " ");
    for words in
        ["The map of cost and residual risk", "Cells lose", "1 sensitive, 4 hidden, cost 3"]
    {
        assert!(page.contains(words), "{words}");
    }
    for words in ["quasi-identifier", "disclosure risk", "information loss"] {
        assert!(!page.contains(words), "{words}");
    }
}
