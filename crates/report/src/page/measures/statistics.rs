//! The table of statistics: how far each moved, measured in three ways.

use super::super::Unit;

/// The statistics, which are the table's rows: how a measure's name begins, and what it is called.
const STATISTICS: [(&str, &str); 8] = [
    ("values", "Numbers themselves"),
    ("means", "Means"),
    ("covariances", "Covariances"),
    ("variances", "Variances"),
    ("correlations", "Correlations"),
    ("loadings", "Correlations with principal components"),
    ("commonalities", "Commonalities of the first component"),
    ("scores", "Coefficients of principal components"),
];

/// The ways, which are its columns: how the name ends, what it is called, its unit and its meaning.
pub(super) const WAYS: [(&str, &str, Unit, &str); 3] = [
    (
        "mean-square",
        "Mean square",
        Unit::Number,
        "The mean squared difference, in the squared units of the data.",
    ),
    (
        "mean-absolute",
        "Mean absolute",
        Unit::Number,
        "The mean absolute difference, in the units of the data.",
    ),
    (
        "variation",
        "Mean variation",
        Unit::Part,
        "The mean difference as a share of what it was before.",
    ),
];

/// The row and the column of a measure, if it is one of the table.
pub(super) fn place(name: &str) -> Option<(&'static str, usize)> {
    STATISTICS.iter().find_map(|(start, words)| {
        let end = name.strip_prefix(start)?.strip_prefix('-')?;
        Some((*words, WAYS.iter().position(|way| way.0 == end)?))
    })
}

/// Every measure of the table: its name in reports, its name for readers, and what it means.
pub(super) fn all() -> impl Iterator<Item = (String, String, &'static str)> {
    STATISTICS.iter().flat_map(|(start, words)| {
        WAYS.iter().map(move |(end, way, _, about)| {
            (format!("{start}-{end}"), format!("{words}, {}", way.to_lowercase()), *about)
        })
    })
}
