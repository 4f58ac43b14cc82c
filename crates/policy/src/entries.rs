//! What a policy can name, as those who can do it say.

use crate::language::Key;
use ridotto_catalogue::{Definition, Name, Sort, nearest};

/// The entries that a policy is read with. This crate knows names and no algorithms, so they come
/// from outside.
#[derive(Clone, Debug, Default)]
pub struct Entries {
    all: Vec<&'static dyn Definition>,
}

/// A thing that has an entry.
type Defined = &'static dyn Definition;

impl Entries {
    /// These, of any sort; those of one sort are in the order given.
    pub fn new(all: impl IntoIterator<Item = &'static dyn Definition>) -> Self {
        Self { all: all.into_iter().collect() }
    }

    /// Those of a sort that a policy can ask for.
    pub fn of(&self, sort: Sort) -> impl Iterator<Item = &'static dyn Definition> + '_ {
        let is_it = move |of: &Defined| of.entry().sort() == sort && of.entry().is_written();
        self.all.iter().copied().filter(is_it)
    }

    /// The models that a policy can ask for by name.
    pub fn models(&self) -> impl Iterator<Item = &'static dyn Definition> + '_ {
        self.of(Sort::Model)
    }

    /// The names of a sort.
    pub fn names(&self, sort: Sort) -> Vec<Name> {
        self.of(sort).map(|of| of.entry().name()).collect()
    }

    /// The one of a name.
    pub fn named(&self, sort: Sort, name: &str) -> Option<&'static dyn Definition> {
        self.of(sort).find(|of| of.entry().name == name)
    }

    /// The one that somebody may have meant by another name that it has.
    pub(crate) fn called(&self, sort: Sort, written: &str) -> Option<&'static str> {
        let by_other_name =
            |of: &Defined| nearest(written, of.entry().aliases.iter().copied()).is_some();
        self.of(sort).find(by_other_name).map(|of| of.entry().name)
    }

    /// The keys of `[release]` that are parameters of an algorithm, an objective or a method for tables.
    pub fn release_keys(&self) -> impl Iterator<Item = &'static Key> + '_ {
        let all = self.of(Sort::Algorithm).chain(self.of(Sort::Objective));
        all.chain(self.of(Sort::Method)).flat_map(|of| of.entry().all_parameters())
    }

    /// The tables that build a hierarchy: how each is written, and its keys.
    pub fn builders(&self) -> impl Iterator<Item = &'static dyn Definition> + '_ {
        self.of(Sort::Builder).filter(|of| of.entry().parameter(of.entry().name).is_some())
    }
}
