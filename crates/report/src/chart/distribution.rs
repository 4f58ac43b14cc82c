//! Distributions before and after, as many small charts, the most damaged first.

use super::drawing::{Anchor, Drawing, Width, fitted, text_width};
use super::plot::{Key, legend, legend_height};
use super::{Chart, Table, framed, nothing};
use crate::text::{counted, grouped, percent};
use serde::{Deserialize, Serialize};
use std::cmp::Reverse;
use std::fmt;

/// The distributions of attributes, before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distributions {
    /// One for each attribute, in any order.
    pub attributes: Vec<Distribution>,
}

/// How often each value of an attribute occurs, before and after.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Distribution {
    /// The attribute's name.
    pub attribute: String,
    /// Whether the order of the bins means something, as it does for numbers and dates.
    pub ordered: bool,
    /// The bins. Both files must be counted in the same ones.
    pub bins: Vec<DistributionBin>,
    /// The damage, where it was measured in finer bins than these; else it is that of these.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub measured: Option<f64>,
}

/// A value, or an interval of values. Its `Debug` does not show the label.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DistributionBin {
    /// What it is called: **a value of the data**. Shown only in an internal page, and only if
    /// that is asked for; otherwise it is "value 1", "value 2" and so on by rank.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Records of the input.
    pub before: u64,
    /// Records of the output.
    pub after: u64,
}

impl fmt::Debug for DistributionBin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let label = if self.label.is_some() { "a label" } else { "no label" };
        write!(f, "DistributionBin({label}, {} before, {} after)", self.before, self.after)
    }
}

/// More bins than this are joined, and more charts are left to the table.
const MOST_BINS: usize = 12;
const MOST_PANELS: usize = 24;

fn joined(one: &DistributionBin, next: &DistributionBin) -> DistributionBin {
    DistributionBin {
        label: None,
        before: one.before.saturating_add(next.before),
        after: one.after.saturating_add(next.after),
    }
}

impl Distribution {
    /// The total variation distance of before and after: the share of records that would have to
    /// move to make one into the other. 0 is no damage, 1 is all. Where one side is empty, 1.
    pub fn damage(&self) -> f64 {
        if let Some(measured) = self.measured {
            return measured.clamp(0.0, 1.0);
        }
        let shares = self.shares();
        if self.total(|bin| bin.before) == 0.0 && self.total(|bin| bin.after) == 0.0 {
            return 0.0;
        }
        let apart: f64 = shares.iter().map(|(before, after)| (before - after).abs()).sum();
        let empty = self.total(|bin| bin.before) == 0.0 || self.total(|bin| bin.after) == 0.0;
        if empty { 1.0 } else { (apart / 2.0).min(1.0) }
    }

    fn total(&self, count: fn(&DistributionBin) -> u64) -> f64 {
        self.bins.iter().map(|bin| count(bin) as f64).sum()
    }

    fn shares(&self) -> Vec<(f64, f64)> {
        let before = self.total(|bin| bin.before).max(1.0);
        let after = self.total(|bin| bin.after).max(1.0);
        let share = |bin: &DistributionBin| (bin.before as f64 / before, bin.after as f64 / after);
        self.bins.iter().map(share).collect()
    }

    /// Values that have no order, by how often they were there before.
    fn ranked(&self) -> Self {
        let mut copy = self.clone();
        if !copy.ordered {
            copy.bins.sort_by_key(|bin| Reverse((bin.before, bin.after)));
        }
        copy
    }

    /// At most so many bins: neighbours joined if ordered, else the rarest in one.
    fn limited(&self, most: usize) -> Self {
        let mut copy = self.ranked();
        if copy.bins.len() <= most {
            return copy;
        }
        if copy.ordered {
            let every = copy.bins.len().div_ceil(most);
            let join = |bins: &[DistributionBin]| {
                let first = bins[0].clone();
                bins[1..].iter().fold(first, |one, next| joined(&one, next))
            };
            copy.bins = copy.bins.chunks(every).map(join).collect();
        } else {
            let rest = copy.bins.split_off(most - 1);
            let rest = rest.iter().fold(DistributionBin::default(), |one, next| joined(&one, next));
            copy.bins.push(DistributionBin { label: Some("all others".into()), ..rest });
        }
        copy
    }

    fn without_labels(mut self) -> Self {
        for bin in &mut self.bins {
            bin.label = None;
        }
        self
    }

    fn label(&self, at: usize) -> String {
        let word = if self.ordered { "interval" } else { "value" };
        self.bins[at].label.clone().unwrap_or_else(|| format!("{word} {}", at + 1))
    }
}

impl Distributions {
    /// What may be shown to those who may see the input, but did not ask for values.
    pub(crate) fn without_labels(&self) -> Self {
        // By rank first: the order of the file's values must not tell which is which.
        let bare = |one: &Distribution| one.ranked().without_labels();
        Self { attributes: self.attributes.iter().map(bare).collect() }
    }

    /// The most damaged first; equals by name.
    fn sorted(&self) -> Vec<Distribution> {
        let mut list: Vec<(f64, &Distribution)> =
            self.attributes.iter().map(|one| (one.damage(), one)).collect();
        list.sort_by(|a, b| b.0.total_cmp(&a.0).then_with(|| a.1.attribute.cmp(&b.1.attribute)));
        list.into_iter().map(|(_, one)| one.clone()).collect()
    }

    fn draw(&self, width: Width) -> Drawing {
        let all = self.sorted();
        if all.is_empty() {
            return nothing(width, "There is no attribute to compare.");
        }
        let panels = &all[..all.len().min(MOST_PANELS)];
        let keys = [Key::Box("before", "before"), Key::Box("after", "after")];
        let head = legend_height(width, &keys) + 10.0;
        let columns = width.pick(3, 2).min(panels.len().max(1));
        let (wide, tall, gap) = (width.units() / columns as f64, 142.0, 20.0);
        let lines = panels.len().div_ceil(columns);
        let left_out = all.len() - panels.len();
        let foot = if left_out > 0 { 42.0 } else { 20.0 };
        let mut drawing = Drawing::new(width, head + lines as f64 * tall + foot);
        legend(&mut drawing, 2.0, &keys);
        for (at, panel) in panels.iter().enumerate() {
            let x = (at % columns) as f64 * wide;
            let y = head + (at / columns) as f64 * tall;
            draw_panel(&mut drawing, panel, (x, y), (wide - gap, tall - 24.0));
        }
        let y = head + lines as f64 * tall + 8.0;
        let axes = "across: values or intervals; upward: share of the records";
        drawing.text((0.0, y), Anchor::Start, "axis-name", axes);
        if left_out > 0 {
            let text = format!("… and {left_out} more in the table");
            drawing.text((0.0, y + 22.0), Anchor::Start, "soft", &text);
        }
        drawing
    }
}

fn draw_panel(drawing: &mut Drawing, panel: &Distribution, (x, y): (f64, f64), size: (f64, f64)) {
    let damage = percent(panel.damage());
    let room = size.0 - text_width(&damage) - 8.0;
    drawing.text((x, y + 12.0), Anchor::Start, "label strong", &fitted(&panel.attribute, room));
    drawing.text((x + size.0, y + 12.0), Anchor::End, "soft", &damage);
    let (top, bottom) = (y + 22.0, y + size.1);
    let shares = panel.limited(MOST_BINS).shares();
    let highest = shares.iter().fold(0.01_f64, |most, pair| most.max(pair.0).max(pair.1));
    let slot = size.0 / shares.len().max(1) as f64;
    let bar = (slot * 0.42).min(22.0);
    for (at, &(before, after)) in shares.iter().enumerate() {
        let middle = x + (at as f64 + 0.5) * slot;
        for (share, left, class) in [(before, middle - bar, "before"), (after, middle, "after")] {
            if share > 0.0 {
                let height = (share / highest * (bottom - top)).max(1.0);
                drawing.rectangle(left, bottom - height, bar - 0.5, height, class);
            }
        }
    }
    drawing.line((x, bottom), (x + size.0, bottom), "axis");
}

impl Chart for Distributions {
    fn identifier(&self) -> &'static str {
        "distributions"
    }

    fn title(&self) -> String {
        "Distributions before and after".into()
    }

    fn shows(&self) -> String {
        "How often the values of each attribute occur, before and after; the most changed attribute \
         comes first."
            .into()
    }

    fn reading(&self) -> String {
        "The percentage is the total variation distance: the share of records that would have to \
         move to make one distribution into the other. Pairs of equal height are unharmed. Each \
         panel has its own vertical scale; values without an order stand by how frequent they were."
            .into()
    }

    fn description(&self) -> String {
        let all = self.sorted();
        let Some((first, last)) = all.first().zip(all.last()) else {
            return "An empty chart: there are no attributes.".into();
        };
        let count = counted(all.len() as u64, "small chart", "small charts");
        let (highest, lowest) = (percent(first.damage()), percent(last.damage()));
        format!(
            "{count} of paired bars, before and after. The most changed attribute is {} ({highest}), \
             the least changed {} ({lowest}).",
            first.attribute, last.attribute
        )
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["attribute", "change", "value", "before", "after"]);
        for one in self.sorted() {
            let (damage, shown) = (percent(one.damage()), one.limited(MOST_BINS));
            for (at, bin) in shown.bins.iter().enumerate() {
                let counts = (grouped(bin.before), grouped(bin.after));
                let name = one.attribute.clone();
                table.push([name, damage.clone(), shown.label(at), counts.0, counts.1]);
            }
        }
        table.limited(300)
    }

    fn svg(&self, width: Width) -> String {
        framed(self, width, &self.draw(width))
    }
}

#[cfg(test)]
mod tests;
