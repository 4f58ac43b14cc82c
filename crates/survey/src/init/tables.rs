//! A policy for tables that follows from what columns look like: what cells are told apart by, what is
//! added up, and whose records are whose.

use super::guess::{Duty, Guess, counts_people};
use super::words::{key, quoted};
use super::{Draft, Survey};
use ridotto_core::Kind;
use ridotto_core::count::counted;
use ridotto_policy::language::Role;
use ridotto_release::Error;
use ridotto_release::hierarchy::{compile, read_hierarchy};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// Texts with more values are no dimension at first sight.
const MOST_VALUES: u64 = 100;
/// Numbers with more values are amounts.
const MOST_CODES: u64 = 30;
/// So many dimensions are enough for a first table.
const MOST_DIMENSIONS: usize = 3;

impl Survey {
    /// The policy for tables that follows from what is known now, to be written at `policy`.
    pub fn table_draft(&self, policy: &Path) -> Result<Draft, Error> {
        let dimensions = self.dimensions();
        if dimensions.is_empty() {
            return Err(Error::Usage {
                message: "no column has few enough values to tell cells apart".into(),
                hint: format!(
                    "a dimension has from 2 to {MOST_VALUES} different values: recode one first"
                ),
            });
        }
        let response = self.response();
        let mut text = HEADING.to_owned();
        let folder = policy.parent().unwrap_or(Path::new(""));
        text += &self.input_lines(folder);
        text += "\n# --- What cells are told apart by. A hierarchy adds totals of groups: a file with a line for each\n\
                 # value (`value;group;*`), or one of τ-Argus (`.hrc`).\n";
        for (at, guess) in &dimensions {
            text += &column(guess, Role::Dimension);
            if let Some(file) = self.hierarchy_beside(*at, folder) {
                let _ = writeln!(
                    text,
                    "hierarchy = {}  # lies beside the data, and has all values",
                    quoted(&file)
                );
            }
        }
        if let Some((_, guess)) = self.respondent() {
            text += "\n# --- Whose records are whose: they count once, and are added first.\n";
            text += &column(guess, Role::Respondent);
        }
        if let Some(guess) = self.columns.iter().find(|guess| guess.duty == Some(Duty::Weight)) {
            text += "\n# --- How many units a record stands for.\n";
            text += &column(guess, Role::Weight);
        }
        if let Some((_, guess)) = response {
            text += "\n# --- What is added up.\n";
            text += &column(guess, Role::Response);
        }
        text += &self.request(&dimensions, response);
        let name = self.data.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let (stem, end) = name.split_once('.').unwrap_or((&name, "csv"));
        let _ = write!(
            text,
            "\n[output]\nfile = {}\nreport = {}\n",
            quoted(&format!("{stem}-table.{end}")),
            quoted(&format!("{stem}-table.html"))
        );
        Ok(Draft::of(policy, text, &self.data))
    }

    /// A hierarchy that lies beside the data, under the name of a column, as the policy names it. It has a
    /// group for every value, or it is not taken.
    fn hierarchy_beside(&self, at: usize, folder: &Path) -> Option<String> {
        let name = self.columns[at].facts.name.as_str();
        // A name with a folder in it is somebody's trick.
        let is_plain = !name.contains(['/', '\\']) && !name.starts_with('.');
        let named = [
            format!("hierarchies/{name}.csv"),
            format!("hierarchies/{name}.hrc"),
            format!("{name}.hrc"),
        ];
        let beside = self.data.parent().unwrap_or(Path::new(""));
        let (codes, dictionary) = self.column(at);
        let counts = codes.histogram(dictionary.len());
        let fits = |file: &&String| {
            let path = beside.join(file);
            let read = path.is_file().then(|| read_hierarchy(&path))?.ok()?;
            let made = compile(name, &read, dictionary, &counts, self.missing()).ok()?;
            (made.height() > 1).then_some(())
        };
        let file = named.iter().filter(|_| is_plain).find(|file| fits(file).is_some())?;
        let data = PathBuf::from(self.input(folder));
        Some(data.with_file_name(file).to_string_lossy().into_owned())
    }

    /// Columns with few values, those with the fewest first, as long as cells do not outnumber records.
    fn dimensions(&self) -> Vec<(usize, &Guess)> {
        let is_one = |(_, guess): &(usize, &Guess)| {
            let of = &guess.facts;
            let most = match of.kind {
                Kind::Text | Kind::Boolean | Kind::Ordinal => MOST_VALUES,
                Kind::Integer => MOST_CODES,
                Kind::Decimal | Kind::Date => 0,
            };
            let is_free = guess.duty.is_none() && guess.role != Role::Identifier;
            is_free && (2..=most).contains(&of.distinct)
        };
        let mut all: Vec<(usize, &Guess)> =
            self.columns.iter().enumerate().filter(is_one).collect();
        all.sort_by_key(|(at, guess)| (guess.facts.distinct, *at));
        let mut cells = 1;
        all.retain(|(_, guess)| {
            let more = cells * (guess.facts.distinct + 1);
            let fits = cells == 1 || more <= self.rows();
            cells = if fits { more } else { cells };
            fits
        });
        all.truncate(MOST_DIMENSIONS);
        all.sort_by_key(|(at, _)| *at);
        all
    }

    /// The first column of amounts.
    fn response(&self) -> Option<(usize, &Guess)> {
        let is_one = |(_, guess): &(usize, &Guess)| {
            let of = &guess.facts;
            let is_number = matches!(of.kind, Kind::Integer | Kind::Decimal);
            let is_free = guess.duty.is_none() && guess.role != Role::Identifier;
            is_number && is_free && !of.years && of.missing == 0 && of.distinct > MOST_CODES
        };
        let sensitive = |(_, guess): &(usize, &Guess)| guess.role != Role::Sensitive;
        let mut all: Vec<(usize, &Guess)> =
            self.columns.iter().enumerate().filter(is_one).collect();
        // How many people there are tells more often how large a unit is than what is to be added up.
        all.sort_by_key(|one| (sensitive(one), counts_people(&one.1.facts), one.0));
        all.first().copied()
    }

    /// The column that tells respondents apart, where they have several records.
    fn respondent(&self) -> Option<(usize, &Guess)> {
        let all = || self.columns.iter().enumerate();
        let person = all().find(|(_, guess)| guess.duty == Some(Duty::Person));
        let repeats = |(_, guess): &(usize, &Guess)| {
            let of = &guess.facts;
            guess.role == Role::Identifier && of.distinct > 1 && of.distinct < of.rows - of.missing
        };
        person.or_else(|| all().find(repeats))
    }

    /// Whether a column has numbers below 0.
    fn has_negatives(&self, at: usize) -> bool {
        let (_, dictionary) = self.column(at);
        let reading = dictionary.reading();
        let numbers = dictionary.texts().iter().filter_map(|text| reading.parse(text).as_f64());
        numbers.into_iter().any(|number| number < 0.0)
    }

    /// The table, its rules and how it is protected.
    fn request(&self, dimensions: &[(usize, &Guess)], response: Option<(usize, &Guess)>) -> String {
        let names: Vec<String> =
            dimensions.iter().map(|(_, guess)| quoted(&guess.facts.name)).collect();
        let cells: u64 = dimensions.iter().map(|(_, guess)| guess.facts.distinct + 1).product();
        let mut text = format!(
            "\n[[table]]\ndimensions = [{}]  # {} at most, totals among them, of {}\n",
            names.join(", "),
            counted(cells, "cell", "cells"),
            counted(self.rows(), "record", "records")
        );
        match response {
            Some((_, guess)) => {
                let _ = writeln!(text, "response = {}", quoted(&guess.facts.name));
            }
            None => text += "# Records are counted: name a `response` to add something up.\n",
        }
        text += "\n# --- Which cells are sensitive.\n\n[[require]]\nmodel = \"minimum-frequency\"\nn = 3   # a cell \
                 of one tells of them, and in a cell of two each learns the other's\n";
        if response.is_some() {
            text += "\n[[require]]\nmodel = \"p-percent\"\np = 10  # nobody learns another's part to within a tenth\n";
        }
        text += "\n[release]\nmethod = \"fast\"  # hides sensitive cells, and as few others as it finds\n";
        if response.is_some_and(|(at, _)| self.has_negatives(at)) {
            text += "bounds = [0.0, 2.0]  # some amounts are negative: between which shares of its value does\n                     \
                     # everybody know a cell to lie?\n";
        }
        text
    }
}

const HEADING: &str = "# A first policy for tables, written by `ridotto init`. It runs as it is:\n#\n#     \
                       ridotto table POLICY\n#\n# Read it before you trust it. `ridotto explain NAME` tells about every \
                       name below. Columns without a\n# role are not read.\n\nversion = 1\nkind = \"table\"\n\n[data]\n";

/// A column with its role.
fn column(guess: &Guess, role: Role) -> String {
    let of = &guess.facts;
    let values = counted(of.distinct, "value", "different values");
    format!("\n[attributes.{}]  # {values}\nrole = \"{role}\"\n", key(&of.name))
}
