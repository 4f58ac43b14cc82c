//! How good the searches are when they are stopped early: by number of looks, never by time.

use ridotto_core::ClassTable;
use ridotto_core::objective::{Aggregate, Gauge, Objective};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{Evaluate, Halves};
use ridotto_micro::search::{Best, Found, Task, exact, large, search};
use ridotto_testkit::{Small, adult, latent};

/// A table, and what is asked of it.
struct Case {
    table: Small,
    classes: ClassTable,
    gauge: Gauge,
    lattice: Lattice,
    limit: u64,
    k: u64,
}

impl Case {
    #[expect(clippy::cast_sign_loss, reason = "a share of the rows")]
    fn new(table: Small, aggregate: Aggregate, k: u64, share: f64) -> Self {
        let rows = table.rows as u64;
        Self {
            classes: ClassTable::count(&table.keys(), &[], table.rows),
            gauge: Gauge::new(Objective::Loss(aggregate), table.scales(&[]), rows, k),
            lattice: Lattice::between(vec![0; table.hierarchies.len()], table.heights()),
            limit: (share * rows as f64) as u64,
            k,
            table,
        }
    }

    fn halves(&self) -> Halves<'_> {
        Halves::new(self.classes.keys(), &self.table.hierarchies, self.k, &self.gauge)
    }

    fn task(&self, most_checks: Option<u64>) -> Task<'_> {
        let Self { lattice, gauge, limit, .. } = self;
        Task { lattice, gauge, limit: *limit, monotone: true, most_checks }
    }

    fn best(&self, most_checks: u64) -> Best {
        let found = search(&self.task(Some(most_checks)), &mut self.halves(), &());
        assert!(found.checked <= most_checks && !found.proved);
        found.best.expect("something holds")
    }

    /// The score of a node, if it holds.
    fn score(&self, evaluate: &mut Halves<'_>, levels: &[u8]) -> Option<f64> {
        evaluate.evaluate(levels, self.limit).map(|outcome| self.gauge.score(levels, &outcome))
    }

    /// Datafly: generalise the attribute with the most values until the limit is kept.
    fn datafly(&self) -> f64 {
        let (mut evaluate, top) = (self.halves(), self.lattice.top());
        let mut levels = self.lattice.bottom().to_vec();
        loop {
            if let Some(score) = self.score(&mut evaluate, &levels) {
                return score;
            }
            let values = |at: &usize| self.table.hierarchies[*at].groups(levels[*at].into());
            let open = (0..levels.len()).filter(|&at| levels[at] < top[at]);
            let most = open.max_by_key(values).expect("the top holds");
            levels[most] += 1;
        }
    }

    /// From the top, take the step down that scores best, for as long as one is better.
    fn descent(&self) -> f64 {
        let mut evaluate = self.halves();
        let mut levels = self.lattice.top().to_vec();
        let mut best = self.score(&mut evaluate, &levels).expect("the top holds");
        loop {
            let mut next = None;
            for at in (0..levels.len()).filter(|&at| levels[at] > 0) {
                let mut lower = levels.clone();
                lower[at] -= 1;
                match self.score(&mut evaluate, &lower) {
                    Some(score) if score < best => (best, next) = (score, Some(lower)),
                    _ => {}
                }
            }
            match next {
                Some(lower) => levels = lower,
                None => return best,
            }
        }
    }
}

type Search = fn(&Task<'_>, &mut Halves<'_>) -> Found;
const SEARCHES: [(&str, Search); 2] = [
    ("exact", |task, evaluate| exact(task, evaluate, &())),
    ("large", |task, evaluate| large(task, evaluate, &())),
];

#[test]
fn a_tenth_of_the_looks_comes_within_two_percent_on_adult() {
    let Some(table) = adult() else { return };
    for aggregate in [Aggregate::Mean, Aggregate::Geometric] {
        for (share, k) in [(0.02, 2), (0.02, 5), (0.02, 10), (1.0, 2), (1.0, 5), (1.0, 10)] {
            let case = Case::new(table.clone(), aggregate, k, share);
            let mut scores = Vec::new();
            for (name, search) in SEARCHES {
                let full = search(&case.task(None), &mut case.halves());
                let tenth = search(&case.task(Some(full.checked / 10)), &mut case.halves());
                assert!(full.proved && !tenth.proved);
                let [full_score, score] =
                    [&full, &tenth].map(|found| found.best.as_ref().expect("it holds").score);
                println!("{name} {aggregate:?} {share} k={k}: {} looks", full.checked);
                assert!(score <= 1.02 * full_score, "{name}: {score} is not near {full_score}");
                scores.push(full.best.map(|best| best.levels));
            }
            assert_eq!(scores[0], scores[1]);
        }
    }
}

#[test]
fn twenty_attributes_are_served_better_than_by_greed() {
    let mut ratios = Vec::new();
    for (seed, share) in [(1, 0.02), (2, 0.02), (3, 0.02), (1, 1.0)] {
        let case = Case::new(latent(20, 20_000, seed), Aggregate::Mean, 5, share);
        let (datafly, descent) = (case.datafly(), case.descent());
        let found = case.best(2_000);
        println!(
            "seed {seed}, {share} suppressed, {:.1e} nodes: datafly {datafly:.4}, descent \
             {descent:.4}, 2,000 looks {:.4}",
            case.lattice.nodes() as f64,
            found.score
        );
        let ratio = found.score / datafly.min(descent);
        // The least gain measured is 4.3 %, with seed 2.
        assert!(ratio <= 0.96);
        ratios.push(ratio);
    }
    assert!(ratios.iter().sum::<f64>() <= 0.95 * ratios.len() as f64);
}

#[test]
fn twenty_five_attributes_work_and_repeat() {
    let case = Case::new(latent(25, 5_000, 4), Aggregate::Geometric, 3, 0.05);
    let found = case.best(150);
    assert!(found.outcome.suppressed <= case.limit);
    assert_eq!(found, case.best(150));
}
