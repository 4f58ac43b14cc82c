//! Which cells are sensitive, by which rule, and in how much doubt they must stay.

use crate::cells::Cells;
use crate::plan::{Measured, Plan, bounds};
use crate::records::Unit;
use crate::rule::{Doubt, Judged};
use crate::space::Key;
use crate::suppress::Standing;
use crate::tops::Top;
use ridotto_audit::{Contributor, Contributors, Need};
use rustc_hash::FxHashMap;

/// What makes a cell sensitive that is no rule with an entry.
const OTHERS: [&str; 3] = ["zero", "group", "apriori"];

/// What is judged of all cells.
#[derive(Debug)]
pub struct Judgement {
    /// What can become of each cell.
    pub standing: Vec<Standing>,
    /// In how much doubt sensitive cells must stay, in the order of cells.
    pub needs: Vec<Need>,
    /// By which rules a cell is sensitive: one bit for each reason.
    pub reasons: Vec<u32>,
    /// Cells that the owner says to be safe, or that must be published, although a rule forbids it.
    pub exempt: Vec<bool>,
    /// What reasons are called, in the order of their bits.
    pub names: Vec<String>,
    /// How far each cell may be from its value for all that everybody knows.
    pub down: Vec<f64>,
    /// The same to above.
    pub up: Vec<f64>,
    /// Who is in which cell.
    pub contributors: Contributors,
    doubts: FxHashMap<u32, Doubt>,
}

/// The share of a cell's value that it must stay in doubt by, if no rule says it.
const USUAL: f64 = 0.1;

impl Judgement {
    /// The bit of a reason.
    fn bit(&self, reason: &str) -> u32 {
        let at = self.names.iter().rposition(|name| name == reason);
        1 << at.expect("all reasons have names")
    }

    /// Says that a cell is sensitive for a reason.
    pub fn flag(&mut self, cell: u32, reason: &str, doubt: Doubt) {
        self.reasons[cell as usize] |= self.bit(reason);
        let before = self.doubts.get(&cell).copied().unwrap_or_default();
        self.doubts.insert(cell, before.and(doubt));
    }

    /// Says that a cell is not sensitive, whatever the rules say.
    pub fn exempt(&mut self, cell: u32, standing: Standing) {
        let at = cell as usize;
        self.exempt[at] |= self.reasons[at] != 0;
        self.reasons[at] = 0;
        self.standing[at] = standing;
    }

    /// Says in how much doubt a sensitive cell must stay.
    pub fn restate(&mut self, cell: u32, doubt: Doubt) {
        if self.reasons[cell as usize] != 0 {
            self.doubts.insert(cell, doubt);
        }
    }
}

/// Judges all cells of some tables.
pub struct Judge<'a> {
    /// The plan.
    pub plan: &'a Plan,
    /// What the sums of each measure are counted in.
    pub units: &'a [Unit],
    /// The cells.
    pub cells: &'a Cells,
    /// Whether a respondent asks for protection, by number.
    pub asks: &'a (dyn Fn(u32) -> bool + Sync),
}

impl Judge<'_> {
    /// Asks every rule about every cell.
    pub fn judgement(&self) -> Judgement {
        let count = self.cells.len();
        let rules = self.plan.rules.iter().map(|rule| rule.definition.entry.name);
        let mut all = Judgement {
            standing: vec![Standing::Open; count],
            needs: Vec::new(),
            reasons: vec![0; count],
            exempt: vec![false; count],
            names: rules.chain(OTHERS).map(str::to_owned).collect(),
            down: Vec::with_capacity(count),
            up: Vec::with_capacity(count),
            contributors: Contributors::default(),
            doubts: FxHashMap::default(),
        };
        for cell in 0..count as u32 {
            let (down, up) = self.room(cell);
            all.down.push(down);
            all.up.push(up);
            let (reasons, doubt) = self.doubt(cell);
            if reasons != 0 {
                all.reasons[cell as usize] = reasons;
                all.doubts.insert(cell, doubt);
            }
        }
        self.disclose_groups(&mut all);
        all
    }

    /// Ends judging, when everybody has been heard: says what can become of sensitive cells, how far from
    /// their values attackers must be kept, and who is in which cell.
    pub fn finish(&self, all: &mut Judgement) {
        for cell in 0..self.cells.len() as u32 {
            if all.reasons[cell as usize] != 0 {
                all.standing[cell as usize] = Standing::Sensitive;
                let doubt = all.doubts.get(&cell).copied().unwrap_or_default();
                all.needs.push(self.need(cell, doubt));
            }
        }
        self.contribute(all);
    }

    /// Cells that have all contributors of a total, and empty ones beside them.
    fn disclose_groups(&self, all: &mut Judgement) {
        for (table, groups) in self.plan.tables.iter().zip(self.cells.groups.iter()) {
            let one = self.one(table.measure) as f64;
            let cell = |key: &Key| self.cells.index.find(table.measure, *key);
            for cell in groups.whole.iter().filter_map(cell) {
                all.flag(cell, "group", Doubt { down: one, up: 0.0 });
            }
            for cell in groups.empty.iter().filter_map(cell) {
                all.flag(cell, "group", Doubt { down: 0.0, up: one });
            }
        }
    }

    /// In how much doubt a cell must stay of which nothing but that it is unsafe is said.
    pub fn usual(&self, cell: u32) -> Doubt {
        let judged = self.judged(cell);
        let one = judged.one as f64;
        let least = if judged.is_count || judged.total == 0 { one } else { 0.0 };
        let up = (USUAL * self.cells.magnitudes[cell as usize] as f64).max(least);
        Doubt { down: up, up }
    }

    /// What rules say of a cell: a bit for each by which it is sensitive, and the most doubt of all.
    fn doubt(&self, cell: u32) -> (u32, Doubt) {
        let judged = self.judged(cell);
        let (mut reasons, mut doubt) = (0, Doubt::default());
        for (at, rule) in self.plan.rules.iter().enumerate() {
            if rule.definition.needs_amounts && judged.is_count {
                continue;
            }
            if let Some(more) = (rule.definition.doubt)(&rule.given, &judged) {
                reasons |= 1 << at;
                doubt = doubt.and(self.of_response(cell, &judged, more));
            }
        }
        if self.plan.zero_is_unsafe() && self.is_zero(cell) {
            reasons |= 1 << self.plan.rules.len();
            let one = judged.one as f64;
            doubt = doubt.and(Doubt { down: one, up: one });
        }
        (reasons, doubt)
    }

    /// Whether everybody contributed nothing.
    fn is_zero(&self, cell: u32) -> bool {
        let at = cell as usize;
        self.cells.contributors[at] > 0
            && self.cells.magnitudes[at] == 0
            && self.cells.index.measure(cell) > 0
    }

    /// A cell as rules see it.
    pub fn judged(&self, cell: u32) -> Judged<'_> {
        let (total, tops) = self.cells.judged(cell);
        let measure = self.cells.index.measure(cell);
        Judged {
            total,
            contributors: self.cells.contributors[cell as usize].into(),
            tops,
            one: self.one(measure),
            is_count: self.plan.measures[measure] == Measured::Count,
            asks: self.asks,
        }
    }

    fn one(&self, measure: usize) -> i64 {
        10_i64.pow(self.units[measure].places)
    }

    /// Where rules looked at something else than the response, the doubt is as large a share of it.
    fn of_response(&self, cell: u32, judged: &Judged<'_>, doubt: Doubt) -> Doubt {
        let value = self.cells.magnitudes[cell as usize] as f64;
        if self.cells.shadow.is_none() || judged.is_count || judged.total == 0 {
            return doubt;
        }
        let scale = value / judged.total as f64;
        Doubt { down: doubt.down * scale, up: doubt.up * scale }
    }

    /// How far a cell may be from its value for all that everybody knows.
    fn room(&self, cell: u32) -> (f64, f64) {
        let value = self.cells.values[cell as usize] as f64;
        match bounds(&self.plan.policy) {
            Some((low, high)) => ((1.0 - low) * value.abs(), (high - 1.0) * value.abs()),
            None => (value, f64::INFINITY),
        }
    }

    /// The end below is not needed to be below zero, unless values can be negative.
    fn need(&self, cell: u32, doubt: Doubt) -> Need {
        let value = self.cells.values[cell as usize] as f64;
        let is_signed = self.units[self.cells.index.measure(cell)].is_signed;
        let down = if is_signed { doubt.down } else { doubt.down.min(value) };
        Need { cell, down, up: doubt.up }
    }

    /// Says who is in the cells that can be hidden.
    fn contribute(&self, all: &mut Judgement) {
        for cell in 0..self.cells.len() as u32 {
            if all.standing[cell as usize] == Standing::Published {
                continue;
            }
            let (listed, rest) = self.contributors(cell);
            all.contributors.insert(cell, listed, rest);
        }
        if self.plan.lines_tell() {
            self.hear_lines(&mut all.contributors);
        }
    }

    /// Takes in what the lines of hidden counts tell everybody.
    pub fn hear_lines(&self, contributors: &mut Contributors) {
        for cell in 0..self.cells.len() as u32 {
            contributors.holds_at_least(cell, self.shown_by_lines(cell));
        }
        contributors.add_up_least(&self.cells.system);
    }

    /// What the line of a hidden cell tells: a count of nobody has none, so somebody is in it. Sums can be
    /// nothing, and tell nothing.
    fn shown_by_lines(&self, cell: u32) -> f64 {
        let measure = self.cells.index.measure(cell);
        let least = match self.plan.measures[measure] {
            Measured::Count => self.one(measure).min(self.cells.values[cell as usize]),
            Measured::Column { .. } => 0,
        };
        least as f64
    }

    /// The largest contributors of a cell, and what any other contributes at most. Where values can be
    /// negative nobody's part bounds a cell. Who is alone in a cell of counts does not know it: such a
    /// cell is said to have room for another, however little.
    fn contributors(&self, cell: u32) -> (Vec<Contributor>, f64) {
        let at = cell as usize;
        let measure = self.cells.index.measure(cell);
        let is_signed = self.units[measure].is_signed;
        let value = self.cells.values[at] as f64;
        let part = |amount: i64| if is_signed { 0.0 } else { (amount as f64).min(value) };
        let one = |top: &Top| Contributor { who: top.who, amount: part(top.amount) };
        let tops = self.cells.tops.of(at);
        let has_others = self.cells.contributors[at] as usize > tops.len();
        if has_others && tops.len() < self.plan.most() {
            // Of cells that are given not everybody is known.
            let rest = tops.last().map_or(f64::MIN_POSITIVE, |last| part(last.amount));
            return (tops.iter().map(one).collect(), rest.max(f64::MIN_POSITIVE));
        }
        let (listed, rest) = match tops.split_last() {
            Some((last, listed)) if has_others => {
                (listed, part(last.amount).max(f64::MIN_POSITIVE))
            }
            _ => (tops, 0.0),
        };
        let is_count = self.plan.measures[measure] == Measured::Count;
        let rest = if is_count && listed.len() == 1 { f64::MIN_POSITIVE } else { rest };
        (listed.iter().map(one).collect(), rest)
    }
}
