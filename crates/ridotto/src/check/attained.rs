//! The level of every model that a file attains, asked for or not.

use crate::Requirement;
use ridotto_core::model::{
    Absent, AlphaK, AverageRisk, Baseline, BetaLikeness, DeltaDisclosure, Distance, DistinctL,
    EntropyEstimator, EntropyL, KAnonymity, Likeness, RecursiveL, SampleUniqueness, TCloseness,
};
use ridotto_core::{ClassModel, ClassTable, Fraction, KeyColumn, Kind, TableModel};
use ridotto_io::{Column, Table};
use ridotto_report::{Guarantee, Parameter};
use std::num::NonZeroUsize;

/// What a file attains of every model over all quasi-identifiers; models that are required are
/// left out where they are asked for in the same way.
pub(super) fn levels(
    table: &Table,
    keys: &[KeyColumn<'_>],
    sensitive: &[(&str, usize)],
    required: &[Requirement],
) -> Vec<Guarantee> {
    let classes = ClassTable::count(keys, &[], table.rows);
    let one = Fraction::ONE;
    let identity = KAnonymity::new(1.try_into().expect("one is not nothing"));
    let mut levels = vec![shown(identity.name(), None, &[], identity.attained(&classes))];
    if let (Ok(average), Ok(unique)) = (AverageRisk::new(one), SampleUniqueness::new(one)) {
        let level = |model: &dyn TableModel| (!classes.is_empty()).then(|| model.level(&classes));
        levels.push(shown(average.name(), None, &[], level(&average)));
        levels.push(shown(unique.name(), None, &[], level(&unique)));
    }
    for &(name, at) in sensitive {
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { continue };
        let column = KeyColumn { codes, values: dictionary.len() };
        let classes = ClassTable::count(keys, &[column], table.rows);
        let baseline = Baseline::of_column(codes, column.values);
        let is_ordered = dictionary.reading().kind != Kind::Text;
        for (parameters, model) in models(&baseline, is_ordered) {
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
fn models(baseline: &Baseline, is_ordered: bool) -> Vec<(Parameters, Box<dyn ClassModel>)> {
    let text = |name: &'static str, value: &str| (name, Parameter::Text(value.into()));
    let number = |name: &'static str, value: f64| (name, Parameter::Number(value));
    let one = Fraction::ONE;
    let least = NonZeroUsize::MIN;
    let two = least.saturating_add(1);
    let mut all: Vec<(Parameters, Box<dyn ClassModel>)> =
        vec![(vec![text("kind", "distinct")], Box::new(DistinctL::new(0, least)))];
    let mut add = |parameters, model: Option<Box<dyn ClassModel>>| {
        all.extend(model.map(|model| (parameters, model)));
    };
    let entropy = EntropyL::new(0, 1.0, EntropyEstimator::Shannon).ok();
    add(vec![text("kind", "entropy")], entropy.map(|model| Box::new(model) as _));
    let recursive = RecursiveL::new(0, one, two).ok();
    add(
        vec![text("kind", "recursive"), number("l", 2.0)],
        recursive.map(|model| Box::new(model) as _),
    );
    add(vec![], AlphaK::new(0, one, 1, None).ok().map(|model| Box::new(model) as _));
    for (name, distance) in [("equal", Distance::Equal), ("ordered", Distance::Ordered)]
        .into_iter()
        .take(1 + usize::from(is_ordered))
    {
        let close = TCloseness::new(0, one, distance, baseline).ok();
        add(vec![text("distance", name)], close.map(|model| Box::new(model) as _));
    }
    for (name, absent) in [("ignored", Absent::Ignored), ("violates", Absent::Violates)] {
        let e = std::f64::consts::E;
        let model = DeltaDisclosure::new(0, 1.0, e, absent, baseline).ok();
        add(vec![text("absent", name)], model.map(|model| Box::new(model) as _));
    }
    for (name, kind) in [("basic", Likeness::Basic), ("enhanced", Likeness::Enhanced)] {
        let model = BetaLikeness::new(0, one, kind, baseline).ok();
        add(vec![text("kind", name)], model.map(|model| Box::new(model) as _));
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
        attained: attained.filter(|level| level.is_finite()),
        holds: None,
        shown: "by the file".into(),
    }
}
