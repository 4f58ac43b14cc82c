//! A hierarchy as a tree, with the rows under each group, and its drawing for a terminal.

use super::{Hierarchy, TOP};
use crate::count::counted;
use std::collections::HashSet;
use std::fmt::Write;

/// A group of a hierarchy and the groups one level below. It shows labels, so it has no `Debug`.
#[derive(Clone, PartialEq, Eq)]
pub struct Node<'a> {
    /// The group's label; `None` for the missing value.
    pub label: Option<&'a str>,
    /// How many leaves of the whole domain are under it.
    pub leaves: u64,
    /// How many rows of the data have one of its values.
    pub rows: u64,
    /// The groups below that the data have, in order; empty at level 0.
    pub children: Vec<Node<'a>>,
}

impl Hierarchy {
    /// The hierarchy from the top down; `counts` are the rows of each value, by value code.
    pub fn tree(&self, counts: &[u64]) -> Node<'_> {
        let mut below: Vec<Node<'_>> = Vec::new();
        for level in 0..=self.height() {
            let mut nodes: Vec<Node<'_>> = (0..self.groups(level))
                .map(|group| Node {
                    label: self.label(level, group as u32),
                    leaves: self.leaves(level)[group],
                    rows: 0,
                    children: Vec::new(),
                })
                .collect();
            for (&group, rows) in self.map(level).iter().zip(counts) {
                nodes[group as usize].rows += rows;
            }
            if level > 0 {
                for (child, &parent) in below.into_iter().zip(&self.levels[level - 1].up) {
                    nodes[parent as usize].children.push(child);
                }
            }
            below = nodes;
        }
        below.pop().expect("the top is one group")
    }
}

/// Stands for a label that is a value of the data.
const HIDDEN: &str = "(a value)";

impl<'a> Node<'a> {
    /// The same tree with no value of the data in it: level 0 is left out, and a label above it
    /// that a value has, too, is shown as `(a value)`.
    #[must_use]
    pub fn without_values(mut self) -> Self {
        let mut values = HashSet::new();
        self.gather_values(&mut values);
        // The top says nothing of anybody, even if a cell has the same text.
        values.remove(TOP);
        self.hide(&values);
        self
    }

    fn gather_values(&self, values: &mut HashSet<&'a str>) {
        if self.children.is_empty() {
            values.extend(self.label);
        }
        self.children.iter().for_each(|child| child.gather_values(values));
    }

    fn hide(&mut self, values: &HashSet<&str>) {
        if self.label.is_some_and(|label| values.contains(label)) {
            self.label = Some(HIDDEN);
        }
        self.children.retain(|child| !child.children.is_empty());
        self.children.iter_mut().for_each(|child| child.hide(values));
    }

    /// Draws the tree down to `depth` steps below this node, with at most `width` groups under
    /// each; groups that only repeat the label above are left out, missing is `(missing)`.
    ///
    /// ```
    /// use ridotto_core::hierarchy::{Builder, Redact};
    /// use ridotto_core::{Dictionary, Kind, Reading, Texts};
    ///
    /// let zips: Texts = ["53703", "53711", "53712", "94032"].into_iter().collect();
    /// let (zips, _) = Dictionary::new(&zips, Reading::of_kind(Kind::Text), |_| false);
    /// let redact = Builder::Redact(Redact { step: 2, ..Redact::default() });
    /// let counts = [10, 5, 5, 80];
    /// let hierarchy = redact.compile("zip", &zips, &counts, &|_| false)?;
    /// assert_eq!(hierarchy.tree(&counts).draw(2, 10), "\
    /// ***** (4 leaves, 100 rows)
    /// ├─ 5**** (3 leaves, 20 rows)
    /// │  └─ 537** (3 leaves, 20 rows)
    /// └─ 9**** (1 leaf, 80 rows)
    ///    └─ 940** (1 leaf, 80 rows)
    /// ");
    /// # Ok::<(), ridotto_core::HierarchyError>(())
    /// ```
    pub fn draw(&self, depth: usize, width: usize) -> String {
        let mut text = String::new();
        self.line(&mut text);
        self.draw_children(&mut String::new(), depth, width, &mut text);
        text
    }

    fn line(&self, text: &mut String) {
        text.push_str(self.label.unwrap_or("(missing)"));
        let leaves = counted(self.leaves, "leaf", "leaves");
        let rows = counted(self.rows, "row", "rows");
        writeln!(text, " ({leaves}, {rows})").expect("a string takes all text");
    }

    fn draw_children(&self, indent: &mut String, depth: usize, width: usize, text: &mut String) {
        if depth == 0 {
            return;
        }
        let children = &self.last_of_its_name().children;
        let before = indent.len();
        for (number, child) in children.iter().take(width).enumerate() {
            let last = number + 1 == children.len();
            text.push_str(indent);
            text.push_str(if last { "└─ " } else { "├─ " });
            child.line(text);
            indent.push_str(if last { "   " } else { "│  " });
            child.draw_children(indent, depth - 1, width, text);
            indent.truncate(before);
        }
        if children.len() > width {
            writeln!(text, "{indent}└─ … {} more", children.len() - width)
                .expect("a string takes all text");
        }
    }

    /// The lowest node that only repeats this one.
    fn last_of_its_name(&self) -> &Self {
        let mut node = self;
        while let [only] = node.children.as_slice() {
            if only.label != node.label {
                break;
            }
            node = only;
        }
        node
    }
}

#[cfg(test)]
mod tests {
    use crate::hierarchy::{Builder, Row, Tree, builder::tests::dictionary};

    #[test]
    fn trees_count_rows_and_leave_out_repetition_and_the_rest() {
        let values = ["a", "b", "c", "d", "lone"];
        let group = Tree::node("group", values[..4].iter().map(|&leaf| Tree::leaf(leaf)));
        let builder = Builder::Groups(vec![group, Tree::leaf("lone"), Tree::leaf("unseen")]);
        let dictionary = dictionary(&["a", "b", "c", "d", "lone", "?"]);
        let counts = [1, 2, 3, 4, 5, 6];
        let hierarchy = builder.compile("test", &dictionary, &counts, &|text| text == "?").unwrap();
        let tree = hierarchy.tree(&counts);
        assert_eq!((tree.rows, tree.leaves, tree.children.len()), (21, 7, 3));
        let drawing = "\
* (7 leaves, 21 rows)
├─ group (4 leaves, 10 rows)
│  ├─ a (1 leaf, 1 row)
│  ├─ b (1 leaf, 2 rows)
│  ├─ c (1 leaf, 3 rows)
│  └─ … 1 more
├─ lone (1 leaf, 5 rows)
└─ (missing) (1 leaf, 6 rows)
";
        assert_eq!(tree.draw(9, 3), drawing);
        assert_eq!(tree.draw(0, 3), "* (7 leaves, 21 rows)\n");
        let drawing = "\
* (7 leaves, 21 rows)
├─ group (4 leaves, 10 rows)
├─ (a value) (1 leaf, 5 rows)
└─ (missing) (1 leaf, 6 rows)
";
        assert_eq!(tree.without_values().draw(9, 3), drawing);
    }

    /// Levels that only repeat the one above are skipped when drawn, whatever the depth: the
    /// values must be gone before.
    #[test]
    fn no_depth_reaches_the_values_of_a_tree_without_them() {
        let lines = ["a,x,*,*", "b,x,*,*", "c,c,*,*", "*,*,*,*"];
        let rows = (1..).zip(lines).map(|(at, line)| Row::line(at, line.split(',')));
        let dictionary = dictionary(&["a", "b", "c", "*"]);
        let builder = Builder::Table(rows.collect());
        let hierarchy = builder.compile("test", &dictionary, &[1; 4], &|_| false).unwrap();
        let shown = hierarchy.tree(&[1; 4]).without_values().draw(usize::MAX, 9);
        let drawing = "\
* (4 leaves, 4 rows)
├─ * (1 leaf, 1 row)
├─ x (2 leaves, 2 rows)
└─ (a value) (1 leaf, 1 row)
";
        assert_eq!(shown, drawing);
    }
}
