//! The lattice of generalisations, by what was found out about each node.
//!
//! A lattice of few nodes is drawn node by node with the steps between them. A larger one is drawn
//! as one column for each height: what share of the nodes at that height is known to hold.

use super::drawing::{Anchor, Drawing, Mark, Width};
use super::plot::{Key, Plot, legend, legend_height};
use super::scale::{Scale, share_label};
use super::{Chart, Table, framed, nothing};
use crate::text::grouped;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Which generalisations there are, and what is known about them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Lattice {
    /// The quasi-identifiers, in the order of levels.
    pub attributes: Vec<String>,
    /// Every node, where there are few enough to list. May be empty if `layers` are given.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<LatticeNode>,
    /// How many nodes of each height have which outcome, where there are too many to list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub layers: Vec<LatticeLayer>,
    /// The levels that were chosen; empty if none.
    pub chosen: Vec<u8>,
}

/// One combination of levels.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatticeNode {
    /// One level for each attribute.
    pub levels: Vec<u8>,
    /// What is known about it.
    pub outcome: Outcome,
}

/// What is known about a node.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// Every requirement holds there.
    Holds,
    /// Some requirement does not.
    Fails,
    /// It was not looked at: it could not be better than what was found.
    #[default]
    Skipped,
}

/// The nodes of one height: those whose levels have the same sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LatticeLayer {
    /// The sum of levels.
    pub height: u32,
    /// Nodes where every requirement holds.
    pub holds: u64,
    /// Nodes where one does not.
    pub fails: u64,
    /// Nodes that were not looked at.
    pub skipped: u64,
}

/// Lattices of up to so many nodes, and so many in one layer, are drawn node by node.
const MOST_NODES: usize = 120;
const MOST_COLUMNS: usize = 40;

fn height(levels: &[u8]) -> u32 {
    levels.iter().map(|&level| u32::from(level)).sum()
}

impl Lattice {
    /// The layers as given, or counted from the nodes.
    fn layers(&self) -> Vec<LatticeLayer> {
        let mut layers: BTreeMap<u32, LatticeLayer> = BTreeMap::new();
        if self.nodes.is_empty() {
            for layer in &self.layers {
                let sum = layers.entry(layer.height).or_default();
                sum.holds = sum.holds.saturating_add(layer.holds);
                sum.fails = sum.fails.saturating_add(layer.fails);
                sum.skipped = sum.skipped.saturating_add(layer.skipped);
            }
        }
        for node in &self.nodes {
            let sum = layers.entry(height(&node.levels)).or_default();
            match node.outcome {
                Outcome::Holds => sum.holds += 1,
                Outcome::Fails => sum.fails += 1,
                Outcome::Skipped => sum.skipped += 1,
            }
        }
        layers.into_iter().map(|(height, sum)| LatticeLayer { height, ..sum }).collect()
    }

    fn total(&self) -> LatticeLayer {
        self.layers().iter().fold(LatticeLayer::default(), |sum, layer| LatticeLayer {
            height: 0,
            holds: sum.holds.saturating_add(layer.holds),
            fails: sum.fails.saturating_add(layer.fails),
            skipped: sum.skipped.saturating_add(layer.skipped),
        })
    }

    /// The nodes by height, if they are few enough to be drawn one by one.
    fn rows(&self, width: Width) -> Option<Vec<Vec<&LatticeNode>>> {
        if self.nodes.is_empty() || self.nodes.len() > MOST_NODES {
            return None;
        }
        let mut rows: BTreeMap<u32, Vec<&LatticeNode>> = BTreeMap::new();
        for node in &self.nodes {
            rows.entry(height(&node.levels)).or_default().push(node);
        }
        let mut rows: Vec<_> = rows.into_values().rev().collect();
        for row in &mut rows {
            row.sort_by(|a, b| a.levels.cmp(&b.levels));
        }
        let widest = rows.iter().map(Vec::len).max().unwrap_or(0);
        (widest <= width.pick(15, 7) && rows.len() <= 24).then_some(rows)
    }

    fn draw(&self, width: Width) -> Drawing {
        match self.rows(width) {
            Some(rows) => self.draw_nodes(width, &rows),
            None => self.draw_layers(width),
        }
    }

    fn draw_nodes(&self, width: Width, rows: &[Vec<&LatticeNode>]) -> Drawing {
        let keys = [
            Key::Mark(Mark::Circle, "good", "holds"),
            Key::Mark(Mark::Cross, "bad", "does not hold"),
            Key::Mark(Mark::Square, "skipped", "not looked at"),
            Key::Mark(Mark::Ring, "ring", "chosen"),
        ];
        let head = legend_height(width, &keys) + 14.0;
        let tall = 46.0;
        let mut drawing = Drawing::new(width, head + rows.len() as f64 * tall + 16.0);
        legend(&mut drawing, 2.0, &keys);
        let side = 70.0;
        drawing.text((0.0, head + 2.0), Anchor::Start, "axis-name", "coarser ↑");
        let room = drawing.width - side;
        let mut places: BTreeMap<&[u8], (f64, f64)> = BTreeMap::new();
        for (at, row) in rows.iter().enumerate() {
            let y = head + (at as f64 + 0.35) * tall;
            for (column, node) in row.iter().enumerate() {
                let x = side + (column as f64 + 0.5) * room / row.len() as f64;
                places.insert(&node.levels, (x, y));
            }
            let name = format!("height {}", height(&row[0].levels));
            drawing.text((0.0, y + 20.0), Anchor::Start, "tick", &name);
        }
        for (levels, &from) in &places {
            for at in 0..levels.len() {
                let mut coarser = levels.to_vec();
                coarser[at] = coarser[at].saturating_add(1);
                if let Some(&to) = places.get(coarser.as_slice()) {
                    drawing.line(from, to, "edge");
                }
            }
        }
        let crowded = rows.iter().any(|row| room / (row.len() as f64) < 44.0);
        for node in rows.iter().flatten() {
            let (x, y) = places[node.levels.as_slice()];
            let (mark, class) = match node.outcome {
                Outcome::Holds => (Mark::Circle, "good"),
                Outcome::Fails => (Mark::Cross, "bad"),
                Outcome::Skipped => (Mark::Square, "skipped"),
            };
            drawing.mark(mark, (x, y), 5.0, class);
            let chosen = node.levels == self.chosen;
            if chosen {
                drawing.mark(Mark::Ring, (x, y), 10.0, "ring");
            }
            if chosen || !crowded {
                let text: Vec<String> = node.levels.iter().map(ToString::to_string).collect();
                let class = if chosen { "label strong" } else { "tick" };
                drawing.text((x, y + 22.0), Anchor::Middle, class, &text.join(" "));
            }
        }
        drawing
    }

    fn draw_layers(&self, width: Width) -> Drawing {
        let layers = self.layers();
        if layers.is_empty() {
            return nothing(width, "There is no lattice: nothing was generalised by levels.");
        }
        let every = layers.len().div_ceil(MOST_COLUMNS);
        let keys = [
            Key::Box("one", "holds"),
            Key::Box("before", "does not hold"),
            Key::Box("skipped", "not looked at"),
            Key::Mark(Mark::Ring, "ring", "height of the chosen node"),
        ];
        let head = legend_height(width, &keys) + 26.0;
        let mut drawing = Drawing::new(width, head + 246.0);
        legend(&mut drawing, 2.0, &keys);
        let plot = Plot::inside(&drawing, head);
        let up = Scale::linear((0.0, 1.0), plot.upward());
        let rows = [0.0, 0.25, 0.5, 0.75, 1.0];
        plot.rows(&mut drawing, &up, &rows, share_label, "share of the nodes of a height");
        let chosen = (!self.chosen.is_empty()).then(|| height(&self.chosen));
        let columns: Vec<&[LatticeLayer]> = layers.chunks(every).collect();
        let slot = (plot.right - plot.left) / columns.len() as f64;
        for (at, column) in columns.iter().enumerate() {
            let sum = |count: fn(&LatticeLayer) -> u64| {
                column.iter().map(|layer| count(layer) as f64).sum::<f64>()
            };
            let parts = [
                ("one", sum(|one| one.holds)),
                ("before", sum(|one| one.fails)),
                ("skipped", sum(|one| one.skipped)),
            ];
            let total = parts.iter().map(|part| part.1).sum::<f64>().max(1.0);
            let (x, mut below) = (plot.left + at as f64 * slot, 0.0);
            for (class, count) in parts.into_iter().filter(|part| part.1 > 0.0) {
                let (y, bottom) = (up.place((below + count) / total), up.place(below / total));
                drawing.rectangle(x + slot * 0.08, y, slot * 0.84, bottom - y, class);
                below += count;
            }
            let holds_chosen = |layer: &LatticeLayer| Some(layer.height) == chosen;
            if column.iter().any(holds_chosen) {
                drawing.mark(Mark::Ring, (x + slot / 2.0, plot.top - 10.0), 5.0, "ring");
            }
        }
        let middle = |at: usize| plot.left + (at as f64 + 0.5) * slot;
        let labels = columns
            .iter()
            .enumerate()
            .map(|(at, column)| (middle(at), column[0].height.to_string()));
        plot.columns(&mut drawing, labels, "height: the sum of levels, coarser to the right");
        drawing
    }
}

impl Chart for Lattice {
    fn identifier(&self) -> &'static str {
        "lattice"
    }

    fn title(&self) -> String {
        "The generalisations that were possible".into()
    }

    fn shows(&self) -> String {
        let names: Vec<&str> = self.attributes.iter().map(String::as_str).collect();
        format!("Every combination of levels of {}, and what is known about it.", names.join(", "))
    }

    fn reading(&self) -> String {
        "A node has one level for each attribute; 0 is the value itself, and its height is the sum \
         of the levels. Fine generalisations, of low height, mostly fail; coarse ones mostly hold. \
         Nodes were not looked at where others had shown that they cannot be better."
            .into()
    }

    fn description(&self) -> String {
        let total = self.total();
        let LatticeLayer { holds, fails, skipped, .. } = total;
        let (holds, fails, skipped) = (grouped(holds), grouped(fails), grouped(skipped));
        format!("Of the nodes {holds} hold, {fails} do not, and {skipped} were not looked at.")
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["height", "hold", "do not hold", "not looked at"]);
        for layer in self.layers() {
            let counts = [layer.holds, layer.fails, layer.skipped].map(grouped);
            let [holds, fails, skipped] = counts;
            table.push([layer.height.to_string(), holds, fails, skipped]);
        }
        table.limited(300)
    }

    fn svg(&self, width: Width) -> String {
        framed(self, width, &self.draw(width))
    }
}

#[cfg(test)]
mod tests;
