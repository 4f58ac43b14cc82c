//! New groups of all members: of the cheapest groups around some seeds the cheapest is made, with all
//! that it covers, and so on with what is left.

use super::group::{Levels, Plan, above, covers};
use super::{NONE, Window};

/// At most so many units are the seeds of new groups.
const SEEDS: usize = 32;

/// What the best group around a seed would be.
#[derive(Clone, Copy)]
pub(super) struct Offer<const L: usize> {
    loss: f32,
    levels: Levels<L>,
    /// Whether members left since it was made, so that it may be too few.
    is_stale: bool,
}

impl<const L: usize> Window<'_, L> {
    /// New groups; the last few members join others, or are suppressed if that is allowed and costs
    /// less. `None` if what is left cannot be placed.
    pub(super) fn rebuild(&mut self) -> Option<Plan<L>> {
        let n = self.members();
        let seeds: Vec<u16> = (0..n as u16).step_by(n.div_ceil(SEEDS)).collect();
        self.sort_around(&seeds);
        self.left.clear();
        self.left.resize(n, true);
        self.offers.clear();
        for (nth, &seed) in seeds.iter().enumerate() {
            let offer = self.offer(seed, nth);
            self.offers.push(offer);
        }
        let mut groups = Vec::new();
        while let Some((nth, offer)) = self.cheapest_offer() {
            let seed = seeds[nth];
            if offer.is_stale {
                self.offers[nth] = self.offer(seed, nth);
                continue;
            }
            let members = self.covered(seed, &offer.levels);
            for &one in &members {
                self.left[one as usize] = false;
            }
            self.mark_stale(&seeds, &members);
            groups.push(self.group(members));
        }
        let rest: Vec<u16> = (0..n as u16).filter(|&one| self.left[one as usize]).collect();
        let mut out = Vec::new();
        for one in rest {
            let place = self.place(&groups, one);
            let is_dear = place.is_none_or(|(cost, _)| cost > self.price(&[one]));
            if is_dear && self.may_go(&out, one) {
                out.push(one);
                continue;
            }
            let (_, at) = place?;
            self.join(&mut groups[at], one);
        }
        Some(Plan { groups, out })
    }

    /// Sorts all members by their distance from each seed.
    fn sort_around(&mut self, seeds: &[u16]) {
        self.near.clear();
        for &seed in seeds {
            self.know(seed);
            let start = self.near.len();
            for other in 0..self.members() as u16 {
                let distance = self.loss(seed, self.meeting(seed, other));
                // Numbers that are not negative are ordered as their bits are.
                self.near.push(u64::from(distance.to_bits()) << 16 | u64::from(other));
            }
            self.near[start..].sort_unstable();
        }
    }

    fn cheapest_offer(&self) -> Option<(usize, Offer<L>)> {
        let open = self.offers.iter().enumerate();
        let open = open.filter_map(|(nth, offer)| offer.map(|offer| (nth, offer)));
        open.min_by(|a, b| a.1.loss.total_cmp(&b.1.loss))
    }

    /// The members that are left and that a seed's levels cover.
    fn covered(&self, seed: u16, levels: &Levels<L>) -> Vec<u16> {
        let is_member =
            |&one: &u16| self.left[one as usize] && covers(levels, self.meeting(seed, one));
        (0..self.members() as u16).filter(is_member).collect()
    }

    /// Some members are taken: what was offered with one of them has to be looked at again.
    fn mark_stale(&mut self, seeds: &[u16], taken: &[u16]) {
        for (nth, &seed) in seeds.iter().enumerate() {
            let Some(offer) = self.offers[nth] else { continue };
            if !self.left[seed as usize] {
                self.offers[nth] = None;
            } else if !offer.is_stale
                && taken.iter().any(|&one| covers(&offer.levels, self.meeting(seed, one)))
            {
                self.offers[nth] = Some(Offer { is_stale: true, ..offer });
            }
        }
    }

    /// The cheapest group around a seed among what is left, found step by step.
    fn offer(&self, seed: u16, nth: usize) -> Option<Offer<L>> {
        if !self.left[seed as usize] {
            return None;
        }
        let n = self.members();
        let near = &self.near[nth * n..][..n];
        let mut levels = [0; L];
        loop {
            let (own, mut rows) = (self.loss(seed, &levels), 0);
            let (mut best, mut next) = (f32::INFINITY, NONE);
            for &word in near {
                let (one, distance) = (word as u16, f32::from_bits((word >> 16) as u32));
                // What is covered is no farther than the levels cost, and what is farther than the
                // best step costs no less.
                if distance >= best && distance > own {
                    break;
                }
                if !self.left[one as usize] {
                    continue;
                }
                let meeting = self.meeting(seed, one);
                if covers(&levels, meeting) {
                    rows += self.rows[one as usize];
                } else if distance < best {
                    let loss = self.loss(seed, &above(&levels, meeting));
                    if loss < best {
                        (best, next) = (loss, one);
                    }
                }
            }
            if rows >= self.field.judge.least()
                && (self.field.judge.size_decides()
                    || self.holds(rows, &self.covered(seed, &levels)))
            {
                return Some(Offer { loss: own, levels, is_stale: false });
            }
            if next == NONE {
                return None;
            }
            levels = above(&levels, self.meeting(seed, next));
        }
    }
}
