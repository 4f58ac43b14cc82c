//! For tests: the whole way from a policy and a file to what is published. Which cells there are is what the
//! policy says; a person changes what was charged for; neighbours look alike; what was tampered with is
//! refused.

use super::*;
use crate::domain::Held;
use crate::plan::Plan;
use crate::samples::{Folder, prepared};
use crate::space::Key;
use crate::verify::Read;
use ridotto_noise::Source;
use ridotto_release::Error;
use ridotto_testkit::neighbours::beyond_claim;

/// Regions of two groups by sizes, of persons.
const POLICY: &str = r#"delimiter = ","
encoding = "utf-8"
[attributes.region]
role = "dimension"
hierarchy = { groups = { North = ["Alba", "Brin"], South = ["Celo"] } }
[attributes.size]
role = "dimension"
type = "ordinal"
order = ["small", "large"]
[[table]]
dimensions = ["region", "size"]
[release]
method = "private"
epsilon = 1
"#;

const PERSONS: &str = "rows-per-person = 2\n[attributes.who]\nrole = \"respondent\"\n";

fn never() -> bool {
    false
}

fn counted(policy: &str, data: &str) -> Result<(Plan, Counted, Folder), Error> {
    let (plan, held, folder) = prepared(policy, &[("data.csv", data)])?;
    match held {
        Held::Private(counted) => Ok((plan, counted, folder)),
        Held::Judged(_) => panic!("a private table"),
    }
}

fn drawn(data: &Counted, seed: u64) -> Noisy {
    let accountant = data.asked.promise.accountant().unwrap();
    let mut accountant = accountant.drawing_from(Source::seeded_for_tests(seed));
    let noisy = Noisy::drawn(data, &mut accountant, &never).unwrap();
    assert_eq!(accountant.spent(), accountant.budget().whole(), "all of it, and no more");
    noisy
}

/// The count of a cell that is called so.
fn of(data: &Counted, counts: &[i64], labels: [&str; 2]) -> i64 {
    let nodes = [0, 1].map(|at| data.space.nodes(at).called(Some(labels[at])).unwrap());
    counts[data.cells.cell(&nodes) as usize]
}

/// Whatever is in the file, the same cells are published, and what is not declared counts nowhere.
#[test]
fn the_policy_says_which_cells_there_are() {
    let mut shown = Vec::new();
    for (data, all) in [
        ("region,size\nNowhere,small\n", 0),
        ("region,size\nAlba,small\n", 1),
        (
            "region,size\nAlba,small\nNowhere,small\nNorth,small\n,large\nTotal,Total\n\"x,\"\"y\",7\n",
            1,
        ),
        ("region,size,more\nCelo,large,1\nBrin,large,x\nalba,small,\n Alba,small,\n", 2),
    ] {
        let (plan, data, _folder) = counted(POLICY, data).unwrap();
        assert_eq!(of(&data, &data.counts, ["Total", "Total"]), all);
        let lines = drawn(&data, 1).lines(&plan, &data);
        let mut texts = format!("{lines:?}");
        texts.truncate(texts.find("Int64").expect("counts are whole numbers"));
        shown.push(texts);
    }
    assert!(shown.windows(2).all(|two| two[0] == two[1]), "{shown:?}");
    // Three regions, two groups of which one is called otherwise than its member, and the total.
    let (_, data, _folder) = counted(POLICY, "region,size\n,\n").unwrap();
    assert_eq!(data.cells.count(), Some(6 * 3));
    // Celo's group, and the totals: region, group and total by size and total.
    assert_eq!(data.cells.of_a_record(), 6);
    // Numbers of cells are the same in both ways to number them.
    for cell in 0..18_u32 {
        let nodes = data.cells.nodes(cell);
        assert_eq!(data.space.node(Key::from(cell), 0), nodes[0]);
        assert_eq!(data.space.node(Key::from(cell), 1), nodes[1]);
    }
}

/// Records are counted as a plain count has it.
#[test]
fn totals_are_counted() {
    let text = "region,size\nAlba,small\nAlba,large\nBrin,small\nCelo,small\nCelo,small\n";
    let (_, data, _folder) = counted(POLICY, text).unwrap();
    for (labels, expected) in [
        (["Alba", "small"], 1),
        (["North", "small"], 2),
        (["North", "Total"], 3),
        (["South", "small"], 2),
        (["Total", "small"], 4),
        (["Total", "large"], 1),
        (["Total", "Total"], 5),
    ] {
        assert_eq!(of(&data, &data.counts, labels), expected, "{labels:?}");
    }
    assert!(crate::additive::is_additive(&data.cells.system(), &data.counts));
}

#[test]
fn what_is_not_declared_may_count_as_something() {
    let policy = format!(
        "{POLICY}domains = {{ region = [\"Alba\", \"Brin\", \"Celo\", \"else\"] }}\nother = \"else\"\n"
    );
    let policy = policy.replace(
        "hierarchy = { groups = { North = [\"Alba\", \"Brin\"], South = [\"Celo\"] } }\n",
        "",
    );
    let text = "region,size\nAlba,small\nNowhere,small\n,large\nTotal,large\nAlba,tiny\n";
    let (_, data, _folder) = counted(&policy, text).unwrap();
    assert_eq!(of(&data, &data.counts, ["else", "Total"]), 3);
    // `else` is no size, so that a size that is not declared counts nowhere.
    assert_eq!(of(&data, &data.counts, ["Total", "Total"]), 4);
}

/// Of a person so many records are counted, and none of which nobody says whose it is; so a person changes as
/// many cells as the noise is for.
#[test]
fn a_person_changes_what_was_charged_for() {
    let policy = format!("{POLICY}{PERSONS}");
    let others = "ann,Alba,small\nbob,Celo,large\n,Brin,small\n,Brin,small\n";
    let many = "eve,Alba,small\n".repeat(40) + "eve,Celo,large\n";
    let without = counted(&policy, &format!("who,region,size\n{others}")).unwrap();
    let with = counted(&policy, &format!("who,region,size\n{many}{others}")).unwrap();
    let moved: u64 =
        (without.1.counts.iter().zip(&with.1.counts)).map(|(a, b)| a.abs_diff(*b)).sum();
    assert_eq!(moved, 2 * with.1.cells.of_a_record());
    assert_eq!(of(&without.1, &without.1.counts, ["Total", "Total"]), 2);
    let Noise::Laplace(noise) = with.1.asked.promise.noise(&with.1.cells).unwrap() else {
        panic!()
    };
    // Two records, six cells each.
    assert_eq!(noise.scale().to_string(), "12");
    let gaussian = policy.replace("epsilon = 1", "epsilon = 1\ndelta = 0.000001");
    let (_, data, _folder) = counted(&gaussian, "who,region,size\n,,\n").unwrap();
    let of_two = data.asked.promise.noise(&data.cells).unwrap();
    let alone = Promise { records: NonZeroU64::MIN, ..data.asked.promise.clone() };
    let Noise::Gaussian(one) = alone.noise(&data.cells).unwrap() else { panic!() };
    let Noise::Gaussian(two) = of_two else { panic!() };
    let ratio = two.deviation().to_f64() / one.deviation().to_f64();
    assert!((ratio - 2.0).abs() < 1e-4, "{ratio}");
    drawn(&data, 1);
}

/// The same seed gives the same table on any number of threads.
#[test]
fn threads_do_not_matter() {
    let (_, data, _folder) = counted(POLICY, "region,size\nAlba,small\nCelo,large\n").unwrap();
    let on = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| drawn(&data, 9).values)
    };
    assert!(on(1) == on(2) && on(1) == on(7));
    assert_ne!(on(1), drawn(&data, 10).values);
}

const ONE: &str = r#"delimiter = ","
encoding = "utf-8"
[attributes.region]
role = "dimension"
[[table]]
dimensions = ["region"]
"#;

/// What is published of a file and of the same without a person, along the whole way, is told apart by epsilon
/// and no more; noise for one and a half times that is found out, and so is a person whose records are not cut
/// off. Pure noise of records, of persons, of what records say, and Gaussian noise.
#[test]
fn neighbours_are_told_apart_by_epsilon_and_no_more() {
    let base = |town: &str| {
        let lines: Vec<String> = (0..40).map(|number| format!("{town}{number},{town}\n")).collect();
        lines.concat()
    };
    let base = base("Alba") + &base("Brin");
    let release = |spent: &str, more: &str, domain: &str| {
        format!(
            "{ONE}[release]\nmethod = \"private\"\nepsilon = {spent}\ndomains = {{ region = [{domain}] }}\n{more}"
        )
    };
    let person = "[attributes.who]\nrole = \"respondent\"\n";
    let cases = [
        // What is claimed, what a saboteur spends, keys, the domain, and the two files.
        (2.0, 0.0, "2", "3", String::new(), "\"Alba\"", ["", "q,Alba\n"]),
        (
            2.0,
            0.0,
            "2",
            "3",
            format!("rows-per-person = 2\n{person}"),
            "\"Alba\"",
            ["", "eve,Alba\neve,Alba\neve,Alba\neve,Alba\n"],
        ),
        (
            2.0,
            0.0,
            "2",
            "3",
            "neighbours = \"change-one\"\n".to_owned(),
            "\"Alba\", \"Brin\"",
            ["q,Alba\n", "q,Brin\n"],
        ),
    ];
    for (claim, delta, honest, sabotaged, more, domain, last) in cases {
        let beyond = |spent: &str| {
            let files = last.map(|last| {
                let text = format!("who,region\n{base}{last}");
                counted(&release(spent, &more, domain), &text).unwrap().1
            });
            let run = |file: usize| {
                let data = &files[file];
                let towns = ["Alba", "Brin"].map(|town| data.space.nodes(0).called(Some(town)));
                move |seed: u64| {
                    let values = drawn(data, seed).values;
                    let shown = |node: u32| values[node as usize].clamp(35, 46);
                    towns.into_iter().flatten().map(shown).collect()
                }
            };
            beyond_claim([&run(0), &run(1)], 40_000, (claim, delta))
        };
        let (honest, sabotaged) = (beyond(honest), beyond(sabotaged));
        println!("{more:?}: honest {honest:.1}, sabotaged {sabotaged:.1}");
        assert!(honest < 5.0, "{more:?}: beyond the claim by {honest} standard errors");
        assert!(sabotaged > 5.0, "{more:?}: a saboteur is not found out: {sabotaged}");
    }
}

/// Lines that were changed after they were drawn are no release.
#[test]
fn what_was_tampered_with_is_refused() {
    let (_, data, _folder) = counted(POLICY, "region,size\nAlba,small\nCelo,large\n").unwrap();
    let noisy = drawn(&data, 3);
    let lines = || -> Vec<Read> {
        let read = |&cell: &u32| Read {
            table: 0,
            key: Key::from(cell),
            value: Some(noisy.values[cell as usize].to_string()),
            count: None,
            status: "perturbed".into(),
        };
        noisy.order.iter().map(read).collect()
    };
    let judged = |lines: Vec<Read>| match noisy.judge(&data.space, "perturbed", lines) {
        Ok(()) => "fine".to_owned(),
        Err(error) => error.to_string(),
    };
    assert_eq!(judged(lines()), "fine");
    let changed = |change: &dyn Fn(&mut Vec<Read>)| {
        let mut lines = lines();
        change(&mut lines);
        judged(lines)
    };
    for (wrong, expected) in [
        (changed(&|lines| _ = lines.pop()), "no line"),
        (changed(&|lines| lines[0].key = lines[1].key), "two lines"),
        (changed(&|lines| lines[2].value = Some("-1".into())), "negative"),
        (changed(&|lines| lines[2].value = Some("1.5".into())), "no whole number"),
        (changed(&|lines| lines[2].value = None), "no whole number"),
        (changed(&|lines| lines[2].value = Some("999".into())), "not the one that was drawn"),
        (changed(&|lines| lines[2].status = "published".into()), "status"),
    ] {
        assert!(wrong.contains(expected), "{wrong}");
    }
    // Drawn values that do not add up are no release either.
    let mut values = noisy.values.clone();
    values[0] += 1;
    let broken = Noisy { values, order: noisy.order.clone(), ..drawn(&data, 3) };
    let mut all = lines();
    let first = all.iter_mut().find(|line| line.key == 0).unwrap();
    first.value = Some(broken.values[0].to_string());
    let error = broken.judge(&data.space, "perturbed", all).unwrap_err().to_string();
    assert!(error.contains("add up"), "{error}");
}
