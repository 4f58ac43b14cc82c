//! What must be read so that the steps can be done.

use ridotto_catalogue::similar;
use ridotto_policy::{Mask, Policy, PolicyError, Problem};
use ridotto_table::ReadAs;

/// Says what the steps want of the columns, beside what the release wants of them.
///
/// Values that a step changes are read as codes; so is what it looks at, even if it is not released.
/// What is deleted, and identifiers, are not read at all unless a step looks at them.
pub fn wants(policy: &Policy, names: &[&str], wants: &mut [ReadAs]) -> Result<(), PolicyError> {
    let mut problems = Vec::new();
    let mut find = |name: &ridotto_policy::Spanned<String>| {
        let place = names.iter().position(|other| *other == name.as_str());
        if place.is_none() {
            problems.push(
                Problem::error("bind::no-such-column", format!("the data have no column `{name}`"))
                    .at(name.span, "not in the data")
                    .with_help(similar(name, names)),
            );
        }
        place
    };
    for mask in &policy.masks {
        for at in mask.attributes().iter().filter_map(&mut find) {
            match (wants[at], mask.facts().deletes) {
                (_, true) => wants[at] = ReadAs::Skip,
                (ReadAs::Carry, _) => wants[at] = ReadAs::Code { kind: None },
                _ => {}
            }
        }
    }
    let counts_by_it = policy.masks.iter().any(|mask| mask.facts().weighs);
    let weight = policy.data.weight.iter().filter(|_| counts_by_it);
    for at in policy.masks.iter().flat_map(Mask::looks_at).chain(weight).filter_map(&mut find) {
        if !matches!(wants[at], ReadAs::Code { .. }) {
            wants[at] = ReadAs::Code { kind: None };
        }
    }
    if policy.masks.iter().any(|mask| mask.facts().reads_records) {
        // Whole records are drawn: every column that is kept is drawn, or explains others.
        let kept = wants.iter_mut().filter(|want| **want == ReadAs::Carry);
        kept.for_each(|want| *want = ReadAs::Code { kind: None });
    }
    if problems.is_empty() { Ok(()) } else { Err(policy.error(problems)) }
}
