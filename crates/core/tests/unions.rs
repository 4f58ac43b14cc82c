//! Tries to refute what every model declares about unions of classes, on thousands of random
//! pairs; and shows that it would: each declaration made one step bolder is refuted.

use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::TestRunner;
use ridotto_catalogue::{Given, Problem, Spanned};
use ridotto_core::class::Tally;
use ridotto_core::model::{
    Absent, AlphaK, Baseline, BetaLikeness, Count, DeltaDisclosure, DeltaPresence, Distance,
    DistinctL, EntropyEstimator, EntropyL, Estimate, KAnonymity, KMap, Likeness, MODELS,
    MissingSensitive, Model, ModelContext, NegativePositiveDisclosureL, PSensitive, PersonalK,
    PositiveDisclosureL, RecursiveL, Sensitive, Subject, TCloseness, Target,
};
use ridotto_core::{
    Bound, Class, ClassModel, ClassTable, Code, CodeColumn, Codes, Decimal, Dictionary, Hierarchy,
    Kind, Needs, Reading, UnionRule,
};
use ridotto_testkit::Small;

/// Values of the sensitive attribute and of its companion.
const VALUES: usize = 5;
/// Random pairs.
const PAIRS: usize = 6_000;

/// Two classes: the rows of each with two sensitive values, the people beside, and rows elsewhere.
#[derive(Clone, Debug)]
struct Pair {
    classes: [Vec<(Code, Code)>; 2],
    beside: [usize; 2],
    elsewhere: Vec<u64>,
}

fn pairs() -> impl Strategy<Value = Pair> {
    // Skewed, so that classes with one value and with all of them both come up.
    let value = || (0..VALUES as Code, 0..VALUES as Code).prop_map(|(a, b)| a.min(b));
    let class = || prop::collection::vec((value(), value()), 1..14);
    let elsewhere = prop::collection::vec(0_u64..8, VALUES);
    ([class(), class()], [0_usize..12, 0_usize..12], elsewhere)
        .prop_map(|(classes, beside, elsewhere)| Pair { classes, beside, elsewhere })
}

/// The table of both classes apart, and of their union.
fn tables(pair: &Pair) -> (ClassTable, ClassTable) {
    let rows =
        || (0..).zip(&pair.classes).flat_map(|(key, rows)| rows.iter().map(move |row| (key, row)));
    let column = |codes: Vec<Code>, values| Codes::from_codes(&codes, values);
    let key = column(rows().map(|(key, _)| key).collect(), 2);
    let first = column(rows().map(|(_, row)| row.0).collect(), VALUES);
    let second = column(rows().map(|(_, row)| row.1).collect(), VALUES);
    let beside = (0..).zip(pair.beside).flat_map(|(key, people)| std::iter::repeat_n(key, people));
    let everybody = column(rows().map(|(key, _)| key).chain(beside).collect(), 2);
    let sensitive = [&first, &second].map(|codes| CodeColumn { codes, values: VALUES });
    let table = ClassTable::count(&[CodeColumn { codes: &key, values: 2 }], &sensitive, key.len());
    let everybody = Tally::count(&[CodeColumn { codes: &everybody, values: 2 }], everybody.len());
    let apart = table.with_population(everybody);
    let union = apart.coarsen(&[&[0, 0]], &[1]);
    (apart, union)
}

fn hierarchy() -> Hierarchy {
    let lines =
        [["0", "a", "x"], ["1", "b", "x"], ["2", "a", "x"], ["3", "c", "y"], ["4", "c", "y"]];
    let lines: Vec<Vec<String>> = lines.map(|line| line.map(str::to_owned).to_vec()).to_vec();
    let cells: Vec<Vec<String>> = lines.iter().map(|line| vec![line[0].clone()]).collect();
    Small::new(&cells, &[lines]).hierarchies.remove(0)
}

/// Every model of classes, with parameters that some classes meet and some do not.
fn models(baseline: &Baseline) -> Vec<Box<dyn ClassModel>> {
    let part = Decimal::ceil_share;
    let k = |k: u64| k.try_into().expect("not 0");
    let l = |l: usize| l.try_into().expect("not 0");
    let mut models: Vec<Box<dyn ClassModel>> = vec![
        Box::new(KAnonymity::new(k(5))),
        Box::new(KAnonymity::counting(k(3), Count::Distinct(1))),
        Box::new(PersonalK::new(1, vec![2, 3, 6, 9, 14], 3, Count::Rows)),
        Box::new(PersonalK::new(1, vec![1, 2, 3, 4, 5], 3, Count::Distinct(0))),
        Box::new(KMap::counted(k(12))),
        Box::new(KMap::estimated(k(20), Estimate::Poisson, 0.2, 0.05).expect("fits")),
        Box::new(KMap::estimated(k(20), Estimate::ZeroTruncatedPoisson, 0.2, 0.1).expect("fits")),
        Box::new(DistinctL::new(0, l(3))),
        Box::new(PSensitive::new(2, 4, vec![0, 1]).expect("fits")),
        Box::new(DeltaPresence::new(part(1, 4), part(2, 3)).expect("fits")),
    ];
    for l in [1.5, 2.0, 3.0] {
        let entropy = |estimator| EntropyL::new(0, l, estimator).expect("fits");
        models.push(Box::new(entropy(EntropyEstimator::Shannon)));
        if l >= 2.0 {
            models.push(Box::new(entropy(EntropyEstimator::Grassberger)));
        }
    }
    for (c, many) in [(part(1, 1), 2), (part(3, 2), 3), (part(4, 1), 4)] {
        models.push(Box::new(RecursiveL::new(0, c, l(many)).expect("fits")));
        for disclosable in [&[][..], &[0], &[1, 3]] {
            let model = PositiveDisclosureL::new(0, c, l(many), disclosable).expect("fits");
            let both = NegativePositiveDisclosureL::new(model.clone(), part(1, 6), &[0, 2]);
            models.push(Box::new(model));
            models.push(Box::new(both.expect("fits")));
        }
    }
    for alpha in [part(1, 3), part(1, 2), part(3, 4)] {
        models.push(Box::new(AlphaK::new(0, alpha, 3, None).expect("fits")));
        models.push(Box::new(AlphaK::new(0, alpha, 3, Some(&[0, 4])).expect("fits")));
    }
    if baseline.rows() == 0 {
        return models;
    }
    let (hierarchy, numbers) = (hierarchy(), [1.0, 2.5, 3.0, 10.0, 11.0]);
    let upside_down = [11.0, 10.0, 3.0, 3.0, 1.0];
    let distances = [
        (Distance::Equal, part(3, 10)),
        (Distance::Variational, part(1, 2)),
        (Distance::Ordered, part(1, 5)),
        (Distance::Hierarchical(&hierarchy), part(1, 4)),
        (Distance::Continuous(&numbers), part(1, 5)),
        (Distance::Continuous(&upside_down), part(1, 5)),
        (Distance::KullbackLeibler, part(2, 5)),
    ];
    for (distance, t) in distances {
        models.push(Box::new(TCloseness::new(0, t, distance, baseline).expect("fits")));
    }
    for absent in [Absent::Ignored, Absent::Violates] {
        let model = DeltaDisclosure::new(0, 0.7, std::f64::consts::E, absent, baseline);
        models.push(Box::new(model.expect("fits")));
    }
    for kind in [Likeness::Basic, Likeness::Enhanced] {
        models.push(Box::new(BetaLikeness::new(0, part(7, 10), kind, baseline).expect("fits")));
    }
    models
}

/// What a model of the catalogue is asked of here: both classes, of which the first column is the
/// sensitive attribute.
struct Context {
    target: Target,
    values: Dictionary,
    hierarchy: Hierarchy,
}

impl Context {
    fn new(baseline: &Baseline) -> Self {
        let subject = Subject::new(0, vec![], MissingSensitive::WorstCase);
        let counts = (VALUES, baseline.counts().to_vec());
        let target = Target::new("value".into(), vec![0], subject, counts);
        let texts: Vec<String> = (0..VALUES).map(|value| value.to_string()).collect();
        let texts = texts.iter().map(String::as_str);
        let (_, values) = ridotto_testkit::tables::code(texts, Reading::of_kind(Kind::Integer));
        Self { target, values, hierarchy: hierarchy() }
    }
}

impl ModelContext for Context {
    fn sensitive(&self) -> Sensitive<'_> {
        let Self { target, values, hierarchy } = self;
        let (values, hierarchy) = (Some(values), Some(hierarchy));
        Sensitive { target, values, hierarchy, may_lack_values: false }
    }
    fn count(&mut self) -> Result<Count, Problem> {
        Ok(Count::Rows)
    }
    fn companion(&mut self, _: &Spanned<String>) -> Result<(usize, &Dictionary), Problem> {
        unreachable!("no column is named")
    }
    fn has_population(&self) -> bool {
        true
    }
    fn rows(&self) -> u64 {
        20
    }
    fn persons(&self) -> Result<Option<u64>, Problem> {
        Ok(None)
    }
}

/// Every model of the catalogue that judges classes, with what it says that should be tried.
fn catalogue(baseline: &Baseline) -> Vec<Box<dyn ClassModel>> {
    let mut context = Context::new(baseline);
    let tries = MODELS.iter().flat_map(|model| model.tries.iter().map(move |tried| (model, tried)));
    tries
        .filter_map(|(model, tried)| {
            let given = Given::of(*model, tried);
            let bound = (model.bind)(&given, &mut context).expect("what is tried can be bound");
            assert_eq!(given.unasked(), ["jointly"].repeat(usize::from(model.is_of_attribute())));
            match bound.model {
                Model::PerClass(model) => Some(Box::new(model) as Box<dyn ClassModel>),
                Model::PerTable(_) => None,
            }
        })
        .collect()
}

/// What was seen of one model.
#[derive(Clone, Debug, Default)]
struct Seen {
    both: usize,
    neither: usize,
    /// Pairs in which both classes held and the union did not.
    against_both: usize,
    /// Pairs in which a class held and the union did not.
    against_either: usize,
}

impl Seen {
    fn add(&mut self, model: &dyn ClassModel, (apart, union): &(ClassTable, ClassTable)) {
        let holds: Vec<bool> = apart.classes().map(|class| model.holds(class)).collect();
        let union = union.classes().all(|class| model.holds(class));
        let (all, any) = (holds.iter().all(|&holds| holds), holds.iter().any(|&holds| holds));
        self.both += usize::from(all);
        self.neither += usize::from(!any);
        self.against_both += usize::from(all && !union);
        self.against_either += usize::from(any && !union);
    }

    fn refutes(&self, rule: UnionRule) -> bool {
        match rule {
            UnionRule::NoPromise => false,
            UnionRule::HoldsIfBoth => self.against_both > 0,
            UnionRule::HoldsIfEither => self.against_either > 0,
        }
    }
}

/// Shows random pairs to every model; the same pairs each time.
fn look(
    models: impl Fn(&Baseline) -> Vec<Box<dyn ClassModel>>,
) -> Vec<(Box<dyn ClassModel>, Seen)> {
    let mut runner = TestRunner::deterministic();
    let mut seen: Vec<Seen> = Vec::new();
    let one = Baseline::new(vec![1; VALUES]);
    for _ in 0..PAIRS {
        let pair = pairs().new_tree(&mut runner).expect("a pair").current();
        let tables = tables(&pair);
        // The whole table: both classes, and what lies elsewhere.
        let own = Baseline::of_table(&tables.0, 0);
        let counts = own.counts().iter().zip(&pair.elsewhere).map(|(own, other)| own + other);
        let models = models(&Baseline::new(counts.collect()));
        seen.resize(models.len(), Seen::default());
        for (model, seen) in models.iter().zip(&mut seen) {
            seen.add(&**model, &tables);
            consistent(&**model, &tables.0);
            needs_no_more(&**model, &tables);
        }
    }
    models(&one).into_iter().zip(seen).collect()
}

/// What holds by the level holds, unless it is decided more finely.
fn consistent(model: &dyn ClassModel, table: &ClassTable) {
    for class in table.classes() {
        let (level, holds) = (model.level(class), model.holds(class));
        let wider = |by: f64| match model.bound() {
            Bound::AtLeast(least) => level >= least * (1.0 - by),
            Bound::AtMost(most) => level <= most * (1.0 + by),
            Bound::Below(limit) => level < limit * (1.0 + by),
            Bound::Within(least, most) => level >= least * (1.0 - by) && level <= most * (1.0 + by),
        };
        assert!(if holds { wider(1e-9) } else { !wider(-1e-9) }, "{model:?}: {level}, {holds}");
    }
}

/// A model judges alike by what it says that it needs: classes by themselves, and unions of classes
/// of which no more was kept. And no class holds that has fewer rows than it says are needed.
fn needs_no_more(model: &dyn ClassModel, (apart, union): &(ClassTable, ClassTable)) {
    let needs: Vec<Needs> = (0..2).map(|id| model.needs(id)).collect();
    let thin = apart.coarsen_for(&[&[0, 1]], &[2], &needs);
    let together = thin.coarsen_for(&[&[0, 0]], &[1], &needs);
    for (all, some) in [(apart, &thin), (union, &together)] {
        for (class, thinned) in all.classes().zip(some.classes()) {
            let judged = |class| (model.holds(class), model.least_removed(class));
            assert_eq!(judged(class), judged(thinned), "{model:?} needs more than {needs:?}");
            assert!(!model.holds(class) || class.size() >= model.rows_needed(), "{model:?}");
        }
    }
    for (id, &needs) in needs.iter().enumerate() {
        for (class, thinned) in union.classes().zip(together.classes()) {
            let (all, kept) = (class.histogram(id), thinned.histogram(id));
            match needs {
                Needs::Nothing => assert!(kept.is_empty()),
                Needs::Distinct(enough) => assert_eq!(kept.len(), all.len().min(enough as usize)),
                Needs::All => assert_eq!(kept, all),
            }
        }
    }
}

#[test]
fn models_keep_their_union_rules() {
    keep_their_union_rules(look(models));
}

#[test]
fn models_of_the_catalogue_keep_their_union_rules() {
    keep_their_union_rules(look(catalogue));
}

fn keep_their_union_rules(seen: Vec<(Box<dyn ClassModel>, Seen)>) {
    for (model, seen) in seen {
        let rule = model.union_rule();
        assert!(!seen.refutes(rule), "{model:?} does not keep {rule:?}: {seen:?}");
        assert!(seen.both > 20 && seen.neither > 20, "{model:?} is not put to the test: {seen:?}");
        // One step bolder would be a lie, so nothing is promised too little either.
        let bolder = match rule {
            UnionRule::NoPromise => UnionRule::HoldsIfBoth,
            UnionRule::HoldsIfBoth | UnionRule::HoldsIfEither => UnionRule::HoldsIfEither,
        };
        assert_eq!(seen.refutes(bolder), rule != UnionRule::HoldsIfEither, "{model:?}: {seen:?}");
    }
}

/// A model that lies about its rule.
#[derive(Debug)]
struct Liar(DeltaDisclosure);

impl ClassModel for Liar {
    fn name(&self) -> &'static str {
        "liar"
    }
    fn level(&self, class: Class<'_>) -> f64 {
        self.0.level(class)
    }
    fn bound(&self) -> Bound {
        self.0.bound()
    }
    fn union_rule(&self) -> UnionRule {
        UnionRule::HoldsIfBoth
    }
    fn holds(&self, class: Class<'_>) -> bool {
        self.0.holds(class)
    }
}

#[test]
fn a_liar_is_found_out() {
    let liar = |baseline: &Baseline| -> Vec<Box<dyn ClassModel>> {
        let model = DeltaDisclosure::new(0, 0.7, 2.0, Absent::Ignored, baseline);
        vec![Box::new(Liar(model.expect("fits")))]
    };
    let (model, seen) = look(liar).remove(0);
    assert!(seen.refutes(model.union_rule()), "{seen:?}");
}
