//! Sampling as a step, and a look at whether the records that stay speak for all.

use super::likeness::Likeness;
use crate::sample as by;
use crate::step::{StepContext, coded};
use rand::RngExt;
use ridotto_catalogue::{Entry, Share};
use ridotto_core::CodeColumn;
use ridotto_core::count::{counted, grouped, records};
use ridotto_policy::Problem;
use ridotto_release::{Error, Step, StepOutcome, StepRun, Trail};
use ridotto_report::{Concern, Finding};
use ridotto_table::{Column, Table};

/// Keeps some records, drawn at random.
#[derive(Debug)]
struct Sample {
    context: StepContext,
    amount: Amount,
    design: Design,
}

/// How many records a sample has.
#[derive(Clone, Copy, Debug)]
enum Amount {
    /// A share of them, rounded down to whole ones.
    Share(Share),
    /// So many.
    Size(u64),
}

/// How records are drawn.
#[derive(Debug)]
enum Design {
    /// Each with the same probability.
    Simple,
    /// From every combination of these attributes in proportion to its records.
    Strata(Vec<String>),
    /// All records with the same value of this column, or none of them.
    Cluster(String),
}

/// The step that a policy asks for.
#[expect(clippy::unnecessary_wraps, reason = "every step is bound alike")]
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let given = context.given();
    let amount = match given.share_if_given("share") {
        Some(share) => Amount::Share(share),
        None => Amount::Size(given.whole("size")),
    };
    let design = match (given.texts("strata"), given.text("cluster")) {
        (_, Some(cluster)) => Design::Cluster(cluster.value.clone()),
        ([], None) => Design::Simple,
        (strata, None) => Design::Strata(strata.iter().map(|name| name.value.clone()).collect()),
    };
    Ok(Box::new(Sample { context, amount, design }))
}

impl Step for Sample {
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

    fn run(&self, table: &mut Table, run: &mut StepRun<'_>) -> Result<StepOutcome, Error> {
        let drawn = self.draw(table, run)?;
        run.trail.findings.push(Finding {
            attribute: None,
            name: "records kept by sample".into(),
            concern: Concern::Utility,
            before: Some(table.rows as f64),
            after: Some(drawn.len() as f64),
        });
        self.compare(table, &drawn, run.trail);
        if run.randomness.is_seeded() {
            run.trail.notes.push("the sample was drawn by a known seed: for tests only".into());
        }
        table.keep(&drawn);
        Ok(StepOutcome::default())
    }
}

impl Sample {
    /// The records that are drawn, in ascending order.
    fn draw(&self, table: &Table, run: &StepRun<'_>) -> Result<Vec<u32>, Error> {
        let mut random = run.stream()?;
        let mut die = |sides: u64| random.random_range(0..sides);
        let rows = table.rows;
        Ok(match &self.design {
            Design::Simple => {
                let size = self.size(rows as u64, ("record", "records"))?;
                by::simple(rows, size as usize, &mut die)
            }
            Design::Strata(names) => {
                let size = self.size(rows as u64, ("record", "records"))?;
                let column = |name: &str| coded(table, self.context.place(name));
                let columns: Vec<CodeColumn<'_>> = names.iter().map(|name| column(name)).collect();
                let (strata, sizes) = by::groups(&columns, rows);
                by::stratified(&strata, &sizes, &by::allocate(&sizes, size), &mut die)
            }
            Design::Cluster(name) => {
                let at = self.context.place(name);
                let missing = match &table.columns[at] {
                    Column::Coded { dictionary, .. } => dictionary.missing(),
                    _ => None,
                };
                let (clusters, count) = by::clusters(coded(table, at), missing);
                let size = self.size(count as u64, ("cluster", "clusters"))?;
                by::clustered(&clusters, count, size as usize, &mut die)
            }
        })
    }

    /// How many are drawn of so many: at least one, and not more than there are.
    fn size(&self, of: u64, (one, many): (&str, &str)) -> Result<u64, Error> {
        let (size, span) = match self.amount {
            Amount::Share(share) => (share.of(of), self.context.given().at("share")),
            Amount::Size(size) => (size, self.context.given().at("size")),
        };
        let have = counted(of, one, many);
        let problem = if size > of {
            Problem::error("bind::sample", format!("the sample is larger than the whole: {have}"))
                .at(span, format!("{} more than there are", grouped(size - of)))
                .with_help(format!("ask for {} or less, or leave the step out", grouped(of)))
        } else if size == 0 {
            Problem::error("bind::sample", format!("this share of {have} is not one {one}"))
                .at(span, "rounded down to none")
                .with_help("ask for more")
        } else {
            return Ok(size);
        };
        Err(self.context.error(problem))
    }

    /// Says how like the whole the sample is, attribute by attribute.
    fn compare(&self, table: &Table, drawn: &[u32], trail: &mut Trail) {
        let mut far = Vec::new();
        for (at, name) in table.names.iter().enumerate() {
            let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { continue };
            if !self.context.is_wanted(at) {
                continue;
            }
            let (values, left) = (dictionary.len(), codes.take(drawn));
            let (whole, part) = (codes.histogram(values), left.histogram(values));
            let likeness = Likeness::new(dictionary, &whole, &part);
            if likeness.is_far() {
                far.push(name.as_str());
            }
            trail.findings.extend(findings(name, likeness));
        }
        trail.lints.extend(self.far(&far, drawn.len()));
    }

    fn far(&self, far: &[&str], drawn: usize) -> Option<Problem> {
        let first = far.first()?;
        let more = match far.len() {
            1 => String::new(),
            all => {
                format!(" and {}", counted(all as u64 - 1, "other attribute", "other attributes"))
            }
        };
        let message = format!(
            "the sample of {} does not speak for the whole in `{first}`{more}",
            records(drawn as u64)
        );
        Some(
            Problem::warning("bind::far-sample", message)
                .at(self.context.span(), "see the report's findings")
                .with_help(
                    "draw more records, or draw within `strata`; do not draw again until it fits: \
                     a sample that was chosen for its figures is not a random one",
                ),
        )
    }
}

fn findings(name: &str, likeness: Likeness) -> Vec<Finding> {
    let finding = |what: &str, before: f64, after: f64| Finding {
        attribute: None,
        name: format!("{what} of {name} by sample"),
        concern: Concern::Utility,
        before: Some(before),
        after: Some(after),
    };
    match likeness {
        Likeness::Numbers { shift, spread } => vec![
            finding("shift of the mean", 0.0, shift),
            finding("standard deviation relative to the whole", 1.0, spread),
        ],
        Likeness::Categories { distance } => {
            vec![finding("total variation distance", 0.0, distance)]
        }
    }
}
