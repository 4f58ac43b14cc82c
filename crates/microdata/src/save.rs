//! A decision as it is saved, for next month's file.

use crate::bind::Plan;
use crate::data::Data;
use crate::decision::{Shows, Transfer};
use crate::requirement::Requirement;
use crate::saved::{
    CELLS, DROPPED, FULL_DOMAIN, REGIONS, SavedColumn, SavedData, SavedRecoding, SavedRequirement,
};
use ridotto_micro::Recoding;
use ridotto_policy::language::{Role, Suppressed};

/// What was decided; `None` if it is about the records of one file alone.
pub(crate) fn saved(plan: &Plan, data: &Data, shown: &Shows) -> Option<SavedRecoding> {
    let none = Recoding { attributes: Vec::new() };
    let (kind, attributes, regions, cells) = match shown {
        Shows::ByValue(recoding) => (FULL_DOMAIN, recoding.clone(), None, None),
        Shows::ByRecord(local) => match &local.transfer {
            Transfer::Regions(regions) => (REGIONS, none, Some(regions.clone()), None),
            Transfer::Cells(cells) => (CELLS, none, None, Some(cells.clone())),
            Transfer::None => return None,
        },
    };
    let keys = data.keys.iter().filter(|_| kind != FULL_DOMAIN);
    let role = |(name, role, is_released): (&str, Role, bool)| SavedColumn {
        name: name.to_owned(),
        role: if is_released { role.name() } else { DROPPED }.to_owned(),
        value_type: plan
            .policy
            .attribute(name)
            .filter(|_| is_released)
            .and_then(|attribute| attribute.value_type.map(|it| it.name().to_owned())),
        order: data.order_of(name),
        key: data.key_of(name),
    };
    let saved = |required: &Requirement| SavedRequirement {
        model: required.judge.name().to_owned(),
        k: required.judge.least_size(),
    };
    Some(SavedRecoding {
        ridotto: env!("CARGO_PKG_VERSION").to_owned(),
        recoding: kind.to_owned(),
        columns: plan.roles().map(role).collect(),
        attributes,
        keys: keys.map(|key| key.name.clone()).collect(),
        regions,
        cells,
        sensitive: data.sensitive_hierarchies(),
        baselines: data.baselines(),
        requirements: data.requirements.iter().map(saved).collect(),
        policy: Some(plan.policy.written().clone()),
        suppression: plan.policy.release.suppression.decimal().to_string(),
        keep_suppressed: *plan.policy.release.suppressed == Suppressed::Keep,
        missing: data.missing.clone(),
        data: SavedData::of_policy(&plan.policy),
    })
}
