//! `kind = "table"`: counts by dimensions, with all totals.

use crate::case::{Case, in_one_line};
use insta::assert_snapshot;

const POLICY: &str = r#"version = 1
kind = "table"

[data]
input = "firms.csv"

[attributes.region]
role = "dimension"
hierarchy = { groups = { North = ["Alba", "Brin"], South = ["Celo"] } }

[attributes.size]
role = "dimension"

[[table]]
dimensions = ["region", "size"]

[[require]]
model = "minimum-frequency"
n = 3

[output]
file = "table.csv"
"#;

/// So many firms of each region and size.
const FIRMS: [(&str, &str, usize); 4] =
    [("Alba", "large", 3), ("Alba", "small", 5), ("Brin", "small", 4), ("Celo", "large", 6)];

fn firms(extra: &[(&str, &str, usize)]) -> String {
    let mut text = String::from("name,region,size\n");
    for (at, (region, size, count)) in FIRMS.iter().chain(extra).enumerate() {
        for one in 0..*count {
            text += &format!("firm {at}-{one},{region},{size}\n");
        }
    }
    text
}

fn case(extra: &[(&str, &str, usize)], policy: &str) -> Case {
    Case::empty().file("firms.csv", firms(extra)).file("policy.toml", policy)
}

#[test]
fn a_table_has_all_totals() {
    let case = case(&[], POLICY);
    assert_snapshot!(case.run(&["table", "policy.toml"]).well().shown(), @r"
    exit 0
    table.csv: 15 cells, counting 18 records
      minimum-frequency holds: fewest contributors of a published cell 3, 3 required (read from the written file)
      seconds       [time]
    ");
    let expected = [
        "region,size,value,status",
        "Alba,large,3,published",
        "Alba,small,5,published",
        "Brin,small,4,published",
        "Celo,large,6,published",
        "Alba,Total,8,published",
        "Brin,Total,4,published",
        "Celo,Total,6,published",
        "North,large,3,published",
        "North,small,9,published",
        "South,large,6,published",
        "North,Total,12,published",
        "South,Total,6,published",
        "Total,large,9,published",
        "Total,small,9,published",
        "Total,Total,18,published",
    ];
    assert_eq!(case.read("table.csv").lines().collect::<Vec<_>>(), expected);
    assert_snapshot!(case.run(&["plan", "policy.toml"]).well().shown(), @r"
    exit 0
    firms.csv: tables
      table             region, size
      minimum-frequency n = 3
      method            fast (cost = number, totals = suppressible, singletons = true, presence = false)
    ");
}

#[test]
fn a_cell_that_is_too_small_is_not_published() {
    let policy = format!("{POLICY}\n[release]\nmethod = \"none\"\n");
    let case = case(&[("Celo", "small", 2)], &policy);
    assert_snapshot!(case.run(&["table", "policy.toml"]).shown(), @r#"
    exit 1
    release::unmet

      × a table would tell of too few people
      help: 2 of 17 cells are sensitive.
            Leave a dimension out, give it values that are coarser, or let cells be hidden:
            `method = "fast"`.
    "#);
    assert!(!case.path("table.csv").exists());
}

#[test]
fn several_tables_are_in_one_file() {
    let two = POLICY.replace(
        "[[table]]\ndimensions = [\"region\", \"size\"]\n",
        "[[table]]\nname = \"by size\"\ndimensions = [\"size\"]\n\n[[table]]\nname = \"by region\"\ndimensions = [\"region\"]\n\n[release]\ntotal = \"All\"\n",
    );
    let case = case(&[], &two);
    case.run(&["anonymize", "policy.toml", "--json"]).well();
    assert_snapshot!(case.read("table.csv"), @r"
    table,size,region,value,status
    by size,large,All,9,published
    by size,small,All,9,published
    by size,All,All,18,published
    by region,All,Alba,8,published
    by region,All,Brin,4,published
    by region,All,Celo,6,published
    by region,All,North,12,published
    by region,All,South,6,published
    by region,All,All,18,published
    ");
}

#[test]
fn what_does_not_belong_to_tables_is_refused() {
    for (from, to, expected) in [
        (
            "[output]",
            "[[mask]]\nmethod = \"delete\"\nattributes = [\"size\"]\n[output]",
            "`mask` means nothing for",
        ),
        ("[output]", "[release]\nsuppression = 0.1\n[output]", "`suppression` means nothing for"),
        (
            "role = \"dimension\"\n\n[[table",
            "role = \"sensitive\"\n\n[[table",
            "is no role of `kind = \"table\"`",
        ),
        ("[\"region\", \"size\"]", "[\"region\", \"sice\"]", "`sice` is no dimension"),
        ("[\"region\", \"size\"]", "[\"size\", \"size\"]", "is there twice"),
        (
            "minimum-frequency\"\nn = 3",
            "k-anonymity\"\nk = 3",
            "is a requirement of `kind = \"microdata\"`",
        ),
        ("n = 3", "n = 1", "every cell that is there has at least one record"),
        ("[[table]]\ndimensions = [\"region\", \"size\"]", "", "asks for tables and names none"),
        ("kind = \"table\"", "kind = \"tables\"", "did you mean"),
    ] {
        let text = POLICY.replacen(from, to, 1);
        assert_ne!(text, POLICY, "{expected}");
        let shown = in_one_line(&case(&[], &text).refused(2, &["table", "policy.toml"]));
        assert!(shown.contains(expected), "{expected}: {shown}");
    }
    // And what belongs to tables is nothing for records.
    let records = Case::people();
    let policy = records.read("policy.toml") + "\n[[table]]\ndimensions = [\"age\"]\n";
    let records = records.file("policy.toml", policy);
    let shown = in_one_line(&records.refused(2, &["anonymize", "policy.toml"]));
    assert!(shown.contains("`table` means nothing for `kind = \"microdata\"`"), "{shown}");
    let shown = in_one_line(&Case::people().refused(2, &["table", "policy.toml"]));
    assert!(shown.contains("the policy asks for no table"), "{shown}");
}

/// A value that is called as totals are would be taken for one.
#[test]
fn totals_have_a_name_of_their_own() {
    let case = case(&[("Alba", "Total", 5)], POLICY);
    let shown = in_one_line(&case.refused(2, &["table", "policy.toml"]));
    assert!(shown.contains("a value of `size` is called as totals are"), "{shown}");
}
