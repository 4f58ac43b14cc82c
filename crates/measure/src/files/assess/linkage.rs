//! Record linkage: an intruder who has the file before looks for its people in the file after.

use super::{Evidence, risk_finding};
use crate::linkage::agreement::{Agreement, MOST, Patterns};
use crate::linkage::distance::{Terms, link};
use crate::linkage::learn::{Operator, learn};
use crate::linkage::probabilistic::{Model, decide, estimate, link_probably};
use crate::linkage::rank::link_by_rank;
use crate::linkage::transparency::{individual_ranking, rank_swapping};
use crate::linkage::{Attribute, LinkageError};
use crate::{Series, Values};
use ridotto_catalogue::Transparency;
use ridotto_core::Parts;
use ridotto_core::Watch;
use ridotto_policy::Mask;
use ridotto_release::Error;
use ridotto_report::Finding;

/// Numbers agree if they differ by no more than this share of their standard deviation.
const AGREE: f64 = 0.1;
/// Pairs that are compared at most to see which agree.
const PAIRS: usize = 200_000_000;
/// False links and misses that are put up with, as shares.
const ERRORS: (f64, f64) = (0.01, 0.05);

/// Distances that are learnt, from the least to the most that they can say.
const LEARNED: [(&str, Operator); 4] = [
    ("linked-by-learned-weights", Operator::WeightedMean),
    ("linked-by-learned-order", Operator::OrderedWeights),
    ("linked-by-learned-form", Operator::Bilinear),
    ("linked-by-learned-sets", Operator::Choquet),
];

/// The shares of people that are found, if it is known which row was whose.
pub(super) fn measure(
    of: &Evidence<'_>,
    notes: &mut Vec<String>,
    parts: &mut Parts<'_>,
) -> Vec<Finding> {
    let (before, after) = (of.pair.before.rows, of.pair.after.rows);
    let Some(pairs) = of.pair.alignment.pairs(before, after) else { return Vec::new() };
    let mut truth = vec![None; before];
    for (row, &was) in (0..).zip(&pairs) {
        truth[was as usize] = Some(row);
    }
    let known: Vec<u32> = people(before, of.options.effort.people());
    if known.len() < before {
        notes.push(format!(
            "record linkage looked for a sample of {} people, drawn evenly",
            known.len()
        ));
    }
    let columns: Vec<(Series, Series)> = of
        .keys
        .iter()
        .map(|&at| &of.attributes[at])
        .map(|attribute| (attribute.column_before(), attribute.column_after(of.options.seed)))
        .collect();
    let by: Vec<Attribute<'_>> = columns.iter().map(|(a, b)| Attribute::new(a, b)).collect();
    let terms = Terms { truth: Some(&truth), known: Some(&known), ..Terms::default() };
    let mut findings = Vec::new();
    let mut add = |name: &str, rate: Option<Result<f64, LinkageError>>| match rate {
        Some(Ok(rate)) => findings.push(risk_finding(name, Some(1.0), Some(rate))),
        Some(Err(error)) => notes.push(format!("{name} was left out: {error}")),
        // There was no time for it, which is told with all other parts.
        None => {}
    };
    let name = "linked-by-distance";
    let rate = |watch: &dyn Watch| Some(link(&by, terms.watched(watch)).map(|links| links.rate));
    add(name, parts.part(name, rate));
    let name = "linked-by-rank";
    let rate =
        |watch: &dyn Watch| Some(link_by_rank(&by, terms.watched(watch)).map(|links| links.rate));
    add(name, parts.part(name, rate));
    let name = "linked-by-probability";
    if columns.len() <= MOST && known.len().saturating_mul(after) <= PAIRS {
        add(name, parts.part(name, |watch| Some(probable(&columns, terms.watched(watch)))));
    } else {
        notes.push(format!("{name} was left out: there are too many pairs"));
    }
    findings
}

/// The worst case: the distance that links best is learnt from the files themselves. And, if it is
/// said how numbers were masked, what that tells.
pub(super) fn worst(
    of: &Evidence<'_>,
    notes: &mut Vec<String>,
    parts: &mut Parts<'_>,
) -> Result<Vec<Finding>, Error> {
    let options = of.options;
    let asks_method = options.rank_swapped.is_some() || !options.averaged.is_empty();
    let (before, after) = (of.pair.before.rows, of.pair.after.rows);
    let Some(rows) = of.pair.alignment.pairs(before, after) else {
        if asks_method {
            return Err(Error::Usage {
                message: "whether the method gives people away is known only if it is known which \
                          row was which"
                    .into(),
                hint: "say `Rows::SameOrder` or `Rows::By`".into(),
            });
        }
        return Ok(Vec::new());
    };
    let effort = of.options.effort.learning();
    if effort.records < rows.len() {
        notes.push(format!(
            "linkage in the worst case looked for a sample of {} people",
            effort.records
        ));
    }
    let mut findings = Vec::new();
    let mut add = |name: &str, rate: Option<Result<f64, LinkageError>>| match rate {
        Some(Ok(rate)) => findings.push(risk_finding(name, Some(1.0), Some(rate))),
        // A form is of numbers, and a weight for every set of few attributes only.
        None | Some(Err(LinkageError::Kind(_) | LinkageError::TooMany { .. })) => {}
        Some(Err(error)) => notes.push(format!("{name} was left out: {error}")),
    };
    let columns: Vec<(Series, Series)> = of
        .keys
        .iter()
        .map(|&at| &of.attributes[at])
        .map(|one| (one.column_before().take(&rows), one.column_after(options.seed)))
        .collect();
    let by: Vec<Attribute<'_>> = columns.iter().map(|(a, b)| Attribute::new(a, b)).collect();
    for (name, operator) in LEARNED {
        let rate = |watch: &dyn Watch| {
            Some(learn(&by, operator, effort, watch).map(|learned| learned.rate))
        };
        add(name, parts.part(name, rate));
    }
    let numeric = |names: &[String]| -> Result<Vec<(Series, Series)>, Error> {
        let column = |name: &String| {
            let one = of.attributes.iter().find(|one| *one.name == **name);
            let one = one.filter(|one| one.domain.is_numeric()).ok_or_else(|| {
                let numeric = of.attributes.iter().filter(|one| one.domain.is_numeric());
                let names: Vec<&str> = numeric.map(|one| &*one.name).collect();
                Error::Usage {
                    message: format!("no column of numbers `{name}` is in both files"),
                    hint: ridotto_catalogue::similar(name, &names),
                }
            })?;
            Ok((one.column_before().take(&rows), one.column_after(options.seed)))
        };
        names.iter().map(column).collect()
    };
    let Known { rank_swapped, averaged } = Known::new(of);
    if let Some((names, width)) = &rank_swapped {
        let columns = numeric(names)?;
        let pairs: Vec<(&Series, &Series)> = columns.iter().map(|(a, b)| (a, b)).collect();
        let name = "linked-knowing-rank-swapping";
        let rate = |_: &dyn Watch| Some(rank_swapping(&pairs, *width).map(|found| found.rate));
        add(name, parts.part(name, rate));
    }
    if !averaged.is_empty() {
        let columns = numeric(&averaged)?;
        let pairs: Vec<(&Series, &Series)> = columns.iter().map(|(a, b)| (a, b)).collect();
        let name = "linked-knowing-averages";
        let rate = |_: &dyn Watch| Some(individual_ranking(&pairs).map(|found| found.rate));
        add(name, parts.part(name, rate));
    }
    Ok(findings)
}

/// What an intruder who has read the policy knows of the method.
struct Known {
    rank_swapped: Option<(Vec<String>, f64)>,
    averaged: Vec<String>,
}

impl Known {
    /// From flags, or else from the steps of the policy, as far as they are about columns of numbers
    /// that both files have.
    fn new(of: &Evidence<'_>) -> Self {
        let is_numeric = |name: &str| {
            of.attributes.iter().any(|one| *one.name == *name && one.domain.is_numeric())
        };
        let numeric = |mask: &Mask| -> Vec<String> {
            let names = mask.attributes().iter().map(|name| name.value.clone());
            names.filter(|name| is_numeric(name)).collect()
        };
        let mut known = Self {
            rank_swapped: of.options.rank_swapped.clone(),
            averaged: of.options.averaged.clone(),
        };
        for mask in of.options.pair.policy.iter().flat_map(|policy| &policy.masks) {
            let names = numeric(mask);
            match (mask.facts().transparency)(mask.given()) {
                Transparency::RankSwapped { range }
                    if known.rank_swapped.is_none() && !names.is_empty() =>
                {
                    known.rank_swapped = Some((names, 100.0 * range.to_f64()));
                }
                Transparency::Averaged if known.averaged.is_empty() => known.averaged = names,
                _ => {}
            }
        }
        known
    }
}

/// The people to look for: all, or as many as there may be, evenly.
fn people(rows: usize, most: usize) -> Vec<u32> {
    let stride = rows.div_ceil(most).max(1);
    (0..rows as u32).step_by(stride).collect()
}

/// Fellegi and Sunter's linkage with the model that fits the files.
fn probable(columns: &[(Series, Series)], terms: Terms<'_>) -> Result<f64, LinkageError> {
    let agreement = |(from, to)| Agreement { from, to, within: tolerance(from) };
    let attributes: Vec<Agreement<'_>> = columns.iter().map(|(a, b)| agreement((a, b))).collect();
    let patterns = Patterns::of(&attributes, terms)?;
    let fit = estimate(&patterns.counts, Model::start(attributes.len()), 1_000)?;
    let decision = decide(&fit.model, ERRORS.0, ERRORS.1);
    Ok(link_probably(&patterns, &fit.model, &decision).rate)
}

fn tolerance(column: &Series) -> f64 {
    match &column.values {
        Values::Categories { .. } => 0.0,
        Values::Numbers(numbers) => {
            let deviation = crate::risk::interval::standard_deviation(
                numbers,
                crate::risk::interval::Deviation::Sample,
            );
            if deviation.is_finite() { AGREE * deviation } else { 0.0 }
        }
    }
}
