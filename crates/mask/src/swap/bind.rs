//! Swapping as a step.

use super::{SwapKind, cross_set, pairs, rank};
use crate::Refused;
use crate::at_risk::at_risk;
use crate::other_file::other_file;
use crate::perturb::{Method, Outcome, Perturbation, Perturbing, Plain, Rows};
use crate::step::StepContext;
use ridotto_core::Series;
use ridotto_numbers::Dice;
use ridotto_policy::{Problem, Share, Spanned};
use ridotto_release::{Error, Step, StepRun};
use ridotto_table::Table;

/// Between which records values are exchanged.
#[derive(Debug)]
enum Swap {
    Rank(rank::RankSwap),
    Pairs { swap: pairs::PairSwap, alike: Vec<Spanned<String>> },
    Targeted { alike: Vec<Spanned<String>> },
    CrossSet { swap: cross_set::CrossSetSwap, with: Spanned<String> },
}

/// The step that a policy asks for.
pub(crate) fn bind(context: StepContext) -> Result<Box<dyn Step>, Problem> {
    let given = context.given();
    let (range, alike) = (|| given.share("range").to_f64(), || given.texts("alike").to_vec());
    let swap = match given.choice("kind") {
        SwapKind::Rank => Swap::Rank(rank::RankSwap {
            range: range(),
            extremes: given.choice("extremes"),
            correlation_change: given.share_if_given("correlations").map(Share::to_f64),
        }),
        SwapKind::Pairs => {
            let swap = pairs::PairSwap { share: given.share("share").to_f64() };
            Swap::Pairs { swap, alike: alike() }
        }
        SwapKind::Targeted => Swap::Targeted { alike: alike() },
        SwapKind::CrossSet => Swap::CrossSet {
            swap: cross_set::CrossSetSwap { range: range() },
            with: given.text("with").cloned().expect("the policy names the other file"),
        },
    };
    Perturbing::bind(context, swap)
}

/// Attributes of the table that a step looks at.
pub(super) fn looked_at(
    context: &StepContext,
    table: &Table,
    names: &[Spanned<String>],
) -> Vec<Series> {
    names.iter().map(|name| Plain::of(table, context.place(name)).column).collect()
}

/// A swap with what it needs of the table, or of another one.
struct Ready<'a> {
    swap: &'a Swap,
    /// What records must be alike in.
    alike: Vec<Series>,
    /// Which records are at risk.
    at_risk: Vec<bool>,
    /// The columns of another file.
    others: Vec<Series>,
}

impl Perturbation for Swap {
    fn prepare<'a>(
        &'a self,
        context: &StepContext,
        table: &Table,
        columns: &mut [Plain],
        run: &StepRun<'_>,
    ) -> Result<Box<dyn Method + 'a>, Error> {
        let mut ready =
            Ready { swap: self, alike: Vec::new(), at_risk: Vec::new(), others: Vec::new() };
        match self {
            Self::Rank(_) => {}
            Self::Pairs { alike, .. } => ready.alike = looked_at(context, table, alike),
            Self::Targeted { alike } => {
                ready.alike = looked_at(context, table, alike);
                ready.at_risk = at_risk(context, table)?;
            }
            Self::CrossSet { with, .. } => {
                ready.others = other_file(context, with, columns, run.watch)?;
            }
        }
        Ok(Box::new(ready))
    }
}

impl Method for Ready<'_> {
    fn run(&self, rows: &Rows<'_>, dice: &Dice) -> Result<Outcome, Refused> {
        let alike: Vec<Series> = self.alike.iter().map(|column| rows.of(column)).collect();
        let columns = &rows.columns;
        let masked = match self.swap {
            Swap::Rank(swap) => rank::mask(swap, columns, None, dice)?,
            Swap::Pairs { swap, .. } => pairs::mask(swap, columns, &alike, dice)?,
            Swap::Targeted { .. } => {
                pairs::targeted(&rows.each(&self.at_risk), columns, &alike, dice)?
            }
            Swap::CrossSet { swap, .. } => cross_set::mask(swap, columns, &self.others, dice)?,
        };
        Ok(masked.into())
    }
}
