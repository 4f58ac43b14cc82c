//! Wide tables that look like surveys: every row belongs to a hidden class, and its values lean
//! towards those that are usual in that class. So attributes are correlated, values are skewed,
//! and there are far more combinations than rows.

use crate::Small;
use crate::tables::Dice;

/// Hidden classes.
const HIDDEN: u32 = 12;

/// A table of `columns` attributes with hierarchies of two to four steps; the same seed gives the
/// same table.
pub fn latent(columns: usize, rows: usize, seed: u64) -> Small {
    let mut dice = Dice::new(seed);
    let shapes: Vec<Shape> = (0..columns).map(|_| Shape::new(&mut dice)).collect();
    let cells: Vec<Vec<String>> = (0..rows)
        .map(|_| {
            let hidden = dice.skewed(HIDDEN);
            shapes.iter().map(|shape| shape.value(hidden, &mut dice).to_string()).collect()
        })
        .collect();
    let lines: Vec<_> = shapes.iter().map(Shape::lines).collect();
    Small::new(&cells, &lines)
}

/// How an attribute's values come about, and how they are grouped.
struct Shape {
    values: u32,
    /// How many values of a level make one of the next.
    widths: Vec<u32>,
    /// Of a hundred rows so many follow their hidden class.
    follow: u32,
    /// The value that is usual in each hidden class.
    usual: Vec<u32>,
}

impl Shape {
    fn new(dice: &mut Dice) -> Self {
        let steps = 1 + dice.below(3);
        let values = 2 + dice.below(4 << (2 * (steps - 1)).min(4));
        let widths = (0..steps).map(|_| 2 + dice.below(3)).collect();
        let usual = (0..HIDDEN).map(|_| dice.skewed(values)).collect();
        Self { values, widths, follow: 40 + dice.below(50), usual }
    }

    fn value(&self, hidden: u32, dice: &mut Dice) -> u32 {
        if dice.below(100) < self.follow {
            // Near the usual value, so that coarser levels are more correlated than finer ones.
            let away = dice.skewed(1 + self.values / 8);
            return (self.usual[hidden as usize] + away) % self.values;
        }
        let (a, b) = (dice.skewed(self.values), dice.skewed(self.values));
        a.min(b)
    }

    fn lines(&self) -> Vec<Vec<String>> {
        (0..self.values).map(|value| self.line(value)).collect()
    }

    fn line(&self, value: u32) -> Vec<String> {
        let mut line = vec![value.to_string()];
        let mut group = value;
        for (step, width) in self.widths.iter().enumerate() {
            group /= width;
            line.push(format!("{}:{group}", step + 1));
        }
        line.push("*".into());
        line
    }
}
