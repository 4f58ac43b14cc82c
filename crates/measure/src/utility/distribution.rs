//! How far apart are two distributions? Given as counts of the same bins, as [`super::Spread`]
//! makes them, also of pairs of attributes.

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
