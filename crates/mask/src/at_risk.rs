//! Which records are at risk.

use crate::sample::groups;
use crate::step::StepContext;
use ridotto_core::CodeColumn;
use ridotto_policy::Problem;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_table::{Column, Table};

/// The records that fewer than k others look like, by the quasi-identifiers as they are.
pub(crate) fn at_risk(context: &StepContext, table: &Table) -> Result<Vec<bool>, Error> {
    let names = context.policy().with_role(Role::QuasiIdentifier);
    let keys: Vec<CodeColumn<'_>> = names
        .filter_map(|attribute| match &table.columns[context.place(&attribute.name)] {
            Column::Coded { codes, dictionary, .. } => {
                Some(CodeColumn { codes, values: dictionary.len() })
            }
            _ => None,
        })
        .collect();
    if keys.is_empty() {
        let problem = Problem::error("bind::mask", "nobody is at risk without a quasi-identifier")
            .at(context.span(), "changes those at risk")
            .with_help("give `role = \"quasi-identifier\"` to what an intruder may know");
        return Err(context.error(problem));
    }
    let required = context.policy().requirements.iter();
    let k = required.filter_map(|asked| asked.k().map(|k| *k)).max().unwrap_or(2);
    let (class_of, sizes) = groups(&keys, table.rows);
    Ok(class_of.iter().map(|&class| sizes[class as usize] < k).collect())
}
