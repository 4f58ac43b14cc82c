//! Batches in, batches out: a release that never was a file.

use crate::setting::Setting;
use arrow_array::cast::AsArray;
use arrow_array::types::Int64Type;
use arrow_array::{Array, ArrayRef, Int64Array, RecordBatch, StringArray};
use arrow_schema::{DataType, Field, Schema};
use proptest::prelude::*;
use ridotto::{
    AssessOptions, AttackOptions, CheckOptions, Error, Inputs, InspectOptions, Outputs,
    PairOptions, Place, Plan, Published, RestoreOptions, Rows, RunOptions, SavedDecision,
};
use std::collections::BTreeMap;
use std::sync::Arc;

const POLICY: &str = r#"
    version = 1
    [attributes.age]
    role = "quasi-identifier"
    hierarchy = { intervals = [10, 20] }
    [attributes.town]
    role = "quasi-identifier"
    [attributes.diagnosis]
    role = "sensitive"
    [attributes.cost]
    role = "insensitive"
    [[require]]
    model = "k-anonymity"
    k = 3
    [release]
    suppression = 0.2
"#;

type Person = (i64, Option<&'static str>, &'static str, i64);

fn batch(people: &[Person]) -> RecordBatch {
    let fields = [
        ("age", DataType::Int64),
        ("town", DataType::Utf8),
        ("diagnosis", DataType::Utf8),
        ("cost", DataType::Int64),
    ];
    let fields = fields.map(|(name, data_type)| Field::new(name, data_type, true));
    let columns: Vec<ArrayRef> = vec![
        Arc::new(people.iter().map(|it| Some(it.0)).collect::<Int64Array>()),
        Arc::new(people.iter().map(|it| it.1).collect::<StringArray>()),
        Arc::new(people.iter().map(|it| Some(it.2)).collect::<StringArray>()),
        Arc::new(people.iter().map(|it| Some(it.3)).collect::<Int64Array>()),
    ];
    RecordBatch::try_new(Arc::new(Schema::new(fields.to_vec())), columns).unwrap()
}

fn people(rows: usize) -> Vec<Person> {
    let towns = [Some("Alba"), Some("Berg"), None];
    let person = |(at, town): (i64, Option<&'static str>)| {
        (20 + at * 7 % 40, town, if at % 4 == 0 { "flu" } else { "gout" }, at)
    };
    (0..).zip(towns.into_iter().cycle()).take(rows).map(person).collect()
}

/// Anonymises batches; the rows that come back.
fn released(batches: Vec<RecordBatch>, options: RunOptions) -> Result<Vec<RecordBatch>, Error> {
    let policy = ridotto::parse("policy", POLICY)?;
    let plan = Plan::bind(&policy, Inputs::batches(batches))?;
    let release = plan.run(&Outputs::memory(), &options, &())?;
    assert!(release.report().guarantees.iter().all(|guarantee| guarantee.holds == Some(true)));
    Ok(release.publish()?.into_batches())
}

fn texts(batches: &[RecordBatch], column: usize) -> Vec<Option<String>> {
    let texts = batches.iter().flat_map(|batch| {
        let column = batch.column(column).as_string::<i32>();
        column.iter().map(|text| text.map(str::to_owned)).collect::<Vec<_>>()
    });
    texts.collect()
}

#[test]
fn rows_come_back_safe_and_true() {
    let people = people(60);
    let safe = released(vec![batch(&people)], RunOptions::default()).unwrap();
    let shown = texts(&safe, 0).into_iter().zip(texts(&safe, 1)).zip(texts(&safe, 2));
    let costs = safe.iter().flat_map(|batch| batch.column(3).as_primitive::<Int64Type>().values());
    let mut classes: BTreeMap<_, u64> = BTreeMap::new();
    for (((age, town), diagnosis), &cost) in shown.zip(costs) {
        // The cost tells which row it was; nothing but the quasi-identifiers is another.
        let truth = people[usize::try_from(cost).unwrap()];
        assert_eq!(diagnosis.as_deref(), Some(truth.2));
        assert!(town.as_deref() == Some("*") || town.as_deref() == truth.1);
        *classes.entry((age, town)).or_default() += 1;
    }
    assert!(classes.values().all(|&size| size >= 3), "{:?}", classes.values());
    assert!(classes.values().sum::<u64>() >= 48);
    assert_eq!(safe[0].schema().metadata().len(), 0);
}

#[test]
fn nothing_is_written_anywhere() {
    let setting = Setting::new(&[]);
    released(vec![batch(&people(60))], RunOptions::default()).unwrap();
    assert_eq!(std::fs::read_dir(setting.path("")).unwrap().count(), 0);
    assert!(!std::path::Path::new("memory").exists());
}

#[test]
fn what_cannot_be_released_says_why() {
    let few = released(vec![batch(&people(2))], RunOptions::default()).unwrap_err();
    assert_eq!(few.exit_code(), 1, "{few}");
    let lacks = batch(&people(9)).project(&[0, 1]).unwrap();
    let lacks = released(vec![lacks], RunOptions::default()).unwrap_err();
    assert!(lacks.to_string().contains("2 problems"), "{lacks}");
    assert_eq!(released(Vec::new(), RunOptions::default()).unwrap_err().exit_code(), 2);
}

/// Data that are not there, or too many, are an error, and messages do not speak of files.
#[test]
fn what_is_wrong_with_batches_is_said_of_batches() {
    let policy = ridotto::parse("policy", POLICY).unwrap();
    let batches = vec![batch(&people(20))];
    let bind = |inputs| Plan::bind(&policy, inputs).map(drop).unwrap_err().to_string();
    let nothing = Inputs { places: Vec::new(), ..Inputs::default() };
    assert_eq!(bind(nothing), "no data are named");
    let second = Inputs::batches(batches.clone()).and("second", Place::Batches(batches.clone()));
    assert_eq!(bind(second), "2 inputs are given, and `microdata` has 1");
    assert_eq!(bind(Inputs::batches([])), "memory: there is no batch");
    let empty = vec![batches[0].slice(0, 0)];
    let plan = Plan::bind(&policy, Inputs::batches(empty)).unwrap();
    let none = plan.run(&Outputs::memory(), &RunOptions::default(), &()).unwrap_err();
    assert!(!none.to_string().contains("file"), "{none}");
}

/// Whatever belongs to a release is a value where that is wanted.
#[test]
fn what_belongs_to_a_release_is_kept() {
    let policy = ridotto::parse("policy", POLICY).unwrap();
    let bind = || Plan::bind(&policy, Inputs::batches([batch(&people(60))])).unwrap();
    let run = |plan: &Plan, keep| {
        let outputs = Outputs { keep, ..Outputs::memory() };
        plan.run(&outputs, &RunOptions::default(), &()).unwrap().publish().unwrap()
    };
    let without = run(&bind(), false);
    assert!(without.saved().is_none() && without.page().is_none());
    assert!(without.certificate().is_none());
    let kept = run(&bind(), true);
    let page = kept.page().unwrap();
    assert!(page.starts_with("<!DOCTYPE html>") && !page.contains("ridotto anonymize the policy"));
    assert!(kept.certificate().unwrap().contains("k-anonymity"));
    let decision = SavedDecision::text(kept.saved().unwrap());
    let data = Inputs::batches([batch(&people(60))]);
    let again = Plan::restore(decision, data, &RestoreOptions::default()).unwrap();
    let classes = |of: &Published| of.report().microdata().unwrap().classes;
    assert_eq!(classes(&run(&again, false)), classes(&kept));
}

/// What is in memory is checked and compared as files are.
#[test]
fn batches_are_checked_and_compared() {
    let before = vec![batch(&people(60))];
    let safe = released(before.clone(), RunOptions::default()).unwrap();
    let policy = Some(ridotto::parse("policy", POLICY).unwrap());
    let options = CheckOptions { policy: policy.clone(), ..CheckOptions::default() };
    let report = ridotto::check(&safe, &options, &()).unwrap();
    assert!(report.guarantees.iter().any(|one| one.holds == Some(true)));
    let pair = PairOptions { policy, ..PairOptions::default() };
    let options = AssessOptions { pair, ..AssessOptions::default() };
    let assessed = ridotto::assess(&before, &safe, &options, &()).unwrap();
    assert_eq!(assessed.report.before.rows, Some(60));
}

/// What is asked of batches is asked of files, with the same answers.
#[test]
fn batches_are_attacked_and_inspected_as_files_are() {
    let people = people(60);
    let before = vec![batch(&people)];
    let options = RunOptions { keep_order: true, ..RunOptions::default() };
    let after = released(before.clone(), options).unwrap();
    let written = Setting::new(&[
        ("before.csv", csv(&before).as_bytes()),
        ("after.csv", csv(&after).as_bytes()),
    ]);
    let policy = Some(ridotto::parse("policy", POLICY).unwrap());
    let pair =
        PairOptions { policy: policy.clone(), rows: Rows::SameOrder, ..PairOptions::default() };
    let options = AttackOptions { pair, ..AttackOptions::default() };
    let mut memory = ridotto::attack(&before, &after, &options, &()).unwrap();
    let paths = (written.path("before.csv"), written.path("after.csv"));
    let file = ridotto::attack(&paths.0, &paths.1, &options, &()).unwrap();
    assert!(memory.findings.iter().any(|one| one.claimed > 0));
    assert_eq!(memory.before.rows, file.before.rows);
    (memory.before, memory.after) = (file.before.clone(), file.after.clone());
    assert_eq!(ridotto::to_json(&memory), ridotto::to_json(&file));

    let options = InspectOptions { policy, ..InspectOptions::default() };
    let mut memory = ridotto::inspect(&before, &options, &()).unwrap();
    let file = ridotto::inspect(&paths.0, &options, &()).unwrap();
    memory.file = file.file.clone();
    assert_eq!(ridotto::to_json(&memory), ridotto::to_json(&file));
}

/// Batches as a file.
fn csv(batches: &[RecordBatch]) -> String {
    let mut text = String::from("age,town,diagnosis,cost\n");
    let shown = |batch: &RecordBatch, column, row| match batch.column(column).data_type() {
        DataType::Int64 => batch.column(column).as_primitive::<Int64Type>().value(row).to_string(),
        _ => {
            let texts = batch.column(column).as_string::<i32>();
            if texts.is_null(row) { String::new() } else { texts.value(row).to_owned() }
        }
    };
    for batch in batches {
        for row in 0..batch.num_rows() {
            let cells: Vec<String> =
                (0..batch.num_columns()).map(|column| shown(batch, column, row)).collect();
            text += &format!("{}\n", cells.join(","));
        }
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    /// The same rows as a file give the same release, and how they are cut into batches does not
    /// matter.
    #[test]
    fn memory_and_files_agree(rows in 12..90_usize, cut in 1..40_usize) {
        let people = people(rows);
        let whole = batch(&people);
        let cut = cut.min(rows);
        let parts = vec![whole.slice(0, cut), whole.slice(cut, rows - cut)];
        let options = RunOptions { keep_order: true, ..RunOptions::default() };
        let mut csv = String::from("age,town,diagnosis,cost\n");
        for (age, town, diagnosis, cost) in &people {
            csv += &format!("{age},{},{diagnosis},{cost}\n", town.unwrap_or_default());
        }
        let written = format!("{POLICY}[data]\ninput = \"p.csv\"\n[output]\nfile = \"o.csv\"\n");
        let setting =
            Setting::new(&[("p.csv", csv.as_bytes()), ("policy.toml", written.as_bytes())]);
        let file = setting.bind().unwrap().run(&Outputs::of_policy(), &options, &()).unwrap();
        file.publish().unwrap();
        let file = std::fs::read_to_string(setting.path("o.csv")).unwrap();
        for batches in [vec![whole], parts] {
            let safe = released(batches, options).unwrap();
            let columns = [0, 1, 2].map(|at| texts(&safe, at));
            let costs: Vec<i64> = safe
                .iter()
                .flat_map(|batch| batch.column(3).as_primitive::<Int64Type>().values().to_vec())
                .collect();
            let rows: Vec<String> = (0..costs.len())
                .map(|row| {
                    let [age, town, diagnosis] =
                        columns.each_ref().map(|of| of[row].clone().unwrap_or_default());
                    format!("{age},{town},{diagnosis},{}", costs[row])
                })
                .collect();
            prop_assert_eq!(&rows, &file.lines().skip(1).collect::<Vec<_>>());
        }
    }
}
