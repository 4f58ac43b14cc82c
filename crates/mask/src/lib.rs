//! Masking: what is done to a table before anything is decided about it.
//!
//! Some steps leave values true and coarser: recoding, coding of the ends of a range and rounding
//! ([`Change`]), and [`sample`], which says which records stay. Others are for people who need the
//! statistics and not the single true record: noise, swapping, post-randomisation, microaggregation and
//! synthetic data. Each of these is a function of plain columns ([`ridotto_core::Series`]) and of
//! [`Dice`], and gives columns back together with what it preserved and what it reached. Who reads
//! files, shuffles rows and judges the release is elsewhere.
//!
//! As a step of a policy each is a [`StepDefinition`] in its folder, and [`STEPS`] lists them: its entry has
//! its parameters and all that others must know of it, and `bind` makes it from a [`StepContext`]. A
//! step of one's own is made in the same way; the simplest implement [`Values`] and are bound as
//! [`Changing`].

mod at_risk;
mod bind;
mod catalogue;
mod change;
mod changing;
mod definition;
mod delete;
mod ends;
mod grouped;
mod masked;
pub mod microaggregate;
pub mod noise;
mod note;
mod other_file;
pub mod parameters;
mod perturb;
pub mod pram;
pub mod private;
mod recode;
mod refused;
mod replaced;
mod round;
pub mod sample;
mod step;
mod strata;
pub mod swap;
pub mod synthesize;
mod unfit;
mod unsuited;
mod waiting;
mod wants;

pub use bind::bind;
pub use catalogue::{STEPS, entry_of};
pub use change::Change;
pub use changing::{Changing, Values};
pub use definition::StepDefinition;
pub use ends::{Ends, Side, Threshold};
pub use masked::{Extremes, Figure, Masked, Pooled};
pub use note::Note;
pub use recode::Recode;
pub use refused::Refused;
pub use replaced::Replaced;
pub use ridotto_numbers::Dice;
pub use round::Round;
pub use step::StepContext;
pub use strata::within;
pub use unsuited::Unsuited;
pub use wants::wants;
