//! Linkage by distance, by rank and by probability: of the quasi-identifiers, and of all that is released.

use super::attack_run::AttackRun;
use crate::Series;
use crate::Values;
use crate::attack::{distance_linkage, probability_linkage, rank_linkage};
use crate::files::likened::Likened;
use crate::files::pair::Pair;
use crate::linkage::Attribute as By;
use crate::linkage::agreement::{Agreement, MOST};
use crate::linkage::distance::Terms;
use crate::risk::interval::{Deviation, standard_deviation};
use crate::utility::Attribute;
use ridotto_core::Watch;
use ridotto_core::count::grouped;
use ridotto_policy::language::Role;
use std::path::Path;

/// So many people are looked for at most.
const PEOPLE: usize = 20_000;
/// So many pairs are compared at most to see which agree.
const PAIRS: usize = 200_000_000;
/// Numbers agree if they differ by no more than this share of their standard deviation.
const AGREE: f64 = 0.1;

/// Links the people of the file before: by the quasi-identifiers, and by all columns of both files,
/// which an intruder could know as well.
pub(super) fn everybody(
    run: &mut AttackRun,
    pair: &Pair,
    attributes: &[Attribute],
    watch: &dyn Watch,
) {
    let keys: Vec<&Attribute> =
        pair.with_role(Role::QuasiIdentifier).into_iter().map(|at| &attributes[at]).collect();
    let all: Vec<&Attribute> = attributes.iter().collect();
    linked(run, &keys, (None, false), watch);
    if all.len() > keys.len() {
        linked(run, &all, (None, true), watch);
    }
}

/// Links people by some columns. Another file's people are nobody whom the truth knows.
pub(super) fn linked(
    run: &mut AttackRun,
    attributes: &[&Attribute],
    (path, tells_columns): (Option<&Path>, bool),
    watch: &dyn Watch,
) {
    let Some(first) = attributes.first() else { return };
    let (people, records) = (first.before.len(), first.after.len());
    let columns: Vec<Likened> = attributes.iter().map(|one| Likened::new(one, 0)).collect();
    let known = some(people, PEOPLE);
    let is_known = path.is_none() && run.truth.is_some();
    let nobody = vec![None; people];
    let truth = run.truth.as_deref().filter(|_| is_known).unwrap_or(&nobody).to_vec();
    if known.len() < people {
        let looked_for = grouped(known.len() as u64);
        run.notes.push(format!("linkage by distance looked for {looked_for} people, drawn evenly"));
    }
    let names = || -> Vec<String> { attributes.iter().map(|one| one.name.to_string()).collect() };
    let names = if tells_columns { names() } else { Vec::new() };
    let by: Vec<By<'_>> = columns.iter().map(Likened::by).collect();
    let terms = Terms { truth: Some(&truth), known: Some(&known), ..Terms::default() };
    let guess = 1.0 / records.max(1) as f64;
    let found = distance_linkage(&by, terms.watched(watch), is_known).ok();
    run.add_columns(&names, path, found.map(|found| found.beside(guess)));
    // Without numbers it would be the same again.
    if columns.iter().any(|one| matches!(one.to.values, Values::Numbers(_))) {
        let found = rank_linkage(&by, terms.watched(watch), is_known).ok();
        run.add_columns(&names, path, found.map(|found| found.beside(guess)));
    }
    if columns.len() > MOST {
        return;
    }
    let fewer = some(known.len(), (PAIRS / records.max(1)).max(50));
    if fewer.len() < known.len() {
        run.notes.push(format!(
            "linkage by probability looked for {} people, drawn evenly",
            grouped(fewer.len() as u64)
        ));
    }
    let known: Vec<u32> = fewer.iter().map(|&at| known[at as usize]).collect();
    let terms = Terms { known: Some(&known), ..terms };
    let mut best = None;
    // Numbers agree if they are equal, or else if they are close: what finds more counts.
    for share in [0.0, AGREE] {
        let agreement = |(from, to)| Agreement { from, to, within: tolerance(from, share) };
        let by: Vec<Agreement<'_>> =
            columns.iter().map(|one| agreement((&one.agreeing.0, &one.agreeing.1))).collect();
        let Ok(found) = probability_linkage(&by, terms.watched(watch), is_known) else { return };
        let rank = |found: &crate::attack::Found| found.right.unwrap_or(found.people);
        if best.as_ref().is_none_or(|best| rank(&found) > rank(best)) {
            best = Some(found);
        }
    }
    run.add_columns(&names, path, best.map(|found| found.beside(guess)));
}

fn tolerance(column: &Series, share: f64) -> f64 {
    match &column.values {
        Values::Numbers(numbers) => share * standard_deviation(numbers, Deviation::Sample),
        Values::Categories { .. } => 0.0,
    }
}

/// All of so many, or as many as there may be, evenly.
fn some(all: usize, most: usize) -> Vec<u32> {
    (0..all as u32).step_by(all.div_ceil(most.max(1)).max(1)).collect()
}
