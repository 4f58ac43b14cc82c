//! The table of information loss of numeric data: how far are the numbers, and the statistics that
//! people compute from them?

mod worked;

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked};
use ridotto_numbers::matrix::{Eigen, Matrix};
use ridotto_numbers::moments::{Numbers, components, correlations};

/// What is compared before and after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Compared {
    /// The numbers themselves, X.
    Values,
    /// The means.
    Means,
    /// Variances and covariances, V: the upper triangle with its diagonal.
    Covariances,
    /// Variances alone, S.
    Variances,
    /// Correlations, R: the upper triangle without its diagonal.
    Correlations,
    /// Correlations of attributes with principal components, RF; component j has the weight of its
    /// share of the variance before.
    Loadings,
    /// Commonalities, C: each attribute's squared loading on the first component.
    Commonalities,
    /// Coefficients of the scores of the components, F: the eigenvectors; weighted as RF.
    Scores,
}

/// The rows of the table, in its order.
pub const COMPARED: [Compared; 8] = [
    Compared::Values,
    Compared::Means,
    Compared::Covariances,
    Compared::Variances,
    Compared::Correlations,
    Compared::Loadings,
    Compared::Commonalities,
    Compared::Scores,
];

impl Compared {
    /// Its row of the table: mean square, mean absolute and mean variation.
    pub fn entries(self) -> &'static [Entry; 3] {
        &STATISTICS[self as usize]
    }
}

/// How far one statistic is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Difference {
    /// The mean squared difference.
    pub mean_square: f64,
    /// The mean absolute difference.
    pub mean_absolute: f64,
    /// The mean of |difference|/|entry before|. An entry that was 0 and still is counts 0; one that
    /// was 0 and no longer is counts 1, as a change by all of it.
    pub mean_variation: f64,
    /// How many entries were 0 before and are not after: where the mean variation is a convention.
    pub from_zero: usize,
}

/// How far each statistic of numeric data is.
///
/// # Range
/// From 0; 0 is intact, less is better. Squares and absolute differences have the units of the
/// data; only variations, correlations, loadings, commonalities and scores can be compared between
/// files.
///
/// # Does not see
/// Relations that are not linear, and what happens in parts of the data. Records with a missing
/// number, before or after, are left out: what was suppressed is not seen here. Components with
/// equal eigenvalues have arbitrary vectors, and then RF and F differ for no reason.
///
/// # References
/// J. Domingo-Ferrer, J. M. Mateo-Sanz, V. Torra (2001), *Comparing SDC methods for microdata on
/// the basis of information loss and disclosure risk*.
#[derive(Clone, Debug, PartialEq)]
pub struct InformationLoss {
    differences: [Difference; 8],
    /// Records compared.
    pub records: usize,
}

impl InformationLoss {
    /// Compares columns of numbers whose rows belong together. `None` if fewer than two records
    /// are complete.
    pub fn new(before: &[&[f64]], after: &[&[f64]]) -> Option<Self> {
        let all: Vec<&[f64]> = before.iter().chain(after).copied().collect();
        let (before, after) = Numbers::complete(&all).split(before.len());
        if before.rows() < 2 || before.width() != after.width() {
            return None;
        }
        let (x, y) = (Statistics::of(&before), Statistics::of(&after));
        let p = before.width();
        let upper = || (0..p).flat_map(move |a| (a..p).map(move |b| (a, b)));
        let entries = |of: fn(&Statistics) -> &Matrix, with_diagonal: bool| {
            let pairs = upper().filter(move |(a, b)| with_diagonal || a != b);
            let (x, y) = (of(&x), of(&y));
            mean(pairs.map(|(a, b)| (x.at(a, b), y.at(a, b), 1.0)))
        };
        let weights: Vec<f64> = x.components.values.iter().map(|value| value / p as f64).collect();
        let factors = |of: fn(&Statistics, usize, usize) -> f64| {
            let pairs = (0..p).flat_map(|component| (0..p).map(move |at| (component, at)));
            mean(pairs.map(|(j, at)| (of(&x, j, at), of(&y, j, at), weights[j])))
        };
        let each = |of: fn(&Statistics, usize) -> f64| {
            mean((0..p).map(|at| (of(&x, at), of(&y, at), 1.0)))
        };
        let differences = COMPARED.map(|compared| match compared {
            Compared::Values => values(&before, &after),
            Compared::Means => each(|one, at| one.means[at]),
            Compared::Covariances => entries(|one| &one.covariances, true),
            Compared::Variances => each(|one, at| one.covariances.at(at, at)),
            Compared::Correlations => entries(|one| &one.correlations, false),
            Compared::Loadings => factors(Statistics::loading),
            Compared::Commonalities => each(|one, at| one.loading(0, at).powi(2)),
            Compared::Scores => factors(|one, component, at| one.components.vectors[component][at]),
        });
        Some(Self { differences, records: before.rows() })
    }

    /// How far one statistic is.
    pub fn of(&self, compared: Compared) -> Difference {
        let at = COMPARED.iter().position(|&one| one == compared);
        self.differences[at.expect("all are listed")]
    }
}

struct Statistics {
    means: Vec<f64>,
    covariances: Matrix,
    correlations: Matrix,
    components: Eigen,
}

impl Statistics {
    fn of(numbers: &Numbers) -> Self {
        let covariances = numbers.covariances();
        let correlations = correlations(&covariances);
        let components = components(&correlations);
        Self { means: numbers.means(), covariances, correlations, components }
    }

    fn loading(&self, component: usize, at: usize) -> f64 {
        self.components.values[component].sqrt() * self.components.vectors[component][at]
    }
}

/// Sums of (before, after, weight), divided by how many there are.
#[derive(Clone, Copy, Default)]
struct Sums {
    squares: f64,
    absolutes: f64,
    variations: f64,
    from_zero: usize,
    entries: usize,
}

impl Sums {
    fn add(&mut self, before: f64, after: f64, weight: f64) {
        let difference = (before - after).abs();
        let variation = if before == 0.0 {
            self.from_zero += usize::from(difference > 0.0);
            f64::from(u8::from(difference > 0.0))
        } else {
            difference / before.abs()
        };
        self.squares += weight * difference * difference;
        self.absolutes += weight * difference;
        self.variations += weight * variation;
        self.entries += 1;
    }

    fn merge(mut self, other: Self) -> Self {
        self.squares += other.squares;
        self.absolutes += other.absolutes;
        self.variations += other.variations;
        self.from_zero += other.from_zero;
        self.entries += other.entries;
        self
    }

    fn difference(self) -> Difference {
        let entries = self.entries.max(1) as f64;
        Difference {
            mean_square: self.squares / entries,
            mean_absolute: self.absolutes / entries,
            mean_variation: self.variations / entries,
            from_zero: self.from_zero,
        }
    }
}

fn mean(entries: impl Iterator<Item = (f64, f64, f64)>) -> Difference {
    let mut sums = Sums::default();
    entries.for_each(|(before, after, weight)| sums.add(before, after, weight));
    sums.difference()
}

fn values(before: &Numbers, after: &Numbers) -> Difference {
    let parts = ridotto_numbers::sum::parts(before.rows(), |rows| {
        let mut sums = Sums::default();
        for (before, after) in before.columns.iter().zip(&after.columns) {
            rows.clone().for_each(|row| sums.add(before[row], after[row], 1.0));
        }
        sums
    });
    parts.into_iter().fold(Sums::default(), Sums::merge).difference()
}

/// How far a statistic moved, measured in one of three ways: the column of the table.
struct Way {
    column: &'static str,
    formula: &'static str,
    unit: Unit,
    summary: &'static str,
}

const SQUARE: Way = Way {
    column: "Mean square",
    formula: "mean of (before - after)^2",
    unit: Unit::Number,
    summary: "The mean squared difference, in the squared units of the data.",
};

const ABSOLUTE: Way = Way {
    column: "Mean absolute",
    formula: "mean of |before - after|",
    unit: Unit::Number,
    summary: "The mean absolute difference, in the units of the data.",
};

const VARIATION: Way = Way {
    column: "Mean variation",
    formula: "mean of |before - after| / |before|",
    unit: Unit::Part,
    summary: "The mean difference as a share of what it was before.",
};

/// A cell of the table.
const fn cell(
    name: &'static str,
    title: &'static str,
    row: &'static str,
    way: &Way,
    worked: Worked,
) -> Entry {
    MeasureEntry {
        name,
        title,
        aliases: &[],
        formula: way.formula,
        summary: way.summary,
        facts: MeasureFacts {
            group: &group::STATISTICS,
            unit: way.unit,
            better: Better::Less,
            twin: None,
            reader: Reader::Owner,
            files: Files::Pair,
            untouched: Some(0.0),
            form: Form::Cell(row, way.column),
        },
        references: &[reference::DOMINGO_FERRER_2001B],
        worked,
    }
    .entry()
}

/// The table: a row for each of [`COMPARED`], in which are mean square, mean absolute and mean
/// variation.
#[rustfmt::skip]
pub static STATISTICS: [[Entry; 3]; 8] = [
    [
        cell("values-mean-square", "Numbers themselves, mean square", "Numbers themselves", &SQUARE, worked::VALUES[0]),
        cell("values-mean-absolute", "Numbers themselves, mean absolute", "Numbers themselves", &ABSOLUTE, worked::VALUES[1]),
        cell("values-variation", "Numbers themselves, mean variation", "Numbers themselves", &VARIATION, worked::VALUES[2]),
    ],
    [
        cell("means-mean-square", "Means, mean square", "Means", &SQUARE, worked::MEANS[0]),
        cell("means-mean-absolute", "Means, mean absolute", "Means", &ABSOLUTE, worked::MEANS[1]),
        cell("means-variation", "Means, mean variation", "Means", &VARIATION, worked::MEANS[2]),
    ],
    [
        cell("covariances-mean-square", "Covariances, mean square", "Covariances", &SQUARE, worked::COVARIANCES[0]),
        cell("covariances-mean-absolute", "Covariances, mean absolute", "Covariances", &ABSOLUTE, worked::COVARIANCES[1]),
        cell("covariances-variation", "Covariances, mean variation", "Covariances", &VARIATION, worked::COVARIANCES[2]),
    ],
    [
        cell("variances-mean-square", "Variances, mean square", "Variances", &SQUARE, worked::VARIANCES[0]),
        cell("variances-mean-absolute", "Variances, mean absolute", "Variances", &ABSOLUTE, worked::VARIANCES[1]),
        cell("variances-variation", "Variances, mean variation", "Variances", &VARIATION, worked::VARIANCES[2]),
    ],
    [
        cell("correlations-mean-square", "Correlations, mean square", "Correlations", &SQUARE, worked::CORRELATIONS[0]),
        cell("correlations-mean-absolute", "Correlations, mean absolute", "Correlations", &ABSOLUTE, worked::CORRELATIONS[1]),
        cell("correlations-variation", "Correlations, mean variation", "Correlations", &VARIATION, worked::CORRELATIONS[2]),
    ],
    [
        cell("loadings-mean-square", "Correlations with principal components, mean square", "Correlations with principal components", &SQUARE, worked::LOADINGS[0]),
        cell("loadings-mean-absolute", "Correlations with principal components, mean absolute", "Correlations with principal components", &ABSOLUTE, worked::LOADINGS[1]),
        cell("loadings-variation", "Correlations with principal components, mean variation", "Correlations with principal components", &VARIATION, worked::LOADINGS[2]),
    ],
    [
        cell("commonalities-mean-square", "Commonalities of the first component, mean square", "Commonalities of the first component", &SQUARE, worked::COMMONALITIES[0]),
        cell("commonalities-mean-absolute", "Commonalities of the first component, mean absolute", "Commonalities of the first component", &ABSOLUTE, worked::COMMONALITIES[1]),
        cell("commonalities-variation", "Commonalities of the first component, mean variation", "Commonalities of the first component", &VARIATION, worked::COMMONALITIES[2]),
    ],
    [
        cell("scores-mean-square", "Coefficients of principal components, mean square", "Coefficients of principal components", &SQUARE, worked::SCORES[0]),
        cell("scores-mean-absolute", "Coefficients of principal components, mean absolute", "Coefficients of principal components", &ABSOLUTE, worked::SCORES[1]),
        cell("scores-variation", "Coefficients of principal components, mean variation", "Coefficients of principal components", &VARIATION, worked::SCORES[2]),
    ],
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn zeros_count_as_a_change_by_all() {
        let (before, after) = ([0.0, 0.0, 4.0], [0.0, 3.0, 2.0]);
        let values = InformationLoss::new(&[&before], &[&after]).unwrap().of(Compared::Values);
        let expected = Difference {
            mean_square: 13.0 / 3.0,
            mean_absolute: 5.0 / 3.0,
            mean_variation: 0.5,
            from_zero: 1,
        };
        assert_eq!(values, expected);
    }

    #[test]
    fn records_with_a_missing_number_are_left_out() {
        let before = [1.0, 2.0, f64::NAN, 4.0];
        let after = [1.0, f64::NAN, 3.0, 4.0];
        let loss = InformationLoss::new(&[&before], &[&after]).unwrap();
        assert_eq!(loss.records, 2);
        assert!(COMPARED.iter().all(|&compared| loss.of(compared).mean_square == 0.0));
        assert!(InformationLoss::new(&[&before[..1]], &[&after[..1]]).is_none());
        assert!(InformationLoss::new(&[], &[]).is_none());
    }
}
