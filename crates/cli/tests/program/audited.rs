//! `table audit`: who comes too near, by how much, and what the owner reads of hidden cells.

use crate::case::Case;
use ridotto::small::{FIRMS, POLICIES};
use serde_json::Value;

fn policy() -> &'static str {
    POLICIES.iter().find(|(name, _)| *name == "firms.toml").unwrap().1
}

/// South and steel is sensitive and at one corner of a rectangle of hidden cells, of which Abel fills another
/// with 90 of 100: who knows these 90 knows the others to 10.
fn filled_corner(data: &str) -> Case {
    let known = "north,food,s\nsouth,steel,u\n";
    let policy = policy().replace("[output]", "[release]\napriori = \"known.hst\"\n\n[output]");
    let table = "region,industry,value,status\n\
        north,food,,suppressed\nnorth,steel,,suppressed\nsouth,food,,suppressed\nsouth,steel,,suppressed\n\
        north,Total,200,published\nsouth,Total,220,published\nTotal,food,200,published\n\
        Total,steel,220,published\nTotal,Total,420,published\n";
    Case::empty()
        .file("firms.csv", data)
        .file("firms.toml", policy)
        .file("known.hst", known)
        .file("theirs.csv", table)
}

fn audit(case: &Case) -> Value {
    case.run(&["table", "audit", "theirs.csv", "--policy", "firms.toml", "--json", "-q"]).json()
}

/// What is needed is 12 of 120, and Abel leaves 10: that is missed by 2, though outsiders miss nothing.
/// Whose records are several is a holding.
#[test]
fn respondents_and_holdings_are_told_apart_and_measured() {
    let one = audit(&filled_corner(FIRMS.csv));
    let by = serde_json::json!({ "outsider": 0, "respondent": 1, "coalition": 0 });
    assert_eq!((&one["unsafe"], &one["unsafe_by"]), (&1.into(), &by), "{one}");
    let missed = one["largest_violation"].as_f64().expect("a number");
    assert!((missed - 2.0).abs() < 1e-6, "{one}");
    let split = FIRMS.csv.replace("Abel,90,", "Abel,45,0\nnorth,food,Abel,45,");
    let several = audit(&filled_corner(&split));
    let by = serde_json::json!({ "outsider": 0, "respondent": 0, "coalition": 1 });
    assert_eq!(several["unsafe_by"], by, "{several}");
    assert_eq!(several["largest_violation"], one["largest_violation"]);
}

/// The owner reads the same of a table whether it was made or audited: of linked tables, and of means.
#[test]
fn intervals_of_an_audit_are_those_of_the_table() {
    let second = "response = \"turnover\"\n\n[[table]]\nname = \"regions\"\ndimensions = [\"region\"]\n\
        response = \"turnover\"\n\n[[require";
    for (from, to) in [
        (
            "response = \"turnover\"\n\n[[require",
            "response = \"turnover\"\nstatistic = \"mean\"\n\n[[require",
        ),
        ("response = \"turnover\"\n\n[[require", second),
    ] {
        let policy = policy().replace(from, to);
        let policy = policy.replacen("[[table]]\n", "[[table]]\nname = \"all\"\n", 1);
        let case = Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", policy);
        case.run(&["table", "firms.toml", "--intervals", "made.csv"]).well();
        let audit = ["table", "audit", "out.csv", "--policy", "firms.toml"];
        case.run(&[&audit[..], &["--intervals", "audited.csv"]].concat()).well();
        assert!(case.read("made.csv").contains("primary: p-percent"));
        assert_eq!(case.read("made.csv"), case.read("audited.csv"));
    }
}

const PRESSURES: [(&str, &str, &[u32]); 6] = [
    ("f", "flu", &[142]),
    ("f", "gout", &[120, 140]),
    ("f", "cold", &[118, 121, 125, 130]),
    ("m", "flu", &[131, 133, 128, 140]),
    ("m", "gout", &[122, 124, 129, 135]),
    ("m", "cold", &[119, 127, 126, 138]),
];

/// The means of all cells, with nothing hidden.
fn naive() -> String {
    let mut text = String::from("sex,disease,value,count,status\n");
    for sex in ["f", "m", "Total"] {
        for disease in ["flu", "gout", "cold", "Total"] {
            let is_in = |of: &&(&str, &str, &[u32])| {
                ["Total", of.0].contains(&sex) && ["Total", of.1].contains(&disease)
            };
            let values: Vec<u32> =
                PRESSURES.iter().filter(is_in).flat_map(|of| of.2.iter().copied()).collect();
            let mean = f64::from(values.iter().sum::<u32>()) / values.len() as f64;
            text += &format!("{sex},{disease},{mean},{},published\n", values.len());
        }
    }
    text
}

/// The vectors `attack.external` (a cell of one person, mean 142) and `attack.internal` (of two, mean 130, of
/// whom one knows their own 120): a table that publishes both gives them away, one that hides them does not.
#[test]
fn a_naive_table_of_means_gives_one_and_two_away() {
    let mut data = String::from("sex,disease,pressure\n");
    for (sex, disease, values) in PRESSURES {
        for value in values {
            data += &format!("{sex},{disease},{value}\n");
        }
    }
    let policy = "version = 1\nkind = \"table\"\n[data]\ninput = \"d.csv\"\n\
        [attributes.sex]\nrole = \"dimension\"\n[attributes.disease]\nrole = \"dimension\"\n\
        [attributes.pressure]\nrole = \"response\"\n\
        [[table]]\ndimensions = [\"sex\", \"disease\"]\nresponse = \"pressure\"\nstatistic = \"mean\"\n\
        [[require]]\nmodel = \"minimum-frequency\"\nn = 3\n[output]\nfile = \"out.csv\"\n";
    let case = Case::empty().file("d.csv", data).file("p.toml", policy).file("theirs.csv", naive());
    let audit =
        |file: &str| case.run(&["table", "audit", file, "--policy", "p.toml", "--json"]).json();
    let found = audit("theirs.csv");
    // A sum and the count beside its mean are two cells, and both are told.
    assert_eq!(found["unsafe_by"]["outsider"], 4, "{found}");
    case.run(&["table", "p.toml"]).well();
    assert_eq!((&audit("out.csv")["unsafe"], &audit("out.csv")["exact"]), (&0.into(), &0.into()));
}

/// What everybody knows of a value holds of it, or the file is wrong.
#[test]
fn bounds_that_exclude_the_truth_are_refused() {
    let policy = policy().replace("[output]", "[release]\napriori = \"known.hst\"\n\n[output]");
    let case = |known: &str| {
        let case = Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", &policy);
        case.file("known.hst", known)
    };
    let refused = case("north,food,s\nnorth,steel,ab,60,70\n").refused(2, &["table", "firms.toml"]);
    assert!(refused.contains("line 2 of `known.hst`"), "{refused}");
    assert!(!refused.contains("100"), "{refused}");
    case("north,steel,ab,60,170\n").run(&["table", "firms.toml"]).well();
}

/// How far a cell must stay in doubt is said of those that are unsafe; nothing need be said of others.
#[test]
fn levels_of_safe_cells_may_be_empty() {
    let cells = "region,turnover,status,level\nA,100,u,20\nB,90,s,\nC,80,,\nTotal,270,s,\n";
    let policy = "version = 1\nkind = \"table\"\n[data]\ninput = \"c.csv\"\ncells = true\n\
        [attributes.region]\nrole = \"dimension\"\n[attributes.turnover]\nrole = \"response\"\n\
        [attributes.status]\nrole = \"status\"\n[attributes.level]\nrole = \"upper\"\n\
        [[table]]\ndimensions = [\"region\"]\nresponse = \"turnover\"\n[output]\nfile = \"out.csv\"\n";
    let case = Case::empty().file("c.csv", cells).file("p.toml", policy);
    case.run(&["table", "p.toml", "--intervals", "why.csv"]).well();
    let why = case.read("why.csv");
    let of_a = why.lines().find(|line| line.starts_with("A,primary: apriori,100,"));
    assert!(of_a.is_some_and(|line| line.ends_with(",80,120")), "{why}");
    let wrong = case.file("c.csv", cells.replace("B,90,s,", "B,90,s,x"));
    assert!(wrong.refused(2, &["table", "p.toml", "--force"]).contains("`level` is no number"));
}

/// Lines of a table are in the order of their labels, and no seed shuffles them.
#[test]
fn nothing_is_said_of_an_order_that_says_nothing() {
    let case = Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", policy());
    let report = case.run(&["table", "firms.toml", "--seed", "1", "--json"]).well().json();
    assert!(!report["notes"].to_string().contains("seed"), "{report}");
}

/// Every figure that is told of a table can be explained.
#[test]
fn every_figure_is_explained() {
    let case = Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", policy());
    let made = case.run(&["table", "firms.toml", "--json"]).well().json();
    let audited = ["table", "audit", "out.csv", "--policy", "firms.toml", "--json"];
    let audited = case.run(&audited).well().json();
    let round =
        policy().replace("[output]", "[release]\nmethod = \"round\"\nbase = 20\n\n[output]");
    let case = case.file("round.toml", round);
    let rounded = case.run(&["table", "round.toml", "-o", "rounded.csv", "--json"]).well().json();
    for of in [&made["release"], &rounded["release"], &audited, &audited["unsafe_by"]] {
        for name in of.as_object().expect("figures by name").keys() {
            let explained = case.run(&["explain", name]);
            assert_eq!(explained.code, 0, "{name}");
        }
    }
}

/// Several methods have a parameter of one name; a list of keys names it once.
#[test]
fn a_list_of_keys_names_each_once() {
    let policy = policy().replace("[output]", "[release]\nqwertzuiop = 1\n\n[output]");
    let case = Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", policy);
    let shown = case.refused(2, &["table", "firms.toml"]);
    for key in ["cost", "totals", "singletons", "base"] {
        assert_eq!(shown.matches(&format!("`{key}`")).count(), 1, "{shown}");
    }
}

/// A page about tables speaks of cells and methods, and not of records, classes and algorithms; the public is
/// not told the method, which depends on what is sensitive.
#[test]
fn the_page_tells_what_was_done_with_cells() {
    let case = Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", policy());
    case.run(&["table", "firms.toml", "--report", "own.html"]).well();
    let own = case.read("own.html");
    for told in [
        "The method, fast, hides cells.",
        "Of 9 cells 1 is sensitive, and 3 are hidden besides",
        "read again and attacked",
        "the largest respondent of each cell",
        "Contributors who work together",
    ] {
        assert!(own.contains(told), "{told}: {own}");
    }
    let public = ["table", "firms.toml", "--force", "--report", "public.html"];
    case.run(&[&public[..], &["--audience", "public"]].concat()).well();
    let public = case.read("public.html");
    assert!(public.contains("The method hides cells.") && public.contains("4 are hidden"));
    assert!(!public.contains("The method, fast") && !public.contains("the largest respondent"));
    let policy =
        policy().replace("[output]", "[release]\nmethod = \"round\"\nbase = 20\n\n[output]");
    let rounded = case.file("round.toml", policy);
    rounded.run(&["table", "round.toml", "--force", "--report", "round.html"]).well();
    let rounded = rounded.read("round.html");
    assert!(rounded.contains("from the truth, by level of each dimension"), "{rounded}");
    for page in [own, public, rounded] {
        for wrong in [
            "The algorithm was",
            "quasi-identifier",
            "were suppressed is not told",
            "Classes count",
        ] {
            assert!(!page.contains(wrong), "{wrong}: {page}");
        }
    }
}

/// Three times one person in a row of three hidden counts: nobody who knows the table alone, or their own part,
/// knows another cell, but who takes the lines to tell that somebody is in each knows all.
#[test]
fn what_lines_tell_is_counted_besides() {
    let mut data = String::from("region,size\n");
    for size in ["s", "m", "l"] {
        data.push_str(&format!("a,{size}\n"));
        data.push_str(&format!("b,{size}\n").repeat(5));
    }
    let policy = |release: &str| {
        format!(
            "version = 1\nkind = \"table\"\n[data]\ninput = \"data.csv\"\n[output]\nfile = \"out.csv\"\n\
             [attributes.region]\nrole = \"dimension\"\n[attributes.size]\nrole = \"dimension\"\n\
             [[table]]\ndimensions = [\"region\", \"size\"]\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\
             [release]\nmethod = \"fast\"\n{release}"
        )
    };
    let mut table = String::from("region,size,value,status\n");
    for size in ["s", "m", "l"] {
        table.push_str(&format!(
            "a,{size},,suppressed\nb,{size},,suppressed\nTotal,{size},6,published\n"
        ));
    }
    table.push_str("a,Total,3,published\nb,Total,15,published\nTotal,Total,18,published\n");
    let case = Case::empty()
        .file("data.csv", data)
        .file("usual.toml", policy(""))
        .file("lines.toml", policy("presence = true\n"))
        .file("theirs.csv", table);
    let audit = ["table", "audit", "theirs.csv", "--policy"];
    let json = |of: &str| case.run(&[&audit[..], &[of, "--json", "-q"]].concat()).json();
    let usual = json("usual.toml");
    let known = serde_json::json!({ "known": 3, "looked_at": 3 });
    assert_eq!((&usual["unsafe"], &usual["by_lines"]), (&0.into(), &known), "{usual}");
    let lines = json("lines.toml");
    assert_eq!((&lines["unsafe"], &lines["by_lines"]), (&3.into(), &Value::Null), "{lines}");
    let told = case.run(&[&audit[..], &["usual.toml"]].concat()).well().stdout;
    assert!(told.contains("to tell that it is not 0: 3 more, of 3"), "{told}");
}
