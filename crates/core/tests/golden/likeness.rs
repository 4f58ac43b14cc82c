//! Disclosure, likeness and presence.

use crate::golden::case::{
    Case, around, classes, counts, fraction, names, next, previous, same, text,
};
use ridotto_core::class::Tally;
use ridotto_core::model::{
    Absent, Baseline, BetaLikeness, DeltaDisclosure, DeltaPresence, Distance, Likeness, TCloseness,
};
use ridotto_core::{ClassModel, ClassTable, Code, CodeColumn, Codes, Decimal};
use ridotto_testkit::golden::{self, Vector};
use serde_json::Value;
use std::f64::consts::E;

/// The table of a vector's classes with its names and baseline.
fn given_classes(given: &Value) -> (ClassTable, Vec<String>, Baseline) {
    let names = names(&given["global"]);
    let classes_of: Vec<&Value> = given["classes"].as_object().expect("classes").values().collect();
    let all: Vec<Vec<u64>> = classes_of.into_iter().map(|class| counts(class, &names)).collect();
    let baseline = Baseline::new(counts(&given["global"], &names));
    let table = classes(&all);
    assert_eq!(Baseline::of_table(&table, 0), baseline, "classes make up the whole");
    (table, names, baseline)
}

fn attained(model: &dyn ClassModel, table: &ClassTable) -> f64 {
    model.attained(table).expect("the table has rows")
}

fn disclosure(base: f64, absent: Absent, baseline: &Baseline) -> DeltaDisclosure {
    DeltaDisclosure::new(0, 1.0, base, absent, baseline).expect("it fits")
}

fn likeness(beta: Decimal, kind: Likeness, baseline: &Baseline) -> BetaLikeness {
    BetaLikeness::new(0, beta, kind, baseline).expect("it fits")
}

pub fn delta(Vector { id, given, expected }: &Vector) {
    let (table, names, baseline) = given_classes(given);
    let level = |base, absent| attained(&disclosure(base, absent, &baseline), &table);
    same(level(E, Absent::Violates), &expected["delta_strict_all_values"], id);
    same(level(E, Absent::Ignored), &expected["delta_present_values_nat"], id);
    same(level(2.0, Absent::Ignored), &expected["delta_present_values_bits"], id);
    // The rule is strict: at the level itself it does not hold.
    let at = golden::number(&expected["delta_present_values_nat"]);
    for (delta, holds) in [(at, false), (at * (1.0 + 1e-9), true)] {
        let model = DeltaDisclosure::new(0, delta, E, Absent::Ignored, &baseline).expect("it fits");
        assert_eq!(table.classes().all(|class| model.holds(class)), holds, "{id}, {delta}");
    }
    let per_class = expected["per_class"].as_array().expect("classes");
    assert_eq!(per_class.len(), table.len(), "{id}");
    for (class, expected) in table.classes().zip(per_class) {
        let logarithms = names.iter().map(|name| &expected["values"][name]["log_ratio_nat"]);
        let present = logarithms.filter_map(Value::as_f64).map(f64::abs);
        let level = disclosure(E, Absent::Ignored, &baseline).level(class);
        assert!((level - present.fold(0.0, f64::max)).abs() < 1e-12, "{id}");
    }
}

pub fn beta(Vector { id, given, expected }: &Vector) {
    let (table, _, baseline) = given_classes(given);
    let basic = likeness(Decimal::ONE, Likeness::Basic, &baseline);
    for name in ["beta", "basic_beta"] {
        if !expected[name].is_null() {
            same(attained(&basic, &table), &expected[name], id);
            let at = likeness(fraction(&expected[name]), Likeness::Basic, &baseline);
            assert!(table.classes().all(|class| at.holds(class)), "{id}: not strict");
        }
    }
    if let Some(holds) = expected["basic_1_satisfied"].as_bool() {
        assert_eq!(table.classes().all(|class| basic.holds(class)), holds, "{id}");
    }
    if given["beta"].is_null() {
        return;
    }
    let enhanced = likeness(fraction(&given["beta"]), Likeness::Enhanced, &baseline);
    let violating: Vec<String> = names(&given["classes"])
        .into_iter()
        .zip(table.classes())
        .filter(|&(_, class)| !enhanced.holds(class))
        .map(|(name, _)| name)
        .collect();
    let one = |violation: &Value| text(&violation[0]).to_owned();
    let several = |all: &Value| all.as_array().map(|all| all.iter().map(one).collect());
    let expected_classes: Vec<String> =
        several(&expected["violations"]).unwrap_or_else(|| vec![one(&expected["violation"])]);
    assert_eq!(violating, expected_classes, "{id}");
    let satisfied = ["satisfied", "enhanced_1_satisfied"].map(|name| expected[name].as_bool());
    assert_eq!(Some(violating.is_empty()), satisfied[0].or(satisfied[1]), "{id}");
}

pub fn both(Vector { id, given, expected }: &Vector) {
    let case = Case::given(given);
    let baseline = case.baseline();
    let shares = baseline.counts().iter().map(|&count| Decimal::ceil_share(count, baseline.rows()));
    for (share, name) in shares.zip(&case.values[0]) {
        assert_eq!(share, fraction(&expected["global"][name]), "{id}");
    }
    let basic = likeness(Decimal::ONE, Likeness::Basic, &baseline);
    same(attained(&basic, &case.table), &expected["basic_beta"], id);
    let ignored = disclosure(E, Absent::Ignored, &baseline);
    same(attained(&ignored, &case.table), &expected["delta_present_nat"], id);
    let strict = attained(&disclosure(E, Absent::Violates, &baseline), &case.table);
    assert_eq!(Some(strict.is_infinite()), expected["some_value_absent_from_a_class"].as_bool());
    let close = TCloseness::new(0, Decimal::ONE, Distance::Equal, &baseline).expect("it fits");
    same(attained(&close, &case.table), &expected["t_equal"], id);
}

pub fn presence(Vector { id, given, expected }: &Vector) {
    let public = given["public"].as_array().expect("people");
    let members = golden::texts(&given["private_members"]);
    let groups = ["<30", ">=30"];
    let group = |person: &&Value| {
        groups.iter().position(|group| person[1] == **group).expect("a group") as Code
    };
    let is_member = |person: &&Value| members.iter().any(|member| person[0] == **member);
    let everybody: Vec<Code> = public.iter().map(|person| group(&person)).collect();
    let private: Vec<Code> = public.iter().filter(is_member).map(|person| group(&person)).collect();
    let (everybody, private) = (Codes::from_codes(&everybody, 2), Codes::from_codes(&private, 2));
    let key = |codes| [CodeColumn { codes, values: 2 }];
    let table = ClassTable::count(&key(&private), &[], private.len())
        .with_population(Tally::count(&key(&everybody), everybody.len()));
    let ([least, above], [below, most]) =
        (around(&expected["delta_min"]), around(&expected["delta_max"]));
    let model = |least, most| DeltaPresence::new(least, most).expect("it fits");
    let holds = |model: DeltaPresence| table.classes().all(|class| model.holds(class));
    for (class, group) in table.classes().zip(groups) {
        assert_eq!(Some(class.size()), given["release_classes"][group].as_u64(), "{id}");
        same(model(least, most).level(class), &expected[group], id);
    }
    assert!(holds(model(least, most)), "{id}");
    assert!(!holds(model(next(above), most)), "{id}");
    assert!(!holds(model(least, previous(below))), "{id}");
}
