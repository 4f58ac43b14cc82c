//! When cells are sensitive.
//!
//! ridotto has one set of rules for all tables, and one kind of contributor: the respondents if there
//! are any, else the records. τ-Argus may have rules for records and for holdings at once: the stricter
//! parameters, asked of holdings, imply both, since what holdings contribute is at least what their
//! records do, and there are at most as many of them.

use super::NOT_HERE;
use super::collect::Said;
use crate::Fault;
use crate::batch::Call;
use crate::metadata::{Holds, Metadata, Use};

/// `[[require]]`: the line of the batch, the model, and its parameters as they are written.
type Required = (u64, &'static str, Vec<(&'static str, String)>);

/// All rules.
#[derive(Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub(super) struct Rules {
    /// The rules that the policy asks for.
    pub required: Vec<Required>,
    /// Whether they are about holdings.
    pub of_holdings: bool,
    /// Whether weights count.
    pub is_weighted: bool,
    /// Whether records ask to be protected.
    pub has_requests: bool,
    /// Whether a cell of 0 is sensitive.
    pub zero_unsafe: bool,
    /// Whether cells are what their status says.
    pub by_status: bool,
    /// The margin of cells that are unsafe by hand, in per cent.
    pub margin: Option<u64>,
}

pub(super) fn rules(said: &mut Said, metadata: &Metadata, faults: &mut Vec<Fault>) -> Rules {
    let (mut rules, before) = (Rules::default(), faults.len());
    let line = said.tables[0].0;
    let first = said.rules[0].clone().unwrap_or((line, Vec::new()));
    for ((line, _), other) in said.tables.iter().zip(&said.rules).skip(1) {
        let calls = other.as_ref().map_or(&[][..], |(_, calls)| calls);
        if active(calls) != active(&first.1) {
            let line = other.as_ref().map_or(*line, |(line, _)| *line);
            let message = "another table has other rules";
            let hint = "ridotto has the same rules for all tables that are protected together";
            faults.push(Fault::new(line, message, hint));
        }
    }
    let (line, calls) = first;
    let codes = metadata.with_use(Use::Request).next().map_or(0, |of| of.requests.len());
    let mut reader =
        Reader { line, rules: &mut rules, faults, seen: [0; 4], codes, notes: Vec::new() };
    for call in &calls {
        reader.take(call);
    }
    for note in reader.notes {
        said.note(line, note);
    }
    let is_cells = metadata.holds == Holds::Cells;
    rules.by_status = is_cells && rules.required.is_empty();
    if rules.required.is_empty() && !is_cells && faults.len() == before {
        let hint = "add `<SAFETYRULE>` with a rule such as `FREQ(3,30)`";
        faults.push(Fault::new(line, "records without a rule", hint));
    }
    if let Some(margin) = rules.margin {
        let uses_margin = said.apriori.is_some() || rules.by_status && !has_levels(metadata);
        if uses_margin && margin != 10 {
            let note = "cells that are unsafe by hand stay in doubt by 10 % of their value, as long as no \
                        levels are stated for them; `pl` in an a-priori file states them";
            said.note(line, note);
        }
    }
    rules
}

fn has_levels(metadata: &Metadata) -> bool {
    metadata.with_use(Use::UpperLevel).next().is_some()
}

/// Rules that have an effect.
fn active(calls: &[Call]) -> Vec<&Call> {
    calls.iter().filter(|call| call.whole(0) != Some(0) || call.name == "MIS").collect()
}

/// Takes the rules of a table one by one.
struct Reader<'a> {
    line: u64,
    rules: &'a mut Rules,
    faults: &'a mut Vec<Fault>,
    /// How many there were of P, NK, FREQ and REQ: the last half of them are about holdings.
    seen: [usize; 4],
    /// How many codes say that somebody asks.
    codes: usize,
    notes: Vec<&'static str>,
}

impl Reader<'_> {
    fn fault(&mut self, message: &str, hint: &'static str) {
        self.faults.push(Fault::new(self.line, message, hint));
    }

    fn take(&mut self, call: &Call) {
        let numbers: Option<Vec<u64>> =
            call.arguments.iter().map(|argument| argument.parse().ok()).collect();
        let Some(numbers) = numbers else {
            return self.fault("a parameter that is no whole number", "write whole numbers");
        };
        match (&*call.name, &numbers[..]) {
            ("P", [p, rest @ ..]) if rest.len() < 3 => {
                if self.is_active(0, 2, *p) {
                    self.prior_posterior(*p, rest);
                }
            }
            ("NK", [n, k]) => {
                if self.is_active(1, 2, *k) {
                    let share = percent(*k);
                    self.require("dominance", vec![("n", n.to_string()), ("k", share)]);
                }
            }
            ("FREQ", [n, range]) => {
                if self.is_active(2, 1, *n) {
                    let with = vec![("n", n.to_string()), ("range", percent(*range))];
                    self.require("minimum-frequency", with);
                }
            }
            ("REQ", [first, second, least, range]) => {
                if self.is_active(3, 1, *first.max(second)) {
                    self.request((*first, *second), *least, *range);
                }
            }
            ("ZERO", [_]) => self.rules.zero_unsafe = true,
            ("WGT", [on @ (0 | 1)]) => self.rules.is_weighted = *on == 1,
            ("MIS", [0]) => {}
            ("MIS", [1]) => self.fault(
                "cells of missing codes are not safe here whatever the rules say",
                "an a-priori file can say of each that it is safe; then leave `MIS(1)` out",
            ),
            ("MAN", [margin]) => self.rules.margin = Some(*margin),
            ("P" | "NK" | "FREQ" | "REQ" | "ZERO" | "WGT" | "MIS" | "MAN", _) => {
                self.fault(
                    "a rule with too many or too few parameters",
                    "look it up in the manual",
                );
            }
            _ => self.fault("a rule that is not there in ridotto", NOT_HERE),
        }
    }

    /// Whether a rule has an effect; whether it is about holdings follows from how many came before.
    fn is_active(&mut self, of: usize, individual: usize, parameter: u64) -> bool {
        let place = self.seen[of];
        self.seen[of] += 1;
        if parameter > 0 && place >= individual {
            self.rules.of_holdings = true;
        }
        parameter > 0
    }

    /// REQ(p1,p2,n,m): who asks with the first code is protected above p1 per cent of a cell, with the second
    /// above p2. Here all who ask are heard from the smaller share on, however many are in the cell.
    fn request(&mut self, (first, second): (u64, u64), least: u64, range: u64) {
        let shares = [first, second].into_iter().take(self.codes.max(1));
        let share = shares.min().unwrap_or(first);
        if !(1..100).contains(&share) {
            let hint = "write per cents from 1 to 99 for each code that `<REQUEST>` names";
            return self.fault("a request rule without a share", hint);
        }
        self.rules.has_requests = true;
        self.require("request", vec![("share", percent(share)), ("range", percent(range))]);
        if self.codes > 1 && first != second {
            self.note(
                "who asks is heard from the smaller of the two shares on, whatever their code is",
            );
        }
        if least > 1 {
            self.note("who asks is heard in every cell, however few contributors it has");
        }
        self.note("everybody asks whose code is not empty, `0`, `no`, `false` or `-`");
    }

    fn note(&mut self, note: &'static str) {
        if !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// P(p), P(p,n) and P(p,q,n), where n are those who pool what they know.
    fn prior_posterior(&mut self, p: u64, rest: &[u64]) {
        let (q, n) = match *rest {
            [] => (100, 1),
            [n] => (100, n),
            [q, n, ..] => (q, n),
        };
        let pool = (n > 1).then(|| ("pool", n.to_string()));
        let p = ("p", p.to_string());
        if q == 100 {
            self.require("p-percent", [p].into_iter().chain(pool).collect());
        } else {
            self.require("pq", [p, ("q", q.to_string())].into_iter().chain(pool).collect());
        }
    }

    fn require(&mut self, model: &'static str, with: Vec<(&'static str, String)>) {
        let rule = (self.line, model, with);
        if !self.rules.required.contains(&rule) {
            self.rules.required.push(rule);
        }
    }
}

/// Per cents as a share.
pub(super) fn percent(of: u64) -> String {
    let share = ridotto_catalogue::Decimal::new(of.into(), 2);
    share.to_string()
}
