//! Equivalence classes: what an intruder sees as one group.
//!
//! Rows with equal key tuples are counted once into a [`ClassTable`]; every search and every
//! model works on classes, and rows appear again only when a decision is applied. Two laws make
//! this fast and distributable, and both are property tests:
//! `count(a ++ b) = merge(count(a), count(b))` and `coarsen(count(rows)) = count(recode(rows))`.

mod column;
mod histograms;
mod joint;
mod layout;
mod needs;
mod number;
mod places;
mod population;
mod rows;
mod single;
mod sums;
mod table;
mod tally;
mod wildcard;
mod words;

pub use column::CodeColumn;
pub use joint::{Joint, combine};
pub use layout::Layout;
pub use needs::Needs;
pub use number::number_rows;
pub use population::Population;
pub use rows::mark_rows;
pub use single::Single;
pub use sums::Sums;
pub use table::{Class, ClassTable, SensitiveId};
pub use tally::Tally;
pub use wildcard::wildcard_counts;
