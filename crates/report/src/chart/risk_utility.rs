//! The risk-utility map: every configuration that was tried, and which of them nothing beats.
//!
//! G. T. Duncan, S. A. Keller-McNulty, S. L. Stokes (2001): Disclosure risk vs. data utility: the
//! R-U confidentiality map.

use super::drawing::{Anchor, Drawing, Mark, Width, fitted, text_width};
use super::plot::{Key, Plot, legend, legend_height};
use super::scale::{Scale, share_label, ticks};
use super::{Chart, Table, framed, nothing};
use crate::text::{counted, percent};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Configurations by risk and loss.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskUtilityMap {
    /// What was tried.
    pub points: Vec<RiskUtilityPoint>,
    /// Which of them is proposed.
    pub proposed: Option<usize>,
    /// Whether they are ways to protect tables: then risk is what is left to guess of sensitive cells, and loss
    /// what cells lose.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_of_tables: bool,
}

/// What the axes and the figures are called.
struct Words {
    title: &'static str,
    shows: &'static str,
    one: &'static str,
    many: &'static str,
    risk: &'static str,
    loss: &'static str,
    beaten: &'static str,
    nothing: &'static str,
}

const OF_RECORDS: Words = Words {
    title: "The risk-utility map",
    shows: "Every configuration that was tried, by disclosure risk and information loss.",
    one: "configuration",
    many: "configurations",
    risk: "disclosure risk",
    loss: "information loss",
    beaten: "What is above it costs more than it need.",
    nothing: " A square promises nothing: its risk was measured, and is not bounded.",
};

const OF_TABLES: Words = Words {
    title: "The map of cost and residual risk",
    shows: "Every method that was tried, by what is left to guess of sensitive cells and by what cells cost that are hidden, merged or wrong.",
    one: "method",
    many: "methods",
    risk: "residual risk: sensitive cells that are guessed",
    loss: "cost: what cells lose",
    beaten: "What is above it loses more cells than it need.",
    nothing: " A square promises nothing: the policy has no rule that says which cells are sensitive.",
};

/// A configuration.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct RiskUtilityPoint {
    /// A short name, such as `mondrian, k = 5`. No value of the data, and no seed.
    pub name: String,
    /// Its number where it has one that people choose it by; else 0, and points are counted.
    #[serde(default)]
    pub number: u64,
    /// Disclosure risk, 0 to 1.
    pub risk: f64,
    /// Information loss, 0 to 1.
    pub loss: f64,
    /// What its release attains of what is required.
    #[serde(default)]
    pub promise: Promise,
    /// Whether it is of a sample of the records, and not of all.
    #[serde(default)]
    pub is_sample: bool,
}

/// What the release of a configuration attains of what a policy requires. A small risk is a
/// measurement, and no promise.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Promise {
    /// Nothing was required, so nothing is promised.
    #[default]
    Nothing,
    /// All of it.
    Attained,
    /// Less than all of it.
    Lacking,
}

impl Promise {
    /// In a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Nothing => "promises nothing",
            Self::Attained => "attains what is required",
            Self::Lacking => "attains less than is required",
        }
    }

    /// The mark of a point that does, or does not, lie on the frontier, with its class and its size.
    fn mark(self, on_frontier: bool) -> (Mark, &'static str, f64) {
        match (self, on_frontier) {
            (Self::Attained, true) => (Mark::Diamond, "point", 4.4),
            (Self::Attained, false) => (Mark::Circle, "hollow", 3.6),
            (Self::Lacking, true) => (Mark::Cross, "bad", 5.0),
            (Self::Lacking, false) => (Mark::Cross, "bad", 3.4),
            (Self::Nothing, true) => (Mark::Square, "hollow", 4.8),
            (Self::Nothing, false) => (Mark::Square, "hollow", 3.2),
        }
    }
}

impl RiskUtilityPoint {
    /// Its mark: what is of a sample has a shape of its own, unless it attains too little.
    fn mark(&self, on_frontier: bool) -> (Mark, &'static str, f64) {
        match (self.is_sample, self.promise) {
            (true, Promise::Attained | Promise::Nothing) => {
                (Mark::Triangle, "hollow", if on_frontier { 5.0 } else { 3.6 })
            }
            (_, promise) => promise.mark(on_frontier),
        }
    }

    fn is_known(&self) -> bool {
        self.risk.is_finite() && self.loss.is_finite()
    }
}

impl RiskUtilityMap {
    fn words(&self) -> &'static Words {
        if self.is_of_tables { &OF_TABLES } else { &OF_RECORDS }
    }
}

/// Of the dots in a cell of this size only one is drawn, so that a million points make a picture.
const CELL: f64 = 10.0;

impl RiskUtilityMap {
    /// The points that no other beats: none has less risk without more loss. By risk; of equal
    /// points the first.
    pub fn frontier(&self) -> Vec<usize> {
        self.unbeaten(|_| true)
    }

    /// The same among those that attain what is required, or of which nothing is: what one can choose
    /// from.
    pub fn choices(&self) -> Vec<usize> {
        self.unbeaten(|one| one.promise != Promise::Lacking)
    }

    /// Whether nothing is known of the whole: then the points of the sample are all there is.
    fn is_of_sample(&self) -> bool {
        self.points.iter().filter(|one| one.is_known()).all(|one| one.is_sample)
    }

    /// A sample loses more than the whole, so that the two are not compared.
    fn unbeaten(&self, counts: impl Fn(&RiskUtilityPoint) -> bool) -> Vec<usize> {
        let is_of_sample = self.is_of_sample();
        let is_in = |at: &usize| {
            let one = &self.points[*at];
            one.is_known() && counts(one) && one.is_sample == is_of_sample
        };
        let mut order: Vec<usize> = (0..self.points.len()).filter(is_in).collect();
        order.sort_by(|&a, &b| {
            let (one, other) = (&self.points[a], &self.points[b]);
            one.risk.total_cmp(&other.risk).then(one.loss.total_cmp(&other.loss)).then(a.cmp(&b))
        });
        let mut least = f64::INFINITY;
        order.retain(|&at| {
            let better = self.points[at].loss < least;
            least = least.min(self.points[at].loss);
            better
        });
        order
    }

    pub(crate) fn proposed_point(&self) -> Option<&RiskUtilityPoint> {
        self.points.get(self.proposed?).filter(|point| point.is_known())
    }

    /// How many points of a promise there are.
    pub(crate) fn count(&self, promise: Promise) -> usize {
        self.points.iter().filter(|one| one.is_known() && one.promise == promise).count()
    }

    /// How many points are of a sample.
    fn sampled(&self) -> usize {
        self.points.iter().filter(|one| one.is_known() && one.is_sample).count()
    }

    /// The number by which a point is chosen; its place on the frontier if it has none.
    fn number(&self, at: usize, place: usize) -> String {
        let number = self.points[at].number;
        if number > 0 { number.to_string() } else { (place + 1).to_string() }
    }

    /// What the marks mean that occur.
    fn keys(&self) -> Vec<Key<'static>> {
        let is_there = |promise| self.count(promise) > 0;
        let mut keys = Vec::new();
        if is_there(Promise::Attained) {
            keys.push(Key::Mark(Mark::Diamond, "point", "on the frontier"));
            keys.push(Key::Mark(Mark::Circle, "hollow", "beaten by another"));
        }
        if is_there(Promise::Lacking) {
            keys.push(Key::Mark(Mark::Cross, "bad", Promise::Lacking.words()));
        }
        if is_there(Promise::Nothing) {
            keys.push(Key::Mark(Mark::Square, "hollow", Promise::Nothing.words()));
        }
        if self.sampled() > 0 {
            keys.push(Key::Mark(Mark::Triangle, "hollow", "of a sample"));
        }
        if self.proposed_point().is_some() {
            keys.push(Key::Mark(Mark::Ring, "ring", "proposed"));
        }
        keys
    }

    fn draw(&self, width: Width) -> Drawing {
        let known: Vec<&RiskUtilityPoint> =
            self.points.iter().filter(|one| one.is_known()).collect();
        if known.is_empty() {
            return nothing(width, "No configuration was tried.");
        }
        let keys = self.keys();
        let head = legend_height(width, &keys) + 14.0;
        let mut drawing = Drawing::new(width, head + width.pick(380.0, 320.0));
        legend(&mut drawing, 2.0, &keys);
        let plot = Plot::inside(&drawing, head);
        let most = |value: fn(&RiskUtilityPoint) -> f64| {
            known.iter().map(|one| value(one)).fold(0.01, f64::max).min(1.0)
        };
        let (columns, rows) = (ticks(most(|one| one.risk), 5.0), ticks(most(|one| one.loss), 4.0));
        let across = Scale::linear((0.0, columns[columns.len() - 1]), plot.across());
        let up = Scale::linear((0.0, rows[rows.len() - 1]), plot.upward());
        plot.rows(&mut drawing, &up, &rows, share_label, self.words().loss);
        let labels = columns.iter().map(|&tick| (across.place(tick), share_label(tick)));
        plot.columns(&mut drawing, labels, self.words().risk);
        let place = |one: &RiskUtilityPoint| (across.place(one.risk), up.place(one.loss));
        let (frontier, all) = (self.choices(), self.frontier());
        let marked: BTreeSet<usize> = frontier.iter().chain(&all).copied().collect();
        let mut taken = BTreeSet::new();
        for (at, one) in self.points.iter().enumerate().filter(|(_, one)| one.is_known()) {
            let (x, y) = place(one);
            let cell = ((x / CELL) as i64, (y / CELL) as i64, one.promise as u8, one.is_sample);
            if !marked.contains(&at) && taken.insert(cell) {
                let (mark, class, size) = one.mark(false);
                drawing.mark(mark, (x, y), size, class);
            }
        }
        let corners = |line: &[usize]| {
            staircase(&line.iter().map(|&at| place(&self.points[at])).collect::<Vec<_>>())
        };
        if all != frontier {
            drawing.curve(&corners(&all), "outline");
        }
        drawing.curve(&corners(&frontier), "curve");
        for &at in all.iter().filter(|at| self.points[**at].promise == Promise::Lacking) {
            let (mark, class, size) = self.points[at].mark(true);
            drawing.mark(mark, place(&self.points[at]), size, class);
        }
        let mut numbered: Vec<(f64, f64)> = Vec::new();
        for (number, &at) in frontier.iter().enumerate().take(500) {
            let (x, y) = place(&self.points[at]);
            let (mark, class, size) = self.points[at].mark(true);
            drawing.mark(mark, (x, y), size, class);
            // Numbers that would touch are left to the table.
            let free = numbered.iter().all(|other| (other.0 - x).hypot(other.1 - y) > 20.0);
            if free && Some(at) != self.proposed {
                let text = self.number(at, number);
                // Below and left of the line, unless the axes are there.
                let below = x - 24.0 > plot.left && y + 18.0 < plot.bottom;
                let (place, anchor) = if below {
                    ((x - 7.0, y + 16.0), Anchor::End)
                } else {
                    ((x + 8.0, y - 7.0), Anchor::Start)
                };
                drawing.text(place, anchor, "soft halo", &text);
                numbered.push((x, y));
            }
        }
        self.mark_proposed(&mut drawing, place);
        drawing
    }

    fn mark_proposed(
        &self,
        drawing: &mut Drawing,
        place: impl Fn(&RiskUtilityPoint) -> (f64, f64),
    ) {
        let Some(one) = self.proposed_point() else { return };
        let (x, y) = place(one);
        drawing.mark(Mark::Ring, (x, y), 10.0, "ring");
        let text = fitted(&one.name, drawing.width * 0.6);
        let left = x + 16.0 + text_width(&text) > drawing.width;
        let (x, anchor) = if left { (x - 16.0, Anchor::End) } else { (x + 16.0, Anchor::Start) };
        drawing.text((x, y - 9.0), anchor, "label strong halo", &text);
    }
}

/// A line along points that bends at right angles: what lies above and right of it is beaten.
fn staircase(points: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mut corners = Vec::new();
    for pair in points.windows(2) {
        corners.extend([pair[0], (pair[1].0, pair[0].1)]);
    }
    corners.extend(points.last());
    corners
}

impl Chart for RiskUtilityMap {
    fn identifier(&self) -> &'static str {
        "risk-utility"
    }

    fn title(&self) -> String {
        self.words().title.into()
    }

    fn shows(&self) -> String {
        self.words().shows.into()
    }

    fn reading(&self) -> String {
        let Words { many, beaten, nothing, .. } = self.words();
        let mut text = format!(
            "Down and left is better. The line joins the {many} that no other beats in both; its \
             numbers are those of the table. {beaten}"
        );
        if self.count(Promise::Lacking) > 0 {
            text.push_str(
                " A cross attains less than is required: it is no choice, wherever it lies, and the \
                 line takes no notice of it; the dashed line does.",
            );
        }
        if self.sampled() > 0 {
            text.push_str(
                " A triangle was tried on a sample of the records: the whole has larger crowds, and loses \
                 less at the same risk.",
            );
        }
        if self.count(Promise::Nothing) > 0 {
            text.push_str(nothing);
        }
        text
    }

    fn description(&self) -> String {
        if !self.points.iter().any(RiskUtilityPoint::is_known) {
            return "An empty chart: no configuration was tried.".into();
        }
        let Words { one, many, .. } = self.words();
        let count = counted(self.points.len() as u64, one, many);
        let mut text =
            format!("A map of {count}, {} of them on the frontier.", self.choices().len());
        for promise in [Promise::Lacking, Promise::Nothing] {
            match self.count(promise) {
                0 => {}
                1 => text.push_str(&format!(" One {}.", promise.words())),
                some => {
                    let words = promise.words();
                    let words = words.replace("attains", "attain").replace("promises", "promise");
                    text.push_str(&format!(" {some} {words}."));
                }
            }
        }
        match self.sampled() {
            0 => {}
            1 => text.push_str(" One is of a sample."),
            some => text.push_str(&format!(" {some} are of a sample.")),
        }
        if let Some(one) = self.proposed_point() {
            let (name, risk, loss) = (&one.name, percent(one.risk), percent(one.loss));
            text.push_str(&format!(" Proposed: {name}, with risk {risk} and loss {loss}."));
        }
        text
    }

    fn table(&self) -> Table {
        let mut table =
            Table::new(&[self.words().one, "number", "risk", "loss", "promise", "standing"]);
        let (frontier, all) = (self.choices(), self.frontier());
        let row = |number: String, at: usize, standing: &str| {
            let one = &self.points[at];
            let standing = if Some(at) == self.proposed {
                format!("{standing}, proposed")
            } else {
                standing.into()
            };
            let (risk, loss) = (percent(one.risk), percent(one.loss));
            [one.name.clone(), number, risk, loss, one.promise.words().into(), standing]
        };
        for (number, &at) in frontier.iter().enumerate() {
            table.push(row(self.number(at, number), at, "on the frontier"));
        }
        let known: BTreeSet<usize> = frontier.into_iter().collect();
        for at in (0..self.points.len()).filter(|at| !known.contains(at)).take(200) {
            let standing = match (all.contains(&at), self.points[at].is_sample) {
                (true, _) => "no choice",
                (_, true) => "of a sample",
                _ => "beaten by another",
            };
            let number = self.points[at].number;
            table.push(row(if number > 0 { number.to_string() } else { "–".into() }, at, standing));
        }
        table.limited(200)
    }

    fn svg(&self, width: Width) -> String {
        framed(self, width, &self.draw(width))
    }
}

#[cfg(test)]
mod tests;
