//! Tables with hierarchies: safe by every method, and the same on any number of threads.

use super::vectors::Case;
use super::*;

/// Counts in three dimensions, many of them small.
fn crowded() -> Case {
    let inner: Vec<u32> = (0..60_u32).map(|at| at.wrapping_mul(2_654_435_761) >> 27).collect();
    let of = sample(&[5, 4, 3], &inner);
    let is_small = |cell: &usize| of.values[*cell] > 0.0 && of.values[*cell] < 4.0;
    let sensitive: Vec<(usize, f64, f64)> =
        (0..of.values.len()).filter(is_small).map(|cell| (cell, 1.0, 1.0)).collect();
    let mut case = Case::new(of, &sensitive);
    for (standing, value) in case.standing.iter_mut().zip(&case.of.values) {
        if *value == 0.0 {
            *standing = Standing::Published;
        }
    }
    case
}

#[test]
fn every_method_is_safe_in_three_dimensions() {
    let case = crowded();
    assert!(case.needs.len() > 3);
    for method in METHODS.into_iter().filter(|method| *method != Method::Optimal) {
        let found = case.protect(method);
        assert!(found.exposed.is_empty(), "{method:?}");
        assert_eq!(case.unsafe_cells(&found.hidden), 0, "{method:?}");
        // What is hidden follows neither from the relations alone.
        let fixed = fixed(&case.of.system, &found.hidden);
        assert!(case.needs.iter().all(|need| !fixed[need.cell as usize]));
    }
}

#[test]
fn threads_change_nothing() {
    let case = crowded();
    for method in METHODS.into_iter().filter(|method| *method != Method::Optimal) {
        let with = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.expect("threads can be made").install(|| case.protect(method))
        };
        assert_eq!(with(1), with(3), "{method:?}");
    }
}

/// Stopped at once, nothing is said to be safe that the audit has not seen.
#[test]
fn stopped_is_not_safe() {
    let case = crowded();
    for method in METHODS {
        let found = protect(&case.problem(), method, &|| true);
        let unsafe_cells = case.unsafe_cells(&found.hidden);
        assert!(unsafe_cells <= found.exposed.len(), "{method:?}");
        assert!(!found.proved);
    }
}
