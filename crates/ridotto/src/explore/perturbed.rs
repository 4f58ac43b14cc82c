//! Configurations that perturb the quasi-identifiers instead of generalising them.
//!
//! Numbers get noise, or are swapped by rank; categories are post-randomised as much; groups are
//! microaggregated, numbers and categories alike; or all are drawn anew, given the other attributes.

use crate::{Error, Watch};
use ridotto_catalogue::Given;
use ridotto_core::Kind;
use ridotto_io::{Column, FileSource, ReadAs, Source, SourceOptions};
use ridotto_micro::algorithm::Algorithm;
use ridotto_policy::language::{
    Center, Clustering, Extremes, Generalize, MaskMethod, Named, NoiseKind, Replaced, Role,
    Scaling, Suppress, SwapKind, SynthesisKind, SynthesisModel, Uniques,
};
use ridotto_policy::{
    Chances, Constraints, Decimal, Mask, Microaggregate, Noise, Policy, Pram, Share, Span, Spanned,
    Step, Swap, Synthesize,
};
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

fn decimal(text: &str) -> Decimal {
    Decimal::parse(text).expect("a constant is a number")
}

fn share(text: &str) -> Spanned<Share> {
    Spanned::assumed(Share::new(decimal(text)).expect("a constant is a share"))
}

fn mask(attributes: &[String], step: Step) -> Mask {
    let attributes = attributes.iter().cloned().map(Spanned::assumed).collect();
    Mask { span: Span { start: 0, end: 0 }, attributes, strata: Vec::new(), step }
}

/// The configurations of these methods.
pub(super) fn perturbed(methods: &[&'static str], kinds: &Kinds) -> Vec<Perturbed> {
    let Kinds { numbers, categories } = kinds;
    let mut all = Vec::new();
    // Each with a step for numbers, if there are any, and one for categories.
    let mut both = |name: &str, method: &'static str, step: Step, changed: &str| {
        let retain = Decimal::ONE.to_f64() - decimal(changed).to_f64();
        let pram = Step::Pram(Pram {
            chances: Chances::Retain(share(&format!("{retain:.3}"))),
            invariant: true,
            never: Vec::new(),
            publish: None,
        });
        let mut steps = Vec::new();
        if !numbers.is_empty() {
            steps.push(mask(numbers, step));
        }
        if !categories.is_empty() {
            steps.push(mask(categories, pram));
        }
        let name = match (numbers.is_empty(), categories.is_empty()) {
            (false, false) => format!("{name}; pram, retain = {retain:.2}"),
            (true, _) => format!("pram, retain = {retain:.2}"),
            _ => name.to_owned(),
        };
        all.push(Perturbed { name, method, k: 0, steps });
    };
    for &method in methods.iter().filter(|method| ["noise", "swap"].contains(*method)) {
        for amount in ["0.05", "0.1", "0.3"] {
            if method == "noise" {
                let kind =
                    if numbers.len() > 1 { NoiseKind::Correlated } else { NoiseKind::Uncorrelated };
                let noise = Noise {
                    kind: Spanned::assumed(kind),
                    alpha: Spanned::assumed(decimal(amount)),
                    epsilon: None,
                    lower: None,
                    upper: None,
                    publish: None,
                };
                both(&format!("noise, alpha = {amount}"), method, Step::Noise(noise), amount);
            } else {
                let swap = Swap {
                    kind: Spanned::assumed(SwapKind::Rank),
                    range: share(amount),
                    extremes: Spanned::assumed(Extremes::Swap),
                    correlations: None,
                    share: share(amount),
                    alike: Vec::new(),
                    with: None,
                };
                both(&format!("swap, range = {amount}"), method, Step::Swap(swap), amount);
            }
        }
    }
    let every: Vec<String> = numbers.iter().chain(categories).cloned().collect();
    if methods.contains(&"microaggregate") {
        for k in [3, 5, 10] {
            let step = Step::Microaggregate(Microaggregate {
                k: Spanned::assumed(k),
                algorithm: Spanned::assumed(Clustering::Mdav),
                scaling: Spanned::assumed(Scaling::ZScore),
                mixability: None,
                center: Spanned::assumed(Center::Mean),
                diverse: None,
                close: None,
                bounds: None,
                tree: None,
            });
            let name = format!("microaggregate, k = {k}");
            let steps = vec![mask(&every, step)];
            all.push(Perturbed { name, method: "microaggregate", k, steps });
        }
    }
    if methods.contains(&"synthesize") {
        let step = Step::Synthesize(Synthesize {
            kind: Spanned::assumed(SynthesisKind::Partial),
            model: Spanned::assumed(SynthesisModel::Cart),
            copies: None,
            frame: None,
            weight: None,
            records: Replaced::All,
            size: None,
            smooth: true,
            uniques: Uniques::Keep,
            epsilon: None,
            constraints: Constraints::default(),
            domains: Vec::new(),
        });
        let name = "synthesize the quasi-identifiers".to_owned();
        let steps = vec![mask(&every, step)];
        all.push(Perturbed { name, method: "synthesize", k: 0, steps });
    }
    all
}

/// The methods of these names.
pub(super) fn methods(names: &[String]) -> Result<Vec<&'static str>, Error> {
    let find = |name: &String| {
        let found = USUAL.iter().find(|usual| *usual == name);
        found.copied().ok_or_else(|| {
            let is_method = MaskMethod::NAMES.iter().any(|method| method.name == name);
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
