//! Keys of the policy and the names that they take, from the entries and the tables of the language.

use super::{Area, Explanation, ParameterText};
use crate::registry::Registry;
use ridotto_catalogue::Sort;
use ridotto_catalogue::entry::{BETWEEN, NUMBERS};
use ridotto_policy::language::{
    Key, MASK, METHOD, MODEL, Name, Named, PseudonymMethod, RELEASE, REQUIRE, ROOT, Role, Section,
    Shape, Status, pseudonym,
};
use std::collections::BTreeMap;

/// A part of the policy as it is called, and its keys.
type Place = (String, Vec<&'static Key>);

/// Parts of the policy, also those that are for one model or method: every table that the language knows.
fn places(registry: &Registry) -> Vec<Place> {
    let mut all = Places(Vec::new());
    all.add("the top of the policy".to_owned(), ROOT.keys.iter());
    let entries = registry.entries();
    let release = RELEASE.keys.iter().chain(entries.release_keys());
    all.add(format!("`{}`", RELEASE.place), release);
    for (sort, section, named_by) in [(Sort::Model, &REQUIRE, &MODEL), (Sort::Step, &MASK, &METHOD)]
    {
        for entry in registry.of(sort).filter(|one| one.is_written()) {
            let keys = std::iter::once(named_by).chain(entry.all_parameters());
            all.add(format!("`{}` {}", section.place, entry.name), keys);
        }
    }
    for (&method, name) in PseudonymMethod::ALL.iter().zip(PseudonymMethod::NAMES) {
        let section = pseudonym(method);
        all.add(format!("`{}` {}", section.place, name.name), section.keys.iter());
    }
    for of in registry.entries().builders() {
        let notation = of.entry().builder().map_or("", |facts| facts.notation);
        all.add(format!("`{notation}`"), of.entry().all_parameters());
    }
    all.0
}

/// The parts that were found.
struct Places(Vec<Place>);

impl Places {
    /// A table, and the tables within it.
    fn add(&mut self, place: String, keys: impl Iterator<Item = &'static Key>) {
        if self.0.iter().any(|(other, _)| *other == place) {
            return;
        }
        let keys: Vec<&'static Key> = keys.collect();
        let within: Vec<&'static Section> = keys.iter().filter_map(|key| within(key)).collect();
        self.0.push((place, keys));
        for section in within {
            self.add(format!("`{}`", section.place), section.keys.iter());
        }
    }
}

/// The table that a key has, if its keys are always the same.
fn within(key: &Key) -> Option<&'static Section> {
    match key.shape {
        // Its keys are also those of entries.
        Shape::Section(section) if section.place == RELEASE.place => None,
        Shape::Section(section)
        | Shape::NamedSections(section)
        | Shape::Sections(section)
        | Shape::IntegerOr(_, section)
        | Shape::ChoiceOr(_, section) => Some(section),
        Shape::Combinations => Some(&BETWEEN),
        Shape::Domains => Some(&NUMBERS),
        _ => None,
    }
}

/// Every key by name, with its places.
fn by_name(registry: &Registry) -> BTreeMap<&'static str, Vec<(String, &'static Key)>> {
    let mut all: BTreeMap<&'static str, Vec<(String, &'static Key)>> = BTreeMap::new();
    for (place, keys) in places(registry) {
        for key in keys {
            all.entry(key.name).or_default().push((place.clone(), key));
        }
    }
    all
}

/// Names that pages explain by themselves, in an area of their own.
fn is_explained(key: &str, registry: &Registry) -> bool {
    registry.entries().named(Sort::Builder, key).is_some()
}

/// An explanation for each key.
pub(super) fn keys(registry: &Registry) -> impl Iterator<Item = Explanation> {
    let named = by_name(registry).into_iter();
    let named = named.filter(|(name, _)| !is_explained(name, registry));
    named.map(|(name, uses)| {
        // What means the same in several places is told once.
        let mut told: Vec<(Vec<&str>, &Key)> = Vec::new();
        for (place, key) in &uses {
            match told.iter_mut().find(|(_, other)| other.doc == key.doc) {
                Some((places, _)) => places.push(place),
                None => told.push((vec![place], key)),
            }
        }
        let text = told.iter().map(|(places, key)| meaning(places, key)).collect::<Vec<_>>();
        let mut explanation = Explanation::new(Area::Key, name, text.join("\n\n"));
        explanation.available = uses.iter().any(|(_, key)| key.is_available());
        for (_, key) in told {
            explanation.parameters.extend(choices(key, registry).into_iter().map(of_name));
        }
        explanation
    })
}

/// What a key means in some places of the policy.
fn meaning(places: &[&str], key: &Key) -> String {
    let mut text = format!("{} In {}. For example `{}`", key.doc, places.join(", "), key.example);
    match (key.required, key.default) {
        (true, _) => text += "; required.",
        (false, Some(default)) => text += &format!("; `{default}` when absent."),
        (false, None) => text.push('.'),
    }
    text
}

/// The one character that has a name.
const TAB: Name = Name {
    name: "tab",
    status: Status::Now,
    doc: "A tab parts the fields, as `\\t` says it, too.",
};

/// The names that a key takes.
fn choices(key: &Key, registry: &Registry) -> Vec<Name> {
    match key.shape {
        Shape::Entry(sort) => registry.entries().names(sort),
        Shape::Roles => Role::NAMES.to_vec(),
        Shape::Delimiter => vec![TAB],
        Shape::Choice(names)
        | Shape::ChoiceOr(names, _)
        | Shape::Choices(names)
        | Shape::Prefixes(_, names)
        | Shape::Auto(_, names) => names.to_vec(),
        _ => Vec::new(),
    }
}

fn of_name(name: Name) -> ParameterText {
    let later = if name.status == Status::Later { " Not in this version." } else { "" };
    ParameterText {
        name: format!("\"{}\"", name.name),
        required: false,
        default: None,
        about: format!("{}{later}", name.doc),
    }
}

/// Whether the names that a key takes are explained in an area of their own.
fn is_elsewhere(key: &Key) -> bool {
    match key.shape {
        Shape::Entry(_) | Shape::Roles => true,
        Shape::Choice(names) => std::ptr::eq(names, PseudonymMethod::NAMES),
        _ => false,
    }
}

/// An explanation for each name that a key takes.
pub(super) fn values(registry: &Registry) -> impl Iterator<Item = Explanation> {
    let mut all: BTreeMap<&'static str, Vec<(String, Name)>> = BTreeMap::new();
    for (key, uses) in by_name(registry) {
        for (place, key_of) in uses.into_iter().filter(|(_, key)| !is_elsewhere(key)) {
            for name in choices(key_of, registry) {
                let told = all.entry(name.name).or_default();
                if told.iter().all(|(_, other)| other.doc != name.doc) {
                    told.push((format!("`{key}` in {place}"), name));
                }
            }
        }
    }
    all.into_iter().map(|(name, uses)| {
        let told = uses.iter().map(|(place, of)| format!("{} A value of {place}.", of.doc));
        let text = told.collect::<Vec<_>>().join("\n\n");
        let mut explanation = Explanation::new(Area::Value, name, text);
        explanation.available = uses.iter().any(|(_, of)| of.status == Status::Now);
        explanation
    })
}
