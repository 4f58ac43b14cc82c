//! The values of a dimension with their totals: what a column of a table can show.

use ridotto_core::{Code, Dictionary, Hierarchy};

/// A dimension's values and groups, level by level, the last being the total.
#[derive(Debug)]
pub struct Nodes {
    /// For each level the node of each value.
    levels: Vec<Vec<Code>>,
    /// How many nodes each level has.
    counts: Vec<usize>,
    /// What each node of each level is called; `None` is a missing value.
    labels: Vec<Vec<Option<String>>>,
    /// Whether a node says the same as the one below it and has no line of its own.
    repeats: Vec<Vec<bool>>,
}

impl Nodes {
    /// The values, the groups of a hierarchy if there is one, and the total.
    pub fn new(dictionary: &Dictionary, hierarchy: Option<&Hierarchy>, total: &str) -> Self {
        let values = dictionary.len();
        let text = |code: Code| dictionary.text(code).map(str::to_owned);
        let mut levels = vec![(0..values as Code).collect::<Vec<_>>()];
        let mut labels = vec![(0..values as Code).map(text).collect::<Vec<_>>()];
        // The last level of a hierarchy is a single group: that is the total.
        for level in 1..hierarchy.map_or(0, Hierarchy::height) {
            let hierarchy = hierarchy.expect("without one there is no such level");
            let missing = hierarchy.missing_group(level);
            let label = |group: usize| {
                let text = hierarchy.labels(level).get(group).to_owned();
                (missing != Some(group as Code)).then_some(text)
            };
            levels.push(hierarchy.map(level).to_vec());
            labels.push((0..hierarchy.groups(level)).map(label).collect());
        }
        levels.push(vec![0; values]);
        labels.push(vec![Some(total.to_owned())]);
        let counts: Vec<usize> = labels.iter().map(Vec::len).collect();
        let repeats = repeats(&levels, &labels);
        Self { levels, counts, labels, repeats }
    }

    /// How many levels there are, the values and the total included.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The node of each value at a level.
    pub fn of_values(&self, level: usize) -> &[Code] {
        &self.levels[level]
    }

    /// How many nodes a level has.
    pub fn count(&self, level: usize) -> usize {
        self.counts[level]
    }

    /// What a node is called.
    pub fn label(&self, level: usize, node: Code) -> Option<&str> {
        self.labels[level][node as usize].as_deref()
    }

    /// Whether a node has a line of its own.
    pub fn is_shown(&self, level: usize, node: Code) -> bool {
        !self.repeats[level][node as usize]
    }
}

/// A group of one that has its member's name is said already. The total always has its line.
fn repeats(levels: &[Vec<Code>], labels: &[Vec<Option<String>>]) -> Vec<Vec<bool>> {
    let last = levels.len() - 1;
    let mut repeats: Vec<Vec<bool>> = labels.iter().map(|of| vec![false; of.len()]).collect();
    for level in 1..last {
        let mut below: Vec<Vec<Code>> = vec![Vec::new(); labels[level].len()];
        for (&under, &node) in levels[level - 1].iter().zip(&levels[level]) {
            if !below[node as usize].contains(&under) {
                below[node as usize].push(under);
            }
        }
        for (node, below) in below.iter().enumerate() {
            let same = |&under: &Code| labels[level - 1][under as usize] == labels[level][node];
            repeats[level][node] = below.len() == 1 && same(&below[0]);
        }
    }
    repeats
}
