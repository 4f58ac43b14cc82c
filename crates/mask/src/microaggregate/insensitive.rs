//! Insensitive microaggregation: one record changes each group by one record at most.

use super::center::MaskedColumn;
use super::groups::Groups;
use super::options::{Center, Missing};
use super::{center, path};
use crate::Refused;
use ridotto_core::{Series, Values};
use std::sync::Arc;

/// A file grouped in an order that no record has a say in, so that differential privacy needs less
/// noise. Nothing else makes one: what MDAV or another method groups is not this type, because
/// there one record may change every group entirely, and the noise would protect nobody.
///
/// # Guarantee
/// Between two files that differ in one record (one replaced by another), the groups can be paired
/// so that each loses one record at most and gains one at most. Values are first limited to the
/// given bounds, so the mean of each group changes by no more than (upper − lower)/k, up to the
/// rounding of sums: [`Insensitive::change`]. The change of all groups' means together is bounded by
/// [`Insensitive::sensitivity`]. Groups and orders depend on bounds and on the number of records,
/// never on the data's own least, greatest or mean.
///
/// # Does not protect against
/// Anything, by itself: it is pre-processing. The means are exact until noise for the sensitivity
/// is added. The number of records is taken to be public (records are replaced, not added).
///
/// # Parameters
/// `k`: the larger, the less noise, and the coarser the means. The bounds of each attribute, which
/// must come from knowledge about the attribute, not from the file.
///
/// # Cost
/// One sort.
///
/// # References
/// J. Soria-Comas, J. Domingo-Ferrer, D. Sánchez, S. Martínez (2014), *Enhancing data utility in
/// differential privacy via microaggregation-based k-anonymity*, doi:10.1007/s00778-014-0351-4.
#[derive(Clone, Debug)]
pub struct Insensitive {
    columns: Vec<MaskedColumn>,
    groups: Groups,
    /// The numbers of the groups, in the order that they were taken from.
    ranked: Vec<u32>,
    bounds: Vec<(f64, f64)>,
    k: usize,
}

/// Groups records in a fixed total order: by how far they are from the lower bounds, all attributes
/// together in shares of their ranges; of equal ones, by the attributes one after the other. k after
/// k become a group, the last has up to 2k − 1.
pub fn insensitive(
    columns: &[Series],
    k: usize,
    bounds: &[(f64, f64)],
) -> Result<Insensitive, Refused> {
    let limited = limit(columns, bounds)?;
    let rows = limited.first().map_or(0, Vec::len);
    if k < 2 {
        return Err(Refused::Parameter { parameter: "k", must_be: "2 or more" });
    }
    if rows < k {
        return Err(Refused::TooFew { needed: k as u64, records: rows as u64 });
    }
    let share = |row: usize| -> f64 {
        let parts = limited.iter().zip(bounds);
        parts.map(|(column, &(lower, upper))| (column[row] - lower) / (upper - lower)).sum()
    };
    let mut order: Vec<(f64, u32)> = (0..rows).map(|row| (share(row), row as u32)).collect();
    order.sort_unstable_by(|a, b| {
        let cells = |row: u32| limited.iter().map(move |column| column[row as usize]);
        let tie = || cells(a.1).map(f64::to_bits).cmp(cells(b.1).map(f64::to_bits));
        a.0.total_cmp(&b.0).then_with(tie).then(a.1.cmp(&b.1))
    });
    let order: Vec<u32> = order.into_iter().map(|(_, row)| row).collect();
    let lists = path::fixed(&order, k);
    let groups = Groups::from_lists(rows, &lists);
    let ranked = lists.iter().map(|rows| groups.of()[rows[0] as usize]).collect();
    let one = |(column, numbers): (&Series, Vec<f64>)| {
        let column = Series { name: Arc::clone(&column.name), values: Values::Numbers(numbers) };
        center::mask(&column, &groups, k, (Center::Mean, Missing::Stay))
    };
    let masked = columns.iter().zip(limited).map(one).collect();
    Ok(Insensitive { columns: masked, groups, ranked, bounds: bounds.to_vec(), k })
}

/// Values within their bounds.
fn limit(columns: &[Series], bounds: &[(f64, f64)]) -> Result<Vec<Vec<f64>>, Refused> {
    let proper =
        |&(lower, upper): &(f64, f64)| lower.is_finite() && upper.is_finite() && lower < upper;
    if columns.is_empty() || columns.len() != bounds.len() || !bounds.iter().all(proper) {
        let must_be = "a lower and a greater upper bound of each attribute";
        return Err(Refused::Parameter { parameter: "bounds", must_be });
    }
    let one = |(column, &(lower, upper)): (&Series, &(f64, f64))| match &column.values {
        Values::Categories { .. } => Err(Refused::NeedsNumbers),
        // A missing value would take a record out of a mean: it is the middle, for everyone.
        Values::Numbers(numbers) => Ok(numbers
            .iter()
            .map(|&number| {
                let known = if number.is_nan() { f64::midpoint(lower, upper) } else { number };
                // Without the sign of zero, which would be an order of its own.
                known.clamp(lower, upper) + 0.0
            })
            .collect()),
    };
    columns.iter().zip(bounds).map(one).collect()
}

impl Insensitive {
    /// The means of the groups in the place of values: to be published only after noise.
    pub fn columns(&self) -> &[MaskedColumn] {
        &self.columns
    }

    /// The groups.
    pub fn groups(&self) -> &Groups {
        &self.groups
    }

    /// The numbers of the groups in the order that they were taken from: those of two neighbours are
    /// paired by their places in it, and not by their numbers, which depend on where records stand.
    pub fn ranked(&self) -> &[u32] {
        &self.ranked
    }

    /// By how much one record changes the mean of any one group in an attribute, at most.
    ///
    /// # Panics
    /// If there is no such attribute.
    pub fn change(&self, attribute: usize) -> f64 {
        let (lower, upper) = self.bounds[attribute];
        (upper - lower) / self.k as f64
    }

    /// By how much one record changes the means of all groups in an attribute together, at most.
    /// In general every group may change. With one attribute the changes are parts of one way
    /// from the old value to the new, so all of them together are not more than one of them.
    ///
    /// # Panics
    /// If there is no such attribute.
    pub fn sensitivity(&self, attribute: usize) -> f64 {
        let groups = if self.bounds.len() == 1 { 1 } else { self.groups.len() };
        groups as f64 * self.change(attribute)
    }
}
