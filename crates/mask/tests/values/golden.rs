//! What masking steps make of values.

use ridotto_core::hierarchy::Decimal;
use ridotto_core::{Dictionary, Kind, Reading};
use ridotto_mask::{Change, Ends, Recode, Side, Threshold};
use ridotto_testkit::golden::{self, Vector};
use ridotto_testkit::tables;

fn text(value: &serde_json::Value) -> &str {
    value.as_str().expect("a text")
}

/// The texts of a column after a step.
fn masked(change: &Change, kind: Kind, column: &[String]) -> Vec<String> {
    let texts = column.iter().map(String::as_str);
    let (codes, dictionary): (_, Dictionary) = tables::code(texts, Reading::of_kind(kind));
    let replaced = change.replace(&dictionary, &|text| text.is_empty()).expect("the step fits");
    let new = |code: u32| replaced.dictionary.text(replaced.new[code as usize]);
    codes.iter().map(|code| new(code).expect("not missing").to_owned()).collect()
}

fn ends(side: Side, threshold: Threshold, label: Option<&str>) -> Change {
    Change::Ends(Ends { side, threshold, label: label.map(str::to_owned) })
}

fn number(number: i64) -> Threshold {
    Threshold::Number(Decimal::from(number))
}

pub fn top_coding(Vector { id, given, expected }: &Vector) {
    let (before, after) =
        (golden::table(text(&given["table"])), golden::table(text(&expected["table"])));
    let column = |table: &golden::Table, name: &str| table.columns(&[name]).concat();
    let threshold = given["age_top_threshold_inclusive"].as_i64().expect("a threshold");
    let matches = |threshold| {
        let step = ends(Side::Top, number(threshold), given["age_label"].as_str());
        Some(masked(&step, Kind::Integer, &column(&before, "Age")) == column(&after, "Age"))
    };
    assert_eq!(matches(threshold), expected["equals_printed_table"].as_bool(), "{id}");
    assert_eq!(matches(threshold - 1), expected["equals_with_threshold_20"].as_bool(), "{id}");
    let value = text(&given["education_top_from"]).to_owned();
    let order = golden::texts(&given["education_order"]);
    let threshold = Threshold::Ordered { value, order };
    let step = ends(Side::Top, threshold, given["education_label"].as_str());
    let degrees = masked(&step, Kind::Text, &column(&before, "Education"));
    assert_eq!(degrees, column(&after, "Education"), "{id}");
}

pub fn bottom_coding(Vector { id, given, expected }: &Vector) {
    let values: Vec<i64> = golden::whole(&given["values"]);
    let texts: Vec<String> = values.iter().map(i64::to_string).collect();
    let bound = |what: &str| number(given[what].as_i64().expect("a bound"));
    let top = ends(Side::Top, bound("top_at_or_above"), None);
    let bottom = ends(Side::Bottom, bound("bottom_below_or_equal"), None);
    // The second step finds a column of texts, because the first left a label among the numbers.
    let only = |change: &Change| masked(change, Kind::Integer, &texts);
    let both: Vec<String> = only(&top)
        .into_iter()
        .zip(only(&bottom))
        .zip(&texts)
        .map(|((top, bottom), text)| if top == *text { bottom } else { top })
        .collect();
    assert_eq!(both, golden::texts(&expected["coded"]), "{id}");
}

pub fn recode(Vector { id, given, expected }: &Vector) {
    if id == "recode.widow" {
        let (value, merged) = (text(&given["value"]), text(&expected["merged"]));
        let step = Change::Recode(Recode::new([(value, merged), ("divorced", merged)], None));
        let column = [value.to_owned(), "single".to_owned()];
        assert_eq!(masked(&step, Kind::Text, &column), [merged, "single"], "{id}");
    }
}
