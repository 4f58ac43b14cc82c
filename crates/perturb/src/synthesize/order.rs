//! In which order attributes are drawn.

use super::{Constraints, Unfit};
use ridotto_core::{Column, Values};

/// The order asked for, or one with few values first. `drawn` says which attributes are drawn.
pub(super) fn order(
    asked: Option<&[usize]>,
    drawn: &[usize],
    columns: &[Column],
    constraints: &Constraints,
) -> Result<Vec<usize>, Unfit> {
    if let Some(asked) = asked {
        let mut sorted = asked.to_vec();
        sorted.sort_unstable();
        let mut all = drawn.to_vec();
        all.sort_unstable();
        return match sorted == all {
            true => Ok(asked.to_vec()),
            false => Err(Unfit::Attributes { parameter: "order" }),
        };
    }
    let mut order = drawn.to_vec();
    let is_total = |at: usize| constraints.sums.iter().any(|sum| sum.total == at);
    order.sort_by_cached_key(|&at| (is_total(at), distinct(&columns[at].values), at));
    Ok(order)
}

/// How many values occur.
fn distinct(values: &Values) -> usize {
    match values {
        Values::Numbers(numbers) => {
            let mut sorted = numbers.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.chunk_by(|a, b| a == b).count()
        }
        Values::Categories { codes, categories, .. } => {
            let mut seen = vec![false; *categories];
            codes.iter().flatten().for_each(|&code| seen[code as usize] = true);
            seen.into_iter().filter(|&seen| seen).count()
        }
    }
}
