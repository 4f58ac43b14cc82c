//! Each cell of the table of attacks and models: what is promised is not refuted by random
//! tables, and is reached by some; where nothing is promised a table shows it.

use super::sheet::{Sheet, language};
use super::world::World;
use ridotto_core::class::Tally;
use ridotto_core::model::{
    Absent, AlphaK, AverageRisk, Baseline, BetaLikeness, DeltaDisclosure, DeltaPresence, Distance,
    DistinctL, EntropyEstimator, EntropyL, KAnonymity, KMap, Likeness, PSensitive, PresenceFloor,
    RecursiveL, SampleUniqueness, TCloseness,
};
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Decimal, Kind, TableModel};
use ridotto_measure::attack::bounds::{
    Leaves, Level, Promise, figure, keeps, markdown, matrix, promises,
};
use ridotto_measure::attack::{
    Alike, Attack, Cells, Found, Inference, Minimal, Need, Rule, Skew, background_knowledge,
    consistency, exact_values, homogeneity, intersection, linkage, membership, minimality,
    similarity, skewness,
};

const BASE: f64 = std::f64::consts::E;

/// A world's files, read.
struct Case {
    world: World,
    people: Sheet,
    release: Sheet,
    everybody: Sheet,
    table: ClassTable,
}

const KEYS: [&str; 2] = ["a", "b"];

impl Case {
    fn new(world: World) -> Self {
        let read = |column: &str| language(if column == "s" { Kind::Text } else { Kind::Integer });
        let header = ["a", "b", "s"].map(str::to_owned);
        let rows = |keys: &[[String; 2]]| -> Vec<Vec<String>> {
            let values = world
                .values
                .iter()
                .map(|value| format!("v{value}"))
                .chain(std::iter::repeat(String::new()));
            keys.iter()
                .zip(values)
                .map(|(key, value)| vec![key[0].clone(), key[1].clone(), value])
                .collect()
        };
        let people = Sheet::new(&header, &rows(&world.people), read);
        let release = Sheet::new(&header, &rows(&world.shown), read);
        let everybody = Sheet::new(&header, &rows(&world.everybody), read);
        let table = count(&world, &release);
        Self { world, people, release, everybody, table }
    }

    fn inference(&self) -> Inference<'_> {
        Inference::new(&self.people.file(&KEYS), &self.release.with(&KEYS, "s"))
            .expect("two columns")
    }

    fn k(&self) -> u64 {
        self.table.classes().map(ridotto_core::Class::size).min().expect("a class")
    }

    fn baseline(&self) -> Baseline {
        Baseline::of_table(&self.table, 0)
    }

    fn commonest(&self) -> f64 {
        let counts = self.baseline();
        *counts.counts().iter().max().expect("a value") as f64 / counts.rows() as f64
    }
}

/// The classes of the release, with the population that it is of.
fn count(world: &World, release: &Sheet) -> ClassTable {
    let column = |name| -> &Cells { release.cells(name) };
    let key =
        |cells| CodeColumn { codes: Cells::codes(cells), values: Cells::meanings(cells).len() };
    // The population in the release's codes: rows of the release first, so they number alike.
    let all = |at: usize| {
        let texts = world.shown.iter().chain(&world.everybody_shown).map(move |row| &row[at]);
        Cells::of_texts(texts, &language(Kind::Integer))
    };
    let all = [all(0), all(1)];
    let outside: Vec<u32> = (world.shown.len() as u32..all[0].codes().len() as u32).collect();
    let taken = all.each_ref().map(|cells| cells.codes().take(&outside));
    let values = all.each_ref().map(|cells| cells.meanings().len());
    let keys: Vec<CodeColumn<'_>> =
        taken.iter().zip(values).map(|(codes, values)| CodeColumn { codes, values }).collect();
    let wide: Vec<CodeColumn<'_>> = KEYS
        .iter()
        .zip(values)
        .map(|(name, values)| CodeColumn { codes: column(name).codes(), values })
        .collect();
    let table = ClassTable::count(&wide, &[key(column("s"))], world.shown.len());
    table.with_population(Tally::count(&keys, outside.len()))
}

/// The parameter with which the model holds of the release.
fn level(promise: &Promise, case: &Case) -> Option<f64> {
    let (one, table, k) = (1.try_into().ok()?, &case.table, case.k());
    let baseline = case.baseline();
    let close = |distance| {
        TCloseness::new(0, Decimal::ONE, distance, &baseline).expect("rows").attained(table)
    };
    let two = || (k >= 2).then_some(());
    match promise.model.as_str() {
        "k-anonymity" if promise.attack == Attack::ExactValues => {
            let column: Vec<&String> = case.world.people.iter().map(|row| &row[0]).collect();
            let times = |it: &&String| column.iter().filter(|other| *other == it).count() as f64;
            column.iter().map(times).min_by(f64::total_cmp)
        }
        "k-anonymity" | "k-anonymity likelihood" => KAnonymity::new(one).attained(table),
        "k-map" => KMap::counted(one).attained(table),
        "average-risk" => Some(AverageRisk::new(Decimal::ONE).expect("a share").level(table)),
        "sample-uniqueness" => {
            Some(SampleUniqueness::new(Decimal::ONE).expect("a share").level(table))
        }
        "l-diversity distinct" | "ke-anonymity" => {
            DistinctL::new(0, 1.try_into().ok()?).attained(table)
        }
        "l-diversity entropy" => {
            EntropyL::new(0, 1.0, EntropyEstimator::Shannon).expect("1 or more").attained(table)
        }
        "l-diversity recursive" => {
            let l = if promise.attack == Attack::BackgroundKnowledge { 3 } else { 2 };
            let model = RecursiveL::new(0, Decimal::ONE, l.try_into().ok()?).expect("positive");
            model.attained(table).filter(|level| level.is_finite())
        }
        "p-sensitive" => {
            two()?;
            let p = PSensitive::new(1, k, vec![0]).expect("1 of k").attained(table);
            if promise.attack == Attack::Linkage { Some(k as f64) } else { p }
        }
        "alpha-k" if promise.attack == Attack::Minimality => Some(0.5),
        "alpha-k" => {
            let alpha = AlphaK::new(0, Decimal::ONE, k, None).expect("a share").attained(table);
            if promise.attack == Attack::Linkage { Some(k as f64) } else { alpha }
        }
        "t-closeness equal" => close(Distance::Equal),
        "t-closeness kullback-leibler" => close(Distance::KullbackLeibler),
        "beta-likeness" => {
            let model = BetaLikeness::new(0, Decimal::ONE, Likeness::Basic, &baseline);
            model.expect("rows").attained(table)
        }
        "delta-disclosure" => DeltaDisclosure::new(0, 1.0, BASE, Absent::Ignored, &baseline)
            .expect("rows")
            .attained(table),
        "delta-presence" => {
            // Which of overlapping classes a person is in is another question than the model's.
            (!case.world.local).then_some(())?;
            let model = DeltaPresence::new(Decimal::ZERO, Decimal::ONE).expect("shares");
            table.classes().map(|class| model.level(class)).reduce(f64::max)
        }
        "delta-presence at-least" => {
            (!case.world.local && PresenceFloor.holds(table)).then_some(0.0)
        }
        other => panic!("no model {other}"),
    }
}

/// The attack on the release; the strongest one where it can be done in several ways.
fn attack(promise: &Promise, case: &Case) -> Option<(Found, f64)> {
    let (people, release) = (case.people.file(&KEYS), case.release.file(&KEYS));
    let commonest = case.commonest();
    let found = match promise.attack {
        Attack::Linkage if promise.model == "k-map" => {
            linkage(&release, &case.everybody.file(&KEYS))?
        }
        Attack::Linkage => linkage(&people, &release)?,
        Attack::Homogeneity => homogeneity(&case.inference()),
        Attack::BackgroundKnowledge => {
            let inference = case.inference();
            let values = case.release.cells("s").meanings();
            let without = |value: &ridotto_measure::attack::meaning::Meaning| {
                background_knowledge(&inference, &people, &[Rule::impossible(value.clone())])
            };
            let tries = values.iter().filter_map(without);
            tries.max_by(|a, b| {
                (a.people, a.surest).partial_cmp(&(b.people, b.surest)).expect("numbers")
            })?
        }
        Attack::Skewness => skewness(&case.inference(), &Skew::default())?,
        Attack::Similarity => {
            let inference = case.inference();
            let groups: Vec<u32> =
                (0..case.release.cells("s").meanings().len() as u32).map(|code| code % 2).collect();
            let mut sums = [0; 2];
            for (count, group) in inference.overall().iter().zip(&groups) {
                sums[*group as usize] += count;
            }
            let common = *sums.iter().max()? as f64 / sums.iter().sum::<u64>() as f64;
            return Some((similarity(&inference, &Alike::Groups(groups))?, common));
        }
        Attack::Intersection => {
            // The same people in another provider's release, which shows the other column.
            let other = Case::new(case.world.turned());
            if level(promise, &other)? < level(promise, case)? {
                return None;
            }
            intersection(&case.inference(), &other.inference())?
        }
        Attack::Membership => membership(&case.everybody.file(&KEYS), &release, 1.0)?,
        Attack::Minimality => minimal(case)?,
        Attack::ExactValues => {
            let numbers: Vec<f64> =
                case.world.people.iter().map(|row| row[0].parse().expect("a number")).collect();
            exact_values(&[(&numbers, &numbers)], 0.0)?
        }
        Attack::Consistency => consistency(&people, &release)?,
        other => panic!("{} is not in the table", other.name()),
    };
    Some((found, commonest))
}

/// All rows in one class, of which at most half have the value `v0`; the first column's first digits
/// are the finer classes, joined because of one of these more than half have it.
fn minimal(case: &Case) -> Option<Found> {
    let digit = |row: &[String; 2]| row[0].as_bytes()[0].into();
    let finer: Vec<u32> = case.world.people.iter().map(digit).collect();
    let sensitive: Vec<bool> = case.world.values.iter().map(|&value| value == 0).collect();
    let share = |rows: &mut dyn Iterator<Item = usize>| {
        let (mut some, mut all) = (0, 0);
        rows.for_each(|row| (some, all) = (some + u64::from(sensitive[row]), all + 1));
        (all > 0).then(|| Decimal::ceil_share(some, all))
    };
    let rows = 0..finer.len();
    let half = Decimal::new(5, 1);
    (share(&mut rows.clone())? <= half).then_some(())?;
    let unsafe_part = finer.iter().any(|part| {
        share(&mut rows.clone().filter(|&row| finer[row] == *part)).is_some_and(|of| of > half)
    });
    unsafe_part.then_some(())?;
    let minimal = Minimal { share: half, k: 1, need: Need::OfEachClass };
    minimality(&finer, &vec![0; finer.len()], &sensitive, &minimal)
}

fn try_once(promise: &Promise, seed: u64) -> Option<(Found, Level)> {
    let case = Case::new(World::new(seed));
    let level = level(promise, &case)?;
    let (found, commonest) = attack(promise, &case)?;
    Some((found, Level { level, commonest, base: BASE }))
}

#[test]
fn what_is_promised_is_kept_and_reached() {
    for promise in promises().iter().filter(|promise| !matches!(promise.limit, Leaves::Everything))
    {
        let (mut tried, mut reached) = (0, 0);
        for seed in 0..250 {
            let Some((found, parameters)) = try_once(promise, seed) else { continue };
            let told = (promise.attack.name(), promise.model.as_str(), seed);
            assert!(
                keeps(promise.limit, &found, &parameters),
                "{told:?}: {found:?} {parameters:?}"
            );
            tried += 1;
            reached += u32::from(is_reached(promise.limit, &found, &parameters));
        }
        let about = (promise.attack.name(), promise.model.as_str());
        assert!(tried >= 20, "{about:?} was tried {tried} times only");
        assert!(reached > 0, "{about:?} promises too little: it is never reached");
    }
}

/// Whether the promise could not be any stronger here.
fn is_reached(limit: Leaves, found: &Found, parameters: &Level) -> bool {
    let near = |number: Option<f64>, bound: f64| number.is_some_and(|it| (it - bound).abs() < 1e-6);
    match limit {
        Leaves::Everything => false,
        // Somebody would be found with the parameter that is next to the least one.
        Leaves::Nobody(from) => parameters.level < from && found.people > 0,
        Leaves::AtMost(number, bound) | Leaves::AtLeast(number, bound) => {
            near(figure(number, found), (bound.of)(parameters))
        }
    }
}

#[test]
fn where_nothing_is_promised_a_table_shows_it() {
    for promise in promises().iter().filter(|promise| matches!(promise.limit, Leaves::Everything)) {
        let decent = |level: f64| match promise.model.as_str() {
            "k-anonymity" => level >= 3.0,
            "l-diversity distinct" | "ke-anonymity" => level >= 2.0,
            "t-closeness equal" | "alpha-k" => level <= 0.5,
            other => panic!("what is a decent parameter of {other}?"),
        };
        let succeeds = |seed: &u64| {
            let tried = try_once(promise, *seed);
            tried.is_some_and(|(found, of)| decent(of.level) && found.people > 0)
        };
        let told = (promise.attack.name(), promise.model.as_str());
        assert!((0..4000).any(|seed| succeeds(&seed)), "{told:?}: no table shows it");
    }
}

#[test]
fn the_table_for_the_book_has_every_promise() {
    let text = markdown();
    assert_eq!(text.lines().count(), promises().len() + 2);
    assert!(text.contains("| linkage | k-anonymity | certainty ≤ 1/k | k records fit |"), "{text}");
    assert!(text.lines().all(|line| line.matches('|').count() == 5));
    for promise in &promises() {
        assert!(text.contains(promise.attack.name()) && text.contains(promise.because));
    }
}

#[test]
fn every_cell_of_the_matrix_is_a_promise() {
    let text = matrix();
    let cells = text.lines().skip(2).flat_map(|line| line.split('|').skip(2));
    let full = cells.filter(|cell| !cell.trim().is_empty()).count();
    assert_eq!(full, promises().len());
}

#[test]
fn every_attack_has_a_name_of_its_own() {
    let mut names: Vec<&str> = Attack::ALL.iter().map(|attack| attack.name()).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), Attack::ALL.len());
    let kebab = |name: &&str| name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'-');
    assert!(names.iter().all(kebab));
    assert!(
        Attack::ALL
            .iter()
            .all(|attack| !attack.knows().is_empty() && !attack.stopped_by().is_empty())
    );
}

/// What an attack is said to be stopped by is what the table promises, and the other way round.
#[test]
fn what_stops_an_attack_is_in_the_table() {
    fn base(promise: &Promise) -> &str {
        promise.model.split(' ').next().expect("a name")
    }
    for promise in &promises() {
        let same =
            |other: &&Promise| other.attack == promise.attack && base(other) == base(promise);
        let promises =
            promises().iter().filter(same).any(|other| !matches!(other.limit, Leaves::Everything));
        let told = promise.attack.stopped_by().contains(&base(promise));
        assert_eq!(promises, told, "{} and {}", promise.attack.name(), promise.model);
    }
}
