//! Interval disclosure: is the true value close to the released one?

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

/// Which standard deviation is meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Divided by the number of values less one.
    Sample,
    /// Divided by the number of values.
    Population,
}

/// For each record whether its true value was disclosed; `None` where either value is missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Disclosed {
    /// Record by record.
    pub records: Vec<Option<bool>>,
    /// The share of the comparable records that are disclosed; 0 if there is none.
    pub rate: f64,
}

impl Disclosed {
    fn new(records: Vec<Option<bool>>) -> Self {
        let compared = records.iter().flatten().count() as u64;
        let found = records.iter().flatten().filter(|&&found| found).count() as u64;
        Self { records, rate: super::uniqueness::share(found, compared) }
    }
}

/// Interval disclosure by ranks: the true value lies between the released values that are `p` per
/// cent of the records apart, half of them below and half above the record's own released value.
///
/// # Definition
/// The released values are sorted; the interval of the i-th goes from the value `w` places below
/// to the one `w` places above, within the file, where `w = ⌊p n / 200⌋`. Equal released values
/// have one interval, from the first of them less `w` to the last of them plus `w`, so that the
/// order of the records does not matter.
///
/// # Range
/// The rate goes from 0 to 1, and grows with `p`.
///
/// # What it does not see
/// How wide an interval is: where values are sparse, even a wide one counts as disclosure. Whether
/// the intruder knows which record to look at.
///
/// # Reference
/// J. Domingo-Ferrer, V. Torra (2001), *A quantitative comparison of disclosure control methods
/// for microdata*.
///
/// # Panics
/// If the files do not have the same number of records.
pub fn by_rank(truth: &[f64], released: &[f64], p: f64) -> Disclosed {
    let intervals = rank_intervals(released, p);
    assert_eq!(truth.len(), intervals.len(), "both files have the same records");
    let inside = |(truth, interval): (&f64, &Option<(f64, f64)>)| {
        interval.filter(|_| !truth.is_nan()).map(|(low, high)| low <= *truth && *truth <= high)
    };
    Disclosed::new(truth.iter().zip(&intervals).map(inside).collect())
}

/// The interval around each released value; `None` where it is missing.
pub fn rank_intervals(released: &[f64], p: f64) -> Vec<Option<(f64, f64)>> {
    let mut order: Vec<usize> = (0..released.len()).filter(|&at| !released[at].is_nan()).collect();
    order.sort_by(|&a, &b| released[a].total_cmp(&released[b]));
    #[expect(clippy::cast_sign_loss, reason = "a negative width is no width: the cast gives 0")]
    let width = (p * order.len() as f64 / 200.0 + 1e-9).floor() as usize;
    let mut intervals = vec![None; released.len()];
    let mut start = 0;
    #[expect(clippy::float_cmp, reason = "the same number is meant")]
    for same in order.chunk_by(|&a, &b| released[a] == released[b]) {
        let end = start + same.len() - 1;
        let low = released[order[start.saturating_sub(width)]];
        let high = released[order[end.saturating_add(width).min(order.len() - 1)]];
        for &at in same {
            intervals[at] = Some((low, high));
        }
        start = end + 1;
    }
    intervals
}

/// Interval disclosure by standard deviation: |true - released| is at most `p` per cent of the
/// true values' standard deviation.
///
/// # Range
/// The rate goes from 0 to 1, and grows with `p`.
///
/// # What it does not see
/// Skewed attributes have a standard deviation that is large for most of their values, and then
/// nearly everything is disclosed; [`by_rank`] adapts.
///
/// # Reference
/// J. M. Mateo-Sanz, F. Sebé, J. Domingo-Ferrer (2004), *Outlier protection in continuous
/// microdata masking*, doi:10.1007/978-3-540-25955-8_16.
///
/// # Panics
/// If the files do not have the same number of records.
pub fn by_deviation(truth: &[f64], released: &[f64], p: f64, deviation: Deviation) -> Disclosed {
    assert_eq!(truth.len(), released.len(), "both files have the same records");
    let within = p * standard_deviation(truth, deviation) / 100.0;
    let close = |(truth, released): (&f64, &f64)| {
        let apart = (truth - released).abs();
        (!apart.is_nan()).then_some(apart <= within)
    };
    Disclosed::new(truth.iter().zip(released).map(close).collect())
}

/// The standard deviation of what is not missing; 0 of fewer than two values.
pub fn standard_deviation(values: &[f64], deviation: Deviation) -> f64 {
    let present = || values.iter().filter(|value| !value.is_nan());
    let count = present().count() as f64;
    if count < 2.0 {
        return 0.0;
    }
    let mean = present().sum::<f64>() / count;
    let squares: f64 = present().map(|value| (value - mean) * (value - mean)).sum();
    let divisor = if deviation == Deviation::Sample { count - 1.0 } else { count };
    (squares / divisor).sqrt()
}

/// Within ten per cent of ranks.
pub static RANK_INTERVAL_DISCLOSURE: Entry = MeasureEntry {
    name: "rank-interval-disclosure",
    title: "Within ten per cent of ranks",
    aliases: &["interval-disclosure", "rid"],
    formula: "records whose true number is within 5 % of the ranks of the released one / records",
    summary: "How often the true number lies between the released ones that are five per cent of the records below and above.",
    facts: MeasureFacts {
        group: &group::INTERVALS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::DOMINGO_FERRER_2001],
    worked: Worked::perturbed("The interval goes 5 % of the ranks up and down, of six records `6 * 0.05 = 0.3`, which is less than one rank: only a number that did not change at all is inside. That is x of row 4, 0 before and after: `1/6 = 0.1667`, so **0.1667**.", &["rank-interval-disclosure of x 1 0.1667"]),
}
.entry();

/// Within a tenth of the deviation.
pub static DEVIATION_INTERVAL_DISCLOSURE: Entry = MeasureEntry {
    name: "deviation-interval-disclosure",
    title: "Within a tenth of the deviation",
    aliases: &["sdid"],
    formula: "(records with |x - y| <= s/10) / records",
    summary: "How often the true number is no further from the released one than a tenth of the standard deviation.",
    facts: MeasureFacts {
        group: &group::INTERVALS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Name,
    },
    references: &[reference::MATEO_SANZ_2004],
    worked: Worked::perturbed("The deviation of x is 7.033, and a tenth of it 0.7033. The numbers moved by 3, 4, 4, 0, 3 and 3: one is nearer than 0.7033. So `1/6 = 0.1667`: **0.1667**.", &["deviation-interval-disclosure of x 1 0.1667", "standard-deviation of x 7.033 8.408"]),
}
.entry();

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "these shares are exact")]
mod tests {
    use super::*;

    #[test]
    fn equal_released_values_have_one_interval() {
        let released = [5.0, 1.0, 5.0, f64::NAN, 9.0, 5.0];
        let intervals = rank_intervals(&released, 40.0);
        assert_eq!(intervals[0], Some((1.0, 9.0)));
        assert_eq!((intervals[2], intervals[5], intervals[3]), (intervals[0], intervals[0], None));
        let disclosed = by_rank(&[9.5, 1.0, 9.0, 5.0, f64::NAN, 2.0], &released, 40.0);
        assert_eq!(
            disclosed.records,
            [Some(false), Some(true), Some(true), None, None, Some(true)]
        );
        assert_eq!(disclosed.rate, 0.75);
    }
}
