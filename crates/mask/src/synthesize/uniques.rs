//! Replicated uniques: synthetic records that are alone in their file and are, by the keys, a true
//! record that is alone in its.

use super::Unfit;
use ridotto_core::{KeyedMap, Series, Values};

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replicated {
    /// Rows of the synthetic file, in order.
    pub rows: Vec<u32>,
    /// Records that are alone in the original.
    pub original_uniques: u64,
    /// Records that are alone in the synthetic file.
    pub synthetic_uniques: u64,
    /// Records of the synthetic file.
    pub records: u64,
}

impl Replicated {
    /// The share of the original's uniques that an attacker finds in the synthetic file, alone
    /// there as well; 0 if there are none.
    pub fn share(&self) -> f64 {
        self.rows.len() as f64 / (self.original_uniques.max(1)) as f64
    }

    /// The share of synthetic records that replicate a unique: who picks one at random has picked
    /// somebody with this probability.
    pub fn share_of_records(&self) -> f64 {
        self.rows.len() as f64 / (self.records.max(1)) as f64
    }
}

/// Finds them by key attributes, in which a missing value is a value like others.
///
/// # Guarantee
/// After the rows have been left out, no record that is alone in the synthetic file is alone in the
/// original with the same keys. (A record that becomes alone because another was left out cannot
/// be: those were alone as well.)
///
/// # Does not protect against
/// Knowledge of other attributes than the keys; near matches. An attacker who finds a match may
/// still believe it, and be wrong.
///
/// # Cost
/// One pass over both files for each key.
///
/// # References
/// B. Nowok, G. Raab, C. Dibben (2016), *synthpop: bespoke creation of synthetic data in R*,
/// doi:10.18637/jss.v074.i11.
pub fn replicated_uniques(
    original: &[Series],
    synthetic: &[Series],
    keys: &[usize],
) -> Result<Replicated, Unfit> {
    let unknown = Unfit::Attributes { parameter: "keys" };
    let mut sorted = keys.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    let there = |&key: &usize| key < original.len() && key < synthetic.len();
    if keys.is_empty() || sorted.len() != keys.len() || !keys.iter().all(there) {
        return Err(unknown);
    }
    let (n, m) = (original[keys[0]].len(), synthetic[keys[0]].len());
    // The number of the combination that each row has, original rows first.
    let mut numbers = vec![0_u32; n + m];
    for &key in keys {
        let mut found: KeyedMap<(u32, u64), u32> = KeyedMap::default();
        let cells = cells(&original[key].values).chain(cells(&synthetic[key].values));
        for (number, cell) in numbers.iter_mut().zip(cells) {
            let next = found.len() as u32;
            *number = *found.entry((*number, cell)).or_insert(next);
        }
    }
    let mut counts = vec![(0_u32, 0_u32); n + m];
    numbers[..n].iter().for_each(|&number| counts[number as usize].0 += 1);
    numbers[n..].iter().for_each(|&number| counts[number as usize].1 += 1);
    let rows = numbers[n..].iter().zip(0..).filter(|&(&at, _)| counts[at as usize] == (1, 1));
    Ok(Replicated {
        rows: rows.map(|(_, row)| row).collect(),
        original_uniques: counts.iter().filter(|count| count.0 == 1).count() as u64,
        synthetic_uniques: counts.iter().filter(|count| count.1 == 1).count() as u64,
        records: m as u64,
    })
}

/// A file without some of its rows, which are in order.
pub fn without(columns: &[Series], rows: &[u32]) -> Vec<Series> {
    let records = columns.first().map_or(0, Series::len) as u32;
    let stays = |row: &u32| rows.binary_search(row).is_err();
    let kept: Vec<u32> = (0..records).filter(stays).collect();
    columns.iter().map(|column| column.take(&kept)).collect()
}

/// Cells as numbers that are equal where cells are.
fn cells(values: &Values) -> Box<dyn Iterator<Item = u64> + '_> {
    match values {
        // 0 and −0 are equal, and so are all missing ones.
        Values::Numbers(numbers) => Box::new(numbers.iter().map(|number| {
            if number.is_nan() { f64::NAN.to_bits() } else { (number + 0.0).to_bits() }
        })),
        Values::Categories { codes, .. } => {
            Box::new(codes.iter().map(|code| code.map_or(u64::MAX, u64::from)))
        }
    }
}
