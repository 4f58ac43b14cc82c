//! What is said of everybody is what the records say; and who is not there no longer makes cells be hidden.

use super::*;
use crate::protect::{Data, Decision};
use crate::samples::decided;
use crate::suppress::{self, Method, Problem};
use ridotto_audit::{Audit, Outside};
use std::collections::BTreeMap;
use std::fmt::Write;

const POLICY: &str = r#"
[attributes.region]
role = "dimension"
hierarchy = "region.csv"
[attributes.size]
role = "dimension"
[attributes.sold]
role = "response"
[attributes.whose]
role = "respondent"
[[table]]
dimensions = ["region", "size"]
response = "sold"
[[require]]
model = "p-percent"
p = 50
"#;

const REGIONS: (&str, &str) = ("region.csv", "a;North;*\nb;North;*\nc;South;*\nd;South;*\n");

/// A region, a size, an amount and a firm for each record.
fn drawn(seed: u64) -> Vec<(usize, usize, u32, u64)> {
    let draw = |number: u64| crate::additive::scattered(seed * 1_000 + number);
    let one = |number: u64| {
        let draw = draw(number);
        let amount = (draw >> 20) % 9 + 1;
        ((draw % 4) as usize, (draw / 4 % 3) as usize, (amount * amount) as u32, draw / 64 % 25)
    };
    (0..60).map(one).collect()
}

fn text(records: &[(usize, usize, u32, u64)]) -> String {
    let mut text = String::from("region,size,sold,whose\n");
    for (region, size, sold, whose) in records {
        let (region, size) = (["a", "b", "c", "d"][*region], ["s", "m", "l"][*size]);
        writeln!(text, "{region},{size},{sold},firm {whose:02}").unwrap();
    }
    text
}

fn problem<'a>(decision: &'a Decision, everybody: Option<&'a dyn Everybody>) -> Problem<'a> {
    let judged = &decision.judgement;
    Problem {
        system: &decision.cells.system,
        values: &decision.values,
        standing: &judged.standing,
        cost: &decision.cost,
        needs: &judged.needs,
        outside: Outside { down: &judged.down, up: &judged.up },
        contributors: &judged.contributors,
        everybody,
        alone_know: false,
    }
}

fn decision_of(
    records: &[(usize, usize, u32, u64)],
    whole: &mut dyn FnMut(&Plan, &Data, &Decision),
) {
    let policy = format!("{POLICY}[release]\nsingletons = false\n");
    let (plan, data, decision, _folder) =
        decided(&policy, &[("data.csv", &text(records)), REGIONS]).unwrap();
    whole(&plan, &data, &decision);
}

/// The parts of a firm in a cell, added up plainly by labels.
fn plainly(records: &[(usize, usize, u32, u64)], labels: [&str; 2]) -> BTreeMap<u64, f64> {
    let mut all = BTreeMap::new();
    for &(region, size, sold, whose) in records {
        let names = [["a", "b", "c", "d"][region], ["North", "South"][region / 2], "Total"];
        let sizes = [["s", "m", "l"][size], "Total"];
        if names.contains(&labels[0]) && sizes.contains(&labels[1]) {
            *all.entry(whose).or_default() += f64::from(sold);
        }
    }
    all
}

fn labels<'a>(data: &'a Data, decision: &Decision, cell: u32) -> [&'a str; 2] {
    let key = decision.cells.index.key(cell);
    [0, 1].map(|at| data.space.nodes(at).label(data.space.node(key, at)).unwrap())
}

#[test]
fn everybody_is_who_the_records_say() {
    let records = drawn(1);
    decision_of(&records, &mut |plan, data, decision| {
        let everyone = data.everyone(plan, &decision.cells.index, &decision.values).unwrap();
        for cell in 0..decision.cells.len() as u32 {
            let plain = plainly(&records, labels(data, decision, cell));
            let mut amounts: Vec<f64> = plain.values().copied().collect();
            let all = everyone.above(cell, 0.0);
            assert!(
                all.iter().all(|one| everyone.part(cell, one.who).total_cmp(&one.amount).is_eq())
            );
            let mut found: Vec<f64> = all.iter().map(|one| one.amount).collect();
            amounts.sort_by(f64::total_cmp);
            found.sort_by(f64::total_cmp);
            assert_eq!(found, amounts);
            assert_eq!(
                everyone.above(cell, 20.0).len(),
                amounts.iter().filter(|of| **of > 20.0).count()
            );
            // Who is not there has no part in it.
            let of_others = 25 - all.len();
            let absent = (0..25).filter(|&who| everyone.part(cell, who) <= 0.0).count();
            assert!(absent <= of_others);
        }
    });
}

/// Whether every firm finds every sensitive cell far enough from its value, by whole programs, one for each
/// firm, cell and side, from parts that were added up plainly.
fn is_safe(
    records: &[(usize, usize, u32, u64)],
    (data, decision): (&Data, &Decision),
    hidden: &[bool],
) -> bool {
    let of = problem(decision, None);
    let audit = Audit::new((of.system, of.values, hidden), of.outside, of.contributors, false);
    let parts: Vec<BTreeMap<u64, f64>> = (0..decision.cells.len() as u32)
        .map(|cell| plainly(records, labels(data, decision, cell)))
        .collect();
    (0..26).all(|who| {
        of.needs.iter().all(|need| {
            let at = need.cell as usize;
            let own = |cell: usize| parts[cell].get(&who).copied().unwrap_or(0.0);
            let down: Vec<f64> = (0..of.values.len())
                .map(|cell| of.values[cell] - if cell == at { 0.0 } else { own(cell) })
                .collect();
            let view = audit.with_outside(Outside { down: &down, up: of.outside.up });
            let interval = view.interval(need.cell, &|| false);
            let needed = need.down.min(of.values[at] - own(at));
            interval.down >= needed - 1e-6 && interval.up >= need.up - 1e-6
        })
    })
}

/// Of these records nothing was released before: somebody who is nowhere stood near a cell.
const REFUSED: u64 = 33;

/// With the true parts no more cells are hidden, and nothing is refused that can be released; what is hidden
/// is enough for every firm, and with less it is found that it is not.
#[test]
fn nobody_who_is_not_there_hides_cells() {
    let (mut fewer, mut more) = (Vec::new(), 0);
    for seed in (0..ridotto_testkit::usually(8, 100)).chain([REFUSED]) {
        let records = drawn(seed);
        decision_of(&records, &mut |plan, data, decision| {
            let everyone = data.everyone(plan, &decision.cells.index, &decision.values).unwrap();
            let [without, with] = [None, Some(&everyone as &dyn Everybody)].map(|everybody| {
                let of = problem(decision, everybody);
                suppress::protect(&of, Method::Fast, &|| false)
            });
            let count = |of: &suppress::Outcome| of.hidden.iter().filter(|hidden| **hidden).count();
            assert!(with.exposed.is_empty());
            assert!(is_safe(&records, (data, decision), &with.hidden), "{seed}");
            let refused = !without.exposed.is_empty();
            if refused || count(&with) < count(&without) {
                fewer.push(seed);
            }
            more += usize::from(!refused && count(&with) > count(&without));
            // Any one of the secondary cells shown again: the audit and the whole programs agree.
            for cell in (0..with.hidden.len()).filter(|&cell| with.hidden[cell]) {
                let of = problem(decision, Some(&everyone));
                if of.needs.iter().any(|need| need.cell as usize == cell) {
                    continue;
                }
                let mut less = with.hidden.clone();
                less[cell] = false;
                let found = crate::safety::attacked(&of, &less, &|| false).unsafe_cells();
                assert_eq!(found == 0, is_safe(&records, (data, decision), &less), "{seed} {cell}");
            }
        });
    }
    assert!(fewer.contains(&REFUSED) && more == 0, "{fewer:?} {more}");
}
