//! Steps that are done to a small table: what becomes of it, what is said, and what is refused.

mod case;
mod pairs;

use case::{done, outcome, refused, reported, table, texts};
use ridotto_table::Table;
use ridotto_testkit::golden::{all, number};

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
    assert!(
        said.contains("all are the same, in 3 of 4 strata; the first of them begins in line"),
        "{said}"
    );
    assert!(!said.contains("77"), "{said}");
}

/// Uniting two records costs half of their squared distance, in the units that were asked for: the
/// matrix of the lectures' example for the values as they are, and less by their variance, 1121.5/5,
/// for standardised ones.
#[test]
fn a_tree_of_costs_heeds_the_scaling() {
    let ages = ["2", "12", "16", "25", "29", "45"];
    let costs = |scaling: &str| -> Vec<Vec<f64>> {
        let mut ages = table(&ages, &["a"; 6], &["x"; 6]);
        let step = format!(
            "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 2\n\
             algorithm = \"ward\"\ntree = \"t.csv\"\n{scaling}\n"
        );
        let trail = done(&step, &mut ages).unwrap();
        let numbers = |line: &str| line.split(',').map(|cost| cost.parse().unwrap()).collect();
        trail.files[0].text.lines().map(numbers).collect()
    };
    let lectures = all().into_iter().find(|vector| vector.id == "ward.matrix0").unwrap();
    let matrix = &lectures.expected["matrix"];
    let near = |scaling: &str, unit: f64| {
        let found = costs(scaling);
        for (found, expected) in found.iter().zip(matrix.as_array().unwrap()) {
            for (found, expected) in found.iter().zip(expected.as_array().unwrap()) {
                assert!((found - number(expected) / unit).abs() < 1e-6, "{scaling}: {found}");
            }
        }
        assert_eq!(found.len(), ages.len());
        found[0][1]
    };
    assert!((near("scaling = \"plain\"", 1.0) - 50.0).abs() < 1e-6);
    assert!((near("scaling = \"z-score\"", 224.3) - 0.2229).abs() < 1e-4);
    assert!((near("", 224.3) - 0.2229).abs() < 1e-4);
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

/// Whole numbers at the ends of their range, in two towns of 40 and 20 people.
fn towns() -> Table {
    let ages: Vec<String> = (0..60).map(|row| (20 + row * row % 7 * 10).to_string()).collect();
    let ages: Vec<&str> = ages.iter().map(String::as_str).collect();
    let towns: Vec<&str> = (0..60).map(|row| if row < 40 { "x" } else { "y" }).collect();
    table(&ages, &["a"; 60], &towns)
}

/// What is said of each stratum is said of all: figures by their records, counts together, shares by the
/// worst of them. Nothing is dropped, and it is said which it is.
#[test]
fn figures_and_notes_of_strata_are_told_together() {
    let noise = |strata: &str| {
        format!(
            "[[mask]]\nmethod = \"noise\"\nkind = \"restricted\"\nattributes = [\"age\"]\n\
             alpha = 2\n{strata}\n"
        )
    };
    let (whole, _) = reported(&noise(""), &mut towns());
    let name = "variance of the noise of age";
    assert!(whole.iter().any(|figure| figure.name == name));
    let (figures, trail) = reported(&noise("strata = [\"town\"]"), &mut towns());
    assert_eq!(figures.len(), whole.len());
    let told = format!("{name}, the mean of 2 strata");
    let pooled = figures.iter().find(|figure| figure.name == told).unwrap();
    // Twice the variances of the two towns, each by its records.
    let variance = |rows: std::ops::Range<i32>| {
        let ages: Vec<f64> = rows.map(|row| f64::from(20 + row * row % 7 * 10)).collect();
        let mean = ages.iter().sum::<f64>() / ages.len() as f64;
        ages.iter().map(|age| (age - mean).powi(2)).sum::<f64>() / (ages.len() as f64 - 1.0)
    };
    let expected = 2.0 * (40.0 * variance(0..40) + 20.0 * variance(40..60)) / 60.0;
    assert!((pooled.expected.unwrap() / expected - 1.0).abs() < 1e-9, "{pooled:?}");
    let reached = pooled.reached.unwrap() / expected;
    assert!(reached < 0.95, "bounds leave less noise: {reached}");
    let said = |start: &str, end: &str| {
        let is_it = |note: &&String| note.starts_with(start) && note.ends_with(end);
        assert_eq!(trail.notes.iter().filter(is_it).count(), 1, "{:?}", trail.notes);
    };
    said("noise: the bounds of age left its noise", "(the worst of 2 of 2 strata)");
    said("noise: ", "values of age came out unchanged (in 1 of 2 strata)");
    // Microaggregation says how many look alike at least, and adds up its squares.
    let group = "[[mask]]\nmethod = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\nscaling = \"plain\"\n";
    let (figures, _) = reported(&format!("{group}strata = [\"town\"]\n"), &mut towns());
    let reached = |name: &str| {
        let found = figures.iter().find(|figure| figure.name == name);
        found.unwrap_or_else(|| panic!("{name}: {figures:?}")).reached.unwrap()
    };
    assert!(
        reached("records that share their masked values, at least, the least of 2 strata") >= 3.0
    );
    let total = 39.0 * variance(0..40) + 19.0 * variance(40..60);
    assert!((reached("sum of squares (SST), the sum of 2 strata") / total - 1.0).abs() < 1e-9);
}

/// The transformation of linear noise is told where that is asked, and nowhere else; strata have one
/// each, of which none can be told.
#[test]
fn a_transformation_is_told_if_it_is_asked_for() {
    let noise = |more: &str| {
        format!(
            "[[mask]]\nmethod = \"noise\"\nkind = \"linear\"\nattributes = [\"age\"]\nalpha = 1\n{more}\n"
        )
    };
    let (mut silent, mut told) = (towns(), towns());
    let (outcome, trail) = outcome(&noise(""), &mut silent);
    assert!(outcome.transformations.is_empty());
    assert!(!trail.notes.iter().any(|note| note.contains("transform")), "{:?}", trail.notes);
    let (outcome, trail) = case::outcome(&noise("reveal = true"), &mut told);
    assert_eq!(texts(&silent, 0), texts(&told, 0));
    let [of] = &outcome.transformations[..] else { panic!("{outcome:?}") };
    let mean = (0..60).map(|row| f64::from(20 + row * row % 7 * 10)).sum::<f64>() / 60.0;
    assert_eq!(of.attribute, "age");
    assert!((of.scale - 0.5_f64.sqrt()).abs() < 1e-12);
    assert!((of.shift - (1.0 - of.scale) * mean).abs() < 1e-9);
    assert!(
        trail.notes.iter().any(|note| note.contains("age was transformed by the scale 0.7071"))
    );
    assert!(trail.files.is_empty());
    let said = refused(&noise("reveal = true\nstrata = [\"town\"]"), &mut towns());
    assert!(said.contains("there is one transformation for each of the `strata`"), "{said}");
    let said = refused(&noise("reveal = true").replace("linear", "correlated"), &mut towns());
    assert!(said.contains("`reveal`"), "{said}");
}
