//! In which order attributes are drawn.

use super::grid::decimals;
use super::{Constraints, Sum, Unfit};
use ridotto_core::{Series, Values};

/// The order asked for, or one with few values first. `drawn` says which attributes are drawn.
pub(super) fn order(
    asked: Option<&[usize]>,
    drawn: &[usize],
    columns: &[Series],
    constraints: &Constraints,
) -> Result<Vec<usize>, Unfit> {
    if let Some(asked) = asked {
        let mut sorted = asked.to_vec();
        sorted.sort_unstable();
        let mut all = drawn.to_vec();
        all.sort_unstable();
        let unknown = Unfit::Attributes { parameter: "order" };
        return if sorted == all { Ok(asked.to_vec()) } else { Err(unknown) };
    }
    let mut order = drawn.to_vec();
    let last: Vec<usize> =
        constraints.sums.iter().filter_map(|sum| last_of(sum, drawn, columns)).collect();
    order.sort_by_cached_key(|&at| (last.contains(&at), distinct(&columns[at].values), at));
    Ok(order)
}

/// The member of a sum that follows from the others: the total, or if that is not drawn the part
/// with the most decimals, as a part with fewer could not make up for what is left.
fn last_of(sum: &Sum, drawn: &[usize], columns: &[Series]) -> Option<usize> {
    if drawn.contains(&sum.total) {
        return Some(sum.total);
    }
    let digits = |at: usize| match columns.get(at).map(|column| &column.values) {
        Some(Values::Numbers(numbers)) => decimals(numbers).unwrap_or(u32::MAX),
        _ => 0,
    };
    sum.parts.iter().copied().filter(|part| drawn.contains(part)).max_by_key(|&part| digits(part))
}

/// How many values occur.
fn distinct(values: &Values) -> usize {
    match values {
        Values::Numbers(numbers) => {
            let mut sorted = numbers.clone();
            sorted.sort_by(f64::total_cmp);
            sorted.chunk_by(|a, b| a.total_cmp(b).is_eq()).count()
        }
        Values::Categories { codes, categories, .. } => {
            let mut seen = vec![false; *categories];
            codes.iter().flatten().for_each(|&code| seen[code as usize] = true);
            seen.into_iter().filter(|&seen| seen).count()
        }
    }
}
