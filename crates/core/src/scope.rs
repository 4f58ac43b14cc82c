//! Which key attributes a model is judged over.
//!
//! Statistical offices often ask for k-anonymity over every combination of three attributes
//! instead of all at once: an attacker who knows ten things about a person is rare, one who knows
//! three is not. A scope says which sets of attributes are meant.

/// The key attributes that a model is judged over.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All of them together.
    #[default]
    All,
    /// Some of them together, named by their places.
    Over(Vec<usize>),
    /// Every combination of so many of them, each by itself. As many as there are, or more, is
    /// all of them.
    Every(usize),
}

impl Scope {
    /// The sets of attributes to judge, each ascending, in lexicographic order and without
    /// repetition. `attributes` is how many there are; places beyond are left out.
    pub fn subsets(&self, attributes: usize) -> Vec<Vec<usize>> {
        match self {
            Self::All => vec![(0..attributes).collect()],
            Self::Over(named) => {
                let mut named: Vec<usize> =
                    named.iter().copied().filter(|&at| at < attributes).collect();
                named.sort_unstable();
                named.dedup();
                vec![named]
            }
            Self::Every(some) => combinations(attributes, (*some).min(attributes)),
        }
    }

    /// How many sets there are; `None` if more than 64 bits count.
    pub fn len(&self, attributes: usize) -> Option<u64> {
        match self {
            Self::All | Self::Over(_) => Some(1),
            Self::Every(some) => {
                let (n, m) = (attributes as u128, (*some).min(attributes) as u128);
                let step = |product: u128, at| Some(product.checked_mul(n - at)? / (at + 1));
                (0..m.min(n - m)).try_fold(1, step)?.try_into().ok()
            }
        }
    }
}

/// The sets of attributes of several scopes together, each once.
pub fn all_subsets<'a>(
    scopes: impl IntoIterator<Item = &'a Scope>,
    attributes: usize,
) -> Vec<Vec<usize>> {
    let mut all: Vec<_> = scopes.into_iter().flat_map(|scope| scope.subsets(attributes)).collect();
    all.sort_unstable();
    all.dedup();
    all
}

/// All ascending choices of `some` of the numbers below `of`.
fn combinations(of: usize, some: usize) -> Vec<Vec<usize>> {
    let mut all = Vec::new();
    let mut chosen: Vec<usize> = (0..some).collect();
    loop {
        all.push(chosen.clone());
        // The last place that can still move on.
        let Some(at) = (0..some).rev().find(|&at| chosen[at] < of - some + at) else { return all };
        chosen[at] += 1;
        for next in at + 1..some {
            chosen[next] = chosen[next - 1] + 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scopes_list_their_subsets() {
        assert_eq!(Scope::All.subsets(3), [[0, 1, 2]]);
        assert_eq!(Scope::Over(vec![2, 0, 2, 9]).subsets(3), [[0, 2]]);
        assert_eq!(Scope::Every(2).subsets(3), [[0, 1], [0, 2], [1, 2]]);
        assert_eq!(Scope::Every(5).subsets(2), [[0, 1]]);
        assert_eq!(Scope::Every(0).subsets(2), [Vec::<usize>::new()]);
        let both = [Scope::Every(2), Scope::Over(vec![1, 0]), Scope::All];
        assert_eq!(all_subsets(&both, 3), [vec![0, 1], vec![0, 1, 2], vec![0, 2], vec![1, 2]]);
    }

    #[test]
    fn every_subset_comes_once_and_is_counted() {
        for attributes in 0..8 {
            for some in 0..10 {
                let subsets = Scope::Every(some).subsets(attributes);
                let masks: Vec<u32> = (0_u32..1 << attributes)
                    .filter(|mask| mask.count_ones() as usize == some.min(attributes))
                    .collect();
                let mut found: Vec<u32> =
                    subsets.iter().map(|set| set.iter().map(|at| 1 << at).sum()).collect();
                found.sort_unstable();
                assert_eq!(found, masks, "{some} of {attributes}");
                assert!(subsets.is_sorted());
                assert_eq!(Scope::Every(some).len(attributes), Some(masks.len() as u64));
            }
        }
        assert_eq!(Scope::Every(3).len(40), Some(9880));
        assert_eq!(Scope::Every(100).len(200), None);
    }
}
