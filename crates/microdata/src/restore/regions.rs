//! Saved regions as classes of cells, for records that lie in no region.
//!
//! A cut asks on which side a value is, and a date or a postcode that was never seen is on none where a
//! hierarchy put the values in a row. But the regions are classes with labels, and whether a label holds
//! a value is known without a place in the row: a builder says so, or the label is a range. So these
//! records are placed as those are that no class of cells holds.

use ridotto_micro::local::cell::{CellAttribute, CellRecoding};
use ridotto_micro::local::mondrian::{Region, Regions, Side};
use std::collections::{BTreeSet, HashMap};

/// The regions as classes, in the order of the groups that [`Regions::apply`] makes.
pub(super) fn as_classes(regions: &Regions) -> CellRecoding {
    let each = || regions.sides.iter().enumerate();
    let merged: Vec<Merged> = each().map(|(_, side)| Merged::new(side)).collect();
    let mut shown = vec![BTreeSet::new(); regions.sides.len()];
    let mut groups = vec![Vec::new(); regions.sides.len()];
    let whole = |side: &Side| (0, (side.values.len() as u32).saturating_sub(1));
    let mut open = vec![(0, regions.sides.iter().map(whole).collect::<Vec<_>>())];
    while let Some((at, within)) = open.pop() {
        match &regions.regions[at] {
            Region::Cut { side, last, right } => {
                let (mut left, mut others) = (within.clone(), within);
                left[*side].1 = *last;
                others[*side].0 = (last + 1).min(others[*side].1);
                open.push((*right, others));
                // The left side is next, as it was when they were numbered.
                open.push((at + 1, left));
            }
            Region::Group(labels) => {
                for (at, side) in each() {
                    let label = merged[at].place[labels[at] as usize];
                    groups[at].push(label);
                    // Whether a range holds a value is seen without knowing who was in it.
                    let (first, last) = within[at];
                    if !side.ordered && !side.values.is_empty() {
                        shown[at].extend((first..=last).map(|value| (value, label)));
                    }
                }
            }
        }
    }
    let attribute = |((side, merged), groups): ((&Side, Merged), Vec<u32>)| CellAttribute {
        values: side.values.clone(),
        labels: merged.labels,
        groups,
    };
    let attributes = regions.sides.iter().zip(merged).zip(groups).map(attribute).collect();
    CellRecoding::of_classes(attributes, shown)
}

/// The labels of a side, each once: an ancestor is the label of many regions.
struct Merged {
    labels: Vec<Option<String>>,
    /// The place of each of the side's labels.
    place: Vec<u32>,
}

impl Merged {
    fn new(side: &Side) -> Self {
        let (mut labels, mut known) = (Vec::new(), HashMap::new());
        let place = side.labels.iter().map(|label| {
            *known.entry(label).or_insert_with(|| {
                labels.push(label.clone());
                labels.len() as u32 - 1
            })
        });
        let place = place.collect();
        Self { labels, place }
    }
}
