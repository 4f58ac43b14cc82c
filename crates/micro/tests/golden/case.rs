//! A vector's table, made ready.

use ridotto_catalogue::Named;
use ridotto_core::hierarchy::{Builder, DateUnit, Redact, Row, Tree};
use ridotto_core::model::KAnonymity;
use ridotto_core::objective::{Objective, Outcome, Scorer};
use ridotto_core::{ClassModel, ClassTable, Kind, Reading};
use ridotto_micro::Lattice;
use ridotto_micro::evaluate::{Evaluate, Rollup, SplitKeyEvaluator};
use ridotto_testkit::{Small, golden};
use serde_json::Value;

/// Some columns of a table with their hierarchies, and the nodes that a vector speaks of.
pub struct Case {
    pub table: Small,
    pub classes: ClassTable,
    pub lattice: Lattice,
}

impl Case {
    /// The key columns of a vector's table with the hierarchies given, up to the node `top`.
    pub fn new(given: &Value) -> Self {
        let keys = golden::texts(&given["keys"]);
        let cells = golden::table(text(&given["table"])).columns(&keys);
        let builders: Vec<_> = keys.iter().map(|key| builder(&given["hierarchies"][key])).collect();
        let table = Small::built(&cells, &builders);
        let top =
            if given["top"].is_null() { table.heights() } else { golden::whole(&given["top"]) };
        Self::of(table, top)
    }

    /// A vector's table as it stands: every column may only be suppressed.
    pub fn as_it_stands(table: &str, keys: &[String]) -> Self {
        let reading = || (Builder::Suppress, Reading::of_kind(Kind::Text));
        let builders: Vec<_> = keys.iter().map(|_| reading()).collect();
        let table = Small::built(&golden::table(table).columns(keys), &builders);
        let bottom = vec![0; keys.len()];
        Self::of(table, bottom)
    }

    /// A table with its lattice from the values to `top`.
    pub fn of(table: Small, top: Vec<u8>) -> Self {
        let classes = ClassTable::count(&table.keys(), &[], table.rows);
        let lattice = Lattice::between(vec![0; top.len()], top);
        Self { table, classes, lattice }
    }

    /// One row, whose columns have nothing but hierarchies of these heights.
    pub fn ladders(heights: &[u8]) -> Self {
        let line = |&height: &u8| {
            let labels = (0..height).map(|level| format!("level {level}"));
            vec![labels.chain(["*".to_owned()]).collect()]
        };
        let lines: Vec<Vec<Vec<String>>> = heights.iter().map(line).collect();
        let row: Vec<String> = heights.iter().map(|_| "level 0".to_owned()).collect();
        Self::of(Small::new(&[row], &lines), heights.to_vec())
    }

    pub fn scorer(&self, objective: Objective, k: u64) -> Scorer {
        Scorer::new(objective, self.table.scales(&[]), self.table.rows as u64, k)
    }

    /// The class table at a node.
    pub fn at(&self, node: &[u8]) -> ClassTable {
        let scorer = self.scorer(Objective::Height, 1);
        Rollup::new(&self.classes, &self.table.hierarchies, &[], &scorer).table_at(node)
    }

    /// What both evaluators see at a node if classes of fewer than k rows are suppressed.
    pub fn look(&self, node: &[u8], k: u64) -> Outcome {
        let models = k_anonymity(k);
        let scorer = self.scorer(Objective::Ambiguity, k);
        let hierarchies = &self.table.hierarchies;
        let mut plain = Rollup::new(&self.classes, hierarchies, &models, &scorer);
        let mut fast = SplitKeyEvaluator::new(self.classes.keys(), hierarchies, k, &scorer);
        let seen = plain.evaluate(node, u64::MAX).expect("there is no limit");
        assert_eq!(fast.evaluate(node, u64::MAX).as_ref(), Some(&seen), "{node:?}");
        seen
    }

    /// The nodes that suppress at most `limit` rows, with how many they do.
    pub fn satisfying(&self, k: u64, limit: u64) -> Vec<(Vec<u8>, u64)> {
        let nodes = self.lattice.iter().map(|node| (self.look(&node, k).suppressed, node));
        nodes.filter(|&(rows, _)| rows <= limit).map(|(rows, node)| (node, rows)).collect()
    }

    /// The labels of each row at a node.
    pub fn labels(&self, node: &[u8]) -> Vec<Vec<String>> {
        let label = |row: usize, at: usize| {
            let (hierarchy, level) = (&self.table.hierarchies[at], usize::from(node[at]));
            let group = hierarchy.map(level)[self.table.columns[at].get(row) as usize];
            hierarchy.label(level, group).expect("nothing is missing").to_owned()
        };
        let row = |row| (0..node.len()).map(|at| label(row, at)).collect();
        (0..self.table.rows).map(row).collect()
    }
}

/// k-anonymity alone.
pub fn k_anonymity(k: u64) -> Vec<Box<dyn ClassModel>> {
    vec![Box::new(KAnonymity::new(k.try_into().expect("k is not 0")))]
}

/// The k that a table attains.
pub fn attained(table: &ClassTable) -> f64 {
    k_anonymity(1)[0].attained(table).expect("the table has rows")
}

/// How a column is generalised and read.
pub fn builder(said: &Value) -> (Builder, Reading) {
    let text = Reading::of_kind(Kind::Text);
    if !said["lines"].is_null() {
        return (lines(&said["lines"]), text);
    }
    if let Some(step) = said["redact"].as_u64() {
        return (Builder::Redact(Redact { step: step as usize, ..Redact::default() }), text);
    }
    if !said["dates"].is_null() {
        let unit = |value: &Value| -> DateUnit {
            let of_name = DateUnit::ALL.iter().find(|unit| unit.name() == self::text(value));
            *of_name.expect("a unit of the calendar")
        };
        let units = said["dates"].as_array().expect("a list of units").iter().map(unit);
        let date_format = self::text(&said["format"]).to_owned();
        let reading = Reading { date_format, ..Reading::of_kind(Kind::Date) };
        return (Builder::Dates(units.collect()), reading);
    }
    assert!(said["suppress"].is_u64(), "{said} is no hierarchy");
    (Builder::Suppress, text)
}

/// A hierarchy written out.
pub fn lines(lines: &Value) -> Builder {
    let lines = lines.as_array().expect("a list of lines");
    let row = |(number, line)| Row::line(number, golden::texts(line));
    Builder::Table((1..).zip(lines).map(row).collect())
}

/// The groups under the only root of a tree: our own top stands for the root.
pub fn tree(root: &Value) -> Builder {
    let groups = root.as_object().and_then(|root| root.values().next()).expect("a root");
    let group = |(label, leaves): (&String, &Value)| {
        Tree::node(label, golden::texts(leaves).into_iter().map(Tree::leaf))
    };
    Builder::Groups(groups.as_object().expect("groups").iter().map(group).collect())
}

pub fn text(value: &Value) -> &str {
    value.as_str().expect("a text")
}

#[track_caller]
pub fn same(found: f64, expected: &Value, id: &str) {
    let expected = golden::number(expected);
    assert!((found - expected).abs() <= 1e-12, "{id}: {found} instead of {expected}");
}
