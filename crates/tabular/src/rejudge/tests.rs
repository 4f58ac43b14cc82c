//! What the search judged is what the verifier finds, and a search that judges otherwise is found out.

use super::*;
use crate::samples::decided;
use ridotto_audit::Need;
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
[attributes.asks]
role = "request"
[[table]]
dimensions = ["region", "size"]
response = "sold"
[[require]]
model = "minimum-frequency"
n = 3
[[require]]
model = "dominance"
n = 2
k = 0.8
[[require]]
model = "pq"
p = 10
q = 60
[[require]]
model = "p-percent"
p = 12
lower-range = 0.3
[[require]]
model = "request"
range = 0.2
[release]
zero = "unsafe"
group = true
"#;

const REGIONS: (&str, &str) = ("region.csv", "a;North;*\nb;North;*\nc;South;*\nd;South;*\n");

fn records() -> String {
    let mut text = String::from("region,size,sold,whose,asks\n");
    for number in 0..90_u64 {
        let draw = crate::additive::scattered(number);
        let region = ["a", "b", "c", "d"][(draw % 4) as usize];
        let size = ["s", "m", "m", "m", "m", "l", "l", "l"][(draw / 8 % 8) as usize];
        let sold = (draw / 64 % 60).pow(4) as f64 / 10.0;
        let asks = u8::from((draw / 4096).is_multiple_of(17));
        writeln!(text, "{region},{size},{sold:.1},firm {},{asks}", draw / 7 % 60).unwrap();
    }
    text
}

fn all(plan: &Plan, data: &Data, decision: &Decision) -> Result<Vec<Option<f64>>, Error> {
    rejudge(plan, data, decision, &|cell| !decision.outcome.hidden[cell as usize])
}

/// Figures are those of the rules, so that what is told of them is, too.
#[test]
fn the_search_and_the_verifier_agree() {
    let (plan, data, decision, _folder) =
        decided(POLICY, &[("data.csv", &records()), REGIONS]).unwrap();
    assert!(decision.judgement.needs.len() > 5);
    let attained = all(&plan, &data, &decision).unwrap();
    for (rule, attained) in plan.rules.iter().zip(attained) {
        let required = (rule.definition.required)(&rule.given);
        let Some(attained) = attained else { continue };
        let keeps =
            if required.is_least { attained >= required.bound } else { attained <= required.bound };
        assert!(keeps, "{} {attained}", rule.definition.entry.name);
    }
}

/// Each lie of a search is refused: that a cell is not sensitive, that it needs less doubt, that more is
/// known of it, that it was declared safe.
#[test]
fn a_search_that_judges_otherwise_is_refused() {
    type Lie = fn(&mut Decision);
    let lies: [(&str, Lie); 5] = [
        ("not sensitive", |of| {
            let cell = of.judgement.needs.remove(0).cell as usize;
            of.judgement.reasons[cell] = 0;
        }),
        ("by fewer rules", |of| {
            let both = of.judgement.reasons.iter_mut().find(|of| of.count_ones() > 1).unwrap();
            *both &= *both - 1;
        }),
        ("less doubt", |of| {
            let by_rules = |need: &&mut Need| of.judgement.reasons[need.cell as usize] & 64 == 0;
            let need = of.judgement.needs.iter_mut().find(by_rules).unwrap();
            need.up *= 0.5;
        }),
        ("bounds", |of| of.judgement.up[0] = 1.0),
        ("safe", |of| {
            let cell = of.judgement.needs.remove(0).cell as usize;
            (of.judgement.reasons[cell], of.judgement.exempt[cell]) = (0, true);
        }),
    ];
    for (what, lie) in lies {
        let (plan, data, mut decision, _folder) =
            decided(POLICY, &[("data.csv", &records()), REGIONS]).unwrap();
        lie(&mut decision);
        let refused = all(&plan, &data, &decision);
        assert!(matches!(refused, Err(Error::Unverified(_))), "{what}");
    }
}

/// What the owner says of cells stands, whatever rules say; of the others it does not.
#[test]
fn the_owner_is_heard() {
    let policy = POLICY.replace("group = true", "apriori = \"own.hst\"");
    let files = [("data.csv", &*records()), REGIONS, ("own.hst", "a,s,s\nb,,u\n,m,pl,1,1\n")];
    let (plan, data, decision, _folder) = decided(&policy, &files).unwrap();
    all(&plan, &data, &decision).unwrap();
    assert!(decision.judgement.reasons.iter().any(|reasons| reasons & 128 != 0));
}

/// Cells that are given, with their largest contributions.
#[test]
fn given_cells_are_judged_alike() {
    let policy = r#"
[attributes.region]
role = "dimension"
[attributes.sold]
role = "response"
[attributes.firms]
role = "frequency"
[attributes.first]
role = "top1"
[attributes.second]
role = "top2"
[[table]]
dimensions = ["region"]
response = "sold"
[[require]]
model = "p-percent"
p = 15
[[require]]
model = "minimum-frequency"
n = 3
"#
    .to_owned();
    let cells = "region,sold,firms,first,second\na,100,4,90,5\nb,50,2,30,20\nc,70,9,20,10\nd,80,5,30,9\nTotal,300,20,90,30\n";
    let (plan, data, mut decision, _folder) =
        decided(&format!("cells = true\n{policy}"), &[("data.csv", cells)]).unwrap();
    assert_eq!(decision.judgement.needs.len(), 2);
    all(&plan, &data, &decision).unwrap();
    decision.judgement.needs[0].up = 0.0;
    assert!(all(&plan, &data, &decision).is_err());
}
