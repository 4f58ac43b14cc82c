//! Tests of the words for findings.

use super::*;
use ridotto_measure::MEASURES;

fn finding(name: &str, attribute: Option<&str>, before: f64, after: f64) -> Finding {
    Finding {
        name: name.into(),
        attribute: attribute.map(String::from),
        concern: Concern::Risk,
        before: Some(before),
        after: Some(after),
    }
}

#[test]
fn every_statistic_has_its_place() {
    let statistics =
        "values means covariances variances correlations loadings commonalities scores";
    let findings: Vec<Finding> = statistics
        .split(' ')
        .flat_map(|name| ["mean-square", "mean-absolute", "variation"].map(|way| (name, way)))
        .map(|(name, way)| finding(&format!("{name}-{way}"), None, 0.0, 0.5))
        .collect();
    let found = of_findings(&findings, Concern::Risk, Measures(MEASURES));
    assert!(found.measures.is_empty());
    let [table] = &found.tables[..] else { panic!("one table") };
    assert_eq!((table.rows.len(), table.columns.len()), (8, 3));
    assert!(table.rows.iter().all(|row| row.figures.len() == 3));
}

#[test]
fn unknown_names_are_raw_and_internal() {
    let list = [
        finding("records linked", None, 1.0, 0.0),
        finding("unique-records", None, 9.0, 0.0),
        finding("a new one", Some("zip"), 1.0, 0.0),
    ];
    let found = of_findings(&list, Concern::Risk, Measures(MEASURES));
    let shown: Vec<_> = found.measures.iter().map(|one| one.measure.name.as_str()).collect();
    assert_eq!(shown, ["Unique records", "records linked"]);
    let column = &found.tables[0].columns[0];
    assert_eq!((column.name.as_str(), column.unit), ("a new one", Unit::Number));
    let rules = crate::Disclosure::new(MEASURES);
    let told = list.map(|one| rules.is_public(&one.name));
    assert_eq!(told, [false, true, false]);
    let other = of_findings(&[], Concern::Utility, Measures(MEASURES));
    assert!(other.measures.is_empty() && other.tables.is_empty());
}

#[test]
fn a_finding_with_two_names_is_told_once() {
    let names = |list: &[Finding]| -> Vec<String> {
        let found = of_findings(list, Concern::Risk, Measures(MEASURES));
        found.measures.into_iter().map(|one| one.measure.name).collect()
    };
    let both = |after| {
        [finding("prosecutor-highest", None, 1.0, after), finding("highest-risk", None, 1.0, 0.2)]
    };
    assert_eq!(names(&both(0.2)), ["Highest risk"]);
    assert_eq!(names(&both(0.2)[..1]), ["Prosecutor: highest risk"]);
    // Other figures are not the same, whatever they are called.
    assert_eq!(names(&both(0.1)).len(), 2);
    let twice =
        [finding("unique-records", None, 1.0, 0.2), finding("unique-records", None, 1.0, 0.2)];
    assert_eq!(names(&twice), ["Unique records"]);
}

#[test]
fn attributes_are_rows_and_measures_columns() {
    let list = [
        finding("distinction", Some("age"), 0.1, 0.01),
        finding("loss of <zip>", None, 0.0, 0.5),
        finding("separation", Some("sex"), 0.5, 0.5),
        finding("distinction", Some("sex"), 0.2, 0.02),
        // What is there stays.
        finding("distinction", Some("sex"), 0.3, 0.03),
    ];
    let found = of_findings(&list, Concern::Risk, Measures(MEASURES));
    assert!(found.measures.is_empty());
    let table = &found.tables[0];
    let columns: Vec<&str> = table.columns.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(columns, ["Distinction", "Separation"]);
    let rows: Vec<_> =
        table.rows.iter().map(|row| (row.name.as_str(), row.figures.len())).collect();
    assert_eq!(rows, [("age", 1), ("sex", 2)]);
    assert_eq!(table.rows[1].figures[&0], (Some(0.2), Some(0.02)));
    assert_eq!(found.tables[1].rows[0].name, "<zip>");
}

#[test]
fn a_sentence_keeps_its_words_and_is_explained() {
    let list = [
        finding("cells changed by round of pay", None, 0.0, 7.0),
        finding("t-closeness of illness among the released records", None, 0.3, 0.2),
    ];
    let found = of_findings(&list, Concern::Risk, Measures(MEASURES));
    let told: Vec<_> =
        found.measures.iter().map(|one| (&*one.measure.name, title(one.group))).collect();
    assert_eq!(
        told,
        [
            ("t-closeness of illness among the released records", "Noted by the run"),
            ("cells changed by round of pay", "Changes by single steps"),
        ]
    );
    assert!(found.measures.iter().all(|one| one.measure.about.ends_with('.')));
    assert_eq!(found.measures[1].measure.unit, Unit::Count);
}
