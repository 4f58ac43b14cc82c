//! A sample page with invented numbers.

mod charts;
mod findings;

use charts::charts;
use findings::findings;
use ridotto_report::page::{
    Combination, Measure, Page, Reproduce, Risk, Statement, Tradeoff, Unit,
};
use ridotto_report::{
    FileReport, Guarantee, Known, Levels, ObjectiveReport, Parameter, ReleaseReport, Report,
    Seconds, StepReport, Way,
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
        outputs: Vec::new(),
        output: file("adult-anonymous.csv", 29_650, "5c"),
        steps: vec![StepReport {
            transformations: Vec::new(),
            method: "top-code".into(),
            attributes: vec!["capital-gain".into(), "hours-per-week".into()],
            cells_changed: 1_203,
            records: 30_162,
            figures: Vec::new(),
            known: Known(ridotto_mask::entry_of("top-code")),
        }],
        release: ReleaseReport {
            algorithm: "optimal".into(),
            known: Known(ridotto_micro::catalogue::algorithm("optimal").map(|of| &of.entry)),
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
            ..ReleaseReport::default()
        }
        .into(),
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
            decided_by: Some(model[..1].into()),
            bound: Some(if model == "t-closeness" { Way::AtMost } else { Way::AtLeast }),
            attained: Some(attained),
            holds: Some(true),
            shown: "by the file".into(),
            known: Known::default(),
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
        measures: vec![measure(
            "Found in the register",
            "People whom a test with the register of residents found and named rightly.",
            Unit::Count,
            412.0,
            7.0,
        )],
        combinations: vec![
            combination(&["age", "native-country", "education"], 3_120, 0),
            combination(&["age", "marital-status", "workclass"], 1_044, 0),
            combination(&["age", "race"], 61, 0),
        ],
    }
}

fn utility() -> Vec<Measure> {
    vec![measure(
        "Gini index of capital gain",
        "As the yearly report on incomes has it.",
        Unit::Part,
        0.846,
        0.829,
    )]
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
