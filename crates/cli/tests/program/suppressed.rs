//! `kind = "table"`: sums and means, rules, and cells that are hidden so that nobody is given away.

use crate::case::{Case, in_one_line};
use ridotto::small::{FIRMS, POLICIES};
use std::collections::BTreeMap;

/// The small table of firms, with its policy changed.
fn firms(change: &[(&str, &str)]) -> Case {
    let policy = POLICIES.iter().find(|(name, _)| *name == "firms.toml").unwrap().1;
    let changed = change.iter().fold(policy.to_owned(), |policy, (from, to)| {
        assert!(policy.contains(from), "{from}");
        policy.replacen(from, to, 1)
    });
    Case::empty().file("firms.csv", FIRMS.csv).file("firms.toml", changed)
}

/// The lines of a table by their labels: what stands behind them.
fn lines(text: &str, labels: usize) -> BTreeMap<String, String> {
    let split = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        (cells[..labels].join(","), cells[labels..].join(","))
    };
    text.lines().skip(1).map(split).collect()
}

fn hidden(text: &str) -> Vec<&str> {
    let lines = text.lines().filter_map(|line| line.strip_suffix(",suppressed"));
    lines.map(|line| line.trim_end_matches(',')).collect()
}

#[test]
fn a_dominated_cell_takes_others_with_it() {
    let case = firms(&[]);
    let json = case.run(&["table", "firms.toml", "--intervals", "intervals.csv", "--json"]).well();
    let report: serde_json::Value = serde_json::from_str(&json.stdout).unwrap();
    let release = &report["release"];
    let counts = ["cells", "primary", "secondary", "unsafe"].map(|name| release[name].clone());
    assert_eq!(counts, [9, 1, 3, 0].map(serde_json::Value::from));
    assert_eq!(release["by_rule"], serde_json::json!({ "p-percent": 1 }));
    assert!(json.stdout.contains("\"distance\": 0") && !json.stdout.contains("-0"));
    let expected = [
        "region,industry,value,status",
        "north,food,,suppressed",
        "north,steel,,suppressed",
        "south,food,,suppressed",
        "south,steel,,suppressed",
        "north,Total,200,published",
        "south,Total,220,published",
        "Total,food,200,published",
        "Total,steel,220,published",
        "Total,Total,420,published",
    ];
    assert_eq!(case.read("out.csv").lines().collect::<Vec<_>>(), expected);
    // The reason is the owner's, with what is known of each cell.
    let expected = [
        "region,industry,reason,true,lower,upper,needed_lower,needed_upper",
        "north,food,primary: p-percent,100,0,200,91.5,108.5",
        "north,steel,secondary,100,0,200,,",
        "south,food,secondary,100,0,200,,",
        "south,steel,secondary,120,20,220,,",
    ];
    assert_eq!(case.read("intervals.csv").lines().collect::<Vec<_>>(), expected);
}

/// What looks at records says who looks at tables, and a plan looks at all but chance.
#[test]
fn other_verbs_know_what_tables_are() {
    let case = firms(&[]);
    for verb in [
        &["check", "firms.csv"][..],
        &["assess", "firms.csv", "firms.csv"],
        &["attack", "firms.csv", "firms.csv"],
    ] {
        let shown = case.refused(2, &[verb, &["--policy", "firms.toml"]].concat());
        assert!(shown.contains("the policy is of tables"), "{shown}");
        assert!(shown.contains("`ridotto table audit`"), "{shown}");
    }
    case.run(&["plan", "firms.toml"]).well();
    let case = firms(&[("role =", "hierarchy = \"none.csv\"\nrole =")]);
    let shown = case.refused(2, &["plan", "firms.toml"]);
    assert!(shown.contains("none.csv"), "{shown}");
}

/// A status that told sensitive cells from others would say how small they are.
#[test]
fn the_public_does_not_learn_which_cells_are_sensitive() {
    let case = firms(&[]);
    case.run(&["table", "firms.toml", "--report", "r.json", "--audience", "public"]).well();
    let (table, report) = (case.read("out.csv"), case.read("r.json"));
    let statuses = table.lines().skip(1).map(|line| line.rsplit(',').next().unwrap());
    assert!(statuses.into_iter().all(|word| ["published", "suppressed"].contains(&word)));
    for word in ["primary", "secondary", "by_rule"] {
        assert!(!table.contains(word) && !report.contains(word), "{word}");
    }
}

#[test]
fn means_stand_beside_their_counts() {
    let response = "response = \"turnover\"\n\n[[require";
    let case = firms(&[(response, "response = \"turnover\"\nstatistic = \"mean\"\n\n[[require")]);
    case.run(&["table", "firms.toml"]).well();
    let text = case.read("out.csv");
    assert!(text.starts_with("region,industry,value,count,status\n"), "{text}");
    let lines = lines(&text, 2);
    // A count that were published would tell the sum where the mean is known, and the other way round.
    assert_eq!(lines["north,food"], ",,suppressed");
    assert_eq!(lines["south,Total"], "27.5,8,published");
    assert_eq!(lines["Total,Total"], "26.25,16,published");
}

/// Records of one owner are added first: two halves are as large as the whole.
#[test]
fn holdings_are_one_respondent() {
    let split = FIRMS.csv.replace("Abel,90,", "Abel,45,0\nnorth,food,Abel,45,");
    let found = |change: &[(&str, &str)]| {
        let case = firms(change).file("firms.csv", &split);
        let json = case.run(&["table", "firms.toml", "--json"]).well().stdout;
        let report: serde_json::Value = serde_json::from_str(&json).unwrap();
        report["release"]["primary"].as_u64()
    };
    assert_eq!(found(&[]), Some(1));
    // By records the second half hides behind the first: it is known to the last digit, but no rule sees it.
    let by_record = "[attributes.firm]\nrole = \"respondent\"\n";
    assert_eq!(
        found(&[
            (by_record, ""),
            ("model = \"p-percent\"\np = 15", "model = \"dominance\"\nn = 1\nk = 0.75")
        ]),
        Some(0)
    );
}

/// What one table hides another must not tell: cells that both have are one.
#[test]
fn a_cell_of_two_tables_is_hidden_in_both() {
    let mut data = String::from("disease,town,sex\n");
    for (disease, town, sex, count) in [
        ("flu", "A", "m", 3),
        ("flu", "B", "m", 1),
        ("flu", "B", "f", 1),
        ("gout", "A", "m", 20),
        ("gout", "B", "f", 25),
        ("gout", "A", "f", 22),
        ("gout", "B", "m", 21),
        ("cold", "A", "m", 30),
        ("cold", "B", "f", 35),
        ("cold", "A", "f", 32),
        ("cold", "B", "m", 31),
    ] {
        data += &format!("{disease},{town},{sex}\n").repeat(count);
    }
    let policy = "version = 1\nkind = \"table\"\n[data]\ninput = \"d.csv\"\n\
        [attributes.disease]\nrole = \"dimension\"\n[attributes.town]\nrole = \"dimension\"\n\
        [attributes.sex]\nrole = \"dimension\"\n\
        [[table]]\nname = \"towns\"\ndimensions = [\"disease\", \"town\"]\n\
        [[table]]\nname = \"sexes\"\ndimensions = [\"disease\", \"sex\"]\n\
        [[require]]\nmodel = \"minimum-frequency\"\nn = 6\n[output]\nfile = \"out.csv\"\n";
    let case = Case::empty().file("d.csv", data).file("p.toml", policy);
    case.run(&["table", "p.toml"]).well();
    let lines = lines(&case.read("out.csv"), 4);
    let statuses =
        ["towns", "sexes"].map(|table| lines[&format!("{table},flu,Total,Total")].clone());
    assert_eq!(statuses, [",suppressed", ",suppressed"]);
    // It follows from no row of diseases either: another disease's total goes with it, in both tables.
    let other = |table: &str| {
        let is_hidden =
            |disease: &&str| lines[&format!("{table},{disease},Total,Total")] == ",suppressed";
        ["gout", "cold", "Total"].into_iter().filter(is_hidden).count()
    };
    assert!(other("towns") >= 1 && other("towns") == other("sexes"));
}

/// Two who are alone in cells of one row know each other's part from its total: a third cell is hidden.
#[test]
fn two_singletons_in_a_row_are_not_enough() {
    let mut data = String::from("row,column,who,amount\n");
    for (row, column, amounts) in [
        ("r", "a", &[50][..]),
        ("r", "b", &[70]),
        ("r", "c", &[40, 41, 42, 43]),
        ("r", "d", &[30, 31, 32, 33]),
        ("s", "a", &[60]),
        ("s", "b", &[80]),
        ("s", "c", &[50, 51, 52, 53]),
        ("s", "d", &[20, 21, 22, 23]),
        ("t", "a", &[20, 21, 22, 23]),
        ("t", "b", &[20, 21, 22, 23]),
        ("t", "c", &[20, 21, 22, 23]),
        ("t", "d", &[20, 21, 22, 23]),
    ] {
        for (at, amount) in amounts.iter().enumerate() {
            data += &format!("{row},{column},{row}{column}{at},{amount}\n");
        }
    }
    let policy = "version = 1\nkind = \"table\"\n[data]\ninput = \"d.csv\"\n\
        [attributes.row]\nrole = \"dimension\"\n[attributes.column]\nrole = \"dimension\"\n\
        [attributes.who]\nrole = \"respondent\"\n[attributes.amount]\nrole = \"response\"\n\
        [[table]]\ndimensions = [\"row\", \"column\"]\nresponse = \"amount\"\n\
        [[require]]\nmodel = \"minimum-frequency\"\nn = 3\nrange = 0.05\n[output]\nfile = \"out.csv\"\n";
    let case = Case::empty().file("d.csv", data).file("p.toml", policy);
    case.run(&["table", "p.toml"]).well();
    let text = case.read("out.csv");
    for row in ["r", "s"] {
        let in_row = hidden(&text).into_iter().filter(|line| line.starts_with(&format!("{row},")));
        assert!(in_row.count() >= 3, "{text}");
    }
}

/// All of a row are in one cell: that becomes known unless an empty cell beside it might not be empty.
#[test]
fn groups_are_hidden_among_empty_cells() {
    let mut data = String::from("town,answer\n");
    for (town, answer, count) in
        [("A", "yes", 9), ("B", "yes", 7), ("B", "no", 8), ("C", "yes", 6), ("C", "no", 9)]
    {
        data += &format!("{town},{answer}\n").repeat(count);
    }
    let policy = "version = 1\nkind = \"table\"\n[data]\ninput = \"d.csv\"\n\
        [attributes.town]\nrole = \"dimension\"\n[attributes.answer]\nrole = \"dimension\"\n\
        [[table]]\ndimensions = [\"town\", \"answer\"]\n\
        [[require]]\nmodel = \"minimum-frequency\"\nn = 3\n[output]\nfile = \"out.csv\"\n\
        [release]\ngroup = true\n";
    let case = Case::empty().file("d.csv", &data).file("p.toml", policy);
    let json = case.run(&["table", "p.toml", "--json"]).well().stdout;
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["release"]["by_rule"]["group"], 2);
    let with_groups = lines(&case.read("out.csv"), 2);
    assert_eq!(with_groups["A,yes"], ",suppressed");
    assert_eq!(with_groups["A,no"], ",suppressed");
    // Without the rule nothing is hidden, and the absent line says that all of A said yes.
    let case = case.file("p.toml", policy.replace("group = true", "group = false"));
    case.run(&["table", "p.toml", "--force"]).well();
    let naive = lines(&case.read("out.csv"), 2);
    assert_eq!(naive["A,yes"], "9,published");
    assert!(!naive.contains_key("A,no"));
}

#[test]
fn the_owner_has_the_last_word() {
    let apriori = [("[output]", "[release]\napriori = \"known.hst\"\n\n[output]")];
    let case = firms(&apriori).file("known.hst", "north,food,s\n");
    let shown = case.run(&["table", "firms.toml", "--json"]).well();
    assert!(hidden(&case.read("out.csv")).is_empty());
    let report: serde_json::Value = serde_json::from_str(&shown.stdout).unwrap();
    assert!(
        report["notes"].to_string().contains("1 cell is published that a rule calls sensitive")
    );
    let case = firms(&apriori).file("known.hst", "north,food,s\nsouth,steel,u\n\"\",steel,p\n");
    case.run(&["table", "firms.toml"]).well();
    let lines = lines(&case.read("out.csv"), 2);
    assert_eq!(lines["south,steel"], ",suppressed");
    assert_eq!(lines["Total,steel"], "220,published");
    let case = firms(&apriori).file("known.hst", "north,food,s\nsecret,steel,u\n");
    let shown = in_one_line(&case.refused(2, &["table", "firms.toml"]));
    assert!(shown.contains("line 2 of `known.hst`: code 1 is in no table"), "{shown}");
    assert!(!shown.contains("secret"), "{shown}");
}

/// Four cells at the corners of a rectangle are enough, unless somebody fills one of them: who has 90 of 100
/// knows that it is not below 90, and so knows the others to 10. Where totals are published there is no other
/// rectangle; where they may be hidden, another one is.
#[test]
fn a_respondent_who_fills_a_corner_undoes_the_rectangle() {
    let known = "north,food,s\nsouth,steel,u\n";
    let even = FIRMS.csv.replace("Abel,90,", "Abel,30,").replace("Berg,5,", "Berg,25,");
    let even = even.replace("Cole,3,", "Cole,23,").replace("Dorn,2,", "Dorn,22,");
    let case = |data: &str, totals: &str| {
        let said = format!("[release]\napriori = \"known.hst\"\ntotals = \"{totals}\"\n\n[output]");
        firms(&[("[output]", &said)]).file("known.hst", known).file("firms.csv", data)
    };
    let published = case(&even, "published");
    published.run(&["table", "firms.toml"]).well();
    assert_eq!(hidden(&published.read("out.csv")).len(), 4);
    let undone = case(FIRMS.csv, "published");
    let shown = in_one_line(&undone.refused(1, &["table", "firms.toml"]));
    assert!(shown.contains("would stay too well known"), "{shown}");
    let suppressible = case(FIRMS.csv, "suppressible");
    suppressible.run(&["table", "firms.toml"]).well();
    let lines = lines(&suppressible.read("out.csv"), 2);
    assert_eq!(lines["south,steel"], ",suppressed");
    assert_eq!(lines["north,food"], "100,published");
}

const CELLS: &str = "region,industry,turnover,firms,first,second\n\
    north,food,100,4,90,5\nnorth,steel,100,4,60,25\nsouth,food,100,4,30,28\nsouth,steel,120,4,40,35\n\
    north,Total,200,8,90,60\nsouth,Total,220,8,40,35\nTotal,food,200,8,90,30\nTotal,steel,220,8,60,40\n\
    Total,Total,420,16,90,60\n";

const OF_CELLS: &str = "version = 1\nkind = \"table\"\n[data]\ninput = \"cells.csv\"\ncells = true\n\
    [attributes.region]\nrole = \"dimension\"\n[attributes.industry]\nrole = \"dimension\"\n\
    [attributes.turnover]\nrole = \"response\"\n[attributes.firms]\nrole = \"frequency\"\n\
    [attributes.first]\nrole = \"top1\"\n[attributes.second]\nrole = \"top2\"\n\
    [[table]]\ndimensions = [\"region\", \"industry\"]\nresponse = \"turnover\"\n\
    [[require]]\nmodel = \"p-percent\"\np = 15\n[output]\nfile = \"out.csv\"\n";

#[test]
fn a_table_that_is_given_is_protected_as_one_that_is_counted() {
    let counted = firms(&[]);
    counted.run(&["table", "firms.toml"]).well();
    let given = Case::empty().file("cells.csv", CELLS).file("p.toml", OF_CELLS);
    given.run(&["table", "p.toml"]).well();
    assert_eq!(given.read("out.csv"), counted.read("out.csv"));
}

/// Totals that have no line are worked out where the policy says so, whichever they are; and only there.
#[test]
fn totals_without_a_line_are_worked_out() {
    let counted = firms(&[]);
    counted.run(&["table", "firms.toml"]).well();
    let adds = OF_CELLS.replace("cells = true\n", "cells = true\nadd-totals = true\n");
    assert_ne!(adds, OF_CELLS);
    let without = |left_out: &dyn Fn(&str) -> bool| {
        CELLS
            .lines()
            .filter(|line| !left_out(line))
            .map(|line| format!("{line}\n"))
            .collect::<String>()
    };
    let all = without(&|line| line.contains("Total"));
    let some: [&dyn Fn(&str) -> bool; 3] =
        [&|line| line.contains("Total"), &|line| line.starts_with("Total,Total"), &|line| {
            line.starts_with("north,Total") || line.starts_with("Total,food")
        }];
    for left_out in some {
        let given = Case::empty().file("cells.csv", without(left_out)).file("p.toml", &adds);
        given.run(&["table", "p.toml"]).well();
        assert_eq!(given.read("out.csv"), counted.read("out.csv"));
    }
    let given = Case::empty().file("cells.csv", &all).file("p.toml", OF_CELLS);
    given.run(&["table", "p.toml", "-q"]).well();
    assert_eq!(given.read("out.csv").lines().count(), 5, "cells alone, and no total");
    let wrong = without(&|line| line.starts_with("Total,Total"));
    let wrong = wrong.replace("Total,steel,220", "Total,steel,221");
    let case = Case::empty().file("cells.csv", wrong).file("p.toml", &adds);
    let shown = in_one_line(&case.refused(2, &["table", "p.toml"]));
    assert!(
        shown.contains("the total in line 9 is not the sum of its parts in lines 3, 5"),
        "{shown}"
    );
    let of_records = firms(&[("[data]\n", "[data]\nadd-totals = true\n")]);
    let shown = of_records.refused(2, &["table", "firms.toml"]);
    assert!(shown.contains("means nothing for records"), "{shown}");
}

#[test]
fn totals_that_are_no_sums_are_refused() {
    let wrong = CELLS.replace("Total,steel,220", "Total,steel,221");
    let case = Case::empty().file("cells.csv", wrong).file("p.toml", OF_CELLS);
    let shown = in_one_line(&case.refused(2, &["table", "p.toml"]));
    assert!(
        shown.contains("the total in line 9 is not the sum of its parts in lines 3, 5"),
        "{shown}"
    );
    assert!(!shown.contains("221") && !shown.contains("220"), "{shown}");
}

#[test]
fn what_cannot_be_is_said_where_it_stands() {
    let amounts = "role = \"response\"\n";
    for (from, to, expected) in [
        ("response = \"turnover\"\n", "response = \"turnovr\"\n", "`turnovr` is no response"),
        (
            "response = \"turnover\"\n",
            "",
            "`p-percent` is a rule about amounts, and records are counted",
        ),
        (amounts, "role = \"insensitive\"\n", "is no role of `kind = \"table\"`"),
        ("p = 15", "p = 15\nrange = -1", "it is a share of the cell's value"),
        (
            "model = \"p-percent\"\np = 15",
            "model = \"pq\"\np = 50\nq = 10",
            "`p = 50` is not below `q = 10`",
        ),
        ("[output]", "[release]\nmethod = \"fats\"\n[output]", "did you mean `fast`?"),
        (
            "[output]",
            "[release]\nmethod = \"none\"\ncost = \"value\"\n[output]",
            "`cost` means nothing for `method = \"none\"`",
        ),
        (
            "[output]",
            "[release]\ncost = { column = \"asks\" }\n[output]",
            "`asks` has not the role `cost`",
        ),
        ("[output]", "[release]\nbounds = [2.0, 0.5]\n[output]", "`bounds` ends before it begins"),
        (
            "[output]",
            "[release]\nbounds = [1.5, 2.0]\n[output]",
            "the true value is not within `bounds`",
        ),
        (
            "role = \"respondent\"",
            "role = \"top1\"",
            "is a role of cells that are given, and these are records",
        ),
        (
            "input = \"firms.csv\"",
            "input = \"firms.csv\"\ncells = true",
            "is a role of records, and these are cells",
        ),
        (
            "role = \"request\"",
            "role = \"shadow\"\n[attributes.x]\nrole = \"shadow\"",
            "two attributes with the role `shadow`",
        ),
    ] {
        let shown = in_one_line(&firms(&[(from, to)]).refused(2, &["table", "firms.toml"]));
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    let negative = FIRMS.csv.replace("Dorn,2,", "Dorn,-2,");
    let case = firms(&[]).file("firms.csv", negative);
    let shown = in_one_line(&case.refused(2, &["table", "firms.toml"]));
    assert!(shown.contains("`turnover` has negative values"), "{shown}");
    let missing = FIRMS.csv.replace("Dorn,2,", "Dorn,,");
    let case = firms(&[]).file("firms.csv", missing);
    let shown = in_one_line(&case.refused(2, &["table", "firms.toml"]));
    assert!(shown.contains("`turnover` is missing in line 5"), "{shown}");
}

/// With every total published a rectangle is all that there is, and one of its corners is filled.
#[test]
fn no_solution_says_what_would_make_one() {
    let release = "[release]\napriori = \"known.hst\"\ntotals = \"published\"\n\n[output]";
    let case = firms(&[("[output]", release)]).file("known.hst", "north,food,s\nsouth,steel,u\n");
    let shown = in_one_line(&case.refused(1, &["table", "firms.toml"]));
    assert!(shown.contains("the tables would give somebody away, whatever is hidden"), "{shown}");
    assert!(shown.contains("totals = \"suppressible\""), "{shown}");
    assert!(!case.path("out.csv").exists());
}

#[test]
fn nothing_contributed_may_be_worth_hiding() {
    let zero =
        FIRMS.csv.replace("south,food,Ibis,30", "south,food,Ibis,0").replace("Jahn,28", "Jahn,0");
    let zero = zero.replace("Kuhn,22", "Kuhn,0").replace("Lahn,20", "Lahn,0");
    let case =
        firms(&[("[output]", "[release]\nzero = \"unsafe\"\n\n[output]")]).file("firms.csv", zero);
    let json = case.run(&["table", "firms.toml", "--json"]).well().stdout;
    let report: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(report["release"]["by_rule"]["zero"], 1);
    assert_eq!(lines(&case.read("out.csv"), 2)["south,food"], ",suppressed");
}

#[test]
fn threads_do_not_change_a_table() {
    let case = firms(&[]);
    case.run(&["table", "firms.toml", "--threads", "1", "-o", "one.csv"]).well();
    case.run(&["table", "firms.toml", "--threads", "3", "-o", "three.csv"]).well();
    assert_eq!(case.read("one.csv"), case.read("three.csv"));
}

/// A table is written as a list of JSON and as a sheet, verified from there, and audited by anybody.
#[test]
fn tables_are_lists_and_sheets() {
    let case = firms(&[]);
    case.run(&["table", "firms.toml", "-o", "out.csv", "-q", "--force"]).well();
    let expected = lines(&case.read("out.csv"), 2);
    case.run(&["table", "firms.toml", "-o", "out.json"]).well();
    let list: serde_json::Value = serde_json::from_str(&case.read("out.json")).expect("a list");
    let line = |cell: &serde_json::Value| {
        let text = |key: &str| cell[key].as_str().expect("a text").to_owned();
        let value = if cell["value"].is_null() { String::new() } else { cell["value"].to_string() };
        let labels = format!("{},{}", text("region"), text("industry"));
        (labels, format!("{value},{}", text("status")))
    };
    let found: BTreeMap<String, String> =
        list.as_array().expect("a list").iter().map(line).collect();
    assert_eq!(found, expected);
    case.run(&["table", "firms.toml", "-o", "out.xlsx"]).well();
    let bytes = crate::formats::unpacked(&case, "out.xlsx");
    let hidden = expected.values().filter(|line| line.ends_with("suppressed")).count();
    let text = String::from_utf8_lossy(&bytes);
    assert_eq!(text.matches("t=\"e\"><v>#N/A</v>").count(), hidden);
    for name in ["out.json", "out.xlsx"] {
        let audit = ["table", "audit", name, "--policy", "firms.toml", "--json", "-q"];
        let audit = case.run(&audit).well().json();
        assert_eq!(
            (&audit["suppressed"], &audit["unsafe"]),
            (&hidden.into(), &0.into()),
            "{audit}"
        );
    }
    // Nobody needs the data to ask what is certain.
    let alone = ["table", "audit", "out.xlsx", "--policy", "alone.toml", "--json", "-q"];
    let policy = case.read("firms.toml").replace("input = \"firms.csv\"\n", "");
    let audit = case.file("alone.toml", policy).run(&alone).well().json();
    assert_eq!((&audit["suppressed"], &audit["exact"]), (&hidden.into(), &0.into()), "{audit}");
    // Where a value is called as what stands for hidden numbers, nothing stands for them.
    let case = firms(&[]).file("firms.csv", FIRMS.csv.replace("north", "#N/A"));
    case.run(&["table", "firms.toml", "-o", "out.xlsx"]).well();
    let bytes = crate::formats::unpacked(&case, "out.xlsx");
    assert_eq!(String::from_utf8_lossy(&bytes).matches("t=\"e\"").count(), 0);
}
