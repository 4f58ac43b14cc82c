//! Whole releases: the bytes choose a policy, and it is run on sixty people.

use crate::{SECRET, Target};
use ridotto::{Error, Inputs, Outputs, Plan, Policy, Registry, RunOptions, StepDefinition};
use ridotto_catalogue::{Given, Literal, Literals};
use ridotto_core::model::{MODELS, ModelDefinition};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// There is a release that holds or a reason why not, in words without a cell.
pub(crate) const TARGET: Target = Target {
    name: "release",
    run,
    words: &["\0", "\u{1}", "\u{2}", "\u{3}", "\u{7f}", "mask"],
    cases: 300,
};

const ATTRIBUTES: [&str; 7] = ["name", "age", "town", "illness", "pay", "household", "born"];
const ROLES: [&str; 4] = ["quasi-identifier", "sensitive", "identifier", "insensitive"];
const K: usize = 3;

const ALGORITHMS: [&str; 13] = [
    "best",
    "optimal",
    "samarati",
    "incognito",
    "mondrian",
    "local-recoding",
    "local-suppression",
    "none",
    "genetic",
    "datafly",
    "top-down",
    "bottom-up",
    "best-first",
];

/// What is counted by hand.
const COUNTED: &str = "model = \"k-anonymity\"\nk = 3\n";

/// Every model with what it says that should be tried, but for those that need a population.
fn models() -> Vec<String> {
    let of = |model: &&'static ModelDefinition| {
        let model: &'static ModelDefinition = model;
        let needs_people =
            |tried: &Literals| (model.facts().counts_people)(&Given::of(model, tried));
        let tries = model.tries.iter().filter(move |tried| !needs_people(tried));
        tries.map(move |tried| {
            let line = |(name, value): &(&str, Literal)| format!("{name} = {}\n", value.toml());
            let lines: String = tried.iter().map(line).collect();
            format!("model = \"{}\"\n{lines}", model.entry.name)
        })
    };
    MODELS.iter().flat_map(of).collect()
}

/// Every masking step with what it says that should be tried, but for its attributes.
fn steps() -> Vec<String> {
    let of = |step: &&'static StepDefinition| {
        let name = step.entry.name;
        step.tries.iter().map(move |tried| format!("method = \"{name}\"\n{tried}\n"))
    };
    Registry::default().steps().iter().flat_map(of).collect()
}

/// Bytes as choices; when they are used up, the first is chosen.
struct Choices<'a>(&'a [u8]);

impl Choices<'_> {
    fn below(&mut self, end: usize) -> usize {
        let [first, rest @ ..] = self.0 else { return 0 };
        self.0 = rest;
        usize::from(*first) % end
    }

    fn of<'t>(&mut self, all: &[&'t str]) -> &'t str {
        all[self.below(all.len())]
    }

    /// True one time in so many.
    fn seldom(&mut self, times: usize) -> bool {
        self.below(times) == 1
    }
}

/// What was chosen, as far as it matters for judging the release.
struct Chosen {
    policy: String,
    keys: Vec<&'static str>,
    /// Whether records of the release can be counted to see that it is k-anonymous.
    is_counted: bool,
}

fn chosen(bytes: &[u8]) -> Chosen {
    let mut choices = Choices(bytes);
    let mut policy =
        "version = 1\n[data]\ninput = \"people.csv\"\nunlisted = \"drop\"\n".to_owned();
    let mut is_counted = true;
    for (line, times) in [
        ("person = \"household\"\n", 6),
        ("household = \"household\"\n", 7),
        ("weight = \"pay\"\n", 7),
        ("link = \"together\"\n", 12),
    ] {
        if choices.seldom(times) {
            policy += line;
            is_counted = false;
        }
    }
    let mut keys = Vec::new();
    for name in ATTRIBUTES {
        if choices.seldom(10) {
            continue;
        }
        let role = choices.of(&ROLES);
        let _ = writeln!(policy, "[attributes.{name}]\nrole = \"{role}\"");
        if role == "quasi-identifier" {
            policy += match choices.below(3) {
                0 => "hierarchy = { suppress = true }\n",
                1 => "hierarchy = { redact = \"right\" }\n",
                _ => "hierarchy = { auto = true }\n",
            };
            keys.push(name);
        }
    }
    let steps = steps();
    for _ in 0..choices.below(3) {
        let _ = write!(policy, "[[mask]]\n{}", steps[choices.below(steps.len())]);
        let (one, other) = (choices.of(&ATTRIBUTES), choices.of(&ATTRIBUTES));
        let _ = match choices.below(3) {
            0 => writeln!(policy, "attributes = [\"{one}\"]"),
            1 => writeln!(policy, "attributes = [\"{one}\", \"{other}\"]"),
            _ => Ok(()),
        };
        if choices.seldom(5) {
            let _ = writeln!(policy, "strata = [\"{}\"]", choices.of(&ATTRIBUTES));
        }
    }
    let models = models();
    let required: Vec<&str> = (0..=choices.below(2))
        .map(|_| match choices.below(models.len() + 4) {
            at if at < models.len() => models[at].as_str(),
            _ => COUNTED,
        })
        .collect();
    for model in &required {
        let _ = write!(policy, "[[require]]\n{model}");
    }
    let algorithm = choices.of(&ALGORITHMS);
    let share = choices.of(&["0.1", "0", "1"]);
    let _ = writeln!(policy, "[release]\nalgorithm = \"{algorithm}\"\nsuppression = {share}");
    is_counted &= required.contains(&COUNTED) && algorithm != "local-suppression";
    Chosen { policy, keys, is_counted }
}

fn people() -> String {
    let mut text = ATTRIBUTES.join(",") + "\n";
    for at in 0..60 {
        let (town, illness) = (["A", "B", "C", "D"][at % 4], ["flu", "gout", "mumps"][at % 3]);
        let (year, month) = (1950 + at % 40, 1 + at % 9);
        let _ = match at {
            6 => writeln!(text, "{SECRET}6,,A,flu,,2,"),
            _ => writeln!(
                text,
                "{SECRET}{at},{},{town},{SECRET}{illness},{},{},{year}-0{month}-11",
                20 + at % 37,
                1000 + 137 * at % 900,
                at / 3,
            ),
        };
    }
    text
}

fn run(bytes: &[u8]) {
    _ = is_released(bytes);
}

/// Whether the policy leads to a release; whichever it is, it must be right.
fn is_released(bytes: &[u8]) -> bool {
    let chosen = chosen(bytes);
    let folder = tempfile::tempdir().expect("a folder for the files");
    std::fs::write(folder.path().join("people.csv"), people()).expect("it can be written");
    let file = folder.path().join("policy.toml");
    std::fs::write(&file, &chosen.policy).expect("it can be written");
    let output = folder.path().join("released.tsv");
    match released(&file, &output) {
        Ok(()) => {
            let least = smallest_class(&output, &chosen.keys);
            let holds = !chosen.is_counted || least.is_none_or(|least| least >= K);
            assert!(holds, "{least:?}:\n{}", chosen.policy);
            true
        }
        Err(error) => {
            assert!(!output.exists(), "an error and a release:\n{}", chosen.policy);
            let shown = format!("{error} {error:?}");
            assert!(!shown.contains(SECRET), "an error shows a cell:\n{}", chosen.policy);
            let is_ours = matches!(error, Error::Unverified(_));
            assert!(!is_ours, "what was found does not hold: {error}\n{}", chosen.policy);
            false
        }
    }
}

fn released(policy: &Path, output: &Path) -> Result<(), Error> {
    let policy: Policy = ridotto::read_policy(policy)?;
    let options = RunOptions { time_limit: Some(Duration::from_secs(5)), ..RunOptions::seeded(1) };
    let plan = Plan::bind(&policy, Inputs::of_policy().threads(1))?;
    plan.run(&Outputs::file(output), &options, &())?.publish().map(|_| ())
}

/// How many records the smallest class has, counted by hand.
fn smallest_class(file: &Path, keys: &[&str]) -> Option<usize> {
    let text = std::fs::read_to_string(file).expect("it was released");
    let mut lines = text.lines().map(|line| line.split('\t').collect::<Vec<_>>());
    let names = lines.next().expect("a line of names");
    let places: Vec<usize> =
        keys.iter().filter_map(|key| names.iter().position(|name| name == key)).collect();
    let mut classes: BTreeMap<Vec<&str>, usize> = BTreeMap::new();
    for cells in lines {
        *classes.entry(places.iter().map(|&at| cells[at]).collect()).or_default() += 1;
    }
    classes.into_values().min()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::driver::corpus;
    use crate::mutate::{Dice, input};

    /// Refusing everything would be right, and tell nothing.
    #[test]
    fn many_policies_lead_to_a_release() {
        let corpus = corpus(&TARGET);
        let inputs = (0..200).map(|seed| input(&mut Dice::new(seed), &corpus, TARGET.words));
        let released = inputs.filter(|bytes| is_released(bytes)).count();
        assert!(released > 20, "{released} of 200");
    }
}
