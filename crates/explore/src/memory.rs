//! What is remembered from one exploration to the next: figures, and no value of the data.

use ridotto_io::{Digest, IoError, Staged};
use ridotto_policy::Policy;
use ridotto_release::{Error, write_all};
use ridotto_report::Configuration;
use std::collections::BTreeMap;
use std::path::Path;

/// Figures by configuration, of one policy and one input.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Memory {
    /// The digest of policy and input together.
    of: String,
    known: BTreeMap<String, Configuration>,
}

impl Memory {
    /// What is remembered of this policy and of data with this digest; nothing if they have changed.
    pub fn open(
        cache: Option<&Path>,
        policy: &Policy,
        data: Option<Digest>,
    ) -> Result<Self, Error> {
        let (Some(path), Some(data)) = (cache, data) else { return Ok(Self::default()) };
        // With what the figures mean: those of another version are not taken for them.
        let of = format!("3 {} {data}", Digest::of_bytes(policy.source().text().as_bytes()));
        let of = Digest::of_bytes(of.as_bytes()).to_string();
        let fresh = Self { of: of.clone(), known: BTreeMap::new() };
        if !path.exists() {
            return Ok(fresh);
        }
        let bytes = std::fs::read(path).map_err(|error| IoError::new(path, error))?;
        let found: Option<Self> = serde_json::from_slice(&bytes).ok();
        let found = found.ok_or_else(|| Error::Usage {
            message: format!("{}: this is not what `explore` remembers", path.display()),
            hint: "name another file, which may be a new one".into(),
        })?;
        Ok(if found.of == of { found } else { fresh })
    }

    /// What is known of a configuration.
    pub fn get(&self, name: &str) -> Option<&Configuration> {
        self.known.get(name)
    }

    /// Remembers what was found on all records.
    pub fn keep(&mut self, new: &Configuration, cache: Option<&Path>) -> Result<(), Error> {
        let Some(path) = cache else { return Ok(()) };
        if new.sample.is_some() || self.known.contains_key(&new.name) {
            return Ok(());
        }
        self.known.insert(new.name.clone(), new.clone());
        let staged = Staged::beside(path, true)?;
        write_all(&staged, ridotto_report::to_json(self).as_bytes())?;
        Ok(staged.publish()?)
    }
}
