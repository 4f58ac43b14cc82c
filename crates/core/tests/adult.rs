//! Adult against the population of the USA: what another program estimates for its eight
//! quasi-identifiers.

use ridotto_core::model::{PopulationUniqueness, Uniqueness};
use ridotto_core::{ClassTable, Decimal};
use ridotto_testkit::adult;

/// The people of the USA, as that program has it.
const PEOPLE: u64 = 317_238_626;

#[test]
fn uniques_of_the_population() {
    let Some(table) = adult() else { return };
    let classes = ClassTable::count(&table.keys(), &[], table.rows);
    let share = |estimator| {
        let model = PopulationUniqueness::new(Decimal::ONE, PEOPLE, estimator).expect("it fits");
        model.share(&classes).expect("there is an estimate")
    };
    for (estimator, expected, digit) in [
        (Uniqueness::Pitman, 0.0297, 0.0001),
        (Uniqueness::Zayatz, 0.216, 0.001),
        (Uniqueness::Dankar, 0.0297, 0.0001),
    ] {
        let found = share(estimator);
        assert!((found - expected).abs() <= digit / 2.0, "{estimator:?}: {found}");
    }
    // The other program's equations of the shifted negative binomial model have no solution here,
    // which it writes as 0. Those of the paper have one.
    let found = share(Uniqueness::ShiftedNegativeBinomial);
    assert!((found - 0.167).abs() < 0.001, "{found}");
}
