//! What an intruder finds who has read how numbers were masked.

use super::super::Evidence;
use super::Found;
use crate::Series;
use crate::linkage::LinkageError;
use crate::linkage::transparency::{Boxes, individual_ranking, rank_swapping};
use ridotto_catalogue::Transparency;
use ridotto_core::{Parts, Watch};
use ridotto_policy::Mask;
use ridotto_release::Error;

/// Adds what is found by who knows of rank swapping, or of averages of neighbours.
pub(super) fn measure(
    of: &Evidence<'_>,
    rows: &[u32],
    found: &mut Found,
    parts: &mut Parts<'_>,
) -> Result<(), Error> {
    // Those without a record are people, too, and are not found.
    let released = rows.len() as f64 / of.pair.before.rows.max(1) as f64;
    let mut add = |name: &'static str, boxes: &dyn Fn() -> Result<Boxes, LinkageError>| {
        let rate = parts.part(name, |_: &dyn Watch| Some(boxes()));
        found.add(name, None, rate.map(|boxes| boxes.map(|boxes| released * boxes.rate)));
    };
    let Known { rank_swapped, averaged } = Known::new(of);
    if let Some((names, width)) = &rank_swapped {
        let columns = numeric(of, rows, names)?;
        let pairs: Vec<(&Series, &Series)> = columns.iter().map(|(a, b)| (a, b)).collect();
        add("linked-knowing-rank-swapping", &|| rank_swapping(&pairs, *width));
    }
    if !averaged.is_empty() {
        let columns = numeric(of, rows, &averaged)?;
        let pairs: Vec<(&Series, &Series)> = columns.iter().map(|(a, b)| (a, b)).collect();
        add("linked-knowing-averages", &|| individual_ranking(&pairs));
    }
    Ok(())
}

/// Columns of numbers by their names, side by side.
fn numeric(
    of: &Evidence<'_>,
    rows: &[u32],
    names: &[String],
) -> Result<Vec<(Series, Series)>, Error> {
    let column = |name: &String| {
        let one = of.attributes.iter().find(|one| *one.name == **name);
        let one = one.filter(|one| one.domain.is_numeric()).ok_or_else(|| {
            let numeric = of.attributes.iter().filter(|one| one.domain.is_numeric());
            let names: Vec<&str> = numeric.map(|one| &*one.name).collect();
            Error::Usage {
                message: format!("no column of numbers `{name}` is in both files"),
                hint: ridotto_catalogue::similar(name, &names),
            }
        })?;
        Ok((one.column_before().take(rows), one.column_after(of.options.seed)))
    };
    names.iter().map(column).collect()
}

/// What an intruder who has read the policy knows of the method.
struct Known {
    rank_swapped: Option<(Vec<String>, f64)>,
    averaged: Vec<String>,
}

impl Known {
    /// From flags, or else from the steps of the policy, as far as they are about columns of numbers
    /// that both files have.
    fn new(of: &Evidence<'_>) -> Self {
        let is_numeric = |name: &str| {
            of.attributes.iter().any(|one| *one.name == *name && one.domain.is_numeric())
        };
        let numeric = |mask: &Mask| -> Vec<String> {
            let names = mask.attributes().iter().map(|name| name.value.clone());
            names.filter(|name| is_numeric(name)).collect()
        };
        let mut known = Self {
            rank_swapped: of.options.rank_swapped.clone(),
            averaged: of.options.averaged.clone(),
        };
        for mask in of.options.pair.policy.iter().flat_map(|policy| &policy.masks) {
            let names = numeric(mask);
            match (mask.facts().transparency)(mask.given()) {
                Transparency::RankSwapped { range }
                    if known.rank_swapped.is_none() && !names.is_empty() =>
                {
                    known.rank_swapped = Some((names, 100.0 * range.to_f64()));
                }
                Transparency::Averaged if known.averaged.is_empty() => known.averaged = names,
                _ => {}
            }
        }
        known
    }
}
