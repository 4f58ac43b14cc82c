//! Equivalence classes: what an intruder sees as one group.
//!
//! Rows with equal key tuples are counted once into a [`ClassTable`]; every search and every
//! model works on classes, and rows appear again only when a decision is applied. Two laws make
//! this fast and distributable, and both are property tests:
//! `count(a ++ b) = merge(count(a), count(b))` and `coarsen(count(rows)) = count(recode(rows))`.

mod layout;
mod number;
mod rows;
mod table;
mod tally;

pub use layout::Layout;
pub use number::number_rows;
pub use rows::mark_rows;
pub use table::{Class, ClassTable, KeyColumn, SensitiveId};
pub use tally::Tally;
