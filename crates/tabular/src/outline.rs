//! What every drawing of tables has: how they were made, and the outline of each dimension.

use crate::method;
use crate::nodes::Nodes;
use crate::plan::Plan;
use ridotto_report::page::{DrawnDimension, Limit, Made};

/// How the tables were made.
pub fn made(plan: &Plan) -> Made {
    let definition = method::of(plan);
    let facts = definition.entry.method().expect("methods are entries of methods");
    let limit =
        |of: &ridotto_catalogue::Limit| Limit { name: of.name.into(), text: of.text.into() };
    Made {
        method: definition.entry.name.to_owned(),
        does: facts.does.to_owned(),
        is_attacked: definition.keeps_rules,
        reference: definition.entry.references.first().map(ToString::to_string),
        limits: facts.limits.iter().map(limit).collect(),
    }
}

/// A dimension from the total down, and where each node is in it.
pub fn dimension(name: &str, nodes: &Nodes) -> (DrawnDimension, Vec<u32>) {
    let mut drawn = DrawnDimension { name: name.to_owned(), ..DrawnDimension::default() };
    let mut places = vec![0; nodes.len()];
    let mut open = vec![(nodes.total(), 0_u8)];
    while let Some((node, depth)) = open.pop() {
        places[node as usize] = drawn.labels.len() as u32;
        drawn.labels.push(nodes.label(node).unwrap_or_default().to_owned());
        drawn.depths.push(depth);
        let below = nodes.children(node).iter().rev();
        open.extend(below.map(|&child| (child, depth.saturating_add(1))));
    }
    (drawn, places)
}
