//! Records that no saved class holds, and what they show instead of `*` everywhere.
//!
//! Next year's dates lie in none of this year's classes. But a class says how coarse its values had to
//! become, and a builder makes other values as coarse. So classes are tried from the narrowest on:
//! each record that is left shows what the class shows where that holds its value, and elsewhere the
//! ancestor of its own value at the class's level; or `*`, if no builder is at hand. Records that then
//! show the same are a class of their own, if they satisfy what is required. Those who are left in the
//! end show `*` everywhere, as many as are safe together.

use super::held::Built;
use ridotto_core::hierarchy::{TOP, covers};
use ridotto_core::{Code, CodeColumn, Codes, Dictionary};
use ridotto_micro::local::cell::CellRecoding;
use ridotto_micro::local::{GroupCheck, Grouping};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// Records times classes that are tried at most.
const WORK: usize = 1 << 24;

/// How coarse an attribute is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Coarseness {
    /// At a level of its builder.
    Level(usize),
    /// As this label of the recoding, where it holds the value.
    Label(u32),
}

/// Saved cells, and the data that they are applied to.
pub(super) struct Beyond<'a> {
    pub cells: &'a CellRecoding,
    pub columns: &'a [(&'a Codes, &'a Dictionary)],
    /// What builders say of each attribute.
    pub built: &'a [Option<Built>],
    /// What is required, and the columns that it is asked of.
    pub judge: GroupCheck<'a>,
    pub judged: &'a [CodeColumn<'a>],
}

/// What some records show, and which they are.
type Class = (Vec<String>, Vec<u32>);

impl Beyond<'_> {
    /// Puts records of the last group, which shows `*` everywhere, into classes of their own where
    /// that can be. Says how many.
    pub fn place(&self, grouping: &mut Grouping) -> u64 {
        let stars = grouping.groups as u32 - 1;
        let rows = (0..).zip(&grouping.group_of).filter(|(_, group)| **group == stars);
        let mut left: Vec<u32> = rows.map(|(row, _)| row).collect();
        let mut classes = self.classes(&mut left);
        // What is left must be safe, too: it takes back what was placed last.
        while !left.is_empty() && !self.holds(&left) {
            let Some((_, rows)) = classes.pop() else { break };
            left.extend(rows);
        }
        for (at, shown) in grouping.attributes.iter_mut().enumerate() {
            let texts = (0..shown.labels.len() as Code).filter(|&code| shown.missing != Some(code));
            let mut codes: HashMap<String, Code> =
                texts.map(|code| (shown.labels.get(code as usize).to_owned(), code)).collect();
            for (labels, _) in &classes {
                let code = *codes.entry(labels[at].clone()).or_insert_with_key(|label| {
                    shown.labels.push(label);
                    shown.labels.len() as Code - 1
                });
                shown.label_of.push(code);
            }
        }
        let mut placed = 0;
        for (group, (_, rows)) in (grouping.groups as u32..).zip(&classes) {
            for &row in rows {
                grouping.group_of[row as usize] = group;
            }
            placed += rows.len() as u64;
        }
        grouping.groups += classes.len();
        placed
    }

    /// Takes classes from the rows that are left.
    fn classes(&self, left: &mut Vec<u32>) -> Vec<Class> {
        let mut known: HashMap<(usize, Coarseness), Vec<String>> = HashMap::new();
        let (mut classes, mut work) = (Vec::new(), 0);
        for shape in self.shapes() {
            work += left.len();
            if work > WORK || (left.len() as u64) < self.judge.least() {
                break;
            }
            for (at, &coarse) in shape.iter().enumerate() {
                known.entry((at, coarse)).or_insert_with(|| self.labels(at, coarse));
            }
            let labels = shape.iter().enumerate().map(|(at, &coarse)| &known[&(at, coarse)]);
            let shown: Vec<&Vec<String>> = labels.collect();
            let mut alike: BTreeMap<Vec<&str>, Vec<u32>> = BTreeMap::new();
            for &row in &*left {
                let cells = shown.iter().zip(self.columns);
                let tuple =
                    cells.map(|(of, (codes, _))| of[codes.get(row as usize) as usize].as_str());
                alike.entry(tuple.collect()).or_default().push(row);
            }
            // Whoever shows nothing but `*` is no class of this kind.
            alike.retain(|labels, rows| {
                labels.iter().any(|label| *label != TOP) && self.holds(rows)
            });
            let gone: BTreeSet<u32> = alike.values().flatten().copied().collect();
            left.retain(|row| !gone.contains(row));
            let owned = |labels: Vec<&str>| labels.into_iter().map(str::to_owned).collect();
            classes.extend(alike.into_iter().map(|(labels, rows)| (owned(labels), rows)));
        }
        classes
    }

    fn holds(&self, rows: &[u32]) -> bool {
        self.judge.holds(rows.len() as u64, |id| {
            rows.iter().map(move |&row| (self.judged[id].codes.get(row as usize), 1))
        })
    }

    /// How coarse each class shows its attributes, the narrowest first: by the shares of the values
    /// that were seen which its labels stand for.
    fn shapes(&self) -> Vec<Vec<Coarseness>> {
        let attributes = &self.cells.attributes;
        let widths: Vec<HashMap<u32, f64>> = (0..attributes.len())
            .map(|at| {
                let mut widths = HashMap::new();
                let one = 1.0 / attributes[at].values.len().max(1) as f64;
                for (_, label) in self.cells.shown(at) {
                    *widths.entry(label).or_insert(0.0) += one;
                }
                widths
            })
            .collect();
        let mut shapes: BTreeMap<Vec<Coarseness>, f64> = BTreeMap::new();
        for group in 0..attributes.first().map_or(0, |one| one.groups.len()) {
            let labels = || attributes.iter().map(|attribute| attribute.groups[group]);
            let coarse = |(at, label): (usize, u32)| {
                let level = self.built[at].as_ref().and_then(|built| built.level(label));
                level.map_or(Coarseness::Label(label), Coarseness::Level)
            };
            let shape = labels().enumerate().map(coarse).collect();
            let width = labels().zip(&widths).filter_map(|(label, of)| of.get(&label)).sum();
            let least = shapes.entry(shape).or_insert(f64::INFINITY);
            *least = least.min(width);
        }
        let mut shapes: Vec<(Vec<Coarseness>, f64)> = shapes.into_iter().collect();
        shapes.sort_by(|a, b| a.1.total_cmp(&b.1));
        shapes.into_iter().map(|(shape, _)| shape).collect()
    }

    /// What each value of a column shows.
    fn labels(&self, at: usize, coarse: Coarseness) -> Vec<String> {
        let (attribute, dictionary) = (&self.cells.attributes[at], self.columns[at].1);
        let shown = match coarse {
            Coarseness::Level(_) => BTreeSet::new(),
            Coarseness::Label(own) => {
                let of = self.cells.shown(at).into_iter().filter(|(_, label)| *label == own);
                of.map(|(value, _)| attribute.values[value as usize].as_deref()).collect()
            }
        };
        let label = |code: Code| {
            let text = dictionary.text(code);
            match coarse {
                Coarseness::Level(level) => self.built[at].as_ref()?.label(text?, level),
                Coarseness::Label(label) => {
                    let label = attribute.labels[label as usize].as_deref();
                    let is_held =
                        shown.contains(&text) || covers(label, text, dictionary.reading());
                    label.filter(|_| is_held)
                }
            }
        };
        let all = 0..dictionary.len() as Code;
        all.map(|code| label(code).unwrap_or(TOP).to_owned()).collect()
    }
}
