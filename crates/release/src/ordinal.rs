//! Attributes whose values somebody put in an order.
//!
//! They are read as texts, and then their dictionary is put in the order that the policy says: from
//! there on their codes are ranks, and whatever goes by order (closeness, swapping by rank, medians,
//! top coding, distances of linkage) goes by that one.

use crate::{Error, hierarchy};
use ridotto_core::count::counted;
use ridotto_core::hierarchy::{Builder, Tree};
use ridotto_core::{Code, Dictionary, Reading};
use ridotto_policy::{Attribute, Order, Policy, Problem};
use ridotto_table::{Column, Table};
use std::path::Path;

/// Gives the values of an attribute in their order; `None` if it is not ordinal.
pub type OrderOf<'a> = dyn Fn(&Attribute) -> Result<Option<Vec<String>>, Error> + 'a;

/// What becomes of a value that has no place in the order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outside {
    /// It is an error: somebody forgot it.
    Refused,
    /// It counts as missing: an error would tell that somebody has it.
    Missing,
}

impl Outside {
    /// As a policy needs it: nothing may be refused because of one record where the file is to be private.
    pub fn of(policy: &Policy, is_private: bool) -> Self {
        if is_private || policy.private_file().is_some() { Self::Missing } else { Self::Refused }
    }
}

/// Puts the ordinal columns of a table in the order that `order_of` gives for them.
pub fn put_in_order(
    policy: &Policy,
    table: &mut Table,
    order_of: &OrderOf<'_>,
) -> Result<(), Error> {
    put_in_order_with(policy, table, order_of, Outside::Refused)
}

/// The same, with what becomes of values outside.
pub fn put_in_order_with(
    policy: &Policy,
    table: &mut Table,
    order_of: &OrderOf<'_>,
    outside: Outside,
) -> Result<(), Error> {
    let mut problems = Vec::new();
    for attribute in &policy.attributes {
        let Some(order) = order_of(attribute)? else { continue };
        let Some(at) = table.names.iter().position(|name| *name == *attribute.name) else {
            continue;
        };
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { continue };
        let reading = Reading::of_order(order);
        let counts = codes.histogram(dictionary.len());
        let problem = not_in_order(attribute, dictionary, &reading, &counts);
        if let (Some(problem), Outside::Refused) = (problem, outside) {
            problems.push(problem);
            continue;
        }
        let is_known = |text: &&str| reading.order.iter().any(|value| value == text);
        let labels =
            (0..dictionary.len() as Code).map(|code| dictionary.text(code).filter(is_known));
        let (ordered, new) = Dictionary::of_labels(labels, &reading);
        let column = std::mem::replace(&mut table.columns[at], Column::Skipped);
        table.columns[at] = column.relabelled(ordered, &new);
    }
    if problems.is_empty() { Ok(()) } else { Err(policy.error(problems).into()) }
}

/// The values of an ordinal attribute from the first to the last, as the policy in this folder says;
/// `None` if it is not ordinal.
pub fn order(folder: &Path, attribute: &Attribute) -> Result<Option<Vec<String>>, Error> {
    let values = match attribute.order.as_ref().map(|order| &order.value) {
        None => return Ok(None),
        Some(Order::Listed(values)) => return Ok(Some(values.clone())),
        Some(Order::Hierarchy) => {
            let Some(hierarchy) = &attribute.hierarchy else { return Ok(None) };
            match hierarchy::builder(&hierarchy.value, folder)? {
                Builder::Table(rows) => {
                    rows.into_iter().filter_map(|row| row.cells.into_iter().next()).collect()
                }
                Builder::Groups(trees) => {
                    let mut values = Vec::new();
                    for tree in &trees {
                        leaves(tree, &mut values);
                    }
                    values
                }
                _ => Vec::new(),
            }
        }
    };
    Ok(Some(values))
}

fn leaves(tree: &Tree, into: &mut Vec<String>) {
    match tree {
        Tree::Leaf(value) => into.push(value.clone()),
        Tree::Node(_, children) => children.iter().for_each(|child| leaves(child, into)),
    }
}

/// Values that have no place in the order.
fn not_in_order(
    attribute: &Attribute,
    dictionary: &Dictionary,
    reading: &Reading,
    counts: &[u64],
) -> Option<Problem> {
    let known = |text: &str| reading.order.iter().any(|value| value == text);
    let lacking: Vec<Code> = (0..dictionary.len() as Code)
        .filter(|&code| dictionary.text(code).is_some_and(|text| !known(text)))
        .collect();
    let rows: u64 = lacking.iter().map(|&code| counts[code as usize]).sum();
    (!lacking.is_empty()).then(|| {
        let values = counted(lacking.len() as u64, "value", "values");
        let rows = counted(rows, "record", "records");
        let message =
            format!("{values} of `{}`, in {rows}, have no place in its order", attribute.name);
        Problem::error("bind::order", message)
            .at(attribute.order.as_ref().and_then(|order| order.span), "not all values are here")
            .with_help("values are compared letter by letter; list every value that the data have")
    })
}
