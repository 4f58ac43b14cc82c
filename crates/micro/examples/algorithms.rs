//! The CPU time of complete algorithms on Adult, beside that of `optimal` in the same minutes.
//!
//! `cargo run --release -p ridotto-micro --example algorithms -- 25` runs each 25 times in turn and
//! prints the least and the median, k = 5, mean loss, for some shares that may be suppressed.
//!
//! `… --example algorithms -- FILE` runs them on a file that `cargo xtask hospital` made, with the
//! hierarchies of `examples/hospital`, classes of rows, missing cells filled with a value.

mod stays;

use ridotto_core::model::KAnonymity;
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassModel, ClassTable};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::{Algorithm, Note, Preference, Problem};
use ridotto_micro::evaluate::RollupCache;
use ridotto_micro::search::Task;
use ridotto_testkit::adult;
use stays::stays;
use std::time::Duration;

const K: u64 = 5;
const ALGORITHMS: [Algorithm; 3] =
    [Algorithm::Optimal, Algorithm::Samarati(Preference::Objective), Algorithm::Incognito];

/// The CPU time of all threads so far, in milliseconds; 0 where the system does not tell.
fn cpu() -> f64 {
    // The kernel brings the figures up to date when a thread goes to sleep.
    std::thread::sleep(Duration::from_micros(50));
    let Ok(threads) = std::fs::read_dir("/proc/self/task") else { return 0.0 };
    let nanoseconds = |thread: std::fs::DirEntry| -> Option<f64> {
        let text = std::fs::read_to_string(thread.path().join("schedstat")).ok()?;
        text.split(' ').next()?.parse().ok()
    };
    threads.flatten().filter_map(nanoseconds).sum::<f64>() / 1e6
}

fn main() {
    let argument = std::env::args().nth(1);
    match argument.filter(|argument| argument.parse::<usize>().is_err()) {
        Some(file) => hospital(&file),
        None => on_adult(),
    }
}

/// Each algorithm once on a hospital's stays.
fn hospital(file: &str) {
    let small = stays(file);
    let (rows, keys) = (small.rows as u64, small.keys());
    let table = ClassTable::count(&keys, &[], small.rows);
    let importance = [3.0];
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), small.scales(&importance), rows, K);
    let lattice = Lattice::between(vec![0; keys.len()], small.heights());
    println!("{} classes, {} nodes", table.len(), lattice.nodes());
    for (share, limit) in [("0", 0), ("0.1 %", rows / 1000), ("5 %", rows / 20)] {
        let (most_checks, monotone) = (None, true);
        let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone, most_checks };
        for algorithm in ALGORITHMS {
            let before = cpu();
            let mut evaluate = RollupCache::of_sizes(&table, &small.hierarchies, K, &scorer);
            let mut subsets = algorithm.uses_subsets().then(|| evaluate.subsets(limit)).flatten();
            let found = algorithm.search(&task, &mut evaluate, subsets.as_mut(), &());
            let (found, _) = found.expect("k-anonymity suits all").expect("it searches levels");
            let (name, seconds) = (algorithm.name(), (cpu() - before) / 1e3);
            let best = found.best.map(|best| best.score);
            println!("{share}: {name} {seconds:.2} s, {} looks, {best:?}", found.checked);
        }
    }
}

fn on_adult() {
    let Some(small) = adult() else {
        println!("skipped: Adult is not here (RIDOTTO_DATA names the folder)");
        return;
    };
    let times = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(25_usize);
    let (rows, keys) = (small.rows as u64, small.keys());
    let table = ClassTable::count(&keys, &[], small.rows);
    let k = K.try_into().expect("5 is not 0");
    let models: Vec<Box<dyn ClassModel>> = vec![Box::new(KAnonymity::new(k))];
    let scorer = Scorer::new(Objective::Loss(Aggregate::Mean), small.scales(&[]), rows, K);
    let lattice = Lattice::between(vec![0; keys.len()], small.heights());
    for (share, limit) in [("0", 0), ("2 %", rows / 50), ("5 %", rows / 20), ("10 %", rows / 10)] {
        let (most_checks, monotone) = (None, true);
        let task = Task { lattice: &lattice, scorer: &scorer, limit, monotone, most_checks };
        let hierarchies = &small.hierarchies;
        let problem = Problem { task, table: &table, hierarchies, models: &models };
        let mut spent = [const { Vec::new() }; ALGORITHMS.len()];
        for _ in 0..times.max(1) {
            for (algorithm, spent) in ALGORITHMS.iter().zip(&mut spent) {
                let before = cpu();
                let answer = algorithm.run(&problem, &()).expect("k-anonymity suits all");
                spent.push((cpu() - before, answer));
            }
        }
        let mut beside = None;
        for (algorithm, spent) in ALGORITHMS.iter().zip(&mut spent) {
            spent.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let ((least, answer), (median, _)) = (&spent[0], &spent[spent.len() / 2]);
            let beside = *beside.get_or_insert(*median);
            let minimal = match &answer.note {
                Some(Note::Minimal(nodes)) => format!(", {} minimal", nodes.len()),
                _ => String::new(),
            };
            println!(
                "{share}: {} {least:.1} ms, median {median:.1} ms, {:.2} x; {} looks{minimal}",
                algorithm.name(),
                median / beside,
                answer.checked,
            );
        }
    }
}
