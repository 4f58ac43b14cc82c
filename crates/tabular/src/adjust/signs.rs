//! Which sensitive cells go up and which go down: by branch and bound where they are few, and by a
//! heuristic.

use super::{Adjusted, Question, Real};

/// Where a sensitive cell goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sign {
    Down,
    Up,
}

/// Where there are more sensitive cells, signs are not searched through.
const SENSITIVE: usize = 60;

/// The best signs, as far as was looked.
pub fn searched(of: &Question<'_>, stopped: &dyn Fn() -> bool) -> Option<Adjusted> {
    let effort = of.effort();
    let mut search =
        Search { of, stopped, best: None, left: effort, bound: f64::INFINITY, is_complete: true };
    // Whatever the size, there is the heuristic; its signs are worth a closer look.
    if let Some(found) = of.descended(stopped) {
        let signs = of.signs_of(&found.values);
        search.best = Some(found);
        if effort > 0 {
            search.leaf(&signs);
        }
    }
    if of.needs.len() <= SENSITIVE && effort > 0 {
        search.descend(&mut vec![None; of.needs.len()]);
    } else {
        search.is_complete = false;
    }
    if search.best.is_none() {
        search.leaf(&greedy(of)?.into_iter().map(Some).collect::<Vec<_>>());
    }
    if search.best.is_none() {
        search.all_one_way();
    }
    let mut best = search.best?;
    // A table whose cost is the bound's is the nearest, rounding aside.
    let bound = search.bound.min(best.cost);
    best.bound = search.is_complete.then_some(bound);
    best.is_nearest = search.is_complete && best.cost <= bound + 1e-6 * bound.abs().max(1.0);
    Some(best)
}

struct Search<'a> {
    of: &'a Question<'a>,
    stopped: &'a dyn Fn() -> bool,
    best: Option<Adjusted>,
    /// How many relaxations may still be solved.
    left: usize,
    /// The least that any table costs whose signs were not cut off because they cost too much.
    bound: f64,
    is_complete: bool,
}

impl Search<'_> {
    fn descend(&mut self, signs: &mut Vec<Option<Sign>>) {
        if self.left == 0 || (self.stopped)() {
            self.is_complete = false;
            return;
        }
        self.left -= 1;
        let Some(real) = self.of.relaxed(signs, self.stopped) else { return };
        let Real { values, cost } = real;
        if self.best.as_ref().is_some_and(|best| cost >= best.cost - 1e-7 * best.cost.max(1.0)) {
            self.bound = self.bound.min(cost);
            return;
        }
        match self.farthest(&values, signs) {
            None => {
                self.bound = self.bound.min(cost);
                let needs = self.of.needs.iter();
                let sign = |need: &super::Protect| {
                    let value = self.of.values[need.cell as usize] as f64;
                    Some(if values[need.cell as usize] < value { Sign::Down } else { Sign::Up })
                };
                let all: Vec<Option<Sign>> = needs.map(sign).collect();
                self.leaf(&all);
            }
            Some((at, first)) => {
                let second = if first == Sign::Up { Sign::Down } else { Sign::Up };
                for sign in [first, second] {
                    if self.of.may(at, sign) {
                        signs[at] = Some(sign);
                        self.descend(signs);
                        signs[at] = None;
                    }
                }
            }
        }
    }

    /// The sensitive cell without a sign that lacks most, and where it leans.
    fn farthest(&self, values: &[f64], signs: &[Option<Sign>]) -> Option<(usize, Sign)> {
        let lacks = |at: usize| {
            let need = &self.of.needs[at];
            let change = values[need.cell as usize] - self.of.values[need.cell as usize] as f64;
            let (down, up) = (need.down as f64 + change, need.up as f64 - change);
            let way =
                if change > 0.0 || (change == 0.0 && up <= down) { Sign::Up } else { Sign::Down };
            (down.min(up), way)
        };
        let open = (0..signs.len()).filter(|&at| signs[at].is_none());
        let lacking = open.map(|at| (at, lacks(at))).filter(|(_, (lack, _))| *lack > 1e-6);
        let (at, (_, way)) = lacking.max_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        Some((at, way))
    }

    /// All signs are there: the whole numbers, if they are the best.
    fn leaf(&mut self, signs: &[Option<Sign>]) {
        if let Some(found) = self.of.whole(signs, self.stopped)
            && self.best.as_ref().is_none_or(|best| found.cost < best.cost)
        {
            self.best = Some(found);
        }
    }

    /// Where the heuristic's signs fit together badly: everybody up, and everybody down.
    fn all_one_way(&mut self) {
        for way in [Sign::Up, Sign::Down] {
            let sign = |at: usize| {
                let other = if way == Sign::Up { Sign::Down } else { Sign::Up };
                Some(if self.of.may(at, way) { way } else { other })
            };
            let signs: Vec<_> = (0..self.of.needs.len()).map(sign).collect();
            self.leaf(&signs);
        }
    }
}

/// Signs one after the other, the largest first, so that in each relation what goes up and what goes down
/// is about the same. `None` if a cell can go nowhere.
fn greedy(of: &Question<'_>) -> Option<Vec<Sign>> {
    let mut order: Vec<usize> = (0..of.needs.len()).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(of.needs[at].up.max(of.needs[at].down)), at));
    let mut net = vec![0.0; of.system.len()];
    let mut signs = vec![Sign::Up; of.needs.len()];
    for at in order {
        let need = of.needs[at];
        let unrest = |sign: Sign| {
            let by = if sign == Sign::Up { need.up as f64 } else { -(need.down as f64) };
            let relations = of.system.relations_of(need.cell).iter();
            let changes = relations.map(|&relation| {
                let total = of.system.relation(relation as usize).total() == need.cell;
                let by = if total { -by } else { by };
                (relation as usize, by)
            });
            let changes: Vec<(usize, f64)> = changes.collect();
            let sum: f64 =
                changes.iter().map(|&(at, by)| (net[at] + by).abs() - net[at].abs()).sum();
            (sum, changes)
        };
        let ways = [Sign::Up, Sign::Down].into_iter().filter(|&sign| of.may(at, sign));
        let ways = ways.map(|sign| (sign, unrest(sign)));
        let (sign, (_, changes)) = ways.min_by(|a, b| a.1.0.total_cmp(&b.1.0))?;
        signs[at] = sign;
        for (relation, by) in changes {
            net[relation] += by;
        }
    }
    Some(signs)
}
