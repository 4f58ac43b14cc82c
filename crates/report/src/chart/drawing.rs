//! A picture while it is drawn: lines, boxes and texts as SVG.
//!
//! Everything goes through these few functions, so that every text is escaped, every number is
//! finite and short, and every colour is a class whose meaning the style sheet gives.

use crate::text::{escape, shorten};

/// How wide a picture is. A page has both, and shows the one that fits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// For screens and paper: 760 units.
    Wide,
    /// For telephones: 360 units, and the same size of letters.
    Narrow,
}

impl Width {
    /// In units of the picture, which are pixels where it is not scaled.
    pub fn units(self) -> f64 {
        match self {
            Self::Wide => 760.0,
            Self::Narrow => 360.0,
        }
    }

    /// One of two things, by the width.
    pub(crate) fn pick<T>(self, wide: T, narrow: T) -> T {
        match self {
            Self::Wide => wide,
            Self::Narrow => narrow,
        }
    }

    pub(crate) fn name(self) -> &'static str {
        self.pick("wide", "narrow")
    }
}

/// Where a text stands to its point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Anchor {
    Start,
    Middle,
    End,
}

/// Shapes of marks: told apart without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Mark {
    Circle,
    Square,
    Diamond,
    Cross,
    Ring,
    Triangle,
}

/// A picture while it is drawn.
#[derive(Clone, Debug)]
pub(crate) struct Drawing {
    pub(crate) width: f64,
    pub(crate) height: f64,
    body: String,
}

/// A coordinate in one decimal; a number that is none would spoil the picture and becomes 0.
fn at(value: f64) -> String {
    let value = if value.is_finite() { value } else { 0.0 };
    let text = format!("{value:.1}");
    let text = text.strip_suffix(".0").unwrap_or(&text);
    if text == "-0" { "0".into() } else { text.into() }
}

/// How wide a text is in letters of 12 units, by a rule of thumb that errs to the wide side.
pub(crate) fn text_width(text: &str) -> f64 {
    text.chars().map(|letter| if letter.is_ascii() { 6.6 } else { 9.0 }).sum()
}

/// A text that fits into so many units.
pub(crate) fn fitted(text: &str, units: f64) -> String {
    if text_width(text) <= units {
        return text.to_owned();
    }
    let mut most = text.chars().count();
    while most > 1 && text_width(&shorten(text, most)) > units {
        most -= 1;
    }
    shorten(text, most)
}

impl Drawing {
    pub(crate) fn new(width: Width, height: f64) -> Self {
        Self { width: width.units(), height, body: String::new() }
    }

    pub(crate) fn rectangle(&mut self, x: f64, y: f64, width: f64, height: f64, class: &str) {
        let (x, y, width, height) = (at(x), at(y), at(width.max(0.0)), at(height.max(0.0)));
        self.body.push_str(&format!(
            r#"<rect class="{class}" x="{x}" y="{y}" width="{width}" height="{height}"/>"#
        ));
    }

    pub(crate) fn line(&mut self, from: (f64, f64), to: (f64, f64), class: &str) {
        let (x1, y1, x2, y2) = (at(from.0), at(from.1), at(to.0), at(to.1));
        self.body.push_str(&format!(
            r#"<line class="{class}" x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#
        ));
    }

    /// A line through points; nothing if there are fewer than two.
    pub(crate) fn curve(&mut self, points: &[(f64, f64)], class: &str) {
        if points.len() < 2 {
            return;
        }
        let points: Vec<String> =
            points.iter().map(|&(x, y)| format!("{},{}", at(x), at(y))).collect();
        self.body
            .push_str(&format!(r#"<polyline class="{class}" points="{}"/>"#, points.join(" ")));
    }

    pub(crate) fn mark(&mut self, mark: Mark, point: (f64, f64), size: f64, class: &str) {
        let (x, y) = point;
        let path = |path: String| format!(r#"<path class="{class}" d="{path}"/>"#);
        let text = match mark {
            Mark::Circle | Mark::Ring => {
                let (x, y, size) = (at(x), at(y), at(size));
                format!(r#"<circle class="{class}" cx="{x}" cy="{y}" r="{size}"/>"#)
            }
            Mark::Square => {
                let edge = size * 1.8;
                return self.rectangle(x - edge / 2.0, y - edge / 2.0, edge, edge, class);
            }
            Mark::Diamond => {
                let reach = size * 1.3;
                let (left, right) = (at(x - reach), at(x + reach));
                let (top, bottom, x, y) = (at(y - reach), at(y + reach), at(x), at(y));
                path(format!("M{x} {top}L{right} {y}L{x} {bottom}L{left} {y}Z"))
            }
            Mark::Triangle => {
                let (left, right) = (at(x - size * 1.2), at(x + size * 1.2));
                let (top, bottom, x) = (at(y - size * 1.3), at(y + size), at(x));
                path(format!("M{x} {top}L{right} {bottom}L{left} {bottom}Z"))
            }
            Mark::Cross => {
                let (left, right) = (at(x - size), at(x + size));
                let (top, bottom) = (at(y - size), at(y + size));
                path(format!("M{left} {top}L{right} {bottom}M{left} {bottom}L{right} {top}"))
            }
        };
        self.body.push_str(&text);
    }

    pub(crate) fn text(&mut self, point: (f64, f64), anchor: Anchor, class: &str, text: &str) {
        let anchor = match anchor {
            Anchor::Start => "start",
            Anchor::Middle => "middle",
            Anchor::End => "end",
        };
        let (x, y, text) = (at(point.0), at(point.1), escape(text));
        self.body.push_str(&format!(
            r#"<text class="{class}" x="{x}" y="{y}" text-anchor="{anchor}">{text}</text>"#
        ));
    }

    /// A text that is read upward, for the name of a vertical axis.
    pub(crate) fn upward(&mut self, point: (f64, f64), class: &str, text: &str) {
        let (x, y, text) = (at(point.0), at(point.1), escape(text));
        self.body.push_str(&format!(
            r#"<text class="{class}" transform="translate({x} {y}) rotate(-90)" text-anchor="middle">{text}</text>"#
        ));
    }

    /// The finished picture. The identifier must be its own in the page.
    pub(crate) fn finish(&self, identifier: &str, title: &str, description: &str) -> String {
        let (width, height) = (at(self.width), at(self.height));
        let (title, description, body) = (escape(title), escape(description), &self.body);
        // The hatching is made of lines that a class colours; `.before` refers to it by name.
        let hatch = if body.contains("before") {
            format!(
                r#"<defs><pattern id="{identifier}-hatch" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect class="hatch-ground" width="5" height="5"/><line class="hatch-line" x1="0" y1="0" x2="0" y2="5"/></pattern></defs>"#
            )
        } else {
            String::new()
        };
        let body = body.replace(
            r#"<rect class="before""#,
            &format!(r#"<rect class="before" fill="url(#{identifier}-hatch)""#),
        );
        format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="picture" role="img" viewBox="0 0 {width} {height}" aria-labelledby="{identifier}-title {identifier}-desc"><title id="{identifier}-title">{title}</title><desc id="{identifier}-desc">{description}</desc>{hatch}{body}</svg>"#
        )
    }
}
