//! The quick count against the plain one: quoted cells, missing values, hidden records, any key
//! columns, many threads, and sizes that every or no record exceeds.

use super::*;
use crate::{OutputColumn, Thresholds, Verified, verify_source};
use arrow_array::{ArrayRef, RecordBatch, StringArray};
use proptest::prelude::*;
use ridotto_core::{CodeColumn, Codes, Kind};
use ridotto_io::FileSource;
use ridotto_table::{Digest, IoError, ReadAs, SourceOptions, source_of_batches};
use std::path::Path;
use std::sync::Arc;

const WIDTH: usize = 4;
type Record = [Option<&'static str>; WIDTH];

/// A random table, and how it is written.
#[derive(Clone, Debug)]
struct Case {
    /// The input's records, the person of each, and whether it was hidden.
    records: Vec<(Record, u32, bool)>,
    /// The input record of each output record.
    order: Vec<u32>,
    keys: [Option<usize>; WIDTH],
    hides: bool,
    threads: usize,
    form: Form,
}

#[derive(Clone, Copy, Debug)]
enum Form {
    /// A text file whose cells are quoted where they must be, or everywhere.
    Text { quoted: bool },
    /// Batches of so many rows.
    Batches(usize),
}

fn cases() -> impl Strategy<Value = Case> {
    let cell = prop::sample::select(vec![
        Some("a"),
        Some("b"),
        Some("ab"),
        Some(""),
        Some("*"),
        Some("a,b"),
        Some("\"a\""),
        Some("ä\nb"),
        None,
    ]);
    let record = (prop::array::uniform4(cell), 0..6_u32, prop::bool::weighted(0.2));
    let keys = prop::sample::select(vec![
        [Some(0), Some(1), Some(2), Some(3)],
        [Some(1), Some(0), None, Some(2)],
        [None, Some(0), None, Some(1)],
        [Some(2), None, Some(1), Some(0)],
    ]);
    let form = prop_oneof![
        any::<bool>().prop_map(|quoted| Form::Text { quoted }),
        (1..9_usize).prop_map(Form::Batches),
    ];
    (prop::collection::vec(record, 1..50), keys, any::<bool>(), 1..5_usize, form).prop_flat_map(
        |(records, keys, hides, threads, form)| {
            let order: Vec<u32> = (0..records.len() as u32).collect();
            Just(order).prop_shuffle().prop_map(move |order| Case {
                records: records.clone(),
                order,
                keys,
                hides,
                threads,
                form,
            })
        },
    )
}

impl Case {
    fn input(&self) -> Vec<Record> {
        self.records.iter().map(|(cells, ..)| *cells).collect()
    }

    fn output(&self) -> Vec<Record> {
        let shown = |&row: &u32| match self.records[row as usize] {
            (_, _, true) if self.hides => [Some(TOP); WIDTH],
            (cells, ..) => cells,
        };
        self.order.iter().map(shown).collect()
    }

    /// Opens records that were written in the form of this case.
    fn open(&self, records: &[Record], file: &Path) -> Result<Box<dyn Source>, IoError> {
        let options = SourceOptions { threads: self.threads, ..SourceOptions::default() };
        match self.form {
            Form::Text { quoted } => {
                std::fs::write(file, as_text(records, quoted)).unwrap();
                Ok(Box::new(FileSource::open(file, &options)?))
            }
            Form::Batches(rows) => source_of_batches(records.chunks(rows).map(as_batch), &options),
        }
    }
}

fn as_text(records: &[Record], quoted: bool) -> String {
    let cell = |cell: Option<&str>| {
        let text = cell.unwrap_or_default();
        if quoted || text.contains(['"', ',', '\n']) {
            format!("\"{}\"", text.replace('"', "\"\""))
        } else {
            text.to_owned()
        }
    };
    let line =
        |record: &Record| record.iter().copied().map(cell).collect::<Vec<_>>().join(",") + "\n";
    "one,two,three,four\n".to_owned() + &records.iter().map(line).collect::<String>()
}

fn as_batch(records: &[Record]) -> RecordBatch {
    let column = |at: usize| -> ArrayRef {
        Arc::new(records.iter().map(|record| record[at]).collect::<StringArray>())
    };
    let columns = ["one", "two", "three", "four"].into_iter().enumerate();
    let columns = columns.map(|(at, name)| (name, column(at), true));
    RecordBatch::try_from_iter_with_nullable(columns).unwrap()
}

/// What the quick count found over some of the keys, as the plain one tells it.
fn over(verified: &Verified, keys: &[usize]) -> Vec<PlainClass> {
    let table = verified.table(keys);
    let classes = table.classes().map(|class| PlainClass {
        size: class.size(),
        histograms: vec![class.histogram(0).iter().copied().collect()],
    });
    let mut classes: Vec<PlainClass> = classes.collect();
    classes.sort_unstable();
    classes
}

fn compare(case: &Case) {
    let folder = tempfile::tempdir().unwrap();
    let (before, after) = (folder.path().join("in.csv"), folder.path().join("out.csv"));
    let source = case.open(&case.input(), &before).unwrap();
    let table = source.read(&[ReadAs::Code { kind: Some(Kind::Text) }; WIDTH], &()).unwrap();
    let hidden: Vec<bool> = case.records.iter().map(|(.., hidden)| *hidden).collect();
    let hidden = case.hides.then_some(&hidden[..]);
    let column = |(at, key): (usize, &Option<usize>)| OutputColumn {
        key: *key,
        ..OutputColumn::same(&table, at, hidden)
    };
    let columns: Vec<OutputColumn<'_>> = case.keys.iter().enumerate().map(column).collect();
    let persons: Vec<Code> = case.records.iter().map(|(_, person, _)| *person).collect();
    let persons = Codes::from_codes(&persons, 6);
    let expected = Expected {
        columns: &columns,
        order: &case.order,
        hidden,
        missing: "",
        judged: &[CodeColumn { codes: &persons, values: 6 }],
        people: None,
        escaped: false,
    };
    let output = case.output();
    let plain = PlainCount::of(&*case.open(&output, &after).unwrap(), &expected, &()).unwrap();
    let all: Vec<usize> = (0..case.keys.iter().flatten().count()).collect();
    for sizes in [Thresholds::default()].iter().chain(&Thresholds::TRIED) {
        let digest = || Ok(Digest([0; 32]));
        let quick = verify_source(case.open(&output, &after), &digest, &expected, sizes, &());
        let quick = quick.unwrap();
        assert_eq!(quick.rows, case.order.len() as u64);
        assert_eq!(quick.sizes(), plain.sizes());
        for keys in [&all[..], &all[..1], &all[1..]] {
            assert_eq!(over(&quick, keys), plain.over(keys));
            assert_eq!(quick.least_fitting(keys), plain.least_fitting(keys, ""));
        }
        assert_eq!(quick.least_alike(0), plain.least_alike(0));
    }
}

proptest! {
    #[test]
    fn the_quick_count_is_the_plain_one(case in cases()) {
        compare(&case);
    }
}

/// Enough records that a text file is read by several threads, in several blocks each.
#[test]
fn of_many_records_on_many_threads() {
    let cells = [Some("a"), Some("b"), Some("c,d"), Some("*"), Some(""), None];
    let cell = |at: usize, of: usize| cells[(at * at + at / of) % cells.len()];
    let record = |at: usize| {
        (
            [cell(at, 3), cell(at, 7), cell(at, 11), cell(at, 1000)],
            at as u32 % 6,
            at.is_multiple_of(97),
        )
    };
    let count = 150_000;
    for form in [Form::Text { quoted: false }, Form::Text { quoted: true }, Form::Batches(4096)] {
        // 7 has no factor in common with the number of records: every one comes once.
        let order = (0..count as u32).map(|row| (u64::from(row) * 7 % count as u64) as u32);
        compare(&Case {
            records: (0..count).map(record).collect(),
            order: order.collect(),
            keys: [Some(1), Some(0), None, Some(2)],
            hides: true,
            threads: 4,
            form,
        });
    }
}

/// A plain count by hand, so that the two do not only agree with each other.
#[test]
fn counted_by_hand() {
    let record = |cells: [&'static str; 2], person| {
        ([Some(cells[0]), None, Some(cells[1]), Some("x")], person, false)
    };
    let case = Case {
        records: vec![
            record(["a", "*"], 0),
            record(["a", "b"], 1),
            record(["a", "b"], 1),
            record(["c", "b"], 0),
        ],
        order: vec![3, 1, 0, 2],
        keys: [Some(0), None, Some(1), None],
        hides: false,
        threads: 1,
        form: Form::Batches(3),
    };
    compare(&case);
    let source = case.open(&case.output(), Path::new("")).unwrap();
    let table = source.read(&[ReadAs::Code { kind: Some(Kind::Text) }; WIDTH], &()).unwrap();
    let column = |at| OutputColumn::same(&table, at, None);
    let columns = [column(0).at_key(0), column(1), column(2).at_key(1), column(3)];
    let persons = Codes::from_codes(&[0, 1, 1, 0], 2);
    let expected = Expected {
        columns: &columns,
        order: &case.order,
        hidden: None,
        missing: "",
        judged: &[CodeColumn { codes: &persons, values: 2 }],
        people: None,
        escaped: false,
    };
    let plain = PlainCount::of(&*source, &expected, &()).unwrap();
    assert_eq!(plain.sizes(), [1, 1, 2]);
    assert_eq!(plain.least_fitting(&[0, 1], ""), Some(1), "nobody fits the one with `c`");
    assert_eq!(plain.least_fitting(&[1], ""), Some(4));
    assert_eq!(plain.least_alike(0), Some(1));
    let whole = PlainClass { size: 4, histograms: vec![[(0, 2), (1, 2)].into()] };
    assert_eq!(plain.over(&[]), [whole]);
    assert_eq!(format!("{plain:?}"), "PlainCount(3 classes)");
    assert!(matches!(
        PlainCount::of(&*source, &Expected { order: &[0], ..expected }, &()),
        Err(VerifyError::TooManyRecords)
    ));
}
