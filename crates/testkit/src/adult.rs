//! The Adult data set, which the literature measures on: 30,162 people, eight quasi-identifiers,
//! 6,480 generalisations.

use crate::{Small, data};
use std::fs;

/// The quasi-identifiers, as the file orders them.
const KEY: [&str; 8] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
];

/// The table, if it is among the data sets at hand.
///
/// # Panics
/// If the files are there and cannot be read.
pub fn adult() -> Option<Small> {
    let path = data::find("data/adult/adult.csv")?;
    let text = fs::read_to_string(&path).expect("the data set is readable");
    let cells: Vec<Vec<&str>> =
        text.lines().skip(1).map(|line| line.split(';').take(KEY.len()).collect()).collect();
    let lines: Vec<_> = KEY
        .iter()
        .map(|attribute| {
            let path = path.with_file_name("hierarchies").join(format!("{attribute}.csv"));
            let text = fs::read_to_string(path).expect("the hierarchy is readable");
            text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
        })
        .collect();
    Some(Small::new(&cells, &lines))
}
