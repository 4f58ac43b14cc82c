//! Multiple imputation: intervals of users cover the truth as often as they say.

use rand::RngExt;
use ridotto_core::{Series, Values};
use ridotto_mask::Dice;
use ridotto_mask::synthesize::{Growth, Kind, Model, Options, Rule, Scale, combine, synthesize};
use ridotto_numbers::dice::normal;

const SAMPLE: usize = 120;

/// The model that is true of the samples.
const NORMAL: Model = Model::Parametric(Scale::Values);

/// A sample of people with x and y = 2 + x + noise; x is normal around 1.
fn sample(seed: u64) -> Vec<Series> {
    let mut stream = Dice::seeded(seed).stream(77);
    let x: Vec<f64> = (0..SAMPLE).map(|_| 1.0 + normal(&mut stream)).collect();
    let y = x.iter().map(|x| 2.0 + x + normal(&mut stream)).collect();
    let column =
        |name: &str, numbers| Series { name: name.into(), values: Values::Numbers(numbers) };
    vec![column("x", x), column("y", y)]
}

/// The mean of y and its variance, as a user computes it from a copy.
fn estimate(copy: &[Series]) -> (f64, f64) {
    let (mean, deviation) =
        crate::synthesize::people::moments(crate::synthesize::people::numbers(copy, 1));
    (mean, deviation * deviation / copy[1].len() as f64)
}

/// In how many of the samples the 95 % interval covers the true mean, 3, and the mean width.
fn coverage(
    model: Model,
    kind: &Kind,
    rule: Rule,
    copies: usize,
    size: Option<usize>,
) -> (f64, f64) {
    let samples = 400;
    let options = Options {
        kind: kind.clone(),
        copies,
        size,
        model,
        smooth: false,
        // Wide, so that normal numbers are not mirrored.
        constraints: ridotto_mask::synthesize::Constraints {
            ranges: [0, 1]
                .map(|attribute| ridotto_mask::synthesize::Bounds {
                    attribute,
                    least: -50.0,
                    most: 50.0,
                })
                .into(),
            ..Default::default()
        },
        ..Options::default()
    };
    let (mut covered, mut width) = (0, 0.0);
    for seed in 0..samples {
        let outcome = synthesize(&options, &sample(seed), &Dice::seeded(seed)).unwrap();
        let (estimates, variances): (Vec<f64>, Vec<f64>) =
            outcome.copies.iter().map(|copy| estimate(copy)).unzip();
        let (low, high) = combine(rule, &estimates, &variances).unwrap().interval(0.95);
        covered += u32::from(low < 3.0 && 3.0 < high);
        width += (high - low) / samples as f64;
    }
    (f64::from(covered) / samples as f64, width)
}

#[test]
fn intervals_of_fully_synthetic_copies_cover() {
    let kind = Kind::MultipleImputation { frame: Vec::new() };
    let size = Some(4 * SAMPLE);
    let (covered, width) = coverage(NORMAL, &kind, Rule::Full { ratio: 4.0 }, 10, size);
    println!("fully synthetic: {covered}, width {width}");
    // Four standard errors of 400 samples; few degrees of freedom make intervals rather too wide.
    assert!((0.906..=0.998).contains(&covered), "{covered}");
    // The rule for partially synthetic data does not fit: it takes large copies for much data.
    let (wrong, _) = coverage(NORMAL, &kind, Rule::Partial, 10, size);
    println!("with the wrong rule: {wrong}");
    assert!(wrong < 0.85, "{wrong}");
}

#[test]
fn intervals_of_partially_synthetic_copies_cover() {
    let kind = Kind::Partial { attributes: vec![1], records: None };
    let (covered, width) = coverage(NORMAL, &kind, Rule::Partial, 5, None);
    println!("partially synthetic: {covered}, width {width}");
    // Four standard errors.
    assert!((0.906..=0.994).contains(&covered), "{covered}");
}

#[test]
fn intervals_of_plain_copies_cover() {
    let (covered, width) = coverage(NORMAL, &Kind::Sequential, Rule::Plain { ratio: 1.0 }, 1, None);
    println!("plain: {covered}, width {width}");
    assert!((0.906..=0.994).contains(&covered), "{covered}");
}

/// Trees are not the model that the samples came from, and their posterior is a sample with
/// replacement.
#[test]
fn intervals_by_trees_cover() {
    let trees = Model::Cart(Growth::default());
    let full = Kind::MultipleImputation { frame: Vec::new() };
    let partial = Kind::Partial { attributes: vec![1], records: None };
    let cases = [
        (&full, Rule::Full { ratio: 1.0 }, 10),
        (&partial, Rule::Partial, 5),
        (&Kind::Sequential, Rule::Plain { ratio: 1.0 }, 1),
    ];
    for (kind, rule, copies) in cases {
        let (covered, width) = coverage(trees, kind, rule, copies, None);
        println!("trees, {rule:?}: {covered}, width {width}");
        // Four standard errors. Of ten fully synthetic copies as large as the sample the rule often
        // gives a variance below 0, and what is taken instead is too large: wide, and said to be.
        let most = if matches!(rule, Rule::Full { .. }) { 1.0 } else { 0.994 };
        assert!((0.906..=most).contains(&covered), "{rule:?}: {covered}");
    }
}

#[test]
fn a_frame_is_sampled_and_its_attributes_are_true() {
    let mut stream = Dice::seeded(3).stream(0);
    let frame: Vec<f64> = (0..5000).map(|_| 1.0 + (stream.random::<f64>() - 0.5)).collect();
    let column = Series { name: "x".into(), values: Values::Numbers(frame.clone()) };
    let options = Options {
        kind: Kind::MultipleImputation { frame: vec![column.clone()] },
        copies: 3,
        size: Some(400),
        model: Model::Parametric(Scale::Values),
        ..Options::default()
    };
    let outcome = synthesize(&options, &sample(1), &Dice::seeded(4)).unwrap();
    for copy in &outcome.copies {
        let x = crate::synthesize::people::numbers(copy, 0);
        assert_eq!(x.len(), 400);
        assert!(x.iter().all(|x| frame.contains(x)));
        let mut sorted = x.to_vec();
        sorted.sort_by(f64::total_cmp);
        sorted.dedup();
        assert_eq!(sorted.len(), 400, "each person once");
    }
    let small = Options {
        kind: Kind::MultipleImputation { frame: vec![column.take(&[0, 1, 2])] },
        ..options.clone()
    };
    let refused = synthesize(&small, &sample(1), &Dice::seeded(4)).unwrap_err();
    assert_eq!(refused.to_string(), "it needs at least 400 records, and there are 3");
}
