//! What is looked at in the data, all of it through noise.

use super::CountNoise;
use super::project::project;
use crate::synthesize::Unfit;
use rayon::prelude::*;

/// All that is known of the data after it has been looked at: private, whatever is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The table of each attribute.
    pub(super) tables: Vec<Vec<f64>>,
    /// A tree over the attributes.
    pub(super) edges: Vec<Edge>,
    /// How much of ε was spent.
    pub(super) spent: f64,
    total: f64,
}

/// A pair of attributes and its table, row by row of the first.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Edge {
    pub first: usize,
    pub second: usize,
    pub table: Vec<f64>,
}

impl Measured {
    /// About how many records there are.
    #[expect(clippy::cast_sign_loss, reason = "it is at least 1")]
    pub fn records(&self) -> usize {
        self.total.round() as usize
    }

    /// The pairs of attributes that are drawn together.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> {
        self.edges.iter().map(|edge| (edge.first, edge.second))
    }
}

/// Looks at the data three times, as [the module](super) says.
pub(super) fn measure(
    places: &[Vec<u32>],
    widths: &[usize],
    epsilon: f64,
    source: &mut dyn CountNoise,
) -> Result<Measured, Unfit> {
    let attributes = places.len();
    // A little less than ε, so that rounding of its parts never adds up to more.
    let epsilon_safe = epsilon * (1.0 - 1e-12);
    let part = if attributes > 1 { epsilon_safe / 3.0 } else { epsilon_safe };
    let singles: Vec<Vec<i64>> =
        places.iter().zip(widths).map(|(places, &width)| table(places, width)).collect();
    let (noisy, mut spent) = add(&singles, attributes, part, source)?;
    let sums = noisy.iter().map(|table| table.iter().sum::<i64>() as f64);
    let total = (sums.sum::<f64>() / attributes as f64).max(1.0);
    let tables: Vec<Vec<f64>> = noisy.iter().map(|table| project(table, total)).collect();
    if attributes == 1 {
        return Ok(Measured { tables, edges: Vec::new(), spent, total });
    }
    let (pairs, cost) = choose_pairs(places, &tables, part, source)?;
    spent += cost;
    let doubles: Vec<Vec<i64>> =
        pairs.iter().map(|&(a, b)| pair_table(places, widths, a, b)).collect();
    let (noisy, cost) = add(&doubles, attributes - 1, part, source)?;
    spent += cost;
    if spent > epsilon {
        return Err(Unfit::Library);
    }
    let edge = |((first, second), table): ((usize, usize), Vec<i64>)| Edge {
        first,
        second,
        table: project(&table, total),
    };
    let edges = pairs.into_iter().zip(noisy).map(edge).collect();
    Ok(Measured { tables, edges, spent, total })
}

/// Noise for several tables, of which one record changes `distance` counts by one in all.
fn add(
    tables: &[Vec<i64>],
    distance: usize,
    epsilon: f64,
    source: &mut dyn CountNoise,
) -> Result<(Vec<Vec<i64>>, f64), Unfit> {
    let (noisy, cost) = source.add(&tables.concat(), distance as u32, epsilon)?;
    let mut rest = &noisy[..];
    let cut = |table: &Vec<i64>| {
        let (own, others) = rest.split_at(table.len());
        rest = others;
        own.to_vec()
    };
    Ok((tables.iter().map(cut).collect(), cost))
}

/// Pairs that make a tree: one after the other, each joining two parts that were apart.
fn choose_pairs(
    places: &[Vec<u32>],
    tables: &[Vec<f64>],
    epsilon: f64,
    source: &mut dyn CountNoise,
) -> Result<(Vec<(usize, usize)>, f64), Unfit> {
    let attributes = places.len();
    let each = epsilon / (attributes as f64 - 1.0);
    let pairs: Vec<(usize, usize)> =
        (0..attributes).flat_map(|a| (a + 1..attributes).map(move |b| (a, b))).collect();
    let scores: Vec<i64> = pairs.par_iter().map(|&(a, b)| score(places, tables, a, b)).collect();
    let mut parts: Vec<usize> = (0..attributes).collect();
    let (mut chosen, mut spent) = (Vec::new(), 0.0);
    while chosen.len() + 1 < attributes {
        let open: Vec<usize> =
            (0..pairs.len()).filter(|&at| parts[pairs[at].0] != parts[pairs[at].1]).collect();
        let open_scores: Vec<i64> = open.iter().map(|&at| scores[at]).collect();
        let (place, cost) = source.choose(&open_scores, each)?;
        spent += cost;
        let (a, b) = pairs[*open.get(place).ok_or(Unfit::Library)?];
        let (kept, joined) = (parts[a], parts[b]);
        for part in parts.iter_mut().filter(|part| **part == joined) {
            *part = kept;
        }
        chosen.push((a, b));
    }
    Ok((chosen, spent))
}

/// How far the table of a pair is from that of two independent attributes with these (private)
/// tables, whose cells are rounded: a whole number that one record changes by at most one.
pub(super) fn score(places: &[Vec<u32>], tables: &[Vec<f64>], a: usize, b: usize) -> i64 {
    let widths: Vec<usize> = tables.iter().map(Vec::len).collect();
    let counts = pair_table(places, &widths, a, b);
    let total: f64 = tables[a].iter().sum::<f64>().max(1.0);
    let expected =
        tables[a].iter().flat_map(|one| tables[b].iter().map(move |other| one * other / total));
    counts
        .iter()
        .zip(expected)
        .map(|(count, expected)| (count - expected.round() as i64).abs())
        .sum()
}

/// The counts of an attribute.
pub(super) fn table(places: &[u32], width: usize) -> Vec<i64> {
    let mut counts = vec![0; width];
    for &place in places {
        counts[place as usize] += 1;
    }
    counts
}

/// The counts of a pair.
pub(super) fn pair_table(places: &[Vec<u32>], widths: &[usize], a: usize, b: usize) -> Vec<i64> {
    let mut counts = vec![0; widths[a] * widths[b]];
    for (&one, &other) in places[a].iter().zip(&places[b]) {
        counts[one as usize * widths[b] + other as usize] += 1;
    }
    counts
}
