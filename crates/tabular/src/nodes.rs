//! The values of a dimension with their totals, as a tree: what a column of a table can show.
//!
//! Values, groups and the total are nodes. A group of one that is called as its member says the same as
//! it and is no node of its own, so that a value right below the total has one line.

use ridotto_core::{Code, Dictionary, Hierarchy};
use rustc_hash::FxHashMap;

/// A dimension's values, the groups above them level by level, and the total, which is the last node.
#[derive(Clone, Debug)]
pub struct Nodes {
    /// For each level the node of each value.
    levels: Vec<Vec<u32>>,
    /// The node above each; the total has itself.
    parents: Vec<u32>,
    /// Where the children of each node end, and which they are.
    ends: Vec<usize>,
    children: Vec<u32>,
    /// What each node is called; `None` is a missing value.
    labels: Vec<Option<String>>,
    /// The lowest level on which each node is.
    level_of: Vec<u8>,
    by_label: FxHashMap<Option<String>, u32>,
    /// Which values are several neighbours that were merged; none if that is empty.
    joined: Vec<bool>,
}

/// Two nodes of a dimension are called alike.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SameLabel;

impl Nodes {
    /// The values, the groups of a hierarchy if there is one, and the total.
    pub fn new(
        dictionary: &Dictionary,
        hierarchy: Option<&Hierarchy>,
        total: &str,
    ) -> Result<Self, SameLabel> {
        let values = dictionary.len();
        let text = |code: Code| dictionary.text(code).map(str::to_owned);
        let mut tree = Tree::of_values((0..values as Code).map(text).collect());
        // The last level of a hierarchy is a single group: that is the total.
        for level in 1..hierarchy.map_or(0, Hierarchy::height) {
            let hierarchy = hierarchy.expect("without one there is no such level");
            let missing = hierarchy.missing_group(level);
            let label = |group: usize| {
                let text = hierarchy.labels(level).get(group).to_owned();
                (missing != Some(group as Code)).then_some(text)
            };
            let labels = (0..hierarchy.groups(level)).map(label).collect();
            tree.add_level(hierarchy.map(level), labels);
        }
        tree.add_total(total.to_owned());
        tree.finish()
    }

    /// The same with values merged: each becomes the node that is said of it, which is one above it or itself.
    /// Also which of the new values each old one is; they are in the order in which the old ones come.
    pub fn merged(&self, into: impl Fn(u32) -> u32) -> (Self, Vec<u32>) {
        let old = self.levels[0].len() as u32;
        let (mut new, mut firsts, mut place) = (Vec::new(), Vec::new(), FxHashMap::default());
        for value in 0..old {
            let node = into(value);
            let next = firsts.len() as u32;
            let at = *place.entry(node).or_insert(next);
            if at == next {
                firsts.push((node, value));
            }
            new.push(at);
        }
        let text = |node: u32| self.labels[node as usize].clone();
        let mut tree = Tree::of_values(firsts.iter().map(|&(node, _)| text(node)).collect());
        for level in 1..self.levels() - 1 {
            let at = |&(node, value): &(u32, u32)| {
                let is_above = usize::from(self.level_of(node)) >= level;
                if is_above { node } else { self.levels[level][value as usize] }
            };
            let above: Vec<u32> = firsts.iter().map(at).collect();
            let mut groups: FxHashMap<u32, Code> = FxHashMap::default();
            let mut labels = Vec::new();
            let mut group_of = Vec::with_capacity(above.len());
            for node in above {
                let next = labels.len() as Code;
                let group = *groups.entry(node).or_insert(next);
                if group == next {
                    labels.push(text(node));
                }
                group_of.push(group);
            }
            tree.add_level(&group_of, labels);
        }
        tree.add_total(text(self.total()).unwrap_or_default());
        (tree.finish().expect("labels are some of those that were different"), new)
    }

    /// The same with values in another order: which of them comes where.
    pub fn in_order(&self, order: &[u32]) -> Self {
        let place: FxHashMap<u32, u32> = order.iter().copied().zip(0..).collect();
        let node = |node: u32| place.get(&node).copied().unwrap_or(node);
        let values = order.len();
        let mut labels: Vec<Option<String>> =
            order.iter().map(|&value| self.labels[value as usize].clone()).collect();
        labels.extend_from_slice(&self.labels[values..]);
        let level =
            |level: &Vec<u32>| order.iter().map(|&value| node(level[value as usize])).collect();
        let above = order.iter().map(|&value| self.parents[value as usize]);
        let rest = self.parents[values..].iter().copied();
        Tree {
            levels: self.levels.iter().map(level).collect(),
            parents: above.chain(rest).map(node).collect(),
            labels,
            level_of: self.level_of.clone(),
        }
        .finish()
        .expect("labels are those that were different")
        .with_joined(order.iter().map(|&value| self.is_joined(value)).collect())
    }

    /// Nodes without groups: these labels, and the total.
    pub fn flat(labels: Vec<Option<String>>, total: &str) -> Result<Self, SameLabel> {
        let mut tree = Tree::of_values(labels);
        tree.add_total(total.to_owned());
        tree.finish()
    }

    /// The same, of which some values are several that were merged.
    #[must_use]
    pub fn with_joined(self, joined: Vec<bool>) -> Self {
        Self { joined, ..self }
    }

    /// Whether a node is a value that stands for several neighbours.
    pub fn is_joined(&self, node: u32) -> bool {
        self.joined.get(node as usize) == Some(&true)
    }

    /// Whether some are.
    pub fn has_joined(&self) -> bool {
        self.joined.contains(&true)
    }

    /// How far below the total a node is.
    pub fn depth(&self, node: u32) -> usize {
        std::iter::successors(self.parent(node), |&node| self.parent(node)).count()
    }

    /// How many values there are.
    pub fn values(&self) -> usize {
        self.levels[0].len()
    }

    /// How many nodes there are.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// Whether there is none, which cannot be: there is a total.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// How many levels there are, the values and the total included.
    pub fn levels(&self) -> usize {
        self.levels.len()
    }

    /// The node of each value at a level, and whether it is one that no lower level has.
    pub fn at_level(&self, level: usize) -> impl Iterator<Item = Option<u32>> + '_ {
        let is_new = move |&node: &u32| usize::from(self.level_of(node)) == level;
        self.levels[level].iter().map(move |node| Some(*node).filter(is_new))
    }

    /// The total.
    pub fn total(&self) -> u32 {
        self.len() as u32 - 1
    }

    /// The node above one; the total has none.
    pub fn parent(&self, node: u32) -> Option<u32> {
        (node != self.total()).then(|| self.parents[node as usize])
    }

    /// The nodes right below one.
    pub fn children(&self, node: u32) -> &[u32] {
        let node = node as usize;
        let start = if node == 0 { 0 } else { self.ends[node - 1] };
        &self.children[start..self.ends[node]]
    }

    /// What a node is called.
    pub fn label(&self, node: u32) -> Option<&str> {
        self.labels[node as usize].as_deref()
    }

    /// The lowest level on which a node is.
    pub fn level_of(&self, node: u32) -> u8 {
        self.level_of[node as usize]
    }

    /// The node that is called so.
    pub fn called(&self, label: Option<&str>) -> Option<u32> {
        self.by_label.get(&label.map(str::to_owned)).copied()
    }
}

/// Nodes that are being put together, level by level.
struct Tree {
    levels: Vec<Vec<u32>>,
    parents: Vec<u32>,
    labels: Vec<Option<String>>,
    level_of: Vec<u8>,
}

impl Tree {
    fn of_values(labels: Vec<Option<String>>) -> Self {
        let values = labels.len() as u32;
        Self {
            levels: vec![(0..values).collect()],
            parents: (0..values).collect(),
            level_of: vec![0; labels.len()],
            labels,
        }
    }

    /// Adds the groups of a level; one that says what its only member says is that member.
    fn add_level(&mut self, group_of: &[Code], labels: Vec<Option<String>>) {
        let below = self.levels.last().expect("values are a level");
        let mut only: Vec<Option<u32>> = vec![None; labels.len()];
        let mut is_alone = vec![true; labels.len()];
        for (&node, &group) in below.iter().zip(group_of) {
            let group = group as usize;
            is_alone[group] &= only[group].is_none_or(|other| other == node);
            only[group] = Some(node);
        }
        let level = self.levels.len() as u8;
        let mut node_of = Vec::with_capacity(labels.len());
        for (group, label) in labels.into_iter().enumerate() {
            let same =
                only[group].filter(|&node| is_alone[group] && self.labels[node as usize] == label);
            node_of.push(same.unwrap_or_else(|| {
                let node = self.labels.len() as u32;
                self.labels.push(label);
                self.level_of.push(level);
                self.parents.push(node);
                node
            }));
        }
        let nodes: Vec<u32> = group_of.iter().map(|&group| node_of[group as usize]).collect();
        for (&under, &node) in below.iter().zip(&nodes) {
            if under != node {
                self.parents[under as usize] = node;
            }
        }
        self.levels.push(nodes);
    }

    /// Adds the total, which has its line even if it is the total of one.
    fn add_total(&mut self, label: String) {
        let (level, total) = (self.levels.len() as u8, self.labels.len() as u32);
        for &under in self.levels.last().expect("values are a level") {
            self.parents[under as usize] = total;
        }
        self.levels.push(vec![total; self.levels[0].len()]);
        self.labels.push(Some(label));
        self.level_of.push(level);
        self.parents.push(total);
    }

    fn finish(self) -> Result<Nodes, SameLabel> {
        let Self { levels, parents, labels, level_of } = self;
        let total = labels.len() - 1;
        let mut ends = vec![0; labels.len()];
        for &parent in &parents[..total] {
            ends[parent as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends {
            (*end, sum) = (sum, sum + *end);
        }
        let mut children = vec![0; total];
        for (node, &parent) in parents[..total].iter().enumerate() {
            let end = &mut ends[parent as usize];
            children[*end] = node as u32;
            *end += 1;
        }
        let mut by_label = FxHashMap::default();
        for (node, label) in labels.iter().enumerate() {
            if by_label.insert(label.clone(), node as u32).is_some() {
                return Err(SameLabel);
            }
        }
        Ok(Nodes {
            levels,
            parents,
            ends,
            children,
            labels,
            level_of,
            by_label,
            joined: Vec::new(),
        })
    }
}
