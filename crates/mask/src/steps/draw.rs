//! Sampling: some records stay, and a look at whether they speak for all.

use super::{Masked, Setting, coded, place};
use crate::sample as by;
use crate::sample::likeness::Likeness;
use rand::RngExt;
use ridotto_core::KeyColumn;
use ridotto_core::count::{counted, grouped, records};
use ridotto_io::{Column, Table};
use ridotto_policy::{Amount, Design, Mask, Problem};
use ridotto_release::Error;
use ridotto_release::Randomness;
use ridotto_report::{Concern, Finding};

/// What is to be drawn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Drawing<'a> {
    /// The step.
    pub mask: &'a Mask,
    /// How many.
    pub amount: &'a Amount,
    /// How.
    pub design: &'a Design,
    /// The step's place among all.
    pub number: u64,
}

/// Keeps the records that were drawn.
pub(super) fn sample(
    setting: Setting<'_>,
    mut masked: Masked,
    drawing: Drawing<'_>,
) -> Result<Masked, Error> {
    let drawn = draw(setting, &masked.table, drawing)?;
    let whole = masked.table.rows as u64;
    masked.trail.findings.push(Finding {
        attribute: None,
        name: "records kept by sample".into(),
        concern: Concern::Utility,
        before: Some(whole as f64),
        after: Some(drawn.len() as f64),
    });
    compare(setting, &mut masked, drawing.mask, &drawn);
    if setting.seed.is_some() {
        masked
            .trail
            .notes
            .push("the sample was drawn by a known seed (--seed): for tests only".into());
    }
    masked.table = masked.table.keep(&drawn);
    Ok(masked)
}

/// The records that are drawn, in ascending order.
fn draw(setting: Setting<'_>, table: &Table, drawing: Drawing<'_>) -> Result<Vec<u32>, Error> {
    let name = format!("step {}", drawing.number);
    let mut random = Randomness::of_seed(setting.seed).stream(&name)?;
    let mut die = |sides: u64| random.random_range(0..sides);
    let size = |of: u64, what: (&str, &str)| size(setting, drawing, of, what);
    let rows = table.rows;
    Ok(match drawing.design {
        Design::Simple => {
            let size = size(rows as u64, ("record", "records"))?;
            by::simple(rows, size as usize, &mut die)
        }
        Design::Strata(names) => {
            let size = size(rows as u64, ("record", "records"))?;
            let columns: Vec<KeyColumn<'_>> = names.iter().map(|name| coded(table, name)).collect();
            let (strata, sizes) = by::groups(&columns, rows);
            by::stratified(&strata, &sizes, &by::allocate(&sizes, size), &mut die)
        }
        Design::Cluster(name) => {
            let missing = match &table.columns[place(table, name)] {
                Column::Coded { dictionary, .. } => dictionary.missing(),
                _ => None,
            };
            let (clusters, count) = by::clusters(coded(table, name), missing);
            let size = size(count as u64, ("cluster", "clusters"))?;
            by::clustered(&clusters, count, size as usize, &mut die)
        }
    })
}

/// How many are drawn of so many: at least one, and not more than there are.
fn size(
    setting: Setting<'_>,
    drawing: Drawing<'_>,
    of: u64,
    (one, many): (&str, &str),
) -> Result<u64, Error> {
    let (size, span) = match drawing.amount {
        Amount::Share(share) => (share.of(of), share.span),
        Amount::Size(size) => (**size, size.span),
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
    Err(setting.policy.error([problem]).into())
}

/// Says how like the whole the sample is, attribute by attribute.
fn compare(setting: Setting<'_>, masked: &mut Masked, mask: &Mask, drawn: &[u32]) {
    let mut far = Vec::new();
    let table = &masked.table;
    for (at, name) in table.names.iter().enumerate().filter(|(at, _)| setting.wanted[*at]) {
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { continue };
        let (values, left) = (dictionary.len(), codes.take(drawn));
        let likeness = Likeness::new(dictionary, &codes.histogram(values), &left.histogram(values));
        if likeness.is_far() {
            far.push(name.as_str());
        }
        masked.trail.findings.extend(findings(name, likeness));
    }
    if let Some(first) = far.first() {
        let more = match far.len() {
            1 => String::new(),
            all => {
                format!(" and {}", counted(all as u64 - 1, "other attribute", "other attributes"))
            }
        };
        let message = format!(
            "the sample of {} does not speak for the whole in `{first}`{more}",
            records(drawn.len() as u64)
        );
        masked.trail.lints.push(
            Problem::warning("bind::far-sample", message)
                .at(mask.span, "see the report's findings")
                .with_help(
                    "draw more records, or draw within `strata`; do not draw again until it fits: \
                     a sample that was chosen for its figures is not a random one",
                ),
        );
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
