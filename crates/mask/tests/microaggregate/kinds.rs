//! Categories and mixed data, scalings, k-Ward's mixability, large files.

use crate::microaggregate::case::{categories, cloud, column, lists, plain, points, run};
use ridotto_mask::microaggregate::{
    Algorithm, Dissimilarity, Masked, Note, Options, Scaling, Step, k_ward_steps,
};

#[test]
fn equal_categories_come_together() {
    let codes: Vec<Option<u32>> = (0..40).map(|row| Some(row * 7 % 4)).collect();
    for algorithm in [Algorithm::Mdav, Algorithm::VMdav, Algorithm::Ward, Algorithm::Best] {
        let outcome = run(&Options::new(algorithm, 5), &[categories(&codes, 4, false)]);
        assert!(outcome.loss.within < 1e-9, "{algorithm:?}: {}", outcome.loss.within);
        let Masked::Categories(found) = &outcome.columns[0].values else { panic!() };
        assert_eq!(found[..], codes[..], "{algorithm:?}");
    }
}

#[test]
fn a_tree_says_what_is_near() {
    // Two pairs of siblings: 0 with 1 and 2 with 3.
    let tree = |a: u32, b: u32| {
        if a == b {
            0.0
        } else if a / 2 == b / 2 {
            0.5
        } else {
            1.0
        }
    };
    let codes: Vec<Option<u32>> = [0, 2, 1, 3, 0, 3, 1, 2].map(Some).to_vec();
    let given = [categories(&codes, 4, false)];
    let mut options = plain(Algorithm::Mdav, 4);
    options.dissimilarities.insert(0, Dissimilarity::from_function(4, tree));
    let outcome = run(&options, &given);
    for rows in outcome.groups[0].iter() {
        let families = rows.iter().map(|&row| codes[row as usize].unwrap() / 2);
        assert!(families.clone().all(|family| family == families.clone().next().unwrap()));
    }
    // The squared error of a group is half the mean squared distance of its pairs: of four with
    // two different siblings, 4 pairs of 0.25 over 4.
    assert!((outcome.loss.within - 2.0 * 4.0 * 0.25 / 4.0).abs() < 1e-9);
}

#[test]
fn order_counts_where_there_is_one() {
    let codes: Vec<Option<u32>> = [0, 9, 1, 8, 2, 7].map(Some).to_vec();
    let outcome = run(&plain(Algorithm::Best, 3), &[categories(&codes, 10, true)]);
    assert_eq!(lists(&outcome.groups[0]), [vec![0, 2, 4], vec![1, 3, 5]]);
    let Masked::Categories(found) = &outcome.columns[0].values else { panic!() };
    assert_eq!(found[..], [1, 8, 1, 8, 1, 8].map(Some));
}

#[test]
fn many_categories_are_about_equally_far() {
    let codes: Vec<Option<u32>> = (0..400).map(|row| Some(row / 4)).collect();
    let outcome = run(&plain(Algorithm::Mdav, 4), &[categories(&codes, 100, false)]);
    assert!(outcome.loss.within < 1e-9, "equal ones are together");
    // 100 categories, 4 of each: half the mean squared distance of all pairs is near one half.
    let spread = outcome.loss.total / 400.0;
    assert!((0.44..0.56).contains(&spread), "{spread}");
}

#[test]
fn mixed_columns_count_alike() {
    let sex: Vec<Option<u32>> = (0..60).map(|row| Some(row % 2)).collect();
    let income: Vec<f64> = (0..60).map(|row| f64::from(row / 10) * 1e6).collect();
    let outcome =
        run(&Options::new(Algorithm::Best, 5), &[column(&income), categories(&sex, 2, false)]);
    // Five of each sex have the same income: nothing needs to be lost.
    assert!(outcome.loss.within < 1e-9);
    assert!((outcome.loss.total - 2.0 * 59.0).abs() < 1e-9, "{}", outcome.loss.total);
}

#[test]
fn outliers_do_not_shrink_robust_scales() {
    // One giant makes all other values of the first attribute look alike.
    let mut first: Vec<f64> = (0..40).map(|row| f64::from(row % 2)).collect();
    first[39] = 1e6;
    let second: Vec<f64> = (0..40).map(|row| f64::from(row) * 1e-3).collect();
    let given = [column(&first), column(&second)];
    let mixed = |scaling| {
        let outcome = run(&Options { scaling, ..Options::new(Algorithm::Mdav, 3) }, &given);
        let mixed = |rows: &[u32]| {
            let own = |row: u32| first[row as usize] > 0.5;
            rows.iter().any(|&row| own(row)) && !rows.iter().all(|&row| own(row))
        };
        outcome.groups[0].iter().filter(|rows| mixed(rows)).count()
    };
    assert!(mixed(Scaling::ZScore) > 8);
    assert!(mixed(Scaling::Robust) <= 3, "{}", mixed(Scaling::Robust));
}

#[test]
fn scales_do_not_depend_on_units() {
    let columns = cloud(90, 3, 0, 5);
    let given: Vec<_> = columns.iter().map(|numbers| column(numbers)).collect();
    let stretched: Vec<_> = (columns.iter().zip(0..))
        .map(|(numbers, at)| {
            let unit = 10_f64.powi(3 * at);
            column(&numbers.iter().map(|number| unit * number + unit).collect::<Vec<_>>())
        })
        .collect();
    for scaling in [Scaling::ZScore, Scaling::Robust, Scaling::Range, Scaling::Whitened] {
        let options = Options { scaling, ..Options::new(Algorithm::Mdav, 3) };
        assert_eq!(run(&options, &given).groups, run(&options, &stretched).groups, "{scaling:?}");
    }
    let options = plain(Algorithm::Mdav, 3);
    assert_ne!(run(&options, &given).groups, run(&options, &stretched).groups);
}

#[test]
fn a_column_said_twice_counts_once_when_whitened() {
    let columns = cloud(90, 2, 0, 6);
    let once = [column(&columns[0]), column(&columns[1])];
    let twice = [column(&columns[0]), column(&columns[1]), column(&columns[1])];
    let options = |scaling| Options { scaling, ..Options::new(Algorithm::Mdav, 3) };
    let (white, plain) = (options(Scaling::Whitened), options(Scaling::ZScore));
    assert_eq!(run(&white, &once).groups, run(&white, &twice).groups);
    assert_ne!(run(&plain, &once).groups, run(&plain, &twice).groups);
}

#[test]
fn mixability_keeps_groups_from_growing_while_they_are_merged() {
    // Far away in both directions three each; in the middle three, and a star of eight around them,
    // each of which is nearer to the middle than to the others.
    let mut columns = vec![vec![0.0; 17]; 9];
    columns[8][..3].fill(10.0);
    columns[8][3..6].fill(-10.0);
    (0..8).for_each(|ray| columns[ray][9 + ray] = 1.0);
    let all = points(&columns);
    // How large a group became by taking in another when it had three already.
    let most = |mixability| {
        let options = Options { mixability, ..plain(Algorithm::Ward, 3) };
        let (groups, steps) = k_ward_steps(&all, &options).unwrap();
        assert!(groups.sizes().0 >= 3 && groups.sizes().1 < 6);
        let size = |step: &Step| match step {
            Step::Merged(merge) if merge.first.len().max(merge.second.len()) >= 3 => {
                merge.first.len() + merge.second.len()
            }
            _ => 0,
        };
        steps.iter().map(size).max().unwrap()
    };
    assert_eq!((most(1.0), most(0.5)), (11, 6));
    assert!(most(0.0) <= 5, "{}", most(0.0));
}

#[test]
fn large_files_say_that_they_were_cut() {
    let given: Vec<_> = cloud(7000, 2, 0, 1).iter().map(|numbers| column(numbers)).collect();
    let options = Options { exact: 500, ..Options::new(Algorithm::VMdav, 3) };
    let outcome = run(&options, &given);
    assert!(outcome.notes.contains(&Note::Blocks { records: 3000 }));
    assert!(outcome.reached_k >= 3);
    let whole = run(&Options::new(Algorithm::VMdav, 3), &given);
    assert!(!whole.notes.iter().any(|note| matches!(note, Note::Blocks { .. })));
    assert!(outcome.loss.within < 1.1 * whole.loss.within);
}

#[test]
fn individual_ranking_says_how_little_it_hides() {
    let numbers: Vec<f64> = (0..300).map(f64::from).collect();
    let outcome = run(&Options::new(Algorithm::Individual, 3), &[column(&numbers)]);
    let [Note::Individual { attribute: 0, pinned }] = outcome.notes[..] else {
        panic!("{:?}", outcome.notes)
    };
    // From the mean before to the mean after are six of a range of 297.
    assert!((pinned - 6.0 / 297.0).abs() < 1e-9, "{pinned}");
    let text = outcome.notes[0].to_string();
    assert!(text.ends_with("for half of the records, within 2.02 % of the range"), "{text}");
}
