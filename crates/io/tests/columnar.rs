//! Parquet and Arrow: types, damage, and nothing of what was taken away.

use crate::common::{array, batch, cells, options_for, read, write_batches, write_to};
use arrow_array::{
    Array, ArrayRef, BooleanArray, Date32Array, Date64Array, Decimal128Array, DictionaryArray,
    Float64Array, Int32Array, Int64Array, LargeStringArray, NullArray, RecordBatch, StringArray,
    StringViewArray, TimestampMicrosecondArray, UInt8Array, cast::AsArray, types::Int32Type,
    types::Int64Type,
};
use arrow_buffer::{NullBuffer, ScalarBuffer};
use arrow_schema::{DataType, Field, Schema};
use ridotto_core::{Kind, Texts};
use ridotto_io::{
    Block, Column, Dialect, FileSource, IoError, OutColumn, ReadAs, Source, SourceOptions, Table,
    WriteOptions,
};
use std::{fs, path::Path, sync::Arc};

const ENDINGS: [&str; 3] = ["parquet", "arrow", "ipc"];

fn all_types() -> RecordBatch {
    let dictionary: DictionaryArray<Int32Type> =
        vec![Some("x"), None, Some("y"), Some("x")].into_iter().collect();
    batch(vec![
        ("int", array(Int32Array::from(vec![Some(3), Some(-1), None, Some(10)]))),
        ("byte", array(UInt8Array::from(vec![1, 2, 3, 255]))),
        ("float", array(Float64Array::from(vec![Some(1.5), None, Some(0.1), Some(2.0)]))),
        ("bool", array(BooleanArray::from(vec![Some(true), None, Some(false), Some(true)]))),
        ("text", array(StringArray::from(vec![Some("a"), None, Some("ü"), Some("a")]))),
        ("large", array(LargeStringArray::from(vec!["p", "q", "p", "r"]))),
        ("view", array(StringViewArray::from(vec!["long enough for a buffer", "s", "s", "t"]))),
        ("coded", array(dictionary)),
        ("day", array(Date32Array::from(vec![0, 365, 730, 20_000]))),
        ("date64", array(Date64Array::from(vec![0, 86_400_000, 0, 0]))),
        ("time", array(TimestampMicrosecondArray::from(vec![0, 1, 2, 3]).with_timezone("UTC"))),
        (
            "money",
            array(
                Decimal128Array::from(vec![100, -250, 5, 0])
                    .with_precision_and_scale(10, 2)
                    .unwrap(),
            ),
        ),
        ("none", array(NullArray::new(4))),
    ])
}

fn carried(path: &Path) -> Table {
    let source = FileSource::open(path, &SourceOptions::default()).unwrap();
    let wants = vec![ReadAs::Carry; source.columns().len()];
    source.read(&wants, &()).unwrap()
}

fn outs(table: &Table) -> Vec<OutColumnOwned> {
    table.columns.iter().map(OutColumnOwned::new).collect()
}

/// A column as it was read, with itself as labels.
struct OutColumnOwned {
    column: Column,
    identity: Vec<u32>,
    texts: Texts,
}

impl OutColumnOwned {
    fn new(column: &Column) -> Self {
        let (identity, texts) = match column {
            Column::Coded { dictionary, .. } => {
                ((0..dictionary.len() as u32).collect(), dictionary.texts().clone())
            }
            _ => (Vec::new(), Texts::new()),
        };
        Self { column: column.clone(), identity, texts }
    }

    fn out(&self) -> OutColumn<'_> {
        match &self.column {
            Column::Coded { codes, dictionary, native } => OutColumn::Coded {
                codes,
                labels_of: &self.identity,
                labels: &self.texts,
                missing: dictionary.missing(),
                native: native.as_ref(),
            },
            Column::Carried(chunks) => OutColumn::Carried(chunks),
            Column::Skipped => panic!("nothing is skipped"),
        }
    }
}

fn write_table(path: &Path, table: &Table, order: &[u32]) {
    let owned = outs(table);
    let columns: Vec<OutColumn> = owned.iter().map(OutColumnOwned::out).collect();
    let names: Vec<&str> = table.names.iter().map(String::as_str).collect();
    write_to(path, &options_for(path), &names, &columns, order).unwrap();
}

#[test]
fn all_types_are_coded_and_come_back() {
    let folder = tempfile::tempdir().unwrap();
    let original = all_types();
    for ending in ENDINGS {
        let name = format!("in.{ending}");
        let path = write_batches(&folder, &name, &[original.clone(), original.slice(1, 2)]);
        let coded = read(&path, &SourceOptions::default()).unwrap();
        assert_eq!((coded.rows, coded.line_of(4)), (6, 5));
        let texts = |at: usize| cells(&coded.columns[at]);
        assert_eq!(texts(0)[..4], [Some("3"), Some("-1"), None, Some("10")].map(owned));
        assert_eq!(texts(7)[..4], [Some("x"), None, Some("y"), Some("x")].map(owned));
        assert_eq!(texts(8)[1], Some("1971-01-01".to_owned()));
        assert_eq!(texts(11)[1], Some("-2.50".to_owned()));
        assert_eq!(texts(12), vec![None; 6]);
        let Column::Coded { dictionary, .. } = &coded.columns[0] else { panic!("coded") };
        assert_eq!(dictionary.reading().kind, Kind::Integer);
        assert!(dictionary.texts().iter().eq(["-1", "3", "10"]));

        for table in [coded, carried(&path)] {
            for out in ["out.parquet", "out.arrow"] {
                let out = folder.path().join(out);
                write_table(&out, &table, &[5, 0, 1, 2, 3]);
                let again = carried(&out);
                assert_eq!(again.rows, 5);
                for (at, column) in again.columns.iter().enumerate() {
                    let Column::Carried(chunks) = column else { panic!("carried") };
                    let text = |array: &ArrayRef, row| {
                        let shown = match plain(array) {
                            DataType::Timestamp(_, _) => DataType::Int64,
                            other => other,
                        };
                        let array = arrow_cast::cast(array, &shown).unwrap();
                        let valid = array.logical_nulls().is_none_or(|nulls| nulls.is_valid(row));
                        valid.then(|| {
                            arrow_cast::display::array_value_to_string(&array, row).unwrap()
                        })
                    };
                    let expected: Vec<_> =
                        [2, 0, 1, 2, 3].map(|row| text(original.column(at), row)).to_vec();
                    let got: Vec<_> = (0..5).map(|row| text(&chunks[0], row)).collect();
                    assert_eq!(got, expected, "{ending} {}", again.names[at]);
                    if again.names[at] != "none" {
                        assert_eq!(chunks[0].data_type(), &plain(original.column(at)));
                    }
                }
            }
        }
    }
}

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn plain(array: &ArrayRef) -> DataType {
    match array.data_type() {
        DataType::Dictionary(_, values) => values.as_ref().clone(),
        DataType::Utf8View => DataType::Utf8,
        other => other.clone(),
    }
}

#[test]
fn compressed_arrow_files_are_read() {
    use arrow_ipc::{
        CompressionType,
        writer::{FileWriter, IpcWriteOptions},
    };
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("in.feather");
    for compression in [CompressionType::LZ4_FRAME, CompressionType::ZSTD] {
        let options = IpcWriteOptions::default().try_with_compression(Some(compression)).unwrap();
        let file = fs::File::create(&path).unwrap();
        let data = all_types();
        let mut writer = FileWriter::try_new_with_options(file, &data.schema(), options).unwrap();
        writer.write(&data).unwrap();
        writer.finish().unwrap();
        let table = read(&path, &SourceOptions::default()).unwrap();
        assert_eq!(cells(&table.columns[5])[3], owned(Some("r")));
    }
}

#[test]
fn scans_give_text_and_nulls() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ENDINGS {
        let path = write_batches(&folder, &format!("in.{ending}"), &[all_types()]);
        let options = SourceOptions { threads: 1, ..SourceOptions::default() };
        let source = FileSource::open(&path, &options).unwrap();
        let each = |texts: &mut Vec<Option<String>>, block: &Block<'_>| {
            assert_eq!((block.first_row, block.first_line), (0, 1));
            for row in 0..block.rows() {
                for column in 0..3 {
                    texts.push(block.cell(row, column).map(std::borrow::Cow::into_owned));
                }
            }
            for column in 0..3 {
                assert!(block.all_cells(column, |row, bytes| {
                    bytes == block.cell(row, column).as_deref().map(str::as_bytes)
                }));
            }
            Ok::<(), IoError>(())
        };
        let scanned = source.scan(&[8, 0, 8], Vec::new, each, &()).unwrap();
        assert_eq!(scanned.rows, 4);
        assert_eq!(
            scanned.states[0][3..9],
            [
                owned(Some("1971-01-01")),
                owned(Some("-1")),
                owned(Some("1971-01-01")),
                owned(Some("1972-01-01")),
                None,
                owned(Some("1972-01-01"))
            ]
        );
    }
}

#[test]
fn parquet_becomes_csv_and_csv_becomes_parquet() {
    let folder = tempfile::tempdir().unwrap();
    let path = write_batches(&folder, "in.parquet", &[all_types()]);
    let csv = folder.path().join("out.csv");
    for table in [read(&path, &SourceOptions::default()).unwrap(), carried(&path)] {
        write_table(&csv, &table, &[0, 1]);
        let text = fs::read_to_string(&csv).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(
            lines[1],
            "3,1,1.5,true,a,p,long enough for a buffer,x,1970-01-01,1970-01-01,\
             1970-01-01T00:00:00Z,1.00,"
        );
    }
    fs::write(&csv, "n,t\n1,x\n,y\n30,z\n").unwrap();
    let table = read(&csv, &SourceOptions::default()).unwrap();
    let out = folder.path().join("out.parquet");
    write_table(&out, &table, &[2, 1]);
    let again = carried(&out);
    let Column::Carried(chunks) = &again.columns[0] else { panic!("carried") };
    let numbers = chunks[0].as_primitive::<Int64Type>();
    assert_eq!(numbers, &Int64Array::from(vec![Some(30), None]));
}

#[test]
fn unsupported_types_are_named_unless_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let binary = arrow_array::BinaryArray::from_vec(vec![b"a"]);
    let data = batch(vec![("id", array(binary)), ("n", array(Int32Array::from(vec![1])))]);
    for ending in ENDINGS {
        let path = write_batches(&folder, &format!("in.{ending}"), std::slice::from_ref(&data));
        let failed = read(&path, &SourceOptions::default()).unwrap_err();
        assert!(
            failed
                .to_string()
                .ends_with("column \"id\" has the type Binary, which is not supported")
        );
        let source = FileSource::open(&path, &SourceOptions::default()).unwrap();
        let table = source.read(&[ReadAs::Skip, ReadAs::Code { kind: None }], &()).unwrap();
        assert_eq!(cells(&table.columns[1]), [owned(Some("1"))]);
    }
}

#[test]
fn files_cut_off_anywhere_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    for ending in ["parquet", "arrow"] {
        let cut = write_batches(&folder, &format!("cut.{ending}"), &[all_types()]);
        let file = fs::File::options().write(true).open(&cut).unwrap();
        let whole = file.metadata().unwrap().len();
        for length in (0..whole).rev() {
            file.set_len(length).unwrap();
            let failed = read(&cut, &SourceOptions { threads: 1, ..SourceOptions::default() });
            assert!(failed.is_err(), "{ending} {length} of {whole}");
        }
    }
    let text = folder.path().join("text.parquet");
    fs::write(&text, "a,b\n1,2\n").unwrap();
    assert_eq!(read(&text, &SourceOptions::default()).unwrap_err().code(), "io::broken-parquet");
}

#[test]
fn tables_without_rows_or_names_are_errors() {
    let folder = tempfile::tempdir().unwrap();
    let none = batch(vec![("a", array(Int32Array::from(Vec::<i32>::new())))]);
    let twice = RecordBatch::try_new(
        Arc::new(Schema::new(vec![
            Field::new("a", DataType::Int32, true),
            Field::new("a", DataType::Int32, true),
        ])),
        vec![array(Int32Array::from(vec![1])), array(Int32Array::from(vec![1]))],
    )
    .unwrap();
    for ending in ENDINGS {
        for (data, code) in [(&none, "io::header-alone"), (&twice, "io::duplicate-name")] {
            let path = write_batches(&folder, &format!("in.{ending}"), std::slice::from_ref(data));
            let failed = read(&path, &SourceOptions::default()).unwrap_err();
            assert_eq!(failed.code(), code, "{ending}");
        }
    }
}

/// A raw value that must not be found, in every guise: in a dictionary, beside a slice, under a
/// null, in a view's buffer, in the metadata, in a row that is left out.
#[test]
fn nothing_that_was_taken_away_is_in_the_bytes() {
    const SECRETS: [&str; 7] = [
        "secret-dictionary",
        "secret-slice",
        "secret-view",
        "secret-metadata",
        "secret-row",
        "secret-value",
        "secret-null",
    ];
    const NUMBER: i64 = 0x5EC2_E75E_C2E7_5EC2;
    let dictionary = DictionaryArray::<Int32Type>::new(
        Int32Array::from(vec![0, 1, 0]),
        array(StringArray::from(vec!["open-word", "secret-row", "secret-dictionary"])),
    );
    let sliced =
        StringArray::from(vec!["secret-slice", "open", "secret-row", "open", "secret-slice"]);
    let views = StringViewArray::from(vec!["open", "secret-view, too long to be inline", "open"]);
    let under_null = Int64Array::new(
        ScalarBuffer::from(vec![NUMBER, NUMBER, 7]),
        Some(NullBuffer::from(vec![false, true, true])),
    );
    let text_under_null = StringArray::new(
        arrow_buffer::OffsetBuffer::new(vec![0, 11, 15, 19].into()),
        arrow_buffer::Buffer::from(b"secret-nullopenopen"),
        Some(NullBuffer::from(vec![false, true, true])),
    );
    let data = batch(vec![
        ("coded", array(dictionary)),
        ("sliced", array(sliced.slice(1, 3))),
        ("views", array(views)),
        ("number", array(under_null)),
        ("null", array(text_under_null)),
        ("value", array(StringArray::from(vec!["secret-value", "secret-row", "secret-value"]))),
    ]);
    let pandas = [("pandas".to_owned(), "{\"column\": \"secret-metadata\"}".to_owned())];
    let field = |field: &Arc<Field>| field.as_ref().clone().with_metadata(pandas.clone().into());
    let fields: Vec<Field> = data.schema().fields().iter().map(field).collect();
    let schema = Arc::new(Schema::new_with_metadata(fields, pandas.clone().into()));
    let data = RecordBatch::try_new(schema, data.columns().to_vec()).unwrap();

    let folder = tempfile::tempdir().unwrap();
    for ending in ENDINGS {
        let path = write_batches(&folder, &format!("in.{ending}"), std::slice::from_ref(&data));
        let coded = read(&path, &SourceOptions::default()).unwrap();
        for table in [coded, carried(&path)] {
            let owned = outs(&table);
            let mut columns: Vec<OutColumn> = owned.iter().map(OutColumnOwned::out).collect();
            // The last column is generalised: its values become one label.
            let generalised = read(&path, &SourceOptions::default()).unwrap();
            let Column::Coded { codes, dictionary, .. } = &generalised.columns[5] else {
                panic!("coded")
            };
            let labels: Texts = ["*"].into_iter().collect();
            let labels_of = vec![0; dictionary.len()];
            columns[5] = OutColumn::Coded {
                codes,
                labels_of: &labels_of,
                labels: &labels,
                missing: None,
                native: None,
            };
            let names: Vec<&str> = table.names.iter().map(String::as_str).collect();
            for out in ["out.parquet", "out.arrow", "out.csv"] {
                let out = folder.path().join(out);
                // The second row is left out.
                write_to(&out, &options_for(&out), &names, &columns, &[2, 0]).unwrap();
                let bytes = unpacked(&out);
                for secret in SECRETS {
                    assert!(!contains(&bytes, secret.as_bytes()), "{secret} {ending} {out:?}");
                }
                assert!(!contains(&bytes, &NUMBER.to_le_bytes()), "{ending} {out:?}");
                assert!(!contains(&bytes, b"pandas"), "{ending} {out:?}");
                assert!(contains(&bytes, b"open-word"), "{ending} {out:?}");
            }
        }
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

/// The bytes of a file, and of a Parquet file also what its pages hold.
fn unpacked(path: &Path) -> Vec<u8> {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    let mut bytes = fs::read(path).unwrap();
    if path.extension().unwrap() == "parquet" {
        let reader = SerializedFileReader::new(fs::File::open(path).unwrap()).unwrap();
        for group in 0..reader.num_row_groups() {
            let group = reader.get_row_group(group).unwrap();
            for column in 0..group.num_columns() {
                let mut pages = group.get_column_page_reader(column).unwrap();
                while let Some(page) = pages.get_next_page().unwrap() {
                    bytes.extend_from_slice(page.buffer());
                }
                assert!(group.metadata().column(column).statistics().is_none());
            }
        }
    }
    bytes
}

#[test]
fn kinds_are_checked_by_row() {
    let folder = tempfile::tempdir().unwrap();
    let data = batch(vec![("n", array(StringArray::from(vec!["1", "x", "2", "y"])))]);
    let path = write_batches(&folder, "in.parquet", &[data]);
    let source = FileSource::open(&path, &SourceOptions::default()).unwrap();
    let failed = source.read(&[ReadAs::Code { kind: Some(Kind::Integer) }], &()).unwrap_err();
    assert!(failed.to_string().ends_with("2 cells are not of type integer, the first on line 2"));
}

#[test]
fn dialect_defaults_follow_the_name() {
    assert_eq!(Dialect::for_path(Path::new("a.tsv.gz")).delimiter, b'\t');
    let options = WriteOptions { threads: 1, ..options_for(Path::new("a.csv")) };
    assert_eq!(options.dialect, Dialect::default());
}
