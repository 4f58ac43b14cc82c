//! What everything in ridotto is described with.
//!
//! A model, a step or a measure is one entry beside its code; this crate says what an entry is, and has
//! what entries and those who read them share: names, exact numbers, and problems with their place in a
//! text and advice. It uses nothing of ours, and everything of ours may use it.

mod decimal;
mod name;
mod problem;
mod similar;
mod source;
mod span;
mod suggest;

pub use decimal::{Decimal, Share};
pub use miette::Severity;
pub use name::{Name, Named, Status};
pub use problem::{PolicyError, Problem};
pub use similar::similar;
pub use source::Source;
pub use span::{Span, Spanned};
pub use suggest::nearest;
