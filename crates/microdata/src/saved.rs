//! A recoding as it is saved: the decision, and what is needed to apply it to next month's file.

mod baseline;
mod data;
mod sensitive;

pub use baseline::SavedBaseline;
pub use data::SavedData;
use ridotto_catalogue::Written;
use ridotto_core::Kind;
use ridotto_core::hierarchy::MOST_LEVELS;
use ridotto_io::{IoError, ReadAs, SourceOptions};
use ridotto_micro::Recoding;
use ridotto_micro::local::cell::CellRecoding;
use ridotto_micro::local::mondrian::Regions;
use ridotto_policy::language::{Named, Role, ValueType};
use ridotto_policy::{Attribute, Entries, Item, Policy, PolicyBuilder};
use ridotto_release::Error;
pub use sensitive::SavedHierarchy;
use serde::{Deserialize, Serialize};
use std::collections::HashSet;
use std::path::Path;

/// The saved form. It holds values of the data, so it is written for its owner alone.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRecoding {
    /// The version that wrote it.
    pub ridotto: String,
    /// What kind of recoding it is.
    pub recoding: String,
    /// All columns of the data, and what becomes of them.
    pub columns: Vec<SavedColumn>,
    /// The generalised attributes, if values become the same in all records.
    pub attributes: Recoding,
    /// The names of the attributes that regions or cells are about, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub keys: Vec<String>,
    /// The regions that records lie in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<Regions>,
    /// What each combination of values becomes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cells: Option<CellRecoding>,
    /// The hierarchies of sensitive attributes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sensitive: Vec<SavedHierarchy>,
    /// How the sensitive attributes were spread in the input, where a requirement compares with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub baselines: Vec<SavedBaseline>,
    /// What must hold, in short.
    pub requirements: Vec<SavedRequirement>,
    /// The policy, which says it in full, as a value. Recodings of earlier versions have its text, or
    /// lack it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub policy: Option<Item>,
    /// The largest share of records that may be suppressed, as the policy wrote it.
    pub suppression: String,
    /// Whether suppressed records are written as `*` instead of left out.
    pub keep_suppressed: bool,
    /// The texts that mean "missing".
    pub missing: Vec<String>,
    /// How the policy said that the data are written. Recodings of earlier versions lack it.
    #[serde(default)]
    pub data: SavedData,
}

/// A column and its role.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedColumn {
    /// Its name.
    pub name: String,
    /// Its role; `dropped` if it is not released.
    pub role: String,
    /// The type that the policy gave it; detected where it gave none.
    #[serde(default, rename = "type", skip_serializing_if = "Option::is_none")]
    pub value_type: Option<String>,
    /// The values of an ordinal attribute, from the first to the last.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub order: Vec<String>,
    /// Which key made its pseudonyms: sixteen digits that tell keys apart and tell nothing of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
}

/// A requirement.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SavedRequirement {
    /// The model's name.
    pub model: String,
    /// Its k, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub k: Option<u64>,
}

/// What messages call the policy that a recoding holds.
const POLICY: &str = "the policy in the recoding";

pub(crate) const FULL_DOMAIN: &str = "full-domain";
pub(crate) const REGIONS: &str = "regions";
pub(crate) const CELLS: &str = "cells";
pub(crate) const DROPPED: &str = "dropped";

impl SavedRecoding {
    /// The names of the quasi-identifiers, in order.
    pub fn key_names(&self) -> Vec<&str> {
        let by_value = self.attributes.attributes.iter().map(|attribute| attribute.name.as_str());
        by_value.chain(self.keys.iter().map(String::as_str)).collect()
    }

    /// Whether it has what its kind needs, and nothing of another.
    fn check_kind(&self) -> Result<(), String> {
        let Self { attributes, keys, regions, cells, .. } = self;
        let is_sound = match (self.recoding.as_str(), regions, cells) {
            (FULL_DOMAIN, None, None) => keys.is_empty(),
            (REGIONS, Some(regions), None) => {
                regions.is_sound() && regions.sides.len() == keys.len()
            }
            (CELLS, None, Some(cells)) => cells.is_sound() && cells.attributes.len() == keys.len(),
            (FULL_DOMAIN | REGIONS | CELLS, ..) => false,
            (other, ..) => return Err(format!("unknown kind of recoding: `{other}`")),
        };
        let is_one = attributes.attributes.is_empty() || self.recoding == FULL_DOMAIN;
        if is_sound && is_one { Ok(()) } else { Err("its parts do not fit each other".into()) }
    }

    /// Reads a saved recoding.
    pub fn read(path: &Path, entries: &Entries) -> Result<Self, Error> {
        let text = std::fs::read_to_string(path).map_err(|error| IoError::new(path, error))?;
        Self::parse(path, &text, entries)
    }

    /// Reads a saved recoding that is a text; messages call it by this name.
    pub fn parse(path: &Path, text: &str, entries: &Entries) -> Result<Self, Error> {
        let faulty = |problem: String| Error::Document { file: path.to_owned(), problem };
        let saved: Self = serde_json::from_str(text).map_err(|error| {
            // The message of the parser may quote a value; its place does not.
            let (line, column) = (error.line(), error.column());
            faulty(format!("not a recoding of ridotto (line {line}, column {column})"))
        })?;
        saved.check_kind().map_err(faulty)?;
        if saved.requirements.is_empty() {
            return Err(faulty("it requires nothing".into()));
        }
        let policy = saved.policy(entries).map_err(faulty)?;
        if saved.share().is_none() {
            return Err(faulty("`suppression` is not a share between 0 and 1".into()));
        }
        saved.check_columns(&policy).map_err(faulty)?;
        saved.check_heights().map_err(faulty)?;
        if !saved.sensitive.iter().all(SavedHierarchy::is_sound) {
            return Err(faulty("a hierarchy of a sensitive attribute has gaps".into()));
        }
        if !saved.baselines.iter().all(SavedBaseline::is_sound) {
            return Err(faulty("a distribution of a sensitive attribute has gaps".into()));
        }
        saved.data.check().map_err(|problem| faulty(problem.into()))?;
        Ok(saved)
    }

    /// No hierarchy has more levels than one can have, and no level is above the last.
    fn check_heights(&self) -> Result<(), String> {
        let by_value = self.attributes.attributes.iter();
        let by_value = by_value.map(|it| (&it.name, usize::from(it.height), it.level.unwrap_or(0)));
        let sensitive = self.sensitive.iter().map(|it| (&it.attribute, it.height, 0));
        for (name, height, level) in by_value.chain(sensitive) {
            // Above the levels is `*`.
            if height > MOST_LEVELS + 1 {
                let levels = height - 1;
                return Err(format!(
                    "the hierarchy of `{name}` has {levels} levels between the values and `*`, and \
                     no more than {MOST_LEVELS} are allowed"
                ));
            }
            if usize::from(level) > height {
                return Err(format!("`{name}` is at level {level}, and has no more than {height}"));
            }
        }
        Ok(())
    }

    /// Every column has one known role, and the quasi-identifiers are what is generalised.
    fn check_columns(&self, policy: &Policy) -> Result<(), String> {
        let mut seen = HashSet::new();
        for SavedColumn { name, role, value_type, .. } in &self.columns {
            // An identifier is released as a pseudonym or not at all.
            let has_pseudonym = policy.attribute(name).is_some_and(|of| of.pseudonym.is_some());
            if role == Role::Identifier.name() && !has_pseudonym {
                return Err(format!("it would release the identifier `{name}` as it is"));
            }
            if !seen.insert(name.as_str()) {
                return Err(format!("the column `{name}` is listed twice"));
            }
            if role != DROPPED && self.role(name).flatten().is_none() {
                return Err(format!("the column `{name}` has a role that this version lacks"));
            }
            if value_type.as_deref().is_some_and(|name| kind(name).is_none()) {
                return Err(format!("the column `{name}` has a type that this version lacks"));
            }
        }
        let names = self.key_names();
        let generalized = |name: &str| names.iter().filter(|other| **other == name).count();
        for column in &self.columns {
            let is_key = column.role == Role::QuasiIdentifier.name();
            if generalized(&column.name) != usize::from(is_key) {
                let name = &column.name;
                return Err(format!("its roles and its attributes do not agree about `{name}`"));
            }
        }
        match names.iter().find(|name| !seen.contains(&**name)) {
            Some(name) => Err(format!("`{name}` is generalised but is no column")),
            None => Ok(()),
        }
    }

    /// The order of an ordinal attribute; `None` if it is not ordinal.
    pub(crate) fn order(&self, attribute: &Attribute) -> Option<Vec<String>> {
        attribute.order.as_ref()?;
        let column = self.columns.iter().find(|column| *column.name == *attribute.name)?;
        Some(column.order.clone())
    }

    /// The largest share of records that may be suppressed.
    pub fn share(&self) -> Option<ridotto_policy::Share> {
        ridotto_policy::Share::new(ridotto_policy::Decimal::parse(&self.suppression)?)
    }

    /// The policy that says what must hold.
    pub fn policy(&self, entries: &Entries) -> Result<Policy, String> {
        let policy = match &self.policy {
            Some(Item { value: Written::Text(text), .. }) => Policy::parse(POLICY, text, entries),
            Some(value) => Policy::from_value(POLICY, value.clone(), entries),
            None => self.plain_policy(entries)?.build(),
        };
        let policy = policy.map_err(|error| format!("its policy cannot be read: {error}"))?;
        if policy.requirements.len() > self.requirements.len() {
            return Err("its policy and its requirements do not agree".into());
        }
        Ok(policy)
    }

    /// The policy of a recoding that has none: k-anonymity was all there was.
    fn plain_policy(&self, entries: &Entries) -> Result<PolicyBuilder, String> {
        let mut policy = PolicyBuilder::new(entries.clone()).named(POLICY);
        for name in self.key_names() {
            policy = policy.attribute(name, Role::QuasiIdentifier);
        }
        for SavedRequirement { model, k } in &self.requirements {
            let k = k.filter(|&k| k >= 2 && model == "k-anonymity");
            let k = k.ok_or_else(|| format!("this version cannot judge its `{model}`"))?;
            policy = policy.require(model, [("k", k)]);
        }
        Ok(policy)
    }

    /// How a file is to be read: what the policy said of its data holds for this one, too.
    pub fn source_options(&self, threads: usize) -> SourceOptions {
        SourceOptions { missing: self.missing.clone(), threads, ..self.data.source_options() }
    }

    /// What is wanted of a column; `None` if the recoding does not know it.
    pub fn want(&self, name: &str) -> Option<ReadAs> {
        let column = self.columns.iter().find(|column| column.name == name)?;
        let kind = column.value_type.as_deref().and_then(kind);
        Some(match self.role(name)? {
            None => ReadAs::Skip,
            Some(Role::Insensitive) if kind.is_none() => ReadAs::Carry,
            Some(Role::Identifier) => ReadAs::Code { kind: Some(Kind::Text) },
            Some(_) => ReadAs::Code { kind },
        })
    }

    /// A column's role: `None` if the column is unknown, `Some(None)` if it is dropped.
    #[expect(clippy::option_option, reason = "unknown and dropped are two things")]
    pub(crate) fn role(&self, name: &str) -> Option<Option<Role>> {
        let column = self.columns.iter().find(|column| column.name == name)?;
        Some(match column.role.as_str() {
            "quasi-identifier" => Some(Role::QuasiIdentifier),
            "sensitive" => Some(Role::Sensitive),
            "insensitive" => Some(Role::Insensitive),
            "identifier" => Some(Role::Identifier),
            _ => None,
        })
    }
}

/// The kind of values that a type of the policy is.
fn kind(value_type: &str) -> Option<Kind> {
    let all = ValueType::ALL.iter();
    all.copied().find(|it| it.name() == value_type).map(ridotto_release::reading::kind)
}
