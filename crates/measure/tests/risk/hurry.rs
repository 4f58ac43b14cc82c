//! Whoever is told to stop stops: what long searches give back then is little, and they look up often.

use crate::classes::{columns as codes, keys};
use crate::linkage::{attributes, columns};
use ridotto_core::Control;
use ridotto_core::class::Tally;
use ridotto_measure::linkage::Difference;
use ridotto_measure::linkage::agreement::{Agreement, Patterns};
use ridotto_measure::linkage::distance::{Terms, link};
use ridotto_measure::linkage::learn::{Effort, Operator, learn};
use ridotto_measure::risk::special_unique::special_uniques;
use ridotto_testkit::Hurry;

/// So many records of two numbers.
fn records(count: usize) -> Vec<Vec<f64>> {
    (0..count).map(|at| vec![(at * 7 % count) as f64, (at * 13 % count) as f64]).collect()
}

fn hurry(questions: usize) -> Hurry {
    Hurry::after(questions, Control::Finish)
}

#[test]
fn links_end_when_told() {
    let all = columns(&records(1_000));
    let by = attributes(&all, &all, &Difference::Plain);
    let linked = |questions| {
        let watch = hurry(questions);
        let links = link(&by, Terms::default().watched(&watch)).unwrap().links;
        assert_eq!(links.len(), 1_000);
        links.into_iter().flatten().count()
    };
    // In four parts, of which the last is smaller.
    assert_eq!(linked(0), 0);
    assert!((1..1_000).contains(&linked(2)));
    assert_eq!(linked(4), 1_000);
}

#[test]
fn patterns_end_when_told() {
    let all = columns(&records(3_000));
    let within = 0.5;
    let by: Vec<_> = all.iter().map(|one| Agreement { from: one, to: one, within }).collect();
    let seen = |questions| {
        let watch = hurry(questions);
        let patterns = Patterns::of(&by, Terms::default().watched(&watch)).unwrap();
        patterns.by_record.iter().filter(|of| !of.is_empty()).count()
    };
    assert_eq!((seen(0), seen(usize::MAX)), (0, 3_000));
    assert!((1..3_000).contains(&seen(3)));
}

/// Counted set by set, what was counted before the end and after it does not fit together.
#[test]
fn counting_ends_when_told() {
    let all = columns(&records(200));
    let by: Vec<_> = all.iter().map(|one| Agreement { from: one, to: one, within: 0.0 }).collect();
    for questions in 0..6 {
        let watch = hurry(questions);
        let patterns = Patterns::of(&by, Terms::default().watched(&watch)).unwrap();
        assert_eq!(patterns.by_record.len(), 200, "{questions}");
    }
}

/// With noise no two records are far apart, so that there is much to learn.
#[test]
fn learning_ends_when_told() {
    let noisy: Vec<Vec<f64>> =
        records(300).iter().map(|row| row.iter().map(|x| (x * 17.0) % 300.0).collect()).collect();
    let (from, to) = (columns(&records(300)), columns(&noisy));
    let by = attributes(&from, &to, &Difference::Plain);
    for operator in [Operator::WeightedMean, Operator::OrderedWeights, Operator::Choquet] {
        let watch = hurry(0);
        let learned =
            learn(&by, operator, Terms::default().watched(&watch), Effort::default()).unwrap();
        assert!(learned.linked.expected >= learned.equal.expected, "{operator:?}");
        let counted = hurry(1_000_000);
        learn(&by, operator, Terms::default().watched(&counted), Effort::default()).unwrap();
        let asked = 1_000_000 - counted.left();
        assert!(asked >= 5, "{operator:?} asks {asked} times");
    }
}

#[test]
fn special_uniques_end_when_told() {
    let rows: Vec<[u32; 4]> = (0..200).map(|at| [at % 4, at % 3, at % 7, at % 11]).collect();
    let columns = codes(&rows);
    let tally = Tally::count(&keys(&columns), rows.len());
    let found = |questions| {
        let uniques = special_uniques(&tally, 3, &hurry(questions)).unwrap();
        uniques.by_size.iter().sum::<u64>()
    };
    let all = found(usize::MAX);
    assert!(all > 0 && found(0) == 0 && found(3) < all);
}
