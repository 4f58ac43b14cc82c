//! What a policy can name, as those who can do it say.

use ridotto_catalogue::{Definition, Name, nearest};

/// The entries that a policy is read with. This crate knows names and no algorithms, so they come
/// from outside.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    models: Vec<&'static dyn Definition>,
}

impl Entries {
    /// These models.
    pub fn new(models: impl IntoIterator<Item = &'static dyn Definition>) -> Self {
        Self { models: models.into_iter().collect() }
    }

    /// The models that a policy can ask for by name.
    pub fn models(&self) -> impl Iterator<Item = &'static dyn Definition> + '_ {
        self.models.iter().copied().filter(|model| model.entry().is_written())
    }

    /// Their names.
    pub fn model_names(&self) -> Vec<Name> {
        self.models().map(|model| model.entry().name()).collect()
    }

    /// The model that somebody may have meant by another name that it has.
    pub(crate) fn model_called(&self, written: &str) -> Option<&'static str> {
        let by_other_name = |model: &&'static dyn Definition| {
            nearest(written, model.entry().aliases.iter().copied()).is_some()
        };
        self.models().find(by_other_name).map(|model| model.entry().name)
    }
}
