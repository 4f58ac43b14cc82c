//! Everything that a policy or a report can name, ours and a user's own.

use ridotto_catalogue::{Definition, Entry, Sort};
use ridotto_core::Watch;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_core::model::{MODELS, ModelDefinition};
use ridotto_core::objective::OBJECTIVES;
use ridotto_io::FORMATS;
use ridotto_io::Place;
use ridotto_mask::{STEPS, StepDefinition};
use ridotto_measure::MEASURES;
use ridotto_measure::attack::ATTACKS;
use ridotto_measure::risk::classes;
use ridotto_micro::ALGORITHMS;
use ridotto_micro::catalogue::PREFERENCES;
use ridotto_microdata::CheckOptions;
use ridotto_policy::{Entries, Item, Policy, PolicyBuilder, PolicyError};
use ridotto_pseudonym::PseudonymStep;
use ridotto_release::{Converted, Error};
use ridotto_release::{Siblings, Steps, StepsOf};
use ridotto_report::{CheckReport, Disclosure};
use ridotto_tabular::attackers::{TABLE_ATTACKS, TABLE_MEASURES};
use ridotto_tabular::method::METHODS;
use ridotto_tabular::rule::RULES;
use std::path::Path;

/// The models and masking steps that policies are read with.
///
/// A model of one's own is a [`ModelDefinition`] and a step of one's own a [`StepDefinition`], as ours
/// are: it is parsed, explained, bound, run, verified and reported as they are.
#[derive(Clone, Debug)]
pub struct Registry {
    models: Vec<&'static ModelDefinition>,
    steps: Vec<&'static StepDefinition>,
}

impl Default for Registry {
    /// Ours.
    fn default() -> Self {
        Self { models: MODELS.to_vec(), steps: STEPS.to_vec() }
    }
}

impl Registry {
    /// These, and one more. One that has the name of another takes its place.
    #[must_use]
    pub fn with_model(mut self, model: &'static ModelDefinition) -> Self {
        self.models.retain(|other| other.entry.name != model.entry.name);
        self.models.push(model);
        self
    }

    /// These, and one masking step more. One that has the name of another takes its place.
    ///
    /// [`step`](crate::step) has what it is made of, and the first page of this documentation an example.
    #[must_use]
    pub fn with_step(mut self, step: &'static StepDefinition) -> Self {
        self.steps.retain(|other| other.entry.name != step.entry.name);
        self.steps.push(step);
        self
    }

    /// The masking steps.
    pub fn steps(&self) -> &[&'static StepDefinition] {
        &self.steps
    }

    /// The models.
    pub fn models(&self) -> &[&'static ModelDefinition] {
        &self.models
    }

    /// The model of a name.
    pub fn model(&self, name: &str) -> Option<&'static Entry> {
        let rules = RULES.iter().map(|rule| &rule.entry);
        let mut all = self.models.iter().map(|model| &model.entry).chain(rules);
        all.find(|entry| entry.name == name)
    }

    /// Everything that has an entry and that a policy can name: models, steps, algorithms, objectives and
    /// what hierarchies are built from; and the formats that tables are stored in.
    pub fn definitions(&self) -> impl Iterator<Item = &'static dyn Definition> {
        let models = self.models.iter().map(|of| *of as &dyn Definition);
        let algorithms = ALGORITHMS.iter().map(|of| *of as &dyn Definition);
        let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
        let preferences = PREFERENCES.iter().map(|of| *of as &dyn Definition);
        let builders = BUILDERS.iter().map(|of| *of as &dyn Definition);
        let formats = FORMATS.iter().map(|of| *of as &dyn Definition);
        let rules = RULES.iter().map(|of| *of as &dyn Definition);
        let methods = METHODS.iter().map(|of| *of as &dyn Definition);
        let steps = self.steps.iter().map(|of| *of as &dyn Definition);
        let models = models.chain(rules).chain(steps);
        models
            .chain(algorithms)
            .chain(objectives)
            .chain(preferences)
            .chain(builders)
            .chain(formats)
            .chain(methods)
    }

    /// The entries of a sort, in the order of the book.
    pub fn of(&self, sort: Sort) -> impl Iterator<Item = &'static Entry> {
        self.definitions().map(Definition::entry).filter(move |entry| entry.sort() == sort)
    }

    /// The measures that reports can have.
    pub fn measures(&self) -> &'static [&'static Entry] {
        MEASURES
    }

    /// The attacks that can be tried.
    pub fn attacks(&self) -> &'static [&'static Entry] {
        ATTACKS
    }

    /// Who attacks tables, as the audit does.
    pub fn table_attacks(&self) -> &'static [&'static Entry] {
        TABLE_ATTACKS
    }

    /// What the audit of a table measures.
    pub fn table_measures(&self) -> &'static [&'static Entry] {
        TABLE_MEASURES
    }

    /// What tables must satisfy.
    pub fn rules(&self) -> impl Iterator<Item = &'static Entry> + use<> {
        RULES.iter().map(|rule| &rule.entry)
    }

    /// What the reader of policies needs of them.
    pub fn entries(&self) -> Entries {
        Entries::new(self.definitions())
    }

    /// Reads a policy; `source_name` is how messages call it, usually its path.
    pub fn parse(&self, source_name: &str, text: &str) -> Result<Policy, PolicyError> {
        Policy::parse(source_name, text, &self.entries())
    }

    /// Reads a policy that is a value, with the keys and tables of a file; problems say the path of what
    /// is wrong, such as `require[0].k`.
    pub fn from_value(
        &self,
        source_name: &str,
        value: impl Into<Item>,
    ) -> Result<Policy, PolicyError> {
        Policy::from_value(source_name, value, &self.entries())
    }

    /// A policy that is built in code and may name them.
    pub fn builder(&self) -> PolicyBuilder {
        PolicyBuilder::new(self.entries())
    }

    /// Reads a policy from a file.
    pub fn read_policy(&self, path: &Path) -> Result<Policy, Error> {
        Ok(self.parse(&path.to_string_lossy(), &policy_text(path)?)?)
    }

    /// What kinds of data take from the crates beside them.
    pub fn siblings(&self) -> Siblings {
        Siblings {
            entries: self.entries(),
            steps,
            wants: ridotto_mask::wants,
            stand: ridotto_mask::private::settled,
            of_classes: classes::of_classes,
            smallest_class: |before, after| Some(classes::smallest_class(before, after)),
        }
    }

    /// Counts a file's classes and says what they attain.
    pub fn check<'a>(
        &self,
        data: impl Into<Place<'a>>,
        options: &CheckOptions,
        watch: &dyn Watch,
    ) -> Result<CheckReport, Error> {
        ridotto_microdata::check(data, options, &self.entries(), watch)
    }

    /// The JSON Schema of a policy that names them.
    pub fn schema(&self) -> serde_json::Value {
        ridotto_policy::schema(&self.entries())
    }
}

/// Reads a policy that names our models alone.
pub fn parse(source_name: &str, text: &str) -> Result<Policy, PolicyError> {
    Registry::default().parse(source_name, text)
}

/// Reads a policy that is a value and names our models alone.
pub fn from_value(source_name: &str, value: impl Into<Item>) -> Result<Policy, PolicyError> {
    Registry::default().from_value(source_name, value)
}

/// [`Policy::builder`](Self::builder): a policy in code, which may name what this crate knows. With
/// models of one's own, it is [`Registry::builder`].
pub trait BuildPolicy {
    /// A policy that says nothing yet.
    fn builder() -> PolicyBuilder;
}

impl BuildPolicy for Policy {
    fn builder() -> PolicyBuilder {
        Registry::default().builder()
    }
}

/// Counts a file's classes and says what they attain.
pub fn check<'a>(
    data: impl Into<Place<'a>>,
    options: &CheckOptions,
    watch: &dyn Watch,
) -> Result<CheckReport, Error> {
    Registry::default().check(data, options, watch)
}

/// The steps of a policy: those that mask, and then pseudonyms. Who was not sampled must not enter a
/// mapping.
fn steps(of: &StepsOf<'_>) -> Result<Steps, Error> {
    let StepsOf { policy, names, wanted, folder, reading, instead } = *of;
    let mut steps = ridotto_mask::bind(policy, names, wanted, folder, reading)?;
    if let Some(pseudonyms) = PseudonymStep::bind(policy, names) {
        steps.steps.push(Box::new(match instead {
            Some(instead) => pseudonyms.restored(folder, instead),
            None => pseudonyms,
        }));
    }
    Ok(steps)
}

/// The JSON Schema of a policy that names our models alone.
pub fn schema() -> serde_json::Value {
    Registry::default().schema()
}

/// Reads and parses a policy file that names our models alone.
pub fn read_policy(path: &Path) -> Result<Policy, Error> {
    Registry::default().read_policy(path)
}

/// Makes a policy of a batch of τ-Argus and the metadata that it names.
pub fn read_batch(path: &Path) -> Result<Converted, Error> {
    ridotto_release::read_batch(path, &Registry::default().entries())
}

/// The usual rules of what may be shown to whom, with our measures.
pub fn disclosure() -> Disclosure {
    Disclosure::new(MEASURES)
}

/// The text of a policy file.
fn policy_text(path: &Path) -> Result<String, Error> {
    let bytes = std::fs::read(path).map_err(|error| ridotto_io::IoError::new(path, error))?;
    let text = String::from_utf8(bytes).map_err(|_| Error::Usage {
        message: format!("{}: not a text in UTF-8", path.display()),
        hint: "a policy is a TOML file; save it as UTF-8".into(),
    })?;
    refuse_passwords(&path.display().to_string(), &text)?;
    Ok(text)
}

/// A message or a report may show any line of the policy, and a password must be in none.
pub(crate) fn refuse_passwords(name: &str, text: &str) -> Result<(), Error> {
    if text.split(['"', '\'', '`']).any(ridotto_io::has_password) {
        return Err(Error::Usage {
            message: format!("{name}: there is a password in the policy"),
            hint: "write the address without it, and set PGPASSWORD or use ~/.pgpass".into(),
        });
    }
    Ok(())
}
