//! Which values a dimension can have, as the policy declares them: the cells of a private table are all
//! combinations of these, whoever is in the data.

use crate::nodes::Nodes;
use crate::plan::Plan;
use crate::told_apart::told_apart;
use ridotto_catalogue::{Domain, Problem};
use ridotto_core::hierarchy::Builder;
use ridotto_core::{Dictionary, Reading, Texts};
use ridotto_policy::{Attribute, Order};
use ridotto_release::Error;
use ridotto_release::hierarchy::{builder, named};
use ridotto_release::private::refused;
use ridotto_release::reading::reading;
use std::collections::BTreeSet;

/// The nodes of a dimension: what is declared, its groups and its total.
pub fn nodes(plan: &Plan, attribute: &Attribute) -> Result<Result<Nodes, Problem>, Error> {
    let source = attribute.hierarchy.as_ref();
    let built = source.map(|source| builder(&source.value, &plan.folder)).transpose()?;
    let texts = match values(plan, attribute, built.as_ref()) {
        Ok(texts) => texts,
        Err(problem) => return Ok(Err(problem)),
    };
    let is_missing = |text: &str| plan.missing.iter().any(|missing| missing == text);
    let read: Reading = reading(&plan.policy, attribute, None);
    let (dictionary, _) = Dictionary::new(&texts, read, is_missing);
    let hierarchy = match &built {
        None => None,
        Some(built) => {
            let counts = vec![1; dictionary.len()];
            match built.compile(&attribute.name, &dictionary, &counts, &is_missing) {
                Ok(hierarchy) => Some(hierarchy),
                Err(error) => {
                    return Ok(Err(Problem::error("bind::hierarchy", error.to_string())
                        .at(source.and_then(|source| source.span), "this hierarchy")
                        .with_help(error.hint())));
                }
            }
        }
    };
    let span = source.and_then(|source| source.span);
    Ok(told_apart(plan, &attribute.name, (&dictionary, hierarchy.as_ref()), span))
}

/// What is declared: by the method, by an order, or by a hierarchy that lists its values.
fn values(plan: &Plan, attribute: &Attribute, built: Option<&Builder>) -> Result<Texts, Problem> {
    let stated = plan.policy.protection.method.domains("domains");
    let own = stated.iter().find(|(name, _)| name.value == attribute.name.value);
    if let Some((_, domain)) = own {
        return match domain {
            // That each is named once is checked with the policy.
            Domain::Values(values) => Ok(values.iter().map(|value| value.as_str()).collect()),
            Domain::Numbers { .. } => Err(refused(
                format!("the cells of `{}` are values, and not bins of numbers", attribute.name),
                own.and_then(|(name, _)| name.span),
                "numbers",
            )
            .with_help("list the values as texts")),
        };
    }
    if let Some(Order::Listed(values)) = attribute.order.as_ref().map(|order| &order.value) {
        return Ok(values.iter().collect());
    }
    let values: BTreeSet<String> = built.map(named).unwrap_or_default();
    if values.is_empty() {
        let name = &attribute.name;
        let message = format!("which values `{name}` has would be found out from the records");
        return Err(refused(message, name.span, "no declared values").with_help(format!(
            "declare them in `[release]`: `domains = {{ {name} = [\"a\", \"b\"] }}`; a hierarchy file, `groups` or an \
             `order` declares them, too"
        )));
    }
    Ok(values.iter().collect())
}

/// Refuses `domains` of what is no dimension.
pub fn strangers(plan: &Plan) -> Vec<Problem> {
    let stated = plan.policy.protection.method.domains("domains").iter();
    let others = stated.filter(|(name, _)| plan.dimensions.iter().all(|(of, _)| *of != name.value));
    others
        .map(|(name, _)| {
            refused(
                format!("`{name}` is no dimension of the table"),
                name.span,
                "declared for nothing",
            )
            .with_help("`domains` declares the values of dimensions")
        })
        .collect()
}
