//! Risk in a survey: records that stand for more people, and people who live together.

use super::{Evidence, risk_finding};
use crate::files::pair::{Pair, cells};
use crate::risk::household::household;
use crate::risk::individual::individual;
use ridotto_core::CodeColumn;
use ridotto_core::class::{Tally, number_rows};
use ridotto_io::Table;
use ridotto_report::Finding;

/// Individual risk by survey weights, and the risk of households, if the policy names the columns.
/// And what must be said of them.
pub(super) fn measure(of: &Evidence<'_>) -> (Vec<Finding>, Vec<String>) {
    let mut notes = Vec::new();
    let pair = of.pair;
    let (before, after) = (Side::before(of), Side::after(of));
    let mut findings = Vec::new();
    let weighed = [&before, &after].map(Side::individual);
    // Whoever asks for everything is not told what was never there.
    if !of.wanted.everything() {
        let lacks = [
            (
                pair.weight.is_none(),
                "individual-risk-",
                "weight",
                "how many people a record stands for",
            ),
            (pair.household.is_none(), "household-risk-", "household", "who lives together"),
        ];
        for (_, name, key, what) in lacks.iter().filter(|it| it.0 && of.wanted.any(&[it.1])) {
            notes.push(format!(
                "{} was left out: nothing says {what}; name the column in `[data]` of a policy: \
                 `{key} = \"…\"`",
                name.trim_end_matches('-')
            ));
        }
    }
    if pair.weight.is_some() {
        for (side, risk) in [(&before, &weighed[0]), (&after, &weighed[1])] {
            if risk.is_none() {
                notes.push(format!(
                    "individual risk {} was left out: {}",
                    side.name,
                    if side.weights.is_none() {
                        "which weight a record has is not known"
                    } else {
                        "a weight is missing, negative or no number"
                    }
                ));
            }
        }
        let both = |name: &str, figure: fn(&Weighed) -> f64| {
            let [before, after] = &weighed;
            risk_finding(name, before.as_ref().map(figure), after.as_ref().map(figure))
        };
        if weighed.iter().any(Option::is_some) {
            findings.extend([
                both("individual-risk-highest", |risk| risk.highest),
                both("individual-risk-average", |risk| risk.average),
                both("individual-risk-expected", |risk| risk.expected),
            ]);
        }
    }
    if pair.household.is_some() {
        let risks = [before.households(weighed[0].as_ref()), after.households(weighed[1].as_ref())];
        if risks[1].is_none() {
            notes.push(
                "household risk after was left out: who lives together is not known".to_owned(),
            );
        }
        let figure = |at: usize, of: fn((f64, f64)) -> f64| risks[at].map(of);
        let both = |name: &str, of: fn((f64, f64)) -> f64| {
            risk_finding(name, figure(0, of), figure(1, of))
        };
        if risks.iter().any(Option::is_some) {
            findings.extend([
                both("household-risk-average", |risk| risk.0),
                both("household-risk-expected", |risk| risk.1),
            ]);
        }
    }
    (findings, notes)
}

/// The individual risk of each row of the file after, if weights are known.
pub(super) fn by_row(of: &Evidence<'_>) -> Option<Vec<f64>> {
    Side::after(of).individual().map(|risk| risk.of_row)
}

/// One of the files, with what a survey knows of its rows.
struct Side {
    name: &'static str,
    class_of: Vec<u32>,
    classes: Vec<u64>,
    weights: Option<Vec<f64>>,
    household_of: Option<(Vec<u32>, usize)>,
}

/// Individual risks.
struct Weighed {
    of_row: Vec<f64>,
    highest: f64,
    average: f64,
    expected: f64,
}

impl Side {
    fn before(of: &Evidence<'_>) -> Self {
        let Pair { before, weight, household, .. } = of.pair;
        let (class_of, classes) = classes(of, before, |shared| shared.before);
        Self {
            name: "before",
            class_of,
            classes,
            weights: weight.as_ref().map(|column| before.numbers(column.before)),
            household_of: household.as_ref().map(|column| groups(before, column.before)),
        }
    }

    /// What is not in the file after is known if it is known which row was which.
    fn after(of: &Evidence<'_>) -> Self {
        let Pair { before, after, weight, household, alignment, .. } = of.pair;
        let (class_of, classes) = classes(of, after, |shared| shared.after);
        let rows = alignment.pairs(before.rows, after.rows);
        let weights = weight.as_ref().and_then(|column| match (column.after, &rows) {
            (Some(at), _) => Some(after.numbers(at)),
            (None, Some(rows)) => {
                let all = before.numbers(column.before);
                Some(rows.iter().map(|&row| all[row as usize]).collect())
            }
            (None, None) => None,
        });
        let household_of = household.as_ref().and_then(|column| match (column.after, &rows) {
            (Some(at), _) => Some(groups(after, at)),
            (None, Some(rows)) => {
                let (all, count) = groups(before, column.before);
                Some((rows.iter().map(|&row| all[row as usize]).collect(), count))
            }
            (None, None) => None,
        });
        Self { name: "after", class_of, classes, weights, household_of }
    }

    fn individual(&self) -> Option<Weighed> {
        let risk = individual(&self.class_of, self.weights.as_ref()?, self.classes.len())?;
        let of_row: Vec<f64> =
            self.class_of.iter().map(|&class| risk.risks[class as usize]).collect();
        let highest = of_row.iter().copied().fold(0.0, f64::max);
        Some(Weighed { of_row, highest, average: risk.average, expected: risk.expected })
    }

    /// The average and the expected number of people found, by individual risks or, without
    /// weights, by the prosecutor's.
    fn households(&self, weighed: Option<&Weighed>) -> Option<(f64, f64)> {
        let (household_of, count) = self.household_of.as_ref()?;
        let plain = |&class: &u32| 1.0 / self.classes[class as usize] as f64;
        let risks = match weighed {
            Some(weighed) => weighed.of_row.clone(),
            None => self.class_of.iter().map(plain).collect(),
        };
        let found = household(household_of, &risks, *count)?;
        Some((found.average, found.expected))
    }
}

/// The class of each row, and the classes' sizes.
fn classes(
    of: &Evidence<'_>,
    table: &Table,
    place: fn(&crate::files::pair::Shared) -> usize,
) -> (Vec<u32>, Vec<u64>) {
    let column = |&at: &usize| {
        let cells = cells(table, place(&of.pair.shared[at]));
        CodeColumn { codes: cells.codes, values: cells.dictionary.len() }
    };
    let columns: Vec<CodeColumn<'_>> = of.keys.iter().map(column).collect();
    let tally = Tally::count(&columns, table.rows);
    (number_rows(&tally, &columns, table.rows), tally.counts().to_vec())
}

/// The group of each row by a column, and how many there are. Who has none is alone.
fn groups(table: &Table, at: usize) -> (Vec<u32>, usize) {
    let of = cells(table, at);
    let mut count = of.dictionary.len() as u32;
    let missing = of.dictionary.missing();
    let group = |code: u32| {
        if Some(code) != missing {
            return code;
        }
        count += 1;
        count - 1
    };
    let groups = of.codes.iter().map(group).collect();
    (groups, count as usize)
}
