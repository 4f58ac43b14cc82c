//! Steps that mask values before the search.
//!
//! A step is an entry and its parameters, and nothing here knows any of them: what must be known of a
//! step to read a policy are the facts of its entry.

use ridotto_catalogue::{
    Entry, FileUse, Given, Mixing, Privacy, Shape, Span, Spanned, StepFacts, Truth, Value,
};

/// A step that changes the table before hierarchies are compiled and the search begins.
#[derive(Clone, Debug)]
pub struct Mask {
    given: Given,
}

impl Mask {
    /// The step with these parameters; `None` if they are of no step.
    pub fn new(given: Given) -> Option<Self> {
        given.entry().step().is_some().then_some(Self { given })
    }

    /// The parameters.
    pub fn given(&self) -> &Given {
        &self.given
    }

    /// What is known of the step.
    pub fn entry(&self) -> &'static Entry {
        self.given.entry()
    }

    /// What is known of it as a step.
    pub fn facts(&self) -> &'static StepFacts {
        self.entry().step().expect("a mask is made of the parameters of a step")
    }

    /// Its name.
    pub fn method(&self) -> &'static str {
        self.entry().name
    }

    /// Where it is named.
    pub fn span(&self) -> Option<Span> {
        self.given.span()
    }

    /// The attributes whose values are changed; none for a step that changes no value, or that draws
    /// all.
    pub fn attributes(&self) -> &[Spanned<String>] {
        self.given.named("attributes")
    }

    /// Attributes of which every combination is masked by itself.
    pub fn strata(&self) -> &[Spanned<String>] {
        self.given.named("strata")
    }

    /// Whether it makes values untrue, so that only statistics stay.
    pub fn perturbs(&self) -> bool {
        self.facts().truth != Truth::True
    }

    /// What it promises of differential privacy.
    pub fn privacy(&self) -> Privacy {
        (self.facts().privacy)(&self.given)
    }

    /// Whether the step promises differential privacy.
    pub fn is_private(&self) -> bool {
        self.privacy().is_promised()
    }

    /// Why noise for single records cannot follow, if what the step makes of a record depends on
    /// others.
    pub fn mixes(&self) -> Option<Mixing> {
        (self.facts().mixes)(&self.given)
    }

    /// Whether the step and another change an attribute in common.
    pub fn shares_attributes(&self, other: &Self) -> bool {
        let has = |name: &Spanned<String>| other.changes(name);
        self.attributes().iter().any(has)
    }

    /// Whether the step names an attribute as one that it changes.
    pub fn changes(&self, attribute: &str) -> bool {
        self.attributes().iter().any(|name| name.value == attribute)
    }

    /// The file that the step writes beside the release.
    pub fn publishes(&self) -> Option<&Spanned<String>> {
        self.given.named(self.written()?).first()
    }

    /// Gives another name to the file that the step writes.
    pub fn rename_published(&mut self, name: impl Fn(&str) -> String) {
        let Some(parameter) = self.written() else { return };
        if let Some(file) = self.publishes() {
            let file = file.clone().map(|file| name(&file));
            self.given.set(parameter, Value::Text(file));
        }
    }

    /// The parameter that names the file that the step writes, if it writes one.
    fn written(&self) -> Option<&'static str> {
        let mut all = self.entry().all_parameters();
        all.find(|of| matches!(of.shape, Shape::File(FileUse::Written))).map(|of| of.name)
    }

    /// The columns that the step looks at without changing them.
    pub fn looks_at(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.facts().looks_at.iter().flat_map(|parameter| self.given.named(parameter))
    }

    /// How many releases are made of it.
    pub fn copies(&self) -> u32 {
        (self.facts().copies)(&self.given)
    }
}
