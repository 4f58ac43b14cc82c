//! The charts of the sample.

use ridotto_report::chart::{
    ClassSizes, CorrelationChange, Distribution, DistributionBin, Distributions, KLoss, KLossPoint,
    Lattice, LatticeLayer, Promise, RiskDistribution, RiskUtilityMap, RiskUtilityPoint, StepEffect,
    StepEffects,
};
use ridotto_report::page::Charts;

/// Every chart.
pub fn charts() -> Charts {
    Charts {
        k_loss: Some(KLoss {
            points: [
                (2, 0.471),
                (3, 0.58),
                (4, 0.652),
                (5, 0.702),
                (7, 0.764),
                (10, 0.823),
                (15, 0.87),
                (20, 0.901),
                (30, 0.934),
                (50, 0.961),
                (100, 0.985),
            ]
            .map(|(k, share)| KLossPoint { k, share })
            .to_vec(),
            required: Some(5),
            records: 30_162,
        }),
        class_sizes: Some(class_sizes()),
        risk: Some(risk_distribution()),
        distributions: Some(distributions()),
        correlations: Some(correlations()),
        steps: Some(StepEffects {
            steps: [
                ("input", 0.6627, 0.0),
                ("top-code", 0.641, 0.012),
                ("generalisation", 0.031, 0.2164),
                ("suppression", 0.0274, 0.2314),
            ]
            .map(|(name, risk, loss)| StepEffect { name: name.into(), risk, loss: Some(loss) })
            .to_vec(),
        }),
        lattice: Some(lattice()),
        map: Some(map()),
    }
}

fn class_sizes() -> ClassSizes {
    let times = |size: u64, classes: usize| std::iter::repeat_n(size, classes);
    let before = times(1, 14_212)
        .chain(times(2, 3_021))
        .chain(times(4, 1_044))
        .chain(times(7, 480))
        .chain(times(14, 160))
        .chain(times(31, 12));
    let after = times(5, 60)
        .chain(times(8, 120))
        .chain(times(14, 200))
        .chain(times(33, 210))
        .chain(times(71, 120))
        .chain(times(130, 61))
        .chain(times(240, 8));
    ClassSizes::new(before, after)
}

fn risk_distribution() -> RiskDistribution {
    let mut chart = RiskDistribution::usual();
    let classes: [(u64, u64); 7] =
        [(5, 60), (8, 120), (14, 200), (33, 210), (71, 120), (130, 61), (240, 8)];
    chart.add("Prosecutor", classes.map(|(size, classes)| (1.0 / size as f64, size * classes)));
    chart.add(
        "Journalist",
        classes.map(|(size, classes)| (1.0 / (size as f64 * 9.0), size * classes)),
    );
    chart.add("Marketer", classes.map(|(size, classes)| (0.0274, size * classes)));
    chart
}

fn distributions() -> Distributions {
    let numbers =
        |text: &str| -> Vec<u64> { text.split(' ').filter_map(|part| part.parse().ok()).collect() };
    let one = |(attribute, ordered, before, after): (&str, bool, &str, &str)| {
        let pairs = numbers(before).into_iter().zip(numbers(after)).enumerate();
        let bins = pairs.map(|(at, (before, after))| {
            let label = Some(format!("a value of the data, {at}"));
            DistributionBin { label, before, after }
        });
        let bins = bins.collect();
        Distribution { attribute: attribute.into(), ordered, bins, measured: None }
    };
    let attributes = [
        (
            "age",
            true,
            "1650 4812 7904 7310 5102 2410 790 184",
            "1590 4770 7850 7260 4990 2300 730 160",
        ),
        ("sex", false, "20380 9782", "20104 9546"),
        ("race", false, "25933 2817 895 286 231", "25933 2700 610 7 0"),
        (
            "marital-status",
            false,
            "14065 9726 4214 939 827 370 21",
            "14010 9700 4100 900 650 280 10",
        ),
        (
            "education",
            false,
            "9840 6678 5044 1627 1307 1048 1008 820 557 542 455 377 375 288",
            "9840 6600 5000 1610 1200 900 900 700 500 450 330 200 180 90",
        ),
        (
            "occupation",
            false,
            "4038 4030 3992 3721 3584 3212 1966 1572 1350",
            "3990 3970 3950 3690 3540 3160 1900 1510 1300",
        ),
        (
            "hours-per-week",
            true,
            "1200 2100 3900 15300 5400 1700 562",
            "1180 2060 3840 15100 5340 1660 470",
        ),
        ("native-country", false, "27504 1860 610 188", "29650 0 0 0"),
        (
            "a-rather-long-attribute-name-that-nobody-should-use",
            false,
            "20000 10162",
            "19650 10000",
        ),
    ];
    Distributions { attributes: attributes.map(one).to_vec() }
}

fn correlations() -> CorrelationChange {
    let names =
        ["age", "education-num", "capital-gain", "capital-loss", "hours-per-week", "fnlwgt"];
    let rows: [&[f64]; 6] = [
        &[],
        &[-0.01],
        &[-0.04, -0.07],
        &[0.002, -0.03, -0.31],
        &[-0.06, 0.01, 0.12, 0.0],
        &[0.004, 0.02, -0.02, 0.05, 0.21],
    ];
    CorrelationChange {
        attributes: names.map(String::from).to_vec(),
        differences: rows.iter().map(|row| row.iter().map(|&one| Some(one)).collect()).collect(),
    }
}

fn lattice() -> Lattice {
    let sizes = [
        1_u64, 8, 34, 100, 226, 420, 660, 900, 1_090, 1_180, 1_150, 1_000, 790, 560, 350, 190, 80,
        20, 1,
    ];
    let layer = |(height, &nodes): (usize, &u64)| {
        let part = |from: u64, to: u64| {
            let above = (height as u64).clamp(from, to) - from;
            nodes * above / (to - from)
        };
        let (holds, skipped) = (part(7, 18).div_ceil(4), part(3, 10) * 3 / 4);
        LatticeLayer {
            height: height as u32,
            holds,
            fails: nodes.saturating_sub(holds + skipped),
            skipped,
        }
    };
    Lattice {
        attributes: [
            "age",
            "sex",
            "race",
            "marital-status",
            "education",
            "native-country",
            "workclass",
            "occupation-group",
        ]
        .map(String::from)
        .to_vec(),
        nodes: Vec::new(),
        layers: sizes.iter().enumerate().map(layer).collect(),
        chosen: vec![2, 0, 1, 1, 2, 2, 1, 0],
    }
}

fn map() -> RiskUtilityMap {
    let mut points = Vec::new();
    for (at, k) in [2.0, 3.0, 5.0, 10.0, 25.0, 50.0_f64].into_iter().enumerate() {
        let (risk, loss) = (0.55 / k, 0.09 + 0.085 * (at as f64 + 0.4).powf(0.8));
        let mut push = |name: &str, risk: f64, loss: f64| {
            let promise = if k < 5.0 { Promise::Lacking } else { Promise::Attained };
            let name = format!("{name}, k = {k}");
            let rest = RiskUtilityPoint::default();
            points.push(RiskUtilityPoint { name, risk, loss, promise, ..rest });
        };
        push("optimal", risk, loss);
        push("mondrian", risk * 1.12, loss * 0.93);
        push("datafly", risk * 0.98, loss * 1.45);
        push("incognito, no suppression", risk * 1.05, loss * 1.7 + 0.05);
        push("microaggregation", risk * 1.9, loss * 0.86);
    }
    RiskUtilityMap { points, proposed: Some(10), ..RiskUtilityMap::default() }
}
