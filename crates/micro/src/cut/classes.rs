//! The classes that a grouping makes of a table's classes, with their members.

use super::{Map, ask::Ask, ask::Verdict};
use crate::evaluate::number_pairs;
use ridotto_core::objective::Outcome;

/// Classes of generalised records, each a list of classes of the input.
#[derive(Clone, Debug)]
pub struct Classes {
    /// The members, class by class.
    pub members: Vec<u32>,
    /// Where each class's members end.
    pub ends: Vec<usize>,
    /// The rows of each class.
    pub rows: Vec<u64>,
    /// What the models say of each.
    pub verdicts: Vec<Verdict>,
}

impl Classes {
    /// Groups the classes of a table by these maps, one for each key attribute.
    pub fn new(maps: &[Map], ask: &mut Ask<'_>) -> Self {
        let keys = ask.table().keys();
        let mut numbers = vec![0; keys.len()];
        let mut classes = 1;
        for (attribute, map) in maps.iter().enumerate() {
            let codes = (0..keys.len()).map(|at| map.of[keys.code(at, attribute) as usize]);
            classes = number_pairs(&mut numbers, classes, codes, map.first.len());
        }
        Self::numbered(&numbers, classes, ask)
    }

    /// Groups the classes of a table by number; all numbers below `classes` occur.
    pub fn numbered(numbers: &[u32], classes: usize, ask: &mut Ask<'_>) -> Self {
        let classes = if numbers.is_empty() { 0 } else { classes };
        let mut ends = vec![0; classes];
        for &class in numbers {
            ends[class as usize] += 1;
        }
        let mut start = 0;
        for end in &mut ends {
            start += std::mem::replace(end, start);
        }
        let (mut members, mut rows) = (vec![0; numbers.len()], vec![0; classes]);
        for (at, &class) in numbers.iter().enumerate() {
            members[ends[class as usize]] = at as u32;
            ends[class as usize] += 1;
            rows[class as usize] += ask.rows(at as u32);
        }
        let mut this = Self { members, ends, rows, verdicts: Vec::new() };
        this.verdicts = (0..classes)
            .map(|class| ask.about(this.rows[class], &this.members(class).iter().copied()))
            .collect();
        this
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// The members of a class.
    pub fn members(&self, class: usize) -> &[u32] {
        let start = if class == 0 { 0 } else { self.ends[class - 1] };
        &self.members[start..self.ends[class]]
    }

    /// The rows in classes that fail.
    pub fn suppressed(&self) -> u64 {
        self.sum(|verdict| verdict != Verdict::Holds)
    }

    /// The rows in classes of which no part can hold.
    pub fn floor(&self) -> u64 {
        self.sum(|verdict| verdict == Verdict::Never)
    }

    fn sum(&self, counts: impl Fn(Verdict) -> bool) -> u64 {
        let each = self.rows.iter().zip(&self.verdicts);
        each.filter(|&(_, &verdict)| counts(verdict)).map(|(rows, _)| rows).sum()
    }

    /// What objectives need, but the ambiguity.
    pub fn outcome(&self, maps: &[Map], ask: &Ask<'_>) -> Outcome {
        let mut outcome = Outcome {
            suppressed_by_group: maps.iter().map(|map| vec![0; map.first.len()]).collect(),
            ..Outcome::default()
        };
        for class in 0..self.len() {
            let rows = self.rows[class];
            if self.verdicts[class] == Verdict::Holds {
                outcome.classes += 1;
                outcome.squares += rows as f64 * rows as f64;
                continue;
            }
            outcome.suppressed += rows;
            let member = self.members(class)[0] as usize;
            for (at, map) in maps.iter().enumerate() {
                let code = ask.table().keys().code(member, at);
                outcome.suppressed_by_group[at][map.of[code as usize] as usize] += rows;
            }
        }
        outcome
    }
}
