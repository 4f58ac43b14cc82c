//! Charts: plain numbers in, a picture that explains itself out.
//!
//! Each chart is a file of its own. It says what it shows and how to read it, describes itself to
//! those who cannot see it, and carries its numbers as a table. Nothing is told by colour alone:
//! what differs in colour differs in shape, hatching or place, too. Every chart is drawn twice,
//! wide and narrow, with letters of the same size.

mod class_sizes;
mod correlation;
mod distribution;
mod drawing;
mod k_loss;
mod lattice;
pub(crate) mod palette;
mod plot;
mod risk;
mod risk_utility;
mod scale;
mod steps;

pub use class_sizes::{ClassSizes, SizeBin};
pub use correlation::CorrelationChange;
pub use distribution::{Distribution, DistributionBin, Distributions};
pub use drawing::Width;
pub use k_loss::{KLoss, KLossPoint};
pub use lattice::{Lattice, LatticeLayer, LatticeNode, Outcome};
pub use palette::{DARK, LIGHT, Palette, contrast};
pub use risk::{AttackerRisk, RiskDistribution};
pub use risk_utility::{Promise, RiskUtilityMap, RiskUtilityPoint};
pub use steps::{StepEffect, StepEffects};

use drawing::{Anchor, Drawing};
use serde::{Deserialize, Serialize};

/// A table: the numbers of a chart for those who would rather read them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The names of the columns.
    pub head: Vec<String>,
    /// The rows; the first cell of each names it.
    pub rows: Vec<Vec<String>>,
}

impl Table {
    pub(crate) fn new(head: &[&str]) -> Self {
        Self { head: head.iter().map(|&name| name.to_owned()).collect(), rows: Vec::new() }
    }

    pub(crate) fn push<const N: usize>(&mut self, row: [String; N]) {
        self.rows.push(row.into());
    }

    /// The table with at most so many rows; the last one says how many more there are.
    pub(crate) fn limited(mut self, most: usize) -> Self {
        if self.rows.len() > most {
            let left_out = self.rows.len() - most;
            self.rows.truncate(most);
            self.rows.push(vec![format!("… and {left_out} more rows")]);
        }
        self
    }
}

/// A chart.
pub trait Chart {
    /// A short name without spaces, one for each kind of chart.
    fn identifier(&self) -> &'static str;
    /// What it is called.
    fn title(&self) -> String;
    /// What it shows, in a sentence.
    fn shows(&self) -> String;
    /// How to read it, in a sentence or two.
    fn reading(&self) -> String;
    /// What can be seen in it, for those who cannot.
    fn description(&self) -> String;
    /// Its numbers.
    fn table(&self) -> Table;
    /// The picture as inline SVG, coloured by the page's style sheet.
    fn svg(&self, width: Width) -> String;

    /// The picture as a document of its own, with its colours.
    fn standalone(&self, width: Width) -> String {
        let style = format!("<style>{}</style>", palette::style_sheet("svg"));
        let svg = self.svg(width);
        let head = svg.find('>').map_or(0, |end| end + 1);
        format!("{}{style}{}", &svg[..head], &svg[head..])
    }
}

/// The picture that a chart drew, with its name and description.
pub(crate) fn framed(chart: &impl Chart, width: Width, drawing: &Drawing) -> String {
    let identifier = format!("{}-{}", chart.identifier(), width.name());
    drawing.finish(&identifier, &chart.title(), &chart.description())
}

/// What is drawn where there is nothing to draw.
fn nothing(width: Width, why: &str) -> Drawing {
    let mut drawing = Drawing::new(width, 64.0);
    drawing.rectangle(0.5, 0.5, drawing.width - 1.0, 63.0, "frame");
    drawing.text((drawing.width / 2.0, 37.0), Anchor::Middle, "label", why);
    drawing
}

#[cfg(test)]
pub(crate) mod testing {
    //! What every chart must satisfy.

    use super::{Chart, Width};

    /// Checks a chart and gives its narrow picture, one element a line.
    pub(crate) fn check(chart: &impl Chart) -> String {
        for width in [Width::Wide, Width::Narrow] {
            for svg in [chart.svg(width), chart.standalone(width)] {
                check_svg(&svg, width);
            }
        }
        assert!(!chart.title().is_empty() && !chart.description().is_empty());
        assert!(chart.shows().ends_with('.') && chart.reading().ends_with('.'));
        let table = chart.table();
        assert!(table.rows.iter().all(|row| row.len() == table.head.len() || row.len() == 1));
        chart.svg(Width::Narrow).replace('<', "\n<").replace("\n</", "</").trim().to_owned()
    }

    fn check_svg(svg: &str, width: Width) {
        let document = roxmltree::Document::parse(svg).expect("a well-formed picture");
        let root = document.root_element();
        assert!(
            root.descendants()
                .any(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "desc")))
        );
        let number = |text: &str| text.parse::<f64>().expect("a number");
        for node in root.descendants().filter(roxmltree::Node::is_element) {
            for name in ["x", "cx", "x1", "x2"] {
                if let Some(x) = node.attribute(name) {
                    let inside = (-0.1..=width.units() + 0.1).contains(&number(x));
                    assert!(inside, "{name} = {x} is outside");
                }
            }
            for name in ["y", "cy", "y1", "y2", "r", "width", "height"] {
                assert!(node.attribute(name).is_none_or(|text| number(text).is_finite()));
            }
            let path = node.attribute("points").or(node.attribute("d")).unwrap_or_default();
            assert!(!path.contains("NaN") && !path.contains("inf"));
            assert!(!["script", "image", "foreignObject", "a"].contains(&node.tag_name().name()));
        }
    }
}
