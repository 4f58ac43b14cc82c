//! What is charged, what is refused, and that a refusal costs nothing.

use super::*;
use crate::{Gaussian, Laplace, Response, Scores, Selection, Thinning, Truncated};

/// Leave to draw, from a seed.
pub(crate) fn permit<M: Mechanism>(mechanism: M, seed: u64) -> Permit<M> {
    let (epsilon, delta) = (Exact::whole(1000), Exact::decimal(9, 1));
    let budget = match mechanism.loss() {
        Loss::Concentrated { .. } => Budget::concentrated(epsilon),
        _ => Budget::approximate(epsilon, delta),
    };
    let neighbours = mechanism.argued_for().unwrap_or(Neighbours::ChangeOne);
    let protected = Protected::record(neighbours);
    let accountant = Accountant::new(budget.unwrap(), protected);
    accountant.drawing_from(Source::seeded_for_tests(seed)).charge("a test", mechanism).unwrap()
}

fn exact(text: &str) -> Exact {
    text.parse().unwrap()
}

fn laplace(epsilon: &str) -> Laplace {
    Laplace::new(1, &exact(epsilon)).unwrap()
}

fn of(budget: Budget, neighbours: Neighbours) -> Accountant {
    Accountant::new(budget, Protected::record(neighbours))
}

#[test]
fn a_budget_is_spent_to_its_last_part_and_no_further() {
    let mut accountant = of(Budget::pure(exact("1")).unwrap(), Neighbours::AddRemove);
    for _ in 0..10 {
        _ = accountant.charge("a count", laplace("0.1")).unwrap();
    }
    assert_eq!(accountant.spent(), &Loss::Pure { epsilon: exact("1") });
    let before = accountant.charges().len();
    let refused = accountant.charge("one more", laplace("0.000000000000000001")).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the budget is exhausted: epsilon would be 1.000000000000000001 of 1"
    );
    assert_eq!(accountant.spent(), &Loss::Pure { epsilon: exact("1") }, "nothing was charged");
    assert_eq!(accountant.charges().len(), before);
    assert_eq!(format!("{accountant:?}"), "Accountant(epsilon 1 of epsilon 1 spent)");
}

#[test]
fn losses_must_be_of_a_kind_that_the_budget_counts() {
    let mut pure = of(Budget::pure(exact("1")).unwrap(), Neighbours::AddRemove);
    let gaussian = || Gaussian::new(1, &exact("0.1")).unwrap();
    let truncated = || Truncated::new(1, &exact("0.1"), &exact("0.00001")).unwrap();
    assert!(matches!(pure.charge("", gaussian()), Err(NoiseError::Kind { .. })));
    assert!(matches!(pure.charge("", truncated()), Err(NoiseError::Kind { .. })));
    let both = Budget::approximate(exact("1"), exact("0.00002")).unwrap();
    let mut approximate = of(both, Neighbours::AddRemove);
    for _ in 0..2 {
        _ = approximate.charge("", truncated()).unwrap();
    }
    let refused = approximate.charge("", truncated()).unwrap_err().to_string();
    assert_eq!(refused, "the budget is exhausted: delta would be 0.00003 of 0.00002");
    _ = approximate.charge("", laplace("0.8")).unwrap();
    assert_eq!(approximate.epsilon(&exact("0.00002")), Some(exact("1")));
    assert_eq!(approximate.epsilon(&exact("0.00001")), None);
}

/// Many small losses cost less in ρ than in ε: 100 of ε = 0.1 are 10 in ε, and 0.5 in ρ, which is
/// less than 5 for δ = 10⁻⁵.
#[test]
fn many_small_losses_are_better_off_concentrated() {
    let budget = Budget::concentrated_within(&exact("5"), &exact("0.00001")).unwrap();
    let mut accountant = of(budget, Neighbours::AddRemove);
    for _ in 0..100 {
        _ = accountant.charge("a count", laplace("0.1")).unwrap();
    }
    assert_eq!(accountant.spent(), &Loss::Concentrated { rho: exact("0.5") });
    assert!(accountant.epsilon(&exact("0.00001")).unwrap() < exact("5"));
    _ = accountant.charge("a table", Gaussian::new(4, &exact("0.01")).unwrap()).unwrap();
    assert!(accountant.charge("", Truncated::new(1, &exact("1"), &exact("0.1")).unwrap()).is_err());
}

#[test]
fn parts_count_once_if_no_record_is_in_two() {
    let each = || vec![laplace("0.5"), laplace("0.25"), laplace("0.5")];
    for (neighbours, parts, epsilon) in [
        (Neighbours::AddRemove, Parts::Fixed, "0.5"),
        (Neighbours::AddRemove, Parts::ByValue, "0.5"),
        (Neighbours::ChangeOne, Parts::Fixed, "0.5"),
        (Neighbours::ChangeOne, Parts::ByValue, "1"),
    ] {
        let mut accountant = of(Budget::pure(exact("1")).unwrap(), neighbours);
        let permits = accountant.charge_parts("towns", parts, each()).unwrap();
        assert_eq!(permits.len(), 3);
        assert_eq!(accountant.spent(), &Loss::Pure { epsilon: exact(epsilon) }, "{parts:?}");
    }
    let mut accountant = of(Budget::pure(exact("1")).unwrap(), Neighbours::AddRemove);
    let none: Vec<Laplace> = Vec::new();
    assert!(matches!(accountant.charge_parts("", Parts::Fixed, none), Err(NoiseError::Nothing)));
}

#[test]
fn a_person_with_several_records_loses_more() {
    let five = NonZeroU64::new(5).unwrap();
    let protected = Protected::person(Neighbours::AddRemove, five);
    let mut accountant = Accountant::new(Budget::pure(exact("1")).unwrap(), protected);
    _ = accountant.charge("visits", laplace("0.2")).unwrap();
    assert_eq!(accountant.spent(), &Loss::Pure { epsilon: exact("1") });
    assert!(accountant.charge("visits", laplace("0.1")).is_err());
    let budget = Budget::concentrated(exact("1")).unwrap();
    let mut accountant = Accountant::new(budget, protected);
    _ = accountant.charge("visits", Gaussian::new(1, &exact("0.04")).unwrap()).unwrap();
    assert_eq!(accountant.spent(), &Loss::Concentrated { rho: exact("1") });
}

/// An answer for each record tells how many there are.
#[test]
fn answers_of_records_cannot_hide_that_they_are_there() {
    let response = || Response::new(2, &exact("1")).unwrap();
    let mut hides = of(Budget::pure(exact("1")).unwrap(), Neighbours::AddRemove);
    assert!(matches!(hides.charge("", response()), Err(NoiseError::TellsRecords)));
    assert_eq!(hides.spent(), &Loss::Pure { epsilon: Exact::zero() });
    let mut changes = of(Budget::pure(exact("1")).unwrap(), Neighbours::ChangeOne);
    _ = changes.charge("", response()).unwrap();
}

/// Where a record says something else, one score falls and another rises: a loss that is argued for a record
/// more or less is then not what is lost, and nothing is charged. In parts by value it is counted twice.
#[test]
fn losses_are_charged_for_the_neighbours_that_they_are_argued_for() {
    let together = || Selection::new(2, 1, Scores::MoveTogether, &exact("0.5")).unwrap();
    let either = || Selection::new(2, 1, Scores::MoveEitherWay, &exact("0.5")).unwrap();
    let sample = || {
        let loss = Loss::of(exact("0.5"), exact("0.01")).unwrap();
        Thinning::new(1 << 50, loss).unwrap()
    };
    let budget = || Budget::approximate(exact("2"), exact("0.1")).unwrap();
    let mut changes = of(budget(), Neighbours::ChangeOne);
    let refused = |error: NoiseError| assert!(matches!(error, NoiseError::Neighbours { .. }));
    refused(changes.charge("", together()).unwrap_err());
    refused(changes.charge("", sample()).unwrap_err());
    refused(changes.charge_parts("", Parts::Fixed, vec![together()]).unwrap_err());
    assert_eq!(changes.charges(), []);
    _ = changes.charge_parts("", Parts::ByValue, vec![together()]).unwrap();
    assert_eq!(changes.spent(), &Loss::Pure { epsilon: exact("1") });
    _ = changes.charge("", either()).unwrap();
    let mut hides = of(budget(), Neighbours::AddRemove);
    _ = hides.charge("", together()).unwrap();
    _ = hides.charge("", sample()).unwrap();
    // Who answers for each record in a part tells how many are in it.
    let response = || vec![Response::new(2, &exact("1")).unwrap()];
    let mut changes = of(budget(), Neighbours::ChangeOne);
    let told = changes.charge_parts("", Parts::ByValue, response()).unwrap_err();
    assert!(matches!(told, NoiseError::TellsRecords));
    _ = changes.charge_parts("", Parts::Fixed, response()).unwrap();
}

#[test]
fn senseless_budgets_and_noise_are_refused() {
    assert!(Budget::pure(Exact::zero()).is_err());
    assert!(Budget::concentrated(Exact::zero()).is_err());
    assert!(Budget::approximate(exact("1"), exact("1")).is_err());
    assert!(Laplace::new(0, &exact("1")).is_err());
    assert!(Laplace::new(1, &Exact::zero()).is_err());
    assert!(Gaussian::new(0, &exact("1")).is_err());
    assert!(Gaussian::new(1, &Exact::zero()).is_err());
    // A scale of more than 128 bits.
    assert!(matches!(Laplace::new(u64::MAX, &Exact::decimal(1, 38)), Err(NoiseError::Fine)));
    for bad in [f64::NAN, f64::INFINITY, -1.0] {
        assert_eq!(Exact::of_f64(bad), None);
    }
}

/// No value at all: nothing to add noise to, and nothing goes wrong.
#[test]
fn an_empty_file_is_released_empty() {
    assert!(permit(laplace("1"), 1).release(&[]).unwrap().get().is_empty());
}

/// The same seed, the same noise, on one thread and on many.
#[test]
fn threads_do_not_change_the_noise() {
    let drawn = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| permit(laplace("0.1"), 9).release(&vec![0; 20_000]).unwrap().into_inner())
    };
    assert_eq!(drawn(1), drawn(3));
    assert!(!of(Budget::pure(exact("1")).unwrap(), Neighbours::AddRemove).is_seeded());
}
