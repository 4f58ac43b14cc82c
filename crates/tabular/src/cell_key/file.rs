//! Perturbation tables as files: a line for each count and change, as the field's packages write them.
//!
//! `i;j;p;v;p_int_ub`: the count, what it becomes, the probability, the change, and the probability of
//! this change and all before. A sixth column `type` parts even from odd counts; only `all` is read.

use super::Ptable;
use super::table::Row;
use std::fmt::Write;

/// What is wrong with a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PtableError {
    /// In which line, counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: &'static str,
}

/// How far rounded probabilities may be from what they are added up to.
const ROUNDED: f64 = 1e-4;

/// Reads a perturbation table.
pub fn read(text: &str) -> Result<Ptable, PtableError> {
    let text = text.trim_start_matches('\u{feff}');
    let mut lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let failed = |line, what| PtableError { line, what };
    let (_, header) = lines.next().ok_or(failed(1, "it is empty"))?;
    let mark = [';', '\t', ','].into_iter().find(|mark| header.contains(*mark));
    let mark = mark.ok_or(failed(1, "its first line names no columns"))?;
    let names: Vec<String> = header.split(mark).map(|name| plain(name).to_lowercase()).collect();
    let place = |wanted: &[&str]| names.iter().position(|name| wanted.contains(&name.as_str()));
    let columns = [&["i"][..], &["v"], &["p_int_ub", "p_ij_ub"]];
    let [Some(of), Some(change), Some(so_far)] = columns.map(place) else {
        return Err(failed(1, "it needs the columns `i`, `v` and `p_int_ub`"));
    };
    let kind = place(&["type"]);
    let mut rows: Vec<Row> = Vec::new();
    let mut ends = Vec::new();
    for (line, text) in lines {
        let fields: Vec<&str> = text.split(mark).map(plain).collect();
        let number = |at: usize| {
            let number = fields.get(at).and_then(|field| field.parse::<f64>().ok());
            number.filter(|number| number.is_finite()).ok_or(failed(line, "a number is missing"))
        };
        if kind.is_some_and(|at| fields.get(at).is_some_and(|kind| *kind != "all")) {
            return Err(failed(line, "tables by parity are not read"));
        }
        let (of, change, so_far) = (number(of)?, number(change)?, number(so_far)?);
        if rows.last().is_none_or(|row| row.of.total_cmp(&of).is_ne()) {
            if rows.last().is_some_and(|row| row.of > of) {
                return Err(failed(line, "counts are not in their order"));
            }
            rows.push(Row { of, steps: Vec::new() });
            ends.push(line);
        }
        if of + change < 0.0 {
            return Err(failed(line, "it makes a count negative"));
        }
        let row = rows.last_mut().expect("one was added");
        if row.steps.last().is_some_and(|step| step.1 > so_far || step.0 >= change) || so_far < 0.0
        {
            return Err(failed(line, "probabilities or changes are not in their order"));
        }
        row.steps.push((change, so_far));
        *ends.last_mut().expect("one was added") = line;
    }
    for (row, line) in rows.iter_mut().zip(ends) {
        check(row).map_err(|what| failed(line, what))?;
    }
    if rows.first().is_none_or(|row| row.of != 0.0) {
        return Err(failed(2, "it says nothing of zeros"));
    }
    Ok(Ptable { rows })
}

fn check(row: &mut Row) -> Result<(), &'static str> {
    let last = row.steps.last_mut().ok_or("a count has no change")?;
    if (last.1 - 1.0).abs() > ROUNDED {
        return Err("the probabilities of a count are not 1 together");
    }
    last.1 = 1.0;
    if row.of == 0.0 && row.steps != [(0.0, 1.0)] {
        return Err("it changes zeros");
    }
    let mean: f64 = row.shares().map(|(change, share)| change * share).sum();
    if mean.abs() > 0.01 {
        return Err("the noise of a count is not 0 on average");
    }
    Ok(())
}

fn plain(field: &str) -> &str {
    field.trim().trim_matches('"')
}

/// A perturbation table as a file.
pub fn written(table: &Ptable) -> String {
    let mut text = String::from("i;j;p;v;p_int_ub\n");
    for row in &table.rows {
        for ((change, so_far), (_, share)) in row.steps.iter().zip(row.shares()) {
            let Row { of, .. } = row;
            let _ = writeln!(text, "{of};{};{share};{change};{so_far}", of + change);
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cell_key::MaximumEntropy;

    #[test]
    fn what_was_written_is_read() {
        let table = MaximumEntropy { variance: 2.0, deviation: 5, unpublished: 2 }.table().unwrap();
        assert_eq!(read(&written(&table)), Ok(table));
    }

    #[test]
    fn wrong_files_are_refused_by_line() {
        let cases = [
            ("", 1, "empty"),
            ("hello", 1, "names no columns"),
            ("i;j;p\n", 1, "needs the columns"),
            ("i;v;p_int_ub\n0;0;1\n1;-1;x\n", 3, "number is missing"),
            ("i;v;p_int_ub\n0;0;1\n1;-2;1\n", 3, "negative"),
            ("i;v;p_int_ub\n0;0;1\n1;-1;0.5\n1;1;0.9\n", 4, "not 1 together"),
            ("i;v;p_int_ub\n0;0;1\n1;-1;0.5\n1;1;0.4\n", 4, "not in their order"),
            ("i;v;p_int_ub\n0;0;1\n1;-1;0.2\n1;1;1\n", 4, "not 0 on average"),
            ("i;v;p_int_ub\n0;1;1\n", 2, "changes zeros"),
            ("i;v;p_int_ub\n1;-1;0.5\n1;1;1\n", 2, "says nothing of zeros"),
            ("i;v;p_int_ub;type\n0;0;1;even\n", 2, "parity"),
        ];
        for (text, line, what) in cases {
            let error = read(text).unwrap_err();
            assert!(error.line == line && error.what.contains(what), "{text:?}: {error:?}");
        }
    }
}
