//! A released survey weight: scaled so that its total stays what it was.
//!
//! A weight says how many people a record stands for. When records are sampled or suppressed, those
//! that are left have to stand for all of them: every weight is multiplied by one number, the
//! total before the masking steps over the total of what is released. One number for all keeps the
//! ratio of any two weights; it does not keep the totals of groups from which more records were
//! suppressed than from others.

use ridotto_core::{Code, Dictionary, Texts};
use ridotto_io::{Column, Table};
use ridotto_policy::Policy;
use ridotto_policy::language::{Role, Weights};
use ridotto_policy::{PolicyError, Problem};
use ridotto_release::Error;
use ridotto_release::Rows;
use ridotto_report::{Concern, Finding};
use ridotto_table::Labelling;
use ridotto_verify::{CellRule, OutputColumn};

/// The weight of a policy that is to be adjusted.
#[derive(Clone, Debug)]
pub(crate) struct Weight {
    name: String,
    /// The total of the whole input.
    total: f64,
}

/// A weight, and what it is multiplied by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Scaled<'a> {
    weight: &'a Weight,
    factor: f64,
}

impl Weight {
    /// The weight of a table that was just read, if the policy has one that is released and to
    /// be adjusted.
    pub fn of_input(
        policy: &Policy,
        table: &Table,
        role: impl Fn(&str) -> Option<Role>,
    ) -> Result<Option<Self>, PolicyError> {
        let Some(name) = &policy.data.weight else {
            let weights = policy.data.weights;
            if *weights == Weights::Adjust {
                return Ok(None);
            }
            let message = "`weights` speaks of a survey weight, and no column is named as one";
            let problem = Problem::error("bind::weight", message).at(weights.span, "of what?");
            let help = "name the column in `[data]`: `weight = \"weight\"`";
            return Err(policy.error([problem.with_help(help)]));
        };
        let refused = |message: String, label: &str, help: &str| {
            let problem = Problem::error("bind::weight", message).at(name.span, label);
            Err(policy.error([problem.with_help(help)]))
        };
        match role(name) {
            Some(Role::Insensitive) if *policy.data.weights == Weights::Adjust => {}
            Some(Role::QuasiIdentifier | Role::Sensitive) => {
                return refused(
                    format!("`{name}` is a weight and cannot be protected as well"),
                    "a weight is scaled, not generalised",
                    "give it `role = \"insensitive\"`, or no role: then it is not released",
                );
            }
            _ => return Ok(None),
        }
        let mut own = Self { name: name.value.clone(), total: 0.0 };
        match own.total_of(table, Rows::All(table.rows)) {
            Some(total) if total > 0.0 => own.total = total,
            _ => {
                return refused(
                    format!(
                        "`{name}` is not a weight: every record needs a number, and some are above 0"
                    ),
                    "missing, no number, or nothing",
                    "mend the data, or say `weights = \"keep\"`: then it is released as it is",
                );
            }
        }
        Ok(Some(own))
    }

    fn column<'a>(
        &self,
        table: &'a Table,
    ) -> Option<(usize, &'a ridotto_core::Codes, &'a Dictionary)> {
        let at = table.names.iter().position(|name| *name == self.name)?;
        match &table.columns[at] {
            Column::Coded { codes, dictionary, .. } => Some((at, codes, dictionary)),
            _ => None,
        }
    }

    /// The total of some rows; `None` if one of them has no number.
    fn total_of(&self, table: &Table, rows: Rows<'_>) -> Option<f64> {
        let (_, codes, dictionary) = self.column(table)?;
        let numbers: Vec<Option<f64>> =
            (0..dictionary.len() as Code).map(|code| number(dictionary, code)).collect();
        rows.iter().map(|row| numbers[codes.get(row as usize) as usize]).sum()
    }

    /// What the weights of the released rows are multiplied by; `None` if nothing changes, or a masking
    /// step took the numbers away.
    pub fn factor(&self, table: &Table, released: Rows<'_>) -> Result<Option<f64>, Error> {
        if self.column(table).is_none() {
            return Ok(None);
        }
        let left = self.total_of(table, released).filter(|left| *left > 0.0);
        let left = left.ok_or_else(|| Error::Usage {
            message: format!("the released records have no weight left in `{}`", self.name),
            hint: "masking steps must leave numbers; or say `weights = \"keep\"`".into(),
        })?;
        let factor = self.total / left;
        Ok(((factor - 1.0).abs() > 1e-12).then_some(factor))
    }

    /// The weight as it is released, times this.
    pub fn times(&self, factor: f64) -> Scaled<'_> {
        Scaled { weight: self, factor }
    }
}

impl Scaled<'_> {
    /// The place of the column.
    pub fn is_at(&self, table: &Table, at: usize) -> bool {
        table.names[at] == self.weight.name
    }

    /// The column as it is written.
    pub fn output<'a>(&self, table: &'a Table, at: usize, role: Role) -> OutputColumn<'a> {
        let Column::Coded { dictionary, .. } = &table.columns[at] else {
            unreachable!("a weight is read as codes");
        };
        let mut labels = Texts::new();
        for code in 0..dictionary.len() as Code {
            let scaled = number(dictionary, code).map(|number| number * self.factor);
            labels.push(&scaled.map_or_else(String::new, |scaled| written(dictionary, scaled)));
        }
        let label_of = (0..dictionary.len() as Code).collect();
        let labelling =
            Labelling { label_of, labels, missing: dictionary.missing(), is_raw: false };
        let truth = CellRule::Scaled { factor: self.factor, tolerance: tolerance(dictionary) };
        OutputColumn::labelled(table, at, labelling, truth, None)
            .always_shown_if(role == Role::Insensitive)
    }

    /// What the report says of it.
    pub fn note(&self) -> String {
        let Self { weight: Weight { name, .. }, factor } = self;
        format!("`{name}` was multiplied by {factor:.6}, so that its total stays what it was")
    }

    /// The total before, and that of the records that are released as they were.
    pub fn finding(&self) -> Finding {
        let total = self.weight.total;
        Finding {
            attribute: None,
            name: format!("total of {} before it was adjusted", self.weight.name),
            concern: Concern::Utility,
            before: Some(total),
            after: Some(total / self.factor),
        }
    }
}

/// The number of a value.
fn number(dictionary: &Dictionary, code: Code) -> Option<f64> {
    dictionary.reading().parse(dictionary.text(code)?).as_f64()
}

/// Digits behind the mark: so many more than any of the values has.
const MORE_DIGITS: usize = 4;

/// How many digits behind the mark an adjusted weight has.
fn digits(dictionary: &Dictionary) -> usize {
    let mark = if dictionary.reading().decimal_comma { ',' } else { '.' };
    let digits = |text: &str| text.split_once(mark).map_or(0, |(_, after)| after.len());
    dictionary.texts().iter().map(digits).max().unwrap_or(0).min(12) + MORE_DIGITS
}

/// How far a written weight may be from what it should be: rounding.
fn tolerance(dictionary: &Dictionary) -> f64 {
    0.6 * 0.1_f64.powi(i32::try_from(digits(dictionary)).unwrap_or(i32::MAX))
}

/// A number as the column writes numbers.
fn written(dictionary: &Dictionary, number: f64) -> String {
    let text = format!("{number:.*}", digits(dictionary));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if dictionary.reading().decimal_comma { text.replace('.', ",") } else { text.to_owned() }
}
