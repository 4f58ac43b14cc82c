//! What recoding record by record would lose, estimated from some records.
//!
//! Records that lie near each other are cut into regions by Mondrian, in a few blocks from different
//! places of the table: to cut a block out first is a cut as any other, so what is lost in it is about what
//! could be reached there, and on Adult twice as much. A small table is cut as a whole.

use super::Grouped;
use crate::attempt::Attempt;
use crate::bind::{MONDRIAN, cannot_serve};
use crate::data::Data;
use crate::decision::{Estimate, Found};
use ridotto_core::objective::{Aggregate, Objective};
use ridotto_core::{Code, Watch};
use std::cmp::Reverse;

/// All records are looked at if there are no more than this.
const SMALL: usize = 10_000;
/// Of more, one in so many is looked at …
const SHARE: usize = 20;
/// … but no fewer than so many, …
const FEWEST: usize = 1_000;
/// … and no more.
const MOST: usize = 20_000;
/// Files with fewer records are not worth the question.
const WORTH_IT: u64 = 100;
/// They are taken from so many places.
const BLOCKS: usize = 3;
/// It is much less where it is less than this share of what is lost now, …
const MUCH: f64 = 0.9;
/// … and less by this.
const WORTH: f64 = 0.01;

impl Data {
    /// What recoding record by record would lose, if that is much less than what was found.
    pub(crate) fn by_record(&self, found: &Found, watch: &dyn Watch) -> Option<Estimate> {
        let is_served = self.objective == Objective::Loss(Aggregate::Mean)
            && self.private.is_none()
            && self.rows() >= WORTH_IT
            && found.score > WORTH
            && !cannot_serve(&self.policy, MONDRIAN, &self.requirements, self.keys.len());
        let estimate = is_served.then(|| self.by(MONDRIAN).estimate(watch)).flatten()?;
        let is_much = estimate.loss < found.score * MUCH && estimate.loss < found.score - WORTH;
        is_much.then_some(estimate)
    }

    /// Rows that lie near each other: at least so many, and all that have the same values.
    fn block(&self, place: f64, least: usize) -> Vec<u32> {
        let mut order: Vec<usize> = (0..self.keys.len()).collect();
        order.sort_by_key(|&at| (Reverse(self.hierarchies[at].groups(0)), at));
        let mut rows: Vec<u32> = (0..self.table.rows as u32).collect();
        for at in order {
            if rows.len() <= 2 * least {
                break;
            }
            let codes = self.key_columns()[at].codes;
            let (from, to) = self.values_at(&rows, at, place, least);
            rows.retain(|&row| (from..=to).contains(&codes.get(row as usize)));
        }
        rows
    }

    /// Neighbouring values that at least so many of some rows have, from some place on in their order.
    fn values_at(&self, rows: &[u32], at: usize, place: f64, least: usize) -> (Code, Code) {
        let column = self.key_columns()[at];
        let mut counts = vec![0_usize; column.values];
        for &row in rows {
            counts[column.codes.get(row as usize) as usize] += 1;
        }
        let highest = counts.len().saturating_sub(1);
        let start = (rows.len() - least) as f64 * place;
        let (mut first, mut before) = (0, 0);
        while first < highest && ((before + counts[first]) as f64) <= start {
            before += counts[first];
            first += 1;
        }
        let (mut end, mut taken) = (first, counts[first]);
        while taken < least && end < highest {
            end += 1;
            taken += counts[end];
        }
        while taken < least && first > 0 {
            first -= 1;
            taken += counts[first];
        }
        (first as Code, end as Code)
    }
}

impl Attempt<'_> {
    /// What is lost in some blocks; `None` if one of them cannot be made safe at all.
    fn estimate(&self, watch: &dyn Watch) -> Option<Estimate> {
        let all = self.table.rows;
        let wanted = if all <= SMALL { all } else { (all / SHARE).clamp(FEWEST, MOST) };
        let blocks = if wanted == all { 1 } else { BLOCKS };
        let (mut lost, mut records) = (0.0, 0);
        for nth in 0..blocks {
            let place = (nth as f64 + 0.5) / blocks as f64;
            let rows = self.block(place, wanted / blocks);
            let Grouped { grouping, kinds, .. } = self.group(Some(&rows), watch).ok()?;
            let columns = self.key_columns();
            let losses: Vec<f64> = (0..self.keys.len())
                .map(|at| self.local_loss(at, &columns[at].codes.take(&rows), &grouping, kinds[at]))
                .collect();
            lost += self.mean_loss(&losses) * rows.len() as f64;
            records += rows.len() as u64;
        }
        watch.goes_on().then(|| Estimate { loss: lost / records as f64, records })
    }
}
