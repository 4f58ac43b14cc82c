//! Whoever interrupts the work, at any stage, finds the folder as it was.

use crate::setting::{Setting, apply};
use ridotto::{
    AssessOptions, AttackOptions, Control, ExploreOptions, Outputs, PairOptions, RunOptions, Watch,
};
use ridotto_testkit::Hurry;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub const POLICY: &[u8] = br#"version = 1
[data]
input = "people.csv"
[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10] }
[attributes.illness]
role = "sensitive"
[[require]]
model = "k-anonymity"
k = 3
[output]
file = "out.csv"
report = "report.json"
recoding = "recoding.json"
"#;

/// Wishes to cancel as soon as a stage begins.
#[derive(Debug)]
struct At {
    stage: &'static str,
    wish: Control,
    reached: AtomicBool,
}

impl At {
    fn new(stage: &'static str, wish: Control) -> Self {
        Self { stage, wish, reached: AtomicBool::new(false) }
    }
}

impl Watch for At {
    fn begin(&self, stage: &'static str, _total: Option<u64>) {
        if stage == self.stage {
            self.reached.store(true, Ordering::Relaxed);
        }
    }

    fn control(&self) -> Control {
        if self.reached.load(Ordering::Relaxed) { self.wish } else { Control::Continue }
    }
}

fn people() -> Setting {
    crowd(500, POLICY)
}

/// So many people of all ages, and a policy.
pub fn crowd(people: u32, policy: &[u8]) -> Setting {
    let mut data = String::from("age,illness\n");
    for person in 0..people {
        data += &format!("{},{}\n", 20 + person * 7 % 60, person % 5);
    }
    Setting::new(&[("people.csv", data.as_bytes()), ("policy.toml", policy)])
}

#[test]
fn cancelled_at_each_stage() {
    for stage in ["reading", "counting", "searching", "writing", "verifying", "measuring"] {
        let setting = people();
        // A page is measured and drawn after everything else.
        let policy = String::from_utf8_lossy(POLICY).replace("report.json", "report.html");
        std::fs::write(setting.path("policy.toml"), policy).unwrap();
        let before = setting.names();
        let watch = At::new(stage, Control::Cancel);
        let error = setting.run(&watch).expect_err(stage);
        assert!(watch.reached.load(Ordering::Relaxed), "{stage} is a stage");
        assert_eq!(
            (error.exit_code(), error.to_string().as_str()),
            (130, "interrupted; nothing was written")
        );
        assert_eq!(setting.names(), before, "{stage}");
    }
}

/// The people with an algorithm, which is told something after some questions.
fn hurried(algorithm: &str, questions: usize, wish: Control) -> (Setting, Hurry) {
    let policy = String::from_utf8_lossy(POLICY).replace("recoding = \"recoding.json\"\n", "");
    let policy = policy.replace("k = 3", "k = 12");
    let policy = policy.replace("[output]", &format!("[release]\n{algorithm}\n[output]"));
    let setting = people();
    std::fs::write(setting.path("policy.toml"), policy).unwrap();
    (setting, Hurry::after(questions, wish))
}

const LOCAL: [&str; 5] = [
    "algorithm = \"mondrian\"",
    "algorithm = \"mondrian\"\nsuppression = 0.1",
    "algorithm = \"local-recoding\"",
    "algorithm = \"local-suppression\"\nmissing = \"matches-anything\"",
    "suppress = \"cell\"\nsuppression = 0.2",
];

/// Local methods stop at any question, and leave nothing.
#[test]
fn local_methods_are_cancelled() {
    for algorithm in LOCAL {
        for questions in [0, 1] {
            let (setting, watch) = hurried(algorithm, questions, Control::Cancel);
            let before = setting.names();
            let plan = setting.bind().unwrap();
            let error = plan
                .run(&Outputs::of_policy(), &RunOptions::default(), &watch)
                .expect_err(algorithm);
            assert_eq!(error.exit_code(), 130, "{algorithm}");
            assert_eq!(setting.names(), before, "{algorithm}");
        }
    }
}

/// Out of time, they have an answer that holds, and say that it was cut short.
#[test]
fn local_methods_finish_when_told() {
    for algorithm in LOCAL {
        for questions in [0, 1, 3] {
            let (setting, watch) = hurried(algorithm, questions, Control::Finish);
            let plan = setting.bind().unwrap();
            let report = plan
                .run(&Outputs::of_policy(), &RunOptions::default(), &watch)
                .unwrap()
                .publish()
                .unwrap();
            assert_eq!(report.guarantees[0].holds, Some(true), "{algorithm}");
            let is_said = report.notes.iter().any(|note| note.contains("search was stopped"));
            assert!(is_said || questions > 0, "{algorithm}: {:?}", report.notes);
        }
        let (setting, _) = hurried(algorithm, 0, Control::Continue);
        let options = RunOptions { time_limit: Some(Duration::ZERO), ..RunOptions::default() };
        let report = setting
            .bind()
            .unwrap()
            .run(&Outputs::of_policy(), &options, &())
            .unwrap()
            .publish()
            .unwrap();
        assert!(report.notes.iter().any(|note| note.contains("search was stopped")), "{algorithm}");
        let patient = setting.bind().unwrap().run(
            &Outputs { force: true, ..Outputs::default() },
            &RunOptions::default(),
            &(),
        );
        let patient = patient.unwrap().publish().unwrap();
        assert!(!patient.notes.iter().any(|note| note.contains("was stopped")), "{algorithm}");
    }
}

#[test]
fn applying_cancelled_at_each_stage() {
    let setting = people();
    setting.run(&()).unwrap().publish().unwrap();
    let before = setting.names();
    for stage in ["reading", "writing", "verifying"] {
        let watch = At::new(stage, Control::Cancel);
        let error = apply(
            &setting.path("recoding.json"),
            &setting.path("people.csv"),
            &setting.path("new.csv"),
            &watch,
        )
        .expect_err(stage);
        assert_eq!(error.exit_code(), 130, "{stage}");
        assert_eq!(setting.names(), before, "{stage}");
    }
}

#[test]
fn a_release_that_is_not_published_leaves_nothing() {
    let setting = people();
    let before = setting.names();
    let release = setting.run(&()).unwrap();
    assert_eq!(release.report().guarantees[0].holds, Some(true));
    drop(release);
    assert_eq!(setting.names(), before);
    setting.run(&()).unwrap().publish().unwrap();
    let after = ["out.csv", "people.csv", "policy.toml", "recoding.json", "report.json"];
    assert_eq!(setting.names(), after);
}

#[test]
fn out_of_time_is_the_best_so_far_and_says_so() {
    for stage in ["reading", "searching"] {
        let setting = people();
        let report = setting.run(&At::new(stage, Control::Finish)).unwrap().publish().unwrap();
        assert!(
            !report.microdata().unwrap().proved_optimal && report.guarantees[0].holds == Some(true)
        );
        assert!(report.notes.iter().any(|note| note.contains("search was stopped")));
    }
    let setting = people();
    let plan = setting.bind().unwrap();
    let options = RunOptions { most_checks: Some(0), ..RunOptions::default() };
    assert!(
        !plan
            .run(&Outputs::of_policy(), &options, &())
            .unwrap()
            .report()
            .microdata()
            .unwrap()
            .proved_optimal
    );
}

/// Interrupted at any question from the first to the last, a run with a page leaves nothing; only one
/// that is never told to stop is released.
#[test]
fn cancelled_after_any_question() {
    let policy = String::from_utf8_lossy(POLICY).replace("report.json", "report.html");
    let policy = policy.replace(
        "[[require]]",
        "[[mask]]\nmethod = \"noise\"\nattributes = [\"illness\"]\nalpha = 0.1\n\n[[require]]",
    );
    let mut questions = 0;
    loop {
        let setting = people();
        std::fs::write(setting.path("policy.toml"), &policy).unwrap();
        let before = setting.names();
        match setting.run(&Hurry::after(questions, Control::Cancel)) {
            Ok(_) => break,
            Err(error) => assert_eq!(error.exit_code(), 130, "{questions}: {error}"),
        }
        assert_eq!(setting.names(), before, "{questions}");
        questions += 1;
    }
    assert!(questions > 30, "it asks often: {questions}");
}

/// What there is no time for is left out, and named; what is measured by then is told.
#[test]
fn measures_and_attacks_tell_what_they_left_out() {
    let setting = people();
    setting.run(&()).unwrap().publish().unwrap();
    let policy = || ridotto::read_policy(&setting.path("policy.toml")).unwrap();
    let pair = || PairOptions { policy: Some(policy()), ..PairOptions::default() };
    let (before, after) = (setting.path("people.csv"), setting.path("out.csv"));
    let assessed = |watch: &Hurry| {
        let options = AssessOptions { pair: pair(), ..AssessOptions::default() };
        ridotto::assess(&before, &after, &options, watch).map(|found| found.report)
    };
    let attacked = |watch: &Hurry| {
        let options = AttackOptions { pair: pair(), ..AttackOptions::default() };
        ridotto::attack(&before, &after, &options, watch)
    };
    let left_out = |notes: &[String]| notes.iter().any(|note| note.contains("time was up"));
    let whole = assessed(&Hurry::after(usize::MAX, Control::Finish)).unwrap();
    let all = attacked(&Hurry::after(usize::MAX, Control::Finish)).unwrap();
    assert!(!left_out(&whole.notes) && !left_out(&all.notes));
    let mut found = Vec::new();
    for questions in 0.. {
        let part = assessed(&Hurry::after(questions, Control::Finish)).unwrap();
        found.push(part.findings.len());
        if !left_out(&part.notes) {
            break;
        }
        assert_eq!(
            assessed(&Hurry::after(questions, Control::Cancel)).unwrap_err().exit_code(),
            130
        );
    }
    assert!(found.is_sorted() && found[0] == 0 && found.len() > 10, "{found:?}");
    assert_eq!(found.last(), Some(&whole.findings.len()));
    let mut found = Vec::new();
    for questions in 0.. {
        let part = attacked(&Hurry::after(questions, Control::Finish)).unwrap();
        found.push(part.findings.len());
        if !left_out(&part.notes) {
            break;
        }
        assert_eq!(
            attacked(&Hurry::after(questions, Control::Cancel)).unwrap_err().exit_code(),
            130
        );
    }
    assert!(found.is_sorted() && found[0] == 0 && found.len() > 5, "{found:?}");
    assert_eq!(found.last(), Some(&all.findings.len()));
}

/// A page heeds what is left of the limit of its run, and says what it lacks. The release is whole.
#[test]
fn a_page_says_what_there_was_no_time_for() {
    let policy = String::from_utf8_lossy(POLICY).replace("report.json", "report.html");
    let page = |limit: Option<Duration>, watch: &dyn Watch| {
        let setting = people();
        std::fs::write(setting.path("policy.toml"), &policy).unwrap();
        let options = RunOptions { time_limit: limit, ..RunOptions::default() };
        let report = setting
            .bind()
            .unwrap()
            .run(&Outputs::of_policy(), &options, watch)
            .unwrap()
            .publish()
            .unwrap();
        assert_eq!(report.guarantees[0].holds, Some(true));
        std::fs::read_to_string(setting.path("report.html")).unwrap()
    };
    let patient = page(None, &());
    assert!(!patient.contains("time was up"));
    let none = page(Some(Duration::ZERO), &());
    assert!(none.contains("time was up, and all that needs both files was left out"));
    assert!(none.len() < patient.len());
    let some = page(None, &At::new("measuring", Control::Finish));
    assert!(some.contains("time was up; left out: loss of attributes"));
}

/// Masking steps are asked about one by one.
#[test]
fn steps_are_cancelled() {
    let policy = String::from_utf8_lossy(POLICY)
        .replace("[[require]]", "[[mask]]\nmethod = \"synthesize\"\n\n[[require]]");
    let setting = people();
    std::fs::write(setting.path("policy.toml"), policy).unwrap();
    let watch = At::new("counting", Control::Cancel);
    assert_eq!(setting.run(&watch).unwrap_err().exit_code(), 130);
}

/// What explores tells what it has, and waits for nothing.
#[test]
fn exploring_ends_when_told() {
    let setting = people();
    let policy = ridotto::read_policy(&setting.path("policy.toml")).unwrap();
    let options = ExploreOptions { k: vec![2, 3], threads: 1, ..ExploreOptions::default() };
    let report =
        ridotto::explore(&policy, &options, &At::new("exploring", Control::Finish)).unwrap();
    assert!((report.configurations.len() as u64) < report.asked);
    let cancelled = ridotto::explore(&policy, &options, &At::new("exploring", Control::Cancel));
    assert_eq!(cancelled.unwrap_err().exit_code(), 130);
}
