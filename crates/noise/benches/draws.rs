//! What a draw costs: noise for a thousand values, and one of a thousand chosen, with an accountant each time, as
//! every private thing draws.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use ridotto_noise::{
    Accountant, Budget, Exact, Gaussian, Laplace, Loss, Mechanism, Neighbours, Permit, Protected,
    Response, Scores, Selection, Truncated,
};
use std::hint::black_box;

const VALUES: usize = 1000;

fn exact(text: &str) -> Exact {
    text.parse().expect("it is a number")
}

/// A permit for a mechanism; charging is not measured.
fn permit<M: Mechanism>(mechanism: M) -> Permit<M> {
    let budget = match mechanism.loss() {
        Loss::Concentrated { .. } => Budget::concentrated(Exact::whole(100)),
        _ => Budget::approximate(Exact::whole(100), exact("0.9")),
    };
    let neighbours = mechanism.argued_for().unwrap_or(Neighbours::ChangeOne);
    let budget = budget.expect("it is more than nothing");
    let mut accountant = Accountant::new(budget, Protected::record(neighbours));
    accountant.charge("a bench", mechanism).expect("the budget is large enough")
}

fn measure<M: Mechanism + Clone, R>(
    c: &mut Criterion,
    name: &str,
    mechanism: &M,
    draw: impl Fn(Permit<M>) -> R,
) {
    c.bench_function(name, |b| {
        let permit = || permit(mechanism.clone());
        b.iter_batched(permit, |permit| black_box(draw(permit)), BatchSize::SmallInput);
    });
}

fn draws(c: &mut Criterion) {
    let counts = vec![40_i64; VALUES];
    for scale in ["1", "1000", "1000000"] {
        let epsilon = Exact::whole(1).over(&exact(scale)).expect("it is not 0");
        let laplace = Laplace::new(1, &epsilon).expect("it fits");
        measure(c, &format!("laplace of scale {scale}"), &laplace, |permit| {
            permit.release(&counts)
        });
    }
    let gaussian = Gaussian::new(1, &exact("0.005")).expect("it fits");
    measure(c, "gaussian of deviation 10", &gaussian, |permit| permit.release(&counts));
    let truncated = Truncated::new(1, &exact("0.1"), &exact("0.000001")).expect("it fits");
    measure(c, "truncated laplace of scale 10", &truncated, |permit| permit.release(&counts));
    let response = Response::new(4, &exact("1")).expect("it fits");
    measure(c, "randomised response", &response, |permit| permit.answer(&vec![2; VALUES]));
    let scores: Vec<i64> = (0_i64..1000).collect();
    let either =
        Selection::new(scores.len(), 1, Scores::MoveEitherWay, &exact("0.1")).expect("it fits");
    measure(c, "permute-and-flip among 1000", &either, |permit| permit.choose(&scores));
}

criterion_group!(benches, draws);
criterion_main!(benches);
