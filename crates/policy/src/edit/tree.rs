//! Changes of the tree of values.

use super::{Change, Step};
use ridotto_catalogue::{Item, Spanned, Written};

/// The tree with these changes, one after the other.
pub(super) fn changed(tree: &Item, changes: &[Change]) -> Item {
    let mut tree = tree.clone();
    for change in changes {
        match change {
            Change::Set { table, key, value } => set(at(&mut tree, table), key, value.clone()),
            Change::Remove { table, key } => {
                if let Written::Table(fields) = &mut at(&mut tree, table).value {
                    fields.retain(|(name, _)| name.value != *key);
                }
            }
            Change::Add { list, table } => add(&mut tree, list, table.clone()),
        }
    }
    tree
}

/// The table at the end of a path; tables that are not there are made.
fn at<'a>(tree: &'a mut Item, path: &[Step]) -> &'a mut Item {
    path.iter().fold(tree, |item, step| match step {
        Step::Key(key) => {
            if !matches!(item.value, Written::Table(_)) {
                *item = empty();
            }
            let Written::Table(fields) = &mut item.value else { unreachable!("made above") };
            let place = fields.iter().position(|(name, _)| name.value == *key);
            let place = place.unwrap_or_else(|| {
                fields.push((Spanned::assumed(key.clone()), empty()));
                fields.len() - 1
            });
            &mut fields[place].1
        }
        Step::At(at) => {
            if !matches!(&item.value, Written::List(items) if *at < items.len()) {
                *item = Item::new(Written::List(vec![empty(); at + 1]));
            }
            let Written::List(items) = &mut item.value else { unreachable!("made above") };
            &mut items[*at]
        }
    })
}

fn empty() -> Item {
    Item::new(Written::Table(Vec::new()))
}

fn set(table: &mut Item, key: &str, value: Item) {
    let Written::Table(fields) = &mut table.value else { return };
    match fields.iter_mut().find(|(name, _)| name.value == key) {
        Some((_, old)) => *old = value,
        None => fields.push((Spanned::assumed(key.to_owned()), value)),
    }
}

fn add(tree: &mut Item, list: &str, table: Item) {
    let Written::Table(fields) = &mut tree.value else { return };
    match fields.iter_mut().find(|(name, _)| name.value == list) {
        Some((_, Item { value: Written::List(items), .. })) => items.push(table),
        Some((_, other)) => *other = vec![table].into(),
        None => fields.push((Spanned::assumed(list.to_owned()), vec![table].into())),
    }
}
