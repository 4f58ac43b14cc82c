//! Which algorithm is run, and what it makes as small as it can.

use ridotto_core::objective::{Aggregate, Objective};
use ridotto_micro::algorithm::{Algorithm, Cost, Preference};
use ridotto_micro::cut::Information;
use ridotto_policy::{Policy, PolicyError, Problem, language};

/// The algorithm and the objective that the policy names.
pub fn bind(policy: &Policy) -> Result<(Algorithm, Objective), PolicyError> {
    let release = &policy.release;
    let (objective, preference) = objective(policy);
    if preference != Preference::Objective && *release.algorithm != language::Algorithm::Samarati {
        let message = format!("`{}` is a preference of `samarati`", release.objective);
        let problem = Problem::error("bind::objective", message)
            .at(release.objective.span, format!("not for `{}`", release.algorithm))
            .with_help("`loss` is the usual objective");
        return Err(policy.error([problem]));
    }
    let algorithm = match *release.algorithm {
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
        _ => unreachable!("the parser refuses what is not in this version"),
    };
    Ok((algorithm, objective))
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
