//! The pictures of a pair of files.

use super::{Evidence, required_k};
use crate::risk::attacker::{People, of_classes};
use crate::risk::k_curve::k_curve;
use crate::utility::{Attribute, Spread};
use ridotto_core::ClassTable;
use ridotto_report::chart::{
    ClassSizes, CorrelationChange, Distribution, DistributionBin, Distributions, KLoss, KLossPoint,
    RiskDistribution,
};
use ridotto_report::page::Charts;

/// Draws what can be drawn of two files.
pub(super) fn draw(of: &Evidence<'_>) -> Charts {
    let sizes = |table: &ClassTable| table.keys().counts().to_vec();
    let points = k_curve(&of.before).into_iter();
    let points = points.map(|step| KLossPoint { k: step.k, share: step.share }).collect();
    let required = required_k(of.options);
    Charts {
        k_loss: Some(KLoss { points, required, records: of.before.rows() }),
        class_sizes: Some(ClassSizes::new(sizes(&of.before), sizes(&of.after))),
        risk: Some(risks(of)),
        distributions: Some(Distributions {
            attributes: of.attributes.iter().map(distribution).collect(),
        }),
        correlations: correlations(of),
        ..Charts::default()
    }
}

/// The risks of the released records for the three attackers.
fn risks(of: &Evidence<'_>) -> RiskDistribution {
    let mut chart = RiskDistribution::usual();
    let sizes = of.after.keys().counts();
    let risks = |people| of_classes(&of.after, people);
    let with_sizes = |risks: Vec<f64>| risks.into_iter().zip(sizes.iter().copied());
    let prosecutor = risks(People::File).unwrap_or_default();
    let average = sizes.len() as f64 / of.after.rows().max(1) as f64;
    chart.add("prosecutor", with_sizes(prosecutor));
    if let Some(population) = of.options.population {
        let share = (of.after.rows() as f64 / population as f64).min(1.0);
        chart.add("journalist", with_sizes(risks(People::Sample(share)).unwrap_or_default()));
    }
    // Whoever tries all records expects the average of each.
    chart.add("marketer", [(average, of.after.rows())]);
    chart
}

fn distribution(attribute: &Attribute) -> Distribution {
    let (before, after) = Spread::new(attribute).counts();
    let bins = before.iter().zip(&after).map(|(&before, &after)| DistributionBin {
        label: None,
        before: whole(before),
        after: whole(after),
    });
    Distribution {
        attribute: attribute.name.to_string(),
        ordered: attribute.domain.is_numeric(),
        bins: bins.collect(),
        measured: crate::utility::distribution::total_variation(&before, &after),
    }
}

/// A number of records that was spread over bins.
#[expect(clippy::cast_sign_loss, reason = "a number of records has no sign")]
fn whole(records: f64) -> u64 {
    records.round() as u64
}

/// Differences of correlations of the numeric attributes, if there are two.
fn correlations(of: &Evidence<'_>) -> Option<CorrelationChange> {
    let numeric: Vec<&Attribute> =
        of.attributes.iter().filter(|attribute| attribute.domain.is_numeric()).collect();
    if numeric.len() < 2 {
        return None;
    }
    let before: Vec<Vec<f64>> = numeric.iter().map(|of| of.numbers_before()).collect();
    let after: Vec<Vec<f64>> = numeric.iter().map(|of| of.numbers_after(false)).collect();
    let difference = |a: usize, b: usize| {
        let of = |columns: &[Vec<f64>]| correlation(&columns[a], &columns[b]);
        Some(of(&after)? - of(&before)?)
    };
    let differences = (0..numeric.len())
        .map(|row| (0..numeric.len()).map(|column| difference(row, column)).collect())
        .collect();
    let attributes = numeric.iter().map(|attribute| attribute.name.to_string()).collect();
    Some(CorrelationChange { attributes, differences })
}

/// Pearson's correlation of the rows where both are known; `None` of a constant.
fn correlation(a: &[f64], b: &[f64]) -> Option<f64> {
    let known = || a.iter().zip(b).filter(|(a, b)| !a.is_nan() && !b.is_nan());
    let n = known().count() as f64;
    let (mut mean_a, mut mean_b) = (0.0, 0.0);
    known().for_each(|(a, b)| (mean_a, mean_b) = (mean_a + a / n, mean_b + b / n));
    let (mut ab, mut aa, mut bb) = (0.0, 0.0, 0.0);
    for (a, b) in known() {
        let (a, b) = (a - mean_a, b - mean_b);
        (ab, aa, bb) = (ab + a * b, aa + a * a, bb + b * b);
    }
    (aa > 0.0 && bb > 0.0).then(|| ab / (aa * bb).sqrt())
}
