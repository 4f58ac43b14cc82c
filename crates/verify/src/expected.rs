//! What the output must be.

use crate::column::OutputColumn;
use ridotto_core::CodeColumn;
use ridotto_core::class::Tally;

/// What the output must be.
#[derive(Debug)]
pub struct Expected<'a> {
    /// Its columns.
    pub columns: &'a [OutputColumn<'a>],
    /// The input record of each output record.
    pub order: &'a [u32],
    /// The records whose values were hidden and not left out.
    pub hidden: Option<&'a [bool]>,
    /// The text of a missing value.
    pub missing: &'a str,
    /// The columns that models look at, by input record: what judging needs is taken from the
    /// record that was found to stand here.
    pub judged: &'a [CodeColumn<'a>],
    /// Everybody of the population, if requirements count them.
    pub people: Option<PopulationLabels<'a>>,
    /// Whether cells that a spreadsheet would run have an apostrophe in front.
    pub escaped: bool,
}

/// The population as a private companion of the file: what everybody would show.
#[derive(Debug)]
pub struct PopulationLabels<'a> {
    /// How many people have which values.
    pub tally: &'a Tally,
    /// What each value of each quasi-identifier would be shown as; missing is `None`.
    pub labels: Vec<Vec<Option<String>>>,
}
