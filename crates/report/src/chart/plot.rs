//! What most charts share: a frame with two axes, their names, and a legend.

use super::drawing::{Anchor, Drawing, Mark, Width, text_width};
use super::scale::Scale;

/// The inner part of a chart, where data are drawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plot {
    pub(crate) left: f64,
    pub(crate) top: f64,
    pub(crate) right: f64,
    pub(crate) bottom: f64,
}

/// An entry of a legend.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Key<'a> {
    /// A box of a class.
    Box(&'a str, &'a str),
    /// A mark of a class.
    Mark(Mark, &'a str, &'a str),
}

impl Plot {
    /// Room for the names of both axes around a picture of this size.
    pub(crate) fn inside(drawing: &Drawing, top: f64) -> Self {
        Self { left: 58.0, top, right: drawing.width - 14.0, bottom: drawing.height - 46.0 }
    }

    pub(crate) fn across(&self) -> (f64, f64) {
        (self.left, self.right)
    }

    pub(crate) fn upward(&self) -> (f64, f64) {
        (self.bottom, self.top)
    }

    /// Horizontal lines with numbers at their left, and the name of the axis.
    pub(crate) fn rows(
        &self,
        drawing: &mut Drawing,
        scale: &Scale,
        ticks: &[f64],
        label: impl Fn(f64) -> String,
        name: &str,
    ) {
        for &tick in ticks {
            let y = scale.place(tick);
            drawing.line((self.left, y), (self.right, y), "grid");
            drawing.text((self.left - 7.0, y + 4.0), Anchor::End, "tick", &label(tick));
        }
        if !name.is_empty() {
            drawing.upward((13.0, f64::midpoint(self.top, self.bottom)), "axis-name", name);
        }
    }

    /// Numbers below, left out where they would touch, and the name of the axis.
    pub(crate) fn columns(
        &self,
        drawing: &mut Drawing,
        places: impl IntoIterator<Item = (f64, String)>,
        name: &str,
    ) {
        drawing.line((self.left, self.bottom), (self.right, self.bottom), "axis");
        let mut taken = f64::NEG_INFINITY;
        for (x, label) in places {
            let half = text_width(&label) / 2.0;
            if x - half < taken + 6.0 {
                continue;
            }
            let x_text = x.min(drawing.width - half);
            drawing.line((x, self.bottom), (x, self.bottom + 4.0), "axis");
            drawing.text((x_text, self.bottom + 17.0), Anchor::Middle, "tick", &label);
            taken = x_text + half;
        }
        let middle = f64::midpoint(self.left, self.right);
        drawing.text((middle, self.bottom + 37.0), Anchor::Middle, "axis-name", name);
    }
}

/// Draws a legend from the left, wrapped into lines; gives the height it took.
pub(crate) fn legend(drawing: &mut Drawing, top: f64, keys: &[Key<'_>]) -> f64 {
    let (mut x, mut y) = (2.0, top);
    for key in keys {
        let (Key::Box(_, text) | Key::Mark(_, _, text)) = key;
        let wide = 24.0 + text_width(text);
        if x > 2.0 && x + wide > drawing.width {
            (x, y) = (2.0, y + 20.0);
        }
        match key {
            Key::Box(class, _) => drawing.rectangle(x, y + 1.0, 14.0, 11.0, class),
            Key::Mark(mark, class, _) => drawing.mark(*mark, (x + 7.0, y + 6.5), 5.0, class),
        }
        drawing.text((x + 20.0, y + 11.0), Anchor::Start, "label", text);
        x += wide + 16.0;
    }
    y + 20.0 - top
}

/// How tall a legend will be.
pub(crate) fn legend_height(width: Width, keys: &[Key<'_>]) -> f64 {
    legend(&mut Drawing::new(width, 0.0), 0.0, keys)
}
