//! Queries on paper, and against a count of every completion of a small file.

use crate::case::{attribute, near};
use ridotto_core::Kind;
use ridotto_measure::utility::Attribute;
use ridotto_measure::utility::queries::{
    Aggregate, Condition, Query, Wanted, answer, random_counts,
};

fn file() -> Vec<Attribute> {
    let ages = ["20", "21", "22", "23", "24", "40"];
    let masked = ["20-24", "20-24", "20-24", "20-24", "20-24", "*"];
    let sexes = ["f", "m", "f", "m", "f", "m"];
    let hidden = ["f", "m", "{f, m}", "m", "*", ""];
    vec![
        attribute("age", Kind::Integer, &ages, &masked, None),
        attribute("sex", Kind::Text, &sexes, &hidden, None),
    ]
}

fn ask(aggregate: Aggregate, conditions: Vec<Condition>) -> [Option<f64>; 3] {
    let found = answer(&Query { aggregate, conditions }, &file());
    [found.before, found.after, found.relative_error]
}

fn condition(attribute: usize, wanted: Wanted) -> Condition {
    Condition { attribute, wanted }
}

#[test]
fn queries_on_paper() {
    let up_to_22 = || condition(0, Wanted::Between(0.0, 22.0));
    let women = || condition(1, Wanted::Among(vec![0]));
    // Of 20-24 three in five are at most 22, and of the 21 ages from 20 to 40 three are.
    let each = [3.0 / 5.0, 3.0 / 5.0, 3.0 / 5.0, 3.0 / 5.0, 3.0 / 5.0, 3.0 / 21.0];
    let count: f64 = each.iter().sum();
    let both = each[0] + 0.5 * each[2] + 0.5 * each[4];
    let sum = 21.0 * count;
    for (aggregate, conditions, before, after) in [
        (Aggregate::Count, vec![], 6.0, 6.0),
        (Aggregate::Count, vec![up_to_22()], 3.0, count),
        (Aggregate::Count, vec![women()], 3.0, 2.0),
        (Aggregate::Count, vec![up_to_22(), women()], 2.0, both),
        (Aggregate::Sum(0), vec![up_to_22()], 63.0, sum),
        (Aggregate::Mean(0), vec![up_to_22()], 21.0, 21.0),
        (Aggregate::Mean(0), vec![women()], 22.0, (22.0 + 11.0 + 11.0) / 2.0),
    ] {
        let [found, expected, error] = ask(aggregate, conditions);
        assert!(near(found.unwrap(), before, 1e-12), "{aggregate:?}: {found:?}");
        assert!(near(expected.unwrap(), after, 1e-12), "{aggregate:?}: {expected:?}");
        let relative = (before - after).abs() / before;
        assert!(near(error.unwrap(), relative, 1e-12), "{aggregate:?}: {error:?}");
    }
    let nobody = vec![condition(0, Wanted::Between(90.0, 99.0))];
    assert_eq!(ask(Aggregate::Mean(0), nobody.clone()), [None; 3]);
    assert_eq!(ask(Aggregate::Count, nobody), [Some(0.0), Some(0.0), Some(0.0)]);
}

/// The expected count is the mean of the counts over all completions of the file.
#[test]
fn expected_counts_are_means_over_completions() {
    let file = file();
    for query in random_counts(&file, 40, 5) {
        let found = answer(&query, &file).after.unwrap();
        // Rows are independent, so the mean over completions is a sum of shares of completions.
        let mut expected = 0.0;
        for row in 0..6 {
            let label =
                |at: usize| file[at].after[row].map(|label| &file[at].labels[label as usize]);
            let share = |condition: &Condition| match &condition.wanted {
                Wanted::Between(lower, upper) => label(condition.attribute).map_or(0.0, |label| {
                    let ages: Vec<f64> = (0..100).map(f64::from).collect();
                    let held: Vec<&f64> = ages
                        .iter()
                        .filter(|&age| label.lower <= *age && *age <= label.upper)
                        .collect();
                    let inside = held.iter().filter(|&&age| lower <= age && age <= upper).count();
                    inside as f64 / held.len() as f64
                }),
                Wanted::Among(codes) => label(condition.attribute).map_or(0.0, |label| {
                    let held: Vec<u32> = label.members.iter().cloned().flatten().collect();
                    let inside = held.iter().filter(|&code| codes.contains(code)).count();
                    inside as f64 / held.len() as f64
                }),
            };
            expected += query.conditions.iter().map(share).product::<f64>();
        }
        assert!(near(found, expected, 1e-12), "{found} and {expected}");
    }
    assert_eq!(random_counts(&file, 40, 5), random_counts(&file, 40, 5));
    assert_ne!(random_counts(&file, 40, 5), random_counts(&file, 40, 6));
}
