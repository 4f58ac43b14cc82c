//! Estimates on samples whose truth is known, and where there is none.

use super::*;
use crate::{Code, CodeColumn, Codes};

/// A table whose classes have these sizes.
fn table(sizes: &[usize]) -> ClassTable {
    let codes: Vec<Code> =
        (0..).zip(sizes).flat_map(|(code, &size)| std::iter::repeat_n(code, size)).collect();
    let key = Codes::from_codes(&codes, sizes.len());
    ClassTable::count(&[CodeColumn { codes: &key, values: sizes.len() }], &[], codes.len())
}

fn share(sizes: &[usize], people: u64, estimator: Uniqueness) -> Option<f64> {
    let model = PopulationUniqueness::new(Decimal::ONE, people, estimator).expect("it fits");
    model.share(&table(sizes))
}

/// Everybody follows Pitman's formula, one after the other: the first people are the sample.
fn chinese_restaurant(alpha: f64, theta: f64, people: usize, rows: usize) -> (Vec<usize>, usize) {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut dice = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let (mut sizes, mut tables, mut sample) =
        (Vec::<usize>::new(), Vec::<usize>::new(), Vec::new());
    for guest in 0..people {
        let new = (theta + sizes.len() as f64 * alpha) / (theta + guest as f64);
        if dice() < new {
            tables.push(sizes.len());
            sizes.push(1);
        } else {
            // A guest at random, taken again where the class is charged its α.
            let class = loop {
                #[expect(clippy::cast_sign_loss, reason = "dice are not negative")]
                let class = tables[(dice() * guest as f64) as usize];
                if dice() < 1.0 - alpha / sizes[class] as f64 {
                    break class;
                }
            };
            tables.push(class);
            sizes[class] += 1;
        }
        if guest + 1 == rows {
            sample = sizes.clone();
        }
    }
    (sample, sizes.iter().filter(|&&size| size == 1).count())
}

#[test]
fn pitman_finds_what_his_formula_made() {
    for (alpha, theta) in [(0.5, 300.0), (0.7, 50.0), (0.2, 1000.0)] {
        let (people, rows) = (400_000, 8_000);
        let (sample, uniques) = chinese_restaurant(alpha, theta, people, rows);
        let truth = uniques as f64 / people as f64;
        let found = share(&sample, people as u64, Uniqueness::Pitman).expect("there is one");
        assert!((found / truth - 1.0).abs() < 0.2, "{alpha}, {theta}: {found} but {truth}");
    }
}

#[test]
fn a_sample_of_everybody_has_its_own_uniques() {
    let sizes = [1, 1, 1, 2, 2, 3, 5, 8];
    let found = share(&sizes, 23, Uniqueness::Zayatz).expect("there is one");
    assert!((found - 3.0 / 23.0).abs() < 1e-12, "{found}");
}

#[test]
fn without_uniques_there_are_none_and_without_estimate_nothing_holds() {
    use Uniqueness::{Dankar, Pitman, ShiftedNegativeBinomial, Zayatz};
    for estimator in [Pitman, Zayatz, ShiftedNegativeBinomial, Dankar] {
        assert_eq!(share(&[2, 3, 4], 100, estimator), Some(0.0));
        // A sample that is larger than the population.
        assert_eq!(share(&[1, 1, 3], 4, estimator), None);
    }
    // Everybody is unique: nothing bounds Pitman's θ.
    let all_unique = [1; 20];
    assert_eq!(share(&all_unique, 1000, Pitman), None);
    let model = PopulationUniqueness::new(Decimal::ONE, 1000, Pitman).expect("it fits");
    assert!(!model.holds(&table(&all_unique)));
    assert_eq!(share(&all_unique, 1000, Dankar), share(&all_unique, 1000, Zayatz));
}

#[test]
fn dankar_chooses_by_the_sampling_fraction() {
    use Uniqueness::{Dankar, Pitman, ShiftedNegativeBinomial, Zayatz};
    let sizes: Vec<usize> = (0..300).map(|at| 1 + at % 7 * (at % 3)).collect();
    let rows: u64 = sizes.iter().map(|&size| size as u64).sum();
    assert_eq!(share(&sizes, rows * 20, Dankar), share(&sizes, rows * 20, Pitman));
    let (zayatz, shifted) =
        (share(&sizes, rows * 2, Zayatz), share(&sizes, rows * 2, ShiftedNegativeBinomial));
    let least = shifted.map_or(zayatz, |shifted| zayatz.map(|zayatz| zayatz.min(shifted)));
    assert_eq!(share(&sizes, rows * 2, Dankar), least);
}
