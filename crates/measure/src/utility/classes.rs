//! What the sizes of classes say: average class size and discernibility.
//!
//! The formulas are those that searches minimise ([`ridotto_core::objective`]).

use super::Attribute;
use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked, small};
use ridotto_core::class::{CodeColumn, Tally};
use ridotto_core::objective::{Objective, Outcome, Scorer};
use ridotto_core::{Code, Codes};

/// The sizes of a file's classes: records with equal quasi-identifiers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// How many records each class has.
    pub sizes: Vec<u64>,
    /// Records that were removed, or show `*` in every quasi-identifier.
    pub suppressed: u64,
}

impl Classes {
    /// The classes of the file before.
    pub fn before(attributes: &[&Attribute]) -> Self {
        let rows = attributes.first().map_or(0, |attribute| attribute.before.len());
        let keys = attributes.iter().map(|one| (&one.before[..], one.domain.values));
        let sizes = Keys::new(keys).count(rows).counts().to_vec();
        Self { sizes, suppressed: 0 }
    }

    /// The classes of the file after, of which `removed` records are gone.
    pub fn after(attributes: &[&Attribute], removed: u64) -> Self {
        let rows = attributes.first().map_or(0, |attribute| attribute.after.len());
        let keys = attributes.iter().map(|one| (&one.after[..], one.labels.len()));
        let tally = Keys::new(keys).count(rows);
        let hidden = |class: usize| {
            attributes.iter().enumerate().all(|(at, attribute)| {
                let label = attribute.labels.get(tally.code(class, at) as usize);
                label.is_some_and(|label| label.suppressed)
            })
        };
        let mut classes = Self { sizes: Vec::new(), suppressed: removed };
        for (class, &size) in tally.counts().iter().enumerate() {
            if !attributes.is_empty() && hidden(class) {
                classes.suppressed += size;
            } else {
                classes.sizes.push(size);
            }
        }
        classes
    }

    /// All records, also those that were suppressed.
    pub fn records(&self) -> u64 {
        self.sizes.iter().sum::<u64>() + self.suppressed
    }

    fn score(&self, objective: Objective) -> f64 {
        let outcome = Outcome {
            suppressed: self.suppressed,
            classes: self.sizes.len() as u64,
            squares: self.sizes.iter().map(|&size| size as f64 * size as f64).sum(),
            ..Outcome::default()
        };
        Scorer::new(objective, Vec::new(), self.records(), 1).score(&[], &outcome)
    }

    /// The average size of a class; suppressed records are one class more. `None` without records.
    ///
    /// # Range
    /// 1 to the number of records; less is better.
    ///
    /// # Does not see
    /// What the classes have in common: a class of ten equal people costs as much as one of ten
    /// whose values were all hidden.
    ///
    /// # References
    /// K. `LeFevre`, D. `DeWitt`, R. Ramakrishnan (2006), *Mondrian multidimensional k-anonymity*,
    /// doi:10.1109/ICDE.2006.101.
    pub fn average_size(&self) -> Option<f64> {
        (self.records() > 0).then(|| self.score(Objective::ClassSize))
    }

    /// The average size of a class in units of k: 1 is the best that k-anonymity allows.
    pub fn average_size_by(&self, k: u64) -> Option<f64> {
        Some(self.average_size()? / k as f64).filter(|_| k > 0)
    }

    /// Discernibility: each record costs the size of its class, each suppressed one the number of
    /// all records.
    ///
    /// # Range
    /// From n (all different) to n²; less is better.
    ///
    /// # Does not see
    /// What [`average_size`](Self::average_size) does not see.
    ///
    /// # References
    /// R. Bayardo, R. Agrawal (2005), *Data privacy through optimal k-anonymization*,
    /// doi:10.1109/ICDE.2005.42.
    pub fn discernibility(&self) -> f64 {
        self.score(Objective::Discernibility)
    }

    /// Discernibility by another convention: the suppressed records are one class like others.
    pub fn discernibility_of_one_suppressed_class(&self) -> f64 {
        let mut sizes = self.sizes.clone();
        sizes.push(self.suppressed);
        Self { sizes, suppressed: 0 }.score(Objective::Discernibility)
    }
}

/// Columns to count over, a missing value being one more.
pub(crate) struct Keys(Vec<(Codes, usize)>);

impl Keys {
    pub fn new<'a>(columns: impl Iterator<Item = (&'a [Option<Code>], usize)>) -> Self {
        let column = |(cells, values): (&[Option<Code>], usize)| {
            let codes: Vec<Code> =
                cells.iter().map(|cell| cell.unwrap_or(values as Code)).collect();
            (Codes::from_codes(&codes, values + 1), values + 1)
        };
        Self(columns.map(column).collect())
    }

    pub fn count(&self, rows: usize) -> Tally {
        let columns = self.0.iter().map(|(codes, values)| CodeColumn { codes, values: *values });
        Tally::count(&columns.collect::<Vec<_>>(), rows)
    }
}

/// Records.
pub static RECORDS: Entry = MeasureEntry {
    name: "records",
    title: "Records",
    aliases: &["number of records", "record count", "released records"],
    formula: "n",
    summary: "Without the suppressed ones.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Count,
        better: Better::More,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked {
        tables: &[&small::STAYS, &small::RELEASED],
        policy: "[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n",
        text: "Eight records came in and nobody was suppressed: **8**.",
        run: &["anonymize stays.toml --keep-order --seed 1 --json"],
        says: &["\"name\": \"records\", \"concern\": \"utility\", \"before\": 8, \"after\": 8"],
    },
}
.entry();

/// Classes.
pub static CLASSES: Entry = MeasureEntry {
    name: "classes",
    title: "Classes",
    aliases: &["equivalence-classes"],
    formula: "number of classes",
    summary: "Different combinations of quasi-identifiers.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Count,
        better: Better::More,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[],
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n", text: "Before, each of the eight is a class of its own; released, A, B and C are left: **3**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"classes\", \"concern\": \"utility\", \"before\": 8, \"after\": 3"] },
}
.entry();

/// Average class size.
pub static AVERAGE_CLASS_SIZE: Entry = MeasureEntry {
    name: "average-class-size",
    title: "Average class size",
    aliases: &["AECS", "normalised average class size"],
    formula: "records / classes",
    summary: "Records for each class.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::LEFEVRE_2006],
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n", text: "Eight records in three classes: `8/3 = 2.6667`, with all digits **2.6666666666666665**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"average-class-size\", \"concern\": \"utility\", \"before\": 1, \"after\": 2.6666666666666665"] },
}
.entry();

/// Average class size, all records.
pub static CLASS_SIZE: Entry = MeasureEntry {
    name: "class-size",
    title: "Average class size, all records",
    aliases: &["average equivalence class size of all records"],
    formula: "records / classes, the suppressed records being one class more",
    summary: "Records for each class, with the suppressed ones as one class more.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Number,
        better: Better::Less,
        twin: Some("average-class-size"),
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::LEFEVRE_2006],
    worked: Worked::assessed(
        "Eight records in three classes, nobody suppressed: `8/3 = 2.667`, so **2.667**.",
        &["class-size 1 2.667"],
    ),
}
.entry();

/// Average class size by k.
pub static CLASS_SIZE_BY_K: Entry = MeasureEntry {
    name: "class-size-by-k",
    title: "Average class size by k",
    aliases: &["c-avg"],
    formula: "records / classes / k",
    summary: "The same divided by the k that was required; near 1 is the best that k-anonymity can do.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::LEFEVRE_2006],
    worked: Worked::assessed("The average class has `8/3 = 2.667` records and k is 2: `2.667 / 2 = 1.333`, so **1.333**. Classes are a third larger than they need to be.", &["class-size-by-k 0.5 1.333"]),
}
.entry();

/// Discernibility.
pub static DISCERNIBILITY: Entry = MeasureEntry {
    name: "discernibility",
    title: "Discernibility",
    aliases: &["discernibility-metric"],
    formula: "sum of |C|^2 over the classes C + suppressed * all records",
    summary: "The sum of squared class sizes; each suppressed record counts as many as there were records.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::BAYARDO_2005],
    worked: Worked::assessed("Each record cannot be told from those of its class: `3^2 + 2^2 + 3^2 = 22`, so **22**. Before, eight classes of one: `8 * 1^2 = 8`.", &["discernibility 8 22"]),
}
.entry();

/// Discernibility, suppressed as one class.
pub static DISCERNIBILITY_ONE_CLASS: Entry = MeasureEntry {
    name: "discernibility-one-class",
    title: "Discernibility, suppressed as one class",
    aliases: &["DM with suppression as one class", "discernibility metric, one class"],
    formula: "sum of |C|^2 over the classes C + suppressed^2",
    summary: "The sum of squared class sizes, with the suppressed records as one class more.",
    facts: MeasureFacts {
        group: &group::CLASSES,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::BAYARDO_2005],
    worked: Worked::assessed("`3^2 + 2^2 + 3^2 = 22`, and nobody was suppressed, so nothing is added: **22**. Had two been suppressed, they would be a class of two more.", &["discernibility-one-class 8 22"]),
}
.entry();
