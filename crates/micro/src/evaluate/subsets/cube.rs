//! Rows by the values of a few attributes.

use ridotto_core::{Code, Hierarchy};

/// Rows by the values of a few attributes; those of the last follow each other.
#[derive(Clone, Debug)]
pub struct Cube {
    /// How many values each attribute has.
    values: Vec<usize>,
    rows: Vec<u64>,
}

impl Cube {
    /// Counts rows by codes, each replaced by what `up` says, of which each attribute has `values`
    /// many.
    pub fn count(values: Vec<usize>, codes: &[&[Code]], up: &[Vec<Code>], counts: &[u64]) -> Self {
        // What each code adds to the place of a cell.
        let mut stride = 1;
        let mut places: Vec<Vec<u32>> = Vec::new();
        for (up, values) in up.iter().zip(&values).rev() {
            places.push(up.iter().map(|&to| to * stride).collect());
            stride *= *values as u32;
        }
        places.reverse();
        let mut rows = vec![0; stride as usize];
        let mut add = |place: u32, count: &u64| rows[place as usize] += count;
        // A loop for each number of attributes: a loop over them within would be half of the work.
        match (codes, &places[..]) {
            (&[a, b], [in_a, in_b]) => {
                for ((&a, &b), count) in a.iter().zip(b).zip(counts) {
                    add(in_a[a as usize] + in_b[b as usize], count);
                }
            }
            (&[a, b, c], [in_a, in_b, in_c]) => {
                for (((&a, &b), &c), count) in a.iter().zip(b).zip(c).zip(counts) {
                    add(in_a[a as usize] + in_b[b as usize] + in_c[c as usize], count);
                }
            }
            (&[a, b, c, d], [in_a, in_b, in_c, in_d]) => {
                for (((&a, &b), (&c, &d)), count) in
                    a.iter().zip(b).zip(c.iter().zip(d)).zip(counts)
                {
                    let of_two = in_a[a as usize] + in_b[b as usize];
                    add(of_two + in_c[c as usize] + in_d[d as usize], count);
                }
            }
            _ => unreachable!("two to four attributes are counted together"),
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
