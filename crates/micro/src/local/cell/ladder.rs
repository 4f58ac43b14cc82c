//! One attribute's hierarchy as a tree of numbered nodes, with what each node costs.

use ridotto_core::objective::granularity;
use ridotto_core::{Code, Hierarchy};

/// Hierarchies of up to so many nodes have a table of nearest common ancestors.
const TABLE: usize = 1 << 10;

/// The nodes of a hierarchy: those of level 0 first, then those of level 1, and so on.
#[derive(Debug)]
pub(super) struct Ladder {
    /// The first node of each level.
    starts: Vec<u32>,
    /// Value code and level to node.
    of_value: Vec<Vec<u32>>,
    /// One value under each node.
    value_of: Vec<Code>,
    level_of: Vec<u8>,
    /// What a cell that shows the node costs.
    loss: Vec<f32>,
    /// The nearest common ancestor of two nodes, row by row; empty if it would be too large.
    ancestors: Vec<u16>,
    /// Each value's node at each level, value by value.
    path: Vec<u32>,
    /// What each of these costs.
    path_loss: Vec<f32>,
}

impl Ladder {
    /// The nodes of a hierarchy whose attribute has this importance.
    pub(super) fn new(hierarchy: &Hierarchy, importance: f64) -> Self {
        let mut starts = vec![0];
        let (mut of_value, mut value_of) = (Vec::new(), Vec::new());
        let (mut level_of, mut loss) = (Vec::new(), Vec::new());
        for level in 0..=hierarchy.height() {
            let start = *starts.last().expect("one level at least");
            let map = hierarchy.map(level);
            let groups = hierarchy.groups(level);
            let mut first = vec![0; groups];
            for (value, &group) in map.iter().enumerate().rev() {
                first[group as usize] = value as Code;
            }
            value_of.extend(first);
            level_of.extend(std::iter::repeat_n(level as u8, groups));
            let domain = hierarchy.domain();
            let cost = |&leaves: &u64| (importance * granularity(leaves, domain)) as f32;
            loss.extend(hierarchy.leaves(level).iter().map(cost));
            of_value.push(map.iter().map(|&group| start + group).collect());
            starts.push(start + groups as u32);
        }
        let values = of_value.first().map_or(0, Vec::len);
        let path: Vec<u32> =
            (0..values).flat_map(|value| of_value.iter().map(move |nodes| nodes[value])).collect();
        let path_loss = path.iter().map(|&node| loss[node as usize]).collect();
        let ancestors = vec![];
        let mut ladder =
            Self { starts, of_value, value_of, level_of, loss, ancestors, path, path_loss };
        let nodes = ladder.loss.len();
        if nodes <= TABLE {
            let mut table = Vec::with_capacity(nodes * nodes);
            for a in 0..nodes as u32 {
                table.extend((0..nodes as u32).map(|b| ladder.climb(a, b) as u16));
            }
            ladder.ancestors = table;
        }
        ladder
    }

    /// How many nodes there are.
    pub(super) fn nodes(&self) -> usize {
        self.loss.len()
    }

    pub(super) fn levels(&self) -> usize {
        self.of_value.len()
    }

    /// The node of a value at a level.
    pub(super) fn node(&self, value: Code, level: usize) -> u32 {
        self.of_value[level][value as usize]
    }

    /// The nodes of all values at a level.
    pub(super) fn nodes_at(&self, level: usize) -> &[u32] {
        &self.of_value[level]
    }

    /// The level of a node, and its group there.
    pub(super) fn place(&self, node: u32) -> (usize, Code) {
        let level = self.level_of[node as usize] as usize;
        (level, node - self.starts[level])
    }

    pub(super) fn loss(&self, node: u32) -> f32 {
        self.loss[node as usize]
    }

    /// The nearest common ancestor of two nodes.
    #[inline]
    pub(super) fn join(&self, a: u32, b: u32) -> u32 {
        if a == b {
            a
        } else if self.ancestors.is_empty() {
            self.climb(a, b)
        } else {
            self.ancestors[a as usize * self.loss.len() + b as usize].into()
        }
    }

    /// The lowest level at which two values are one: below it they differ at every level.
    pub(super) fn meet(&self, one: Code, other: Code) -> u8 {
        let differ = self.path(one).iter().zip(self.path(other)).filter(|(a, b)| a != b).count();
        differ.min(self.levels() - 1) as u8
    }

    /// A value's node at each level.
    pub(super) fn path(&self, value: Code) -> &[u32] {
        let levels = self.levels();
        &self.path[value as usize * levels..][..levels]
    }

    /// What a value costs at each level.
    pub(super) fn losses(&self, value: Code) -> &[f32] {
        let levels = self.levels();
        &self.path_loss[value as usize * levels..][..levels]
    }

    /// How many groups a level has.
    pub(super) fn groups(&self, level: usize) -> u32 {
        self.starts[level + 1] - self.starts[level]
    }

    /// The group of a value at a level.
    pub(super) fn group(&self, value: Code, level: usize) -> u32 {
        self.of_value[level][value as usize] - self.starts[level]
    }

    fn climb(&self, a: u32, b: u32) -> u32 {
        let (one, other) = (self.value_of[a as usize], self.value_of[b as usize]);
        let from = self.level_of[a as usize].max(self.level_of[b as usize]) as usize;
        let same = |level: &usize| self.node(one, *level) == self.node(other, *level);
        let level = (from..self.levels()).find(same).unwrap_or(self.levels() - 1);
        self.node(one, level)
    }
}
