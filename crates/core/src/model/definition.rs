//! A model as the catalogue has it: its entry, and how it is made from parameters and data.

use super::{Baseline, Count, Decisive, Frequency, ModelError, Sensitive, Target};
use crate::{Bound, ClassModel, ClassTable, Dictionary, SensitiveId, TableModel, UnionRule};
use ridotto_catalogue::{Definition, Entry, Given, Literals, ModelFacts, Problem, Spanned};
use std::fmt;
use std::num::NonZeroU64;
use std::sync::Arc;

/// All that there is to a model but the statistic itself.
#[derive(Debug)]
pub struct ModelDefinition {
    /// What is known of it.
    pub entry: Entry,
    /// Makes it from its parameters and what it is asked of.
    pub bind: fn(&Given, &mut dyn ModelContext) -> Result<BoundModel, Problem>,
    /// With which parameters any file satisfies it, so that its level can be told unasked.
    pub weakest: &'static [Weakest],
    /// Parameters that some classes meet and some do not, for tests. Of values: `0` to `4`.
    pub tries: &'static [Literals],
}

impl Definition for ModelDefinition {
    fn entry(&self) -> &Entry {
        &self.entry
    }
}

impl ModelDefinition {
    /// What is known of it as a model.
    pub fn facts(&self) -> &ModelFacts {
        self.entry.model().expect("a model has the facts of a model")
    }

    /// Whether it is asked of a sensitive attribute.
    pub fn is_of_attribute(&self) -> bool {
        self.entry.parameter("attribute").is_some()
    }
}

/// Parameters that any file satisfies, or that do not matter for the level.
#[derive(Clone, Copy, Debug)]
pub struct Weakest {
    /// The parameters.
    pub given: Literals,
    /// Those of them that say which statistic it is.
    pub told: &'static [&'static str],
}

/// What a model is asked of.
pub trait ModelContext {
    /// The sensitive attribute, of models that have a parameter `attribute`.
    fn sensitive(&self) -> Sensitive<'_>;
    /// What a model counts that asks how many there are: rows, or persons.
    fn count(&mut self) -> Result<Count, Problem>;
    /// A column that is looked at beside: its place among those, and its values.
    fn companion(&mut self, name: &Spanned<String>) -> Result<(SensitiveId, &Dictionary), Problem>;
    /// Whether the population is there to be counted.
    fn has_population(&self) -> bool;
    /// How many rows there are.
    fn rows(&self) -> u64;
    /// How many persons there are, where a person may have several rows.
    fn persons(&self) -> Result<Option<u64>, Problem>;
    /// How many records a person has at most where the release is differentially private.
    fn rows_per_person(&self) -> NonZeroU64 {
        NonZeroU64::MIN
    }
}

/// A model that judges classes, or a table as a whole.
#[derive(Clone, Debug)]
pub enum Model {
    /// Every class must hold.
    PerClass(Arc<dyn ClassModel>),
    /// The table must hold.
    PerTable(Arc<dyn TableModel>),
}

impl Model {
    /// The model's name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::PerClass(model) => model.name(),
            Self::PerTable(model) => model.name(),
        }
    }

    /// What the statistic must keep to.
    pub fn bound(&self) -> Bound {
        match self {
            Self::PerClass(model) => model.bound(),
            Self::PerTable(model) => model.bound(),
        }
    }

    /// What decides about a table; `None` if it has no class.
    pub fn decisive(&self, table: &ClassTable) -> Option<Decisive> {
        match self {
            Self::PerClass(model) => model.decisive(table),
            Self::PerTable(model) => {
                (!table.is_empty()).then(|| Decisive::of_bound(model.bound(), model.level(table)))
            }
        }
    }

    /// The level of a table; `None` if it has no class.
    pub fn attained(&self, table: &ClassTable) -> Option<f64> {
        match self {
            Self::PerClass(model) => model.attained(table),
            Self::PerTable(model) => (!table.is_empty()).then(|| model.level(table)),
        }
    }

    /// Whether a table satisfies it.
    pub fn holds(&self, table: &ClassTable) -> bool {
        match self {
            Self::PerClass(model) => table.classes().all(|class| model.holds(class)),
            Self::PerTable(model) => model.holds(table),
        }
    }

    /// If it says no more than "a class has at least so many rows", how many.
    pub fn least_size(&self) -> Option<u64> {
        match self {
            Self::PerClass(model) => model.least_size(),
            Self::PerTable(_) => None,
        }
    }

    /// What a union of classes keeps; of a table as a whole nothing is promised.
    pub fn union_rule(&self) -> UnionRule {
        match self {
            Self::PerClass(model) => model.union_rule(),
            Self::PerTable(_) => UnionRule::NoPromise,
        }
    }
}

/// A model that was made from parameters and data.
#[derive(Debug)]
pub struct BoundModel {
    /// The model.
    pub model: Model,
    /// How it is made from another distribution than the whole input's, if it compares with one.
    pub relative: Option<Relative>,
    /// What else must hold, which no class shows, and what that counts.
    pub beside: Option<(Model, &'static str)>,
    /// What a report gives as its parameters, where a file shows less than what was asked for.
    pub shown: Option<(&'static str, f64)>,
}

impl BoundModel {
    /// A model that judges classes.
    pub fn per_class(model: impl ClassModel + 'static) -> Self {
        Self::shared(Arc::new(model))
    }

    /// The same, of a model that is shared already.
    pub fn shared(model: Arc<dyn ClassModel>) -> Self {
        Self { model: Model::PerClass(model), relative: None, beside: None, shown: None }
    }

    /// A model that judges a table as a whole.
    pub fn per_table(model: impl TableModel + 'static) -> Self {
        let model = Model::PerTable(Arc::new(model));
        Self { model, relative: None, beside: None, shown: None }
    }

    /// A model that compares classes with a distribution, of which it is made.
    pub fn compared(
        given: &Given,
        target: &Target,
        frequency: Frequency,
        make: impl Fn(&Target, &Baseline) -> Result<Arc<dyn ClassModel>, ModelError>
        + Send
        + Sync
        + 'static,
    ) -> Result<Self, Problem> {
        let relative = Relative { target: target.clone(), frequency, make: Box::new(make) };
        let model = relative.of_input().map_err(|error| about(given, target, &error))?;
        Ok(Self { relative: Some(relative), ..Self::shared(model) })
    }
}

/// A problem of a model with the sensitive attribute that it is about.
pub(super) fn about(given: &Given, target: &Target, error: &ModelError) -> Problem {
    given.problem(format!("{error} (about `{}`)", target.name))
}

/// Makes a model that compares classes with a distribution.
type Make =
    Box<dyn Fn(&Target, &Baseline) -> Result<Arc<dyn ClassModel>, ModelError> + Send + Sync>;

/// A model that compares classes with a distribution: that of the input, or another one.
pub struct Relative {
    target: Target,
    frequency: Frequency,
    make: Make,
}

impl fmt::Debug for Relative {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Relative({:?})", self.target)
    }
}

impl Relative {
    /// What it is about.
    pub fn target(&self) -> &Target {
        &self.target
    }

    /// The model that compares with the input.
    fn of_input(&self) -> Result<Arc<dyn ClassModel>, ModelError> {
        (self.make)(&self.target, &self.target.baseline(self.frequency))
    }

    /// The level of a table against the distribution of its own rows.
    pub fn attained_among(&self, table: &ClassTable) -> Option<f64> {
        let baseline = self.target.baseline_of(table, self.frequency);
        (self.make)(&self.target, &baseline).ok()?.attained(table)
    }
}

/// The nearest whole number of something that is counted.
#[expect(clippy::cast_sign_loss, reason = "what is counted is not negative")]
pub(super) fn whole(number: f64) -> u64 {
    number.round() as u64
}
