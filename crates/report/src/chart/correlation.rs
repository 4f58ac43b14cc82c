//! How correlations changed, as a map of differences.

use super::drawing::{Anchor, Drawing, Width, fitted, text_width};
use super::{Chart, Table, framed, nothing};
use crate::text::{listed, number};
use serde::{Deserialize, Serialize};

/// Correlations after minus before, for every pair of attributes.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct CorrelationChange {
    /// The attributes' names.
    pub attributes: Vec<String>,
    /// Differences by row and column, symmetric; only what is below the diagonal is read. `None`
    /// where a correlation is not defined, as that of a constant.
    pub differences: Vec<Vec<Option<f64>>>,
}

/// More attributes than these are not drawn; those with the largest differences are.
const MOST_WIDE: usize = 14;
const MOST_NARROW: usize = 7;

impl CorrelationChange {
    fn at(&self, row: usize, column: usize) -> Option<f64> {
        let (row, column) = (row.max(column), row.min(column));
        self.differences.get(row)?.get(column).copied()?.filter(|one| one.is_finite())
    }

    /// The attributes to draw: all, or those that changed the most, in their order.
    fn chosen(&self, most: usize) -> Vec<usize> {
        let count = self.attributes.len();
        let worst = |row: usize| {
            let each = (0..count)
                .filter(|&column| column != row)
                .filter_map(|column| self.at(row, column));
            each.fold(0.0_f64, |most, one| most.max(one.abs()))
        };
        let mut order: Vec<(f64, usize)> = (0..count).map(|row| (worst(row), row)).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let mut chosen: Vec<usize> = order.into_iter().take(most).map(|(_, row)| row).collect();
        chosen.sort_unstable();
        chosen
    }

    fn draw(&self, width: Width) -> Drawing {
        let chosen = self.chosen(width.pick(MOST_WIDE, MOST_NARROW));
        if chosen.len() < 2 {
            return nothing(width, "Fewer than two attributes can be correlated.");
        }
        let names: Vec<&str> = chosen.iter().map(|&at| self.attributes[at].as_str()).collect();
        // Names stand on the diagonal: at the end of their row and on top of their column. Those
        // of the last ones need room at the right.
        let longest = names.iter().map(|name| text_width(name)).fold(0.0, f64::max);
        let right = (longest + 12.0).min(width.pick(180.0, 120.0));
        let side =
            ((width.units() - right) / (chosen.len() - 1) as f64).min(width.pick(64.0, 52.0));
        let tall = side.min(34.0);
        let bottom = 4.0 + chosen.len() as f64 * tall;
        let mut drawing = Drawing::new(width, bottom + 32.0);
        for (row, name) in names.iter().enumerate() {
            let (x, y) = (row as f64 * side, 4.0 + row as f64 * tall);
            for (column, &other) in chosen[..row].iter().enumerate() {
                let corner = (column as f64 * side, y);
                cell(&mut drawing, corner, (side, tall), self.at(chosen[row], other));
            }
            let name = fitted(name, width.units() - x - 6.0);
            drawing.text((x + 6.0, y + tall / 2.0 + 4.0), Anchor::Start, "label", &name);
        }
        key(&mut drawing, bottom + 14.0);
        drawing
    }
}

fn cell(drawing: &mut Drawing, (x, y): (f64, f64), (wide, tall): (f64, f64), one: Option<f64>) {
    let (class, text_class) = class_of(one);
    drawing.rectangle(x, y, wide, tall, &class);
    let text = one.map_or_else(|| "–".into(), signed);
    if text_width(&text) <= wide + 4.0 {
        let point = (x + wide / 2.0, y + tall / 2.0 + 4.0);
        drawing.text(point, Anchor::Middle, text_class, &text);
    }
}

/// How strong a difference is drawn, from 0 to 4, and in which colour the number on it.
fn class_of(one: Option<f64>) -> (String, &'static str) {
    let Some(one) = one else { return ("cell none".into(), "soft") };
    let part = match one.abs() {
        size if size < 0.005 => return ("cell none".into(), "soft"),
        size if size < 0.05 => 1,
        size if size < 0.1 => 2,
        size if size < 0.2 => 3,
        _ => 4,
    };
    let way = if one > 0.0 { "rise" } else { "fall" };
    (format!("cell {way} part-{part}"), if part == 4 { "inverse" } else { "label" })
}

fn signed(one: f64) -> String {
    let text = number((one.abs() * 100.0).round() / 100.0);
    match text.as_str() {
        "0" => text,
        _ if one < 0.0 => format!("−{text}"),
        _ => format!("+{text}"),
    }
}

fn key(drawing: &mut Drawing, y: f64) {
    let steps = [-0.3, -0.15, -0.07, -0.02, 0.0, 0.02, 0.07, 0.15, 0.3];
    let (side, left) = (18.0, 34.0);
    drawing.text((left - 6.0, y + 10.0), Anchor::End, "soft", "fell");
    for (at, step) in steps.into_iter().enumerate() {
        drawing.rectangle(left + at as f64 * side, y, side, 12.0, &class_of(Some(step)).0);
    }
    let end = left + steps.len() as f64 * side;
    drawing.text((end + 6.0, y + 10.0), Anchor::Start, "soft", "rose");
}

impl Chart for CorrelationChange {
    fn identifier(&self) -> &'static str {
        "correlation-change"
    }

    fn title(&self) -> String {
        "How correlations changed".into()
    }

    fn shows(&self) -> String {
        "For each pair of attributes, the correlation after minus the correlation before.".into()
    }

    fn reading(&self) -> String {
        let limit = if self.attributes.len() > MOST_WIDE {
            " Only the attributes that changed the most are drawn."
        } else {
            ""
        };
        format!(
            "The name at the end of a row is also that of the column below it. Numbers near 0 mean \
             that the two attributes are related as they were; a minus says that the correlation \
             fell, a plus that it rose.{limit}"
        )
    }

    fn description(&self) -> String {
        let count = self.attributes.len();
        let pairs = (1..count).flat_map(|row| (0..row).map(move |column| (row, column)));
        let known = pairs.filter_map(|(row, column)| Some((self.at(row, column)?, row, column)));
        match known.max_by(|a, b| a.0.abs().total_cmp(&b.0.abs())) {
            None => "An empty chart: no pair of attributes has a correlation.".into(),
            Some((largest, row, column)) => {
                let pair = [self.attributes[column].clone(), self.attributes[row].clone()];
                let pair = listed(&pair);
                format!(
                    "A triangle of {count} attributes. The largest difference is {}, between {pair}.",
                    signed(largest)
                )
            }
        }
    }

    fn table(&self) -> Table {
        let mut table = Table::new(&["attribute", "and", "difference"]);
        for row in 1..self.attributes.len() {
            for column in 0..row {
                let shown = self.at(row, column).map_or_else(|| "not defined".into(), signed);
                table.push([self.attributes[column].clone(), self.attributes[row].clone(), shown]);
                if table.rows.len() > 400 {
                    return table.limited(400);
                }
            }
        }
        table
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

    #[test]
    fn a_small_map_looks_like_this() {
        let chart = CorrelationChange {
            attributes: ["age", "income", "cost"].map(String::from).to_vec(),
            differences: vec![vec![], vec![Some(-0.31)], vec![Some(0.002), None]],
        };
        insta::assert_snapshot!(check(&chart));
        insta::assert_snapshot!(chart.description(), @"A triangle of 3 attributes. The largest difference is −0.31, between age and income.");
    }

    #[test]
    fn nothing_one_attribute_and_many_are_drawn() {
        assert!(check(&CorrelationChange::default()).contains("Fewer than two"));
        check(&CorrelationChange { attributes: vec!["a".into()], differences: vec![] });
        let attributes: Vec<String> = (0..300).map(|at| format!("attribute {at}")).collect();
        let differences = (0..300_usize)
            .map(|row| (0..row).map(|column| Some((row * column % 7) as f64 / 20.0)).collect());
        let chart = CorrelationChange { attributes, differences: differences.collect() };
        assert!(check(&chart).len() < 20_000);
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]
        #[test]
        fn any_numbers_make_a_picture(names in prop::collection::vec(any::<String>(), 0..20), numbers in prop::collection::vec(prop::option::of(any::<f64>()), 20)) {
            check(&CorrelationChange { differences: vec![numbers; names.len()], attributes: names });
        }
    }
}
