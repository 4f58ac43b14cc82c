//! Cells of tables, and the sums that tie them together.
//!
//! A cell has a number. A relation says that one cell is the sum of others: a total and its parts. What
//! the cells are called, and how many dimensions a table has, nobody asks here; linked tables are cells
//! that stand in relations of both.

/// Cells and the relations between them.
#[derive(Clone, Debug)]
pub struct System {
    cells: usize,
    /// Where the cells of each relation end.
    ends: Vec<usize>,
    /// The cells of all relations, each beginning with its total.
    terms: Vec<u32>,
    /// Where the relations of each cell end, and which they are.
    ends_of: Vec<usize>,
    relations_of: Vec<u32>,
}

/// One cell that is the sum of others.
#[derive(Clone, Copy, Debug)]
pub struct Relation<'a>(&'a [u32]);

impl<'a> Relation<'a> {
    /// The sum.
    pub fn total(self) -> u32 {
        self.0[0]
    }

    /// What is added up.
    pub fn parts(self) -> &'a [u32] {
        &self.0[1..]
    }

    /// Every cell with its sign, so that all together are nothing.
    pub fn terms(self) -> impl Iterator<Item = (u32, f64)> + 'a {
        let sign = |at: usize| if at == 0 { 1.0 } else { -1.0 };
        self.0.iter().enumerate().map(move |(at, &cell)| (cell, sign(at)))
    }
}

impl System {
    /// So many cells, and relations, each a total followed by its parts.
    pub fn new<R: AsRef<[u32]>>(cells: usize, relations: impl IntoIterator<Item = R>) -> Self {
        let (mut ends, mut terms) = (Vec::new(), Vec::new());
        for relation in relations {
            terms.extend_from_slice(relation.as_ref());
            ends.push(terms.len());
        }
        let mut ends_of = vec![0; cells];
        for &cell in &terms {
            ends_of[cell as usize] += 1;
        }
        let mut sum = 0;
        for end in &mut ends_of {
            (*end, sum) = (sum, sum + *end);
        }
        let mut relations_of = vec![0; terms.len()];
        let mut start = 0;
        for (at, &end) in ends.iter().enumerate() {
            for &cell in &terms[start..end] {
                let free = &mut ends_of[cell as usize];
                relations_of[*free] = at as u32;
                *free += 1;
            }
            start = end;
        }
        Self { cells, ends, terms, ends_of, relations_of }
    }

    /// How many cells there are.
    pub fn cells(&self) -> usize {
        self.cells
    }

    /// How many relations there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether nothing is tied to anything.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// One of the relations.
    pub fn relation(&self, at: usize) -> Relation<'_> {
        let start = if at == 0 { 0 } else { self.ends[at - 1] };
        Relation(&self.terms[start..self.ends[at]])
    }

    /// All relations, in the order in which they were given.
    pub fn relations(&self) -> impl Iterator<Item = Relation<'_>> {
        (0..self.len()).map(|at| self.relation(at))
    }

    /// The relations in which a cell stands.
    pub fn relations_of(&self, cell: u32) -> &[u32] {
        let cell = cell as usize;
        let start = if cell == 0 { 0 } else { self.ends_of[cell - 1] };
        &self.relations_of[start..self.ends_of[cell]]
    }

    /// The first relation that some values do not keep to, if there is one: where its total is not the
    /// sum of its parts.
    pub fn broken(&self, holds: impl Fn(Relation<'_>) -> bool) -> Option<usize> {
        (0..self.len()).find(|&at| !holds(self.relation(at)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relations_are_found_by_their_cells() {
        let system = System::new(5, [vec![0, 1, 2], vec![3, 1, 4]]);
        assert_eq!(system.len(), 2);
        assert_eq!(system.relations_of(1), [0, 1]);
        assert_eq!(system.relations_of(4), [1]);
        assert_eq!(system.relations_of(0), [0]);
        assert_eq!((system.relation(1).total(), system.relation(1).parts()), (3, &[1, 4][..]));
        let values = [3, 1, 2, 5, 3];
        let holds = |of: Relation<'_>| {
            let sum: i32 = of.parts().iter().map(|&cell| values[cell as usize]).sum();
            values[of.total() as usize] == sum
        };
        assert_eq!(system.broken(holds), Some(1));
    }
}
