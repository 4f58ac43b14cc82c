//! Folders of Parquet files.

use crate::common::{array, batch, cells, read, write_batches};
use arrow_array::{Int64Array, StringArray};
use ridotto_io::{FileSource, ReadAs, Source, SourceOptions, digest_of};
use std::fs;
use tempfile::TempDir;

/// Two years, two months, and files that are not data.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let parts = [
        "year=2023/month=01/part-0.parquet",
        "year=2024/month=01/part-0.parquet",
        "year=2024/month=__HIVE_DEFAULT_PARTITION__/part-0.parquet",
    ];
    for (at, part) in (0_i64..).zip(parts) {
        fs::create_dir_all(folder.path().join(part).parent().unwrap()).unwrap();
        write_batches(
            &folder,
            part,
            &[batch(vec![
                ("id", array(Int64Array::from(vec![at * 10, at * 10 + 1]))),
                ("town", array(StringArray::from(vec!["a", "b"]))),
            ])],
        );
    }
    fs::write(folder.path().join("_SUCCESS"), "").unwrap();
    fs::write(folder.path().join("year=2023/.part-0.parquet.crc"), "x").unwrap();
    folder
}

#[test]
fn a_folder_is_one_table() {
    let folder = folder();
    for threads in [1, 2] {
        let options = SourceOptions { threads, ..SourceOptions::default() };
        let table = read(folder.path(), &options).unwrap();
        assert_eq!(table.names, ["id", "town", "year", "month"]);
        let column = |at: usize| {
            let cells = cells(&table.columns[at]).into_iter();
            cells.map(Option::unwrap_or_default).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(column(0), "0 1 10 11 20 21");
        assert_eq!(column(2), "2023 2023 2024 2024 2024 2024");
        assert_eq!(column(3), "01 01 01 01  ");
        assert_eq!(table.sha256, Some(digest_of(folder.path()).unwrap()));
    }
    // Only a column of the folders' names, and a part of the columns in another order.
    let source = FileSource::open(folder.path(), &SourceOptions::default()).unwrap();
    let wants = [ReadAs::Skip, ReadAs::Skip, ReadAs::Carry, ReadAs::Skip];
    let table = source.read(&wants, &()).unwrap();
    assert_eq!((table.rows, cells(&table.columns[2]).len()), (6, 6));
}

#[test]
fn parts_of_no_one_table_are_refused() {
    let check = |part: &str, columns: Option<Vec<(&str, arrow_array::ArrayRef)>>, code: &str| {
        let folder = folder();
        fs::create_dir_all(folder.path().join(part).parent().unwrap()).unwrap();
        match columns {
            Some(columns) => _ = write_batches(&folder, part, &[batch(columns)]),
            None => fs::write(folder.path().join(part), "PAR1 is not enough").unwrap(),
        }
        let error = read(folder.path(), &SourceOptions::default()).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    };
    let id = || ("id", array(Int64Array::from(vec![1])));
    let town = || ("town", array(StringArray::from(vec!["a"])));
    check("year=2025/month=1/a.parquet", Some(vec![id()]), "io::parts-differ");
    check("year=2025/month=1/a.parquet", Some(vec![town(), id()]), "io::parts-differ");
    check("year=2025/a.parquet", Some(vec![id(), town()]), "io::parts-differ");
    check("year=2025/month=1/a.parquet", None, "io::broken-part");
    check("notes.txt", None, "io::strange-part");
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(read(empty.path(), &SourceOptions::default()).unwrap_err().code(), "io::no-parts");
    // A column that the files have, and the folders' names as well.
    let twice = tempfile::tempdir().unwrap();
    fs::create_dir(twice.path().join("id=1")).unwrap();
    write_batches(&twice, "id=1/a.parquet", &[batch(vec![id()])]);
    let error = read(twice.path(), &SourceOptions::default()).unwrap_err();
    assert_eq!(error.code(), "io::duplicate-name");
}
