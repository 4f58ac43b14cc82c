//! From a file to a table.

use super::{Cell, Jj, Status, Sum};
use crate::Fault;
use crate::text::lines;
use ridotto_catalogue::Decimal;

const ENDED: &str = "was it copied to its end?";
const CELL: &str =
    "a cell is its number, value, cost, status, two bounds and three protection levels";
const SUM: &str = "a relation is 0, how many terms, a colon, and of each its cell and (1) or (-1)";

pub(super) fn read(text: &str) -> Result<Jj, Fault> {
    let mut lines = lines(text);
    let mut last = 0;
    let mut next = || {
        let (line, text) = lines
            .next()
            .ok_or_else(|| Fault::new(last + 1, "the file ends before it is complete", ENDED))?;
        last = line;
        Ok::<_, Fault>((line, text.trim()))
    };
    _ = next()?;
    let many = count(next()?, "cells")?;
    // No more room than the text can need.
    let mut cells = Vec::with_capacity(many.min(text.len() / 10));
    for at in 0..many {
        cells.push(cell(next()?, at)?);
    }
    let many = count(next()?, "relations")?;
    let mut relations = Vec::with_capacity(many.min(text.len() / 10));
    for _ in 0..many {
        let (line, text) = next()?;
        relations.push(sum(line, text, cells.len())?);
    }
    Ok(Jj { cells, relations })
}

fn count((line, text): (u64, &str), of: &str) -> Result<usize, Fault> {
    let number = text.parse::<u32>().map(|number| number as usize);
    number.map_err(|_| Fault::new(line, format!("no number of {of}"), "write how many follow"))
}

fn cell((line, text): (u64, &str), at: usize) -> Result<Cell, Fault> {
    let words: Vec<&str> = text.split_whitespace().collect();
    if words.len() != 9 {
        let message = format!("{} words, where 9 are needed", words.len());
        return Err(Fault::new(line, message, CELL));
    }
    if words[0].parse() != Ok(at) {
        return Err(Fault::new(line, "a cell of another number than its place", CELL));
    }
    let number = |at: usize| {
        let number = words[at].parse::<Decimal>();
        number.map_err(|_| Fault::new(line, format!("word {} is no number", at + 1), CELL))
    };
    let status = Status::of(words[3])
        .ok_or_else(|| Fault::new(line, "a status that is none of s, u, z, m", CELL))?;
    Ok(Cell {
        value: number(1)?,
        cost: number(2)?,
        status,
        bounds: (number(4)?, number(5)?),
        lower_level: number(6)?,
        upper_level: number(7)?,
        sliding_level: number(8)?,
    })
}

fn sum(line: u64, text: &str, cells: usize) -> Result<Sum, Fault> {
    let fault = |message: &str| Fault::new(line, message, SUM);
    let (head, terms) = text.split_once(':').ok_or_else(|| fault("no colon"))?;
    let mut head = head.split_whitespace();
    let right = head.next().and_then(|word| word.parse::<Decimal>().ok());
    let said = head.next().and_then(|word| word.parse::<usize>().ok());
    let (Some(right), Some(said)) = (right, said) else {
        return Err(fault("no number before the colon"));
    };
    let terms = all_terms(terms).ok_or_else(|| fault("a term that is no cell and factor"))?;
    if terms.len() != said {
        return Err(fault(&format!("{} terms, where {said} are said", terms.len())));
    }
    if terms.iter().any(|&(cell, _)| cell as usize >= cells) {
        return Err(fault("a cell that there is not"));
    }
    let mut named: Vec<u32> = terms.iter().map(|&(cell, _)| cell).collect();
    named.sort_unstable();
    if named.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err(fault("a cell that is there twice"));
    }
    let total = if right == Decimal::ZERO { total(&terms) } else { None };
    let total = total.ok_or_else(|| fault("no sum: one cell must be what the others add up to"))?;
    let parts = terms.iter().map(|&(cell, _)| cell).filter(|&cell| cell != total).collect();
    Ok(Sum { line, total, parts })
}

/// The only cell of its sign, where all factors are 1 or −1; of two cells the first with −1.
fn total(terms: &[(u32, i64)]) -> Option<u32> {
    if terms.len() < 2 || terms.iter().any(|&(_, factor)| factor.abs() != 1) {
        return None;
    }
    [-1, 1].into_iter().find_map(|sign| {
        let mut of = terms.iter().filter(|&&(_, factor)| factor == sign);
        let first = of.next()?;
        of.next().is_none().then_some(first.0)
    })
}

/// Cells with their factors in parentheses.
fn all_terms(text: &str) -> Option<Vec<(u32, i64)>> {
    let mut terms = Vec::new();
    let mut rest = text.trim();
    while !rest.is_empty() {
        let (cell, after) = rest.split_once('(')?;
        let (factor, after) = after.split_once(')')?;
        let factor = factor.trim().parse::<Decimal>().ok()?;
        // Factors of other sizes are refused by who asks for a sum.
        let factor =
            if factor.is_whole() { i64::try_from(factor.digits()).unwrap_or(0) } else { 0 };
        terms.push((cell.trim().parse().ok()?, factor));
        rest = after.trim_start();
    }
    Some(terms)
}
