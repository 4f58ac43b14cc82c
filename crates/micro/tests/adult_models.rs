//! Adult with diversity and closeness: what another program found with an exact search.
//!
//! Occupation is sensitive, the other eight attributes are quasi-identifiers, and k is 5. At the
//! reference's node we must suppress the same records, and the node must have the same score.

use ridotto_core::model::{Baseline, Distance, DistinctL, KAnonymity, TCloseness};
use ridotto_core::objective::{Aggregate, Objective, Scorer};
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Decimal};
use ridotto_micro::evaluate::{Evaluate, Rollup};
use ridotto_testkit::golden::ADULT;
use ridotto_testkit::{Small, data};

/// The model, the levels of the best node, the records suppressed there, and its score.
const REFERENCES: [(&str, [u8; 8], u64, f64); 9] = [
    ("distinct", [0, 4, 1, 2, 3, 2, 0, 0], 0, 0.542_210_825_407_941),
    ("distinct", [0, 3, 0, 2, 2, 1, 1, 0], 522, 0.246_911_739_789_076_32),
    ("distinct", [0, 3, 0, 0, 2, 1, 0, 0], 2335, 0.166_714_920_053_641_3),
    ("equal", [1, 4, 1, 1, 3, 2, 2, 1], 0, 0.918_395_364_100_965_9),
    ("equal", [1, 4, 1, 1, 3, 1, 2, 1], 235, 0.815_003_186_212_389_7),
    ("equal", [1, 2, 0, 0, 3, 0, 2, 1], 8156, 0.604_165_232_134_255_2),
    ("hierarchical", [0, 4, 1, 1, 3, 2, 2, 1], 0, 0.759_176_305_345_683_5),
    ("hierarchical", [1, 4, 0, 2, 3, 1, 2, 1], 151, 0.735_140_374_521_461_3),
    ("hierarchical", [0, 3, 0, 0, 3, 0, 2, 1], 7271, 0.504_984_616_776_392_7),
];

/// The place of occupation among the attributes.
const SENSITIVE: usize = 7;

/// Adult with occupation last, if the data set is here.
fn adult() -> Option<Small> {
    let cells = |text: &str| -> Vec<Vec<String>> {
        text.lines().map(|line| line.split(';').map(str::to_owned).collect()).collect()
    };
    let read = |file: &str| Some(cells(&std::fs::read_to_string(data::find(file)?).ok()?));
    let mut names = ADULT.to_vec();
    let sensitive = names.remove(SENSITIVE);
    names.push(sensitive);
    let mut rows = read("data/adult/adult.csv")?;
    rows.remove(0);
    for row in &mut rows {
        let cell = row.remove(SENSITIVE);
        row.push(cell);
    }
    let lines = |name: &&str| read(&format!("data/adult/hierarchies/{name}.csv"));
    let lines: Option<Vec<_>> = names.iter().map(lines).collect();
    Some(Small::new(&rows, &lines?))
}

#[test]
fn references_are_reproduced() {
    let Some(table) = adult() else { return };
    let (keys, sensitive) = (&table.keys()[..8], table.keys()[8]);
    let CodeColumn { codes, values } = sensitive;
    let classes = ClassTable::count(keys, &[sensitive], table.rows);
    let baseline = Baseline::of_column(codes, values);
    assert_eq!(baseline, Baseline::of_table(&classes, 0));
    let (hierarchies, occupation) = (&table.hierarchies[..8], &table.hierarchies[8]);
    let scales = table.scales(&[])[..8].to_vec();
    let objective = Objective::Loss(Aggregate::Geometric);
    let scorer = Scorer::new(objective, scales, table.rows as u64, 5);
    let t = Decimal::new(2, 1);
    for (name, levels, suppressed, score) in REFERENCES {
        let close = |distance| Box::new(TCloseness::new(0, t, distance, &baseline).expect("fits"));
        let model: Box<dyn ClassModel> = match name {
            "distinct" => Box::new(DistinctL::new(0, 3.try_into().expect("not 0"))),
            "equal" => close(Distance::Equal),
            _ => close(Distance::Hierarchical(occupation)),
        };
        let k = KAnonymity::new(5.try_into().expect("not 0"));
        let models: Vec<Box<dyn ClassModel>> = vec![Box::new(k), model];
        let mut plain = Rollup::new(&classes, hierarchies, &models, &scorer);
        let seen = plain.evaluate(&levels, u64::MAX).expect("there is no limit");
        assert_eq!(seen.suppressed, suppressed, "{name}, {levels:?}");
        let found = scorer.score(&levels, &seen);
        assert!((found - score).abs() <= 1e-8 * score, "{name}, {levels:?}: {found}, {score}");
    }
}
