//! The exact search of Adult, or of a wide table where Adult is not at hand.

use criterion::{Criterion, criterion_group, criterion_main};
use ridotto_core::ClassTable;
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::RollupCache;
use ridotto_micro::search::{Task, exact};
use ridotto_testkit::{adult, latent};

const K: u64 = 5;

#[expect(clippy::cast_sign_loss, reason = "a share of the rows")]
fn searches(criterion: &mut Criterion) {
    let (name, table) =
        adult().map_or_else(|| ("latent", latent(8, 20_000, 1)), |table| ("adult", table));
    let rows = table.rows as u64;
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), table.scales(&[]), rows, K);
    let lattice = Lattice::between(vec![0; table.hierarchies.len()], table.heights());
    for share in [0.0, 0.02, 1.0] {
        let limit = (share * rows as f64) as u64;
        let task =
            Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
        criterion.bench_function(&format!("exact/{name}/{share}"), |bencher| {
            bencher.iter(|| {
                let mut stages = RollupCache::of_sizes(&classes, &table.hierarchies, K, &scorer);
                let mut subsets = stages.subsets(limit);
                exact(&task, &mut stages, subsets.as_mut(), &())
            });
        });
    }
}

criterion_group!(benches, searches);
criterion_main!(benches);
