//! A small table, and steps that are done to it.

use ridotto_catalogue::Definition;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_core::model::MODELS;
use ridotto_core::objective::OBJECTIVES;
use ridotto_core::{Codes, Dictionary, Kind, Reading};
use ridotto_mask::{STEPS, bind};
use ridotto_policy::{Entries, Policy};
use ridotto_release::{Error, Randomness, StepOutcome, StepRun, Trail};
use ridotto_report::StepFigure;
use ridotto_table::{Column, Lines, SourceOptions, Table};
use std::path::Path;
use std::sync::Arc;

const HEAD: &str = r#"version = 1
[attributes.age]
role = "quasi-identifier"
[attributes.job]
role = "quasi-identifier"
[attributes.town]
role = "quasi-identifier"
[[require]]
model = "k-anonymity"
k = 2
"#;

/// A column of these texts; an empty one is missing.
pub fn column(kind: Kind, texts: &[&str]) -> Column {
    let labels = || texts.iter().map(|text| (!text.is_empty()).then_some(*text));
    let (dictionary, codes) = Dictionary::of_labels(labels(), &Reading::of_kind(kind));
    let codes = Codes::from_codes(&codes, dictionary.len());
    Column::Coded { codes, dictionary, native: None }
}

pub fn table(age: &[&str], job: &[&str], town: &[&str]) -> Table {
    Table {
        rows: age.len(),
        names: ["age", "job", "town"].map(str::to_owned).into(),
        columns: vec![
            column(Kind::Integer, age),
            column(Kind::Text, job),
            column(Kind::Text, town),
        ],
        sha256: None,
        is_text: true,
        lines: Lines::starting_at(2),
    }
}

pub fn texts(table: &Table, at: usize) -> Vec<String> {
    let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { panic!() };
    let text = |code| dictionary.text(code).unwrap_or("").to_owned();
    codes.iter().map(text).collect()
}

/// Does these steps, and gives back what is said of them.
pub fn done(steps: &str, table: &mut Table) -> Result<Trail, Error> {
    run(steps, table).map(|(_, trail)| trail)
}

/// What the last of these steps gives back, and what is said of all.
pub fn outcome(steps: &str, table: &mut Table) -> (StepOutcome, Trail) {
    run(steps, table).unwrap()
}

/// The figures of the last step, and what is said of all.
pub fn reported(steps: &str, table: &mut Table) -> (Vec<StepFigure>, Trail) {
    let (outcome, trail) = outcome(steps, table);
    (outcome.figures, trail)
}

fn run(steps: &str, table: &mut Table) -> Result<(StepOutcome, Trail), Error> {
    let models = MODELS.iter().map(|of| *of as &dyn Definition);
    let algorithms = ridotto_micro::ALGORITHMS.iter().map(|of| *of as &dyn Definition);
    let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
    let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
    let own = STEPS.iter().map(|of| *of as &dyn Definition);
    let entries =
        Entries::new(models.chain(algorithms).chain(objectives).chain(builders).chain(own));
    let policy = Policy::parse("policy.toml", &format!("{HEAD}{steps}"), &entries)?;
    let names: Vec<&str> = table.names.iter().map(String::as_str).collect();
    let folder = Path::new("/nowhere/at/all");
    let steps = bind(&Arc::new(policy), &names, &[true; 3], folder, &SourceOptions::default())?;
    let (mut trail, mut outcome) = (Trail::default(), StepOutcome::default());
    for (number, step) in steps.steps.iter().enumerate() {
        let randomness = Randomness::seeded(5);
        let mut run =
            StepRun { number, randomness, watch: &(), is_alone: false, trail: &mut trail };
        outcome = step.run(table, &mut run)?;
    }
    Ok((outcome, trail))
}

/// What is shown of an error, its place and its help.
pub fn refused(steps: &str, table: &mut Table) -> String {
    format!("{:?}", done(steps, table).unwrap_err())
}
