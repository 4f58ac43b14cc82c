//! What a kind of data takes from crates beside it, and does not know: the facade connects them.
//!
//! A kind of data reads policies, binds steps and tells measures, and the crates that have these stand
//! beside it. So they come as functions. Who builds a program of his own may give others, or none.

use crate::{Error, Input, Steps};
use ridotto_io::SourceOptions;
use ridotto_policy::{Entries, Policy, PolicyError};
use ridotto_report::Finding;
use ridotto_table::ReadAs;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// What stands beside a kind of data.
#[derive(Clone)]
pub struct Siblings {
    /// Everything that a policy can name.
    pub entries: Entries,
    /// Binds the steps of a policy.
    pub steps: fn(&StepsOf<'_>) -> Result<Steps, Error>,
    /// What steps want to be read of each column, beside what is wanted without them.
    pub wants: BindReads,
    /// Which columns private steps need as they stand; an error if the policy leaves to the
    /// data what they need to be settled.
    pub stand: ColumnsThatStand,
    /// What the sizes of classes say, before and after, with so many records suppressed.
    pub of_classes: fn(&[u64], &[u64], u64) -> Vec<Finding>,
    /// The size of the smallest class before and after, where no model asks for it.
    pub smallest_class: fn(&[u64], &[u64]) -> Option<Finding>,
}

/// Adds what the steps of a policy want of columns of these names.
pub type BindReads = fn(&Policy, &[&str], &mut [ReadAs]) -> Result<(), PolicyError>;

/// Which columns must be read as they stand, by a policy, its input and what is read of each.
pub type ColumnsThatStand = fn(&Policy, &Input, &[ReadAs]) -> Result<Vec<bool>, Error>;

/// What the steps of a policy are bound to.
#[derive(Clone, Copy, Debug)]
pub struct StepsOf<'a> {
    /// The policy.
    pub policy: &'a Arc<Policy>,
    /// The names of the columns.
    pub names: &'a [&'a str],
    /// Which of them are wanted when all steps are done.
    pub wanted: &'a [bool],
    /// Where files are that steps name.
    pub folder: &'a Path,
    /// How files are read.
    pub reading: &'a SourceOptions,
    /// Other files than the policy names, if it was saved with a decision that is made again.
    pub instead: Option<&'a Instead>,
}

/// Files that take the place of those that a saved policy names.
#[derive(Clone, Debug, Default)]
pub struct Instead {
    /// The key of pseudonyms.
    pub key_file: Option<PathBuf>,
    /// The mapping of pseudonyms.
    pub mapping: Option<PathBuf>,
}

impl fmt::Debug for Siblings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Siblings").finish_non_exhaustive()
    }
}

/// None: no step is known and nothing is measured.
impl Default for Siblings {
    fn default() -> Self {
        Self {
            entries: Entries::default(),
            steps: |_| Ok(Steps::default()),
            wants: |_, _, _| Ok(()),
            stand: |_, _, wants| Ok(vec![false; wants.len()]),
            of_classes: |_, _, _| Vec::new(),
            smallest_class: |_, _| None,
        }
    }
}
