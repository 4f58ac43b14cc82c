//! How safe is it, and what did it cost: utility, disclosure risk, record linkage, attacks and
//! data quality of any file, or of any pair of files, ours or another program's.
//!
//! A measure is a function of plain columns ([`Series`]), of classes
//! ([`ridotto_core::ClassTable`]) or of numbers, and gives plain numbers back; [`files`] alone reads
//! files, and writes reports of what was measured. Randomness, where a measure needs it, comes from a seed given by
//! the caller, so that the same question has the same answer.

pub mod attack;
mod calendar;
pub mod files;
pub mod group;
pub mod linkage;
mod measures;
pub mod quality;
mod reference;
pub mod risk;
pub mod steps;
pub mod utility;

pub use measures::MEASURES;
pub use ridotto_core::{Series, Values};
