//! What texts mean, and that two meanings meet where a value is in both.

use super::*;
use proptest::prelude::*;
use ridotto_core::hierarchy::{Builder, Redact, Row};
use ridotto_core::{Dictionary, Kind, Reading, Texts};

fn language(kind: Kind) -> Language {
    Language::new(Reading::of_kind(kind))
}

#[test]
fn labels_hold_their_values() {
    let cases: [(Kind, &str, &[&str], &[&str]); 24] = [
        (Kind::Integer, "20-24", &["20", "24", "022"], &["19", "25", "x"]),
        (Kind::Integer, "<30", &["29", "-4"], &["30", "31"]),
        (Kind::Integer, ">39", &["40", "99"], &["39"]),
        (Kind::Integer, "<=40", &["40"], &["41"]),
        (Kind::Integer, "21+", &["21", "90"], &["20"]),
        (Kind::Integer, "3*", &["30", "39"], &["3", "40", "300"]),
        (Kind::Integer, "1960-69", &["1960", "1969"], &["1959", "1970", "69"]),
        (Kind::Integer, "-10--6", &["-10", "-6"], &["-5", "6"]),
        (Kind::Integer, "[25-28]", &["25", "28"], &["29"]),
        (Kind::Decimal, "[0.5, 1)", &["0.5", "0.99"], &["1", "1.0", "0.49"]),
        (Kind::Decimal, "(0.5, 1]", &["1"], &["0.5"]),
        (Kind::Text, "537**", &["53711", "537ab"], &["5371", "537111", "53811"]),
        (Kind::Text, "[53710-53711]", &["53710", "53711"], &["53712"]),
        (Kind::Text, "*****", &["53711", ""], &[]),
        (Kind::Text, "{rare: 3 values}", &["x"], &[]),
        (Kind::Text, "{a, \"b, c\", \"d\"\"\"}", &["a", "b, c", "d\""], &["b", "d"]),
        (Kind::Text, "192.168.*.*", &["192.168.0.0", "192.168.255.255"], &["192.169.0.0"]),
        (Kind::Text, "10.16.0.0/12", &["10.16.0.1", "10.31.9.9"], &["10.32.0.0", "10.15.9.9"]),
        (Kind::Date, "2024-02", &["2024-02-01", "2024-02-29"], &["2024-03-01", "2024-01-31"]),
        (Kind::Date, "2024-Q4", &["2024-10-01", "2024-12-31"], &["2025-01-01", "2024-09-30"]),
        (Kind::Date, "2020-2029", &["2020-01-01", "2029-12-31"], &["2030-01-01"]),
        (Kind::Date, "2021-W01", &["2021-01-04", "2021-01-10"], &["2021-01-03", "2021-01-11"]),
        (Kind::Date, "2020-W53", &["2020-12-28", "2021-01-03"], &["2020-12-27", "2021-01-04"]),
        (Kind::Date, "1974-02-28/..", &["1974-02-28", "2024-01-01"], &["1974-02-27"]),
    ];
    for (kind, label, inside, outside) in cases {
        let language = language(kind);
        let meaning = language.read(label);
        let holds = |text: &&&str| meaning.holds(&language.exact(text));
        assert!(inside.iter().all(|text| holds(&text)), "{label} holds {inside:?}");
        assert!(!outside.iter().any(|text| holds(&text)), "{label} holds none of {outside:?}");
    }
}

#[test]
fn what_is_no_notation_is_itself() {
    for text in ["Flu", "", "a-b", "2024-03", "5-3", "<", "[1)", "{a", "10.0.0.0/40", "x+"] {
        let language = language(Kind::Text);
        assert_eq!(language.read(text), Meaning::Exact(language.exact(text)), "{text}");
    }
    let literal = language(Kind::Text).literal();
    assert!(!literal.read("1-2").meets(&literal.read("2-3")));
    assert!(language(Kind::Text).read("1-2").meets(&language(Kind::Text).read("2-3")));
    assert_eq!(literal.read("*"), Meaning::Anything);
    assert_eq!(language(Kind::Boolean).read("yes"), language(Kind::Boolean).read("1"));
    let numbers = language(Kind::Decimal);
    assert_eq!(numbers.read("5"), numbers.read("5.0"));
    assert_eq!(numbers.read("0"), numbers.read("-0"));
    assert_ne!(language(Kind::Text).read("02138"), language(Kind::Text).read("2138"));
}

#[test]
fn explained_labels_are_sets() {
    let language = language(Kind::Text)
        .explain("been_married", ["married", "divorced", "widow"])
        .explain("F", ["female"]);
    let married = language.read("been_married");
    assert!(married.meets(&language.read("widow")) && !married.meets(&language.read("single")));
    assert_eq!(language.read("F"), language.read("female"));
    assert!(language.read("{widow, married}").within(&married));
    assert_eq!(married.both(&language.read("w****")), Some(language.read("widow")));
}

#[test]
fn a_hierarchy_is_right_where_its_labels_are_not() {
    let line = |cells: [&str; 4]| cells.map(str::to_owned).to_vec();
    let rows = [
        line(["19", "15-19", "young", "*"]),
        line(["20", "15-19", "young", "*"]),
        line(["21", "21-25", "young", "*"]),
        line(["27", "26-30", "young", "*"]),
        line(["31", "{rare: 1 values}", "old", "*"]),
    ];
    let texts: Vec<String> = rows.iter().map(|row| row[0].clone()).collect();
    let reading = Reading::of_kind(Kind::Integer);
    let (dictionary, _) = Dictionary::new(&texts.iter().collect(), reading.clone(), |_| false);
    let lines = (1..).zip(rows).map(|(line, cells)| Row::line(line, cells)).collect();
    let hierarchy = Builder::Table(lines).compile("age", &dictionary, &[1; 5], &|_| false);
    let language = Language::new(reading).with_hierarchy(&hierarchy.expect("it fits"));
    let holds = |label: &str, text: &str| language.read(label).holds(&language.exact(text));
    assert!(holds("15-19", "20") && holds("15-19", "19") && !holds("15-19", "15"));
    assert!(holds("26-30", "27") && holds("26-30", "28"), "also what the data do not have");
    assert!(holds("young", "21") && !holds("young", "31") && holds("old", "31"));
    assert!(holds("{rare: 1 values}", "31") && !holds("{rare: 1 values}", "19"));
    assert!(holds("*", "99"));
    // What is redacted wholly holds also values that the data do not have.
    let zips: Texts = ["123", "145"].into_iter().collect();
    let (dictionary, _) = Dictionary::new(&zips, Reading::of_kind(Kind::Text), |_| false);
    let redact = Builder::Redact(Redact::default());
    let hierarchy = redact.compile("zip", &dictionary, &[1; 2], &|_| false).expect("it fits");
    let language = Language::new(Reading::of_kind(Kind::Text)).with_hierarchy(&hierarchy);
    assert_eq!(language.read("***"), Meaning::Anything);
    assert!(language.read("14*").holds(&language.exact("149")));
}

#[test]
fn ranges_and_patterns_meet_by_their_numbers() {
    let language = language(Kind::Integer);
    let read = |text: &str| language.read(text);
    assert!(read("3*").meets(&read("35-44")) && !read("3*").meets(&read("40-44")));
    assert!(!read("<40").meets(&read(">39")), "no whole number lies between");
    assert_eq!(read("20-34").both(&read("30-39")), Some(read("30-34")));
    assert_eq!(read("0213*").both(&read("02***")), Some(read("0213*")));
    assert!(read("3*").within(&read("20-50")) && !read("3*").within(&read("35-50")));
}

#[test]
fn debug_shows_no_value() {
    let language = language(Kind::Integer).explain("young", ["4711"]);
    for text in ["4711", "4711-4712", "4711*", "{4711, 4712}", "young"] {
        let shown = format!("{:?} {:?}", language.read(text), language);
        assert!(!shown.contains("47"), "{shown}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]
    /// Over all numbers of two digits: meeting, both and within are what they are for sets.
    #[test]
    fn meanings_are_sets(
        labels in prop::collection::vec(prop_oneof![
            (10_u32..99, 0_u32..12).prop_map(|(low, more)| format!("{low}-{}", low + 1 + more)),
            (10_u32..99).prop_map(|n| n.to_string()),
            (1_u32..10).prop_map(|n| format!("{n}*")),
            (0_u32..10).prop_map(|n| format!("*{n}")),
            (11_u32..99).prop_map(|n| format!("<{n}")),
            (10_u32..99).prop_map(|n| format!(">={n}")),
            prop::collection::vec(10_u32..99, 2..5)
                .prop_map(|ns| format!("{{{}}}", ns.iter().map(u32::to_string).collect::<Vec<_>>().join(", "))),
            Just("*".to_owned()),
        ], 2)
    ) {
        let language = language(Kind::Integer);
        let [a, b] = [0, 1].map(|at| language.read(&labels[at]));
        let set = |meaning: &Meaning| -> Vec<u32> {
            (10..120).filter(|n: &u32| meaning.holds(&language.exact(&n.to_string()))).collect()
        };
        let common: Vec<u32> = set(&a).into_iter().filter(|n| set(&b).contains(n)).collect();
        prop_assert_eq!(a.meets(&b), b.meets(&a));
        prop_assert!(common.is_empty() || a.meets(&b), "what can be is never denied");
        // `*4` in a range may be taken for more than it is, and nothing else.
        let loose = |label: &str| label.starts_with('*') && label.len() == 2;
        if !loose(&labels[0]) && !loose(&labels[1]) {
            prop_assert_eq!(a.meets(&b), !common.is_empty(), "{:?}", labels);
            prop_assert_eq!(a.both(&b).map_or(vec![], |both| set(&both)), common.clone());
        }
        if a.within(&b) {
            prop_assert_eq!(common, set(&a));
        }
    }
}

/// Whoever lacks a value is in the group that their record shows, be it all values or some.
#[test]
fn groups_hold_what_is_missing() {
    let texts: Texts = ["53711", "53712", "94031", ""].into_iter().collect();
    let reading = Reading::of_kind(Kind::Text);
    let (zips, _) = Dictionary::new(&texts, reading.clone(), str::is_empty);
    assert_eq!(zips.missing(), Some(3));
    let is_missing = |text: &str| text.is_empty();
    let redact = Builder::Redact(Redact::default());
    let lines = [
        ["53711", "Madison", "Wisconsin", "*"],
        ["53712", "Madison", "Wisconsin", "*"],
        ["94031", "elsewhere", "elsewhere", "*"],
        ["", "elsewhere", "elsewhere", "*"],
    ];
    let rows = (1..).zip(lines).map(|(line, cells)| Row::line(line, cells)).collect();
    for builder in [redact, Builder::Table(rows)] {
        let hierarchy = builder.compile("zip", &zips, &[1; 4], &is_missing).unwrap();
        let language = Language::new(reading.clone()).with_hierarchy(&hierarchy);
        let people = language.read_all(&zips, true);
        for (person, row) in people.iter().zip(hierarchy.rows()) {
            for label in row.iter().skip(1).flatten() {
                assert!(person.meets(&language.read(label)), "{label} of {row:?}");
            }
        }
        let unknown = &people[3];
        assert!(
            !unknown.meets(&language.read("5371*")) && !unknown.meets(&language.read("Madison"))
        );
    }
}
