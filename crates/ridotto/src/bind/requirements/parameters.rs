//! The parameters of requirements, as they are reported.

use ridotto_policy::{Population, Requirement as Asked, Rule, Scope, Size};
use ridotto_report::Parameter;

/// Parameters by name.
pub(crate) type Parameters = Vec<(&'static str, Parameter)>;

/// The parameters as they are reported.
pub(crate) fn parameters(asked: &Asked) -> Parameters {
    let number = |number: f64| Parameter::Number(number);
    let text = |name: &str| Parameter::Text(name.to_owned());
    let mut list = match &asked.rule {
        Rule::KAnonymity { k: Size::Same(k) } => vec![("k", number(**k as f64))],
        Rule::KAnonymity { k: Size::Own(column) } => vec![("k", text(column))],
        Rule::KMap { k, estimate, population } => {
            let mut list = vec![("k", number(**k as f64)), ("estimate", text(estimate.name()))];
            list.extend(population.map(parameter_of));
            list
        }
        Rule::AverageRisk { at_most } | Rule::SampleUniqueness { at_most } => {
            vec![("at-most", number(at_most.to_f64()))]
        }
        Rule::PopulationUniqueness { at_most, estimator, population } => vec![
            ("at-most", number(at_most.to_f64())),
            ("estimator", text(estimator.name())),
            parameter_of(*population),
        ],
        Rule::LDiversity { l, kind, c, c2, disclosable, undeniable, .. } => {
            let mut list = vec![("l", number(l.to_f64())), ("kind", text(kind.name()))];
            list.extend(c.map(|c| ("c", number(c.to_f64()))));
            list.extend(c2.map(|c2| ("c2", number(c2.to_f64()))));
            // These are values of the data, so they are counted and not named.
            for (name, values) in [("disclosable", disclosable), ("undeniable", undeniable)] {
                list.extend((!values.is_empty()).then(|| (name, number(values.len() as f64))));
            }
            list
        }
        Rule::PSensitive { p, k, .. } => {
            vec![("p", number(**p as f64)), ("k", number(**k as f64))]
        }
        Rule::AlphaK { alpha, k, .. } => {
            vec![("alpha", number(alpha.to_f64())), ("k", number(**k as f64))]
        }
        Rule::TCloseness { t, distance, .. } => {
            vec![("t", number(t.to_f64())), ("distance", text(distance.name()))]
        }
        Rule::DeltaDisclosure { delta, base, absent, .. } => {
            let mut list = vec![("delta", number(delta.to_f64()))];
            list.push(("base", base.map_or_else(|| text("e"), |base| number(base.to_f64()))));
            list.push(("absent", text(absent.name())));
            list
        }
        Rule::BetaLikeness { beta, kind, .. } => {
            vec![("beta", number(beta.to_f64())), ("kind", text(kind.name()))]
        }
        Rule::DeltaPresence { at_least, at_most } => {
            vec![("at-least", number(at_least.to_f64())), ("at-most", number(at_most.to_f64()))]
        }
        Rule::DifferentialPrivacy { epsilon, delta, .. } => {
            vec![("epsilon", number(epsilon.to_f64())), ("delta", number(delta.to_f64()))]
        }
    };
    match &asked.scope {
        Scope::All => {}
        Scope::Over(names) => {
            let names: Vec<&str> = names.iter().map(|name| name.as_str()).collect();
            list.push(("over", Parameter::Text(names.join(", "))));
        }
        Scope::Every(every) => list.push(("every", number(f64::from(**every)))),
    }
    list
}

fn parameter_of(population: Population) -> (&'static str, Parameter) {
    match population {
        Population::Fraction(part) => ("sampling-fraction", Parameter::Number(part.to_f64())),
        Population::Size(people) => ("population-size", Parameter::Number(*people as f64)),
    }
}
