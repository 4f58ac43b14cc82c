//! Models of sensitive attributes where values are missing and persons have several rows, recounted
//! by brute force: every value that the missing ones could be, and every way to take one value of
//! each person.

use proptest::prelude::*;

use ridotto_core::class::{CodeColumn, combine};
use ridotto_core::model::{
    Absent, AlphaK, Aspect, AverageRisk, Baseline, BetaLikeness, Count, DeltaDisclosure, Distance,
    DistinctL, EntropyEstimator, EntropyL, Estimate, Frequency, KEAnonymity, KMap, Likeness,
    MissingSensitive, PSensitive, PositiveDisclosureL, RecursiveL, SampleUniqueness,
    SensitiveModel, Subject, TCloseness,
};
use ridotto_core::{Bound, ClassModel, ClassTable, Code, Codes, Decimal, TableModel};
use std::collections::{BTreeMap, BTreeSet};

/// Known values; the next code is that of a missing one.
const VALUES: Code = 4;
const PERSONS: Code = 5;

/// A row: its class, its person and its value.
type Row = (Code, Code, Code);

fn rows() -> impl Strategy<Value = Vec<Row>> {
    let value = (0..=VALUES, 0..=VALUES).prop_map(|(a, b)| if a == VALUES { a } else { a.min(b) });
    prop::collection::vec((0..2_u32, 0..PERSONS, value), 1..14)
}

fn column(codes: impl Iterator<Item = Code>, values: Code) -> Codes {
    Codes::from_codes(&codes.collect::<Vec<_>>(), values as usize)
}

/// The classes with the values, the persons and the pairs of both; and the subject.
fn table(rows: &[Row], rule: MissingSensitive, of_persons: bool) -> (ClassTable, Subject) {
    let key = column(rows.iter().map(|row| row.0), 2);
    let person = column(rows.iter().map(|row| row.1), PERSONS);
    let value = column(rows.iter().map(|row| row.2), VALUES + 1);
    let of = |codes, values: Code| CodeColumn { codes, values: values as usize };
    let (person, value) = (of(&person, PERSONS), of(&value, VALUES + 1));
    let pairs = combine(&[person, value], rows.len());
    let table = ClassTable::count(&[of(&key, 2)], &[value, person, pairs.column()], rows.len());
    let subject = if of_persons {
        Subject::new(2, vec![VALUES], rule).of_persons(&pairs)
    } else {
        Subject::new(0, vec![VALUES], rule)
    };
    (table, subject)
}

/// Each person's values in a class; without persons every row is one.
fn people(rows: &[Row], class: Code, of_persons: bool) -> Vec<BTreeSet<Code>> {
    let mut people = BTreeMap::<usize, BTreeSet<Code>>::new();
    for (at, row) in rows.iter().enumerate().filter(|(_, row)| row.0 == class) {
        let who = if of_persons { row.1 as usize } else { at };
        people.entry(who).or_default().insert(row.2);
    }
    people.into_values().collect()
}

/// What a class could be: the missing values filled in, each time with one value.
fn fillings(people: &[BTreeSet<Code>], rule: MissingSensitive) -> Vec<Vec<BTreeSet<Code>>> {
    let is_missing = |value: &Code| *value == VALUES;
    match rule {
        MissingSensitive::OwnValue => vec![people.to_vec()],
        MissingSensitive::Ignored => {
            let known = |of: &BTreeSet<Code>| {
                of.iter().copied().filter(|value| !is_missing(value)).collect::<BTreeSet<_>>()
            };
            vec![people.iter().map(known).filter(|of| !of.is_empty()).collect()]
        }
        MissingSensitive::WorstCase => {
            // One value more than there are stands for any that nobody in the class has.
            let fill = |with: Code| {
                let filled = |of: &BTreeSet<Code>| {
                    of.iter().map(|&value| if is_missing(&value) { with } else { value }).collect()
                };
                people.iter().map(filled).collect()
            };
            (0..VALUES).chain([VALUES + 1]).map(fill).collect()
        }
    }
}

/// Every way to take one value of each person, as counts by value.
fn choices(people: &[BTreeSet<Code>]) -> Vec<BTreeMap<Code, u64>> {
    people.iter().fold(vec![BTreeMap::new()], |all, own| {
        all.iter()
            .flat_map(|counts| {
                own.iter().map(move |value| {
                    let mut counts = counts.clone();
                    *counts.entry(*value).or_insert(0) += 1;
                    counts
                })
            })
            .collect()
    })
}

/// How many persons have each value.
fn having(people: &[BTreeSet<Code>]) -> BTreeMap<Code, u64> {
    let mut counts = BTreeMap::new();
    people.iter().flatten().for_each(|value| *counts.entry(*value).or_insert(0) += 1);
    counts
}

/// The level of a plain model of a class with these values.
fn plain(model: &dyn ClassModel, column: usize, counts: &BTreeMap<Code, u64>, size: u64) -> f64 {
    let histogram: Vec<(Code, u64)> = counts.iter().map(|(&code, &count)| (code, count)).collect();
    let empty = || (0..column).map(|_| (0, Vec::new()));
    let table = ClassTable::of_one_class(size, empty().chain([(0, histogram)]).collect());
    model.level(table.class(0))
}

fn part(above: u64, below: u64) -> Decimal {
    Decimal::ceil_share(above, below)
}

/// Models that bound concentration, each with a copy that is asked plainly.
fn concentrations(id: usize) -> Vec<(Box<dyn ClassModel>, bool)> {
    let l = |l: usize| l.try_into().expect("not 0");
    let entropy = EntropyL::new(id, 2.0, EntropyEstimator::Shannon).expect("fits");
    vec![
        (Box::new(DistinctL::new(id, l(2))), true),
        (Box::new(entropy), true),
        (Box::new(RecursiveL::new(id, part(3, 1), l(2)).expect("fits")), true),
        (Box::new(RecursiveL::new(id, part(3, 1), l(3)).expect("fits")), true),
        (Box::new(AlphaK::new(id, part(1, 2), 2, None).expect("fits")), true),
        (Box::new(PSensitive::new(2, 2, vec![id]).expect("fits")), true),
        (Box::new(PositiveDisclosureL::new(id, part(3, 1), l(2), &[0]).expect("fits")), false),
    ]
}

const RULES: [MissingSensitive; 3] =
    [MissingSensitive::WorstCase, MissingSensitive::OwnValue, MissingSensitive::Ignored];

fn disclosable(by_share: bool) -> BTreeSet<Code> {
    if by_share { BTreeSet::new() } else { [0].into() }
}

/// A model as it is asked, the plain one, and whether it speaks of shares of persons.
type Pair = (Box<dyn ClassModel>, Box<dyn ClassModel>, bool);

/// Nearly the same number, or both infinite.
fn near(a: f64, b: f64) -> bool {
    a.total_cmp(&b).is_eq() || (a - b).abs() <= 1e-9 * a.abs().max(b.abs()).max(1.0)
}

/// The worst of some levels; of a class about which nothing is known that is the worst there is.
fn worst(bound: Bound, levels: impl Iterator<Item = f64>) -> f64 {
    levels.reduce(|a, b| bound.worse(a, b)).unwrap_or(match bound {
        Bound::AtLeast(_) => 0.0,
        _ => f64::INFINITY,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// No choice of a value for each person, and no value for the missing ones, is worse than the
    /// level says; and where every person has one row the level is the worst of them.
    #[test]
    fn concentration_is_never_understated(rows in rows()) {
        for (rule, of_persons) in RULES.into_iter().flat_map(|rule| [(rule, false), (rule, true)]) {
            let (table, subject) = table(&rows, rule, of_persons);
            let id = subject.column();
            for ((model, by_share), (same, _)) in concentrations(id).into_iter().zip(concentrations(id)) {
                let aspect = Aspect::Concentration { disclosable: disclosable(by_share), is_by_share: true };
                let model = SensitiveModel::new(Boxed(model), subject.clone(), aspect);
                for class in table.classes() {
                    let people = people(&rows, class.code(0), of_persons);
                    let fillings = fillings(&people, rule);
                    let is_single = fillings.iter().flatten().all(|of| of.len() == 1);
                    let levels = fillings.iter().flat_map(|filled| {
                        let choices = if filled.is_empty() { Vec::new() } else { choices(filled) };
                        let size = filled.len() as u64;
                        choices.into_iter().map(move |counts| (counts, size)).collect::<Vec<_>>()
                    });
                    let levels = levels.map(|(counts, size)| plain(&*same, id, &counts, size));
                    let (level, brute) = (model.level(class), worst(model.bound(), levels));
                    prop_assert!(
                        near(model.bound().worse(level, brute), level),
                        "{same:?} {rule:?} of persons {of_persons}: {level}, but {brute} is possible"
                    );
                    if is_single {
                        prop_assert!(near(level, brute), "{same:?} {rule:?}: {level}, not {brute}");
                    }
                    prop_assert_eq!(model.holds(class), model.bound().admits(level), "{:?} {}", same, level);
                }
            }
        }
    }

    /// (k,e)-anonymity: no choice of a value for each person, and no value for the missing ones, has
    /// fewer than k values or a narrower range where the level says otherwise; and where every person
    /// has one value the level is the worst of them. A missing value that counts as a value of its own
    /// has no number: binding refuses it, so it does not occur here.
    #[test]
    fn ranges_are_never_overstated(rows in rows(), k in 1_u64..4, halves in 1_i64..12) {
        // The last one is that of the missing value, as binding gives it.
        let numbers = [0, 10, 50, 55, 0].map(|tenths| Decimal::new(tenths, 1)).to_vec();
        let e = Decimal::new(i128::from(5 * halves), 1);
        for (rule, of_persons) in RULES.into_iter().flat_map(|rule| [(rule, false), (rule, true)]) {
            if rule == MissingSensitive::OwnValue && rows.iter().any(|row| row.2 == VALUES) {
                continue;
            }
            let (table, subject) = table(&rows, rule, of_persons);
            let id = subject.column();
            let same = KEAnonymity::new(id, k, e, numbers.clone()).expect("fits");
            let model = SensitiveModel::new(same.clone(), subject, Aspect::Range(numbers.clone()));
            for class in table.classes() {
                let people = people(&rows, class.code(0), of_persons);
                let fillings = fillings(&people, rule);
                let is_single = fillings.iter().flatten().all(|of| of.len() == 1);
                let mut brute = f64::INFINITY;
                let mut all_hold = true;
                for filled in &fillings {
                    let choices = if filled.is_empty() { Vec::new() } else { choices(filled) };
                    all_hold &= !choices.is_empty();
                    for counts in choices {
                        let level = plain(&same, id, &counts, filled.len() as u64);
                        brute = brute.min(level);
                        all_hold &= same.bound().admits(level);
                    }
                }
                let brute = if brute.is_finite() { brute } else { 0.0 };
                let level = model.level(class);
                prop_assert!(level <= brute + 1e-9, "{rule:?} of persons {of_persons}: {level}, but {brute} is possible");
                prop_assert!(all_hold || !model.holds(class), "{rule:?} of persons {of_persons}");
                prop_assert_eq!(model.holds(class), model.bound().admits(level));
                if is_single {
                    prop_assert!(near(level, brute), "{rule:?}: {level}, not {brute}");
                    prop_assert_eq!(model.holds(class), all_hold);
                }
            }
        }
    }

    /// The share of persons who have a value, or could have it, is that of a plain count.
    #[test]
    fn alpha_is_a_share_of_persons(rows in rows()) {
        for rule in RULES {
            let (table, subject) = table(&rows, rule, true);
            let model = AlphaK::new(subject.column(), part(1, 2), 1, None).expect("fits");
            let aspect = Aspect::Concentration { disclosable: [].into(), is_by_share: true };
            let model = SensitiveModel::new(model, subject, aspect);
            for class in table.classes() {
                let people = people(&rows, class.code(0), true);
                let share = |filled: &Vec<BTreeSet<Code>>| {
                    let most = having(filled).into_values().max();
                    most.map(|most| most as f64 / filled.len() as f64)
                };
                let brute = fillings(&people, rule).iter().filter_map(share).reduce(f64::max);
                prop_assert!(near(model.level(class), brute.unwrap_or(f64::INFINITY)));
            }
        }
    }

    /// Distances, likeness and disclosure are the largest over all values that the missing ones
    /// could be, of counts of persons.
    #[test]
    fn distances_are_the_worst_that_is_possible(rows in rows()) {
        let numbers = [1.0, 2.0, 7.0, 7.5, 0.0];
        for (rule, of_persons) in RULES.into_iter().flat_map(|rule| [(rule, false), (rule, true)]) {
            let (table, subject) = table(&rows, rule, of_persons);
            let everybody = {
                let mut joined = rows.clone();
                for row in &mut joined {
                    row.0 = 0;
                }
                let people = people(&joined, 0, of_persons);
                let known = match rule {
                    MissingSensitive::OwnValue => MissingSensitive::OwnValue,
                    _ => MissingSensitive::Ignored,
                };
                fillings(&people, known).remove(0)
            };
            let all = having(&everybody);
            let known = if rule == MissingSensitive::OwnValue { VALUES + 1 } else { VALUES };
            if all.is_empty() {
                continue;
            }
            let counts: Vec<u64> =
                (0..=VALUES).map(|code| all.get(&code).copied().unwrap_or(0)).collect();
            let values = VALUES as usize + 1;
            let occurring = {
                let mut counts = vec![0; table.sensitive_values(subject.column())];
                for class in table.classes() {
                    class.histogram(subject.column()).iter().for_each(|&(code, count)| counts[code as usize] += count);
                }
                counts
            };
            let pairs = subject.baseline(&occurring, values, Frequency::Pairs);
            let persons = subject.baseline(&occurring, values, Frequency::Persons);
            prop_assert_eq!(&pairs, &Baseline::new(counts.clone()));
            prop_assert_eq!(&persons, &Baseline::among(counts, everybody.len() as u64));
            prop_assert_eq!(&subject.baseline_of(&table, values, Frequency::Persons), &persons);
            let id = subject.column();
            let distances =
                [Distance::Equal, Distance::Ordered, Distance::Continuous(&numbers), Distance::KullbackLeibler];
            let mut models: Vec<Pair> = Vec::new();
            for distance in distances {
                let close = || TCloseness::new(id, part(1, 3), distance, &pairs).expect("fits");
                let aspect = match distance {
                    Distance::Equal | Distance::KullbackLeibler => Aspect::Distribution(pairs.clone()),
                    _ => Aspect::Places(pairs.clone()),
                };
                models.push((Box::new(SensitiveModel::new(close(), subject.clone(), aspect)), Box::new(close()), false));
            }
            for kind in [Likeness::Basic, Likeness::Enhanced] {
                let like = || BetaLikeness::new(id, part(1, 2), kind, &persons).expect("fits");
                let aspect = Aspect::Shares(persons.clone());
                models.push((Box::new(SensitiveModel::new(like(), subject.clone(), aspect)), Box::new(like()), true));
            }
            for absent in [Absent::Ignored, Absent::Violates] {
                let apart = || DeltaDisclosure::new(id, 0.7, 2.0, absent, &persons).expect("fits");
                let aspect = Aspect::Shares(persons.clone());
                models.push((Box::new(SensitiveModel::new(apart(), subject.clone(), aspect)), Box::new(apart()), true));
            }
            for (model, same, over_persons) in models {
                for class in table.classes() {
                    let people = people(&rows, class.code(0), of_persons);
                    let could_be = fillings(&people, rule).into_iter().filter(|filled| {
                        // Only what the table has.
                        !filled.is_empty() && filled.iter().flatten().all(|value| *value < known && all.contains_key(value))
                    });
                    let levels = could_be.map(|filled| {
                        let counts = having(&filled);
                        let size = if over_persons { filled.len() as u64 } else { counts.values().sum() };
                        plain(&*same, id, &counts, size)
                    });
                    let (level, brute) = (model.level(class), worst(model.bound(), levels));
                    prop_assert!(near(level, brute), "{same:?} {rule:?} of persons {of_persons}: {level}, not {brute}");
                }
            }
        }
    }

    /// Risks of persons: who is in several classes is found in the smallest.
    #[test]
    fn risks_count_persons(rows in rows()) {
        let (table, _) = table(&rows, MissingSensitive::OwnValue, true);
        let count = Count::Distinct(1);
        let of_class = |class: Code| {
            rows.iter().filter(|row| row.0 == class).map(|row| row.1).collect::<BTreeSet<_>>()
        };
        let sizes = [of_class(0).len() as f64, of_class(1).len() as f64];
        let mut risk = BTreeMap::<Code, f64>::new();
        for row in &rows {
            let own = risk.entry(row.1).or_insert(0.0);
            *own = own.max(1.0 / sizes[row.0 as usize]);
        }
        let mean = risk.values().sum::<f64>() / risk.len() as f64;
        let unique = risk.values().filter(|risk| near(**risk, 1.0)).count() as f64 / risk.len() as f64;
        let average = AverageRisk::new(part(1, 2)).expect("fits").counting(count);
        let alone = SampleUniqueness::new(part(1, 2)).expect("fits").counting(count);
        prop_assert!(near(average.level(&table), mean) && near(alone.level(&table), unique));
        prop_assert_eq!(alone.holds(&table), unique <= 0.5);
        prop_assert!(average.holds(&table) == (mean <= 0.5 + 1e-12));
        let k = 20.try_into().expect("not 0");
        let map = KMap::estimated(k, Estimate::Poisson, 0.1, 0.05).expect("fits").counting(count);
        for class in table.classes() {
            prop_assert!(near(map.level(class), sizes[class.code(0) as usize]));
        }
    }
}

/// A boxed model, to be wrapped.
#[derive(Debug)]
struct Boxed(Box<dyn ClassModel>);

impl ClassModel for Boxed {
    fn name(&self) -> &'static str {
        self.0.name()
    }
    fn level(&self, class: ridotto_core::Class<'_>) -> f64 {
        self.0.level(class)
    }
    fn bound(&self) -> Bound {
        self.0.bound()
    }
    fn union_rule(&self) -> ridotto_core::UnionRule {
        self.0.union_rule()
    }
    fn holds(&self, class: ridotto_core::Class<'_>) -> bool {
        self.0.holds(class)
    }
}

/// The cases that were found: one person alone, and a value that everybody has.
#[test]
fn one_person_is_not_diverse() {
    let level = |rows: &[Row], model: fn(usize) -> Box<dyn ClassModel>| {
        let (table, subject) = table(rows, MissingSensitive::WorstCase, true);
        let aspect = Aspect::Concentration { disclosable: [].into(), is_by_share: true };
        let model = SensitiveModel::new(Boxed(model(subject.column())), subject, aspect);
        model.level(table.class(0))
    };
    let distinct = |id| Box::new(DistinctL::new(id, 2.try_into().expect("not 0"))) as _;
    let entropy =
        |id| Box::new(EntropyL::new(id, 2.0, EntropyEstimator::Shannon).expect("fits")) as _;
    let alone = [(0, 0, 0), (0, 0, 1), (0, 0, 2)];
    assert!(near(level(&alone, distinct), 1.0) && near(level(&alone, entropy), 1.0));
    let shared = [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 2), (0, 2, 0)];
    assert!(near(level(&shared, distinct), 1.0));
    let apart = [(0, 0, 0), (0, 1, 1), (0, 2, 2), (0, 2, 2)];
    assert!(near(level(&apart, distinct), 3.0) && near(level(&apart, entropy), 3.0));
}
