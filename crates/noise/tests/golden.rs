//! Vectors worked out elsewhere: Laplace noise, sensitivities, composition, randomised response.
//!
//! The vectors are of the continuous Laplace distribution. Ours is discrete; on a grid of a thousandth of a
//! unit its moments are the same but for a millionth, and what is drawn is compared within five standard
//! errors.

#![expect(clippy::cast_possible_wrap, reason = "small counts")]

use ridotto_noise::{
    Accountant, Budget, Decimal, Exact, Grid, Laplace, Loss, Mechanism, Neighbours, Parts, Permit,
    Protected, Response, Source,
};
use ridotto_testkit::golden::{Vector, number};
use serde_json::Value;
use std::collections::BTreeMap;

ridotto_testkit::golden_families! {
    "crates/noise/tests/golden.rs";
    differential_privacy: "dp" => vector;
}

const DRAWS: usize = 100_000;

/// Steps in a unit.
const FINE: u32 = 1000;

fn vector(of: &Vector) {
    match &*of.id {
        "dp.laplace.integral" => integral(of),
        "dp.sensitivity" => sensitivities(of),
        "dp.sensitivity.bruteforce" => by_brute_force(of),
        "dp.randomised_response" => response(of),
        "dp.eps_delta" => delta(of),
        "dp.composition" => composition(of),
        _ => laplace(of),
    }
}

fn exact(number: f64) -> Exact {
    number.to_string().parse().unwrap()
}

fn near(a: f64, b: f64, relative: f64) {
    assert!((a - b).abs() <= relative * b.abs(), "{a} is not {b}");
}

fn permit<M: Mechanism>(mechanism: M) -> Permit<M> {
    let budget = Budget::pure(Exact::whole(100)).unwrap();
    let accountant = Accountant::new(budget, Protected::record(Neighbours::ChangeOne));
    accountant.drawing_from(Source::seeded_for_tests(7)).charge("a test", mechanism).unwrap()
}

/// Noise for a sensitivity, in units.
fn noise(laplace: Laplace) -> Vec<f64> {
    let steps = permit(laplace).release(&vec![0; DRAWS]).unwrap().into_inner();
    steps.into_iter().map(|steps| steps as f64 / f64::from(FINE)).collect()
}

/// Whether a share of the draws is what it should be, within five standard errors and the width of a step.
fn share(noise: &[f64], expected: f64, is: impl Fn(f64) -> bool) {
    let seen = noise.iter().filter(|x| is(**x)).count() as f64 / DRAWS as f64;
    let error = (expected * (1.0 - expected) / DRAWS as f64).sqrt();
    assert!((seen - expected).abs() <= 5.0 * error + 1e-3, "{seen} is not {expected}");
}

/// Scale, moments, density, distribution and quantiles, and by how much neighbours differ.
fn laplace(of: &Vector) {
    let expected = |name: &str| number(&of.expected[name]);
    let (sensitivity, epsilon) =
        (of.given["sensitivity"].as_u64().unwrap(), number(&of.given["epsilon"]));
    let fine = u64::from(FINE);
    let laplace = Laplace::new(sensitivity * fine, &exact(epsilon)).unwrap();
    let unit = f64::from(FINE);
    near(laplace.scale().to_f64() / unit, expected("scale_b"), 1e-12);
    near(laplace.variance() / unit / unit, expected("variance"), 1e-6);
    near(laplace.variance().sqrt() / unit, expected("sd"), 1e-6);
    near(laplace.mean_error() / unit, expected("mean_abs_error"), 1e-6);
    near(laplace.loss().epsilon_delta().unwrap().0.to_f64(), epsilon, 1e-12);
    let noise = noise(laplace);
    // The density by a window of a twentieth of the scale, whose mean is the density within 0.1 percent; at
    // 0 it has its peak, and the mean is less by an eightieth.
    let width = expected("scale_b") / 20.0;
    for (name, at) in [("pdf_1", 1.0), ("pdf_minus2.5", -2.5)] {
        share(&noise, expected(name) * width, |x| (x - at).abs() <= width / 2.0);
    }
    share(&noise, expected("pdf_0") * width * (1.0 - 1.0 / 80.0), |x| x.abs() <= width / 2.0);
    share(&noise, expected("cdf_minus1"), |x| x <= -1.0);
    share(&noise, expected("cdf_0.5"), |x| x <= 0.5);
    share(&noise, 0.975, |x| x <= expected("quantile_0.975"));
    // At 0 and below the other file's noise, which is shifted by the sensitivity, is e^ε times less likely.
    let ratio = expected("max_density_ratio_shift_D");
    near(ratio, expected("attained_ratio_at_x_<=0"), 1e-12);
    near(ratio, epsilon.exp(), 1e-12);
    let below = |most: f64| noise.iter().filter(|x| **x <= most).count() as f64;
    let seen = below(0.0) / below(-(sensitivity as f64));
    assert!((seen / ratio - 1.0).abs() < 0.05, "{seen} is not {ratio}");
}

fn integral(of: &Vector) {
    let scale = number(&of.given["b"]);
    let noise = noise(Laplace::new(u64::from(FINE), &exact(1.0 / scale)).unwrap());
    let within = number(&of.expected["integral_-60_60"]);
    share(&noise, within, |x| x.abs() <= 60.0);
    share(&noise, number(&of.expected["P(|Y|>b ln 20)"]), |x| x.abs() > scale * 20.0_f64.ln());
}

fn response(of: &Vector) {
    let epsilon = number(&of.expected["epsilon"]);
    near(epsilon, number(&of.expected["epsilon_is_ln3"]), 1e-12);
    let says = Response::new(2, &Exact::of_f64(epsilon).unwrap()).unwrap();
    let answers = permit(says).answer(&vec![1; DRAWS]).into_inner();
    let truths = answers.iter().filter(|answer| **answer == 1).count() as f64 / DRAWS as f64;
    assert!((truths - number(&of.given["P(truth)"])).abs() < 0.01, "{truths}");
}

fn list(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(number).collect()
}

fn delta(of: &Vector) {
    let (p, q) = (list(&of.given["P"]), list(&of.given["Q"]));
    let one_way = |p: &[f64], q: &[f64], factor: f64| {
        p.iter().zip(q).map(|(p, q)| (p - factor * q).max(0.0)).sum::<f64>()
    };
    let delta = |factor: f64| one_way(&p, &q, factor).max(one_way(&q, &p, factor));
    let expected = |name: &str| number(&of.expected[name]);
    near(delta(1.0), expected("delta_at_eps_0"), 1e-12);
    near(delta(0.1_f64.exp()), expected("delta_at_eps_0.1"), 1e-12);
    near(delta(1.25), expected("delta_at_ln1.25"), 1e-12);
    assert!(p.iter().zip(&q).any(|(p, q)| *p == 0.0 && *q > 0.0), "no pure epsilon");
}

fn composition(of: &Vector) {
    let (records, each) = (of.given["records"].as_u64().unwrap(), number(&of.given["eps_each"]));
    let query = || Laplace::new(100, &exact(each)).unwrap();
    let scale = number(&of.expected["laplace_scale_per_record_domain_0_100"]);
    near(query().scale().to_f64(), scale, 1e-12);
    let new = || {
        let budget = Budget::pure(Exact::whole(10)).unwrap();
        Accountant::new(budget, Protected::record(Neighbours::ChangeOne))
    };
    let expected = |name: &str| Loss::Pure { epsilon: exact(number(&of.expected[name])) };
    let mut all = new();
    for _ in 0..records {
        _ = all.charge("about all records", query()).unwrap();
    }
    assert_eq!(all.spent(), &expected("sequential_epsilon_if_each_query_sees_all_records"));
    let mut each = new();
    let queries = (0..records).map(|_| query()).collect();
    _ = each.charge_parts("about one record", Parts::Fixed, queries).unwrap();
    assert_eq!(each.spent(), &expected("parallel_epsilon_if_each_query_depends_on_one_record"));
}

type Function = fn(&[i64]) -> Vec<i64>;

/// How far functions move between neighbours, by trying all files of so many records.
fn files(domain: &[i64], records: usize) -> Vec<Vec<i64>> {
    (0..records).fold(vec![Vec::new()], |files, _| {
        let longer =
            |file: Vec<i64>| domain.iter().map(move |&value| [file.clone(), vec![value]].concat());
        files.into_iter().flat_map(longer).collect()
    })
}

fn apart(a: &[i64], b: &[i64]) -> i64 {
    a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum()
}

fn changed(domain: &[i64], records: usize, of: Function) -> i64 {
    let files = files(domain, records);
    let near = |a: &[i64], b: &[i64]| a.iter().zip(b).filter(|(a, b)| a != b).count() == 1;
    let pairs = files.iter().flat_map(|one| files.iter().map(move |other| (one, other)));
    pairs.filter(|(a, b)| near(a, b)).map(|(a, b)| apart(&of(a), &of(b))).max().unwrap()
}

fn added(domain: &[i64], records: usize, of: Function) -> i64 {
    let fewer = files(domain, records - 1);
    let pairs = fewer.iter().flat_map(|file| {
        domain.iter().map(move |&value| (file, [file.clone(), vec![value]].concat()))
    });
    pairs.map(|(file, more)| apart(&of(file), &of(&more))).max().unwrap()
}

fn sum(file: &[i64]) -> Vec<i64> {
    vec![file.iter().sum()]
}

fn max(file: &[i64]) -> Vec<i64> {
    vec![*file.iter().max().unwrap()]
}

fn count(file: &[i64]) -> Vec<i64> {
    vec![file.len() as i64]
}

/// Of those above half of the domain.
fn count_of_some(file: &[i64]) -> Vec<i64> {
    vec![file.iter().filter(|value| **value >= 50).count() as i64]
}

fn histogram(file: &[i64]) -> Vec<i64> {
    [0, 50, 100].map(|value| file.iter().filter(|one| **one == value).count() as i64).to_vec()
}

fn sensitivities(of: &Vector) {
    let ends = list(&of.given["domain"]);
    let records = of.given["n"].as_u64().unwrap() as usize;
    let domain = [ends[0] as i64, f64::midpoint(ends[0], ends[1]) as i64, ends[1] as i64];
    let wide = [-20, 0, 100];
    let expected = |name: &str, way: &str| number(&of.expected[name][way]) as i64;
    let both = |name: &str, domain: &[i64], of: Function| {
        assert_eq!(changed(domain, records, of), expected(name, "modify_one_record"), "{name}");
        assert_eq!(added(domain, records, of), expected(name, "add_remove"), "{name}");
    };
    both("sum", &domain, sum);
    both("sum_domain_-20_100", &wide, sum);
    both("histogram_L1", &domain, histogram);
    both("max", &domain, max);
    // A count of some records; of all of them one record that says something else changes nothing.
    both("count", &domain, count_of_some);
    assert_eq!((changed(&domain, records, count), added(&domain, records, count)), (0, 1));
    let mean = expected("mean_n_fixed", "modify_one_record");
    assert_eq!(changed(&domain, records, sum), mean * records as i64);
    let one = expected("identity_of_one_record", "modify_one_record");
    assert_eq!(changed(&domain, 1, <[i64]>::to_vec), one);
    // A grid between the ends has the sensitivity of changing a value, in its steps.
    let decimal = |digits, places| Decimal { digits, places };
    for (lower, upper, name) in [(0, 100, "sum"), (-20, 100, "sum_domain_-20_100")] {
        let grid = Grid::new(decimal(lower, 0), decimal(upper, 0), decimal(1, 0)).unwrap();
        assert_eq!(grid.steps() as i64, expected(name, "modify_one_record"));
    }
}

fn by_brute_force(of: &Vector) {
    let domain: Vec<i64> = list(&of.given["domain"]).into_iter().map(|x| x as i64).collect();
    let records = of.given["n"].as_u64().unwrap() as usize;
    let functions: BTreeMap<&str, Function> = BTreeMap::from([
        ("sum", sum as Function),
        ("max", max),
        ("median", |file| {
            let mut sorted = file.to_vec();
            sorted.sort_unstable();
            vec![sorted[sorted.len() / 2]]
        }),
        ("range", |file| vec![file.iter().max().unwrap() - file.iter().min().unwrap()]),
    ]);
    for (name, function) in functions {
        assert_eq!(changed(&domain, records, function), number(&of.expected[name]) as i64);
    }
    let mean = number(&of.expected["mean"]) as i64;
    assert_eq!(changed(&domain, records, sum), mean * records as i64);
}
