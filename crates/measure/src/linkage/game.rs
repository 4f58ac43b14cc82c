//! A matrix game: shares of the columns for which the least of all rows is the greatest.
//!
//! Weights that satisfy many strict inequalities at once are such shares, if the least is above 0.
//! The linear program of the other player starts at the origin, so one phase of the simplex method
//! solves it; its dual values are the shares. Bland's rule keeps it from running in circles.

/// Steps after which a game is given up: far more than small games take.
const MOST: usize = 20_000;
const TINY: f64 = 1e-11;

/// The shares of the columns, and the least of all rows with them; `None` if the steps ran out.
/// Without a row the least is infinite.
pub(super) fn best_shares(rows: &[Vec<f64>], columns: usize) -> Option<(Vec<f64>, f64)> {
    if rows.is_empty() {
        return Some((vec![1.0 / columns as f64; columns], f64::INFINITY));
    }
    let least = rows.iter().flatten().copied().fold(f64::INFINITY, f64::min);
    let most = rows.iter().flatten().copied().fold(f64::NEG_INFINITY, f64::max);
    let scale = (most - least).max(most.abs()).max(least.abs()).max(f64::MIN_POSITIVE);
    // Every entry lies between 1 and 2 or so: the game's value is then positive.
    let entry = |value: f64| (value - least) / scale + 1.0;
    // One line of the tableau for each column: the rows' entries, the slack, the right-hand side.
    let width = rows.len() + columns + 1;
    let mut lines: Vec<Vec<f64>> = (0..columns)
        .map(|column| {
            let mut line: Vec<f64> = rows.iter().map(|row| entry(row[column])).collect();
            line.resize(width, 0.0);
            line[rows.len() + column] = 1.0;
            line[width - 1] = 1.0;
            line
        })
        .collect();
    let mut goal = vec![-1.0; rows.len()];
    goal.resize(width, 0.0);
    let mut basis: Vec<usize> = (rows.len()..rows.len() + columns).collect();
    for _ in 0..MOST {
        let Some(enter) = (0..width - 1).find(|&at| goal[at] < -TINY) else {
            let total: f64 = goal[width - 1];
            let shares: Vec<f64> =
                (0..columns).map(|at| (goal[rows.len() + at] / total).max(0.0)).collect();
            return Some((shares, (1.0 / total - 1.0) * scale + least));
        };
        let ratio = |at: usize| lines[at][width - 1] / lines[at][enter];
        let leave = (0..columns)
            .filter(|&at| lines[at][enter] > TINY)
            .min_by(|&a, &b| ratio(a).total_cmp(&ratio(b)).then(basis[a].cmp(&basis[b])))?;
        let divisor = lines[leave][enter];
        lines[leave].iter_mut().for_each(|value| *value /= divisor);
        let pivot = lines[leave].clone();
        let others = lines.iter_mut().enumerate().filter(|&(at, _)| at != leave);
        for line in others.map(|(_, line)| line).chain([&mut goal]) {
            let factor = line[enter];
            line.iter_mut().zip(&pivot).for_each(|(value, pivot)| *value -= factor * pivot);
        }
        basis[leave] = enter;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Two columns: the best share of the first is where two rows cross, or at an end.
        #[test]
        fn as_trying_every_crossing(
            rows in prop::collection::vec(prop::collection::vec(-5.0..5.0, 2), 1..8),
        ) {
            let least = |share: f64| {
                let value = |row: &Vec<f64>| share * row[0] + (1.0 - share) * row[1];
                rows.iter().map(value).fold(f64::INFINITY, f64::min)
            };
            let mut best = least(0.0_f64).max(least(1.0));
            for a in &rows {
                for b in &rows {
                    let slope = (a[0] - a[1]) - (b[0] - b[1]);
                    let share = (b[1] - a[1]) / slope;
                    if (0.0..=1.0).contains(&share) {
                        best = best.max(least(share));
                    }
                }
            }
            let (shares, value) = best_shares(&rows, 2).unwrap();
            prop_assert!((value - best).abs() < 1e-8, "{} and {}", value, best);
            prop_assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-8);
            prop_assert!((least(shares[0]) - best).abs() < 1e-8);
        }
    }
}
