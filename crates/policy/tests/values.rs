//! What a right policy becomes.

use crate::common;
use crate::common::{MINIMAL, rendered};
use ridotto_catalogue::{Members, Value};
use ridotto_core::hierarchy::{DateUnit, Side};
use ridotto_policy::{Attribute, Given, HierarchySource, Policy, Role, Spanned};

fn parse(text: &str) -> Policy {
    common::parse(text).unwrap_or_else(|error| panic!("{}", rendered(&error)))
}

/// The hierarchy of an attribute that is written so.
fn hierarchy(written: &str) -> HierarchySource {
    let policy = parse(&MINIMAL.replace("role", &format!("hierarchy = {written}\nrole")));
    let hierarchy = policy.attributes[0].hierarchy.clone().expect("it has a hierarchy");
    assert_eq!(policy.source().excerpt(hierarchy.span.unwrap()), written);
    hierarchy.value
}

fn texts<T: ToString>(values: &[Spanned<T>]) -> Vec<String> {
    values.iter().map(|value| value.value.to_string()).collect()
}

#[test]
fn files() {
    assert_eq!(hierarchy("\"a/b.csv\""), HierarchySource::File("a/b.csv".into()));
}

/// The parameters of a builder that is written so.
fn built(written: &str) -> Given {
    match hierarchy(written) {
        HierarchySource::Built(given) => given,
        HierarchySource::File(_) => panic!("a file"),
    }
}

#[test]
fn intervals() {
    let given = built("{ intervals = [0.1, 0.3, 1.5], upper = 1e1 }");
    assert_eq!(given.name(), "intervals");
    assert_eq!(texts(given.numbers("intervals")), ["0.1", "0.3", "1.5"]);
    assert_eq!(given.number_if_given("lower"), None);
    assert_eq!(given.number("upper").to_string(), "10");
    assert_eq!(given.at("origin"), None);
}

#[test]
fn cuts() {
    let levels = |written| match built(written).peek("cuts") {
        Some(Value::Levels(levels)) => levels.iter().map(|l| texts(l)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(levels("{ cuts = [18, 30, 65.5] }"), [["18", "30", "65.5"]]);
    assert_eq!(levels("{ cuts = [[18, 30], [30]] }"), [vec!["18", "30"], vec!["30"]]);
}

#[test]
fn redaction() {
    let usual = built("{ redact = \"right\" }");
    let of = |given: &Given| (given.choice("redact"), given.character("char"), given.whole("step"));
    assert_eq!(of(&usual), (Side::Right, '*', 1));
    let other = built("{ redact = \"left\", char = \"█\", step = 2 }");
    assert_eq!(of(&other), (Side::Left, '█', 2));
}

#[test]
fn dates() {
    let units: Vec<Spanned<DateUnit>> =
        built("{ dates = [\"month\", \"century\"] }").choices("dates");
    assert_eq!(
        units.iter().map(|unit| **unit).collect::<Vec<_>>(),
        [DateUnit::Month, DateUnit::Century]
    );
}

#[test]
fn groups_keep_their_order() {
    let given = built("{ groups = { Z = { B = [\"2\"], A = [\"1\", \"0\"] }, C = [\"3\"] } }");
    let Some(Value::Groups(groups)) = given.peek("groups") else { panic!("groups") };
    assert_eq!(groups.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["Z", "C"]);
    let Members::Groups(inner) = &groups[0].members else { panic!("groups of groups") };
    assert_eq!(inner.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["B", "A"]);
    let Members::Values(values) = &inner[1].members else { panic!("groups of values") };
    assert_eq!(texts(values), ["1", "0"]);
}

#[test]
fn short_builders() {
    let value = |name: &str, written: &str| {
        built(&format!("{{ {name} = {written} }}")).peek(name).cloned().unwrap()
    };
    assert_eq!(value("addresses", "\"ipv4\""), Value::Choice("ipv4"));
    assert_eq!(value("auto", "true"), Value::Boolean(true));
    assert_eq!(value("auto", "8"), Value::Whole(8));
    assert_eq!(value("auto", "\"frequency\""), Value::Choice("frequency"));
    assert_eq!(value("suppress", "true"), Value::Boolean(true));
}

#[test]
fn attributes_keep_the_order_of_the_file() {
    let policy = parse(&format!(
        "{MINIMAL}\n[attributes.\"a b\"]\nrole = \"sensitive\"\n[attributes.Z]\nrole = \"identifier\"\n"
    ));
    let names: Vec<_> = policy.attributes.iter().map(|a: &Attribute| a.name.as_str()).collect();
    assert_eq!(names, ["age", "a b", "Z"]);
    assert_eq!(policy.attribute("Z").map(|a| *a.role), Some(Role::Identifier));
    let span = policy.attributes[1].name.span.unwrap();
    assert_eq!(policy.source().excerpt(span), "\"a b\"");
    assert_eq!(policy.source().line(span.start), 10);
}

#[test]
fn tabs_have_three_spellings() {
    for written in ["\"tab\"", "\"\\t\"", "'\\t'"] {
        let policy = parse(&format!("{MINIMAL}\n[data]\ndelimiter = {written}\n"));
        assert_eq!(policy.data.delimiter.map(|d| *d), Some('\t'), "{written}");
    }
}

#[test]
fn one_report_or_several() {
    for (written, count) in [("\"a.html\"", 1), ("[\"a.html\", \"b.JSON\"]", 2), ("[]", 0)] {
        let policy = parse(&format!("{MINIMAL}\n[output]\nreport = {written}\n"));
        assert_eq!(policy.output.reports.len(), count);
    }
}
