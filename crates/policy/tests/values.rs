//! What a right policy becomes.

mod common;

use common::{MINIMAL, rendered};
use ridotto_policy::{
    AddressFamily, Addresses, Attribute, Auto, AutoMethod, DateUnit, HierarchySource, Members,
    Policy, Role, Side, Spanned,
};

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

#[test]
fn intervals() {
    let HierarchySource::Intervals(i) = hierarchy("{ intervals = [0.1, 0.3, 1.5], upper = 1e1 }")
    else {
        panic!("intervals")
    };
    assert_eq!(texts(&i.widths), ["0.1", "0.3", "1.5"]);
    assert_eq!(i.lower, None);
    assert_eq!(i.upper.unwrap().to_string(), "10");
    assert!(!i.origin.is_written());
}

#[test]
fn cuts() {
    let levels = |written| match hierarchy(written) {
        HierarchySource::Cuts(levels) => levels.iter().map(|l| texts(l)).collect::<Vec<_>>(),
        other => panic!("{other:?}"),
    };
    assert_eq!(levels("{ cuts = [18, 30, 65.5] }"), [["18", "30", "65.5"]]);
    assert_eq!(levels("{ cuts = [[18, 30], [30]] }"), [vec!["18", "30"], vec!["30"]]);
}

#[test]
fn redaction() {
    let HierarchySource::Redact(usual) = hierarchy("{ redact = \"right\" }") else { panic!() };
    assert_eq!((*usual.side, *usual.character, *usual.step), (Side::Right, '*', 1));
    let HierarchySource::Redact(r) = hierarchy("{ redact = \"left\", char = \"█\", step = 2 }")
    else {
        panic!("redaction")
    };
    assert_eq!((*r.side, *r.character, *r.step), (Side::Left, '█', 2));
}

#[test]
fn dates() {
    let HierarchySource::Dates(units) = hierarchy("{ dates = [\"month\", \"century\"] }") else {
        panic!("dates")
    };
    assert_eq!(
        units.iter().map(|unit| **unit).collect::<Vec<_>>(),
        [DateUnit::Month, DateUnit::Century]
    );
}

#[test]
fn groups_keep_their_order() {
    let HierarchySource::Groups(groups) =
        hierarchy("{ groups = { Z = { B = [\"2\"], A = [\"1\", \"0\"] }, C = [\"3\"] } }")
    else {
        panic!("groups")
    };
    assert_eq!(groups.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["Z", "C"]);
    let Members::Groups(inner) = &groups[0].members else { panic!("groups of groups") };
    assert_eq!(inner.iter().map(|g| g.name.as_str()).collect::<Vec<_>>(), ["B", "A"]);
    let Members::Values(values) = &inner[1].members else { panic!("groups of values") };
    assert_eq!(texts(values), ["1", "0"]);
}

#[test]
fn short_builders() {
    let family = Addresses::Family(AddressFamily::Ipv4);
    assert_eq!(hierarchy("{ addresses = \"ipv4\" }"), HierarchySource::Addresses(family));
    assert_eq!(hierarchy("{ auto = true }"), HierarchySource::Auto(Auto::Free));
    assert_eq!(hierarchy("{ auto = 8 }"), HierarchySource::Auto(Auto::Groups(8)));
    let by = Auto::By(AutoMethod::Frequency);
    assert_eq!(hierarchy("{ auto = \"frequency\" }"), HierarchySource::Auto(by));
    assert_eq!(hierarchy("{ suppress = true }"), HierarchySource::Suppress);
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
