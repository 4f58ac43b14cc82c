//! Microdata, ready to be decided about: coded, masked, with hierarchies compiled and requirements bound.

use crate::bind::{
    self, Attributes, BoundColumn, Method, Plan, Portfolio, QuasiIdentifier, RequirementContext,
    bind_requirements, kind, serves, to_save, without_levels,
};
use crate::decision::Restored;
use crate::population::{self, People, as_they_are};
use crate::requirement::{ModelColumn, Requirement, coded};
use crate::saved::{SavedBaseline, SavedHierarchy};
use crate::steps::{self, Planned};
use crate::weights::Weight;
use ridotto_core::class::Tally;
use ridotto_core::model::Private;
use ridotto_core::objective::Objective;
use ridotto_core::objective::mean_loss;
use ridotto_core::{ClassTable, CodeColumn, Hierarchy, Watch};
use ridotto_io::{Column, SourceOptions, Table};
use ridotto_policy::{Policy, Problem, language};
use ridotto_release::Error;
use ridotto_release::Run;
use ridotto_release::ordinal::{Outside, put_in_order_with};
use ridotto_release::private::read_alone;
use ridotto_report::StepReport;
use std::path::Path;
use std::sync::Arc;

/// Data tied to a plan.
#[derive(Debug)]
pub struct Data {
    /// The policy.
    pub policy: Arc<Policy>,
    /// The data after the masking steps.
    pub(crate) table: Table,
    pub(crate) columns: Vec<BoundColumn>,
    pub(crate) keys: Vec<QuasiIdentifier>,
    /// The quasi-identifiers' hierarchies, compiled against the data.
    pub(crate) hierarchies: Vec<Hierarchy>,
    /// The sensitive attributes' hierarchies, by column.
    pub(crate) sensitive: Vec<(usize, Hierarchy)>,
    pub(crate) requirements: Vec<Requirement>,
    /// The columns that the requirements look at.
    pub(crate) judged: Vec<ModelColumn>,
    /// The method that the policy asks for.
    pub(crate) method: Method,
    /// What is tried, if several methods are.
    pub(crate) portfolio: Portfolio,
    pub(crate) objective: Objective,
    /// Which key made the pseudonyms of a column.
    pub(crate) keys_of: Vec<(String, String)>,
    /// The weight that is released, if it is to be adjusted.
    pub(crate) weight: Option<Weight>,
    pub(crate) missing: Vec<String>,
    /// How the release is made differentially private, if it is.
    pub(crate) private: Option<Private>,
    /// The levels that were settled for that, when a sample was taken.
    pub(crate) settled: Option<Vec<u8>>,
    /// Everybody of the population, counted by the quasi-identifiers.
    pub(crate) people: Option<Tally>,
    /// What a decision that was made before shows of these records.
    pub(crate) restored: Option<Restored>,
    /// The masking steps of the policy.
    pub(crate) planned: Vec<Planned>,
    /// Those that were done, and what is rarely meant about them and the data.
    pub(crate) steps: Vec<StepReport>,
    pub(crate) lints: Vec<Problem>,
}

/// A masking step of a policy.
#[derive(Clone, Debug)]
pub struct PlannedStep {
    /// Its method.
    pub method: String,
    /// The attributes that it changes.
    pub attributes: Vec<String>,
    /// What it did; `None` if that is known only when it has drawn.
    pub done: Option<StepReport>,
}

impl Data {
    /// A table that was read, after its steps, with hierarchies compiled and requirements bound.
    pub(crate) fn prepare(plan: &Plan, mut table: Table, run: &mut Run<'_>) -> Result<Self, Error> {
        let Plan { policy, folder, reading, .. } = plan;
        let order_of = |attribute: &_| ridotto_release::ordinal::order(folder, attribute);
        let outside = Outside::of(policy, plan.private.is_some());
        put_in_order_with(policy, &mut table, &order_of, outside)?;
        if policy.private_file().is_none() {
            read_alone(policy, &mut table);
        }
        let role = |name: &str| {
            let at = policy.attributes.iter().find(|attribute| *attribute.name == name)?;
            (!policy.is_deleted(name)).then_some(*at.role)
        };
        let weight = Weight::of_input(policy, &table, role)?;
        steps::run(plan, &mut table, run)?;
        let people = people(policy, folder, &mut table, reading, run.watch)?;
        let missing = &reading.missing;
        let private = plan.private.as_ref();
        let mut attributes = bind::bind_attributes(
            policy,
            folder,
            &table,
            &plan.columns,
            missing,
            (plan.method, private.is_some()),
        )?;
        without_levels(policy, &table, &mut attributes);
        let Attributes { keys, hierarchies, sensitive } = attributes;
        bind::few_enough(policy, private, &keys)?;
        let of_sensitive =
            sensitive.iter().filter_map(|of| Some((of.column, of.hierarchy.clone()?))).collect();
        let setting = RequirementContext {
            policy,
            table: &table,
            keys: keys.iter().map(|key| key.name.as_str()).collect(),
            sensitive: sensitive
                .iter()
                .map(|of| (of.name.as_str(), of.column, of.hierarchy.as_ref()))
                .collect(),
            has_population: people.is_some(),
            may_lack_values: false,
            unshown: &[],
            baselines: &[],
        };
        let (requirements, judged) = bind_requirements(&setting)?;
        let portfolio = match plan.method {
            Method::Best => plan.portfolio.clone().serving(policy, &requirements, keys.len())?,
            method => {
                let problems = serves(policy, method, &requirements, keys.len());
                if !problems.is_empty() {
                    return Err(policy.error(problems).into());
                }
                Portfolio::default()
            }
        };
        let mut lints = policy.lints();
        lints.extend(bind::lints(policy, &table, &plan.columns));
        lints.extend(population::lint(policy));
        lints.extend(plan.steps.steps.iter().flat_map(|step| step.lints(&table)));
        lints.append(&mut run.trail.lints);
        Ok(Self {
            policy: Arc::clone(policy),
            table,
            columns: plan.columns.clone(),
            keys,
            hierarchies,
            sensitive: of_sensitive,
            requirements,
            judged,
            method: plan.method,
            portfolio,
            objective: plan.objective,
            keys_of: run.trail.keys.clone(),
            weight,
            missing: missing.clone(),
            private: plan.private,
            settled: None,
            people,
            restored: None,
            planned: steps::planned(&plan.steps),
            steps: run.trail.steps.clone(),
            lints,
        })
    }

    /// How many records there are to decide about: those of the file, or of a sample of it.
    pub fn rows(&self) -> u64 {
        self.table.rows as u64
    }

    /// The most records that may be suppressed: the policy's share, rounded down. Of a release that
    /// is differentially private it is all of them.
    pub fn limit(&self) -> u64 {
        if self.private.is_some() {
            return self.rows();
        }
        self.policy.release.suppression.of(self.rows())
    }

    /// The quasi-identifiers: name, height, and the levels allowed.
    pub fn quasi_identifiers(&self) -> impl Iterator<Item = (&str, usize, (u8, u8))> {
        let keys = self.keys.iter().zip(&self.hierarchies);
        keys.map(|(key, hierarchy)| (key.name.as_str(), hierarchy.height(), (key.min, key.max)))
    }

    /// The columns and what becomes of them.
    pub fn roles(&self) -> impl Iterator<Item = (&str, language::Role, bool)> {
        let names = self.table.names.iter().map(String::as_str);
        names.zip(&self.columns).map(|(name, column)| (name, column.role, column.is_released()))
    }

    /// The identifiers that become pseudonyms, and by which method.
    pub fn pseudonyms(&self) -> impl Iterator<Item = (&str, &'static str)> {
        self.policy.pseudonyms().map(|(of, how)| (of.name.as_str(), how.method.name()))
    }

    /// What a person should think about again; not wrong, but rarely meant.
    pub fn lints(&self) -> &[Problem] {
        &self.lints
    }

    /// The masking steps of the policy, and what those did that draw nothing, or have been run.
    pub fn steps(&self) -> Vec<PlannedStep> {
        let mut done = self.steps.iter();
        let all_done = self.steps.len() == self.planned.len();
        let step = |(method, attributes, draws): &Planned| PlannedStep {
            method: (*method).to_owned(),
            attributes: attributes.clone(),
            done: (all_done || !draws).then(|| done.next().cloned()).flatten(),
        };
        self.planned.iter().map(step).collect()
    }

    /// How the release is made differentially private, if that is required.
    pub fn private(&self) -> Option<&Private> {
        self.private.as_ref()
    }

    /// The requirements.
    pub fn requirements(&self) -> &[Requirement] {
        &self.requirements
    }

    /// The classes of the data, with the histograms that the requirements look at.
    pub(crate) fn class_table(&self) -> ClassTable {
        let judged: Vec<CodeColumn<'_>> =
            self.judged.iter().map(|judged| judged.column(&self.table)).collect();
        let classes = ClassTable::count(&self.key_columns(), &judged, self.table.rows);
        match &self.people {
            Some(people) => classes.with_population(people.clone()),
            None => classes,
        }
    }

    /// The sensitive attributes' hierarchies as they are saved.
    pub(crate) fn sensitive_hierarchies(&self) -> Vec<SavedHierarchy> {
        let saved = |(at, hierarchy): &(usize, Hierarchy)| match &self.table.columns[*at] {
            Column::Coded { dictionary, .. } => {
                Some(SavedHierarchy::new(&self.table.names[*at], dictionary, hierarchy))
            }
            _ => None,
        };
        self.sensitive.iter().filter_map(saved).collect()
    }

    /// Which key made the pseudonyms of a column.
    pub(crate) fn key_of(&self, name: &str) -> Option<String> {
        self.keys_of.iter().find(|(of, _)| of == name).map(|(_, key)| key.clone())
    }

    /// The values of an ordinal column from the first to the last; none of another one.
    pub(crate) fn order_of(&self, name: &str) -> Vec<String> {
        let at = self.table.names.iter().position(|other| other == name);
        match at.map(|at| &self.table.columns[at]) {
            Some(Column::Coded { dictionary, .. }) => dictionary.reading().order.clone(),
            _ => Vec::new(),
        }
    }

    /// What requirements compare classes with, each distribution once.
    pub(crate) fn baselines(&self) -> Vec<SavedBaseline> {
        let mut saved: Vec<SavedBaseline> = Vec::new();
        for relative in self.requirements.iter().filter_map(|required| required.relative.as_ref()) {
            let baseline = to_save(relative.target(), &self.table);
            if saved.iter().all(|other| other.attribute != baseline.attribute) {
                saved.push(baseline);
            }
        }
        saved
    }

    /// The mean of what the quasi-identifiers lose, by importance.
    pub(crate) fn mean_loss(&self, losses: &[f64]) -> f64 {
        mean_loss(self.keys.iter().map(|key| key.importance).zip(losses.iter().copied()))
    }

    /// The quasi-identifiers' codes.
    pub(crate) fn key_columns(&self) -> Vec<CodeColumn<'_>> {
        let column = |key: &QuasiIdentifier| match &self.table.columns[key.column] {
            Column::Coded { codes, dictionary, .. } => {
                CodeColumn { codes, values: dictionary.len() }
            }
            _ => unreachable!("quasi-identifiers are read as codes"),
        };
        self.keys.iter().map(column).collect()
    }
}

/// The population, if the policy names one, counted by the quasi-identifiers; their columns then
/// have the values of both files.
fn people(
    policy: &Policy,
    folder: &Path,
    table: &mut Table,
    options: &SourceOptions,
    watch: &dyn Watch,
) -> Result<Option<Tally>, Error> {
    let keys = policy.with_role(language::Role::QuasiIdentifier);
    let wanted: Vec<_> = keys
        .filter(|attribute| !policy.is_deleted(&attribute.name))
        .map(|attribute| {
            (attribute.name.as_str(), attribute.value_type.map(|stated| kind(*stated)))
        })
        .collect();
    let Some(people) = People::read(policy, folder, &wanted, options, watch)? else {
        return Ok(None);
    };
    let place = |name: &str| table.names.iter().position(|other| other == name);
    let places: Vec<usize> = wanted.iter().filter_map(|(name, _)| place(name)).collect();
    let people = people.join(table, &places, |_, values| as_they_are(values));
    let keys: Vec<CodeColumn<'_>> = places.iter().map(|&at| coded(table, at)).collect();
    population::contains(policy, &keys, table.rows, &people)?;
    Ok(Some(people))
}
