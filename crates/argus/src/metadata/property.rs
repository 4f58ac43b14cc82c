//! What can be said of a variable.

use super::Use;
use crate::Fault;

/// What a word and what follows it say.
pub(super) enum Said {
    Is(Use),
    Requests(Vec<String>),
    Decimals(u32),
    Total,
    Labels,
    /// Which of the three files.
    Ptable(usize),
    Hierarchical,
    Digits(Vec<usize>),
    List,
    Mark,
    /// Known, and kept by its word.
    Other,
}

/// The most digits after a decimal mark that are kept.
const MOST_DECIMALS: u32 = 18;

/// What a word says; the word is in capitals.
pub(super) fn of(word: &str, line: u64, values: &[&str]) -> Result<Said, Fault> {
    let is_there = !values.is_empty();
    Ok(match word {
        "RECODEABLE" | "RECODABLE" => Said::Is(Use::Dimension),
        "NUMERIC" => Said::Is(Use::Numeric),
        "SHADOW" => Said::Is(Use::Shadow),
        "COST" | "COSTVAR" => Said::Is(Use::Cost),
        "LOWERPL" => Said::Is(Use::LowerLevel),
        "UPPERPL" => Said::Is(Use::UpperLevel),
        "FREQUENCY" => Said::Is(Use::Frequency),
        "MAXSCORE" => Said::Is(Use::Largest),
        "STATUS" => Said::Is(Use::Status),
        "WEIGHT" => Said::Is(Use::Weight),
        "HOLDING" => Said::Is(Use::Holding),
        "RECORDKEY" => Said::Is(Use::RecordKey),
        "REQUEST" => Said::Requests(values.iter().map(|code| code.trim().to_owned()).collect()),
        "DECIMALS" => Said::Decimals(decimals(line, values)?),
        "TOTCODE" if is_there => Said::Total,
        "CODELIST" if is_there => Said::Labels,
        "PFILE" | "PFILE_FREQ" if is_there => Said::Ptable(0),
        "PFILE_CONT" if is_there => Said::Ptable(1),
        "PFILE_SEP" if is_there => Said::Ptable(2),
        "HIERARCHICAL" => Said::Hierarchical,
        "HIERLEVELS" => Said::Digits(digits(line, values)?),
        "HIERCODELIST" if is_there => Said::List,
        "HIERLEADSTRING" if is_there => Said::Mark,
        "DISTANCE" | "TRUNCABLE" | "CKM" | "INCLUDEZEROS" | "PARITY" | "SEPARATION" | "SCALING"
        | "CELLKEY" => Said::Other,
        "TOTCODE" | "CODELIST" | "PFILE" | "PFILE_FREQ" | "PFILE_CONT" | "PFILE_SEP"
        | "HIERCODELIST" | "HIERLEADSTRING" => {
            return Err(Fault::new(
                line,
                format!("`<{word}>` without a value"),
                "write it, in quotes",
            ));
        }
        _ => {
            let hint = "look for a misspelt word; the words are those of τ-Argus 4";
            return Err(Fault::new(line, "a word that metadata do not have", hint));
        }
    })
}

fn decimals(line: u64, values: &[&str]) -> Result<u32, Fault> {
    let number = values.first().and_then(|value| value.parse().ok());
    number.filter(|&number| number <= MOST_DECIMALS).ok_or_else(|| {
        Fault::new(
            line,
            "`<DECIMALS>` without a number",
            "write how many digits follow the decimal mark",
        )
    })
}

/// Levels without digits are none.
fn digits(line: u64, values: &[&str]) -> Result<Vec<usize>, Fault> {
    let numbers = values.iter().map(|value| value.parse::<u8>().map(usize::from));
    let numbers: Result<Vec<usize>, _> = numbers.collect();
    let mut numbers = numbers.unwrap_or_default();
    numbers.retain(|&digits| digits > 0);
    if numbers.is_empty() {
        let hint = "write how many digits each level has more than the one above";
        return Err(Fault::new(line, "`<HIERLEVELS>` without numbers", hint));
    }
    Ok(numbers)
}
