//! A group that rows join and leave is judged as if it were counted anew, by every kind of model.

use proptest::prelude::*;
use ridotto_core::class::combine;
use ridotto_core::model::{
    AlphaK, Aspect, Baseline, BetaLikeness, Count, Distance, DistinctL, EntropyEstimator, EntropyL,
    KAnonymity, Likeness, MissingSensitive, PSensitive, PersonalK, RecursiveL, SensitiveModel,
    Subject, TCloseness,
};
use ridotto_core::{
    Bound, Class, ClassModel, ClassTable, Code, CodeColumn, Codes, Decimal, UnionRule,
};
use ridotto_micro::local::GroupCheck;
use std::collections::BTreeMap;

/// Persons, values, and how many pairs of them there are.
const PERSONS: usize = 6;
const VALUES: usize = 4;
const PAIRS: usize = PERSONS * VALUES;

/// A model of somebody's own: it says nothing of what it needs or keeps.
#[derive(Debug)]
struct EvenlyMixed;

impl ClassModel for EvenlyMixed {
    fn name(&self) -> &'static str {
        "evenly-mixed"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        let rows: u64 = class.histogram(1).iter().map(|pair| pair.1).sum();
        let sum: u64 = class.histogram(1).iter().map(|pair| pair.1 * u64::from(pair.0)).sum();
        sum as f64 / rows.max(1) as f64 + class.histogram(0).len() as f64 / class.size() as f64
    }
    fn bound(&self) -> Bound {
        Bound::Within(1.2, 2.2)
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::NoPromise
    }
}

/// Models of three columns: the person, the value, and the pair of both.
fn models() -> Vec<Box<dyn ClassModel>> {
    let k = |k: u64| k.try_into().expect("not 0");
    let part = Decimal::ceil_share;
    let baseline = Baseline::new(vec![9, 5, 3, 3]);
    let entropy = |estimator| EntropyL::new(1, 1.7, estimator).expect("1 or more");
    let pairs: Vec<Vec<Code>> =
        (0..PAIRS as Code).map(|pair| vec![pair / VALUES as Code, pair % VALUES as Code]).collect();
    let columns = [0, 1].map(|at| {
        Codes::from_codes(&pairs.iter().map(|pair| pair[at]).collect::<Vec<_>>(), PERSONS)
    });
    let joint =
        combine(&columns.each_ref().map(|codes| CodeColumn { codes, values: PERSONS }), PAIRS);
    let subject = Subject::new(2, vec![3], MissingSensitive::WorstCase).of_persons(&joint);
    let concentration = Aspect::Concentration { disclosable: [].into(), is_by_share: true };
    let of_persons = EntropyL::new(2, 1.6, EntropyEstimator::Shannon).expect("1 or more");
    vec![
        Box::new(KAnonymity::new(k(4))),
        Box::new(KAnonymity::counting(k(3), Count::Distinct(0))),
        Box::new(PersonalK::new(1, vec![2, 3, 4, 6], 2, Count::Rows)),
        Box::new(DistinctL::new(1, 3.try_into().expect("not 0"))),
        Box::new(PSensitive::new(2, 3, vec![1]).expect("fits")),
        Box::new(entropy(EntropyEstimator::Shannon)),
        Box::new(entropy(EntropyEstimator::Grassberger)),
        Box::new(RecursiveL::new(1, part(3, 2), 2.try_into().expect("not 0")).expect("fits")),
        Box::new(AlphaK::new(1, part(1, 2), 3, None).expect("fits")),
        Box::new(TCloseness::new(1, part(3, 10), Distance::Equal, &baseline).expect("fits")),
        Box::new(TCloseness::new(1, part(1, 4), Distance::Ordered, &baseline).expect("fits")),
        Box::new(BetaLikeness::new(1, part(1, 1), Likeness::Basic, &baseline).expect("fits")),
        Box::new(SensitiveModel::new(of_persons, subject, concentration)),
        Box::new(EvenlyMixed),
    ]
}

/// The values of a row, from a number.
fn values(dice: u32) -> [Code; 3] {
    let (person, value) = (dice % PERSONS as u32, dice / 8 % VALUES as u32);
    [person, value, person * VALUES as u32 + value]
}

/// What the models say of a class that was counted plainly.
fn plainly(models: &[&dyn ClassModel], rows: &BTreeMap<[Code; 3], u64>) -> bool {
    let histogram = |at: usize, values: usize| {
        let mut counts: BTreeMap<Code, u64> = BTreeMap::new();
        for (row, count) in rows {
            *counts.entry(row[at]).or_default() += count;
        }
        (values, counts.into_iter().collect())
    };
    let all = [(0, PERSONS), (1, VALUES), (2, PAIRS)].map(|(at, values)| histogram(at, values));
    let size = rows.values().sum();
    let class = ClassTable::of_one_class(size, all.to_vec());
    class.classes().all(|class| models.iter().all(|model| model.holds(class)))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    #[test]
    fn rows_that_join_and_leave_are_counted(
        steps in prop::collection::vec((any::<bool>(), 0_u32..64, 1_u64..4), 1..40),
        some in prop::collection::vec(0_usize..14, 1..3),
    ) {
        let boxed = models();
        let models: Vec<&dyn ClassModel> = some.iter().map(|&nth| &*boxed[nth] as _).collect();
        let judge = GroupCheck::new(models.iter().copied(), vec![PERSONS, VALUES, PAIRS]);
        let mut probe = judge.probe();
        let mut rows: BTreeMap<[Code; 3], u64> = BTreeMap::new();
        for (joins, dice, count) in steps {
            let (row, known) = (values(dice), rows.len());
            if joins || known == 0 {
                probe.add(&row, count);
                *rows.entry(row).or_default() += count;
            } else {
                let (&row, &has) = rows.iter().nth(dice as usize % known).expect("one of them");
                let count = count.min(has);
                probe.take(&row, count);
                if count == has { rows.remove(&row) } else { rows.insert(row, has - count) };
            }
            if rows.is_empty() {
                continue;
            }
            let expected = plainly(&models, &rows);
            prop_assert_eq!(probe.holds(), expected, "{:?}", &models);
            let size = rows.values().sum();
            let cells = |at: usize| rows.iter().map(move |(row, &count)| (row[at], count));
            prop_assert_eq!(judge.holds(size, cells), expected, "{:?}", &models);
        }
        probe.clear();
        probe.add(&values(9), 5);
        prop_assert_eq!(probe.holds(), plainly(&models, &[(values(9), 5)].into()));
    }
}
