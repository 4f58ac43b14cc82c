//! Reads, scans or writes a file and says how long that took: for `perf` and `time`.

use ridotto_io::{
    Block, Column, FileSource, Format, IoError, OutColumn, ReadAs, Source, SourceOptions, Staged,
    Table, View, WriteOptions, write,
};
use std::{path::Path, time::Instant};

fn main() -> Result<(), IoError> {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, verb, file, threads, rest @ ..] = &arguments[..] else {
        eprintln!("measure read|carry|scan FILE THREADS, or measure write FILE THREADS OUT");
        return Ok(());
    };
    let threads = threads.parse().unwrap_or(0);
    let options = SourceOptions { threads, ..SourceOptions::default() };
    let start = Instant::now();
    let source = FileSource::open(Path::new(file), &options)?;
    let columns = source.columns().len();
    let want = if verb == "carry" { ReadAs::Carry } else { ReadAs::Code { kind: None } };
    if verb == "scan" {
        scan(&source, columns)?;
    } else {
        let table = source.read(&vec![want; columns], &())?;
        println!("{} rows, {:?}", table.rows, table.columns);
        if let Some(out) = rest.first() {
            let order = shuffled(table.rows as u32);
            println!("read in {:?}", start.elapsed());
            let start = Instant::now();
            write_to(&table, &order, Path::new(out), threads)?;
            println!("written in {:?}", start.elapsed());
        }
    }
    println!("{:?}", start.elapsed());
    Ok(())
}

fn scan(source: &FileSource, columns: usize) -> Result<(), IoError> {
    let all: Vec<usize> = (0..columns).collect();
    let each = |bytes: &mut usize, block: &Block<'_>| {
        for column in 0..columns {
            block.all_cells(column, |_, cell| {
                *bytes += cell.map_or(0, <[u8]>::len);
                true
            });
        }
        Ok::<(), IoError>(())
    };
    let scanned = source.scan(&all, || 0, each, &())?;
    println!("{} rows, {:?} bytes", scanned.rows, scanned.states);
    Ok(())
}

/// All rows in an order that the memory cannot foresee.
fn shuffled(rows: u32) -> Vec<u32> {
    let mut order: Vec<u32> = (0..rows).collect();
    let mut state = 1_u64;
    for at in (1..order.len()).rev() {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        order.swap(at, (state >> 33) as usize % (at + 1));
    }
    order
}

fn write_to(table: &Table, order: &[u32], path: &Path, threads: usize) -> Result<(), IoError> {
    let names: Vec<&str> = table.names.iter().map(String::as_str).collect();
    let identities: Vec<Vec<u32>> = table
        .columns
        .iter()
        .map(|column| match column {
            Column::Coded { dictionary, .. } => (0..dictionary.len() as u32).collect(),
            _ => Vec::new(),
        })
        .collect();
    let columns: Vec<OutColumn> = table
        .columns
        .iter()
        .zip(&identities)
        .map(|(column, identity)| match column {
            Column::Coded { codes, dictionary, native } => OutColumn::Coded {
                codes,
                labels_of: identity,
                labels: dictionary.texts(),
                missing: dictionary.missing(),
                native: native.as_ref(),
            },
            Column::Carried(chunks) => OutColumn::Carried(chunks),
            Column::Skipped => OutColumn::Carried(&[]),
        })
        .collect();
    let dialect = ridotto_io::Dialect::for_path(path);
    let format = Format::of(path)?;
    let options =
        WriteOptions { format, dialect, missing: String::new(), escape_formulas: false, threads };
    let staged = Staged::beside(path, true)?;
    println!("{:?}", write(&staged, &options, &View { names, columns, order, looks: None }, &())?);
    staged.publish()
}
