//! Who is not listed for a cell, asked for what they truly contribute: against brute force.
//!
//! Of each cell the largest contributor is listed, and how large any other can be. Taken for true of everybody
//! who is not listed, that finds attackers who are not there. Of three by three amounts with their totals
//! published, every table that somebody finds possible is listed here, for each of some respondents.

use proptest::prelude::*;
use ridotto_audit::{
    Attacker, Audit, Contributor, Contributors, Everybody, Need, Outside, System, Verdict,
};

const SIDE: usize = 3;
const INNER: usize = SIDE * SIDE;
const WIDTH: usize = SIDE + 1;
const CELLS: usize = WIDTH * WIDTH;
const PEOPLE: usize = 6;

/// What each of some puts into each inner cell.
type Parts = [[u8; PEOPLE]; INNER];

#[derive(Debug)]
struct Truth(Parts);

impl Truth {
    fn parts(&self, cell: u32) -> [u8; PEOPLE] {
        let (row, column) = (cell as usize / WIDTH, cell as usize % WIDTH);
        let is_in = |inner: usize| {
            (row == SIDE || inner / SIDE == row) && (column == SIDE || inner % SIDE == column)
        };
        let all = (0..INNER).filter(|&inner| is_in(inner));
        all.fold([0; PEOPLE], |sum, inner| std::array::from_fn(|who| sum[who] + self.0[inner][who]))
    }
}

impl Everybody for Truth {
    fn above(&self, cell: u32, least: f64) -> Vec<Contributor> {
        let one = |(who, &amount): (u32, &u8)| Contributor { who, amount: amount.into() };
        let all = self.parts(cell);
        (0..).zip(&all).map(one).filter(|one| one.amount > least).collect()
    }

    fn part(&self, cell: u32, who: u32) -> f64 {
        self.parts(cell)[who as usize].into()
    }
}

/// The largest of each hidden cell, and how large any other can be.
fn listed(truth: &Truth, hidden: &[bool]) -> Contributors {
    let mut contributors = Contributors::default();
    for cell in (0..CELLS as u32).filter(|&cell| hidden[cell as usize]) {
        let mut all = truth.above(cell, 0.0);
        all.sort_by(|a, b| b.amount.total_cmp(&a.amount).then(a.who.cmp(&b.who)));
        let rest = all.get(1).map_or(0.0, |of| of.amount);
        all.truncate(1);
        contributors.insert(cell, all, rest);
    }
    contributors
}

fn place(inner: usize) -> usize {
    inner / SIDE * WIDTH + inner % SIDE
}

fn square() -> System {
    let row = |row: u32| [3, 0, 1, 2].map(|at| row * 4 + at);
    let column = |column: u32| [3, 0, 1, 2].map(|at| at * 4 + column);
    System::new(CELLS, (0..4).map(row).chain((0..4).map(column)))
}

/// All inner cells that agree with the totals and with what is shown.
fn possible(values: &[u8], hidden: &[bool]) -> Vec<[u8; INNER]> {
    let rows = std::array::from_fn(|row| values[row * WIDTH + SIDE]);
    let columns = std::array::from_fn(|column| values[SIDE * WIDTH + column]);
    let mut all = Vec::new();
    fill(
        0,
        [0; INNER],
        (rows, columns),
        &mut |at, most| {
            let at = place(at);
            if hidden[at] { (0, most) } else { (values[at], values[at]) }
        },
        &mut all,
    );
    all
}

fn fill(
    at: usize,
    mut inner: [u8; INNER],
    (rows, columns): ([u8; SIDE], [u8; SIDE]),
    ends: &mut dyn FnMut(usize, u8) -> (u8, u8),
    all: &mut Vec<[u8; INNER]>,
) {
    if at == INNER {
        if rows.iter().chain(&columns).all(|left| *left == 0) {
            all.push(inner);
        }
        return;
    }
    let (row, column) = (at / SIDE, at % SIDE);
    let most = rows[row].min(columns[column]);
    let (low, high) = ends(at, most);
    for value in low..=high.min(most) {
        let (mut rows, mut columns) = (rows, columns);
        inner[at] = value;
        rows[row] -= value;
        columns[column] -= value;
        fill(at + 1, inner, (rows, columns), ends, all);
    }
}

/// Whether the outsider and each respondent find a cell far enough from its value.
fn is_safe(
    truth: &Truth,
    tables: &[[u8; INNER]],
    (inner, need): (usize, Need),
    hidden: &[bool],
) -> bool {
    let own = |at: usize, who: Option<usize>| who.map_or(0, |who| truth.0[at][who]);
    let value: u8 = truth.0[inner].iter().sum();
    let finds = |who: Option<usize>| {
        let is_open = |at: usize, of: &[u8; INNER]| {
            at == inner || !hidden[place(at)] || of[at] >= own(at, who)
        };
        let all = || tables.iter().filter(|of| (0..INNER).all(|at| is_open(at, of)));
        let down = need.down.min(f64::from(value - own(inner, who)));
        let below = all().any(|of| f64::from(value) - f64::from(of[inner]) >= down);
        let above = all().any(|of| f64::from(of[inner]) - f64::from(value) >= need.up);
        below && above
    };
    (0..PEOPLE).map(Some).chain([None]).all(finds)
}

struct Case {
    truth: Truth,
    hidden: Vec<bool>,
    needs: Vec<(usize, Need)>,
}

impl Case {
    fn new(parts: Parts, of: &[bool], distance: u8) -> Self {
        let truth = Truth(parts);
        let mut hidden = vec![false; CELLS];
        for (at, of) in of.iter().enumerate() {
            hidden[place(at)] = *of;
        }
        let need = |at: usize| {
            let value: u8 = truth.0[at].iter().sum();
            let (cell, up) = (place(at) as u32, distance.into());
            (at, Need { cell, down: f64::from(distance.min(value)), up })
        };
        let needs = (0..INNER).filter(|&at| of[at]).map(need).collect();
        Self { truth, hidden, needs }
    }

    fn values(&self) -> Vec<u8> {
        (0..CELLS as u32).map(|cell| self.truth.parts(cell).iter().sum()).collect()
    }

    /// What the audit says by the largest alone, and with the truth.
    fn verdicts(&self) -> [Vec<Verdict>; 2] {
        let (system, contributors) = (square(), listed(&self.truth, &self.hidden));
        let values: Vec<f64> = self.values().into_iter().map(f64::from).collect();
        let up = vec![f64::INFINITY; CELLS];
        let outside = Outside { down: &values, up: &up };
        let needs: Vec<Need> = self.needs.iter().map(|of| of.1).collect();
        let everybody: [Option<&dyn Everybody>; 2] = [None, Some(&self.truth)];
        everybody.map(|everybody| {
            let audit = Audit::new((&system, &values, &self.hidden), outside, &contributors, false);
            audit.with_everybody(everybody).verdicts(&needs, &|| false)
        })
    }

    fn is_safe(&self) -> Vec<bool> {
        let tables = possible(&self.values(), &self.hidden);
        self.needs.iter().map(|of| is_safe(&self.truth, &tables, *of, &self.hidden)).collect()
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(ridotto_testkit::usually(60, 1_000)))]

    /// With what everybody truly contributes the audit is right of every cell; without, it never calls a
    /// cell safe that is not.
    #[test]
    fn the_truth_decides(
        parts in proptest::array::uniform9(proptest::array::uniform6(prop_oneof![3 => Just(0_u8), 1 => 1_u8..3])),
        of in proptest::collection::vec(prop_oneof![3 => Just(true), 1 => Just(false)], INNER),
        distance in 1_u8..3,
    ) {
        let case = Case::new(parts, &of, distance);
        let [listed, truly] = case.verdicts();
        for ((listed, truly), is_safe) in listed.iter().zip(&truly).zip(case.is_safe()) {
            prop_assert_eq!(truly.near.is_none(), is_safe, "{:?}", truly);
            prop_assert!(listed.near.is_some() || is_safe, "{:?}", listed);
            let is_nobody = matches!(truly.near, Some((Attacker::Contributor(Contributors::UNLISTED), _)));
            prop_assert!(!is_nobody);
        }
    }
}

/// Some cells are called unsafe for one who is nowhere, and are not; others are for one who is there.
#[test]
fn who_is_not_there_gets_near_to_nobody() {
    let mut state = 7_u64;
    let mut draw = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as u8
    };
    let (mut refused, mut caught) = (0, 0);
    for _ in 0..400 {
        if refused > 2 && caught > 20 {
            return;
        }
        let parts: Parts =
            std::array::from_fn(|_| std::array::from_fn(|_| draw(5).saturating_sub(2)));
        let of: Vec<bool> = (0..INNER).map(|_| draw(8) > 0).collect();
        let case = Case::new(parts, &of, 1 + draw(3));
        let [listed, truly] = case.verdicts();
        for ((listed, truly), is_safe) in listed.iter().zip(&truly).zip(case.is_safe()) {
            refused += usize::from(listed.near.is_some() && is_safe);
            let is_one = matches!(truly.near, Some((Attacker::Contributor(_), _)));
            caught += usize::from(is_one && !is_safe);
            assert_eq!(truly.near.is_none(), is_safe);
        }
    }
    panic!("{refused} {caught}");
}

/// Where values can be negative nobody's part bounds a cell, so that nobody who contributed knows more than
/// everybody: a cell below nothing can fall further.
#[test]
fn parts_bound_no_cell_that_can_be_negative() {
    let system = System::new(4, [vec![0, 1, 2, 3]]);
    let values = [1.0, -5.0, 5.0, 1.0];
    let hidden = [false, true, true, true];
    let room = [0.0, 9.0, 9.0, 9.0];
    let mut contributors = Contributors::default();
    for cell in 1..4 {
        contributors.insert(cell, vec![Contributor { who: cell, amount: 0.0 }], f64::MIN_POSITIVE);
    }
    let outside = Outside { down: &room, up: &room };
    let audit = Audit::new((&system, &values, &hidden), outside, &contributors, false);
    let need = |cell: u32| Need { cell, down: 8.0, up: 8.0 };
    let verdicts = audit.verdicts(&[1, 2, 3].map(need), &|| false);
    assert!(verdicts.iter().all(|verdict| verdict.near.is_none()), "{verdicts:?}");
    let wider = Need { cell: 1, down: 10.0, up: 8.0 };
    assert!(audit.verdicts(&[wider], &|| false)[0].near.is_some());
    assert!((audit.shortfall(&wider, &|| false) - 1.0).abs() < 1e-6);
}

/// The shortfall is that of who misses most: measured against every table that each of some finds possible.
#[test]
fn the_shortfall_is_the_largest() {
    let mut state = 11_u64;
    let mut draw = |below: u64| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) % below) as u8
    };
    let mut missed = 0;
    for _ in 0..40 {
        let parts: Parts =
            std::array::from_fn(|_| std::array::from_fn(|_| draw(6).saturating_sub(3)));
        let of: Vec<bool> = (0..INNER).map(|_| draw(4) > 0).collect();
        let case = Case::new(parts, &of, 1 + draw(3));
        let tables = possible(&case.values(), &case.hidden);
        let values: Vec<f64> = case.values().into_iter().map(f64::from).collect();
        let (system, contributors) = (square(), listed(&case.truth, &case.hidden));
        let up = vec![f64::INFINITY; CELLS];
        let outside = Outside { down: &values, up: &up };
        let audit = Audit::new((&system, &values, &case.hidden), outside, &contributors, false);
        let audit = audit.with_everybody(Some(&case.truth));
        for &(inner, need) in &case.needs {
            let own = |at: usize, who: Option<usize>| who.map_or(0, |who| case.truth.0[at][who]);
            let value = values[need.cell as usize];
            let most = (0..PEOPLE).map(Some).chain([None]).map(|who| {
                let is_open = |at: usize, of: &[u8; INNER]| {
                    at == inner || !case.hidden[place(at)] || of[at] >= own(at, who)
                };
                let left = tables.iter().filter(|of| (0..INNER).all(|at| is_open(at, of)));
                let reached: Vec<f64> = left.map(|of| f64::from(of[inner]) - value).collect();
                let down = need.down.min(value - f64::from(own(inner, who)));
                let far = |sign: f64| reached.iter().fold(0.0, |far: f64, by| far.max(by * sign));
                (down - far(-1.0)).max(need.up - far(1.0))
            });
            let most = most.fold(0.0, f64::max);
            missed += usize::from(most > 0.0);
            let found = audit.shortfall(&need, &|| false);
            assert!((found - most).abs() < 1e-6, "{found} {most}");
        }
    }
    assert!(missed > 20, "{missed}");
}
