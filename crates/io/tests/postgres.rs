//! PostgreSQL: a real server, if there is one.

mod certificates;

use crate::common::{Labelled, array, cells, options_for, read};
use arrow_array::{ArrayRef, BooleanArray, Date32Array, Decimal128Array, Float64Array, Int32Array};
use arrow_schema::{DataType, TimeUnit};
use ridotto_io::{
    Column, FileSource, IoError, OutColumn, ReadAs, Source, SourceOptions, Staged, Table, View,
    write,
};
use ridotto_testkit::postgres::{
    PASSWORD, Server, own_number, postgres, postgres_in_the_clear, postgres_with_tls,
};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

fn table(server: &Server, name: &str) -> Result<Table, IoError> {
    read(Path::new(&server.address(name)), &SourceOptions::default())
}

fn types(table: &Table) -> Vec<DataType> {
    let of = |column: &Column| match column {
        Column::Coded { native: Some(native), .. } => native.data_type().clone(),
        _ => DataType::Null,
    };
    table.columns.iter().map(of).collect()
}

#[test]
fn types_are_those_of_the_columns() {
    let Some(server) = postgres() else { return };
    server.sql(
        "CREATE TYPE mood AS ENUM ('sad', 'glad'); \
         CREATE TABLE kinds (b boolean, i integer, l bigint, f double precision, d date, \
         t timestamp, z timestamptz, n numeric, m numeric(10,2), x text, u uuid, e mood, a int[]); \
         INSERT INTO kinds VALUES (true, 7, 9007199254740993, 1e20, '2024-01-31', \
         '2024-01-31 12:00:00.5', '2024-01-31 12:00:00+02', 12.5, 1.50, E'tab\\there\\\\\\n', \
         '00000000-0000-0000-0000-000000000001', 'glad', '{1,2}'), \
         (NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL), \
         (false, -1, 0, 0.1, '1969-12-31', 'epoch', 'epoch', 3, -0.05, '02138', \
         '00000000-0000-0000-0000-000000000002', 'sad', NULL)",
    );
    let got = table(server, "kinds").unwrap();
    let micro =
        |zone: Option<&str>| DataType::Timestamp(TimeUnit::Microsecond, zone.map(Into::into));
    assert_eq!(
        types(&got),
        [
            DataType::Boolean,
            DataType::Int32,
            DataType::Int64,
            DataType::Float64,
            DataType::Date32,
            micro(None),
            micro(Some("+00:00")),
            DataType::Float64,
            DataType::Decimal128(10, 2),
            DataType::Utf8,
            DataType::Utf8,
            DataType::Utf8,
            DataType::Utf8,
        ]
    );
    let row = |at: usize| -> Vec<Option<String>> {
        got.columns.iter().map(|column| cells(column)[at].clone()).collect()
    };
    assert!(row(1).iter().all(Option::is_none));
    let first = row(0).into_iter().flatten().collect::<Vec<_>>().join("|");
    assert_eq!(
        first,
        "true|7|9007199254740993|1e20|2024-01-31|2024-01-31T12:00:00.500|\
         2024-01-31T10:00:00Z|12.5|1.50|tab\there\\\n|00000000-0000-0000-0000-000000000001|glad|{1,2}"
    );
    // A query reads as well, and only reads.
    let address = |query: &str| {
        let base = server.address("x").replace("/x?", "?");
        PathBuf::from(format!("{base}&query={query}"))
    };
    let query = address("SELECT i * 2 AS twice, d FROM kinds WHERE i > 0 -- 100%25;");
    let got = read(&query, &SourceOptions::default()).map(|got| got.names);
    assert!(got.is_err(), "a comment would swallow what follows");
    let query = address("SELECT i * 2 AS twice, d FROM kinds WHERE i > 0;");
    let got = read(&query, &SourceOptions::default()).unwrap();
    assert_eq!((got.rows, got.names), (1, vec!["twice".to_owned(), "d".to_owned()]));
    let error = read(&address("DELETE FROM kinds RETURNING i"), &SourceOptions::default());
    assert_eq!(error.unwrap_err().code(), "io::server");
    server
        .sql("CREATE FUNCTION wipe() RETURNS int LANGUAGE sql AS 'DELETE FROM kinds RETURNING 1'");
    assert!(read(&address("SELECT wipe()"), &SourceOptions::default()).is_err());
    assert_eq!(server.sql("SELECT count(*) FROM kinds"), "3");
    server.sql("CREATE TABLE ends (d date); INSERT INTO ends VALUES ('infinity')");
    assert_eq!(table(server, "ends").unwrap_err().code(), "io::strange-value");
}

#[test]
fn many_rows_come_in_their_blocks_and_only_the_wanted_columns() {
    let Some(server) = postgres() else { return };
    server.sql("CREATE TABLE many AS SELECT g AS id, g % 7 AS week, 'x' || g AS name FROM generate_series(1, 50000) g");
    for threads in [1, 2] {
        let options = SourceOptions { threads, ..SourceOptions::default() };
        let source = FileSource::open(Path::new(&server.address("many")), &options).unwrap();
        let got =
            source.read(&[ReadAs::Code { kind: None }, ReadAs::Skip, ReadAs::Carry], &()).unwrap();
        assert_eq!((got.rows, cells(&got.columns[0])[49_999].as_deref()), (50_000, Some("50000")));
        let Column::Carried(chunks) = &got.columns[2] else { panic!("not carried") };
        assert_eq!(chunks.len(), 7);
    }
    // A right to some columns is enough.
    server
        .sql("CREATE ROLE clerk LOGIN PASSWORD 'clerk'; GRANT SELECT (id, week) ON many TO clerk");
    let address = server.address("many");
    let at = address.find('@').unwrap();
    let clerk = format!("postgres://clerk:clerk{}", &address[at..]);
    let source = FileSource::open(Path::new(&clerk), &SourceOptions::default()).unwrap();
    assert_eq!(
        source.read(&[ReadAs::Carry, ReadAs::Carry, ReadAs::Skip], &()).unwrap().rows,
        50_000
    );
    let source = FileSource::open(Path::new(&clerk), &SourceOptions::default()).unwrap();
    let error = source.read(&[ReadAs::Carry; 3], &()).unwrap_err();
    assert_eq!(error.code(), "io::not-permitted");
}

fn stage(server: &Server, name: &str, force: bool, cells: &[&str]) -> Result<Staged, IoError> {
    let target = PathBuf::from(server.address(name));
    let staged = Staged::beside(&target, force)?;
    let texts: Vec<Option<String>> = cells.iter().map(|cell| Some((*cell).to_owned())).collect();
    let column = Labelled::new(&texts);
    let order: Vec<u32> = (0..cells.len() as u32).collect();
    let (names, columns) = (vec!["a \"b\""], vec![column.out()]);
    let view = View { names, columns, order: &order, looks: None };
    write(&staged, &options_for(&target), &view, &())?;
    Ok(staged)
}

#[test]
fn nobody_sees_a_table_before_it_is_published() {
    let Some(server) = postgres() else { return };
    let there =
        |name: &str| server.sql(&format!("SELECT to_regclass('{name}') IS NOT NULL")) == "t";
    let staged = stage(server, "fresh", false, &["x\ty", "\\N", ""]).unwrap();
    assert!(!there("fresh"));
    // It can be read in its own transaction, in the order in which it was written.
    let source = FileSource::open_staged(&staged, &SourceOptions::default()).unwrap();
    let got = source.read(&[ReadAs::Carry], &()).unwrap();
    let texts: Vec<_> = cells(&got.columns[0]).into_iter().flatten().collect();
    assert_eq!(texts, ["x\ty", "\\N", ""]);
    // A source within the transaction keeps it open.
    drop(source);
    drop(staged);
    assert!(!there("fresh"), "dropped, it leaves nothing");
    stage(server, "fresh", false, &["one"]).unwrap().publish().unwrap();
    assert_eq!(server.sql("SELECT * FROM fresh"), "one");
    // Replacing must be asked for, and is undone as well.
    assert_eq!(stage(server, "fresh", false, &["two"]).unwrap_err().code(), "io::table-exists");
    drop(stage(server, "fresh", true, &["two"]).unwrap());
    assert_eq!(server.sql("SELECT * FROM fresh"), "one");
    stage(server, "fresh", true, &["two"]).unwrap().publish().unwrap();
    assert_eq!(server.sql("SELECT * FROM fresh"), "two");
    server.sql("CREATE VIEW seen AS SELECT * FROM fresh");
    assert_eq!(stage(server, "fresh", true, &["3"]).unwrap_err().code(), "io::table-in-use");
    assert_eq!(stage(server, "seen", true, &["3"]).unwrap_err().code(), "io::no-table");
}

#[test]
fn values_keep_their_types() {
    let Some(server) = postgres() else { return };
    let columns: Vec<ArrayRef> = vec![
        array(Int32Array::from(vec![Some(1), None])),
        array(Float64Array::from(vec![0.1, -2.5e-7])),
        array(BooleanArray::from(vec![Some(true), Some(false)])),
        array(Date32Array::from(vec![19_753, -1])),
        array(Decimal128Array::from(vec![150, -5]).with_precision_and_scale(9, 2).unwrap()),
    ];
    let target = PathBuf::from(server.address("typed"));
    let staged = Staged::beside(&target, false).unwrap();
    let chunks: Vec<Vec<ArrayRef>> = columns.iter().map(|column| vec![column.clone()]).collect();
    let outs: Vec<OutColumn<'_>> = chunks.iter().map(|chunks| OutColumn::Carried(chunks)).collect();
    let names = vec!["i", "f", "b", "d", "m"];
    let view = View { names, columns: outs, order: &[1, 0], looks: None };
    write(&staged, &options_for(&target), &view, &()).unwrap();
    staged.publish().unwrap();
    let kinds = server.sql(
        "SELECT string_agg(format_type(atttypid, atttypmod), ' ' ORDER BY attnum) \
         FROM pg_attribute WHERE attrelid = 'typed'::regclass AND attnum > 0",
    );
    assert_eq!(kinds, "integer double precision boolean date numeric(9,2)");
    let rows = server.sql("SELECT * FROM typed");
    assert_eq!(rows, "|-2.5e-07|f|1969-12-31|-0.05\n1|0.1|t|2024-01-31|1.50");
}

#[test]
fn what_goes_wrong_is_told_without_a_password() {
    let Some(server) = postgres() else { return };
    server.sql("CREATE TABLE patients (id int); CREATE ROLE guest LOGIN PASSWORD 'guest'");
    let good = server.address("patients");
    let at = good.find('@').unwrap();
    let guest = format!("postgres://guest:guest{}", &good[at..]);
    let check = |address: &str, code: &str| {
        let error = FileSource::open(Path::new(address), &SourceOptions::default()).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
        let shown = format!("{error} {error:?} {}", error.hint().unwrap());
        assert!(!shown.contains("Zyxpass") && !shown.contains("hunter2"), "{shown}");
        shown
    };
    check(&good.replace("Zyxpass%20word", "hunter2"), "io::wrong-password");
    check(&format!("postgres://ada{}", &good[at..]), "io::wrong-password");
    check(&good.replace("/postgres/", "/nowhere/"), "io::no-such-database");
    let shown = check(&good.replace("patients", "patient"), "io::no-such-table");
    assert!(shown.contains("did you mean \"patients\"?"), "{shown}");
    check(&good.replace("patients", "unlikely"), "io::no-such-table");
    check("postgres://ada:hunter2@/db/t?host=/nonexistent", "io::no-server");
    check("postgres://ada:hunter2@203.0.113.7/db/t?sslmode=disable", "io::no-encryption");
    let sources = FileSource::open(Path::new(&guest), &SourceOptions::default()).unwrap();
    let shown = format!("{sources:?}");
    assert!(!shown.contains(PASSWORD) && !shown.contains(":guest"), "{shown}");
    for (target, force, code) in [
        (guest.replace("patients", "new"), false, "io::not-permitted"),
        (guest.clone(), true, "io::not-permitted"),
        (good.replace("patients", "lost.table"), false, "io::no-such-schema"),
    ] {
        let error = Staged::beside(Path::new(&target), force).unwrap_err();
        assert_eq!(error.code(), code, "{error}");
    }
    assert!(ridotto_io::is_same_table(
        Path::new(&good),
        Path::new(&good.replace("patients", "public.patients"))
    ));
    assert!(!ridotto_io::is_same_table(
        Path::new(&good),
        Path::new(&good.replace("patients", "pg_class"))
    ));
}

/// A table that tells how it is read. Made by one test at a time: the server does not replace a view
/// for two at once.
fn make_way(server: &Server) {
    static ONE: Mutex<()> = Mutex::new(());
    let _one = ONE.lock().unwrap_or_else(PoisonError::into_inner);
    server.sql(
        "CREATE OR REPLACE VIEW way AS SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()",
    );
}

/// Opens a table by network, as a host of this name; how it was refused, or whether it is encrypted.
fn by_network(server: &Server, host: &str, parameters: &str) -> Result<bool, &'static str> {
    make_way(server);
    let password = PASSWORD.replace(' ', "%20");
    let port = server.port;
    by_network_at(&format!("postgres://ada:{password}@{host}:{port}/postgres/way?{parameters}"))
}

fn by_network_at(address: &str) -> Result<bool, &'static str> {
    let table = read(Path::new(address), &SourceOptions::default()).map_err(|error| {
        let shown = format!("{error} {error:?} {}", error.hint().unwrap_or_default());
        assert!(!shown.contains("Zyxpass"), "{shown}");
        error.code()
    })?;
    Ok(cells(&table.columns[0]) == [Some("true".to_owned())])
}

#[test]
fn certificates_are_looked_at_as_the_mode_says() {
    let Some(server) = postgres_with_tls() else { return };
    let [root, other] = ["root.crt", "other.crt"].map(|name| server.file(name));
    let (right, wrong) = (root.display(), other.display());
    let roots = |file: &std::path::Display<'_>| format!("sslrootcert={file}");
    let here = "hostaddr=127.0.0.1";
    for (host, mode, file, expected) in [
        ("db.example", "disable", None, Ok(false)),
        ("db.example", "prefer", None, Ok(true)),
        ("db.example", "require", None, Ok(true)),
        ("db.example", "require", Some(&right), Ok(true)),
        ("db.example", "require", Some(&wrong), Err("io::untrusted")),
        ("db.example", "verify-ca", Some(&right), Ok(true)),
        ("db.example", "verify-ca", Some(&wrong), Err("io::untrusted")),
        ("db.example", "verify-full", Some(&right), Ok(true)),
        ("db.example", "verify-full", Some(&wrong), Err("io::untrusted")),
        ("other.example", "verify-ca", Some(&right), Ok(true)),
        ("other.example", "verify-full", Some(&right), Err("io::untrusted")),
        ("127.0.0.1", "verify-full", Some(&right), Err("io::untrusted")),
        ("db.example", "verify-full", None, Err("io::certificates")),
    ] {
        let file = file.map_or("sslrootcert=".to_owned(), roots);
        let parameters = format!("{here}&sslmode={mode}&{file}");
        let parameters = parameters.trim_end_matches("&sslrootcert=");
        assert_eq!(by_network(server, host, parameters), expected, "{host} {parameters}");
    }
    let system = format!("{here}&sslrootcert=system");
    assert_eq!(by_network(server, "db.example", &system), Err("io::untrusted"));
}

#[test]
fn a_server_that_shows_a_trusted_certificate_of_its_own_is_trusted() {
    let Some(server) = postgres_with_tls() else { return };
    let own = server.file("server.crt");
    for (host, expected) in [("db.example", Ok(true)), ("other.example", Err("io::untrusted"))] {
        let parameters =
            format!("hostaddr=127.0.0.1&sslmode=verify-full&sslrootcert={}", own.display());
        assert_eq!(by_network(server, host, &parameters), expected, "{host}");
    }
}

#[test]
fn a_server_in_the_clear_is_refused_where_that_matters() {
    let Some(server) = postgres_in_the_clear() else { return };
    assert_eq!(by_network(server, "127.0.0.1", "sslmode=require"), Err("io::no-encryption"));
    assert_eq!(by_network(server, "127.0.0.1", ""), Ok(false));
    let Some(number) = own_number() else { return };
    for parameters in ["", "sslmode=disable", "sslmode=prefer", "sslmode=allow"] {
        let refused = by_network(server, &number.to_string(), parameters);
        assert_eq!(refused, Err("io::no-encryption"), "{parameters}");
    }
    let elsewhere = format!("hostaddr={number}");
    assert_eq!(by_network(server, "localhost", &elsewhere), Err("io::no-encryption"));
    let Some(server) = postgres_with_tls() else { return };
    assert_eq!(by_network(server, &number.to_string(), ""), Ok(true));
    let refused = by_network(server, &number.to_string(), "sslmode=disable");
    assert_eq!(refused, Err("io::no-encryption"));
}
