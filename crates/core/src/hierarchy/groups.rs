//! Hierarchies written inline, as a tree whose leaves are the values.
//!
//! Levels are counted from the leaves up: level 1 of a leaf is the node above it. A leaf that is
//! less deep than others repeats the node right above it on the lower levels, so that deeper
//! siblings join it there; a leaf at the root stands for itself. From there on it is a
//! [table](super::table), with the same checks; positions are those of the leaves.

use super::{
    Builder, HierarchyError, Position, Row, builder::Column, compile::Layer,
    definition::BuilderDefinition, suppress::SWEENEY, table,
};
use crate::kind::ALL_KINDS;
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    BuilderFacts, Entry, Facts, Given, Group, Members, Parameter, Shape, Status, Value, Worked,
    small,
};
use std::fmt;

/// Trees in the policy as the catalogue has them.
pub static GROUPS: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "groups",
        title: "A tree of groups",
        aliases: &[
            "tree",
            "taxonomy tree",
            "DGH",
            "VGH",
            "domain generalisation hierarchy",
            "value generalisation hierarchy",
        ],
        formula: "level i: the ancestor of v, i steps up",
        status: Status::Now,
        summary: "A tree of groups whose leaves list the values.",
        parameters: &[PARAMETERS],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "{ groups = … }",
            serves: ALL_KINDS,
            needs: "",
            chain: &["SE", "North", "Europe", "*"],
            depends: None,
            states_values: true,
        }),
        advice: include_str!("groups.md"),
        references: &[SWEENEY],
        example: "[attributes.country]\nrole = \"quasi-identifier\"\nhierarchy = { groups = { Europe = { North = [\"SE\", \"NO\"], South = [\"IT\"] }, Asia = [\"JP\"] } }\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "The tree says what is alike: flu and asthma are diseases of the **lungs**, gout and cancer are **other**. One step up flu and asthma meet, two steps up all do.",
            run: &[
                "hierarchy make stays.csv --column disease --with '{ groups = { lungs = [\"flu\", \"asthma\"], other = [\"gout\", \"cancer\"] } }' -o -",
            ],
            says: &["asthma;lungs;*", "flu;lungs;*", "gout;other;*"],
        },
    },
    bind,
};

const PARAMETERS: &[Parameter] = &[Parameter::new(
    "groups",
    Shape::Groups,
    "{ Europe = { North = [\"SE\", \"NO\"], South = [\"IT\"] }, Asia = [\"JP\"] }",
    "Groups of groups, or of values.",
)
.required()];

fn bind(given: &Given) -> Option<Builder> {
    let Some(Value::Groups(groups)) = given.get("groups") else { return None };
    Some(Builder::Groups(groups.iter().map(tree).collect()))
}

fn tree(group: &Group) -> Tree {
    let name = &*group.name.value;
    match &group.members {
        Members::Groups(groups) => Tree::node(name, groups.iter().map(tree)),
        Members::Values(values) => {
            Tree::node(name, values.iter().map(|value| Tree::leaf(value.value.as_str())))
        }
    }
}

/// A node of an inline hierarchy. Its `Debug` shows no label.
#[derive(Clone, PartialEq, Eq)]
pub enum Tree {
    /// A value.
    Leaf(String),
    /// A label and what lies under it.
    Node(String, Vec<Tree>),
}

impl Tree {
    /// A value.
    pub fn leaf(value: impl Into<String>) -> Self {
        Self::Leaf(value.into())
    }

    /// A label and what lies under it.
    pub fn node(label: impl Into<String>, children: impl IntoIterator<Item = Tree>) -> Self {
        Self::Node(label.into(), children.into_iter().collect())
    }

    fn leaves(&self) -> usize {
        match self {
            Self::Leaf(_) => 1,
            Self::Node(_, children) => children.iter().map(Self::leaves).sum(),
        }
    }

    /// How many nodes lie above the deepest leaf.
    fn depth(&self) -> usize {
        match self {
            Self::Leaf(_) => 0,
            Self::Node(_, children) => 1 + children.iter().map(Self::depth).max().unwrap_or(0),
        }
    }

    /// Appends a row for each leaf; `above` are the labels over this node, the root's first.
    fn rows<'a>(&'a self, depth: usize, above: &mut Vec<&'a str>, rows: &mut Vec<Row>) {
        match self {
            Self::Leaf(value) => {
                let nearest = above.last().copied().unwrap_or(value);
                let padding = std::iter::repeat_n(nearest, depth - above.len());
                let cells = [value.as_str()].into_iter().chain(padding);
                let cells = cells.chain(above.iter().rev().copied()).map(str::to_owned);
                let at = Position::Leaf(rows.len() as u64 + 1);
                rows.push(Row { at, cells: cells.collect() });
            }
            Self::Node(label, children) => {
                above.push(label);
                for child in children {
                    child.rows(depth, above, rows);
                }
                above.pop();
            }
        }
    }
}

impl fmt::Debug for Tree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Tree({} leaves, {} levels)", self.leaves(), self.depth())
    }
}

/// The labels of all leaves of the trees.
pub(super) fn layers(trees: &[Tree], column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    let depth = trees.iter().map(Tree::depth).max().unwrap_or(0);
    let mut rows = Vec::new();
    for tree in trees {
        tree.rows(depth, &mut Vec::new(), &mut rows);
    }
    table::layers(&rows, column)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };

    fn node(label: &str, leaves: &[&str]) -> Tree {
        Tree::node(label, leaves.iter().map(|&leaf| Tree::leaf(leaf)))
    }

    /// The illnesses of the lectures, by which generalisation loss is explained.
    #[test]
    fn the_loss_of_illnesses_is_that_of_the_lectures() {
        let tree = Tree::node(
            "Illness",
            [
                node("Fractures", &["Palvic fracture", "other fracture"]),
                node("Virus infection", &["HIV", "other virus"]),
                node("Bacterial infection", &["Common cold"]),
            ],
        );
        let column = ["HIV", "HIV", "Common cold", "Palvic fracture"];
        let hierarchy = compiled(&Builder::Groups(vec![tree]), &column[1..]).unwrap();
        assert_eq!((hierarchy.domain(), hierarchy.height()), (5, 2));
        assert_eq!(chain(&hierarchy, "HIV"), ["HIV", "Virus infection", "Illness"]);
        let fours = |value: &str| {
            let code = hierarchy.labels(0).iter().position(|text| text == value).unwrap();
            let leaves = hierarchy.leaves(1)[hierarchy.map(1)[code] as usize];
            assert_eq!(hierarchy.domain() - 1, 4);
            leaves - 1
        };
        assert_eq!((fours("HIV"), fours("Common cold")), (1, 0));
        let sum: u64 = column.iter().map(|value| fours(value)).sum();
        assert_eq!((sum, 4 * column.len()), (3, 16), "a mean loss of 3/16");
    }

    #[test]
    fn shallow_leaves_repeat_the_node_above_them() {
        let trees = vec![
            Tree::node(
                "R",
                [Tree::node("A", [Tree::leaf("x"), node("B", &["z"])]), Tree::leaf("y")],
            ),
            Tree::leaf("lone"),
        ];
        let hierarchy = compiled(&Builder::Groups(trees), &["x", "y", "z", "lone", "?"]).unwrap();
        for (value, labels) in [
            ("x", ["x", "A", "A", "R", "*"]),
            ("y", ["y", "R", "R", "R", "*"]),
            ("z", ["z", "B", "A", "R", "*"]),
            ("lone", ["lone", "lone", "lone", "lone", "*"]),
            ("?", ["?", "?", "?", "?", "*"]),
        ] {
            assert_eq!(chain(&hierarchy, value), labels);
        }
    }

    #[test]
    fn faulty_trees_are_refused_by_their_leaves() {
        let other = || node("other", &["d"]);
        for (trees, message) in [
            (vec![], "hierarchy `test` is empty"),
            (vec![node("A", &["x"])], "hierarchy `test` lacks 1 value of the data, in 1 row"),
            (
                vec![node("A", &["x", "y"]), node("B", &["x"])],
                "hierarchy `test`: leaf 1 and leaf 3 are for the same value",
            ),
            (
                vec![
                    Tree::node("A", [other(), node("n", &["x"])]),
                    Tree::node("B", [node("other", &["y"])]),
                ],
                "hierarchy `test` is not nested: leaf 1 and leaf 3 share their label at level 1 \
                 but not at level 2; 1 value at fault",
            ),
        ] {
            let error = compiled(&Builder::Groups(trees), &["x", "y"]).unwrap_err();
            assert_eq!(error.to_string(), message);
        }
        assert_eq!(format!("{:?}", node("A", &["secret"])), "Tree(1 leaves, 1 levels)");
    }
}
