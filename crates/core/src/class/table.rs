//! The class table.

use super::histograms::{Grouped, Histograms};
use super::{CodeColumn, Population, Tally};
use crate::{Code, Needs};

/// The place of a sensitive attribute among those that a table was counted with.
pub type SensitiveId = usize;

/// The equivalence classes of a data set: key tuple, size, and the histogram of each sensitive
/// attribute; perhaps with the population from which the rows were taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassTable {
    keys: Tally,
    values: Vec<usize>,
    histograms: Vec<Histograms>,
    population: Option<Population>,
}

/// One equivalence class: a view into a [`ClassTable`].
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    table: &'a ClassTable,
    at: usize,
}

impl ClassTable {
    /// Counts rows by their key, and each sensitive attribute's values within.
    pub fn count(keys: &[CodeColumn<'_>], sensitive: &[CodeColumn<'_>], rows: usize) -> Self {
        let values = keys.iter().map(|key| key.values).collect();
        let histograms = sensitive
            .iter()
            .map(|attribute| {
                let with: Vec<_> = keys.iter().chain([attribute]).copied().collect();
                Histograms::from_tally(&Tally::count(&with, rows), attribute.values)
            })
            .collect();
        Self { keys: Tally::count(keys, rows), values, histograms, population: None }
    }

    /// The table of one class without a key: its size, and of each sensitive attribute the number
    /// of values and the histogram, in the values' order and without absent ones.
    ///
    /// Methods that put rows together as they like judge a group of theirs with it.
    pub fn of_one_class(size: u64, sensitive: Vec<(usize, Vec<(Code, u64)>)>) -> Self {
        let histograms = sensitive
            .into_iter()
            .map(|(values, entries)| Histograms { values, ends: vec![entries.len()], entries })
            .collect();
        let keys = Tally::from_tuples(&[], [(std::iter::empty(), size)].into_iter());
        Self { keys, values: Vec::new(), histograms, population: None }
    }

    /// The table of classes that are known by their numbers alone, from 0: how many rows each has
    /// and, for each sensitive attribute, how many values it has and the entries (class, value,
    /// rows) of its histograms. Entries are sorted; those of one class and value are added up.
    pub fn of_numbered(
        sizes: &[u64],
        sensitive: impl IntoIterator<Item = (usize, Vec<(Code, Code, u64)>)>,
    ) -> Self {
        let numbered = (0..).zip(sizes).map(|(class, &size)| (std::iter::once(class), size));
        let keys = Tally::from_tuples(&[sizes.len()], numbered);
        let histograms = sensitive.into_iter().map(|(values, sorted)| {
            let (mut ends, mut entries) = (vec![0; sizes.len()], Vec::<(Code, u64)>::new());
            let mut last = None;
            for (class, value, rows) in sorted {
                match entries.last_mut() {
                    Some((_, sum)) if last == Some((class, value)) => *sum += rows,
                    _ => entries.push((value, rows)),
                }
                last = Some((class, value));
                ends[class as usize] = entries.len();
            }
            for class in 1..ends.len() {
                ends[class] = ends[class].max(ends[class - 1]);
            }
            Histograms { values, ends, entries }
        });
        let histograms = histograms.collect();
        Self { keys, values: vec![sizes.len()], histograms, population: None }
    }

    /// The table with the population that its rows are part of: a tally of everybody's key, coded
    /// with the same dictionaries as the table's own. It grows coarser together with the table.
    #[must_use]
    pub fn with_population(self, everybody: Tally) -> Self {
        let population = Some(Population::new(everybody, &self.keys));
        Self { population, ..self }
    }

    /// The table of numbered classes with the population that its rows are part of: how many people
    /// look like each class, and how many like none.
    #[must_use]
    pub fn with_people(self, people: &[u64], outside: u64) -> Self {
        // One number more than there are classes is for those who look like none.
        let values = vec![self.len() + 1];
        let numbered = |counts: &[u64]| {
            let some = (0..).zip(counts).filter(|(_, count)| **count > 0);
            let tuples: Vec<(Code, u64)> = some.map(|(class, &count)| (class, count)).collect();
            let tuples = tuples.into_iter().map(|(class, count)| (std::iter::once(class), count));
            Tally::from_tuples(&values, tuples)
        };
        let keys = numbered(self.keys.counts());
        let everybody: Vec<u64> = people.iter().copied().chain([outside]).collect();
        let population = Some(Population::new(numbered(&everybody), &keys));
        Self { keys, values, population, ..self }
    }

    /// The table of both files' rows together. Both have the same dictionaries. Populations are
    /// added up too, so each part carries its own part of the population.
    #[must_use]
    pub fn merge(&self, other: &Self) -> Self {
        let keys = self.keys.merge(&other.keys);
        let histograms = (0..self.histograms.len())
            .map(|id| {
                let both = self.tally_with(id).merge(&other.tally_with(id));
                Histograms::from_tally(&both, self.histograms[id].values)
            })
            .collect();
        let population = match (&self.population, &other.population) {
            (Some(a), Some(b)) => Some(Population::new(a.everybody().merge(b.everybody()), &keys)),
            (Some(one), None) | (None, Some(one)) => {
                Some(Population::new(one.everybody().clone(), &keys))
            }
            (None, None) => None,
        };
        Self { keys, values: self.values.clone(), histograms, population }
    }

    /// The table after every key code was replaced by `up[attribute][code]`; `values` are the new
    /// numbers of values. Sensitive values stay as they are.
    #[must_use]
    pub fn coarsen(&self, up: &[&[Code]], values: &[usize]) -> Self {
        self.coarsen_for(up, values, &vec![Needs::All; self.histograms.len()])
    }

    /// The same with no more of each sensitive attribute's histograms than is needed. Where some
    /// different values are enough, each class keeps so many if it has them, whichever they are,
    /// and their counts mean nothing. Whether classes of this table, and unions of them, hold is
    /// told as from a table with all values.
    #[must_use]
    pub fn coarsen_for(&self, up: &[&[Code]], values: &[usize], needs: &[Needs]) -> Self {
        let keys = self.keys.recode(up, values);
        let classes = || Grouped::new(self.keys.recoded_places(up, values, &keys), keys.len());
        let histograms = self.regrouped(needs, classes);
        let population = self.population.as_ref();
        let population =
            population.map(|all| Population::new(all.everybody().recode(up, values), &keys));
        Self { keys, values: values.to_vec(), histograms, population }
    }

    /// The histograms of classes that some of this table's become, with what is needed of each.
    fn regrouped(&self, needs: &[Needs], classes: impl FnOnce() -> Grouped) -> Vec<Histograms> {
        if self.histograms.is_empty() {
            return Vec::new();
        }
        let classes = classes();
        let each = self.histograms.iter().zip(needs);
        each.map(|(histograms, &needs)| histograms.regroup(&classes, needs)).collect()
    }

    /// The table over some of the key attributes only.
    #[must_use]
    pub fn project(&self, attributes: &[usize]) -> Self {
        let values: Vec<usize> = attributes.iter().map(|&at| self.values[at]).collect();
        let keys = self.keys.project(attributes, &values);
        let classes =
            || Grouped::new(self.keys.projected_places(attributes, &values, &keys), keys.len());
        let histograms = self.regrouped(&vec![Needs::All; self.histograms.len()], classes);
        let population = self
            .population
            .as_ref()
            .map(|all| Population::new(all.everybody().project(attributes, &values), &keys));
        Self { keys, values, histograms, population }
    }

    /// The table of those classes that `keep` accepts: what is left when the others' rows are
    /// suppressed. The population stays whole. Classes are asked in order.
    #[must_use]
    pub fn retain(&self, mut keep: impl FnMut(Class<'_>) -> bool) -> Self {
        let kept: Vec<usize> =
            self.classes().filter(|&class| keep(class)).map(|class| class.at).collect();
        let keys = self.keys.select(&kept);
        let histograms = self.histograms.iter().map(|of| of.select(&kept)).collect();
        let population = self.population.as_ref();
        let population = population.map(|all| Population::new(all.everybody().clone(), &keys));
        Self { keys, values: self.values.clone(), histograms, population }
    }

    /// All classes, in the order of their keys.
    pub fn classes(&self) -> impl Iterator<Item = Class<'_>> {
        (0..self.len()).map(|at| Class { table: self, at })
    }

    /// The class at a place in the order of the keys.
    ///
    /// # Panics
    /// If there is none.
    pub fn class(&self, at: usize) -> Class<'_> {
        assert!(at < self.len(), "the table has a class at this place");
        Class { table: self, at }
    }

    /// How many classes there are.
    pub fn len(&self) -> usize {
        self.keys.len()
    }

    /// Whether there is no class, because there is no row.
    pub fn is_empty(&self) -> bool {
        self.keys.is_empty()
    }

    /// How many rows were counted.
    pub fn rows(&self) -> u64 {
        self.keys.counts().iter().sum()
    }

    /// The keys and sizes, without histograms.
    pub fn keys(&self) -> &Tally {
        &self.keys
    }

    /// The number of values of each key attribute.
    pub fn values(&self) -> &[usize] {
        &self.values
    }

    /// A table of one class without a key.
    pub(super) fn single(values: &[usize]) -> Self {
        let empty = |&values: &usize| Histograms { values, ends: vec![0], entries: Vec::new() };
        let keys = Tally::from_tuples(&[], std::iter::once((std::iter::empty(), 0)));
        let histograms = values.iter().map(empty).collect();
        Self { keys, values: Vec::new(), histograms, population: None }
    }

    pub(super) fn set_single_size(&mut self, size: u64) {
        self.keys.set_count(0, size);
    }

    pub(super) fn set_single_histogram(
        &mut self,
        of: SensitiveId,
        entries: impl IntoIterator<Item = (Code, u64)>,
    ) {
        let histogram = &mut self.histograms[of];
        histogram.entries.clear();
        histogram.entries.extend(entries);
        histogram.ends[0] = histogram.entries.len();
    }

    pub(super) fn add_to_single(&mut self, of: SensitiveId, code: Code, rows: u64) {
        let histogram = &mut self.histograms[of];
        match histogram.entries.binary_search_by_key(&code, |entry| entry.0) {
            Ok(at) => histogram.entries[at].1 += rows,
            Err(at) => histogram.entries.insert(at, (code, rows)),
        }
        histogram.ends[0] = histogram.entries.len();
    }

    pub(super) fn take_from_single(&mut self, of: SensitiveId, code: Code, rows: u64) {
        let histogram = &mut self.histograms[of];
        let at = histogram.entries.binary_search_by_key(&code, |entry| entry.0);
        let at = at.expect("rows that leave have joined");
        let left = histogram.entries[at].1.checked_sub(rows).expect("rows that leave have joined");
        if left > 0 {
            histogram.entries[at].1 = left;
        } else {
            histogram.entries.remove(at);
        }
        histogram.ends[0] = histogram.entries.len();
    }

    /// How many sensitive attributes were counted along.
    pub fn sensitive(&self) -> usize {
        self.histograms.len()
    }

    /// How many values a sensitive attribute's dictionary has.
    pub fn sensitive_values(&self, of: SensitiveId) -> usize {
        self.histograms[of].values
    }

    /// The population, if the table has one.
    pub fn population(&self) -> Option<&Population> {
        self.population.as_ref()
    }

    /// The tally of key and one sensitive attribute, from which its histograms came.
    fn tally_with(&self, id: SensitiveId) -> Tally {
        let histograms = &self.histograms[id];
        let values: Vec<usize> = self.values.iter().copied().chain([histograms.values]).collect();
        let tuples = self.classes().flat_map(|class| {
            class.histogram(id).iter().map(move |&(code, count)| (class, code, count))
        });
        Tally::from_tuples(
            &values,
            tuples.map(|(class, code, count)| (class.key().chain([code]), count)),
        )
    }
}

impl<'a> Class<'a> {
    /// The class's key, attribute by attribute.
    pub fn key(self) -> impl Iterator<Item = Code> + 'a {
        (0..self.table.values.len()).map(move |attribute| self.code(attribute))
    }

    /// One attribute of the class's key.
    pub fn code(self, attribute: usize) -> Code {
        self.table.keys.code(self.at, attribute)
    }

    /// How many rows the class has.
    pub fn size(self) -> u64 {
        self.table.keys.counts()[self.at]
    }

    /// How often each value of a sensitive attribute occurs in the class, in the values' order;
    /// absent values are left out.
    pub fn histogram(self, of: SensitiveId) -> &'a [(Code, u64)] {
        self.table.histograms[of].of(self.at)
    }

    /// How many people of the population have the class's key; `None` if the table has no
    /// population.
    pub fn population(self) -> Option<u64> {
        self.table.population.as_ref().map(|population| population.of_class(self.at))
    }
}
