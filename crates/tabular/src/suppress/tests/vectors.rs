//! The table of the lectures: which patterns are the cheapest, and what an attacker still knows then.

use super::*;

/// A problem that owns what it is about: a table of which some cells are sensitive, and known to nobody.
#[derive(Debug)]
pub(super) struct Case {
    pub of: Sample,
    pub standing: Vec<Standing>,
    pub cost: Vec<f64>,
    pub needs: Vec<Need>,
    pub up: Vec<f64>,
    pub contributors: Contributors,
    pub alone_know: bool,
}

impl Case {
    /// Cells that need so much room downwards and upwards.
    pub fn new(of: Sample, sensitive: &[(usize, f64, f64)]) -> Self {
        let cells = of.values.len();
        let mut standing = vec![Standing::Open; cells];
        let mut needs = Vec::new();
        for &(cell, down, up) in sensitive {
            standing[cell] = Standing::Sensitive;
            needs.push(Need { cell: cell as u32, down, up });
        }
        needs.sort_by_key(|need| need.cell);
        let (cost, up) = (vec![1.0; cells], vec![f64::INFINITY; cells]);
        let contributors = Contributors::default();
        Self { of, standing, cost, needs, up, contributors, alone_know: false }
    }

    /// No total is hidden.
    pub fn with_totals_published(mut self) -> Self {
        for (standing, below) in self.standing.iter_mut().zip(&self.of.below) {
            if below.len() > 1 {
                *standing = Standing::Published;
            }
        }
        self
    }

    pub fn problem(&self) -> Problem<'_> {
        Problem {
            system: &self.of.system,
            values: &self.of.values,
            standing: &self.standing,
            cost: &self.cost,
            needs: &self.needs,
            outside: Outside { down: &self.of.values, up: &self.up },
            contributors: &self.contributors,
            everybody: None,
            alone_know: self.alone_know,
        }
    }

    pub fn protect(&self, method: Method) -> Outcome {
        protect(&self.problem(), method, &|| false)
    }

    pub fn cost_of(&self, hidden: &[bool]) -> f64 {
        Suppression { hidden: hidden.to_vec(), exposed: Vec::new() }.cost(&self.problem())
    }

    /// How many sensitive cells somebody gets too near to.
    pub fn unsafe_cells(&self, hidden: &[bool]) -> usize {
        near(&audit(&self.problem(), hidden), &self.needs, &|| false).len()
    }
}

/// Rows [[20, 50, 10], [8, 19, 22], [17, 32, 12]] and their totals: cells 0 1 2 | 3, 4 5 6 | 7, ….
pub(super) fn lecture() -> Sample {
    sample(&[3, 3], &[20, 50, 10, 8, 19, 22, 17, 32, 12])
}

fn secondaries(case: &Case, hidden: &[bool]) -> Vec<usize> {
    let is_open = |&cell: &usize| hidden[cell] && case.standing[cell] == Standing::Open;
    (0..hidden.len()).filter(is_open).collect()
}

fn interval(case: &Case, hidden: &[bool], cell: u32) -> (f64, f64) {
    let of = audit(&case.problem(), hidden).interval(cell, &|| false);
    assert!(of.is_exact);
    let value = case.of.values[cell as usize];
    (value - of.down, value + of.up)
}

/// `suppression.3x3` with totals published: three more cells are enough, and 51 in value; `8` is then
/// anything from 0 to 25.
#[test]
fn one_cell_of_the_lectures() {
    let mut case = Case::new(lecture(), &[(4, 4.0, 4.0)]).with_totals_published();
    let found = case.protect(Method::Optimal);
    assert!(found.proved && found.exposed.is_empty());
    assert_eq!((found.bound, secondaries(&case, &found.hidden).len()), (Some(3.0), 3));
    case.cost = case.of.values.clone();
    let found = case.protect(Method::Optimal);
    assert!(found.proved);
    assert_eq!(found.bound, Some(51.0));
    assert_eq!(secondaries(&case, &found.hidden), [6, 8, 10]);
    let near = |(low, high): (f64, f64), expected: (f64, f64)| {
        (low - expected.0).abs() < 1e-6 && (high - expected.1).abs() < 1e-6
    };
    for (cell, ends) in [(4, (0.0, 25.0)), (6, (5.0, 30.0)), (8, (0.0, 25.0)), (10, (4.0, 29.0))] {
        assert!(near(interval(&case, &found.hidden, cell), ends), "{cell}");
    }
}

/// `suppression.3x3.two_primaries`: two more, 42 in value.
#[test]
fn two_cells_of_the_lectures() {
    let sensitive = [(4, 3.0, 3.0), (2, 3.0, 3.0)];
    let mut case = Case::new(lecture(), &sensitive).with_totals_published();
    let found = case.protect(Method::Optimal);
    assert_eq!((found.bound, found.proved), (Some(2.0), true));
    case.cost = case.of.values.clone();
    let found = case.protect(Method::Optimal);
    assert_eq!((found.bound, found.proved), (Some(42.0), true));
    assert_eq!(secondaries(&case, &found.hidden), [0, 6]);
    assert_eq!(case.unsafe_cells(&found.hidden), 0);
}

/// `suppression.recover`: a cell that is hidden alone is its total without the others.
#[test]
fn a_cell_alone_is_recovered() {
    let case = Case::new(lecture(), &[(4, 1.0, 1.0)]);
    let mut hidden = vec![false; 16];
    hidden[4] = true;
    assert!(fixed(&case.of.system, &hidden)[4]);
    assert_eq!(interval(&case, &hidden, 4), (8.0, 8.0));
    assert_eq!(case.unsafe_cells(&hidden), 1);
}

/// Every method is safe on the table of the lectures, and none is cheaper than the optimum.
#[test]
fn every_method_is_safe() {
    for totals in [false, true] {
        let mut case = Case::new(lecture(), &[(4, 4.0, 4.0), (2, 3.0, 3.0)]);
        if totals {
            case = case.with_totals_published();
        }
        case.cost = case.of.values.clone();
        let best = case.protect(Method::Optimal);
        for method in METHODS {
            let found = case.protect(method);
            assert!(found.exposed.is_empty(), "{method:?}");
            assert_eq!(case.unsafe_cells(&found.hidden), 0, "{method:?}");
            assert!(case.cost_of(&found.hidden) >= best.bound.unwrap() - 1e-9, "{method:?}");
        }
    }
}

/// Two dimensions are a network, with levels in one of them as well; three are none.
#[test]
fn flows_need_two_dimensions() {
    assert!(Method::Network.applies(&lecture().system));
    let deep = sample(&[2, 2, 2], &[5; 8]);
    assert!(!Method::Network.applies(&deep.system) && Method::Fast.applies(&deep.system));
    // Rows a and b under g, and c beside it: 0 1 | 2 for a, 3 4 | 5 for b, 6 7 | 8 for g, then c, then all.
    let rows = (0..5).map(|row| [2, 0, 1].map(|at| row * 3 + at).to_vec());
    let groups = (0..3).map(|at| vec![6 + at, at, 3 + at]);
    let all = (0..3).map(|at| vec![12 + at, 6 + at, 9 + at]);
    assert!(Method::Network.applies(&System::new(15, rows.chain(groups).chain(all))));
}
