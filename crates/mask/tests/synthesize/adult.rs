//! Adult, 30,162 people with nine attributes: can synthetic ones be told from them?

use crate::synthesize::pmse::{groups, standardised};
use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{Options, synthesize};
use ridotto_measure::utility::model::Terms;
use ridotto_measure::utility::{Learner, propensity};
use ridotto_testkit::data;

/// The data set, if it is here: age is a number, all others are categories.
pub fn adult() -> Option<Vec<Series>> {
    let text = std::fs::read_to_string(data::find("data/adult/adult.csv")?).ok()?;
    let mut lines = text.lines().map(|line| line.split(';').collect::<Vec<_>>());
    let names = lines.next()?;
    let rows: Vec<Vec<&str>> = lines.collect();
    let column = |(at, name): (usize, &&str)| {
        let cells = || rows.iter().map(|row| row[at]);
        let values = if *name == "age" {
            Values::Numbers(cells().map(|cell| cell.parse().unwrap()).collect())
        } else {
            let mut texts: Vec<&str> = cells().collect();
            texts.sort_unstable();
            texts.dedup();
            let code = |cell: &str| texts.binary_search(&cell).ok().map(|code| code as u32);
            let codes = cells().map(code).collect();
            Values::Categories { codes, categories: texts.len(), ordered: false }
        };
        Series { name: (*name).into(), values }
    };
    Some(names.iter().enumerate().map(column).collect())
}

/// The standardised score of a logistic regression with a term for each group of each attribute.
fn main_effects(tables: &[[Vec<u32>; 2]]) -> f64 {
    let file = |which: usize| -> Vec<Series> {
        let column = |table: &[Vec<u32>; 2]| {
            let codes = table[which].iter().map(|&code| Some(code)).collect();
            let values = Values::Categories { codes, categories: 64, ordered: false };
            Series { name: "x".into(), values }
        };
        tables.iter().map(column).collect()
    };
    let found = propensity(&file(0), &file(1), Learner::Logistic(Terms::Linear), &()).unwrap();
    let groups = |[one, other]: &[Vec<u32>; 2]| {
        let mut seen: Vec<u32> = one.iter().chain(other).copied().collect();
        seen.sort_unstable();
        seen.dedup();
        seen.len() - 1
    };
    let terms: usize = tables.iter().map(groups).sum();
    let records = (tables[0][0].len() + tables[0][1].len()) as f64;
    found.u / (terms as f64 / 8.0 / records)
}

#[test]
fn synthetic_adults_look_like_true_ones() {
    let Some(columns) = adult() else { return };
    let outcome = synthesize(&Options::default(), &columns, &Dice::seeded(2026)).unwrap();
    let copy = &outcome.copies[0];
    let tables: Vec<_> = columns.iter().zip(copy).map(|(a, b)| groups(a, b)).collect();
    let mut all = Vec::new();
    for (a, one) in tables.iter().enumerate() {
        let score = standardised(std::slice::from_ref(one));
        println!("{:>16} {score:6.2}", columns[a].name);
        all.push(score);
    }
    for a in 0..tables.len() {
        for b in a + 1..tables.len() {
            let score = standardised(&[tables[a].clone(), tables[b].clone()]);
            println!("{:>16} {:>16} {score:6.2}", columns[a].name, columns[b].name);
            all.push(score);
        }
    }
    let together = main_effects(&tables);
    println!("main effects of all attributes together {together:.2}");
    assert!(together < 3.0, "{together}");
    let most = all.iter().copied().fold(0.0, f64::max);
    println!("greatest {most:.2}, mean {:.2}", all.iter().sum::<f64>() / all.len() as f64);
    assert!(most < 3.0, "{most}");
}
