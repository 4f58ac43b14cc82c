//! A decision applied to a later file, whose values it never saw.

use crate::case::Case;

/// Eight records a year, with one column that is generalised.
fn year(values: &[&str]) -> String {
    let rows = values.iter().map(|value| format!("\"{value}\",{}\n", value.len()));
    std::iter::once("q,s\n".to_owned()).chain(rows).collect()
}

/// Decides about some values and applies that to others; what these show, and the notes.
fn applied(hierarchy: &str, release: &str, values: &[&str], later: &[&str]) -> (String, String) {
    let policy = format!(
        "version = 1\n[data]\ninput = \"now.csv\"\n[attributes.q]\nrole = \"quasi-identifier\"\n\
         {hierarchy}\n[attributes.s]\nrole = \"insensitive\"\n[[require]]\nmodel = \"k-anonymity\"\n\
         k = 2\n[release]\n{release}\n[output]\nfile = \"out.csv\"\n"
    );
    let case = Case::empty()
        .file("now.csv", year(values))
        .file("later.csv", year(later))
        .file("towns.csv", "Alba;North\nBerg;North\nCelo;South\nDorf;South\nEsch;South\n")
        .file("policy.toml", policy);
    case.run(&["anonymize", "policy.toml", "--recoding", "r.json"]).well();
    let args = ["apply", "r.json", "later.csv", "-o", "new.csv", "--keep-order"];
    let ran = case.run(&args).well();
    let new = case.read("new.csv");
    let first = |line: &str| match line.rsplit_once(',') {
        Some((label, _)) => label.trim_matches('"').to_owned(),
        None => line.to_owned(),
    };
    let shown: Vec<String> = new.lines().skip(1).map(first).collect();
    let notes = ran.shown();
    let is_told = |line: &&str| line.contains("new and") || line.contains("recoding");
    let notes = notes.lines().filter(is_told).map(str::trim);
    (shown.join(" "), notes.collect::<Vec<_>>().join("; "))
}

/// Builders place what they never saw; nothing becomes `*` that has a place.
#[test]
fn new_values_are_generalised_like_the_others() {
    let dates = ["2023-01-01", "2023-01-05", "2023-02-01", "2023-02-02"];
    let next = ["2024-01-03", "2024-01-09", "2024-07-01", "2024-07-02"];
    let ages = ["20", "21", "30", "31"];
    let older = ["22", "23", "41", "44"];
    let zips = ["53711", "53712", "94031", "94032"];
    let others = ["53719", "53718", "10001", "10002"];
    for (hierarchy, release, now, later, shown) in [
        (
            "hierarchy = { dates = [\"month\", \"year\"] }",
            "",
            dates,
            next,
            "2024-01 2024-01 2024-07 2024-07",
        ),
        ("hierarchy = { auto = true }", "", dates, next, "2024-01 2024-01 2024-07 2024-07"),
        ("hierarchy = { intervals = [5, 10] }", "", ages, older, "20-24 20-24 40-44 40-44"),
        ("hierarchy = { cuts = [[25]] }", "", ages, older, "<25 <25 >=25 >=25"),
        ("hierarchy = { auto = 2 }", "", ages, older, "<30 <30 >=30 >=30"),
        ("hierarchy = { redact = \"right\" }", "", zips, others, "5371* 5371* 1000* 1000*"),
        (
            "hierarchy = { dates = [\"month\", \"year\"] }",
            "algorithm = \"top-down\"",
            dates,
            ["2023-01-02", "2023-02-03", "2023-01-09", "2023-02-27"],
            "2023-01 2023-02 2023-01 2023-02",
        ),
        (
            "",
            "algorithm = \"k-optimize\"",
            ["20", "22", "30", "32"],
            ["21", "21", "31", "31"],
            "20-22 20-22 30-32 30-32",
        ),
    ] {
        let (got, notes) = applied(hierarchy, release, &now, &later);
        assert_eq!(got, shown, "{hierarchy} {release}: {notes}");
        assert!(notes.contains("new and generalised like the others"), "{hierarchy}: {notes}");
    }
}

/// What no builder can place becomes `*`: values that a file or a tree does not list, and what cannot
/// be read.
#[test]
fn what_has_no_place_becomes_a_star() {
    let towns = ["Alba", "Berg", "Celo", "Dorf"];
    let file = "hierarchy = \"towns.csv\"";
    let (got, notes) = applied(file, "", &towns, &["Alba", "Berg", "Esch", "Gent"]);
    assert_eq!(
        (got.as_str(), notes.as_str()),
        ("North North * *", "note          2 values of `q` were new and became `*`")
    );
    let groups = "hierarchy = { groups = { North = [\"Alba\", \"Berg\"], South = [\"Celo\", \"Dorf\", \"Esch\"] } }";
    let (got, notes) = applied(groups, "", &towns, &["Celo", "Esch", "Gent", "Hulm"]);
    assert_eq!(got, "South South * *", "{notes}");
    let (got, notes) = applied(
        "hierarchy = { intervals = [5, 10] }",
        "",
        &["20", "21", "30", "31"],
        &["22", "23", "22.5", "old"],
    );
    assert_eq!(got, "20-24 20-24 * *", "{notes}");
}

/// Cells are at levels of their own: a new value goes to a class whose label the builder says is its
/// ancestor, and where there is none, records are shown as coarsely as classes are.
#[test]
fn cells_of_new_values() {
    let dates = ["2023-01-01", "2023-01-05", "2023-02-01", "2023-02-02"];
    let by_dates = "hierarchy = { dates = [\"month\", \"year\"] }";
    let ages = ["20", "21", "30", "31"];
    let by_ages = "hierarchy = { intervals = [5, 10] }";
    let zips = ["53711", "53712", "94031", "94032"];
    let by_zips = "hierarchy = { redact = \"right\" }";
    let towns = ["Alba", "Berg", "Celo", "Dorf"];
    let by_file = "hierarchy = \"towns.csv\"";
    for (hierarchy, now, later, shown) in [
        // Some in a class that is there, some in one of their own.
        (
            by_dates,
            dates,
            &["2024-01-03", "2024-01-09", "2023-01-20", "2023-01-21"][..],
            "2024-01 2024-01 2023-01 2023-01",
        ),
        (
            "hierarchy = { auto = true }",
            dates,
            &["2024-01-03", "2024-01-09"][..],
            "2024-01 2024-01",
        ),
        // Whoever is like nobody shows nothing.
        (
            by_dates,
            dates,
            &["2024-01-03", "2024-01-09", "2024-07-01", "2025-08-01"][..],
            "2024-01 2024-01 * *",
        ),
        // One alone would not be hidden, so others go with them.
        (
            by_dates,
            dates,
            &["2024-01-03", "2024-01-09", "2024-03-03", "2024-03-04", "2025-07-01"][..],
            "2024-01 2024-01 * * *",
        ),
        (by_ages, ages, &["22", "24", "41", "44"][..], "20-24 20-24 40-44 40-44"),
        (by_zips, zips, &["53719", "53718", "10001", "10002"][..], "5371* 5371* 1000* 1000*"),
        // A file's lines are not part of the recoding.
        (by_file, towns, &["Alba", "Berg", "Esch", "Gent"][..], "North North * *"),
    ] {
        let (got, notes) = applied(hierarchy, "algorithm = \"local-recoding\"", &now, later);
        assert_eq!(got, shown, "{hierarchy}: {notes}");
        let is_beyond = ["2024", "40-44", "1000*"].iter().any(|label| got.contains(label));
        assert_eq!(notes.contains("no class of the recoding holds"), is_beyond, "{notes}");
        assert_eq!(notes.contains("show `*` only"), got.ends_with(" *"), "{notes}");
    }
}

/// Regions of mondrian are cut where values are, and new ones lie on no side of a cut: they go to a
/// region whose label holds them, or are shown as coarsely as one.
#[test]
fn regions_of_new_values() {
    let dates = ["2023-01-01", "2023-01-05", "2023-02-01", "2023-02-02"];
    let by_dates = "hierarchy = { dates = [\"month\", \"year\"] }";
    let zips = ["53711", "53712", "94031", "94032"];
    let by_zips = "hierarchy = { redact = \"right\" }";
    let ages = ["20", "21", "30", "31"];
    for (hierarchy, now, later, shown) in [
        (
            by_dates,
            dates,
            &["2024-01-03", "2024-01-09", "2023-01-20", "2023-01-21"][..],
            "2024-01 2024-01 2023-01 2023-01",
        ),
        (
            by_dates,
            dates,
            &["2024-01-03", "2024-01-09", "2024-07-01", "2025-08-01"][..],
            "2024-01 2024-01 * *",
        ),
        (by_zips, zips, &["53719", "53718", "10001", "10002"][..], "5371* 5371* 1000* 1000*"),
        // Without a hierarchy regions are ranges that hold every number.
        ("", ages, &["21", "19", "41", "44"][..], "<22 <22 >=22 >=22"),
    ] {
        let (got, notes) = applied(hierarchy, "algorithm = \"mondrian\"", &now, later);
        assert_eq!(got, shown, "{hierarchy}: {notes}");
    }
}
