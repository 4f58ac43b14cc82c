//! Which algorithm is run, and what it makes as small as it can.

use super::quasi_identifiers::Attributes;
use super::together::together;
use ridotto_core::hierarchy::Builder;
use ridotto_core::objective::{Aggregate, Objective};
use ridotto_io::{Column, Table};
use ridotto_micro::algorithm::{Algorithm, Cost, Preference};
use ridotto_micro::cut::Information;
use ridotto_micro::local::suppression::Matching;
use ridotto_policy::language::{self, Cuts, Generalize, Link, Missing, Partition, Suppress};
use ridotto_policy::{Policy, PolicyError, Problem};

/// How the release is found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// What a value becomes is the same for all records.
    ByValue(Algorithm),
    /// The records are cut into regions.
    Mondrian {
        /// Whether records with the same value may be parted.
        relaxed: bool,
        /// Whether it is cut where the halves tell the most about the first sensitive attribute.
        by_gain: bool,
        /// What groups show; by each attribute when `None`.
        summary: Option<language::Summary>,
    },
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
}

impl Method {
    /// The name in the policy and in the report.
    pub fn name(self) -> &'static str {
        match self {
            Self::ByValue(algorithm)
            | Self::Wild(algorithm)
            | Self::Together(algorithm)
            | Self::ThenCells(algorithm, _) => algorithm.name(),
            Self::Mondrian { .. } => "mondrian",
            Self::Cells => "local-recoding",
            Self::Suppression(_) => "local-suppression",
        }
    }

    /// Whether there are no levels that all records share.
    pub fn is_local(self) -> bool {
        matches!(self, Self::Mondrian { .. } | Self::Cells | Self::Suppression(_))
    }

    /// Whether values become coarser by their hierarchies, and not as neighbours.
    pub fn has_levels(self) -> bool {
        !matches!(
            self,
            Self::ByValue(Algorithm::KOptimize(_)) | Self::ThenCells(Algorithm::KOptimize(_), _)
        )
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

/// The method and the objective that the policy names.
pub fn bind(policy: &Policy) -> Result<(Method, Objective), PolicyError> {
    let release = &policy.release;
    let (objective, preference) = objective(policy);
    if preference != Preference::Objective && *release.algorithm != language::Algorithm::Samarati {
        let message = format!("`{}` is a preference of `samarati`", release.objective);
        let problem = Problem::error("bind::objective", message)
            .at(release.objective.span, format!("not for `{}`", release.algorithm))
            .with_help("`loss` is the usual objective");
        return Err(policy.error([problem]));
    }
    let by_value = match *release.algorithm {
        language::Algorithm::Optimal => Algorithm::Optimal,
        language::Algorithm::Samarati => Algorithm::Samarati(preference),
        language::Algorithm::Incognito => Algorithm::Incognito,
        language::Algorithm::Mingen => Algorithm::Mingen,
        language::Algorithm::Datafly => Algorithm::Datafly,
        language::Algorithm::MuArgus => Algorithm::MuArgus(3),
        language::Algorithm::BottomUp => Algorithm::BottomUp(Information::Values),
        language::Algorithm::TopDown => Algorithm::TopDown(Information::Values),
        language::Algorithm::KOptimize => Algorithm::KOptimize(Cost::Objective),
        language::Algorithm::BestFirst => Algorithm::BestFirst,
        // The seed of a search is no secret: it moves no record.
        language::Algorithm::Genetic => Algorithm::Genetic(0),
        language::Algorithm::Mondrian => {
            let method = Method::Mondrian {
                relaxed: *release.partition == Partition::Relaxed,
                by_gain: *release.cuts == Cuts::InformationGain,
                summary: release.summary.map(|summary| *summary),
            };
            return together(policy, method).map(|()| (method, objective));
        }
        language::Algorithm::LocalRecoding => {
            return together(policy, Method::Cells).map(|()| (Method::Cells, objective));
        }
        language::Algorithm::LocalSuppression => {
            let method = Method::Suppression(matching(policy));
            return together(policy, method).map(|()| (method, objective));
        }
        language::Algorithm::None => Algorithm::None,
    };
    let then_cells =
        *release.suppress == Suppress::Cell && *release.generalize == Generalize::Attribute;
    let method = if *policy.data.link == Link::Together {
        Method::Together(by_value)
    } else if then_cells {
        Method::ThenCells(by_value, matching(policy))
    } else if *release.missing == Missing::MatchesAnything {
        Method::Wild(by_value)
    } else {
        Method::ByValue(by_value)
    };
    together(policy, method).map(|()| (method, objective))
}

/// How suppressed cells count.
fn matching(policy: &Policy) -> Matching {
    match *policy.release.missing {
        Missing::OwnValue => Matching::OwnCategory,
        Missing::MatchesAnything => Matching::Anything,
    }
}

/// Takes levels away where nothing may be generalised: what remains is the value, and `*` where
/// whole attributes may be suppressed.
pub fn without_levels(policy: &Policy, table: &Table, attributes: &mut Attributes) {
    if *policy.release.algorithm == language::Algorithm::None {
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

fn objective(policy: &Policy) -> (Objective, Preference) {
    let release = &policy.release;
    let loss = Objective::Loss(match *release.aggregate {
        language::Aggregate::Mean => Aggregate::Mean,
        language::Aggregate::Geometric => Aggregate::Geometric,
        language::Aggregate::Max => Aggregate::Max,
        language::Aggregate::Sum => Aggregate::Sum,
    });
    let objective = match *release.objective {
        language::Objective::Loss => loss,
        language::Objective::Discernibility => Objective::Discernibility,
        language::Objective::ClassSize => Objective::ClassSize,
        language::Objective::Precision => Objective::Precision,
        language::Objective::Height => Objective::Height,
        language::Objective::Entropy => Objective::Entropy,
        language::Objective::Ambiguity => Objective::Ambiguity,
        // Preferences choose among solutions; what they cost is told as loss.
        language::Objective::MinimumAbsoluteDistance => {
            return (loss, Preference::MinimumAbsoluteDistance);
        }
        language::Objective::MinimumRelativeDistance => {
            return (loss, Preference::MinimumRelativeDistance);
        }
        language::Objective::MaximumDistribution => {
            return (loss, Preference::MaximumDistribution);
        }
        language::Objective::MinimumSuppression => return (loss, Preference::MinimumSuppression),
    };
    (objective, Preference::Objective)
}
