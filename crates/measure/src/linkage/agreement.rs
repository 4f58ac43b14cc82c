//! Which attributes two records agree in: the patterns of all pairs, without looking at all pairs.
//!
//! For a set of attributes, how many records agree with a given one in *at least* these is a count
//! of equal tuples. From these numbers for all sets, those of records that agree in *exactly* a set
//! follow by taking differences (Möbius inversion over supersets). That costs one count of both
//! files for each of the 2^k sets, however many pairs there are.

use super::LinkageError;
use super::distance::Terms;
use crate::{Series, Values};
use rayon::prelude::*;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::{CodeColumn, Codes};

/// The most attributes: a pattern has one bit for each.
pub const MOST: usize = 16;
/// Up to so many attributes sets are counted; with more, pairs are compared.
const COUNTED: usize = 10;
/// So many pairs are compared before it is asked whether anybody still waits.
const PATIENCE: usize = 1 << 20;

/// An attribute in which records agree or not.
#[derive(Clone, Copy, Debug)]
pub struct Agreement<'a> {
    /// Its column in the file whose records are looked for.
    pub from: &'a Series,
    /// Its column in the file in which they are looked for.
    pub to: &'a Series,
    /// Numbers agree if they differ by no more than this. Categories agree if they are equal. What
    /// is missing agrees with nothing.
    pub within: f64,
}

/// The patterns of agreement of two files' pairs. In a pattern, bit `i` says that the i-th
/// attribute agrees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Patterns {
    /// How many attributes there are.
    pub attributes: usize,
    /// How many pairs have each pattern.
    pub counts: Vec<u64>,
    /// For each record looked for the patterns that it has, and with how many records.
    pub by_record: Vec<Vec<(u32, u64)>>,
    /// For each record looked for the pattern with the record that it truly is; `None` if that is
    /// not known or not in its block.
    pub truth: Vec<Option<u32>>,
}

impl Patterns {
    /// The patterns of all pairs of both files, or of those that the terms allow.
    pub fn of(attributes: &[Agreement<'_>], terms: Terms<'_>) -> Result<Self, LinkageError> {
        let pairs = Pairs::new(attributes, terms)?;
        let exact = attributes.iter().all(|attribute| attribute.within == 0.0);
        let small = attributes.len() <= COUNTED && pairs.known.len() << attributes.len() < 1 << 28;
        let by_record = if exact && small { pairs.by_counting() } else { pairs.by_comparing() };
        let mut counts = vec![0; 1 << attributes.len()];
        for &(pattern, records) in by_record.iter().flatten() {
            counts[pattern as usize] += records;
        }
        let truth = |&row: &u32| {
            let truth = terms.truth.map_or(Some(row), |truth| truth[row as usize]);
            truth.filter(|&to| pairs.same_block(row, to)).map(|to| pairs.pattern(row, to))
        };
        let truth = pairs.known.iter().map(truth).collect();
        Ok(Self { attributes: attributes.len(), counts, by_record, truth })
    }

    /// The patterns by comparing all pairs: slow, and the measure of truth.
    pub fn by_comparing(
        attributes: &[Agreement<'_>],
        terms: Terms<'_>,
    ) -> Result<Vec<Vec<(u32, u64)>>, LinkageError> {
        Ok(Pairs::new(attributes, terms)?.by_comparing())
    }
}

struct Pairs<'a> {
    attributes: Vec<Both>,
    terms: Terms<'a>,
    known: Vec<u32>,
    from: usize,
    to: usize,
}

/// One attribute's values in both files as numbers; missing ones are `NaN`.
struct Both {
    from: Vec<f64>,
    to: Vec<f64>,
    within: f64,
}

impl<'a> Pairs<'a> {
    fn new(attributes: &[Agreement<'_>], terms: Terms<'a>) -> Result<Self, LinkageError> {
        let first = attributes.first().ok_or(LinkageError::NoAttribute)?;
        if attributes.len() > MOST {
            return Err(LinkageError::TooMany { found: attributes.len(), most: MOST });
        }
        let (from, to) = (first.from.len(), first.to.len());
        let both = |one: &Agreement<'_>| {
            for (column, expected) in [(one.from, from), (one.to, to)] {
                let (column, found) = (column.name.clone(), column.len());
                if found != expected {
                    return Err(LinkageError::Length { column, found, expected });
                }
            }
            let numeric = |column: &Series| matches!(column.values, Values::Numbers(_));
            if numeric(one.from) != numeric(one.to) {
                return Err(LinkageError::Kind(one.to.name.clone()));
            }
            if one.within.is_nan() || one.within < 0.0 {
                return Err(LinkageError::Distance(one.to.name.clone()));
            }
            let within = if numeric(one.to) { one.within } else { 0.0 };
            Ok(Both { from: numbers(one.from), to: numbers(one.to), within })
        };
        let attributes = attributes.iter().map(both).collect::<Result<_, _>>()?;
        let known = terms.check(from, to)?;
        Ok(Self { attributes, terms, known, from, to })
    }

    fn same_block(&self, from: u32, to: u32) -> bool {
        self.terms.blocks.is_none_or(|(a, b)| a[from as usize] == b[to as usize])
    }

    fn pattern(&self, from: u32, to: u32) -> u32 {
        let agrees = |both: &Both| {
            let (a, b) = (both.from[from as usize], both.to[to as usize]);
            #[expect(clippy::float_cmp, reason = "equal values, also equal infinite ones, agree")]
            let equal = a == b;
            equal || (a - b).abs() <= both.within
        };
        let bit = |(at, both): (usize, &Both)| u32::from(agrees(both)) << at;
        self.attributes.iter().enumerate().map(bit).sum()
    }

    fn by_comparing(&self) -> Vec<Vec<(u32, u64)>> {
        let one = |&row: &u32| {
            let mut counts = vec![0; 1 << self.attributes.len()];
            for to in (0..self.to as u32).filter(|&to| self.same_block(row, to)) {
                counts[self.pattern(row, to) as usize] += 1;
            }
            sparse(counts)
        };
        let some = |rows: &[u32]| -> Vec<Vec<(u32, u64)>> {
            let goes_on = self.terms.goes_on();
            rows.iter().map(|row| if goes_on { one(row) } else { Vec::new() }).collect()
        };
        let together = (PATIENCE / self.to.max(1)).max(1);
        self.known.par_chunks(together).flat_map_iter(some).collect()
    }

    fn by_counting(&self) -> Vec<Vec<(u32, u64)>> {
        let columns: Vec<(Codes, usize)> = self.attributes.iter().map(Both::codes).collect();
        let blocks = self.terms.blocks.map(|(from, to)| {
            let both: Vec<f64> = from.iter().chain(to).map(|&block| f64::from(block)).collect();
            numbered(&both)
        });
        let at_least: Vec<Vec<u32>> = (0_u32..1 << columns.len())
            .into_par_iter()
            .map(|set| {
                let some = columns.iter().enumerate().filter(|(at, _)| set >> at & 1 == 1);
                let some = some.map(|(_, column)| column).chain(&blocks);
                let keys: Vec<CodeColumn<'_>> =
                    some.map(|(codes, values)| CodeColumn { codes, values: *values }).collect();
                self.equal(&keys)
            })
            .collect();
        let exactly = |at: usize| {
            let mut counts: Vec<u64> = at_least.iter().map(|of| u64::from(of[at])).collect();
            for bit in (0..columns.len()).map(|attribute| 1 << attribute) {
                for set in (0..counts.len()).filter(|set| set & bit == 0) {
                    // After being told to stop counts do not fit each other, and nobody looks at them.
                    counts[set] = counts[set].saturating_sub(counts[set | bit]);
                }
            }
            sparse(counts)
        };
        (0..self.known.len()).into_par_iter().map(exactly).collect()
    }

    /// For each known record how many of the other file have the same key.
    fn equal(&self, keys: &[CodeColumn<'_>]) -> Vec<u32> {
        if keys.is_empty() || !self.terms.goes_on() {
            return vec![self.to as u32; self.known.len()];
        }
        let tally = Tally::count(keys, self.from + self.to);
        let numbers = number_rows(&tally, keys, self.from + self.to);
        let mut counts = vec![0; tally.len()];
        for &number in &numbers[self.from..] {
            counts[number as usize] += 1;
        }
        self.known.iter().map(|&row| counts[numbers[row as usize] as usize]).collect()
    }
}

impl Both {
    /// The codes of both files' values, one file after the other. A missing value gets a code of
    /// its file, so that it agrees with nothing of the other.
    fn codes(&self) -> (Codes, usize) {
        let both: Vec<f64> = self.from.iter().chain(&self.to).copied().collect();
        let (codes, values) = numbered(&both);
        let code = |(row, value): (usize, &f64)| {
            let missing = values + usize::from(row >= self.from.len());
            if value.is_nan() { missing as u32 } else { codes.get(row) }
        };
        let all: Vec<u32> = both.iter().enumerate().map(code).collect();
        (Codes::from_codes(&all, values + 2), values + 2)
    }
}

/// Numbers the distinct values of a column in their order.
fn numbered(column: &[f64]) -> (Codes, usize) {
    let mut distinct: Vec<f64> = column.iter().filter(|value| !value.is_nan()).copied().collect();
    distinct.sort_unstable_by(f64::total_cmp);
    #[expect(clippy::float_cmp, reason = "the same number is meant")]
    distinct.dedup_by(|a, b| a == b);
    let code = |value: &f64| distinct.partition_point(|other| other < value) as u32;
    let codes: Vec<u32> = column.par_iter().map(code).collect();
    let values = distinct.len() + 1;
    (Codes::from_codes(&codes, values), values)
}

fn numbers(column: &Series) -> Vec<f64> {
    match &column.values {
        Values::Numbers(numbers) => numbers.clone(),
        Values::Categories { codes, .. } => {
            codes.iter().map(|code| code.map_or(f64::NAN, f64::from)).collect()
        }
    }
}

fn sparse(counts: Vec<u64>) -> Vec<(u32, u64)> {
    (0..).zip(counts).filter(|&(_, count)| count > 0).collect()
}
