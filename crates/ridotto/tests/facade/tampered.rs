//! Whatever happens to a file between writing and publishing, only what holds is released.
//!
//! Somebody changes the staged file the moment its verification begins, on its last line: several
//! blocks after those that were read by then.

use crate::cancel::{POLICY, crowd};
use crate::setting::{Setting, apply};
use ridotto::{
    Error, Inputs, Outputs, Plan, PseudonymMethod, PseudonymizeOptions, Release, RunOptions,
    Scheme, Watch, pseudonymize,
};
use std::fs::File;
use std::os::unix::fs::FileExt;
use std::path::PathBuf;

/// Forty thousand people, who are released in intervals of five years.
fn people() -> Setting {
    let policy = String::from_utf8_lossy(POLICY).replace("k = 3", "k = 1000");
    crowd(40_000, policy.as_bytes())
}

/// What becomes of a line.
type Change = fn(&str) -> String;

/// Changes the last line of the staged file when its verification begins.
#[derive(Debug)]
struct Tampers {
    folder: PathBuf,
    change: Change,
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
            (same as Change, None),
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
        (same as Change, None),
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

/// The first letter or digit that is not the same in all values becomes another.
fn garbled(line: &str) -> String {
    let at = line.find(|c: char| c.is_ascii_alphanumeric() || c == '*').expect("a value");
    let other = if line[at..].starts_with('7') { '8' } else { '7' };
    format!("{}{other}{}", &line[..at], &line[at + 1..])
}

/// The count of a cell of a table, one off.
fn miscounted(line: &str) -> String {
    let at = line.rfind(|c: char| c.is_ascii_digit()).expect("a count");
    let other = if line[at..].starts_with('7') { '8' } else { '7' };
    format!("{}{other}{}", &line[..at], &line[at + 1..])
}

/// People whose quasi-identifiers the policy generalises in the way that `release` says.
fn policy_with(require: &str, release: &str) -> String {
    format!(
        "version = 1\n[data]\ninput = \"people.csv\"\ndelimiter = \",\"\nencoding = \"utf-8\"\n\
         [attributes.age]\nrole = \"quasi-identifier\"\ntype = \"integer\"\n\
         hierarchy = {{ intervals = [5, 10], lower = 0, upper = 100 }}\n\
         [attributes.illness]\nrole = \"insensitive\"\ntype = \"integer\"\n\
         [[require]]\n{require}\n[release]\n{release}\n[output]\nfile = \"out.csv\"\n"
    )
}

/// Every way to decide goes through the one verification.
#[test]
fn no_kind_of_decision_is_released_unverified() {
    let k = "model = \"k-anonymity\"\nk = 40";
    let table = "version = 1\nkind = \"table\"\n[data]\ninput = \"people.csv\"\n[attributes]\n\
                 age.role = \"dimension\"\nillness.role = \"dimension\"\n[[table]]\n\
                 dimensions = [\"age\", \"illness\"]\n[[require]]\nmodel = \"minimum-frequency\"\nn = 2\n\
                 [output]\nfile = \"out.csv\"\n";
    let masked = "version = 1\n[data]\ninput = \"people.csv\"\nunlisted = \"insensitive\"\n[[mask]]\n\
                  method = \"round\"\nattributes = [\"age\"]\nto = 10\n[release]\nalgorithm = \"none\"\n\
                  [output]\nfile = \"out.csv\"\n";
    let by = |algorithm: &str| policy_with(k, &format!("algorithm = \"{algorithm}\""));
    let private = "model = \"differential-privacy\"\nepsilon = 1\ndelta = 0.001\nsearch = 0.5";
    let by_chance = policy_with(private, "suppress = \"record\"");
    let by_chance = by_chance.replace("\"insensitive\"", "\"identifier\"");
    let ways: [(&str, String, Change); 10] = [
        ("search", by("optimal"), garbled),
        ("incomplete search", by("top-down"), garbled),
        ("regions", by("mondrian"), garbled),
        ("cells", by("local-recoding"), garbled),
        ("suppressed cells", by("local-suppression"), garbled),
        ("the best of several", by("best"), garbled),
        ("levels, then cells", policy_with(k, "suppress = \"cell\"\nsuppression = 0.5"), garbled),
        ("levels by chance", by_chance, garbled),
        ("steps alone", masked.to_owned(), garbled),
        ("tables", table.to_owned(), miscounted),
    ];
    let cells = |method: &str| table.replace("[output]", &format!("[release]\n{method}\n[output]"));
    let of_tables = [
        "method = \"optimal\"",
        "method = \"round\"\nbase = 5",
        "method = \"small-counts\"\nbase = 3",
        "method = \"adjust\"",
        "method = \"cell-key\"\nvariance = 2\ndeviation = 4",
    ];
    let of_tables = of_tables.map(|method| (method, cells(method), miscounted as Change));
    for (name, policy, change) in ways.into_iter().chain(of_tables) {
        // The last line must not have been read when verification begins.
        let setting = crowd(150_000, policy.as_bytes());
        let before = setting.names();
        for (change, is_released) in [(same as Change, true), (change, false)] {
            let watch = Tampers { folder: setting.path("."), change };
            match setting.run(&watch) {
                Ok(_) if is_released => {}
                Err(Error::Unverified(_)) if !is_released => {}
                result => panic!("{name}: {result:?}"),
            }
            assert_eq!(setting.names(), before, "{name}: nothing is left");
        }
    }
}

/// A town of three letters as `*`: an ancestor of it, and as long in the file.
fn starred(line: &str) -> String {
    format!("\"*\"{}", &line[3..])
}

/// Where attributes are suppressed as a whole, one record must not show `*` alone.
#[test]
fn an_attribute_is_suppressed_wholly_or_not_at_all() {
    let town = |person: u32| ["Ulm", "Ely", "Lom", "Var"][person as usize % 4];
    let lines: Vec<String> =
        (0..150_000).map(|person| format!("{},{}", town(person), person % 5)).collect();
    let people = lines.join("\n") + "\n";
    let policy = "version = 1\n[data]\ninput = \"people.csv\"\ndelimiter = \",\"\n\
                  encoding = \"utf-8\"\nunlisted = \"insensitive\"\n[attributes.town]\n\
                  role = \"quasi-identifier\"\nhierarchy = { suppress = true }\n[[require]]\n\
                  model = \"k-anonymity\"\nk = 2\n[release]\ngeneralize = \"cell\"\n\
                  suppress = \"attribute\"\n[output]\nfile = \"out.csv\"\n";
    let people = format!("town,illness\n{people}");
    let setting =
        Setting::new(&[("people.csv", people.as_bytes()), ("policy.toml", policy.as_bytes())]);
    let before = setting.names();
    for (change, complaint) in
        [(same as Change, None), (starred, Some("`town` shows `*` in some records"))]
    {
        let watch = Tampers { folder: setting.path("."), change };
        match (setting.run(&watch), complaint) {
            (Ok(_), None) => {}
            (Err(error @ Error::Unverified(_)), Some(complaint)) => {
                assert!(error.to_string().contains(complaint), "{error}");
            }
            (result, _) => panic!("{complaint:?}: {result:?}"),
        }
        assert_eq!(setting.names(), before, "nothing is left");
    }
}

#[test]
fn no_pseudonym_is_released_unverified() {
    let setting = crowd(40_000, b"");
    let before = setting.names();
    let scheme = Scheme::new(PseudonymMethod::Random);
    let options = PseudonymizeOptions {
        attributes: vec!["age".into()],
        scheme: Some(scheme),
        ..PseudonymizeOptions::default()
    };
    for (change, is_released) in [(same as Change, true), (false_illness, false)] {
        let watch = Tampers { folder: setting.path("."), change };
        let (data, output) = (setting.path("people.csv"), setting.path("out.csv"));
        match pseudonymize(&data, &output, &options, &watch) {
            Ok(_) if is_released => {}
            Err(Error::Unverified(_)) if !is_released => {}
            result => panic!("{result:?}"),
        }
        assert_eq!(setting.names(), before, "nothing is left");
    }
}
