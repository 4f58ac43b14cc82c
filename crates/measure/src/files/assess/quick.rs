//! What is told of one release among many: whom intruders find in it, and how untrue it is.

use super::alike::Alike;
use super::{AssessOptions, Evidence, class_of_rows, displaced, linkage, nearest};
use crate::files::pair::Pair;
use crate::risk::guess::best_guess;
use ridotto_core::{ClassTable, Codes, Parts, Watch};
use ridotto_io::Place;
use ridotto_policy::language::Role;
use ridotto_release::{Error, left_out};
use ridotto_report::Finding;
use rustc_hash::FxHashSet;
use std::rc::Rc;

/// What can be told quickly of a pair of files.
#[derive(Clone, Debug)]
pub struct Quick {
    /// What intruders are right about, as shares of people, by the names of the measures; only those
    /// that apply.
    pub found: Vec<(String, f64)>,
    /// How far the quasi-identifiers are from the truth, by importance; nothing where they are only
    /// coarser, or where it is not known which record was which.
    pub displaced: Option<f64>,
}

impl Quick {
    /// What is right about most people: the risk, and what it is of.
    pub fn worst(&self) -> Option<&(String, f64)> {
        // Of equal ones the first.
        self.found.iter().rev().max_by(|one, other| one.1.total_cmp(&other.1))
    }
}

/// What is known of a pair of files beforehand.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// Whether the quasi-identifiers tell the truth, if less of it: then a class is a crowd, and what
    /// its records have in common is true of each.
    pub is_true: bool,
    /// Whose record each one of the file before is, if people may have several.
    pub person: Option<&'a Codes>,
}

/// Measures what can be told quickly.
///
/// # Definition
/// Where classes are true: `average-risk`, the chance to pick the right person among those of a class, on
/// average over the records of the release; and for each sensitive attribute how much oftener the
/// `best-guess` within a class is right than `best-guess-without-class`. Elsewhere how much oftener
/// the nearest record tells the value than a guess that needs no file (`guessed-by-distance`). And
/// record linkage by distance, by rank and by probability, if it is known which record was which: by the
/// quasi-identifiers, and by these with all columns that a step changes.
pub fn quick(
    before: Place<'_>,
    after: Place<'_>,
    options: &AssessOptions,
    known: Known<'_>,
    watch: &dyn Watch,
) -> Result<Quick, Error> {
    let pair = Pair::read(before, after, &options.pair, watch)?;
    watch.begin("measuring", None);
    let attributes = pair.attributes();
    let (keys, sensitive) =
        (pair.with_role(Role::QuasiIdentifier), pair.with_role(Role::Sensitive));
    let displaced = (!known.is_true).then(|| displaced::displaced(&pair, &keys)).flatten();
    let judged = if known.is_true { &sensitive[..] } else { &[] };
    let after = super::classes((&pair, &pair.after), |of| of.after, (&keys, judged), watch);
    let evidence = Evidence {
        pair: &pair,
        options,
        attributes: &attributes,
        keys,
        sensitive,
        before: ClassTable::count(&[], &[], 0),
        after,
        population: None,
        alike: (Alike::none(), Alike::none()),
        wanted: Rc::default(),
    };
    let mut parts = Parts::new(watch);
    let mut found = Vec::new();
    if known.is_true {
        found.extend(in_class(&evidence, known.person).map(|risk| ("average-risk".into(), risk)));
        found.extend(guesses(&evidence));
    } else {
        let told = parts.part("nearest records", |watch| nearest::measure(&evidence, watch));
        found.extend(told_by_nearest(&told));
    }
    let mut linked = linkage::Found { is_only_after: true, ..linkage::Found::default() };
    linkage::usual(&evidence, &knowable(&evidence), &mut linked, &mut parts);
    // The largest of fewer parts would be another figure.
    if left_out(&parts, watch)?.is_some() {
        return Err(Error::Cancelled);
    }
    found.extend(linked.findings.into_iter().filter_map(|one| Some((one.name, one.after?))));
    Ok(Quick { found, displaced })
}

/// The quasi-identifiers, and what steps change: who masks a column expects that somebody knows it. What
/// is released as it was would link everybody in every release that is compared.
fn knowable(of: &Evidence<'_>) -> Vec<usize> {
    let masks: Vec<_> = of.options.pair.policy.iter().flat_map(|policy| &policy.masks).collect();
    let is_changed = |name: &str| {
        masks.iter().filter(|mask| mask.perturbs()).any(|mask| {
            let changed = mask.attributes();
            changed.is_empty() || changed.iter().any(|one| *one.value == *name)
        })
    };
    (0..of.pair.shared.len())
        .filter(|at| of.keys.contains(at) || is_changed(&of.pair.shared[*at].name))
        .collect()
}

/// The chance to pick the right person among those of a class, on average over the records.
fn in_class(of: &Evidence<'_>, person: Option<&Codes>) -> Option<f64> {
    let rows = of.pair.after.rows;
    if rows == 0 {
        return None;
    }
    let person = person.zip(of.pair.alignment.pairs(of.pair.before.rows, rows));
    let Some((person, was)) = person else {
        return Some(of.after.len() as f64 / rows as f64);
    };
    let class_of = class_of_rows(of);
    let (mut sizes, mut persons) = (vec![0_u64; of.after.len()], vec![0_u64; of.after.len()]);
    let mut met: FxHashSet<(u32, u32)> = FxHashSet::default();
    for (&class, &row) in class_of.iter().zip(&*was) {
        sizes[class as usize] += 1;
        persons[class as usize] += u64::from(met.insert((class, person.get(row as usize))));
    }
    let risks = sizes.iter().zip(&persons).filter(|(size, _)| **size > 0);
    let sum: f64 = risks.map(|(&size, &persons)| size as f64 / persons as f64).sum();
    Some(sum / rows as f64)
}

/// How much oftener the guess within a class is right than the one without, by sensitive attribute.
fn guesses(of: &Evidence<'_>) -> Vec<(String, f64)> {
    let one = |(at, &sensitive): (usize, &usize)| {
        let guess = best_guess(&of.after, at);
        let name = format!("best-guess of {}", of.pair.shared[sensitive].name);
        (name, (guess.within - guess.baseline).max(0.0))
    };
    of.sensitive.iter().enumerate().map(one).collect()
}

/// How much oftener the nearest record tells a value than a guess does.
fn told_by_nearest(findings: &[Finding]) -> Vec<(String, f64)> {
    let figure = |name: &str, of: &Option<String>| {
        let mut same = findings.iter().filter(|one| one.name == name && one.attribute == *of);
        same.next()?.after
    };
    let told = findings.iter().filter(|one| one.name == "guessed-by-distance");
    let one = |told: &Finding| {
        let gain = told.after? - figure("guessed-without-file", &told.attribute)?;
        let name = told.attribute.as_deref().unwrap_or_default();
        Some((format!("guessed-by-distance of {name}"), gain.max(0.0)))
    };
    told.filter_map(one).collect()
}
