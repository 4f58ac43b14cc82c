//! Measures the local recodings: `local` on Adult, `local FILE [TIMES]` Mondrian on a file that
//! `cargo xtask hospital` made, `local FILE cells` and `local FILE models` local recoding of it, by rows
//! and by what its policy asks.

mod stays;

use ridotto_core::class::{Tally, combine};
use ridotto_core::model::{
    Aspect, Count, EntropyEstimator, EntropyL, KAnonymity, MissingSensitive, SensitiveModel,
    Subject,
};
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Codes, Kind, Reading};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::PersonEvaluator;
use ridotto_micro::local::mondrian::Mondrian;
use ridotto_micro::local::{Axis, GroupCheck, Outliers, Summary, cell};
use ridotto_micro::search::{Task, search};
use ridotto_testkit::{adult, tables};
use stays::stays;
use std::time::Duration;

/// The processor time of this process so far, to a hundredth of a second; nothing but on Linux.
fn processor_time() -> Duration {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap_or_default();
    let fields = stat.rsplit(") ").next().unwrap_or("").split(' ');
    let ticks: u64 = fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum();
    Duration::from_millis(10 * ticks)
}

/// Processor time, as a busy machine does not change it.
struct Clock(Duration);

impl Clock {
    fn now() -> Self {
        Self(processor_time())
    }

    fn elapsed(&self) -> Duration {
        processor_time().saturating_sub(self.0)
    }
}

fn main() {
    match std::env::args().nth(1) {
        Some(file) if std::env::args().nth(2).as_deref() == Some("cells") => stays_by_cells(&file),
        Some(file) if std::env::args().nth(2).as_deref() == Some("models") => {
            stays_by_models(&file);
        }
        Some(file) => {
            let times = std::env::args().nth(2).map_or(1, |times| times.parse().expect("a number"));
            hospital(&file, times);
        }
        None => {
            cells();
            outliers();
            suppress();
            together();
        }
    }
}

/// Cell generalisation of a hospital's stays, k = 5.
fn stays_by_cells(file: &str) {
    let table = stays(file);
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let keys: Vec<_> = table
        .keys()
        .into_iter()
        .enumerate()
        .map(|(at, column)| cell::CellKey {
            column,
            dictionary: &table.dictionaries[at],
            hierarchy: &table.hierarchies[at],
            importance: if at == 0 { 3.0 } else { 1.0 },
        })
        .collect();
    let model = KAnonymity::new(5.try_into().expect("not 0"));
    let judge = GroupCheck::new([&model as &dyn ClassModel], vec![]);
    let start = Clock::now();
    let found = cell::cluster(classes.keys(), &keys, &judge, None, &()).expect("enough rows");
    println!("{} rows: loss {:.4}, {:?}", table.rows, found.loss, start.elapsed());
}

/// The same for what the example asks: 5 patients, and diagnoses as mixed as four equally frequent ones,
/// counted over rows or over patients.
fn stays_by_models(file: &str) {
    let table = stays(file);
    let text = std::fs::read_to_string(file).expect("the file is readable");
    let lines: Vec<&str> = text.lines().skip(1).collect();
    let patients = lines.iter().map(|line| line.split(',').next().expect("a cell"));
    let named = lines.iter().map(|line| line.rsplit(',').nth(2).expect("a cell"));
    let kind = Reading::of_kind(Kind::Text);
    let (numbers, patients) = tables::code(patients, kind.clone());
    let (illness, diagnoses) = tables::code(named, kind);
    let person = CodeColumn { codes: &numbers, values: patients.len() };
    let ill = CodeColumn { codes: &illness, values: diagnoses.len() };
    let pairs = combine(&[person, ill], table.rows);
    let keys: Vec<_> = table
        .keys()
        .into_iter()
        .enumerate()
        .map(|(at, column)| cell::CellKey {
            column,
            dictionary: &table.dictionaries[at],
            hierarchy: &table.hierarchies[at],
            importance: if at == 0 { 3.0 } else { 1.0 },
        })
        .collect();
    let rows = KAnonymity::new(5.try_into().expect("not 0"));
    let persons = KAnonymity::counting(5.try_into().expect("not 0"), Count::Distinct(0));
    let entropy = |column| EntropyL::new(column, 4.0, EntropyEstimator::Shannon).expect("4");
    let subject = Subject::new(2, vec![], MissingSensitive::WorstCase).of_persons(&pairs);
    let aspect = Aspect::Concentration { disclosable: [].into(), is_by_share: true };
    let of_persons = SensitiveModel::new(entropy(2), subject, aspect);
    let (mixed, all) = (entropy(1), [person, ill, pairs.column()]);
    let asked: [(&str, Vec<&dyn ClassModel>); 5] = [
        ("5 rows", vec![&rows]),
        ("5 rows, one unit for each patient and diagnosis", vec![&rows]),
        ("5 patients", vec![&persons]),
        ("5 rows, entropy 4", vec![&rows, &mixed]),
        ("5 patients, entropy 4 of patients", vec![&persons, &of_persons]),
    ];
    for (nth, (what, models)) in asked.into_iter().enumerate() {
        let start = Clock::now();
        let judged = if nth == 0 { &all[..0] } else { &all[..] };
        let effort = cell::Effort::default();
        let found =
            cell::fit(&keys, judged, &models, table.rows, effort, &()).expect("enough rows");
        println!("{what}: loss {:.4}, {:?}", found.loss, start.elapsed());
    }
}

/// Cell generalisation of Adult.
fn cells() {
    let Some(table) = adult() else { return };
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let keys: Vec<_> = table
        .keys()
        .into_iter()
        .enumerate()
        .map(|(at, column)| cell::CellKey {
            column,
            dictionary: &table.dictionaries[at],
            hierarchy: &table.hierarchies[at],
            importance: 1.0,
        })
        .collect();
    for k in [2_u64, 5, 10, 100] {
        let model = KAnonymity::new(k.try_into().expect("not 0"));
        let judge = GroupCheck::new([&model as &dyn ClassModel], vec![]);
        let start = Clock::now();
        let found = cell::cluster(classes.keys(), &keys, &judge, None, &()).expect("enough rows");
        println!("k = {k}: granularity {:.4}, {:?}", 1.0 - found.loss, start.elapsed());
    }
}

/// Two per cent of Adult may be suppressed: what that costs, and what it keeps.
fn outliers() {
    let Some(table) = adult() else { return };
    let columns = table.keys();
    let keys: Vec<_> = (0..columns.len())
        .map(|at| cell::CellKey {
            column: columns[at],
            dictionary: &table.dictionaries[at],
            hierarchy: &table.hierarchies[at],
            importance: 1.0,
        })
        .collect();
    let axes: Vec<Axis<'_>> = (0..columns.len())
        .map(|at| {
            let mut counts = vec![0; table.dictionaries[at].len()];
            for code in table.columns[at].iter() {
                counts[code as usize] += 1;
            }
            Axis::tree(&table.dictionaries[at], &table.hierarchies[at], &counts)
        })
        .collect();
    let model = KAnonymity::new(5.try_into().expect("not 0"));
    let models: [&dyn ClassModel; 1] = [&model];
    let judge = GroupCheck::new(models, vec![]);
    let importance = vec![1.0; columns.len()];
    let outliers = Outliers {
        keys: &columns,
        axes: &axes,
        importance: &importance,
        sensitive: &[],
        judge: &judge,
    };
    let limit = table.rows as u64 / 50;
    let by_cells = cell::fit(&keys, &[], &models, table.rows, cell::Effort::default(), &())
        .expect("rows")
        .grouping;
    let regions = Mondrian::default().fit(&columns, &axes, &[], &models, table.rows, &());
    for (name, mut grouping) in
        [("local-recoding", by_cells), ("mondrian", regions.expect("rows").grouping)]
    {
        let (start, before) = (Clock::now(), outliers.total(&grouping));
        let gone = outliers.trim(&mut grouping, limit, &());
        let (rows, spent) = (table.rows as f64, start.elapsed());
        let after = outliers.total(&grouping) + gone as f64;
        println!(
            "{name}: loss {:.5}, then {:.5}, {gone} gone, {spent:?}",
            before / rows,
            after / rows
        );
    }
}

/// All rows of a person together: Adult as the visits of 10,054 persons.
fn together() {
    let Some(table) = adult() else { return };
    let persons: Vec<u32> = (0..table.rows as u32).map(|row| row / 3).collect();
    let values = table.rows / 3 + 1;
    let codes = Codes::from_codes(&persons, values);
    let loss = Objective::Loss(Aggregate::Mean);
    let rows = table.rows as u64;
    let scorer = Scorer::new(loss, table.scales(&[]), rows, 1);
    let start = Clock::now();
    let person = CodeColumn { codes: &codes, values };
    let mut units =
        PersonEvaluator::new((&table.keys(), person), table.rows, &table.hierarchies, 5, &scorer);
    let lattice = Lattice::between(vec![0; 8], table.heights());
    let limit = rows / 50;
    let task =
        Task { lattice: &lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
    let found = search(&task, &mut units, None, &());
    let score = found.best.map(|best| best.score);
    println!("together: loss {score:?} after {} looks in {:?}", found.checked, start.elapsed());
}

/// Mondrian on the hospital's register: eight keys, k = 10. The rows are taken several times, each
/// time with other rows' cells beside each other, so that they stay different.
fn hospital(file: &str, times: usize) {
    let text = std::fs::read_to_string(file).expect("the file is readable");
    // The name is quoted and has a comma: the cells behind it are counted from the end.
    let cell =
        |line: &'static str, from_end: usize| line.rsplit(',').nth(from_end).expect("a cell");
    let lines: Vec<&'static str> = Box::leak(text.into_boxed_str()).lines().skip(1).collect();
    let coded: Vec<_> = [
        (11, Kind::Date),
        (10, Kind::Text),
        (9, Kind::Text),
        (8, Kind::Text),
        (7, Kind::Text),
        (6, Kind::Text),
        (5, Kind::Text),
        (4, Kind::Date),
    ]
    .into_iter()
    .map(|(at, kind)| tables::code(lines.iter().map(|line| cell(line, at)), Reading::of_kind(kind)))
    .collect();
    let rows = lines.len() * times;
    let coded: Vec<_> = coded
        .into_iter()
        .enumerate()
        .map(|(at, (codes, dictionary))| {
            let row =
                |row: usize| (row % lines.len() + row / lines.len() * (at + 1) * 97) % lines.len();
            let take: Vec<u32> = (0..rows).map(|at| row(at) as u32).collect();
            (codes.take(&take), dictionary)
        })
        .collect();
    let keys: Vec<_> = coded
        .iter()
        .map(|(codes, dictionary)| CodeColumn { codes, values: dictionary.len() })
        .collect();
    let axes: Vec<_> = coded.iter().map(|(_, own)| Axis::ordered(own, Summary::Range)).collect();
    let model = KAnonymity::new(10.try_into().expect("not 0"));
    let judge = GroupCheck::new([&model as &dyn ClassModel], vec![]);
    let start = Clock::now();
    let tally = Tally::count(&keys, rows);
    println!("{} distinct tuples counted in {:?}", tally.len(), start.elapsed());
    for threads in [1, 2] {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
        for relaxed in [false, true] {
            let start = Clock::now();
            let method = Mondrian { relaxed, ..Mondrian::default() };
            let found =
                pool.install(|| method.partition(&tally, &axes, &judge, &())).expect("rows");
            println!("{threads} threads, relaxed {relaxed}: {found:?} in {:?}", start.elapsed());
        }
    }
    let start = Clock::now();
    let fitted = Mondrian::default().fit(&keys, &axes, &[], &[&model], rows, &()).expect("rows");
    println!("all of it: {:?} in {:?}", fitted.grouping, start.elapsed());
}

/// Local suppression: cells with wildcards.
fn suppress() {
    use ridotto_micro::local::suppression::{LocalSuppression, Matching, every};
    let Some(table) = adult() else { return };
    for (rows, m) in [(500, 8), (1000, 8), (table.rows, 8), (table.rows, 3), (table.rows, 2)] {
        let take: Vec<u32> = (0..rows as u32).collect();
        let columns: Vec<_> = table.columns.iter().map(|codes| codes.take(&take)).collect();
        let keys: Vec<_> = columns
            .iter()
            .zip(&table.dictionaries)
            .map(|(codes, own)| CodeColumn { codes, values: own.len() })
            .collect();
        let method = LocalSuppression {
            k: 3.try_into().expect("not 0"),
            matching: Matching::Anything,
            scopes: every(m, keys.len()),
        };
        let tally = Tally::count(&keys, rows);
        let unit_of = ridotto_core::class::number_rows(&tally, &keys, rows);
        let start = Clock::now();
        let wild = vec![0; tally.len()];
        let found = method.wildcards(&tally, &unit_of, &wild, &[1.0; 8], &());
        let count: u32 = found.cells.iter().map(|set| set.count_ones()).sum();
        println!(
            "{rows} rows, every {m} keys: {count} cells in {:?}, at least {}",
            start.elapsed(),
            found.least
        );
    }
}
