//! What lines tell in single relations, while cells are published one after the other.
//!
//! Where the line of a hidden cell tells that somebody is in it, the cell cannot fall below that. If all that
//! is hidden of a relation but one cell stands so low already, this one cannot rise either: elimination
//! does not see it, and nearly all that had to be mended was of this kind. So a cell is not published if
//! that leaves a sensitive one of the same relation without room by the others.

use super::{Problem, Standing};
use ridotto_audit::System;

/// How far the hidden cells of each relation can move together.
#[derive(Debug)]
pub struct Relations<'a> {
    of: &'a Problem<'a>,
    /// By how much each cell is above what its line tells.
    above: Vec<f64>,
    hidden: Vec<bool>,
    /// How far each sensitive cell has to go down, and up.
    needs: Vec<[f64; 2]>,
}

impl<'a> Relations<'a> {
    /// Of a table of which some cells are hidden; nothing, if lines tell nothing.
    pub fn new(of: &'a Problem<'a>, hidden: &[bool]) -> Option<Self> {
        let least = |cell: usize| of.contributors.least(cell as u32);
        let cells = 0..of.values.len();
        if !cells.clone().any(|cell| least(cell) > 0.0) {
            return None;
        }
        let above: Vec<f64> = cells.map(|cell| (of.values[cell] - least(cell)).max(0.0)).collect();
        let mut needs = vec![[0.0; 2]; of.values.len()];
        for need in of.needs {
            let at = need.cell as usize;
            // Who knows lines knows as well that the cell is not below its own.
            needs[at] = [need.down.min(above[at]), need.up];
        }
        Some(Self { of, above, hidden: hidden.to_vec(), needs })
    }

    /// Whether publishing a cell leaves sensitive ones of its relations room that had some.
    pub fn leave_room(&self, cell: u32) -> bool {
        let relations = self.of.system.relations_of(cell).iter();
        relations.into_iter().all(|&at| {
            let narrow = |without| self.narrow(self.of.system, at as usize, without);
            let after = narrow(Some(cell));
            after == 0 || after <= narrow(None)
        })
    }

    /// A cell is published.
    pub fn publish(&mut self, cell: u32) {
        self.hidden[cell as usize] = false;
    }

    /// How many sensitive cells of a relation cannot go as far as needed, for all that this relation says.
    fn narrow(&self, system: &System, at: usize, without: Option<u32>) -> usize {
        let is_hidden = |cell: u32| self.hidden[cell as usize] && Some(cell) != without;
        let relation = system.relation(at);
        let total = Some(relation.total()).filter(|&total| is_hidden(total));
        let parts = || relation.parts().iter().copied().filter(|&part| is_hidden(part));
        let (count, fall) = parts()
            .fold((0, 0.0), |(count, fall), part| (count + 1, fall + self.above[part as usize]));
        let needs = |cell: u32| {
            let is_asked = self.of.standing[cell as usize] == Standing::Sensitive;
            is_asked.then(|| self.needs[cell as usize])
        };
        let is_narrow = |cell: &u32| {
            let Some([down, up]) = needs(*cell) else { return false };
            let others_fall = fall - self.above[*cell as usize];
            let total_falls = total.map_or(0.0, |total| self.above[total as usize]);
            let rises = total.is_some() || others_fall >= up;
            let falls = down <= 0.0 || count > 1 || total_falls >= down;
            !(rises && falls)
        };
        let of_total = total.is_some_and(|total| {
            let Some([down, _]) = needs(total) else { return false };
            count == 0 || fall < down
        });
        parts().filter(is_narrow).count() + usize::from(of_total)
    }
}
