//! Steps that are done to a small table: what becomes of it, what is said, and what is refused.

use ridotto_catalogue::Definition;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_core::model::MODELS;
use ridotto_core::objective::OBJECTIVES;
use ridotto_core::{Codes, Dictionary, Kind, Reading};
use ridotto_mask::{STEPS, bind};
use ridotto_policy::{Entries, Policy};
use ridotto_release::{Error, Randomness, StepRun, Trail};
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
fn column(kind: Kind, texts: &[&str]) -> Column {
    let labels = || texts.iter().map(|text| (!text.is_empty()).then_some(*text));
    let (dictionary, codes) = Dictionary::of_labels(labels(), &Reading::of_kind(kind));
    let codes = Codes::from_codes(&codes, dictionary.len());
    Column::Coded { codes, dictionary, native: None }
}

fn table(age: &[&str], job: &[&str], town: &[&str]) -> Table {
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

fn texts(table: &Table, at: usize) -> Vec<String> {
    let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { panic!() };
    let text = |code| dictionary.text(code).unwrap_or("").to_owned();
    codes.iter().map(text).collect()
}

/// Does these steps, and gives back what is said of them.
fn done(steps: &str, table: &mut Table) -> Result<Trail, Error> {
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
    let mut trail = Trail::default();
    for (number, step) in steps.steps.iter().enumerate() {
        let randomness = Randomness::seeded(5);
        let mut run =
            StepRun { number, randomness, watch: &(), is_alone: false, trail: &mut trail };
        step.run(table, &mut run)?;
    }
    Ok(trail)
}

/// What is shown of an error, its place and its help.
fn refused(steps: &str, table: &mut Table) -> String {
    format!("{:?}", done(steps, table).unwrap_err())
}

fn jobs() -> Table {
    table(&["1"; 6], &["a", "b", "c", "a", "b", ""], &["x"; 6])
}

const PRAM: &str = "[[mask]]\nmethod = \"pram\"\nattributes = [\"job\"]\nmatrix = ";

/// Post-randomisation is suppression where all becomes missing, and recoding where it becomes
/// another value, which need not be there before.
#[test]
fn a_matrix_may_lead_to_what_is_not_in_the_data() {
    let mut suppressed = jobs();
    let to_missing = "{ a = { \"\" = 1 }, b = { \"\" = 1 }, c = { \"\" = 1 } }";
    done(&format!("{PRAM}{to_missing}"), &mut suppressed).unwrap();
    assert_eq!(texts(&suppressed, 1), [""; 6]);
    let mut recoded = jobs();
    let trail = done(&format!("{PRAM}{{ a = {{ b = 1 }}, c = {{ new = 1 }} }}"), &mut recoded);
    assert_eq!(texts(&recoded, 1), ["b", "b", "new", "b", "b", ""]);
    let said = "pram: values of job may become 1 categories that no record had";
    assert!(trail.unwrap().notes.iter().any(|note| note == said));
    // A missing value may become one, too.
    let mut filled = jobs();
    done(&format!("{PRAM}{{ \"\" = {{ c = 1 }} }}"), &mut filled).unwrap();
    assert_eq!(texts(&filled, 1), ["a", "b", "c", "a", "b", "c"]);
    // What it should come from must be there.
    for to in ["a", "z"] {
        let said = refused(&format!("{PRAM}{{ z = {{ {to} = 1 }} }}"), &mut jobs());
        assert!(said.contains("no value `z`"), "{said}");
    }
}

/// The attribute and the number of strata are named, and no value.
#[test]
fn strata_that_do_not_fit_are_counted() {
    let ages = ["11", "12", "13", "77", "78", "78", "79"];
    let towns = ["x", "x", "x", "y", "z", "z", "w"];
    let mut small = table(&ages, &["a"; 7], &towns);
    let noise = "[[mask]]\nmethod = \"noise\"\nattributes = [\"age\"]\nstrata = [\"town\"]\n";
    let said = refused(noise, &mut small);
    assert!(said.contains("`noise` cannot be done to `age`"), "{said}");
    assert!(said.contains("all are the same, in 3 of 4 strata"), "{said}");
    assert!(!said.contains("77"), "{said}");
}

/// Uniting two records costs half of their squared distance, in the units that were asked for: 8 for 3
/// and 7 as they are.
#[test]
fn a_tree_of_costs_heeds_the_scaling() {
    let cost = |scaling: &str| -> f64 {
        let mut ages = table(&["3", "7", "20", "24"], &["a"; 4], &["x"; 4]);
        let step = format!(
            "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 2\n\
             algorithm = \"ward\"\ntree = \"t.csv\"\nscaling = \"{scaling}\"\n"
        );
        let trail = done(&step, &mut ages).unwrap();
        let first = trail.files[0].text.lines().next().unwrap().to_owned();
        first.split(',').nth(1).unwrap().parse().unwrap()
    };
    assert!((cost("plain") - 8.0).abs() < 1e-6);
    // The variance of 3, 7, 20 and 24 is 305/3.
    assert!((cost("z-score") - 8.0 * 3.0 / 305.0).abs() < 1e-6);
}

/// Both ends of a column can be coded, in either order, with labels of one's own or without; labels that
/// are there stay, or join a wider end.
#[test]
fn both_ends_are_coded_one_after_the_other() {
    let top =
        |more: &str| format!("[[mask]]\nmethod = \"top-code\"\nattributes = [\"age\"]\n{more}\n");
    let bottom = |more: &str| {
        format!("[[mask]]\nmethod = \"bottom-code\"\nattributes = [\"age\"]\n{more}\n")
    };
    let coded = |steps: String| {
        let mut ages = table(&["3", "15", "40", "90", "95"], &["a"; 5], &["x"; 5]);
        done(&steps, &mut ages).unwrap();
        texts(&ages, 0)
    };
    let (low, high) = (bottom("at-most = 15"), top("at-least = 90"));
    let plain = ["<=15", "<=15", "40", ">=90", ">=90"];
    assert_eq!(coded(format!("{low}{high}")), plain);
    assert_eq!(coded(format!("{high}{low}")), plain);
    let (young, old) =
        (bottom("at-most = 15\nlabel = \"young\""), top("at-least = 90\nlabel = \"92\""));
    assert_eq!(coded(format!("{young}{old}")), ["young", "young", "40", "92", "92"]);
    assert_eq!(coded(format!("{old}{young}")), ["young", "young", "40", "92", "92"]);
    // What was joined goes along with a wider end, and stays with a narrower one.
    let wider = top("at-least = 40");
    assert_eq!(coded(format!("{young}{old}{wider}"))[2..], [">=40", ">=40", ">=40"]);
    let narrower = top("at-least = 91");
    assert_eq!(coded(format!("{young}{old}{narrower}"))[2..], ["40", "92", "92"]);
    // A text that is no label is refused still.
    let mut jobs = jobs();
    let said = refused(
        "[[mask]]\nmethod = \"top-code\"\nattributes = [\"job\"]\nat-least = 3\n",
        &mut jobs,
    );
    assert!(said.contains("numbers"), "{said}");
}
