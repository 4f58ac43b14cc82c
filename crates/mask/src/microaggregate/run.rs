//! The step itself: from columns to masked columns.

use super::center::{self, Masked, MaskedColumn};
use super::constraint::{Lack, cheaper, grow, merge};
use super::embed::embed;
use super::groups::{Groups, Loss};
use super::options::{Algorithm, Center, Missing, Options, Scaling};
use super::outcome::{Note, Outcome, reached};
use super::partition::{at_once, enough, partition};
use super::patterns::alike;
use super::points::Points;
use crate::{Dice, Refused};
use rand::RngExt;
use ridotto_core::{Series, Values};

/// Microaggregates columns. Within strata, if a stratum of each row is given: then records of
/// different strata are never in one group.
///
/// # Example
/// ```
/// use ridotto_core::{Series, Values};
/// use ridotto_mask::{Dice, microaggregate::{Algorithm, Masked, Options, mask}};
/// let income = vec![2.0, 12.0, 16.0, 25.0, 29.0, 45.0];
/// let column = Series { name: "income".into(), values: Values::Numbers(income) };
/// let options = Options::new(Algorithm::Optimal, 3);
/// let outcome = mask(&options, &[column], None, &Dice::seeded(1)).unwrap();
/// let expected = Masked::Numbers(vec![10.0, 10.0, 10.0, 33.0, 33.0, 33.0]);
/// assert_eq!(outcome.columns[0].values, expected);
/// assert_eq!(outcome.reached_k, 3);
/// ```
pub fn mask(
    options: &Options,
    columns: &[Series],
    strata: Option<&[u32]>,
    dice: &Dice,
) -> Result<Outcome, Refused> {
    run(options, columns, strata, dice, None)
}

/// As [`mask`], where each group must hold something besides: l-diversity or t-closeness of a
/// sensitive attribute, or whatever can be said of a group's rows (see [`lacking`](super::lacking)). Groups that fail grow or are
/// merged, so they may have 2k records and more. Refused if not even all records of a stratum
/// together hold it.
pub fn mask_where(
    options: &Options,
    columns: &[Series],
    strata: Option<&[u32]>,
    dice: &Dice,
    lack: &Lack,
) -> Result<Outcome, Refused> {
    run(options, columns, strata, dice, Some(lack))
}

/// The points that records of these columns are compared as: to show how far apart they are
/// ([`dissimilarities`](super::dissimilarities), [`dendrogram`](super::dendrogram)).
pub fn places(options: &Options, columns: &[Series]) -> Result<Points, Refused> {
    options.check(columns.len())?;
    embed(columns, &(0..columns.len()).collect::<Vec<_>>(), options)
}

fn run(
    options: &Options,
    columns: &[Series],
    strata: Option<&[u32]>,
    dice: &Dice,
    lack: Option<&Lack>,
) -> Result<Outcome, Refused> {
    options.check(columns.len())?;
    let rows = columns[0].len();
    let uneven = columns.iter().any(|column| column.len() != rows)
        || strata.is_some_and(|strata| strata.len() != rows);
    if uneven {
        let must_be = "columns and strata of equally many records";
        return Err(Refused::Parameter { parameter: "attributes", must_be });
    }
    enough(rows, options.k)?;
    let strata = split(strata, rows);
    strata.iter().try_for_each(|stratum| enough(stratum.len(), options.k))?;
    let seed = dice.stream(0).random();
    let mut masked: Vec<MaskedColumn> = columns.iter().map(MaskedColumn::same).collect();
    let (mut all, mut loss) = (Vec::new(), Loss::default());
    let mut notes = Vec::new();
    for places in options.together(columns.len()) {
        let points = embed(columns, &places, options)?;
        let ordering = ordering(columns, &places, options)?;
        let mut lists = Vec::new();
        for stratum in &strata {
            let parts = match options.missing {
                Missing::Stay => alike((columns, &places), &points, stratum, options.k),
                Missing::Fill => vec![stratum.clone()],
            };
            let mut own = Vec::new();
            for part in &parts {
                own.extend(partition(&points, ordering.as_ref(), part, options, seed)?);
            }
            lists.extend(match lack {
                None => own,
                Some(lack) => constrained(&points, own, stratum, options, lack)?,
            });
        }
        let groups = Groups::from_lists(rows, &lists);
        loss = loss.and(Loss::of(&points, &groups));
        for &place in &places {
            let how = (options.center, options.missing);
            masked[place] = center::mask(&columns[place], &groups, options.k, how);
            if options.algorithm == Algorithm::Individual
                && let Some(pinned) = pinned(&columns[place], &groups)
            {
                notes.push(Note::Individual { attribute: place, pinned });
            }
        }
        all.push(groups);
    }
    let touched: Vec<usize> = options.together(columns.len()).into_iter().flatten().collect();
    let shown: Vec<&MaskedColumn> = touched.iter().map(|&place| &masked[place]).collect();
    let reached_k = reached(&shown, rows);
    note(&mut notes, options, (&masked, &shown), &all, reached_k);
    if strata.iter().any(|stratum| stratum.len() > at_once(options)) {
        notes.push(Note::Blocks { records: super::blocks::most(options.k) });
    }
    Ok(Outcome { columns: masked, groups: all, loss, expected_k: options.k, reached_k, notes })
}

/// The rows of each stratum, strata in the order of their codes.
fn split(strata: Option<&[u32]>, rows: usize) -> Vec<Vec<u32>> {
    let mut order: Vec<u32> = (0..rows as u32).collect();
    let Some(strata) = strata else { return vec![order] };
    order.sort_by_key(|&row| strata[row as usize]);
    let same = |a: &u32, b: &u32| strata[*a as usize] == strata[*b as usize];
    order.chunk_by(same).map(<[u32]>::to_vec).collect()
}

/// The points that orders are made by. Categories without an order have none.
fn ordering(
    columns: &[Series],
    places: &[usize],
    options: &Options,
) -> Result<Option<Points>, Refused> {
    let ranked = |&place: &usize| match columns[place].values {
        Values::Numbers(_) => true,
        Values::Categories { ordered, .. } => ordered,
    };
    let plain = Options { dissimilarities: std::collections::BTreeMap::new(), ..options.clone() };
    let of = |places: &[usize], scaling: Scaling| {
        if !places.iter().all(ranked) {
            return Err(Refused::NeedsNumbers);
        }
        embed(columns, places, &Options { scaling, ..plain.clone() }).map(Some)
    };
    match options.algorithm {
        Algorithm::Optimal | Algorithm::Individual => of(places, Scaling::Plain),
        Algorithm::PrincipalComponent | Algorithm::ZScore => of(places, Scaling::ZScore),
        Algorithm::SingleAxis => match places.get(options.axis) {
            Some(&axis) => of(&[axis], Scaling::Plain),
            None => Err(Refused::Parameter { parameter: "axis", must_be: "one of the attributes" }),
        },
        _ => Ok(None),
    }
}

fn constrained(
    points: &Points,
    groups: Vec<Vec<u32>>,
    stratum: &[u32],
    options: &Options,
    lack: &Lack,
) -> Result<Vec<Vec<u32>>, Refused> {
    let mut groups = groups;
    for group in &mut groups {
        group.sort_unstable();
    }
    let merged = merge(points, &groups, options.k, lack)?;
    // Along an order groups stay consecutive.
    let may_grow = matches!(
        options.algorithm,
        Algorithm::Mdav | Algorithm::VMdav | Algorithm::Ward | Algorithm::Genetic | Algorithm::Best
    );
    if !may_grow {
        return Ok(merged);
    }
    let grown = grow(points, stratum, options.k, lack)?;
    Ok(cheaper(points, merged, grown))
}

fn note(
    notes: &mut Vec<Note>,
    options: &Options,
    (masked, shown): (&[MaskedColumn], &[&MaskedColumn]),
    groups: &[Groups],
    reached: usize,
) {
    for (attribute, column) in masked.iter().enumerate() {
        if column.suppressed > 0 {
            notes.push(Note::Suppressed { attribute, cells: column.suppressed });
        }
    }
    if groups.len() > 1 && options.algorithm != Algorithm::Individual {
        notes.push(Note::Parts);
    }
    if reached < options.k {
        notes.push(Note::Below { reached });
    }
    let averaged = |column: &&MaskedColumn| {
        options.center == Center::Mean && matches!(column.values, Masked::Numbers(_))
    };
    if !shown.iter().all(averaged) {
        notes.push(Note::TrueValues);
    }
    let size = groups.iter().map(|groups| groups.sizes().1).max().unwrap_or(0);
    if size >= 2 * options.k {
        notes.push(Note::Large { size });
    }
}

/// Within what share of the range half of the records are known to lie: between the means of the
/// groups before and after theirs.
fn pinned(column: &Series, groups: &Groups) -> Option<f64> {
    let Values::Numbers(numbers) = &column.values else { return None };
    let known = |rows: &[u32]| -> Vec<f64> {
        rows.iter().map(|&row| numbers[row as usize]).filter(|number| !number.is_nan()).collect()
    };
    let mut means: Vec<(f64, usize)> = groups
        .iter()
        .map(known)
        .filter(|values| !values.is_empty())
        .map(|values| (values.iter().sum::<f64>() / values.len() as f64, values.len()))
        .collect();
    means.sort_unstable_by(|a, b| a.0.total_cmp(&b.0));
    let (least, most) = (means.first()?.0, means.last()?.0);
    let mut widths: Vec<f64> = means
        .windows(3)
        .flat_map(|three| std::iter::repeat_n(three[2].0 - three[0].0, three[1].1))
        .collect();
    (most > least && !widths.is_empty()).then(|| super::embed::median(&mut widths) / (most - least))
}
