//! The policy that follows from guesses, with its reasons as comments, and its hierarchies.

use super::guess::{Duty, Guess};
use super::ladder::{Ladder, ladder};
use super::words::{file_stem, in_comment, key, quoted};
use super::{Measured, Sensitivity, Survey};
use ridotto_core::Kind;
use ridotto_core::count::grouped;
use ridotto_io::{IoError, Staged};
use ridotto_policy::language::Role;
use ridotto_release::hierarchy::hierarchy_text;
use ridotto_release::targets::distinct;
use ridotto_release::{Error, place_files, write_all};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// A policy with its hierarchies, not written yet.
#[derive(Clone)]
pub struct Draft {
    /// Where the policy is to be.
    pub policy: PathBuf,
    /// What it says.
    pub text: String,
    /// The data that were looked at.
    data: PathBuf,
    /// Where hierarchies are to be, and what they say: values of the data.
    hierarchies: Vec<(PathBuf, String)>,
}

/// Hierarchies hold values.
impl std::fmt::Debug for Draft {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Draft({}, {} hierarchies)", self.policy.display(), self.hierarchies.len())
    }
}

impl Draft {
    /// A policy that needs no other file.
    pub(super) fn of(policy: &Path, text: String, data: &Path) -> Self {
        Self { policy: policy.to_owned(), text, data: data.to_owned(), hierarchies: Vec::new() }
    }

    /// Where the hierarchies are to be.
    pub fn hierarchies(&self) -> impl Iterator<Item = &Path> {
        self.hierarchies.iter().map(|(path, _)| path.as_path())
    }

    /// Writes everything, or nothing. What exists is replaced only with `force`. Hierarchies are
    /// for their owner alone.
    pub fn write(&self, force: bool) -> Result<(), Error> {
        let targets: Vec<&Path> = self.hierarchies().chain([self.policy.as_path()]).collect();
        distinct(&targets, &[&self.data])?;
        let mut staged = Vec::new();
        // First the policy, so that what is in its way is found before a folder is made.
        let policy = Staged::beside(&self.policy, force)?;
        write_all(&policy, self.text.as_bytes())?;
        for (path, text) in &self.hierarchies {
            if let Some(folder) = path.parent().filter(|folder| !folder.as_os_str().is_empty()) {
                std::fs::create_dir_all(folder).map_err(|error| IoError::new(folder, error))?;
            }
            let file = Staged::private(path, force)?;
            write_all(&file, text.as_bytes())?;
            staged.push(file);
        }
        place_files(staged.into_iter().chain([policy]))
    }

    /// Writes the policy alone once more.
    pub fn write_policy(&self) -> Result<(), Error> {
        let policy = Staged::beside(&self.policy, true)?;
        write_all(&policy, self.text.as_bytes())?;
        place_files([policy])
    }
}

/// Combinations of levels that can be proved quickly to have nothing better among them.
const QUICK: f64 = 5_000_000.0;
/// Numbers with more values are exact, and no classes of them can be made.
const MOST_CATEGORIES: u64 = 200;
/// Texts of which so large a share differs are no categories.
const MOST_DISTINCT: f64 = 0.2;
/// Values as mixed as that allow an l of 3.
const MIXED: f64 = 6.0;
/// Sensitive attributes that are protected from the start; each costs detail.
const MOST_PROTECTED: usize = 2;

impl Survey {
    /// The policy that follows from what is known now, to be written at `policy`.
    pub fn draft(&self, policy: &Path) -> Result<Draft, Error> {
        if self.with_role(Role::QuasiIdentifier).next().is_none() {
            return Err(Error::Usage {
                message: "no column looks like one that others could know of a person".into(),
                hint: "name those that a neighbour could know: `InitOptions::quasi_identifiers`"
                    .into(),
            });
        }
        if self.rows() < 2 {
            return Err(Error::Usage {
                message: "nobody can hide in a file of one record".into(),
                hint: "there must be at least two".into(),
            });
        }
        let folder = policy.parent().unwrap_or(Path::new(""));
        let mut text = self.heading(folder);
        let mut hierarchies: Vec<(PathBuf, String)> = Vec::new();
        let mut combinations = 1.0;
        for (role, about) in SECTIONS {
            let mut first = true;
            for (at, guess) in self.with_role(role) {
                if guess.duty == Some(Duty::Weight) {
                    continue;
                }
                if std::mem::take(&mut first) {
                    let _ = writeln!(text, "\n{about}");
                }
                let _ = write!(text, "\n[attributes.{}]  ", key(&guess.facts.name));
                let _ = writeln!(text, "# {}", in_comment(&shown(guess)));
                let _ = writeln!(text, "role = \"{role}\"");
                if role == Role::QuasiIdentifier {
                    let (codes, dictionary) = self.column(at);
                    let ladder = ladder(guess, codes, dictionary, &self.missing)?;
                    combinations *= ladder.hierarchy.height() as f64 + 1.0;
                    let file = put(&mut text, guess, &ladder, &hierarchies);
                    if let Some(file) = file {
                        hierarchies.push((folder.join(file), hierarchy_text(&ladder.hierarchy)));
                    }
                }
            }
        }
        text += &self.requirements();
        text += &self.release(combinations);
        text += &self.output();
        Ok(Draft { policy: policy.to_owned(), text, data: self.data.clone(), hierarchies })
    }

    fn heading(&self, folder: &Path) -> String {
        let mut text = "# A first policy, written by `ridotto init`. It runs as it is:\n#\n#     ridotto \
             anonymize POLICY\n#\n# Read it before you trust it. What a column is to an intruder is a \
             guess; only you\n# know. `ridotto explain NAME` tells about every name below.\n\nversion = \
             1\n\n[data]\n"
            .to_owned();
        text += &self.input_lines(folder);
        if self.columns.iter().any(|guess| guess.facts.ambiguous_dates) {
            text += "dates = [\"%d/%m/%Y\"]  # read as day first; is it the month?\n";
        }
        let with = |duty| self.columns.iter().find(move |guess| guess.duty == Some(duty));
        if let Some(person) = with(Duty::Person) {
            let _ = writeln!(
                text,
                "person = {}  # {} persons have {} rows: classes count persons",
                quoted(&person.facts.name),
                grouped(person.facts.distinct),
                grouped(self.rows())
            );
        }
        if let Some(household) = with(Duty::Household) {
            let _ = writeln!(text, "household = {}", quoted(&household.facts.name));
        }
        if let Some(weight) = with(Duty::Weight) {
            let _ = writeln!(
                text,
                "weight = {}  # not released unless it gets `role = \"insensitive\"`",
                quoted(&weight.facts.name)
            );
        }
        text
    }

    /// What is read, and how.
    pub(super) fn input_lines(&self, folder: &Path) -> String {
        let mut text = format!("input = {}\n", quoted(&self.input(folder)));
        if self.no_header {
            text += "header = false  # the first line is a record\n";
        }
        if !self.missing().is_empty() {
            let all: Vec<String> = self.missing.iter().map(|text| quoted(text)).collect();
            let _ = writeln!(text, "missing = [{}]", all.join(", "));
        }
        text
    }

    /// The data as the policy finds them.
    pub(super) fn input(&self, folder: &Path) -> String {
        let own = |path: &Path| {
            let path = if path.as_os_str().is_empty() { Path::new(".") } else { path };
            path.canonicalize()
        };
        let name = self.data.file_name().unwrap_or_default();
        let path = match (own(folder), own(self.data.parent().unwrap_or(Path::new("")))) {
            (Ok(folder), Ok(data)) => match data.strip_prefix(&folder) {
                Ok(below) => below.join(name),
                Err(_) => data.join(name),
            },
            _ => self.data.clone(),
        };
        path.to_string_lossy().into_owned()
    }

    fn requirements(&self) -> String {
        let mut text = RULES.to_owned();
        let person = self.columns.iter().find(|guess| guess.duty == Some(Duty::Person));
        let people = person.map_or(self.rows(), |guess| guess.facts.distinct);
        let k = self.sensitivity.k().min(people).max(2);
        let _ = write!(
            text,
            "\n[[require]]\nmodel = \"k-anonymity\"\nk = {k}  # {} sensitivity\n",
            self.sensitivity.name()
        );
        let mut protected = 0;
        for (_, guess) in self.with_role(Role::Sensitive) {
            let of = &guess.facts;
            let name = quoted(&of.name);
            let is_number = matches!(of.kind, Kind::Integer | Kind::Decimal);
            let is_exact = is_number && of.distinct > MOST_CATEGORIES;
            if is_exact || of.distinction() > MOST_DISTINCT {
                let what = if is_number {
                    "Round it (`[[mask]] method = \"round\"`), or drop it."
                } else {
                    "Recode or drop it."
                };
                let _ = write!(
                    text,
                    "\n# {} has {} different values, which are released as they are: whoever has seen\n\
                     # one may find its record by it. {what}\n",
                    in_comment(&name),
                    grouped(of.distinct)
                );
            } else if of.distinct < 2 || protected == MOST_PROTECTED {
                let _ = write!(
                    text,
                    "\n# Nothing protects {} yet: add a requirement if it must not become known.\n",
                    in_comment(&name)
                );
            } else {
                protected += 1;
                text += &protection(guess, &name);
            }
        }
        text
    }

    /// How the release is made: so that records with the same value may be shown differently, or not.
    fn release(&self, combinations: f64) -> String {
        let (algorithm, about) = if self.by_record {
            (
                "best",
                "keeps the most: two people of the same age may be shown differently;\n\
                 # `optimal` shows all people of an age alike, which is easier to count and explain",
            )
        } else {
            (
                "optimal",
                "shows all people of an age alike, and loses the least of all that does;\n\
                 # `best` keeps more detail, and may show two people of the same age differently",
            )
        };
        let large = if !self.by_record && combinations > QUICK {
            "# There are too many combinations of levels to prove the best one quickly: give the run a\n\
             # time limit, and it takes the best that is found by then.\n"
        } else {
            ""
        };
        let measured = self.measured.map_or(String::new(), |Measured { best, optimal, seconds }| {
            format!(
                "# Measured on these data in {seconds} s at most: `best` loses {best:.3} of all detail, `optimal`\n\
                 # {optimal:.3}. With more time either may lose less.\n"
            )
        });
        format!(
            "\n[release]\nalgorithm = \"{algorithm}\"  # {about}\n{large}{measured}suppression = 0.05  # at most \
             one record in twenty is left out, so that a few odd ones do not\n                    # make \
             everything coarser\n"
        )
    }

    fn output(&self) -> String {
        let name = self.data.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (stem, end) = name.split_once('.').unwrap_or((&name, "csv"));
        format!(
            "\n[output]\nfile = {}\nreport = {}\n",
            quoted(&format!("{stem}-anonymous.{end}")),
            quoted(&format!("{stem}-report.html"))
        )
    }
}

/// The roles with what is said above them.
const SECTIONS: [(Role, &str); 4] = [
    (Role::Identifier, "# --- Identifiers: each names a person, or nearly. They are dropped."),
    (
        Role::QuasiIdentifier,
        "# --- Quasi-identifiers: what a neighbour, a colleague or another file may know. The search\n\
         # makes them coarser, as little as it can. A hierarchy in a file is a first try that knows nothing\n\
         # of what values mean: edit it.",
    ),
    (
        Role::Sensitive,
        "# --- Sensitive: what nobody should learn about somebody. They stay as they are.",
    ),
    (
        Role::Insensitive,
        "# --- Insensitive: nobody can know them, and they are not worth knowing. They stay as they are.",
    ),
];

const RULES: &str = "
# --- What must hold. How large k should be is a matter of what is at stake. A rule of thumb:
#
#     little: low sensitivity, recipients bound by contract     k from  3 to  5
#     the usual: medium sensitivity                             k from  5 to 10
#     much: high sensitivity, anybody may read the release      k from 10 to 20
";

/// Why a column has its role.
fn shown(guess: &Guess) -> String {
    let of = &guess.facts;
    let missing = match of.missing {
        0 => String::new(),
        missing => format!(", {} missing", grouped(missing)),
    };
    format!("{}; {} different{missing}", guess.because, grouped(of.distinct))
}

/// Writes the hierarchy of a quasi-identifier, and says in which file it is to be.
fn put(
    text: &mut String,
    guess: &Guess,
    ladder: &Ladder,
    others: &[(PathBuf, String)],
) -> Option<String> {
    if ladder.kind == Some(Kind::Text) {
        *text += "type = \"text\"  # a code and not a quantity\n";
    }
    if let Some(inline) = &ladder.inline {
        let _ = writeln!(text, "hierarchy = {inline}  # {}", ladder.about);
        return None;
    }
    let stem = file_stem(&guess.facts.name);
    let taken = |file: &str| others.iter().any(|(path, _)| path.ends_with(file));
    let mut file = format!("hierarchies/{stem}.csv");
    let mut number = 2;
    while taken(&file) {
        file = format!("hierarchies/{stem}-{number}.csv");
        number += 1;
    }
    let _ = writeln!(text, "hierarchy = {}  # {}", quoted(&file), ladder.about);
    Some(file)
}

/// A requirement that suits a sensitive attribute, and that the whole file satisfies.
fn protection(guess: &Guess, name: &str) -> String {
    let of = &guess.facts;
    if of.effective >= MIXED && of.kind == Kind::Text {
        return format!(
            "\n[[require]]\nmodel = \"l-diversity\"\nattribute = {name}\nkind = \"entropy\"\nl = 3  # in \
             every class as mixed as three equally frequent values\n"
        );
    }
    let distance = match of.kind {
        Kind::Integer | Kind::Decimal | Kind::Date | Kind::Ordinal => "ordered",
        Kind::Text | Kind::Boolean => "equal",
    };
    format!(
        "\n[[require]]\nmodel = \"t-closeness\"\nattribute = {name}\ndistance = \"{distance}\"\nt = 0.3  # \
         in every class distributed nearly as in the whole file\n"
    )
}

impl Sensitivity {
    /// All, the least first.
    pub const ALL: [Self; 3] = [Self::Low, Self::Medium, Self::High];
}
