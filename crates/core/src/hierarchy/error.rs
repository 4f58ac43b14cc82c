//! What can be wrong with a hierarchy.
//!
//! Labels and values of a hierarchy are data about people, so an error carries the hierarchy's
//! name, positions and counts, and never a text of it.

use super::MOST_LEVELS;
use crate::count::counted;
use crate::{Code, Kind};
use std::fmt;

/// Where in its source something of a hierarchy stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Position {
    /// A line of a file, counted from 1.
    Line(u64),
    /// A leaf of an inline tree, counted from 1 in the order written.
    Leaf(u64),
    /// A value of the data, counted from 1 in the order of the dictionary.
    Value(u64),
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Line(number) => write!(f, "line {number}"),
            Self::Leaf(number) => write!(f, "leaf {number}"),
            Self::Value(number) => write!(f, "value {number}"),
        }
    }
}

/// Values of the data that are at fault. They are told by their codes, and shown by their number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Faulty {
    /// The values' codes, ascending.
    pub codes: Vec<Code>,
    /// In how many rows they stand.
    pub rows: u64,
}

impl Faulty {
    /// `is` or `are`.
    fn verb(&self) -> &'static str {
        if self.codes.len() == 1 { "is" } else { "are" }
    }
}

/// How many values there are: `2 values`.
impl fmt::Display for Faulty {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.codes.len() as u64, "value", "values"))
    }
}

/// Why a hierarchy cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HierarchyError {
    /// A line has more or fewer levels than the first.
    #[error("hierarchy `{hierarchy}`: {at} has {found} cells, the first has {expected}")]
    Ragged {
        /// The hierarchy's name.
        hierarchy: String,
        /// The line at fault.
        at: Position,
        /// Its number of cells.
        found: usize,
        /// The number of cells of the first line.
        expected: usize,
    },
    /// A label is empty.
    #[error("hierarchy `{hierarchy}`: {at} has no label at level {level}")]
    EmptyLabel {
        /// The hierarchy's name.
        hierarchy: String,
        /// The line at fault.
        at: Position,
        /// The level without a label.
        level: usize,
    },
    /// A value is listed twice.
    #[error("hierarchy `{hierarchy}`: {first} and {second} are for the same value")]
    Duplicate {
        /// The hierarchy's name.
        hierarchy: String,
        /// Where the value stands first.
        first: Position,
        /// Where it stands again.
        second: Position,
    },
    /// Values share a group at one level and part again at the next.
    #[error(
        "hierarchy `{hierarchy}` is not nested: {first} and {second} share their label at level \
         {level} but not at level {}; {} at fault", level + 1, counted(*values, "value", "values")
    )]
    NotNested {
        /// The hierarchy's name.
        hierarchy: String,
        /// The level at which the two share a label.
        level: usize,
        /// The first value with the label.
        first: Position,
        /// The first value that leads elsewhere.
        second: Position,
        /// How many values lead elsewhere than the first with their label at this level.
        values: u64,
    },
    /// A text is generalised, step by step, to itself.
    #[error(
        "hierarchy `{hierarchy}` has a cycle: {first} generalises one text to another, and \
         {second} leads back"
    )]
    Cycle {
        /// The hierarchy's name.
        hierarchy: String,
        /// A line on the way from the text.
        first: Position,
        /// The line that closes the circle.
        second: Position,
    },
    /// The data have values that the hierarchy lacks.
    #[error(
        "hierarchy `{hierarchy}` lacks {values} of the data, in {}",
        counted(values.rows, "row", "rows")
    )]
    NotTotal {
        /// The hierarchy's name.
        hierarchy: String,
        /// What is lacking.
        values: Faulty,
    },
    /// There are more levels than can be searched.
    #[error(
        "hierarchy `{hierarchy}` has {levels} levels between the values and `*`, and no more than \
         {MOST_LEVELS} are allowed"
    )]
    TooManyLevels {
        /// The hierarchy's name.
        hierarchy: String,
        /// How many levels it would have.
        levels: usize,
    },
    /// There is no line at all.
    #[error("hierarchy `{hierarchy}` is empty")]
    Empty {
        /// The hierarchy's name.
        hierarchy: String,
    },
    /// The builder needs another kind of values.
    #[error("hierarchy `{hierarchy}` needs {needs}, but the values are of the kind {kind}")]
    WrongKind {
        /// The hierarchy's name.
        hierarchy: String,
        /// What the builder needs.
        needs: &'static str,
        /// What the column is.
        kind: Kind,
    },
    /// Values of the column cannot be read as what the builder needs.
    #[error(
        "hierarchy `{hierarchy}`: it needs {needs}, but {values}, in {}, {} something else",
        counted(values.rows, "row", "rows"), values.verb()
    )]
    Unreadable {
        /// The hierarchy's name.
        hierarchy: String,
        /// What the builder needs.
        needs: &'static str,
        /// The values that are something else.
        values: Faulty,
    },
    /// A parameter of a builder makes no sense.
    #[error("hierarchy `{hierarchy}`: {what}")]
    Parameter {
        /// The hierarchy's name.
        hierarchy: String,
        /// What is wrong and what would be right.
        what: String,
    },
    /// A level is asked for that the hierarchy does not have.
    #[error("hierarchy `{hierarchy}` has the levels 0 to {height}, so {what} cannot be {level}")]
    NoSuchLevel {
        /// The hierarchy's name.
        hierarchy: String,
        /// The hierarchy's height.
        height: usize,
        /// Which setting asks for it.
        what: &'static str,
        /// The level asked for.
        level: usize,
    },
    /// The lowest level allowed is above the highest.
    #[error("hierarchy `{hierarchy}`: min-level {min} is above max-level {max}")]
    LevelsReversed {
        /// The hierarchy's name.
        hierarchy: String,
        /// The lowest level allowed.
        min: usize,
        /// The highest level allowed.
        max: usize,
    },
}

impl HierarchyError {
    /// What to do about it.
    pub fn hint(&self) -> &'static str {
        match self {
            Self::Ragged { .. } => "every line has the value and one label per level",
            Self::EmptyLabel { .. } => "give it a label; `*` says nothing about the value",
            Self::Duplicate { .. } => "remove one of the two lines",
            Self::NotNested { .. } => {
                "values that share a label must share all labels above it: use two different labels"
            }
            Self::Cycle { .. } => {
                "a text may not be coarser than itself: give labels other texts than values"
            }
            Self::NotTotal { .. } => "add a line for each value; several may share their labels",
            Self::TooManyLevels { .. } => {
                "leave out levels that differ little from the next, or take larger steps: a handful \
                 of levels is usual"
            }
            Self::Empty { .. } => "write one line per value: `value;level 1;level 2`",
            Self::WrongKind { .. } | Self::Unreadable { .. } => {
                "choose another builder, or state texts like `?` as `missing` in `[data]`"
            }
            Self::Parameter { .. } => "see the builders in the documentation of the policy",
            Self::NoSuchLevel { .. } | Self::LevelsReversed { .. } => {
                "`ridotto hierarchy show` lists the levels"
            }
        }
    }

    /// The values of the data at fault, if it is they who are.
    pub fn values(&self) -> Option<&Faulty> {
        match self {
            Self::NotTotal { values, .. } | Self::Unreadable { values, .. } => Some(values),
            _ => None,
        }
    }

    /// The name of the hierarchy at fault.
    pub fn hierarchy(&self) -> &str {
        match self {
            Self::Ragged { hierarchy, .. }
            | Self::EmptyLabel { hierarchy, .. }
            | Self::Duplicate { hierarchy, .. }
            | Self::NotNested { hierarchy, .. }
            | Self::Cycle { hierarchy, .. }
            | Self::NotTotal { hierarchy, .. }
            | Self::TooManyLevels { hierarchy, .. }
            | Self::Empty { hierarchy }
            | Self::WrongKind { hierarchy, .. }
            | Self::Unreadable { hierarchy, .. }
            | Self::Parameter { hierarchy, .. }
            | Self::NoSuchLevel { hierarchy, .. }
            | Self::LevelsReversed { hierarchy, .. } => hierarchy,
        }
    }
}
