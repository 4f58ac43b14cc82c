//! What every group of microaggregation must hold: diversity and closeness of sensitive attributes.
//!
//! The models are those of `[[require]]`, and look at missing values and persons as these do, so that a requirement with the same numbers, judged on the
//! written file over the same attributes, holds.

use super::{Lack, lacking};
use crate::Refused;
use crate::step::{StepContext, coded};
use ridotto_catalogue::{Fields, Span};
use ridotto_core::class::combine;
use ridotto_core::model::DistanceKind::{Equal, KullbackLeibler, Ordered};
use ridotto_core::model::{
    Aspect, Distance, DistanceKind, DistinctL, Frequency, Sensitive, Subject, TCloseness, Target,
};
use ridotto_core::{ClassModel, CodeColumn, Codes, Dictionary};
use ridotto_policy::{Problem, Spanned};
use ridotto_release::Error;
use ridotto_table::{Column, Table};
use std::num::NonZeroUsize;
use std::sync::Arc;

/// Whether what groups must hold can be asked of them, as far as the policy alone tells.
pub(super) fn fits(context: &StepContext) -> Result<(), Problem> {
    let given = context.given();
    let judged = ["diverse.attribute", "close.attribute"].map(|path| given.named(path));
    let is_changed = |name: &&Spanned<String>| {
        context.mask().attributes().iter().any(|other| other.value == name.value)
    };
    if let Some(name) = judged.into_iter().flatten().find(is_changed) {
        let message = format!("`{name}` is changed by the step that judges groups by it");
        return Err(Problem::error("bind::mask", message)
            .at(name.span, "among `attributes`, too")
            .with_help("group by the quasi-identifiers, and judge groups by what is sensitive"));
    }
    match given.section("close") {
        Some(close) => match close.choice("distance") {
            Equal | Ordered | KullbackLeibler => Ok(()),
            distance => Err(not_by(distance, close.at("distance"))),
        },
        None => Ok(()),
    }
}

fn not_by(distance: DistanceKind, span: Option<Span>) -> Problem {
    let message = format!("groups cannot be close by the distance `{distance}`");
    Problem::error("bind::distance", message)
        .at(span, "known to requirements alone")
        .with_help("say `equal`, `ordered` or `kullback-leibler`")
}

/// The attribute that a table within the step names.
fn attribute(table: &Fields) -> &Spanned<String> {
    table.text("attribute").expect("what groups must hold is of an attribute")
}

/// What is known of a target of one column, to be asked whether anybody meant its order.
fn in_order<'a>(target: &'a Target, table: &'a Table) -> Sensitive<'a> {
    let values = Some(dictionary(table, target.columns[0]));
    Sensitive { target, values, hierarchy: None, may_lack_values: false }
}

fn dictionary(table: &Table, at: usize) -> &Dictionary {
    match &table.columns[at] {
        Column::Coded { dictionary, .. } => dictionary,
        _ => unreachable!("what a step looks at is read as codes"),
    }
}

/// Models, and the columns that they count.
pub(super) struct Required {
    columns: Vec<(Codes, usize)>,
    models: Vec<Arc<dyn ClassModel>>,
}

impl Required {
    /// What the step asks; `None` if it is nothing.
    pub fn new(context: &StepContext, table: &Table) -> Result<Option<Self>, Error> {
        let mut all = Self { columns: Vec::new(), models: Vec::new() };
        if let Some(diverse) = context.given().section("diverse") {
            let target = all.target(context, attribute(diverse), table);
            let l = NonZeroUsize::new(diverse.whole("l") as usize);
            let l = l.expect("the policy has l of 1 or more");
            let model = DistinctL::new(target.subject.column(), l);
            let aspect = Aspect::concentration(&[], true);
            all.models.push(target.ask(model, aspect));
        }
        if let Some(close) = context.given().section("close") {
            let target = all.target(context, attribute(close), table);
            let baseline = target.baseline(Frequency::Pairs);
            let (distance, aspect) = match close.choice("distance") {
                Equal => (Distance::Equal, Aspect::Distribution(baseline.clone())),
                Ordered => {
                    in_order(&target, table)
                        .has_order(close.at("distance"))
                        .map_err(|problem| context.error(problem))?;
                    (Distance::Ordered, Aspect::Places(baseline.clone()))
                }
                KullbackLeibler => {
                    (Distance::KullbackLeibler, Aspect::Distribution(baseline.clone()))
                }
                other => return Err(context.error(not_by(other, close.at("distance")))),
            };
            let t = close.number("t");
            let model = TCloseness::new(target.subject.column(), t, distance, &baseline);
            let model = model.map_err(|error| {
                let problem = Problem::error("bind::model", error.to_string())
                    .at(close.at("t"), "this bound")
                    .with_help("a distance of 0.2 is usual");
                context.error(problem)
            })?;
            all.models.push(target.ask(model, aspect));
        }
        Ok((!all.models.is_empty()).then_some(all))
    }

    /// What is judged of an attribute, with its column among those that are counted.
    fn target(&mut self, context: &StepContext, name: &Spanned<String>, table: &Table) -> Target {
        let policy = context.policy();
        let persons = policy.data.person.as_ref().map(|person| context.place(person));
        let persons = persons.filter(|&at| matches!(table.columns[at], Column::Coded { .. }));
        let rule = *policy.release.missing_sensitive;
        let at = context.place(name);
        let (value, missing) = (coded(table, at), dictionary(table, at).missing().into_iter());
        let (judged, missing) = (self.columns.len(), missing.collect());
        let (subject, counts) = match persons {
            None => {
                self.columns.push((value.codes.clone(), value.values));
                (Subject::new(judged, missing, rule), value.codes.histogram(value.values))
            }
            Some(person) => {
                let pairs = combine(&[coded(table, person), value], table.rows);
                let CodeColumn { codes, values } = pairs.column();
                self.columns.push((codes.clone(), values));
                let subject = Subject::new(judged, missing, rule).of_persons(&pairs);
                (subject.in_column(judged), pairs.combinations.counts().to_vec())
            }
        };
        Target::new(name.value.clone(), vec![at], subject, (value.values, counts))
    }

    /// Does something with a judge of groups. If only some rows are grouped, these are they.
    pub fn with<T>(
        &self,
        rows: Option<&[u32]>,
        run: impl FnOnce(&Lack<'_>) -> Result<T, Refused>,
    ) -> Result<T, Refused> {
        let models: Vec<&dyn ClassModel> = self.models.iter().map(AsRef::as_ref).collect();
        let columns: Vec<CodeColumn<'_>> = (self.columns.iter())
            .map(|(codes, values)| CodeColumn { codes, values: *values })
            .collect();
        let lack = lacking(&models, &columns);
        match rows {
            None => run(&lack),
            Some(rows) => run(&|own: &[u32]| {
                let own: Vec<u32> = own.iter().map(|&row| rows[row as usize]).collect();
                lack(&own)
            }),
        }
    }
}
