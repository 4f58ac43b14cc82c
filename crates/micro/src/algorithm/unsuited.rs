//! Why an algorithm cannot serve a task.

use super::Algorithm;

/// An algorithm that would not be right, or would never end, and what to use instead.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unsuited {
    /// The algorithm skips nodes below one that fails, which the models do not allow.
    #[error(
        "`{algorithm}` needs models that a coarser generalisation keeps, and with the suppression \
         allowed these do not promise it; use {}",
        listed(works)
    )]
    NotMonotone {
        /// Its name.
        algorithm: &'static str,
        /// Algorithms that work.
        works: Vec<&'static str>,
    },
    /// The algorithm lists all generalisations, and there are too many.
    #[error(
        "`{algorithm}` lists all generalisations, and {nodes} are too many; use {}",
        listed(works)
    )]
    TooLarge {
        /// Its name.
        algorithm: &'static str,
        /// How many there are.
        nodes: u128,
        /// Algorithms that work.
        works: Vec<&'static str>,
    },
    /// The algorithm knows no levels, and least or greatest levels are asked for.
    #[error(
        "`{algorithm}` joins neighbouring values and knows no levels, so it cannot keep a least or \
         greatest level; leave `min-level` and `max-level` out, or use `optimal`"
    )]
    NoLevels {
        /// Its name.
        algorithm: &'static str,
    },
}

impl Unsuited {
    pub(super) fn not_monotone(algorithm: &'static str) -> Self {
        let works = Algorithm::ALL.iter().filter(|other| !other.needs_monotonicity());
        Self::NotMonotone { algorithm, works: works.map(|other| other.name()).collect() }
    }

    pub(super) fn too_large(algorithm: &'static str, nodes: u128) -> Self {
        let works = Algorithm::ALL.iter().filter(|other| !other.lists_nodes());
        let works = works.map(|other| other.name()).collect();
        Self::TooLarge { algorithm, nodes, works }
    }
}

fn listed(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match quoted.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} or {last}", rest.join(", ")),
        _ => quoted.concat(),
    }
}
