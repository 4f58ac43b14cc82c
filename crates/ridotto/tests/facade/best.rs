//! `best` against the methods that it tries: whatever is asked for, it succeeds where one of them does,
//! and never loses more.

use crate::grid::{Asked, GENERALIZE, SUPPRESS};
use crate::local::{Row, setting, sixty};
use crate::setting::{Setting, apply, in_order};
use proptest::collection::vec;
use proptest::prelude::*;
use ridotto::{Control, Error, Outputs, Report, RunOptions, Watch};
use ridotto_testkit::Hurry;
use std::sync::Mutex;

fn rows() -> impl Strategy<Value = Vec<Row>> {
    vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 3..40)
        .prop_filter("somebody has an age", |rows| rows.iter().any(|row| row.0 != 11))
}

fn loss(report: &Report) -> f64 {
    report.microdata().unwrap().objective.value.expect("told to its owner")
}

/// The methods that do what is asked for, each with what it is told to generalise.
fn rivals(generalize: &str) -> &'static [(&'static str, &'static str)] {
    match generalize {
        "cell" => &[("cell", "mondrian"), ("cell", "local-recoding"), ("attribute", "optimal")],
        "attribute" => {
            &[("attribute", "optimal"), ("attribute", "top-down"), ("attribute", "bottom-up")]
        }
        _ => &[("none", "optimal"), ("none", "local-suppression")],
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn never_worse_than_any_method_and_never_wrong(
        rows in rows(),
        share in prop::sample::select(vec![0.0, 0.2]),
        wild in any::<bool>(),
    ) {
        for generalize in GENERALIZE {
            for suppress in SUPPRESS {
                let best = Asked { generalize, suppress, share, wild, algorithm: Some("best") };
                let best_run = best.run(&rows);
                if let Some((setting, report)) = &best_run {
                    best.recount(setting, &rows, report);
                    let tried = &report.microdata().unwrap().tried;
                    prop_assert!(!tried.is_empty());
                    // The same groups added up in another order.
                    let least = tried[0].objective.expect("the winner found something");
                    prop_assert!((least - loss(report)).abs() < 1e-12, "{:?}", tried);
                }
                for &(generalize, name) in rivals(generalize) {
                    // Cells that are hidden after the levels are no part of generalising cells.
                    if (best.generalize, suppress, name) == ("cell", "cell", "optimal") {
                        continue;
                    }
                    let rival = Asked { generalize, algorithm: Some(name), ..best };
                    let Some((_, report)) = rival.run(&rows) else { continue };
                    let Some((_, best_report)) = &best_run else {
                        return Err(TestCaseError::fail(format!("{rival:?} serves {best:?}")));
                    };
                    prop_assert!(
                        loss(best_report) <= loss(&report) + 1e-9,
                        "{} by {rival:?}, {} by best: {:?}",
                        loss(&report), loss(best_report), best_report.microdata().unwrap().tried
                    );
                }
            }
        }
    }

    /// The same under models that look at a sensitive attribute, and what no recoding loses less than.
    #[test]
    fn other_models_are_served(rows in rows(), require in prop::sample::select(MODELS.to_vec())) {
        let run = |release: &str| {
            let setting = setting(&rows, release, require);
            match setting.run_with(&in_order(), &()) {
                Ok(release) => Some(release.report().clone()),
                Err(Error::Unmet(_)) => None,
                Err(error) => panic!("{require}: {error}"),
            }
        };
        let best = run("algorithm = \"best\"\nsuppression = 0.2");
        for name in ["optimal", "mondrian", "mondrian\"\npartition = \"relaxed", "local-recoding"] {
            let Some(report) = run(&format!("algorithm = \"{name}\"\nsuppression = 0.2")) else { continue };
            let best = best.as_ref().expect("one of the methods serves");
            prop_assert!(loss(best) <= loss(&report) + 1e-9, "{name}: {:?}", best.microdata().unwrap().tried);
            if let Some(bound) = best.microdata().unwrap().lower_bound {
                prop_assert!(bound <= loss(&report), "{bound} by {name}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, failure_persistence: None, ..ProptestConfig::default() })]

    /// Local recoding alone: whatever may be suppressed and is asked for, simpler methods lose no less.
    #[test]
    fn local_recoding_is_never_worse_than_what_is_simpler(
        rows in rows(),
        share in prop::sample::select(vec!["0.0", "0.1", "0.3"]),
        require in prop::sample::select(MODELS.to_vec()),
    ) {
        let lost = |name: &str| {
            let release = format!("algorithm = \"{name}\"\nsuppression = {share}");
            match setting(&rows, &release, require).run_with(&in_order(), &()) {
                Ok(release) => Some(loss(release.report())),
                Err(Error::Unmet(_)) => None,
                Err(error) => panic!("{require}: {error}"),
            }
        };
        let local = lost("local-recoding");
        for name in ["optimal", "mondrian", "mondrian\"\npartition = \"relaxed"] {
            let Some(other) = lost(name) else { continue };
            let Some(local) = local else {
                return Err(TestCaseError::fail(format!("{name} serves {require}")));
            };
            prop_assert!(local <= other + 1e-9, "{local}, and {other} by {name}: {require} {share}");
        }
    }
}

/// Requirements beside k-anonymity of three records.
const MODELS: [&str; 4] = [
    "",
    "[[require]]\nmodel = \"l-diversity\"\nattribute = \"illness\"\nkind = \"distinct\"\nl = 2",
    "[[require]]\nmodel = \"t-closeness\"\nattribute = \"illness\"\nt = 0.4",
    "[[require]]\nmodel = \"l-diversity\"\nattribute = \"illness\"\nkind = \"entropy\"\nl = 1.5",
];

/// The rows without any hierarchy.
fn plain(rows: &[Row], release: &str, require: &str) -> Setting {
    let setting = setting(rows, release, require);
    let policy = setting.read("policy.toml");
    let policy = policy.replace("hierarchy = \"town.csv\"\n", "");
    let policy = policy.replace("hierarchy = { intervals = [6, 12] }\n", "");
    assert!(!policy.contains("hierarchy"));
    std::fs::write(setting.path("policy.toml"), policy).unwrap();
    setting
}

/// The loss of a release, and the bound that it tells; nothing if there is none.
fn lost(setting: &Setting) -> Option<(f64, Option<f64>)> {
    match setting.run_with(&in_order(), &()) {
        Ok(release) => {
            let report = release.report();
            Some((loss(report), report.microdata().unwrap().lower_bound))
        }
        Err(Error::Unmet(_)) => None,
        Err(error) => panic!("{error}"),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// Without hierarchies the bound holds for ranges and sets, too.
    #[test]
    fn the_bound_holds_for_ranges_and_sets_where_there_is_no_hierarchy(
        rows in rows(),
        require in prop::sample::select(MODELS.to_vec()),
    ) {
        let bound = lost(&plain(&rows, "algorithm = \"best\"", require)).and_then(|best| best.1);
        for shows in ["", "summary = \"set\"", "summary = \"range\"", "partition = \"relaxed\""] {
            let mondrian = format!("algorithm = \"mondrian\"\n{shows}");
            if let (Some(bound), Some((loss, _))) = (bound, lost(&plain(&rows, &mondrian, require))) {
                prop_assert!(bound <= loss + 1e-9, "{bound}, and {loss} by {shows}");
            }
        }
    }
}

/// Sets show less than ancestors do, so that the bound speaks of the hierarchies alone; the words say it.
#[test]
fn the_bound_is_about_the_labels_of_hierarchies() {
    let ages = [3, 4, 5, 6, 3, 4, 5, 6, 8, 9, 10, 0, 8, 9, 10, 0];
    let rows: Vec<Row> = ages.into_iter().map(|age| (age, 0, 0, 0)).collect();
    let of = |release: &str| {
        lost(&setting(&rows, release, "[[require]]\nmodel = \"k-anonymity\"\nk = 4")).unwrap()
    };
    let (best, bound) = of("algorithm = \"best\"");
    let (sets, _) = of("algorithm = \"mondrian\"\nsummary = \"set\"");
    let bound = bound.expect("so few records are compared");
    assert!(sets < bound && bound <= best, "{sets} {bound} {best}");
}

/// What cannot serve is left out, and that is said.
#[test]
fn what_cannot_serve_is_left_out() {
    let tried = |release: &str, require: &str| {
        let setting = setting(&sixty(), release, require);
        let report = setting.run_with(&in_order(), &()).expect(release).report().clone();
        let release = report.microdata().unwrap();
        assert_eq!(release.algorithm, "best");
        let mut tried: Vec<String> =
            release.tried.iter().map(|one| one.algorithm.clone()).collect();
        tried.sort();
        assert_eq!(release.winner.as_ref(), release.tried.first().map(|one| &one.algorithm));
        let said: Vec<String> =
            report.notes.iter().filter(|note| note.starts_with("left out")).cloned().collect();
        (tried.join(" "), said.join("\n"))
    };
    let best = "algorithm = \"best\"\n";
    assert_eq!(tried(best, ""), ("local-recoding mondrian optimal".into(), String::new()));
    let (names, said) =
        tried(best, "[[require]]\nmodel = \"k-anonymity\"\nk = 2\nover = [\"age\", \"town\"]");
    assert_eq!(names, "optimal");
    assert!(said.contains("`mondrian` judges all quasi-identifiers together"), "{said}");
    let hidden = "generalize = \"attribute\"\nsuppress = \"cell\"\nobjective = \"discernibility\"";
    let refused = setting(&sixty(), &format!("{best}{hidden}"), "").bind().unwrap_err();
    let message = "`optimal` with suppressed cells knows no objective but `loss`";
    assert_eq!(refused.to_string(), message);
    let (names, said) = tried(&format!("{best}objective = \"discernibility\""), "");
    assert_eq!(names, "optimal");
    assert!(said.contains("`local-recoding` knows no objective but `loss`"), "{said}");
    assert_eq!(
        tried(&format!("{best}generalize = \"attribute\""), "").0,
        "bottom-up optimal top-down"
    );
    assert_eq!(tried(&format!("{best}missing = \"matches-anything\""), "").0, "optimal");
    assert_eq!(
        tried(&format!("{best}generalize = \"none\"\nsuppress = \"cell\""), "").0,
        "local-suppression"
    );
}

/// Settings of other algorithms are refused, and so is what none of the methods can do.
#[test]
fn what_no_method_can_do_is_refused() {
    for (release, said) in [
        ("cuts = \"median\"", "`cuts` is a setting of `mondrian`"),
        (
            "objective = \"minimum-suppression\"",
            "`minimum-suppression` is a preference of `samarati`",
        ),
    ] {
        let setting = setting(&sixty(), &format!("algorithm = \"best\"\n{release}"), "");
        assert_eq!(setting.bind().expect_err(said).to_string(), said);
    }
}

/// A decision is saved and made again, whichever method won.
#[test]
fn what_won_can_be_applied_again() {
    for release in ["", "generalize = \"attribute\"\nsuppress = \"cell\"\nsuppression = 0.2"] {
        let setting = setting(&sixty(), &format!("algorithm = \"best\"\n{release}"), "");
        let recoding = setting.path("recoding.json");
        let outputs = Outputs { recoding: Some(recoding.clone()), ..Outputs::of_policy() };
        let run = setting.bind().unwrap().run(&outputs, &in_order(), &());
        if release.is_empty() {
            run.unwrap().publish().unwrap();
            let again = setting.path("again.csv");
            apply(&recoding, &setting.path("people.csv"), &again, &()).unwrap().publish().unwrap();
            assert_eq!(setting.read("again.csv"), setting.read("out.csv"));
        } else {
            // Which cells go is about these records alone, whichever search chose the levels.
            assert!(run.unwrap_err().to_string().contains("no recoding to save"));
        }
    }
}

/// However soon it is told to finish, there is a release, and it holds; who cancels gets none.
#[test]
fn told_to_finish_it_keeps_the_best_so_far() {
    let asked = "algorithm = \"best\"\nsuppression = 0.2";
    for questions in [0, 1, 5, 20, 100, 1000] {
        let release = setting(&sixty(), asked, "");
        let watch = Hurry::after(questions, Control::Finish);
        let release = release.run_with(&RunOptions::default(), &watch).unwrap();
        assert!(release.report().holds());
        let cancelled = setting(&sixty(), asked, "");
        let watch = Hurry::after(questions, Control::Cancel);
        if let Err(error) = cancelled.run_with(&RunOptions::default(), &watch) {
            assert_eq!(error.exit_code(), 130);
        }
    }
}

/// However soon it is told to finish, local recoding loses no more than Mondrian that is told as soon.
#[test]
fn told_to_finish_local_recoding_is_not_worse_than_mondrian() {
    for (release, require) in
        [("", ""), ("suppression = 0.1", ""), ("suppression = 0.1", MODELS[2])]
    {
        for questions in [0, 1, 2, 4, 8, 16, 32, 64, 128, 512, 2048] {
            let lost = |name: &str| {
                let release = format!("algorithm = \"{name}\"\n{release}");
                let watch = Hurry::after(questions, Control::Finish);
                let setting = setting(&crowd(300), &release, require);
                loss(setting.run_with(&in_order(), &watch).expect("served").report())
            };
            let (local, mondrian) = (lost("local-recoding"), lost("mondrian"));
            assert!(local <= mondrian + 1e-9, "{questions} {release}: {local}, {mondrian}");
        }
    }
}

/// Ten people with fifteen stays, of which Mondrian makes more where it parts records that are alike.
const STAYS: &str = "pid,age,zip,sex,inc,ill
p0,31,1259,m,10,i0\np1,39,1333,m,60,i0\np2,40,1222,f,,i0\np2,36,1037,m,,i0\np3,24,1296,f,,i0
p4,31,1333,f,50,i0\np4,35,1370,m,40,i2\np5,20,1370,m,,i1\np6,39,1111,m,30,i0\np6,,1407,f,60,i2
p7,28,1259,f,20,i1\np8,29,1222,f,,i4\np8,52,1037,f,,i0\np9,30,1333,m,40,i0\np10,23,1074,m,,i1
";

/// Mondrian that parts records that are alike is one of the methods, and its name is told once.
#[test]
fn records_that_are_alike_may_be_parted() {
    let run = |release: &str| {
        let policy = format!(
            "version = 1\n[data]\ninput = \"stays.csv\"\nperson = \"pid\"\n\
             [attributes]\npid = {{ role = \"identifier\" }}\n\
             age = {{ role = \"quasi-identifier\", hierarchy = {{ intervals = [5, 10] }}, importance = 0.5 }}\n\
             zip = {{ role = \"quasi-identifier\", type = \"text\" }}\n\
             sex = {{ role = \"quasi-identifier\" }}\n\
             inc = {{ role = \"quasi-identifier\", type = \"integer\" }}\nill = {{ role = \"sensitive\" }}\n\
             [[require]]\nmodel = \"k-anonymity\"\nk = 2\n\
             [release]\nsuppress = \"none\"\nalgorithm = \"{release}\n\
             [output]\nfile = \"out.csv\"\n"
        );
        let files = [("stays.csv", STAYS.as_bytes()), ("policy.toml", policy.as_bytes())];
        Setting::new(&files).run_with(&in_order(), &()).expect(release).report().clone()
    };
    let (strict, relaxed) = (run("mondrian\""), run("mondrian\"\npartition = \"relaxed\""));
    assert!(loss(&relaxed) < loss(&strict) - 0.01, "the example tells nothing any more");
    for name in ["best", "local-recoding"] {
        let report = run(&format!("{name}\""));
        assert!(loss(&report) <= loss(&relaxed) + 1e-9, "{name}");
        let tried = &report.microdata().unwrap().tried;
        assert!(tried.iter().filter(|one| one.algorithm == "mondrian").count() <= 1, "{tried:?}");
    }
}

/// Hears what is lost by the best so far.
#[derive(Debug, Default)]
struct Losses(Mutex<Vec<f64>>);

impl Watch for Losses {
    fn found(&self, loss: f64) {
        self.0.lock().unwrap().push(loss);
    }
}

/// Who waits hears of every pass of local recoding, and of nothing that is better than the release.
#[test]
fn what_is_found_on_the_way_is_told() {
    for name in ["local-recoding", "best"] {
        for release in ["", "suppression = 0.1"] {
            let losses = Losses::default();
            let setting = setting(&crowd(300), &format!("algorithm = \"{name}\"\n{release}"), "");
            let release = setting.run_with(&in_order(), &losses).unwrap();
            let losses = losses.0.into_inner().unwrap();
            assert!(losses.len() > 8, "{name}: {losses:?}");
            let least = losses.iter().copied().fold(1.0, f64::min);
            assert!(least >= loss(release.report()) - 1e-6, "{name}: {losses:?}");
            assert!(losses.iter().any(|&loss| loss > least + 1e-6), "{name}: {losses:?}");
        }
    }
}

/// With so many quasi-identifiers groups are not improved, and that is said.
#[test]
fn where_there_are_too_many_attributes_to_improve_it_is_said() {
    for (columns, is_said) in [(64, false), (65, true)] {
        let names: Vec<String> = (0..columns).map(|at| format!("q{at}")).collect();
        let row = |row: usize| -> String {
            let cells = (0..columns).map(|at| ((row * 7 + at * row) % 3).to_string());
            cells.collect::<Vec<_>>().join(",") + "\n"
        };
        let data = names.join(",") + "\n" + &(0..12).map(row).collect::<String>();
        let roles =
            names.iter().map(|name| format!("{name} = {{ role = \"quasi-identifier\" }}\n"));
        let policy = format!(
            "version = 1\n[data]\ninput = \"many.csv\"\n[attributes]\n{}\
             [[require]]\nmodel = \"k-anonymity\"\nk = 3\n\
             [release]\nalgorithm = \"local-recoding\"\n[output]\nfile = \"out.csv\"\n",
            roles.collect::<String>()
        );
        let files = [("many.csv", data.as_bytes()), ("policy.toml", policy.as_bytes())];
        let report = Setting::new(&files).run_with(&in_order(), &()).unwrap().report().clone();
        let note =
            report.notes.iter().any(|note| note.contains("up to 64 quasi-identifiers; of 65"));
        let is_own = report.microdata().unwrap().winner.is_none();
        assert_eq!(note, is_said && is_own, "{columns}: {:?}", report.notes);
        assert!(is_own || !is_said, "another method won, and the note is not seen");
    }
}

/// Files of one record, of equal ones, and of such as are all different end as the policy says.
#[test]
fn odd_files_end_as_they_must() {
    let release = |rows: &[Row]| {
        let setting = setting(rows, "algorithm = \"best\"", "");
        setting.run_with(&in_order(), &()).map(|release| release.report().clone())
    };
    assert!(matches!(release(&[(1, 1, 1, 1)]), Err(Error::Unmet(_))));
    let alike = release(&[(1, 1, 1, 1); 5]).unwrap();
    // All methods reach the same, and the first of the list is the one that won.
    let summary = alike.microdata().unwrap();
    assert_eq!(summary.winner.as_ref(), summary.tried.first().map(|one| &one.algorithm));
    assert!(loss(&alike) < 1e-12 && alike.microdata().unwrap().proved_optimal);
    let different: Vec<Row> = (0..11).map(|at| (at, at % 4, at % 3, 0)).collect();
    assert!(loss(&release(&different).unwrap()) > 0.0);
}

/// People of every kind, some kinds rarer than others.
fn crowd(people: u32) -> Vec<Row> {
    let mixed = |at: u32| at.wrapping_mul(2_654_435_761) >> 8;
    let row = |at: u32| {
        let mixed = mixed(at);
        let age = (mixed % 11).min(mixed / 11 % 11) as u8;
        (age, (mixed / 121 % 4) as u8, (mixed / 484 % 3) as u8, (mixed / 1452 % 3) as u8)
    };
    (0..people).map(row).collect()
}

/// After a search for levels one figure says what recoding record by record would lose: of a small file
/// it is what Mondrian loses, of a larger one near it.
#[test]
fn what_recoding_by_record_would_lose_is_told() {
    let run = |people: u32, release: &str| {
        let setting = setting(&crowd(people), release, "");
        setting.run_with(&in_order(), &()).unwrap().report().clone()
    };
    for people in [300, 12_000] {
        let optimal = run(people, "algorithm = \"optimal\"");
        let mondrian = loss(&run(people, "algorithm = \"mondrian\""));
        let told = optimal.microdata().unwrap().by_record.clone();
        let Some(told) = told else {
            let gain = loss(&optimal) - mondrian;
            assert!(gain < 0.02, "{people}: {gain} is much and not told");
            continue;
        };
        if told.records == u64::from(people) {
            assert!((told.objective - mondrian).abs() < 1e-9, "{told:?} and {mondrian}");
        } else {
            assert!(told.records < u64::from(people) / 2, "{told:?}");
            assert!((told.objective - mondrian).abs() < 0.05, "{told:?} and {mondrian}");
        }
    }
    let few = run(300, "algorithm = \"optimal\"\nobjective = \"discernibility\"");
    assert_eq!(few.microdata().unwrap().by_record, None, "another objective is not comparable");
    assert!(run(300, "algorithm = \"optimal\"").microdata().unwrap().by_record.is_some());
}

/// The public is told of neither winner nor rivals, and of no levels.
#[test]
fn the_public_is_not_told_who_won() {
    let setting = setting(&sixty(), "algorithm = \"best\"", "");
    let report = setting.run_with(&in_order(), &()).unwrap().report().clone();
    let published = report.published(&ridotto::disclosure());
    let text = published.to_json();
    assert!(text.contains("\"algorithm\": \"best\""), "{text}");
    for hidden in ["winner", "tried", "lower_bound", "by_record", "local-recoding", "mondrian"] {
        assert!(!text.contains(hidden), "{hidden}: {text}");
    }
}
