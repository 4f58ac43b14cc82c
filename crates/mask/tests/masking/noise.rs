//! Noise: moments, exactness, ranges, refusals.

use crate::masking::case::{
    bits, categories, correlation, figure, moments, normals, numbers, of, on, reason,
};
use proptest::prelude::*;
use ridotto_core::Series;
use ridotto_mask::noise::{self, Kind, Noise, Outcome, Transformation};
use ridotto_mask::{Dice, Extremes, Note, Refused};

const RESTRICTED: Kind = Kind::Restricted { lower: None, upper: None, extremes: Extremes::Keep };
const MOVED: Kind = Kind::Restricted { lower: None, upper: None, extremes: Extremes::Move };

fn kinds() -> Vec<Kind> {
    vec![
        Kind::Uncorrelated,
        Kind::Correlated,
        Kind::Linear { reveal: true },
        RESTRICTED,
        MOVED,
        Kind::OutlierAware,
        Kind::Orthogonal,
        Kind::Multiplicative,
    ]
}

fn run(kind: Kind, alpha: f64, columns: &[Series], seed: u64) -> Outcome {
    let noise = Noise { kind, alpha: vec![alpha] };
    noise::mask(&noise, columns, None, &Dice::seeded(seed)).unwrap()
}

fn refused(kind: Kind, alpha: &[f64], columns: &[Series]) -> Refused {
    let noise = Noise { kind, alpha: alpha.to_vec() };
    reason(noise::mask(&noise, columns, None, &Dice::seeded(1)).unwrap_err())
}

/// The standard error of a sample's variance: √((m₄ − s⁴)/n), also where tails are heavy.
fn error_of_variance(values: &[f64]) -> f64 {
    let (mean, variance) = moments(values);
    let n = values.len() as f64;
    let fourth = values.iter().map(|x| (x - mean).powi(4)).sum::<f64>() / n;
    ((fourth - variance * variance) / n).sqrt()
}

/// What the report says is of the columns, and what it expects is reached: 40,000 records, of which
/// a mean, a variance and a correlation may be five standard errors away (of a correlation it is
/// below 1/√n).
#[test]
fn moments_are_as_promised() {
    let (rows, alpha) = (40_000, 0.5);
    let columns = normals(rows, 3, 7);
    let n = rows as f64;
    for kind in kinds() {
        let masked = run(kind.clone(), alpha, &columns, 8).masked;
        for (at, column) in masked.columns.iter().enumerate() {
            let (original, expected, reached) = figure(&masked, &format!("mean of a{at}"));
            let (mean, variance) = moments(of(column));
            assert!((reached - mean).abs() < 1e-9, "figures are of the columns");
            assert!((expected.unwrap() - original).abs() < 1e-12, "no kind changes means");
            let added = variance - moments(of(&columns[at])).1;
            let error = (added.abs() / n).sqrt() + 1e-9;
            assert!((reached - original).abs() < 5.0 * error, "{kind:?} {at}");
            let (_, expected, reached) = figure(&masked, &format!("variance of a{at}"));
            assert!((reached - variance).abs() < 1e-9 * variance);
            if let Some(expected) = expected {
                let error = 5.0 * error_of_variance(of(column));
                assert!((reached - expected).abs() < error, "{kind:?} {reached} {expected}");
            }
        }
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            let (_, expected, reached) = figure(&masked, &format!("correlation of a{a} and a{b}"));
            let own = correlation(of(&masked.columns[a]), of(&masked.columns[b]));
            assert!((own - reached).abs() < 1e-9);
            if let Some(expected) = expected {
                assert!((reached - expected).abs() < 5.0 / n.sqrt(), "{kind:?}");
            }
        }
    }
}

/// Each promise by its formula, not by what the program says it expects.
#[test]
fn promises_are_the_formulas_of_the_literature() {
    let columns = normals(500, 2, 1);
    let (variance, rho) =
        (moments(of(&columns[0])).1, correlation(of(&columns[0]), of(&columns[1])));
    let promise = |kind: Kind, alpha: f64| {
        let masked = run(kind, alpha, &columns, 2).masked;
        let expected = |name: &str| figure(&masked, name).1.unwrap();
        (expected("variance of a0") / variance, expected("correlation of a0 and a1") / rho)
    };
    let near = |(a, b): (f64, f64), (c, d): (f64, f64)| {
        assert!((a - c).abs() < 1e-9 && (b - d).abs() < 1e-9, "{a} {b} {c} {d}");
    };
    near(promise(Kind::Uncorrelated, 0.25), (1.25, 0.8));
    near(promise(Kind::Correlated, 0.25), (1.25, 1.0));
    near(promise(Kind::Linear { reveal: false }, 0.25), (1.0, 1.0));
    near(promise(Kind::Orthogonal, 0.25), (1.0, 1.0));
}

#[test]
fn orthogonal_masking_is_exact() {
    for (rows, width, alpha) in [(7, 3, 0.5), (50, 5, 0.01), (3000, 8, 3.0), (20_000, 2, 0.2)] {
        let columns = normals(rows, width, 11);
        let masked = run(Kind::Orthogonal, alpha, &columns, 12).masked.columns;
        for a in 0..width {
            let (before, after) = (moments(of(&columns[a])), moments(of(&masked[a])));
            assert!((before.0 - after.0).abs() < 1e-9);
            assert!((before.1 / after.1 - 1.0).abs() < 1e-9);
            let moved = of(&columns[a]).iter().zip(of(&masked[a])).filter(|(x, y)| x != y);
            assert!(moved.count() > rows * 9 / 10);
            for b in a + 1..width {
                let before = correlation(of(&columns[a]), of(&columns[b]));
                let after = correlation(of(&masked[a]), of(&masked[b]));
                assert!((before - after).abs() < 1e-9, "{before} {after}");
            }
        }
    }
}

/// The more alpha, the less a record has in common with itself: 1/√(1+alpha).
#[test]
fn alpha_says_how_far_records_are_turned() {
    let columns = normals(20_000, 2, 3);
    for alpha in [0.1, 1.0, 10.0] {
        let masked = run(Kind::Orthogonal, alpha, &columns, 4).masked.columns;
        let own = correlation(of(&columns[0]), of(&masked[0]));
        let expected = 1.0 / (1.0_f64 + alpha).sqrt();
        assert!((own - expected).abs() < 5.0 / 20_000_f64.sqrt(), "{alpha}: {own} {expected}");
    }
}

/// A total stays the sum of its parts, with every kind of noise that says so.
#[test]
fn linear_relations_stay() {
    let mut columns = normals(400, 2, 5);
    let total = of(&columns[0]).iter().zip(of(&columns[1])).map(|(x, y)| x + y).collect();
    columns.push(numbers("total", total));
    for kind in [Kind::Correlated, Kind::Linear { reveal: false }, Kind::Orthogonal] {
        let masked = run(kind.clone(), 0.3, &columns, 6).masked.columns;
        for row in 0..400 {
            let apart = of(&masked[0])[row] + of(&masked[1])[row] - of(&masked[2])[row];
            assert!(apart.abs() < 1e-5, "{kind:?}: {apart}");
        }
    }
}

#[test]
fn a_revealed_transformation_makes_subgroups_unbiased() {
    let columns = normals(20_000, 2, 9);
    let outcome = run(Kind::Linear { reveal: true }, 1.0, &columns, 10);
    let transformation = outcome.transformation.unwrap();
    assert!(outcome.masked.notes.contains(&Note::TransformationRevealed));
    let json = serde_json::to_string(&transformation).unwrap();
    assert_eq!(serde_json::from_str::<Transformation>(&json).unwrap(), transformation);
    // The records above the mean, some 10,000: a standard error of noise is 0.1.
    let (mean, _) = moments(of(&columns[0]));
    let rows: Vec<usize> = (0..20_000).filter(|&row| of(&columns[0])[row] > mean).collect();
    let average = |of: &dyn Fn(usize) -> f64| {
        rows.iter().map(|&row| of(row)).sum::<f64>() / rows.len() as f64
    };
    let truth = average(&|row| of(&columns[0])[row]);
    let published = average(&|row| of(&outcome.masked.columns[0])[row]);
    let undone = average(&|row| transformation.undo(0, of(&outcome.masked.columns[0])[row]));
    assert!((published - truth).abs() > 1.0, "without it there is a bias");
    assert!((undone - truth).abs() < 0.5, "{undone} {truth}");
    // The same from the published mean, and variance and covariance from the published ones.
    assert!((transformation.undo(0, published) - undone).abs() < 1e-9);
    let covariance = |file: &[Series], rows: &[usize], a: usize, b: usize| {
        let of = |at: usize| -> Vec<f64> { rows.iter().map(|&row| of(&file[at])[row]).collect() };
        let ((x, y), n) = ((of(a), of(b)), rows.len() as f64);
        let ((mean_x, _), (mean_y, _)) = (moments(&x), moments(&y));
        x.iter().zip(&y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum::<f64>() / (n - 1.0)
    };
    let (all, masked): (Vec<usize>, _) = ((0..20_000).collect(), &outcome.masked.columns);
    for (a, b) in [(0, 0), (1, 1), (0, 1)] {
        let truth = covariance(&columns, &rows, a, b);
        let (part, whole) = (covariance(masked, &rows, a, b), covariance(masked, &all, a, b));
        let corrected = transformation.covariance(part, whole);
        // Noise of variance 100 on 10,000 records: an error of some 2; uncorrected it is off by 10 and
        // more, as the subgroup varies less than the whole.
        assert!((corrected - truth).abs() < 8.0, "{a} {b}: {corrected} {truth}");
        assert!((part - truth).abs() > 10.0, "{a} {b}: {part} {truth}");
    }
    assert!(run(Kind::Linear { reveal: false }, 1.0, &columns, 10).transformation.is_none());
}

#[test]
fn restricted_noise_stays_where_it_may_be() {
    let ages: Vec<f64> = (0..3000).map(|row| f64::from(row * 37 % 91)).collect();
    let prices: Vec<f64> = (0..3000).map(|row| f64::from(row * 53 % 1000) / 100.0).collect();
    let columns = [numbers("age", ages), numbers("price", prices)];
    for kind in [RESTRICTED, MOVED] {
        let masked = run(kind.clone(), 0.2, &columns, 3).masked;
        assert_eq!(masked.decimals, [Some(0), Some(2)]);
        assert!(
            of(&masked.columns[0]).iter().all(|x| (0.0..=90.0).contains(x) && x.fract() == 0.0)
        );
        assert!(of(&masked.columns[1]).iter().all(|x| (0.0..=9.99).contains(x)));
        // On the grid means: the very number that its two decimals are read as.
        let again = |x: f64| format!("{x:.2}").parse::<f64>().unwrap().to_bits() == x.to_bits();
        assert!(of(&masked.columns[1]).iter().all(|x| again(*x)));
        let kept = matches!(masked.notes[0], Note::ExtremesKept { .. });
        assert_eq!(kept, kind == RESTRICTED);
    }
    // A known bound beyond the data.
    let wide =
        Kind::Restricted { lower: Some(-10.0), upper: Some(200.0), extremes: Extremes::Keep };
    let masked = run(wide, 0.2, &columns[..1], 3).masked;
    assert!(!masked.notes.iter().any(|note| matches!(note, Note::ExtremesKept { .. })));
    assert!(of(&masked.columns[0]).iter().any(|x| *x < 0.0));
    let narrow = |lower, upper| Kind::Restricted { lower, upper, extremes: Extremes::Keep };
    for kind in [narrow(Some(1.0), None), narrow(None, Some(89.0))] {
        assert!(matches!(refused(kind, &[0.1], &columns[..1]), Refused::Parameter { .. }));
    }
}

/// Every value has a mean of its own: over 4,000 draws of a value near a bound it is kept to within
/// five standard errors. Thrown back, the mean of all is kept exactly on a fine grid.
#[test]
fn restricted_noise_has_no_bias() {
    let mut values = vec![0.0, 100.0];
    values.extend((0..4000).map(|_| 3.0));
    values.extend((0..4000).map(|_| 90.0));
    let column = [numbers("x", values.clone())];
    let masked = run(RESTRICTED, 0.5, &column, 5).masked.columns;
    for (rows, value) in [(2..4002, 3.0), (4002..8002, 90.0)] {
        let (mean, variance) = moments(&of(&masked[0])[rows]);
        assert!(variance > 1.0, "there is noise: {variance}");
        assert!((mean - value).abs() < 5.0 * (variance / 4000.0).sqrt(), "{mean}");
    }
    let fine: Vec<f64> = (0..3000_i32).map(|row| f64::from(row).sqrt()).collect();
    let column = [numbers("x", fine)];
    let masked = run(MOVED, 0.5, &column, 5).masked;
    let (original, _, reached) = figure(&masked, "mean of x");
    assert!((original - reached).abs() < 1e-9);
    assert_eq!(masked.decimals, [None]);
}

#[test]
fn outliers_get_more_noise() {
    let mut values = of(&normals(2000, 1, 4)[0]).to_vec();
    values.extend([300.0; 200]);
    let column = [numbers("x", values)];
    let masked = run(Kind::OutlierAware, 0.1, &column, 5).masked.columns;
    let spread = |rows: std::ops::Range<usize>| {
        let apart: Vec<f64> = rows.map(|row| of(&masked[0])[row] - of(&column[0])[row]).collect();
        moments(&apart).1.sqrt()
    };
    // At 20 deviations, and 2.24 is the limit of an ordinary one: nine times as much.
    let ratio = spread(2000..2200) / spread(0..2000);
    assert!((6.0..12.0).contains(&ratio), "{ratio}");
    // Far from all others only if both attributes are seen together.
    let mut pair = normals(2000, 2, 6);
    for (column, value) in pair.iter_mut().zip([118.0, 182.0]) {
        let mut values = of(column).to_vec();
        values.extend([value; 300]);
        *column = numbers(&column.name, values);
    }
    let masked = run(Kind::OutlierAware, 0.1, &pair, 7).masked.columns;
    let apart: Vec<f64> = of(&masked[0]).iter().zip(of(&pair[0])).map(|(a, b)| a - b).collect();
    let ratio = (moments(&apart[2000..]).1 / moments(&apart[..2000]).1).sqrt();
    assert!(ratio > 1.5, "{ratio}");
}

#[test]
fn factors_keep_signs_and_zeros() {
    let values: Vec<f64> = (-500..500).map(f64::from).collect();
    let masked = run(Kind::Multiplicative, 0.3, &[numbers("x", values.clone())], 2).masked;
    let same = values.iter().zip(of(&masked.columns[0])).all(|(x, y)| x * y >= 0.0);
    assert!(same && of(&masked.columns[0])[500] == 0.0);
    assert_eq!(masked.notes[0], Note::ZerosKept { attribute: "x".to_owned(), records: 1 });
}

/// A factor with variance alpha adds `alpha (V + m²)`: with a mean of a hundred deviations that is ten
/// thousand times `alpha V`. Five standard errors of the variance.
#[test]
fn factors_add_alpha_times_the_mean_square() {
    let values: Vec<f64> = of(&normals(40_000, 1, 3)[0]).iter().map(|x| 900.0 + x).collect();
    let (mean, variance) = moments(&values);
    for alpha in [0.001, 0.1] {
        let masked = run(Kind::Multiplicative, alpha, &[numbers("x", values.clone())], 2).masked;
        let promised = variance + alpha * (variance + mean * mean);
        let (_, expected, reached) = figure(&masked, "variance of x");
        assert!((expected.unwrap() / promised - 1.0).abs() < 1e-4);
        let error = error_of_variance(of(&masked.columns[0]));
        assert!((reached - promised).abs() < 5.0 * error, "{reached} {promised} {error}");
        assert!(reached > 10.0 * (1.0 + alpha) * variance, "not a share of the variance");
    }
}

/// What bounds take from the noise is told: in a figure always, and in a note where it is much.
#[test]
fn restricted_noise_says_how_much_there_is() {
    let skewed: Vec<f64> =
        of(&normals(20_000, 1, 3)[0]).iter().map(|x| ((x - 100.0) / 8.0).exp()).collect();
    for kind in [RESTRICTED, MOVED] {
        let masked = run(kind.clone(), 0.5, &[numbers("x", skewed.clone())], 4).masked;
        let (_, asked, reached) = figure(&masked, "variance of the noise of x");
        assert!((asked.unwrap() / (0.5 * moments(&skewed).1) - 1.0).abs() < 1e-9);
        let apart = of(&masked.columns[0]).iter().zip(&skewed).map(|(a, b)| (a - b).powi(2));
        let own = apart.sum::<f64>() / 20_000.0;
        assert!((reached / own - 1.0).abs() < 1e-9);
        let share = reached / asked.unwrap();
        assert!(share < 0.95, "{share}");
        let told = |note: &Note| matches!(note, Note::LessNoise { share: told, .. } if (told - share).abs() < 1e-9);
        assert!(masked.notes.iter().any(told), "{:?}", masked.notes);
    }
    // Far from all bounds there is as much as was asked.
    let wide = Kind::Restricted { lower: Some(-1e4), upper: Some(1e4), extremes: Extremes::Keep };
    let masked = run(wide, 0.5, &normals(20_000, 1, 3), 4).masked;
    let (_, asked, reached) = figure(&masked, "variance of the noise of a0");
    assert!((reached / asked.unwrap() - 1.0).abs() < 0.05);
    assert!(!masked.notes.iter().any(|note| matches!(note, Note::LessNoise { .. })));
}

#[test]
fn missing_values_stay_missing_and_do_not_count() {
    let mut columns = normals(3000, 2, 8);
    let gaps = |column: &Series, every: usize| {
        let gap = |(row, x): (usize, &f64)| if row % every == 0 { f64::NAN } else { *x };
        numbers(&column.name, of(column).iter().enumerate().map(gap).collect())
    };
    columns[0] = gaps(&columns[0], 3);
    columns[1] = gaps(&columns[1], 7);
    for kind in kinds() {
        let masked = run(kind.clone(), 0.1, &columns, 9).masked;
        for (before, after) in columns.iter().zip(&masked.columns) {
            for (x, y) in of(before).iter().zip(of(after)) {
                assert_eq!(x.is_nan(), y.is_nan(), "{kind:?}");
                assert!(x.is_nan() || x != y || kind == RESTRICTED, "also beside a gap");
            }
        }
        let known: Vec<f64> = of(&columns[0]).iter().copied().filter(|x| !x.is_nan()).collect();
        assert!((figure(&masked, "mean of a0").0 - moments(&known).0).abs() < 1e-9);
    }
    let complete = run(Kind::Orthogonal, 0.1, &columns, 9).masked;
    let (before, _, after) = figure(&complete, "correlation of a0 and a1");
    assert!((before - after).abs() < 1e-9, "exact on the complete records");
    // 1000 and 429 gaps of which 143 fall together.
    assert_eq!(complete.notes[0], Note::Incomplete { records: 1286 });
}

/// A record of weight 2 counts as two records do.
#[test]
fn weights_count_records() {
    let columns = normals(2000, 2, 2);
    let weights: Vec<f64> = (0..2000).map(|row| if row < 500 { 8.0 } else { 1.0 }).collect();
    let noise = Noise { kind: Kind::Orthogonal, alpha: vec![0.3] };
    let masked = noise::mask(&noise, &columns, Some(&weights), &Dice::seeded(3)).unwrap().masked;
    let weighted = |values: &[f64]| {
        let all: f64 = weights.iter().sum();
        let mean = values.iter().zip(&weights).map(|(x, w)| x * w).sum::<f64>() / all;
        let square: f64 = values.iter().zip(&weights).map(|(x, w)| w * (x - mean).powi(2)).sum();
        (mean, square / all * 2000.0 / 1999.0)
    };
    for (before, after) in columns.iter().zip(&masked.columns) {
        let (before, after) = (weighted(of(before)), weighted(of(after)));
        assert!((before.0 - after.0).abs() < 1e-9 && (before.1 / after.1 - 1.0).abs() < 1e-9);
    }
    let (original, _, _) = figure(&masked, "variance of a1");
    assert!((original - weighted(of(&columns[1])).1).abs() < 1e-9);
    for (weights, expected) in [
        (vec![0.0; 2000], Refused::Weights),
        (vec![f64::NAN; 2000], Refused::Weights),
        (vec![1.0; 3], Refused::Uneven),
    ] {
        let result = noise::mask(&noise, &columns, Some(&weights), &Dice::seeded(3));
        assert_eq!(result.unwrap_err(), expected);
    }
}

#[test]
fn what_makes_no_sense_is_refused() {
    let fine = normals(20, 2, 1);
    for kind in kinds() {
        let try_on = |column: Series| refused(kind.clone(), &[0.1], &[fine[0].clone(), column]);
        let words = categories("word", vec![Some(0); 20], 1);
        assert_eq!(try_on(words), Refused::NeedsNumbers);
        assert_eq!(try_on(numbers("x", vec![5.0; 20])), Refused::Constant);
        assert_eq!(try_on(numbers("x", vec![f64::NAN; 20])), Refused::AllMissing);
        assert_eq!(try_on(numbers("x", vec![1.0, 2.0])), Refused::Uneven);
        assert_eq!(refused(kind.clone(), &[0.1], &[]), Refused::Uneven);
        for alpha in [vec![0.0], vec![-1.0], vec![f64::NAN], vec![0.1; 3], vec![]] {
            let reason = refused(kind.clone(), &alpha, &fine);
            assert!(matches!(reason, Refused::Parameter { parameter: "alpha", .. }));
        }
    }
    for kind in [Kind::Correlated, Kind::Linear { reveal: false }, Kind::Orthogonal] {
        let few = normals(3, 2, 1);
        let reason = refused(kind.clone(), &[0.1], &few);
        assert_eq!(reason, Refused::TooFew { needed: 4, records: 3 });
        let reason = refused(kind, &[0.1, 0.2], &fine);
        assert!(matches!(reason, Refused::Parameter { .. }));
    }
    let noise = Noise { kind: Kind::Uncorrelated, alpha: vec![0.1] };
    let word = categories("word", vec![Some(0)], 1);
    let said = noise::mask(&noise, &[word], None, &Dice::seeded(1)).unwrap_err().to_string();
    assert_eq!(said, "word: it needs numbers, and the attribute has categories");
}

#[test]
fn threads_do_not_matter_and_seeds_do() {
    let columns = normals(40_000, 3, 1);
    for kind in kinds() {
        let masked = |threads: usize, seed| {
            let run = || run(kind.clone(), 0.1, &columns, seed).masked.columns;
            bits(&on(threads, run))
        };
        assert!(masked(1, 5) == masked(3, 5), "{kind:?}");
        assert!(masked(1, 5) != masked(1, 6), "{kind:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn restricted_noise_is_in_the_range(
        values in prop::collection::vec(-1000_i32..1000, 2..60), alpha in 0.01_f64..20.0, seed: u64,
        tenths: bool,
    ) {
        let scale = if tenths { 10.0 } else { 1.0 };
        let values: Vec<f64> = values.into_iter().map(|x| f64::from(x) / scale).collect();
        let least = values.iter().copied().fold(f64::INFINITY, f64::min);
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        prop_assume!(least < most);
        for kind in [RESTRICTED, MOVED] {
            let masked = run(kind, alpha, &[numbers("x", values.clone())], seed).masked;
            for value in of(&masked.columns[0]) {
                prop_assert!((least..=most).contains(value));
                prop_assert!(((value * scale).round() / scale).to_bits() == value.to_bits()
                    || *value == 0.0);
            }
        }
    }
}
