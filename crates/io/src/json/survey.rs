//! The first pass over a file: which keys there are, and what their values are.

use super::{
    blocks::{Block, Blocks, text},
    object::{Fault, Value, object},
};
use crate::{JsonPlace, Lines, Problem, Sorts, workers};
use std::collections::HashMap;

/// More keys than that are data, and no columns.
const MOST_KEYS: usize = 4096;

/// What the first pass has found.
pub(super) struct Survey {
    /// The keys in the order in which they appear first, and what their values are.
    pub keys: Vec<(String, Sorts)>,
    /// Where rows begin.
    pub lines: Lines,
}

/// A key as one thread has met it.
struct Met {
    /// The record and the place in it where it appears first.
    first: (u64, usize),
    /// The last record that has it.
    last: u64,
    sorts: Sorts,
}

#[derive(Default)]
struct Keys {
    known: HashMap<String, Met>,
    /// `(row, line)`, where lines before a row are blank.
    steps: Vec<(u64, u64)>,
}

impl Survey {
    pub fn of(mut blocks: Blocks, threads: usize) -> Result<Self, Problem> {
        let states = workers::feed(
            threads,
            || blocks.next(),
            Keys::default,
            |keys, block: Block| keys.take(&block),
        )?;
        let mut all: HashMap<String, ((u64, usize), Sorts)> = HashMap::new();
        let mut steps = Vec::new();
        for keys in states {
            steps.extend(keys.steps);
            for (name, met) in keys.known {
                let (first, sorts) = all.entry(name).or_insert((met.first, met.sorts));
                (*first, *sorts) = ((*first).min(met.first), sorts.and(met.sorts));
            }
        }
        // Objects without a key say no more than no objects.
        if steps.is_empty() || all.is_empty() {
            return Err(Problem::Empty);
        }
        if all.len() > MOST_KEYS {
            return Err(Problem::TooManyKeys { most: MOST_KEYS });
        }
        steps.sort_unstable();
        let mut lines = Lines::default();
        for &(row, line) in &steps {
            lines.step(row as usize, line);
        }
        let mut keys: Vec<_> = all.into_iter().collect();
        keys.sort_unstable_by_key(|(_, (first, _))| *first);
        Ok(Self { keys: keys.into_iter().map(|(name, (_, sorts))| (name, sorts)).collect(), lines })
    }
}

impl Keys {
    fn take(&mut self, block: &Block) -> Result<(), Problem> {
        let mut expected = None;
        for (row, (place, record)) in (block.first_row()..).zip(block.records()) {
            if expected != Some(place.line) {
                self.steps.push((row, place.line));
            }
            expected = Some(place.line + 1);
            let mut key_number = 0;
            object(text(place, record)?, |key, value| {
                key_number += 1;
                self.meet(&key, (row, key_number), sorts_of(&value))
            })
            .map_err(|fault| fault.on(place))?;
        }
        Ok(())
    }

    fn meet(&mut self, key: &str, at: (u64, usize), sorts: Sorts) -> Result<(), Fault> {
        if let Some(met) = self.known.get_mut(key) {
            if met.last == at.0 {
                return Err(Fault::Repeated(key.to_owned()));
            }
            met.last = at.0;
            met.first = met.first.min(at);
            met.sorts = met.sorts.and(sorts);
        } else if self.known.len() > MOST_KEYS {
            return Err(Fault::TooMany);
        } else {
            self.known.insert(key.to_owned(), Met { first: at, last: at.0, sorts });
        }
        Ok(())
    }
}

fn sorts_of(value: &Value<'_>) -> Sorts {
    let none = Sorts::default();
    match value {
        Value::Null => none,
        Value::Truth(_) => Sorts { truths: true, ..none },
        Value::Number(_) => Sorts { numbers: true, ..none },
        Value::Text(_) => Sorts { texts: true, ..none },
    }
}

impl Fault {
    /// The same as a problem of a record.
    pub fn on(self, at: JsonPlace) -> Problem {
        match self {
            Self::Broken => Problem::BrokenJson { at },
            Self::Nested(name) => Problem::NestedValue { at, name },
            Self::Repeated(name) => Problem::RepeatedKey { at, name },
            Self::TooMany => Problem::TooManyKeys { most: MOST_KEYS },
        }
    }
}
