//! The k-loss curve: what each k would cost if nothing were generalised any further.

use super::drawing::{Anchor, Drawing, Mark, Width, text_width};
use super::plot::Plot;
use super::scale::{Scale, count_label, decades, share_label, ticks};
use super::{Chart, Table, framed, nothing};
use crate::text::{counted, grouped, percent};
use serde::{Deserialize, Serialize};

/// To reach k, this share of the records would have to go.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KLoss {
    /// The curve; k need not be in order.
    pub points: Vec<KLossPoint>,
    /// The k that was required, to be marked.
    pub required: Option<u64>,
    /// How many records the shares are of.
    pub records: u64,
}

/// A step of the curve: it goes up to the next one's k.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct KLossPoint {
    /// The size that classes must have, from here on.
    pub k: u64,
    /// The share of records in smaller classes, 0 to 1.
    pub share: f64,
}

/// More points than this cannot be told apart.
const MOST_POINTS: usize = 400;

impl KLoss {
    /// The points that can be drawn, by k.
    fn usable(&self) -> Vec<KLossPoint> {
        let usable = |point: &&KLossPoint| point.k > 0 && (0.0..=1.0).contains(&point.share);
        let mut points: Vec<KLossPoint> = self.points.iter().filter(usable).copied().collect();
        points.sort_by_key(|point| point.k);
        points.dedup_by_key(|point| point.k);
        points
    }

    /// The same, but not more than can be seen, and with the step that the required k is on.
    fn sorted(&self) -> Vec<KLossPoint> {
        let points = self.usable();
        let every = points.len().div_ceil(MOST_POINTS).max(1);
        let (last, required) = (points.len().saturating_sub(1), self.at_required());
        let kept = |(at, point): &(usize, KLossPoint)| {
            at.is_multiple_of(every) || *at == last || Some(*point) == required
        };
        points.into_iter().enumerate().filter(kept).map(|(_, point)| point).collect()
    }

    /// The step that the required k is on.
    fn at_required(&self) -> Option<KLossPoint> {
        let k = self.required?;
        self.usable().into_iter().rfind(|point| point.k <= k)
    }

    fn draw(&self, width: Width) -> Drawing {
        let points = self.sorted();
        let Some(last) = points.last() else {
            return nothing(width, "There is no class, so there is no curve.");
        };
        let mut drawing = Drawing::new(width, width.pick(300.0, 280.0));
        let plot = Plot::inside(&drawing, 24.0);
        let highest = points.iter().map(|point| point.share).fold(0.01, f64::max);
        let rows = ticks(highest, 5.0);
        let up = Scale::linear((0.0, rows[rows.len() - 1]), plot.upward());
        let (from, to) = match points.len() {
            // A single point stands in the middle.
            1 => (last.k as f64 / 2.0, last.k as f64 * 2.0),
            // The last step has some width, too.
            _ => (points[0].k as f64, last.k.max(2) as f64 * 1.15),
        };
        let marked = self.required.zip(self.at_required());
        let to = marked.map_or(to, |(k, _)| to.max(k as f64 * 1.15));
        let across = Scale::logarithmic((from, to), plot.across());
        plot.rows(&mut drawing, &up, &rows, share_label, "share of records to remove");
        let labels = decades(from, to).into_iter().map(|k| (across.place(k), count_label(k)));
        plot.columns(&mut drawing, labels, "k: the size that every class must have");
        if let Some((k, _)) = marked {
            let x = across.place(k as f64);
            drawing.line((x, plot.top), (x, plot.bottom), "guide");
            let text = format!("required: k = {}", grouped(k));
            let fits = x + 6.0 + text_width(&text) < drawing.width;
            let (x, anchor) = if fits { (x + 6.0, Anchor::Start) } else { (x - 6.0, Anchor::End) };
            drawing.text((x, plot.top - 8.0), anchor, "label strong", &text);
        }
        let place = |point: &KLossPoint| (across.place(point.k as f64), up.place(point.share));
        let places: Vec<_> = points.iter().map(place).collect();
        drawing.curve(&stairs(&places, plot.right), "curve");
        if places.len() <= 40 {
            for &point in &places {
                drawing.mark(Mark::Circle, point, 3.0, "point");
            }
        }
        if let Some((k, point)) = marked {
            drawing.mark(Mark::Ring, place(&KLossPoint { k, ..point }), 6.5, "ring");
        }
        drawing
    }
}

/// A line that stays level up to the next point, and after the last one up to the end.
fn stairs(points: &[(f64, f64)], end: f64) -> Vec<(f64, f64)> {
    let mut line = Vec::with_capacity(2 * points.len());
    for (at, &(x, y)) in points.iter().enumerate() {
        let next = points.get(at + 1).map_or(end, |next| next.0);
        line.extend([(x, y), (next, y)]);
    }
    line
}

impl Chart for KLoss {
    fn identifier(&self) -> &'static str {
        "k-loss"
    }

    fn title(&self) -> String {
        "What k would cost without generalisation".into()
    }

    fn shows(&self) -> String {
        "For each k, the share of the input's records that lie in classes smaller than k.".into()
    }

    fn reading(&self) -> String {
        "These records would have to be removed if nothing were made coarser. A high step at the \
         left means that many people are alone or nearly alone with their combination of values."
            .into()
    }

    fn description(&self) -> String {
        let points = self.sorted();
        let (Some(first), Some(last)) = (points.first(), points.last()) else {
            return "An empty chart: there are no classes.".into();
        };
        let mut text = format!(
            "A curve of {}. From k = {} on {} of the records would go, from k = {} on {}.",
            counted(points.len() as u64, "step", "steps"),
            first.k,
            percent(first.share),
            last.k,
            percent(last.share)
        );
        if let Some((k, point)) = self.required.zip(self.at_required()) {
            text.push_str(&format!(" At the required k = {k}: {}.", percent(point.share)));
        }
        text
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["from k", "share of records to remove"]);
        for point in self.sorted() {
            table.push([grouped(point.k), percent(point.share)]);
        }
        table.limited(100)
    }

    fn svg(&self, width: Width) -> String {
        framed(self, width, &self.draw(width))
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::check;
    use super::*;
    use proptest::prelude::*;

    fn curve(points: &[(u64, f64)]) -> KLoss {
        let points = points.iter().map(|&(k, share)| KLossPoint { k, share }).collect();
        KLoss { points, required: Some(5), records: 1000 }
    }

    #[test]
    fn a_small_curve_looks_like_this() {
        let chart = curve(&[(2, 0.1), (5, 0.3), (10, 0.5)]);
        insta::assert_snapshot!(check(&chart));
        insta::assert_snapshot!(chart.description(), @"A curve of 3 steps. From k = 2 on 10 % of the records would go, from k = 10 on 50 %. At the required k = 5: 30 %.");
    }

    #[test]
    fn a_share_goes_up_to_the_next_step() {
        assert_eq!(
            stairs(&[(1.0, 0.0), (3.0, 0.5)], 9.0),
            [(1.0, 0.0), (3.0, 0.0), (3.0, 0.5), (9.0, 0.5)]
        );
        // The required k need not be where a step begins, nor before the last one.
        let at =
            |required| KLoss { required: Some(required), ..curve(&[(1, 0.0), (4, 0.2), (9, 1.0)]) };
        let share = |required| at(required).at_required().map(|point| point.share);
        assert_eq!([1, 3, 4, 8, 9, 100].map(share), [0.0, 0.0, 0.2, 0.2, 1.0, 1.0].map(Some));
        assert_eq!(share(0), None);
        assert!(check(&at(7)).contains("required: k = 7") && check(&at(100)).contains("k = 100"));
        assert!(at(7).description().ends_with("At the required k = 7: 20 %."));
        let long: Vec<_> = (1..10_000).map(|k| (k, k as f64 / 1e4)).collect();
        let long = KLoss { required: Some(7), ..curve(&long) };
        let kept = long.sorted().into_iter().any(|point| point.k == 7);
        assert!(kept, "what is required is never thinned out");
    }

    #[test]
    fn nothing_one_point_and_huge_numbers_are_drawn() {
        assert!(check(&curve(&[])).contains("no class"));
        check(&curve(&[(5, 0.0)]));
        check(&curve(&[(u64::MAX, 1.0), (1, 0.0)]));
        let long: Vec<_> = (1..100_000).map(|k| (k, k as f64 / 1e5)).collect();
        assert!(check(&curve(&long)).len() < 20_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]
        #[test]
        fn any_numbers_make_a_picture(points in prop::collection::vec((any::<u64>(), any::<f64>()), 0..30)) {
            check(&curve(&points));
        }
    }
}
