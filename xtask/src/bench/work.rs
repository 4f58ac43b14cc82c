//! The files to work on: made once, kept in `bench-data/`, each with a policy.

use std::error::Error;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::Command;

use super::polars::Polars;
use crate::hospital::Hospital;

/// A kind of data.
pub enum Work {
    /// The hospital's register, k-anonymity over rows; `distinct` with nearly all records unlike
    /// each other.
    Hospital { distinct: bool },
    /// The hospital's register with all that the example asks for: patients are counted, and
    /// diagnoses must be diverse.
    Patients,
    /// The same with a page, which costs what this takes longer than [`Self::Patients`].
    Page,
    /// Few short columns and one of addresses of web pages, no two alike: they lie all over the memory,
    /// and a shuffle wants them in another order, unless the order is kept.
    Addresses { keep_order: bool },
    /// Adult, made larger by the script in its folder.
    Adult { folder: PathBuf },
}

/// A file and its policy.
pub struct Data {
    pub csv: PathBuf,
    pub policy: PathBuf,
    pub delimiter: char,
}

/// Adult's quasi-identifiers, each with a hierarchy of the same name.
const ADULT: [&str; 8] = [
    "sex",
    "age",
    "race",
    "marital-status",
    "education",
    "native-country",
    "workclass",
    "occupation",
];

impl Work {
    pub fn all(adult: Option<&Path>) -> Vec<Self> {
        let mut all = vec![
            Self::Hospital { distinct: false },
            Self::Hospital { distinct: true },
            Self::Patients,
            Self::Page,
            Self::Addresses { keep_order: false },
            Self::Addresses { keep_order: true },
        ];
        all.extend(adult.map(|folder| Self::Adult { folder: folder.to_owned() }));
        all
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Hospital { distinct: false } => "hospital",
            Self::Hospital { distinct: true } => "hospital-distinct",
            Self::Patients => "hospital-patients",
            Self::Page => "hospital-page",
            Self::Addresses { keep_order: false } => "addresses",
            Self::Addresses { keep_order: true } => "addresses-in-order",
            Self::Adult { .. } => "adult",
        }
    }

    /// What else is said to the program, which writes to `output`.
    pub fn arguments(&self, output: &Path) -> Vec<OsString> {
        match self {
            Self::Page => vec!["--report".into(), output.with_extension("html").into()],
            Self::Addresses { keep_order: true } => vec!["--keep-order".into()],
            _ => Vec::new(),
        }
    }

    /// Makes the file unless it is there, and writes its policy.
    pub fn make(
        &self,
        rows: u64,
        folder: &Path,
        polars: Option<&Polars>,
    ) -> Result<Data, Box<dyn Error>> {
        let name = format!("{}-{rows}", self.name());
        let csv = folder.join(format!("{name}.csv"));
        if !csv.exists() {
            eprintln!("making {}", csv.display());
            self.write(rows, &csv, polars)?;
        }
        let policy = folder.join(format!("{name}.toml"));
        fs::write(&policy, self.policy(&format!("{name}.csv"))?)?;
        let delimiter = if let Self::Adult { .. } = self { ';' } else { ',' };
        Ok(Data { csv, policy, delimiter })
    }

    fn write(&self, rows: u64, csv: &Path, polars: Option<&Polars>) -> Result<(), Box<dyn Error>> {
        match self {
            &Self::Hospital { distinct } => {
                Hospital { rows, seed: 1, output: None, distinct }.write_file(csv)?;
            }
            Self::Patients | Self::Page => {
                Self::Hospital { distinct: false }.write(rows, csv, polars)?;
            }
            Self::Addresses { .. } => {
                let unfinished = csv.with_extension("csv.tmp");
                write_addresses(rows, BufWriter::new(File::create(&unfinished)?))?;
                fs::rename(unfinished, csv)?;
            }
            Self::Adult { folder } => {
                let polars = polars.ok_or("enlarge.py needs the Python of the bench")?;
                let unfinished = csv.with_extension("csv.tmp");
                let mut enlarge = Command::new(&polars.python);
                enlarge.arg(folder.join("enlarge.py")).arg(rows.to_string()).arg(&unfinished);
                if !enlarge.status()?.success() {
                    return Err("enlarge.py failed".into());
                }
                fs::rename(unfinished, csv)?;
            }
        }
        Ok(())
    }

    fn policy(&self, input: &str) -> Result<String, Box<dyn Error>> {
        match self {
            Self::Hospital { .. } => Ok(over_rows(&moved(&example()?, input))),
            Self::Patients | Self::Page => Ok(moved(&example()?, input)),
            Self::Addresses { .. } => Ok(addresses_policy(input)),
            Self::Adult { folder } => Ok(adult_policy(folder, input)),
        }
    }
}

/// The example's policy with the one algorithm that is measured.
fn example() -> Result<String, Box<dyn Error>> {
    let policy = fs::read_to_string(crate::root().join("examples/hospital/policy.toml"))?;
    Ok(policy.replace("algorithm = \"best\"", "algorithm = \"optimal\""))
}

/// The example's policy for another input, seen from `bench-data/`. Where the output goes is
/// said on the command line.
fn moved(example: &str, input: &str) -> String {
    let kept = example.split("\n[output]").next().unwrap_or(example);
    kept.replace("\"stays.csv\"", &format!("\"{input}\""))
        .replace("\"hierarchies/", "\"../examples/hospital/hierarchies/")
}

/// The first requirement alone, and rows counted instead of persons.
fn over_rows(policy: &str) -> String {
    let person = |line: &&str| !line.starts_with("person = ");
    let kept: Vec<&str> = policy.lines().filter(person).collect();
    let kept = kept.join("\n");
    let parts: Vec<&str> = kept.split("\n[[require]]").collect();
    let rest = kept.find("\n[release]").map_or("", |at| &kept[at..]);
    match parts[..] {
        [before, first, ..] => format!("{before}\n[[require]]{}{rest}", without(first, rest)),
        _ => kept.clone(),
    }
}

/// A text without another one at its end.
fn without<'a>(text: &'a str, end: &str) -> &'a str {
    text.strip_suffix(end).unwrap_or(text)
}

/// People, each with a page of their own.
fn write_addresses(rows: u64, mut out: impl Write) -> io::Result<()> {
    writeln!(out, "age,sex,town,illness,page")?;
    for row in 0..rows {
        // An odd multiplier: no two rows get the same number.
        let number = row.wrapping_mul(0x9E37_79B9_7F4A_7C15);
        let (age, sex) = (18 + (number >> 32) % 80, ["F", "M"][(number >> 60) as usize % 2]);
        let (town, illness) = (10_000 + (number >> 40) % 400, (number >> 50) % 50);
        let page = format_args!("https://www.example.org/people/{number}/profile?id={row}");
        writeln!(out, "{age},{sex},{town},{illness},{page}")?;
    }
    out.flush()
}

fn addresses_policy(input: &str) -> String {
    let attribute = |name: &str, text: &str| format!("[attributes.{name}]\n{text}\n\n");
    let key = |name: &str, hierarchy: &str| {
        attribute(name, &format!("role = \"quasi-identifier\"\nhierarchy = {{ {hierarchy} }}"))
    };
    let role = |name: &str, role: &str| attribute(name, &format!("role = \"{role}\""));
    let attributes = [
        key("age", "intervals = [5, 10, 20]"),
        key("sex", "suppress = true"),
        key("town", "intervals = [10, 100]"),
        role("illness", "sensitive"),
        role("page", "insensitive"),
    ];
    format!(
        "version = 1\n\n[data]\ninput = \"{input}\"\n\n{}\
         [[require]]\nmodel = \"k-anonymity\"\nk = 5\n\n[release]\nsuppression = 0.02\n",
        attributes.concat()
    )
}

fn adult_policy(folder: &Path, input: &str) -> String {
    let attribute = |name: &str| {
        let file = folder.join("hierarchies").join(format!("{name}.csv"));
        format!(
            "[attributes.{name}]\nrole = \"quasi-identifier\"\nhierarchy = '{}'\n",
            file.display()
        )
    };
    let attributes: Vec<String> = ADULT.into_iter().map(attribute).collect();
    format!(
        "version = 1\n\n[data]\ninput = \"{input}\"\ndelimiter = \";\"\n\n{}\n\
         [attributes.salary-class]\nrole = \"sensitive\"\n\n\
         [[require]]\nmodel = \"k-anonymity\"\nk = 5\n\n\
         [release]\nalgorithm = \"optimal\"\nobjective = \"loss\"\nsuppression = 0.02\n",
        attributes.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_policy_of_the_example_is_moved() {
        let example = example().expect("the example is in the repository");
        let whole = moved(&example, "hospital-5.csv");
        assert!(whole.contains("\nperson = ") && whole.matches("[[require]]").count() == 2);
        let moved = over_rows(&whole);
        assert!(moved.contains("input = \"hospital-5.csv\""));
        assert!(moved.contains("\"../examples/hospital/hierarchies/occupation.csv\""));
        assert!(!moved.contains("[output]") && moved.contains("[release]"));
        assert_eq!((moved.matches("[[require]]").count(), moved.matches("k = 5").count()), (1, 1));
        assert!(!moved.contains("\nperson = "));
    }

    #[test]
    fn no_two_addresses_are_alike() {
        let mut bytes = Vec::new();
        write_addresses(1_000, &mut bytes).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let names = text.lines().next().unwrap();
        assert!(
            names
                .split(',')
                .all(|name| addresses_policy("a").contains(&format!("[attributes.{name}]")))
        );
        let mut pages: Vec<&str> =
            text.lines().skip(1).filter_map(|line| line.rsplit(',').next()).collect();
        pages.sort_unstable();
        pages.dedup();
        assert_eq!(pages.len(), 1_000);
    }

    #[test]
    fn adult_has_eight_quasi_identifiers() {
        let policy = adult_policy(Path::new("/data/adult"), "adult-5.csv");
        assert_eq!(policy.matches("role = \"quasi-identifier\"").count(), 8);
        assert!(policy.contains("[attributes.salary-class]\nrole = \"sensitive\""));
        assert!(policy.contains("hierarchy = '/data/adult/hierarchies/age.csv'"));
    }
}
