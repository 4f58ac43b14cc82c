//! What is known of an algorithm: what it may do to a table, and how sure its result is.

use crate::names;

names! {
    /// What is generalised at once.
    Generalize {
        /// All values of an attribute, to the same level.
        Attribute = "attribute" Now,
        /// Each cell on its own.
        Cell = "cell" Now,
        /// Nothing.
        None = "none" Now,
    }

    /// What is suppressed at once.
    Suppress {
        /// Whole records.
        Record = "record" Now,
        /// Whole attributes.
        Attribute = "attribute" Now,
        /// Single cells.
        Cell = "cell" Now,
        /// Nothing.
        None = "none" Now,
    }
}

/// What is known of an algorithm.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each answers a question of its own")]
pub struct AlgorithmFacts {
    /// Among which generalisations it chooses.
    pub family: Family,
    /// How sure it is that there is nothing better.
    pub result: Certainty,
    /// What it goes through, in a few words.
    pub searches: &'static str,
    /// What it makes as small as it can, in a few words.
    pub minimises: &'static str,
    /// What it can generalise, and with that suppress, at once. The first of the first is the usual.
    pub grid: &'static [(Generalize, &'static [Suppress])],
    /// Whether it is the one that is meant where a policy says what is generalised and suppressed,
    /// and not by which algorithm.
    pub is_usual: bool,
    /// Whether it is right only for models that coarser generalisations keep.
    pub needs_monotonicity: bool,
    /// Whether it lists all generalisations, of which there must not be too many.
    pub lists_nodes: bool,
    /// Whether values become coarser by hierarchies, and not as neighbours.
    pub by_hierarchies: bool,
    /// Whether the importance of attributes has an effect on what it chooses.
    pub weighs_attributes: bool,
    /// How long it takes, in a few words.
    pub cost: &'static str,
    /// What it did, in a sentence for readers of a report.
    pub done: &'static str,
}

impl AlgorithmFacts {
    /// Whether it can generalise this at once.
    pub fn generalizes(&self, what: Generalize) -> bool {
        self.grid.iter().any(|(of, _)| *of == what)
    }

    /// Whether it can generalise the one and suppress the other at once.
    pub fn has(&self, generalize: Generalize, suppress: Suppress) -> bool {
        self.grid.iter().any(|(of, with)| *of == generalize && with.contains(&suppress))
    }

    /// What it generalises and suppresses when nothing is said.
    pub fn usual(&self) -> (Generalize, Suppress) {
        self.grid.first().map_or((Generalize::None, Suppress::None), |(generalize, with)| {
            (*generalize, with.first().copied().unwrap_or(Suppress::None))
        })
    }
}

/// Among which generalisations an algorithm chooses, from the fewest to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Family {
    /// None: values stay as they are.
    Nothing,
    /// One level for all values of an attribute.
    FullDomain,
    /// A level for each value of an attribute, the same for all records.
    Subtree,
    /// Runs of neighbouring values of an attribute, the same for all records.
    OrderedPartition,
    /// Records with the same value may come to show different ones.
    Local,
}

impl Family {
    /// All of them, in order.
    pub const ALL: [Self; 5] =
        [Self::FullDomain, Self::Subtree, Self::OrderedPartition, Self::Local, Self::Nothing];

    /// Its name in the literature, and what it is.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Nothing => "no search",
            Self::FullDomain => "full-domain: one level for all values of an attribute",
            Self::Subtree => "subtree: a level for each value, the same for all records",
            Self::OrderedPartition => {
                "ordered partition: runs of neighbours, the same for all records"
            }
            Self::Local => "local: records with the same value may show different ones",
        }
    }
}

/// How sure an algorithm is of its result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// If it comes to its end, nothing that it chooses from is better: it is proved.
    Proved,
    /// It is the best by a yardstick of its own, and by the objective only among those.
    OwnYardstick,
    /// It says what nothing can be better than.
    Bounded,
    /// Nothing is said: it satisfies the requirements.
    Heuristic,
}

impl Certainty {
    /// All of them, from the surest.
    pub const ALL: [Self; 4] = [Self::Proved, Self::OwnYardstick, Self::Bounded, Self::Heuristic];

    /// What it is, in a few words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::Proved => "complete: proved to be the best",
            Self::OwnYardstick => "the best by a yardstick of its own",
            Self::Bounded => "heuristic, with a bound",
            Self::Heuristic => "heuristic",
        }
    }
}
