//! How many records are like each record: those of its class, or where missing values match anything,
//! those that fit it.

use crate::files::pair::{Shared, cells};
use ridotto_core::class::{Tally, number_rows, wildcard_counts};
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, CodeColumn, Codes};
use ridotto_io::Table;

/// The distinct combinations of quasi-identifiers, with their records and those that are alike.
pub(super) struct Alike {
    /// The records of each combination.
    pub sizes: Vec<u64>,
    /// How many records are like those of each combination, with these.
    pub fitting: Vec<u64>,
    /// The combination of each row.
    pub of_row: Vec<u32>,
}

impl Alike {
    /// Counts the columns of one file. If `*` and missing match anything, they have one code.
    pub fn new(
        table: &Table,
        shared: &[&Shared],
        place: fn(&Shared) -> usize,
        matches_anything: bool,
    ) -> Self {
        let mut columns: Vec<(Codes, usize)> = Vec::new();
        let mut wild: Vec<Option<Code>> = Vec::new();
        for one in shared {
            let of = cells(table, place(one));
            let (star, missing) = (of.dictionary.code(TOP), of.dictionary.missing());
            let code = |code: Code| if Some(code) == star { missing.unwrap_or(code) } else { code };
            let values = of.dictionary.len();
            if matches_anything {
                let codes: Vec<Code> = of.codes.iter().map(code).collect();
                columns.push((Codes::from_codes(&codes, values), values));
            } else {
                columns.push((of.codes.clone(), values));
            }
            wild.push(missing.or(star));
        }
        let keys: Vec<CodeColumn<'_>> =
            columns.iter().map(|(codes, values)| CodeColumn { codes, values: *values }).collect();
        let tally = Tally::count(&keys, table.rows);
        let sizes = tally.counts().to_vec();
        let fitting = if matches_anything { wildcard_counts(&tally, &wild) } else { sizes.clone() };
        Self { of_row: number_rows(&tally, &keys, table.rows), sizes, fitting }
    }

    /// Of no records.
    pub fn none() -> Self {
        Self { sizes: Vec::new(), fitting: Vec::new(), of_row: Vec::new() }
    }

    /// 1 over the records alike, for each combination.
    pub fn risks(&self) -> Vec<f64> {
        self.fitting.iter().map(|&fitting| 1.0 / fitting.max(1) as f64).collect()
    }

    /// How many records are like each row.
    pub fn by_row(&self) -> impl Iterator<Item = u64> {
        self.of_row.iter().map(|&at| self.fitting[at as usize])
    }

    /// How many records are alone.
    pub fn alone(&self) -> u64 {
        self.fitting.iter().filter(|&&fitting| fitting == 1).count() as u64
    }
}
