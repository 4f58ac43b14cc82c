//! Standardised propensity scores of tables, as synthpop's `utility.tables` has them.
//!
//! The score of a record is the share of synthetic records in its cell, which is what a logistic
//! regression with a term for each cell finds. For c = 1/2 and N records of both files, pMSE =
//! Σ (s − o)²/(4(o + s))/N over cells with o true and s synthetic records. Its expectation under a
//! correct synthesis is (k − 1)(1 − c)²c/N for k cells.

use ridotto_core::{Series, Values};
use std::collections::BTreeMap;

/// Categories as they are; numbers in five groups of as equal a size as can be; missing values are
/// one more.
pub fn groups(original: &Series, synthetic: &Series) -> [Vec<u32>; 2] {
    match (&original.values, &synthetic.values) {
        (Values::Categories { codes: a, .. }, Values::Categories { codes: b, .. }) => {
            [a, b].map(|codes| codes.iter().map(|code| code.unwrap_or(u32::MAX)).collect())
        }
        (Values::Numbers(a), Values::Numbers(b)) => {
            let mut sorted: Vec<f64> = a.iter().copied().filter(|x| !x.is_nan()).collect();
            sorted.sort_by(f64::total_cmp);
            let cuts: Vec<f64> = (1..5).map(|part| sorted[part * sorted.len() / 5]).collect();
            let group = |x: &f64| {
                if x.is_nan() { 9 } else { cuts.iter().filter(|cut| x >= cut).count() as u32 }
            };
            [a, b].map(|numbers| numbers.iter().map(group).collect())
        }
        _ => panic!("a column changed its kind"),
    }
}

/// The standardised pMSE of the table of these columns.
pub fn standardised(tables: &[[Vec<u32>; 2]]) -> f64 {
    let mut cells: BTreeMap<Vec<u32>, [f64; 2]> = BTreeMap::new();
    let rows = [tables[0][0].len(), tables[0][1].len()];
    for file in 0..2 {
        for row in 0..rows[file] {
            let cell = tables.iter().map(|table| table[file][row]).collect();
            cells.entry(cell).or_default()[file] += 1.0;
        }
    }
    let all = (rows[0] + rows[1]) as f64;
    let c = rows[1] as f64 / all;
    let square = |[o, s]: &[f64; 2]| (o + s) * (s / (o + s) - c).powi(2);
    let pmse = cells.values().map(square).sum::<f64>() / all;
    let expected = (cells.len() as f64 - 1.0) * (1.0 - c).powi(2) * c / all;
    pmse / expected
}

#[test]
fn equal_files_cannot_be_told_apart() {
    let table = [vec![0, 0, 1, 2], vec![2, 1, 0, 0]];
    assert!(standardised(std::slice::from_ref(&table)).abs() < 1e-12);
    // Two cells with 3 and 1 against 1 and 3: pMSE = 2·(2²/16)/8 = 1/16, expected 1/64.
    let table = [vec![0, 0, 0, 1], vec![0, 1, 1, 1]];
    assert!((standardised(&[table]) - 4.0).abs() < 1e-12);
}
