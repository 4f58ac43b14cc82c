//! A class's values, counted over rows or persons, the missing ones apart.

use super::Subject;
use crate::Code;

/// A value that somebody is known to have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    pub code: Code,
    /// How many have it.
    pub count: u64,
    /// How many of these have a missing value, too.
    pub also_missing: u64,
}

/// A class as models of a sensitive attribute see it. The vectors are used again and again.
#[derive(Debug, Default)]
pub(super) struct Counted {
    /// The known values, in their order.
    pub known: Vec<Known>,
    /// How many there are.
    pub all: u64,
    /// How many have a known value.
    pub knowing: u64,
    /// How many have a missing one.
    pub missing: u64,
    /// Each person's values, and whether that person has a missing one.
    values: Vec<(Code, bool)>,
}

impl Counted {
    /// Counts a histogram of the subject's column; `size` is that of the class.
    pub fn fill(
        &mut self,
        subject: &Subject,
        histogram: impl Iterator<Item = (Code, u64)>,
        size: u64,
    ) {
        self.known.clear();
        (self.all, self.knowing, self.missing) = (size, 0, 0);
        match &subject.persons {
            None => self.count_rows(subject, histogram),
            Some(pairs) => {
                let pair = |(code, _): (Code, u64)| {
                    (pairs.persons[code as usize], pairs.values[code as usize])
                };
                self.count_persons(subject, histogram.map(pair));
            }
        }
    }

    fn count_rows(&mut self, subject: &Subject, histogram: impl Iterator<Item = (Code, u64)>) {
        for (code, count) in histogram {
            if subject.is_missing(code) {
                self.missing += count;
            } else {
                self.knowing += count;
                self.known.push(Known { code, count, also_missing: 0 });
            }
        }
    }

    /// Counts pairs of a person and a value; those of a person come one after the other.
    fn count_persons(&mut self, subject: &Subject, pairs: impl Iterator<Item = (Code, Code)>) {
        let mut values = std::mem::take(&mut self.values);
        values.clear();
        self.all = 0;
        let (mut last, mut start, mut lacks) = (None, 0, false);
        for (person, value) in pairs {
            if last != Some(person) {
                self.end_of_person(&mut values[start..], lacks);
                (last, start, lacks) = (Some(person), values.len(), false);
                self.all += 1;
            }
            if subject.is_missing(value) {
                lacks = true;
            } else {
                values.push((value, false));
            }
        }
        self.end_of_person(&mut values[start..], lacks);
        values.sort_unstable();
        self.known.extend(values.chunk_by(|a, b| a.0 == b.0).map(|same| Known {
            code: same[0].0,
            count: same.len() as u64,
            also_missing: same.iter().filter(|(_, lacks)| *lacks).count() as u64,
        }));
        self.values = values;
    }

    fn end_of_person(&mut self, values: &mut [(Code, bool)], lacks: bool) {
        self.knowing += u64::from(!values.is_empty());
        self.missing += u64::from(lacks);
        for (_, also) in values {
            *also = lacks;
        }
    }

    /// The histogram if everybody whose value is missing has `filled`, in the values' order.
    pub fn filled(&self, filled: Option<Code>, into: &mut Vec<(Code, u64)>) {
        into.clear();
        into.extend(self.known.iter().map(|known| (known.code, known.count)));
        let Some(code) = filled.filter(|_| self.missing > 0) else { return };
        match self.known.binary_search_by_key(&code, |known| known.code) {
            Ok(at) => into[at].1 += self.missing - self.known[at].also_missing,
            Err(at) => into.insert(at, (code, self.missing)),
        }
    }
}

/// Deals so many persons out to values, of which one is the first, then the most frequent ones: as
/// many of them as can be have the first, as many of the rest as can be the next. The histogram is
/// in the values' order before and after.
pub(super) fn concentrate(histogram: &mut Vec<(Code, u64)>, persons: u64, first: Option<Code>) {
    if histogram.iter().map(|&(_, count)| count).sum::<u64>() == persons {
        return;
    }
    histogram.sort_unstable_by_key(|&(code, count)| {
        (Some(code) != first, std::cmp::Reverse(count), code)
    });
    let mut left = persons;
    for (_, count) in &mut *histogram {
        *count = left.min(*count);
        left -= *count;
    }
    histogram.retain(|&(_, count)| count > 0);
    histogram.sort_unstable_by_key(|&(code, _)| code);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn persons_are_dealt_to_the_most_frequent_values_first() {
        let dealt = |counts: &[(Code, u64)], persons, first| {
            let mut histogram = counts.to_vec();
            concentrate(&mut histogram, persons, first);
            histogram
        };
        assert_eq!(dealt(&[(0, 1), (1, 1), (2, 1)], 1, None), [(0, 1)]);
        assert_eq!(dealt(&[(0, 2), (1, 5), (2, 4)], 8, None), [(1, 5), (2, 3)]);
        assert_eq!(dealt(&[(0, 2), (1, 5), (2, 4)], 8, Some(0)), [(0, 2), (1, 5), (2, 1)]);
        assert_eq!(dealt(&[(0, 2), (1, 5)], 7, Some(0)), [(0, 2), (1, 5)]);
    }
}
