//! Microdata: records of people, one or several of each.
//!
//! The first kind of data that ridotto releases, as a [`Domain`](ridotto_release::Domain) like any other. A policy is bound to
//! columns ([`Plan`]), a table becomes codes with hierarchies and requirements ([`Data`]), a search, a
//! local method, chance or a saved decision says what each record shows, and what was written is
//! judged by the verifier. The searches themselves are in `micro`, which knows neither policies nor
//! files; [`check`] asks any file, ours or not, what it attains.
//!
//! Modules stand on one another in this order: [`Requirement`] and the saved form at the bottom, then
//! binding, the data, an attempt (data with one method), the ways to decide
//! (and `best`, which tries several), and the domain, which connects them, at the top.

mod account;
mod attempt;
mod best;
mod bind;
mod check;
mod data;
mod decide;
mod decision;
mod domain;
#[cfg(test)]
mod entries;
mod guarantee;
mod local;
mod page;
mod population;
mod private;
mod requirement;
mod restore;
mod save;
mod saved;
mod search;
mod shortfall;
mod start;
mod steps;
mod weights;

pub use bind::Plan;
pub use check::{CheckOptions, check};
pub use data::{Data, PlannedStep};
pub use domain::{Microdata, prepare};
pub use guarantee::WILDCARDS;
pub use requirement::Requirement;
pub use saved::SavedRecoding;
