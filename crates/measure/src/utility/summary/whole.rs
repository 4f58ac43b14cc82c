//! Figures of distributions, quality, propensity, prediction and queries.

use super::{List, Pair};
use crate::quality::{COMPLETENESS, Quality, Questions, UNIQUENESS};
use crate::utility::distribution::{
    CRAMERS_V, DIVERGENCE, HELLINGER, TOTAL_VARIATION, TWO_WAY_CRAMERS_V, TWO_WAY_CRAMERS_V_CHANGE,
    TWO_WAY_HELLINGER, TWO_WAY_TOTAL_VARIATION, cramers_v, cramers_v_of_files, divergence,
    hellinger, total_variation,
};
use crate::utility::model::Terms;
use crate::utility::queries::{
    QUERY_ERROR, QUERY_ERROR_MEDIAN, QUERY_ERROR_WORST, answer, random_counts,
};
use crate::utility::{
    Attribute, Learner, PREDICTION_BASELINE, PREDICTION_REGRESSION, PREDICTION_TREES,
    PROPENSITY_LOGISTIC, PROPENSITY_QUADRATIC, PROPENSITY_TREE, Spread, Task, prediction,
    propensity,
};
use crate::{Series, group};
use rayon::prelude::*;
use ridotto_core::{Parts, Watch};
use ridotto_numbers::chance::{dice, shuffled};
use std::cell::LazyCell;

/// Queries drawn for who has none.
const QUERIES: usize = 100;

pub(super) fn measure(pair: &Pair<'_>, list: &mut List, parts: &mut Parts<'_>) {
    if pair.wants(&[&group::DISTRIBUTIONS]) {
        list.part(parts, "distributions", |list, _| distributions(pair, list));
    }
    // Nobody needs them when time is up.
    let before = LazyCell::new(|| {
        pair.attributes.iter().map(Attribute::column_before).collect::<Vec<Series>>()
    });
    let after = LazyCell::new(|| {
        // Each attribute has its own dice, so that what is drawn for one says nothing of another.
        let filled = (0..).zip(pair.attributes);
        filled.map(|(at, one)| one.column_after(dice(pair.seed, at))).collect::<Vec<Series>>()
    });
    if pair.wants(&[&group::QUALITY]) {
        list.part(parts, "completeness and uniqueness", |list, _| {
            let labels = pair.attributes.iter().map(Attribute::column_of_labels).collect();
            let quality =
                [&*before, &labels].map(|columns| Quality::of(columns, &Questions::default()));
            list.add(&COMPLETENESS, quality[0].completeness, quality[1].completeness);
            list.add(&UNIQUENESS, quality[0].uniqueness, quality[1].uniqueness);
        });
    }
    let learners = [
        (&PROPENSITY_LOGISTIC, Learner::Logistic(Terms::Linear)),
        (&PROPENSITY_QUADRATIC, Learner::Logistic(Terms::Quadratic)),
        (&PROPENSITY_TREE, Learner::Tree),
    ];
    // The same rows of both files where there are as many, so that no change stays none.
    let sample = |columns: &[Series]| -> Vec<Series> {
        let rows = columns.first().map_or(0, Series::len);
        let most = pair.most.told;
        let mut drawn = if rows > most { shuffled(pair.seed, rows) } else { Vec::new() };
        drawn.truncate(most);
        let take = |column: &Series| {
            if drawn.is_empty() { column.clone() } else { column.take(&drawn) }
        };
        columns.iter().map(take).collect()
    };
    let told = LazyCell::new(|| (sample(&before), sample(&after)));
    let asked = learners.into_iter().filter(|_| pair.wants(&[&group::LIKENESS]));
    for (measure, learner) in asked {
        list.part(parts, measure.name, |list, watch| {
            let found = propensity(&told.0, &told.1, learner, watch);
            list.add(measure, 0.0, found.map(|found| found.u));
        });
    }
    for &target in pair.targets.iter().filter(|_| pair.wants(&[&group::PREDICTIONS])) {
        list.part(parts, "predictions", |list, watch| {
            predicted(pair, (&before, &after), target, list, watch);
        });
    }
    if pair.wants(&[&group::QUERIES]) {
        list.part(parts, "query errors", |list, _| queries(pair, list));
    }
}

fn distributions(pair: &Pair<'_>, list: &mut List) {
    let spreads: Vec<Spread> = pair.attributes.par_iter().map(Spread::new).collect();
    for (attribute, spread) in pair.attributes.iter().zip(&spreads) {
        let (before, after) = spread.counts();
        list.of(attribute, &HELLINGER, 0.0, hellinger(&before, &after));
        list.of(attribute, &TOTAL_VARIATION, 0.0, total_variation(&before, &after));
        list.of(attribute, &DIVERGENCE, 0.0, divergence(&before, &after));
        list.of(attribute, &CRAMERS_V, 0.0, cramers_v_of_files(&before, &after));
    }
    let count = spreads.len();
    let pairs: Vec<(usize, usize)> =
        (0..count).flat_map(|a| (a + 1..count).map(move |b| (a, b))).collect();
    let two_way = |&(a, b): &(usize, usize)| {
        let (before, after) = spreads[a].joint_counts(&spreads[b]);
        let width = spreads[b].bins;
        Some([
            hellinger(&before, &after)?,
            total_variation(&before, &after)?,
            cramers_v(&before, width)?,
            cramers_v(&after, width)?,
        ])
    };
    let found: Vec<[f64; 4]> = pairs.par_iter().filter_map(two_way).collect();
    let mean = |of: &dyn Fn(&[f64; 4]) -> f64| {
        let sum: f64 = found.iter().map(of).sum();
        (!found.is_empty()).then(|| sum / found.len() as f64)
    };
    list.add(&TWO_WAY_HELLINGER, 0.0, mean(&|one| one[0]));
    list.add(&TWO_WAY_TOTAL_VARIATION, 0.0, mean(&|one| one[1]));
    list.add(&TWO_WAY_CRAMERS_V, mean(&|one| one[2]), mean(&|one| one[3]));
    list.add(&TWO_WAY_CRAMERS_V_CHANGE, 0.0, mean(&|one| (one[2] - one[3]).abs()));
}

fn predicted(
    pair: &Pair<'_>,
    (before, after): (&[Series], &[Series]),
    target: usize,
    list: &mut List,
    watch: &dyn Watch,
) {
    let features = |columns: &[Series]| -> Vec<Series> {
        let others = columns.iter().enumerate().filter(|&(at, _)| at != target);
        others.map(|(_, column)| column.clone()).collect()
    };
    let rows = pair.rows();
    let task = Task {
        before: &features(before),
        after: &features(after),
        target_before: &before[target],
        target_after: &after[target],
        rows: rows.as_deref(),
        folds: pair.most.folds,
        most_rows: pair.most.learnt,
        seed: pair.seed,
        watch,
    };
    if let Some(found) = prediction(&task) {
        let attribute = &pair.attributes[target];
        let baseline = found.baseline;
        list.of(attribute, &PREDICTION_BASELINE, baseline, Some(baseline));
        let (before, after) = (found.regression_before, found.regression_after);
        list.of(attribute, &PREDICTION_REGRESSION, before, Some(after));
        list.of(attribute, &PREDICTION_TREES, found.trees_before, Some(found.trees_after));
    }
}

fn queries(pair: &Pair<'_>, list: &mut List) {
    let drawn;
    let asked = if pair.queries.is_empty() {
        drawn = random_counts(pair.attributes, QUERIES, pair.seed);
        &drawn[..]
    } else {
        pair.queries
    };
    let errors = asked.par_iter().map(|query| answer(query, pair.attributes).relative_error);
    let mut errors: Vec<f64> = errors.collect::<Vec<_>>().into_iter().flatten().collect();
    if errors.is_empty() {
        return;
    }
    let mean = errors.iter().sum::<f64>() / errors.len() as f64;
    errors.sort_unstable_by(f64::total_cmp);
    let middle = (errors.len() - 1) / 2;
    let median = f64::midpoint(errors[middle], errors[errors.len() / 2]);
    list.add(&QUERY_ERROR, 0.0, Some(mean));
    list.add(&QUERY_ERROR_MEDIAN, 0.0, Some(median));
    list.add(&QUERY_ERROR_WORST, 0.0, errors.last().copied());
}
