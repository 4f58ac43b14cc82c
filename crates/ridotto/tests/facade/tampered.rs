//! Whatever happens to a file between writing and publishing, only what holds is released.
//!
//! Somebody changes the staged file the moment its verification begins, on its last line: several
//! blocks after those that were read by then.

use crate::cancel::{POLICY, crowd};
use crate::setting::{Setting, apply};
use ridotto::{Error, Inputs, Outputs, Plan, Release, RunOptions, Watch};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// Forty thousand people, who are released in intervals of five years.
fn people() -> Setting {
    let policy = String::from_utf8_lossy(POLICY).replace("k = 3", "k = 1000");
    crowd(40_000, policy.as_bytes())
}

/// Changes the last line of the staged file when its verification begins.
#[derive(Debug)]
struct Tampers {
    folder: PathBuf,
    change: fn(&str) -> String,
}

impl Tampers {
    /// The staged file has no name: this process alone can open it. Reports are empty by then.
    fn staged(&self) -> PathBuf {
        let folder = self.folder.canonicalize().unwrap();
        let is_staged = |path: &PathBuf| {
            let leads_to = path.read_link().unwrap_or_default();
            let is_filled = path.metadata().is_ok_and(|file| file.is_file() && file.len() > 0);
            leads_to.starts_with(&folder)
                && leads_to.to_string_lossy().ends_with(" (deleted)")
                && is_filled
        };
        let open = std::fs::read_dir("/proc/self/fd").unwrap();
        let mut open = open.map(|entry| entry.unwrap().path());
        open.find(is_staged).expect("a file is staged")
    }
}

impl Watch for Tampers {
    fn begin(&self, stage: &'static str, _total: Option<u64>) {
        if stage != "verifying" {
            return;
        }
        let path = self.staged();
        let text = std::fs::read_to_string(&path).unwrap();
        let last = text.trim_end().rfind('\n').unwrap() + 1;
        let changed = (self.change)(&text[last..]);
        assert_eq!(changed.len(), text.len() - last, "the file keeps its length");
        let file = File::options().write(true).open(path).unwrap();
        file.write_all_at(changed.as_bytes(), last as u64).unwrap();
    }
}

fn same(line: &str) -> String {
    line.to_owned()
}

/// Another interval of five years.
fn false_age(line: &str) -> String {
    let other = if line.starts_with("20-24") { "25-29" } else { "20-24" };
    format!("{other}{}", &line[5..])
}

fn false_illness(line: &str) -> String {
    let other = if line.ends_with("0\n") { "1\n" } else { "0\n" };
    format!("{}{other}", &line[..line.len() - 2])
}

/// The interval of ten years: true, and nobody else shows it.
fn alone(line: &str) -> String {
    format!("{}0-{}9{}", &line[..1], &line[..1], &line[5..])
}

fn anonymized(setting: &Setting, threads: usize, watch: &dyn Watch) -> Result<Release, Error> {
    let policy = ridotto::read_policy(&setting.path("policy.toml"))?;
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(threads))?;
    plan.run(&Outputs::of_policy(), &RunOptions::default(), watch)
}

#[test]
fn a_changed_file_is_not_released() {
    for threads in 1..=3 {
        for (change, complaint) in [
            (same as fn(&str) -> String, None),
            (false_age, Some("a cell of `age`")),
            (false_illness, Some("a cell of `illness`")),
            (alone, Some("k-anonymity is not attained")),
        ] {
            let setting = people();
            let before = setting.names();
            let watch = Tampers { folder: setting.path("."), change };
            match (anonymized(&setting, threads, &watch), complaint) {
                (Ok(_), None) => {}
                (Err(error), Some(complaint)) => {
                    assert!(matches!(error, Error::Unverified(_)), "{error}");
                    assert!(error.to_string().contains(complaint), "{error}");
                }
                (result, _) => panic!("{complaint:?} on {threads} threads: {result:?}"),
            }
            assert_eq!(setting.names(), before, "nothing is left");
        }
    }
}

#[test]
fn a_changed_file_is_not_released_by_a_recoding_either() {
    let setting = people();
    anonymized(&setting, 1, &()).unwrap().publish().unwrap();
    let before = setting.names();
    for (change, complaint) in [
        (same as fn(&str) -> String, None),
        (false_age, Some("a cell of `age`")),
        // A recoding says one label, and what is true besides is none.
        (alone, Some("a cell of `age`")),
    ] {
        let applied = apply(
            &setting.path("recoding.json"),
            &setting.path("people.csv"),
            &setting.path("new.csv"),
            &Tampers { folder: setting.path("."), change },
        );
        match (applied, complaint) {
            (Ok(_), None) => {}
            (Err(error), Some(complaint)) => {
                assert!(matches!(error, Error::Unverified(_)), "{error}");
                assert!(error.to_string().contains(complaint), "{error}");
            }
            (result, _) => panic!("{complaint:?}: {result:?}"),
        }
        assert_eq!(setting.names(), before, "nothing is left");
    }
}
