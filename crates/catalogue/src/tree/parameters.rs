//! Parameters by name, as a program gives them.

use super::{Field, Item, Written};
use crate::Spanned;

/// Parameters by name: a list of pairs, or a table from elsewhere.
///
/// ```
/// use ridotto_catalogue::{Item, Parameters};
///
/// let pairs = Parameters::from([("k", 5)]).with("over", ["age", "zip"]);
/// let table: Item = serde_json::json!({ "k": 5, "over": ["age", "zip"] }).into();
/// assert_eq!(Item::from(pairs), table);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameters(Item);

impl Default for Parameters {
    /// None.
    fn default() -> Self {
        Self(Item::new(Written::Table(Vec::new())))
    }
}

impl Parameters {
    /// One more; it takes the place of one with the same name. A value that is no table stays as it
    /// is: who reads it says so.
    #[must_use]
    pub fn with(mut self, name: impl Into<String>, value: impl Into<Item>) -> Self {
        self.set(name.into(), value.into());
        self
    }

    fn set(&mut self, name: String, value: Item) {
        let Written::Table(fields) = &mut self.0.value else { return };
        match fields.iter_mut().find(|(key, _)| key.value == name) {
            Some((_, old)) => *old = value,
            None => fields.push((Spanned::assumed(name), value)),
        }
    }

    /// What a parameter has; nothing yet if it is new. `None` if this is no table.
    pub fn get_mut(&mut self, name: &str, new: Written) -> Option<&mut Item> {
        let Written::Table(fields) = &mut self.0.value else { return None };
        let at = fields.iter().position(|(key, _)| key.value == name).unwrap_or_else(|| {
            fields.push((Spanned::assumed(name.to_owned()), Item::new(new)));
            fields.len() - 1
        });
        Some(&mut fields[at].1)
    }

    /// The first parameter, before all others.
    #[must_use]
    pub fn named(mut self, key: &str, name: impl Into<Item>) -> Self {
        if let Written::Table(fields) = &mut self.0.value {
            fields.insert(0, (Spanned::assumed(key.to_owned()), name.into()));
        }
        self
    }
}

impl From<()> for Parameters {
    fn from((): ()) -> Self {
        Self::default()
    }
}

impl<K: Into<String>, V: Into<Item>, const N: usize> From<[(K, V); N]> for Parameters {
    fn from(pairs: [(K, V); N]) -> Self {
        Vec::from(pairs).into()
    }
}

impl<K: Into<String>, V: Into<Item>> From<Vec<(K, V)>> for Parameters {
    fn from(pairs: Vec<(K, V)>) -> Self {
        pairs.into_iter().fold(Self::default(), |all, (name, value)| all.with(name, value))
    }
}

impl From<Item> for Parameters {
    fn from(item: Item) -> Self {
        Self(item)
    }
}

impl From<serde_json::Value> for Parameters {
    fn from(value: serde_json::Value) -> Self {
        Self(value.into())
    }
}

impl From<Parameters> for Item {
    fn from(parameters: Parameters) -> Self {
        parameters.0
    }
}

impl From<Vec<Field>> for Parameters {
    fn from(fields: Vec<Field>) -> Self {
        Self(Item::new(Written::Table(fields)))
    }
}
