//! Generalisations that are not one level for each attribute.
//!
//! A *cut* through a hierarchy gives each value a level of its own, so that values of one attribute
//! may be at different levels, the same for all records: *full-subtree recoding*. An *ordered
//! partition* joins neighbours in the values' order and needs no hierarchy. Both are a map from
//! values to groups for each attribute, a [`Grouping`].

mod ask;
mod classes;
mod information;
mod label;
mod score;

pub(crate) use ask::{Ask, Verdict};
pub(crate) use classes::Classes;
pub(crate) use information::Bits;
pub use information::Information;
pub use score::{Scored, score};
pub(crate) use score::{ambiguity, gauge_of, score_classes};

use ridotto_core::{Code, Hierarchy};

/// What becomes of one attribute's values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Grouping {
    /// All are at one level of the hierarchy.
    Level(u8),
    /// Each value, by its code, is at a level of its own. Values of a group are at one level.
    Cut(Vec<u8>),
    /// Neighbours in the order of the codes are together; a group begins at each of these codes.
    Ranges(Vec<Code>),
}

/// A grouping as a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    /// Value → group; groups are numbered by their first value.
    pub of: Vec<Code>,
    /// How many leaves of the domain are under each group.
    pub leaves: Vec<u64>,
    /// A value of each group.
    pub first: Vec<Code>,
}

impl Grouping {
    /// The level, if all values have one and the same.
    pub fn level(&self) -> Option<u8> {
        match self {
            Self::Level(level) => Some(*level),
            Self::Cut(levels) => {
                let first = *levels.first()?;
                levels.iter().all(|&level| level == first).then_some(first)
            }
            Self::Ranges(_) => None,
        }
    }

    /// The level of a value in its hierarchy; `None` if the grouping has no levels.
    pub fn level_of(&self, value: Code) -> Option<u8> {
        match self {
            Self::Level(level) => Some(*level),
            Self::Cut(levels) => Some(levels[value as usize]),
            Self::Ranges(_) => None,
        }
    }

    /// The grouping as a map from the values of a hierarchy's dictionary.
    pub fn map(&self, hierarchy: &Hierarchy) -> Map {
        let values = hierarchy.groups(0);
        let mut map = Map { of: Vec::with_capacity(values), leaves: vec![], first: vec![] };
        match self {
            Self::Ranges(starts) => {
                for value in 0..values as Code {
                    if value == 0 || starts.binary_search(&value).is_ok() {
                        map.leaves.push(0);
                        map.first.push(value);
                    }
                    *map.leaves.last_mut().expect("value 0 begins a range") += 1;
                    map.of.push(map.first.len() as Code - 1);
                }
            }
            _ => {
                let mut number: Vec<Vec<Code>> = (0..=hierarchy.height())
                    .map(|level| vec![Code::MAX; hierarchy.groups(level)])
                    .collect();
                for value in 0..values as Code {
                    let level = usize::from(self.level_of(value).unwrap_or(0));
                    let group = hierarchy.map(level)[value as usize] as usize;
                    let place = &mut number[level][group];
                    if *place == Code::MAX {
                        *place = map.first.len() as Code;
                        map.first.push(value);
                        map.leaves.push(hierarchy.leaves(level)[group]);
                    }
                    map.of.push(*place);
                }
            }
        }
        map
    }

    /// Leaves of the whole domain: the hierarchy's, or the values of the dictionary.
    pub fn domain(&self, hierarchy: &Hierarchy) -> u64 {
        match self {
            Self::Ranges(_) => hierarchy.groups(0) as u64,
            _ => hierarchy.domain(),
        }
    }
}
