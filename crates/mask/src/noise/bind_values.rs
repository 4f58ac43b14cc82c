//! Private noise on the values of records, as a step.
//!
//! Every cell is read alone, by what the policy and the file's own types say, so that no record decides how
//! another's is read; and what the report tells of the step follows from the policy and from which values
//! are missing, so that it tells nothing of the noise.

use super::private::{self, Noisy, PrivateNoise, impossible};
use crate::Refused;
use crate::perturb::{New, Outcome, Plain, Told, alone, attribute, refused};
use crate::step::StepContext;
use ridotto_catalogue::Entry;
use ridotto_core::{Kind, Series, Values};
use ridotto_noise::{Budget, Protected};
use ridotto_policy::Problem;
use ridotto_release::{Error, Promise, Step, StepOutcome, StepRun, reading};
use ridotto_table::{Column, Native, Table};

/// Private noise on some attributes; each value has its own.
#[derive(Debug)]
struct NoisyValues {
    context: StepContext,
    private: PrivateNoise,
}

/// The step, if all its attributes are there.
pub(super) fn bind(context: StepContext, private: PrivateNoise) -> Result<Box<dyn Step>, Problem> {
    context.all_present()?;
    Ok(Box::new(NoisyValues { context, private }))
}

impl Step for NoisyValues {
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
        true
    }

    fn spends(&self) -> Result<Option<(Budget, Protected)>, Error> {
        let budget = self.private.budget().map_err(|error| refused(&self.context, &error))?;
        Ok(Some((budget, self.context.protected())))
    }

    /// The noise takes none of the run's random numbers.
    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let Self { context, private } = self;
        context.dice(run)?;
        let places = context.places();
        let plain: Vec<Plain> = places.iter().map(|&at| plain(context, table, at)).collect();
        let columns: Vec<Series> =
            plain.iter().map(|plain| filled(context, private, plain)).collect();
        let fits = |error: Refused| refused(context, &error);
        let budget = private.budget().map_err(fits)?;
        let accountant = run.trail.privacy.allow(budget, context.protected());
        let accountant = accountant.map_err(|error| fits(impossible(error)))?;
        let Noisy { masked, sensitivities } =
            private::mask(private, &columns, accountant).map_err(fits)?;
        let Outcome { columns: new, figures, notes, .. } = masked.into();
        let mut cells_changed = 0;
        for ((&at, plain), new) in places.iter().zip(&plain).zip(&new) {
            let New::Values(values, decimals) = new else { continue };
            let column = plain.written(values, *decimals);
            // All that are known count: how often noise was nothing would tell about the noise.
            let cells = known(&column);
            run.trail.findings.push(context.cells_changed(&plain.column.name, cells));
            table.columns[at] = column;
            cells_changed += cells;
        }
        let told = Told::of(&notes, figures);
        let said = |note: &String| format!("{}: {note}", context.method());
        run.trail.notes.extend(told.notes.iter().map(said));
        run.trail.privacy.promise(promise(&columns, sensitivities));
        Ok(StepOutcome { cells_changed, figures: told.figures, ..StepOutcome::default() })
    }
}

/// The column with noise to come. Where an earlier step changed the attribute, a value may have become a label, or
/// missing, and that it shows no number would tell what it was: it is the middle of the bounds, for everyone.
fn filled(context: &StepContext, private: &PrivateNoise, plain: &Plain) -> Series {
    let column = plain.column.clone();
    let is_changed = context.earlier().iter().any(|mask| mask.changes(&column.name));
    let (Values::Numbers(numbers), true) = (&column.values, is_changed) else { return column };
    let middle = f64::midpoint(private.lower[0].to_f64(), private.upper[0].to_f64());
    let shown = numbers.iter().map(|number| if number.is_nan() { middle } else { *number });
    Series { values: Values::Numbers(shown.collect()), ..column }
}

/// The column as numbers, each cell read alone. What cannot have noise stays what it is, to be refused.
fn plain(context: &StepContext, table: &Table, at: usize) -> Plain {
    let own = match &table.columns[at] {
        Column::Coded { native, .. } => native.as_ref().map(Native::data_type),
        _ => None,
    };
    let read = reading::reading(context.policy(), attribute(context, at), own);
    match read.kind {
        Kind::Integer | Kind::Decimal | Kind::Date => alone(context, table, at, None),
        _ => Plain::of(table, at),
    }
}

/// In how many rows a column shows a value.
fn known(column: &Column) -> u64 {
    let Column::Coded { codes, dictionary, .. } = column else { return 0 };
    let counts = codes.histogram(dictionary.len());
    let missing = dictionary.missing().map_or(0, |code| counts[code as usize]);
    codes.len() as u64 - missing
}

fn promise(columns: &[Series], sensitivities: Vec<f64>) -> Promise {
    let names = || columns.iter().map(|column| column.name.to_string());
    Promise {
        attributes: Some(names().collect()),
        sensitivities: names().zip(sensitivities).collect(),
        not_protected: "that a record is there, and whose it is; that a value is missing; attributes without \
                        this noise; persons with several records; what is true of everybody",
        argument: "each value was cut off at bounds and put on a grid that the policy states, alone, and \
                   got exact discrete Laplace noise for the distance of the bounds; the shares of the \
                   attributes of a record add up"
            .to_owned(),
    }
}
