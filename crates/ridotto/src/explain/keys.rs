//! Keys of the policy and the names that they take, from the tables of the language.

use super::{Area, Explanation, ParameterText};
use ridotto_policy::language::{
    ATTRIBUTE, BUILDERS, DATA, Key, MaskMethod, Model, Name, Named, OUTPUT, OWN_K, PseudonymMethod,
    RELEASE, ROOT, Role, Section, Shape, Status, pseudonym, requirement, step,
};
use std::collections::BTreeMap;

/// Sections of the policy with what they are called, and for which models or methods they are.
fn places() -> Vec<(String, &'static Section)> {
    let plain = [&DATA, &ATTRIBUTE, &RELEASE, &OUTPUT, &OWN_K];
    let mut all = vec![("the top of the policy".to_owned(), &ROOT)];
    all.extend(plain.map(|section| (format!("`{}`", section.place), section)));
    for (&model, name) in Model::ALL.iter().zip(Model::NAMES) {
        all.push((format!("`{}` {}", requirement(model).place, name.name), requirement(model)));
    }
    for (&method, name) in MaskMethod::ALL.iter().zip(MaskMethod::NAMES) {
        all.push((format!("`{}` {}", step(method).place, name.name), step(method)));
    }
    for (&method, name) in PseudonymMethod::ALL.iter().zip(PseudonymMethod::NAMES) {
        all.push((format!("`{}` {}", pseudonym(method).place, name.name), pseudonym(method)));
    }
    all.extend(BUILDERS.iter().map(|section| (format!("`{}`", section.place), *section)));
    all
}

/// Every key by name, with its places.
fn by_name() -> BTreeMap<&'static str, Vec<(String, &'static Key)>> {
    let mut all: BTreeMap<&'static str, Vec<(String, &'static Key)>> = BTreeMap::new();
    for (place, section) in places() {
        for key in section.keys {
            all.entry(key.name).or_default().push((place.clone(), key));
        }
    }
    all
}

/// Names that pages explain by themselves, in an area of their own.
fn is_explained(key: &str) -> bool {
    BUILDERS.iter().any(|builder| builder.keys[0].name == key)
}

/// An explanation for each key.
pub(super) fn keys() -> impl Iterator<Item = Explanation> {
    by_name().into_iter().filter(|(name, _)| !is_explained(name)).map(|(name, uses)| {
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
            explanation.parameters.extend(choices(key).map(of_name));
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

/// The names that a key takes.
fn choices(key: &Key) -> impl Iterator<Item = &'static Name> + use<> {
    let names = match key.shape {
        Shape::Roles => Role::NAMES,
        Shape::Choice(names)
        | Shape::Choices(names)
        | Shape::Prefixes(_, names)
        | Shape::Auto(_, names) => names,
        _ => &[],
    };
    names.iter()
}

fn of_name(name: &'static Name) -> ParameterText {
    let later = if name.status == Status::Later { " Not in this version." } else { "" };
    ParameterText {
        name: format!("\"{}\"", name.name),
        required: false,
        default: None,
        about: format!("{}{later}", name.doc),
    }
}

/// Keys whose names are explained in areas of their own.
const ELSEWHERE: [&str; 5] = ["model", "method", "algorithm", "objective", "role"];

/// An explanation for each name that a key takes.
pub(super) fn values() -> impl Iterator<Item = Explanation> {
    let mut all: BTreeMap<&'static str, Vec<(String, &'static Name)>> = BTreeMap::new();
    for (key, uses) in by_name().into_iter().filter(|(key, _)| !ELSEWHERE.contains(key)) {
        for (place, key_of) in uses {
            for name in choices(key_of) {
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
