//! Risk and loss after each step, side by side.

use super::drawing::{Anchor, Drawing, Mark, Width, fitted, text_width};
use super::scale::{Scale, share_label, ticks};
use super::{Chart, Table, framed, nothing};
use crate::text::percent;
use serde::{Deserialize, Serialize};

/// What each step did to risk and to loss.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepEffects {
    /// The steps in their order; the first is usually the input itself.
    pub steps: Vec<StepEffect>,
}

/// Risk and loss once a step is done.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct StepEffect {
    /// What the step is called.
    pub name: String,
    /// The risk after it, 0 to 1.
    pub risk: f64,
    /// The information lost by then, 0 to 1; `None` if it was not measured.
    pub loss: Option<f64>,
}

/// A panel: its name, its number of a step, and how that is drawn.
type Side = (&'static str, fn(&StepEffect) -> Option<f64>, &'static str, &'static str, Mark);

/// More steps than this are not drawn one by one.
const MOST: usize = 30;

impl StepEffects {
    fn draw(&self, width: Width) -> Drawing {
        let steps = &self.steps[..self.steps.len().min(MOST)];
        if steps.is_empty() {
            return nothing(width, "No step was taken.");
        }
        let (tall, head) = (30.0, 40.0);
        let mut drawing = Drawing::new(width, head + steps.len() as f64 * tall + 24.0);
        let longest = steps.iter().map(|step| text_width(&step.name)).fold(0.0, f64::max);
        let names = (longest + 24.0).clamp(60.0, width.pick(200.0, 112.0));
        let gap = width.pick(80.0, 66.0);
        let panel = (drawing.width - names - gap - 52.0) / 2.0;
        let bottom = head + steps.len() as f64 * tall;
        for (at, step) in steps.iter().enumerate() {
            let y = head + (at as f64 + 0.5) * tall + 4.0;
            drawing.text((0.0, y), Anchor::Start, "label", &fitted(&step.name, names - 8.0));
        }
        let sides: [Side; 2] = [
            ("risk", |step| Some(step.risk), "stem-two", "point-two", Mark::Diamond),
            ("loss", |step| step.loss, "stem", "point", Mark::Circle),
        ];
        for (side, (name, value, stem, point, mark)) in sides.into_iter().enumerate() {
            let left = names + side as f64 * (panel + gap);
            let share = |step: &StepEffect| {
                value(step).filter(|value| value.is_finite()).map_or(0.0, |it| it.clamp(0.0, 1.0))
            };
            let rows = ticks(steps.iter().map(share).fold(0.01, f64::max), width.pick(4.0, 2.0));
            let across = Scale::linear((0.0, rows[rows.len() - 1]), (left, left + panel));
            drawing.text((left, 12.0), Anchor::Start, "label strong", name);
            for &tick in &rows {
                let x = across.place(tick);
                drawing.line((x, head), (x, bottom), "grid");
                let end = tick == 0.0 || tick >= rows[rows.len() - 1];
                if width.pick(true, end) {
                    drawing.text((x, head - 8.0), Anchor::Middle, "tick", &share_label(tick));
                }
            }
            let places: Vec<(f64, f64)> = steps
                .iter()
                .enumerate()
                .map(|(at, step)| (across.place(share(step)), head + (at as f64 + 0.5) * tall))
                .collect();
            for (&(x, y), step) in places.iter().zip(steps) {
                let Some(value) = value(step) else {
                    drawing.text((left, y + 4.0), Anchor::Start, "soft", "not measured");
                    continue;
                };
                drawing.line((left, y), (x, y), stem);
                drawing.mark(mark, (x, y), 4.0, point);
                let text = percent(value);
                drawing.text((x + 9.0, y + 4.0), Anchor::Start, "soft halo", &text);
            }
        }
        if self.steps.len() > steps.len() {
            let text = format!("… and {} more steps in the table", self.steps.len() - steps.len());
            drawing.text((0.0, bottom + 18.0), Anchor::Start, "soft", &text);
        }
        drawing
    }
}

/// The loss after a step in words.
fn lost(step: &StepEffect) -> String {
    step.loss.map_or_else(|| "not measured".to_owned(), percent)
}

impl Chart for StepEffects {
    fn identifier(&self) -> &'static str {
        "steps"
    }

    fn title(&self) -> String {
        "Risk and loss, step by step".into()
    }

    fn shows(&self) -> String {
        "What was left of the risk, and how much information was lost, after each step.".into()
    }

    fn reading(&self) -> String {
        "Read from the top down. A good step moves the risk far to the left and the loss only \
         little to the right."
            .into()
    }

    fn description(&self) -> String {
        match (self.steps.first(), self.steps.last()) {
            (Some(first), Some(last)) => format!(
                "Two rows of marks over {} steps. The risk goes from {} to {}, the loss from {} to {}.",
                self.steps.len(),
                percent(first.risk),
                percent(last.risk),
                lost(first),
                lost(last)
            ),
            _ => "An empty chart: no step was taken.".into(),
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["step", "risk", "loss"]);
        for step in &self.steps {
            table.push([step.name.clone(), percent(step.risk), lost(step)]);
        }
        table.limited(200)
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

    fn effects(steps: &[(&str, f64, f64)]) -> StepEffects {
        let step = |&(name, risk, loss): &(&str, f64, f64)| StepEffect {
            name: name.into(),
            risk,
            loss: Some(loss),
        };
        StepEffects { steps: steps.iter().map(step).collect() }
    }

    #[test]
    fn two_steps_look_like_this() {
        insta::assert_snapshot!(check(&effects(&[
            ("input", 0.9, 0.0),
            ("k-anonymity", 0.05, 0.3)
        ])));
    }

    #[test]
    fn what_was_not_measured_is_not_drawn() {
        let mut steps = effects(&[("input", 0.9, 0.0), ("round", 0.5, 0.0)]);
        steps.steps[1].loss = None;
        assert!(check(&steps).contains("not measured"));
    }

    #[test]
    fn nothing_one_step_and_many_are_drawn() {
        assert!(check(&effects(&[])).contains("No step"));
        check(&effects(&[("input", 0.0, 0.0)]));
        assert!(check(&effects(&vec![("step", 0.5, 0.5); 500])).contains("470 more"));
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn any_numbers_make_a_picture(steps in prop::collection::vec((any::<String>(), any::<f64>(), any::<f64>()), 0..12)) {
            let steps: Vec<_> = steps.iter().map(|(name, risk, loss)| (name.as_str(), *risk, *loss)).collect();
            check(&effects(&steps));
        }
    }
}
