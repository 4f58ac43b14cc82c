//! Which algorithm is run, and what it makes as small as it can.

use super::quasi_identifiers::Attributes;
use ridotto_catalogue::{Certainty, Definition, Family, Given};
use ridotto_core::hierarchy::Builder;
use ridotto_core::objective::{Aggregate, Objective, ObjectiveDefinition};
use ridotto_io::{Column, Table};
use ridotto_micro::algorithm::{
    Algorithm, AlgorithmDefinition, Approach, Preference, PreferenceDefinition,
};
use ridotto_micro::catalogue;
use ridotto_micro::local::mondrian::Cutting;
use ridotto_micro::local::suppression::Matching;
use ridotto_policy::language::{Generalize, Link, Missing, Suppress};
use ridotto_policy::{Policy, PolicyError, Problem};
use std::any::Any;

/// How the release is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// What a value becomes is the same for all records.
    ByValue(Algorithm),
    /// The records are cut into regions.
    Mondrian(Cutting),
    /// Each cell is generalised on its own.
    Cells,
    /// The same, and a missing value fits anything.
    Wild(Algorithm),
    /// The same, and all rows of a person are the unit.
    Together(Algorithm),
    /// What a value becomes is the same for all records, and then single cells are suppressed.
    ThenCells(Algorithm, Matching),
    /// Single cells are suppressed, and nothing is generalised.
    Suppression(Matching),
    /// Several of the others, and the best of what they find.
    Best,
}

impl Method {
    /// The name in the policy and in the report.
    pub fn name(self) -> &'static str {
        self.definition().entry.name
    }

    /// The entry.
    pub fn definition(self) -> &'static AlgorithmDefinition {
        match self {
            Self::ByValue(algorithm)
            | Self::Wild(algorithm)
            | Self::Together(algorithm)
            | Self::ThenCells(algorithm, _) => algorithm.definition(),
            Self::Mondrian(_) => &catalogue::MONDRIAN,
            Self::Cells => &catalogue::LOCAL_RECODING,
            Self::Suppression(_) => &catalogue::LOCAL_SUPPRESSION,
            Self::Best => &catalogue::BEST,
        }
    }

    /// Whether there are no levels that all records share.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Mondrian(_) | Self::Cells | Self::Suppression(_) | Self::Best)
    }

    /// Whether what it decides can be saved, for other data.
    pub fn saves(self) -> bool {
        !matches!(self, Self::Suppression(_) | Self::ThenCells(..))
    }

    /// Whether it comes to the best there is, or to nothing if there is nothing, given the time.
    pub fn is_complete(self) -> bool {
        let result = self.definition().facts().result;
        matches!(result, Certainty::Proved | Certainty::OwnYardstick)
    }

    /// What it prefers among solutions, if that is what its score says.
    pub fn preference(self) -> Option<&'static PreferenceDefinition> {
        match self {
            Self::ByValue(Algorithm::Samarati(preference))
            | Self::Wild(Algorithm::Samarati(preference))
            | Self::Together(Algorithm::Samarati(preference)) => preference.definition(),
            _ => None,
        }
    }

    /// Whether values become coarser by their hierarchies, and not as neighbours.
    pub fn has_levels(self) -> bool {
        self.definition().facts().family != Family::OrderedPartition
    }

    /// Whether `*` and missing cells are counted as if they were any value.
    pub fn has_wildcards(self) -> bool {
        matches!(
            self,
            Self::Suppression(Matching::Anything)
                | Self::ThenCells(_, Matching::Anything)
                | Self::Wild(_)
        )
    }
}

/// The method and the objective that the policy names; whether they go together is another question.
pub fn named(policy: &Policy) -> Result<(Method, Objective), PolicyError> {
    let release = &policy.release;
    let (mut objective, preference) = objective(policy);
    let name = release.algorithm.name();
    let only_for = release.objective.entry().objective().and_then(|facts| facts.only_for);
    if let Some(only_for) = only_for.filter(|&only_for| only_for != name) {
        let message = format!("`{}` is a preference of `{only_for}`", release.objective.name());
        let problem = Problem::error("bind::objective", message)
            .at(release.objective.span(), format!("not for `{name}`"))
            .with_help("`loss` is the usual objective");
        return Err(policy.error([problem]));
    }
    let algorithm = match definition::<AlgorithmDefinition>(&release.algorithm).approach {
        Approach::ByValue(Algorithm::Samarati(_)) => Algorithm::Samarati(preference),
        Approach::ByValue(algorithm) => {
            if algorithm == Algorithm::Mingen && !release.objective.is_written() {
                objective = Objective::Precision;
            }
            algorithm
        }
        local => {
            let method = match local {
                Approach::Regions => Method::Mondrian(Cutting::from(&release.algorithm)),
                Approach::Cells => Method::Cells,
                Approach::Best => Method::Best,
                _ => Method::Suppression(matching(policy)),
            };
            return Ok((method, objective));
        }
    };
    Ok((by_value(policy, algorithm), objective))
}

/// An algorithm by which a value becomes the same for all records, as the policy has its units and its
/// cells.
pub(super) fn by_value(policy: &Policy, algorithm: Algorithm) -> Method {
    let release = &policy.release;
    let then_cells =
        *release.suppress == Suppress::Cell && *release.generalize == Generalize::Attribute;
    if *policy.data.link == Link::Together {
        Method::Together(algorithm)
    } else if then_cells {
        Method::ThenCells(algorithm, matching(policy))
    } else if *release.missing == Missing::MatchesAnything {
        Method::Wild(algorithm)
    } else {
        Method::ByValue(algorithm)
    }
}

/// How suppressed cells count.
pub(super) fn matching(policy: &Policy) -> Matching {
    match *policy.release.missing {
        Missing::OwnValue => Matching::OwnCategory,
        Missing::MatchesAnything => Matching::Anything,
    }
}

/// Takes levels away where nothing may be generalised: what remains is the value, and `*` where
/// whole attributes may be suppressed.
pub fn without_levels(policy: &Policy, table: &Table, attributes: &mut Attributes) {
    if policy.release.searches_nothing() {
        attributes.keys.iter_mut().for_each(|key| key.max = key.min);
    }
    if *policy.release.generalize != Generalize::None {
        return;
    }
    for (key, hierarchy) in attributes.keys.iter_mut().zip(&mut attributes.hierarchies) {
        let Column::Coded { dictionary, .. } = &table.columns[key.column] else {
            unreachable!("quasi-identifiers are read as codes");
        };
        let star = Builder::Suppress.compile(&key.name, dictionary, &key.counts, &|_| false);
        *hierarchy = star.expect("a value and `*` fit every column");
        key.min = 0;
        let to_star = matches!(*policy.release.suppress, Suppress::Attribute | Suppress::Cell);
        key.max = u8::from(to_star);
    }
}

/// The objective, and what is preferred. Of equally preferred solutions the one with less loss is
/// taken.
fn objective(policy: &Policy) -> (Objective, Preference) {
    let given = &policy.release.objective;
    let of: &dyn Any = given.definition();
    match of.downcast_ref::<PreferenceDefinition>() {
        Some(of) => (Objective::Loss(Aggregate::Mean), of.preference),
        None => ((definition::<ObjectiveDefinition>(given).bind)(given), Preference::Objective),
    }
}

/// What has an entry, with the code that belongs to it.
pub fn definition<D: Definition>(given: &Given) -> &'static D {
    let of: &'static dyn Any = given.definition();
    of.downcast_ref().expect("an entry of a sort belongs to a definition of that sort")
}
