//! The attack itself, and what came of it.

use super::{Case, NONE, Whom};
use rayon::prelude::*;
use ridotto_audit::{Attacker, Audit, Contributors, Need, Outside, Verdict, fixed};

/// What an attack found.
pub(super) struct Attacked {
    pub exact: u64,
    pub verdicts: Vec<Verdict>,
    pub by: Whom,
    pub largest_violation: f64,
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
    let audit = known.audit(case);
    let is_hidden = |need: &&Need| case.hidden[need.cell as usize];
    let (hidden, published): (Vec<&Need>, Vec<&Need>) = known.needs.iter().partition(is_hidden);
    let hidden: Vec<Need> = hidden.into_iter().copied().collect();
    let verdicts = audit.verdicts(&hidden, stopped);
    let mut by = Whom { outsider: published.len() as u64, contributor: 0 };
    let unit = |need: &Need| case.unit(need.cell);
    let told = published.iter().map(|need| need.down.max(need.up) * unit(need));
    let mut largest = told.fold(0.0, f64::max);
    for (need, verdict) in hidden.iter().zip(&verdicts) {
        match verdict.near {
            None => continue,
            Some((Attacker::Outsider, _)) => by.outsider += 1,
            Some((Attacker::Contributor(_) | Attacker::Alone(_), _)) => by.contributor += 1,
        }
        let interval = audit.interval(need.cell, stopped);
        let short = (need.down - interval.down).max(need.up - interval.up);
        largest = f64::max(largest, short * unit(need));
    }
    Attacked { exact: exact(case, &audit, stopped), verdicts, by, largest_violation: largest }
}

/// How many hidden cells an outsider knows exactly.
fn exact(case: &Case<'_>, audit: &Audit<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> u64 {
    let fixed = fixed(&case.system, &case.hidden);
    let hidden: Vec<u32> =
        (0..case.hidden.len() as u32).filter(|&cell| case.hidden[cell as usize]).collect();
    let is_exact = |cell: &&u32| fixed[**cell as usize] || audit.is_exact(**cell, &|| stopped());
    hidden.par_iter().filter(is_exact).count() as u64
}

/// The hidden cells as a file for the owner.
pub(super) fn intervals(case: &Case<'_>, stopped: &(dyn Fn() -> bool + Sync)) -> String {
    let known = Known::of(case);
    let audit = known.audit(case);
    let mut text: Vec<String> = case.plan.dimensions.iter().map(|(name, _)| quoted(name)).collect();
    text.push("reason,true,lower,upper,needed_lower,needed_upper\n".to_owned());
    let header = text.join(",");
    let cells: Vec<u32> =
        (0..case.hidden.len() as u32).filter(|&cell| case.hidden[cell as usize]).collect();
    let line = |&cell: &u32| line(case, (&known, &audit), cell, stopped);
    let lines: Vec<String> = cells.par_iter().map(line).collect();
    header + &lines.concat()
}

fn line(
    case: &Case<'_>,
    (known, audit): (&Known, &Audit<'_>),
    cell: u32,
    stopped: &(dyn Fn() -> bool + Sync),
) -> String {
    let (key, unit) = (case.index.key(cell), case.unit(cell));
    let mut parts: Vec<String> = (0..case.plan.dimensions.len())
        .map(|at| {
            let label = case.data.space.nodes(at).label(case.data.space.node(key, at));
            quoted(label.unwrap_or_default())
        })
        .collect();
    let need = known.needs.iter().find(|need| need.cell == cell);
    parts.push(reason(case, cell).to_owned());
    let value = known.values[cell as usize];
    let number =
        |value: f64| if value.is_finite() { (value * unit).to_string() } else { String::new() };
    let interval = audit.interval(cell, &|| stopped());
    parts.push(number(value));
    parts.extend([number(value - interval.down), number(value + interval.up)]);
    parts.extend(match need {
        Some(need) => [number(value - need.down), number(value + need.up)],
        None => [String::new(), String::new()],
    });
    parts.join(",") + "\n"
}

/// Why a cell is hidden: the first rule by which it is sensitive, or so that others are not known.
fn reason<'a>(case: &'a Case<'_>, cell: u32) -> &'a str {
    let reasons = match case.of_records[cell as usize] {
        NONE => 0,
        old => case.judgement.reasons[old as usize],
    };
    match reasons.trailing_zeros() {
        32.. => "secondary",
        first => case.judgement.names.get(first as usize).map_or("primary", String::as_str),
    }
}

fn quoted(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        return format!("\"{}\"", text.replace('"', "\"\""));
    }
    text.to_owned()
}
