//! The level of every model that a file attains, asked for or not.

use crate::bind::{Target, coded, missing_rule};
use crate::{Policy, Requirement};
use ridotto_core::model::{
    Absent, AlphaK, Aspect, AverageRisk, BetaLikeness, Count, DeltaDisclosure, Distance, DistinctL,
    EntropyEstimator, EntropyL, Frequency, KAnonymity, Likeness, RecursiveL, SampleUniqueness,
    TCloseness,
};
use ridotto_core::{ClassModel, ClassTable, Fraction, KeyColumn, Kind, TableModel};
use ridotto_io::{Column, Table};
use ridotto_report::{Guarantee, Parameter};
use std::num::NonZeroUsize;
use std::sync::Arc;

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
    let counts = persons.map(|_| ("counts", Parameter::Text("persons".into())));
    let classes = ClassTable::count(keys, &companions, table.rows);
    let one = Fraction::ONE;
    let identity = KAnonymity::counting(1.try_into().expect("one is not nothing"), count);
    let of = |parameters: &[(&'static str, Parameter)]| -> Parameters {
        parameters.iter().cloned().chain(counts.clone()).collect()
    };
    let mut levels = vec![shown(identity.name(), None, &of(&[]), identity.attained(&classes))];
    if let (Ok(average), Ok(unique)) = (AverageRisk::new(one), SampleUniqueness::new(one)) {
        let (average, unique) = (average.counting(count), unique.counting(count));
        let level = |model: &dyn TableModel| (!classes.is_empty()).then(|| model.level(&classes));
        levels.push(shown(average.name(), None, &of(&[]), level(&average)));
        levels.push(shown(unique.name(), None, &of(&[]), level(&unique)));
    }
    let rule = policy
        .map_or_else(Default::default, |policy| missing_rule(*policy.release.missing_sensitive));
    for &(name, at) in sensitive {
        let Column::Coded { dictionary, .. } = &table.columns[at] else { continue };
        let mut judged = None;
        let target = Target::new(name.to_owned(), vec![at], table, (persons, rule), |made| {
            judged = Some(made);
            0
        });
        let Some(judged) = judged else { continue };
        let classes = ClassTable::count(keys, &[judged.column(table)], table.rows);
        let is_ordered = dictionary.reading().kind != Kind::Text;
        for (parameters, model) in models(&target, is_ordered) {
            let parameters = of(&parameters);
            levels.push(shown(model.name(), Some(name), &parameters, model.attained(&classes)));
        }
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

type Parameters = Vec<(&'static str, Parameter)>;

/// The models of a sensitive attribute, each with parameters that any class satisfies or that do
/// not matter for its level.
fn models(target: &Target, is_ordered: bool) -> Vec<(Parameters, Arc<dyn ClassModel>)> {
    let text = |name: &'static str, value: &str| (name, Parameter::Text(value.into()));
    let number = |name: &'static str, value: f64| (name, Parameter::Number(value));
    let one = Fraction::ONE;
    let least = NonZeroUsize::MIN;
    let two = least.saturating_add(1);
    let spread = || Aspect::Concentration { disclosable: [].into(), is_by_share: true };
    let distinct = target.ask(DistinctL::new(0, least), spread());
    let mut all = vec![(vec![text("kind", "distinct")], distinct)];
    if let Ok(entropy) = EntropyL::new(0, 1.0, EntropyEstimator::Shannon) {
        all.push((vec![text("kind", "entropy")], target.ask(entropy, spread())));
    }
    if let Ok(recursive) = RecursiveL::new(0, one, two) {
        let parameters = vec![text("kind", "recursive"), number("l", 2.0)];
        all.push((parameters, target.ask(recursive, spread())));
    }
    if let Ok(alpha) = AlphaK::new(0, one, 1, None) {
        all.push((vec![], target.ask(alpha, spread())));
    }
    let (pairs, persons) = (target.baseline(Frequency::Pairs), target.baseline(Frequency::Persons));
    if let Ok(close) = TCloseness::new(0, one, Distance::Equal, &pairs) {
        let close = target.ask(close, Aspect::Distribution(pairs.clone()));
        all.push((vec![text("distance", "equal")], close));
    }
    if let Some(close) =
        is_ordered.then(|| TCloseness::new(0, one, Distance::Ordered, &pairs).ok()).flatten()
    {
        let close = target.ask(close, Aspect::Places(pairs));
        all.push((vec![text("distance", "ordered")], close));
    }
    for (name, absent) in [("ignored", Absent::Ignored), ("violates", Absent::Violates)] {
        let e = std::f64::consts::E;
        if let Ok(model) = DeltaDisclosure::new(0, 1.0, e, absent, &persons) {
            let model = target.ask(model, Aspect::Shares(persons.clone()));
            all.push((vec![text("absent", name)], model));
        }
    }
    for (name, kind) in [("basic", Likeness::Basic), ("enhanced", Likeness::Enhanced)] {
        if let Ok(model) = BetaLikeness::new(0, one, kind, &persons) {
            let model = target.ask(model, Aspect::Shares(persons.clone()));
            all.push((vec![text("kind", name)], model));
        }
    }
    all
}

fn shown(
    model: &str,
    attribute: Option<&str>,
    parameters: &[(&'static str, Parameter)],
    attained: Option<f64>,
) -> Guarantee {
    Guarantee {
        model: model.to_owned(),
        attribute: attribute.map(str::to_owned),
        parameters: parameters.iter().map(|(name, of)| ((*name).to_owned(), of.clone())).collect(),
        required: None,
        decided_by: None,
        bound: None,
        attained: attained.filter(|level| level.is_finite()),
        holds: None,
        shown: Guarantee::BY_THE_FILE.into(),
    }
}
