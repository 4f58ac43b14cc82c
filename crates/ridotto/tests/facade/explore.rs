//! A map of configurations: each point is a release that its lines make.

use crate::setting::Setting;
use ridotto::program::count;
use ridotto::{
    Configuration, Control, Error, ExploreOptions, Inputs, Outputs, Plan, Randomness, RunOptions,
    Told,
};
use ridotto_testkit::Hurry;
use std::cell::RefCell;
use std::collections::BTreeSet;

const POLICY: &str = r#"version = 1   # agreed in May

[data]
input = "people.csv"
person = "id"

[attributes.id]
role = "identifier"

[attributes.age]
role = "quasi-identifier"   # neighbours know it
hierarchy = { intervals = [5, 10, 20] }
importance = 2.0

[attributes.town]
role = "quasi-identifier"

[attributes.income]
role = "quasi-identifier"
hierarchy = { intervals = [100, 1000] }

[attributes.illness]
role = "sensitive"

[attributes.note]
role = "insensitive"

[[require]]
model = "k-anonymity"
k = 3                 # nobody can be told from two others

[[require]]
model = "l-diversity"
attribute = "illness"
l = 2

[release]
algorithm = "mondrian"   # what we did last year
suppression = 0.05
"#;

/// People with one or two records each; some cells are missing.
fn people(records: usize) -> String {
    let mut data = String::from("id,age,town,income,illness,note\n");
    for at in 0..records {
        let id = at - at / 3;
        let (age, town) = (20 + at * 7 % 60, ["Alba", "Berg", "Celo", ""][at * at % 4]);
        let illness = ["flu", "gout", "mumps"][at * 5 % 7 % 3];
        data += &format!("p{id},{age},{town},{},{illness},note {at}\n", 900 + at * 131 % 1900);
    }
    data
}

fn setting(records: usize, policy: &str) -> Setting {
    Setting::new(&[("people.csv", people(records).as_bytes()), ("policy.toml", policy.as_bytes())])
}

fn explored(setting: &Setting, options: &ExploreOptions) -> Result<ridotto::Exploration, Error> {
    let policy = ridotto::read_policy(&setting.path("policy.toml"))?;
    ridotto::explore_telling(&policy, options, &|_| {}, &())
}

fn few() -> ExploreOptions {
    ExploreOptions {
        k: vec![2, 3, 7],
        suppression: vec!["0".into(), "0.05".into()],
        threads: 2,
        ..ExploreOptions::default()
    }
}

/// The policy of each point makes a release with the same loss and the same promise, and keeps what was
/// written beside what is changed.
#[test]
fn the_policy_of_a_point_makes_its_release() {
    let setting = setting(300, POLICY);
    let names = ["optimal", "mondrian", "local-recoding"].map(str::to_owned).to_vec();
    let masks = ["noise", "swap", "microaggregate", "synthesize"].map(str::to_owned).to_vec();
    let options = ExploreOptions {
        algorithms: names,
        masks,
        finer: vec!["town".into(), "age".into()],
        ..few()
    };
    let exploration = explored(&setting, &options).unwrap();
    let report = &exploration.report;
    assert_eq!(report.configurations.len(), 3 * 3 * 2 + 2 + 10);
    assert_eq!(report.stopped, None);
    let reached: Vec<&Configuration> = report.reached().collect();
    assert!(reached.len() > 20, "{}", reached.len());
    let options =
        RunOptions { randomness: Randomness::seeded(report.seed), ..RunOptions::default() };
    for one in reached {
        let text = exploration.policy_of(one.number).unwrap();
        for comment in ["# agreed in May", "# neighbours know it", "nobody can be told"] {
            assert!(text.contains(comment), "{comment} in\n{text}");
        }
        std::fs::write(setting.path("again.toml"), &text).unwrap();
        let policy = ridotto::read_policy(&setting.path("again.toml")).unwrap();
        let plan = Plan::bind(&policy, Inputs::of_policy()).unwrap();
        let release = plan.run(&Outputs::memory(), &options, &());
        let release = release.unwrap_or_else(|error| panic!("{}: {error:?}\n{text}", one.name));
        let again = release.report();
        let summary = again.microdata().unwrap();
        assert_eq!(summary.objective.value, one.objective, "{}", one.name);
        assert_eq!((again.output.rows, Some(summary.classes)), (one.records, one.classes));
        let displaced = one.displacement.unwrap_or(0.0);
        if one.importance.is_empty() {
            let loss = one.objective.map(|loss| (loss + displaced).min(1.0));
            assert_eq!(one.loss, loss, "{}", one.name);
        }
        assert_eq!(one.displacement.is_some(), one.k == 0 || one.algorithm == "microaggregate");
        // What is promised of the point is what the release of its policy attains.
        for guarantee in &again.guarantees {
            let same = one.guarantees.iter().find(|other| other.model == guarantee.model);
            let same = same.unwrap_or_else(|| panic!("{}: {}", one.name, guarantee.model));
            assert_eq!(same.attained, guarantee.attained, "{}", one.name);
        }
        if one.holds == Some(true) {
            assert_eq!(policy.requirements.len(), 2, "{}: nothing is lost", one.name);
        }
        let risk = one.parts.iter().map(|(_, part)| *part).fold(0.0, f64::max);
        assert_eq!(one.risk, Some(risk), "{}", one.name);
    }
    let proposed = report.proposed().unwrap();
    assert!(proposed.holds == Some(true) && proposed.sample.is_none());
    // One that leads to no release has no policy.
    assert!(exploration.policy_of(9_999).is_err());
}

/// Whoever may have several records is found among persons, not among rows.
#[test]
fn the_risk_of_a_class_counts_persons() {
    let data = "id,age,town,income,illness,note\n\
                a,30,x,1,flu,n\na,30,x,1,gout,n\na,30,x,1,flu,n\nb,30,x,1,gout,n\n\
                c,50,x,1,flu,n\nd,50,x,1,gout,n\n";
    let policy = POLICY.replace("k = 3 ", "k = 2 ").replace("\"mondrian\"", "\"optimal\"");
    let policy = policy.replace("l = 2", "l = 1.0\nkind = \"entropy\"");
    let setting =
        Setting::new(&[("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())]);
    let options = ExploreOptions {
        k: vec![2],
        suppression: vec!["0".into()],
        algorithms: vec!["optimal".into()],
        ..ExploreOptions::default()
    };
    let report = explored(&setting, &options).unwrap().report;
    let one = &report.configurations[0];
    assert_eq!(one.loss, Some(0.0), "{one:?}");
    // Both classes are of two persons; by rows it would be a third.
    let class = one.parts.iter().find(|(name, _)| name == "average-risk");
    assert_eq!(class.map(|(_, risk)| *risk), Some(0.5), "{one:?}");
}

#[test]
fn a_sample_comes_first_and_is_marked() {
    let setting = setting(21_000, POLICY);
    let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
    let algorithms = vec!["optimal".to_owned(), "mondrian".to_owned()];
    let options = ExploreOptions { algorithms, ..few() };
    let (met, stages) = (RefCell::new(Vec::new()), RefCell::new(Vec::new()));
    let told = |told: Told<'_>| match told {
        Told::Sample(count) | Told::Whole(count) => stages.borrow_mut().push(count),
        Told::Tried(one) => met.borrow_mut().push((one.number, one.sample, one.loss)),
    };
    let report = ridotto::explore_telling(&policy, &options, &told, &()).unwrap().report;
    let sample = report.sample.unwrap();
    assert!((10_000..10_002).contains(&sample), "persons are whole: {sample}");
    assert_eq!(*stages.borrow(), [sample, 21_000]);
    let met = met.into_inner();
    assert_eq!(met[0].1, Some(sample));
    // All was tried on all records, and the sample gave way.
    assert!(report.configurations.iter().all(|one| one.sample.is_none()));
    let numbers: BTreeSet<u64> = report.configurations.iter().map(|one| one.number).collect();
    assert_eq!(numbers.len() as u64, report.asked);
    assert_eq!(report.records, Some(21_000));
}

/// Time that is up in the middle leaves what was found until then, with a frontier of its own.
#[test]
fn what_was_found_is_told_whenever_it_ends() {
    let setting = setting(300, POLICY);
    let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
    let options = ExploreOptions { threads: 1, ..few() };
    for wish in [Control::Finish, Control::Cancel] {
        let met = RefCell::new(0);
        let told = |told: Told<'_>| {
            if let Told::Tried(_) = told {
                *met.borrow_mut() += 1;
            }
        };
        let watch = Hurry::after(5, wish);
        let report = match ridotto::explore_telling(&policy, &options, &told, &watch) {
            Ok(exploration) => exploration.report,
            Err(error) => {
                assert_eq!((error.exit_code(), met.into_inner()), (130, 0));
                continue;
            }
        };
        assert_eq!(report.configurations.len(), met.into_inner());
        assert!((report.configurations.len() as u64) < report.asked);
        assert!(report.stopped.is_some());
    }
}

#[test]
fn a_number_is_tried_alone_and_is_the_same() {
    let setting = setting(300, POLICY);
    let all = explored(&setting, &few()).unwrap();
    for one in all.report.reached().step_by(4) {
        let alone =
            explored(&setting, &ExploreOptions { only: Some(one.number), ..few() }).unwrap();
        let mut same = alone.report.numbered(one.number).unwrap().clone();
        same.frontier = one.frontier;
        assert_eq!(&same, one);
        let others = alone.report.configurations.len();
        assert_eq!(others, 1, "{}", count::grouped(others as u64));
        assert_eq!(alone.policy_of(one.number).unwrap(), all.policy_of(one.number).unwrap());
    }
}

/// The policy's own algorithm is on the map, also where it is none of those that are usual.
#[test]
fn the_policy_as_it_is_is_tried() {
    for own in ["best", "best-first"] {
        let policy = POLICY.replace("\"mondrian\"", &format!("\"{own}\""));
        let setting = setting(120, &policy);
        let options = ExploreOptions {
            k: vec![3, 5],
            suppression: vec!["0.05".into(), "0.1".into()],
            ..few()
        };
        let exploration = explored(&setting, &options).unwrap();
        let reached: Vec<&Configuration> =
            exploration.report.reached().filter(|one| one.algorithm == own).collect();
        let as_it_is = reached.iter().find(|one| one.lines.is_empty()).expect("the policy itself");
        let is_own = |one: &&Configuration| one.k == 3 && (one.suppression - 0.05).abs() < 1e-9;
        assert!(is_own(as_it_is));
        let others = exploration.report.reached().filter(is_own);
        let others = others.filter(|one| one.importance.is_empty());
        if own == "best" {
            let least = others.filter_map(|one| one.loss).fold(1.0, f64::min);
            assert!(as_it_is.loss.unwrap() <= least + 1e-9);
            assert_eq!(reached.len(), 3, "not with everything at once");
        }
        // Another algorithm does not keep the reason for the old one as its own.
        let other = exploration.report.reached().find(|one| one.algorithm == "mondrian").unwrap();
        let text = exploration.policy_of(other.number).unwrap();
        assert!(text.contains(&format!("\"mondrian\"   # was \"{own}\": what we did")), "{text}");
    }
}

/// Where neither k nor limits are named, what lies between the best is tried, too.
#[test]
fn what_lies_between_the_best_is_tried() {
    let setting = setting(300, POLICY);
    let algorithms = vec!["mondrian".to_owned()];
    let options = ExploreOptions { algorithms, ..ExploreOptions::default() };
    let report = explored(&setting, &options).unwrap().report;
    let ks: BTreeSet<u64> = report.configurations.iter().map(|one| one.k).collect();
    let shares: BTreeSet<String> =
        report.configurations.iter().map(|one| one.suppression.to_string()).collect();
    assert!(ks.len() > 5 || shares.len() > 4, "{ks:?} {shares:?}");
    assert_eq!(report.asked, report.configurations.len() as u64);
    let again = explored(&setting, &options).unwrap().report;
    assert_eq!(again, report, "whatever order they were tried in");
}

/// Data in which there is little to choose, and policies that ask for nothing or too much.
#[test]
fn strange_data_end_in_clear_answers() {
    let head = "id,age,town,income,illness,note\n";
    let rows = |row: &dyn Fn(usize) -> String, many: usize| {
        let rows: String = (0..many).map(|at| row(at) + "\n").collect();
        format!("{head}{rows}")
    };
    let data = [
        rows(&|_| "a,30,x,5,flu,n".into(), 1),
        rows(&|at| format!("p{at},30,x,5,flu,n"), 40),
        rows(&|at| format!("p{at},{},t{at},{},i{at},n", at, at * 31), 40),
        rows(&|at| format!("p{at},,,,,"), 40),
        rows(
            &|at| format!("p{at},{},,{},{},", if at % 3 == 0 { "" } else { "31" }, at % 5, at % 2),
            40,
        ),
    ];
    let k_alone = POLICY
        .replace("[[require]]\nmodel = \"l-diversity\"\nattribute = \"illness\"\nl = 2\n", "");
    let too_much = POLICY.replace("k = 3 ", "k = 5000 ");
    let nothing = k_alone
        .replace("[[require]]\nmodel = \"k-anonymity\"\nk = 3                 # nobody can be told from two others\n", "")
        .replace("algorithm = \"mondrian\"", "algorithm = \"none\"")
        .replace("suppression = 0.05\n", "");
    for policy in [POLICY, &k_alone, &too_much, &nothing] {
        for data in &data {
            let files = [("people.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
            let setting = Setting::new(&files);
            let options = ExploreOptions { k: vec![2, 5], ..few() };
            match explored(&setting, &options) {
                Ok(exploration) => {
                    let report = exploration.report;
                    assert!(
                        report
                            .configurations
                            .iter()
                            .all(|one| one.point().is_some() != one.failed.is_some())
                    );
                    for one in report.reached() {
                        let (risk, loss) = one.point().unwrap();
                        assert!(
                            (0.0..=1.0).contains(&risk) && (0.0..=1.0).contains(&loss),
                            "{one:?}"
                        );
                        assert_eq!(one.holds.is_none(), policy == nothing, "{one:?}");
                    }
                    if policy == too_much {
                        assert_eq!(report.proposed, None);
                    }
                }
                Err(error) => assert!([1, 2].contains(&error.exit_code()), "{error:?}"),
            }
        }
    }
}

#[test]
fn what_cannot_be_explored_is_refused() {
    let private = POLICY
        .replace(
            "model = \"k-anonymity\"\nk = 3 ",
            "model = \"differential-privacy\"\nepsilon = 1.0\ndelta = 0.001 ",
        )
        .replace("person = \"id\"\n", "")
        .replace(
            "[release]\nalgorithm = \"mondrian\"   # what we did last year\nsuppression = 0.05\n",
            "",
        );
    let error = explored(&setting(30, &private), &ExploreOptions::default()).unwrap_err();
    assert!(error.to_string().contains("differentially private"), "{error}");
    assert_eq!(error.exit_code(), 2);
    let wrong = ExploreOptions { finer: vec!["twon".into()], ..few() };
    let error = explored(&setting(30, POLICY), &wrong).unwrap_err();
    assert!(error.to_string().contains("no quasi-identifier `twon`"), "{error}");
    // A policy that does not fit its data is an error at once, not a map of failures.
    let lacks = POLICY.replace("[attributes.town]", "[attributes.twon]");
    assert_eq!(explored(&setting(30, &lacks), &few()).unwrap_err().exit_code(), 2);
}
