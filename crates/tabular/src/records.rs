//! Records as tables see them: whose they are, what they contribute, how many units they stand for.
//!
//! Numbers are whole numbers of the smallest unit that their column has, so that sums are exact and
//! totals are the sums of their parts to the last digit.

use crate::plan::{Measured, Plan};
use ridotto_catalogue::Decimal;
use ridotto_core::{CodeColumn, Codes, Dictionary};
use ridotto_policy::Problem;
use ridotto_table::{Column, Table};

/// What the sums of a measure are counted in.
#[derive(Clone, Copy, Debug)]
pub struct Unit {
    /// How many decimals they have.
    pub places: u32,
    /// Whether some contribution is negative.
    pub is_signed: bool,
}

/// Something that is added up.
#[derive(Debug)]
pub struct Measure {
    /// What each record contributes, in units of 10^-`places`; nothing is stored where each counts 1.
    amounts: Option<Vec<i64>>,
    /// How many decimals sums have.
    pub places: u32,
    /// What a contribution of one unit is in units of the sums, which weights may make finer.
    pub unit: i64,
    /// Whether some contribution is negative.
    pub is_signed: bool,
}

/// Records as tables see them.
#[derive(Debug)]
pub struct Records {
    /// How many there are.
    pub rows: usize,
    /// Whose each record is, if a column says so.
    respondents: Option<(Vec<u32>, usize)>,
    /// For how many units each record stands, in units of 10^-places; 1 each without weights.
    weights: Option<Vec<i64>>,
    weight_one: i64,
    /// What is added up, in the order of the plan.
    pub measures: Vec<Measure>,
    /// Whether the respondent of each record asks for protection.
    asks: Option<Vec<bool>>,
}

/// No sum may be larger, in its smallest unit: then nothing that is calculated with it overflows.
const MOST: i128 = 1 << 62;

impl Records {
    /// The records of a table, or what is wrong with them.
    pub fn new(plan: &Plan, table: &Table) -> Result<Self, Problem> {
        let weights = plan.weight.map(|at| numbers(plan, table, at)).transpose()?;
        let (weights, weight_places) =
            weights.map_or((None, 0), |(all, places)| (Some(all), places));
        if weights.iter().flatten().any(|&weight| weight < 0) {
            return Err(fault(
                "bind::weight",
                "a weight is negative".into(),
                "weights say how many units a record stands for",
            ));
        }
        let weight_one = 10_i64.pow(weight_places);
        let mut records = Self {
            rows: table.rows,
            respondents: plan.respondent.map(|at| {
                let (codes, dictionary) = of_codes(table, at);
                let mut strangers = dictionary.len() as u32;
                // Of whom nothing is said is nobody else.
                let mut who = |code: u32| {
                    if Some(code) != dictionary.missing() {
                        return code;
                    }
                    strangers += 1;
                    strangers - 1
                };
                let who: Vec<u32> = codes.iter().map(&mut who).collect();
                (who, strangers as usize)
            }),
            weights,
            weight_one,
            measures: Vec::new(),
            asks: None,
        };
        records.asks = plan.request.map(|at| asks(table, at, plan));
        for measured in &plan.measures {
            let measure = match measured {
                Measured::Count => Measure {
                    amounts: None,
                    places: weight_places,
                    unit: weight_one,
                    is_signed: false,
                },
                Measured::Column { at, .. } => {
                    let (amounts, places) = numbers(plan, table, *at)?;
                    let is_signed = amounts.iter().any(|&amount| amount < 0);
                    Measure {
                        amounts: Some(amounts),
                        places: places + weight_places,
                        unit: weight_one,
                        is_signed,
                    }
                }
            };
            records.fits(&measure)?;
            records.measures.push(measure);
        }
        Ok(records)
    }

    /// Whose a record is. Without a column each is somebody's own.
    pub fn who(&self, row: usize) -> u32 {
        self.respondents.as_ref().map_or(row as u32, |(who, _)| who[row])
    }

    /// How many respondents there are, if records say whose they are.
    pub fn respondents(&self) -> Option<usize> {
        self.respondents.as_ref().map(|(_, values)| *values)
    }

    /// How many units a record stands for, without fractions, and at least 1.
    pub fn times(&self, row: usize) -> u32 {
        let weight = self.weights.as_ref().map_or(self.weight_one, |all| all[row]);
        u32::try_from(weight / self.weight_one).unwrap_or(u32::MAX).max(1)
    }

    /// What a record adds to a sum.
    pub fn adds(&self, measure: usize, row: usize) -> i64 {
        let weight = self.weights.as_ref().map_or(1, |all| all[row]);
        self.measures[measure].amounts.as_ref().map_or(1, |all| all[row]) * weight
    }

    /// What a record's respondent contributes with it, in units of the sum.
    pub fn contributes(&self, measure: usize, row: usize) -> i64 {
        let of = &self.measures[measure];
        of.amounts.as_ref().map_or(1, |all| all[row]) * of.unit
    }

    /// Whether a record's respondent asks for protection.
    pub fn asks(&self, row: usize) -> bool {
        self.asks.as_ref().is_some_and(|asks| asks[row])
    }

    /// An error if sums could be too large to be calculated with.
    fn fits(&self, measure: &Measure) -> Result<(), Problem> {
        let amount =
            |row: usize| measure.amounts.as_ref().map_or(1, |all| i128::from(all[row]).abs());
        let weight = |row: usize| {
            self.weights
                .as_ref()
                .map_or(1, |all| i128::from(all[row]))
                .max(i128::from(measure.unit))
        };
        let sum: i128 = (0..self.rows)
            .map(|row| amount(row).saturating_mul(weight(row)))
            .fold(0, i128::saturating_add);
        if sum <= MOST {
            return Ok(());
        }
        Err(fault(
            "bind::too-large",
            "the sums of a table have more digits than can be calculated with".into(),
            "give the response, or the weights, fewer decimals",
        ))
    }
}

/// A column of codes.
pub fn coded(table: &Table, at: usize) -> CodeColumn<'_> {
    let (codes, dictionary) = of_codes(table, at);
    CodeColumn { codes, values: dictionary.len() }
}

fn of_codes(table: &Table, at: usize) -> (&Codes, &Dictionary) {
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => (codes, dictionary),
        _ => unreachable!("what tables look at is read as codes"),
    }
}

/// The texts that say no to being protected.
const NO: [&str; 6] = ["0", "no", "n", "false", "f", "-"];

fn asks(table: &Table, at: usize, plan: &Plan) -> Vec<bool> {
    let (codes, dictionary) = of_codes(table, at);
    let says = |text: &str| {
        let text = text.trim().to_lowercase();
        !text.is_empty() && !NO.contains(&text.as_str()) && !plan.missing.contains(&text)
    };
    let asks: Vec<bool> =
        (0..dictionary.len()).map(|code| dictionary.text(code as u32).is_some_and(says)).collect();
    codes.iter().map(|code| asks[code as usize]).collect()
}

/// The numbers of a column, in units of its own smallest decimal; one in every record.
pub fn numbers(plan: &Plan, table: &Table, at: usize) -> Result<(Vec<i64>, u32), Problem> {
    let (numbers, places) = some_numbers(plan, table, at, false)?;
    Ok((numbers.into_iter().flatten().collect(), places))
}

/// The numbers of a column, in units of its own smallest decimal, where some may be missing or none.
pub fn some_numbers(
    plan: &Plan,
    table: &Table,
    at: usize,
    may_lack: bool,
) -> Result<(Vec<Option<i64>>, u32), Problem> {
    let (codes, dictionary) = of_codes(table, at);
    let mark = if dictionary.reading().decimal_comma { ',' } else { '.' };
    let read = |code: usize| {
        let text = dictionary.text(code as u32)?.trim();
        let text = if mark == ',' { text.replace(',', ".") } else { text.to_owned() };
        Decimal::parse(&text)
    };
    let values: Vec<Option<Decimal>> = (0..dictionary.len()).map(read).collect();
    let wrong = |code: usize| {
        let row = codes.iter().position(|of| of as usize == code)?;
        let line = table.line_of(row);
        let (name, span) = (&table.names[at], plan.place_of(&table.names[at]));
        let what = if dictionary.text(code as u32).is_none() { "missing" } else { "no number" };
        Some(
            Problem::error("bind::no-number", format!("`{name}` is {what} in line {line}"))
                .at(span, "must be a number in every record")
                .with_help("leave such records out, or say what their value is"),
        )
    };
    let is_missing =
        |code: usize| dictionary.text(code as u32).is_none_or(|text| text.trim().is_empty());
    let mut without = values
        .iter()
        .enumerate()
        .filter(|(code, of)| of.is_none() && !(may_lack && is_missing(*code)));
    if let Some(problem) = without.find_map(|(code, _)| wrong(code)) {
        return Err(problem);
    }
    let places = values.iter().flatten().map(|of| of.places()).max().unwrap_or(0);
    let unit = |of: &Option<Decimal>| {
        let Some(number) = of else { return Some(None) };
        i64::try_from(number.checked_units(places)?).ok().map(Some)
    };
    let units: Option<Vec<Option<i64>>> = values.iter().map(unit).collect();
    let units = units.ok_or_else(|| {
        fault(
            "bind::too-large",
            format!(
                "`{}` has numbers with more digits than can be calculated with",
                table.names[at]
            ),
            "give it fewer decimals",
        )
        .at(plan.place_of(&table.names[at]), "too many digits")
    })?;
    Ok((codes.iter().map(|code| units[code as usize]).collect(), places))
}

fn fault(code: &'static str, message: String, help: &str) -> Problem {
    Problem::error(code, message).with_help(help)
}

#[cfg(test)]
impl Records {
    /// Records of these respondents with these amounts.
    pub fn sample(who: Vec<u32>, amounts: Vec<i64>) -> Self {
        let respondents = who.iter().max().map_or(0, |most| *most as usize + 1);
        let is_signed = amounts.iter().any(|&amount| amount < 0);
        let count = Measure { amounts: None, places: 0, unit: 1, is_signed: false };
        let rows = who.len();
        Self {
            rows,
            respondents: Some((who, respondents)),
            weights: None,
            weight_one: 1,
            measures: vec![
                count,
                Measure { amounts: Some(amounts), is_signed, places: 0, unit: 1 },
            ],
            asks: None,
        }
    }
}
