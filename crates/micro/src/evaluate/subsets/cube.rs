//! Rows by the values of a few attributes.

use ridotto_core::{Code, Hierarchy};

/// Classes whose places are worked out together.
const BLOCK: usize = 512;

/// Rows by the values of a few attributes; those of the last follow each other.
#[derive(Clone, Debug)]
pub struct Cube {
    /// How many values each attribute has.
    values: Vec<usize>,
    rows: Vec<u64>,
}

impl Cube {
    /// Counts rows by codes, of which each attribute has `values` many, at most 2^16 together.
    pub fn count(values: Vec<usize>, codes: &[&[u16]], counts: &[u64]) -> Self {
        let mut rows = vec![0; values.iter().product()];
        let mut places = [0_u32; BLOCK];
        for (from, counts) in (0..).step_by(BLOCK).zip(counts.chunks(BLOCK)) {
            let places = &mut places[..counts.len()];
            places.fill(0);
            // Attribute by attribute, so that many places are worked out at once.
            for (codes, &values) in codes.iter().zip(&values) {
                for (place, &code) in places.iter_mut().zip(&codes[from..]) {
                    *place = *place * values as u32 + u32::from(code);
                }
            }
            places.iter().zip(counts).for_each(|(&at, count)| rows[at as usize] += count);
        }
        Self { values, rows }
    }

    /// Calls back with the rows that are in classes too small, at all levels from those of the
    /// attributes from the one at `axis` on. `levels` are those of the cube; they are the same after.
    pub fn visit(
        &self,
        axis: usize,
        hierarchies: &[&Hierarchy],
        levels: &mut [usize],
        least: u64,
        tell: &mut impl FnMut(&[usize], u64),
    ) {
        let Some(hierarchy) = hierarchies.get(axis) else {
            return tell(levels, self.too_few(least));
        };
        let from = levels[axis];
        self.visit(axis + 1, hierarchies, levels, least, tell);
        let mut coarser = None::<Self>;
        for level in from + 1..=hierarchy.height() {
            let finer = coarser.as_ref().unwrap_or(self);
            let next =
                finer.coarser(axis, &hierarchy.step(level - 1, level), hierarchy.groups(level));
            levels[axis] = level;
            next.visit(axis + 1, hierarchies, levels, least, tell);
            coarser = Some(next);
        }
        levels[axis] = from;
    }

    fn too_few(&self, least: u64) -> u64 {
        self.rows.iter().filter(|&&rows| rows < least).sum()
    }

    /// With one attribute's values replaced.
    fn coarser(&self, axis: usize, up: &[Code], groups: usize) -> Self {
        let mut values = self.values.clone();
        values[axis] = groups;
        let width: usize = values[axis + 1..].iter().product();
        let mut rows = vec![0; values.iter().product()];
        let all = self.rows.chunks_exact((up.len() * width).max(1));
        for (from, into) in all.zip(rows.chunks_exact_mut((groups * width).max(1))) {
            if width == 1 {
                from.iter().zip(up).for_each(|(rows, &to)| into[to as usize] += rows);
                continue;
            }
            for (from, &to) in from.chunks_exact(width.max(1)).zip(up) {
                let into = &mut into[to as usize * width..][..width];
                into.iter_mut().zip(from).for_each(|(sum, rows)| *sum += rows);
            }
        }
        Self { values, rows }
    }
}
