//! A tree of groups whose leaves are values, as it is written in a policy.

use crate::read::{self, Field, Item, Written};
use crate::{Parameter, Problem, Span, Spanned, code};
use std::collections::BTreeSet;

/// A named group of groups or of values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// Its label in the release.
    pub name: Spanned<String>,
    /// What is in it.
    pub members: Members,
}

/// What is in a group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Members {
    /// Finer groups, in the order written.
    Groups(Vec<Group>),
    /// Values of the attribute.
    Values(Vec<Spanned<String>>),
}

/// The whole tree, in the order written.
pub(super) fn groups(key: &Parameter, item: &Item) -> Result<Vec<Group>, Vec<Problem>> {
    let Written::Table(table) = &item.value else {
        return Err(vec![read::wrong_type(key, "a table of groups", item)]);
    };
    let mut tree =
        Tree { key, problems: Vec::new(), groups: BTreeSet::new(), values: BTreeSet::new() };
    let groups = tree.branch(table, item.span);
    if tree.problems.is_empty() { Ok(groups) } else { Err(tree.problems) }
}

/// What is being read, the names seen so far, and what is wrong with them.
struct Tree<'p> {
    key: &'p Parameter,
    problems: Vec<Problem>,
    groups: BTreeSet<String>,
    values: BTreeSet<String>,
}

impl Tree<'_> {
    fn branch(&mut self, table: &[Field], span: Option<Span>) -> Vec<Group> {
        if table.is_empty() {
            self.empty(span, "no groups in here");
        }
        let mut groups = Vec::new();
        for (name, item) in table {
            if !self.groups.insert(name.value.clone()) {
                self.twice("group", name, "groups of one name could not be told apart");
            }
            let members = self.members(item);
            groups.extend(members.map(|members| Group { name: name.clone(), members }));
        }
        groups
    }

    fn members(&mut self, item: &Item) -> Option<Members> {
        match &item.value {
            Written::Table(table) => Some(Members::Groups(self.branch(table, item.span))),
            Written::List(items) => {
                if items.is_empty() {
                    self.empty(item.span, "no values in here");
                }
                Some(Members::Values(items.iter().filter_map(|item| self.leaf(item)).collect()))
            }
            _ => {
                self.problems.push(read::wrong_type(self.key, "groups, or lists of values", item));
                None
            }
        }
    }

    fn leaf(&mut self, item: &Item) -> Option<Spanned<String>> {
        let value = match read::text(self.key, item) {
            Ok(value) => value,
            Err(problem) => {
                self.problems.push(problem);
                return None;
            }
        };
        if !self.values.insert(value.value.clone()) {
            self.twice("value", &value, "a value climbs on one way only");
        }
        Some(value)
    }

    fn twice(&mut self, what: &str, name: &Spanned<String>, why: &str) {
        let problem = Problem::error(
            code::DUPLICATE,
            format!("the {what} `{name}` appears twice in the tree"),
        )
        .at(name.span, "again here")
        .with_help(format!("{why}: remove or rename one of the two"));
        self.problems.push(problem);
    }

    fn empty(&mut self, span: Option<Span>, label: &str) {
        let problem = Problem::error(code::OUT_OF_RANGE, "a group without members")
            .at(span, label)
            .with_help(format!("for example `{} = {}`", self.key.name, self.key.example));
        self.problems.push(problem);
    }
}
