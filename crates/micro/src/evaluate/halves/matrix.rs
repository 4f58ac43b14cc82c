//! How many records a node suppresses, and nothing else: by adding up rows of bytes.
//!
//! A *matrix* has a line for each combination of one half and a column for each group that the other
//! half's levels make; a cell has the rows of both, at most 255. At a node the lines whose
//! combinations become the same are added, sixteen cells at a time, and cells below the least size
//! are what is suppressed. A cell that is full stays full, and is kept if classes need no more than
//! 255 rows. So one matrix serves all nodes that share the levels of the columns' half.

use super::half::View;
use super::sheet::Sheet;

/// Cells that are added at a time. Lines are filled up to a multiple of it.
pub const LANES: usize = 16;

type Lanes = [u8; LANES];

/// One half's combinations by the other's groups.
#[derive(Debug)]
pub struct Matrix {
    cells: Vec<Lanes>,
    /// Lanes of a line.
    width: usize,
}

/// Which half has the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lines {
    /// The half by which the table's sheet is grouped.
    First,
    /// The other.
    Second,
}

/// How many lanes so many groups fill.
pub fn lanes(groups: usize) -> usize {
    groups.div_ceil(LANES)
}

/// Adds to a cell as far as it goes.
fn add(cell: &mut u8, rows: u32) {
    *cell = cell.saturating_add(rows.min(u8::MAX.into()) as u8);
}

impl Matrix {
    /// The matrix of a table with `lines` lines, whose columns are the groups of a view of the half
    /// that has none.
    pub fn new(table: &Sheet, which: Lines, lines: usize, columns: &View) -> Self {
        let width = lanes(columns.groups);
        let mut cells = vec![[0; LANES]; lines * width];
        let flat = cells.as_flattened_mut();
        for (first, entries) in table.groups().enumerate() {
            match which {
                Lines::First => {
                    let line = &mut flat[first * width * LANES..][..width * LANES];
                    for entry in entries {
                        add(&mut line[columns.map[entry.second as usize] as usize], entry.rows);
                    }
                }
                Lines::Second => {
                    let column = columns.map[first] as usize;
                    for entry in entries {
                        let cell = entry.second as usize * width * LANES + column;
                        add(&mut flat[cell], entry.rows);
                    }
                }
            }
        }
        Self { cells, width }
    }

    /// What it holds in memory, in bytes.
    pub fn weight(&self) -> usize {
        self.cells.len() * LANES
    }

    /// How many records are in cells of less than `least` when lines are bundled; `None` once they
    /// are more than `limit`.
    pub fn suppressed(&self, bundles: &Bundles, least: u8, limit: u64) -> Option<u64> {
        let mut suppressed = 0;
        for lines in bundles.iter() {
            let mut place = 0;
            while place < self.width {
                // Four at a time, while there are: what lies together is read together.
                let (sum, lanes) = match self.width - place {
                    4.. => (self.below::<4>(lines, place, least), 4),
                    2 | 3 => (self.below::<2>(lines, place, least), 2),
                    _ => (self.below::<1>(lines, place, least), 1),
                };
                suppressed += sum;
                place += lanes;
            }
            if suppressed > limit {
                return None;
            }
        }
        Some(suppressed)
    }

    /// How many records are in cells of less than `least` of the `N` lanes from a place on when some
    /// lines are added up.
    fn below<const N: usize>(&self, lines: &[u32], place: usize, least: u8) -> u64 {
        let mut sums = [[0; LANES]; N];
        for &line in lines {
            let from = line as usize * self.width + place;
            for (sum, cells) in sums.iter_mut().zip(&self.cells[from..from + N]) {
                *sum = plus(*sum, *cells);
            }
        }
        sums.into_iter().map(|sum| below(sum, least)).sum()
    }
}

/// The sums of cells, as far as they go.
fn plus(a: Lanes, b: Lanes) -> Lanes {
    std::array::from_fn(|at| a[at].saturating_add(b[at]))
}

/// The sum of the cells that are less than `least`.
fn below(cells: Lanes, least: u8) -> u64 {
    let small = cells.map(|cell| if cell < least { cell } else { 0 });
    small.iter().map(|&cell| u16::from(cell)).sum::<u16>().into()
}

/// A half's combinations, brought together as some levels make them the same, the groups with the
/// fewest rows first: where records must be suppressed they are.
#[derive(Debug)]
pub struct Bundles {
    ends: Vec<u32>,
    members: Vec<u32>,
}

impl Bundles {
    /// The combinations of a view; `rows` is how many rows each has.
    pub fn new(view: &View, rows: &[u64]) -> Self {
        let (mut sums, mut sizes) = (vec![0_u64; view.groups], vec![0_u32; view.groups]);
        for (&group, rows) in view.map.iter().zip(rows) {
            sums[group as usize] += rows;
            sizes[group as usize] += 1;
        }
        let mut order: Vec<(u64, u32)> = sums.into_iter().zip(0..).collect();
        order.sort_unstable();
        let mut next = vec![0_u32; view.groups];
        let mut end = 0;
        let mut ends = Vec::with_capacity(view.groups);
        for &(_, group) in &order {
            next[group as usize] = end;
            end += sizes[group as usize];
            ends.push(end);
        }
        let mut members = vec![0; view.map.len()];
        for (line, &group) in (0..).zip(&view.map) {
            let at = &mut next[group as usize];
            members[*at as usize] = line;
            *at += 1;
        }
        Self { ends, members }
    }

    /// What it holds in memory, in bytes.
    pub fn weight(&self) -> usize {
        4 * (self.ends.len() + self.members.len())
    }

    fn iter(&self) -> impl Iterator<Item = &[u32]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let members = &self.members[start as usize..end as usize];
            start = end;
            members
        })
    }
}
