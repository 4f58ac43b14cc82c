//! The attack itself, and what came of it.

use super::lines::Line;
use super::{Case, NONE, Whom};
use crate::intervals::{Form, Hidden, SECONDARY};
use crate::judge::Judge;
use crate::plan::Measured;
use crate::safety::asked_of_lines;
use rayon::prelude::*;
use ridotto_audit::{Attacker, Audit, Contributors, Everybody, Need, Outside, fixed};
use rustc_hash::{FxHashMap, FxHashSet};

/// What an attack found.
pub(super) struct Attacked {
    pub exact: u64,
    pub by: Whom,
    pub largest_violation: f64,
    pub by_lines: Option<(u64, u64)>,
}

/// What everybody knows of cells, and who is in them.
struct Known {
    values: Vec<f64>,
    down: Vec<f64>,
    up: Vec<f64>,
    contributors: Contributors,
    needs: Vec<Need>,
}

impl Known {
    fn of(case: &Case<'_>) -> Self {
        let judged = case.judgement;
        let all = || 0..case.index.len() as u32;
        let of = |from: &[f64], none: f64| -> Vec<f64> {
            let old = |&old: &u32| if old == NONE { none } else { from[old as usize] };
            case.of_records.iter().map(old).collect()
        };
        let place = |need: &Need| {
            let (measure, key) =
                (case.cells.index.measure(need.cell), case.cells.index.key(need.cell));
            let cell = case.index.find(measure, key).expect("cells with records are among all");
            Need { cell, ..*need }
        };
        Self {
            values: all().map(|cell| case.value(cell) as f64).collect(),
            // Where there is no record the value is 0: it cannot be less, and for all that is known more.
            down: of(&judged.down, 0.0),
            up: of(&judged.up, f64::INFINITY),
            contributors: judged.contributors.of_cells(&case.of_records),
            needs: judged.needs.iter().map(place).collect(),
        }
    }

    fn audit<'a>(&'a self, case: &'a Case<'_>) -> Audit<'a> {
        let outside = Outside { down: &self.down, up: &self.up };
        let table = (&case.system, &self.values[..], &case.hidden[..]);
        Audit::new(table, outside, &self.contributors, case.plan.alone_know())
    }
}

/// Attacks a case.
pub(super) fn attacked(case: &Case<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> Attacked {
    let known = Known::of(case);
    let everyone = case.data.everyone(case.plan, &case.index, &known.values);
    let everybody = everyone.as_ref().map(|of| of as &dyn Everybody);
    let audit = known.audit(case).with_everybody(everybody);
    let is_hidden = |need: &&Need| case.hidden[need.cell as usize];
    let (hidden, published): (Vec<&Need>, Vec<&Need>) = known.needs.iter().partition(is_hidden);
    let hidden: Vec<Need> = hidden.into_iter().copied().collect();
    let verdicts = audit.verdicts(&hidden, stopped);
    let holdings = case.data.holdings();
    let mut by = Whom { outsider: published.len() as u64, ..Whom::default() };
    for (attacker, _) in verdicts.iter().filter_map(|verdict| verdict.near) {
        by.add(attacker, &holdings);
    }
    let unit = |need: &Need| case.unit(need.cell);
    let told = published.iter().map(|need| need.down.max(need.up) * unit(need));
    let missed: Vec<f64> = hidden
        .par_iter()
        .zip(&verdicts)
        .filter_map(|(need, verdict)| {
            // Who is alone in another cell knows this one exactly, or they would not have been found.
            let missed = match verdict.near?.0 {
                Attacker::Alone(_) => need.down.max(need.up),
                Attacker::Outsider | Attacker::Contributor(_) => {
                    audit.shortfall(need, &|| stopped())
                }
            };
            Some(missed * unit(need))
        })
        .collect();
    let largest = told.chain(missed).fold(0.0, f64::max);
    let safe = hidden.iter().zip(&verdicts).filter(|(_, verdict)| verdict.near.is_none());
    let safe: Vec<Need> = safe.map(|(need, _)| *need).collect();
    let by_lines =
        (!case.plan.lines_tell()).then(|| by_lines(case, (&known, everybody), &safe, stopped));
    Attacked { exact: exact(case, &audit, stopped), by, largest_violation: largest, by_lines }
}

/// How many counts of some that are safe are not for who takes the line of a hidden one to tell that somebody
/// is in it, and how many were looked at.
fn by_lines(
    case: &Case<'_>,
    (known, everybody): (&Known, Option<&dyn Everybody>),
    safe: &[Need],
    stopped: &(dyn Fn() -> bool + Sync),
) -> (u64, u64) {
    let is_count =
        |need: &&Need| case.plan.measures[case.index.measure(need.cell)] == Measured::Count;
    let needs = asked_of_lines(safe.iter().filter(is_count).copied().collect());
    if needs.is_empty() {
        return (0, 0);
    }
    let mut contributors = case.judgement.contributors.clone();
    let (plan, units, cells) = (case.plan, &case.data.units[..], case.cells);
    Judge { plan, units, cells, asks: &|_| false }.hear_lines(&mut contributors);
    let contributors = contributors.of_cells(&case.of_records);
    let told = Audit::new(
        (&case.system, &known.values, &case.hidden),
        Outside { down: &known.down, up: &known.up },
        &contributors,
        case.plan.alone_know(),
    );
    let verdicts = told.with_everybody(everybody).verdicts(&needs, stopped);
    let near = verdicts.iter().filter(|verdict| verdict.near.is_some());
    (near.count() as u64, needs.len() as u64)
}

impl Whom {
    /// One cell more that somebody knows too well.
    fn add(&mut self, attacker: Attacker, holdings: &[bool]) {
        let counted = match attacker {
            Attacker::Outsider => &mut self.outsider,
            Attacker::Contributor(who) | Attacker::Alone(who) => {
                let is_holding = holdings.get(who as usize).is_some_and(|holding| *holding);
                if is_holding { &mut self.coalition } else { &mut self.respondent }
            }
        };
        *counted += 1;
    }
}

/// How many hidden cells an outsider knows exactly.
fn exact(case: &Case<'_>, audit: &Audit<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> u64 {
    let fixed = fixed(&case.system, &case.hidden);
    let hidden: Vec<u32> =
        (0..case.hidden.len() as u32).filter(|&cell| case.hidden[cell as usize]).collect();
    let is_exact = |cell: &&u32| fixed[**cell as usize] || audit.is_exact(**cell, &|| stopped());
    hidden.par_iter().filter(is_exact).count() as u64
}

/// The hidden cells as a file for the owner, in the form that a release has: those with records in the order
/// of the tables, then those that the file names besides.
pub(super) fn intervals(
    case: &Case<'_>,
    lines: &[Line],
    stopped: &(dyn Fn() -> bool + Sync),
) -> String {
    let known = Known::of(case);
    let audit = known.audit(case);
    let needs: FxHashMap<u32, Need> = known.needs.iter().map(|need| (need.cell, *need)).collect();
    let form = Form { plan: case.plan, data: case.data };
    let one = |&(table, cell): &(usize, u32)| {
        form.line(Hidden {
            table: case.plan.tables[table].name.as_deref(),
            key: case.index.key(cell),
            measure: case.index.measure(cell),
            reason: reason(case, cell),
            value: known.values[cell as usize],
            interval: audit.interval(cell, &|| stopped()),
            need: needs.get(&cell).copied(),
        })
    };
    let told: Vec<String> = hidden_lines(case, lines).par_iter().map(one).collect();
    form.header() + &told.concat()
}

/// The hidden lines of each table: its number, and the cell. The count beside a mean has no line of its own.
fn hidden_lines(case: &Case<'_>, lines: &[Line]) -> Vec<(usize, u32)> {
    let index = &case.cells.index;
    let of_records = case.cells.tables.iter().enumerate().flat_map(move |(table, lines)| {
        let place = move |cell: u32| (index.measure(cell), index.key(cell));
        lines.iter().map(move |line| (table, place(line.cell)))
    });
    let measure = |line: &Line| case.plan.tables[line.table].measure;
    let named = lines.iter().map(|line| (line.table, (measure(line), line.key)));
    let mut seen = FxHashSet::default();
    let all = of_records.chain(named).filter(|line| seen.insert(*line));
    let cell = |(table, (measure, key))| Some((table, case.index.find(measure, key)?));
    all.filter_map(cell).filter(|&(_, cell)| case.hidden[cell as usize]).collect()
}

/// Why a cell is hidden: where there are no records no rule says it.
fn reason(case: &Case<'_>, cell: u32) -> String {
    match case.of_records[cell as usize] {
        NONE => SECONDARY.to_owned(),
        old => crate::intervals::reason(case.judgement, old),
    }
}
