//! What the record nearest to a person tells, whoever's it is.
//!
//! It needs no knowledge of which row was which, so it serves for synthetic files, in which no record
//! is anybody's: what counts there is whether a person's value is told more often than by a guess that
//! needs no file.

use super::risk::INTERVAL;
use super::{Evidence, risk_finding};
use crate::Values;
use crate::files::likened::Likened;
use crate::linkage::Attribute as By;
use crate::linkage::distance::{Terms, link};
use crate::risk::interval::{Deviation, standard_deviation};
use crate::utility::Attribute;
use ridotto_core::Watch;
use ridotto_report::Finding;

/// How often the nearest record tells each sensitive value, and how often none does.
pub(super) fn measure(of: &Evidence<'_>, watch: &dyn Watch) -> Vec<Finding> {
    let people = of.pair.before.rows;
    if of.sensitive.is_empty() || of.pair.after.rows == 0 || people == 0 {
        return Vec::new();
    }
    let stride = people.div_ceil(of.options.effort.people(of.pair.after.rows)).max(1);
    let known: Vec<u32> = (0..people as u32).step_by(stride).collect();
    let keys = of.keys.iter().map(|&at| &of.attributes[at]);
    let columns: Vec<Likened> = keys.map(|one| Likened::new(one, of.options.seed)).collect();
    let by: Vec<By<'_>> = columns.iter().map(Likened::by).collect();
    let nobody = vec![None; people];
    let terms = Terms { truth: Some(&nobody), known: Some(&known), ..Terms::default() };
    let Ok(links) = link(&by, terms.watched(watch)) else { return Vec::new() };
    let nearest: Vec<(u32, u32)> = (known.iter().zip(&links.links))
        .filter_map(|(&person, link)| Some((person, (*link)?.to)))
        .collect();
    let mut findings = Vec::new();
    for &at in &of.sensitive {
        let attribute = &of.attributes[at];
        let Some((told, guessed)) = told(attribute, &nearest, known.len(), of.options.seed) else {
            continue;
        };
        let figures = [("guessed-by-distance", told), ("guessed-without-file", guessed)];
        findings.extend(figures.map(|(name, share)| Finding {
            attribute: Some(attribute.name.to_string()),
            ..risk_finding(name, None, Some(share))
        }));
    }
    findings
}

/// The shares of people whose value is told by their nearest record, and by the best guess for all.
fn told(
    attribute: &Attribute,
    nearest: &[(u32, u32)],
    people: usize,
    seed: u64,
) -> Option<(f64, f64)> {
    let share = |told: usize| told as f64 / people.max(1) as f64;
    match (attribute.column_before().values, attribute.column_after(seed).values) {
        (Values::Numbers(own), Values::Numbers(theirs)) => {
            let within = INTERVAL / 100.0 * standard_deviation(&own, Deviation::Sample);
            let is_close = |&&(person, record): &&(u32, u32)| {
                (own[person as usize] - theirs[record as usize]).abs() <= within
            };
            let told = nearest.iter().filter(is_close).count();
            Some((share(told), most_within(&own, within)))
        }
        (Values::Categories { codes: own, categories, .. }, Values::Categories { codes, .. }) => {
            let is_told = |&&(person, record): &&(u32, u32)| {
                own[person as usize].is_some() && own[person as usize] == codes[record as usize]
            };
            let mut counts = vec![0_usize; categories];
            own.iter().flatten().for_each(|&code| counts[code as usize] += 1);
            let most = counts.into_iter().max().unwrap_or(0);
            let told = nearest.iter().filter(is_told).count();
            Some((share(told), most as f64 / own.len().max(1) as f64))
        }
        _ => None,
    }
}

/// The largest share of numbers that one guess is close to.
fn most_within(numbers: &[f64], within: f64) -> f64 {
    let mut sorted: Vec<f64> = numbers.iter().copied().filter(|number| !number.is_nan()).collect();
    sorted.sort_unstable_by(f64::total_cmp);
    let (mut end, mut most) = (0, 0);
    for (start, &low) in sorted.iter().enumerate() {
        while end < sorted.len() && sorted[end] <= low + 2.0 * within {
            end += 1;
        }
        most = most.max(end - start);
    }
    most as f64 / numbers.len().max(1) as f64
}
