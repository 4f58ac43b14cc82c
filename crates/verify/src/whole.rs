//! Attributes that are suppressed as a whole: each shows `*` in every record, or in none.
//!
//! That is a promise about the whole file, and no cell alone breaks it: `*` is an ancestor of every
//! value. So it is counted. Records that were hidden do not count, they show `*` in any case; nor do
//! those whose value was `*` before.

use crate::check::{Check, CheckedCells, Rows};
use ridotto_core::hierarchy::TOP;

/// Of each column, whether a record was seen that shows `*`, and one that shows something else.
#[derive(Clone, Debug)]
pub(crate) struct Whole(Vec<[bool; 2]>);

impl Whole {
    /// Nothing was seen of any column.
    pub fn new(checks: &[Check<'_>]) -> Self {
        Self(vec![[false; 2]; checks.len()])
    }

    /// Sees the records of a block, whose cells were found to be allowed.
    pub fn see(&mut self, checks: &[Check<'_>], rows: &Rows<'_>) {
        let width = rows.seen.width();
        for (check, seen) in checks.iter().zip(&mut self.0) {
            let (true, Some(key)) = (check.is_whole, check.key) else { continue };
            let star = rows.seen.labels[key].find(TOP.as_bytes());
            for (row, &input) in rows.inputs.iter().enumerate() {
                if rows.hidden.is_some_and(|hidden| hidden[input as usize]) || check.is_star(input)
                {
                    continue;
                }
                let is_star = Some(rows.numbers[row * width + key]) == star;
                seen[usize::from(is_star)] = true;
            }
        }
    }

    /// Adds what another thread has seen.
    pub fn take_in(&mut self, other: &Self) {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            mine.iter_mut().zip(theirs).for_each(|(mine, theirs)| *mine |= theirs);
        }
    }

    /// A column that shows `*` in some records and not in others.
    pub fn broken(&self) -> Option<usize> {
        self.0.iter().position(|seen| *seen == [true; 2])
    }
}

impl Check<'_> {
    /// Whether the value of an input row is `*` itself.
    fn is_star(&self, input: u32) -> bool {
        let CheckedCells::Coded(codes, allowed, ..) = &self.cells else { return false };
        allowed.value(codes.get(input as usize)) == Some(TOP)
    }
}
