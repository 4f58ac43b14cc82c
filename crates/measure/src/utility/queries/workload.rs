//! A workload for who has none.

use super::{Aggregate, Condition, Query, Wanted};
use crate::utility::Attribute;
use ridotto_core::Code;
use ridotto_numbers::chance::{below, dice};

/// Counts with conditions on two attributes (one, if there is no other), each of which asks for
/// about a third of the attribute's values: a range of numbers, or some categories, drawn by the
/// seed. A workload for who has none.
pub fn random_counts(attributes: &[Attribute], queries: usize, seed: u64) -> Vec<Query> {
    let usable: Vec<usize> =
        (0..attributes.len()).filter(|&at| attributes[at].domain.values > 1).collect();
    if usable.is_empty() {
        return Vec::new();
    }
    let query = |nth: usize| {
        let seed = dice(seed, nth as u64);
        let first = below(seed, 0, usable.len());
        let second = (first + 1 + below(seed, 1, (usable.len() - 1).max(1))) % usable.len();
        let mut places = vec![usable[first], usable[second]];
        places.dedup();
        let conditions = places.into_iter().zip(2..);
        let conditions =
            conditions.map(|(at, place)| random_condition(attributes, at, seed, place));
        Query { aggregate: Aggregate::Count, conditions: conditions.collect() }
    };
    (0..queries).map(query).collect()
}

fn random_condition(attributes: &[Attribute], at: usize, seed: u64, place: u64) -> Condition {
    let domain = &attributes[at].domain;
    let readable = domain.numbers.iter().take_while(|number| !number.is_nan()).count();
    let wanted = if readable > 1 {
        let length = readable.div_ceil(3);
        let first = below(seed, place, readable - length + 1);
        Wanted::Between(domain.numbers[first], domain.numbers[first + length - 1])
    } else {
        let seed = dice(seed, place);
        let chosen = |&code: &Code| below(seed, code.into(), 3) == 0;
        let mut codes: Vec<Code> = (0..domain.values as Code).filter(chosen).collect();
        if codes.is_empty() {
            codes.push(below(seed, u64::MAX, domain.values) as Code);
        }
        Wanted::Among(codes)
    };
    Condition { attribute: at, wanted }
}
