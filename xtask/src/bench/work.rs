//! The files to work on: made once, kept in `bench-data/`, each with a policy.

use std::error::Error;
use std::fs;
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
        ];
        all.extend(adult.map(|folder| Self::Adult { folder: folder.to_owned() }));
        all
    }

    pub fn name(&self) -> &'static str {
        match self {
            Self::Hospital { distinct: false } => "hospital",
            Self::Hospital { distinct: true } => "hospital-distinct",
            Self::Patients => "hospital-patients",
            Self::Adult { .. } => "adult",
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
            Self::Patients => Self::Hospital { distinct: false }.write(rows, csv, polars)?,
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
            Self::Patients => Ok(moved(&example()?, input)),
            Self::Adult { folder } => Ok(adult_policy(folder, input)),
        }
    }
}

fn example() -> Result<String, Box<dyn Error>> {
    Ok(fs::read_to_string(crate::root().join("examples/hospital/policy.toml"))?)
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
    fn adult_has_eight_quasi_identifiers() {
        let policy = adult_policy(Path::new("/data/adult"), "adult-5.csv");
        assert_eq!(policy.matches("role = \"quasi-identifier\"").count(), 8);
        assert!(policy.contains("[attributes.salary-class]\nrole = \"sensitive\""));
        assert!(policy.contains("hierarchy = '/data/adult/hierarchies/age.csv'"));
    }
}
