//! The vectors of printed examples.

mod inference;
mod releases;

use super::sheet::{Sheet, language};
use inference::{heart, illness, income, inpatients, revisited, similar, skewed};
use releases::{complementary, john, later, removal, unsorted};
use ridotto_core::Kind;
use ridotto_measure::attack::{
    Candidates, Cells, File, Inference, Mean, differencing, known_extremes, linkage,
};
use ridotto_testkit::golden::{self, Vector, number, texts, whole};
use serde_json::Value;

#[test]
fn attacks_find_what_is_printed_or_known() {
    let mut seen = 0;
    for vector in golden::all().into_iter().filter(|vector| golden::is_of(&vector.id, "attack")) {
        check(&vector);
        seen += 1;
    }
    assert_eq!(seen, 23);
}

fn check(vector: &Vector) {
    match vector.id.as_str() {
        "attack.external" | "attack.internal" | "attack.mean_rich" => means(vector),
        "attack.voter_link" => voters(vector),
        "attack.identity_link.louise" => louise(vector),
        "attack.homog.000" | "attack.background.000" => heart(vector),
        "attack.homog.001" | "attack.background.001" => income(vector),
        "attack.homog.002" | "attack.external.002" => illness(vector),
        "attack.homog.003.bob" | "attack.background.003.umeko" => inpatients(vector),
        "attack.3diverse.revisit" => revisited(vector),
        "attack.similarity.bob" | "attack.similarity.001" => similar(vector),
        "attack.skewness.003" => skewed(vector),
        "attack.intersection.john" => john(vector),
        "attack.unsorted" => unsorted(vector),
        "attack.complementary" => complementary(vector),
        "attack.temporal" => later(vector),
        "attack.temporal.removal" => removal(vector),
        "attack.rankswap_extreme" => extreme(vector),
        other => panic!("{other} is not tested"),
    }
}

fn name(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[track_caller]
fn near(a: f64, b: f64) {
    assert!((a - b).abs() < 1e-12, "{a} is not {b}");
}

/// A belief, or counts, as the vectors write them.
#[track_caller]
fn same_belief(belief: &[(String, f64)], expected: &Value) {
    let expected = expected.as_object().expect("values with numbers");
    let all: f64 = expected.values().map(number).sum();
    assert_eq!(belief.len(), expected.len());
    for (text, odds) in belief {
        near(*odds, number(&expected[text]) / all);
    }
}

fn means(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let mean = |count: &Value, mean: &Value| Mean {
        count: count.as_u64().expect("a count"),
        mean: number(mean),
    };
    match vector.id.as_str() {
        "attack.external" => {
            let cell = mean(&given["freq_cell"], &given["mean_blood_pressure"]);
            assert_eq!(cell.count, 1);
            near(cell.mean, number(&expected["disclosed"]));
            assert_eq!(differencing(1, &[vec![0]], &[]).expect("one").people, 1);
        }
        "attack.internal" => {
            let own = Mean { count: 1, mean: number(&given["own_value"]) };
            let other = mean(&given["freq_cell"], &given["mean"]).without(own).expect("one more");
            near(other.mean, number(&expected["other"]));
            assert_eq!(differencing(2, &[vec![0, 1]], &[0]).expect("two").rows, [1]);
            assert_eq!(differencing(2, &[vec![0, 1]], &[]).expect("two").people, 0);
        }
        _ => {
            let of = |key: &str| {
                let values: Vec<f64> =
                    whole::<u32>(&given[key]).into_iter().map(f64::from).collect();
                Mean {
                    count: values.len() as u64,
                    mean: values.iter().sum::<f64>() / values.len() as f64,
                }
            };
            let (all, others) = (of("incomes"), of("without_rich"));
            near(all.mean, number(&expected["mean_with"]));
            near(others.mean, number(&expected["mean_without"]));
            let rich = all.without(others).expect("one more");
            assert_eq!((rich.count, rich.mean.round()), (1, 1000.0));
        }
    }
}

fn voters(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    let read = |column: &str| language(if column == "Age" { Kind::Integer } else { Kind::Text });
    let (published, external) = (
        Sheet::golden(name(&given["published"]), read),
        Sheet::golden(name(&given["external"]), read),
    );
    let on = texts(&given["on"]);
    let on: Vec<&str> = on.iter().map(String::as_str).collect();
    let (people, release) = (external.file(&on), published.with(&on, "Condition"));
    let found = linkage(&people, &release).expect("same columns");
    assert_eq!((found.people, found.unmatched), (1, 3));
    let candidates = Candidates::new(&people, &release).expect("same columns");
    let person = found.rows[0] as usize;
    let row = candidates.rows_fitting(person)[0];
    let link = &expected["links"][0];
    let of_row = |sheet: &Sheet, column: &str, row: usize| {
        sheet.text(column, sheet.cells(column).codes().get(row)).to_owned()
    };
    assert_eq!(of_row(&external, "Name", person), name(&link[0]));
    assert_eq!(of_row(&published, "#", row), link[1].to_string());
    let belief = Inference::new(&people, &release).expect("same columns").belief(person);
    assert_eq!(published.text("Condition", belief[0].0), name(&expected["condition"]));
}

fn louise(vector: &Vector) {
    let (given, expected) = (&vector.given, &vector.expected);
    // What is known has another schema: a city, which means postal codes.
    let read = |_: &str| language(Kind::Text);
    let release = Sheet::golden(name(&given["table"]), read);
    let known = &given["known"];
    let zip = name(&known["city"])
        .split(['(', ')'])
        .nth(1)
        .expect("a postal code")
        .trim_start_matches("ZIP ");
    let city = language(Kind::Text).redacted_with('x');
    let zip = Cells::of_texts([zip], &city);
    let louise = Sheet::people(
        &["DoB", "Marital Status"],
        &[&[name(&known["DoB"]), name(&known["Marital Status"])]],
        read,
    );
    let keys = ["DoB", "ZIP", "Marital Status"];
    let own = vec![louise.cells("DoB"), &zip, louise.cells("Marital Status")];
    let people = File::new(own).expect("one row each");
    let of = release.with(&keys, "Income");
    let candidates = Candidates::new(&people, &of).expect("three columns");
    assert_eq!(candidates.rows_fitting(0), whole::<usize>(&expected["matching_rows_0based"]));
    let inference = Inference::new(&people, &of).expect("three columns");
    assert_eq!(
        release.named("Income", &inference.belief(0)),
        [(name(&expected["income"]).to_owned(), 1.0)]
    );
    let by_birth =
        Candidates::new(&louise.file(&["DoB"]), &release.file(&["DoB"])).expect("one each");
    assert_eq!(by_birth.counts()[0], expected["n_with_dob_only"].as_u64().expect("a count"));
}

fn extreme(vector: &Vector) {
    let values: Vec<f64> =
        whole::<u32>(&vector.given["values"]).into_iter().map(f64::from).collect();
    let mut swapped = values.clone();
    swapped.swap(0, 1);
    swapped.swap(2, 3);
    let found = known_extremes(&values, &swapped, 1).expect("four numbers");
    assert_eq!(found.rows, [0, 3]);
    near(values[3], number(&vector.expected["max_still_published"]));
}
