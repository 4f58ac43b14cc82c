//! Which of all configurations are worth a thought, and which is proposed.

use ridotto_measure::utility::{best, frontier};
use ridotto_report::{Configuration, ExploreReport};

/// Marks what no other beats, and proposes what has the best score: both among what attains all that the
/// policy requires. What is of a sample counts only where nothing is known of the whole.
pub fn judge(report: &mut ExploreReport) {
    let all = &mut report.configurations;
    all.sort_by_key(|one| (one.number, one.sample));
    let has_whole = all.iter().any(|one| one.point().is_some() && one.sample.is_none());
    let counts = |one: &Configuration| one.point().is_some() && has_whole == one.sample.is_none();
    let reached: Vec<usize> = (0..all.len()).filter(|&at| counts(&all[at])).collect();
    let fitting: Vec<usize> =
        reached.into_iter().filter(|&at| all[at].holds != Some(false)).collect();
    let points: Vec<(f64, f64)> = fitting.iter().filter_map(|&at| all[at].point()).collect();
    for one in &mut *all {
        one.frontier = false;
    }
    for at in frontier(&points) {
        all[fitting[at]].frontier = true;
    }
    let scores: Vec<f64> = fitting.iter().filter_map(|&at| score(&all[at])).collect();
    report.proposed = best(&scores).map(|at| fitting[at] as u64);
}

/// The mean of risk and loss.
fn score(one: &Configuration) -> Option<f64> {
    one.point().map(|(risk, loss)| f64::midpoint(risk, loss))
}

/// The places of those that one can choose from and that no other of them beats, by risk.
pub(crate) fn choices(all: &[Configuration]) -> Vec<usize> {
    let counts = |one: &Configuration| one.point().is_some() && one.holds != Some(false);
    let fitting: Vec<usize> = (0..all.len()).filter(|&at| counts(&all[at])).collect();
    let points: Vec<(f64, f64)> = fitting.iter().filter_map(|&at| all[at].point()).collect();
    let mut choices: Vec<usize> = frontier(&points).into_iter().map(|at| fitting[at]).collect();
    let risk = |at: &usize| all[*at].risk.unwrap_or_default();
    choices.sort_by(|a, b| risk(a).total_cmp(&risk(b)).then(a.cmp(b)));
    choices
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(number: u64, (risk, loss): (f64, f64), holds: Option<bool>) -> Configuration {
        let (risk, loss) = (Some(risk), Some(loss));
        Configuration { number, risk, loss, holds, ..Configuration::default() }
    }

    fn judged(configurations: Vec<Configuration>) -> ExploreReport {
        let mut report = ExploreReport { configurations, ..ExploreReport::default() };
        judge(&mut report);
        report
    }

    fn on_frontier(report: &ExploreReport) -> Vec<u64> {
        let marked = report.configurations.iter().filter(|one| one.frontier);
        marked.map(|one| one.number).collect()
    }

    #[test]
    fn what_attains_too_little_is_on_the_map_and_not_proposed() {
        let report = judged(vec![
            one(2, (0.1, 0.2), Some(true)),
            one(1, (0.05, 0.1), Some(false)),
            one(3, (0.2, 0.2), Some(true)),
        ]);
        assert_eq!(on_frontier(&report), [2], "one cannot choose what attains too little");
        assert_eq!(report.proposed().map(|one| one.number), Some(2));
        assert_eq!(choices(&report.configurations), [1]);
    }

    /// The list, the document and the page mark the same.
    #[test]
    fn the_page_has_the_same_frontier() {
        let of = |holds: [Option<bool>; 4]| {
            let points = [(0.05, 0.4), (0.1, 0.2), (0.2, 0.2), (0.3, 0.1)];
            let all = (1..).zip(points).zip(holds);
            judged(all.map(|((number, point), holds)| one(number, point, holds)).collect())
        };
        for holds in
            [[Some(true); 4], [Some(false), Some(true), Some(true), Some(false)], [None; 4]]
        {
            let report = of(holds);
            let of_page: Vec<u64> = report
                .map()
                .choices()
                .into_iter()
                .map(|at| report.configurations[at].number)
                .collect();
            assert_eq!(on_frontier(&report), of_page, "{holds:?}");
        }
        assert!(on_frontier(&of([Some(false); 4])).is_empty());
    }

    /// The whole has larger crowds than a sample, so that the two are not compared.
    #[test]
    fn a_sample_counts_where_nothing_is_known_of_the_whole() {
        let sample = Configuration { sample: Some(9), ..one(1, (0.01, 0.01), Some(true)) };
        let alone = judged(vec![sample.clone()]);
        assert_eq!((on_frontier(&alone), alone.proposed), (vec![1], Some(0)));
        let both = judged(vec![sample, one(2, (0.3, 0.3), Some(true))]);
        assert_eq!((on_frontier(&both), both.proposed), (vec![2], Some(1)));
        assert_eq!(judged(Vec::new()).proposed, None);
    }
}
