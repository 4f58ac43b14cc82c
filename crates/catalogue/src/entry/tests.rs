//! Every shape that a parameter of an entry can have is read from items, and what is wrong is told at its
//! place.

use super::{
    Among, Definition, Domain, Entry, Facts, Given, ObjectiveFacts, Table, Value, Worked, any,
};
use crate::read::{Item, Written};
use crate::{Parameter, Problem, Section, Shape, Span, Spanned, Status, limits};

static WITHIN: Section = Section {
    place: "within",
    doc: "A table.",
    keys: &[
        Parameter::new("attribute", Shape::Text, "\"a\"", "An attribute.").required(),
        Parameter::new("l", Shape::Integer(limits::L), "2", "A number.").default("3"),
    ],
};

#[derive(Debug)]
struct Thing(Entry);

impl Definition for Thing {
    fn entry(&self) -> &Entry {
        &self.0
    }
}

static THING: Thing = Thing(Entry {
    name: "thing",
    title: "Thing",
    aliases: &[],
    formula: "",
    status: Status::Now,
    summary: "",
    parameters: &[&[
        Parameter::new("names", Shape::Names, "[\"a\"]", "Names."),
        Parameter::new("map", Shape::Mapping, "{ a = \"b\" }", "A map."),
        Parameter::new("lists", Shape::Lists, "{ a = [\"b\"] }", "Lists."),
        Parameter::new("matrix", Shape::Matrix, "{ a = { b = 1 } }", "A matrix."),
        Parameter::new("ranges", Shape::Ranges, "{ a = [0, 1] }", "Ranges."),
        Parameter::new("never", Shape::Combinations, "[{ a = \"x\", b = \"y\" }]", "Combinations."),
        Parameter::new("domains", Shape::Domains, "{ a = [\"x\"] }", "Domains."),
        Parameter::new("limit", Shape::NumberOrText, "90", "A limit."),
        Parameter::new("within", Shape::Section(&WITHIN), "{ attribute = \"a\" }", "A table."),
    ]],
    check: any,
    facts: Facts::Objective(ObjectiveFacts {
        minimises: "",
        unit: "",
        best: "",
        is_aggregated: false,
        weighs_attributes: false,
        suppressed: "",
        only_for: None,
    }),
    advice: "",
    references: &[],
    example: "",
    worked: Worked::told(""),
});

/// Items at places that follow one another.
struct Writing(usize);

impl Writing {
    fn item(&mut self, value: Written) -> Item {
        self.0 += 1;
        Item { value, span: Some(Span { start: self.0, end: self.0 + 1 }) }
    }

    /// What a short notation of lists and tables says; numbers are numbers, all else is text.
    fn read(&mut self, text: &str) -> Item {
        let (item, rest) = self.value(text.trim());
        assert!(rest.trim().is_empty(), "{rest}");
        item
    }

    fn value<'t>(&mut self, text: &'t str) -> (Item, &'t str) {
        let text = text.trim_start();
        if let Some(mut rest) = text.strip_prefix('[') {
            let mut items = Vec::new();
            while !rest.trim_start().starts_with(']') {
                let (item, after) = self.value(rest);
                items.push(item);
                rest = after.trim_start().trim_start_matches(',');
            }
            return (self.item(Written::List(items)), &rest.trim_start()[1..]);
        }
        if let Some(mut rest) = text.strip_prefix('{') {
            let mut fields = Vec::new();
            while !rest.trim_start().starts_with('}') {
                let (key, after) = rest.split_once('=').expect("a key");
                let key =
                    Spanned { value: key.trim().to_owned(), span: self.item(Written::Date).span };
                let (item, after) = self.value(after);
                fields.push((key, item));
                rest = after.trim_start().trim_start_matches(',');
            }
            return (self.item(Written::Table(fields)), &rest.trim_start()[1..]);
        }
        let end = text.find([',', ']', '}']).unwrap_or(text.len());
        let (word, rest) = (text[..end].trim(), &text[end..]);
        let written = if word.parse::<i64>().is_ok() {
            Written::Whole(word.to_owned())
        } else if word.parse::<f64>().is_ok() {
            Written::Number(word.to_owned())
        } else {
            Written::Text(word.to_owned())
        };
        (self.item(written), rest)
    }
}

fn read(text: &str) -> Result<Given, Vec<Problem>> {
    let Written::Table(items) = Writing(0).read(&format!("{{ {text} }}")).value else {
        panic!("a table")
    };
    let table = Table { place: "`thing`", span: None, items: &items };
    let mut problems = Vec::new();
    let given = Given::read(&THING, "thing", &table, &mut problems);
    given.filter(|_| problems.is_empty()).ok_or(problems)
}

#[test]
fn every_shape_is_read() {
    let given = read(
        "names = [a, b], map = { b = c, a = d }, lists = { a = [x, y], b = [] }, \
         matrix = { a = { a = 0.5, b = 0.5 } }, ranges = { a = [0, 9] }, \
         never = [{ a = x, b = [y, z], c = { upper = 1 } }], \
         domains = { a = [x], b = { lower = 0, upper = 9, bins = 3 } }, limit = 90, \
         within = { attribute = a }",
    )
    .unwrap();
    let texts = |of: &[Spanned<String>]| of.iter().map(|it| it.value.clone()).collect::<Vec<_>>();
    assert_eq!(texts(given.texts("names")), ["a", "b"]);
    let mapped: Vec<_> = given.mapping("map").iter().map(|(a, b)| format!("{a}{b}")).collect();
    assert_eq!(mapped, ["bc", "ad"], "in the order written");
    assert_eq!(texts(&given.lists("lists")[0].1), ["x", "y"]);
    assert_eq!(given.matrix("matrix")[0].1[1].1.to_string(), "0.5");
    assert_eq!(given.ranges("ranges")[0].1.1.to_string(), "9");
    let never = &given.combinations("never")[0];
    assert!(matches!(&never[1].1, Among::Values(values) if texts(values) == ["y", "z"]));
    assert!(matches!(&never[2].1, Among::Between(None, Some(_))));
    let Domain::Numbers { bins, decimals, .. } = given.domains("domains")[1].1 else { panic!() };
    assert_eq!((bins, decimals), (3, 0));
    assert!(matches!(given.get("limit"), Some(Value::Number(_))));
    let within = given.section("within").unwrap();
    assert_eq!((within.text("attribute").unwrap().as_str(), within.whole("l")), ("a", 3));
    assert_eq!(texts(given.named("within.attribute")), ["a"]);
    assert_eq!(texts(given.named("limit")), [""; 0]);
    assert_eq!(given.unasked(), [""; 0]);
    assert!(read("limit = x").unwrap().text("limit").is_some());
    assert_eq!(read("").unwrap().section("within"), None);
}

#[test]
fn what_is_wrong_is_told_at_its_place() {
    for (text, message) in [
        ("names = []", "`names` names nothing"),
        ("names = [a, a]", "`names` names `a` twice"),
        ("map = {}", "`map` maps nothing"),
        ("map = { a = 1 }", "`map` takes texts for values, not a whole number"),
        ("lists = {}", "`lists` is empty"),
        ("lists = { a = b }", "`lists` takes a table from values to lists of values, not a text"),
        ("matrix = { a = { b = 2 } }", "`matrix` is 2, but must be at most 1"),
        ("ranges = { a = [2, 1] }", "`lower` is not below `upper`"),
        (
            "ranges = { a = [1] }",
            "`ranges` takes two numbers, the least and the greatest, not a list",
        ),
        ("never = [{ a = x }]", "a combination has at least two attributes"),
        ("never = [{ a = x, b = { lower = 2, upper = 1 } }]", "`lower` is not below `upper`"),
        ("never = [{ a = x, b = { least = 2 } }]", "`a range` has no key `least`"),
        ("domains = { a = [x, x] }", "the same value is named twice"),
        ("domains = { a = { lower = 0, upper = 9 } }", "`a domain of numbers` has no `bins`"),
        ("limit = [1]", "`limit` takes a number, or a text in quotes, not a list"),
        ("within = 5", "`within` takes a table, not a whole number"),
        ("within = { l = 3 }", "`within` has no `attribute`"),
        ("within = { attribute = a, m = 3 }", "`within` has no key `m`"),
        ("within = { attribute = a, l = 0 }", "`l` is 0, but must be at least 1"),
    ] {
        let problems = read(text).unwrap_err();
        let [only] = &problems[..] else { panic!("{text}: {problems:?}") };
        assert_eq!(only.message, message, "{text}");
        assert!(only.span.is_some() && only.help.is_some(), "{text}: {only:?}");
    }
    let both = read("lists = { a = 1, b = 2 }, names = 3").unwrap_err();
    assert_eq!(both.len(), 3, "every bad value is told");
}
