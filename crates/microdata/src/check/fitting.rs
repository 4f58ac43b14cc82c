//! Counting a file where `*` and missing cells fit anything.

use crate::requirement::Requirement;
use ridotto_core::class::{Tally, wildcard_counts};
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, CodeColumn, Codes, Dictionary};
use ridotto_policy::Policy;
use ridotto_policy::PolicyError;
use ridotto_policy::Problem;
use ridotto_policy::language::Missing;

/// Whether a policy asks for this; it can be asked of k-anonymity alone.
pub(super) fn is_asked(
    policy: Option<&Policy>,
    required: &[Requirement],
) -> Result<bool, PolicyError> {
    let Some(policy) = policy else { return Ok(false) };
    let missing = policy.release.missing;
    if *missing != Missing::MatchesAnything {
        return Ok(false);
    }
    let is_served = |required: &Requirement| {
        required.model.name() == "k-anonymity" && required.model.least_size().is_some()
    };
    if required.iter().all(is_served) {
        return Ok(true);
    }
    let message = "only k-anonymity of records can be counted where missing matches anything";
    let problem = Problem::error("bind::missing", message)
        .at(missing.span, "there are no classes then")
        .with_help("write `missing = \"own-value\"`, or leave it out");
    Err(policy.error([problem]))
}

/// Columns in which `*` and missing have one code.
pub(super) struct WildcardColumns {
    columns: Vec<(Codes, usize)>,
    wild: Vec<Option<Code>>,
}

/// The columns with one code for `*` and missing.
pub(super) fn wild_columns(
    keys: &[CodeColumn<'_>],
    dictionaries: &[&Dictionary],
) -> WildcardColumns {
    let mut all = WildcardColumns { columns: Vec::new(), wild: Vec::new() };
    for (key, dictionary) in keys.iter().zip(dictionaries) {
        let (star, missing) = (dictionary.code(TOP), dictionary.missing());
        let code = |code: Code| if Some(code) == star { missing.unwrap_or(code) } else { code };
        let codes: Vec<Code> = key.codes.iter().map(code).collect();
        all.columns.push((Codes::from_codes(&codes, key.values), key.values));
        all.wild.push(missing.or(star));
    }
    all
}

impl WildcardColumns {
    /// The fewest records that fit a record over some of the columns.
    pub fn least_fitting(&self, subset: &[usize], rows: usize) -> Option<u64> {
        let column = |&at: &usize| {
            let (codes, values) = &self.columns[at];
            CodeColumn { codes, values: *values }
        };
        let columns: Vec<CodeColumn<'_>> = subset.iter().map(column).collect();
        let wild: Vec<Option<Code>> = subset.iter().map(|&at| self.wild[at]).collect();
        wildcard_counts(&Tally::count(&columns, rows), &wild).into_iter().min()
    }
}
