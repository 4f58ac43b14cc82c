//! The best distance for few records, by branch and bound.
//!
//! Every distance of a kind is a mixture of pure ones: the attributes (or places) alone, and for the
//! Choquet integral the measures that are 0 or 1 everywhere; for forms, those along some directions,
//! which proves nothing of the others. A set of records can be linked together
//! if a mixture makes all of their gaps positive, which is a matrix game with a positive value.
//! Records are decided one after the other: first as linked, if that can be, then as not.

use super::super::game::best_shares;
use super::Operator;
use super::pairs::Pairs;

/// The most games that are solved before the search gives up its proof.
const MOST_GAMES: usize = 20_000;
/// A margin below this share of the largest difference does not count as positive.
const MARGIN: f64 = 1e-9;
/// Directions of the forms of two attributes.
const ANGLES: u32 = 48;
/// The most attributes of which the pure measures can be listed.
const MOST_LISTED: usize = 4;

struct Search<'a> {
    pairs: &'a Pairs<'a>,
    pure: Vec<Vec<f64>>,
    gaps: Vec<Vec<Vec<f64>>>,
    games: usize,
    /// Whether a game could not be solved, so that nothing is proved.
    unsolved: bool,
    best: (usize, Vec<f64>),
}

/// The best parameters, and whether this is proved; `None` where the kind cannot be searched so.
pub(super) fn search(pairs: &Pairs<'_>, start: &[f64]) -> Option<(Vec<f64>, bool)> {
    let pure = pure(pairs, start.len())?;
    let mut gaps = pairs.gaps(&pure);
    let largest = gaps.iter().flatten().flatten().fold(0.0_f64, |most, gap| most.max(gap.abs()));
    if largest > 0.0 {
        gaps.iter_mut().flatten().flatten().for_each(|gap| *gap /= largest);
    }
    let best = (pairs.linked(start).certain, start.to_vec());
    let mut search = Search { pairs, pure, gaps, games: 0, unsolved: false, best };
    // Those that cannot be linked by any distance are out from the beginning.
    let mut linkable = Vec::new();
    for record in 0..search.gaps.len() {
        if search.shares(&[record]).is_some() {
            linkable.push(record);
        }
    }
    search.below(&linkable, 0, &mut Vec::new(), None);
    // Of the forms only some are mixed.
    let is_whole = pairs.operator != Operator::Bilinear;
    let proved = is_whole && search.games < MOST_GAMES && !search.unsolved;
    Some((search.best.1, proved))
}

impl Search<'_> {
    /// The mixture that links all of these records, if there is one.
    fn shares(&mut self, records: &[usize]) -> Option<Vec<f64>> {
        self.games += 1;
        let rows: Vec<Vec<f64>> =
            records.iter().flat_map(|&record| self.gaps[record].iter().cloned()).collect();
        let Some((shares, value)) = best_shares(&rows, self.pure.len()) else {
            self.unsolved = true;
            return None;
        };
        (value > MARGIN).then_some(shares)
    }

    fn links(&self, record: usize, shares: &[f64]) -> bool {
        let gap = |row: &Vec<f64>| row.iter().zip(shares).map(|(a, b)| a * b).sum::<f64>();
        self.gaps[record].iter().all(|row| gap(row) > MARGIN)
    }

    /// `linked` are linked by `shares`; those from `at` on are open.
    fn below(
        &mut self,
        linkable: &[usize],
        at: usize,
        linked: &mut Vec<usize>,
        shares: Option<&[f64]>,
    ) {
        if let Some(shares) = shares
            && linked.len() > self.best.0
        {
            let parameters = self.mixture(shares);
            let right = self.pairs.linked(&parameters).certain;
            if right > self.best.0 {
                self.best = (right, parameters);
            }
        }
        let hopeless = linked.len() + linkable.len() - at <= self.best.0;
        let is_over = |games: usize| games % 64 == 63 && !self.pairs.watch.goes_on();
        if at == linkable.len() || hopeless || self.games >= MOST_GAMES || is_over(self.games) {
            return;
        }
        let record = linkable[at];
        linked.push(record);
        if let Some(shares) = shares.filter(|shares| self.links(record, shares)) {
            self.below(linkable, at + 1, linked, Some(shares));
        } else if let Some(shares) = self.shares(linked) {
            self.below(linkable, at + 1, linked, Some(&shares));
        }
        linked.pop();
        self.below(linkable, at + 1, linked, shares);
    }

    fn mixture(&self, shares: &[f64]) -> Vec<f64> {
        let mut parameters = vec![0.0; self.pure[0].len()];
        for (pure, share) in self.pure.iter().zip(shares) {
            parameters.iter_mut().zip(pure).for_each(|(sum, pure)| *sum += share * pure);
        }
        parameters
    }
}

/// The pure distances of a kind with so many parameters.
fn pure(pairs: &Pairs<'_>, parameters: usize) -> Option<Vec<Vec<f64>>> {
    match pairs.operator {
        Operator::WeightedMean | Operator::OrderedWeights => {
            let one =
                |at: usize| (0..parameters).map(move |other| f64::from(u8::from(at == other)));
            Some((0..parameters).map(|at| one(at).collect()).collect())
        }
        Operator::Choquet => {
            let attributes = parameters.trailing_zeros() as usize;
            (attributes <= MOST_LISTED).then(|| measures(attributes))
        }
        Operator::Bilinear => Some(forms(pairs)),
    }
}

/// Forms that look along one direction only: of two attributes many, and those along which a
/// person's record did not change; of more attributes the axes and the lines between any two.
fn forms(pairs: &Pairs<'_>) -> Vec<Vec<f64>> {
    let n = pairs.space.axes.len();
    let mut directions: Vec<Vec<f64>> = Vec::new();
    let axis = |at: usize| (0..n).map(|other| f64::from(u8::from(at == other))).collect();
    if n == 2 {
        let angle = |at: u32| f64::from(at) * std::f64::consts::PI / f64::from(ANGLES);
        directions.extend((0..ANGLES).map(|at| vec![angle(at).cos(), angle(at).sin()]));
        directions.extend(pairs.changes().map(|change| vec![-change[1], change[0]]));
    } else {
        directions.extend((0..n).map(axis));
        let signs = |a, b| [(a, b, 1.0), (a, b, -1.0)];
        let between = (0..n).flat_map(|a| (a + 1..n).flat_map(move |b| signs(a, b)));
        directions.extend(between.map(|(a, b, sign)| {
            let entry = |at: usize| {
                if at == a {
                    1.0
                } else if at == b {
                    sign
                } else {
                    0.0
                }
            };
            (0..n).map(entry).collect()
        }));
    }
    let is_some = |direction: &Vec<f64>| direction.iter().any(|entry| *entry != 0.0);
    let form = |direction: Vec<f64>| -> Vec<f64> {
        let length: f64 = direction.iter().map(|entry| entry * entry).sum();
        (0..n * n).map(|at| direction[at / n] * direction[at % n] / length).collect()
    };
    directions.into_iter().filter(is_some).map(form).collect()
}

/// All measures of 0 and 1 that grow with the set, are 0 for none and 1 for all attributes.
fn measures(attributes: usize) -> Vec<Vec<f64>> {
    let sets = 1_usize << attributes;
    let value = |measure: u64, set: usize| measure >> set & 1;
    let grows = |measure: &u64| {
        let fits = |set: usize, at: usize| value(*measure, set) <= value(*measure, set | 1 << at);
        (0..sets).all(|set| (0..attributes).all(|at| fits(set, at)))
    };
    let ends = |measure: &u64| value(*measure, 0) == 0 && value(*measure, sets - 1) == 1;
    let all = (0_u64..1 << sets).filter(ends).filter(grows);
    all.map(|measure| (0..sets).map(|set| value(measure, set) as f64).collect()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The numbers of Dedekind, less the two constant functions.
    #[test]
    fn all_pure_measures_are_listed() {
        let counts: Vec<usize> = (1..=4).map(|attributes| measures(attributes).len()).collect();
        assert_eq!(counts, [1, 4, 18, 166]);
    }
}
