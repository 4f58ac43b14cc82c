//! The golden vectors.

use crate::microaggregate::case::{column, lists, near, numbers, plain, points, run};
use ridotto_mask::microaggregate::{
    Algorithm, Loss, Merge, Step, dendrogram, dissimilarities, k_ward_steps,
};
use ridotto_testkit::golden::{Vector, number, whole};
use serde_json::Value;

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list of numbers").iter().map(number).collect()
}

fn partition(value: &Value) -> Vec<Vec<u32>> {
    value.as_array().expect("a partition").iter().map(whole).collect()
}

/// A list of numbers or of rows, column by column.
fn columns(value: &Value) -> Vec<Vec<f64>> {
    let rows = value.as_array().expect("rows").iter();
    let rows: Vec<Vec<f64>> =
        rows.map(|row| if row.is_array() { floats(row) } else { vec![number(row)] }).collect();
    (0..rows[0].len()).map(|at| rows.iter().map(|row| row[at]).collect()).collect()
}

/// The values of each group, in order.
fn values(column: &[f64], rows: &[u32]) -> Vec<f64> {
    let mut values: Vec<f64> = rows.iter().map(|&row| column[row as usize]).collect();
    values.sort_by(f64::total_cmp);
    values
}

pub fn ward(vector: &Vector) {
    let id = &vector.id;
    match id.as_str() {
        "ward.step1" => {
            let data = columns(&vector.given["data"]);
            let single: Vec<Vec<u32>> = (0..data[0].len() as u32).map(|row| vec![row]).collect();
            let matrix = dissimilarities(&points(&data), &single);
            let at = |text: &str| {
                let value: f64 = text.parse().unwrap();
                data[0].iter().position(|&other| other.to_bits() == value.to_bits()).unwrap()
            };
            for (pair, cost) in vector.expected.as_object().unwrap() {
                let (a, b) = pair.split_once('-').unwrap();
                near(matrix.at(at(a), at(b)), number(cost), id);
            }
        }
        "ward.merge_order" => merges(vector),
        _ => {
            let groups: Vec<Vec<f64>> =
                vector.given["groups"].as_array().unwrap().iter().map(floats).collect();
            let mut next = 0..;
            let lists: Vec<Vec<u32>> =
                groups.iter().map(|group| next.by_ref().take(group.len()).collect()).collect();
            let matrix = dissimilarities(&points(&[groups.concat()]), &lists);
            for (a, row) in vector.expected["matrix"].as_array().unwrap().iter().enumerate() {
                for (b, cost) in floats(row).into_iter().enumerate() {
                    near(matrix.at(a, b), cost, id);
                }
            }
        }
    }
}

fn merges(vector: &Vector) {
    let data = columns(&vector.given["data"]);
    let found = dendrogram(&points(&data));
    let expected = vector.expected["merges"].as_array().unwrap();
    assert_eq!(found.len(), expected.len());
    for (merge, expected) in found.iter().zip(expected) {
        near(merge.cost, number(&expected["cost"]), &vector.id);
        let both = [values(&data[0], &merge.first), values(&data[0], &merge.second)];
        let groups: Vec<Vec<f64>> =
            expected["merge"].as_array().unwrap().iter().map(floats).collect();
        assert_eq!(both.to_vec(), groups);
    }
    let sum: f64 = found.iter().map(|merge| merge.cost).sum();
    near(sum, number(&vector.expected["SST"]), &vector.id);
    near(sum, number(&vector.expected["sum_of_costs"]), &vector.id);
}

pub fn k_ward(vector: &Vector) {
    let (id, data) = (&vector.id, columns(&vector.given["data"]));
    let k = vector.given["k"].as_u64().unwrap() as usize;
    let points = points(&data);
    let (groups, steps) = k_ward_steps(&points, &plain(Algorithm::Ward, k)).unwrap();
    let loss = Loss::of(&points, &groups);
    near(loss.within, number(&vector.expected["SSE"]), id);
    if let Some(expected) = vector.expected.get("partition") {
        assert_eq!(lists(&groups), partition(expected), "{id}");
        near(loss.between, number(&vector.expected["SSA"]), id);
        near(loss.total, number(&vector.expected["SST"]), id);
        near(loss.share(), number(&vector.expected["L"]), id);
    } else {
        let found: Vec<Vec<f64>> = groups.iter().map(|rows| values(&data[0], rows)).collect();
        let expected = vector.expected["partition_values"].as_array().unwrap();
        assert_eq!(found, expected.iter().map(floats).collect::<Vec<_>>(), "{id}");
    }
    let log = vector.expected["log"].as_array().unwrap();
    assert_eq!(steps.len(), log.len(), "{id}");
    for (step, expected) in steps.iter().zip(log) {
        step_is(step, expected, id);
    }
    // The best search finds the optimum, too.
    let best = ridotto_mask::microaggregate::group(&points, &plain(Algorithm::Best, k), 1);
    let best = Loss::of(&points, &best.unwrap()).within;
    near(best, number(&vector.expected["optimal_SSE"]), id);
}

fn step_is(step: &Step, expected: &Value, id: &str) {
    match step {
        Step::Start { rows, extremes, groups } => {
            assert_eq!(*rows, whole::<u32>(&expected["input"]), "{id}");
            assert_eq!(vec![extremes.0, extremes.1], whole::<u32>(&expected["extremes"]), "{id}");
            assert_eq!(*groups, partition(&expected["initial"]), "{id}");
        }
        Step::Merged(Merge { first, second, cost }) => {
            assert_eq!(vec![first.clone(), second.clone()], partition(&expected["merge"]), "{id}");
            near(*cost, number(&expected["cost"]), id);
        }
    }
}

pub fn microaggregation(vector: &Vector) {
    let (id, data) = (vector.id.as_str(), columns(&vector.given["data"]));
    let k = vector.given["k"].as_u64().unwrap() as usize;
    let algorithm = match id {
        "microagg.2d.mdav.k3" => Algorithm::Mdav,
        "microagg.2d.single_axis_x.k3" | "microagg.fixed.004_pseudocode" => Algorithm::SingleAxis,
        "microagg.2d.zscore_sum.k3" => Algorithm::ZScore,
        "microagg.2d.principal_component.k3" => Algorithm::PrincipalComponent,
        "microagg.2d.individual_ranking.k3" => Algorithm::Individual,
        _ => panic!("{id} is new"),
    };
    let given: Vec<_> = data.iter().map(|numbers| column(numbers)).collect();
    let outcome = run(&plain(algorithm, k), &given);
    let expected = &vector.expected;
    if algorithm == Algorithm::Individual {
        for (row, masked) in expected["masked"].as_array().unwrap().iter().enumerate() {
            for (at, value) in floats(masked).into_iter().enumerate() {
                near(numbers(&outcome.columns[at])[row], value, id);
            }
        }
        let parts = expected["partition_per_attribute"].as_array().unwrap();
        for (groups, expected) in outcome.groups.iter().zip(parts) {
            assert_eq!(lists(groups), partition(expected), "{id}");
        }
        near(outcome.loss.within, number(&expected["SSE"]), id);
        return;
    }
    let groups = &outcome.groups[0];
    if let Some(clusters) = expected.get("clusters") {
        let found: Vec<Vec<f64>> = groups.iter().map(|rows| values(&data[0], rows)).collect();
        assert_eq!(found, clusters.as_array().unwrap().iter().map(floats).collect::<Vec<_>>());
    } else {
        assert_eq!(lists(groups), partition(&expected["partition"]), "{id}");
        near(outcome.loss.within, number(&expected["SSE"]), id);
        near(outcome.loss.between, number(&expected["SSA"]), id);
        near(outcome.loss.total, number(&expected["SST"]), id);
        near(outcome.loss.share(), number(&expected["L"]), id);
    }
    for (rows, center) in groups.iter().zip(expected["centroids"].as_array().unwrap()) {
        let center = if center.is_array() { floats(center) } else { vec![number(center)] };
        for (column, center) in outcome.columns.iter().zip(center) {
            near(numbers(column)[rows[0] as usize], center, id);
        }
    }
}

pub fn optimal(vector: &Vector) {
    let (id, data) = (&vector.id, columns(&vector.given["values"]));
    let k = vector.given["k"].as_u64().unwrap() as usize;
    let given = [column(&data[0])];
    for (algorithm, error, groups) in [
        (Algorithm::Optimal, "SSE", "groups"),
        (Algorithm::SingleAxis, "fixed_size_SSE", "fixed_size_groups"),
    ] {
        let outcome = run(&plain(algorithm, k), &given);
        near(outcome.loss.within, number(&vector.expected[error]), id);
        let found = outcome.groups[0].iter().map(|rows| values(&data[0], rows));
        let expected = vector.expected[groups].as_array().unwrap().iter().map(floats);
        assert_eq!(found.collect::<Vec<_>>(), expected.collect::<Vec<_>>(), "{id}");
    }
}
