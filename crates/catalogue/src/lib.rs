//! What everything in ridotto is described with.
//!
//! A model, a step or a measure is one entry beside its code; this crate says what an entry is, and has
//! what entries and those who read them share: names, exact numbers, and problems with their place in a
//! text and advice. It uses nothing of ours, and everything of ours may use it.

mod claim;
pub mod code;
mod decimal;
pub mod entry;
mod kind;
pub mod limits;
mod missing;
mod name;
mod neighbours;
mod parameter;
mod problem;
pub mod read;
mod similar;
pub mod small;
mod sort;
mod source;
mod span;
mod suggest;
mod tree;

pub use claim::{Claim, Figure, Formula, Leaves, Level};
pub use decimal::{Decimal, NotDecimal, Share, floor_units};
pub use entry::{
    AlgorithmFacts, Among, AttackFacts, Better, BuilderFacts, Certainty, Concern, Definition,
    Degree, Disclosure, Domain, Entry, Facts, Family, Fields, FormatFacts, Generalize, Given,
    Group, Help, Limit, Literal, Literals, MeasureFacts, MeasureGroup, Measures, Members,
    MethodFacts, Mixing, ModelFacts, ObjectiveFacts, Of, Privacy, Purpose, Reader, Reference,
    RowsAre, StepFacts, Suppress, Table, Transparency, Truth, Unit, Value, When, Wording, Worked,
};
pub use kind::Kind;
pub use miette::Severity;
pub use missing::MissingSensitive;
pub use name::{Name, Named, Status};
pub use neighbours::{Neighbours, Proved};
pub use parameter::{FileUse, Limits, Only, Parameter, Section, Shape};
pub use problem::{PolicyError, Problem};
pub use similar::{similar, similar_of};
pub use sort::Sort;
pub use source::Source;
pub use span::{Span, Spanned};
pub use suggest::nearest;
pub use tree::{Field, Item, Parameters, Written};
