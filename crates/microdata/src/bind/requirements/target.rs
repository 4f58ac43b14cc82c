//! What a requirement is about: a sensitive attribute, or several taken as one, with the people
//! who have its values.

use super::{Binding, Setting};
use crate::requirement::{Judged, coded, dictionary};
use crate::saved::SavedBaseline;
use ridotto_core::class::{Joint, combine};
use ridotto_core::model::{Frequency, MissingSensitive, Subject, Target};
use ridotto_core::{Code, SensitiveId};
use ridotto_io::Table;
use ridotto_policy::{About, Problem, Span};

/// The target of some columns: of persons, if a column tells them apart who have several rows.
/// `place` puts what is judged among the judged columns.
pub(crate) fn target(
    name: String,
    columns: Vec<usize>,
    table: &Table,
    (persons, rule): (Option<usize>, MissingSensitive),
    place: impl FnOnce(Judged) -> SensitiveId,
) -> Target {
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
    Target::new(name, columns, subject, (values, counts))
}

/// The distribution in the input by the values' texts, as it is kept in a recoding.
pub(crate) fn to_save(target: &Target, table: &Table) -> SavedBaseline {
    let pairs = target.baseline(Frequency::Pairs);
    let persons = target.baseline(Frequency::Persons).rows();
    SavedBaseline::new(&target.name, &target.columns, table, pairs.counts(), persons)
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
        let rule = *policy.release.missing_sensitive;
        let target =
            target(names.join("+"), columns, table, (persons, rule), |judged| self.place(judged));
        let saved = baselines.iter().find(|saved| saved.attribute == target.name);
        Some(match saved {
            Some(saved) => {
                let (counts, persons) = saved.of_values(&target.columns, table, target.values());
                target.against(counts, persons)
            }
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
