//! Two columns made comparable, whatever labels stand in the released one.
//!
//! Equal labels stay equal: a record of a class of five is as near as the four others, so nobody is
//! singled out by chance. Categories of a hierarchy are the nearer the lower their common ancestor is. A
//! group of categories is as far from a value as one of its members drawn by chance would be on the
//! average; a range of numbers is its middle.

use crate::linkage::{Attribute as By, Difference};
use crate::utility::Attribute;
use crate::{Series, Values};
use ridotto_core::Code;

/// The most values and labels of which a table of distances is made.
const MOST: usize = 1_500;

/// An attribute of both files, to be compared.
#[derive(Clone, Debug)]
pub(crate) struct Likened {
    /// The column of the people.
    pub from: Series,
    /// The column of the release.
    pub to: Series,
    /// How they differ, if not as such columns usually do.
    difference: Option<Difference>,
    /// Both as columns that agree or not: a value agrees with the finest label that holds it.
    pub agreeing: (Series, Series),
}

impl Likened {
    /// Both columns of an attribute; the seed is for numbers whose label says nothing of them.
    pub fn new(attribute: &Attribute, seed: u64) -> Self {
        let plain = (attribute.column_before(), attribute.column_after(seed));
        let has_groups = has_groups(attribute);
        if !has_groups && (attribute.domain.ordered || !attribute.domain.has_tree()) {
            let (from, to) = plain.clone();
            return Self { from, to, difference: None, agreeing: plain };
        }
        let agreeing = if has_groups { agreeing(attribute) } else { plain.clone() };
        let size = attribute.domain.values.max(attribute.labels.len());
        if attribute.domain.is_numeric() {
            let (from, to) = plain;
            return Self { from, to, difference: None, agreeing };
        }
        if size > MOST {
            // Too many for a table: a value and a label agree or not. What was drawn from a group would
            // make equal labels differ, and single people out who hide in a class.
            let (from, to) = agreeing.clone();
            return Self { from, to, difference: None, agreeing };
        }
        let readable = |label: &Option<Code>| {
            label.filter(|&label| attribute.labels[label as usize].members_count() > 0)
        };
        let from = categories(attribute, attribute.before.clone(), size);
        let to = categories(attribute, attribute.after.iter().map(readable).collect(), size);
        let difference = Some(Difference::Table(table(attribute, size)));
        Self { from, to, difference, agreeing }
    }

    /// A column with itself.
    pub fn with_itself(attribute: &Attribute) -> Self {
        let own = attribute.column_before();
        let agreeing = (own.clone(), own.clone());
        Self { from: own.clone(), to: own, difference: None, agreeing }
    }

    /// The attribute to link by.
    pub fn by(&self) -> By<'_> {
        let by = By::new(&self.from, &self.to);
        match &self.difference {
            Some(difference) => by.by(difference.clone()),
            None => by,
        }
    }
}

/// Whether a label that occurs stands for several values.
fn has_groups(attribute: &Attribute) -> bool {
    let mut occurring = attribute.labels.iter().zip(&attribute.counts);
    occurring.any(|(label, &count)| count > 0 && label.members_count() > 1)
}

fn categories(attribute: &Attribute, codes: Vec<Option<Code>>, categories: usize) -> Series {
    let values = Values::Categories { codes, categories, ordered: false };
    Series { name: attribute.name.clone(), values }
}

/// How far each value (row) is from each label (column).
fn table(attribute: &Attribute, size: usize) -> Vec<f64> {
    let mut table = vec![1.0; size * size];
    for (at, label) in attribute.labels.iter().enumerate() {
        let members = label.members_count().max(1) as f64;
        for value in 0..attribute.domain.values as Code {
            let sum: f64 = label.codes().map(|member| attribute.domain.apart(value, member)).sum();
            table[value as usize * size + at] =
                if label.members_count() > 0 { sum / members } else { 1.0 };
        }
    }
    table
}

/// Values as the finest labels that hold them, and the labels.
fn agreeing(attribute: &Attribute) -> (Series, Series) {
    let mut order: Vec<usize> = (0..attribute.labels.len()).collect();
    order.sort_by_key(|&at| std::cmp::Reverse(attribute.labels[at].members_count()));
    let mut finest: Vec<Option<Code>> = vec![None; attribute.domain.values];
    for at in order.into_iter().filter(|&at| !attribute.labels[at].suppressed) {
        attribute.labels[at].codes().for_each(|value| finest[value as usize] = Some(at as Code));
    }
    let label = |value: &Option<Code>| value.and_then(|value| finest[value as usize]);
    let shown =
        |label: &Option<Code>| label.filter(|&label| !attribute.labels[label as usize].suppressed);
    let size = attribute.labels.len();
    (
        categories(attribute, attribute.before.iter().map(label).collect(), size),
        categories(attribute, attribute.after.iter().map(shown).collect(), size),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::linkage::distance::{Terms, link};
    use crate::utility::{Domain, Recoded};

    /// Four towns in two regions, each shown as the other one of its region.
    #[test]
    fn towns_of_a_region_are_nearer_than_others() {
        let mut domain = Domain::of_categories(4);
        domain.groups = vec![vec![0, 1, 2, 3], vec![0, 0, 1, 1], vec![0; 4]];
        let apart = [(0, 0), (0, 1), (0, 2)].map(|(one, other)| domain.apart(one, other));
        assert!(apart.iter().zip([0.0, 0.5, 1.0]).all(|(a, b)| (a - b).abs() < 1e-12), "{apart:?}");
        let rows = |codes: &[Code]| codes.iter().copied().map(Some).collect::<Vec<_>>();
        let labels: Vec<Recoded> = (0..4).map(|code| Recoded::value(code, f64::NAN)).collect();
        let linked = |domain: &Domain| {
            let (before, after) = (rows(&[0, 2]), rows(&[1, 3]));
            let parts =
                Attribute::from_parts("town", domain.clone(), before, after, labels.clone());
            let likened = Likened::new(&parts, 1);
            link(&[likened.by()], Terms::default()).expect("the columns fit").rate
        };
        assert!((linked(&domain) - 1.0).abs() < 1e-12);
        // Without the regions nobody is nearer than anybody.
        assert!((linked(&Domain::of_categories(4)) - 0.5).abs() < 1e-12);
    }
}
