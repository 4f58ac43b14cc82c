//! How far apart are two distributions? Given as counts of the same bins, as [`super::Spread`]
//! makes them, also of pairs of attributes.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};

/// How several examples begin.
macro_rules! bins_of_pay {
    () => {
        "Pay is cut halfway between the eight numbers before, so that each bin has one record: 1, 1, 1, 1, 1, 1, 1, 1. After, the bins have 1, 2, 0, 2, 0, 1, 2, 0, for the eight rounded numbers. "
    };
}

/// How several examples begin.
macro_rules! one_pair {
    () => {
        "There is one pair, x with y. Before, each of the six people is in a cell of their own; after, too, and only one cell is the same. "
    };
}

/// Hellinger's distance: √(1 − Σ √(p·q)).
///
/// # Range
/// 0 (the same) to 1 (nothing in common); less is better.
///
/// # Does not see
/// How far apart bins are: a shift to the neighbour costs as much as one to the other end. Nor who
/// is where: values that were exchanged between people leave the distribution as it was.
///
/// # Example
/// ```
/// use ridotto_measure::utility::distribution::hellinger;
/// assert_eq!(hellinger(&[2.0, 2.0], &[1.0, 1.0]), Some(0.0));
/// assert_eq!(hellinger(&[1.0, 0.0], &[0.0, 1.0]), Some(1.0));
/// ```
///
/// # References
/// A. Le Cam, G. Yang (2000), *Asymptotics in statistics*, doi:10.1007/978-1-4612-1166-2.
pub fn hellinger(before: &[f64], after: &[f64]) -> Option<f64> {
    let (n, m) = totals(before, after)?;
    // As a sum of squares, because 1 − Σ√(pq) loses all digits where files are nearly alike.
    let squares = before.iter().zip(after);
    let squares = squares.map(|(p, q)| ((p / n).sqrt() - (q / m).sqrt()).powi(2));
    Some((squares.sum::<f64>() / 2.0).sqrt())
}

/// Total variation: half of Σ |p − q|, the greatest difference of the share of any set of bins.
///
/// # Range
/// 0 (the same) to 1 (nothing in common); less is better.
///
/// # Does not see
/// What [`hellinger`] does not see.
pub fn total_variation(before: &[f64], after: &[f64]) -> Option<f64> {
    let (n, m) = totals(before, after)?;
    Some(before.iter().zip(after).map(|(p, q)| (p / n - q / m).abs()).sum::<f64>() / 2.0)
}

/// The Kullback-Leibler divergence of the distribution after from that before, Σ p·log2(p/q), in
/// bits. Half a record is added to every bin of both files that either has, so that what vanished
/// costs much and not infinitely much.
///
/// # Range
/// From 0; 0 is the same, less is better. Not symmetric.
///
/// # Does not see
/// What [`hellinger`] does not see.
///
/// # References
/// S. Kullback, R. Leibler (1951), *On information and sufficiency*, doi:10.1214/aoms/1177729694;
/// D. Kifer, J. Gehrke (2006), *Injecting utility into anonymized datasets*,
/// doi:10.1145/1142473.1142499.
pub fn divergence(before: &[f64], after: &[f64]) -> Option<f64> {
    let (n, m) = totals(before, after)?;
    let used = || before.iter().zip(after).filter(|&(p, q)| p + q > 0.0);
    let added = 0.5 * used().count() as f64;
    let bits = used().map(|(p, q)| {
        let (p, q) = ((p + 0.5) / (n + added), (q + 0.5) / (m + added));
        p * (p / q).log2()
    });
    // Never below 0 but by rounding.
    Some(bits.sum::<f64>().max(0.0))
}

/// Cramér's V of a table of `width` columns: how strongly two attributes are associated.
///
/// With the two files as rows and bins as columns it says how strongly a value tells which file it
/// is from; the difference of the V of two attributes before and after says how much of their
/// association is left.
///
/// # Range
/// 0 (independent) to 1 (one determines the other). Without two rows and two columns in use it is
/// 0: a constant is associated with nothing.
///
/// # References
/// H. Cramér (1946), *Mathematical methods of statistics*.
pub fn cramers_v(table: &[f64], width: usize) -> Option<f64> {
    let total: f64 = table.iter().sum();
    if width == 0 || total <= 0.0 {
        return None;
    }
    let rows: Vec<f64> = table.chunks(width).map(|row| row.iter().sum()).collect();
    let columns: Vec<f64> =
        (0..width).map(|column| table.iter().skip(column).step_by(width).sum()).collect();
    let used = |sums: &[f64]| sums.iter().filter(|&&sum| sum > 0.0).count();
    let degrees = used(&rows).min(used(&columns)).saturating_sub(1);
    if degrees == 0 {
        return Some(0.0);
    }
    let mut chi_square = 0.0;
    for (row, cells) in rows.iter().zip(table.chunks(width)) {
        for (column, cell) in columns.iter().zip(cells) {
            let expected = row * column / total;
            if expected > 0.0 {
                chi_square += (cell - expected).powi(2) / expected;
            }
        }
    }
    Some((chi_square / (total * degrees as f64)).sqrt().min(1.0))
}

/// Cramér's V of file and bin: see [`cramers_v`].
pub fn cramers_v_of_files(before: &[f64], after: &[f64]) -> Option<f64> {
    totals(before, after)?;
    cramers_v(&[before, after].concat(), before.len())
}

fn totals(before: &[f64], after: &[f64]) -> Option<(f64, f64)> {
    let (n, m): (f64, f64) = (before.iter().sum(), after.iter().sum());
    (n > 0.0 && m > 0.0 && before.len() == after.len()).then_some((n, m))
}

/// Hellinger.
pub static HELLINGER: Entry = MeasureEntry {
    name: "hellinger",
    title: "Hellinger",
    aliases: &["hellinger-distance"],
    formula: "sqrt(1 - sum of sqrt(p q))",
    summary: "The distance of the distributions before and after: 0 if they are the same, 1 if they have nothing in common.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::LE_CAM_2000],
    worked: Worked::assessed(concat!(bins_of_pay!(), "The sum of roots of p·q is `(1 + sqrt(2) + sqrt(2) + 1 + sqrt(2)) / 8 = 0.7803`, and `sqrt(1 - 0.7803) = 0.4687`: **0.4687**."), &["hellinger of pay 0 0.4687"]),
}
.entry();

/// Total variation.
pub static TOTAL_VARIATION: Entry = MeasureEntry {
    name: "total-variation",
    title: "Total variation",
    aliases: &["total-variation-distance"],
    formula: "1/2 sum of |p - q|",
    summary: "The share of records that would have to change their value to restore the distribution.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::assessed(concat!(bins_of_pay!(), "Six bins differ by one record of eight: `1/2 * 6 * 1/8 = 0.375`. So **0.375** of the records would have to move."), &["total-variation of pay 0 0.375"]),
}
.entry();

/// Divergence.
pub static DIVERGENCE: Entry = MeasureEntry {
    name: "divergence",
    title: "Divergence",
    aliases: &["kl-divergence", "relative-entropy"],
    formula: "sum of p log2(p / q)",
    summary: "The Kullback-Leibler divergence of the two distributions, in bits; 0 if they are the same.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::KULLBACK_1951],
    worked: Worked::assessed(concat!(bins_of_pay!(), "Half a record is added to each bin, so that none is empty: p is `1.5/12 = 0.125` everywhere, and q is 2.5/12 in three bins, 0.5/12 in three, and 1.5/12 in two. `3 * 0.125 * log2(1.5 / 2.5) + 3 * 0.125 * log2(1.5 / 0.5) = 0.318`: **0.318**."), &["divergence of pay 0 0.318"]),
}
.entry();

/// Cramér's V.
pub static CRAMERS_V: Entry = MeasureEntry {
    name: "cramers-v",
    title: "Cramér's V",
    aliases: &["cramer"],
    formula: "sqrt(chi^2 / n / (min(rows, columns) - 1)) of file and value",
    summary: "How strongly a value tells which of the two files it is from: 0 not at all, 1 for certain.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::CRAMER_1946],
    worked: Worked::assessed(concat!(bins_of_pay!(), "If a value told nothing of its file, each bin would have half of its records from each. Three bins have 1 and 2 instead of 1.5 and 1.5, three have 1 and 0 instead of 0.5 and 0.5: chi² is `3 * (0.5^2 / 1.5 * 2) + 3 * (0.5^2 / 0.5 * 2) = 4`, and of 16 values `sqrt(4 / 16) = 0.5`, so **0.5**."), &["cramers-v of pay 0 0.5"]),
}
.entry();

/// Hellinger distance of pairs.
pub static TWO_WAY_HELLINGER: Entry = MeasureEntry {
    name: "two-way-hellinger",
    title: "Hellinger distance of pairs",
    aliases: &["pairwise Hellinger", "Hellinger distance of two-way tables"],
    formula: "mean over pairs of attributes of sqrt(1 - sum of sqrt(p q))",
    summary: "The distance of the joint distributions of two attributes, on average over all pairs.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::LE_CAM_2000],
    worked: Worked::perturbed(concat!(one_pair!(), "`sqrt(1 - sqrt(1/6 * 1/6)) = 0.9129`, so **0.9129**."), &["two-way-hellinger 0 0.9129"]),
}
.entry();

/// Total variation of pairs.
pub static TWO_WAY_TOTAL_VARIATION: Entry = MeasureEntry {
    name: "two-way-total-variation",
    title: "Total variation of pairs",
    aliases: &["pairwise total variation", "total variation of two-way tables"],
    formula: "mean over pairs of attributes of 1/2 sum of |p - q|",
    summary: "The share of records that would have to move to restore the joint distribution of two attributes, on average over all pairs.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[],
    worked: Worked::perturbed(concat!(one_pair!(), "Five of six would have to move: `5/6 = 0.8333`, so **0.8333**."), &["two-way-total-variation 0 0.8333"]),
}
.entry();

/// Association of pairs.
pub static TWO_WAY_CRAMERS_V: Entry = MeasureEntry {
    name: "two-way-cramers-v",
    title: "Association of pairs",
    aliases: &["Cramer's V", "Cramér's V", "association"],
    formula: "mean over pairs of attributes of Cramér's V",
    summary: "Cramér's V of two attributes, from 0 (independent) to 1 (one determines the other), on average over all pairs.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Index,
        better: Better::Same,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::CRAMER_1946],
    worked: Worked::perturbed("There is one pair, x with y. Before, each x has one y, so x tells y for certain: 1. After, it does not quite: **0.866**.", &["two-way-cramers-v 1 0.866"]),
}
.entry();

/// Change of association.
pub static TWO_WAY_CRAMERS_V_CHANGE: Entry = MeasureEntry {
    name: "two-way-cramers-v-change",
    title: "Change of association",
    aliases: &["change of Cramer's V", "change of Cramér's V"],
    formula: "mean over pairs of attributes of |V before - V after|",
    summary: "How far Cramér's V of two attributes moved, up or down, on average over all pairs.",
    facts: MeasureFacts {
        group: &group::DISTRIBUTIONS,
        unit: Unit::Index,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Name,
    },
    references: &[reference::CRAMER_1946],
    worked: Worked::perturbed("There is one pair, x with y. Cramér's V went from 1 to 0.866: `|1 - 0.866| = 0.134`, so **0.134**.", &["two-way-cramers-v-change 0 0.134", "two-way-cramers-v 1 0.866"]),
}
.entry();

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_on_paper() {
        let half = [1.0, 1.0];
        let near = |found: Option<f64>, expected: f64| {
            assert!((found.unwrap() - expected).abs() < 1e-12, "{found:?} and {expected}");
        };
        near(hellinger(&half, &[4.0, 0.0]), (1.0 - 0.5_f64.sqrt()).sqrt());
        near(total_variation(&half, &[4.0, 0.0]), 0.5);
        // (1.5, 1.5) of 3 and (4.5, 0.5) of 5.
        near(divergence(&half, &[4.0, 0.0]), 0.5 * (0.5_f64 / 0.9).log2() + 0.5 * 5.0_f64.log2());
        // A bin that neither file has changes nothing.
        let wider = divergence(&[1.0, 1.0, 0.0], &[4.0, 0.0, 0.0]);
        assert_eq!(wider, divergence(&half, &[4.0, 0.0]));
        // χ² of (10, 20; 20, 10) is 60/9, by 60 records.
        near(cramers_v(&[10.0, 20.0, 20.0, 10.0], 2), 1.0 / 3.0);
        near(cramers_v(&[5.0, 0.0, 0.0, 5.0], 2), 1.0);
        near(cramers_v(&[5.0, 0.0, 5.0, 0.0], 2), 0.0);
        near(cramers_v_of_files(&[3.0, 0.0], &[0.0, 9.0]), 1.0);
        assert_eq!(hellinger(&half, &[0.0, 0.0]), None);
        assert_eq!(total_variation(&half, &[1.0]), None);
        assert_eq!(cramers_v(&[], 0), None);
    }
}
