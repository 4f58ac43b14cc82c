//! From points to groups: which algorithm does it, on what.

use super::best::{best, large};
use super::blocks::{all, most, within};
use super::genetic::genetic;
use super::groups::Groups;
use super::k_ward::{Step, k_ward};
use super::mdav::mdav;
use super::options::{Algorithm, Options};
use super::order::{along, by_component, by_sum};
use super::path::{fixed, optimal};
use super::points::Points;
use super::v_mdav::v_mdav;
use crate::Refused;

/// Up to how many records algorithms work on all at once that need more than quadratic time.
const SLOW: usize = 4000;

/// Groups points, all of them. The points are as they are: standardise them before. `seed` is for
/// the genetic algorithm.
pub fn group(points: &Points, options: &Options, seed: u64) -> Result<Groups, Refused> {
    options.check(points.width())?;
    let rows = all(points);
    enough(rows.len(), options.k)?;
    let lists = partition(points, None, &rows, options, seed)?;
    Ok(Groups::from_lists(points.rows(), &lists))
}

/// k-Ward, step by step.
pub fn k_ward_steps(points: &Points, options: &Options) -> Result<(Groups, Vec<Step>), Refused> {
    options.check(points.width())?;
    enough(points.rows(), options.k)?;
    let mut steps = Vec::new();
    let rows = all(points);
    let lists = k_ward(points, &rows, options.k, options.mixability, &mut |step| steps.push(step));
    Ok((Groups::from_lists(points.rows(), &lists), steps))
}

pub(super) fn enough(records: usize, k: usize) -> Result<(), Refused> {
    if records < k {
        return Err(Refused::TooFew { needed: k as u64, records: records as u64 });
    }
    Ok(())
}

/// How many records an algorithm works on at once.
pub(super) fn at_once(options: &Options) -> usize {
    match options.algorithm {
        Algorithm::Mdav | Algorithm::VMdav => options.exact,
        Algorithm::Ward | Algorithm::Genetic => options.exact.min(SLOW).max(2 * options.k),
        Algorithm::Best => most(options.k),
        _ => usize::MAX,
    }
}

/// Groups some rows. Orders are made by the points that are given for them, if there are.
pub(super) fn partition(
    points: &Points,
    ordering: Option<&Points>,
    rows: &[u32],
    options: &Options,
    seed: u64,
) -> Result<Vec<Vec<u32>>, Refused> {
    let k = options.k;
    let ordering = ordering.unwrap_or(points);
    let whole = rows.len() <= at_once(options);
    let blocked = |group: &(dyn Fn(&Points) -> Vec<Vec<u32>> + Sync)| {
        if whole {
            let mut groups = group(&points.take(rows));
            groups.iter_mut().flatten().for_each(|row| *row = rows[*row as usize]);
            groups
        } else {
            within(points, rows, k, group)
        }
    };
    Ok(match options.algorithm {
        Algorithm::Optimal if ordering.width() != 1 => return Err(Refused::OneAttribute),
        Algorithm::Optimal => optimal(points, &along(ordering, rows, 0), k),
        Algorithm::Mdav if whole => mdav(points, rows, k),
        Algorithm::Mdav => large(points, rows, k),
        Algorithm::VMdav => blocked(&|part| v_mdav(part, &all(part), k, options.gain)),
        Algorithm::Ward => {
            blocked(&|part| k_ward(part, &all(part), k, options.mixability, &mut |_| ()))
        }
        Algorithm::Genetic => blocked(&|part| genetic(part, k, seed)),
        Algorithm::SingleAxis | Algorithm::Individual => {
            let axis = options.axis.min(ordering.width().saturating_sub(1));
            fixed(&along(ordering, rows, axis), k)
        }
        Algorithm::PrincipalComponent => fixed(&by_component(ordering, rows), k),
        Algorithm::ZScore => fixed(&by_sum(ordering, rows), k),
        Algorithm::Best => best(points, rows, k),
    })
}
