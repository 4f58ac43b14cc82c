//! Documents for programs: the names in them are a contract.

use crate::case::{Case, SECRET};
use insta::assert_snapshot;
use serde_json::Value;

/// The names in a document, and what kind of value each has.
fn shape(document: &Value) -> String {
    fn walk(value: &Value, path: &str, lines: &mut Vec<String>) {
        match value {
            Value::Object(map) => {
                map.iter().for_each(|(key, value)| walk(value, &format!("{path}.{key}"), lines));
            }
            Value::Array(items) => match items.first() {
                Some(first) => walk(first, &format!("{path}[]"), lines),
                None => lines.push(format!("{path}: []")),
            },
            Value::Null => lines.push(format!("{path}: null")),
            Value::Bool(_) => lines.push(format!("{path}: boolean")),
            Value::Number(_) => lines.push(format!("{path}: number")),
            Value::String(_) => lines.push(format!("{path}: text")),
        }
    }
    let mut lines = Vec::new();
    walk(document, "", &mut lines);
    lines.join("\n")
}

#[test]
fn anonymize_as_json() {
    let case = Case::people();
    let ran = case.run(&["anonymize", "policy.toml", "--json", "--report", "report.json"]).well();
    let mut document = ran.json();
    assert_eq!(ran.stderr, "");
    assert!(!ran.stdout.contains(SECRET));
    assert_snapshot!(shape(&document), @r"
    .findings[].after: number
    .findings[].before: number
    .findings[].concern: text
    .findings[].name: text
    .guarantees[].attained: number
    .guarantees[].attribute: null
    .guarantees[].bound: text
    .guarantees[].decided_by: text
    .guarantees[].holds: boolean
    .guarantees[].model: text
    .guarantees[].parameters.k: number
    .guarantees[].required: number
    .guarantees[].shown: text
    .input.file: text
    .input.rows: number
    .input.sha256: text
    .notes: []
    .output.file: text
    .output.rows: number
    .output.sha256: text
    .release.algorithm: text
    .release.checked: number
    .release.classes: number
    .release.heights.age: number
    .release.heights.town: number
    .release.levels.age: number
    .release.levels.town: number
    .release.nodes: number
    .release.objective.aggregate: text
    .release.objective.name: text
    .release.objective.value: number
    .release.proved_optimal: boolean
    .release.suppressed_cells: number
    .release.suppressed_rows: number
    .ridotto: text
    .seconds.apply: number
    .seconds.count: number
    .seconds.cpu: number
    .seconds.read: number
    .seconds.search: number
    .seconds.total: number
    .seconds.verify: number
    .seconds.write: number
    ");
    let report: Value = serde_json::from_str(&case.read("report.json")).unwrap();
    assert_eq!(report, document, "the report is the same document");
    let digest = &document["output"]["sha256"];
    assert_eq!(digest.as_str().map(str::len), Some(64));
    document["seconds"] = Value::Null;
    document["input"]["sha256"] = Value::Null;
    document["output"]["sha256"] = Value::Null;
    document["findings"] = Value::Null;
    assert_snapshot!(serde_json::to_string_pretty(&document).unwrap(), @r#"
    {
      "findings": null,
      "guarantees": [
        {
          "attained": 5,
          "attribute": null,
          "bound": "at-least",
          "decided_by": "k",
          "holds": true,
          "model": "k-anonymity",
          "parameters": {
            "k": 3
          },
          "required": 3,
          "shown": "by the file"
        }
      ],
      "input": {
        "file": "people.csv",
        "rows": 12,
        "sha256": null
      },
      "notes": [],
      "output": {
        "file": "out.csv",
        "rows": 11,
        "sha256": null
      },
      "release": {
        "algorithm": "optimal",
        "checked": 8,
        "classes": 2,
        "heights": {
          "age": 4,
          "town": 2
        },
        "levels": {
          "age": 2,
          "town": 1
        },
        "nodes": 15,
        "objective": {
          "aggregate": "mean",
          "name": "loss",
          "value": 0.4255050505050505
        },
        "proved_optimal": true,
        "suppressed_cells": 0,
        "suppressed_rows": 1
      },
      "ridotto": "0.1.0",
      "seconds": null
    }
    "#);
}

#[test]
fn plan_as_json() {
    let ran = Case::people().run(&["plan", "policy.toml", "--json"]).well();
    assert!(!ran.stdout.contains(SECRET));
    assert_snapshot!(shape(&ran.json()), @r"
    .algorithm: text
    .columns[].name: text
    .columns[].released: boolean
    .columns[].role: text
    .input: text
    .nodes: number
    .quasi_identifiers[].height: number
    .quasi_identifiers[].max_level: number
    .quasi_identifiers[].min_level: number
    .quasi_identifiers[].name: text
    .requirements[].attribute: null
    .requirements[].model: text
    .requirements[].parameters.k: number
    .rows: number
    .suppression_limit: number
    .warnings[].code: text
    .warnings[].message: text
    ");
}

#[test]
fn check_as_json() {
    let case = Case::people();
    let ran = case.run(&["check", "people.csv", "--policy", "policy.toml", "--json"]);
    assert_eq!(ran.code, 1);
    assert_snapshot!(serde_json::to_string_pretty(&ran.json()).unwrap(), @r#"
    {
      "classes": 12,
      "guarantees": [
        {
          "attained": 1,
          "attribute": null,
          "bound": "at-least",
          "decided_by": "k",
          "holds": false,
          "model": "k-anonymity",
          "parameters": {
            "k": 3
          },
          "required": 3,
          "shown": "by the file"
        },
        {
          "attained": 1,
          "attribute": null,
          "holds": null,
          "model": "average-risk",
          "parameters": {},
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 1,
          "attribute": null,
          "holds": null,
          "model": "sample-uniqueness",
          "parameters": {},
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 1,
          "attribute": "illness",
          "holds": null,
          "model": "l-diversity",
          "parameters": {
            "kind": "distinct"
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 1,
          "attribute": "illness",
          "holds": null,
          "model": "l-diversity",
          "parameters": {
            "kind": "entropy"
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": null,
          "attribute": "illness",
          "holds": null,
          "model": "l-diversity",
          "parameters": {
            "kind": "recursive",
            "l": 2
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 1,
          "attribute": "illness",
          "holds": null,
          "model": "alpha-k",
          "parameters": {},
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 0.8333333333333334,
          "attribute": "illness",
          "holds": null,
          "model": "t-closeness",
          "parameters": {
            "distance": "equal"
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 1.791759469228055,
          "attribute": "illness",
          "holds": null,
          "model": "delta-disclosure",
          "parameters": {
            "absent": "ignored"
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": null,
          "attribute": "illness",
          "holds": null,
          "model": "delta-disclosure",
          "parameters": {
            "absent": "violates"
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": 5,
          "attribute": "illness",
          "holds": null,
          "model": "beta-likeness",
          "parameters": {
            "kind": "basic"
          },
          "required": null,
          "shown": "by the file"
        },
        {
          "attained": null,
          "attribute": "illness",
          "holds": null,
          "model": "beta-likeness",
          "parameters": {
            "kind": "enhanced"
          },
          "required": null,
          "shown": "by the file"
        }
      ],
      "rows": 12
    }
    "#);
    let ran = case.run(&["check", "people.csv", "--quasi-identifiers", "town", "--json"]).well();
    assert_snapshot!(shape(&ran.json()), @r"
    .classes: number
    .guarantees[].attained: number
    .guarantees[].attribute: null
    .guarantees[].holds: null
    .guarantees[].model: text
    .guarantees[].required: null
    .guarantees[].shown: text
    .rows: number
    ");
}

#[test]
fn apply_as_json() {
    let case = Case::people();
    case.run(&["anonymize", "policy.toml", "--recoding", "recoding.json", "-q"]).well();
    let args = ["apply", "recoding.json", "people.csv", "-o", "new.csv", "--json"];
    let document = case.run(&args).well().json();
    assert_eq!(document["guarantees"][0]["holds"], true);
    assert_eq!(document["release"]["algorithm"], "saved-recoding");
}

#[test]
fn errors_as_json() {
    let case = Case::people().policy("k = 3", "k = 13");
    let ran = case.run(&["anonymize", "policy.toml", "--json"]);
    assert_eq!((ran.code, ran.stderr.as_str()), (1, ""));
    assert_snapshot!(serde_json::to_string_pretty(&ran.json()).unwrap(), @r#"
    {
      "error": {
        "code": "release::unmet",
        "help": "the data have 12 records, so no class can have 13 of them.\nThe largest k that holds is 12.",
        "message": "no generalisation makes every requirement hold",
        "problems": []
      }
    }
    "#);
    let case = Case::people().policy("role = \"sensitive\"", "rolle = \"sensitive\"");
    let ran = case.run(&["plan", "policy.toml", "--json"]);
    assert_eq!(ran.code, 2);
    assert_snapshot!(serde_json::to_string_pretty(&ran.json()).unwrap(), @r#"
    {
      "error": {
        "code": null,
        "help": null,
        "message": "2 problems in policy.toml",
        "problems": [
          {
            "code": "policy::missing-key",
            "help": "add `role = \"quasi-identifier\"`: what the attribute is to an intruder",
            "message": "`[attributes.illness]` has no `role`"
          },
          {
            "code": "policy::unknown-key",
            "help": "did you mean `role`?",
            "message": "`[attributes.illness]` has no key `rolle`"
          }
        ]
      }
    }
    "#);
}

/// For the public, page and JSON say nothing of the input; a file, standard output and `assess` alike.
#[test]
fn the_public_json_is_another_document() {
    let case = Case::people();
    let public = ["--audience", "public", "--json", "--seed", "1"];
    let run = ["anonymize", "policy.toml", "--report", "r.json", "--report", "page.html"];
    let ran = case.run(&[&run[..], &public].concat()).well();
    assert_eq!(ran.json(), serde_json::from_str::<Value>(&case.read("r.json")).unwrap());
    let assess =
        ["assess", "people.csv", "out.csv", "--policy", "policy.toml", "--report", "a.json"];
    let assessed = case.run(&[&assess[..], &public[..3]].concat()).well().json();
    assert_eq!(assessed, serde_json::from_str::<Value>(&case.read("a.json")).unwrap());
    for document in [ran.json(), assessed] {
        assert_eq!(document["audience"], "public");
        for hidden in ["input", "before", "notes", "seconds", "suppressed_rows", "objective"] {
            assert!(!document.to_string().contains(&format!("\"{hidden}\"")), "{hidden}");
        }
    }
    let document = ran.json();
    assert_eq!(document["release"]["suppressed"], serde_json::json!({ "below": 10.0 }));
    assert_eq!(document["guarantees"][0]["attained"], Value::Null);
    assert!(case.read("page.html").contains("as required"));
}
