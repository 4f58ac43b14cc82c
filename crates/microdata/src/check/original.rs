//! How sensitive attributes were spread before masking, from the file before, if it is at hand.
//!
//! Models that compare classes with "the whole table" compare with what came out of the masking
//! steps. Where no step draws records or changes a sensitive attribute, that is the file before;
//! otherwise it is not, and only the owner's recoding knows.

use super::{CheckOptions, trees};
use crate::bind::{RequirementContext, bind_requirements, kind, to_save};
use crate::saved::SavedBaseline;
use ridotto_core::Watch;
use ridotto_io::{Column, Place, ReadAs, Table};
use ridotto_policy::Policy;
use ridotto_release::{Error, ordinal, source_options};
use std::path::Path;

/// What requirements compare with, counted in the file before; nothing if that would be something
/// else, or if it has not the columns for it.
pub(super) fn baselines(
    options: &CheckOptions,
    sensitive: &[&str],
    (keys, has_population): (&[&str], bool),
    watch: &dyn Watch,
) -> Result<Vec<SavedBaseline>, Error> {
    let (Some(policy), Some(file)) = (&options.policy, &options.original) else {
        return Ok(Vec::new());
    };
    let is_changed = |name: &&str| policy.masks.iter().any(|mask| mask.changes(name));
    let are_drawn =
        |mask: &ridotto_policy::Mask| mask.facts().samples.is_some() || mask.facts().reads_records;
    if sensitive.iter().any(is_changed) || policy.masks.iter().any(are_drawn) {
        return Ok(Vec::new());
    }
    let table = read(policy, file, (sensitive, options.threads), watch)?;
    let place = |name: &&str| table.names.iter().position(|other| other == name);
    let sensitive: Vec<(&str, usize)> =
        sensitive.iter().filter_map(|name| Some((*name, place(name)?))).collect();
    let trees = trees(options, &table, &sensitive)?;
    let bound = bind_requirements(&RequirementContext {
        policy,
        table: &table,
        keys: keys.to_vec(),
        sensitive: sensitive
            .iter()
            .zip(&trees)
            .map(|(&(name, at), tree)| (name, at, tree.as_ref()))
            .collect(),
        has_population,
        may_lack_values: true,
        unshown: &super::sensitive::unshown(Some(policy)),
        baselines: &[],
    });
    let Ok((required, _)) = bound else { return Ok(Vec::new()) };
    let mut saved: Vec<SavedBaseline> = Vec::new();
    for relative in required.iter().filter_map(|required| required.relative.as_ref()) {
        let baseline = to_save(relative.target(), &table);
        if saved.iter().all(|other| other.attribute != baseline.attribute) {
            saved.push(baseline);
        }
    }
    Ok(saved)
}

/// The sensitive columns of the file before, and those that requirements look at besides.
fn read(
    policy: &Policy,
    file: &Path,
    (sensitive, threads): (&[&str], usize),
    watch: &dyn Watch,
) -> Result<Table, Error> {
    let file = Place::from(file);
    let source = file.open(&source_options(policy, threads))?;
    let companions: Vec<&str> = policy.companions().map(|name| name.as_str()).collect();
    let stated =
        |name: &str| policy.attribute(name).and_then(|of| of.value_type).map(|of| kind(*of));
    let want = |name: &str| {
        let is_wanted = sensitive.contains(&name) || companions.contains(&name);
        if is_wanted { ReadAs::Code { kind: stated(name) } } else { ReadAs::Skip }
    };
    let wants: Vec<ReadAs> = source.columns().iter().map(|field| want(&field.name)).collect();
    watch.begin("reading", file.bytes());
    let mut table = source.read(&wants, watch)?;
    let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
    let is_read: Vec<String> = (0..table.names.len())
        .filter(|&at| matches!(table.columns[at], Column::Coded { .. }))
        .map(|at| table.names[at].clone())
        .collect();
    ordinal::put_in_order(policy, &mut table, &|attribute| {
        if is_read.contains(&attribute.name.value) {
            ordinal::order(folder, attribute)
        } else {
            Ok(None)
        }
    })?;
    Ok(table)
}
