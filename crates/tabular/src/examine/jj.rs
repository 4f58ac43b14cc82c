//! A JJ file says all of it: cells, relations, truth, and how much doubt is needed. It has no respondents.

use super::{Examination, Whom};
use ridotto_argus::jj::{Jj, Status};
use ridotto_audit::{Attacker, Audit, Contributors, Need, Outside, System, fixed};
use ridotto_catalogue::Decimal;
use ridotto_core::{Control, Watch};
use ridotto_release::{Error, heed};
use std::path::Path;

/// Attacks a JJ file: sensitive cells and those that are hidden besides are hidden, all others published.
pub fn examine_jj(table: &Jj, file: &Path, watch: &dyn Watch) -> Result<Examination, Error> {
    if let Some(sum) = table.broken() {
        let fault = ridotto_argus::Fault::new(
            sum.line,
            "the values do not keep to this relation",
            "was the file changed by hand?",
        );
        return Err(Error::of_fault(file, fault));
    }
    watch.begin("attacking", None);
    let cancelled = || watch.control() == Control::Cancel;
    let relation = |sum: &ridotto_argus::jj::Sum| -> Vec<u32> {
        [sum.total].into_iter().chain(sum.parts.iter().copied()).collect()
    };
    let system = System::new(table.cells.len(), table.relations.iter().map(relation));
    let number = |of: Decimal| of.to_f64();
    let hidden: Vec<bool> = table
        .cells
        .iter()
        .map(|cell| matches!(cell.status, Status::Sensitive | Status::Hidden))
        .collect();
    let values: Vec<f64> = table.cells.iter().map(|cell| number(cell.value)).collect();
    let down: Vec<f64> = table
        .cells
        .iter()
        .map(|cell| (number(cell.value) - number(cell.bounds.0)).max(0.0))
        .collect();
    let up: Vec<f64> = table
        .cells
        .iter()
        .map(|cell| (number(cell.bounds.1) - number(cell.value)).max(0.0))
        .collect();
    let need = |(at, cell): (usize, &ridotto_argus::jj::Cell)| Need {
        cell: at as u32,
        down: number(cell.lower_level).min(down[at]),
        up: number(cell.upper_level).min(up[at]),
    };
    let sensitive = table.cells.iter().enumerate();
    let sensitive = sensitive.filter(|(_, cell)| cell.status == Status::Sensitive);
    let needs: Vec<Need> = sensitive.map(need).collect();
    let contributors = Contributors::default();
    let outside = Outside { down: &down, up: &up };
    let audit = Audit::new((&system, &values, &hidden), outside, &contributors, false);
    let verdicts = audit.verdicts(&needs, &cancelled);
    let (mut outsider, mut largest) = (0, 0.0);
    for (need, verdict) in needs.iter().zip(&verdicts) {
        if let Some((Attacker::Outsider | Attacker::Contributor(_) | Attacker::Alone(_), _)) =
            verdict.near
        {
            outsider += 1;
            let interval = audit.interval(need.cell, &cancelled);
            let short = (need.down - interval.down).max(need.up - interval.up);
            largest = f64::max(largest, short);
        }
    }
    let known = fixed(&system, &hidden);
    let all = (0..hidden.len()).filter(|&cell| hidden[cell]);
    let exact = all.filter(|&cell| known[cell] || audit.is_exact(cell as u32, &cancelled)).count();
    heed(watch)?;
    Ok(Examination {
        cells: table.cells.len() as u64,
        suppressed: hidden.iter().filter(|hidden| **hidden).count() as u64,
        exact: exact as u64,
        by: Whom { outsider, ..Whom::default() },
        largest_violation: largest,
        by_lines: None,
        intervals: None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two rows and two columns with totals; the first row hides both of its cells, of which one is
    /// sensitive. The columns give them away.
    fn table(second: char) -> Jj {
        let cell = |at: usize, value: i64, status: char| {
            let need = i64::from(status == 'u');
            format!("{at} {value} 1 {status} 0 1000 {need} {need} 0\n")
        };
        let cells = [
            (100, 's'),
            (30, 's'),
            (70, 's'), // the total, and the rows
            (40, 's'),
            (60, 's'), // the columns
            (10, 'u'),
            (20, 'm'),
            (30, second),
            (40, second),
        ];
        let cells: Vec<String> = cells
            .iter()
            .enumerate()
            .map(|(at, &(value, status))| cell(at, value, status))
            .collect();
        let relations = "6\n0 3 : 0 (-1) 1 (1) 2 (1)\n0 3 : 0 (-1) 3 (1) 4 (1)\n0 3 : 1 (-1) 5 (1) 6 (1)\n\
            0 3 : 2 (-1) 7 (1) 8 (1)\n0 3 : 3 (-1) 5 (1) 7 (1)\n0 3 : 4 (-1) 6 (1) 8 (1)\n";
        Jj::read(&format!("0\n9\n{}{relations}", cells.concat())).expect("a table")
    }

    #[test]
    fn a_naive_pattern_is_found_out_and_a_closed_one_is_not() {
        let examine =
            |second| examine_jj(&table(second), Path::new("t.jj"), &()).expect("attacked");
        let naive = examine('s');
        assert_eq!((naive.cells, naive.suppressed, naive.exact, naive.not_safe()), (9, 2, 2, 1));
        assert!((naive.largest_violation - 1.0).abs() < 1e-6, "{}", naive.largest_violation);
        let closed = examine('m');
        assert_eq!((closed.suppressed, closed.exact, closed.not_safe()), (4, 0, 0));
    }

    #[test]
    fn values_have_to_add_up() {
        let mut wrong = table('m');
        wrong.cells[5].value = Decimal::from(11);
        let error = examine_jj(&wrong, Path::new("t.jj"), &()).expect_err("it does not add up");
        assert!(error.to_string().contains("t.jj: line 15: "), "{error}");
    }
}
