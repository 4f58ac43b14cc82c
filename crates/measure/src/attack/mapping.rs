//! Which column of an outside file is which of a release? A proposal, for a person to confirm.

use super::cells::Cells;
use super::fit::Fit;
use super::meaning::Meaning;

/// A column of an outside file and the column of a release that may say the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pair {
    /// The place of the outside column.
    pub outside: usize,
    /// The place of the release's column.
    pub release: usize,
    /// The share of the outside column's cells that fit a label of the release's column, labels
    /// that fit anything not counted. If it is far below 1, words differ and want explaining.
    pub fitting: f64,
    /// Whether both columns have the same name, but for case and signs between words.
    pub same_name: bool,
}

/// Pairs the columns of two files with different schemas, each column at most once.
///
/// Columns of the same name belong together whatever is in them. Of the others the best fitting
/// ones do, if at least half of the outside column's cells fit. Names and values are what the
/// caller gives; the result is a guess, and a wrong one makes attacks say too little.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, meaning::Language, propose_mapping};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let cells = |texts: &[&str]| Cells::of_texts(texts, &language);
/// let (age, zip, name) = (cells(&["31", "45"]), cells(&["13053", "14850"]), cells(&["Bob", "Ann"]));
/// let (ages, zips) = (cells(&["30-39", "40-49"]), cells(&["130**", "148**"]));
/// let pairs = propose_mapping(&[("name", &name), ("AGE", &age), ("post", &zip)], &[("zip", &zips), ("Age", &ages)]);
/// let places: Vec<(usize, usize)> = pairs.iter().map(|pair| (pair.outside, pair.release)).collect();
/// assert_eq!(places, [(1, 1), (2, 0)]);
/// ```
pub fn propose_mapping(outside: &[(&str, &Cells)], release: &[(&str, &Cells)]) -> Vec<Pair> {
    const LEAST: f64 = 0.5;
    let mut pairs: Vec<Pair> = Vec::new();
    for (at, (name, own)) in outside.iter().enumerate() {
        for (place, (other, their)) in release.iter().enumerate() {
            let same_name = plain(name) == plain(other);
            pairs.push(Pair {
                outside: at,
                release: place,
                fitting: fitting(own, their),
                same_name,
            });
        }
    }
    // Names first, then values; the first of equals.
    pairs.sort_by(|a, b| {
        b.same_name.cmp(&a.same_name).then_with(|| b.fitting.total_cmp(&a.fitting))
    });
    let (mut left, mut free) = (vec![true; outside.len()], vec![true; release.len()]);
    pairs.retain(|pair| {
        let enough = pair.same_name || pair.fitting >= LEAST;
        let taken = enough && left[pair.outside] && free[pair.release];
        if taken {
            (left[pair.outside], free[pair.release]) = (false, false);
        }
        taken
    });
    pairs.sort_by_key(|pair| pair.outside);
    pairs
}

/// Letters and digits alone, in lower case.
fn plain(name: &str) -> String {
    name.chars().filter(|letter| letter.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn fitting(own: &Cells, their: &Cells) -> f64 {
    let fit = Fit::new(own, their);
    let says = |&code: &u32| their.meanings()[code as usize] != Meaning::Anything;
    let fits: Vec<bool> =
        (0..own.meanings().len() as u32).map(|code| fit.of(code).iter().any(says)).collect();
    let counts = own.codes().histogram(fits.len());
    let some: u64 = counts.iter().zip(&fits).filter(|(_, fits)| **fits).map(|it| it.0).sum();
    some as f64 / own.codes().len().max(1) as f64
}
