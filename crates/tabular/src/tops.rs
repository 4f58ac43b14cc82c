//! Who contributes most to cells: a short list for each, in one long list for all.

/// Somebody who is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Top {
    /// Whose records they are.
    pub who: u32,
    /// For how many units they stand.
    pub times: u32,
    /// What one of these contributes, without sign.
    pub amount: i64,
}

/// Nobody.
const NOBODY: Top = Top { who: u32::MAX, times: 0, amount: -1 };

/// The largest contributors of many cells, the largest first; of equals the first by number.
#[derive(Debug)]
pub struct Tops {
    most: usize,
    all: Vec<Top>,
}

impl Tops {
    /// At most so many for each cell.
    pub fn new(most: usize) -> Self {
        Self { most, all: Vec::new() }
    }

    /// At most so many for each of so many cells, in which nobody is yet.
    pub fn of_cells(most: usize, cells: usize) -> Self {
        let mut tops = Self::new(most);
        tops.grow(cells);
        tops
    }

    /// How many are kept at most.
    pub fn most(&self) -> usize {
        self.most
    }

    /// So many cells more.
    pub fn grow(&mut self, cells: usize) {
        self.all.resize(self.all.len() + cells * self.most, NOBODY);
    }

    /// The largest contributors of a cell.
    pub fn of(&self, cell: usize) -> &[Top] {
        let all = &self.all[cell * self.most..(cell + 1) * self.most];
        &all[..all.iter().take_while(|top| **top != NOBODY).count()]
    }

    /// Sets the contributors of a cell, who are in order.
    pub fn put(&mut self, cell: usize, tops: &[Top]) {
        self.all[cell * self.most..][..tops.len()].copy_from_slice(tops);
    }

    /// Adds somebody who is not in the cell yet.
    pub fn add(&mut self, cell: usize, top: Top) {
        let all = &mut self.all[cell * self.most..(cell + 1) * self.most];
        let goes_before =
            |other: &Top| (other.amount, top.who) < (top.amount, other.who) && other != &top;
        let Some(place) = all.iter().position(goes_before) else { return };
        all.copy_within(place..self.most - 1, place + 1);
        all[place] = top;
    }

    /// Adds everybody who is in another cell, and in this one not yet.
    pub fn merge(&mut self, into: usize, from: usize) {
        for at in 0..self.most {
            let top = self.all[from * self.most + at];
            if top == NOBODY {
                return;
            }
            self.add(into, top);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn top(who: u32, amount: i64) -> Top {
        Top { who, times: 1, amount }
    }

    #[test]
    fn the_largest_stay_and_equals_are_in_order() {
        let mut tops = Tops::new(3);
        tops.grow(2);
        for one in [top(7, 5), top(1, 0), top(9, 8), top(2, 5), top(3, 5)] {
            tops.add(0, one);
        }
        assert_eq!(tops.of(0), [top(9, 8), top(2, 5), top(3, 5)]);
        tops.add(1, top(8, 6));
        tops.merge(1, 0);
        assert_eq!(tops.of(1), [top(9, 8), top(8, 6), top(2, 5)]);
    }
}
