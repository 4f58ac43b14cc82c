//! The exact search of a lattice small enough to list.
//!
//! Every open node has a bound from below on its score. A node that fails closes all that lie
//! below it; one that holds closes all whose bound is above its score, and what it suppresses
//! raises the bound of everything finer. [`Order`] says which node is looked at next.

use super::first::first;
use super::open::Open;
use super::order::Order;
use super::surrogate::Surrogate;
use super::{Ascent, Observation, SearchResult, SearchState, Task};
use crate::evaluate::{Evaluate, Subsets};
use crate::lattice::{OpenNodes, Packed};
use ridotto_core::watch::{Control, Watch};

/// More nodes than this are not listed.
pub const LISTED: u128 = 1 << 20;

/// Finds the best node of a lattice of at most 2^20 nodes and 16 attributes, none deeper than 127.
pub fn exact<E: Evaluate>(
    task: &Task<'_>,
    evaluate: &mut E,
    subsets: Option<&mut Subsets<'_>>,
    watch: &dyn Watch,
) -> SearchResult {
    let pairs = subsets.as_deref();
    let fails = |levels: &Vec<u8>| pairs.is_some_and(|pairs| pairs.fails(levels, task.limit));
    let floor = |levels: Vec<u8>| {
        let floor = pairs.map_or(0, |pairs| pairs.floor(&levels));
        (levels, floor)
    };
    let nodes = task.lattice.iter().filter(|levels| !fails(levels)).map(floor);
    let surrogate = Surrogate::new(task);
    let mut open = open(task, nodes, &surrogate);
    let first = subsets.and_then(|subsets| first(task, &mut open, subsets));
    let order = Order::new(surrogate, first, Some(Ascent::new()));
    run(task, SearchState::new(task, evaluate), watch, open, order)
}

/// Finds the best of some nodes, of a lattice as [`exact`] takes it. Only these are looked at. Each
/// comes with the records that it is known to suppress at least.
pub fn among<E: Evaluate>(
    task: &Task<'_>,
    nodes: impl Iterator<Item = (Vec<u8>, u64)>,
    evaluate: &mut E,
    watch: &dyn Watch,
) -> SearchResult {
    let surrogate = Surrogate::new(task);
    let open = open(task, nodes, &surrogate);
    run(task, SearchState::new(task, evaluate), watch, open, Order::new(surrogate, None, None))
}

fn run<E: Evaluate>(
    task: &Task<'_>,
    mut walk: SearchState<'_, '_, E>,
    watch: &dyn Watch,
    mut open: Vec<Open>,
    mut order: Order<'_>,
) -> SearchResult {
    let m = task.lattice.attributes();
    watch.begin("searching", Some(open.len() as u64));
    while watch.control() == Control::Continue && !walk.is_spent() && !open.is_empty() {
        let before = open.len();
        let at = order.next(&open, walk.affordable);
        let (levels, affordable) = (open[at].levels, walk.affordable);
        if let Some(coarser) = order.coarser(levels, &open, affordable, task) {
            let floor = walk.floor(&coarser.bytes()[..m]);
            order.learn_floor(coarser, floor, affordable);
            if floor > affordable {
                open.retain(|node| !node.levels.is_at_most(coarser));
                watch.advance((before - open.len()) as u64);
                continue;
            }
            raise(task, &mut open, coarser, floor);
        }
        open.swap_remove(at);
        let list = || open.iter().map(|node| node.levels).collect();
        let node = &levels.bytes()[..m];
        let (lesson, better) = walk.look(node, order.is_curious(), OpenNodes::listed(&list));
        order.learn(node, lesson, affordable, better);
        learn(task, &mut open, levels, &lesson);
        if let Some(best) = &walk.best {
            open.retain(|open| best.could_lose_to(open.bound, &open.levels.bytes()[..m]));
        }
        watch.advance((before - open.len()) as u64);
    }
    let bound = open.iter().map(|node| node.bound).reduce(f64::min);
    walk.found(bound.is_none(), bound)
}

fn open(
    task: &Task<'_>,
    nodes: impl Iterator<Item = (Vec<u8>, u64)>,
    surrogate: &Surrogate<'_>,
) -> Vec<Open> {
    let terms = task.scorer.terms(0);
    let node = |(levels, suppressed): (Vec<u8>, u64)| Open {
        bound: match suppressed {
            0 => task.scorer.lower_bound(&terms, &levels),
            _ => task.scorer.bound_at(&levels, suppressed),
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
    let terms = task.scorer.terms(suppressed);
    let below = open.iter_mut().filter(|node| node.levels.is_at_most(at));
    below.for_each(|node| node.raise(task, suppressed, &terms));
}

/// Closes nodes, and raises bounds, as a look at one of them allows.
fn learn(task: &Task<'_>, open: &mut Vec<Open>, at: Packed, lesson: &Observation) {
    match *lesson {
        Observation::Fails { closes: true, .. } => open.retain(|node| !node.levels.is_at_most(at)),
        Observation::Fails { closes: false, .. } => {}
        Observation::Holds { floor_below, floor_above, .. } => {
            raise(task, open, at, floor_below);
            if floor_above > 0.0 {
                for node in open.iter_mut().filter(|node| at.is_at_most(node.levels)) {
                    node.bound = node.bound.max(floor_above);
                }
            }
        }
    }
}
