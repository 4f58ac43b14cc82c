//! Another program's opinion: scikit-learn fits the same regressions and trees.
//!
//! `cargo xtask test` installs it and names its Python in `RIDOTTO_PYTHON`; where there is none this
//! test says so in one line and passes.

use crate::case::{categories, near, numbers, random, random_codes};
use ridotto_measure::utility::model::{Design, Logistic, Terms};
use ridotto_measure::utility::{Learner, propensity};
use serde_json::{Value, json};
use std::io::Write;
use std::process::{Command, Stdio};

const FIT: &str = "
import json, sys
import numpy as np
from sklearn.linear_model import LogisticRegression
from sklearn.tree import DecisionTreeRegressor
given = json.load(sys.stdin)
X, y = np.array(given['x']).T, np.array(given['y'])
def coefficients(ridge):
    C = np.inf if ridge == 0 else 1 / ridge
    model = LogisticRegression(C=C, solver='newton-cholesky', tol=1e-12, max_iter=200)
    model.fit(X, y)
    return [float(model.intercept_[0])] + [float(b) for b in model.coef_[0]]
codes = np.array(given['codes'])
dummies = np.stack([codes == code for code in sorted(set(codes))[1:]], axis=1).astype(float)
both = np.concatenate([X, dummies], axis=1)
model = LogisticRegression(C=np.inf, solver='newton-cholesky', tol=1e-12, max_iter=200)
p = model.fit(both, y).predict_proba(both)[:, 1]
tree = DecisionTreeRegressor(max_depth=6, min_samples_leaf=20, random_state=0).fit(X, y)
c = y.mean()
print(json.dumps({
    'coefficients': [coefficients(ridge) for ridge in given['ridges']],
    'u': float(((p - c) ** 2).mean()),
    'tree': float(((tree.predict(X) - c) ** 2).mean()),
}))
";

/// A Python that has it.
fn python() -> Option<String> {
    let named = std::env::var("RIDOTTO_PYTHON").unwrap_or_else(|_| "python3".into());
    let mut imports = Command::new(&named);
    let works = imports.args(["-c", "import sklearn"]).output().is_ok_and(|o| o.status.success());
    works.then_some(named)
}

fn fitted(python: &str, given: &Value) -> Value {
    let mut child = Command::new(python)
        .args(["-W", "ignore", "-c", FIT])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(given.to_string().as_bytes()).unwrap();
    let ran = child.wait_with_output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
    serde_json::from_slice(&ran.stdout).unwrap()
}

#[test]
fn scikit_learn_agrees() {
    let Some(python) = python() else {
        ridotto_testkit::skip("no Python with scikit-learn (`cargo xtask test` installs it)");
        return;
    };
    let rows = 400;
    for seed in 1..=3 {
        let noise = random(seed, 6 * rows);
        let part = |nth: usize| &noise[nth * rows..][..rows];
        // Few enough distinct numbers that no bin holds two.
        let whole =
            |nth: usize| -> Vec<f64> { part(nth).iter().map(|x| (x * 50.0).floor()).collect() };
        let x = vec![whole(0), whole(1), whole(2)];
        let codes = random_codes(90 + seed, rows, 4);
        let chance = |row: usize| {
            let sum = 0.04 * x[0][row] - 0.06 * x[1][row] + f64::from(codes[row]) - 1.0;
            1.0 / (1.0 + (-sum).exp())
        };
        let y: Vec<bool> = (0..rows).map(|row| part(4)[row] < chance(row)).collect();
        let ridges = [0.0, 1.0, 50.0];
        let given = json!({
            "x": x, "codes": codes, "ridges": ridges,
            "y": y.iter().map(|&yes| u8::from(yes)).collect::<Vec<_>>(),
        });
        let theirs = fitted(&python, &given);
        for (ridge, theirs) in ridges.iter().zip(theirs["coefficients"].as_array().unwrap()) {
            let ours = Logistic::fit(&Design::of_numbers(x.clone()), |row| y[row], *ridge, &());
            for (ours, theirs) in ours.coefficients.iter().zip(theirs.as_array().unwrap()) {
                let theirs = theirs.as_f64().unwrap();
                assert!(near(*ours, theirs, 1e-6), "ridge {ridge}: {ours} and {theirs}");
            }
        }
        // The same rows as two files: those where y is no, and those where it is yes.
        let named: Vec<_> = x.iter().map(|column| numbers("x", column.clone())).collect();
        let all: Vec<_> = named.iter().cloned().chain([categories("c", &codes, 4)]).collect();
        let side = |yes: bool| -> Vec<u32> {
            (0..rows as u32).filter(|&row| y[row as usize] == yes).collect()
        };
        let u = |columns: &[ridotto_measure::Series], learner| {
            let [before, after] = [false, true].map(|yes| {
                columns.iter().map(|column| column.take(&side(yes))).collect::<Vec<_>>()
            });
            propensity(&before, &after, learner, &()).unwrap().u
        };
        let (ours, u_of_theirs) =
            (u(&all, Learner::Logistic(Terms::Linear)), theirs["u"].as_f64().unwrap());
        assert!(near(ours, u_of_theirs, 1e-7), "{ours} and {u_of_theirs}");
        let (ours, tree) = (u(&named, Learner::Tree), theirs["tree"].as_f64().unwrap());
        assert!(near(ours, tree, 1e-9), "tree: {ours} and {tree}");
    }
}
