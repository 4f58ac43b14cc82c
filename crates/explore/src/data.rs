//! The data of an exploration: read once, and given to every run.

use ridotto_core::Codes;
use ridotto_io::{ReadAs, Source};
use ridotto_policy::Policy;
use ridotto_release::{Input, Opened};
use ridotto_table::{Column, HeldTable, Table};

/// Records that configurations are tried on.
#[derive(Clone, Debug)]
pub(crate) struct Data {
    held: HeldTable,
    /// The column that tells persons apart.
    person: Option<usize>,
    /// How many records these are, if they are a sample.
    pub sample: Option<u64>,
}

/// What is read so that everything can be tried: what the policy's own release wants, and as codes
/// what it would only carry along, so that all can be measured.
pub(crate) fn wants(of_policy: &[ReadAs]) -> Vec<ReadAs> {
    let as_codes = |want: &ReadAs| match *want {
        ReadAs::Carry => ReadAs::Code { kind: None },
        other => other,
    };
    of_policy.iter().map(as_codes).collect()
}

impl Data {
    /// What was read of a source.
    pub fn new(policy: &Policy, source: &dyn Source, table: Table) -> Self {
        let person = policy.data.person.as_ref();
        let person = person.and_then(|name| table.names.iter().position(|of| *of == name.value));
        Self { held: HeldTable::new(source, table), person, sample: None }
    }

    /// The same with these rows alone.
    pub fn keep(&self, rows: &[u32]) -> Self {
        Self { held: self.held.keep(rows), sample: Some(rows.len() as u64), ..self.clone() }
    }

    /// The same as a sample of others.
    pub fn as_sample(&self) -> Self {
        Self { sample: Some(self.rows()), ..self.clone() }
    }

    /// The table.
    pub fn table(&self) -> &Table {
        self.held.table()
    }

    /// The records as a source.
    pub fn source(&self) -> &HeldTable {
        &self.held
    }

    /// How many records there are.
    pub fn rows(&self) -> u64 {
        self.table().rows as u64
    }

    /// Whose record each one is, if people may have several.
    pub fn person(&self) -> Option<&Codes> {
        match &self.table().columns[self.person?] {
            Column::Coded { codes, .. } => Some(codes),
            _ => None,
        }
    }

    /// As what runs are bound to.
    pub fn opened(&self, like: &Opened) -> Opened {
        let first = like.first();
        let input = Input {
            name: first.name.clone(),
            source: Box::new(self.held.clone()),
            format: first.format,
            dialect: first.dialect,
        };
        Opened { inputs: vec![input], options: like.options.clone(), threads: like.threads }
    }
}
