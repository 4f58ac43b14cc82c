//! The JSON Schema of the policy file, made from the tables that the parser uses.
//!
//! It describes what this version accepts: sections, keys, types, names and limits. Rules between
//! keys (a hierarchy only for quasi-identifiers, widths that divide one another) are the
//! parser's alone; the schema is for editors.

use crate::entries::Entries;
use crate::language::{
    Key, Limits, MASK, METHOD, MODEL, Name, Named, PseudonymMethod, REQUIRE, ROOT, Role, Section,
    Shape, Status, pseudonym,
};
use ridotto_catalogue::entry::{BETWEEN, NUMBERS};
use ridotto_catalogue::{Definition, Sort};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The JSON Schema (draft 2020-12) of a policy, as this version accepts it.
pub fn schema(entries: &Entries) -> Value {
    let mut schema = section(&ROOT);
    schema["properties"]["require"]["items"] = any_of(requirements(entries));
    schema["properties"]["mask"]["items"] = any_of(masks(entries));
    let release = &mut schema["properties"]["release"]["properties"];
    for (name, sort) in
        [("algorithm", Sort::Algorithm), ("objective", Sort::Objective), ("method", Sort::Method)]
    {
        fill(&mut release[name], choice(&entries.names(sort)));
    }
    let mut forms: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for key in entries.release_keys().filter(|key| key.is_available()) {
        let (form, all) = (property(key), forms.entry(key.name).or_default());
        if !all.contains(&form) {
            all.push(form);
        }
    }
    for (name, all) in forms {
        release[name] = any_of(all);
    }
    let attribute = &mut schema["properties"]["attributes"]["additionalProperties"];
    fill(&mut attribute["properties"]["hierarchy"], hierarchy(entries));
    schema["$schema"] = json!("https://json-schema.org/draft/2020-12/schema");
    schema["title"] = json!("Policy of ridotto");
    schema["$defs"] = json!({ "groups": groups() });
    schema
}

/// Says of a property what only the entries know.
fn fill(property: &mut Value, said: Value) {
    if let (Value::Object(property), Value::Object(said)) = (property, said) {
        property.extend(said);
    }
}

fn section(section: &Section) -> Value {
    table(section.doc, section.keys.iter())
}

fn table(doc: &str, keys: impl Iterator<Item = &'static Key> + Clone) -> Value {
    let available = keys.filter(|key| key.is_available());
    let properties: Map<_, _> =
        available.clone().map(|key| (key.name.to_owned(), property(key))).collect();
    let required: Vec<_> = available.filter(|key| key.required).map(|key| key.name).collect();
    json!({
        "type": "object",
        "description": doc,
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property(key: &Key) -> Value {
    let mut property = shape(key.shape);
    property["description"] = json!(key.doc);
    property["examples"] = json!([from_toml(key.example)]);
    if let Some(default) = key.default {
        property["default"] = from_toml(default);
    }
    property
}

/// A value of the tables, which is written in TOML.
fn from_toml(text: &str) -> Value {
    let table: toml::Table = toml::from_str(&format!("value = {text}"))
        .expect("examples and defaults are TOML: a test reads each of them");
    serde_json::to_value(&table["value"]).expect("TOML values are JSON values")
}

/// A role, or the two that an attribute may have.
fn roles() -> Value {
    let both = [Role::QuasiIdentifier, Role::Sensitive].map(Role::name);
    let items = json!({ "enum": both });
    any_of(vec![
        choice(Role::NAMES),
        json!({ "type": "array", "items": items, "minItems": 1, "uniqueItems": true }),
    ])
}

/// The order of values, or where it stands.
fn order() -> Value {
    let items = json!({ "type": "string" });
    any_of(vec![
        json!({ "const": "hierarchy" }),
        json!({ "type": "array", "items": items, "minItems": 2, "uniqueItems": true }),
    ])
}

fn shape(shape: Shape) -> Value {
    let text = || json!({ "type": "string" });
    let texts = || json!({ "type": "array", "items": text() });
    let character = || json!({ "type": "string", "minLength": 1, "maxLength": 1 });
    match shape {
        Shape::Text | Shape::File(_) | Shape::Entry(_) => text(),
        Shape::Texts => texts(),
        Shape::TextOrTexts => json!({ "anyOf": [text(), texts()] }),
        Shape::Character => character(),
        Shape::Delimiter => json!({ "anyOf": [character(), { "enum": ["tab", "\\t"] }] }),
        Shape::Integer(limits) => number("integer", limits),
        Shape::Number(limits) => number("number", limits),
        Shape::Decimal => json!({ "type": "number" }),
        Shape::IntegerOr(limits, table) => {
            let mut forms = vec![number("integer", limits)];
            if table.keys.iter().all(Key::is_available) {
                forms.push(section(table));
            }
            any_of(forms)
        }
        Shape::Choice(names) => choice(names),
        Shape::Roles => roles(),
        Shape::Order => order(),
        Shape::Choices(names) => {
            json!({ "type": "array", "items": choice(names), "minItems": 1 })
        }
        Shape::Section(table) => section(table),
        Shape::NamedSections(table) => {
            json!({ "type": "object", "additionalProperties": section(table) })
        }
        Shape::Sections(table) => {
            json!({ "type": "array", "items": section(table), "minItems": 1 })
        }
        Shape::Requirements | Shape::Masks => {
            json!({ "type": "array", "minItems": 1 })
        }
        Shape::Pseudonym => any_of(pseudonyms()),
        Shape::Names => {
            let mut names = texts();
            (names["minItems"], names["uniqueItems"]) = (json!(1), json!(true));
            names
        }
        Shape::Mapping => by_name(&text()),
        Shape::Lists => by_name(&texts()),
        Shape::Matrix => {
            let chance = json!({ "type": "number", "minimum": 0, "maximum": 1 });
            by_name(&by_name(&chance))
        }
        Shape::Conditions => {
            let mut some = texts();
            some["minItems"] = json!(1);
            let wanted = any_of(vec![text(), json!({ "type": "number" }), some]);
            by_name(&wanted)
        }
        Shape::Ranges => by_name(&two_numbers()),
        Shape::Combinations => {
            let mut some = texts();
            some["minItems"] = json!(1);
            let mut range = section(&BETWEEN);
            range["minProperties"] = json!(1);
            let value = any_of(vec![text(), some, range]);
            let one =
                json!({ "type": "object", "minProperties": 2, "additionalProperties": value });
            json!({ "type": "array", "items": one, "minItems": 1 })
        }
        Shape::Domains => {
            let mut some = texts();
            (some["minItems"], some["uniqueItems"]) = (json!(1), json!(true));
            let domain = any_of(vec![some, section(&NUMBERS)]);
            by_name(&domain)
        }
        Shape::ChoiceOr(names, table) => any_of(vec![choice(names), section(table)]),
        Shape::Bounds => two_numbers(),
        Shape::NumberOrText => any_of(vec![json!({ "type": "number" }), text()]),
        Shape::Boolean => json!({ "type": "boolean" }),
        Shape::Hierarchy => json!({}),
        Shape::Yes => json!({ "const": true }),
        Shape::Widths => {
            let width = json!({ "type": "number", "exclusiveMinimum": 0 });
            json!({ "type": "array", "items": width, "minItems": 1 })
        }
        Shape::Cuts => {
            let level = json!({ "type": "array", "items": { "type": "number" }, "minItems": 1 });
            json!({ "anyOf": [level, { "type": "array", "items": level, "minItems": 1 }] })
        }
        Shape::Groups => json!({ "$ref": "#/$defs/groups" }),
        Shape::Lengths(limits) => {
            json!({ "type": "array", "items": number("integer", limits), "minItems": 1 })
        }
        Shape::Prefixes(limits, names) => {
            let bits = number("integer", limits);
            let list = json!({ "type": "array", "items": bits, "minItems": 1 });
            any_of(vec![list, choice(names)])
        }
        Shape::Auto(limits, names) => {
            any_of(vec![json!({ "const": true }), number("integer", limits), choice(names)])
        }
    }
}

/// Two ends.
fn two_numbers() -> Value {
    json!({ "type": "array", "items": { "type": "number" }, "minItems": 2, "maxItems": 2 })
}

/// A table with values of a kind by names of one's own, one at least.
fn by_name(of: &Value) -> Value {
    json!({ "type": "object", "minProperties": 1, "additionalProperties": of })
}

/// A form for each model.
fn requirements(entries: &Entries) -> Vec<Value> {
    let form = |model| of_entry(model, &MODEL, REQUIRE.doc);
    forms(MODEL.name, entries.models().map(form))
}

/// A form for each step.
fn masks(entries: &Entries) -> Vec<Value> {
    let form = |step| of_entry(step, &METHOD, MASK.doc);
    forms(METHOD.name, entries.of(Sort::Step).map(form))
}

/// The table of an entry that a key names.
fn of_entry(of: &'static dyn Definition, named_by: &'static Key, doc: &str) -> (Value, Name) {
    let keys: Vec<&Key> = [named_by].into_iter().chain(of.entry().all_parameters()).collect();
    (table(doc, keys.into_iter()), of.entry().name())
}

/// A form for each way to make pseudonyms.
fn pseudonyms() -> Vec<Value> {
    let form = |&method: &PseudonymMethod| section(pseudonym(method));
    forms(
        "method",
        PseudonymMethod::ALL.iter().map(form).zip(PseudonymMethod::NAMES.iter().copied()),
    )
}

/// Forms that are told apart by the name that a key has.
fn forms(key: &str, named: impl Iterator<Item = (Value, Name)>) -> Vec<Value> {
    let now = named.filter(|(_, name)| name.status == Status::Now);
    now.map(|(mut form, name)| {
        form["description"] = json!(name.doc);
        form["properties"][key] = json!({
            "const": name.name,
            "description": name.doc,
            "examples": [name.name],
        });
        form
    })
    .collect()
}

fn any_of(forms: Vec<Value>) -> Value {
    match <[Value; 1]>::try_from(forms) {
        Ok([only]) => only,
        Err(forms) => json!({ "anyOf": forms }),
    }
}

fn number(kind: &str, limits: Limits) -> Value {
    let least = if limits.open { "exclusiveMinimum" } else { "minimum" };
    json!({ "type": kind, least: limits.least, "maximum": limits.most })
}

/// Names with their meanings, which editors show beside each.
fn choice(names: &[Name]) -> Value {
    let now: Vec<_> = names
        .iter()
        .filter(|name| name.status == Status::Now)
        .map(|name| json!({ "const": name.name, "description": name.doc }))
        .collect();
    json!({ "type": "string", "oneOf": now })
}

fn hierarchy(entries: &Entries) -> Value {
    let file = json!({ "type": "string", "minLength": 1, "description": "A CSV file." });
    let form = |of: &'static dyn Definition| {
        let keys: Vec<&Key> = of.entry().all_parameters().collect();
        table(of.entry().summary, keys.into_iter())
    };
    any_of(std::iter::once(file).chain(entries.builders().map(form)).collect())
}

/// A tree: groups of groups, or of values.
fn groups() -> Value {
    let values = json!({ "type": "array", "items": { "type": "string" }, "minItems": 1 });
    json!({
        "type": "object",
        "minProperties": 1,
        "additionalProperties": { "anyOf": [values, { "$ref": "#/$defs/groups" }] },
    })
}
