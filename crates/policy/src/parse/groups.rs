//! `{ groups = { … } }`: a tree of groups in the policy itself.

use super::reader::Reader;
use super::value::{self, Item, all, wrong_type};
use crate::code;
use crate::hierarchy::{Group, Members};
use crate::language::Key;
use ridotto_catalogue::{Problem, Span, Spanned};
use std::collections::BTreeSet;
use toml::de::{DeTable, DeValue};

/// The whole tree, in the order written.
pub(super) fn groups(at: &mut Reader<'_>) -> Option<Vec<Group>> {
    let (key, item) = at.item("groups")?;
    let DeValue::Table(table) = item.get_ref() else {
        at.report(wrong_type(key, "a table of groups", item));
        return None;
    };
    let mut tree = Tree { key, at, groups: BTreeSet::new(), values: BTreeSet::new() };
    tree.branch(table, value::span(item))
}

/// What is being read, and the names seen so far.
struct Tree<'t, 'r> {
    key: &'static Key,
    at: &'t mut Reader<'r>,
    groups: BTreeSet<String>,
    values: BTreeSet<String>,
}

impl Tree<'_, '_> {
    fn branch(&mut self, table: &DeTable<'_>, span: Span) -> Option<Vec<Group>> {
        if table.is_empty() {
            self.empty(span, "no groups in here");
        }
        let mut named: Vec<_> = table.iter().collect();
        named.sort_by_key(|(name, _)| name.span().start);
        all(named.into_iter().map(|(name, item)| {
            let name = Spanned::written(name.get_ref().to_string(), name.span());
            if !self.groups.insert(name.value.clone()) {
                self.twice("group", &name, "groups of one name could not be told apart");
            }
            let members = self.members(item)?;
            Some(Group { name, members })
        }))
    }

    fn members(&mut self, item: &Item<'_>) -> Option<Members> {
        match item.get_ref() {
            DeValue::Table(table) => self.branch(table, value::span(item)).map(Members::Groups),
            DeValue::Array(items) => {
                if items.is_empty() {
                    self.empty(value::span(item), "no values in here");
                }
                all(items.iter().map(|item| self.leaf(item))).map(Members::Values)
            }
            _ => {
                let problem = wrong_type(self.key, "groups, or lists of values", item);
                self.at.report(problem);
                None
            }
        }
    }

    fn leaf(&mut self, item: &Item<'_>) -> Option<Spanned<String>> {
        let value = self.at.keep(value::text(self.key, item))?;
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
        self.at.report(problem);
    }

    fn empty(&mut self, span: Span, label: &str) {
        let problem = Problem::error(code::OUT_OF_RANGE, "a group without members")
            .at(span, label)
            .with_help(format!("for example `groups = {}`", self.key.example));
        self.at.report(problem);
    }
}
