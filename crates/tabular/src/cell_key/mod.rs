//! Cell-key perturbation: noise that belongs to a cell and not to a table.
//!
//! Every record has a key, drawn evenly between 0 and 1. The keys of a cell's records, added up modulo 1,
//! are its cell key, and a perturbation table says for a count and a cell key what noise is added (Fraser
//! and Wooton 2005; Thompson, Broadfoot and Elazar 2013). The same records in any table have the same
//! noise, so asking again tells nothing more.
//!
//! # Guarantee
//! No count is changed by more than the table's greatest deviation, on average none is changed at all, and
//! zeros stay. The same set of records has the same noise wherever it is counted.
//!
//! # Does not protect against
//! Published cells do not add up: totals have noise of their own, and who adds up many cells averages the
//! noise away. Zeros are published as they are. Who knows the record keys knows all noise, so
//! they are secrets as the records are.

mod entropy;
mod file;
mod key;
mod table;

pub use entropy::{MaximumEntropy, NoDistribution};
pub use file::{PtableError, read, written};
pub use key::{CellKey, drawn};
pub use table::Ptable;

/// Counts with noise.
pub fn perturbed_counts(table: &Ptable, counts: &[i64], keys: &[CellKey]) -> Vec<i64> {
    let one = |(&count, &key): (&i64, &CellKey)| {
        // A table is made for what is not negative.
        count + table.change(count.max(0) as f64, key).round() as i64
    };
    counts.iter().zip(keys).map(one).collect()
}

/// Sums with noise that is in proportion to the largest contribution to each: the greatest noise is as
/// large as that contribution.
pub fn perturbed_sums(
    table: &Ptable,
    (sums, largest): (&[i64], &[i64]),
    keys: &[CellKey],
) -> Vec<i64> {
    let deviation = table.deviation();
    let one = |((&sum, &largest), key): ((&i64, &i64), &CellKey)| {
        if largest == 0 || deviation == 0.0 {
            return sum;
        }
        let unit = largest.unsigned_abs() as f64 / deviation;
        let change = table.change(sum.unsigned_abs() as f64 / unit, key.other()) * unit;
        // Noise is for the size of a sum: it keeps its sign.
        let change = if sum < 0 { -change } else { change };
        sum + change.round() as i64
    };
    sums.iter().zip(largest).zip(keys).map(one).collect()
}

#[cfg(test)]
mod tests;
