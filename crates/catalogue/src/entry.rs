//! What is known of a thing that a policy can name: one value beside the thing's code.
//!
//! Every field must be written, so that nothing is said of one model and forgotten of another. The
//! parser, the schema, `explain`, the book, the page and the terminal read the same value.

mod algorithm;
mod attack;
mod builder;
mod fields;
mod format;
mod given;
mod groups;
mod levels;
mod measure;
mod method;
mod objective;
mod several;
mod step;
mod tables;
#[cfg(test)]
mod tests;
mod value;
mod worked;

pub use algorithm::{AlgorithmFacts, Certainty, Family, Generalize, Suppress};
pub use attack::{AttackEntry, AttackFacts, Help};
pub use builder::BuilderFacts;
pub use fields::Fields;
pub use format::FormatFacts;
pub use given::{Given, Literal, Literals, Table};
pub use groups::{Group, Members};
pub use measure::{
    Better, Concern, Files, Form, MeasureEntry, MeasureFacts, MeasureGroup, Measures, Reader,
    RowsAre, Unit,
};
pub use method::MethodFacts;
pub use objective::ObjectiveFacts;
pub use step::{
    Mixing, Privacy, StepFacts, Transparency, Truth, by_itself, one_copy, opaque, promises_nothing,
    with_others,
};
pub use tables::{Among, BETWEEN, Domain, NUMBERS};
pub use value::{Of, Value};
pub use worked::Worked;

use crate::{Claim, Name, Parameter, Problem, Sort, Status};
use std::any::Any;
use std::fmt::Debug;

/// What is known of a model, a step, a measure or the like.
#[derive(Debug)]
pub struct Entry {
    /// As written in a policy.
    pub name: &'static str,
    /// As papers write it.
    pub title: &'static str,
    /// What else people call it.
    pub aliases: &'static [&'static str],
    /// The definition in one line.
    pub formula: &'static str,
    /// Whether it works, and whether it can be asked for by name.
    pub status: Status,
    /// The definition in one sentence.
    pub summary: &'static str,
    /// Its parameters, in groups that several entries may share, in the order of the book.
    pub parameters: &'static [&'static [Parameter]],
    /// What is wrong with its parameters beside each other; each alone is within its limits.
    pub check: fn(&Given) -> Vec<Problem>,
    /// What is known of its kind of thing.
    pub facts: Facts,
    /// When to use it and when not, in Markdown.
    pub advice: &'static str,
    /// Where it comes from.
    pub references: &'static [Reference],
    /// A piece of a policy that uses it.
    pub example: &'static str,
    /// What it gives on a small table.
    pub worked: Worked,
}

/// Parameters that may be anything to each other.
pub fn any(_: &Given) -> Vec<Problem> {
    Vec::new()
}

impl Entry {
    /// All parameters, in order.
    pub fn all_parameters(&self) -> impl Iterator<Item = &'static Parameter> + use<> {
        self.parameters.iter().copied().flatten()
    }

    /// The parameter of a name.
    pub fn parameter(&self, name: &str) -> Option<&'static Parameter> {
        self.all_parameters().find(|parameter| parameter.name == name)
    }

    /// The formula as a part of a page: the book makes mathematics of it.
    pub fn formula_in_page(&self) -> String {
        let signs = [("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ("*", "\\*"), ("_", "\\_")];
        let text = signs
            .iter()
            .fold(self.formula.to_owned(), |text, (sign, instead)| text.replace(sign, instead));
        format!("<var>{text}</var>")
    }

    /// Its name with its meaning.
    pub fn name(&self) -> Name {
        Name { name: self.name, status: self.status, doc: self.summary }
    }

    /// Whether a policy can ask for it by name.
    pub fn is_written(&self) -> bool {
        !matches!(self.status, Status::Derived(_))
    }

    /// What sort of thing it is.
    pub fn sort(&self) -> Sort {
        match &self.facts {
            Facts::Model(_) => Sort::Model,
            Facts::Algorithm(_) => Sort::Algorithm,
            Facts::Objective(_) => Sort::Objective,
            Facts::Builder(_) => Sort::Builder,
            Facts::Format(_) => Sort::Format,
            Facts::Measure(_) => Sort::Measure,
            Facts::Attack(_) => Sort::Attack,
            Facts::Step(_) => Sort::Step,
            Facts::Method(_) => Sort::Method,
        }
    }

    /// What is known of it as a model; `None` for another kind of thing.
    pub fn model(&self) -> Option<&ModelFacts> {
        match &self.facts {
            Facts::Model(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as an algorithm; `None` for another kind of thing.
    pub fn algorithm(&self) -> Option<&AlgorithmFacts> {
        match &self.facts {
            Facts::Algorithm(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as a measure; `None` for another kind of thing.
    pub fn measure(&self) -> Option<&MeasureFacts> {
        match &self.facts {
            Facts::Measure(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as a masking step; `None` for another kind of thing.
    pub fn step(&self) -> Option<&StepFacts> {
        match &self.facts {
            Facts::Step(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as a method for tables; `None` for another kind of thing.
    pub fn method(&self) -> Option<&MethodFacts> {
        match &self.facts {
            Facts::Method(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as an objective; `None` for another kind of thing.
    pub fn objective(&self) -> Option<&ObjectiveFacts> {
        match &self.facts {
            Facts::Objective(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as a builder of hierarchies; `None` for another kind of thing.
    pub fn builder(&self) -> Option<&BuilderFacts> {
        match &self.facts {
            Facts::Builder(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as a format; `None` for another kind of thing.
    pub fn format(&self) -> Option<&FormatFacts> {
        match &self.facts {
            Facts::Format(facts) => Some(facts),
            _ => None,
        }
    }

    /// What is known of it as an attack; `None` for another kind of thing.
    pub fn attack(&self) -> Option<&AttackFacts> {
        match &self.facts {
            Facts::Attack(facts) => Some(facts),
            _ => None,
        }
    }
}

impl PartialEq for Entry {
    /// Names are unique.
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for Entry {}

/// Something that has an entry, with the code that belongs to it. Who reads policies carries it
/// along, and who binds them knows its type.
pub trait Definition: Any + Debug + Send + Sync {
    /// Its entry.
    fn entry(&self) -> &Entry;

    /// The kind of data that it is about.
    fn kind(&self) -> &'static str {
        "microdata"
    }
}

/// What is known of a thing of one kind.
#[derive(Debug)]
pub enum Facts {
    /// Of a model of privacy.
    Model(ModelFacts),
    /// Of an algorithm.
    Algorithm(AlgorithmFacts),
    /// Of an objective.
    Objective(ObjectiveFacts),
    /// Of a builder of hierarchies.
    Builder(BuilderFacts),
    /// Of a format.
    Format(FormatFacts),
    /// Of a measure.
    Measure(MeasureFacts),
    /// Of an attack.
    Attack(AttackFacts),
    /// Of a masking step.
    Step(StepFacts),
    /// Of a method that protects tables.
    Method(MethodFacts),
}

/// What is known of a model.
#[derive(Debug)]
pub struct ModelFacts {
    /// What it protects against.
    pub against: &'static [Disclosure],
    /// Whether it asks a yes-or-no question of every class, or bounds how much can be learned.
    pub degree: Degree,
    /// What the data may be for.
    pub purposes: &'static [Purpose],
    /// What its number is, in a few words; the first that fits.
    pub statistics: &'static [Wording],
    /// What it means for people; the first that fits. `{k}` and the like stand for parameters.
    pub promises: &'static [Wording],
    /// What it does not protect against.
    pub limits: &'static [Limit],
    /// What it leaves to attacks.
    pub claims: &'static [Claim],
    /// The parameter that is the least number of records in a class, if it has one.
    pub least_size: Option<&'static str>,
    /// Whether nobody can be found with certainty where it holds.
    pub hides: bool,
    /// Whether it counts the people of a file of the population.
    pub counts_people: fn(&Given) -> bool,
    /// The parameter that every file keeps to, if it is given so that it promises nothing.
    pub vacuous: fn(&Given) -> Option<&'static str>,
}

/// Of nobody's parameters: for [`ModelFacts::counts_people`].
pub fn never(_: &Given) -> bool {
    false
}

/// Of all parameters: for [`ModelFacts::counts_people`].
pub fn always(_: &Given) -> bool {
    true
}

/// Whatever its parameters are, it promises something: for [`ModelFacts::vacuous`].
pub fn promises_something(_: &Given) -> Option<&'static str> {
    None
}

/// What can be disclosed of a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Disclosure {
    /// Which record is whose.
    Identity,
    /// What a person's sensitive value is.
    Attribute,
    /// That a person is in the file.
    Membership,
}

impl Disclosure {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Attribute => "attribute",
            Self::Membership => "membership",
        }
    }
}

/// Whether a promise holds or not, or holds to a degree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Degree {
    /// It holds for a class, or it does not.
    Boolean,
    /// It bounds how much can be learned, or how likely something is.
    Gradual,
}

/// What data are for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Purpose {
    /// Anybody may have them.
    Publishing,
    /// Somebody known gets them.
    Sharing,
    /// Only results leave.
    Computing,
}

/// Words for some cases.
#[derive(Clone, Copy, Debug)]
pub struct Wording {
    /// The cases.
    pub when: When,
    /// The words.
    pub text: &'static str,
}

impl Wording {
    /// Words for every case.
    pub const fn always(text: &'static str) -> Self {
        Self { when: When::Always, text }
    }

    /// Words where this bound decided.
    pub const fn decided_by(bound: &'static str, text: &'static str) -> Self {
        Self { when: When::DecidedBy(bound), text }
    }

    /// Words where a parameter is one of these names.
    pub const fn with(
        parameter: &'static str,
        names: &'static [&'static str],
        text: &'static str,
    ) -> Self {
        Self { when: When::With(parameter, names), text }
    }
}

/// When words fit.
#[derive(Clone, Copy, Debug)]
pub enum When {
    /// Always.
    Always,
    /// Where this bound decided.
    DecidedBy(&'static str),
    /// Where a parameter is one of these names.
    With(&'static str, &'static [&'static str]),
    /// Where a parameter that is a number elsewhere is a column.
    Column(&'static str),
}

/// Something that a promise does not cover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limit {
    /// In a few words.
    pub name: &'static str,
    /// In sentences.
    pub text: &'static str,
}

/// A paper or a book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Who wrote it.
    pub authors: &'static str,
    /// When.
    pub year: u16,
    /// What it is called.
    pub title: &'static str,
    /// Its DOI; empty if it has none.
    pub doi: &'static str,
}

impl std::fmt::Display for Reference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({}), {}", self.authors, self.year, self.title)?;
        if self.doi.is_empty() { Ok(()) } else { write!(f, ", doi:{}", self.doi) }
    }
}
