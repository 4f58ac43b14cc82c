//! The exact search of a lattice small enough to list.
//!
//! Every open node has a bound from below on its score. A node that fails closes all that lie
//! below it; one that holds closes all whose bound is above its score, and what it suppresses
//! raises the bound of everything finer. [`Order`] says which node is looked at next.

use super::ahead::Ahead;
use super::first::first;
use super::order::Order;
use super::surrogate::Surrogate;
use super::{Best, Found, Lesson, Task, Walk};
use crate::evaluate::Evaluate;
use crate::lattice::Packed;
use ridotto_core::objective::Terms;
use ridotto_core::watch::{Watch, Wish};

/// More nodes than this are not listed.
pub const LISTED: u128 = 1 << 20;

/// A node that may still be the best.
#[derive(Clone, Copy, Debug)]
pub struct Open {
    /// Its levels.
    pub levels: Packed,
    /// Its score is not below this.
    pub bound: f64,
    /// It suppresses at least so many records.
    pub suppressed: u64,
    /// What was expected of it before the first look ([`Surrogate::prior`]).
    pub prior: f64,
}

impl Open {
    /// Raises its bound, now that it is known to suppress at least so many records; `terms` are those
    /// of the gauge for so many.
    pub fn raise(&mut self, task: &Task<'_>, suppressed: u64, terms: &Terms) {
        if self.suppressed < suppressed {
            let levels = self.levels.bytes();
            let bound = task.gauge.bound(terms, &levels[..task.lattice.attributes()]);
            self.suppressed = suppressed;
            self.bound = self.bound.max(bound);
        }
    }
}

/// Finds the best node of a lattice of at most 2^20 nodes and 16 attributes, none deeper than 127.
pub fn exact<E: Evaluate>(task: &Task<'_>, evaluate: &mut E, watch: &dyn Watch) -> Found {
    let mut subsets = evaluate.pairs(task.limit, task.lattice.top());
    let pairs = subsets.as_ref();
    let fails = |levels: &Vec<u8>| pairs.is_some_and(|pairs| pairs.fails(levels, task.limit));
    let floor = |levels: Vec<u8>| {
        let floor = pairs.map_or(0, |pairs| pairs.floor(&levels));
        (levels, floor)
    };
    let nodes = task.lattice.iter().filter(|levels| !fails(levels)).map(floor);
    let surrogate = Surrogate::new(task);
    let mut open = open(task, nodes, &surrogate);
    let first = subsets.as_mut().and_then(|subsets| first(task, &mut open, subsets, evaluate));
    let order = Order::new(surrogate, first);
    run(task, Walk::new(task, evaluate), watch, open, true, order)
}

/// Finds the best of some nodes, of a lattice as [`exact`] takes it. Only these are looked at. Each
/// comes with the records that it is known to suppress at least.
pub fn among<E: Evaluate>(
    task: &Task<'_>,
    nodes: impl Iterator<Item = (Vec<u8>, u64)>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> Found {
    let surrogate = Surrogate::new(task);
    let open = open(task, nodes, &surrogate);
    run(task, Walk::new(task, evaluate), watch, open, false, Order::new(surrogate, None))
}

/// Searches some nodes; if they are the whole lattice, looks also at nodes that are no longer open,
/// for what they close.
fn run<E: Evaluate>(
    task: &Task<'_>,
    mut walk: Walk<'_, '_, E>,
    watch: &dyn Watch,
    all: Vec<Open>,
    is_whole: bool,
    mut order: Order<'_>,
) -> Found {
    let m = task.lattice.attributes();
    watch.begin("searching", Some(all.len() as u64));
    let mut open = Nested(vec![all]);
    let mut seen = Vec::new();
    while watch.wish() == Wish::GoOn && !walk.is_spent() {
        if !open.leave_empty(walk.evaluate) {
            break;
        }
        let at = order.next(open.innermost(), walk.affordable);
        let levels = open.innermost()[at].levels;
        let next = &levels.bytes()[..m];
        if open.enter(next, walk.evaluate) {
            continue;
        }
        let before = open.len();
        let mut left = Some(at);
        let coarser = is_whole.then(|| open.coarser(next, &seen, &mut walk)).flatten();
        if let Some(coarser) = coarser {
            let floor = walk.floor(&coarser);
            let coarser = Packed::new(&coarser);
            let fails = floor > walk.affordable;
            open.close(walk.best.as_ref(), task, |open| {
                if fails {
                    open.retain(|node| !node.levels.is_at_most(coarser));
                } else {
                    raise(task, open, coarser, floor);
                }
            });
            seen.push(coarser);
            left = open.innermost().iter().position(|node| node.levels == levels);
        }
        if let Some(at) = left.filter(|_| !walk.is_spent()) {
            open.innermost().swap_remove(at);
            look(task, next, &mut walk, &mut order, &mut open);
            seen.push(levels);
        }
        watch.advance((before - open.len()) as u64);
    }
    let bound = open.0.iter().flatten().map(|node| node.bound).reduce(f64::min);
    walk.found(bound.is_none(), bound)
}

/// Looks at a node, and closes what that closes.
fn look<E: Evaluate>(
    task: &Task<'_>,
    levels: &[u8],
    walk: &mut Walk<'_, '_, E>,
    order: &mut Order<'_>,
    open: &mut Nested,
) {
    let affordable = walk.affordable;
    let (lesson, better) = walk.look(levels, order.is_curious());
    order.learn(levels, lesson, affordable, better);
    let at = Packed::new(levels);
    open.close(walk.best.as_ref(), task, |open| learn(task, open, at, &lesson));
}

/// Open nodes: those of the whole lattice, of the stage that the evaluator has entered, of a stage
/// within it, and so on, each without those of the next.
struct Nested(Vec<Vec<Open>>);

impl Nested {
    fn len(&self) -> usize {
        self.0.iter().map(Vec::len).sum()
    }

    fn innermost(&mut self) -> &mut Vec<Open> {
        self.0.last_mut().expect("the whole lattice is never left")
    }

    /// Lets all open nodes learn, and closes those that the best node closes.
    fn close(&mut self, best: Option<&Best>, task: &Task<'_>, learn: impl Fn(&mut Vec<Open>)) {
        let m = task.lattice.attributes();
        for open in &mut self.0 {
            learn(open);
            if let Some(best) = best {
                open.retain(|open| best.could_lose_to(open.bound, &open.levels.bytes()[..m]));
            }
        }
    }

    /// Leaves stages without open nodes; says whether there is an open node at all.
    fn leave_empty<E: Evaluate>(&mut self, evaluate: &mut E) -> bool {
        while self.0.len() > 1 && self.innermost().is_empty() {
            self.0.pop();
            evaluate.leave();
        }
        !self.innermost().is_empty()
    }

    /// A node to ask for its floor before `next` is looked at, if the evaluator knows one that was
    /// neither asked nor looked at. A floor holds at every finer node by its definition, so this needs
    /// no promise of the models.
    fn coarser<E: Evaluate>(
        &mut self,
        next: &[u8],
        seen: &[Packed],
        walk: &mut Walk<'_, '_, E>,
    ) -> Option<Vec<u8>> {
        let top = walk.task.lattice.top();
        let coarser = walk.evaluate.coarser(&Ahead::new(self.innermost(), next), top)?;
        let is_new = !seen.contains(&Packed::new(&coarser));
        is_new.then_some(coarser)
    }

    /// Enters a stage around the node to be looked at next, if the evaluator knows one.
    fn enter<E: Evaluate>(&mut self, next: &[u8], evaluate: &mut E) -> bool {
        let open = self.innermost();
        let Some(stage) = evaluate.enter(&Ahead::new(open, next)) else { return false };
        let stage = Packed::new(&stage);
        let above = open.extract_if(.., |node| stage.is_at_most(node.levels)).collect();
        self.0.push(above);
        true
    }
}

fn open(
    task: &Task<'_>,
    nodes: impl Iterator<Item = (Vec<u8>, u64)>,
    surrogate: &Surrogate<'_>,
) -> Vec<Open> {
    let terms = task.gauge.terms(0);
    let node = |(levels, suppressed): (Vec<u8>, u64)| Open {
        bound: match suppressed {
            0 => task.gauge.bound(&terms, &levels),
            _ => task.gauge.bound_at(&levels, suppressed),
        },
        prior: surrogate.prior(&levels),
        levels: Packed::new(&levels),
        suppressed,
    };
    nodes.map(node).collect()
}

/// Raises the bounds of what is as fine as a node: at least so many records are suppressed there.
fn raise(task: &Task<'_>, open: &mut [Open], at: Packed, suppressed: u64) {
    if suppressed == 0 {
        return;
    }
    let terms = task.gauge.terms(suppressed);
    let below = open.iter_mut().filter(|node| node.levels.is_at_most(at));
    below.for_each(|node| node.raise(task, suppressed, &terms));
}

/// Closes nodes, and raises bounds, as a look at one of them allows.
fn learn(task: &Task<'_>, open: &mut Vec<Open>, at: Packed, lesson: &Lesson) {
    match *lesson {
        Lesson::Fails { closes: true, .. } => open.retain(|node| !node.levels.is_at_most(at)),
        Lesson::Fails { closes: false, .. } => {}
        Lesson::Holds { floor_below, floor_above, .. } => {
            raise(task, open, at, floor_below);
            if floor_above > 0.0 {
                for node in open.iter_mut().filter(|node| at.is_at_most(node.levels)) {
                    node.bound = node.bound.max(floor_above);
                }
            }
        }
    }
}
