//! Closeness: the distances of classes from their table.

use crate::golden::case::{Case, around, classes, previous, same, text, tree};
use ridotto_core::model::{Baseline, Distance, TCloseness};
use ridotto_core::{ClassModel, ClassTable, Code, Decimal};
use ridotto_testkit::golden::{self, Vector, whole};
use serde_json::Value;

fn model(distance: Distance<'_>, baseline: &Baseline) -> TCloseness {
    TCloseness::new(0, Decimal::ONE, distance, baseline).expect("it fits")
}

/// The distance of one list of values from another; codes are ranks in the second.
fn between(class: &[u64], table: &[u64], distance: Distance<'_>) -> f64 {
    let mut values = table.to_vec();
    values.sort_unstable();
    values.dedup();
    let counts = |some: &[u64]| -> Vec<u64> {
        let count = |value| some.iter().filter(|other| *other == value).count() as u64;
        values.iter().map(count).collect()
    };
    let histogram: Vec<(Code, u64)> =
        (0..).zip(counts(class)).filter(|&(_, count)| count > 0).collect();
    model(distance, &Baseline::new(counts(table))).distance(&histogram)
}

/// The table is as close as expected, and not closer.
fn table_is_close(table: &ClassTable, distance: Distance<'_>, expected: &Value, id: &str) {
    let baseline = Baseline::of_table(table, 0);
    same(model(distance, &baseline).attained(table).expect("rows"), expected, id);
    let [less, t] = around(expected);
    for (t, holds) in [(t, true), (previous(less), false)] {
        let model = TCloseness::new(0, t, distance, &baseline).expect("it fits");
        assert_eq!(table.classes().all(|class| model.holds(class)), holds, "{id}, {t:?}");
    }
}

/// The figures of each class of a table, under these names.
fn of_classes(vector: &Vector, figures: &[(&str, Distance<'_>, f64)]) {
    let Vector { id, given, expected } = vector;
    let case = Case::given(given);
    for class in expected["classes"].as_array().expect("classes") {
        for &(name, distance, factor) in figures {
            if !class[name].is_null() {
                let found = model(distance, &case.baseline()).level(case.class(&class["key"]));
                same(found * factor, &class[name], &format!("{id}, {name}"));
            }
        }
    }
    for (name, distance) in [
        ("t_equal_distance", Distance::Equal),
        ("t_equal", Distance::Equal),
        ("t_ordered", Distance::Ordered),
    ] {
        if !expected[name].is_null() {
            table_is_close(&case.table, distance, &expected[name], id);
        }
    }
}

pub fn t_closeness(vector: &Vector) {
    let Vector { id, given, expected } = vector;
    let both = [("emd_ordered", Distance::Ordered, 1.0), ("emd_equal", Distance::Equal, 1.0)];
    match id.strip_prefix("tclose.").expect("the family") {
        "ordered.table_0375" | "ordered.table_0167" | "ordered.similarity_table" => {
            of_classes(vector, &both);
            table_is_close(&Case::given(given).table, Distance::Ordered, &expected["t"], id);
        }
        "ordered.P1" | "ordered.P2" => {
            let (class, table) = (whole(&given["P"]), whole(&given["Q"]));
            same(between(&class, &table, Distance::Ordered), &expected["ordered"], id);
            same(between(&class, &table, Distance::Equal), &expected["equal"], id);
        }
        "ordered.P1.transport_plan" => plan(vector),
        "003_semantic" => semantic(vector),
        "hier.table_0278" | "hier.table_0375_disease" => hierarchical(vector),
        "001_income" => income(vector),
        "equal.identity" | "kl_infinite" => shares(vector),
        name if name.starts_with("hdist.") => between_leaves(vector),
        _ => panic!("{id} has no test"),
    }
}

/// The plan of the lecture costs what the distance says.
fn plan(Vector { id, given, expected }: &Vector) {
    let end = |text: &str| text.trim_end_matches('k').parse::<i64>().expect("thousands");
    let length = |step: &String| {
        let (from, to) = step.split_once("->").expect("a step");
        (end(to) - end(from)).unsigned_abs()
    };
    let lengths: Vec<u64> = golden::texts(&given["moves"]).iter().map(length).collect();
    assert_eq!(lengths, whole::<u64>(&expected["lengths"]), "{id}");
    assert_eq!(Some(lengths.iter().sum()), expected["sum"].as_u64(), "{id}");
    let mass = golden::number(&given["mass_each"]);
    same(lengths.iter().sum::<u64>() as f64 * mass / 8.0, &expected["D"], id);
    let table: Vec<u64> = (3..=11).collect();
    same(between(&[3, 4, 5], &table, Distance::Ordered), &expected["D"], id);
}

/// Only the ordered distance sees that one class is spread and the other is not.
fn semantic(Vector { id, given, expected }: &Vector) {
    let table: Vec<u64> = whole(&given["Q"]);
    for name in ["P1", "P2"] {
        let class: Vec<u64> = whole(&given[name]);
        let variational = between(&class, &table, Distance::Variational);
        same(between(&class, &table, Distance::Ordered), &expected["ordered"][name], id);
        same(variational, &expected["equal_variational"][name], id);
        same(between(&class, &table, Distance::KullbackLeibler), &expected["kl_nat"][name], id);
        // As the lecture prints it, with a factor too much.
        let printed = &expected["trace_as_printed_1_over_m"][name];
        same(variational / table.len() as f64, printed, id);
    }
}

fn hierarchical(vector: &Vector) {
    let Vector { id, given, expected } = vector;
    let case = Case::given(given);
    let hierarchy = tree(&given["tree"], &case.values[0]);
    assert_eq!(Some(hierarchy.height() as u64), given["H"].as_u64(), "{id}");
    let distance = Distance::Hierarchical(&hierarchy);
    let names = ["emd_Q_frequencies", "emd_hier"].map(|name| (name, distance, 1.0));
    of_classes(vector, &[names[0], names[1], ("emd_equal", Distance::Equal, 1.0)]);
    let t = if expected["t"].is_null() { &expected["t_hier"] } else { &expected["t"] };
    table_is_close(&case.table, distance, t, id);
    // The lecture takes every value as equally frequent.
    let uniform = Baseline::new(vec![1; case.values[0].len()]);
    for class in expected["classes"].as_array().expect("classes") {
        let printed = &class["emd_Q_uniform_over_distinct"];
        if !printed.is_null() {
            same(model(distance, &uniform).level(case.class(&class["key"])), printed, id);
        }
    }
}

fn income(vector: &Vector) {
    let case = Case::given(&vector.given);
    let number = |text: &String| text.parse::<f64>().expect("an income");
    let incomes: Vec<f64> = case.values[0].iter().map(number).collect();
    let range = incomes[incomes.len() - 1] - incomes[0];
    let continuous = Distance::Continuous(&incomes);
    of_classes(
        vector,
        &[
            ("emd_ordered_ranks", Distance::Ordered, 1.0),
            ("emd_equal", Distance::Equal, 1.0),
            ("wasserstein1_raw", continuous, range),
            ("wasserstein1_over_range", continuous, 1.0),
        ],
    );
}

/// Distributions given as shares.
fn shares(Vector { id, given, expected }: &Vector) {
    #[expect(clippy::cast_sign_loss, reason = "shares are not negative")]
    let counts = |shares: &Value| -> Vec<u64> {
        let count = |share| (golden::number(share) * 4.0).round() as u64;
        shares.as_array().expect("shares").iter().map(count).collect()
    };
    let (class, baseline) = (classes(&[counts(&given["P"])]), Baseline::new(counts(&given["Q"])));
    let level = |distance| model(distance, &baseline).attained(&class).expect("rows");
    let equal = level(Distance::Equal);
    for (name, found) in [
        ("half_l1", equal),
        ("sum_positive_part", equal),
        ("minus_sum_negative_part", equal),
        ("trace_as_printed", equal / 3.0),
        ("ordered", level(Distance::Ordered)),
        ("kl_PQ_nat", level(Distance::KullbackLeibler)),
        ("kl", level(Distance::KullbackLeibler)),
    ] {
        if !expected[name].is_null() {
            same(found, &expected[name], &format!("{id}, {name}"));
        }
    }
}

/// The distance of a class with one value from a table with another.
fn between_leaves(Vector { id, given, expected }: &Vector) {
    let mut leaves = vec![];
    let mut nodes = vec![&given["tree"]];
    while let Some(node) = nodes.pop() {
        match node.as_object() {
            Some(groups) => nodes.extend(groups.values()),
            None => leaves.extend(golden::texts(node)),
        }
    }
    leaves.sort_unstable();
    let hierarchy = tree(&given["tree"], &leaves);
    let alone = |name: &Value| -> Vec<u64> {
        leaves.iter().map(|leaf| u64::from(leaf == text(name))).collect()
    };
    let class = classes(&[alone(&given["a"])]);
    let model = model(Distance::Hierarchical(&hierarchy), &Baseline::new(alone(&given["b"])));
    same(model.attained(&class).expect("rows"), &expected["value"], id);
}
