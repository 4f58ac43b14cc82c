//! Hierarchies that know every value.
//!
//! Usually a value of the data that a hierarchy does not name is an error: somebody forgot it. In a
//! differentially private release that error would itself tell about a record, and whoever then
//! mends the hierarchy lets the data decide about it. So such a value is shown as `*` from the
//! first level on: what becomes of a value depends on the value and the policy, and nothing else.

use ridotto_core::Dictionary;
use ridotto_core::hierarchy::{Builder, Row, TOP, Tree};
use std::collections::HashSet;

/// The builder with a place for every value of a column.
pub(crate) fn completed(
    builder: Builder,
    dictionary: &Dictionary,
    is_missing: &dyn Fn(&str) -> bool,
) -> Builder {
    match builder {
        Builder::Table(mut rows) => {
            let width = rows.first().map_or(2, |row| row.cells.len());
            let line = rows.len() as u64;
            let known: HashSet<String> =
                rows.iter().filter_map(|row| row.cells.first().cloned()).collect();
            let labels = || std::iter::repeat_n(TOP.to_owned(), width.saturating_sub(1));
            let row = |value: &str| Row::line(line, [value.to_owned()].into_iter().chain(labels()));
            let unknown = unknown(dictionary, is_missing, |value| known.contains(value));
            rows.extend(unknown.map(row));
            Builder::Table(rows)
        }
        Builder::Groups(mut trees) => {
            let mut known = HashSet::new();
            for tree in &trees {
                leaves(tree, &mut known);
            }
            let known: HashSet<String> = known.into_iter().map(str::to_owned).collect();
            let unknown = unknown(dictionary, is_missing, |value| known.contains(value));
            let unknown: Vec<Tree> = unknown.map(Tree::leaf).collect();
            if !unknown.is_empty() {
                trees.push(Tree::node(TOP, unknown));
            }
            Builder::Groups(trees)
        }
        other => other,
    }
}

fn unknown<'a>(
    dictionary: &'a Dictionary,
    is_missing: &'a dyn Fn(&str) -> bool,
    is_known: impl Fn(&str) -> bool + 'a,
) -> impl Iterator<Item = &'a str> {
    dictionary.texts().iter().filter(move |value| !is_missing(value) && !is_known(value))
}

fn leaves<'a>(tree: &'a Tree, into: &mut HashSet<&'a str>) {
    match tree {
        Tree::Leaf(value) => _ = into.insert(value),
        Tree::Node(_, children) => children.iter().for_each(|child| leaves(child, into)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::{Hierarchy, Kind, Reading, Texts};

    fn compiled(builder: Builder, values: &[&str]) -> (Dictionary, Hierarchy) {
        let texts: Texts = values.iter().collect();
        let (dictionary, _) = Dictionary::new(&texts, Reading::of_kind(Kind::Text), |_| false);
        let counts = vec![1; dictionary.len()];
        let builder = completed(builder, &dictionary, &|_| false);
        let hierarchy = builder.compile("town", &dictionary, &counts, &|_| false);
        (dictionary, hierarchy.expect("every value has a place"))
    }

    /// What becomes of a value is the same whichever others there are.
    #[test]
    fn unknown_values_are_hidden_and_known_ones_do_not_notice() {
        let rows = || {
            Builder::Table(vec![
                Row::line(1, ["Alba", "North", "Land"]),
                Row::line(2, ["Berg", "South", "Land"]),
            ])
        };
        let trees = || {
            let town = |name: &str| vec![Tree::leaf(name)];
            let north = Tree::node("North", town("Alba"));
            Builder::Groups(vec![Tree::node("Land", [north, Tree::node("South", town("Berg"))])])
        };
        for values in [&["Alba", "Berg"][..], &["Alba", "Celo", "Berg"], &["North", "Alba"]] {
            for builder in [rows(), trees()] {
                let (dictionary, hierarchy) = compiled(builder, values);
                for &value in values {
                    let code = dictionary.code(value).expect("it is a value") as usize;
                    let label = |level: usize| {
                        hierarchy.label(level, hierarchy.map(level)[code]).unwrap_or_default()
                    };
                    let expected = match value {
                        "Alba" => ["North", "Land", "*"],
                        "Berg" => ["South", "Land", "*"],
                        _ => ["*", "*", "*"],
                    };
                    assert_eq!([label(1), label(2), label(3)], expected, "{value}");
                }
            }
        }
    }
}
