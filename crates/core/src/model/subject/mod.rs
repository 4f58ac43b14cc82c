//! What a model of a sensitive attribute looks at, where values are missing and where a person has
//! several rows.
//!
//! Every model of a sensitive attribute is defined for a class of people who have one known value
//! each. Data are not like that, and this module says what a model then means, once for all of
//! them: a [`Subject`] makes of a class one histogram, or several that could be true, and a
//! [`SensitiveModel`] asks the plain model about each and takes the worst answer.
//!
//! # Missing values
//! What a missing value is, nobody knows who judges the file; an intruder may. So by default
//! ([`MissingSensitive::WorstCase`]) all missing values of a class are the same value, the one that
//! is worst for the model. A model of concentration (diversity, alpha) is worst off if they join
//! the most frequent value. Distances and likeness are convex in the distribution, so their largest
//! value over all ways to fill in is reached with one value for all.
//!
//! # Persons
//! A person with several rows in a class has each of their different values once, and shares are
//! shares of persons. Write n for the persons of a class and c(v) for those who have the value v.
//! - *Shares* (likeness, disclosure): c(v) / n, against the same of the whole table.
//! - *Distributions* (closeness): c(v) over the sum of all c, against the same of the table.
//! - *Concentration* (alpha, diversity): the class must hold whichever of each person's values
//!   is taken, so that a value that everybody has is seen as one that everybody has, and one person
//!   with three values is one person. No choice is more concentrated than this one: as many persons
//!   as can be have the most frequent value, as many of the others as can be the next, and so on
//!   until all n have one. By majorisation every measure of diversity is smallest there. With one
//!   value a person all three are the plain histogram.
//!
//! The first two count distinct persons as (X,Y)-privacy does; the third extends the bound
//! on c(v) / n that is asked of data with several records a person to all measures of diversity.
//!
//! # References
//! K. Wang, B. C. M. Fung (2006), *Anonymizing sequential releases*, doi:10.1145/1150402.1150449,
//! for counting distinct persons. Q. Gong, J. Luo, M. Yang, W. Ni, X.-B. Li (2017), *Anonymizing 1:M
//! microdata with high utility*, doi:10.1016/j.knosys.2016.10.012, for diversity where a person has
//! several records. A. W. Marshall, I. Olkin, B. C. Arnold (2011), *Inequalities: theory of
//! majorization and its applications*, doi:10.1007/978-0-387-68276-1.

mod counted;
mod sensitive_model;

pub use sensitive_model::{Aspect, SensitiveModel};

use super::Baseline;
use crate::class::Joint;
use crate::{ClassTable, Code, SensitiveId};
use counted::Counted;
pub use ridotto_catalogue::MissingSensitive;
use std::fmt;
use std::sync::Arc;

/// A sensitive attribute, or several taken as one, as models look at it.
#[derive(Clone)]
pub struct Subject {
    column: SensitiveId,
    /// The values that are not known.
    missing: Vec<Code>,
    rule: MissingSensitive,
    persons: Option<Arc<PersonValues>>,
}

/// The pairs of a person and a value that occur, in the order of their codes: all pairs of a person
/// lie together.
#[derive(Debug)]
struct PersonValues {
    persons: Vec<Code>,
    values: Vec<Code>,
}

/// What a value's frequency is counted in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frequency {
    /// Of all rows, or of all pairs of a person and a value.
    Pairs,
    /// Of all persons; where rows are counted it is the same as of all rows.
    Persons,
}

impl Subject {
    /// The attribute in this column of a class table, where every row is somebody. The codes
    /// `missing` stand for values that are not known.
    pub fn new(column: SensitiveId, missing: Vec<Code>, rule: MissingSensitive) -> Self {
        Self { column, missing, rule, persons: None }
    }

    /// The attribute where a person may have several rows: the column holds pairs of a person
    /// and a value, and `pairs` says which.
    #[must_use]
    pub fn of_persons(self, pairs: &Joint) -> Self {
        let codes = |attribute: usize| {
            (0..pairs.values()).map(|at| pairs.combinations.code(at, attribute)).collect()
        };
        let persons = PersonValues { persons: codes(0), values: codes(1) };
        Self { persons: Some(Arc::new(persons)), ..self }
    }

    /// The same in another column of the class table.
    #[must_use]
    pub fn in_column(self, column: SensitiveId) -> Self {
        Self { column, ..self }
    }

    /// The column of the class table.
    pub fn column(&self) -> SensitiveId {
        self.column
    }

    /// What a missing value counts as.
    pub fn rule(&self) -> MissingSensitive {
        self.rule
    }

    /// Whether persons are counted.
    pub fn counts_persons(&self) -> bool {
        self.persons.is_some()
    }

    /// Whether some values are not known.
    pub fn has_missing(&self) -> bool {
        !self.missing.is_empty()
    }

    /// Whether a plain model, asked about the column as it is, says the same.
    pub fn is_plain(&self) -> bool {
        self.persons.is_none() && !self.sets_missing_apart()
    }

    /// The distribution of the known values in all rows of the input, given how often each code of
    /// the column occurs. It has `values` values.
    pub fn baseline(&self, counts: &[u64], values: usize, frequency: Frequency) -> Baseline {
        let occurring = (0..).zip(counts).filter(|(_, count)| **count > 0);
        self.distribution(occurring.map(|(code, &count)| (code, count)), values, frequency)
    }

    /// The distribution of the known values in all classes of a table.
    pub fn baseline_of(&self, table: &ClassTable, values: usize, of: Frequency) -> Baseline {
        let mut counts = vec![0; table.sensitive_values(self.column)];
        for class in table.classes() {
            for &(code, count) in class.histogram(self.column) {
                counts[code as usize] += count;
            }
        }
        self.baseline(&counts, values, of)
    }

    fn distribution(
        &self,
        histogram: impl Iterator<Item = (Code, u64)>,
        values: usize,
        frequency: Frequency,
    ) -> Baseline {
        let mut counted = Counted::default();
        counted.fill(self, histogram, 0);
        let mut counts = vec![0; values];
        for known in &counted.known {
            counts[known.code as usize] = known.count;
        }
        match frequency {
            Frequency::Pairs => Baseline::new(counts),
            Frequency::Persons => Baseline::among(counts, counted.knowing),
        }
    }

    /// Whether missing values are anything else than one more value.
    fn sets_missing_apart(&self) -> bool {
        self.rule != MissingSensitive::OwnValue && !self.missing.is_empty()
    }

    fn is_missing(&self, value: Code) -> bool {
        self.sets_missing_apart() && self.missing.binary_search(&value).is_ok()
    }
}

impl fmt::Debug for Subject {
    /// Which codes are missing says nothing, and pairs are data.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = if self.counts_persons() { "persons" } else { "rows" };
        write!(f, "Subject({} of {of}, {:?})", self.column, self.rule)
    }
}
