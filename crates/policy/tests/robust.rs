//! No text makes the parser panic, and every place it reports can be shown.

use crate::common;
use crate::common::{MINIMAL, rendered};
use proptest::prelude::*;
use ridotto_policy::Problem;

/// A policy that uses much of the language.
const RICH: &str = r#"version = 1
[data]
input = "größe.csv"
delimiter = ";"
quote = "'"
encoding = "utf-16le"
decimal = ","
dates = ["%d.%m.%Y"]
missing = ["?", ""]
unlisted = "drop"
[attributes.age]
role = "quasi-identifier"
type = "integer"
hierarchy = { intervals = [0.5, 10, 1e2], lower = -15, upper = 95, origin = +2 }
min-level = 1
max-level = 3
importance = 2.5
[attributes."marital status"]
role = "quasi-identifier"
hierarchy = { groups = { "Süd" = { North = ["SE", "日本"], South = ["IT"] }, Asia = ["JP"] } }
[attributes.zip]
role = "quasi-identifier"
hierarchy = { redact = "right", char = "█", step = 2 }
[attributes.birth]
role = "quasi-identifier"
hierarchy = { dates = ["month", "year"] }
[attributes.income]
role = "quasi-identifier"
hierarchy = { cuts = [[18, 30, 45], [30]] }
[attributes.address]
role = "quasi-identifier"
hierarchy = { addresses = [24, 8] }
[attributes.disease]
role = "sensitive"
[[require]]
model = "k-anonymity"
k = 5
[release]
algorithm = "optimal"
objective = "class-size"
aggregate = "max"
suppression = 0.02
suppressed = "keep"
[output]
file = "out.csv"
report = ["a.html", "b.json"]
recoding = "c.json"
"#;

/// Parses, and looks at everything that can be looked at.
fn examine(text: &str) {
    let (problems, error) = match common::parse(text) {
        Ok(policy) => (policy.lints(), policy.error(policy.lints())),
        Err(error) => {
            assert!(!error.problems().is_empty(), "an error without a problem");
            (error.problems().to_vec(), error)
        }
    };
    for Problem { code, span, message, .. } in &problems {
        assert!(!message.is_empty() && ridotto_policy::code::ALL.iter().any(|(c, _)| c == code));
        if let Some(span) = span {
            assert!(text.get(span.start..span.end).is_some(), "{span:?} of {code} is no text");
        }
    }
    let shown = rendered(&error);
    assert!(!shown.contains("Failed to read contents"), "{shown}");
}

#[test]
fn the_rich_policy_is_right() {
    assert_eq!(common::shown(RICH), "no problems");
}

#[test]
fn odd_files() {
    for text in ["", "\n", "\u{feff}", "\u{feff}version = 1\r\n", "[", "ä", "\0", "a.b.c.d.e = 1"]
    {
        examine(text);
    }
    examine(&"[".repeat(100_000));
    examine(&format!("a = {}", "{ a = ".repeat(10_000)));
}

/// Values of every type, for keys that expect another.
fn value() -> impl Strategy<Value = String> {
    let plain = prop_oneof![
        Just("true".to_owned()),
        Just("nan".to_owned()),
        Just("-inf".to_owned()),
        Just("1979-05-27".to_owned()),
        any::<i64>().prop_map(|n| n.to_string()),
        any::<u128>().prop_map(|n| n.to_string()),
        any::<f64>()
            .prop_filter("TOML spells them apart", |f| f.is_finite())
            .prop_map(|f| format!("{f:?}")),
        "[a-zé*-]{0,12}".prop_map(|s| format!("\"{s}\"")),
    ];
    plain.prop_recursive(3, 16, 4, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..4).prop_map(|v| format!("[{}]", v.join(", "))),
            ("[a-z]{1,9}", inner.clone()).prop_map(|(k, v)| format!("{{ {k} = {v} }}")),
            (
                prop::sample::select(vec![
                    "intervals",
                    "cuts",
                    "redact",
                    "dates",
                    "groups",
                    "addresses",
                    "digits",
                    "auto",
                    "suppress",
                    "column",
                    "model",
                    "method",
                ]),
                inner
            )
                .prop_map(|(k, v)| format!("{{ {k} = {v} }}")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(512))]

    #[test]
    fn any_text(text in "\\PC{0,200}|[ -~\n]{0,200}") {
        examine(&text);
    }

    /// Pieces of a policy cut out, doubled and moved.
    #[test]
    fn mutilated_policies(cuts in prop::collection::vec((0..RICH.len(), 0_usize..40, 0..RICH.len()), 1..6)) {
        let mut text: Vec<char> = RICH.chars().collect();
        for (from, length, to) in cuts {
            let from = from.min(text.len());
            let piece: Vec<_> = text.drain(from..(from + length).min(text.len())).collect();
            let to = to.min(text.len());
            text.splice(to..to, piece.iter().chain(&piece).copied());
        }
        examine(&text.into_iter().collect::<String>());
    }

    /// Valid TOML with a value that nobody expects.
    #[test]
    fn strange_values(line in 0..RICH.lines().count(), value in value()) {
        let lines: Vec<_> = RICH.lines().enumerate().map(|(number, text)| {
            match text.split_once(" = ") {
                Some((key, _)) if number == line => format!("{key} = {value}"),
                _ => text.to_owned(),
            }
        }).collect();
        examine(&lines.join("\n"));
    }

    /// A mistake in one line is reported in that line or, for what then lacks, at its section.
    #[test]
    fn misspelled_keys(position in 0..MINIMAL.len(), letter in "[a-z]") {
        let mut text = MINIMAL.to_owned();
        text.insert_str(position, &letter);
        examine(&text);
    }
}
