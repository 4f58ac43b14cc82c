//! Diversity: distinct, entropy, recursive, with disclosable and undeniable values.

use crate::golden::case::{
    Case, around, classes, codes, counts, fraction, names, next, same, text,
};
use ridotto_core::model::{
    AlphaK, Baseline, Distance, DistinctL, EntropyEstimator, EntropyL, KAnonymity,
    NegativePositiveDisclosureL, PSensitive, PositiveDisclosureL, RecursiveL, TCloseness,
};
use ridotto_core::{ClassModel, ClassTable, Decimal};
use ridotto_testkit::golden::{self, Vector, whole};
use serde_json::Value;

fn holds(model: &dyn ClassModel, table: &ClassTable) -> bool {
    table.classes().all(|class| model.holds(class))
}

fn attained(model: &dyn ClassModel, table: &ClassTable) -> f64 {
    model.attained(table).expect("the table has rows")
}

fn entropy(l: f64) -> EntropyL {
    EntropyL::new(0, l, EntropyEstimator::Shannon).expect("it fits")
}

fn recursive(c: Decimal, l: usize) -> RecursiveL {
    RecursiveL::new(0, c, l.try_into().expect("not 0")).expect("it fits")
}

/// The figures that a vector has of a table or of a class.
fn figures(table: &ClassTable, expected: &Value, id: &str) {
    let distinct = expected["distinct_l"].as_u64().expect("l is whole") as usize;
    for (l, expected) in [(distinct, true), (distinct + 1, false)] {
        let model = DistinctL::new(0, l.try_into().expect("not 0"));
        assert_eq!(holds(&model, table), expected, "{id}: {l} distinct");
        same(attained(&model, table), &distinct.into(), id);
    }
    let level = attained(&entropy(1.0), table);
    same(level, &expected["entropy_l"], id);
    let natural = ["entropy_nat", "entropy_nat_min"].iter().map(|name| &expected[name]);
    let natural = natural.filter(|value| !value.is_null()).map(golden::number);
    natural.for_each(|entropy| assert!((level.ln() - entropy).abs() < 1e-12, "{id}: {level}"));
    if let Some(l) = expected["entropy_l_integer"].as_u64() {
        assert!(
            holds(&entropy(l as f64), table) && !holds(&entropy(l as f64 + 1.0), table),
            "{id}"
        );
    }
    for (l, infimum) in expected["recursive_c_infimum"].as_object().expect("by l") {
        let l = l.parse().expect("l is whole");
        let id = format!("{id}, l = {l}");
        same(attained(&recursive(Decimal::ONE, l), table), infimum, &id);
        if infimum == "inf" {
            assert!(!holds(&recursive(Decimal::from(u64::MAX), l), table), "{id}");
            continue;
        }
        // The inequality is strict: at the infimum it does not hold, a hair above it does.
        let [c, above] = around(infimum);
        assert!(!holds(&recursive(c, l), table), "{id}");
        assert!(holds(&recursive(next(above), l), table), "{id}");
    }
    if !expected["max_confidence"].is_null() {
        let share = fraction(&expected["max_confidence"]);
        let model = AlphaK::new(0, share, 1, None).expect("it fits");
        assert!(holds(&model, table), "{id}");
        same(attained(&model, table), &expected["max_confidence"], id);
    }
}

/// A family whose classes and k are tested elsewhere has figures of diversity, too.
pub fn of_table(Vector { id, given, expected }: &Vector) {
    if given["sensitive"].is_null() {
        return;
    }
    let case = Case::given(given);
    figures(&case.table, expected, id);
    same(
        attained(&DistinctL::new(0, 1.try_into().expect("not 0")), &case.table),
        &expected["p_sensitive"],
        id,
    );
    for class in expected["classes"].as_array().expect("classes") {
        let found = case.class(&class["key"]);
        let alone = case.table.retain(|class| class.key().eq(found.key()));
        assert_eq!(alone.len(), 1);
        figures(&alone, class, id);
    }
}

pub fn l_diversity(vector: &Vector) {
    let Vector { id, given, expected } = vector;
    match id.split('.').nth(1).expect("a name") {
        "001_qblock" if !given["table"].is_null() => {
            let table = golden::table(text(&given["table"]));
            let row = |row: &Vec<String>| {
                row[1..6].iter().map(|cell| cell.parse().expect("a count")).collect()
            };
            let table = classes(&table.rows.iter().map(row).collect::<Vec<_>>());
            figures(&table, expected, id);
            same(
                attained(&KAnonymity::new(1.try_into().expect("not 0")), &table),
                &expected["k"],
                id,
            );
        }
        "001_qblock" => {
            let counts = whole(&given["counts"]);
            figures(&classes(std::slice::from_ref(&counts)), expected, id);
            let histogram: Vec<_> = (0..).zip(counts).filter(|&(_, count)| count > 0).collect();
            let bits = EntropyEstimator::Shannon.entropy(&histogram) / std::f64::consts::LN_2;
            same(bits, &expected["entropy_bits"], id);
        }
        "recursive" | "recursive_sign" => recursive_classes(vector),
        "pd_recursive" => positive(vector),
        "npd_recursive" => negative(vector),
        "table_entropy_bound" => {
            let case = Case::new(text(&given["table"]), &[], &["Condition".to_owned()]);
            let level = attained(&entropy(1.0), &case.table);
            same(level, &expected["max_possible_entropy_l"], id);
            same(level.ln(), &expected["table_entropy_nat"], id);
        }
        _ => panic!("{id} has no test"),
    }
}

fn recursive_classes(Vector { id, given, expected }: &Vector) {
    let table = classes(&[whole(&given["counts"])]);
    let l = given["l"].as_u64().expect("l is whole") as usize;
    let model = recursive(fraction(&given["c"]), l);
    assert_eq!(Some(holds(&model, &table)), expected["satisfied"].as_bool(), "{id}");
    if let (Some(head), Some(tail)) = (expected["r1"].as_f64(), expected["tail"].as_f64()) {
        let expected = if tail > 0.0 { (head / tail).into() } else { Value::from("inf") };
        same(attained(&model, &table), &expected, id);
    }
}

fn positive(Vector { id, given, expected }: &Vector) {
    let names = names(&given["counts"]);
    let table = classes(&[counts(&given["counts"], &names)]);
    let l = (given["l"].as_u64().expect("l is whole") as usize).try_into().expect("not 0");
    let disclosable = codes(&given["Y"], &names);
    let model = PositiveDisclosureL::new(0, fraction(&given["c"]), l, &disclosable);
    let model = model.expect("it fits");
    assert_eq!(Some(holds(&model, &table)), expected["satisfied"].as_bool(), "{id}");
    if !expected["c_infimum"].is_null() {
        same(attained(&model, &table), &expected["c_infimum"], id);
    }
}

fn negative(Vector { id, given, expected }: &Vector) {
    let given_classes = given["classes"].as_array().expect("classes");
    let names = names(&given_classes[0]);
    let all: Vec<Vec<u64>> = given_classes.iter().map(|class| counts(class, &names)).collect();
    let l = (given["l"].as_u64().expect("l is whole") as usize).try_into().expect("not 0");
    let positive =
        PositiveDisclosureL::new(0, fraction(&given["c1"]), l, &codes(&given["Y"], &names));
    let positive = positive.expect("it fits");
    let percent = given["c2_percent"].as_u64().expect("whole percent");
    let share = Decimal::ceil_share(percent, 100);
    let undeniable = codes(&given["W"], &names);
    let model = NegativePositiveDisclosureL::new(positive.clone(), share, &undeniable);
    let model = model.expect("it fits");
    let table = classes(&all);
    assert_eq!(Some(holds(&model, &table)), expected["satisfied"].as_bool(), "{id}");
    for (class, expected) in table.classes().zip(expected["classes"].as_array().expect("classes")) {
        assert_eq!(Some(positive.holds(class)), expected["pd"]["satisfied"].as_bool(), "{id}");
        let denied = positive.holds(class) && !model.holds(class);
        assert_eq!(Some(!denied), expected["negative_ok"].as_bool(), "{id}");
    }
}

pub fn p_sensitive(Vector { id, given, expected }: &Vector) {
    let sensitive = golden::texts(&given["confidential"]);
    let case = Case::new(text(&given["table"]), &golden::texts(&given["keys"]), &sensitive);
    let (p, k) = (expected["p"].as_u64().expect("whole"), expected["k"].as_u64().expect("whole"));
    let model = |p: u64, k| PSensitive::new(p as usize, k, (0..sensitive.len()).collect());
    same(attained(&model(1, 2).expect("it fits"), &case.table), &p.into(), id);
    assert!(holds(&model(p, k).expect("it fits"), &case.table), "{id}");
    assert!(!holds(&model(p, k + 1).expect("it fits"), &case.table), "{id}");
    assert!(!holds(&model(p + 1, k.max(p + 1)).expect("it fits"), &case.table), "{id}");
    assert!(model(k + 1, k).is_err() && model(0, k).is_err() && model(1, 1).is_err());
}

/// Every class needs a rare value, so there are at most as many classes as rare values.
pub fn most_classes(Vector { id, given, expected }: &Vector) {
    let records = given["records"].as_f64().expect("records");
    let rare = (records * golden::number(&given["positive_share"])).round();
    let most = expected["max_classes"].as_f64().expect("whole");
    assert!((rare - most).abs() < f64::EPSILON, "{id}");
    let model = DistinctL::new(
        0,
        (given["l"].as_u64().expect("whole") as usize).try_into().expect("not 0"),
    );
    let most = expected["max_classes"].as_u64().expect("whole");
    let dealt = |into: u64| -> Vec<Vec<u64>> {
        (0..into).map(|class| vec![9_900 / into, u64::from(class < most)]).collect()
    };
    assert!(holds(&model, &classes(&dealt(most))), "{id}");
    assert!(!holds(&model, &classes(&dealt(most + 1))), "{id}");
}

/// Two classes that diversity cannot tell apart, and closeness can.
pub fn skewed(Vector { id, given, expected }: &Vector) {
    let baseline = Baseline::new(vec![1, 99]);
    assert_eq!(fraction(&given["global_positive"]), Decimal::new(1, 2));
    let close = TCloseness::new(0, Decimal::ONE, Distance::Equal, &baseline).expect("it fits");
    for (at, name) in ["EC1", "EC2", "EC_equal"].into_iter().enumerate() {
        let counts: Vec<u64> = whole(&given[name]);
        let table = classes(std::slice::from_ref(&counts));
        same(attained(&close, &table), &expected["equal_distance_to_Q"][at], id);
        let positive = counts[0] as f64 / counts.iter().sum::<u64>() as f64;
        same(positive, &expected["posterior_positive"][at], id);
        if at < 2 {
            let distinct = DistinctL::new(0, 2.try_into().expect("not 0"));
            same(attained(&distinct, &table), &expected["distinct_l"][at], id);
            same(attained(&entropy(1.0), &table).ln(), &expected["entropy_nat"][at], id);
        }
    }
}
