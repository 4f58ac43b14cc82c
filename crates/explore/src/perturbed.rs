//! Configurations that perturb the quasi-identifiers instead of generalising them.
//!
//! Numbers get noise, or are swapped by rank; categories are post-randomised as much; groups are
//! microaggregated, numbers and categories alike; or all are drawn anew, given the other attributes.

use ridotto_catalogue::Item;
use ridotto_core::Kind;
use ridotto_mask::noise::NoiseKind;
use ridotto_mask::synthesize::SynthesisKind;
use ridotto_policy::language::Role;
use ridotto_policy::{Decimal, Policy};
use ridotto_release::Error;
use ridotto_table::{Column, Table};

/// What is tried when nothing is said.
pub(crate) const USUAL: [&str; 4] = ["noise", "swap", "microaggregate", "synthesize"];

/// The quasi-identifiers by what they are.
#[derive(Debug, Default)]
pub(crate) struct Kinds {
    numbers: Vec<String>,
    categories: Vec<String>,
    /// The most values that a category has.
    most: usize,
}

/// Post-randomisation of more values than these solves large equations, and takes longer than
/// everything else.
const MANY_VALUES: usize = 500;

impl Kinds {
    /// Those of a table that was read.
    pub fn of(policy: &Policy, table: &Table) -> Self {
        let mut kinds = Self::default();
        for (name, column) in table.names.iter().zip(&table.columns) {
            let is_key = policy.with_role(Role::QuasiIdentifier).any(|of| *of.name == *name);
            let Column::Coded { dictionary, .. } = column else { continue };
            if !is_key || policy.is_deleted(name) {
                continue;
            }
            match dictionary.reading().kind {
                Kind::Integer | Kind::Decimal | Kind::Date => kinds.numbers.push(name.clone()),
                Kind::Text | Kind::Boolean | Kind::Ordinal => {
                    kinds.categories.push(name.clone());
                    kinds.most = kinds.most.max(dictionary.len());
                }
            }
        }
        kinds
    }
}

/// A configuration: its name and its steps.
#[derive(Clone, Debug)]
pub(crate) struct Perturbed {
    /// In words.
    pub name: String,
    /// The method.
    pub method: &'static str,
    /// The size of groups, of microaggregation.
    pub k: u64,
    /// Whether it is the one of its method that tells most.
    pub is_first: bool,
    /// The steps, as a policy says them.
    pub steps: Vec<Item>,
}

fn number(text: &str) -> Item {
    Decimal::parse(text).expect("a constant is a number").into()
}

/// A step of ours with these parameters.
fn step(method: &str, attributes: &[String], values: &[(&str, Item)]) -> Item {
    let own = [("method", Item::from(method)), ("attributes", attributes.into())];
    Item::table(own.into_iter().chain(values.iter().cloned()))
}

/// The configurations of these methods.
pub(crate) fn perturbed(methods: &[&'static str], kinds: &Kinds) -> Vec<Perturbed> {
    let Kinds { numbers, categories, .. } = kinds;
    let every: Vec<String> = numbers.iter().chain(categories).cloned().collect();
    let mut all = Vec::new();
    if every.is_empty() {
        return all;
    }
    for &method in methods.iter().filter(|method| ["noise", "swap"].contains(*method)) {
        all.extend(["0.05", "0.1", "0.3"].map(|amount| by_amount(method, amount, kinds)));
    }
    if methods.contains(&"microaggregate") {
        for k in [3_u64, 5, 10] {
            let name = format!("microaggregate, k = {k}");
            let steps = vec![step("microaggregate", &every, &[("k", k.into())])];
            all.push(Perturbed { name, method: "microaggregate", k, is_first: k == 5, steps });
        }
    }
    if methods.contains(&"synthesize") {
        let kind = SynthesisKind::Partial.name().into();
        let name = "synthesize the quasi-identifiers".to_owned();
        let steps = vec![step("synthesize", &every, &[("kind", kind)])];
        all.push(Perturbed { name, method: "synthesize", k: 0, is_first: true, steps });
    }
    all
}

/// A configuration with a step for numbers, if there are any, and one for categories.
fn by_amount(method: &'static str, amount: &str, kinds: &Kinds) -> Perturbed {
    let Kinds { numbers, categories, most } = kinds;
    let (name, of_numbers) = if method == "noise" {
        let kind = if numbers.len() > 1 { NoiseKind::Correlated } else { NoiseKind::Uncorrelated };
        let values = [("kind", kind.name().into()), ("alpha", number(amount))];
        (format!("noise, alpha = {amount}"), step("noise", numbers, &values))
    } else {
        let values = [("range", number(amount))];
        (format!("swap, range = {amount}"), step("swap", numbers, &values))
    };
    let retain = 1.0 - amount.parse::<f64>().expect("a constant is a number");
    let chances = [("retain", number(&format!("{retain:.3}"))), ("invariant", true.into())];
    let mut steps = Vec::new();
    if !numbers.is_empty() {
        steps.push(of_numbers);
    }
    if !categories.is_empty() {
        steps.push(step("pram", categories, &chances));
    }
    let name = match (numbers.is_empty(), categories.is_empty()) {
        (false, false) => format!("{name}; pram, retain = {retain:.2}"),
        // Of categories alone noise and swapping are the same.
        (true, _) => format!("pram, retain = {retain:.2}"),
        _ => name,
    };
    let is_first = amount == "0.1" && *most <= MANY_VALUES;
    Perturbed { name, method, k: 0, is_first, steps }
}

/// The methods of these names.
pub(crate) fn methods(names: &[String]) -> Result<Vec<&'static str>, Error> {
    let find = |name: &String| {
        let found = USUAL.iter().find(|usual| *usual == name);
        found.copied().ok_or_else(|| {
            let is_method = ridotto_mask::entry_of(name).is_some();
            let hint = if is_method {
                format!("`explore` tries {}", USUAL.join(", "))
            } else {
                ridotto_catalogue::similar_of("methods that it tries", name, &USUAL)
            };
            Error::Usage { message: format!("`explore` does not try `{name}`"), hint }
        })
    };
    names.iter().map(find).collect()
}
