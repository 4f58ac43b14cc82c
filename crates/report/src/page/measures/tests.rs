//! Tests of the words for findings.

use super::*;

/// Every name that an assessment gives to a finding about a whole file.
const OF_FILES: &str = "k-concealment k-confusion highest-risk average-risk unique-records smallest-class prosecutor-highest \
    prosecutor-average prosecutor-share-above marketer-expected journalist-highest \
    journalist-average journalist-share-above journalist-expected sample-uniqueness \
    population-uniqueness population-unique-if-sample-unique special-uniques \
    special-unique-highest-score linked-by-distance linked-by-rank linked-by-probability linked-by-learned-weights \
    linked-by-learned-order linked-by-learned-form linked-by-learned-sets \
    linked-knowing-rank-swapping linked-knowing-averages risk-threshold individual-risk-highest \
    individual-risk-average individual-risk-expected household-risk-average \
    household-risk-expected records \
    classes average-class-size loss precision ambiguity class-size class-size-by-k discernibility \
    discernibility-one-class eigenvalues squared-error-by-range squared-error-by-deviation \
    record-squared-error sse-by-sst il1s two-way-hellinger two-way-total-variation \
    two-way-cramers-v two-way-cramers-v-change completeness uniqueness propensity-logistic \
    propensity-quadratic propensity-tree query-error query-error-median query-error-worst";

/// Every name that it gives to one about an attribute.
const OF_ATTRIBUTES: &str = "distinction separation adds-to-average-risk best-guess \
    best-guess-without-class certain-guess rank-interval-disclosure deviation-interval-disclosure \
    height loss non-uniform-entropy true-cells unreadable-cells mean standard-deviation \
    squared-error-by-range squared-error-by-deviation hellinger total-variation divergence \
    cramers-v prediction-baseline prediction-regression prediction-trees";

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
fn every_name_of_an_assessment_has_words() {
    let names = || OF_FILES.split_whitespace().chain(OF_ATTRIBUTES.split_whitespace());
    for name in names() {
        let words = words(name).unwrap_or_else(|| panic!("{name} has no words"));
        assert!(!words.name.contains('-') && !words.name.is_empty(), "{name}");
        assert!(words.about.ends_with('.') && words.group != Group::Unknown, "{name}");
    }
    // Nothing has words that no assessment says, and nothing has them twice.
    for one in all() {
        assert!(names().any(|name| name == one.key), "{} is of nothing", one.key);
        assert_eq!(all().filter(|other| other.key == one.key).count(), 1, "{}", one.key);
        assert_eq!(all().filter(|other| other.name == one.name).count(), 1, "{}", one.name);
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
    let found = of_findings(&findings, Concern::Risk);
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
    let found = of_findings(&list, Concern::Risk);
    let shown: Vec<_> = found.measures.iter().map(|one| one.measure.name.as_str()).collect();
    assert_eq!(shown, ["Unique records", "records linked"]);
    let column = &found.tables[0].columns[0];
    assert_eq!((column.name.as_str(), column.unit), ("a new one", Unit::Number));
    let told = list.map(|one| follows_from_release(&one.name));
    assert_eq!(told, [false, true, false]);
    let other = of_findings(&[], Concern::Utility);
    assert!(other.measures.is_empty() && other.tables.is_empty());
}

#[test]
fn a_finding_with_two_names_is_told_once() {
    let names = |list: &[Finding]| -> Vec<String> {
        let found = of_findings(list, Concern::Risk);
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
    let found = of_findings(&list, Concern::Risk);
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
