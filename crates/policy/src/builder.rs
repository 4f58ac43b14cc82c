//! A policy built in code.
//!
//! The builder collects a tree of values and gives it to the reader of policy files: what the language
//! can say can be said, and the same things are checked, with the same words. Names are those of the
//! language; nothing is said here of what models, steps or builders there are.

mod hierarchies;

use crate::entries::Entries;
use crate::language::{Kind, Role};
use crate::policy::Policy;
pub use hierarchies::{
    addresses, auto, built, cuts, dates, digits, groups, intervals, redact, suppress,
};
use ridotto_catalogue::{Item, Parameters, PolicyError, Spanned, Written};

/// What messages call a policy that has no file.
const NAME: &str = "the policy";

/// Collects what a policy says; [`PolicyBuilder::build`] reads it.
///
/// Whatever was begun last takes further keys by [`with`](Self::with), and by the methods of
/// attributes. A key that is said again takes the place of what was said before.
#[derive(Clone, Debug)]
#[must_use = "a policy is there when it is built"]
pub struct PolicyBuilder {
    name: String,
    entries: Entries,
    root: Parameters,
    last: Last,
}

/// What was begun last.
#[derive(Clone, Debug)]
enum Last {
    /// The policy itself.
    Root,
    /// A table of the policy, such as `[release]`.
    Table(&'static str),
    /// The last of several, such as `[[require]]` or an attribute.
    Among(&'static str),
}

impl PolicyBuilder {
    /// A policy that says nothing yet and may name these entries.
    pub fn new(entries: Entries) -> Self {
        let root = Parameters::from([("version", 1)]);
        Self { name: NAME.into(), entries, root, last: Last::Root }
    }

    /// How messages call it. Files that it names lie relative to the folder of this path.
    pub fn named(self, name: impl Into<String>) -> Self {
        Self { name: name.into(), ..self }
    }

    /// What the data are: records of people when nothing is said.
    pub fn kind(mut self, kind: Kind) -> Self {
        self.root = self.root.with("kind", kind);
        self
    }

    /// A column and what it is to an intruder.
    pub fn attribute(self, name: impl Into<String>, role: Role) -> Self {
        self.attribute_with(name, [("role", role)])
    }

    /// A column of several roles, or with keys from elsewhere.
    pub fn attribute_with(mut self, name: impl Into<String>, keys: impl Into<Parameters>) -> Self {
        let (name, keys) = (name.into(), keys.into());
        if let Some(Item { value: Written::Table(all), .. }) =
            self.root.get_mut("attributes", Written::Table(Vec::new()))
        {
            all.push((Spanned::assumed(name), keys.into()));
        }
        self.last = Last::Among("attributes");
        self
    }

    /// How the attribute's values become coarser: [`intervals`] and the like, or the name of a file.
    pub fn hierarchy(self, hierarchy: impl Into<Item>) -> Self {
        self.with("hierarchy", hierarchy)
    }

    /// What the attribute's values are, such as `"integer"`.
    pub fn value_type(self, value_type: impl Into<Item>) -> Self {
        self.with("type", value_type)
    }

    /// The values of an ordinal attribute, from the first to the last.
    pub fn order(self, order: impl Into<Item>) -> Self {
        self.with("order", order)
    }

    /// How dear the attribute is to the users of the data; usually 1.
    pub fn importance(self, importance: impl Into<Item>) -> Self {
        self.with("importance", importance)
    }

    /// What stands for an identifier: a method, and its parameters.
    pub fn pseudonym(self, method: impl Into<Item>, parameters: impl Into<Parameters>) -> Self {
        self.with("pseudonym", parameters.into().named("method", method))
    }

    /// What the release must satisfy: a model, and its parameters.
    pub fn require(self, model: &str, parameters: impl Into<Parameters>) -> Self {
        self.among("require", parameters.into().named("model", model))
    }

    /// What is done to the table first: a step, and its parameters. Steps are done in their order.
    pub fn mask(self, method: &str, parameters: impl Into<Parameters>) -> Self {
        self.among("mask", parameters.into().named("method", method))
    }

    /// A table of counts by some dimensions.
    pub fn table(self, dimensions: impl Into<Item>) -> Self {
        self.among("table", Parameters::from([("dimensions", dimensions)]))
    }

    /// What else is measured, and its parameters.
    pub fn measure(self, what: &str, parameters: impl Into<Parameters>) -> Self {
        self.among("measure", parameters.into().named("what", what))
    }

    /// A key of `[data]`: where the data is and how it is read.
    pub fn data(self, key: &str, value: impl Into<Item>) -> Self {
        self.table_of("data").with(key, value)
    }

    /// A key of `[release]`: how it is made.
    pub fn release(self, key: &str, value: impl Into<Item>) -> Self {
        self.table_of("release").with(key, value)
    }

    /// A key of `[output]`: what is written.
    pub fn output(self, key: &str, value: impl Into<Item>) -> Self {
        self.table_of("output").with(key, value)
    }

    /// A key of `[quality]`: what good data would be like.
    pub fn quality(self, key: &str, value: impl Into<Item>) -> Self {
        self.table_of("quality").with(key, value)
    }

    /// One more key of what was begun last: an attribute, a requirement, a step, a table.
    pub fn with(mut self, key: &str, value: impl Into<Item>) -> Self {
        let at = match self.last {
            Last::Root => None,
            Last::Table(name) => self.root.get_mut(name, Written::Table(Vec::new())),
            Last::Among(name) => {
                let all = self.root.get_mut(name, Written::List(Vec::new()));
                all.and_then(|all| match &mut all.value {
                    Written::List(items) => items.last_mut(),
                    Written::Table(fields) => fields.last_mut().map(|(_, item)| item),
                    _ => None,
                })
            }
        };
        match at {
            Some(at) => {
                let keys = Parameters::from(std::mem::replace(at, Item::new(Written::Nothing)));
                *at = keys.with(key, value).into();
            }
            None => self.root = self.root.with(key, value),
        }
        self
    }

    fn table_of(self, name: &'static str) -> Self {
        Self { last: Last::Table(name), ..self }
    }

    fn among(mut self, name: &'static str, one: Parameters) -> Self {
        if let Some(Item { value: Written::List(all), .. }) =
            self.root.get_mut(name, Written::List(Vec::new()))
        {
            all.push(one.into());
        }
        self.last = Last::Among(name);
        self
    }

    /// Reads what was said, or tells everything that is wrong with it.
    pub fn build(self) -> Result<Policy, PolicyError> {
        Policy::from_value(&self.name, self.root, &self.entries)
    }
}
