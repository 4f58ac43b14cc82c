//! What the owner says of single cells, in a file as τ-Argus has it: codes, and what is said.

use crate::cells::Cells;
use crate::judge::Judgement;
use crate::plan::Plan;
use crate::rule::Doubt;
use crate::space::Space;
use crate::suppress::Standing;
use ridotto_argus::apriori::{Known, Says, apriori};
use ridotto_catalogue::Decimal;
use ridotto_policy::Problem;
use ridotto_release::Error;

/// Reads the file that the policy names, if it names one.
pub fn read(plan: &Plan) -> Result<Vec<Known>, Error> {
    let Some(file) = &plan.policy.protection.apriori else { return Ok(Vec::new()) };
    let path = plan.folder.join(&file.value);
    let bytes = std::fs::read(&path).map_err(|error| {
        let problem = Problem::error("bind::apriori", format!("`{file}` cannot be read: {error}"))
            .at(file.span, "this file")
            .with_help("it lies relative to the policy");
        Error::from(plan.policy.error([problem]))
    })?;
    let text = String::from_utf8_lossy(&bytes);
    apriori(&text, plan.dimensions.len(), None).map_err(|fault| {
        let problem = Problem::error("bind::apriori", format!("`{file}`: {fault}"))
            .at(file.span, "this file")
            .with_help(
                "a line has a code for each dimension, empty for the total, in the order of the tables, \
                 and then s, u or p",
            );
        plan.policy.error([problem]).into()
    })
}

/// Tables of which the owner knows something.
pub struct Owner<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// Where cells are.
    pub space: &'a Space,
    /// The cells.
    pub cells: &'a Cells,
    /// How many decimals the values of each measure have.
    pub places: &'a dyn Fn(usize) -> u32,
    /// In how much doubt a cell must stay of which nothing else is said.
    pub usual: &'a dyn Fn(u32) -> Doubt,
}

impl Owner<'_> {
    /// Judges cells as the owner says; what is said later counts.
    pub fn say(
        &self,
        known: &[Known],
        judgement: &mut Judgement,
        costs: &mut [f64],
    ) -> Result<(), Error> {
        for one in known {
            for cell in self.cells_of(one)? {
                self.say_of(cell, one, judgement, costs)?;
            }
        }
        Ok(())
    }

    /// The cells that a line is about; none, if they are empty.
    fn cells_of(&self, known: &Known) -> Result<Vec<u32>, Error> {
        let mut key = self.space.total();
        for (at, code) in known.codes.iter().enumerate() {
            let Some(code) = code else { continue };
            let node = self.space.nodes(at).called(Some(code)).ok_or_else(|| {
                let what = format!("code {} is in no table", at + 1);
                let help = "codes are the labels of lines, in the order of the dimensions";
                self.fault(known.line, &what, help)
            })?;
            key = self.space.with(key, at, node);
        }
        let measures = self.plan.tables.iter().map(|table| table.measure);
        let mut found: Vec<u32> =
            measures.filter_map(|measure| self.cells.index.find(measure, key)).collect();
        found.sort_unstable();
        found.dedup();
        Ok(found)
    }

    fn say_of(
        &self,
        cell: u32,
        known: &Known,
        judgement: &mut Judgement,
        costs: &mut [f64],
    ) -> Result<(), Error> {
        let at = cell as usize;
        let unit = 10_f64.powi((self.places)(self.cells.index.measure(cell)).cast_signed());
        let units = |number: Decimal| number.to_f64() * unit;
        let value = self.cells.values[at] as f64;
        match known.says {
            Says::Safe => judgement.exempt(cell, Standing::Open),
            Says::Published => judgement.exempt(cell, Standing::Published),
            Says::Unsafe => judgement.flag(cell, "apriori", (self.usual)(cell)),
            Says::Hidden => judgement.flag(cell, "apriori", Doubt::default()),
            Says::Cost(cost) => costs[at] = units(cost),
            Says::Levels(down, up) => {
                judgement.restate(cell, Doubt { down: units(down), up: units(up) });
            }
            Says::Bounds(low, high) => {
                let (down, up) = (value - units(low), units(high) - value);
                if down < 0.0 || up < 0.0 {
                    return Err(self.fault(
                        known.line,
                        "the true value is not between the bounds",
                        "`ab` says between what everybody knows the value to lie: it does",
                    ));
                }
                (judgement.down[at], judgement.up[at]) = (down, up);
            }
        }
        Ok(())
    }

    /// What is wrong with a line of the file.
    fn fault(&self, line: u64, what: &str, help: &str) -> Error {
        let file = self.plan.policy.protection.apriori.as_ref();
        let name = file.map_or("", |file| file.as_str());
        let problem = Problem::error("bind::apriori", format!("line {line} of `{name}`: {what}"))
            .at(file.and_then(|file| file.span), "this file")
            .with_help(help);
        self.plan.policy.error([problem]).into()
    }
}
