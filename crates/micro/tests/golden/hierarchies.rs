//! What becomes of values.

use crate::golden::case::{lines, text, tree};
use ridotto_core::hierarchy::{
    Builder, Decimal, Hierarchy, Intervals, LevelRange, Redact, Span, Tree,
};
use ridotto_core::{Kind, Reading};
use ridotto_testkit::golden::{self, Vector};
use ridotto_testkit::tables;
use serde_json::{Value, json};

/// The hierarchy of a column, and the label of each row on level 1.
fn recoded(builder: &Builder, kind: Kind, column: &[String]) -> (Hierarchy, Vec<String>) {
    let texts = column.iter().map(String::as_str);
    let (codes, dictionary) = tables::code(texts, Reading::of_kind(kind));
    let counts = codes.histogram(dictionary.len());
    let hierarchy = builder.compile("golden", &dictionary, &counts, &|_| false);
    let hierarchy = hierarchy.expect("the hierarchy fits");
    let label = |code: u32| hierarchy.label(1, hierarchy.map(1)[code as usize]);
    let labels = codes.iter().map(|code| label(code).expect("not missing").to_owned()).collect();
    (hierarchy, labels)
}

/// The labels of a column's first value from level 0 to the top.
fn chain(hierarchy: &Hierarchy) -> Vec<String> {
    let row = hierarchy.rows().next().expect("a value");
    row.into_iter().map(|label| label.expect("not missing").to_owned()).collect()
}

/// Every number for itself, but one group below `lower` and one from `upper` on.
fn coded(lower: Option<i64>, upper: i64) -> Builder {
    let lower = lower.map(Decimal::from);
    let upper = Some(Decimal::from(upper));
    Builder::Intervals(Intervals { widths: vec![1.into()], lower, upper, origin: None })
}

pub fn top_coding(Vector { id, given, expected }: &Vector) {
    let (before, after) =
        (golden::table(text(&given["table"])), golden::table(text(&expected["table"])));
    let column = |table: &golden::Table, name: &str| table.columns(&[name]).concat();
    let label = text(&given["age_label"]);
    let ages_from = |threshold: i64| -> Vec<String> {
        let (_, labels) = recoded(&coded(None, threshold), Kind::Integer, &column(&before, "Age"));
        let ours = format!(">={threshold}");
        labels.into_iter().map(|age| if age == ours { label.to_owned() } else { age }).collect()
    };
    let threshold = given["age_top_threshold_inclusive"].as_i64().expect("a threshold");
    let matches = |threshold| Some(ages_from(threshold) == column(&after, "Age"));
    assert_eq!(matches(threshold), expected["equals_printed_table"].as_bool(), "{id}");
    assert_eq!(matches(threshold - 1), expected["equals_with_threshold_20"].as_bool(), "{id}");
    let order = golden::texts(&given["education_order"]);
    let from = order.iter().position(|value| *value == text(&given["education_top_from"]));
    let (below, above) = order.split_at(from.expect("a degree"));
    let leaves = |values: &[String]| values.iter().map(Tree::leaf).collect::<Vec<_>>();
    let top = Tree::node(text(&given["education_label"]), leaves(above));
    let builder = Builder::Groups([vec![top], leaves(below)].concat());
    let (_, degrees) = recoded(&builder, Kind::Text, &column(&before, "Education"));
    assert_eq!(degrees, column(&after, "Education"), "{id}");
}

pub fn bottom_coding(Vector { id, given, expected }: &Vector) {
    let values: Vec<i64> = golden::whole(&given["values"]);
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    let bound = |what: &str| given[what].as_i64().expect("a bound");
    let lower = bound("bottom_below_or_equal") + 1;
    let (_, labels) = recoded(&coded(Some(lower), bound("top_at_or_above")), Kind::Integer, &texts);
    // Of whole numbers, "at most 19" is what we write as "below 20".
    let ours = format!("<{lower}");
    let theirs = format!("<={}", lower - 1);
    let expected = golden::texts(&expected["coded"]);
    let expected: Vec<_> = expected
        .into_iter()
        .map(|label| if label == theirs { ours.clone() } else { label })
        .collect();
    assert_eq!(labels, expected, "{id}");
}

pub fn recode(Vector { id, given, expected }: &Vector) {
    match id.as_str() {
        "recode.body" => {
            for (what, said) in given.as_object().expect("attributes") {
                let number = |number: i64| Decimal::from(number);
                let cuts = golden::whole(&said["cuts"]).into_iter().map(number).collect();
                let column = [text(&said["value"]).to_owned()];
                let (_, labels) = recoded(&Builder::Cuts(vec![cuts]), Kind::Decimal, &column);
                let [from, to] = golden::whole(&expected[what])[..] else {
                    panic!("{id}: an interval has two ends")
                };
                let expected = Span::HalfOpen(number(from), number(to));
                assert_eq!(labels[0].parse(), Ok(expected), "{id}: {what}");
            }
        }
        "recode.widow" => {
            let column = [text(&given["value"]).to_owned()];
            let (_, labels) = recoded(&tree(&given["tree"]), Kind::Text, &column);
            assert_eq!(labels, [text(&expected["merged"])], "{id}");
        }
        _ => panic!("{id} has no test"),
    }
}

pub fn redaction(Vector { id, given, expected }: &Vector) {
    for (what, builder) in
        [("ip", Builder::Addresses(vec![])), ("zip", Builder::Redact(Redact::default()))]
    {
        let (hierarchy, _) = recoded(&builder, Kind::Text, &[text(&given[what]).to_owned()]);
        let levels = golden::texts(&expected[format!("{what}_levels")]);
        assert_eq!(chain(&hierarchy), levels, "{id}: {what}");
    }
}

pub fn least_level(Vector { id, given, expected }: &Vector) {
    let line: &Value = &given["hierarchy"];
    let (hierarchy, _) = recoded(&lines(&json!([line])), Kind::Text, &golden::texts(line)[..1]);
    let min = given["min"].as_u64().map(|min| min as usize);
    let range = LevelRange::check(&hierarchy, min, None).expect("the level exists");
    let label = hierarchy.label(range.clamp(0), 0);
    assert_eq!(label, expected["value"].as_str(), "{id}");
    assert!(!range.contains(0), "{id}");
}
