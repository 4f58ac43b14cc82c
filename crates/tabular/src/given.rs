//! Tables given as such: a line for each cell, totals among them.
//!
//! Who contributed to a cell is not known then, but for how much the largest and the second largest did,
//! if columns say so. Two cells are taken to have different contributors, which is what can be said.

mod totals;

use crate::cube::Cube;
use crate::nodes::Nodes;
use crate::plan::{Measured, Plan, Planned};
use crate::records::{numbers, some_numbers};
use crate::space::{Key, Space};
use crate::tops::Top;
use ridotto_audit::System;
use ridotto_catalogue::Span;
use ridotto_core::hierarchy::Builder;
use ridotto_core::{Code, Codes, Dictionary};
use ridotto_policy::{HierarchySource, Problem};
use ridotto_release::Error;
use ridotto_release::hierarchy::{builder, named};
use ridotto_table::{Column, Table};
use rustc_hash::FxHashMap;

/// The sums of a cell: of the table's measure, and of the count of records.
pub type Sums = (i64, i64);

/// What is said of a cell that is given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Said {
    /// Nothing: the rules decide.
    Nothing,
    /// It is safe.
    Safe,
    /// It is unsafe.
    Unsafe,
    /// It must be published.
    Published,
}

/// Cells as they were given.
#[derive(Debug)]
pub struct Given {
    /// Where each is, and on which line it stands: 0 if it was worked out.
    keys: Vec<(Key, u64)>,
    /// The value of each measure, cell after cell.
    values: Vec<Vec<i64>>,
    /// How many decimals the measures have, and whether some are negative.
    pub units: Vec<(u32, bool)>,
    /// How many contributors, if a column says so.
    contributors: Option<Vec<i64>>,
    /// The largest and the second largest contribution, if columns say so.
    tops: [Option<Vec<i64>>; 2],
    /// What is said of each.
    pub said: Vec<Said>,
    /// How far below and above its value each must stay in doubt, if columns say so of it.
    pub levels: [Option<Vec<Option<i64>>>; 2],
}

/// A cell as it was given.
#[derive(Debug)]
pub struct Plainly {
    /// Its value.
    pub value: i64,
    /// How many contribute; as many as can be where nobody says it.
    pub contributors: u64,
    /// What the largest of them contribute.
    pub tops: Vec<i64>,
}

impl Given {
    /// The cells of a table, or what is wrong with them.
    pub fn new(plan: &Plan, table: &Table, space: &Space) -> Result<Self, Problem> {
        let keys = keys(plan, table, space)?;
        let (mut values, mut units) = (Vec::new(), Vec::new());
        let contributors = plan.given.frequency.map(|at| numbers(plan, table, at)).transpose()?;
        for measured in &plan.measures {
            let (all, places) = match measured {
                Measured::Column { at, .. } => numbers(plan, table, *at)?,
                Measured::Count => contributors.clone().unwrap_or((vec![0; table.rows], 0)),
            };
            units.push((places, all.iter().any(|&value| value < 0)));
            values.push(all);
        }
        // Contributions, and how far away attackers must be, are in the units of the first response.
        let of = plan.tables.iter().map(|table| table.measure).max().unwrap_or(0);
        let amounts = |at: Option<usize>| {
            let read = at.map(|at| numbers(plan, table, at)).transpose()?;
            Ok(read.map(|(all, places)| scaled(all, places, units[of].0)))
        };
        let tops = [amounts(plan.given.tops[0])?, amounts(plan.given.tops[1])?];
        let level = |at: Option<usize>| {
            let read = at.map(|at| some_numbers(plan, table, at, true)).transpose()?;
            let unit =
                |number: Option<i64>, places| Some(scaled(vec![number?], places, units[of].0)[0]);
            Ok(read.map(|(all, places)| all.into_iter().map(|one| unit(one, places)).collect()))
        };
        let levels = [level(plan.given.levels[0])?, level(plan.given.levels[1])?];
        let said = said(plan, table)?;
        let contributors = contributors.map(|(all, places)| scaled(all, places, 0));
        let mut given = Self { keys, values, units, contributors, tops, said, levels };
        if *plan.policy.data.add_totals {
            totals::add(&mut given, plan, space);
        }
        Ok(given)
    }

    /// The cells of one of the tables.
    pub fn cube(&self, plan: &Plan, space: &Space, table: &Planned) -> Cube {
        let is_signed = self.units.iter().any(|unit| unit.1);
        let mut cube = Cube::new(plan.measures.len(), plan.most(), is_signed);
        for (row, &(key, _)) in self.keys.iter().enumerate() {
            if is_within(space, key, table) {
                self.add(plan, &mut cube, key, row);
            }
        }
        cube.in_order()
    }

    fn add(&self, plan: &Plan, cube: &mut Cube, key: Key, row: usize) {
        let at = cube.push(key);
        let count = self.contributors.as_ref().map(|all| all[row]);
        cube.contributors[at] =
            count.map_or(u32::MAX, |count| u32::try_from(count.max(0)).unwrap_or(u32::MAX));
        for measure in 0..plan.measures.len() {
            let value = self.values[measure][row];
            cube.set(at, measure, value);
            for top in self.top(plan, row, measure, value) {
                cube.add_top(at, measure, top);
            }
        }
    }

    /// Who is known to be in a cell: of counts, each with one; of amounts, as columns say.
    fn top(&self, plan: &Plan, row: usize, measure: usize, value: i64) -> Vec<Top> {
        let most = plan.most();
        let one = |at: usize, amount: i64| Top { who: (row * most + at) as u32, times: 1, amount };
        if plan.measures[measure] == Measured::Count {
            let unit = 10_i64.pow(self.units[measure].0);
            let people = usize::try_from(value / unit).unwrap_or(0).min(most);
            return (0..people).map(|at| one(at, unit)).collect();
        }
        let said = self.tops.iter().map_while(Option::as_ref).map(|all| all[row].abs());
        let said: Vec<i64> = said.filter(|&amount| amount > 0).collect();
        let is_alone = self.contributors.as_ref().is_some_and(|all| all[row] == 1);
        match (&said[..], is_alone) {
            (_, true) => vec![one(0, value.abs())],
            _ => said.into_iter().enumerate().map(|(at, amount)| one(at, amount)).collect(),
        }
    }

    /// A cell as it was given in a row, for who judges it anew.
    pub fn plainly(&self, row: usize, measure: usize, is_count: bool) -> Plainly {
        let value = self.values[measure][row];
        let contributors = self.contributors.as_ref().map(|all| all[row].max(0).unsigned_abs());
        let said = self.tops.iter().map_while(Option::as_ref).map(|all| all[row].abs());
        let tops = match (is_count, contributors) {
            (true, _) => Vec::new(),
            (false, Some(1)) => vec![value.abs()],
            (false, _) => said.filter(|&amount| amount > 0).collect(),
        };
        let most = u64::from(u32::MAX);
        Plainly { value, contributors: contributors.unwrap_or(most).min(most), tops }
    }

    /// The values of a table's cells, read plainly.
    pub fn sums(&self, space: &Space, table: &Planned) -> FxHashMap<Key, Sums> {
        let rows =
            self.keys.iter().enumerate().filter(|(_, (key, _))| is_within(space, *key, table));
        rows.map(|(row, &(key, _))| (key, (self.values[table.measure][row], self.values[0][row])))
            .collect()
    }

    /// The row of a cell.
    pub fn rows(&self) -> FxHashMap<Key, usize> {
        self.keys.iter().enumerate().map(|(row, (key, _))| (*key, row)).collect()
    }

    /// The first sum that does not come out, told by its lines.
    pub fn not_additive(
        &self,
        system: &System,
        values: &[i64],
        place: &dyn Fn(u32) -> Key,
    ) -> Option<Problem> {
        let holds = |of: ridotto_audit::Relation<'_>| {
            let parts: i64 = of.parts().iter().map(|&cell| values[cell as usize]).sum();
            values[of.total() as usize] == parts
        };
        let broken = system.relation(system.broken(holds)?);
        let rows = self.rows();
        let line = |cell: u32| self.keys[rows[&place(cell)]].1;
        let mut parts: Vec<u64> = broken.parts().iter().map(|&cell| line(cell)).collect();
        // Those that were worked out have no line.
        parts.retain(|&line| line > 0);
        parts.sort_unstable();
        let told: Vec<String> = parts.iter().take(TOLD).map(u64::to_string).collect();
        let more = if parts.len() > TOLD {
            format!(" and {} more", parts.len() - TOLD)
        } else {
            String::new()
        };
        let of = match told.len() {
            0 => "of cells that are not there".to_owned(),
            1 => format!("of its part in line {}", told[0]),
            _ => format!("of its parts in lines {}{more}", told.join(", ")),
        };
        let message = match line(broken.total()) {
            0 => format!("a total that was worked out is not the sum {of}"),
            line => format!("the total in line {line} is not the sum {of}"),
        };
        Some(Problem::error("bind::not-additive", message).with_help(
            "totals must be sums, to the last digit; a cell that is not there is 0, and values that \
             were rounded before do not add up",
        ))
    }
}

/// Lines of parts that are named.
const TOLD: usize = 8;

/// Whether a cell belongs to a table: it is total in all other dimensions.
fn is_within(space: &Space, key: Key, table: &Planned) -> bool {
    let others = (0..space.dimensions()).filter(|at| !table.dimensions.contains(at));
    others.into_iter().all(|at| space.node(key, at) == space.nodes(at).total())
}

/// Numbers of so many decimals in units of others, rounded towards zero.
fn scaled(all: Vec<i64>, from: u32, to: u32) -> Vec<i64> {
    let scale = |number: i64| match to.checked_sub(from) {
        Some(more) => number.saturating_mul(10_i64.pow(more)),
        None => number / 10_i64.pow(from - to),
    };
    all.into_iter().map(scale).collect()
}

/// Where each line's cell is.
fn keys(plan: &Plan, table: &Table, space: &Space) -> Result<Vec<(Key, u64)>, Problem> {
    let columns: Vec<(&Codes, Vec<u32>)> = (0..plan.dimensions.len())
        .map(|at| {
            let (codes, dictionary) = coded(table, plan.dimensions[at].1);
            let node = |code: Code| {
                let found = space.nodes(at).called(dictionary.text(code));
                found.expect("every label of the data is a node")
            };
            (codes, (0..dictionary.len() as Code).map(node).collect())
        })
        .collect();
    let mut seen: FxHashMap<Key, u64> = FxHashMap::default();
    let mut keys = Vec::with_capacity(table.rows);
    for row in 0..table.rows {
        let parts = columns.iter().enumerate();
        let key =
            parts.map(|(at, (codes, nodes))| space.part(at, nodes[codes.get(row) as usize])).sum();
        let line = table.line_of(row);
        if let Some(other) = seen.insert(key, line) {
            let message = format!("lines {other} and {line} are of the same cell");
            return Err(Problem::error("bind::same-cell", message).with_help(
                "every cell has one line: add the two up, or give the table another dimension",
            ));
        }
        keys.push((key, line));
    }
    Ok(keys)
}

fn coded(table: &Table, at: usize) -> (&Codes, &Dictionary) {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => (codes, dictionary),
        _ => unreachable!("what tables look at is read as codes"),
    }
}

/// What is said of each cell: s, u or p, or nothing.
fn said(plan: &Plan, table: &Table) -> Result<Vec<Said>, Problem> {
    let Some(at) = plan.given.status else { return Ok(vec![Said::Nothing; table.rows]) };
    let (codes, dictionary) = coded(table, at);
    let mut words = Vec::new();
    for code in 0..dictionary.len() as Code {
        let text = dictionary.text(code).unwrap_or_default().trim().to_lowercase();
        words.push(match text.as_str() {
            "" => Said::Nothing,
            "s" | "safe" | "published" => Said::Safe,
            "u" | "m" | "unsafe" | "suppressed" => Said::Unsafe,
            "p" | "protected" => Said::Published,
            _ => {
                let row = codes.iter().position(|of| of == code).unwrap_or(0);
                let message = format!("line {} says nothing of its cell", table.line_of(row));
                return Err(Problem::error("bind::status", message)
                    .at(plan.place_of(&table.names[at]), "s, u or p")
                    .with_help(
                        "a status is `s` (safe), `u` (unsafe), `p` (must be published) or missing",
                    ));
            }
        });
    }
    Ok(codes.iter().map(|code| words[code as usize]).collect())
}

/// The nodes of a dimension whose totals stand among its labels.
pub fn nodes(
    plan: &Plan,
    (codes, dictionary): (&Codes, &Dictionary),
    name: &str,
    source: Option<(&HierarchySource, Option<Span>)>,
) -> Result<Result<Nodes, Problem>, Error> {
    let total = plan.policy.release.total.as_str();
    let built = source.map(|(source, _)| builder(source, &plan.folder)).transpose()?;
    let leaves = built.as_ref().map(named);
    let is_leaf = |code: Code| {
        let text = dictionary.text(code);
        text != Some(total)
            && leaves.as_ref().is_none_or(|leaves| text.is_none_or(|text| leaves.contains(text)))
    };
    let (left, new) = dictionary.in_use(is_leaf);
    let fault = |message: String, help: &str| {
        let span = source.and_then(|(_, span)| span);
        Problem::error("bind::hierarchy", message).at(span, "this hierarchy").with_help(help)
    };
    let hierarchy = match &built {
        None => None,
        Some(built) => match compiled(plan, built, name, &left, codes, &new) {
            Ok(hierarchy) => Some(hierarchy),
            Err((message, hint)) => return Ok(Err(fault(message, &hint))),
        },
    };
    let Ok(nodes) = Nodes::new(&left, hierarchy.as_ref(), total) else {
        let message = format!("two groups, or a group and a value, of `{name}` are called alike");
        return Ok(Err(fault(message, "rename one of them")));
    };
    let unknown =
        (0..dictionary.len() as Code).find(|&code| nodes.called(dictionary.text(code)).is_none());
    if let Some(code) = unknown {
        let row = codes.iter().filter(|of| *of == code).count();
        let message = format!(
            "a label of `{name}`, in {row} lines, is no value and no group of its hierarchy"
        );
        return Ok(Err(fault(
            message,
            "a hierarchy names every value and every group that has a line",
        )));
    }
    Ok(Ok(nodes))
}

/// A hierarchy for the values of a dimension alone.
fn compiled(
    plan: &Plan,
    built: &Builder,
    name: &str,
    left: &Dictionary,
    codes: &Codes,
    new: &[Option<Code>],
) -> Result<ridotto_core::Hierarchy, (String, String)> {
    let mut counts = vec![0; left.len()];
    for code in codes.iter().filter_map(|code| new[code as usize]) {
        counts[code as usize] += 1;
    }
    let is_missing = |text: &str| plan.missing.iter().any(|missing| missing == text);
    let compiled = built.compile(name, left, &counts, &is_missing);
    compiled.map_err(|error| (error.to_string(), error.hint().to_string()))
}
