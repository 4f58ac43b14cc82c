//! How unlike categories are for microaggregation: by their hierarchy, where they have one.

use super::Dissimilarity;
use crate::perturb::Plain;
use crate::step::StepContext;
use ridotto_core::{Code, Hierarchy};
use ridotto_release::hierarchy::builder;
use ridotto_table::{Column, Table};
use std::collections::BTreeMap;

/// More categories are told apart, and nothing else: a table of all pairs would be too large.
const MOST: usize = 512;

/// Of each attribute that has categories and a hierarchy of more than `*`, by its place: two of them
/// are as unlike as the share of the hierarchy's height at which they meet.
///
/// A hierarchy that does not fit the values as they are now says nothing: it may be about what a later
/// step makes of them.
pub(super) fn by_hierarchy(
    context: &StepContext,
    table: &Table,
    columns: &[Plain],
) -> BTreeMap<usize, Dissimilarity> {
    let of = |(at, plain): (usize, &Plain)| {
        let categories = plain.texts.len();
        let name = &*plain.column.name;
        let attribute = context.policy().attribute(name).filter(|it| it.hierarchy.is_some())?;
        let Column::Coded { codes, dictionary, .. } = &table.columns[context.place(name)] else {
            return None;
        };
        if !(2..=MOST).contains(&categories) {
            return None;
        }
        let counts = codes.histogram(dictionary.len());
        let builder = builder(attribute.hierarchy.as_ref()?, context.folder()).ok()?;
        let is_missing = |text: &str| context.is_missing(text);
        let fits = builder.compile(name, dictionary, &counts, &is_missing);
        let hierarchy = fits.ok().filter(|hierarchy| hierarchy.height() > 1)?;
        Some((at, Dissimilarity::from_function(categories, |a, b| unlike(&hierarchy, a, b))))
    };
    columns.iter().enumerate().filter_map(of).collect()
}

/// The share of the height at which two values meet.
fn unlike(hierarchy: &Hierarchy, a: Code, b: Code) -> f64 {
    let height = hierarchy.height();
    let meets = |&level: &usize| {
        let map = hierarchy.map(level);
        map[a as usize] == map[b as usize]
    };
    (0..=height).find(meets).unwrap_or(height) as f64 / height as f64
}
