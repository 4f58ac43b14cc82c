//! The steps of a policy, bound to the columns of a table.
//!
//! Nothing is read, drawn or computed here: a step is a value that says what will be done.

use crate::definition::StepDefinition;
use crate::step::{Shared, StepContext};
use crate::waiting::Waiting;
use ridotto_policy::{Mask, Policy, Problem};
use ridotto_release::{Error, Step, Steps};
use ridotto_table::SourceOptions;
use std::any::Any;
use std::path::Path;
use std::sync::Arc;

/// The steps of a policy for a table of these columns. `wanted` says which of them are wanted when
/// all steps are done, `folder` where files are that steps name, and `reading` how files are read.
///
/// Binding is pure: files are opened, and random numbers drawn, when a step runs.
pub fn bind(
    policy: &Arc<Policy>,
    names: &[&str],
    wanted: &[bool],
    folder: &Path,
    reading: &SourceOptions,
) -> Result<Steps, Error> {
    let shared = Arc::new(Shared {
        policy: Arc::clone(policy),
        names: names.iter().map(|&name| name.to_owned()).collect(),
        wanted: wanted.to_vec(),
        folder: folder.to_owned(),
        reading: reading.clone(),
    });
    let looked_at = looked_at(policy, names);
    let mut present: Vec<bool> = wanted.to_vec();
    for &at in &looked_at {
        present[at] = true;
    }
    let (mut steps, mut problems) = (Vec::new(), Vec::new());
    for at in 0..policy.masks.len() {
        let context = StepContext::new(&shared, at, present.clone());
        if policy.masks[at].facts().deletes {
            for at in context.places() {
                present[at] = false;
            }
        }
        match step(context) {
            Ok(step) => steps.push(step),
            Err(problem) => problems.push(problem),
        }
    }
    if !problems.is_empty() {
        return Err(policy.error(problems).into());
    }
    let forgotten = looked_at.into_iter().filter(|&at| !wanted[at]).collect();
    Ok(Steps { steps, forgotten })
}

/// The columns that some step looks at without changing them.
fn looked_at(policy: &Policy, names: &[&str]) -> Vec<usize> {
    let looked_at = policy.masks.iter().flat_map(Mask::looks_at);
    let place = |name: &str| names.iter().position(|other| *other == name);
    looked_at.filter_map(|name| place(name)).collect()
}

/// One step. Groups without noise are seen by nobody: both steps are done at once.
fn step(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    if context.waits() {
        return Ok(Box::new(Waiting(context)));
    }
    let definition: &dyn Any = context.given().definition();
    match definition.downcast_ref::<StepDefinition>() {
        Some(definition) => (definition.bind)(context),
        None => {
            let message = format!("nothing here can do `{}`", context.method());
            let problem = Problem::error("bind::mask", message).at(context.span(), "this step");
            Err(problem.with_help("its definition is no `StepDefinition`"))
        }
    }
}
