//! Why a step cannot be done to a column.

use ridotto_core::{Code, Kind};

/// Why a step cannot be done to a column. Tells counts and never a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// Its values are of another kind than the step needs.
    #[error("its values must be {needs}, but they are {}", described(*.kind))]
    Kind {
        /// What the step needs.
        needs: &'static str,
        /// What they are.
        kind: Kind,
    },
    /// Some values cannot be placed: they are no numbers, or not in the order that was given.
    #[error("{count} of its values {}", .why)]
    Values {
        /// How many distinct values.
        count: usize,
        /// The first of them.
        first: Code,
        /// What is wrong with them.
        why: &'static str,
    },
    /// The threshold is no date.
    #[error("its values are dates, and the threshold is none")]
    Threshold,
}

impl Unsuited {
    /// Whether numbers are needed, or dates, and there are texts.
    pub(crate) fn is_texts(self) -> bool {
        matches!(self, Self::Kind { kind: Kind::Text, .. })
    }
}

fn described(kind: Kind) -> &'static str {
    match kind {
        Kind::Text => "texts",
        Kind::Integer => "whole numbers",
        Kind::Decimal => "numbers",
        Kind::Date => "dates",
        Kind::Boolean => "truth values",
        Kind::Ordinal => "values in an order",
    }
}
