//! A part of the records, for a first look.
//!
//! Of data that are in memory it is drawn at random, always the same, with all records of a person or
//! none. Of a file that takes long to read it is the beginning.

use crate::data::Data;
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use rand::RngExt;
use ridotto_core::Watch;
use ridotto_io::{ReadAs, Source, SourceOptions};
use ridotto_release::{Error, Randomness};
use ridotto_table::{Block, Column, Header, Table, source_of_batches};
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

/// A sample has so many records, or a few more, so that persons stay whole.
pub(crate) const SIZE: usize = 10_000;

/// Random numbers that are the same in every exploration.
fn numbers(count: usize) -> Result<Vec<u64>, Error> {
    let mut stream = Randomness::seeded(0).stream("sample of an exploration")?;
    Ok((0..count).map(|_| stream.random()).collect())
}

/// So many records of some, drawn at random; nothing if there are hardly more.
pub(crate) fn drawn(data: &Data, size: usize) -> Result<Option<Data>, Error> {
    let rows = data.table().rows;
    if rows <= 2 * size {
        return Ok(None);
    }
    let Some(person) = data.person() else {
        let numbers = numbers(rows)?;
        let mut order: Vec<u32> = (0..rows as u32).collect();
        order.select_nth_unstable_by_key(size, |&row| (numbers[row as usize], row));
        order.truncate(size);
        order.sort_unstable();
        return Ok(Some(data.keep(&order)));
    };
    let mut records: Vec<u64> = Vec::new();
    person.iter().for_each(|code| {
        let at = code as usize;
        records.resize(records.len().max(at + 1), 0);
        records[at] += 1;
    });
    let numbers = numbers(records.len())?;
    let mut order: Vec<u32> = (0..records.len() as u32).collect();
    order.sort_unstable_by_key(|&code| (numbers[code as usize], code));
    let (mut is_drawn, mut count) = (vec![false; records.len()], 0);
    for code in order {
        let own = records[code as usize] as usize;
        // One who has most records of all would be the whole sample.
        if count < size && count + own <= 2 * size {
            is_drawn[code as usize] = true;
            count += own;
        }
    }
    let rows = (0..).zip(person.iter()).filter(|(_, code)| is_drawn[*code as usize]);
    let rows: Vec<u32> = rows.map(|(row, _)| row).collect();
    Ok((!rows.is_empty()).then(|| data.keep(&rows)))
}

/// The first records of a source, so many or a few more, as they would be read; nothing if there is none.
pub(crate) fn beginning(
    source: &dyn Source,
    wants: &[ReadAs],
    most: usize,
    options: &SourceOptions,
    watch: &dyn Watch,
) -> Result<Option<Table>, Error> {
    let wanted: Vec<usize> = (0..wants.len()).filter(|&at| wants[at] != ReadAs::Skip).collect();
    let met: Mutex<BTreeMap<u64, Vec<ArrayRef>>> = Mutex::default();
    let each = |_: usize, block: &Block<'_>| {
        let column = |at: usize| -> ArrayRef {
            let cells = (0..block.rows()).map(|row| block.cell(row, at));
            Arc::new(cells.collect::<StringArray>())
        };
        let columns: Vec<ArrayRef> = (0..wanted.len()).map(column).collect();
        let mut met = met.lock().unwrap_or_else(PoisonError::into_inner);
        met.insert(block.first_row, columns);
        let rows: usize = met.values().filter_map(|columns| Some(columns.first()?.len())).sum();
        if rows >= most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    source.pass(&wanted, &each, watch)?;
    let names = wanted.iter().map(|&at| source.columns()[at].name.clone());
    let names: Vec<String> = names.collect();
    let blocks = met.into_inner().unwrap_or_else(PoisonError::into_inner);
    let batch = |columns: Vec<ArrayRef>| {
        RecordBatch::try_from_iter(names.iter().zip(columns)).expect("columns of one block")
    };
    let batches: Vec<RecordBatch> = blocks.into_values().map(batch).collect();
    if batches.is_empty() || wanted.is_empty() {
        return Ok(None);
    }
    let options = SourceOptions { digest: false, ..options.clone() };
    let texts = source_of_batches(batches, &options)?;
    let own: Vec<ReadAs> = wanted.iter().map(|&at| wants[at]).collect();
    let mut table = texts.read(&own, watch)?;
    let mut columns: Vec<Column> = wants.iter().map(|_| Column::Skipped).collect();
    for (at, column) in wanted.into_iter().zip(table.columns) {
        columns[at] = column;
    }
    table.names = source.columns().iter().map(|field| field.name.clone()).collect();
    table.columns = columns;
    table.is_text = source.header() != Header::Types;
    Ok(Some(table))
}

#[cfg(test)]
mod tests {
    use super::*;
    use arrow_array::Int64Array;
    use ridotto_policy::{Policy, Spanned};
    use std::collections::BTreeSet;

    fn source(people: &[&str]) -> Box<dyn Source> {
        let own: ArrayRef = Arc::new(StringArray::from(people.to_vec()));
        let numbers: ArrayRef = Arc::new((0_i64..).take(people.len()).collect::<Int64Array>());
        let batch = RecordBatch::try_from_iter([("person", own), ("number", numbers)]).unwrap();
        let parts = [
            batch.slice(0, people.len() / 2),
            batch.slice(people.len() / 2, people.len().div_ceil(2)),
        ];
        source_of_batches(parts, &SourceOptions::default()).unwrap()
    }

    const CODE: ReadAs = ReadAs::Code { kind: None };

    fn data(people: &[&str], by_person: bool) -> Data {
        let mut policy = Policy::empty("policy.toml");
        policy.data.person = by_person.then(|| Spanned::assumed("person".into()));
        let source = source(people);
        let table = source.read(&[CODE, CODE], &()).unwrap();
        Data::new(&policy, &*source, table)
    }

    fn column(table: &Table, at: usize) -> Vec<String> {
        let Column::Coded { codes, dictionary, .. } = &table.columns[at] else { panic!("codes") };
        codes.iter().map(|code| dictionary.text(code).unwrap_or_default().to_owned()).collect()
    }

    #[test]
    fn a_sample_has_so_many_records_and_is_always_the_same() {
        let people = ["a"; 100];
        let draw = || drawn(&data(&people, false), 10).unwrap().unwrap();
        let (one, other) = (draw(), draw());
        assert_eq!(column(one.table(), 1).len(), 10);
        assert_eq!(column(one.table(), 1), column(other.table(), 1));
        let numbers: Vec<u32> =
            column(one.table(), 1).iter().map(|it| it.parse().unwrap()).collect();
        assert!(numbers.is_sorted() && numbers.iter().any(|&it| it > 50), "{numbers:?}");
        assert!(drawn(&data(&people, false), 50).unwrap().is_none(), "half of all is all");
    }

    #[test]
    fn persons_are_in_it_with_all_their_records_or_none() {
        let people: Vec<String> = (0..90).map(|at| format!("p{}", at % 30)).collect();
        let mut people: Vec<&str> = people.iter().map(String::as_str).collect();
        people.extend(["everybody"; 200]);
        let sample = drawn(&data(&people, true), 20).unwrap().unwrap();
        let shown = column(sample.table(), 0);
        let persons: BTreeSet<&String> = shown.iter().collect();
        assert_eq!(shown.len(), 3 * persons.len(), "{persons:?}");
        assert!((20..=22).contains(&shown.len()), "{}", shown.len());
        assert_eq!(sample.sample, Some(shown.len() as u64));
    }

    #[test]
    fn the_beginning_is_read_as_the_whole_is() {
        let people = ["a", "b", "c", "d", "e", "f"];
        let source = source(&people);
        for (most, expected) in [(1, 3), (4, 6), (99, 6)] {
            let options = SourceOptions { threads: 1, ..SourceOptions::default() };
            let wants = [ReadAs::Skip, CODE];
            let table = beginning(&*source, &wants, most, &options, &()).unwrap().unwrap();
            assert_eq!((table.rows, table.names.len()), (expected, 2));
            assert!(matches!(table.columns[0], Column::Skipped));
            let Column::Coded { dictionary, .. } = &table.columns[1] else { panic!("codes") };
            assert_eq!(dictionary.reading().kind, ridotto_core::Kind::Integer);
        }
    }
}
