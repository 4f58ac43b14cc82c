//! The Adult data set, which the literature measures on: 30,162 people, eight quasi-identifiers,
//! 6,480 generalisations.

use crate::{Small, data, golden::ADULT};
use std::fs;

/// The table, if it is among the data sets at hand.
///
/// # Panics
/// If the files are there and cannot be read.
pub fn adult() -> Option<Small> {
    let path = data::find("data/adult/adult.csv")?;
    // The last one is no quasi-identifier.
    let key = &ADULT[..8];
    let text = fs::read_to_string(&path).expect("the data set is readable");
    let cells: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split(';').take(key.len()).collect()).collect();
    let lines: Vec<_> = key
        .iter()
        .map(|attribute| {
            let path = path.with_file_name("hierarchies").join(format!("{attribute}.csv"));
            let text = fs::read_to_string(path).expect("the hierarchy is readable");
            text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
        })
        .collect();
    Some(Small::new(&cells, &lines))
}
