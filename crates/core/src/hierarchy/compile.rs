//! From labels to groups: the part of compiling that all builders share.
//!
//! A builder says for each level which label each value has. Here equal labels become one group,
//! groups are numbered in the order of their first value, nesting is checked, the top is added
//! and leaves are counted.

use super::{Hierarchy, HierarchyError, Level, MOST_LEVELS, Position, TOP};
use crate::{Code, Dictionary, Interner, Texts};

/// Stands for the label of the missing value where it is a group of its own.
const MISSING: Code = Code::MAX;
/// Not seen yet.
const NONE: Code = Code::MAX;

/// The labels of one level while a builder gives them, leaf by leaf.
///
/// Leaves are the values of the dictionary in their order, then those that only the hierarchy has.
pub(super) struct Labels {
    names: Interner,
    of: Vec<Code>,
}

impl Labels {
    /// No labels yet, with room for those of so many leaves.
    pub(super) fn new(leaves: usize) -> Self {
        Self { names: Interner::new(), of: Vec::with_capacity(leaves) }
    }

    /// The next leaf has this label.
    pub(super) fn push(&mut self, label: &str) {
        let name = self.names.intern(label.as_bytes());
        self.of.push(name);
    }

    /// The next leaf has the same label as the last.
    pub(super) fn repeat(&mut self) {
        self.of.push(*self.of.last().expect("repeated after a first label"));
    }

    /// The next leaf is the missing value and stays so.
    pub(super) fn push_missing(&mut self) {
        self.of.push(MISSING);
    }

    /// The level, without what was needed to find labels again.
    pub(super) fn done(self) -> Layer {
        let text = |name| std::str::from_utf8(self.names.bytes_of(name));
        let names = 0..self.names.len() as Code;
        let names = names.map(|name| text(name).expect("labels were pushed as text")).collect();
        Layer { names, of: self.of }
    }
}

/// One level before its groups are numbered: the label of each leaf.
pub(super) struct Layer {
    names: Texts,
    of: Vec<Code>,
}

impl Layer {
    /// The level in which leaves with one label keep one label: `push` gives the new label of each.
    pub(super) fn coarser(&self, mut push: impl FnMut(&str, &mut Labels)) -> Self {
        let mut labels = Labels::new(self.names.len());
        for name in self.names.iter() {
            push(name, &mut labels);
        }
        let labels = labels.done();
        let new = |&name: &Code| if name == MISSING { MISSING } else { labels.of[name as usize] };
        Self { of: self.of.iter().map(new).collect(), names: labels.names }
    }

    /// The level whose leaf `i` has the label of this level's leaf `from[i]`, or is missing.
    pub(super) fn rearranged(self, from: impl Iterator<Item = Option<usize>>) -> Self {
        let of = from.map(|leaf| leaf.map_or(MISSING, |leaf| self.of[leaf])).collect();
        Self { names: self.names, of }
    }

    /// The label number of a leaf; the missing value has the number after the last label.
    fn label(&self, leaf: usize) -> usize {
        if self.of[leaf] == MISSING { self.names.len() } else { self.of[leaf] as usize }
    }

    /// The label of the top, if the level is the top: it has a single one, which is `*` or which is
    /// the only one by nature. A missing leaf has no label.
    fn top_label(&self, ends_in_one: bool) -> Option<&str> {
        match self.names.len() {
            0 => ends_in_one.then_some(TOP),
            1 => Some(self.names.get(0)).filter(|&label| ends_in_one || label == TOP),
            _ => None,
        }
    }
}

/// Where two leaves part again after they shared a label.
#[derive(Debug, PartialEq)]
pub(super) struct Parting {
    /// The leaves: the first with the label, and the first that leads elsewhere.
    pub leaves: (usize, usize),
    /// How many leaves lead elsewhere.
    pub count: u64,
}

/// Looks for leaves that share a label in `fine` and not in `coarse`.
pub(super) fn parting(fine: &Layer, coarse: &Layer) -> Option<Parting> {
    let mut next = vec![usize::MAX; fine.names.len() + 1];
    let mut first = vec![0; fine.names.len() + 1];
    let mut found: Option<Parting> = None;
    for leaf in 0..fine.of.len() {
        let (from, to) = (fine.label(leaf), coarse.label(leaf));
        if next[from] == usize::MAX {
            (next[from], first[from]) = (to, leaf);
        } else if next[from] != to {
            let parting = found.get_or_insert(Parting { leaves: (first[from], leaf), count: 0 });
            parting.count += 1;
        }
    }
    found
}

/// Makes the hierarchy of the levels 1, 2, … given; the values come first among the leaves.
///
/// The top is the single group `*`, unless the last level is a single group by its nature and not
/// by the chance of the data (`ends_in_one`): then that is the top, whatever it is called, and what
/// is missing is in it, too.
pub(super) fn finish(
    name: &str,
    dictionary: &Dictionary,
    mut layers: Vec<Layer>,
    ends_in_one: bool,
) -> Result<Hierarchy, HierarchyError> {
    let domain = layers.first().map_or(dictionary.len(), |layer| layer.of.len()) as u64;
    let root = layers.last().and_then(|layer| layer.top_label(ends_in_one)).map(str::to_owned);
    if root.is_some() {
        layers.pop();
    }
    if layers.len() > MOST_LEVELS {
        let (hierarchy, levels) = (name.to_owned(), layers.len());
        return Err(HierarchyError::TooManyLevels { hierarchy, levels });
    }
    for (level, pair) in layers.windows(2).enumerate() {
        if let Some(Parting { leaves, count }) = parting(&pair[0], &pair[1]) {
            return Err(HierarchyError::NotNested {
                hierarchy: name.to_owned(),
                level: level + 1,
                first: Position::Value(leaves.0 as u64 + 1),
                second: Position::Value(leaves.1 as u64 + 1),
                values: count,
            });
        }
    }
    let top = top(dictionary.len(), domain, root.as_deref().unwrap_or(TOP));
    Ok(linked(name, dictionary, &layers, top))
}

/// The hierarchy of levels that are nested, below the top.
fn linked(name: &str, dictionary: &Dictionary, layers: &[Layer], top: Level) -> Hierarchy {
    let domain = top.leaves[0];
    let mut levels = vec![bottom(dictionary)];
    for layer in layers {
        push(&mut levels, grouped(layer, dictionary.len()));
    }
    push(&mut levels, top);
    Hierarchy { name: name.to_owned(), domain, levels }
}

impl Hierarchy {
    /// Each value, the label that was decided for it, then `*`: the hierarchy of a decision.
    ///
    /// `labels` has an entry per value, in the order of the codes; `None` is for a missing value
    /// that stays missing. Any text can be a label, an empty one and `*` as well, and level 1 is
    /// there even if it says no more than the top. One level is always nested.
    ///
    /// # Panics
    ///
    /// If there are not as many labels as values.
    pub fn of_labels<'a>(
        name: &str,
        dictionary: &Dictionary,
        labels: impl Iterator<Item = Option<&'a str>>,
    ) -> Self {
        let top = top(dictionary.len(), dictionary.len() as u64, TOP);
        linked(name, dictionary, &[decided(dictionary, labels)], top)
    }

    /// Each value, the labels that were decided for it level by level, then `*`. As
    /// [`of_labels`](Self::of_labels), but labels must be nested: `None` if two values share one and
    /// part again.
    ///
    /// # Panics
    ///
    /// If a level has not as many labels as there are values.
    pub fn of_levels(
        name: &str,
        dictionary: &Dictionary,
        levels: &[Vec<Option<&str>>],
    ) -> Option<Self> {
        let layer = |labels: &Vec<Option<&str>>| decided(dictionary, labels.iter().copied());
        let layers: Vec<Layer> = levels.iter().map(layer).collect();
        let is_nested = layers.windows(2).all(|pair| parting(&pair[0], &pair[1]).is_none());
        let top = || top(dictionary.len(), dictionary.len() as u64, TOP);
        is_nested.then(|| linked(name, dictionary, &layers, top()))
    }
}

/// The level of the labels given; one of the missing value may be `None`.
fn decided<'a>(dictionary: &Dictionary, labels: impl Iterator<Item = Option<&'a str>>) -> Layer {
    let mut layer = Labels::new(dictionary.len());
    labels.for_each(|label| match label {
        Some(label) => layer.push(label),
        None => layer.push_missing(),
    });
    assert_eq!(layer.of.len(), dictionary.len(), "one label per value");
    layer.done()
}

fn bottom(dictionary: &Dictionary) -> Level {
    let mut labels = dictionary.texts().clone();
    if dictionary.missing().is_some() {
        labels.push("");
    }
    Level {
        map: (0..dictionary.len() as Code).collect(),
        up: Vec::new(),
        labels,
        missing: dictionary.missing(),
        leaves: vec![1; dictionary.len()],
    }
}

fn top(values: usize, domain: u64, label: &str) -> Level {
    Level {
        map: vec![0; values],
        up: Vec::new(),
        labels: [label].into_iter().collect(),
        missing: None,
        leaves: vec![domain],
    }
}

/// Numbers the labels that values have in the order of the first value.
fn grouped(layer: &Layer, values: usize) -> Level {
    let mut under = vec![0; layer.names.len() + 1];
    (0..layer.of.len()).for_each(|leaf| under[layer.label(leaf)] += 1);
    let mut group_of = vec![NONE; layer.names.len() + 1];
    let (mut labels, mut missing, mut leaves) = (Texts::new(), None, Vec::new());
    let map = (0..values)
        .map(|value| {
            let label = layer.label(value);
            if group_of[label] == NONE {
                group_of[label] = leaves.len() as Code;
                leaves.push(under[label]);
                if label == layer.names.len() {
                    missing = Some(group_of[label]);
                    labels.push("");
                } else {
                    labels.push(layer.names.get(label));
                }
            }
            group_of[label]
        })
        .collect();
    Level { map, up: Vec::new(), labels, missing, leaves }
}

/// Appends a level and links the last one to it.
fn push(levels: &mut Vec<Level>, level: Level) {
    if let Some(below) = levels.last_mut() {
        below.up = vec![0; below.labels.len()];
        for (&group, &next) in below.map.iter().zip(&level.map) {
            below.up[group as usize] = next;
        }
    }
    levels.push(level);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Kind, Reading};

    #[test]
    fn decided_labels_may_be_any_text() {
        let texts: Texts = ["", "*", "a", "b", "?"].into_iter().collect();
        let reading = Reading::of_kind(Kind::Text);
        let (dictionary, _) = Dictionary::new(&texts, reading, |text| text == "?");
        let labels = [Some(""), Some("*"), Some("*"), Some("a"), None];
        let hierarchy = Hierarchy::of_labels("test", &dictionary, labels.into_iter());
        assert_eq!((hierarchy.height(), hierarchy.map(1)), (2, &[0, 1, 1, 2, 3][..]));
        assert_eq!((hierarchy.label(1, 0), hierarchy.label(1, 3)), (Some(""), None));
        assert_eq!((hierarchy.missing_group(1), hierarchy.leaves(1)), (Some(3), &[1, 2, 1, 1][..]));
        // A missing value that stays missing is not the same as `*`.
        let labels = [Some("*"), Some("*"), Some("*"), Some("*"), None];
        let hierarchy = Hierarchy::of_labels("test", &dictionary, labels.into_iter());
        assert_eq!((hierarchy.map(1), hierarchy.map(2)), (&[0, 0, 0, 0, 1][..], &[0; 5][..]));
    }

    #[test]
    fn decided_levels_must_be_nested() {
        let texts: Texts = ["a", "b", "c", "?"].into_iter().collect();
        let reading = Reading::of_kind(Kind::Text);
        let (dictionary, _) = Dictionary::new(&texts, reading, |text| text == "?");
        let first = vec![Some("x"), Some("x"), Some("*"), None];
        let made = |second: [Option<&str>; 4]| {
            Hierarchy::of_levels("test", &dictionary, &[first.clone(), second.to_vec()])
        };
        let hierarchy = made([Some("*"), Some("*"), Some("*"), None]).unwrap();
        // No level is left out, whatever its labels are.
        assert_eq!(
            (hierarchy.height(), hierarchy.map(2), hierarchy.map(3)),
            (3, &[0, 0, 0, 1][..], &[0; 4][..])
        );
        assert!(made([Some("y"), Some("z"), Some("*"), None]).is_none());
    }

    #[test]
    fn labels_that_part_again_are_found_and_counted() {
        let layer = |labels: &[&str]| {
            let mut layer = Labels::new(labels.len());
            for label in labels {
                layer.push(label);
            }
            layer.done()
        };
        let fine = layer(&["a", "a", "b", "a", "b"]);
        assert_eq!(parting(&fine, &layer(&["x", "x", "x", "x", "x"])), None);
        let found = parting(&fine, &layer(&["x", "y", "x", "z", "x"]));
        assert_eq!(found, Some(Parting { leaves: (0, 1), count: 2 }));
    }
}
