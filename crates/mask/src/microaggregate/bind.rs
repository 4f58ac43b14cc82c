//! Microaggregation as a step: groups of records, and what stands for their values.

use super::named::is_insensitive;
use super::required::{Required, fits};
use super::unlike::by_hierarchy;
use super::written::new;
use super::{Algorithm, Options, Scaling, insensitive, mask, mask_where, tree};
use crate::perturb::{Method, Outcome, Perturbation, Perturbing, Plain, Rows, Said, refused};
use crate::step::StepContext;
use crate::{Figure, Pooled, Refused};
use ridotto_core::{Kind, Reading, Series, Value, Values};
use ridotto_numbers::Dice;
use ridotto_policy::Problem;
use ridotto_release::{Error, Step, StepRun, reading};
use ridotto_table::Table;

/// What is asked of groups.
#[derive(Debug)]
enum Grouping {
    /// Groups of records that are near each other.
    Near(Box<Options>),
    /// Groups in an order that the data have no say in.
    FixedOrder { k: usize, bounds: (f64, f64) },
}

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    fits(&context)?;
    let given = context.given();
    let (k, number) = (given.whole("k") as usize, |name: &str| given.number(name).to_f64());
    let grouping = if is_insensitive(given) {
        Grouping::FixedOrder { k, bounds: (number("lower"), number("upper")) }
    } else {
        Grouping::Near(Box::new(Options {
            center: given.choice("center"),
            scaling: given.choice("scaling"),
            mixability: number("mixability"),
            ..Options::new(given.choice("algorithm"), k)
        }))
    };
    Perturbing::bind(context, grouping)
}

impl Perturbation for Grouping {
    fn prepare<'a>(
        &'a self,
        context: &StepContext,
        table: &Table,
        columns: &mut [Plain],
        _: &StepRun<'_>,
    ) -> Result<Box<dyn Method + 'a>, Error> {
        Ok(match self {
            Self::FixedOrder { k, bounds } => Box::new(FixedOrder { k: *k, bounds: *bounds }),
            Self::Near(options) => {
                let dissimilarities = by_hierarchy(context, table, columns);
                for (at, plain) in columns.iter().enumerate() {
                    if !dissimilarities.contains_key(&at) && is_labelled(context, plain) {
                        let reason = Refused::NumbersAsTexts.of(&plain.column.name);
                        return Err(refused(context, &reason));
                    }
                }
                Box::new(Near {
                    options: Options { dissimilarities, ..(**options).clone() },
                    required: Required::new(context, table)?,
                    tree: context.given().text("tree").map(|file| file.value.clone()),
                })
            }
        })
    }

    /// Most algorithms are the same for everybody.
    fn draws(&self) -> bool {
        match self {
            Self::Near(options) => {
                matches!(options.algorithm, Algorithm::Genetic | Algorithm::Best)
            }
            Self::FixedOrder { .. } => false,
        }
    }

    /// Chance decides about groups at most, and the values of a group are gone.
    fn can_be_undone(&self) -> bool {
        false
    }

    /// A tree shows which records are near which.
    fn is_file_private(&self) -> bool {
        true
    }
}

/// Whether an attribute's values were numbers until a step before gave labels to some.
fn is_labelled(context: &StepContext, plain: &Plain) -> bool {
    let name = &*plain.column.name;
    let stated = context.policy().attribute(name).and_then(|of| of.value_type);
    let is_text = stated.is_some_and(|stated| reading::kind(*stated) == Kind::Text);
    let number = Reading { kind: Kind::Decimal, ..plain.reading.clone() };
    let is_number = |text: &&String| number.parse(text) != Value::Text;
    let numbers = plain.texts.iter().filter(is_number).count();
    plain.reading.kind == Kind::Text
        && !is_text
        && context.labelled_by(name).is_some()
        && 2 * numbers > plain.texts.len()
}

/// Groups of near records.
struct Near {
    options: Options,
    /// What groups of records must hold.
    required: Option<Required>,
    /// The name of the file that shows how groups come about.
    tree: Option<String>,
}

impl Method for Near {
    fn run(&self, rows: &Rows<'_>, dice: &Dice) -> Result<Outcome, Refused> {
        let Self { options, required, tree } = self;
        let columns = &rows.columns;
        let done = match required {
            None => mask(options, columns, None, dice)?,
            Some(required) => {
                required.with(rows.some, |lack| mask_where(options, columns, None, dice, lack))?
            }
        };
        let loss = done.loss;
        let squares = |name: &str, sum: f64| Figure {
            name: format!("sum of squares{name}{}", units(options.scaling)),
            original: f64::NAN,
            expected: None,
            reached: sum,
            pooled: Pooled::Sum,
        };
        let figures = vec![
            shared(options.k, done.reached_k as f64),
            squares(" within groups (SSE)", loss.within),
            squares(" between groups (SSA)", loss.between),
            squares(" (SST)", loss.total),
            Figure {
                name: format!("information loss 100 SSE/SST{}", units(options.scaling)),
                original: 0.0,
                expected: None,
                reached: 100.0 * loss.share(),
                pooled: Pooled::Mean,
            },
        ];
        let names: Vec<&str> = rows.plain.iter().map(|plain| &*plain.column.name).collect();
        let notes = done.notes.into_iter().map(|note| Said::of_groups(note, &names));
        let notes = notes.collect();
        let columns = rows.plain.iter().zip(done.columns).map(|(plain, column)| new(plain, column));
        Ok(Outcome {
            columns: columns.collect(),
            figures,
            notes,
            file: tree.as_ref().map(|file| tree::text(options, rows.plain, file)).transpose()?,
            ..Outcome::default()
        })
    }
}

/// In what units sums of squares are.
fn units(scaling: Scaling) -> &'static str {
    match scaling {
        Scaling::Plain => "",
        Scaling::ZScore => ", in standard deviations",
        Scaling::Robust => ", in median deviations",
        Scaling::Range => ", in shares of the range",
        Scaling::Whitened => ", whitened",
    }
}

/// How many records look alike, where it should be k.
fn shared(k: usize, reached: f64) -> Figure {
    Figure {
        name: "records that share their masked values, at least".to_owned(),
        original: f64::NAN,
        expected: Some(k as f64),
        reached,
        pooled: Pooled::Least,
    }
}

/// Groups in an order that the data have no say in.
struct FixedOrder {
    k: usize,
    bounds: (f64, f64),
}

impl Method for FixedOrder {
    fn run(&self, rows: &Rows<'_>, _: &Dice) -> Result<Outcome, Refused> {
        let (plain, columns) = (rows.plain, &rows.columns);
        let made = insensitive(columns, self.k, &vec![self.bounds; columns.len()])?;
        let least = made.groups().sizes().0 as f64;
        let mut figures = vec![shared(self.k, least)];
        figures.extend(plain.iter().enumerate().map(|(at, plain)| Figure {
            name: format!("change of a group's mean of {} by one record", plain.column.name),
            original: f64::NAN,
            expected: Some(made.change(at)),
            reached: made.change(at),
            pooled: Pooled::Largest,
        }));
        let gaps = |column: &Series| match &column.values {
            Values::Numbers(numbers) => numbers.iter().any(|number| number.is_nan()),
            Values::Categories { .. } => false,
        };
        let mut notes = Vec::new();
        if columns.iter().any(gaps) {
            notes.push(Said::Fixed("missing values count as the middle between the bounds"));
        }
        let columns = plain.iter().zip(made.columns()).map(|(plain, one)| new(plain, one.clone()));
        Ok(Outcome { columns: columns.collect(), figures, notes, ..Outcome::default() })
    }
}
