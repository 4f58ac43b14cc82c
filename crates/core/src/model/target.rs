//! What a model is about: a sensitive attribute, or several taken as one, with the people who have
//! its values.

use super::{Aspect, Baseline, Frequency, MissingSensitive, SensitiveModel, Subject};
use crate::{ClassModel, ClassTable, Code, Dictionary, Hierarchy, Kind, SensitiveId};
use ridotto_catalogue::{Problem, Span, Spanned};
use std::fmt;
use std::sync::Arc;

/// What one model is about, and how it is called.
#[derive(Clone)]
pub struct Target {
    /// The attribute's name; several are joined by `+`.
    pub name: String,
    /// The places of the columns in the table of who binds.
    pub columns: Vec<usize>,
    /// What is looked at.
    pub subject: Subject,
    /// How many values there are, missing included.
    values: usize,
    /// How often each code of the judged column occurs in the input.
    counts: Vec<u64>,
    /// The distribution to compare with, if it is not that of these rows: how many have each value,
    /// and how many there are.
    saved: Option<(Vec<u64>, u64)>,
}

impl Target {
    /// A target with this many values, of which each code of the judged column occurs so often.
    pub fn new(
        name: String,
        columns: Vec<usize>,
        subject: Subject,
        (values, counts): (usize, Vec<u64>),
    ) -> Self {
        Self { name, columns, subject, values, counts, saved: None }
    }

    /// How many values there are, missing included.
    pub fn values(&self) -> usize {
        self.values
    }

    /// The same, compared with a distribution that was kept instead of that of the rows at hand:
    /// how many have each value, and how many there are.
    #[must_use]
    pub fn against(self, counts: Vec<u64>, persons: u64) -> Self {
        Self { values: counts.len(), saved: Some((counts, persons)), ..self }
    }

    /// Whether some of its values are not known.
    pub fn has_missing(&self) -> bool {
        self.subject.has_missing()
    }

    /// The distribution of the known values in the input.
    pub fn baseline(&self, frequency: Frequency) -> Baseline {
        if let Some((counts, persons)) = &self.saved {
            return match frequency {
                Frequency::Pairs => Baseline::new(counts.clone()),
                Frequency::Persons => Baseline::among(counts.clone(), *persons),
            };
        }
        self.subject.baseline(&self.counts, self.values, frequency)
    }

    /// The distribution of the known values in the classes of a table.
    pub fn baseline_of(&self, table: &ClassTable, frequency: Frequency) -> Baseline {
        self.subject.baseline_of(table, self.values, frequency)
    }

    /// A plain model of the judged column, asked as the subject must be looked at.
    pub fn ask<M: ClassModel + 'static>(&self, plain: M, aspect: Aspect) -> Arc<dyn ClassModel> {
        if self.subject.is_plain() {
            return Arc::new(plain);
        }
        Arc::new(SensitiveModel::new(plain, self.subject.clone(), aspect))
    }
}

impl fmt::Debug for Target {
    /// How often values occur is data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Target({}, {:?})", self.name, self.subject)
    }
}

/// A target with what is known of its values.
#[derive(Clone, Copy)]
pub struct Sensitive<'a> {
    /// The target.
    pub target: &'a Target,
    /// Its values; `None` where several attributes are taken as one.
    pub values: Option<&'a Dictionary>,
    /// Its hierarchy, if it has one.
    pub hierarchy: Option<&'a Hierarchy>,
    /// Whether a value that a policy names may be one that no row has: a release, or another
    /// month's file, need not have what the input had.
    pub may_lack_values: bool,
}

impl fmt::Debug for Sensitive<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.target.fmt(f)
    }
}

impl<'a> Sensitive<'a> {
    /// The place of the judged column among those that models look at.
    pub fn id(&self) -> SensitiveId {
        self.target.subject.column()
    }

    /// Texts have no order that anybody meant: that of their letters puts `high` before `low`.
    pub fn has_order(&self, span: Option<Span>) -> Result<(), Problem> {
        let name = &self.target.name;
        let problem = |message: String, help: &str| {
            Err(Problem::error("bind::distance", message)
                .at(span, "needs an order")
                .with_help(help))
        };
        match self.values {
            Some(values) if values.reading().kind != Kind::Text => Ok(()),
            Some(_) => problem(
                format!("nothing says in which order the values of `{name}` are"),
                "write `type = \"ordinal\"` and `order = [\"low\", \"medium\", \"high\"]` for the \
                 attribute (or `order = \"hierarchy\"`), or `distance = \"equal\"`",
            ),
            None => problem(
                format!("combinations of several attributes (`{name}`) have no order"),
                "write a requirement for each attribute, or `distance = \"equal\"`",
            ),
        }
    }

    /// The hierarchy to measure by.
    pub fn tree(&self, span: Option<Span>) -> Result<&'a Hierarchy, Problem> {
        self.hierarchy.ok_or_else(|| {
            let message = format!("`{}` has no hierarchy to measure by", self.target.name);
            Problem::error("bind::distance", message)
                .at(span, "needs a hierarchy")
                .with_help("add `hierarchy = …` to the sensitive attribute, or say \"equal\"")
        })
    }

    /// The number that each value stands for, as `read` reads it of a text; `absent` for values
    /// that are not known and that nobody looks at. `None` if some value has none.
    pub fn numbers<T: Clone>(
        &self,
        absent: T,
        read: impl Fn(&Dictionary, &str) -> Option<T>,
    ) -> Option<Vec<T>> {
        let values = self.values?;
        if !matches!(values.reading().kind, Kind::Integer | Kind::Decimal | Kind::Date) {
            return None;
        }
        let is_own = self.target.subject.rule() == MissingSensitive::OwnValue;
        let number = |code| match values.text(code) {
            Some(text) => read(values, text),
            // It is not among the values that anybody looks at.
            None => (!is_own).then(|| absent.clone()),
        };
        (0..values.len() as Code).map(number).collect()
    }

    /// The codes of values that the policy names. One that no row has is left out, or has a code
    /// that no row has, where it may be absent.
    pub fn codes(
        &self,
        texts: &[Spanned<String>],
        keep_absent: bool,
    ) -> Result<Vec<Code>, Problem> {
        let Some(values) = self.values else {
            return match texts.first() {
                None => Ok(Vec::new()),
                Some(first) => Err(Problem::error(
                    "bind::joint",
                    "values cannot be named where several attributes are taken as one",
                )
                .at(first.span, "of which attribute?")
                .with_help("write a requirement for each attribute")),
            };
        };
        let mut codes = Vec::new();
        for text in texts {
            match values.code(text) {
                Some(code) => codes.push(code),
                None if self.may_lack_values => codes.extend(keep_absent.then_some(Code::MAX - 1)),
                None => {
                    let message = format!("no record has this value of `{}`", self.target.name);
                    return Err(Problem::error("bind::no-such-value", message)
                        .at(text.span, "not in the data")
                        .with_help("values are written as in the data, in capitals or not"));
                }
            }
        }
        Ok(codes)
    }
}
