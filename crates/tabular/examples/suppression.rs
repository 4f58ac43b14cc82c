//! Cell suppression and its audit on a table of counts, measured: `suppression SIZE|FOLDER [SEED] [METHOD]
//! [presence|lines]`.
//!
//! SIZE is `exact` (200 cells, of which the 8 smallest are sensitive), `small` (1,053 cells), `medium` (4,693), `large` (46,748), `quarter` (262,144) or `million`; the records are drawn
//! from the seed: three dimensions with hierarchies, the shares of whose leaves fall as in Zipf's law, and
//! one cell in twenty that is empty. FOLDER has a `data.csv` of the columns `region,industry,size` and
//! a file `value;group;…;Total` for each of them instead. A cell is sensitive if 0 < count < 4.

use ridotto_audit::{Audit, Contributor, Contributors, Need, Outside, System};
use ridotto_tabular::suppress::{Method, Problem, Standing, protect};
use rustc_hash::FxHashMap;
use std::path::Path;
use std::time::Instant;

/// A dimension: of each node the children, the root first; and the nodes that are leaves.
struct Dimension {
    children: Vec<Vec<usize>>,
    parent: Vec<Option<usize>>,
    leaves: Vec<usize>,
}

impl Dimension {
    /// From the ancestors of each leaf, the nearest first.
    fn of(chains: &[Vec<String>]) -> (Self, FxHashMap<String, usize>) {
        let mut names: FxHashMap<String, usize> = FxHashMap::default();
        let mut of = Self { children: vec![Vec::new()], parent: vec![None], leaves: Vec::new() };
        for chain in chains {
            let mut at = 0;
            for name in chain.iter().rev().skip(1) {
                at = *names.entry(name.clone()).or_insert_with(|| {
                    let new = of.children.len();
                    of.children.push(Vec::new());
                    of.parent.push(Some(at));
                    of.children[at].push(new);
                    new
                });
            }
            of.leaves.push(at);
        }
        (of, names)
    }

    /// A node and all above it.
    fn above(&self, node: usize) -> Vec<usize> {
        std::iter::successors(Some(node), |&at| self.parent[at]).collect()
    }
}

/// The groups of each level, which lie in each other.
type Shape = &'static [usize];

fn shapes(size: &str) -> Option<([Shape; 3], usize)> {
    match size {
        "small" => Some(([&[2, 3], &[2, 3], &[3, 3]], 5)),
        "medium" => Some(([&[3, 3], &[3, 5], &[3, 5]], 5)),
        "large" => Some(([&[4, 6], &[5, 5], &[3, 4, 3]], 4)),
        "exact" => Some(([&[4], &[4], &[7]], 12)),
        "quarter" => Some(([&[7, 8], &[7, 8], &[7, 8]], 3)),
        "million" => Some(([&[9, 10], &[9, 10], &[9, 10]], 3)),
        _ => None,
    }
}

/// Leaves with their ancestors.
fn chains(shape: Shape) -> Vec<Vec<String>> {
    let mut all = vec![vec!["Total".to_owned()]];
    for (level, &groups) in shape.iter().enumerate() {
        let below = |chain: &Vec<String>| {
            let name = if level == 0 { String::new() } else { format!("{}.", chain[0]) };
            let below = |at: usize| {
                let mut below = vec![format!("{name}{at}")];
                below.extend(chain.iter().cloned());
                below
            };
            (1..=groups).map(below).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(below).collect();
    }
    all
}

/// Numbers that look random: splitmix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let x = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let x = (x ^ (x >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        x ^ (x >> 31)
    }

    fn share(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }
}

/// The leaves of each record.
fn drawn(dimensions: &[Dimension; 3], per_cell: usize, seed: u64) -> Vec<[usize; 3]> {
    let mut random = Random(seed);
    let sums: Vec<Vec<f64>> =
        dimensions.iter().map(|of| zipf(of.leaves.len(), &mut random)).collect();
    let cells: usize = dimensions.iter().map(|of| of.leaves.len()).product();
    let mut records = Vec::new();
    for _ in 0..cells * per_cell {
        let leaf = [0, 1, 2].map(|at| {
            let sums = &sums[at];
            let share = random.share() * sums[sums.len() - 1];
            dimensions[at].leaves[sums.partition_point(|&sum| sum <= share)]
        });
        let cell = leaf.iter().fold(seed, |all, &at| all.wrapping_mul(1_000_003) + at as u64);
        if Random(cell).share() >= 0.05 {
            records.push(leaf);
        }
    }
    records
}

/// Sums of weights 1 / rank^0.8, the ranks in a random order.
fn zipf(leaves: usize, random: &mut Random) -> Vec<f64> {
    let mut ranks: Vec<usize> = (1..=leaves).collect();
    for at in (1..leaves).rev() {
        ranks.swap(at, (random.next() % (at as u64 + 1)) as usize);
    }
    let mut sum = 0.0;
    ranks
        .iter()
        .map(|&rank| {
            sum += (rank as f64).powf(-0.8);
            sum
        })
        .collect()
}

/// The records of a folder.
fn read(folder: &Path) -> ([Dimension; 3], Vec<[usize; 3]>) {
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file is there");
    let one = |name: &str| {
        let text = text(name);
        let chains: Vec<Vec<String>> =
            text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect();
        Dimension::of(&chains)
    };
    let all = ["region.csv", "industry.csv", "size.csv"].map(one);
    let record = |line: &str| {
        let mut fields = line.split(',');
        [0, 1, 2].map(|at| all[at].1[fields.next().expect("three columns")])
    };
    let records = text("data.csv").lines().skip(1).map(record).collect();
    (all.map(|of| of.0), records)
}

fn total(dimensions: &[Dimension; 3], records: &[[usize; 3]]) -> (System, Vec<f64>, Contributors) {
    let sizes = [0, 1, 2].map(|at| dimensions[at].children.len());
    let number = |at: [usize; 3]| (at[0] * sizes[1] + at[1]) * sizes[2] + at[2];
    let cells = sizes.iter().product();
    let mut values = vec![0.0; cells];
    let mut who: Vec<Vec<u32>> = vec![Vec::new(); cells];
    for (record, leaf) in (0..).zip(records) {
        let above = [0, 1, 2].map(|at| dimensions[at].above(leaf[at]));
        for &a in &above[0] {
            for &b in &above[1] {
                for &c in &above[2] {
                    let cell = number([a, b, c]);
                    values[cell] += 1.0;
                    if who[cell].len() < 4 {
                        who[cell].push(record);
                    }
                }
            }
        }
    }
    let mut relations: Vec<Vec<u32>> = Vec::new();
    for cell in 0..cells {
        let place = [cell / sizes[2] / sizes[1], cell / sizes[2] % sizes[1], cell % sizes[2]];
        for at in 0..3 {
            let children = &dimensions[at].children[place[at]];
            if !children.is_empty() {
                let part = |&child: &usize| {
                    let mut part = place;
                    part[at] = child;
                    number(part) as u32
                };
                relations
                    .push([cell as u32].into_iter().chain(children.iter().map(part)).collect());
            }
        }
    }
    let mut contributors = Contributors::default();
    for (cell, who) in (0..).zip(&who) {
        let each = |&who: &u32| Contributor { who, amount: 1.0 };
        match who.len() {
            0 => {}
            1..=3 => contributors.insert(cell, who.iter().map(each).collect(), 0.0),
            _ => contributors.insert(cell, Vec::new(), 1.0),
        }
    }
    (System::new(cells, relations), values, contributors)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let size = arguments.first().map_or("small", String::as_str);
    let seed = arguments.get(1).and_then(|of| of.parse().ok()).unwrap_or(1);
    let method = match arguments.get(2).map_or("fast", String::as_str) {
        "fast" => Method::Fast,
        "optimal" => Method::Optimal,
        "modular" => Method::Modular,
        "hypercube" => Method::Hypercube,
        "network" => Method::Network,
        "gauss" => Method::Gauss,
        other => panic!("no such method: {other}"),
    };
    let (dimensions, records) = match shapes(size) {
        Some((shapes, per_cell)) => {
            let dimensions = shapes.map(|shape| Dimension::of(&chains(shape)).0);
            let records = drawn(&dimensions, per_cell, seed);
            (dimensions, records)
        }
        None => read(Path::new(size)),
    };
    let (system, values, mut contributors) = total(&dimensions, &records);
    if arguments.get(3).is_some_and(|of| of == "presence") {
        hear_lines(&mut contributors, &values, &system);
    }
    let mut counts: Vec<(f64, usize)> =
        values.iter().copied().zip(0..).filter(|(value, _)| *value > 0.0).collect();
    counts.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let least = if size == "exact" { counts[8] } else { (4.0, 0) };
    let standing = (0..).zip(&values).map(|(cell, &value)| match value {
        0.0 => Standing::Published,
        value if (value, cell) < least => Standing::Sensitive,
        _ => Standing::Open,
    });
    let standing: Vec<Standing> = standing.collect();
    let needs: Vec<Need> = (0..)
        .zip(&standing)
        .filter(|(_, of)| **of == Standing::Sensitive)
        .map(|(cell, _)| Need { cell, down: 1.0, up: 1.0 })
        .collect();
    let (cost, up) = (vec![1.0; values.len()], vec![f64::INFINITY; values.len()]);
    let problem = Problem {
        system: &system,
        values: &values,
        standing: &standing,
        cost: &cost,
        needs: &needs,
        outside: Outside { down: &values, up: &up },
        contributors: &contributors,
        everybody: None,
        alone_know: false,
    };
    println!("{} cells, {} relations, {} primaries", values.len(), system.len(), needs.len());
    let begin = Instant::now();
    let found = protect(&problem, method, &|| false);
    let seconds = begin.elapsed().as_secs_f64();
    let hidden = found.hidden.iter().filter(|hidden| **hidden).count();
    println!(
        "{} secondaries, {} exposed, {seconds:.2} s",
        hidden - needs.len(),
        found.exposed.len()
    );
    if let Some(bound) = found.bound {
        println!("at least {bound}, proved: {}", found.proved);
    }
    attack(&problem, &found.hidden, "the audit alone");
    if arguments.get(3).is_some_and(|of| of == "lines") {
        let mut contributors = contributors.clone();
        hear_lines(&mut contributors, &values, &system);
        let told = Problem { contributors: &contributors, ..problem };
        attack(&told, &found.hidden, "the same with what lines tell");
    }
}

/// Says of every count that is not 0 that its line tells so.
fn hear_lines(contributors: &mut Contributors, values: &[f64], system: &System) {
    for (cell, value) in (0..).zip(values) {
        contributors.holds_at_least(cell, value.min(1.0));
    }
    contributors.add_up_least(system);
}

/// Audits what was hidden, from the beginning.
fn attack(of: &Problem<'_>, hidden: &[bool], what: &str) {
    let begin = Instant::now();
    let audit =
        Audit::new((of.system, of.values, hidden), of.outside, of.contributors, of.alone_know);
    let verdicts = audit.verdicts(of.needs, &|| false);
    let near = verdicts.iter().filter(|verdict| verdict.near.is_some()).count();
    println!("{what}: {near} unsafe, {:.2} s", begin.elapsed().as_secs_f64());
}
