//! Steps that map the values of an attribute to others, one by one.

use crate::perturb::texts_since;
use crate::replaced::Replaced;
use crate::step::{StepContext, line_of};
use crate::unsuited::Unsuited;
use ridotto_catalogue::{Entry, Span};
use ridotto_core::Dictionary;
use ridotto_core::count::counted;
use ridotto_policy::{Problem, Spanned};
use ridotto_release::{Error, Step, StepOutcome, StepRun};
use ridotto_table::{Column, Table};
use std::fmt::Debug;

/// What becomes of a column's values, as a policy asks for it.
pub trait Values: Debug + Send + Sync {
    /// The new values; `is_missing` tells the texts that mean "missing".
    fn replace(
        &self,
        dictionary: &Dictionary,
        is_missing: &dyn Fn(&str) -> bool,
    ) -> Result<Replaced, Unsuited>;

    /// The values that are listed and that the column does not have.
    fn absent(&self, _: &Dictionary, _: &dyn Fn(&str) -> bool) -> Vec<String> {
        Vec::new()
    }

    /// The listed values, with their places in the policy.
    fn listed(&self) -> &[Spanned<String>] {
        &[]
    }

    /// Where the label of joined values is written.
    fn label(&self) -> Option<Span> {
        None
    }

    /// What to do about a column that does not suit the step.
    fn help(&self, unsuited: Unsuited) -> &'static str;
}

/// A step that changes the values of its attributes.
#[derive(Debug)]
pub struct Changing<V> {
    /// Which step of which policy.
    pub context: StepContext,
    /// What becomes of values.
    pub values: V,
}

impl<V: Values> Step for Changing<V> {
    fn method(&self) -> &'static str {
        self.context.method()
    }

    fn entry(&self) -> Option<&'static Entry> {
        Some(self.context.entry())
    }

    fn attributes(&self) -> Vec<String> {
        self.context.attributes()
    }

    fn draws(&self) -> bool {
        false
    }

    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let is_missing = |text: &str| self.context.is_missing(text);
        let (mut all, mut problems) = (0, Vec::new());
        let mut absent: Option<Vec<String>> = None;
        for name in self.context.mask().attributes() {
            let at = self.context.place(name);
            let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { continue };
            let mut lacking = self.values.absent(dictionary, &is_missing);
            // How many had which value, and whether anybody had it, would tell of values that are hidden.
            let is_hidden = self.context.hides_later(name);
            if is_hidden {
                lacking.clear();
            }
            lacking.retain(|value| absent.as_ref().is_none_or(|other| other.contains(value)));
            absent = Some(lacking);
            let counts = codes.histogram(dictionary.len());
            let replaced = match self.values.replace(dictionary, &is_missing) {
                Ok(replaced) => replaced,
                Err(error) => {
                    problems.push(self.unsuited(name, error, table));
                    continue;
                }
            };
            let missing = dictionary.missing().map_or(0, |code| counts[code as usize]);
            let known = counts.iter().sum::<u64>() - missing;
            let cells = if is_hidden { known } else { replaced.cells(&counts) };
            if replaced.collides && !is_hidden {
                run.trail.lints.push(self.label_taken(name));
            }
            if cells == 0 && !is_hidden {
                run.trail.lints.push(self.nothing_changed(name));
            }
            run.trail.findings.push(self.context.cells_changed(name, cells));
            let column = std::mem::replace(&mut table.columns[at], Column::Skipped);
            table.columns[at] = column.relabelled(replaced.dictionary, &replaced.new);
            all += cells;
        }
        run.trail.lints.extend(self.not_there(&absent.unwrap_or_default()));
        if !problems.is_empty() {
            return Err(self.context.policy().error(problems).into());
        }
        Ok(StepOutcome { cells_changed: all, ..StepOutcome::default() })
    }
}

impl<V: Values> Changing<V> {
    fn unsuited(&self, name: &Spanned<String>, error: Unsuited, table: &Table) -> Problem {
        let method = self.context.method();
        let mut message = format!("`{method}` cannot be done to `{name}`: {error}");
        if let Unsuited::Values { first, .. } = error
            && let Some(line) = line_of(table, self.context.place(name), first)
        {
            message = format!("{message}; the first is in line {line} of the data");
        }
        let labelled = self.context.labelled_by(name).filter(|_| error.is_texts());
        let help = labelled.map_or_else(|| self.values.help(error).to_owned(), texts_since);
        Problem::error("bind::mask", message).at(name.span, "not suited").with_help(help)
    }

    fn label_taken(&self, name: &Spanned<String>) -> Problem {
        let method = self.context.method();
        let message = format!("the label of `{method}` is also another value of `{name}`");
        Problem::warning("bind::label-taken", message)
            .at(self.values.label().or(self.context.span()), "taken already")
            .with_help("nobody can tell the two apart any more; choose a label that no record has")
    }

    fn nothing_changed(&self, name: &Spanned<String>) -> Problem {
        let message = format!("`{}` changes no `{name}`", self.context.method());
        Problem::warning("bind::nothing-masked", message)
            .at(name.span, "stays as it is")
            .with_help("no record has a value that the step is about; is the step what you mean?")
    }

    /// A listed value that no record has is often a misspelled one.
    fn not_there(&self, absent: &[String]) -> Option<Problem> {
        let first = self.values.listed().iter().find(|from| absent.contains(from))?;
        let values = counted(absent.len() as u64, "value", "values");
        let message = format!("`map` lists {values} that no record has");
        Some(
            Problem::warning("bind::no-such-value", message)
                .at(first.span, "the first of them")
                .with_help("values are compared letter by letter, with their spaces and capitals"),
        )
    }
}
