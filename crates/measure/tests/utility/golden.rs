//! The golden vectors. Those of height, loss, precision, classes and ambiguity are run on the
//! objectives of searches, too, in `crates/micro/tests/golden`.

use crate::case::{attribute, categories, near, numbers};
use ridotto_core::Kind;
use ridotto_core::hierarchy::{Builder, Tree};
use ridotto_measure::quality::{Quality, Questions};
use ridotto_measure::utility::model::{Design, Logistic, Terms};
use ridotto_measure::utility::{
    Attribute, Classes, Compared, Domain, InformationLoss, Learner, Normalise, Part, Propensity,
    Recoded, Score, ambiguity, best, frontier, height, loss, precision, propensity,
    record_squared_error, table_squared_error,
};
use ridotto_measure::{Series, Values};
use ridotto_testkit::golden::{self, Vector, each, number, texts, whole};
use serde_json::Value;

#[track_caller]
fn same(found: Option<f64>, expected: &Value, id: &str) {
    let expected = number(expected);
    let found = found.unwrap_or_else(|| panic!("{id}: nothing instead of {expected}"));
    assert!(near(found, expected, 1e-9), "{id}: {found} instead of {expected}");
}

fn floats(value: &Value) -> Vec<f64> {
    value.as_array().expect("a list of numbers").iter().map(number).collect()
}

/// A matrix, column by column.
fn columns(value: &Value) -> Vec<Vec<f64>> {
    let rows: Vec<Vec<f64>> = value.as_array().expect("rows").iter().map(floats).collect();
    (0..rows[0].len()).map(|at| rows.iter().map(|row| row[at]).collect()).collect()
}

fn views(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// The groups of a tree under its root.
fn groups(tree: &Value) -> Vec<(String, Vec<String>)> {
    let root = tree.as_object().and_then(|root| root.values().next()).expect("a root");
    let groups = root.as_object().expect("groups").iter();
    groups.map(|(label, leaves)| (label.clone(), texts(leaves))).collect()
}

fn builder(tree: &Value) -> Builder {
    let node = |(label, leaves): (String, Vec<String>)| {
        Tree::node(label, leaves.into_iter().map(Tree::leaf))
    };
    Builder::Groups(groups(tree).into_iter().map(node).collect())
}

/// Some values of a tree, each replaced by its group.
fn generalised(tree: &Value, values: &[String]) -> Attribute {
    let groups = groups(tree);
    let group = |value: &String| {
        let found = groups.iter().find(|(_, leaves)| leaves.contains(value));
        found.expect("a leaf").0.clone()
    };
    let after: Vec<String> = values.iter().map(group).collect();
    attribute("illness", Kind::Text, values, &after, Some(&builder(tree)))
}

#[test]
fn heights() {
    each("height", |Vector { id, given, expected }| {
        if id == "height.000" {
            let steps = number(&given["levels_H"]) - 1.0;
            let label = Recoded { height: number(&given["h"]) / steps, ..Recoded::number(0.0) };
            let cell = vec![Some(0)];
            let domain = Domain::of_categories(3);
            let one = Attribute::from_parts("one", domain, cell.clone(), cell, vec![label]);
            return same(height(&one, 0), &expected["value"], id);
        }
        let original = golden::table(given["original"].as_str().unwrap());
        for (nth, table) in texts(&given["tables"]).iter().enumerate() {
            let masked = golden::table(table);
            let column = |at: usize| {
                let name = &original.header[at];
                let [before, after] =
                    [&original, &masked].map(|table| table.columns(&[name]).concat());
                let builder = if at == 0 { Builder::Suppress } else { builder(&given["tree"]) };
                attribute(name, Kind::Text, &before, &after, Some(&builder))
            };
            let both = [column(0), column(1)];
            let hidden = both.iter().find(|one| loss(one, 0) > Some(0.0)).expect("one is hidden");
            same(height(hidden, 0), &expected["height_metric_per_suppressed_column"][nth], id);
            same(loss(hidden, 0), &expected["LM_suppressed_column"][nth], id);
            same(precision(&both, 0), &expected["precision_unweighted"][nth], id);
        }
    });
}

#[test]
fn losses() {
    each("lm", |Vector { id, given, expected }| match id.as_str() {
        "lm.000.HIV" | "lm.000.common_cold" => {
            let value = given["value"].as_str().unwrap().to_owned();
            let one = generalised(&given["tree"], &[value]);
            assert!(near(one.domain.leaves, number(&given["M"]), 0.0), "{id}");
            assert!(near(one.labels[0].leaves, number(&given["M_P"]), 0.0), "{id}");
            same(loss(&one, 0), &expected["LM"], id);
        }
        "lm.column" => {
            let one = generalised(&given["tree"], &texts(&given["column"]));
            same(loss(&one, 0), &expected["LM_mean"], id);
        }
        "lm.numeric" => {
            let domain: Vec<u64> = whole(&given["domain"]);
            let domain: Vec<String> = domain.iter().map(u64::to_string).collect();
            let label = |interval: &Value| {
                let ends: Vec<u64> = whole(interval);
                if ends[0] == ends[1] {
                    ends[0].to_string()
                } else {
                    format!("{}-{}", ends[0], ends[1])
                }
            };
            let intervals = given["intervals"].as_array().unwrap();
            let labels: Vec<String> = intervals.iter().map(label).collect();
            let all = attribute("x", Kind::Integer, &domain, &labels, None);
            same(loss(&all, 0), &expected["mean"], id);
            for (label, expected) in labels.iter().zip(expected["cells"].as_array().unwrap()) {
                let one = attribute("x", Kind::Integer, &domain, &[label], None);
                same(loss(&one, 0), expected, id);
            }
        }
        _ => {
            let table = golden::table(given["table"].as_str().unwrap());
            for (column, name) in [("Age", "Age_mean"), ("Zipcode", "Zip_mean")] {
                let ends: Vec<u64> = whole(&given["numeric"][column]);
                let domain: Vec<String> = (ends[0]..=ends[1]).map(|end| end.to_string()).collect();
                let cells = table.columns(&[column]).concat();
                let one = attribute(column, Kind::Integer, &domain, &cells, None);
                same(loss(&one, 0), &expected[name], id);
            }
            let cells = table.columns(&["Sex"]).concat();
            let sex = attribute("Sex", Kind::Text, &cells, &cells, None);
            same(loss(&sex, 0), &expected["Sex_mean"], id);
        }
    });
}

#[test]
fn precisions() {
    each("precision", |Vector { id, given, expected }| {
        let heights = floats(&given["heights"]);
        let levels = columns(&given["cell_levels"]);
        let column = |(height, levels): (&f64, &Vec<f64>)| {
            let label = |level: &f64| Recoded { height: level / height, ..Recoded::number(0.0) };
            let cells: Vec<Option<u32>> = (0..levels.len() as u32).map(Some).collect();
            let labels = levels.iter().map(label).collect();
            let domain = Domain::of_categories(levels.len());
            Attribute::from_parts("x", domain, cells.clone(), cells, labels)
        };
        let both: Vec<Attribute> = heights.iter().zip(&levels).map(column).collect();
        same(precision(&both, 0), &expected["prec"], id);
    });
}

/// The quasi-identifiers of a printed table, with records in classes below k hidden or removed.
fn keys(given: &Value, k: usize, hidden: &str) -> (Vec<Attribute>, u64) {
    let table = golden::table(given["table"].as_str().unwrap());
    let names = texts(&given["keys"]);
    let rows = table.columns(&names);
    let size = |row: &Vec<String>| rows.iter().filter(|other| *other == row).count();
    let shown = rows.iter().filter(|row| hidden == "*" || size(row) >= k);
    let shown: Vec<&Vec<String>> = shown.collect();
    let column = |at: usize| {
        let before: Vec<&str> = rows.iter().map(|row| row[at].as_str()).collect();
        let cell =
            |row: &&Vec<String>| if size(row) < k { "*" } else { row[at].as_str() }.to_owned();
        let after: Vec<String> = shown.iter().map(cell).collect();
        attribute(&names[at], Kind::Text, &before, &after, None)
    };
    let removed = rows.len() - shown.len();
    ((0..names.len()).map(column).collect(), removed as u64)
}

#[test]
fn class_sizes() {
    each("cavg", |Vector { id, given, expected }| {
        let (keys, _) = keys(given, 1, "");
        let classes = Classes::after(&keys.iter().collect::<Vec<_>>(), 0);
        assert_eq!(classes, Classes::before(&keys.iter().collect::<Vec<_>>()), "{id}");
        let k = given["k"].as_u64().unwrap();
        same(classes.average_size_by(k), &expected["C_AVG"], id);
        if let Some(expected) = expected.get("average_class_size_001") {
            same(classes.average_size(), expected, id);
        }
    });
}

#[test]
fn discernibility() {
    each("dm", |Vector { id, given, expected }| {
        let k = given["k"].as_u64().unwrap();
        for hidden in ["*", "removed"] {
            let (keys, removed) = keys(given, k as usize, hidden);
            let mut classes = Classes::after(&keys.iter().collect::<Vec<_>>(), removed);
            let mut sizes: Vec<u64> = whole(&given["class_sizes"]);
            classes.sizes.sort_unstable();
            sizes.sort_unstable();
            assert_eq!(classes.sizes, sizes, "{id}");
            assert_eq!(classes.suppressed, given["suppressed"].as_u64().unwrap_or(0), "{id}");
            let all = expected.get("DM").or_else(|| expected.get("n_each")).unwrap();
            same(Some(classes.discernibility()), all, id);
            if let Some(one) = expected.get("one_class") {
                same(Some(classes.discernibility_of_one_suppressed_class()), one, id);
            }
            if let Some(bound) = expected.get("lower_bound_k_n") {
                same(Some((k * classes.records()) as f64), bound, id);
            }
        }
    });
}

#[test]
fn ambiguities() {
    each("ambiguity", |Vector { id, given, expected }| {
        if id == "ambiguity.small" {
            let sizes = columns(&given["generalised_cell_sizes"]);
            let column = |sizes: &Vec<f64>| {
                let label = |&leaves: &f64| Recoded { leaves, ..Recoded::number(0.0) };
                let cells: Vec<Option<u32>> = (0..sizes.len() as u32).map(Some).collect();
                let labels = sizes.iter().map(label).collect();
                let domain = Domain::of_categories(4);
                Attribute::from_parts("x", domain, cells.clone(), cells, labels)
            };
            let all: Vec<Attribute> = sizes.iter().map(column).collect();
            return same(ambiguity(&all.iter().collect::<Vec<_>>(), 0), &expected["AM"], id);
        }
        for (table, name) in [("table", "AM"), ("single_table", "single_dim_AM")] {
            let table = golden::table(given[table].as_str().unwrap());
            let column = |name: &String| {
                let domain = texts(&given["domains"][name]);
                let kind = if name == "Sex" { Kind::Text } else { Kind::Integer };
                attribute(name, kind, &domain, &table.columns(&[name]).concat(), None)
            };
            let keys: Vec<Attribute> = texts(&given["keys"]).iter().map(column).collect();
            same(ambiguity(&keys.iter().collect::<Vec<_>>(), 0), &expected[name], id);
        }
    });
}

#[test]
fn squared_errors() {
    each("sse_ned", |Vector { id, given, expected }| {
        let (before, after) = (columns(&given["X"]), columns(&given["Xp"]));
        let error = |by| table_squared_error(&views(&before), &views(&after), by);
        same(error(Normalise::Range), &expected["ned_by_range"], id);
        same(error(Normalise::StandardDeviation), &expected["ned_by_population_sd"], id);
    });
    each("record_sse", |Vector { id, given, expected }| {
        let (before, after) = (columns(&given["X"]), columns(&given["Xp"]));
        let error = record_squared_error(&views(&before), &views(&after), Normalise::Range);
        same(error, &expected["mean_squared_record_distance_range_normalised"], id);
    });
}

#[test]
fn completeness() {
    each("dataquality", |Vector { id, given, expected }| {
        let cells = given["cells"].as_u64().unwrap() as usize;
        let suppressed = given["suppressed"].as_u64().unwrap() as usize;
        let mut column = vec![1.0; cells];
        column[..suppressed].fill(f64::NAN);
        let quality = Quality::of(&[numbers("x", column)], &Questions::default());
        same(quality.completeness, &expected["completeness"], id);
    });
}

fn woo(given: &Value) -> Propensity {
    let model = given["model"].as_str().unwrap_or("logit, 1+x");
    let column = |name: &str| {
        let list = given[name].as_array().unwrap();
        match list[0].as_str() {
            None => numbers("x", floats(&given[name])),
            Some(_) => {
                let code = |text: &Value| u32::from(text.as_str().unwrap().as_bytes()[0] - b'a');
                categories("x", &list.iter().map(code).collect::<Vec<_>>(), 3)
            }
        }
    };
    let learner = match model {
        "logit, 1+x" | "saturated logit on one category" => Learner::Logistic(Terms::Linear),
        "logit, 1+x+x^2" => Learner::Logistic(Terms::Quadratic),
        "ordinary least squares 1+x" => Learner::LeastSquares(Terms::Linear),
        _ => panic!("no model {model}"),
    };
    propensity(&[column("original")], &[column("masked")], learner, &()).unwrap()
}

#[test]
fn propensities() {
    each("woo", |Vector { id, given, expected }| {
        let found = woo(given);
        let u = expected.get("U").or_else(|| expected.get("U_sup")).unwrap();
        same(Some(found.u), u, id);
        match &expected["scores"] {
            Value::Array(scores) => {
                assert_eq!(scores.len(), found.scores.len(), "{id}");
                let both = found.scores.iter().zip(scores);
                both.for_each(|(&score, expected)| same(Some(score), expected, id));
            }
            Value::Object(scores) => {
                for (row, category) in given["original"].as_array().unwrap().iter().enumerate() {
                    same(Some(found.scores[row]), &scores[category.as_str().unwrap()], id);
                }
            }
            _ => {}
        }
        if let Some(beta) =
            expected.get("beta").filter(|_| id.contains("microagg") || id.contains("noise.linear"))
        {
            let x = [floats(&given["original"]), floats(&given["masked"])].concat();
            let squares = x.iter().map(|x| x * x).collect();
            let masked = x.len() / 2;
            let terms = if floats(beta).len() == 3 { vec![x, squares] } else { vec![x] };
            let model = Logistic::fit(&Design::of_numbers(terms), |row| row >= masked, 0.0, &());
            let both = model.coefficients.iter().zip(beta.as_array().unwrap());
            both.for_each(|(&one, expected)| same(Some(one), expected, id));
        }
    });
}

#[test]
fn information_loss() {
    each("il", |Vector { id, given, expected }| {
        let (before, after) = (columns(&given["X"]), columns(&given["Xp"]));
        let loss = InformationLoss::new(&views(&before), &views(&after)).unwrap();
        let names = [
            ("X-X", Compared::Values),
            ("mean-mean", Compared::Means),
            ("V-V", Compared::Covariances),
            ("S-S", Compared::Variances),
            ("R-R", Compared::Correlations),
            ("RF-RF", Compared::Loadings),
            ("C-C", Compared::Commonalities),
            ("F-F", Compared::Scores),
        ];
        assert_eq!(expected["measures"].as_object().unwrap().len(), names.len());
        for (name, compared) in names {
            let expected = &expected["measures"][name];
            let found = loss.of(compared);
            same(Some(found.mean_square), &expected["mse"], &format!("{id} {name}"));
            same(Some(found.mean_absolute), &expected["mae"], &format!("{id} {name}"));
            same(Some(found.mean_variation), &expected["mean_variation"], &format!("{id} {name}"));
        }
        // The same table makes the parts of the score.
        let parts = Score::parts_of_loss(&loss);
        each("ruscore", |Vector { given, .. }| {
            for (part, name) in parts.iter().zip(["mv_X", "mv_mean", "mv_V", "mv_S", "mae_R"]) {
                let expected = 100.0 * number(&given["IL_components"][name]);
                assert!(near(part.percent, expected, 1e-9), "{name}");
            }
        });
    });
}

#[test]
fn scores() {
    each("ruscore", |Vector { id, given, expected }| {
        let parts = given["IL_components"].as_object().unwrap().values();
        let loss = parts.map(|part| Part { name: "part", percent: 100.0 * number(part) }).collect();
        let risk = ["DBRL_percent", "PRL_percent"]
            .map(|name| Part { name: "linkage", percent: number(&given[name]) });
        let score = Score { loss, risk: risk.to_vec() };
        same(score.information_loss(), &expected["IL"], id);
        same(score.disclosure_risk(), &expected["DR"], id);
        same(score.total(), &expected["score"], id);
    });
    each("rumap", |Vector { id, given, expected }| {
        let methods = given["methods(IL,DR)"].as_array().unwrap();
        let name = |at: usize| methods[at][0].as_str().unwrap();
        let points: Vec<(f64, f64)> =
            methods.iter().map(|method| (number(&method[1]), number(&method[2]))).collect();
        let part = |percent| vec![Part { name: "part", percent }];
        let total = |&(loss, risk): &(f64, f64)| {
            Score { loss: part(loss), risk: part(risk) }.total().unwrap()
        };
        let totals: Vec<f64> = points.iter().map(total).collect();
        for (at, &total) in totals.iter().enumerate() {
            same(Some(total), &expected["scores"][name(at)], id);
        }
        assert_eq!(name(best(&totals).unwrap()), expected["best"].as_str().unwrap(), "{id}");
        let names: Vec<&str> = frontier(&points).into_iter().map(name).collect();
        assert_eq!(names, texts(&expected["pareto"]), "{id}");
    });
}

/// A missing cell of categories counts as missing, too.
#[test]
fn quality_in_all_dimensions() {
    use ridotto_measure::quality::{Age, Relation, Rule};
    let town = Values::Categories {
        codes: vec![Some(0), Some(0), Some(0), None, Some(1)],
        categories: 2,
        ordered: false,
    };
    let land = categories("land", &[7, 7, 8, 7, 8], 9);
    let columns = [
        Series { name: "town".into(), values: town },
        land,
        numbers("born", vec![10.0, 10.0, 40.0, 20.0, f64::NAN]),
        numbers("died", vec![30.0, 30.0, 35.0, f64::NAN, 50.0]),
    ];
    let mut truth = columns.clone();
    truth[2] = numbers("born", vec![10.0, 10.4, 40.0, 20.0, 25.0]);
    let questions = Questions {
        age: Some(Age { column: 2, today: 50.0, days: 30.0 }),
        rules: vec![Rule::Between(2, 15.0, 99.0), Rule::Among(1, vec![7])],
        truth: Some(&truth),
        tolerance: 0.1,
        relations: vec![Relation::AtMost(2, 3), Relation::Determines(0, 1)],
    };
    let quality = Quality::of(&columns, &questions);
    let expected = Quality {
        completeness: Some(17.0 / 20.0),
        uniqueness: Some(4.0 / 5.0),
        timeliness: Some(2.0 / 4.0),
        validity: Some(5.0 / 9.0),
        accuracy: Some(16.0 / 18.0),
        consistency: Some(4.0 / 5.0),
    };
    assert_eq!(quality, expected);
    let nothing = Quality::of(&[], &Questions::default());
    assert_eq!((nothing.completeness, nothing.uniqueness, nothing.consistency), (None, None, None));
    assert!(!format!("{questions:?}").contains("99"), "rules have values of cells in them");
}
