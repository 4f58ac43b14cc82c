//! A sample page with invented numbers.

use ridotto_report::chart::{
    ClassSizes, CorrelationChange, Distribution, DistributionBin, Distributions, KLoss, KLossPoint,
    Lattice, LatticeLayer, RiskDistribution, RiskUtilityMap, RiskUtilityPoint, StepEffect,
    StepEffects,
};
use ridotto_report::page::{
    Charts, Combination, Measure, Page, Reproduce, Risk, Statement, Tradeoff, Unit,
};
use ridotto_report::{
    Concern, FileReport, Finding, Guarantee, Levels, ObjectiveReport, Parameter, ReleaseReport,
    Report, Seconds, StepReport,
};

/// Everything a page can have.
pub fn page() -> Page {
    Page {
        title: "Working population, 1994 extract".into(),
        publisher: "Office of Statistics, unit for microdata".into(),
        issued: Some("31 January 2026".into()),
        report: report(),
        risk: risk(),
        utility: utility(),
        tradeoff: tradeoff(),
        charts: charts(),
        limits: vec![
            Statement::public(
                "Weights were left as they are; totals of small regions should not be computed.",
            ),
            Statement::internal("The extract of 1993 has 212 people in common with this one."),
        ],
        reproduce: Reproduce {
            command: "ridotto anonymize adult.toml --seed 42 --report adult.html".into(),
            policy_file: "adult.toml".into(),
            policy_sha256: "3f".repeat(32),
            policy_text: Some(
                "version = 1\n\n[[require]]\nmodel = \"k-anonymity\"\nk = 5\n".into(),
            ),
            seed: Some("42".into()),
        },
        ..Page::default()
    }
}

fn file(name: &str, rows: u64, digits: &str) -> FileReport {
    FileReport { file: name.into(), rows: Some(rows), sha256: Some(digits.repeat(32)) }
}

fn report() -> Report {
    let levels = [
        ("age", 2, 4),
        ("sex", 0, 1),
        ("race", 1, 1),
        ("marital-status", 1, 2),
        ("education", 2, 3),
    ];
    let levels = levels.into_iter().chain([
        ("native-country", 2, 2),
        ("workclass", 1, 2),
        ("occupation-group", 0, 2),
    ]);
    let levels: Vec<(&str, u8, u8)> = levels.collect();
    let list = |pick: fn(&(&str, u8, u8)) -> u8| {
        Levels(levels.iter().map(|row| (row.0.to_owned(), pick(row))).collect())
    };
    Report {
        ridotto: "0.1.0".into(),
        input: file("adult.csv", 30_162, "a7"),
        output: file("adult-anonymous.csv", 29_650, "5c"),
        steps: vec![StepReport {
            method: "top-code".into(),
            attributes: vec!["capital-gain".into(), "hours-per-week".into()],
            cells_changed: 1_203,
            records: 30_162,
        }],
        release: ReleaseReport {
            algorithm: "optimal".into(),
            proved_optimal: true,
            nodes: 12_960.0,
            checked: 1_741,
            levels: list(|row| row.1),
            heights: list(|row| row.2),
            suppressed_rows: Some(512),
            suppressed_cells: 0,
            classes: 812,
            objective: ObjectiveReport {
                name: "loss".into(),
                aggregate: Some("mean".into()),
                value: Some(0.2314),
            },
        },
        guarantees: guarantees(),
        findings: findings(),
        notes: vec![
            "The seed was given, so whoever knows it can undo the shuffling of the records.".into(),
        ],
        seconds: Some(Seconds::default()),
    }
}

fn guarantees() -> Vec<Guarantee> {
    let number = |name: &str, value| (name.to_owned(), Parameter::Number(value));
    let text = |name: &str, value: &str| (name.to_owned(), Parameter::Text(value.into()));
    let guarantee =
        |model: &str, attribute: Option<&str>, parameters, required, attained| Guarantee {
            model: model.into(),
            attribute: attribute.map(String::from),
            parameters,
            required: Some(required),
            attained: Some(attained),
            holds: Some(true),
            shown: "by the file".into(),
        };
    vec![
        guarantee("k-anonymity", None, [number("k", 5.0)].into(), 5.0, 5.0),
        guarantee(
            "l-diversity",
            Some("occupation"),
            [number("l", 3.0), text("kind", "distinct")].into(),
            3.0,
            3.0,
        ),
        guarantee(
            "t-closeness",
            Some("income"),
            [number("t", 0.2), text("distance", "equal")].into(),
            0.2,
            0.1837,
        ),
    ]
}

fn findings() -> Vec<Finding> {
    let finding = |name: &str, concern, before, after| Finding {
        name: name.into(),
        concern,
        before: Some(before),
        after: Some(after),
    };
    vec![
        finding("highest-risk", Concern::Risk, 1.0, 0.2),
        finding("average-risk", Concern::Risk, 0.6627, 0.0274),
        finding("unique-records", Concern::Risk, 14_212.0, 0.0),
        finding("records", Concern::Utility, 30_162.0, 29_650.0),
        finding("classes", Concern::Utility, 19_988.0, 812.0),
        finding("average-class-size", Concern::Utility, 1.509, 36.51),
        finding("discernibility", Concern::Utility, 91_442.0, 17_298_744.0),
        finding("loss of age", Concern::Utility, 0.0, 0.1572),
        finding("loss of native-country", Concern::Utility, 0.0, 1.0),
        finding("smallest-class", Concern::Risk, 1.0, 5.0),
    ]
}

fn measure(name: &str, about: &str, unit: Unit, before: f64, after: f64) -> Measure {
    Measure {
        name: name.into(),
        about: about.into(),
        unit,
        before: Some(before),
        after: Some(after),
    }
}

fn risk() -> Risk {
    let combination = |names: &[&str], before, after| Combination {
        attributes: names.iter().map(|&name| name.to_owned()).collect(),
        before,
        after,
    };
    Risk {
        measures: vec![
            measure(
                "Records at more than 20 %",
                "The share of records that a prosecutor would find with a chance above one in five.",
                Unit::Share,
                0.913,
                0.0,
            ),
            measure(
                "Linked by distance",
                "Records that an intruder with the whole input links to the right person by the nearest record.",
                Unit::Count,
                30_162.0,
                7.0,
            ),
        ],
        combinations: vec![
            combination(&["age", "native-country", "education"], 3_120, 0),
            combination(&["age", "marital-status", "workclass"], 1_044, 0),
            combination(&["age", "race"], 61, 0),
        ],
    }
}

fn utility() -> Vec<Measure> {
    vec![
        measure(
            "Predicting income",
            "The accuracy of a logistic regression, cross-validated; always guessing the most frequent answer gives 75.1 %.",
            Unit::Part,
            0.846,
            0.829,
        ),
        measure(
            "Propensity score",
            "0 if no model can tell the two files apart, 1 if any can.",
            Unit::Part,
            0.0,
            0.061,
        ),
    ]
}

fn tradeoff() -> Tradeoff {
    Tradeoff {
        reasons: vec![Statement::public(
            "Of the configurations on the frontier, this one has the lowest mean of risk and loss among those that meet the requirements.",
        )],
        measures: vec![Measure {
            name: "Score".into(),
            about: "The mean of information loss and disclosure risk, 0 to 100; less is better."
                .into(),
            unit: Unit::Number,
            before: None,
            after: Some(14.72),
        }],
    }
}

fn charts() -> Charts {
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
            .map(|(name, risk, loss)| StepEffect { name: name.into(), risk, loss })
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
    let bins = |counts: &[(u64, u64)]| {
        counts
            .iter()
            .enumerate()
            .map(|(at, &(before, after))| DistributionBin {
                label: Some(format!("a value of the data, {at}")),
                before,
                after,
            })
            .collect()
    };
    let one = |attribute: &str, ordered, counts: &[(u64, u64)]| Distribution {
        attribute: attribute.into(),
        ordered,
        bins: bins(counts),
        measured: None,
    };
    Distributions {
        attributes: vec![
            one(
                "age",
                true,
                &[
                    (1_650, 1_590),
                    (4_812, 4_770),
                    (7_904, 7_850),
                    (7_310, 7_260),
                    (5_102, 4_990),
                    (2_410, 2_300),
                    (790, 730),
                    (184, 160),
                ],
            ),
            one("sex", false, &[(20_380, 20_104), (9_782, 9_546)]),
            one("race", false, &[(25_933, 25_933), (2_817, 2_700), (895, 610), (286, 7), (231, 0)]),
            one(
                "marital-status",
                false,
                &[
                    (14_065, 14_010),
                    (9_726, 9_700),
                    (4_214, 4_100),
                    (939, 900),
                    (827, 650),
                    (370, 280),
                    (21, 10),
                ],
            ),
            one(
                "education",
                false,
                &[
                    (9_840, 9_840),
                    (6_678, 6_600),
                    (5_044, 5_000),
                    (1_627, 1_610),
                    (1_307, 1_200),
                    (1_048, 900),
                    (1_008, 900),
                    (820, 700),
                    (557, 500),
                    (542, 450),
                    (455, 330),
                    (377, 200),
                    (375, 180),
                    (288, 90),
                ],
            ),
            one(
                "occupation",
                false,
                &[
                    (4_038, 3_990),
                    (4_030, 3_970),
                    (3_992, 3_950),
                    (3_721, 3_690),
                    (3_584, 3_540),
                    (3_212, 3_160),
                    (1_966, 1_900),
                    (1_572, 1_510),
                    (1_350, 1_300),
                ],
            ),
            one(
                "hours-per-week",
                true,
                &[
                    (1_200, 1_180),
                    (2_100, 2_060),
                    (3_900, 3_840),
                    (15_300, 15_100),
                    (5_400, 5_340),
                    (1_700, 1_660),
                    (562, 470),
                ],
            ),
            one("native-country", false, &[(27_504, 29_650), (610, 0), (188, 0), (1_860, 0)]),
            one(
                "a-rather-long-attribute-name-that-nobody-should-use",
                false,
                &[(20_000, 19_650), (10_162, 10_000)],
            ),
        ],
    }
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
        let part = |from: f64, to: f64| {
            (((height as f64 - from) / (to - from)).clamp(0.0, 1.0) * nodes as f64) as u64
        };
        let (holds, skipped) = (part(7.0, 18.0).div_ceil(4), part(3.0, 10.0) * 3 / 4);
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
            points.push(RiskUtilityPoint { name: format!("{name}, k = {k}"), risk, loss });
        };
        push("optimal", risk, loss);
        push("mondrian", risk * 1.12, loss * 0.93);
        push("datafly", risk * 0.98, loss * 1.45);
        push("incognito, no suppression", risk * 1.05, loss * 1.7 + 0.05);
        push("microaggregation", risk * 1.9, loss * 0.86);
    }
    RiskUtilityMap { points, proposed: Some(10) }
}
