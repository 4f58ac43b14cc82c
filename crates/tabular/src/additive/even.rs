//! Rounding leaves up or down so that totals come out even.
//!
//! One leaf after the other goes where the totals that it is in are nearer to what they should be; then
//! single leaves, and pairs that go opposite ways, change as long as the sum of squares falls.

use super::sums::{Above, scattered};

/// A leaf, and how far it is from what it should be if it goes down, or up.
#[derive(Clone, Copy, Debug)]
pub struct Choice {
    pub leaf: u32,
    pub down: f64,
    pub up: f64,
}

/// How often each leaf is looked at.
const ROUNDS: usize = 40;

/// For each choice whether the leaf goes up. The sum of squares counts leaves and totals alike, and is
/// never more than where every leaf goes to its nearer end.
pub fn even(
    cells: usize,
    above: &Above,
    choices: &[Choice],
    stopped: &dyn Fn() -> bool,
) -> Vec<bool> {
    let state = || State { above, off: vec![0.0; cells] };
    let mut one = state();
    let in_turn = choices.iter().map(|choice| {
        let up = one.rise(choice.leaf, choice.up) < one.rise(choice.leaf, choice.down);
        one.change(choice.leaf, if up { choice.up } else { choice.down });
        up
    });
    let in_turn: Vec<bool> = in_turn.collect();
    let mut other = state();
    let nearer = choices.iter().map(|choice| {
        let up = choice.up.abs() <= choice.down.abs();
        other.change(choice.leaf, if up { choice.up } else { choice.down });
        up
    });
    let nearer: Vec<bool> = nearer.collect();
    let (one, in_turn) = improved(one, choices, in_turn, stopped);
    let (other, nearer) = improved(other, choices, nearer, stopped);
    if other.squares() < one.squares() { nearer } else { in_turn }
}

fn improved<'a>(
    mut state: State<'a>,
    choices: &[Choice],
    mut ups: Vec<bool>,
    stopped: &dyn Fn() -> bool,
) -> (State<'a>, Vec<bool>) {
    let by = |at: usize, ups: &[bool]| {
        let Choice { down, up, .. } = choices[at];
        if ups[at] { down - up } else { up - down }
    };
    for round in 0..ROUNDS {
        if stopped() {
            break;
        }
        let mut is_better = false;
        for at in 0..choices.len() {
            let (leaf, step) = (choices[at].leaf, by(at, &ups));
            let own = state.rise(leaf, step);
            if own < -SLACK {
                state.change(leaf, step);
                ups[at] = !ups[at];
                is_better = true;
                continue;
            }
            // With another that goes the opposite way.
            let draw = scattered((at + round * choices.len()) as u64);
            let other = (draw % choices.len() as u64) as usize;
            if ups[other] == ups[at] || other == at {
                continue;
            }
            state.change(leaf, step);
            let back = by(other, &ups);
            if own + state.rise(choices[other].leaf, back) < -SLACK {
                state.change(choices[other].leaf, back);
                (ups[at], ups[other]) = (!ups[at], !ups[other]);
                is_better = true;
            } else {
                state.change(leaf, -step);
            }
        }
        if !is_better && round > ROUNDS / 4 {
            break;
        }
    }
    (state, ups)
}

/// What is less does not count, so that rounding never goes round in circles.
const SLACK: f64 = 1e-9;

struct State<'a> {
    above: &'a Above,
    /// How far each cell is from what it should be.
    off: Vec<f64>,
}

impl State<'_> {
    fn squares(&self) -> f64 {
        self.off.iter().map(|off| off * off).sum()
    }

    /// What a step does to the sum of squares.
    fn rise(&self, leaf: u32, by: f64) -> f64 {
        let of = self.above.of(leaf).iter().chain([&leaf]);
        of.map(|&cell| by * (2.0 * self.off[cell as usize] + by)).sum()
    }

    fn change(&mut self, leaf: u32, by: f64) {
        for &cell in self.above.of(leaf).iter().chain([&leaf]) {
            self.off[cell as usize] += by;
        }
    }
}
