//! Record linkage: an intruder who has the file before looks for its people in the file after.

use super::{Evidence, risk_finding};
use ridotto_measure::linkage::agreement::{Agreement, MOST, Patterns};
use ridotto_measure::linkage::distance::{Terms, link};
use ridotto_measure::linkage::probabilistic::{Model, decide, estimate, link_probably};
use ridotto_measure::linkage::rank::link_by_rank;
use ridotto_measure::linkage::{Attribute, LinkageError};
use ridotto_measure::{Column, Values};
use ridotto_report::Finding;

/// So many people are looked for at most; more say nothing new.
const PEOPLE: usize = 5_000;
/// Numbers agree if they differ by no more than this share of their standard deviation.
const AGREE: f64 = 0.1;
/// Pairs that are compared at most to see which agree.
const PAIRS: usize = 200_000_000;
/// False links and misses that are put up with, as shares.
const ERRORS: (f64, f64) = (0.01, 0.05);

/// The shares of people that are found, if it is known which row was whose.
pub(super) fn measure(of: &Evidence<'_>, notes: &mut Vec<String>) -> Vec<Finding> {
    let (before, after) = (of.pair.before.rows, of.pair.after.rows);
    let Some(pairs) = of.pair.alignment.pairs(before, after) else { return Vec::new() };
    let mut truth = vec![None; before];
    for (row, &was) in (0..).zip(&pairs) {
        truth[was as usize] = Some(row);
    }
    let known: Vec<u32> = people(before);
    if known.len() < before {
        notes.push(format!("record linkage looked for {} people, drawn evenly", known.len()));
    }
    let columns: Vec<(Column, Column)> = of
        .keys
        .iter()
        .map(|&at| &of.attributes[at])
        .map(|attribute| (attribute.column_before(), attribute.column_after(of.options.seed)))
        .collect();
    let by: Vec<Attribute<'_>> = columns.iter().map(|(a, b)| Attribute::new(a, b)).collect();
    let terms = Terms { truth: Some(&truth), blocks: None, known: Some(&known) };
    let mut findings = Vec::new();
    let mut add = |name: &str, rate: Result<f64, LinkageError>| match rate {
        Ok(rate) => findings.push(risk_finding(name, Some(1.0), Some(rate))),
        Err(error) => notes.push(format!("{name} was left out: {error}")),
    };
    add("linked-by-distance", link(&by, terms).map(|links| links.rate));
    add("linked-by-rank", link_by_rank(&by, terms).map(|links| links.rate));
    if columns.len() <= MOST && known.len().saturating_mul(after) <= PAIRS {
        add("linked-by-probability", probable(&columns, terms));
    } else {
        notes.push("linked-by-probability was left out: there are too many pairs".to_owned());
    }
    findings
}

/// The people to look for: all, or as many as there may be, evenly.
fn people(rows: usize) -> Vec<u32> {
    let stride = rows.div_ceil(PEOPLE).max(1);
    (0..rows as u32).step_by(stride).collect()
}

/// Fellegi and Sunter's linkage with the model that fits the files.
fn probable(columns: &[(Column, Column)], terms: Terms<'_>) -> Result<f64, LinkageError> {
    let agreement = |(from, to)| Agreement { from, to, within: tolerance(from) };
    let attributes: Vec<Agreement<'_>> = columns.iter().map(|(a, b)| agreement((a, b))).collect();
    let patterns = Patterns::of(&attributes, terms)?;
    let fit = estimate(&patterns.counts, Model::start(attributes.len()), 1_000)?;
    let decision = decide(&fit.model, ERRORS.0, ERRORS.1);
    Ok(link_probably(&patterns, &fit.model, &decision).rate)
}

fn tolerance(column: &Column) -> f64 {
    match &column.values {
        Values::Categories { .. } => 0.0,
        Values::Numbers(numbers) => {
            let deviation = ridotto_measure::risk::interval::standard_deviation(
                numbers,
                ridotto_measure::risk::interval::Deviation::Sample,
            );
            if deviation.is_finite() { AGREE * deviation } else { 0.0 }
        }
    }
}
