//! The policy's requirements, tied to the data: models that judge classes.

mod parameters;
mod target;

pub(crate) use parameters::{parameters, told};
pub(crate) use target::{target, to_save};

use crate::requirement::{ModelColumn, Requirement, coded, dictionary};
use crate::saved::SavedBaseline;
use ridotto_core::model::{BoundModel, Count, ModelContext, ModelDefinition, Sensitive, Target};
use ridotto_core::{Dictionary, Hierarchy, Scope, SensitiveId};
use ridotto_io::{Column, Table};
use ridotto_policy::language::Link;
use ridotto_policy::{Given, Policy, Problem, Requirement as ScopedModel, Span, Spanned};
use ridotto_release::Error;
use ridotto_release::private::rows_per_person;
use ridotto_report::Parameter;
use std::any::Any;
use std::num::NonZeroU64;

/// What a policy's requirements are tied to.
pub(crate) struct RequirementContext<'a> {
    /// The policy, for the places of problems.
    pub policy: &'a Policy,
    /// The data.
    pub table: &'a Table,
    /// The quasi-identifiers' names, in order.
    pub keys: Vec<&'a str>,
    /// The sensitive attributes: name, column, and hierarchy if there is one.
    pub sensitive: Vec<(&'a str, usize, Option<&'a Hierarchy>)>,
    /// Whether the population is there to be counted.
    pub has_population: bool,
    /// Whether a value that the policy names may be one that no row has: a release, or another
    /// month's file, need not have what the input had.
    pub may_lack_values: bool,
    /// Sensitive attributes whose original values the data do not show.
    pub unshown: &'a [&'a str],
    /// Distributions to compare with instead of those of the rows at hand.
    pub baselines: &'a [SavedBaseline],
}

impl RequirementContext<'_> {
    /// The place of a column that requirements look at.
    fn companion(&self, name: &Spanned<String>) -> Result<usize, Problem> {
        let names: Vec<&str> = self.table.names.iter().map(String::as_str).collect();
        let found = names.iter().position(|other| *other == name.value);
        let coded = found.filter(|&at| matches!(self.table.columns[at], Column::Coded { .. }));
        coded.ok_or_else(|| {
            let message = format!("the data have no column `{name}`, which this needs to judge");
            Problem::error("bind::no-such-column", message)
                .at(name.span, "not in the data")
                .with_help("a release does not show it: judge the file before it is released")
        })
    }
}

/// All requirements, and the columns that they look at.
pub(crate) fn bind(
    setting: &RequirementContext<'_>,
) -> Result<(Vec<Requirement>, Vec<ModelColumn>), Error> {
    let mut binding = Binding { setting, judged: Vec::new(), problems: Vec::new() };
    binding.problems.extend(of_nobody(setting.policy));
    let requirements: Vec<Requirement> =
        setting.policy.requirements.iter().flat_map(|asked| binding.requirement(asked)).collect();
    let Binding { judged, problems, .. } = binding;
    if problems.is_empty() {
        Ok((requirements, judged))
    } else {
        Err(setting.policy.error(problems).into())
    }
}

/// The place of the column that tells persons apart among those that are judged, if all rows of a
/// person are taken together.
pub(crate) fn person_together(
    policy: &Policy,
    judged: &[ModelColumn],
    table: &Table,
) -> Option<usize> {
    let name = policy.data.person.as_ref().filter(|_| *policy.data.link == Link::Together)?;
    let is_it = |judged: &ModelColumn| matches!(judged, ModelColumn::Column(at) if table.names[*at] == name.value);
    judged.iter().position(is_it)
}

/// Rows are taken together by person, and no column tells persons apart.
fn of_nobody(policy: &Policy) -> Option<Problem> {
    let data = &policy.data;
    (*data.link == Link::Together && data.person.is_none()).then(|| {
        let message = "`link` speaks of the rows of persons, and no column tells persons apart";
        Problem::error("bind::link", message)
            .at(data.link.span, "whose rows?")
            .with_help("name the column in `[data]`: `person = \"patient_id\"`")
    })
}

/// What all rows of a person together are not asked for.
fn not_together(span: Span) -> Problem {
    let message = "all rows of a person together serve k-anonymity alone, over all \
                   quasi-identifiers and with one k";
    Problem::error("bind::link", message)
        .at(span, "not together")
        .with_help("leave `link` out: then every row is judged by itself")
}

struct Binding<'a> {
    setting: &'a RequirementContext<'a>,
    judged: Vec<ModelColumn>,
    problems: Vec<Problem>,
}

impl Binding<'_> {
    /// A requirement as asked, once for each sensitive attribute that it is asked of alone.
    fn requirement(&mut self, asked: &ScopedModel) -> Vec<Requirement> {
        let Some(scope) = self.scope(asked) else { return Vec::new() };
        let is_one = asked.plain_k().is_some();
        if *self.setting.policy.data.link == Link::Together && !is_one {
            self.problems.push(not_together(asked.span));
            return Vec::new();
        }
        let targets: Vec<Option<Target>> = match &asked.about {
            None => vec![None],
            Some(about) => self.targets(about, asked.span).into_iter().map(Some).collect(),
        };
        let mut bound = Vec::new();
        for target in targets {
            match self.bound(&asked.given, target.as_ref()) {
                Ok(model) => bound.extend(self.required(asked, model, target, &scope)),
                Err(problem) => self.problems.push(problem),
            }
        }
        bound
    }

    /// The model of a sensitive attribute, or of none.
    fn bound(&mut self, given: &Given, target: Option<&Target>) -> Result<BoundModel, Problem> {
        let bound = (definition(given).bind)(given, &mut Context { binding: self, target })?;
        let unasked = given.unasked();
        debug_assert!(unasked.is_empty(), "`{}` does not look at {unasked:?}", given.name());
        Ok(bound)
    }

    /// A model with its parameters, and what else must hold beside it.
    fn required(
        &self,
        asked: &ScopedModel,
        bound: BoundModel,
        target: Option<Target>,
        scope: &Scope,
    ) -> Vec<Requirement> {
        let policy = self.setting.policy;
        let text = |text: &str| Parameter::Text(text.into());
        let mut parameters = match bound.shown {
            Some((name, number)) => vec![(name, Parameter::Number(number))],
            None => parameters(asked),
        };
        if policy.data.person.is_some() {
            parameters.push(("counts", text("persons")));
        }
        if *policy.data.link == Link::Together {
            parameters.push(("link", text("together")));
        }
        if target.as_ref().is_some_and(Target::has_missing) {
            let rule = policy.release.missing_sensitive.name();
            parameters.push(("missing-sensitive", text(rule)));
        }
        let own = Requirement {
            relative: bound.relative,
            model: bound.model,
            attribute: target.map(|target| target.name),
            parameters,
            scope: scope.clone(),
            entry: Some(asked.entry()),
        };
        let beside = bound.beside.map(|(model, counts)| Requirement {
            relative: None,
            model,
            attribute: None,
            parameters: vec![("counts", text(counts))],
            scope: scope.clone(),
            entry: Some(asked.entry()),
        });
        std::iter::once(own).chain(beside).collect()
    }

    fn scope(&mut self, asked: &ScopedModel) -> Option<Scope> {
        let keys = &self.setting.keys;
        match &asked.scope {
            ridotto_policy::Scope::All => Some(Scope::All),
            ridotto_policy::Scope::Every(every) if **every as usize > keys.len() => {
                let message =
                    format!("`every = {every}`, but there are {} quasi-identifiers", keys.len());
                self.problems.push(
                    Problem::error("bind::scope", message)
                        .at(every.span, "more than there are")
                        .with_help("leave it out: then all count together"),
                );
                None
            }
            ridotto_policy::Scope::Every(every) => Some(Scope::Every(**every as usize)),
            ridotto_policy::Scope::Over(names) => {
                let place = |name: &Spanned<String>| {
                    let found = keys.iter().position(|key| *key == name.value);
                    found.ok_or_else(|| {
                        Problem::error("bind::scope", format!("`{name}` is not a quasi-identifier"))
                            .at(name.span, "not a quasi-identifier")
                            .with_help(ridotto_catalogue::similar(name, keys))
                    })
                };
                let places: Result<Vec<usize>, Problem> = names.iter().map(place).collect();
                places.map(Scope::Over).map_err(|problem| self.problems.push(problem)).ok()
            }
        }
    }

    /// The place of a column among those that models look at.
    fn column(&mut self, column: usize) -> SensitiveId {
        self.place(ModelColumn::Column(column))
    }

    /// Puts what is judged among what models look at; a column stands there once.
    fn place(&mut self, judged: ModelColumn) -> SensitiveId {
        let is_it = |other: &ModelColumn| match (other, &judged) {
            (ModelColumn::Column(other), ModelColumn::Column(at)) => other == at,
            _ => false,
        };
        self.judged.iter().position(is_it).unwrap_or_else(|| {
            self.judged.push(judged);
            self.judged.len() - 1
        })
    }

    /// The column that tells persons apart, where a person may have several rows.
    fn persons(&self) -> Result<Option<usize>, Problem> {
        let Some(person) = &self.setting.policy.data.person else { return Ok(None) };
        let column = self.setting.companion(person)?;
        let has_several = coded(self.setting.table, column).values < self.setting.table.rows;
        Ok(has_several.then_some(column))
    }
}

/// What has the entry of a requirement.
fn definition(given: &Given) -> &'static ModelDefinition {
    let definition: &dyn Any = given.definition();
    definition.downcast_ref().expect("requirements are read with entries of models")
}

/// What a model is asked of: the table, and perhaps one sensitive attribute.
struct Context<'a, 'b> {
    binding: &'a mut Binding<'b>,
    target: Option<&'a Target>,
}

impl ModelContext for Context<'_, '_> {
    fn sensitive(&self) -> Sensitive<'_> {
        let target = self.target.expect("a model with a parameter `attribute` has a target");
        let RequirementContext { table, sensitive, may_lack_values, .. } = self.binding.setting;
        let (values, hierarchy) = match target.columns[..] {
            [column] => {
                let found = sensitive.iter().find(|(_, at, _)| *at == column);
                (Some(dictionary(table, column)), found.and_then(|(.., hierarchy)| *hierarchy))
            }
            _ => (None, None),
        };
        Sensitive { target, values, hierarchy, may_lack_values: *may_lack_values }
    }

    fn count(&mut self) -> Result<Count, Problem> {
        match &self.binding.setting.policy.data.person {
            Some(person) => {
                let person = self.binding.setting.companion(person)?;
                Ok(Count::Distinct(self.binding.column(person)))
            }
            None => Ok(Count::Rows),
        }
    }

    fn companion(&mut self, name: &Spanned<String>) -> Result<(SensitiveId, &Dictionary), Problem> {
        let column = self.binding.setting.companion(name)?;
        let id = self.binding.column(column);
        Ok((id, dictionary(self.binding.setting.table, column)))
    }

    fn has_population(&self) -> bool {
        self.binding.setting.has_population
    }

    fn rows(&self) -> u64 {
        self.binding.setting.table.rows as u64
    }

    fn rows_per_person(&self) -> NonZeroU64 {
        rows_per_person(self.binding.setting.policy)
    }

    fn persons(&self) -> Result<Option<u64>, Problem> {
        let person = self.binding.persons()?;
        Ok(person.map(|person| coded(self.binding.setting.table, person).values as u64))
    }
}
