//! Ward's algorithm: from single records, always the two groups whose union costs least.

use super::points::{Points, squared};
use ridotto_numbers::Matrix;

/// Two groups became one.
#[derive(Clone, Debug, PartialEq)]
pub struct Merge {
    /// The rows of the first group.
    pub first: Vec<u32>,
    /// The rows of the second.
    pub second: Vec<u32>,
    /// By how much the squared error grew: nᵢnⱼ/(nᵢ + nⱼ) times the squared distance of the means.
    pub cost: f64,
}

/// The tree of all merges from single records to one group (a dendrogram, from its leaves up). The
/// costs add up to SST. Of equal costs the first pair is merged.
///
/// # Cost
/// O(n²) distances usually, and O(n²) memory for the rows in the tree: it is there to be shown.
///
/// # References
/// J. H. Ward (1963), *Hierarchical grouping to optimize an objective function*,
/// doi:10.1080/01621459.1963.10500845.
pub fn dendrogram(points: &Points) -> Vec<Merge> {
    let mut merges = Vec::new();
    let single = (0..points.rows() as u32).map(|row| vec![row]).collect();
    let mut ward = Ward::new(points, single, |_, _| true);
    while let Some(merge) = ward.step() {
        merges.push(merge);
    }
    merges
}

/// What each union of two groups would cost; the diagonal is 0.
pub fn dissimilarities(points: &Points, groups: &[Vec<u32>]) -> Matrix {
    let means: Vec<Vec<f64>> = groups.iter().map(|group| points.mean(group)).collect();
    let mut matrix = Matrix::zero(groups.len());
    for a in 0..groups.len() {
        for b in 0..groups.len() {
            if a != b {
                let cost = cost(groups[a].len(), &means[a], groups[b].len(), &means[b]);
                matrix.set(a, b, cost);
            }
        }
    }
    matrix
}

fn cost(size: usize, mean: &[f64], other: usize, other_mean: &[f64]) -> f64 {
    let (size, other) = (size as f64, other as f64);
    size * other / (size + other) * squared(mean, other_mean)
}

/// Groups that are being merged. A group keeps the place of the first of its two parts.
pub(super) struct Ward<F> {
    groups: Vec<Vec<u32>>,
    means: Vec<f64>,
    stride: usize,
    /// The cheapest partner behind each group, and the cost.
    partner: Vec<Option<(f64, usize)>>,
    /// Whether groups of these sizes may be merged.
    may: F,
}

impl<F: Fn(usize, usize) -> bool> Ward<F> {
    pub(super) fn new(points: &Points, groups: Vec<Vec<u32>>, may: F) -> Self {
        let means = groups.iter().flat_map(|group| points.mean(group)).collect();
        let partner = vec![None; groups.len()];
        let mut ward = Self { groups, means, stride: points.stride(), partner, may };
        (0..ward.groups.len()).for_each(|at| ward.look(at));
        ward
    }

    /// The groups that there are now.
    pub(super) fn into_groups(self) -> Vec<Vec<u32>> {
        self.groups.into_iter().filter(|group| !group.is_empty()).collect()
    }

    fn mean(&self, at: usize) -> &[f64] {
        &self.means[at * self.stride..][..self.stride]
    }

    fn cost(&self, a: usize, b: usize) -> Option<f64> {
        let (first, second) = (self.groups[a].len(), self.groups[b].len());
        let may = first > 0 && second > 0 && (self.may)(first, second);
        may.then(|| cost(first, self.mean(a), second, self.mean(b)))
    }

    /// Looks for the cheapest partner behind a group.
    fn look(&mut self, at: usize) {
        let mut best = None;
        for other in at + 1..self.groups.len() {
            if let Some(cost) = self.cost(at, other)
                && best.is_none_or(|(least, _)| cost < least)
            {
                best = Some((cost, other));
            }
        }
        self.partner[at] = best;
    }

    /// Merges the cheapest pair.
    pub(super) fn step(&mut self) -> Option<Merge> {
        let pairs = self.partner.iter().enumerate();
        let pairs =
            pairs.filter_map(|(at, partner)| partner.map(|(cost, other)| (cost, at, other)));
        let (cost, at, other) = pairs.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)))?;
        let first = self.groups[at].clone();
        let second = std::mem::take(&mut self.groups[other]);
        let share = second.len() as f64 / (first.len() + second.len()) as f64;
        for column in 0..self.stride {
            let away = self.means[other * self.stride + column];
            let mean = &mut self.means[at * self.stride + column];
            *mean += (away - *mean) * share;
        }
        self.groups[at].extend_from_slice(&second);
        self.partner[other] = None;
        self.look(at);
        for before in 0..other {
            if before == at || self.groups[before].is_empty() {
                continue;
            }
            match self.partner[before] {
                Some((_, old)) if old == at || old == other => self.look(before),
                _ if before < at => self.compare(before, at),
                _ => {}
            }
        }
        Some(Merge { first, second, cost })
    }

    /// Whether a changed group is the better partner now.
    fn compare(&mut self, before: usize, at: usize) {
        let Some(cost) = self.cost(before, at) else { return };
        let better = self.partner[before]
            .is_none_or(|(least, old)| cost < least || (cost <= least && at < old));
        if better {
            self.partner[before] = Some((cost, at));
        }
    }
}
