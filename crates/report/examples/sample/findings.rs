//! Invented findings, with the names that an assessment gives them.

use ridotto_report::{Concern, Finding};

/// Findings about the whole file, then about attributes.
pub fn findings() -> Vec<Finding> {
    let mut list = Vec::new();
    for &(name, before, after) in RISK {
        list.push(finding(name, None, Concern::Risk, before, after));
    }
    for &(name, before, after) in UTILITY {
        list.push(finding(name, None, Concern::Utility, before, after));
    }
    for (at, statistic) in STATISTICS.into_iter().enumerate() {
        let off = 0.013 * (at + 1) as f64;
        for (way, after) in
            [("mean-square", 31.7 * off), ("mean-absolute", 2.4 * off), ("variation", off)]
        {
            let name = format!("{statistic}-{way}");
            list.push(finding(&name, None, Concern::Utility, 0.0, after));
        }
    }
    for (at, attribute) in ATTRIBUTES.into_iter().enumerate() {
        of_attribute(&mut list, at, attribute);
    }
    list
}

const RISK: &[(&str, f64, f64)] = &[
    ("highest-risk", 1.0, 0.2),
    ("average-risk", 0.6627, 0.0274),
    ("unique-records", 14_212.0, 0.0),
    ("smallest-class", 1.0, 5.0),
    ("prosecutor-highest", 1.0, 0.2),
    ("prosecutor-average", 0.6627, 0.0274),
    ("prosecutor-share-above", 0.913, 0.0),
    ("marketer-expected", 19_988.0, 812.0),
    ("sample-uniqueness", 0.4712, 0.0),
    ("special-uniques", 9_127.0, 0.0),
    ("special-unique-highest-score", 635.0, 0.0),
    ("linked-by-distance", 1.0, 0.0014),
    ("linked-by-rank", 1.0, 0.0132),
    ("linked-by-probability", 1.0, 0.0231),
    ("a new measure", 3.0, 2.0),
];

const UTILITY: &[(&str, f64, f64)] = &[
    ("records", 30_162.0, 29_650.0),
    ("classes", 19_988.0, 812.0),
    ("average-class-size", 1.509, 36.51),
    ("class-size", 1.509, 37.1),
    ("class-size-by-k", 0.302, 7.42),
    ("discernibility", 91_442.0, 17_298_744.0),
    ("discernibility-one-class", 91_442.0, 2_117_944.0),
    ("loss", 0.0, 0.2314),
    ("precision", 1.0, 0.6312),
    ("ambiguity", 1.0, 4_127.3),
    ("two-way-hellinger", 0.0, 0.0417),
    ("two-way-total-variation", 0.0, 0.0723),
    ("two-way-cramers-v", 0.1932, 0.1701),
    ("two-way-cramers-v-change", 0.0, 0.0291),
    ("completeness", 1.0, 0.9931),
    ("uniqueness", 0.9983, 0.7214),
    ("propensity-logistic", 0.0, 0.0021),
    ("propensity-quadratic", 0.0, 0.0187),
    ("propensity-tree", 0.0, 0.0612),
    ("query-error", 0.0, 0.0832),
    ("query-error-median", 0.0, 0.0214),
    ("query-error-worst", 0.0, 2.31),
    ("sse-by-sst", 0.0, 0.1423),
    ("il1s", 0.0, 0.1127),
    ("eigenvalues", 0.0, 0.0521),
];

const STATISTICS: [&str; 8] = [
    "values",
    "means",
    "covariances",
    "variances",
    "correlations",
    "loadings",
    "commonalities",
    "scores",
];

/// Eight quasi-identifiers, a number and two sensitive attributes.
const ATTRIBUTES: [&str; 11] = [
    "age",
    "sex",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation-group",
    "hours-per-week",
    "occupation",
    "income",
];

fn of_attribute(list: &mut Vec<Finding>, at: usize, attribute: &str) {
    let part = (at + 1) as f64 / 12.0;
    let mut add = |concern, figures: &[(&str, f64, f64)]| {
        for &(name, before, after) in figures {
            list.push(finding(name, Some(attribute), concern, before, after));
        }
    };
    if at < 8 {
        add(
            Concern::Risk,
            &[
                ("distinction", 0.0025 * part, 0.0002),
                ("separation", part, part / 2.0),
                ("adds-to-average-risk", 0.31 * part * part, 0.011 * part),
            ],
        );
    }
    if at > 8 {
        add(
            Concern::Risk,
            &[
                ("best-guess", 0.91, 0.27 + part / 4.0),
                ("best-guess-without-class", 0.137, 0.136),
                ("certain-guess", 0.83, 0.0),
            ],
        );
    }
    if attribute == "age" || attribute == "hours-per-week" {
        add(
            Concern::Risk,
            &[
                ("rank-interval-disclosure", 1.0, 0.31),
                ("deviation-interval-disclosure", 1.0, 0.2214),
            ],
        );
        add(
            Concern::Utility,
            &[
                ("mean", 38.4379, 38.2116),
                ("standard-deviation", 13.1347, 12.7712),
                ("squared-error-by-range", 0.0, 0.0041),
                ("squared-error-by-deviation", 0.0, 0.1213),
            ],
        );
    }
    let loss = if at < 8 { part * part } else { 0.0 };
    add(
        Concern::Utility,
        &[
            ("height", 0.0, loss.sqrt()),
            ("loss", 0.0, loss),
            ("non-uniform-entropy", 0.0, 3.0 * loss),
            ("true-cells", 1.0, 1.0),
            ("unreadable-cells", 0.0, 0.0),
            ("hellinger", 0.0, 0.12 * part),
            ("total-variation", 0.0, 0.17 * part),
            ("divergence", 0.0, 0.021 * part),
            ("cramers-v", 0.0, 0.08 * part),
        ],
    );
    if attribute == "income" {
        add(
            Concern::Utility,
            &[
                ("prediction-baseline", 0.751, 0.751),
                ("prediction-regression", 0.846, 0.829),
                ("prediction-trees", 0.861, 0.838),
            ],
        );
    }
}

fn finding(
    name: &str,
    attribute: Option<&str>,
    concern: Concern,
    before: f64,
    after: f64,
) -> Finding {
    Finding {
        name: name.into(),
        attribute: attribute.map(String::from),
        concern,
        before: Some(before),
        after: Some(after),
    }
}
