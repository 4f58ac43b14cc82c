//! What a step through a hierarchy tells, in bits.

use ridotto_core::{ClassTable, Code, Hierarchy, SensitiveId};

/// Which information counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Information {
    /// About the attribute's own values: Σ over rows of the bits that tell one child of a group
    /// from another.
    #[default]
    Values,
    /// About an attribute that was counted along with the classes, as a classifier wants it: the
    /// entropy of that attribute in the group less its mean entropy in the children, times rows.
    Of(SensitiveId),
}

/// For each attribute, level and group, what its children tell that it does not.
#[derive(Clone, Debug)]
pub struct Bits(Vec<Vec<Vec<f64>>>);

impl Bits {
    /// Counts them for a table whose key attributes have these hierarchies.
    pub fn new(table: &ClassTable, hierarchies: &[Hierarchy], information: Information) -> Self {
        let of = |at: usize| {
            let counts = counts(table, at, hierarchies[at].groups(0), information);
            let levels = 0..=hierarchies[at].height();
            levels.map(|level| gains(&hierarchies[at], level, &counts, information)).collect()
        };
        Self((0..hierarchies.len()).map(of).collect())
    }

    /// What the children of a group tell.
    pub fn gain(&self, attribute: usize, level: u8, group: Code) -> f64 {
        self.0[attribute][usize::from(level)][group as usize]
    }
}

/// For each value of an attribute the rows, by value of the attribute that counts if there is one.
fn counts(table: &ClassTable, at: usize, values: usize, information: Information) -> Vec<Vec<u64>> {
    let columns = match information {
        Information::Values => 1,
        Information::Of(id) => table.sensitive_values(id),
    };
    let mut counts = vec![vec![0; columns]; values];
    for class in table.classes() {
        let of_value = &mut counts[class.code(at) as usize];
        match information {
            Information::Values => of_value[0] += class.size(),
            Information::Of(id) => {
                for &(code, rows) in class.histogram(id) {
                    of_value[code as usize] += rows;
                }
            }
        }
    }
    counts
}

fn gains(
    hierarchy: &Hierarchy,
    level: usize,
    counts: &[Vec<u64>],
    information: Information,
) -> Vec<f64> {
    let columns = counts.first().map_or(0, Vec::len);
    let sums = |level: usize| {
        let mut sums = vec![vec![0_u64; columns]; hierarchy.groups(level)];
        for (value, counts) in counts.iter().enumerate() {
            let group = &mut sums[hierarchy.map(level)[value] as usize];
            group.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
        }
        sums
    };
    let here = sums(level);
    if level == 0 {
        return vec![0.0; here.len()];
    }
    let rows = |counts: &[u64]| counts.iter().sum::<u64>() as f64;
    let bits = |counts: &[u64]| -> f64 {
        let all = rows(counts);
        let some = counts.iter().filter(|&&count| count > 0).map(|&count| count as f64);
        some.map(|count| count * (all / count).log2()).sum()
    };
    let mut gains: Vec<f64> = match information {
        Information::Values => {
            here.iter().map(|counts| rows(counts)).map(|all| all * all.max(1.0).log2()).collect()
        }
        Information::Of(_) => here.iter().map(|counts| bits(counts)).collect(),
    };
    for (child, parent) in sums(level - 1).iter().zip(hierarchy.step(level - 1, level)) {
        gains[parent as usize] -= match information {
            Information::Values => rows(child) * rows(child).max(1.0).log2(),
            Information::Of(_) => bits(child),
        };
    }
    gains.into_iter().map(|gain| gain.max(0.0)).collect()
}
