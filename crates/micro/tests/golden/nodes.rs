//! Nodes of the lattice: which satisfy, which are minimal, and what the search makes of them.

use crate::golden::algorithms;
use crate::golden::case::{Case, attained, k_anonymity, same, text};
use ridotto_core::model::DistinctL;
use ridotto_core::objective::Objective;
use ridotto_core::{ClassModel, ClassTable, CodeColumn, Kind, Reading};
use ridotto_micro::Lattice;
use ridotto_micro::algorithm::Preference;
use ridotto_micro::evaluate::{Evaluate, Rollup, SplitKeyEvaluator};
use ridotto_micro::lattice::{height, is_at_most};
use ridotto_micro::search::{Incumbent, Task, search};
use ridotto_testkit::golden::{self, Vector, whole};
use ridotto_testkit::tables;
use serde_json::Value;

type Node = Vec<u8>;

fn distinct_l(l: usize) -> DistinctL {
    DistinctL::new(0, l.try_into().expect("l is not 0"))
}

/// The nodes at which no row is suppressed by models that look at the condition, too.
fn satisfying_with_condition(case: &Case, models: &[Box<dyn ClassModel>]) -> Vec<Node> {
    let cells = golden::table("003_inpatient").columns(&["Condition"]);
    let reading = Reading::of_kind(Kind::Text);
    let (codes, dictionary) = tables::code(cells.iter().map(|row| row[0].as_str()), reading);
    let condition = CodeColumn { codes: &codes, values: dictionary.len() };
    let classes = ClassTable::count(&case.table.keys(), &[condition], case.table.rows);
    let scorer = case.scorer(Objective::Height, 1);
    let mut plain = Rollup::new(&classes, &case.table.hierarchies, models, &scorer);
    case.lattice.iter().filter(|node| plain.evaluate(node, 0).is_some()).collect()
}

/// The numbers of a setting such as `k=2,MaxSup=0`; what is not said is 0.
fn setting(text: &str, name: &str) -> u64 {
    let said = text.split(',').find_map(|part| part.strip_prefix(name)?.strip_prefix('='));
    said.map_or(0, |number| number.parse().expect("a setting is a number"))
}

fn lowest(nodes: &[Node]) -> Vec<Node> {
    let below = |node: &Node| nodes.iter().any(|other| other != node && is_at_most(other, node));
    nodes.iter().filter(|node| !below(node)).cloned().collect()
}

fn nodes(value: &Value) -> Vec<Node> {
    value.as_array().expect("a list of nodes").iter().map(whole).collect()
}

fn only_nodes(satisfying: Vec<(Node, u64)>) -> Vec<Node> {
    satisfying.into_iter().map(|(node, _)| node).collect()
}

/// The best node by the search, with k-anonymity alone.
fn best(case: &Case, objective: Objective, k: u64, limit: u64) -> Incumbent {
    let scorer = case.scorer(objective, k);
    let mut fast = SplitKeyEvaluator::new(case.classes.keys(), &case.table.hierarchies, k, &scorer);
    let lattice = &case.lattice;
    let task = Task { lattice, scorer: &scorer, limit, monotone: true, most_checks: None };
    search(&task, &mut fast, None, &()).best.expect("some node satisfies")
}

pub fn search_space(Vector { id, given, expected }: &Vector) {
    let top: Node = whole(&given["max_levels"]);
    let nodes = Lattice::between(vec![0; top.len()], top).nodes();
    assert_eq!(Some(nodes), expected["full_domain_nodes"].as_u64().map(u128::from), "{id}");
    // With a level for every cell each tuple is a node of its own; no search of ours does that.
    let tuples = given["tuples"].as_u64().expect("a number of tuples");
    let cells = nodes.pow(tuples as u32);
    assert_eq!(Some(cells), expected["cell_level_exact"].as_u64().map(u128::from), "{id}");
}

pub fn lattice(Vector { id, given, expected }: &Vector) {
    let case = Case::new(given);
    for (name, expected) in expected.as_object().expect("settings") {
        let id = &format!("{id}, {name}");
        if name == "nodes" {
            assert_eq!(Some(case.lattice.iter().count() as u64), expected.as_u64(), "{id}");
            continue;
        }
        let (k, distinct) = (setting(name, "k"), setting(name, "distinct_l"));
        let satisfying = if distinct == 0 {
            only_nodes(case.satisfying(k, 0))
        } else {
            let mut models = k_anonymity(k);
            models.push(Box::new(distinct_l(distinct as usize)));
            satisfying_with_condition(&case, &models)
        };
        assert_eq!(Some(satisfying.len() as u64), expected["n_ok"].as_u64(), "{id}");
        assert_eq!(lowest(&satisfying), nodes(&expected["minimal"]), "{id}");
        if distinct == 0 {
            let found = algorithms::satisfying(&case, k, 0);
            assert_eq!((&found.all, &found.minimal), (&satisfying, &lowest(&satisfying)), "{id}");
        }
    }
}

pub fn monotonicity(Vector { id, given, expected }: &Vector) {
    let case = Case::new(given);
    let all: Vec<Node> = case.lattice.iter().collect();
    let monotone = |nodes: &[Node]| {
        let above =
            |node: &Node| all.iter().filter(|other| is_at_most(node, other)).cloned().collect();
        nodes.iter().all(|node| {
            let above: Vec<Node> = above(node);
            above.iter().all(|node| nodes.contains(node))
        })
    };
    let k = given["k"].as_u64().expect("k is whole");
    let by_k = only_nodes(case.satisfying(k, 0));
    assert!(
        !by_k.is_empty() && by_k.len() < all.len(),
        "{id}: some nodes satisfy, and some do not"
    );
    assert_eq!(Some(monotone(&by_k)), expected["k_monotone_on_all_72_nodes"].as_bool(), "{id}");
    for l in whole::<usize>(&given["distinct"]) {
        let models: Vec<Box<dyn ClassModel>> = vec![Box::new(distinct_l(l))];
        let by_l = satisfying_with_condition(&case, &models);
        assert_eq!(
            Some(monotone(&by_l)),
            expected["distinct_l_monotone"].as_bool(),
            "{id}, l = {l}"
        );
    }
    let gone: Vec<u64> = all.iter().map(|node| case.look(node, k).suppressed).collect();
    for (fine, more) in all.iter().zip(&gone) {
        for (coarse, fewer) in all.iter().zip(&gone).filter(|(node, _)| is_at_most(fine, node)) {
            assert!(fewer <= more, "{id}: {coarse:?} suppresses more than {fine:?}");
        }
    }
}

pub fn minimal_height(Vector { id, given, expected }: &Vector) {
    let case = Case::new(given);
    for (name, expected) in expected.as_object().expect("settings") {
        let id = &format!("{id}, {name}");
        let (k, limit) = (setting(name, "k"), setting(name, "MaxSup"));
        let satisfying = case.satisfying(k, limit);
        let least = satisfying.iter().map(|(node, _)| height(node)).min().expect("some satisfy");
        assert_eq!(Some(u64::from(least)), expected["height"].as_u64(), "{id}");
        let lowest: Vec<_> =
            satisfying.into_iter().filter(|(node, _)| height(node) == least).collect();
        assert_eq!(serde_json::json!(lowest), expected["nodes"], "{id}");
        assert_eq!(algorithms::lowest(&case, k, limit), lowest, "{id}");
        let found = best(&case, Objective::Height, k, limit);
        same(found.score, &expected["height"], id);
        let known =
            |(node, rows): &(Node, u64)| (node, *rows) == (&found.levels, found.outcome.suppressed);
        assert!(lowest.iter().any(known), "{id}: {:?}", found.levels);
    }
}

/// Σ level / height, by the heights of the literature: a redaction of ours has one step more, as
/// the star of all hierarchies follows the stars of the code's own length.
fn relative(node: &[u8], top: &[u8]) -> f64 {
    node.iter().zip(top).map(|(&level, &height)| f64::from(level) / f64::from(height)).sum()
}

pub fn distance_vector(Vector { id, given, expected }: &Vector) {
    let case = Case::new(given);
    let keys = golden::texts(&given["keys"]);
    for step in expected["steps"].as_array().expect("steps") {
        let id = &format!("{id}, {}", step["table"]);
        let node: Node = whole(&step["distance_vector"]);
        let classes = case.at(&node);
        same(attained(&classes), &step["k"], id);
        assert_eq!(Some(classes.len() as u64), step["distinct_tuples"].as_u64(), "{id}");
        let suppressed = case.look(&node, 2).suppressed;
        assert_eq!(Some(suppressed), step["tuples_below_2"].as_u64(), "{id}");
        same(height(&node).into(), &step["absolute_distance"], id);
        same(relative(&node, case.lattice.top()), &step["relative_distance"], id);
        let mut ours = case.labels(&node);
        let mut theirs = golden::table(text(&step["table"])).columns(&keys);
        // Dates are written in another notation, so of these only the equal ones are compared.
        for table in [&mut ours, &mut theirs] {
            let dates: Vec<String> = table.iter().map(|row| row[1].clone()).collect();
            let first = |date: &String| dates.iter().position(|other| other == date);
            for (row, date) in table.iter_mut().zip(&dates) {
                row[1] = format!("date {:?}", first(date));
            }
        }
        assert_eq!(ours, theirs, "{id}");
    }
}

pub fn minimal(Vector { id, given, expected }: &Vector) {
    let case = Case::new(given);
    assert_eq!(Some(case.lattice.nodes() as u64), expected["nodes"].as_u64(), "{id}");
    let settings = expected.get("settings").unwrap_or(expected).as_object().expect("settings");
    for (name, expected) in settings.iter().filter(|(name, _)| *name != "nodes") {
        let id = &format!("{id}, {name}");
        let k = name.parse().unwrap_or_else(|_| setting(name, "k"));
        let limit = setting(name, "MaxSup");
        let satisfying = only_nodes(case.satisfying(k, limit));
        let minimal = lowest(&satisfying);
        assert_eq!(minimal, nodes(&expected["k_minimal"]), "{id}");
        assert_eq!(algorithms::satisfying(&case, k, limit).minimal, minimal, "{id}");
        for node in &minimal {
            let of_node = |what: &str| expected.get(what)?.get(format!("{node:?}"));
            if let Some(rows) = of_node("suppressed") {
                assert_eq!(Some(case.look(node, k).suppressed), rows.as_u64(), "{id}: {node:?}");
            }
            if let Some(distortion) = of_node("distortion") {
                same(distortion_of(&case, node, k), distortion, id);
            }
            assert!(of_node("suppressed").or(of_node("distortion")).is_some(), "{id}: {node:?}");
        }
        if expected.get("min_distortion_node").is_some() {
            least_distorted(id, &case, k, limit, expected);
        } else {
            let absolute = least_by(&minimal, |node| height(node).into());
            assert_eq!(absolute, nodes(&expected["min_absolute"]), "{id}");
            let relative = least_by(&minimal, |node| relative(node, case.lattice.top()));
            assert_eq!(relative, nodes(&expected["min_relative"]), "{id}");
            let found = best(&case, Objective::Height, k, limit);
            assert!(absolute.contains(&found.levels), "{id}: {:?}", found.levels);
            let preferred = |by| algorithms::preferred(&case, by, k, limit);
            assert!(absolute.contains(&preferred(Preference::MinimumAbsoluteDistance)), "{id}");
            assert!(relative.contains(&preferred(Preference::MinimumRelativeDistance)), "{id}");
            let seen = |node: &Node| case.look(node, k);
            let kept = least_by(&minimal, |node| seen(node).suppressed as f64);
            assert!(kept.contains(&preferred(Preference::MinimumSuppression)), "{id}");
            let spread = least_by(&minimal, |node| -(seen(node).classes as f64));
            assert!(spread.contains(&preferred(Preference::MaximumDistribution)), "{id}");
        }
        if let Some(count) = expected.get("n_k_anonymous_nodes") {
            assert_eq!(Some(satisfying.len() as u64), count.as_u64(), "{id}");
        }
    }
}

fn least_by(nodes: &[Node], distance: impl Fn(&Node) -> f64) -> Vec<Node> {
    let least = nodes.iter().map(&distance).fold(f64::INFINITY, f64::min);
    nodes.iter().filter(|node| distance(node) - least < 1e-12).cloned().collect()
}

/// The distortion of a node: what the objective of precision is, if nothing is suppressed.
fn distortion_of(case: &Case, node: &[u8], k: u64) -> f64 {
    case.scorer(Objective::Precision, k).score(node, &case.look(node, k))
}

fn least_distorted(id: &str, case: &Case, k: u64, limit: u64, expected: &Value) {
    let found = best(case, Objective::Precision, k, limit);
    assert_eq!(found.levels, whole::<u8>(&expected["min_distortion_node"]), "{id}");
    assert_eq!(found.levels, whole::<u8>(&expected["max_precision_node_over_all"]), "{id}");
    same(found.score, &expected["min_distortion"], id);
    assert_eq!(algorithms::most_precise(case, k, limit), found.levels, "{id}");
}

pub fn distortion(Vector { id, given, expected }: &Vector) {
    let top: Node = whole(&given["max"]);
    let node: Node = whole(&given["levels"]);
    let case = if given["table"].is_null() { Case::ladders(&top) } else { Case::new(given) };
    assert_eq!(case.table.heights(), top, "{id}");
    let distortion = distortion_of(&case, &node, 1);
    same(distortion, &expected["D"], id);
    if let Some(precision) = expected.get("precision") {
        same(1.0 - distortion, precision, id);
    }
    if let Some(k) = expected.get("k") {
        same(attained(&case.at(&node)), k, id);
    }
}
