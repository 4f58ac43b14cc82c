//! Centers: what takes the place of the values of a group.

use super::embed::median;
use super::groups::Groups;
use super::options::{Center, Missing};
use ridotto_core::{Code, Series, Values};
use std::fmt;
use std::sync::Arc;

/// A column after masking.
#[derive(Clone)]
pub struct MaskedColumn {
    /// Its name.
    pub name: Arc<str>,
    /// What stands in it.
    pub values: Masked,
    /// With how many decimals numbers should be written; `None` if with all that they have.
    pub decimals: Option<u8>,
    /// How many known cells were made missing, because fewer than k records of their group had a
    /// value, or not all where missing values stay: the rest would have been told from them.
    pub suppressed: u64,
}

/// What stands in a masked column. A missing cell is `NaN` or `None`.
#[derive(Clone, PartialEq)]
pub enum Masked {
    /// Numbers.
    Numbers(Vec<f64>),
    /// Categories as before.
    Categories(Vec<Option<Code>>),
    /// From the first number to the second, both included.
    Intervals(Vec<Option<(f64, f64)>>),
    /// From the first category to the second, both included.
    Ranges(Vec<Option<(Code, Code)>>),
    /// Sets of numbers, from the least; and which of them stands in a row.
    NumberSets(Vec<Vec<f64>>, Vec<Option<u32>>),
    /// Sets of categories, from the least; and which of them stands in a row.
    CategorySets(Vec<Vec<Code>>, Vec<Option<u32>>),
}

/// Without values.
impl fmt::Debug for Masked {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Masked")
    }
}

/// Without values.
impl fmt::Debug for MaskedColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MaskedColumn({})", self.name)
    }
}

impl MaskedColumn {
    /// A column that stays as it is.
    pub(super) fn same(column: &Series) -> Self {
        let (values, decimals) = match &column.values {
            Values::Numbers(numbers) => (Masked::Numbers(numbers.clone()), decimals(numbers)),
            Values::Categories { codes, .. } => (Masked::Categories(codes.clone()), None),
        };
        Self { name: Arc::clone(&column.name), values, decimals, suppressed: 0 }
    }

    /// For each row a number that is equal where the cell is equal.
    pub(super) fn cell(&self, row: usize) -> u64 {
        let own = |cell: Option<u32>| cell.map_or(u64::MAX, u64::from);
        // Zero has two signs, and missing numbers have many forms.
        let bits = |number: f64| if number.is_nan() { u64::MAX } else { (number + 0.0).to_bits() };
        match &self.values {
            Masked::Numbers(numbers) => bits(numbers[row]),
            Masked::Categories(codes) => own(codes[row]),
            Masked::Intervals(intervals) => intervals[row].map_or(u64::MAX, |(low, high)| {
                bits(low) ^ bits(high).rotate_left(32).wrapping_mul(0x9E37_79B9_7F4A_7C15)
            }),
            Masked::Ranges(ranges) => {
                ranges[row].map_or(u64::MAX, |(low, high)| u64::from(low) << 32 | u64::from(high))
            }
            Masked::NumberSets(_, of) | Masked::CategorySets(_, of) => own(of[row]),
        }
    }
}

/// How rows see the center of their group.
struct Place<'a> {
    groups: &'a Groups,
    k: usize,
    missing: Missing,
}

/// Puts the centers of groups in the place of values.
pub(super) fn mask(
    column: &Series,
    groups: &Groups,
    k: usize,
    (center, missing): (Center, Missing),
) -> MaskedColumn {
    let place = Place { groups, k, missing };
    let (values, suppressed, decimals) = match &column.values {
        Values::Numbers(numbers) => {
            let (values, suppressed) = place.numbers(numbers, center);
            let more = match center {
                Center::Mean => 2,
                Center::Median => 1,
                Center::Mode | Center::Interval | Center::Set => 0,
            };
            (values, suppressed, decimals(numbers).map(|decimals| decimals + more))
        }
        Values::Categories { codes, ordered, .. } => {
            let (values, suppressed) = place.categories(codes, *ordered, center);
            (values, suppressed, None)
        }
    };
    MaskedColumn { name: Arc::clone(&column.name), values, decimals, suppressed }
}

impl Place<'_> {
    /// The center of each group for each of its rows, `None` where fewer than k values are known, or
    /// not all if missing values stay; and how many known cells have none.
    fn put<T: Copy, C: Clone>(
        &self,
        known: impl Fn(usize) -> Option<T>,
        mut center: impl FnMut(&mut Vec<T>) -> C,
    ) -> (Vec<Option<C>>, u64) {
        let mut cells = vec![None; self.groups.of().len()];
        let mut suppressed = 0;
        let mut values = Vec::new();
        for rows in self.groups.iter() {
            values.clear();
            values.extend(rows.iter().filter_map(|&row| known(row as usize)));
            // Who lacks a value would be told from the others, so all lack it then.
            let parts = self.missing == Missing::Stay && values.len() < rows.len();
            if values.len() < self.k || parts {
                suppressed += values.len() as u64;
                continue;
            }
            let center = center(&mut values);
            for &row in rows {
                cells[row as usize] = Some(center.clone());
            }
        }
        (cells, suppressed)
    }

    fn numbers(&self, numbers: &[f64], center: Center) -> (Masked, u64) {
        let known = |row: usize| Some(numbers[row]).filter(|number| !number.is_nan());
        let sorted = |values: &mut Vec<f64>| values.sort_unstable_by(f64::total_cmp);
        let single = |(cells, count): (Vec<Option<f64>>, u64)| {
            (Masked::Numbers(cells.iter().map(|cell| cell.unwrap_or(f64::NAN)).collect()), count)
        };
        match center {
            Center::Mean => single(self.put(known, |values| mean(values))),
            Center::Median => single(self.put(known, |values| median(values))),
            Center::Mode => single(self.put(known, |values| {
                sorted(values);
                mode(values)
            })),
            Center::Interval => {
                let (cells, count) = self.put(known, |values| {
                    sorted(values);
                    (values[0], values[values.len() - 1])
                });
                (Masked::Intervals(cells), count)
            }
            Center::Set => {
                let mut sets = Vec::new();
                let (cells, count) = self.put(known, |values| {
                    sorted(values);
                    values.dedup();
                    number(&mut sets, values)
                });
                (Masked::NumberSets(sets, cells), count)
            }
        }
    }

    fn categories(&self, codes: &[Option<Code>], ordered: bool, center: Center) -> (Masked, u64) {
        let known = |row: usize| codes[row];
        match center {
            Center::Mean | Center::Median if ordered => {
                let (cells, count) = self.put(known, |values| {
                    values.sort_unstable();
                    values[(values.len() - 1) / 2]
                });
                (Masked::Categories(cells), count)
            }
            Center::Mean | Center::Median | Center::Mode => {
                let (cells, count) = self.put(known, |values| {
                    values.sort_unstable();
                    mode(values)
                });
                (Masked::Categories(cells), count)
            }
            Center::Interval if ordered => {
                let (cells, count) = self.put(known, |values| {
                    values.sort_unstable();
                    (values[0], values[values.len() - 1])
                });
                (Masked::Ranges(cells), count)
            }
            Center::Interval | Center::Set => {
                let mut sets = Vec::new();
                let (cells, count) = self.put(known, |values| {
                    values.sort_unstable();
                    values.dedup();
                    number(&mut sets, values)
                });
                (Masked::CategorySets(sets, cells), count)
            }
        }
    }
}

/// The number of a set, which is put to the others. Equal sets of different groups have different
/// numbers: then two groups look more different than they are, and nobody is promised too much.
fn number<T: Clone>(sets: &mut Vec<Vec<T>>, values: &[T]) -> u32 {
    sets.push(values.to_vec());
    sets.len() as u32 - 1
}

fn mean(values: &[f64]) -> f64 {
    // About the first, so that equal values have just this mean.
    let first = values[0];
    first + values.iter().map(|value| value - first).sum::<f64>() / values.len() as f64
}

/// The most frequent of sorted values; of equally frequent ones the first.
fn mode<T: Copy + PartialEq>(sorted: &[T]) -> T {
    let mut best = (0, sorted[0]);
    for run in sorted.chunk_by(PartialEq::eq) {
        if run.len() > best.0 {
            best = (run.len(), run[0]);
        }
    }
    best.1
}

/// How many decimals numbers have, if they have at most nine.
fn decimals(numbers: &[f64]) -> Option<u8> {
    let mut most = 0;
    for number in numbers.iter().filter(|number| number.is_finite()) {
        let fits = |decimals: &u8| {
            let shifted = number * 10_f64.powi(i32::from(*decimals));
            (shifted - shifted.round()).abs() <= 1e-9 * shifted.abs().max(1.0)
        };
        most = (most..10).find(fits)?;
    }
    Some(most)
}
