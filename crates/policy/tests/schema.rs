//! The schema and the parser are made from the same tables; these tests hold them to it.

use crate::common;
use crate::common::validator;

use crate::common::{MINIMAL, entries, rendered};
use ridotto_catalogue::{Definition, Sort};
use ridotto_core::model::MODELS;
use ridotto_policy::language::PseudonymMethod;
use ridotto_policy::language::{self, Key, Named, Section, Shape, Status};
use ridotto_policy::{Policy, Role, schema};
use serde_json::Value;
use std::fmt::Write as _;
use validator::accepts;

/// A policy that says `key = example` in its place, among what the key needs beside it.
fn policy_with(section: &Section, key: &Key) -> String {
    let line = format!("{} = {}", key.name, key.example);
    let age = "[attributes.age]\nrole = \"quasi-identifier\"\n";
    if builders().any(|builder| builder.place == section.place) {
        let first = &section.keys[0];
        let mut builder = format!("{} = {}", first.name, first.example);
        if first.name != key.name {
            builder = format!("{builder}, {line}");
        }
        return MINIMAL.replace(age, &format!("{age}hierarchy = {{ {builder} }}\n"));
    }
    match section.place {
        "the policy" if MINIMAL.contains(&format!("[{}", key.name)) => MINIMAL.into(),
        "the policy" if key.name == "version" => MINIMAL.into(),
        "the policy" => format!("{line}\n{MINIMAL}"),
        "[attributes.NAME]" if key.name == "role" => MINIMAL.into(),
        "[attributes.NAME]" if key.name == "pseudonym" => identifier(&line),
        "[data]" if key.name == "first-year" => {
            format!("{MINIMAL}\n[data]\ndates = [\"%d.%m.%y\"]\n{line}\n")
        }
        "[attributes.NAME]" if key.name == "order" => {
            MINIMAL.replace(age, &format!("{age}type = \"ordinal\"\n{line}\n"))
        }
        "[attributes.NAME]" => MINIMAL.replace(age, &format!("{age}{line}\n")),
        "[[require]]" => MINIMAL.into(),
        "[[mask]]" => format!("{MINIMAL}\n{}{line}\n", mask("round", key)),
        "[[measure]]" if key.name == "what" => {
            format!("{MINIMAL}\n[[measure]]\n{line}\nqueries = [{{ sum = \"age\" }}]\n")
        }
        "[[measure]]" => format!("{MINIMAL}\n[[measure]]\nwhat = \"queries\"\n{line}\n"),
        "a query" => {
            format!("{MINIMAL}\n[[measure]]\nwhat = \"queries\"\n[[measure.queries]]\n{line}\n")
        }
        "what is timely" | "a relation" => {
            let (head, rest) = match section.place {
                "a relation" => ("[[quality.consistent]]", "at-most = \"age\""),
                _ => ("[quality.timely]", "within = 9"),
            };
            let of = if key.name == "attribute" { "" } else { "attribute = \"age\"\n" };
            let beside = match key.name {
                "within" | "at-most" | "determines" => "",
                _ => rest,
            };
            format!("{MINIMAL}\n{head}\n{of}{beside}\n{line}\n")
        }
        place => format!("{MINIMAL}\n{place}\n{line}\n"),
    }
}

/// A policy with an identifier, of which this is said.
fn identifier(line: &str) -> String {
    format!("{MINIMAL}\n[attributes.id]\nrole = \"identifier\"\n{line}\n")
}

/// Every key of every way to make pseudonyms is read, and no other.
#[test]
fn pseudonyms_have_the_keys_of_their_method() {
    for (name, &method) in PseudonymMethod::NAMES.iter().zip(PseudonymMethod::ALL) {
        let keys = language::pseudonym(method).keys;
        let with = |tried: &str| {
            let beside = |key: &&Key| match (tried, key.name) {
                ("key-file", "mapping") | ("mapping", "key-file") => true,
                (_, name) => key.required || name == tried,
            };
            let line = |key: &Key| match key.name {
                "method" => format!("method = {:?}", name.name),
                _ => format!("{} = {}", key.name, key.example),
            };
            keys.iter().filter(beside).map(line).collect::<Vec<_>>().join(", ")
        };
        for key in keys {
            let text = identifier(&format!("pseudonym = {{ {} }}", with(key.name)));
            assert!(verdict(&text), "{text}");
            let strange = text.replace(" }", ", strange = 1 }");
            assert!(!verdict(&strange), "{strange}");
        }
        for other in ["key-file", "mapping", "domain", "bits", "alphabet", "salt"] {
            if keys.iter().all(|key| key.name != other) {
                let text = format!("pseudonym = {{ {}, {other} = \"x\" }}", with("method"));
                assert!(!verdict(&identifier(&text)), "{text}");
            }
        }
    }
    for (bits, right) in [(63, false), (64, true), (256, true), (257, false)] {
        let text = format!("pseudonym = {{ method = \"random\", bits = {bits} }}");
        assert_eq!(verdict(&identifier(&text)), right, "{text}");
    }
    assert!(!verdict(&identifier("pseudonym = \"random\"")));
    assert!(!verdict(&identifier("pseudonym = {}")));
}

/// A step with what it needs, but for the key that is tried.
fn mask(method: &str, without: &Key) -> String {
    let step = entries().named(Sort::Step, method).expect("a step of ours");
    let mut keys = keys_of(step);
    let either = |key: &Key| match method {
        "sample" => key.name == "share" && without.name != "size",
        "pram" => key.name == "retain" && without.name != "matrix",
        _ => false,
    };
    keys.retain(|key| (key.required || either(key)) && key.name != without.name);
    let mut text = "[[mask]]\n".to_owned();
    for key in keys {
        let value = if key.name == "method" { format!("{method:?}") } else { key.example.into() };
        writeln!(text, "{} = {value}", key.name).unwrap();
    }
    text
}

/// The keys of a step's table.
fn keys_of(step: &'static dyn Definition) -> Vec<&'static Key> {
    std::iter::once(&language::METHOD).chain(step.entry().all_parameters()).collect()
}

/// What a key of a step needs beside it.
fn beside(method: &str, key: &str) -> &'static str {
    match (method, key) {
        ("noise", "epsilon") => "kind = \"private\"\nlower = 0\nupper = 1\n",
        ("noise", "grid") => "kind = \"private\"\nepsilon = 1\nlower = 0\nupper = 1\n",
        ("noise", "lower" | "upper") => "kind = \"restricted\"\n",
        ("swap", "share" | "alike") => "kind = \"pairs\"\n",
        ("swap", "with") => "kind = \"cross-set\"\n",
        ("synthesize", "copies" | "frame") => "kind = \"multiple-imputation\"\n",
        ("noise", "publish" | "reveal") => "kind = \"linear\"\n",
        ("synthesize", "weight") => "kind = \"hybrid\"\n",
        ("synthesize", "records") => "kind = \"partial\"\nattributes = [\"age\"]\n",
        ("synthesize", "domains") => "kind = \"private\"\nepsilon = 1\n",
        ("microaggregate", "tree" | "mixability") => "algorithm = \"ward\"\n",
        ("microaggregate", "lower") => "algorithm = \"insensitive\"\nupper = 1\n",
        ("microaggregate", "upper") => "algorithm = \"insensitive\"\nlower = 0\n",
        ("synthesize", "epsilon") => "kind = \"private\"\n",
        _ => "",
    }
}

/// Every key of every step is read, and no other.
#[test]
fn steps_have_the_keys_of_their_method() {
    let later = |name: &language::Name| name.status == Status::Later;
    for of in entries().of(Sort::Step) {
        let name = &of.entry().name();
        for key in keys_of(of) {
            let mut step = mask(name.name, key);
            let order = ["order", "label"].contains(&key.name);
            let example = match key.name {
                "method" => format!("{:?}", name.name),
                "order" => "[\"low\", \"90\", \"15\"]".to_owned(),
                _ => key.example.to_owned(),
            };
            if order {
                step = step
                    .replace("= 90", "= \"90\"\nlabel = \"x\"")
                    .replace("= 15", "= \"15\"\nlabel = \"x\"");
            }
            step += beside(name.name, key.name);
            if key.name != "label" {
                writeln!(step, "{} = {example}", key.name).unwrap();
            }
            let text = format!("{MINIMAL}\n{step}");
            assert_eq!(verdict(&text), !later(name), "{text}");
            assert!(!verdict(&format!("{text}strange = 1\n")), "{text}");
        }
    }
}

/// What has the name of a file as its example is a file to whoever looks for what must not be written
/// over, and nothing else is.
#[test]
fn what_looks_like_a_file_is_one() {
    let entries = entries();
    let sorts = [Sort::Step, Sort::Model, Sort::Algorithm, Sort::Objective, Sort::Builder];
    let of_entries: Vec<_> = sorts.iter().flat_map(|sort| entries.of(*sort)).collect();
    let of_entries = of_entries.into_iter().flat_map(|of| of.entry().all_parameters());
    let methods = PseudonymMethod::ALL.iter().map(|method| language::pseudonym(*method));
    let own = sections().chain(methods).flat_map(|section| section.keys.iter());
    let (mut files, mut seen) = (0, 0);
    for key in own.chain(of_entries) {
        let is_text = matches!(key.shape, Shape::Text | Shape::Texts | Shape::Choice(_));
        let is_file = matches!(key.shape, Shape::File(_));
        let (_, ending) = key.example.trim_matches('"').rsplit_once('.').unwrap_or_default();
        let has_ending = (2..=7).contains(&ending.len())
            && ending.chars().all(|letter| letter.is_ascii_lowercase());
        assert!(!is_file || has_ending, "`{}` has no file as its example", key.name);
        assert!(!(is_text && has_ending), "`{}` names a file: `Shape::File`", key.name);
        files += u32::from(is_file);
        seen += 1;
    }
    assert!(files > 15 && seen > 150, "{files} of {seen}");
}

fn sections() -> impl Iterator<Item = &'static Section> {
    let own = [&language::ROOT].into_iter().chain(language::SECTIONS.iter().copied());
    own.chain(builders()).chain(of_release())
}

/// The tables that build a hierarchy.
fn builders() -> impl Iterator<Item = &'static Section> {
    let builders: Vec<_> = entries().builders().collect();
    builders.into_iter().map(|of| section_of(of, of.entry().builder().unwrap().notation))
}

/// The parameters of algorithms and objectives, which are keys of `[release]`.
fn of_release() -> impl Iterator<Item = &'static Section> {
    let entries = entries();
    let all: Vec<_> = entries.of(Sort::Algorithm).chain(entries.of(Sort::Objective)).collect();
    all.into_iter().map(|of| section_of(of, language::RELEASE.place))
}

fn section_of(of: &'static dyn Definition, place: &'static str) -> &'static Section {
    let keys = of.entry().parameters.first().copied().unwrap_or_default();
    Box::leak(Box::new(Section { place, doc: of.entry().summary, keys }))
}

/// Roles that mean something for `kind = "table"` alone.
const ROLES_OF_TABLES: [&str; 13] = [
    "dimension",
    "response",
    "respondent",
    "weight",
    "cost",
    "shadow",
    "request",
    "frequency",
    "top1",
    "top2",
    "status",
    "lower",
    "upper",
];

/// Whether a key means something for `kind = "table"` alone: [`tables_are_accepted_by_both`] has them.
fn is_of_tables(section: &Section, key: &Key) -> bool {
    let of_tables = [
        "kind",
        "table",
        "total",
        "method",
        "group",
        "zero",
        "apriori",
        "bounds",
        "cells",
        "add-totals",
        "depth",
        "recode",
    ];
    // Steps have a method, too.
    let is_named = of_tables.contains(&key.name) && section.place != "[[mask]]";
    section.place == "[[table]]" || is_named
}

/// A rule that stands for those of tables, which are said elsewhere.
#[derive(Debug)]
struct Rule;

impl Definition for Rule {
    fn entry(&self) -> &ridotto_catalogue::Entry {
        let mut models = MODELS.iter().map(|of| &of.entry);
        models.find(|entry| entry.name == "k-anonymity").expect("a model of ours")
    }

    fn kind(&self) -> &'static str {
        "table"
    }
}

/// All that is said of tables is accepted, and nothing besides.
#[test]
fn tables_are_accepted_by_both() {
    let entries = ridotto_policy::Entries::new([&Rule as &dyn Definition]);
    let tables = "version = 1\nkind = \"table\"\n[data]\ncells = true\nadd-totals = true\n\
                  [attributes.age]\nrole = \"dimension\"\n[attributes.pay]\nrole = \"response\"\n\
                  [[require]]\nmodel = \"k-anonymity\"\nk = 5\n\
                  [[table]]\nname = \"ages\"\ndimensions = [\"age\"]\nresponse = \"pay\"\n\
                  statistic = \"mean\"\npublished = \"old.csv\"\n[release]\ntotal = \"All\"\ngroup = true\n\
                  zero = \"unsafe\"\napriori = \"a.hst\"\nbounds = [0.5, 2.0]\n";
    let schema = schema(&entries);
    let both = |text: &str| {
        let is_read = Policy::parse("policy.toml", text, &entries).is_ok();
        (is_read, accepts(&schema, &schema, &json(text)))
    };
    assert_eq!(both(tables), (true, true));
    for strange in [
        "name = \"ages\"",
        "total = \"All\"",
        "kind = \"table\"",
        "cells = true",
        "add-totals = true",
        "response = \"pay\"",
        "group = true",
        "zero = \"unsafe\"",
        "bounds = [0.5, 2.0]",
    ] {
        let text = tables.replace(strange, "strange = 1");
        assert_eq!(both(&text), (false, false), "{text}");
    }
    // Values of records are merged, in one way; the schema knows the keys, and not which go together.
    let records = tables.replace("[data]\ncells = true\nadd-totals = true\n", "");
    for merged in ["depth = 2\n", "recode = \"ages.grc\"\n"] {
        let with =
            |text: &str| text.replace("\"dimension\"\n", &format!("\"dimension\"\n{merged}"));
        assert_eq!(both(&with(&records)), (true, true), "{merged}");
        assert_eq!(both(&with(tables)), (false, true), "{merged}");
    }
    let twice =
        records.replace("\"dimension\"\n", "\"dimension\"\ndepth = 2\nrecode = \"a.grc\"\n");
    assert_eq!(both(&twice), (false, true));
}

fn json(text: &str) -> Value {
    toml::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

/// Both verdicts, which must agree.
fn verdict(text: &str) -> bool {
    let schema = schema(&entries());
    let parsed = common::parse(text);
    let accepted = accepts(&schema, &schema, &json(text));
    let shown = parsed.as_ref().map_or_else(rendered, |_| "no problems".into());
    assert_eq!(parsed.is_ok(), accepted, "the schema says {accepted} of\n{text}\n{shown}");
    accepted
}

#[test]
fn every_available_key_is_accepted_by_both() {
    for section in sections() {
        for key in section.available().filter(|key| !is_of_tables(section, key)) {
            let text = policy_with(section, key);
            assert!(verdict(&text), "{} {}\n{text}", section.place, key.name);
        }
    }
}

#[test]
fn every_key_of_later_is_refused_by_both() {
    for section in sections() {
        for key in section.keys.iter().filter(|key| !key.is_available()) {
            if section.place == "[[require]]" {
                let text =
                    MINIMAL.replace("k = 5", &format!("k = 5\n{} = {}", key.name, key.example));
                assert!(!verdict(&text), "{text}");
            } else {
                let text = policy_with(section, key);
                assert!(!verdict(&text), "{} {}\n{text}", section.place, key.name);
            }
        }
    }
}

#[test]
fn every_unknown_key_is_refused_by_both() {
    for section in sections() {
        for key in section.available().filter(|key| !is_of_tables(section, key)) {
            let strange = Key { name: "strange", ..*key };
            let text = match section.place {
                "[[require]]" => MINIMAL.replace("k = 5", "k = 5\nstrange = 1"),
                "[attributes.NAME]" => MINIMAL.replace("role", "strange = 1\nrole"),
                "the policy" => format!("strange = 1\n{MINIMAL}"),
                _ => policy_with(section, &strange),
            };
            assert!(!verdict(&text), "{text}");
        }
    }
}

/// Every name of every enumeration, where it stands in the file.
#[test]
fn names_are_accepted_by_both_or_by_none() {
    for section in language::SECTIONS.iter().copied().chain(of_release()) {
        for key in section.keys {
            let names = match key.shape {
                Shape::Choice(names) => names.to_vec(),
                Shape::Roles => Role::NAMES.to_vec(),
                Shape::Entry(sort) => entries().names(sort),
                _ => continue,
            };
            for name in names {
                // What belongs to which kind of data no schema says.
                if is_of_tables(section, key) || ROLES_OF_TABLES.contains(&name.name) {
                    continue;
                }
                let mut line = format!("{} = {:?}", key.name, name.name);
                if name.name == "ordinal" {
                    line += "\norder = [\"a\", \"b\"]";
                }
                let text = match (section.place, key.name) {
                    ("[attributes.NAME]", "role") => {
                        format!("{MINIMAL}\n[attributes.zip]\nrole = {:?}\n", name.name)
                    }
                    ("[attributes.NAME]", _) => MINIMAL.replace("role", &format!("{line}\nrole")),
                    ("[[require]]", _) => continue,
                    ("[[mask]]", _) => format!("{MINIMAL}\n{}{line}\n", mask(name.name, key)),
                    ("[[measure]]", _) => policy_with(section, key),
                    (place, _) => format!("{MINIMAL}\n{place}\n{line}\n"),
                };
                let now = name.status == Status::Now && key.status == Status::Now;
                assert_eq!(verdict(&text), now, "{text}");
            }
        }
    }
}

/// Every model with what it needs is accepted by both or by none.
#[test]
fn models_are_accepted_by_both_or_by_none() {
    for model in entries().models() {
        let (name, keys) = (model.entry().name(), || model.entry().all_parameters());
        let mut lines = format!("model = {:?}\n", name.name);
        let is_needed = |key: &&Key| key.required || key.name == "sampling-fraction";
        for key in keys().filter(is_needed) {
            lines += &format!("{} = {}\n", key.name, key.example);
        }
        let with = |more: &str| {
            MINIMAL.replace("model = \"k-anonymity\"\nk = 5", &format!("{lines}{more}"))
        };
        let now = name.status == Status::Now;
        assert_eq!(verdict(&with("")), now, "{lines}");
        for key in keys().filter(|key| lines.find(key.name).is_none()) {
            // The recursive kinds have parameters that the others must not have.
            let depends = ["c", "c2", "disclosable", "undeniable", "kind", "population-size"];
            if !depends.contains(&key.name) {
                let line = format!("{} = {}", key.name, key.example);
                assert_eq!(verdict(&with(&line)), now, "{lines}{line}");
            }
        }
        assert!(!verdict(&with("nonsense = 1")), "{lines}");
    }
}

#[test]
fn both_agree_on_types_and_limits() {
    let attribute = |line: &str| MINIMAL.replace("role", &format!("{line}\nrole"));
    let release = |line: &str| format!("{MINIMAL}\n[release]\n{line}\n");
    let data = |line: &str| format!("{MINIMAL}\n[data]\n{line}\n");
    let hierarchy = |value: &str| attribute(&format!("hierarchy = {value}"));
    let roles = |value: &str| MINIMAL.replacen("\"quasi-identifier\"", value, 1);
    let order = |value: &str| attribute(&format!("type = \"ordinal\"\norder = {value}"));
    for (text, right) in [
        (roles("[\"quasi-identifier\", \"sensitive\"]"), true),
        (roles("[\"quasi-identifier\"]"), true),
        (roles("[\"quasi-identifier\", \"identifier\"]"), false),
        (roles("[\"quasi-identifier\", \"quasi-identifier\"]"), false),
        (roles("[]"), false),
        (order("[\"a\", \"b\"]"), true),
        (order("[\"a\"]"), false),
        (order("[\"a\", \"a\"]"), false),
        (order("\"alphabet\""), false),
        (MINIMAL.replace("k = 5", "k = 2"), true),
        (MINIMAL.replace("k = 5", "k = 1"), false),
        (MINIMAL.replace("k = 5", "k = 2.5"), false),
        (MINIMAL.replace("k = 5", "k = \"5\""), false),
        (MINIMAL.replace("k = 5", "k = { column = \"a\" }"), true),
        (MINIMAL.replace("k = 5", "k = 0x10"), true),
        (MINIMAL.replace("version = 1", "version = 2"), false),
        (attribute("min-level = 251"), true),
        (attribute("min-level = 252"), false),
        (attribute("min-level = -1"), false),
        (attribute("importance = 0"), false),
        (attribute("importance = 0.001"), true),
        (attribute("importance = 1_000_001"), false),
        (release("suppression = 1"), true),
        (release("suppression = 1.01"), false),
        (release("suppression = -0.01"), false),
        (data("delimiter = \"tab\""), true),
        (data("delimiter = '\\t'"), true),
        (data("delimiter = \"\\t\""), true),
        (data("delimiter = \"\""), false),
        (data("quote = \"tab\""), false),
        (data("missing = []"), true),
        (data("missing = \"?\""), false),
        (hierarchy("\"\""), false),
        (hierarchy("5"), false),
        (hierarchy("{ }"), false),
        (hierarchy("{ intervals = [] }"), false),
        (hierarchy("{ intervals = [-5] }"), false),
        (hierarchy("{ intervals = [0.5], origin = -0.25 }"), true),
        (hierarchy("{ cuts = [1, 2] }"), true),
        (hierarchy("{ cuts = [[1, 2], [2]] }"), true),
        (hierarchy("{ cuts = [] }"), false),
        (hierarchy("{ cuts = [[]] }"), false),
        (hierarchy("{ redact = \"middle\" }"), false),
        (hierarchy("{ redact = \"left\", step = 0 }"), false),
        (hierarchy("{ dates = [\"day\"] }"), false),
        (hierarchy("{ dates = \"month\" }"), false),
        (hierarchy("{ addresses = \"ipv4\" }"), true),
        (hierarchy("{ addresses = \"ipv6\" }"), false),
        (hierarchy("{ addresses = [33] }"), false),
        (hierarchy("{ auto = true }"), true),
        (hierarchy("{ auto = false }"), false),
        (hierarchy("{ auto = 1 }"), false),
        (hierarchy("{ auto = 2 }"), true),
        (hierarchy("{ auto = \"prefix\" }"), true),
        (hierarchy("{ auto = \"magic\" }"), false),
        (hierarchy("{ suppress = false }"), false),
        (hierarchy("{ groups = {} }"), false),
        (hierarchy("{ groups = { a = [] } }"), false),
        (hierarchy("{ groups = { a = [1] } }"), false),
        (hierarchy("{ groups = { a = { b = [\"1\"] } } }"), true),
    ] {
        assert_eq!(verdict(&text), right, "{text}");
    }
}

#[test]
fn both_agree_on_steps() {
    let step = |lines: &str| format!("{MINIMAL}\n[[mask]]\n{lines}\n");
    let groups = |line: &str| {
        step(&format!("method = \"microaggregate\"\nattributes = [\"age\"]\nk = 3\n{line}"))
    };
    let draw = |line: &str| step(&format!("method = \"synthesize\"\n{line}"));
    let private = |line: &str| draw(&format!("kind = \"private\"\nepsilon = 1\n{line}"));
    for (text, right) in [
        (step("method = \"round\"\nattributes = [\"age\"]\nto = 0"), false),
        (step("method = \"round\"\nattributes = [\"age\"]\nto = 0.5"), true),
        (step("method = \"round\"\nattributes = []\nto = 5"), false),
        (step("method = \"round\"\nattributes = [\"age\", \"age\"]\nto = 5"), false),
        (step("method = \"round\"\nattributes = \"age\"\nto = 5"), false),
        (step("method = \"recode\"\nattributes = [\"age\"]\nmap = {}"), false),
        (step("method = \"recode\"\nattributes = [\"age\"]\nmap = { a = 1 }"), false),
        (step("method = \"recode\"\nattributes = [\"age\"]\nmap = { a = { b = \"c\" } }"), false),
        (step("method = \"top-code\"\nattributes = [\"age\"]\nat-least = true"), false),
        (step("method = \"sample\"\nshare = 0"), false),
        (step("method = \"sample\"\nshare = 1"), true),
        (step("method = \"sample\"\nsize = 0"), false),
        (groups("diverse = { attribute = \"job\", l = 0 }"), false),
        (groups("diverse = { attribute = \"job\" }"), false),
        (groups("diverse = 3"), false),
        (groups("close = { attribute = \"job\", t = 0.2, distance = \"far\" }"), false),
        (groups("close = { attribute = \"job\", t = 0.2, distance = \"ordered\" }"), true),
        (groups("close = { attribute = \"job\", t = -1 }"), false),
        (draw("ranges = { age = [0] }"), false),
        (draw("ranges = { age = [0, 1, 2] }"), false),
        (draw("ranges = { age = [0, \"1\"] }"), false),
        (draw("ranges = { }"), false),
        (draw("sums = { total = [\"a\"] }"), true),
        (draw("sums = { total = \"a\" }"), false),
        (draw("impossible = [{ a = \"x\" }]"), false),
        (draw("impossible = []"), false),
        (draw("impossible = [{ a = \"x\", b = [\"y\", \"z\"], c = { lower = 1 } }]"), true),
        (draw("impossible = [{ a = \"x\", b = [] }]"), false),
        (draw("impossible = [{ a = \"x\", b = { } }]"), false),
        (draw("impossible = [{ a = \"x\", b = { least = 1 } }]"), false),
        (draw("impossible = [{ a = \"x\", b = 5 }]"), false),
        (private("domains = { a = [] }"), false),
        (private("domains = { a = [\"x\", \"x\"] }"), false),
        (private("domains = { a = [\"x\"], b = { lower = 0, upper = 1, bins = 4 } }"), true),
        (private("domains = { b = { lower = 0, upper = 1 } }"), false),
        (private("domains = { b = { lower = 0, upper = 1, bins = 0 } }"), false),
        (private("domains = { b = { lower = 0, upper = 1, bins = 2, decimals = 16 } }"), false),
        (format!("mask = []\n{MINIMAL}"), false),
        (format!("mask = 5\n{MINIMAL}"), false),
    ] {
        assert_eq!(verdict(&text), right, "{text}");
    }
}

/// What the tables call a default is what a policy without the key means.
#[test]
fn defaults_are_what_the_tables_say() {
    let plain = common::parse(MINIMAL).unwrap();
    let mut stated = MINIMAL.to_owned();
    let entries = entries();
    for section in [&language::DATA, &language::RELEASE] {
        writeln!(stated, "\n{}", section.place).unwrap();
        let of_release = entries.release_keys().filter(|_| section.place == "[release]");
        let keys = section.available().filter(|key| !is_of_tables(section, key));
        for key in keys.chain(of_release) {
            if let Some(default) = key.default {
                writeln!(stated, "{} = {default}", key.name).unwrap();
            }
        }
    }
    let stated = common::parse(&stated).unwrap();
    let values = |policy: &Policy| {
        let (data, release) = (&policy.data, &policy.release);
        let missing: Vec<_> = data.missing.iter().map(|text| text.value.clone()).collect();
        let objective = &release.objective;
        let how = (release.algorithm.name(), objective.name(), objective.word("aggregate"));
        let what = (release.generalize.value, release.suppress.value, release.suppression.value);
        (missing, data.unlisted.value, how, what, release.missing.value, release.suppressed.value)
    };
    assert_eq!(values(&plain), values(&stated));
    assert!(stated.release.objective.is_written() && !plain.release.objective.is_written());
}

#[test]
fn every_key_and_name_is_described() {
    fn walk(value: &Value, path: &str) {
        let Some(object) = value.as_object() else { return };
        for (name, property) in
            object.get("properties").and_then(Value::as_object).into_iter().flatten()
        {
            let path = format!("{path}.{name}");
            assert!(property["description"].as_str().is_some_and(|text| text.len() > 8), "{path}");
            assert!(property["examples"][0] != Value::Null, "{path}");
        }
        object.iter().for_each(|(name, value)| walk(value, &format!("{path}.{name}")));
    }
    walk(&schema(&entries()), "");
}
