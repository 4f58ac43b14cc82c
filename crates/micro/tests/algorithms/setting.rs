//! A random table with a sensitive attribute, and what is asked of it.

use crate::algorithms::models::{Close, Distinct, Even, k_anonymity};
use proptest::prelude::*;
use ridotto_core::model::{Count, EntropyEstimator, EntropyL, KAnonymity};
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Codes};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::Problem;
use ridotto_micro::evaluate::{Thresholds, is_monotone};
use ridotto_micro::search::Task;
use ridotto_testkit::{Small, small};

pub const OBJECTIVES: [Objective; 10] = [
    Objective::Loss(Aggregate::Mean),
    Objective::Loss(Aggregate::Geometric),
    Objective::Loss(Aggregate::Max),
    Objective::Loss(Aggregate::Sum),
    Objective::Discernibility,
    Objective::ClassSize,
    Objective::Precision,
    Objective::Height,
    Objective::Entropy,
    Objective::Ambiguity,
];

/// What is required.
#[derive(Clone, Copy, Debug)]
pub enum Require {
    K(u64),
    Distinct(u64, usize),
    Close(u64, f64),
    Even(u64),
    /// So many persons, and diagnoses as mixed as so many equal ones.
    Persons(u64, f64),
}

#[derive(Debug)]
pub struct Setting {
    pub small: Small,
    /// The sensitive attributes.
    pub sensitive: [Codes; 2],
    pub table: ClassTable,
    pub models: Vec<Box<dyn ClassModel>>,
    pub scorer: Scorer,
    pub lattice: Lattice,
    pub limit: u64,
}

const SENSITIVE: usize = 4;

/// Stages and coarser tables wherever they are possible.
pub const SOON: Thresholds = Thresholds {
    whole: 1,
    whole_sparse: 1,
    small: 1,
    fewer: 2,
    worth_whole: 1,
    worth: 1,
    runs: 3,
    wave: 8,
    rare: 1,
};

impl Setting {
    #[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
    pub fn new(
        small: Small,
        seed: u64,
        require: Require,
        objective: Objective,
        share: f64,
        weights: &[f64],
    ) -> Self {
        let rows = small.rows;
        let mut state = seed | 1;
        let codes: Vec<u32> = (0..rows)
            .map(|_| {
                state ^= state << 13;
                state ^= state >> 7;
                state ^= state << 17;
                (state % (1 + state / 64 % SENSITIVE as u64)) as u32
            })
            .collect();
        let sensitive = Codes::from_codes(&codes, SENSITIVE);
        let column = CodeColumn { codes: &sensitive, values: SENSITIVE };
        // Another one, that has to do with the first.
        let other: Vec<u32> = (0..).zip(&codes).map(|(row, of)| (row % 5 + of) % 3).collect();
        let other = Codes::from_codes(&other, 3);
        let beside = CodeColumn { codes: &other, values: 3 };
        let table = ClassTable::count(&small.keys(), &[column, beside], rows);
        let shares = (0..SENSITIVE as u32)
            .map(|code| codes.iter().filter(|&&of| of == code).count() as f64 / rows as f64);
        let (least, models) = match require {
            Require::K(k) => (k, vec![k_anonymity(k)]),
            Require::Distinct(k, l) => {
                (k, vec![k_anonymity(k), Box::new(Distinct(l)) as Box<dyn ClassModel>])
            }
            Require::Close(k, most) => {
                let close = Close { most, table: shares.collect() };
                (k, vec![k_anonymity(k), Box::new(close) as Box<dyn ClassModel>])
            }
            Require::Even(k) => (k, vec![Box::new(Even) as Box<dyn ClassModel>, k_anonymity(k)]),
            Require::Persons(k, l) => {
                let persons =
                    KAnonymity::counting(k.try_into().expect("not 0"), Count::Distinct(0));
                let mixed = EntropyL::new(1, l, EntropyEstimator::Shannon).expect("1 or more");
                (k, vec![Box::new(persons) as Box<dyn ClassModel>, Box::new(mixed)])
            }
        };
        let scorer = Scorer::new(objective, small.scales(weights), rows as u64, least);
        let lattice = Lattice::between(vec![0; small.hierarchies.len()], small.heights());
        let limit = (share * rows as f64) as u64;
        Self { small, sensitive: [sensitive, other], table, models, scorer, lattice, limit }
    }

    pub fn task(&self) -> Task<'_> {
        Task {
            lattice: &self.lattice,
            scorer: &self.scorer,
            limit: self.limit,
            monotone: is_monotone(&self.models, self.limit),
            most_checks: None,
        }
    }

    pub fn problem(&self) -> Problem<'_> {
        Problem {
            task: self.task(),
            table: &self.table,
            hierarchies: &self.small.hierarchies,
            models: &self.models,
        }
    }
}

/// Random requirements.
pub fn require() -> impl Strategy<Value = Require> {
    prop_oneof![
        (1_u64..7).prop_map(Require::K),
        (1_u64..5, 1_usize..4).prop_map(|(k, l)| Require::Distinct(k, l)),
        (1_u64..5, prop::sample::select(vec![0.1, 0.25, 0.4]))
            .prop_map(|(k, most)| Require::Close(k, most)),
        (1_u64..5).prop_map(Require::Even),
        (1_u64..4, prop::sample::select(vec![1.0, 1.7, 2.0]))
            .prop_map(|(k, l)| Require::Persons(k, l)),
    ]
}

/// Random settings of up to `columns` attributes and `rows` rows.
pub fn setting(columns: usize, rows: usize) -> impl Strategy<Value = Setting> {
    (
        small(columns, rows),
        any::<u64>(),
        require(),
        prop::sample::select(OBJECTIVES.to_vec()),
        prop::sample::select(vec![0.0, 0.02, 0.1, 0.3, 1.0]),
        prop::collection::vec(0.2..4.0_f64, 0..5),
    )
        .prop_map(|(small, seed, require, objective, share, weights)| {
            Setting::new(small, seed, require, objective, share, &weights)
        })
}
