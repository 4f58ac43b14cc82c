//! The whole grid of what is generalised and what is suppressed: every combination is either
//! written, and counted again here from the file's text, or refused with what to do instead.

use crate::local::{Row, cells, may_be, released, setting, sixty};
use crate::setting::Setting;
use proptest::collection::vec;
use proptest::prelude::*;
use ridotto::{Error, Outputs, Report, RunOptions};
use std::collections::BTreeMap;

pub const GENERALIZE: [&str; 3] = ["attribute", "cell", "none"];
pub const SUPPRESS: [&str; 4] = ["record", "attribute", "cell", "none"];

/// One combination.
#[derive(Clone, Copy, Debug)]
pub struct Asked<'a> {
    pub generalize: &'a str,
    pub suppress: &'a str,
    pub share: f64,
    pub wild: bool,
    pub algorithm: Option<&'a str>,
}

impl Asked<'_> {
    fn release(&self) -> String {
        let Self { generalize, suppress, share, wild, algorithm } = self;
        let missing = if *wild { "matches-anything" } else { "own-value" };
        let algorithm = algorithm.map(|name| format!("algorithm = \"{name}\"\n"));
        format!(
            "{}generalize = \"{generalize}\"\nsuppress = \"{suppress}\"\nsuppression = {share:?}\n\
             missing = \"{missing}\"\nsuppressed = \"keep\"",
            algorithm.unwrap_or_default()
        )
    }

    /// Runs it; `None` if it was refused, with a hint.
    pub fn run(&self, rows: &[Row]) -> Option<(Setting, Report)> {
        let setting = setting(rows, &self.release(), "");
        let options = RunOptions { keep_order: true, ..RunOptions::default() };
        match setting.bind().and_then(|plan| plan.run(&Outputs::of_policy(), &options, &())) {
            Ok(release) => {
                let report = release.publish().unwrap();
                Some((setting, report.into_report()))
            }
            Err(Error::Policy(error)) => {
                assert!(error.problems().iter().all(|problem| problem.help.is_some()), "{self:?}");
                None
            }
            // Without generalisation and cells there may be no solution; else `*` is one.
            Err(Error::Unmet(_)) => {
                let can =
                    self.generalize != "none" || matches!(self.suppress, "attribute" | "cell");
                assert!(!can || rows.len() < 3, "{self:?}");
                None
            }
            Err(error) => panic!("{self:?}: {error}"),
        }
    }

    /// Counts the file again.
    pub fn recount(&self, setting: &Setting, rows: &[Row], report: &Report) {
        let shown = released(setting);
        assert_eq!(shown.len(), rows.len());
        let mut classes: BTreeMap<&[String], usize> = BTreeMap::new();
        let mut hidden = 0;
        for (record, &row) in shown.iter().zip(rows) {
            let [age, town, job, illness] = cells(row);
            if record[0] == "*" {
                assert!(record.iter().all(|cell| cell == "*"));
                hidden += 1;
                continue;
            }
            assert_eq!(record[0], illness);
            for (cell, value) in record[1..].iter().zip([&age, &town, &job]) {
                assert!(may_be(cell, value), "{self:?}: {cell} for {value}");
                assert!(self.generalize != "none" || cell == "*" || cell == value);
            }
            *classes.entry(&record[1..]).or_default() += 1;
        }
        assert_eq!(report.microdata().unwrap().suppressed_rows.unwrap(), hidden);
        // Where levels leave records over and their cells would lose more, the records go.
        let may_go =
            self.suppress == "record" || (self.generalize, self.suppress) == ("attribute", "cell");
        let allowed = if may_go { self.share } else { 0.0 };
        assert!(hidden as f64 <= allowed * rows.len() as f64);
        let is_wild = |cell: &str| self.wild && (cell == "*" || cell == "?");
        let fit = |a: &[String], b: &[String]| {
            a.iter().zip(b).all(|(a, b)| a == b || is_wild(a) || is_wild(b))
        };
        let fits = |own: &[String]| -> usize {
            classes.iter().filter(|(other, _)| fit(own, other)).map(|class| class.1).sum()
        };
        let least = classes.keys().map(|own| fits(own)).min().unwrap();
        assert!(least >= 3, "{self:?}");
        assert_eq!(report.guarantees[0].attained, Some(least as f64));
        assert_eq!(report.guarantees[0].model == ridotto::WILDCARDS, self.wild);
        let is_one = |at: usize| {
            let mut column =
                shown.iter().filter(|record| record[0] != "*").map(|it| &it[at] == "*");
            let first = column.next();
            column.all(|star| Some(star) == first)
        };
        if self.suppress == "attribute" || (self.generalize, self.suppress) == ("none", "none") {
            assert!((1..4).all(is_one), "an attribute is suppressed as a whole or not at all");
        }
    }
}

fn every_combination(rows: &[Row]) -> Vec<String> {
    let mut written = Vec::new();
    for generalize in GENERALIZE {
        for suppress in SUPPRESS {
            for share in [0.0, 0.2] {
                for wild in [false, true] {
                    let asked = Asked { generalize, suppress, share, wild, algorithm: None };
                    if let Some((setting, report)) = asked.run(rows) {
                        asked.recount(&setting, rows, &report);
                        let wild = if wild { " wild" } else { "" };
                        written.push(format!("{generalize} x {suppress} {share}{wild}"));
                    }
                }
            }
        }
    }
    written
}

#[test]
fn the_whole_grid() {
    let written = every_combination(&sixty());
    for combination in [
        "attribute x record 0.2",
        "attribute x record 0.2 wild",
        "attribute x attribute 0",
        "attribute x cell 0.2",
        "attribute x cell 0.2 wild",
        "attribute x none 0",
        "cell x record 0.2",
        "cell x attribute 0",
        "cell x cell 0",
        "cell x none 0",
        "none x attribute 0",
        "none x cell 0",
        "none x cell 0 wild",
    ] {
        assert!(written.iter().any(|it| it == combination), "{combination}: {written:#?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 12, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn the_whole_grid_of_any_table(
        rows in vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 3..40),
    ) {
        prop_assume!(rows.iter().any(|row| row.0 != 11));
        every_combination(&rows);
    }

    /// Whatever chooses the levels, cells of the rest are suppressed.
    #[test]
    fn cells_after_any_search(
        rows in vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 3..40),
        share in prop::sample::select(vec![0.1, 0.3, 0.9]),
    ) {
        prop_assume!(rows.iter().any(|row| row.0 != 11));
        for algorithm in ["samarati", "incognito", "datafly", "top-down", "k-optimize", "genetic"] {
            for wild in [false, true] {
                let asked = Asked {
                    generalize: "attribute", suppress: "cell", share, wild,
                    algorithm: Some(algorithm),
                };
                if let Some((setting, report)) = asked.run(&rows) {
                    asked.recount(&setting, &rows, &report);
                }
            }
        }
    }

    /// Who may leave more records over loses no more, and cells lose no more than records.
    #[test]
    fn cells_are_never_worse_with_more_freedom(
        rows in vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 3..40),
    ) {
        prop_assume!(rows.iter().any(|row| row.0 != 11));
        for wild in [false, true] {
            let loss = |suppress, share| {
                let asked = Asked { generalize: "attribute", suppress, share, wild, algorithm: None };
                let (_, report) = asked.run(&rows)?;
                report.microdata().unwrap().objective.value
            };
            let mut before = f64::INFINITY;
            for share in [0.0, 0.1, 0.3, 0.9] {
                let cells = loss("cell", share).expect("`*` is a solution");
                prop_assert!(cells <= before + 1e-9, "{share}: {cells} after {before}");
                before = cells;
                // Levels are chosen for records that are equal, also where missing values fit.
                if let Some(records) = loss("record", share).filter(|_| !wild) {
                    prop_assert!(cells <= records + 1e-9, "{share}: {cells} against {records}");
                }
            }
        }
    }

    /// Local methods suppress no more records than they may, and gain by it.
    #[test]
    fn outliers_are_suppressed_within_the_limit(
        rows in vec((0..12_u8, 0..4_u8, 0..3_u8, 0..3_u8), 3..40),
        share in prop::sample::select(vec![0.05, 0.2, 0.5]),
    ) {
        prop_assume!(rows.iter().any(|row| row.0 != 11));
        for algorithm in ["mondrian", "local-recoding"] {
            let asked = |share| Asked {
                generalize: "cell", suppress: "record", share, wild: false,
                algorithm: Some(algorithm),
            };
            let (setting, report) = asked(share).run(&rows).expect("three rows are enough");
            asked(share).recount(&setting, &rows, &report);
            let (_, without) = asked(0.0).run(&rows).expect("three rows are enough");
            prop_assert!(report.microdata().unwrap().objective.value.unwrap() <= without.microdata().unwrap().objective.value.unwrap() + 1e-9);
        }
    }
}

/// Cells of a few records cost less than coarser levels for all.
#[test]
fn cells_lose_less_than_levels_alone() {
    let mut rows = sixty();
    rows.push((10, 0, 2, 1));
    let loss = |suppress, share| {
        let asked =
            Asked { generalize: "attribute", suppress, share, wild: false, algorithm: None };
        asked.run(&rows).unwrap().1.microdata().unwrap().objective.value
    };
    assert!(loss("cell", 0.3) < loss("none", 0.0));
}

/// Too many have one illness: with nothing suppressed there is no release, with some there is.
#[test]
fn suppression_makes_a_release_possible() {
    let rows: Vec<Row> = (0..20).map(|at| (at % 6, at % 4, at % 3, u8::from(at < 8))).collect();
    let require = "[[require]]\nmodel = \"alpha-k\"\nalpha = 0.5\nk = 2";
    for algorithm in ["mondrian", "local-recoding"] {
        let run = |share: f64| {
            let release = format!("algorithm = \"{algorithm}\"\nsuppression = {share:?}");
            let setting = setting(&rows, &release, require);
            let report = setting.run(&())?.publish()?;
            Ok::<_, Error>((released(&setting), report))
        };
        assert!(matches!(run(0.0), Err(Error::Unmet(_))), "{algorithm}");
        assert!(matches!(run(0.15), Err(Error::Unmet(_))), "{algorithm}");
        let (shown, report) = run(0.3).unwrap();
        assert!(
            (4..=6).contains(&report.microdata().unwrap().suppressed_rows.unwrap()),
            "{algorithm}"
        );
        let mut classes: BTreeMap<Vec<String>, [usize; 2]> = BTreeMap::new();
        for record in shown {
            let class = classes.entry(record[1..].to_vec()).or_default();
            class[usize::from(record[0] == "i1")] += 1;
        }
        assert!(classes.values().all(|[a, b]| a == b && a + b >= 3), "{algorithm}");
    }
}
