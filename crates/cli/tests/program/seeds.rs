//! The same seed gives the same bytes on any number of threads, for every method that draws.

use crate::case::Case;
use crate::perturb::{crowd, with};

/// What a seed must do to a step.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Seed {
    /// Another one gives other bytes.
    Matters,
    /// The method has no dice, or few that show.
    MayNot,
}

fn step(method: &str, keys: &str) -> String {
    format!("[[mask]]\nmethod = \"{method}\"\n{keys}\n")
}

/// Every kind of every method that perturbs values.
fn steps() -> Vec<(String, Seed)> {
    let mut all = Vec::new();
    let mut add = |method: &str, keys: String, seed: Seed| all.push((step(method, &keys), seed));
    for kind in [
        "uncorrelated",
        "correlated",
        "linear",
        "restricted",
        "outlier-aware",
        "orthogonal",
        "multiplicative",
    ] {
        let keys = format!("kind = \"{kind}\"\nattributes = [\"age\", \"income\"]\nalpha = 0.2");
        add("noise", keys, Seed::Matters);
    }
    for kind in [
        "kind = \"rank\"\nextremes = \"keep\"",
        "kind = \"pairs\"\nalike = [\"job\"]",
        "kind = \"targeted\"\nalike = [\"job\"]",
        "kind = \"cross-set\"\nwith = \"other.csv\"",
    ] {
        add("swap", format!("{kind}\nattributes = [\"income\"]"), Seed::Matters);
    }
    add("shuffle", "attributes = [\"income\"]\nby = [\"age\", \"job\"]".into(), Seed::Matters);
    for chances in [
        "retain = 0.7",
        "retain = 0.7\ninvariant = true\nstrata = [\"joined\"]",
        "retain = 0.5\nnever = { baker = [\"pilot\"] }",
        "matrix = { baker = { baker = 0.5, clerk = 0.5 } }",
    ] {
        add("pram", format!("attributes = [\"job\"]\n{chances}"), Seed::Matters);
    }
    for algorithm in [
        "mdav",
        "v-mdav",
        "ward",
        "genetic",
        "single-axis",
        "principal-component",
        "z-score",
        "individual",
        "best",
    ] {
        let keys =
            format!("algorithm = \"{algorithm}\"\nattributes = [\"age\", \"income\"]\nk = 4");
        add("microaggregate", keys, Seed::MayNot);
    }
    let one = "attributes = [\"income\"]\nk = 4\nstrata = [\"job\"]\nalgorithm = \"optimal\"";
    add("microaggregate", one.into(), Seed::MayNot);
    let fixed =
        "attributes = [\"income\"]\nk = 4\nalgorithm = \"insensitive\"\nlower = 0\nupper = 9000";
    add("microaggregate", fixed.into(), Seed::MayNot);
    for model in ["cart", "parametric"] {
        for kind in [
            "kind = \"sequential\"",
            "kind = \"sequential\"\nuniques = \"remove\"\nsize = 500",
            "kind = \"multiple-imputation\"\ncopies = 3",
            "kind = \"partial\"\nattributes = [\"income\"]\nrecords = \"all\"\nuniques = \"keep\"",
            "kind = \"partial\"\nattributes = [\"job\"]\nrecords = \"at-risk\"",
            "kind = \"hybrid\"\nweight = 0.7",
        ] {
            add("synthesize", format!("{kind}\nmodel = \"{model}\""), Seed::Matters);
        }
    }
    all
}

/// All that was written, and nothing that was not.
fn written(case: &Case, step: &str) -> String {
    if !step.contains("copies") {
        return case.read("out.csv");
    }
    (1..=3).map(|copy| case.read(&format!("out-{copy}.csv"))).collect()
}

#[test]
fn the_same_seed_gives_the_same_bytes_on_any_number_of_threads() {
    let people = crowd(900);
    for (step, seed) in steps() {
        // By age and the day they joined, most people are alone.
        let case = with(&step)
            .policy(
                "[attributes.joined]\nrole = \"insensitive\"",
                "[attributes.joined]\nrole = \"quasi-identifier\"",
            )
            .file("people.csv", people.clone())
            .file("other.csv", crowd(700));
        let run = |threads: &str, seed: &str| {
            let asked = ["anonymize", "policy.toml", "--keep-order", "--force"];
            case.run(&[&asked[..], &["--seed", seed, "--threads", threads]].concat()).well();
            written(&case, &step)
        };
        let one = run("1", "3");
        for threads in ridotto_testkit::usually(&["3"][..], &["2", "3"]) {
            assert!(one == run(threads, "3"), "{threads} threads: {step}");
        }
        if seed == Seed::Matters {
            assert!(one != run("1", "4"), "another seed: {step}");
        }
        let is_masked = one.lines().skip(1).ne(without_person(&people));
        assert!(is_masked, "nothing happened: {step}");
    }
}

/// The records as they would be if nothing had happened to them.
fn without_person(people: &str) -> Vec<&str> {
    people.lines().skip(1).filter_map(|line| Some(line.split_once(',')?.1)).collect()
}

/// Every name that the language has for a kind, an algorithm or a model of these methods is tried
/// above, or is private and takes no seed.
#[test]
fn no_method_is_left_out() {
    let tried: String = steps().into_iter().map(|(step, _)| step).collect();
    let schema = Case::empty().run(&["schema"]).well().stdout;
    let schema: serde_json::Value = serde_json::from_str(&schema).unwrap();
    let mut names = Vec::new();
    collect(&schema, &mut names);
    assert!(names.len() > 25, "{names:?}");
    for name in names {
        let is_tried = tried.contains(&format!("\"{name}\""));
        assert!(is_tried || name == "private", "{name}");
    }
}

/// Every text that must stand as it is.
fn constants(value: &serde_json::Value, names: &mut Vec<String>) {
    match value {
        serde_json::Value::Object(all) => {
            names.extend(all.get("const").and_then(|name| name.as_str()).map(str::to_owned));
            let choices = all.get("enum").and_then(|names| names.as_array()).into_iter().flatten();
            names.extend(choices.filter_map(|name| name.as_str().map(str::to_owned)));
            all.values().for_each(|one| constants(one, names));
        }
        serde_json::Value::Array(all) => all.iter().for_each(|one| constants(one, names)),
        _ => {}
    }
}

/// The names that the steps' choices have, wherever the schema keeps them.
fn collect(value: &serde_json::Value, names: &mut Vec<String>) {
    let methods = ["noise", "swap", "microaggregate", "synthesize"];
    if let Some(properties) = value.get("properties")
        && let Some(method) = properties.get("method").and_then(|method| method.get("const"))
        && methods.iter().any(|name| method == name)
    {
        for key in ["kind", "algorithm", "model", "records", "uniques"] {
            constants(properties.get(key).unwrap_or(&serde_json::Value::Null), names);
        }
    }
    match value {
        serde_json::Value::Array(all) => all.iter().for_each(|one| collect(one, names)),
        serde_json::Value::Object(all) => all.values().for_each(|one| collect(one, names)),
        _ => {}
    }
}
