//! `method = "private"` of tables: noise on every declared cell, and nothing of the truth anywhere.

use crate::case::{Case, in_one_line};
use insta::assert_snapshot;
use serde_json::{Value, json};

const POLICY: &str = r#"version = 1
kind = "table"

[data]
input = "firms.csv"
delimiter = ","
encoding = "utf-8"

[attributes.region]
role = "dimension"
hierarchy = { groups = { North = ["Alba", "Brin"], South = ["Celo", "Dorn"] } }

[attributes.size]
role = "dimension"

[[table]]
dimensions = ["region", "size"]

[release]
method = "private"
epsilon = 1
domains = { size = ["small", "large", "huge"] }

[output]
file = "table.csv"
"#;

fn firms(count: usize) -> String {
    let mut text = String::from("firm,region,size,sold\n");
    for number in 0..count {
        let region = ["Alba", "Brin", "Celo", "Dorn", "Zyxqueena"][number % 5];
        let size = ["small", "small", "large"][number % 3];
        text += &format!("firm {number},{region},{size},{number}\n");
    }
    text
}

fn case(count: usize) -> Case {
    Case::empty().file("policy.toml", POLICY).file("firms.csv", firms(count))
}

/// Region, size and count of each line.
fn lines(case: &Case) -> Vec<(String, String, i64)> {
    let line = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        assert_eq!(fields[3], "perturbed");
        (fields[0].to_owned(), fields[1].to_owned(), fields[2].parse().unwrap())
    };
    case.read("table.csv").lines().skip(1).map(line).collect()
}

#[test]
fn every_declared_cell_is_published_and_adds_up() {
    let case = case(900);
    let ran = case.run(&["table", "policy.toml", "--report", "page.html"]);
    assert_snapshot!(ran.well().shown(), @r"
    exit 0
    table.csv: 28 cells
      noise         discrete Laplace of scale 6 for every cell, off by 5.972 on average
      differential-privacy holds by construction: epsilon 1 of 1 spent, delta 0, neighbours add-remove; not protected: what is true of everybody; a person with several records as well as one with one
      private       keeps its own promise (read from the written file), and no rule's
      note          differentially private: counts, digests and times of the input are not told, because they would tell about single records
    ");
    let lines = lines(&case);
    // Four regions, two groups and the total by three sizes and their total.
    assert_eq!(lines.len(), 7 * 4);
    let value = |region: &str, size: &str| {
        lines.iter().find(|line| line.0 == region && line.1 == size).unwrap().2
    };
    for size in ["small", "large", "huge", "Total"] {
        assert_eq!(value("Alba", size) + value("Brin", size), value("North", size));
        assert_eq!(value("North", size) + value("South", size), value("Total", size));
    }
    for region in ["Alba", "Dorn", "North", "Total"] {
        let sizes = ["small", "large", "huge"];
        assert_eq!(
            sizes.map(|size| value(region, size)).iter().sum::<i64>(),
            value(region, "Total")
        );
    }
    assert!(lines.iter().all(|line| line.2 >= 0));
    // Records of regions that are not declared are left out: 720 are counted. The noise has a scale of 6.
    assert!((value("Total", "Total") - 720).abs() < 200);
    let page = case.read("page.html");
    assert!(!page.contains("Zyxqueena") && page.contains("Alba"));
}

/// The report says what was charged, and nothing of the input: neither how many records, nor how long, nor a
/// digest, nor how far the table is from the truth.
#[test]
fn the_report_knows_no_truth() {
    let case = case(900);
    let report = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
    let names = |of: &Value| of.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    for (of, expected) in [
        (
            &report["release"],
            "cells cells_of_a_record changed expected_error method noise status suppressed",
        ),
        (&report["input"], "file rows sha256"),
        (&report, "findings guarantees input notes output release ridotto seconds"),
    ] {
        assert_eq!(names(of).join(" "), expected, "nothing that nobody looked at");
    }
    assert_eq!(
        (&report["input"]["rows"], &report["input"]["sha256"]),
        (&Value::Null, &Value::Null)
    );
    assert_eq!((&report["seconds"], &report["findings"]), (&Value::Null, &json!([])));
    assert_eq!(report["release"]["noise"], "discrete Laplace of scale 6");
    let guarantee = &report["guarantees"][0];
    for (name, expected) in [
        ("epsilon", json!(1)),
        ("spent", json!(1)),
        ("delta", json!(0)),
        ("neighbours", json!("add-remove")),
        ("sensitivity", json!("6 of all counts together, for a record")),
        ("charges", json!("a table of counts with all totals by laplace: epsilon 1")),
    ] {
        assert_eq!(guarantee["parameters"][name], expected, "{guarantee}");
    }
    assert_eq!(guarantee["shown"], "by construction");
    let notes = report["notes"].as_array().unwrap();
    assert!(notes.len() == 1 && notes[0].as_str().unwrap().contains("are not told"), "{notes:?}");
}

/// Who is in the data does not decide whether there is a release, nor what it looks like but for counts.
#[test]
fn any_file_is_counted() {
    let shown = |data: String| {
        let case = Case::empty().file("policy.toml", POLICY).file("firms.csv", data);
        let said = case.run(&["table", "policy.toml"]).well().shown();
        let lines: Vec<_> =
            lines(&case).into_iter().map(|(region, size, _)| (region, size)).collect();
        (said, lines)
    };
    let usual = shown(firms(900));
    for data in [firms(1), "region,size\n,\n\"a\"\"b\",Total\n".to_owned()] {
        assert_eq!(shown(data), usual);
    }
    // A file without any record is no data, here as elsewhere, and nothing is written.
    let case = case(0);
    case.refused(2, &["table", "policy.toml"]);
    assert!(!case.path("table.csv").exists());
}

#[test]
fn what_is_left_to_the_records_is_refused() {
    let rule = "[[require]]\nmodel = \"minimum-frequency\"\nn = 3\n\n[release]";
    let role = |role: &str| format!("[attributes.firm]\nrole = \"{role}\"\n\n[[table]]");
    let two = "[[table]]\nname = \"b\"\ndimensions = [\"size\"]\n\n[release]";
    let table = "[[table]]\nname = \"a\"";
    for (from, to, expected) in [
        ("delimiter = \",\"\n", "", "how the file is written would be found out from its records"),
        ("encoding = \"utf-8\"\n", "", "say it in `[data]`: `encoding = \"utf-8\"`"),
        (
            "domains = { size = [\"small\", \"large\", \"huge\"] }",
            "",
            "`domains = { size = [\"a\", \"b\"] }`",
        ),
        ("size = [\"small\", ", "size = [\"small\", \"small\", ", "the same value is named twice"),
        (
            "size = [\"small\", \"large\", \"huge\"]",
            "size = { lower = 0, upper = 9, bins = 3 }",
            "not bins of numbers",
        ),
        (
            "domains = { size",
            "domains = { other = [\"x\"], size",
            "`other` is no dimension of the table",
        ),
        ("\"huge\"", "\"Total\"", "a value of `size` is called as totals are"),
        ("epsilon = 1", "", "`epsilon`"),
        ("epsilon = 1", "epsilon = 0", "must be more than 0"),
        ("epsilon = 1", "epsilon = -1", "must be more than 0"),
        ("epsilon = 1", "epsilon = nan", "epsilon"),
        ("epsilon = 1", "epsilon = inf", "epsilon"),
        ("epsilon = 1", "epsilon = \"a\"", "`epsilon`"),
        ("epsilon = 1", "epsilon = 0.0000000001", "off by more than a billion"),
        ("epsilon = 1", "epsilon = 1\ndelta = 1", "a `delta` of 1"),
        ("epsilon = 1", "epsilon = 1\ndelta = -0.1", "`delta`"),
        ("epsilon = 1", "epsilon = 1\nother = \"none\"", "no dimension declares this value"),
        ("epsilon = 1", "epsilon = 1\nother = \"North\"", "no dimension declares this value"),
        ("epsilon = 1", "epsilon = 1\nrows-per-person = 2", "nothing says whose a record is"),
        ("epsilon = 1", "epsilon = 1\nneighbours = \"all\"", "`neighbours`"),
        ("epsilon = 1", "epsilon = 1\ngroup = true", "looks at true counts"),
        ("epsilon = 1", "epsilon = 1\nzero = \"unsafe\"", "looks at true counts"),
        ("epsilon = 1", "epsilon = 1\nbounds = [0.5, 2.0]", "shares of true values"),
        ("epsilon = 1", "epsilon = 1\napriori = \"a.hst\"", "follows from true counts"),
        ("epsilon = 1", "epsilon = 1\nbase = 5", "`base` means nothing for"),
        ("[release]", rule, "looks at true counts"),
        ("[[table]]", &role("respondent"), "of how many records at most?"),
        ("[[table]]", &role("weight"), "without a bound"),
        ("[[table]]", &role("request"), "protected here as everybody is"),
        ("[[table]]", &(role("response") + "\nresponse = \"firm\""), "a table of amounts"),
        ("[attributes.size]\n", "[attributes.size]\ntype = \"integer\"\n", "as they are written"),
        ("[release]", two, "for the cells of one table"),
        ("[[table]]", &role("frequency"), "the data are cells"),
    ] {
        let mut policy = POLICY.replacen(from, to, 1);
        if to.contains("role = \"frequency\"") {
            policy = policy.replacen("\"firms.csv\"", "\"firms.csv\"\ncells = true", 1);
        }
        if to == two {
            policy = policy.replacen("[[table]]", table, 1);
        }
        let case = case(9).file("policy.toml", policy);
        let shown = in_one_line(&case.refused(2, &["table", "policy.toml"]));
        assert!(shown.contains(expected), "{from} → {to}: {shown}");
        assert!(!case.path("table.csv").exists());
    }
}

/// A million cells and one more.
#[test]
fn more_cells_than_anybody_reads_are_refused() {
    let towns: String = (0..1_200).map(|town| format!("town {town},all\n")).collect();
    let policy = POLICY.replace("domains = {", "domains = { region = [\"x\"],").replace(
        "hierarchy = { groups = { North = [\"Alba\", \"Brin\"], South = [\"Celo\", \"Dorn\"] } }",
        "hierarchy = \"towns.csv\"",
    );
    let policy = policy
        .replace("domains = { region = [\"x\"], size = [\"small\", \"large\", \"huge\"] }", "");
    let policy =
        policy.replace("[attributes.size]\n", "[attributes.size]\nhierarchy = \"towns.csv\"\n");
    let case = case(9).file("policy.toml", policy).file("towns.csv", towns);
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml"]));
    assert!(shown.contains("more than a million cells"), "{shown}");
}

/// Persons, Gaussian noise, what is not declared, and what an option would tell.
#[test]
fn persons_are_protected() {
    let keys = "epsilon = 1\ndelta = 0.000001\nrows-per-person = 3\nneighbours = \"change-one\"\nother = \"small\"";
    let policy = POLICY
        .replace("epsilon = 1", keys)
        .replace("[[table]]", "[attributes.firm]\nrole = \"respondent\"\n\n[[table]]");
    let case = case(90).file("policy.toml", policy);
    let report = case.run(&["anonymize", "policy.toml", "--json"]).well().json();
    let told = &report["guarantees"][0]["parameters"];
    assert_eq!(
        (&told["epsilon"], &told["spent"], &told["delta"]),
        (&json!(1), &json!(1), &json!(1e-6))
    );
    assert_eq!(told["neighbours"], "change-one");
    assert_eq!(
        told["not-protected"],
        "what is true of everybody; how many records there are, and whose"
    );
    let argument = told["argument"].as_str().unwrap();
    assert!(argument.contains("of a person 3 at most are counted"), "{argument}");
    // Three records of ten changed cells each: three times the noise of one.
    assert!(argument.contains("standard deviation 42.98"), "{argument}");
}

#[test]
fn options_that_would_tell_are_refused() {
    for (args, expected) in [
        (&["--seed", "1"][..], "who knows the seed knows what was drawn"),
        (&["--keep-order"][..], "is refused where differential privacy is required"),
        (&["--intervals", "i.csv"][..], "no hidden cells"),
    ] {
        let case = case(90);
        let shown = in_one_line(&case.refused(2, &[&["anonymize", "policy.toml"], args].concat()));
        assert!(shown.contains(expected), "{shown}");
        assert!(!case.path("table.csv").exists());
    }
    let case = case(90);
    case.run(&["table", "policy.toml"]).well();
    let args = ["table", "audit", "table.csv", "--policy", "policy.toml"];
    let shown = in_one_line(&case.refused(2, &args));
    assert!(shown.contains("no cell of a private table is hidden"), "{shown}");
    let plan = case.run(&["plan", "policy.toml"]).well().stdout;
    assert!(plan.contains("private (epsilon = 1, delta = 0, neighbours = add-remove)"), "{plan}");
    let shown = in_one_line(&case.refused(2, &["explore", "policy.toml"]));
    assert!(shown.contains("a private table tells nothing of them"), "{shown}");
}
