//! Rules that concern several sections; they are asked once each section is sound in itself.

use crate::code;
use crate::language::Role;
use crate::policy::Policy;
use crate::problem::Problem;
use std::collections::BTreeMap;

pub(super) fn problems(policy: &Policy) -> Vec<Problem> {
    no_quasi_identifier(policy).into_iter().chain(same_files(policy)).collect()
}

/// Classes are made of quasi-identifiers.
fn no_quasi_identifier(policy: &Policy) -> Option<Problem> {
    if policy.with_role(Role::QuasiIdentifier).next().is_some() {
        return None;
    }
    let asks = policy.requirements.first()?;
    let message = format!("`{}` needs a quasi-identifier, and there is none", asks.model());
    Some(
        Problem::error(code::NO_QUASI_IDENTIFIER, message)
            .at(asks.span, "speaks of quasi-identifiers")
            .with_help(
                "give `role = \"quasi-identifier\"` to the attributes that an intruder may know \
                 from elsewhere, such as age, sex and place",
            ),
    )
}

/// No file is written over the data, and none is written twice.
fn same_files(policy: &Policy) -> Vec<Problem> {
    let output = &policy.output;
    let written = output.file.iter().chain(&output.reports).chain(&output.recoding);
    let mut seen: BTreeMap<&str, &str> = BTreeMap::new();
    seen.extend(policy.data.input.as_ref().map(|input| (input.as_str(), "the input")));
    let mut problems = Vec::new();
    for file in written {
        if let Some(other) = seen.insert(file.as_str(), "another output") {
            problems.push(
                Problem::error(code::CONTRADICTION, format!("`{file}` is also {other}"))
                    .at(file.span, format!("would be written over {other}"))
                    .with_help("choose another name"),
            );
        }
    }
    problems
}
