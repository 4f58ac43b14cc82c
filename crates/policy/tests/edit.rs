//! Policies with changes: the changed text says what the changed tree says, and keeps everything else.

use crate::common::{entries, parse};
use ridotto_policy::edit::{Change, lines};
use ridotto_policy::{Item, Policy};

const HEADERS: &str = r#"# What we agreed on.
version = 1

[data]
input = "stays.csv"   # three years

[attributes.age]
role = "quasi-identifier"   # neighbours know it
hierarchy = { intervals = [5, 10] }

[attributes."the town"]
role = "quasi-identifier"

[attributes.illness]
role = "sensitive"

[[require]]
model = "k-anonymity"
k = 5                 # nobody can be told from four others

[[require]]
model = "l-diversity"
attribute = "illness"
l = 2

# The search.
[release]
algorithm = "mondrian"
cuts = "median"
"#;

const INLINE: &str = r#"version = 1
data = { input = "stays.csv" }
attributes.age = { role = "quasi-identifier" }
attributes."the town".role = "quasi-identifier"
attributes.illness.role = "sensitive"
require = [
  { model = "k-anonymity", k = 5 },   # five
  { model = "l-diversity", attribute = "illness", l = 2 },
]
release = { algorithm = "mondrian", cuts = "median" }
"#;

const BARE: &str = "version = 1\n[attributes.age]\nrole = 'quasi-identifier'\n\
                    [attributes.'the town']\nrole = 'quasi-identifier'\n\
                    [attributes.illness]\nrole = 'sensitive'\n\
                    [[require]]\nmodel = 'k-anonymity'\nk = 5\n[release]\n# nothing yet";

fn number(text: &str) -> Item {
    ridotto_policy::Decimal::parse(text).unwrap().into()
}

fn mask() -> Item {
    Item::table([("method", Item::from("noise")), ("attributes", vec!["age"].into())])
}

/// Every change, alone and with others.
fn changes() -> Vec<Vec<Change>> {
    let release = |key: &str, value: Item| Change::set(["release".into()], key, value);
    let dearer =
        |name: &str| Change::set(["attributes".into(), name.into()], "importance", number("2.5"));
    let more = vec![
        release("algorithm", "optimal".into()),
        Change::remove(["release".into()], "cuts"),
        release("suppression", number("0.1")),
        Change::set(["require".into(), 0_usize.into()], "k", 7_u64),
    ];
    let perturbed = vec![
        release("algorithm", "none".into()),
        Change::remove(["release".into()], "cuts"),
        Change::remove([], "require"),
        Change::add("mask", mask()),
        Change::add("mask", mask()),
    ];
    vec![
        vec![release("suppression", number("0.02"))],
        vec![dearer("age")],
        vec![dearer("the town")],
        vec![Change::add(
            "require",
            Item::table([("model", Item::from("k-anonymity")), ("k", 3_u64.into())]),
        )],
        more,
        perturbed,
    ]
}

#[test]
fn a_changed_text_says_what_the_changed_policy_says() {
    for text in [HEADERS, INLINE, BARE, &HEADERS.replace('\n', "\r\n")] {
        let policy = parse(text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        for changes in changes() {
            let changed = policy.changed(&changes, &entries());
            let written = policy.changed_text(&changes);
            let written = written.unwrap_or_else(|| panic!("{changes:?}\n{text}"));
            match (changed, Policy::parse("policy.toml", &written, &entries())) {
                (Ok(one), Ok(other)) => {
                    assert_eq!(
                        format!("{:?}", one.release.algorithm.name()),
                        format!("{:?}", other.release.algorithm.name())
                    );
                    assert_eq!(one.requirements.len(), other.requirements.len(), "{written}");
                    assert_eq!(one.masks.len(), other.masks.len(), "{written}");
                }
                (one, other) => assert_eq!(one.is_ok(), other.is_ok(), "{written}"),
            }
            // Nothing that somebody wrote is lost: what is taken away is a comment.
            let kept = text.lines().filter(|line| line.contains('#') && text == HEADERS);
            for line in kept {
                // One behind a value that is changed tells the old value first.
                let comment = line[line.find('#').expect("it has one") + 1..].trim();
                assert!(written.contains(comment), "{comment} of\n{written}");
            }
        }
    }
}

#[test]
fn lines_say_what_is_changed() {
    let changes = &changes();
    assert_eq!(
        lines(&changes[4]),
        "[release]\nalgorithm = \"optimal\"\n# without `cuts`\nsuppression = 0.1\n\n\
         [[require]]   # the one that is number 1\nk = 7"
    );
    assert_eq!(lines(&changes[2]), "[attributes.\"the town\"]\nimportance = 2.5");
    assert!(lines(&changes[5]).ends_with("[[mask]]\nmethod = \"noise\"\nattributes = [\"age\"]"));
}

#[test]
fn what_is_changed_stands_where_it_stood() {
    let policy = parse(HEADERS).unwrap();
    let text = policy.changed_text(&changes()[4]).unwrap();
    let expected = HEADERS
        .replace("k = 5                 # nobody", "k = 7                 # was 5: nobody")
        .replace("\"mondrian\"", "\"optimal\"")
        .replace("cuts = \"median\"", "# cuts = \"median\"")
        .replace(
            "[release]\nalgorithm = \"optimal\"",
            "[release]\nalgorithm = \"optimal\"\nsuppression = 0.1",
        );
    assert_eq!(text, expected);
}

/// A policy that is a value has no text; it is changed all the same.
#[test]
fn a_value_is_changed_and_has_no_text() {
    let policy = parse(INLINE).unwrap();
    let value = Policy::from_value("built", policy.written().clone(), &entries()).unwrap();
    assert_eq!(value.changed_text(&changes()[4]), None);
    let changed = value.changed(&changes()[4], &entries()).unwrap();
    assert_eq!(changed.requirements[0].plain_k().map(|k| *k), Some(7));
}
