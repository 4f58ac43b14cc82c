//! The level of every model that a file attains, asked for or not.

use crate::bind::{target, told};
use crate::requirement::{Requirement, coded};
use ridotto_catalogue::{Given, Problem, Spanned};
use ridotto_core::model::{
    Count, MODELS, ModelContext, ModelDefinition, Sensitive, Target, Weakest,
};
use ridotto_core::{ClassTable, Dictionary, KeyColumn, SensitiveId};
use ridotto_io::{Column, Table};
use ridotto_policy::Policy;
use ridotto_report::{Guarantee, Known, Parameter};

/// What a file attains of every model over all quasi-identifiers; models that are required are
/// left out where they are asked for in the same way.
pub(super) fn levels(
    table: &Table,
    keys: &[KeyColumn<'_>],
    sensitive: &[(&str, usize)],
    (policy, required): (Option<&Policy>, &[Requirement]),
) -> Vec<Guarantee> {
    let persons = policy.and_then(|policy| policy.data.person.as_ref()).and_then(|person| {
        let at = table.names.iter().position(|name| *name == person.value)?;
        matches!(table.columns[at], Column::Coded { .. }).then_some(at)
    });
    let companions: Vec<KeyColumn<'_>> = persons.iter().map(|&at| coded(table, at)).collect();
    let count = if persons.is_some() { Count::Distinct(0) } else { Count::Rows };
    let rows = table.rows as u64;
    let classes = ClassTable::count(keys, &companions, table.rows);
    let mut levels = Context { count, rows, of: None }.levels(&classes);
    let rule = policy.map_or_else(Default::default, |policy| *policy.release.missing_sensitive);
    for &(name, at) in sensitive {
        let Column::Coded { dictionary, .. } = &table.columns[at] else { continue };
        let mut judged = None;
        let target = target(name.to_owned(), vec![at], table, (persons, rule), |made| {
            judged = Some(made);
            0
        });
        let Some(judged) = judged else { continue };
        let classes = ClassTable::count(keys, &[judged.column(table)], table.rows);
        levels.extend(Context { count, rows, of: Some((&target, dictionary)) }.levels(&classes));
    }
    let is_required = |level: &Guarantee| {
        required.iter().any(|required| {
            let same = |name: &String, value: &Parameter| {
                required.parameters.iter().any(|(other, given)| other == name && given == value)
            };
            required.judge.name() == level.model
                && required.attribute == level.attribute
                && required.scope == ridotto_core::Scope::All
                && level.parameters.iter().all(|(name, value)| same(name, value))
        })
    };
    levels.retain(|level| !is_required(level));
    levels
}

/// A file of which nothing was required: all, or one sensitive attribute of it.
struct Context<'a> {
    count: Count,
    rows: u64,
    of: Option<(&'a Target, &'a Dictionary)>,
}

impl Context<'_> {
    /// What classes attain of every model that can be told of them unasked.
    fn levels(&mut self, classes: &ClassTable) -> Vec<Guarantee> {
        let is_meant = |model: &&&ModelDefinition| model.is_of_attribute() == self.of.is_some();
        let models: Vec<&ModelDefinition> = MODELS.iter().filter(is_meant).copied().collect();
        models
            .into_iter()
            .flat_map(|model| model.weakest.iter().map(move |weakest| (model, weakest)))
            .filter_map(|(model, weakest)| self.level(model, weakest, classes))
            .collect()
    }

    fn level(
        &mut self,
        model: &'static ModelDefinition,
        weakest: &Weakest,
        classes: &ClassTable,
    ) -> Option<Guarantee> {
        let given = Given::of(model, weakest.given);
        // One that cannot be asked of such values has no level.
        let bound = (model.bind)(&given, self).ok()?.model;
        let told = told(&given).into_iter().filter(|(name, _)| weakest.told.contains(name));
        let counts =
            (self.count != Count::Rows).then(|| ("counts", Parameter::Text("persons".into())));
        let parameters = told.chain(counts).map(|(name, of)| (name.to_owned(), of));
        Some(Guarantee {
            model: model.entry.name.to_owned(),
            attribute: self.of.map(|(target, _)| target.name.clone()),
            parameters: parameters.collect(),
            required: None,
            decided_by: None,
            bound: None,
            attained: bound.attained(classes).filter(|level| level.is_finite()),
            holds: None,
            shown: Guarantee::BY_THE_FILE.into(),
            known: Known(Some(&model.entry)),
        })
    }
}

impl ModelContext for Context<'_> {
    fn sensitive(&self) -> Sensitive<'_> {
        let (target, values) = self.of.expect("models of an attribute are asked of one");
        Sensitive { target, values: Some(values), hierarchy: None, may_lack_values: false }
    }

    fn count(&mut self) -> Result<Count, Problem> {
        Ok(self.count)
    }

    fn companion(&mut self, name: &Spanned<String>) -> Result<(SensitiveId, &Dictionary), Problem> {
        Err(Problem::error("bind::no-such-column", format!("nobody named `{name}`")))
    }

    fn has_population(&self) -> bool {
        false
    }

    fn rows(&self) -> u64 {
        self.rows
    }

    fn persons(&self) -> Result<Option<u64>, Problem> {
        Ok(None)
    }
}
