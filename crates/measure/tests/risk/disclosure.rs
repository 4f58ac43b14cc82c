//! Attribute disclosure: the vectors of both interval measures.

use crate::{assert_near, numbers};
use ridotto_measure::risk::interval::{self, Deviation, standard_deviation};
use ridotto_testkit::golden::{Vector, number};

pub fn by_rank(vector: &Vector) {
    if vector.id == "rid.printed_formula" {
        return printed_formula(vector);
    }
    let (truth, released) = (numbers(&vector.given["V"]), numbers(&vector.given["Vm"]));
    let p = number(&vector.given["p"]);
    let disclosed = interval::by_rank(&truth, &released, p);
    let intervals = interval::rank_intervals(&released, p);
    let records = vector.expected["records"].as_array().unwrap();
    assert_eq!(records.len(), disclosed.records.len());
    for (at, record) in records.iter().enumerate() {
        let below = released.iter().filter(|&&other| other < released[at]).count();
        assert_eq!(record["pos"].as_u64(), Some(below as u64));
        let interval = numbers(&record["interval"]);
        assert_eq!(intervals[at], Some((interval[0], interval[1])));
        assert_eq!(disclosed.records[at], record["disclosed"].as_bool());
    }
    assert_near(disclosed.rate, number(&vector.expected["rate"]), 1e-15);
}

/// The formula as it was printed has the two ends mixed up, so that every interval is the whole
/// file; ours must not be that one.
fn printed_formula(vector: &Vector) {
    let records: u32 = vector.given["n"].as_u64().unwrap().try_into().unwrap();
    let released: Vec<f64> = (0..records).map(f64::from).collect();
    let width = number(&vector.given["w"]);
    let intervals = interval::rank_intervals(&released, 200.0 * width / f64::from(records));
    let printed = vector.expected["index_ranges_as_printed"].as_array().unwrap();
    for (at, (ours, printed)) in (0_u32..).zip(intervals.iter().zip(printed)) {
        let (low, high) = (f64::from(at) - width, f64::from(at) + width);
        let right = (low.max(0.0), high.min(f64::from(records - 1)));
        assert_eq!(*ours, Some(right));
        let printed = numbers(printed);
        assert_eq!(printed, [low.min(0.0), high.max(f64::from(records - 1))]);
        assert_ne!(*ours, Some((printed[0], printed[1])));
    }
}

pub fn by_deviation(vector: &Vector) {
    let (truth, released) = (numbers(&vector.given["V"]), numbers(&vector.given["Vm"]));
    let p = number(&vector.given["p"]);
    for (name, deviation) in [("population", Deviation::Population), ("sample", Deviation::Sample)]
    {
        let expected = |what: String| &vector.expected[what];
        let size = standard_deviation(&truth, deviation);
        assert_near(size, number(expected(format!("sd_{name}"))), 1e-12);
        let disclosed = interval::by_deviation(&truth, &released, p, deviation);
        let records = expected(format!("disclosed_{name}_sd")).as_array().unwrap();
        let records: Vec<Option<bool>> = records.iter().map(serde_json::Value::as_bool).collect();
        assert_eq!(disclosed.records, records);
        assert_near(disclosed.rate, number(expected(format!("rate_{name}"))), 1e-15);
    }
}
