//! Configurations that perturb the quasi-identifiers instead of generalising them.
//!
//! Numbers get noise, or are swapped by rank; categories are post-randomised as much; groups are
//! microaggregated, numbers and categories alike; or all are drawn anew, given the other attributes.

use crate::{Error, Watch};
use ridotto_catalogue::{Given, Value};
use ridotto_core::Kind;
use ridotto_io::{Column, FileSource, ReadAs, Source, SourceOptions};
use ridotto_mask::StepDefinition;
use ridotto_mask::microaggregate::MICROAGGREGATE;
use ridotto_mask::noise::{NOISE, NoiseKind};
use ridotto_mask::pram::PRAM;
use ridotto_mask::swap::SWAP;
use ridotto_mask::synthesize::{SYNTHESIZE, SynthesisKind};
use ridotto_micro::algorithm::Algorithm;
use ridotto_policy::language::{Generalize, Role, Suppress};
use ridotto_policy::{Decimal, Mask, Policy, Share, Spanned};
use std::path::Path;

/// What is tried when nothing is said.
pub(super) const USUAL: [&str; 4] = ["noise", "swap", "microaggregate", "synthesize"];

/// The quasi-identifiers by what they are.
#[derive(Debug)]
pub(super) struct Kinds {
    numbers: Vec<String>,
    categories: Vec<String>,
}

impl Kinds {
    /// Reads the data once to see.
    pub fn read(
        policy: &Policy,
        input: &Path,
        options: &SourceOptions,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let source = FileSource::open(input, options)?;
        let keys: Vec<&str> =
            policy.with_role(Role::QuasiIdentifier).map(|of| of.name.as_str()).collect();
        let want = |name: &str| {
            let kind = policy.attribute(name).and_then(|of| of.value_type);
            let kind = kind.map(|kind| ridotto_release::reading::kind(*kind));
            if keys.contains(&name) { ReadAs::Code { kind } } else { ReadAs::Skip }
        };
        let wants: Vec<ReadAs> = source.columns().iter().map(|field| want(&field.name)).collect();
        let table = source.read(&wants, watch)?;
        let (mut numbers, mut categories) = (Vec::new(), Vec::new());
        for (name, column) in table.names.iter().zip(&table.columns) {
            let Column::Coded { dictionary, .. } = column else { continue };
            match dictionary.reading().kind {
                Kind::Integer | Kind::Decimal | Kind::Date => numbers.push(name.clone()),
                Kind::Text | Kind::Boolean | Kind::Ordinal => categories.push(name.clone()),
            }
        }
        Ok(Self { numbers, categories })
    }
}

/// A configuration: its name and its steps.
#[derive(Clone, Debug)]
pub(super) struct Perturbed {
    /// In words.
    pub name: String,
    /// The method.
    pub method: &'static str,
    /// The size of groups, of microaggregation.
    pub k: u64,
    steps: Vec<Mask>,
}

fn number(text: &str) -> Value {
    Value::Number(Decimal::parse(text).expect("a constant is a number"))
}

/// A step of ours with these parameters.
fn mask(
    step: &'static StepDefinition,
    attributes: &[String],
    values: &[(&'static str, Value)],
) -> Mask {
    let attributes = attributes.iter().cloned().map(Spanned::assumed).collect();
    let mut all = vec![("attributes", Value::Texts(attributes))];
    all.extend_from_slice(values);
    Mask::new(Given::with(step, &all)).expect("a step of ours is a step")
}

/// The configurations of these methods.
pub(super) fn perturbed(methods: &[&'static str], kinds: &Kinds) -> Vec<Perturbed> {
    let Kinds { numbers, categories } = kinds;
    let mut all = Vec::new();
    for &method in methods.iter().filter(|method| ["noise", "swap"].contains(*method)) {
        all.extend(["0.05", "0.1", "0.3"].map(|amount| by_amount(method, amount, kinds)));
    }
    let every: Vec<String> = numbers.iter().chain(categories).cloned().collect();
    if methods.contains(&"microaggregate") {
        for k in [3, 5, 10] {
            let name = format!("microaggregate, k = {k}");
            let steps = vec![mask(&MICROAGGREGATE, &every, &[("k", Value::Whole(k))])];
            all.push(Perturbed { name, method: "microaggregate", k, steps });
        }
    }
    if methods.contains(&"synthesize") {
        let kind = Value::Choice(SynthesisKind::Partial.name());
        let name = "synthesize the quasi-identifiers".to_owned();
        let steps = vec![mask(&SYNTHESIZE, &every, &[("kind", kind)])];
        all.push(Perturbed { name, method: "synthesize", k: 0, steps });
    }
    all
}

/// A configuration with a step for numbers, if there are any, and one for categories.
fn by_amount(method: &'static str, amount: &str, kinds: &Kinds) -> Perturbed {
    let Kinds { numbers, categories } = kinds;
    let (name, step) = if method == "noise" {
        let kind = if numbers.len() > 1 { NoiseKind::Correlated } else { NoiseKind::Uncorrelated };
        let values = [("kind", Value::Choice(kind.name())), ("alpha", number(amount))];
        (format!("noise, alpha = {amount}"), mask(&NOISE, numbers, &values))
    } else {
        (format!("swap, range = {amount}"), mask(&SWAP, numbers, &[("range", number(amount))]))
    };
    let retain = 1.0 - amount.parse::<f64>().expect("a constant is a number");
    let chances =
        [("retain", number(&format!("{retain:.3}"))), ("invariant", Value::Boolean(true))];
    let mut steps = Vec::new();
    if !numbers.is_empty() {
        steps.push(step);
    }
    if !categories.is_empty() {
        steps.push(mask(&PRAM, categories, &chances));
    }
    let name = match (numbers.is_empty(), categories.is_empty()) {
        (false, false) => format!("{name}; pram, retain = {retain:.2}"),
        (true, _) => format!("pram, retain = {retain:.2}"),
        _ => name,
    };
    Perturbed { name, method, k: 0, steps }
}

/// The methods of these names.
pub(super) fn methods(names: &[String]) -> Result<Vec<&'static str>, Error> {
    let find = |name: &String| {
        let found = USUAL.iter().find(|usual| *usual == name);
        found.copied().ok_or_else(|| {
            let is_method = ridotto_mask::entry_of(name).is_some();
            let hint = if is_method {
                format!("`explore` tries {}", USUAL.join(", "))
            } else {
                ridotto_catalogue::similar(name, &USUAL)
            };
            Error::Usage { message: format!("`explore` does not try `{name}`"), hint }
        })
    };
    names.iter().map(find).collect()
}

impl Perturbed {
    /// The policy with this configuration. It requires nothing: what is perturbed is no class.
    pub fn policy(&self, policy: &Policy) -> Policy {
        let mut policy = policy.clone();
        policy.masks.extend(self.steps.iter().cloned());
        policy.requirements.clear();
        policy.release.algorithm = Given::of(Algorithm::None.definition(), &[]);
        policy.release.generalize = Spanned::assumed(Generalize::Attribute);
        policy.release.suppress = Spanned::assumed(Suppress::Record);
        policy.release.suppression = Spanned::assumed(Share::ZERO);
        policy.output = ridotto_policy::Output::default();
        policy
    }
}
