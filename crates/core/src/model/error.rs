//! What can be wrong with a model's parameters.

/// Why a model cannot be made. It names parameters and numbers of the policy, never a cell value.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ModelError {
    /// A parameter lies outside its range.
    #[error("{parameter} is {given}, but {model} needs {needed}")]
    OutOfRange {
        /// The model's name.
        model: &'static str,
        /// The parameter's name.
        parameter: &'static str,
        /// What was given.
        given: f64,
        /// What is possible, in words.
        needed: &'static str,
    },
    /// There is no row to take a distribution from.
    #[error("{model} compares classes with the whole table, and the table has no rows")]
    NoBaseline {
        /// The model's name.
        model: &'static str,
    },
    /// A list that goes with the sensitive values does not have one entry for each of them.
    #[error("{model} needs {what} for each of {values} values, and got {given}")]
    WrongLength {
        /// The model's name.
        model: &'static str,
        /// What the list has.
        what: &'static str,
        /// How many sensitive values there are.
        values: usize,
        /// How many entries the list has.
        given: usize,
    },
    /// A position of a value on the line is not a finite number.
    #[error("{model} needs a number for every sensitive value; {count} values are not numbers")]
    NotNumbers {
        /// The model's name.
        model: &'static str,
        /// How many values have no finite number.
        count: usize,
    },
    /// No sensitive attribute was named.
    #[error("{model} needs at least one sensitive attribute")]
    NoAttribute {
        /// The model's name.
        model: &'static str,
    },
}

impl ModelError {
    /// A parameter that is out of range.
    pub fn out_of_range(
        model: &'static str,
        parameter: &'static str,
        given: f64,
        needed: &'static str,
    ) -> Self {
        Self::OutOfRange { model, parameter, given, needed }
    }
}
