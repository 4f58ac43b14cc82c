//! What must hold of any bytes that are read as a workbook.

use super::{read::SheetSource, safe};
use crate::{
    BatchSource, Format, Problem, SourceOptions, View,
    columnar::{all_cells, shows},
};
use std::{
    io::{Cursor, Write},
    path::Path,
};
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

/// Reads bytes as a workbook, or as the sheet of one: the first byte says which. There is a table or
/// an error, read and scanned alike, and no error has `secret` in it.
#[doc(hidden)]
pub fn fuzz_xlsx(data: &[u8], secret: &str) {
    let [setting, bytes @ ..] = data else { return };
    // Bytes that are changed at random are rarely a packed file any more: most of them are packed.
    let packed = if setting % 8 == 0 { Some(bytes.to_vec()) } else { with_sheet(bytes) };
    let Some(packed) = packed else { return };
    if let Err(problem) = read(&packed) {
        assert!(!shows(&problem, secret), "an error shows a cell");
    }
    _ = safe::check(Cursor::new(packed));
}

/// A workbook that has these bytes as its sheet.
fn with_sheet(sheet: &[u8]) -> Option<Vec<u8>> {
    let file = tempfile::tempfile().ok()?;
    let options = crate::WriteOptions {
        escape_formulas: false,
        format: Format::Excel,
        dialect: crate::Dialect::for_path(Path::new("a.csv")),
        missing: String::new(),
        threads: 1,
    };
    let nothing = View { names: Vec::new(), columns: Vec::new(), order: &[], looks: None };
    super::write(&file, &options, &nothing, &()).ok()?;
    let mut archive = ZipArchive::new(&file).ok()?;
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    for at in 0..archive.len() {
        let mut entry = archive.by_index(at).ok()?;
        let name = entry.name().ok()?.into_owned();
        packed.start_file(&name, SimpleFileOptions::default()).ok()?;
        if name.contains("sheet1") {
            packed.write_all(sheet).ok()?;
        } else {
            std::io::copy(&mut entry, &mut packed).ok()?;
        }
    }
    Some(packed.finish().ok()?.into_inner())
}

fn read(bytes: &[u8]) -> Result<(), Problem> {
    let options = SourceOptions { threads: 1, ..SourceOptions::default() };
    let source = SheetSource::of_bytes(bytes, &options)?;
    let columns = source.columns.clone();
    let source = BatchSource::new(Path::new("bytes"), Box::new(source), columns, &options)?;
    all_cells(&source).map(|_| ())
}
