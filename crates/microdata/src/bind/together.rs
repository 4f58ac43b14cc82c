//! What goes together: algorithms, what they generalise and suppress, and requirements.
//!
//! Whatever does not is one sentence that names what does.

use super::method::Method;
use crate::requirement::Requirement;
use ridotto_catalogue::Sort;
use ridotto_core::Scope;
use ridotto_core::model::Model;
use ridotto_core::objective::Aggregate;
use ridotto_micro::algorithm::Algorithm;
use ridotto_micro::local::mondrian::Cuts;
use ridotto_micro::local::suppression::Matching;
use ridotto_policy::language::{Generalize, Link, Missing, Role, Suppress};
use ridotto_policy::{Policy, Problem, Span};

/// What does not go with a method, whatever it generalises and suppresses.
pub(super) fn goes(policy: &Policy, method: Method) -> Vec<Problem> {
    let faults = [settings(policy, method), levels(policy, method), units(policy, method)];
    faults.into_iter().flatten().collect()
}

/// What the algorithm generalises and suppresses against what is asked for.
pub(super) fn grid(policy: &Policy, method: Method) -> Option<Problem> {
    let release = &policy.release;
    let (generalize, suppress) = (release.generalize, release.suppress);
    let name = method.name();
    let wrong = |message: String, span: Option<Span>, label: &str, help: &str| {
        Some(Problem::error("bind::grid", message).at(span, label).with_help(help))
    };
    if !method.definition().facts().generalizes(*generalize) {
        let message = format!("`{name}` does not go with `generalize = \"{generalize}\"`");
        let help = match *generalize {
            Generalize::Attribute => "`optimal` and others give all records the same levels",
            Generalize::Cell => "`local-recoding` and `mondrian` generalise cells",
            Generalize::None => {
                "`local-suppression` suppresses cells; `optimal` records or attributes"
            }
        };
        return wrong(message, generalize.span, "another kind of algorithm", help);
    }
    match (*generalize, *suppress) {
        (Generalize::Cell, Suppress::Attribute)
            if !method.definition().facts().has(Generalize::Cell, Suppress::Attribute) =>
        {
            wrong(
                format!("`{name}` does not suppress attributes as a whole"),
                suppress.span,
                "another kind of algorithm",
                "write `algorithm = \"local-recoding\"`, or leave `algorithm` out",
            )
        }
        (Generalize::None, Suppress::Cell) if !method.is_local() => wrong(
            format!("`{name}` does not suppress cells"),
            suppress.span,
            "another kind of algorithm",
            "write `algorithm = \"local-suppression\"`, or leave `algorithm` out",
        ),
        (Generalize::None, Suppress::Record | Suppress::Attribute | Suppress::None)
            if method.is_local() =>
        {
            wrong(
                format!("`{name}` suppresses cells and nothing else"),
                suppress.span,
                "another kind of algorithm",
                "leave `suppress` out, or write `algorithm = \"optimal\"`",
            )
        }
        _ => None,
    }
}

/// Settings of other algorithms: none is ignored.
pub(super) fn idle(policy: &Policy, method: Method) -> Option<Problem> {
    let idle = policy.release.idle.iter().find(|idle| idle.sort == Sort::Algorithm)?;
    let (key, of) = (&idle.key, idle.of);
    Some(
        Problem::error("bind::setting", format!("`{key}` is a setting of `{of}`"))
            .at(key.span, format!("not for `{}`", method.name()))
            .with_help(format!("remove the key, or write `algorithm = \"{of}\"`")),
    )
}

/// Keys that only some algorithms read.
fn settings(policy: &Policy, method: Method) -> Option<Problem> {
    let release = &policy.release;
    let name = method.name();
    let objective = &release.objective;
    let is_loss = objective.name() == "loss";
    let is_other = !is_loss || objective.word("aggregate") != Some(Aggregate::Mean.name());
    if (method.is_local() || matches!(method, Method::ThenCells(..))) && is_other {
        let (name, help) = match method {
            Method::ThenCells(..) => (
                format!("`{name}` with suppressed cells"),
                "remove the key, or write `suppress = \"record\"`: then `optimal` minimises every objective",
            ),
            _ => (format!("`{name}`"), "remove the key; `optimal` minimises every objective"),
        };
        let span = if is_loss { objective.at("aggregate") } else { objective.span() };
        return Some(
            Problem::error("bind::objective", format!("{name} knows no objective but `loss`"))
                .at(span, "not for this algorithm")
                .with_help(help),
        );
    }
    if *release.missing == Missing::MatchesAnything && !method.has_wildcards() {
        return Some(
            Problem::error(
                "bind::missing",
                format!("`{name}` cannot count missing values as if they were any value"),
            )
            .at(release.missing.span, "there are no classes then")
            .with_help(
                "`local-suppression` and whatever chooses levels can, and `check` for any file",
            ),
        );
    }
    let first = policy.with_role(Role::Sensitive).next();
    let by_gain = matches!(method, Method::Mondrian(of) if of.cuts == Cuts::InformationGain);
    if by_gain && first.is_none() {
        return Some(
            Problem::error("bind::setting", "there is no sensitive attribute to gain about")
                .at(release.place_of("cuts"), "looks at a sensitive attribute")
                .with_help("write `cuts = \"median\"`, or name a sensitive attribute"),
        );
    }
    None
}

/// Persons as units, and missing values that fit anything, have evaluators of levels of their own.
fn units(policy: &Policy, method: Method) -> Option<Problem> {
    let (release, data) = (&policy.release, &policy.data);
    let name = method.name();
    let by_levels =
        "`optimal`, `samarati`, `incognito`, `best-first` and others that choose levels";
    if *data.link == Link::Together && !matches!(method, Method::Together(_)) {
        let message = format!("`{name}` does not take all rows of a person together");
        return Some(
            Problem::error("bind::link", message)
                .at(data.link.span, "not by this algorithm")
                .with_help(format!("{by_levels} can")),
        );
    }
    let (Method::Together(algorithm) | Method::Wild(algorithm)) = method else { return None };
    let message = if matches!(
        algorithm,
        Algorithm::BottomUp(_) | Algorithm::TopDown(_) | Algorithm::KOptimize(_)
    ) {
        format!("`{name}` decides by value, and asks only for classes of records that are equal")
    } else if matches!(method, Method::Together(_)) && *release.suppress == Suppress::Cell {
        "all rows of a person are taken together, so single cells are not suppressed".into()
    } else if matches!(method, Method::Together(_)) && *release.missing == Missing::MatchesAnything
    {
        "all rows of a person are taken together, so missing values do not fit anything".into()
    } else {
        return None;
    };
    let span = data.link.span.or(release.missing.span);
    let help = match method {
        Method::Together(_) => format!("{by_levels} can, with records suppressed as a whole"),
        _ => format!("{by_levels} can, and `local-suppression`"),
    };
    Some(Problem::error("bind::units", message).at(span, "does not go together").with_help(help))
}

/// Least and greatest levels speak of full-domain generalisation.
fn levels(policy: &Policy, method: Method) -> Option<Problem> {
    let why = match (method.is_local(), *policy.release.generalize) {
        (true, _) => format!("`{}` has no level that all records share", method.name()),
        (false, Generalize::None) => "nothing is generalised, so there are no levels".to_owned(),
        _ => return None,
    };
    let span = policy.with_role(Role::QuasiIdentifier).find_map(|attribute| {
        attribute.min_level.span.or(attribute.max_level.and_then(|level| level.span))
    })?;
    Some(
        Problem::error("bind::level", why)
            .at(span, "no such level")
            .with_help("remove `min-level` and `max-level`, or let `optimal` choose levels"),
    )
}

/// What of the requirements the method cannot serve.
pub fn serves(
    policy: &Policy,
    method: Method,
    requirements: &[Requirement],
    keys: usize,
) -> Vec<Problem> {
    let then_cells = matches!(method, Method::ThenCells(..));
    let name = match method.name() {
        name if then_cells => format!("`{name}` with suppressed cells"),
        name => format!("`{name}`"),
    };
    let of = |at: usize| policy.requirements.get(at).map(|asked| asked.span);
    let refused = |message: String, help: &str, span: Option<Span>| {
        let problem = Problem::error("bind::algorithm", message)
            .at(span.or(policy.release.algorithm.span()), "not by this algorithm")
            .with_help(help);
        vec![problem]
    };
    let serve = if then_cells {
        "with `suppress = \"record\"` it serves every requirement"
    } else {
        "`optimal`, `best-first` and `genetic` serve every requirement"
    };
    let counts = policy.requirements.iter().find(|asked| asked.counts_people());
    let by_groups = matches!(
        method,
        Method::ByValue(Algorithm::BottomUp(_) | Algorithm::TopDown(_) | Algorithm::KOptimize(_))
    );
    if let Some(asked) = counts.filter(|_| by_groups || method.is_local()) {
        let message = format!("{name} cannot count the population of the groups that it makes");
        let help = "`optimal`, `samarati`, `incognito` and others that choose one level for each \
                    attribute can";
        return refused(message, help, Some(asked.span));
    }
    // Some requirements were taken apart, one for each sensitive attribute: then the place is
    // that of the algorithm.
    let place = |at: usize| (requirements.len() == policy.requirements.len()).then(|| of(at));
    for (at, required) in requirements.iter().enumerate() {
        let span = place(at).flatten();
        match method {
            Method::ByValue(_) | Method::Together(_) | Method::Best => {}
            Method::Mondrian(_) | Method::Cells | Method::ThenCells(_, Matching::OwnCategory) => {
                let message = if matches!(required.model, Model::PerTable(_)) {
                    format!("{name} judges groups, and not the table as a whole")
                } else if required.scope != Scope::All {
                    format!("{name} judges all quasi-identifiers together, and not some of them")
                } else {
                    continue;
                };
                return refused(message, serve, span);
            }
            Method::Suppression(_) | Method::ThenCells(..) | Method::Wild(_) => {
                let matching =
                    if method.has_wildcards() { Matching::Anything } else { Matching::OwnCategory };
                let is_k = required.model.name() == "k-anonymity";
                if !is_k || required.model.least_size().is_none() {
                    if !matches!(method, Method::Suppression(_)) {
                        let message = "where missing values fit anything there are no classes, and \
                                       k-anonymity of records alone is served";
                        let help = "leave `missing` out: then a missing value is one of its own";
                        return refused(message.into(), help, span);
                    }
                    let message = format!("{name} serves k-anonymity of records alone");
                    let help = "`local-recoding` and `mondrian` serve every model of classes";
                    return refused(message, help, span);
                }
                if matching == Matching::OwnCategory && required.scope != Scope::All {
                    let message = format!(
                        "{name} serves other keys than all together only where suppressed cells \
                         match anything"
                    );
                    let help = "write `missing = \"matches-anything\"`; or `optimal` serves this";
                    return refused(message, help, span);
                }
            }
        }
    }
    if matches!(method, Method::Suppression(_) | Method::ThenCells(..)) && keys > MOST_KEYS {
        let message = format!("{name} takes at most {MOST_KEYS} quasi-identifiers, not {keys}");
        return refused(message, "`mondrian` and `local-recoding` take any number", None);
    }
    Vec::new()
}

/// The most quasi-identifiers of which sets are kept in a word.
const MOST_KEYS: usize = 31;
