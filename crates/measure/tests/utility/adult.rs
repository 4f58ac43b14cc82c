//! Adult: the best generalisations that another program found, written as files and measured as
//! strangers' files are, must have the scores that it reports.

use crate::case::{Coded, attribute, near};
use ridotto_core::hierarchy::{Builder, Row};
use ridotto_core::{Hierarchy, Kind};
use ridotto_measure::utility::{Attribute, Classes, ambiguity, loss, precision};
use ridotto_testkit::data;
use ridotto_testkit::golden::{self, ADULT, Adult};
use std::collections::BTreeMap;

struct Columns {
    texts: Vec<Vec<String>>,
    builders: Vec<Builder>,
    hierarchies: Vec<Hierarchy>,
    coded: Vec<Coded>,
}

fn read() -> Option<Columns> {
    let cells = |file: &str| -> Option<Vec<Vec<String>>> {
        let text = std::fs::read_to_string(data::find(file)?).ok()?;
        Some(text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect())
    };
    let mut rows = cells("data/adult/adult.csv")?;
    assert_eq!(rows.remove(0), ADULT);
    let column = |at: usize| rows.iter().map(|row| row[at].clone()).collect::<Vec<_>>();
    let texts: Vec<Vec<String>> = (0..ADULT.len()).map(column).collect();
    let mut columns =
        Columns { texts, builders: Vec::new(), hierarchies: Vec::new(), coded: Vec::new() };
    for (at, name) in ADULT.iter().enumerate() {
        let lines = cells(&format!("data/adult/hierarchies/{name}.csv"))?;
        let lines = lines.into_iter().zip(1..).map(|(line, number)| Row::line(number, line));
        let builder = Builder::Table(lines.collect());
        let coded = Coded::new(&columns.texts[at], Kind::Text);
        let counts = coded.codes.histogram(coded.dictionary.len());
        let compiled = builder.compile(name, &coded.dictionary, &counts, &str::is_empty);
        columns.hierarchies.push(compiled.expect("the hierarchies of Adult are good"));
        columns.builders.push(builder);
        columns.coded.push(coded);
    }
    Some(columns)
}

/// The file that a generalisation makes, records in classes below k left out.
fn release(columns: &Columns, case: &Adult) -> (Vec<Attribute>, u64) {
    let rows = columns.texts[0].len();
    let label = |at: usize, row: usize| {
        let (hierarchy, level) = (&columns.hierarchies[at], usize::from(case.levels[at]));
        let group = hierarchy.map(level)[columns.coded[at].codes.get(row) as usize];
        hierarchy.label(level, group).expect("nothing is missing")
    };
    let mut classes: BTreeMap<Vec<&str>, Vec<usize>> = BTreeMap::new();
    for row in 0..rows {
        let key = (0..case.attributes).map(|at| label(at, row)).collect();
        classes.entry(key).or_default().push(row);
    }
    let mut kept: Vec<usize> =
        classes.into_values().filter(|rows| rows.len() as u64 >= case.k).flatten().collect();
    kept.sort_unstable();
    let make = |at: usize| {
        let after: Vec<&str> = kept.iter().map(|&row| label(at, row)).collect();
        let builder = Some(&columns.builders[at]);
        attribute(ADULT[at], Kind::Text, &columns.texts[at], &after, builder)
    };
    ((0..case.attributes).map(make).collect(), (rows - kept.len()) as u64)
}

#[test]
fn files_have_the_scores_that_were_reported() {
    let Some(columns) = read() else { return };
    let rows = columns.texts[0].len() as f64;
    let mut compared = 0;
    for case in golden::adult().iter().filter(|case| case.attributes <= 8) {
        let name = format!("{}, {} attributes, k = {}", case.objective, case.attributes, case.k);
        let (attributes, removed) = release(&columns, case);
        let keys: Vec<&Attribute> = attributes.iter().collect();
        assert_eq!(removed, case.suppressed, "{name}");
        let classes = Classes::after(&keys, removed);
        let found = match case.objective.as_str() {
            "loss" => {
                for (attribute, &part) in attributes.iter().zip(&case.parts) {
                    let found = loss(attribute, removed).unwrap();
                    assert!(near(found, part, 1e-8), "{name}: {found} and {part}");
                }
                continue;
            }
            "discernibility" => classes.discernibility(),
            "class-size" => classes.average_size().unwrap(),
            "precision" => 1.0 - precision(&attributes, removed).unwrap(),
            "ambiguity" => ambiguity(&keys, removed).unwrap() * rows,
            _ => continue,
        };
        assert!(near(found, case.score, 1e-8), "{name}: {found} and {}", case.score);
        compared += 1;
    }
    assert!(compared > 3, "the references have other objectives, too");
}
