//! How good the searches are when they are stopped early: by number of looks, never by time.

use ridotto_core::ClassTable;
use ridotto_core::objective::{Aggregate, Gauge, Objective};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{Evaluate, Halves, Stages};
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

    /// Looks at nodes, and knows nothing but these looks.
    fn halves(&self) -> Halves<'_> {
        Halves::new(self.classes.keys(), &self.table.hierarchies, self.k, &self.gauge)
    }

    /// Looks at nodes, and counts pairs of attributes where that is worth it: as the program does.
    fn stages(&self) -> Stages<'_> {
        Stages::new(self.classes.keys(), &self.table.hierarchies, self.k, &self.gauge)
    }

    fn task(&self, most_checks: Option<u64>) -> Task<'_> {
        let Self { lattice, gauge, limit, .. } = self;
        Task { lattice, gauge, limit: *limit, monotone: true, most_checks }
    }

    fn best(&self, most_checks: u64) -> Best {
        let found = search(&self.task(Some(most_checks)), &mut self.stages(), &());
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

/// How a search does.
struct Run {
    name: &'static str,
    /// All of it, by looks alone.
    plain: Found,
    /// All of it, as the program does.
    full: Found,
    /// Stopped after a tenth of the looks that it needs by looks alone.
    tenth: Found,
}

impl Run {
    /// Both searches.
    fn both(case: &Case) -> [Self; 2] {
        let plain = exact(&case.task(None), &mut case.halves(), &());
        let tenth = case.task(Some(plain.checked / 10));
        let exact = Self {
            name: "exact",
            full: exact(&case.task(None), &mut case.stages(), &()),
            tenth: exact(&tenth, &mut case.stages(), &()),
            plain,
        };
        let plain = large(&case.task(None), &mut case.halves(), &());
        let tenth = case.task(Some(plain.checked / 10));
        let large = Self {
            name: "large",
            full: large(&case.task(None), &mut case.stages(), &()),
            tenth: large(&tenth, &mut case.stages(), &()),
            plain,
        };
        [exact, large]
    }
}

fn score(found: &Found) -> f64 {
    found.best.as_ref().expect("something holds").score
}

/// Both searches of Adult for both aggregates and some `k`, where this share may be suppressed.
fn each_run(share: f64, check: impl Fn(&Run, f64)) {
    let Some(table) = adult() else { return };
    for aggregate in [Aggregate::Mean, Aggregate::Geometric] {
        for k in [2, 5, 10] {
            let case = Case::new(table.clone(), aggregate, k, share);
            let runs = Run::both(&case);
            for run in &runs {
                let Run { name, plain, full, tenth } = run;
                let ratio = score(tenth) / score(full);
                println!(
                    "{name} {aggregate:?} {share} k={k}: {} looks, {} with pairs, {ratio:.4} after {}",
                    plain.checked, full.checked, tenth.checked
                );
                assert!(full.proved && plain.proved);
                assert_eq!(full.best, plain.best);
                check(run, ratio);
            }
            let levels = |run: &Run| run.full.best.as_ref().map(|best| best.levels.clone());
            assert_eq!(levels(&runs[0]), levels(&runs[1]));
        }
    }
}

#[test]
fn a_tenth_of_the_looks_comes_within_two_percent_on_adult() {
    for share in [0.02, 1.0] {
        each_run(share, |Run { name, plain, full, tenth }, ratio| {
            // Pairs are not counted here, so it is a tenth of the looks of the very same search.
            assert_eq!(plain.checked, full.checked);
            assert!(!tenth.proved && tenth.checked <= full.checked / 10);
            assert!(ratio <= 1.02, "{name}: {ratio}");
        });
    }
}

/// Where nothing may be suppressed pairs leave so little to look at that a tenth of it would be one
/// look or two. After a tenth of what looks alone need, the best is at hand.
#[test]
fn pairs_spare_most_looks_at_adult_where_nothing_is_suppressed() {
    each_run(0.0, |Run { name, plain, full, tenth }, ratio| {
        assert!(3 * full.checked <= plain.checked, "{name}: {} looks", full.checked);
        assert!(tenth.checked <= plain.checked / 10 && ratio <= 1.02, "{name}: {ratio}");
    });
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

#[test]
fn probe_all() {
    let table = adult().unwrap();
    let shares: Vec<f64> = std::env::var("SHARES")
        .unwrap_or("0".into())
        .split(',')
        .map(|s| s.parse().unwrap())
        .collect();
    for share in shares {
        for aggregate in [Aggregate::Mean, Aggregate::Geometric] {
            for k in std::env::var("KS")
                .unwrap_or("2,3,5,10,20,50,100".into())
                .split(',')
                .map(|s| s.parse().unwrap())
            {
                let case = Case::new(table.clone(), aggregate, k, share);
                for name in ["exact", "large"] {
                    let plain = std::env::var("PLAIN").is_ok();
                    let run = |task: &Task<'_>, stages: &mut Stages<'_>, _: &()| match (plain, name)
                    {
                        (true, "exact") => exact(task, &mut case.halves(), &()),
                        (true, _) => large(task, &mut case.halves(), &()),
                        (false, "exact") => exact(task, stages, &()),
                        _ => large(task, stages, &()),
                    };
                    let full = run(&case.task(None), &mut case.stages(), &());
                    let tenth =
                        run(&case.task(Some((full.checked / 10).max(1))), &mut case.stages(), &());
                    let ratio = tenth.best.as_ref().map_or(f64::NAN, |b| b.score) / score(&full);
                    println!(
                        "{share} {aggregate:?} k={k} {name}: looks {} proved {} after {}: {ratio:.4} {}",
                        full.checked,
                        full.proved,
                        tenth.checked,
                        if ratio <= 1.02 { "" } else { "MISS" }
                    );
                }
            }
        }
    }
}

#[test]
fn probe_wide() {
    for (n, seed, share, k) in [
        (20, 1, 0.02, 5),
        (20, 2, 0.02, 5),
        (20, 3, 0.02, 5),
        (20, 1, 1.0, 5),
        (20, 2, 1.0, 5),
        (20, 3, 0.05, 20),
        (20, 2, 0.005, 3),
        (25, 4, 0.05, 3),
        (15, 5, 0.02, 10),
        (15, 6, 0.1, 50),
    ] {
        let case = Case::new(latent(n, 20_000, seed), Aggregate::Mean, k, share);
        let fin = [0.5738, 0.5690, 0.5895, 0.4410, 0.4471, 0.6071, 0.6245, 0.4845, 0.4840, 0.5541]
            [WI.fetch_add(1, std::sync::atomic::Ordering::Relaxed)];
        let at: Vec<f64> = [20, 50, 100, 200]
            .iter()
            .map(|&m| {
                large(&case.task(Some(m)), &mut case.stages(), &()).best.map_or(9.0, |b| b.score)
                    / fin
                    * 100.0
                    - 100.0
            })
            .collect();
        println!("WIDE {at:.4?}");
    }
}
static WI: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);

#[test]
fn probe_zero() {
    for (n, seed, share, k) in
        [(20, 1, 0.0, 5), (20, 2, 0.0, 3), (20, 3, 0.001, 5), (25, 4, 0.0, 3), (15, 5, 0.0, 10)]
    {
        let case = Case::new(latent(n, 20_000, seed), Aggregate::Mean, k, share);
        for m in [1, 20, 100, 500, 2000] {
            let t = std::time::Instant::now();
            let a = large(&case.task(Some(m)), &mut case.stages(), &());
            let ta = t.elapsed().as_secs_f64();
            let t = std::time::Instant::now();
            let b = large(&case.task(Some(m)), &mut case.halves(), &());
            let tb = t.elapsed().as_secs_f64();
            println!(
                "ZERO {n} {seed} {share} {k}: {m} looks: stages {:.4} {ta:.2}s proved {} {}; plain {:.4} {tb:.2}s",
                a.best.map_or(9.0, |b| b.score),
                a.proved,
                a.checked,
                b.best.map_or(9.0, |b| b.score)
            );
        }
    }
}
