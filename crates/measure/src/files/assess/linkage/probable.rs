//! Fellegi and Sunter's linkage with the model that fits the files.

use super::{AGREE, Side};
use crate::linkage::LinkageError;
use crate::linkage::agreement::{Agreement, Patterns};
use crate::linkage::probabilistic::{
    Decision, Fit, Model, ProbableLinks, decide, estimate_matches, link_probably,
};
use crate::risk::interval::{Deviation, standard_deviation};
use crate::{Series, Values};
use ridotto_core::Watch;
use ridotto_report::{AgreementModel, LinkageModel, PairCounts};

/// How many steps an estimate may take.
const STEPS: usize = 1_000;

/// The share of people that are linked, and the model by which they are. Numbers are taken to agree if
/// they are equal, and then if they are close; what links more counts.
pub(super) fn link(
    side: &Side<'_>,
    errors: (f64, f64),
    watch: &dyn Watch,
) -> Result<(f64, LinkageModel), LinkageError> {
    let exact = of_tolerance(side, 0.0, errors, watch)?;
    let has_numbers =
        side.columns.iter().any(|one| matches!(one.agreeing.0.values, Values::Numbers(_)));
    if !has_numbers {
        return Ok(exact);
    }
    let close = of_tolerance(side, AGREE, errors, watch)?;
    Ok(if close.0 > exact.0 { close } else { exact })
}

fn of_tolerance(
    side: &Side<'_>,
    share: f64,
    errors: (f64, f64),
    watch: &dyn Watch,
) -> Result<(f64, LinkageModel), LinkageError> {
    let agreement = |(from, to)| Agreement { from, to, within: tolerance(from, share) };
    let attributes: Vec<Agreement<'_>> =
        side.columns.iter().map(|one| agreement((&one.agreeing.0, &one.agreeing.1))).collect();
    let terms = side.terms(watch);
    let patterns = Patterns::of(&attributes, terms)?;
    // Everybody has one record at most.
    let most_share = 1.0 / attributes[0].to.len().max(1) as f64;
    let fit = estimate_matches(&patterns.counts, attributes.len(), most_share, STEPS)?;
    let decision = decide(&fit.model, errors.0, errors.1);
    let links = link_probably(&patterns, &fit.model, &decision);
    Ok((links.rate, told(&attributes, &fit, &decision, &links)))
}

/// The model in the words of a report.
fn told(
    attributes: &[Agreement<'_>],
    fit: &Fit,
    decision: &Decision,
    links: &ProbableLinks,
) -> LinkageModel {
    let Model { m, u, share } = &fit.model;
    let of = |(at, attribute): (usize, &Agreement<'_>)| AgreementModel {
        attribute: attribute.to.name.to_string(),
        within: attribute.within,
        m: m[at],
        u: u[at],
        agreement_weight: (m[at] / u[at]).log2(),
        disagreement_weight: ((1.0 - m[at]) / (1.0 - u[at])).log2(),
    };
    let counts =
        |[linked, clerical, not_linked]: [u64; 3]| PairCounts { linked, clerical, not_linked };
    LinkageModel {
        attributes: attributes.iter().enumerate().map(of).collect(),
        share: *share,
        steps: fit.steps as u64,
        converged: fit.converged,
        false_links: decision.false_links,
        misses: decision.misses,
        link_from: decision.link.1.filter(|weight| weight.is_finite()),
        no_link_below: decision.non_link.1.filter(|weight| weight.is_finite()),
        pairs: counts(links.pairs),
        true_pairs: counts(links.true_pairs),
    }
}

fn tolerance(column: &Series, share: f64) -> f64 {
    match &column.values {
        Values::Numbers(numbers) if share > 0.0 => {
            let deviation = standard_deviation(numbers, Deviation::Sample);
            if deviation.is_finite() { share * deviation } else { 0.0 }
        }
        _ => 0.0,
    }
}
