//! What a requirement is about: a sensitive attribute, or several taken as one, with the people
//! who have its values.

use super::{Binding, Judged, Setting, coded, dictionary};
use crate::saved::SavedBaseline;
use ridotto_core::class::{Joint, combine};
use ridotto_core::model::{Aspect, Baseline, Frequency, MissingSensitive, SensitiveModel, Subject};
use ridotto_core::{ClassModel, ClassTable, Code, Kind, SensitiveId};
use ridotto_io::Table;
use ridotto_policy::{About, Problem, Span, language};
use std::sync::Arc;

/// What one model is about, and how it is called.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    /// The attribute's name; several are joined by `+`.
    pub name: String,
    /// The columns of the data.
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
    /// The target of some columns: of persons, if a column tells them apart who have several rows.
    /// `place` puts what is judged among the judged columns.
    pub fn new(
        name: String,
        columns: Vec<usize>,
        table: &Table,
        (persons, rule): (Option<usize>, MissingSensitive),
        place: impl FnOnce(Judged) -> SensitiveId,
    ) -> Self {
        let joint = (columns.len() > 1).then(|| {
            let coded: Vec<_> = columns.iter().map(|&at| coded(table, at)).collect();
            combine(&coded, table.rows)
        });
        let (value, missing): (_, Vec<Code>) = match &joint {
            None => {
                let missing = dictionary(table, columns[0]).missing();
                (coded(table, columns[0]), missing.into_iter().collect())
            }
            Some(joint) => (joint.column(), incomplete(joint, &columns, table)),
        };
        let values = value.values;
        let (subject, counts) = match persons {
            None => {
                let counts = value.codes.histogram(values);
                let judged = joint.map_or(Judged::Column(columns[0]), Judged::Joint);
                (Subject::new(place(judged), missing, rule), counts)
            }
            Some(person) => {
                let pairs = combine(&[coded(table, person), value], table.rows);
                let counts = pairs.combinations.counts().to_vec();
                let subject = Subject::new(0, missing, rule).of_persons(&pairs);
                (subject.in_column(place(Judged::Joint(pairs))), counts)
            }
        };
        Self { name, columns, subject, values, counts, saved: None }
    }

    /// The same, compared with a distribution that was kept instead of that of the rows at hand.
    fn against(self, saved: &SavedBaseline, table: &Table) -> Self {
        let (counts, persons) = saved.of_values(&self.columns, table, self.values);
        Self { values: counts.len(), saved: Some((counts, persons)), ..self }
    }

    /// The distribution in the input by the values' texts, as it is kept in a recoding.
    pub fn to_save(&self, table: &Table) -> SavedBaseline {
        let pairs = self.baseline(Frequency::Pairs);
        let persons = self.baseline(Frequency::Persons).rows();
        SavedBaseline::new(&self.name, &self.columns, table, pairs.counts(), persons)
    }

    /// Texts have no order that anybody meant: that of their letters puts `high` before `low`.
    pub fn has_order(&self, table: &Table, span: Option<Span>) -> Result<(), Problem> {
        let problem = |message: String, help: &str| {
            Err(Problem::error("bind::distance", message)
                .at(span, "needs an order")
                .with_help(help))
        };
        match self.columns[..] {
            [column] => {
                let kind = dictionary(table, column).reading().kind;
                if kind != Kind::Text {
                    return Ok(());
                }
                problem(
                    format!("nothing says in which order the values of `{}` are", self.name),
                    "write `type = \"ordinal\"` and `order = [\"low\", \"medium\", \"high\"]` for the \
                     attribute (or `order = \"hierarchy\"`), or `distance = \"equal\"`",
                )
            }
            _ => problem(
                format!("combinations of several attributes (`{}`) have no order", self.name),
                "write a requirement for each attribute, or `distance = \"equal\"`",
            ),
        }
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

/// What the policy's word for missing sensitive values means.
pub(crate) fn missing_rule(written: language::MissingSensitive) -> MissingSensitive {
    match written {
        language::MissingSensitive::WorstCase => MissingSensitive::WorstCase,
        language::MissingSensitive::OwnValue => MissingSensitive::OwnValue,
        language::MissingSensitive::Ignored => MissingSensitive::Ignored,
    }
}

impl Binding<'_> {
    /// The sensitive attributes that a requirement is about.
    pub(super) fn targets(&mut self, about: &About, span: Span) -> Vec<Target> {
        let all = &self.setting.sensitive;
        let mut chosen = Vec::new();
        for name in &about.names {
            match all.iter().find(|(other, ..)| *other == name.value) {
                Some(&(name, column, _)) => chosen.push((name, column)),
                None if self.setting.unshown.contains(&name.as_str()) => {}
                None => {
                    let names: Vec<&str> = all.iter().map(|(name, ..)| *name).collect();
                    let message = format!("`{name}` is not a sensitive attribute");
                    self.problems.push(
                        Problem::error("bind::not-sensitive", message)
                            .at(name.span, "not sensitive")
                            .with_help(ridotto_catalogue::similar(name, &names)),
                    );
                    return Vec::new();
                }
            }
        }
        if about.names.is_empty() {
            chosen = all.iter().map(|&(name, column, _)| (name, column)).collect();
        }
        if chosen.is_empty() && self.setting.unshown.is_empty() {
            self.problems.push(
                Problem::error(
                    "bind::no-sensitive",
                    "this model protects a sensitive attribute, and there is none",
                )
                .at(span, "speaks of a sensitive attribute")
                .with_help("give `role = \"sensitive\"` to what must not become known"),
            );
        }
        let groups: Vec<&[(&str, usize)]> = if about.jointly && chosen.len() > 1 {
            vec![&chosen]
        } else {
            chosen.chunks(1).collect()
        };
        groups.into_iter().filter_map(|group| self.target(group)).collect()
    }

    fn target(&mut self, group: &[(&str, usize)]) -> Option<Target> {
        let names: Vec<&str> = group.iter().map(|(name, _)| *name).collect();
        let columns: Vec<usize> = group.iter().map(|&(_, column)| column).collect();
        let persons = match self.persons() {
            Ok(persons) => persons,
            Err(problem) => {
                self.problems.push(problem);
                return None;
            }
        };
        let Setting { policy, table, baselines, .. } = *self.setting;
        let rule = missing_rule(*policy.release.missing_sensitive);
        let target = Target::new(names.join("+"), columns, table, (persons, rule), |judged| {
            self.place(judged)
        });
        let saved = baselines.iter().find(|saved| saved.attribute == target.name);
        Some(match saved {
            Some(saved) => target.against(saved, table),
            None => target,
        })
    }
}

/// The combinations of which a part is missing.
fn incomplete(joint: &Joint, columns: &[usize], table: &Table) -> Vec<Code> {
    let missing: Vec<Option<Code>> =
        columns.iter().map(|&at| dictionary(table, at).missing()).collect();
    let lacks = |at: &usize| {
        let mut parts = missing.iter().enumerate();
        parts.any(|(part, missing)| *missing == Some(joint.combinations.code(*at, part)))
    };
    (0..joint.values()).filter(lacks).map(|at| at as Code).collect()
}
