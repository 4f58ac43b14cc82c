//! Algorithms beside the exact search on Adult, or on a wide table where Adult is not at hand; and
//! k-anonymity with closeness, where histograms decide.

use criterion::{Criterion, criterion_group, criterion_main};
use ridotto_core::model::KAnonymity;
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{Bound, Class, ClassModel, ClassTable, UnionRule};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::{Algorithm, Preference, Problem};
use ridotto_micro::cut::Information;
use ridotto_micro::evaluate::is_monotone;
use ridotto_micro::search::Task;
use ridotto_testkit::{Small, adult, latent};

const K: u64 = 5;

/// Shares within a distance of the table's.
#[derive(Debug)]
struct Close(Vec<f64>);

impl ClassModel for Close {
    fn name(&self) -> &'static str {
        "close"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        let size = class.size() as f64;
        let beyond =
            |&(code, rows): &(u32, u64)| (rows as f64 / size - self.0[code as usize]).max(0.0);
        class.histogram(0).iter().map(beyond).sum()
    }
    fn bound(&self) -> Bound {
        Bound::AtMost(0.2)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }

    /// If `kept` records are left, at most `counts` of each value, then the shares of the table
    /// that they cannot reach are at least those that `counts / kept` does not reach. That grows
    /// with `kept`, so the most that can be kept is found by halving.
    fn least_removed(&self, class: Class<'_>) -> u64 {
        let counts = class.histogram(0);
        let present: f64 = counts.iter().map(|&(code, _)| self.0[code as usize]).sum();
        let fits = |kept: u64| {
            let lacks = |&(code, rows): &(u32, u64)| {
                (self.0[code as usize] - rows as f64 / kept as f64).max(0.0)
            };
            1.0 - present + counts.iter().map(lacks).sum::<f64>() <= 0.2 + 1e-9
        };
        let (mut low, mut high) = (0, class.size());
        while low < high {
            let middle = low + (high - low).div_ceil(2);
            if fits(middle) { low = middle } else { high = middle - 1 }
        }
        class.size() - low
    }
}

fn run(criterion: &mut Criterion, small: &Small, name: &str, sensitive: bool) {
    let rows = small.rows as u64;
    let (keys, last) = (small.keys(), small.hierarchies.len() - 1);
    let m = if sensitive { last } else { last + 1 };
    let table = if sensitive {
        ClassTable::count(&keys[..m], &keys[m..], small.rows)
    } else {
        ClassTable::count(&keys, &[], small.rows)
    };
    let mut models: Vec<Box<dyn ClassModel>> =
        vec![Box::new(KAnonymity::new(K.try_into().expect("5 is not 0")))];
    if sensitive {
        let counts = small.columns[m].histogram(keys[m].values);
        let shares = counts.iter().map(|&count| count as f64 / rows as f64);
        models.push(Box::new(Close(shares.collect())));
    }
    let hierarchies = &small.hierarchies[..m];
    let objective = Objective::Loss(Aggregate::Geometric);
    let scorer = Scorer::new(objective, small.scales(&[])[..m].to_vec(), rows, K);
    let lattice = Lattice::between(vec![0; m], small.heights()[..m].to_vec());
    for (share, limit) in [("0", 0), ("0.02", rows / 50)] {
        let monotone = is_monotone(&models, limit);
        let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone, most_checks: None };
        let problem = Problem { task, table: &table, hierarchies, models: &models };
        for algorithm in [
            Algorithm::Optimal,
            Algorithm::Samarati(Preference::Objective),
            Algorithm::Incognito,
            Algorithm::Mingen,
            Algorithm::Datafly,
            Algorithm::MuArgus(3),
            Algorithm::BottomUp(Information::Values),
            Algorithm::TopDown(Information::Values),
            Algorithm::BestFirst,
            Algorithm::Genetic(0),
        ] {
            if algorithm.suits(&problem.task).is_ok() {
                let name = format!("{}/{name}/{share}", algorithm.name());
                criterion.bench_function(&name, |bencher| {
                    bencher.iter(|| algorithm.run(&problem, &()));
                });
            }
        }
    }
}

fn algorithms(criterion: &mut Criterion) {
    let (name, small) =
        adult().map_or_else(|| ("latent", latent(8, 20_000, 1)), |small| ("adult", small));
    run(criterion, &small, name, false);
    run(criterion, &small, &format!("{name}-close"), true);
}

criterion_group! {
    name = benches;
    config = Criterion::default()
        .sample_size(10)
        .warm_up_time(std::time::Duration::from_millis(300))
        .measurement_time(std::time::Duration::from_secs(1));
    targets = algorithms
}
criterion_main!(benches);
