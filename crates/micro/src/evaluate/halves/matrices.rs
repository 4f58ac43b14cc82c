//! Matrices at hand: what levels of one half have made of the table so far, in bytes.

use super::half::{Half, View};
use super::matrix::{Bundles, LANES, Lines, Matrix, lanes};
use super::sheet::Sheet;
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Matrices and bundles at hand, by a half and its levels. When they hold too much all are dropped.
#[derive(Debug, Default)]
pub struct Matrices {
    /// The rows of each combination of the second half, once they are asked for.
    second_rows: Vec<u64>,
    /// By the half that has the lines: the matrices by the other's levels.
    by_columns: [FxHashMap<Vec<u8>, Matrix>; 2],
    /// By the half that has the lines: its bundles by its levels.
    bundles: [FxHashMap<Vec<u8>, Bundles>; 2],
    kept: usize,
}

/// Bytes that are kept at most.
const KEPT: usize = 1 << 26;
/// A matrix of more bytes than this for each entry of the table takes longer to add up than the
/// entries.
const WORTH: usize = 32;
/// A matrix of so many bytes is small enough for any table.
const SMALL: usize = 1 << 12;
/// The greatest size of classes that a byte can tell.
const GREATEST: u64 = u8::MAX as u64;

/// A half at some levels.
#[derive(Clone, Copy, Debug)]
pub struct At<'a> {
    pub half: &'a Half<'a>,
    pub levels: &'a [u8],
    pub view: &'a Arc<View>,
}

impl Matrices {
    /// How many records a node suppresses where classes need `least` rows: `Some(None)` if more than
    /// `limit`, and `None` if matrices are not the way to find out.
    #[expect(clippy::option_option, reason = "the outer one is who answers")]
    pub fn suppressed(
        &mut self,
        table: &Sheet,
        [first, second]: [At<'_>; 2],
        least: u64,
        limit: u64,
    ) -> Option<Option<u64>> {
        let cost =
            |lines: At<'_>, columns: At<'_>| lines.half.tuples() * lanes(columns.view.groups);
        let (which, lines, columns) = if cost(first, second) <= cost(second, first) {
            (Lines::First, first, second)
        } else {
            (Lines::Second, second, first)
        };
        let bytes = cost(lines, columns) * LANES;
        let most = (WORTH * table.entries.len()).clamp(SMALL, KEPT / 2);
        if least > GREATEST || bytes > most {
            return None;
        }
        if self.kept > KEPT / 2 {
            let second_rows = std::mem::take(&mut self.second_rows);
            *self = Self { second_rows, ..Self::default() };
        }
        let at = usize::from(which == Lines::Second);
        if !self.bundles[at].contains_key(lines.levels) {
            let bundles = match which {
                Lines::First => Bundles::new(lines.view, &table.rows),
                Lines::Second => {
                    Bundles::new(lines.view, self.second_rows(table, lines.half.tuples()))
                }
            };
            self.kept += bundles.weight();
            self.bundles[at].insert(lines.levels.to_vec(), bundles);
        }
        if !self.by_columns[at].contains_key(columns.levels) {
            let matrix = Matrix::new(table, which, lines.half.tuples(), columns.view);
            self.kept += matrix.weight();
            self.by_columns[at].insert(columns.levels.to_vec(), matrix);
        }
        let (matrix, bundles) =
            (&self.by_columns[at][columns.levels], &self.bundles[at][lines.levels]);
        Some(matrix.suppressed(bundles, least as u8, limit))
    }

    fn second_rows(&mut self, table: &Sheet, tuples: usize) -> &[u64] {
        if self.second_rows.is_empty() {
            self.second_rows = vec![0; tuples];
            for entry in &table.entries {
                self.second_rows[entry.second as usize] += u64::from(entry.rows);
            }
        }
        &self.second_rows
    }
}
