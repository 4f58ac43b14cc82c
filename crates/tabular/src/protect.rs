//! The decision: judge cells, protect them by a method, and attack what would be published.

use crate::apriori::{self, Owner};
use crate::cells::{Cells, Index};
use crate::cube::{Counting, Cube};
use crate::everybody::Everyone;
use crate::given::{Given, Said};
use crate::group::groups;
use crate::judge::{Judge, Judgement};
use crate::method::{self, Case, Outcome};
use crate::plan::{Cost, Measured, Plan, Planned};
use crate::published;
use crate::records::{Records, Unit, coded};
use crate::rule::Doubt;
use crate::safety::{Attacked, asked_of_lines, attacked};
use crate::space::Space;
use crate::suppress::{self, Standing};
use ridotto_audit::{Everybody, Need};
use ridotto_core::count::{counted, grouped};
use ridotto_core::{CodeColumn, Control};
use ridotto_policy::Problem;
use ridotto_release::{Deadline, Error, Run, Unmet, heed};
use ridotto_table::Table;

/// Records, and the nodes of each dimension.
#[derive(Debug)]
pub struct Data {
    /// The records as they were read.
    pub table: Table,
    /// What they are.
    pub source: Source,
    /// What the sums of each measure are counted in.
    pub units: Vec<Unit>,
    /// Where cells are.
    pub space: Space,
}

/// What tables are made of.
#[derive(Debug)]
pub enum Source {
    /// Records as tables see them.
    Records(Records),
    /// Cells that are given.
    Cells(Given),
}

/// What was decided about tables.
#[derive(Debug)]
pub struct Decision {
    /// The cells.
    pub cells: Cells,
    /// What was judged of them.
    pub judgement: Judgement,
    /// What is published.
    pub outcome: Outcome,
    /// What it costs to hide each.
    pub cost: Vec<f64>,
    /// The values of cells as binary numbers.
    pub values: Vec<f64>,
    /// What the smallest unit of each measure is worth.
    pub units: Vec<f64>,
}

impl Data {
    /// The columns of a table, with their places among the dimensions.
    pub fn columns(&self, plan: &Plan, dimensions: &[usize]) -> Vec<(usize, CodeColumn<'_>)> {
        let column = |&at: &usize| (at, coded(&self.table, plan.dimensions[at].1));
        dimensions.iter().map(column).collect()
    }

    /// The cells of each table.
    fn cubes(&self, plan: &Plan, stopped: &(dyn Fn() -> bool + Sync)) -> Vec<Cube> {
        let cube = |table: &Planned| match &self.source {
            Source::Cells(given) => given.cube(plan, &self.space, table),
            Source::Records(records) => {
                let columns = self.columns(plan, &table.dimensions);
                let (space, most) = (&self.space, plan.most());
                Counting { space, columns: &columns, records, most, stopped }.cube()
            }
        };
        plan.tables.iter().map(cube).collect()
    }

    /// Everybody who is in some cells; of cells that were given nobody knows who is.
    pub fn everyone<'a>(
        &'a self,
        plan: &'a Plan,
        index: &'a Index,
        values: &'a [f64],
    ) -> Option<Everyone<'a>> {
        let Source::Records(records) = &self.source else { return None };
        let of = (&self.space, &self.units[..]);
        Some(Everyone::new((records, &self.table, plan), of, index, values))
    }

    /// Whether respondents ask for protection, by their numbers.
    pub fn asking(&self) -> Vec<bool> {
        let Source::Records(records) = &self.source else { return Vec::new() };
        let count = records.respondents().unwrap_or(records.rows);
        let mut asking = vec![false; count];
        for row in 0..records.rows {
            asking[records.who(row) as usize] |= records.asks(row);
        }
        asking
    }

    /// Which respondents have several records, by their numbers; none where nobody says whose records are.
    pub fn holdings(&self) -> Vec<bool> {
        let Source::Records(records) = &self.source else { return Vec::new() };
        let Some(count) = records.respondents() else { return Vec::new() };
        let (mut seen, mut several) = (vec![false; count], vec![false; count]);
        for who in (0..records.rows).map(|row| records.who(row) as usize) {
            several[who] |= seen[who];
            seen[who] = true;
        }
        several
    }

    /// How many respondents there are; of cells that are given nobody knows.
    fn respondents(&self) -> Option<usize> {
        match &self.source {
            Source::Records(records) => Some(records.respondents().unwrap_or(records.rows)),
            Source::Cells(_) => None,
        }
    }
}

/// The cells of all tables, and the empty ones that groups need.
fn cells_of(plan: &Plan, data: &Data, stopped: &(dyn Fn() -> bool + Sync)) -> Cells {
    let (mut cubes, mut found) = (data.cubes(plan, stopped), Vec::new());
    if *plan.policy.protection.group && !stopped() {
        for (cube, table) in cubes.iter_mut().zip(&plan.tables) {
            let of = groups(&data.space, &table.dimensions, cube);
            let with_empty = std::mem::replace(cube, Cube::new(0, 0, false)).with_empty(&of.added);
            *cube = with_empty;
            found.push(of);
        }
    }
    Cells { groups: found, ..Cells::new(plan, &data.space, &cubes) }
}

/// Tables of which is known what is sensitive, and what it costs to hide each cell.
#[derive(Debug)]
pub struct Assessed {
    /// The cells.
    pub cells: Cells,
    /// What was judged of them.
    pub judgement: Judgement,
    /// What it costs to hide each.
    pub cost: Vec<f64>,
}

/// Counts cells and judges them.
pub fn assess(
    plan: &Plan,
    data: &Data,
    stopped: &(dyn Fn() -> bool + Sync),
) -> Result<Assessed, Error> {
    let cells = cells_of(plan, data, stopped);
    if stopped() {
        return Err(Error::Cancelled);
    }
    additive(plan, data, &cells)?;
    let asking = data.asking();
    let asks = |who: u32| asking.get(who as usize) == Some(&true);
    let judge = Judge { plan, units: &data.units, cells: &cells, asks: &asks };
    let mut judgement = judge.judgement();
    let mut cost = costs(plan, &cells);
    hear(plan, data, &judge, &mut judgement, &mut cost)?;
    published::keep(plan, (&data.space, &data.units), &cells, &mut judgement)?;
    judge.finish(&mut judgement);
    fix_totals(plan, data, &cells, &mut judgement);
    Ok(Assessed { cells, judgement, cost })
}

/// Decides what is published of some records. An error if nobody finds a way that gives nobody away.
pub fn decide(plan: &Plan, data: &Data, run: &mut Run<'_>) -> Result<Decision, Error> {
    let watch = run.watch;
    let cancelled = || watch.control() == Control::Cancel;
    watch.begin("counting", None);
    let Assessed { mut cells, judgement, cost } = assess(plan, data, &cancelled)?;
    sparse(plan, data, &cells, run);
    run.seconds.count = run.lap();
    let values: Vec<f64> = cells.values.iter().map(|&value| value as f64).collect();
    watch.begin("protecting", None);
    let limited = Deadline::new(watch, run.options.time_limit);
    let everyone = data.everyone(plan, &cells.index, &values);
    let case = Case {
        plan,
        given: &plan.policy.protection.method,
        table: &data.table,
        units: &data.units,
        space: &data.space,
        cells: &cells,
        judgement: &judgement,
        values: &values,
        cost: &cost,
        everybody: everyone.as_ref().map(|of| of as &dyn Everybody),
        watch: &limited,
        options: run.options,
    };
    let mut outcome = (method::of(plan).protect)(&case)?;
    heed(watch)?;
    outcome.hidden.resize(cells.len(), false);
    hide_pairs(&cells, &mut outcome.hidden);
    let before = published::before(plan, &data.space)?;
    if !published::is_kept(&before, &cells.index, &outcome.hidden) {
        return Err(unkept().into());
    }
    watch.begin("attacking", None);
    // Where values are changed nothing is hidden: the method says who is too well known.
    let found = match outcome.changed {
        Some(_) => Attacked { outsider: outcome.unprotected, ..Attacked::default() },
        None => attacked(&case.problem(), &outcome.hidden, &cancelled),
    };
    heed(watch)?;
    if found.unsafe_cells() > 0 {
        let is_over = case.is_over();
        return Err(unmet(plan, (&cells, &judgement), (&found, &outcome), is_over).into());
    }
    let by_lines = known_by_lines(&case, &outcome.hidden, &cancelled);
    heed(watch)?;
    outcome.notes.extend(by_lines);
    for lines in &mut cells.tables {
        lines.retain(|line| outcome.has_line(line.cell));
    }
    run.seconds.search = run.lap();
    let unit = |of: &Unit| 10_f64.powi(-of.places.cast_signed());
    let units = data.units.iter().map(unit).collect();
    if outcome.zeros_have_no_line {
        outcome.notes.push(
            "a cell that is published as 0 has no line, as one without records has none".to_owned(),
        );
    }
    if !method::of(plan).keeps_rules {
        outcome.notes.push(format!(
            "the rules only say which cells are sensitive: `{}` publishes these with other values, and does \
             not bound how narrowly somebody guesses them who knows the method",
            method::of(plan).entry.name
        ));
    }
    if !plan.alone_know() {
        outcome.notes.push(
            "who is alone in a cell was not taken to know it: `singletons = false`".to_owned(),
        );
    }
    let exempt = judgement.exempt.iter().filter(|exempt| **exempt).count() as u64;
    if exempt > 0 {
        outcome.notes.push(format!(
            "{} that a rule calls sensitive: the owner said that nothing need be hidden of it",
            counted(exempt, "cell is published", "cells are published"),
        ));
    }
    Ok(Decision { cells, judgement, outcome, cost, values, units })
}

/// How many sensitive counts are too well known to who takes the line of a hidden count to tell that
/// somebody is in it; of very many, how many of some.
fn known_by_lines(
    case: &Case<'_>,
    hidden: &[bool],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Option<String> {
    let is_count =
        |need: &&Need| case.plan.measures[case.cells.index.measure(need.cell)] == Measured::Count;
    let is_hidden = |need: &&Need| hidden[need.cell as usize];
    let needs: Vec<Need> =
        case.judgement.needs.iter().filter(is_count).filter(is_hidden).copied().collect();
    if needs.is_empty() || case.plan.lines_tell() {
        return None;
    }
    let all = needs.len() as u64;
    let needs = asked_of_lines(needs);
    let looked_at = needs.len() as u64;
    let of = if looked_at < all {
        format!(" (of {} that were looked at, of {})", grouped(looked_at), grouped(all))
    } else {
        String::new()
    };
    let mut contributors = case.judgement.contributors.clone();
    let Case { plan, units, cells, .. } = *case;
    Judge { plan, units, cells, asks: &|_| false }.hear_lines(&mut contributors);
    let problem =
        suppress::Problem { contributors: &contributors, needs: &needs, ..case.problem() };
    let known = attacked(&problem, hidden, stopped).unsafe_cells();
    (known > 0).then(|| {
        format!(
            "a count of nobody has no line: who takes the line of a hidden count to tell that somebody is in it \
             knows {}{of} too well; `presence = true` protects from that, and hides more",
            counted(known, "sensitive cell", "sensitive cells"),
        )
    })
}

/// Hears what the owner says of single cells, in a file or beside cells that are given.
fn hear(
    plan: &Plan,
    data: &Data,
    judge: &Judge<'_>,
    judgement: &mut Judgement,
    cost: &mut [f64],
) -> Result<(), Error> {
    if let Source::Cells(given) = &data.source {
        let rows = given.rows();
        for cell in 0..judge.cells.len() as u32 {
            let Some(&row) = rows.get(&judge.cells.index.key(cell)) else { continue };
            match given.said[row] {
                Said::Nothing => {}
                Said::Safe => judgement.exempt(cell, Standing::Open),
                Said::Published => judgement.exempt(cell, Standing::Published),
                Said::Unsafe => judgement.flag(cell, "apriori", judge.usual(cell)),
            }
            // Where one side is said, the other is as far.
            let said = |side: usize| given.levels[side].as_ref().and_then(|all| all[row]);
            let (lower, upper) = (said(0), said(1));
            if let (Some(lower), Some(upper)) = (lower.or(upper), upper.or(lower)) {
                judgement.restate(cell, Doubt { down: lower as f64, up: upper as f64 });
            }
        }
    }
    let places = |measure: usize| data.units[measure].places;
    let usual = |cell: u32| judge.usual(cell);
    let (space, cells) = (&data.space, judge.cells);
    Owner { plan, space, cells, places: &places, usual: &usual }.say(
        &apriori::read(plan)?,
        judgement,
        cost,
    )
}

/// Cells that are given must add up.
fn additive(plan: &Plan, data: &Data, cells: &Cells) -> Result<(), Error> {
    let Source::Cells(given) = &data.source else { return Ok(()) };
    let place = |cell: u32| cells.index.key(cell);
    match given.not_additive(&cells.system, &cells.values, &place) {
        Some(problem) => Err(plan.policy.error([problem]).into()),
        None => Ok(()),
    }
}

/// A table of more cells than respondents tells of each of them alone.
fn sparse(plan: &Plan, data: &Data, cells: &Cells, run: &mut Run<'_>) {
    let Some(respondents) = data.respondents() else { return };
    for (table, lines) in plan.policy.tables.iter().zip(&cells.tables) {
        if lines.len() > respondents {
            let message = format!(
                "a table has {} for {}",
                counted(lines.len() as u64, "cell", "cells"),
                counted(respondents as u64, "respondent", "respondents")
            );
            run.trail.lints.push(
                Problem::warning("bind::sparse-table", message)
                    .at(table.dimensions[0].span, "of so many dimensions")
                    .with_help("most of it will be hidden: leave a dimension out, or give it values that are coarser"),
            );
        }
    }
}

/// Totals that have to be published are taken to be known, unless they are sensitive themselves.
fn fix_totals(plan: &Plan, data: &Data, cells: &Cells, judgement: &mut Judgement) {
    if plan.policy.protection.method.peek("totals").is_none()
        || plan.policy.protection.method.word("totals") != Some("published")
    {
        return;
    }
    for cell in 0..cells.len() as u32 {
        let key = cells.index.key(cell);
        let is_total = |table: &Planned| {
            let has_parts =
                |&at: &usize| !data.space.nodes(at).children(data.space.node(key, at)).is_empty();
            table.dimensions.iter().any(has_parts)
        };
        let standing = &mut judgement.standing[cell as usize];
        if *standing == Standing::Open && plan.tables.iter().any(is_total) {
            *standing = Standing::Published;
        }
    }
}

/// What it costs to hide each cell.
fn costs(plan: &Plan, cells: &Cells) -> Vec<f64> {
    let value = |cell: usize| cells.values[cell].unsigned_abs() as f64;
    let cost = |cell: usize| match plan.cost {
        Cost::Number => 1.0,
        Cost::Value => value(cell),
        Cost::Frequency => cells.contributors[cell].into(),
        Cost::Log => (1.0 + value(cell)).ln(),
        Cost::Measure(_) => cells.costs[cell] as f64,
    };
    (0..cells.len()).map(cost).collect()
}

/// A sum and the count beside its mean are hidden together. A count stands beside several means where
/// tables have several responses, so this is repeated until nothing more is hidden.
fn hide_pairs(cells: &Cells, hidden: &mut [bool]) {
    let mut is_new = true;
    while is_new {
        is_new = false;
        for (cell, count) in cells.pairs() {
            let (cell, count) = (cell as usize, count as usize);
            is_new |= hidden[cell] != hidden[count];
            let both = hidden[cell] || hidden[count];
            (hidden[cell], hidden[count]) = (both, both);
        }
    }
}

/// Tables that were published before would be others now.
fn unkept() -> Unmet {
    Unmet {
        message: "what was published before cannot be kept".into(),
        advice: "A cell that is hidden in a table published before would be shown, or one that is shown there \
                 would have to be hidden.\nChoose another method (`method = \"fast\"`), or leave the new table \
                 out."
        .into(),
    }
}

/// Why there is no table, and what would make one possible.
fn unmet(
    plan: &Plan,
    (cells, judgement): (&Cells, &Judgement),
    (found, outcome): (&Attacked, &Outcome),
    is_over: bool,
) -> Unmet {
    if let Some(advice) = &outcome.advice {
        let message = "the tables would give somebody away".into();
        return Unmet { message, advice: advice.clone() };
    }
    let all = cells.shown().iter().filter(|shown| **shown).count() as u64;
    let sensitive = judgement.needs.len() as u64;
    let are = if sensitive == 1 { "is" } else { "are" };
    let first =
        format!("{} of {} {are} sensitive", grouped(sensitive), counted(all, "cell", "cells"));
    if method::of(plan).entry.name == "none" {
        return Unmet {
            message: "a table would tell of too few people".into(),
            advice: format!(
                "{first}.\nLeave a dimension out, give it values that are coarser, or let cells be \
                 hidden: `method = \"fast\"`."
            ),
        };
    }
    let known = grouped(found.unsafe_cells());
    if is_over {
        return Unmet {
            message: "the time limit was over before the tables were safe".into(),
            advice: format!(
                "{first}, and {known} would stay too well known.\nAllow more time, or leave out `RunOptions::time_limit`."
            ),
        };
    }
    Unmet {
        message: "the tables would give somebody away, whatever is hidden".into(),
        advice: format!(
            "{first}, and {known} would stay too well known ({}).\nLet totals be hidden (`totals = \
             \"suppressible\"`), leave a dimension out, give it values that are coarser, or ask for \
             less doubt (`range`).",
            found.by_whom()
        ),
    }
}
