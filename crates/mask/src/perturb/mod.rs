//! Steps that perturb values: the columns that a method gets, what it gives back, and what the report
//! says of it.
//!
//! A step sees plain columns and gives plain columns back. Everything that comes later sees only
//! those: the true values are gone, and verification compares with what the step left.

mod plain;
mod refuse;
mod said;
mod strata;

pub(crate) use plain::{Plain, alone, attribute, differing};
pub(crate) use refuse::{refused, texts_since};
pub(crate) use said::{Said, Told};

use crate::step::StepContext;
use crate::{Figure, Masked, Refused};
use ridotto_catalogue::Entry;
use ridotto_core::{Series, Values};
use ridotto_numbers::Dice;
use ridotto_policy::Problem;
use ridotto_release::{Artifact, Error, FileTarget, Step, StepOutcome, StepRun};
use ridotto_report::Transformation;
use ridotto_table::Table;
use std::fmt::Debug;

/// A perturbation as a policy asks for it.
pub(crate) trait Perturbation: Debug + Send + Sync {
    /// Looks up what it needs beside the columns that it changes. It may add categories to these.
    fn prepare<'a>(
        &'a self,
        context: &StepContext,
        table: &Table,
        columns: &mut [Plain],
        run: &StepRun<'_>,
    ) -> Result<Box<dyn Method + 'a>, Error>;

    /// Whether it draws random numbers.
    fn draws(&self) -> bool {
        true
    }

    /// Whether who knows what was drawn can undo it.
    fn can_be_undone(&self) -> bool {
        true
    }

    /// Whether the file that it publishes is for the owner alone.
    fn is_file_private(&self) -> bool {
        false
    }
}

/// A method that is ready to be run on some rows or on all.
pub(crate) trait Method {
    /// Masks these rows.
    fn run(&self, rows: &Rows<'_>, dice: &Dice) -> Result<Outcome, Refused>;
}

/// Rows that are masked together.
pub(crate) struct Rows<'a> {
    /// The attributes that are changed, with all rows.
    pub plain: &'a [Plain],
    /// Their values in the rows.
    pub columns: Vec<Series>,
    /// The rows, if they are not all.
    pub some: Option<&'a [u32]>,
}

impl Rows<'_> {
    /// What a column of the whole has in these rows.
    pub fn of(&self, column: &Series) -> Series {
        self.some.map_or_else(|| column.clone(), |rows| column.take(rows))
    }

    /// What a list of the whole has in these rows.
    pub fn each<T: Copy>(&self, of_all: &[T]) -> Vec<T> {
        match self.some {
            Some(rows) => rows.iter().map(|&row| of_all[row as usize]).collect(),
            None => of_all.to_vec(),
        }
    }
}

/// What a method gave back for some rows.
#[derive(Default)]
pub(crate) struct Outcome {
    /// The new values of each attribute.
    pub columns: Vec<New>,
    /// What was promised and what was reached.
    pub figures: Vec<Figure>,
    /// What the publisher should know.
    pub notes: Vec<Said>,
    /// What is in the file that is published, if one is.
    pub file: Option<String>,
    /// How attributes were transformed, if everybody may know.
    pub transformations: Vec<Transformation>,
}

impl From<Masked> for Outcome {
    fn from(masked: Masked) -> Self {
        let Masked { columns, decimals, figures, notes } = masked;
        let new = |(column, decimals): (Series, Option<u8>)| New::Values(column.values, decimals);
        Self {
            columns: columns.into_iter().zip(decimals).map(new).collect(),
            figures,
            notes: notes.into_iter().map(Said::Masked).collect(),
            ..Self::default()
        }
    }
}

/// New values of an attribute.
pub(crate) enum New {
    /// Numbers or categories, and the decimals to write.
    Values(Values, Option<u8>),
    /// The number of each row's label, and the labels; `None` for missing.
    Labels(Vec<u32>, Vec<Option<String>>),
}

/// A step that perturbs the values of its attributes.
#[derive(Debug)]
pub(crate) struct Perturbing<P> {
    context: StepContext,
    perturbation: P,
}

impl<P: Perturbation + 'static> Perturbing<P> {
    /// The step, if all its attributes are there.
    pub fn bind(context: StepContext, perturbation: P) -> Result<Box<dyn Step>, Problem> {
        context.all_present()?;
        let mask = context.mask();
        if let (Some(file), false) = (mask.publishes(), mask.strata().is_empty()) {
            let message = "there is one for each of the `strata`, and one can be written";
            let problem = Problem::error("bind::mask", message).at(file.span, "of which?");
            return Err(problem.with_help("leave out `strata`, or this file"));
        }
        Ok(Box::new(Self { context, perturbation }))
    }
}

impl<P: Perturbation> Step for Perturbing<P> {
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
        self.perturbation.draws()
    }

    fn publishes(&self) -> Option<FileTarget> {
        let file = self.context.mask().publishes()?.value.clone();
        Some(FileTarget { file, is_private: self.perturbation.is_file_private() })
    }

    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let Self { context, perturbation } = self;
        // Who draws nothing asks for no random numbers; these decide about nothing.
        let dice = if self.draws() { context.dice(run)? } else { Dice::seeded(0) };
        let places = context.places();
        let mut plain: Vec<Plain> = places.iter().map(|&at| Plain::of(table, at)).collect();
        let done = {
            let method = perturbation.prepare(context, table, &mut plain, run)?;
            strata::run(context, table, &*method, &plain, &dice)?
        };
        let mut cells_changed = 0;
        let names = context.mask().attributes();
        for (at, (name, (plain, new))) in
            places.into_iter().zip(names.iter().zip(plain.iter().zip(&done.columns)))
        {
            let column = plain.renewed(new);
            let cells = differing(&table.columns[at], &column);
            run.trail.findings.push(context.cells_changed(name, cells));
            table.columns[at] = column;
            cells_changed += cells;
        }
        let said = |note: &String| format!("{}: {note}", context.method());
        run.trail.notes.extend(done.told.notes.iter().map(said));
        if let (Some(FileTarget { file, is_private }), Some(text)) = (self.publishes(), done.file) {
            run.trail.files.push(Artifact { file, text, is_private });
        }
        if perturbation.can_be_undone() {
            context.note_seed(run);
        }
        let (figures, transformations) = (done.told.figures, done.transformations);
        Ok(StepOutcome { cells_changed, figures, transformations })
    }
}
