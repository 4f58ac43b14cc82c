//! What is looked at in the data, all of it through noise.

use super::noise::Look;
use super::project::project;
use crate::synthesize::Unfit;
use rayon::prelude::*;
use ridotto_noise::Exact;
use std::num::NonZeroU64;

/// All that is known of the data after it has been looked at: private, whatever is done with it.
#[derive(Clone, Debug, PartialEq)]
pub struct Measured {
    /// The table of each attribute.
    pub(super) tables: Vec<Vec<f64>>,
    /// A tree over the attributes.
    pub(super) edges: Vec<Edge>,
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
    epsilon: &Exact,
    source: &mut dyn Look,
) -> Result<Measured, Unfit> {
    let attributes = places.len();
    let part = if attributes > 1 { parts_of(epsilon, 3) } else { epsilon.clone() };
    let singles: Vec<Vec<i64>> =
        places.iter().zip(widths).map(|(places, &width)| table(places, width)).collect();
    let noisy = add(&singles, attributes, &part, source)?;
    let sums = noisy.iter().map(|table| table.iter().map(|&count| count as f64).sum::<f64>());
    // No table has more rows; that is a function of what was measured.
    let total = (sums.sum::<f64>() / attributes as f64).clamp(1.0, f64::from(u32::MAX));
    let tables: Vec<Vec<f64>> = noisy.iter().map(|table| project(table, total)).collect();
    if attributes == 1 {
        return Ok(Measured { tables, edges: Vec::new(), total });
    }
    let pairs = choose_pairs(places, &tables, &part, source)?;
    let doubles: Vec<Vec<i64>> =
        pairs.iter().map(|&(a, b)| pair_table(places, widths, a, b)).collect();
    let noisy = add(&doubles, attributes - 1, &part, source)?;
    let edge = |((first, second), table): ((usize, usize), Vec<i64>)| Edge {
        first,
        second,
        table: project(&table, total),
    };
    let edges = pairs.into_iter().zip(noisy).map(edge).collect();
    Ok(Measured { tables, edges, total })
}

fn parts_of(epsilon: &Exact, parts: usize) -> Exact {
    epsilon.share(NonZeroU64::new(parts as u64).unwrap_or(NonZeroU64::MIN))
}

/// Noise for several tables, of which one record changes `distance` counts by one in all.
fn add(
    tables: &[Vec<i64>],
    distance: usize,
    epsilon: &Exact,
    source: &mut dyn Look,
) -> Result<Vec<Vec<i64>>, Unfit> {
    let noisy = source.add(&tables.concat(), distance as u64, epsilon)?;
    let mut rest = &noisy[..];
    let cut = |table: &Vec<i64>| {
        let (own, others) = rest.split_at(table.len());
        rest = others;
        own.to_vec()
    };
    Ok(tables.iter().map(cut).collect())
}

/// Pairs that make a tree: one after the other, each joining two parts that were apart.
fn choose_pairs(
    places: &[Vec<u32>],
    tables: &[Vec<f64>],
    epsilon: &Exact,
    source: &mut dyn Look,
) -> Result<Vec<(usize, usize)>, Unfit> {
    let attributes = places.len();
    let each = parts_of(epsilon, attributes - 1);
    let pairs: Vec<(usize, usize)> =
        (0..attributes).flat_map(|a| (a + 1..attributes).map(move |b| (a, b))).collect();
    let scores: Vec<i64> = pairs.par_iter().map(|&(a, b)| score(places, tables, a, b)).collect();
    let mut parts: Vec<usize> = (0..attributes).collect();
    let mut chosen = Vec::new();
    while chosen.len() + 1 < attributes {
        let open: Vec<usize> =
            (0..pairs.len()).filter(|&at| parts[pairs[at].0] != parts[pairs[at].1]).collect();
        let open_scores: Vec<i64> = open.iter().map(|&at| scores[at]).collect();
        let (a, b) = pairs[open[source.choose(&open_scores, &each)?]];
        let (kept, joined) = (parts[a], parts[b]);
        for part in parts.iter_mut().filter(|part| **part == joined) {
            *part = kept;
        }
        chosen.push((a, b));
    }
    Ok(chosen)
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
        // Cut off where no number is greater: a record then moves the score by no more.
        .map(|(count, expected)| count.saturating_sub(expected.round() as i64).saturating_abs())
        .fold(0, i64::saturating_add)
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
