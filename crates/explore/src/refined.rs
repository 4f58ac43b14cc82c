//! Between what was found to be best: where the next configuration tells most.

use crate::configuration::{Searched, Try, Way};
use crate::grid::{Grid, rank};
use ridotto_micro::algorithm::AlgorithmDefinition;
use ridotto_policy::{Decimal, Share};

/// A configuration that lies on the frontier, and what it loses.
#[derive(Clone, Debug)]
pub(crate) struct Reached<'a> {
    pub of: &'a Try,
    pub loss: f64,
}

/// Neighbours that lose nearly the same have nothing between them that is worth a try.
const NEARLY: f64 = 0.01;

/// What to try between neighbours on the frontier, which are in its order, and beside the one that is
/// proposed.
pub(crate) fn refined(
    grid: &Grid,
    tried: &[Try],
    frontier: &[Reached<'_>],
    proposed: Option<&Try>,
) -> Vec<Try> {
    let mut ways: Vec<Searched> = Vec::new();
    for pair in frontier.windows(2) {
        let (one, other) = (&pair[0], &pair[1]);
        if let (Some(a), Some(b)) = (plain(one.of), plain(other.of))
            && (one.loss - other.loss).abs() > NEARLY
        {
            ways.extend(between(grid, a, b));
        }
    }
    if let Some(proposed) = proposed.and_then(plain) {
        ways.extend(beside(grid, tried, proposed));
    }
    let mut new: Vec<Try> = Vec::new();
    for way in ways {
        let number = (tried.len() + new.len()) as u64 + 1;
        let one = Try { number, rank: rank::BETWEEN, way: Way::Searched(way) };
        let name = one.describe();
        if tried.iter().chain(&new).all(|other| other.describe() != name) {
            new.push(one);
        }
    }
    new
}

/// A way that generalises and weighs attributes as the policy does.
fn plain(of: &Try) -> Option<&Searched> {
    match &of.way {
        Way::Searched(searched) if searched.finer.is_none() => Some(searched),
        _ => None,
    }
}

fn is_one_method(a: &Searched, b: &Searched) -> bool {
    let name = |of: &'static AlgorithmDefinition| of.entry.name;
    name(a.algorithm) == name(b.algorithm)
}

/// What lies between two ways of one method that differ in one thing.
fn between(grid: &Grid, a: &Searched, b: &Searched) -> Option<Searched> {
    if !is_one_method(a, b) {
        return None;
    }
    match (a.k, b.k) {
        (one, other) if one == other && grid.may_refine.1 => {
            let suppression = share_between(a.suppression, b.suppression)?;
            Some(Searched { suppression, ..a.clone() })
        }
        (Some(one), Some(other)) if a.suppression == b.suppression && grid.may_refine.0 => {
            Some(Searched { k: Some(k_between(one, other)?), ..a.clone() })
        }
        _ => None,
    }
}

/// What lies between a way and its neighbours among those that were tried.
fn beside(grid: &Grid, tried: &[Try], of: &Searched) -> Vec<Searched> {
    let same = || tried.iter().filter_map(plain).filter(|other| is_one_method(of, other));
    let in_k = || same().filter(|other| other.suppression == of.suppression);
    let in_share = || same().filter(|other| other.k == of.k);
    let above = in_k().filter(|other| other.k > of.k).min_by_key(|other| other.k);
    let lower = in_share().filter(|other| other.suppression < of.suppression);
    let lower = lower.max_by_key(|other| other.suppression);
    let higher = in_share().filter(|other| other.suppression > of.suppression);
    let higher = higher.min_by_key(|other| other.suppression);
    let neighbours = above.into_iter().chain(lower).chain(higher);
    neighbours.filter_map(|other| between(grid, of, other)).collect()
}

/// The k in the middle of two, as a factor.
#[expect(clippy::cast_sign_loss, reason = "no k is below 0")]
fn k_between(one: u64, other: u64) -> Option<u64> {
    let k = (one as f64 * other as f64).sqrt().round() as u64;
    (k > one.min(other) && k < one.max(other)).then_some(k)
}

/// The share in the middle of two, in tenths of a per cent.
fn share_between(one: Share, other: Share) -> Option<Share> {
    let middle = f64::midpoint(one.to_f64(), other.to_f64());
    let middle = Share::new(Decimal::new((middle * 1000.0).round() as i128, 3))?;
    (middle != one && middle != other).then_some(middle)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_between_is_in_the_middle() {
        assert_eq!(k_between(5, 20), Some(10));
        assert_eq!((k_between(2, 3), k_between(5, 5)), (None, None));
        assert_eq!(k_between(2, 4), Some(3));
        let share = |text: &str| Share::new(Decimal::parse(text).unwrap()).unwrap();
        assert_eq!(share_between(share("0.02"), share("0.1")), Some(share("0.06")));
        assert_eq!(share_between(share("0.02"), share("0.021")), None);
    }
}
