//! Reading, scanning and writing text tables: short texts that repeat themselves, the same quoted, a
//! column in which nearly every value is new, and such columns that were made to be hard: texts of one
//! length that begin and end alike.

#![allow(missing_docs)]

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use ridotto_io::{
    Block, Column, Dialect, FileSource, Format, IoError, OutColumn, ReadAs, Source, SourceOptions,
    Staged, Table, View, WriteOptions, write,
};
use std::{fmt::Write, fs, hint::black_box, path::Path};

const ROWS: u64 = 200_000;

/// A generator of numbers that is the same on every machine.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        (self.0 >> 33) % bound
    }
}

fn census(quote: &str) -> String {
    const JOBS: [&str; 6] =
        ["Sales", "Tech-support", "Craft-repair", "Exec-managerial", "?", "Farming"];
    const PLACES: [&str; 4] = ["United-States", "Italy", "Germany", "Trinadad&Tobago"];
    let mut numbers = Numbers(1);
    let mut text = String::from("sex;age;race;job;place;class\n");
    for _ in 0..ROWS {
        let sex = ["Male", "Female"][numbers.below(2) as usize];
        let age = 17 + numbers.below(70);
        let race = ["White", "Black", "Other", "Asian-Pac-Islander"][numbers.below(4) as usize];
        let job = JOBS[numbers.below(6) as usize];
        let place = PLACES[numbers.below(4) as usize];
        let class = ["<=50K", ">50K"][numbers.below(2) as usize];
        for cell in [sex, &age.to_string(), race, job, place] {
            write!(text, "{quote}{cell}{quote};").expect("a string has room");
        }
        writeln!(text, "{quote}{class}{quote}").expect("a string has room");
    }
    text
}

fn near_unique() -> String {
    let mut numbers = Numbers(2);
    let mut text = String::from("id;sex\n");
    for _ in 0..ROWS {
        let id = numbers.below(1 << 31);
        writeln!(text, "P{id:010};{}", ["m", "f"][(id % 2) as usize]).expect("a string has room");
    }
    text
}

/// Texts of one length that begin and end alike: what differs is in the middle.
fn alike(before: &str, after: &str) -> String {
    let mut text = String::from("text;sex\n");
    for row in 0..ROWS {
        writeln!(text, "{before}{row:08}{after};{}", ["m", "f"][(row % 2) as usize])
            .expect("a string has room");
    }
    text
}

fn read(path: &Path, want: ReadAs) -> Table {
    let source = FileSource::open(path, &SourceOptions::default()).expect("the file is there");
    let wants = vec![want; source.columns().len()];
    source.read(&wants, &()).expect("the file is in order")
}

fn scan(path: &Path) -> usize {
    let source = FileSource::open(path, &SourceOptions::default()).expect("the file is there");
    let columns: Vec<usize> = (0..source.columns().len()).collect();
    let each = |bytes: &mut usize, block: &Block<'_>| {
        for &column in &columns {
            block.all_cells(column, |_, cell| {
                *bytes += cell.map_or(0, <[u8]>::len);
                true
            });
        }
        Ok::<(), IoError>(())
    };
    let scanned = source.scan(&columns, || 0, each, &()).expect("the file is in order");
    scanned.states.iter().sum()
}

fn out<'a>(column: &'a Column, identity: &'a [u32]) -> OutColumn<'a> {
    match column {
        Column::Coded { codes, dictionary, .. } => OutColumn::Coded {
            codes,
            labels_of: &identity[..dictionary.len()],
            labels: dictionary.texts(),
            missing: dictionary.missing(),
            native: None,
        },
        Column::Carried(chunks) => OutColumn::Carried(chunks),
        Column::Skipped => OutColumn::Carried(&[]),
    }
}

fn write_shuffled(table: &Table, order: &[u32], path: &Path) {
    let names: Vec<&str> = table.names.iter().map(String::as_str).collect();
    let identity: Vec<u32> = (0..ROWS as u32).collect();
    let columns: Vec<OutColumn> =
        table.columns.iter().map(|column| out(column, &identity)).collect();
    let format = Format::of(path).expect("the name tells");
    let dialect = Dialect::for_path(path);
    let options = WriteOptions {
        format,
        dialect,
        missing: String::new(),
        escape_formulas: false,
        threads: 0,
    };
    let staged = Staged::beside(path, true).expect("the folder is there");
    let view = View { names, columns, order, looks: None };
    write(&staged, &options, &view, &()).expect("there is room");
}

fn tables(criterion: &mut Criterion) {
    let folder = tempfile::tempdir().expect("there is room");
    let mut numbers = Numbers(3);
    let order: Vec<u32> = (0..ROWS).map(|_| numbers.below(ROWS) as u32).collect();
    for (name, text) in [
        ("census", census("")),
        ("quoted", census("\"")),
        ("near-unique", near_unique()),
        ("urls", alike("https://example.org/people/", "/index.html")),
        ("mails", alike("employee-", "@mail.example.org")),
    ] {
        let path = folder.path().join(format!("{name}.csv"));
        fs::write(&path, &text).expect("there is room");
        let mut group = criterion.benchmark_group(name);
        group.throughput(Throughput::Bytes(text.len() as u64)).sample_size(20);
        group.bench_function("read", |bench| {
            bench.iter(|| black_box(read(&path, ReadAs::Code { kind: None })));
        });
        group.bench_function("carry", |bench| bench.iter(|| black_box(read(&path, ReadAs::Carry))));
        group.bench_function("scan", |bench| bench.iter(|| black_box(scan(&path))));
        let table = read(&path, ReadAs::Carry);
        for ending in ["csv", "csv.zst", "parquet", "arrow"] {
            let out = folder.path().join(format!("out.{ending}"));
            group.bench_function(format!("write {ending}"), |bench| {
                bench.iter(|| write_shuffled(&table, &order, &out));
            });
        }
        group.finish();
    }
}

criterion_group!(benches, tables);
criterion_main!(benches);
