//! A page of a release that fails, with charts of little, of one, and of much.

use ridotto_report::chart::{
    ClassSizes, CorrelationChange, Distributions, KLoss, KLossPoint, Lattice, LatticeNode, Outcome,
    Promise, RiskDistribution, RiskUtilityMap, RiskUtilityPoint, StepEffect, StepEffects,
};
use ridotto_report::page::{Charts, Page};
use ridotto_report::{Guarantee, Parameter, ReleaseReport, Way};

/// The page.
pub fn page() -> Page {
    let mut page = Page { title: "A release that must not be".into(), ..Page::default() };
    page.report.ridotto = "0.1.0".into();
    page.report.input.rows = Some(12);
    page.report.output.rows = Some(12);
    let algorithm = "an algorithm nobody knows".into();
    page.report.release = ReleaseReport { algorithm, ..ReleaseReport::default() }.into();
    let guarantee = |every: f64, attained: Option<f64>, holds| Guarantee {
        model: "k-anonymity".into(),
        parameters: [("k", 5.0), ("every", every)]
            .map(|(name, value)| (name.to_owned(), Parameter::Number(value)))
            .into(),
        required: Some(5.0),
        bound: Some(Way::AtLeast),
        attained,
        holds,
        shown: "by the file".into(),
        ..Guarantee::default()
    };
    page.report.guarantees = vec![
        guarantee(2.0, Some(5.0), Some(true)),
        guarantee(3.0, Some(1.0), Some(false)),
        guarantee(4.0, None, None),
    ];
    page.charts = charts();
    page
}

fn charts() -> Charts {
    let mut risk = RiskDistribution::usual();
    risk.add("A journalist with a long name and much time", [(1.0, 1)]);
    let names: Vec<String> = (0..40).map(|at| format!("attribute number {at}")).collect();
    let difference =
        |row: usize, column: usize| ((row * 7 + column * 13) % 41) as f64 / 60.0 - 0.33;
    let differences =
        (0..40).map(|row| (0..row).map(|column| Some(difference(row, column))).collect());
    let point = |at: u32| RiskUtilityPoint {
        name: format!("configuration {at}"),
        risk: f64::from(at * 7_919 % 10_007) / 10_007.0,
        loss: f64::from(at * 104_729 % 10_009) / 10_009.0,
        promise: [Promise::Attained, Promise::Lacking, Promise::Nothing][at as usize % 3],
        ..RiskUtilityPoint::default()
    };
    let levels = (0..4).flat_map(|a| (0..3).flat_map(move |b| (0..2).map(move |c| vec![a, b, c])));
    let outcome = |levels: &[u8]| match levels.iter().sum::<u8>() {
        3 if levels[2] == 1 => Outcome::Holds,
        0..=3 => Outcome::Fails,
        4 => Outcome::Holds,
        _ => Outcome::Skipped,
    };
    Charts {
        k_loss: Some(KLoss {
            points: vec![KLossPoint { k: 5, share: 0.4 }],
            required: Some(5),
            records: 12,
        }),
        class_sizes: Some(ClassSizes::new([1, 3, 8], [])),
        risk: Some(risk),
        distributions: Some(Distributions::default()),
        correlations: Some(CorrelationChange {
            attributes: names,
            differences: differences.collect(),
        }),
        steps: Some(StepEffects {
            steps: vec![StepEffect {
                name: "a step with a name that is too long for its place".into(),
                risk: 1.0,
                loss: Some(0.0),
            }],
        }),
        lattice: Some(Lattice {
            attributes: ["age", "zip", "sex"].map(String::from).to_vec(),
            nodes: levels.map(|levels| LatticeNode { outcome: outcome(&levels), levels }).collect(),
            layers: Vec::new(),
            chosen: vec![1, 1, 1],
        }),
        map: Some(RiskUtilityMap {
            points: (1..4_000).map(point).collect(),
            proposed: Some(2_222),
            ..RiskUtilityMap::default()
        }),
    }
}
