//! Another solver's opinion: `HiGHS`, as Python's `scipy` brings it, finds the ends of all intervals.
//!
//! `cargo xtask test` installs it and names its Python in `RIDOTTO_PYTHON`; where there is none this test
//! says so in one line and passes.

use ridotto_audit::{Audit, Contributors, Need, Outside, System};
use std::io::Write;
use std::process::{Command, Stdio};

const INTERVALS: &str = "
import sys
import numpy
from scipy.optimize import linprog
for table in sys.stdin.read().strip().split('\\n\\n'):
    lines = [line.split() for line in table.split('\\n')]
    values = [float(value) for value in lines[0]]
    hidden = [int(cell) for cell in lines[1]]
    place = {cell: at for at, cell in enumerate(hidden)}
    rows, sums = [], []
    for line in lines[2:]:
        row, known = [0.0] * len(hidden), 0.0
        for at, cell in enumerate(map(int, line)):
            sign = 1.0 if at == 0 else -1.0
            if cell in place:
                row[place[cell]] += sign
            else:
                known -= sign * values[cell]
        if any(row):
            rows.append(row)
            sums.append(known)
    for at in range(len(hidden)):
        ends = []
        for sign in (1.0, -1.0):
            cost = [0.0] * len(hidden)
            cost[at] = sign
            found = linprog(cost, A_eq=numpy.array(rows), b_eq=numpy.array(sums), method='highs')
            assert found.status in (0, 3), found.message
            ends.append(sign * found.fun if found.status == 0 else -sign * float('inf'))
        print(*ends)
";

/// A Python that has it.
fn python() -> Option<String> {
    let named = std::env::var("RIDOTTO_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut imports = Command::new(&named);
    let works = imports.args(["-c", "import scipy, numpy"]).output();
    works.is_ok_and(|of| of.status.success()).then_some(named)
}

struct Random(u64);

impl Random {
    fn below(&mut self, most: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % most
    }
}

struct Table {
    system: System,
    values: Vec<f64>,
    hidden: Vec<bool>,
}

/// Cells of so many places in each of three dimensions, with all totals, some of them hidden.
fn drawn(sizes: [usize; 3], random: &mut Random) -> Table {
    let wide = sizes.map(|size| size + 1);
    let number = |at: [usize; 3]| (at[0] * wide[1] + at[1]) * wide[2] + at[2];
    let cells = number([sizes[0], sizes[1], sizes[2]]) + 1;
    let place = |cell: usize| [cell / wide[2] / wide[1], cell / wide[2] % wide[1], cell % wide[2]];
    let is_inner = |at: [usize; 3]| (0..3).all(|dimension| at[dimension] < sizes[dimension]);
    let mut values = vec![0.0; cells];
    for cell in (0..cells).filter(|&cell| is_inner(place(cell))) {
        let own = random.below(9) as f64;
        let at = place(cell);
        for totals in 0..8 {
            let to = |dimension: usize| {
                if totals >> dimension & 1 == 1 { sizes[dimension] } else { at[dimension] }
            };
            values[number([to(0), to(1), to(2)])] += own;
        }
    }
    let mut relations = Vec::new();
    for cell in 0..cells {
        let at = place(cell);
        for dimension in (0..3).filter(|&dimension| at[dimension] == sizes[dimension]) {
            let part = |to: usize| {
                let mut part = at;
                part[dimension] = to;
                number(part) as u32
            };
            relations
                .push([cell as u32].into_iter().chain((0..sizes[dimension]).map(part)).collect());
        }
    }
    let share = 3 + random.below(5);
    let hidden = (0..cells).map(|_| random.below(9) < share).collect();
    Table { system: System::new(cells, relations as Vec<Vec<u32>>), values, hidden }
}

fn written(of: &Table) -> String {
    let join = |all: Vec<String>| all.join(" ") + "\n";
    let mut text = join(of.values.iter().map(f64::to_string).collect());
    let hidden = (0..of.hidden.len()).filter(|&cell| of.hidden[cell]);
    text += &join(hidden.map(|cell| cell.to_string()).collect());
    for relation in of.system.relations() {
        text += &join(relation.terms().map(|(cell, _)| cell.to_string()).collect());
    }
    text + "\n"
}

fn ends(python: &str, tables: &[Table]) -> Vec<(f64, f64)> {
    let mut ran = Command::new(python)
        .args(["-c", INTERVALS])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let text: String = tables.iter().map(written).collect();
    ran.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let out = ran.wait_with_output().unwrap();
    assert!(out.status.success());
    let pair = |line: &str| {
        let mut ends = line.split(' ').map(|end| end.parse::<f64>().unwrap());
        (ends.next().unwrap(), ends.next().unwrap())
    };
    String::from_utf8(out.stdout).unwrap().lines().map(pair).collect()
}

#[test]
fn highs_finds_the_same_intervals() {
    let Some(python) = python() else {
        ridotto_testkit::skip("no Python with scipy (`cargo xtask test` installs it)");
        return;
    };
    let mut random = Random(11);
    let sizes = [[2, 2, 2], [3, 3, 2], [4, 3, 2], [3, 3, 3], [4, 3, 3]];
    let tables: Vec<Table> = (0..20).map(|at| drawn(sizes[at % 5], &mut random)).collect();
    let mut theirs = ends(&python, &tables).into_iter();
    for Table { system, values, hidden } in &tables {
        let up = vec![f64::INFINITY; values.len()];
        let outside = Outside { down: values, up: &up };
        let nobody = Contributors::default();
        let audit = Audit::new((system, values, hidden), outside, &nobody, false);
        let mut needs = Vec::new();
        let mut expected = Vec::new();
        for cell in (0..values.len()).filter(|&cell| hidden[cell]) {
            let (low, high) = theirs.next().unwrap();
            let ours = audit.interval(cell as u32, &|| false);
            let near = |one: f64, other: f64| {
                (one.is_infinite() && other.is_infinite()) || (one - other).abs() < 1e-6
            };
            assert!(ours.is_exact && near(values[cell] - ours.down, low), "{ours:?} {low}");
            assert!(near(values[cell] + ours.up, high), "{ours:?} {high}");
            // Half a unit to either side is there or not, as their ends say.
            let need = Need { cell: cell as u32, down: values[cell].min(0.5), up: 0.5 };
            needs.push(need);
            expected
                .push(values[cell] - low < need.down - 1e-6 || high - values[cell] < 0.5 - 1e-6);
        }
        let verdicts = audit.verdicts(&needs, &|| false);
        for (verdict, expected) in verdicts.iter().zip(expected) {
            assert_eq!(verdict.near.is_some(), expected, "{verdict:?}");
        }
    }
}
