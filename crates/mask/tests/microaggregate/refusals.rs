//! What does not fit is refused, and says why.

use crate::microaggregate::case::{ALL, categories, column};
use ridotto_mask::microaggregate::{Algorithm, Dissimilarity, Options, insensitive, mask};
use ridotto_mask::{Dice, Refused};

fn refused(options: &Options, columns: &[ridotto_core::Series]) -> String {
    let refused = mask(options, columns, None, &Dice::seeded(1)).expect_err("it does not fit");
    refused.to_string()
}

#[test]
fn too_small_a_k_and_too_few_records() {
    let three = [column(&[1.0, 2.0, 3.0])];
    for algorithm in ALL {
        for k in [0, 1] {
            assert_eq!(refused(&Options::new(algorithm, k), &three), "`k` must be 2 or more");
        }
        let text = refused(&Options::new(algorithm, 4), &three);
        assert_eq!(text, "it needs at least 4 records, and there are 3");
        let text = refused(&Options::new(algorithm, 2), &[column(&[1.0])]);
        assert_eq!(text, "it needs at least 2 records, and there are 1");
        let text = refused(&Options::new(algorithm, 2), &[column(&[])]);
        assert_eq!(text, "it needs at least 2 records, and there are 0");
    }
}

#[test]
fn a_stratum_that_is_too_small() {
    let given = [column(&[1.0, 2.0, 3.0, 4.0])];
    let options = Options::new(Algorithm::Mdav, 2);
    let strata = [0, 0, 0, 1];
    let found = mask(&options, &given, Some(&strata), &Dice::seeded(1)).expect_err("too small");
    assert_eq!(found, Refused::TooFew { needed: 2, records: 1 });
}

#[test]
fn parameters_out_of_range() {
    let two = [column(&[1.0, 2.0, 3.0]), column(&[1.0, 2.0, f64::INFINITY])];
    let with = |change: &dyn Fn(&mut Options)| {
        let mut options = Options::new(Algorithm::Mdav, 2);
        change(&mut options);
        refused(&options, &two)
    };
    assert_eq!(with(&|_| ()), "it needs finite numbers, and 1 records have others");
    assert_eq!(with(&|options| options.gain = -1.0), "`gain` must be 0 or more");
    let text = with(&|options| options.mixability = 1.5);
    assert_eq!(text, "`mixability` must be between 0 and 1");
    let text = with(&|options| options.parts = vec![vec![0], vec![0]]);
    assert_eq!(text, "`parts` must be parts of the attributes, each in one part at most");
    let away = Options { axis: 1, ..Options::new(Algorithm::SingleAxis, 2) };
    let text = refused(&away, &two[..1]);
    assert_eq!(text, "`axis` must be one of the attributes");
    let exact = [column(&[1.0, 2.0]), column(&[1.0, 2.0])];
    let text = refused(&Options::new(Algorithm::Optimal, 2), &exact);
    assert_eq!(text, "it is exact for one attribute at a time, and there are more: use `best`");
    let uneven = [column(&[1.0, 2.0]), column(&[1.0])];
    let text = refused(&Options::new(Algorithm::Mdav, 2), &uneven);
    assert_eq!(text, "`attributes` must be columns and strata of equally many records");
}

#[test]
fn categories_without_an_order_have_none() {
    let given = [categories(&[Some(0), Some(1), Some(2)], 3, false)];
    for algorithm in [Algorithm::Optimal, Algorithm::SingleAxis, Algorithm::ZScore] {
        let text = refused(&Options::new(algorithm, 2), &given);
        assert_eq!(text, "it needs numbers, and the attribute has categories");
    }
    let mut options = Options::new(Algorithm::Mdav, 2);
    options.dissimilarities.insert(0, Dissimilarity::Matrix(vec![0.0, 1.0, 0.0, 0.0]));
    assert!(refused(&options, &given).starts_with("`dissimilarity` must be a symmetric matrix"));
}

#[test]
fn bounds_that_are_none() {
    let given = [column(&[1.0, 2.0, 3.0])];
    let bad = [vec![], vec![(0.0, 0.0)], vec![(0.0, f64::NAN)], vec![(0.0, 1.0), (0.0, 1.0)]];
    for bounds in bad {
        assert!(matches!(insensitive(&given, 2, &bounds), Err(Refused::Parameter { .. })));
    }
    let category = [categories(&[Some(0), Some(1)], 2, true)];
    assert_eq!(insensitive(&category, 2, &[(0.0, 1.0)]).unwrap_err(), Refused::NeedsNumbers);
    assert!(matches!(insensitive(&given, 4, &[(0.0, 1.0)]), Err(Refused::TooFew { .. })));
    assert!(matches!(insensitive(&given, 1, &[(0.0, 1.0)]), Err(Refused::Parameter { .. })));
}
