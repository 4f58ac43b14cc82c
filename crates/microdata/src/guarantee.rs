//! Guarantees: what a file attains of a requirement, as every document says it.
//!
//! Terminal, JSON, page and certificate read the same [`Guarantee`]. Its figure is always beside the
//! bound that decided, which for a range or a model of several parts depends on the file.

use crate::Requirement;
use ridotto_core::model::{Decisive, K_ANONYMITY_WITH_WILDCARDS, Worst};
use ridotto_core::{Bound, ClassTable};
use ridotto_report::{Guarantee, Known, Parameter, Way};
use std::collections::BTreeMap;

/// The name of k-anonymity where `*` and missing cells are counted as if they were any value. It
/// is another name because it is another guarantee: it does not bound the risk by 1/k.
pub const WILDCARDS: &str = K_ANONYMITY_WITH_WILDCARDS.entry.name;

/// What a file attains of k-anonymity if `*` and missing cells fit anything; `fitting` tells the
/// fewest records that fit one over some of the quasi-identifiers.
pub(crate) fn wildcard_guarantee(
    required: &Requirement,
    keys: usize,
    fitting: &dyn Fn(&[usize]) -> Option<u64>,
) -> Guarantee {
    let subsets = required.scope.subsets(keys);
    let least: Option<Vec<u64>> = subsets.iter().map(|subset| fitting(subset)).collect();
    counted_guarantee(required, WILDCARDS, least.and_then(|least| least.into_iter().min()))
}

/// What a file attains of a model that asks for a least number of something.
pub(crate) fn counted_guarantee(
    required: &Requirement,
    model: &str,
    least: Option<u64>,
) -> Guarantee {
    let bound = required.model.bound();
    let attained = least.map(|least| least as f64);
    let decisive = attained.map(|attained| Decisive::of_bound(bound, attained));
    Guarantee {
        model: model.into(),
        attribute: None,
        ..told(required, decisive, attained.is_some_and(|attained| bound.admits(attained)))
    }
}

/// What a file of so many records attains of a requirement; its classes over some of the
/// quasi-identifiers, of which there are `keys`, are given by `table`.
pub(crate) fn guarantee(
    required: &Requirement,
    keys: usize,
    rows: u64,
    table: &dyn Fn(&[usize]) -> ClassTable,
) -> Guarantee {
    let (mut worst, mut all_hold) = (Worst::default(), rows > 0);
    for subset in required.scope.subsets(keys) {
        let table = table(&subset);
        let holds = !table.is_empty() && required.model.holds(&table);
        all_hold &= holds;
        if let Some(decisive) = required.model.decisive(&table) {
            worst.add(holds, decisive, required.model.bound());
        }
    }
    told(required, worst.decisive(), all_hold)
}

/// A requirement with what decided about a file.
fn told(required: &Requirement, decisive: Option<Decisive>, holds: bool) -> Guarantee {
    let bound = decisive.map_or(required.model.bound(), |decisive| decisive.bound);
    let part = decisive.and_then(|decisive| decisive.part);
    let (way, level) = one_sided(bound);
    Guarantee {
        model: required.model.name().into(),
        attribute: required.attribute.clone(),
        parameters: named(required),
        required: Some(level),
        decided_by: Some(part.unwrap_or_else(|| main_parameter(required)).into()),
        bound: Some(way),
        attained: decisive.map(|decisive| decisive.level).filter(|level| level.is_finite()),
        holds: Some(holds),
        shown: Guarantee::BY_THE_FILE.into(),
        known: Known(required.entry),
    }
}

fn named(required: &Requirement) -> BTreeMap<String, Parameter> {
    let parameters = required.parameters.iter();
    parameters.map(|(name, value)| ((*name).to_owned(), value.clone())).collect()
}

/// The parameter that a model's own bound is: the one that it is declared with, but for diversity
/// that bounds a ratio, and for what bounds a range from above.
fn main_parameter(required: &Requirement) -> &'static str {
    let has = |name: &str| required.parameters.iter().any(|(other, _)| *other == name);
    match required.parameters.first() {
        Some(("l", _)) if has("c") => "c",
        Some(("at-least", _)) if has("at-most") => "at-most",
        Some((name, _)) => name,
        None => "",
    }
}

/// A bound as a direction and a number; of a range the upper end.
fn one_sided(bound: Bound) -> (Way, f64) {
    match bound {
        Bound::AtLeast(least) => (Way::AtLeast, least),
        Bound::AtMost(most) | Bound::Within(_, most) => (Way::AtMost, most),
        Bound::Below(limit) => (Way::Below, limit),
    }
}

/// The number that a bound is about; of two the greater.
pub(crate) fn required_level(bound: Bound) -> f64 {
    one_sided(bound).1
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::Scope;
    use ridotto_core::model::{KAnonymity, Model};
    use std::sync::Arc;

    /// Where no class is left, none is too small; that is no guarantee.
    #[test]
    fn nothing_holds_of_no_class() {
        let required = Requirement {
            model: Model::PerClass(Arc::new(KAnonymity::new(2.try_into().unwrap()))),
            attribute: None,
            parameters: Vec::new(),
            scope: Scope::All,
            relative: None,
            entry: None,
        };
        let table = |sizes: &[u64]| ClassTable::of_numbered(sizes, std::iter::empty());
        let holds = |rows, sizes: &[u64]| guarantee(&required, 2, rows, &|_| table(sizes)).holds;
        assert_eq!(holds(4, &[2, 2]), Some(true));
        assert_eq!(holds(4, &[1, 3]), Some(false));
        assert_eq!((holds(0, &[]), holds(4, &[])), (Some(false), Some(false)));
    }
}
