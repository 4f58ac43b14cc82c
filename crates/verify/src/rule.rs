//! What a cell is allowed to be.

use ridotto_core::{Hierarchy, Reading};

/// What may stand in a cell beside its value.
#[derive(Clone, Copy, Debug)]
pub enum CellRule<'a> {
    /// Nothing.
    Same,
    /// An ancestor of it.
    Ancestor(&'a Hierarchy),
    /// A range or a set that holds it if values are read like this, or `*`.
    Covering(&'a Reading),
    /// What a saved recoding says that this record shows, or `*`.
    Decided,
    /// Its label and nothing else: not even the value itself.
    Replaced,
    /// Its number times this one.
    Scaled {
        /// What numbers were multiplied by.
        factor: f64,
        /// How far a written number may be from what it should be: rounding.
        tolerance: f64,
    },
    /// The mean of its group, or `*`: the group of each row, or [`NO_GROUP`].
    Mean(&'a [u32]),
}

/// The group of a row that is in none.
pub const NO_GROUP: u32 = u32::MAX;
