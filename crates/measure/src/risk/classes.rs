//! The few measures that come with every release: from class sizes alone.

use ridotto_report::{Concern, Finding};

/// Measures of a list of class sizes, before and after.
pub fn of_classes(before: &[u64], after: &[u64], suppressed: u64) -> Vec<Finding> {
    let rows: u64 = before.iter().sum();
    let finding = |name: &str, concern, measure: &dyn Fn(&[u64]) -> Option<f64>| Finding {
        name: name.to_owned(),
        attribute: None,
        concern,
        before: measure(before),
        after: measure(after),
    };
    vec![
        finding("highest-risk", Concern::Risk, &|sizes| {
            sizes.iter().min().map(|&smallest| 1.0 / smallest as f64)
        }),
        finding("average-risk", Concern::Risk, &|sizes| {
            let rows: u64 = sizes.iter().sum();
            (rows > 0).then(|| sizes.len() as f64 / rows as f64)
        }),
        finding("unique-records", Concern::Risk, &|sizes| {
            Some(sizes.iter().filter(|&&size| size == 1).count() as f64)
        }),
        Finding {
            name: "records".into(),
            attribute: None,
            concern: Concern::Utility,
            before: Some(rows as f64),
            after: Some((rows - suppressed) as f64),
        },
        finding("classes", Concern::Utility, &|sizes| Some(sizes.len() as f64)),
        finding("average-class-size", Concern::Utility, &|sizes| {
            let rows: u64 = sizes.iter().sum();
            (rows > 0).then(|| rows as f64 / sizes.len() as f64)
        }),
        Finding {
            name: "discernibility".into(),
            attribute: None,
            concern: Concern::Utility,
            before: Some(squares(before)),
            after: Some(squares(after) + rows as f64 * suppressed as f64),
        },
    ]
}

/// The smallest class, where another number was required.
pub fn smallest_class(before: &[u64], after: &[u64]) -> Finding {
    let least = |sizes: &[u64]| sizes.iter().min().map(|&size| size as f64);
    Finding {
        name: "smallest-class".into(),
        attribute: None,
        concern: Concern::Risk,
        before: least(before),
        after: least(after),
    }
}

fn squares(sizes: &[u64]) -> f64 {
    sizes.iter().map(|&size| size as f64 * size as f64).sum()
}
