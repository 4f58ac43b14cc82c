//! The risk of every record of the file after, for its owner: what it is and what made it.

use super::risk::{sampled, special_size};
use super::{Evidence, linkage, survey};
use crate::risk::special_unique::{dis_suda, special_uniques};
use ridotto_core::Watch;
use std::fmt::Write;

/// A column of the file: its name, whether it is a chance to be found, and a figure for each record.
struct Figures {
    name: &'static str,
    is_chance: bool,
    of_row: Vec<f64>,
}

/// A file with commas: the place of each record in the file after from 1 on, its risk (the largest of
/// the chances to be found), which that is, and all figures.
pub(super) fn told(of: &Evidence<'_>, watch: &dyn Watch) -> String {
    let columns = figures(of, watch);
    let names: Vec<&str> = columns.iter().map(|column| column.name).collect();
    let mut text = format!("row,risk,made-by,{}\n", names.join(","));
    for row in 0..of.pair.after.rows {
        let chances = columns.iter().filter(|column| column.is_chance);
        let chance = chances.map(|column| (column.of_row[row], column.name));
        let largest = |best: (f64, &'static str), one: (f64, &'static str)| {
            if one.0 > best.0 { one } else { best }
        };
        let (risk, made_by) = chance.fold((0.0, "nothing"), largest);
        let _ = write!(text, "{},{risk},{made_by}", row + 1);
        for column in &columns {
            let _ = write!(text, ",{}", column.of_row[row]);
        }
        text.push('\n');
    }
    text
}

fn figures(of: &Evidence<'_>, watch: &dyn Watch) -> Vec<Figures> {
    let alike: Vec<f64> = of.alike.1.by_row().map(|alike| alike as f64).collect();
    let prosecutor = alike.iter().map(|alike| 1.0 / alike).collect();
    let mut columns = vec![
        Figures { name: "records-alike", is_chance: false, of_row: alike },
        Figures { name: "prosecutor", is_chance: true, of_row: prosecutor },
    ];
    let mut add = |name, is_chance, of_row: Option<Vec<f64>>| {
        let fits = of_row.filter(|of_row| of_row.len() == of.pair.after.rows);
        columns.extend(fits.map(|of_row| Figures { name, is_chance, of_row }));
    };
    add("journalist", true, of.population.as_ref().map(|everybody| everybody.after.risks()));
    add("individual-risk", true, survey::by_row(of));
    add("linked-by-distance", true, linkage::by_row(of, &of.keys, watch));
    let all: Vec<usize> = (0..of.attributes.len()).collect();
    if all.len() > of.keys.len() {
        add("linked-by-distance-all-columns", true, linkage::by_row(of, &all, watch));
    }
    if let Ok(uniques) = special_uniques(of.after.keys(), special_size(of), watch) {
        // Without wildcards the combinations are those of the classes, in the same order.
        let by_row = |scores: &[f64]| {
            let classes = super::class_of_rows(of);
            classes.iter().map(|&class| scores[class as usize]).collect()
        };
        add("suda", false, Some(by_row(&uniques.scores)));
        let dis = dis_suda(&uniques, &of.after, sampled(of, &of.after));
        add("dis-suda", true, dis.map(|dis| by_row(&dis)));
    }
    columns
}
