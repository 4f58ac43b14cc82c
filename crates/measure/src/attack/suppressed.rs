//! What a suppressed cell itself tells.

use super::Attack;
use super::candidates::Candidates;
use super::cells::{Cells, File};
use super::found::{Found, Guess};
use super::meaning::Meaning;
use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Help};
use ridotto_catalogue::{Disclosure, Entry, Worked, small};
use ridotto_core::{Code, Codes};

/// Infers suppressed cells from the rule by which they were suppressed.
///
/// If cells were taken away only where fewer than `k` records were alike, a suppressed cell cannot
/// hide a value with which the record would have had `k` − 1 complete records beside it: there
/// was no need. Of all combinations of the values that the columns show, those are ruled out. A person
/// whose row has suppressed cells is found if one combination is left; certainty is 1 over their
/// number. Groups are the combinations that are left. The figure `ruled-out` is the mean share of
/// combinations that were. If none is left the rule was another one, and the row is unmatched.
///
/// # Assumes
/// That the values of a column are those that it shows somewhere, and that the rule was about all
/// columns at once.
///
/// # Stopped by
/// Suppressing whole records, or cells that had no need of it.
///
/// # Cost
/// That of [linkage](super::linkage()) of the rows with suppressed cells with the others.
///
/// # Example
/// ```
/// use ridotto_core::{Kind, Reading};
/// use ridotto_measure::attack::{Cells, File, meaning::Language, suppressed_cells};
/// let language = Language::new(Reading::of_kind(Kind::Text));
/// let [sex, city] = [["f", "f", "f", "m", "f"], ["Rome", "Rome", "Rome", "Bari", "*"]]
///     .map(|texts| Cells::of_texts(texts, &language));
/// let found = suppressed_cells(&File::new(vec![&sex, &city]).unwrap(), 3).unwrap();
/// // One more woman of Rome would have been safe: so the last one is of Bari.
/// assert_eq!((found.people, &found.rows[..]), (1, &[4][..]));
/// ```
///
/// `None` if no cell was suppressed, or no row is complete.
pub fn suppressed_cells(release: &File<'_>, k: u64) -> Option<Found> {
    attack(release, k, None)
}

/// Whether a label of a column can be said of the person of a row.
type IsSo<'a> = &'a dyn Fn(u32, usize, &Meaning) -> bool;

/// As [`suppressed_cells`], and checked against the truth: a row is found rightly if every label of the
/// combination that is left can be said of its person.
pub fn suppressed_cells_with_truth(
    release: &File<'_>,
    k: u64,
    is_so: &dyn Fn(u32, usize, &Meaning) -> bool,
) -> Option<Found> {
    attack(release, k, Some(is_so))
}

fn attack(release: &File<'_>, k: u64, is_so: Option<IsSo<'_>>) -> Option<Found> {
    let hidden: Vec<Vec<bool>> = release
        .keys()
        .iter()
        .map(|cells| cells.meanings().iter().map(|meaning| *meaning == Meaning::Anything).collect())
        .collect();
    let is_hidden = |column: usize, row: usize| {
        hidden[column][release.keys()[column].codes().get(row) as usize]
    };
    let columns = 0..release.keys().len();
    let suppressed = |row: &u32| columns.clone().any(|column| is_hidden(column, *row as usize));
    let (partial, complete): (Vec<u32>, Vec<u32>) =
        (0..release.rows() as u32).partition(suppressed);
    if partial.is_empty() || complete.is_empty() {
        return None;
    }
    let rows_of = |rows: &[u32]| -> Vec<Cells> {
        let take = |cells: &&Cells| Cells::new(cells.codes().take(rows), cells.meanings().to_vec());
        release.keys().iter().filter_map(take).collect()
    };
    let (own, others) = (rows_of(&partial), rows_of(&complete));
    let people = File::new(own.iter().collect())?.watched(release.watch());
    let candidates = Candidates::new(&people, &File::new(others.iter().collect())?)?;
    let domains: Vec<Vec<Code>> = hidden
        .iter()
        .zip(release.keys())
        .map(|(hidden, cells)| shown(hidden, cells.codes()))
        .collect();
    let rule = Rule { candidates: &candidates, hidden: &hidden, domains: &domains, k };
    let answers = candidates.each(
        || (),
        |(), fitting| {
            let lacking = rule.lacking(fitting.person).map(|column| domains[column].len() as u64);
            let out = rule.ruled_out(fitting.person, fitting.classes).count() as u64;
            (lacking.fold(1, u64::saturating_mul), out)
        },
    );
    let guess = |&(all, out): &(u64, u64)| {
        let left = all.saturating_sub(out);
        (left > 0).then(|| Guess { group: left, certainty: 1.0 / left as f64, found: left == 1 })
    };
    let guesses: Vec<Option<Guess>> = answers.iter().map(guess).collect();
    let mut found = Found::of_tuples(Attack::SuppressedCells, &candidates.people, &guesses);
    if let Some(is_so) = is_so {
        found = found.checked(|_, place| {
            let left = rule.only_left(candidates.people.of_row[place as usize] as usize);
            left.iter().all(|&(column, code)| {
                let label = &release.keys()[column].meanings()[code as usize];
                is_so(partial[place as usize], column, label)
            })
        });
    }
    found.rows.iter_mut().for_each(|row| *row = partial[*row as usize]);
    let shares = answers.iter().zip(&candidates.people.counts);
    let share = |&(all, out): &(u64, u64)| out as f64 / all as f64;
    let sum: f64 = shares.map(|(answer, &count)| share(answer) * count as f64).sum();
    let mean = sum / found.of.max(1) as f64;
    Some(found.with("ruled-out", mean))
}

/// The values that a column shows.
fn shown(hidden: &[bool], codes: &Codes) -> Vec<Code> {
    let counts = codes.histogram(hidden.len());
    let is_shown = |at: &Code| counts[*at as usize] > 0 && !hidden[*at as usize];
    (0..hidden.len() as Code).filter(is_shown).collect()
}

/// The rule by which cells were suppressed, and what it says of the rows that have such cells.
struct Rule<'a> {
    candidates: &'a Candidates<'a>,
    /// By column, whether a code hides its value.
    hidden: &'a [Vec<bool>],
    /// By column, the values that it shows.
    domains: &'a [Vec<Code>],
    k: u64,
}

impl Rule<'_> {
    fn lacks(&self, person: usize, column: usize) -> bool {
        self.hidden[column][self.candidates.code(person, column) as usize]
    }

    /// The columns in which a row hides its value.
    fn lacking(&self, person: usize) -> impl Iterator<Item = usize> + use<'_> {
        (0..self.hidden.len()).filter(move |&column| self.lacks(person, column))
    }

    /// Of the classes that fit a row those that it would have been safe to join. Labels that are shown
    /// must be the same: then each class is one combination of the rest.
    fn ruled_out<'c>(
        &'c self,
        person: usize,
        fitting: &'c [u32],
    ) -> impl Iterator<Item = u32> + 'c {
        let alike = move |class: u32, column: usize| {
            self.lacks(person, column)
                || self.candidates.class_code(class, column) == self.candidates.code(person, column)
        };
        let sizes = &self.candidates.release.counts;
        fitting.iter().copied().filter(move |&class| {
            sizes[class as usize] + 1 >= self.k
                && (0..self.hidden.len()).all(|column| alike(class, column))
        })
    }

    /// The only combination that is left for a row: of each column that hides its value, the label that
    /// fewer of the others have than its neighbours. All combinations but one are ruled out, and in all
    /// of them together every label occurs equally often.
    fn only_left(&self, person: usize) -> Vec<(usize, Code)> {
        let out = self
            .candidates
            .one(person, |fitting| self.ruled_out(person, fitting).collect::<Vec<u32>>());
        let rarest = |column: usize| {
            let times = |code: &Code| {
                out.iter()
                    .filter(|class| self.candidates.class_code(**class, column) == *code)
                    .count()
            };
            let rarest = self.domains[column].iter().copied().min_by_key(times);
            rarest.map(|code| (column, code))
        };
        self.lacking(person).filter_map(rarest).collect()
    }
}

/// Suppressed cells as the catalogue has it.
pub static SUPPRESSED_CELLS: Entry = AttackEntry {
    name: "suppressed-cells",
    title: "Suppressed cells",
    aliases: &["cell-inference"],
    formula: "one combination of values is left for the cells",
    summary: "Cells were suppressed only where they had to be, which tells which values a hidden cell can have had.",
    advice: "",
    facts: AttackFacts {
        knows: "that cells were suppressed only where fewer than k records were alike",
        discloses: &[Disclosure::Attribute],
        needs: "",
        help: &[Help::Habit("suppression of whole records")],
        figures: &[("ruled-out", "The mean share of combinations that were ruled out.")],
    },
    references: &[],
    worked: Worked { tables: &[&small::STAYS], policy: "[release]\nalgorithm = \"local-suppression\"\nmissing = \"matches-anything\"\n", text: "Age and postcode of rows 7 and 8 were suppressed, so that they fit anybody of their sex. Six ages and six postcodes are still shown, `6 * 6 = 36` combinations for row 7, a woman. Had she one that another woman shows, there would have been two alike, and no need to hide it: the three of rows 1, 2 and 5 are ruled out. That leaves `36 - 3 = 33` and a certainty of `1/33 = 0.0303`: **0** of 2 are learnt, at **0.0303**.", run: &["anonymize stays.toml --keep-order --seed 1", "attack stays.csv out.csv --policy stays.toml --same-order"], says: &["attack people claimed right wrong of mean surest gain", "suppressed-cells learnt 0 0 0 2 0.0303 0.0303", "*,*,f,cancer,2900"] },
}
.entry();
