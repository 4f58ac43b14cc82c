//! What must hold of every file: no change costs nothing, order does not matter, coarser is never
//! cheaper, and what others compute in another way is the same.

use crate::case::{attribute, near, random};
use proptest::prelude::*;
use ridotto_catalogue::Better;
use ridotto_core::hierarchy::{Builder, Intervals, Row};
use ridotto_core::objective::Scale;
use ridotto_core::{Hierarchy, Kind};
use ridotto_measure::utility::distribution::{
    cramers_v_of_files, divergence, hellinger, total_variation,
};
use ridotto_measure::utility::summary::{Measured, Most, Pair};
use ridotto_measure::utility::{
    Alignment, Attribute, Compared, InformationLoss, Normalise, eigenvalue_difference, frontier,
    il1s, loss, non_uniform_entropy, squared_error, sse_by_sst, standardised_sse_by_sst,
};

/// Texts of a small file: age, town, income, some of them missing.
type File = Vec<[String; 3]>;

fn file(rows: impl Into<proptest::collection::SizeRange>) -> impl Strategy<Value = File> {
    let age = (18_u32..60).prop_map(|age| age.to_string());
    let town = prop_oneof![8 => (0_u32..6).prop_map(|town| format!("town{town}")), 1 => Just(String::new())];
    let income = (0_u32..400).prop_map(|income| format!("{}.5", income * 10));
    proptest::collection::vec((age, town, income).prop_map(<[String; 3]>::from), rows)
}

const KINDS: [(&str, Kind); 3] =
    [("age", Kind::Integer), ("town", Kind::Text), ("income", Kind::Decimal)];

fn attributes(before: &File, after: &File) -> Vec<Attribute> {
    let column =
        |file: &File, at: usize| file.iter().map(|row| row[at].clone()).collect::<Vec<_>>();
    let make = |(at, (name, kind)): (usize, (&str, Kind))| {
        attribute(name, kind, &column(before, at), &column(after, at), None)
    };
    KINDS.into_iter().enumerate().map(make).collect()
}

fn measure(before: &File, after: &File, alignment: &Alignment) -> Vec<Measured> {
    measure_with(before, after, alignment, &[])
}

fn measure_with(
    before: &File,
    after: &File,
    alignment: &Alignment,
    targets: &[usize],
) -> Vec<Measured> {
    let pair = Pair {
        attributes: &attributes(before, after),
        quasi_identifiers: &[0, 1],
        importance: &[],
        alignment,
        k: Some(2),
        targets,
        queries: &[],
        most: Most::default(),
        seed: 1,
        groups: None,
    };
    pair.measure()
}

/// Ages to ranges of so many years, towns to pairs, incomes as they are.
fn masked(file: &File, years: u32) -> File {
    let mask = |row: &[String; 3]| {
        let age: u32 = row[0].parse().unwrap();
        let first = age - age % years;
        let age =
            if years == 1 { age.to_string() } else { format!("{first}-{}", first + years - 1) };
        let town = match row[1].as_str() {
            "town0" | "town1" if years > 1 => "{town0, town1}".to_owned(),
            town => town.to_owned(),
        };
        [age, town, row[2].clone()]
    };
    file.iter().map(mask).collect()
}

fn figure(list: &[Measured], name: &str, attribute: Option<&str>) -> f64 {
    let found = list.iter().find(|one| one.name() == name && one.attribute.as_deref() == attribute);
    found.unwrap_or_else(|| panic!("no {name} of {attribute:?}")).after.unwrap()
}

fn assert_same(one: &[Measured], other: &[Measured], but: &[&str]) {
    assert_eq!(one.len(), other.len());
    for (one, other) in one.iter().zip(other) {
        assert_eq!((one.name(), &one.attribute), (other.name(), &other.attribute));
        if !but.iter().any(|name| one.name().starts_with(name)) {
            let (a, b) = (one.after.unwrap(), other.after.unwrap());
            assert!(near(a, b, 1e-9), "{} of {:?}: {a} and {b}", one.name(), one.attribute);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn no_change_costs_nothing(file in file(2..80)) {
        let list = measure_with(&file, &file, &Alignment::Same, &[1, 2]);
        prop_assert!(list.len() > 60);
        for one in &list {
            if let Some(before) = one.before {
                let after = one.after.unwrap();
                prop_assert!(near(before, after, 1e-9), "{}: {before} and {after}", one.name());
            }
        }
    }

    #[test]
    fn the_order_of_rows_does_not_matter(file in file(5..60), by in 1_usize..50) {
        let after = masked(&file, 5);
        let mut turned = after.clone();
        turned.rotate_left(by % after.len());
        // What is filled in, and what can be told from it, is drawn row by row.
        let drawn = ["propensity"];
        let unknown = |after: &File| measure(&file, after, &Alignment::Unknown);
        assert_same(&unknown(&after), &unknown(&turned), &drawn);
        let rows: Vec<u32> =
            (0..file.len()).map(|at| ((at + by) % file.len()) as u32).collect();
        let known = measure(&file, &turned, &Alignment::Rows(rows));
        assert_same(&measure(&file, &after, &Alignment::Same), &known, &drawn);
    }

    #[test]
    fn coarser_is_never_cheaper(file in file(2..60)) {
        let levels = [1, 5, 10, 20, 60].map(|years| masked(&file, years));
        let lists = levels.each_ref().map(|after| measure(&file, after, &Alignment::Same));
        for pair in lists.windows(2) {
            for (name, of) in [
                ("loss", Some("age")),
                ("loss", None),
                ("ambiguity", None),
                ("class-size", None),
                ("class-size-by-k", None),
                ("discernibility", None),
                ("non-uniform-entropy", Some("age")),
            ] {
                let (finer, coarser) = (figure(&pair[0], name, of), figure(&pair[1], name, of));
                prop_assert!(finer <= coarser + 1e-12, "{name}: {finer} and {coarser}");
            }
            prop_assert!(near(figure(&pair[1], "true-cells", Some("age")), 1.0, 0.0));
        }
    }

    #[test]
    fn a_removed_record_is_a_hidden_one(file in file(5..60), gone in 1_usize..5) {
        // A missing town and a hidden one are not the same.
        let filled = |[age, town, income]: [String; 3]| {
            [age, if town.is_empty() { "town5".to_owned() } else { town }, income]
        };
        let file: File = file.into_iter().map(filled).collect();
        let shown = masked(&file, 5)[gone..].to_vec();
        let mut hidden = masked(&file, 5);
        hidden[..gone].fill(std::array::from_fn(|_| "*".to_owned()));
        let removed: Vec<u32> = (gone as u32..file.len() as u32).collect();
        let removed = measure(&file, &shown, &Alignment::Rows(removed));
        let hidden = measure(&file, &hidden, &Alignment::Same);
        for (name, of) in [
            ("loss", Some("age")),
            ("loss", None),
            ("ambiguity", None),
            ("class-size", None),
            ("discernibility", None),
            ("discernibility-one-class", None),
            ("non-uniform-entropy", Some("age")),
        ] {
            let (a, b) = (figure(&removed, name, of), figure(&hidden, name, of));
            prop_assert!(near(a, b, 1e-9), "{name} of {of:?}: {a} and {b}");
        }
    }

    #[test]
    fn distances_of_distributions_keep_to_their_inequalities(
        both in proptest::collection::vec((0_u32..9, 0_u32..9), 1..12),
    ) {
        let (p, q): (Vec<f64>, Vec<f64>) = both.iter().map(|&(p, q)| (f64::from(p), f64::from(q))).unzip();
        let found = (hellinger(&p, &q), total_variation(&p, &q), divergence(&p, &q), cramers_v_of_files(&p, &q));
        let (Some(h), Some(tv), Some(kl), Some(v)) = found else {
            prop_assert!(p.iter().sum::<f64>() == 0.0 || q.iter().sum::<f64>() == 0.0);
            return Ok(());
        };
        prop_assert!(h * h <= tv + 1e-12 && tv <= 2.0_f64.sqrt() * h + 1e-12);
        prop_assert!((0.0..=1.0 + 1e-12).contains(&h) && kl >= 0.0 && (0.0..=1.0).contains(&v));
        prop_assert_eq!(hellinger(&q, &p), Some(h));
        prop_assert_eq!(total_variation(&q, &p), Some(tv));
        let scaled: Vec<f64> = q.iter().map(|q| 7.0 * q).collect();
        prop_assert!(near(hellinger(&p, &scaled).unwrap(), h, 1e-9));
        prop_assert!((tv < 1e-12) == (v < 1e-9), "{tv} {v}");
    }

    #[test]
    fn the_frontier_is_what_nothing_beats(
        points in proptest::collection::vec((0_u8..8, 0_u8..8), 0..20),
    ) {
        let points: Vec<(f64, f64)> = points.iter().map(|&(a, b)| (a.into(), b.into())).collect();
        let beats = |a: &(f64, f64), b: &(f64, f64)| a.0 <= b.0 && a.1 <= b.1 && a != b;
        let brute: Vec<usize> = (0..points.len())
            .filter(|&at| !points.iter().any(|other| beats(other, &points[at])))
            .collect();
        prop_assert_eq!(frontier(&points), brute);
    }
}

/// A file of ages with a hierarchy, and the same recoded to a level.
fn recoded(level: usize, kind: Kind) -> (Attribute, Hierarchy, Vec<u64>) {
    let ages: Vec<String> =
        random(4, 300).iter().map(|x| (x * x * 40.0).floor().to_string()).collect();
    let builder = Builder::Intervals(Intervals {
        widths: vec!["5".parse().unwrap(), "10".parse().unwrap(), "20".parse().unwrap()],
        lower: None,
        upper: None,
        origin: None,
    });
    let coded = crate::case::Coded::new(&ages, Kind::Integer);
    let counts = coded.codes.histogram(coded.dictionary.len());
    let hierarchy = builder.compile("age", &coded.dictionary, &counts, &str::is_empty).unwrap();
    let lines: Vec<Row> = hierarchy
        .rows()
        .map(|cells| Row::line(1, cells.into_iter().map(|cell| cell.unwrap().to_owned())))
        .collect();
    let table = Builder::Table(lines);
    let label = |code: u32| hierarchy.label(level, hierarchy.map(level)[code as usize]).unwrap();
    let after: Vec<&str> = coded.codes.iter().map(label).collect();
    let one = attribute("age", kind, &ages, &after, Some(&table));
    (one, hierarchy, counts)
}

/// What searches minimise is what is measured: the same hierarchy, the same loss and entropy.
#[test]
fn measures_agree_with_objectives() {
    for level in 0..=4 {
        let (one, hierarchy, counts) = recoded(level, Kind::Text);
        let (_, numeric, _) = recoded(level, Kind::Integer);
        assert_eq!(numeric.height(), hierarchy.height());
        let entropy = non_uniform_entropy(&one, &Alignment::Same).unwrap();
        let scale = Scale::new(&hierarchy, &counts, 1.0);
        assert!(near(entropy, scale.levels[level].entropy / 300.0, 1e-12), "level {level}");
        // The table has the data's values as leaves, so the loss is that of the table's scale.
        let leaves = |group: usize| {
            hierarchy.map(level).iter().filter(|&&one| one as usize == group).count() as f64
        };
        let domain = counts.len() as f64;
        let expected: f64 = (scale.levels[level].rows.iter().enumerate())
            .map(|(group, &rows)| rows as f64 * (leaves(group) - 1.0) / (domain - 1.0))
            .sum();
        assert!(near(loss(&one, 0).unwrap(), expected / 300.0, 1e-12), "level {level}");
    }
}

/// Units do not matter where a measure says so.
#[test]
fn units_do_not_matter() {
    let columns: Vec<Vec<f64>> = (0..3).map(|seed| random(seed, 200)).collect();
    let noisy: Vec<Vec<f64>> = columns
        .iter()
        .zip(7..)
        .map(|(column, seed)| {
            column.iter().zip(random(seed, 200)).map(|(x, e)| x + 0.3 * e).collect()
        })
        .collect();
    let in_units = |columns: &[Vec<f64>]| -> Vec<Vec<f64>> {
        let unit =
            |(column, unit): (&Vec<f64>, f64)| column.iter().map(|x| 5.0 + unit * x).collect();
        columns.iter().zip([2.0, 0.01, 1e6]).map(unit).collect()
    };
    let figures = |before: &[Vec<f64>], after: &[Vec<f64>]| {
        let x: Vec<&[f64]> = before.iter().map(Vec::as_slice).collect();
        let y: Vec<&[f64]> = after.iter().map(Vec::as_slice).collect();
        let table = InformationLoss::new(&x, &y).unwrap();
        let of =
            [Compared::Correlations, Compared::Loadings, Compared::Commonalities, Compared::Scores];
        let mut figures: Vec<f64> = of.map(|compared| table.of(compared).mean_absolute).to_vec();
        figures.extend([
            squared_error(x[0], y[0], Normalise::Range).unwrap(),
            squared_error(x[1], y[1], Normalise::StandardDeviation).unwrap(),
            standardised_sse_by_sst(&x, &y).unwrap(),
            il1s(&x, &y).unwrap(),
            eigenvalue_difference(&x, &y).unwrap(),
        ]);
        figures
    };
    let (plain, scaled) =
        (figures(&columns, &noisy), figures(&in_units(&columns), &in_units(&noisy)));
    assert!(plain.iter().all(|&figure| figure > 1e-4), "{plain:?}");
    for (a, b) in plain.iter().zip(&scaled) {
        assert!(near(*a, *b, 1e-7), "{plain:?} and {scaled:?}");
    }
}

/// The lectures' ten records in three groups: as they are 64/1575 is lost, and in units of deviations
/// each attribute's own share counts alike, whatever its unit.
/// A share of the variance, of attributes before and after.
type Share = fn(&[&[f64]], &[&[f64]]) -> Option<f64>;

#[test]
fn squared_error_by_total_variance_is_in_the_units_that_it_says() {
    let x = [
        [1.0, 2.0, 2.0, 8.0, 9.0, 9.0, 10.0, 4.0, 5.0, 3.0],
        [2.0, 1.0, 3.0, 8.0, 7.0, 9.0, 8.0, 12.0, 13.0, 11.0],
    ];
    let means = |[a, b, c]: [f64; 3]| [a, a, a, b, b, b, b, c, c, c];
    let y = [means([5.0 / 3.0, 9.0, 4.0]), means([2.0, 8.0, 12.0])];
    let of = |unit: f64, share: Share| {
        let [x, y] = [x, y].map(|[first, second]| [first, second.map(|number| unit * number)]);
        share(&[&x[0], &x[1]], &[&y[0], &y[1]]).unwrap()
    };
    // Within groups 14/3 and 6 are left, of 104.1 and 158.4 in all.
    let each = [14.0 / 3.0 / 104.1, 6.0 / 158.4];
    assert!(near(of(1.0, sse_by_sst), 64.0 / 1575.0, 1e-12));
    assert!(near(of(1e6, sse_by_sst), each[1], 1e-9));
    for unit in [1.0, 1e6] {
        let both = f64::midpoint(each[0], each[1]);
        assert!(near(of(unit, standardised_sse_by_sst), both, 1e-12));
    }
    // What is missing after has no part in the error.
    let gaps = [5.0 / 3.0, f64::NAN, f64::NAN, 9.0, 9.0, 9.0, 9.0, 4.0, 4.0, 4.0];
    let lost = sse_by_sst(&[&x[0]], &[&gaps]).unwrap();
    assert!(near(lost, (4.0 / 9.0 + 4.0) / 8.0 / 10.41, 1e-12), "{lost}");
}

/// Everybody replaced by the mean has lost all variance, and half the way half of it.
#[test]
fn the_mean_of_all_has_lost_all() {
    let x = random(3, 100);
    let mean = x.iter().sum::<f64>() / 100.0;
    let constant = vec![1.0; 100];
    for share in [sse_by_sst, standardised_sse_by_sst] {
        let lost = share(&[&x], &[&vec![mean; 100]]).unwrap();
        assert!(near(lost, 1.0, 1e-12), "{lost}");
        assert_eq!(share(&[&constant], &[&x]), None);
    }
    assert_eq!(squared_error(&constant, &x, Normalise::Range), Some(1.0));
}

/// Large enough for several parts and threads.
#[test]
fn threads_do_not_change_a_bit() {
    let ages = random(1, 40_000);
    let towns = random(2, 40_000);
    let rows = ages.iter().zip(&towns);
    let before: File = rows
        .map(|(age, town)| {
            let (age, town) = (20.0 + (age * 40.0).floor(), (town * 5.0).floor());
            [age.to_string(), format!("town{town}"), (age * town).to_string()]
        })
        .collect();
    let after = masked(&before, 10);
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| measure_with(&before, &after, &Alignment::Same, &[1, 2]))
    };
    let (one, three) = (on(1), on(3));
    assert_eq!(one.len(), three.len());
    for (one, three) in one.iter().zip(&three) {
        let bits = |figure: Option<f64>| figure.map(f64::to_bits);
        assert_eq!(bits(one.after), bits(three.after), "{}", one.name());
        assert_eq!(bits(one.before), bits(three.before), "{}", one.name());
    }
}

/// Names are for people and programs: kebab-case, and one figure for one name and attribute.
#[test]
fn figures_have_names() {
    let before: File = (0..40)
        .map(|row| {
            [(20 + row % 9).to_string(), format!("town{}", row % 3), (row * row).to_string()]
        })
        .collect();
    let list = measure_with(&before, &masked(&before, 5), &Alignment::Same, &[1, 2]);
    let mut names: Vec<_> = list.iter().map(|one| (one.name(), one.attribute.clone())).collect();
    let kebab = |name: &str| {
        name.chars().all(|letter| letter.is_ascii_lowercase() || letter == '-' || letter == '1')
    };
    assert!(names.iter().all(|(name, _)| kebab(name)), "{names:?}");
    let figures = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), figures);
    // Whatever is better one way is not better after masking.
    for one in &list {
        let (Some(before), Some(after)) = (one.before, one.after) else { panic!("{}", one.name()) };
        let learnt = one.name().starts_with("prediction");
        match one.measure.measure().expect("it is one").better {
            Better::Less => assert!(after >= before - 1e-9, "{}: {before}, {after}", one.name()),
            Better::More if !learnt => assert!(after <= before + 1e-9, "{}", one.name()),
            Better::More | Better::Same => {}
        }
    }
}
