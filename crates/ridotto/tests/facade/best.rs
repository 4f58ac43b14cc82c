//! `best` against the methods that it tries: whatever is asked for, it succeeds where one of them does,
//! and never loses more.

use crate::grid::{Asked, GENERALIZE, SUPPRESS};
use crate::local::{Row, setting, sixty};
use crate::setting::{apply, in_order};
use proptest::collection::vec;
use proptest::prelude::*;
use ridotto::{Control, Error, Outputs, Report, RunOptions};
use ridotto_testkit::Hurry;

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
        for name in ["optimal", "mondrian", "local-recoding"] {
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
        for name in ["optimal", "mondrian"] {
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

/// Files of one record, of equal ones, and of such as are all different end as the policy says.
#[test]
fn odd_files_end_as_they_must() {
    let release = |rows: &[Row]| {
        let setting = setting(rows, "algorithm = \"best\"", "");
        setting.run_with(&in_order(), &()).map(|release| release.report().clone())
    };
    assert!(matches!(release(&[(1, 1, 1, 1)]), Err(Error::Unmet(_))));
    let alike = release(&[(1, 1, 1, 1); 5]).unwrap();
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
