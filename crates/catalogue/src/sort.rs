//! The sorts of things that have entries.

/// The sorts of things that have entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Sort {
    /// What a release can be required to satisfy.
    Model,
    /// How a release is searched for.
    Algorithm,
    /// What a search makes as small as it can.
    Objective,
    /// How values become coarser.
    Builder,
    /// How tables are stored.
    Format,
    /// A figure of a report.
    Measure,
    /// What an intruder may try.
    Attack,
    /// What is done to a table before anything is decided.
    Step,
    /// What is done to the cells of tables so that nobody is given away.
    Method,
}
