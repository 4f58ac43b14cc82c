//! Writing a workbook of one sheet.
//!
//! The parts of a workbook that are not rows are always the same. Rows become XML as they come and
//! are packed as they go: nothing is kept, and nothing is told that the file does not need, neither
//! who wrote it nor when.
//!
//! Rows of a table of cells are drawn as they are marked: totals are bold, a number that is hidden is
//! [`NO_VALUE`] under hatching, and one that was changed is slanted and followed by a star that is no
//! part of it. What is marked says no more than the `status` of the row.

use crate::{
    Look, Mark, NO_VALUE, OutColumn, Problem, Values, View, WriteOptions,
    columnar::{Notation, write_lines},
};
use arrow_schema::{DataType, TimeUnit};
use ridotto_core::{Kind, Reading, Watch, kind::Value};
use std::{
    fs::File,
    io::{self, BufWriter, Write},
};
use zip::{DateTime, ZipWriter, result::ZipError, write::SimpleFileOptions};

/// What a sheet can hold.
const MOST_ROWS: usize = 1_048_576;
const MOST_COLUMNS: usize = 16_384;
const LONGEST_TEXT: usize = 32_767;

/// Days from 1900 to 1970, as spreadsheets count them: with a 29th of February 1900.
const TO_1970: i64 = 25_569;
/// The 1st of March 1900 and the last day of 9999; other days are written as text.
const DAYS: std::ops::RangeInclusive<i64> = 61..=2_958_465;

/// The parts that are always the same.
const PARTS: [(&str, &str); 5] = [
    (
        "[Content_Types].xml",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>"#,
    ),
    (
        "_rels/.rels",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>"#,
    ),
    (
        "xl/workbook.xml",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="data" sheetId="1" r:id="rId1"/></sheets></workbook>"#,
    ),
    (
        "xl/_rels/workbook.xml.rels",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/></Relationships>"#,
    ),
    (
        "xl/styles.xml",
        r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="3"><numFmt numFmtId="164" formatCode="yyyy\-mm\-dd"/><numFmt numFmtId="165" formatCode="yyyy\-mm\-dd\ hh:mm:ss"/><numFmt numFmtId="166" formatCode="General&quot; *&quot;"/></numFmts><fonts count="4"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font><font><i/><sz val="11"/><name val="Calibri"/></font><font><b/><i/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="3"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill><fill><patternFill patternType="lightUp"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="8"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="0" fontId="0" fillId="2" borderId="0" xfId="0" applyFill="1"/><xf numFmtId="0" fontId="1" fillId="2" borderId="0" xfId="0" applyFont="1" applyFill="1"/><xf numFmtId="166" fontId="2" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/><xf numFmtId="166" fontId="3" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>"#,
    ),
];

const SHEET: &str = r#"<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>"#;
const SHEET_END: &str = "</sheetData></worksheet>";

pub(crate) fn write(
    file: &File,
    options: &WriteOptions,
    view: &View<'_>,
    progress: &dyn Watch,
) -> Result<(), Problem> {
    let View { names, columns, order, looks } = view;
    let (rows, width) = (order.len() + 1, names.len());
    let notation = Rows { looks: *looks };
    if rows > MOST_ROWS || width > MOST_COLUMNS {
        return Err(Problem::TooLargeForSheet { rows: rows as u64, columns: width });
    }
    for (column, name) in columns.iter().zip(names) {
        fits(column, name)?;
    }
    let values: Vec<Values<'_>> = columns.iter().map(Values::new).collect();
    let mut zip = ZipWriter::new(BufWriter::with_capacity(1 << 18, file));
    let mut pack = || -> Result<(), Packing> {
        let plain = SimpleFileOptions::default().last_modified_time(DateTime::default());
        for (name, text) in PARTS {
            zip.start_file(name, plain)?;
            zip.write_all(text.as_bytes())?;
        }
        // Only what may be longer than four gigabytes has the longer header that allows for it.
        let is_large = rows.saturating_mul(width) > 1 << 25;
        zip.start_file("xl/worksheets/sheet1.xml", plain.large_file(is_large))?;
        zip.write_all(SHEET.as_bytes())?;
        let mut header = Vec::new();
        for (at, name) in names.iter().enumerate() {
            notation.before(at, &mut header);
            notation.cell(&DataType::Utf8, Some(name), &mut header);
        }
        notation.end(&mut header);
        zip.write_all(&header)?;
        write_lines(&notation, &values, order, options.threads, progress, |lines| {
            Ok(zip.write_all(lines)?)
        })?;
        zip.write_all(SHEET_END.as_bytes())?;
        Ok(())
    };
    if let Err(Packing(problem)) = pack() {
        // Dropped, it would try to go on and complain on standard error.
        std::mem::forget(zip);
        return Err(problem);
    }
    let packed = zip.finish().map_err(|error| Packing::from(error).0)?;
    packed.into_inner().map_err(io::IntoInnerError::into_error)?;
    Ok(())
}

/// What went wrong while packing.
struct Packing(Problem);

impl From<Problem> for Packing {
    fn from(problem: Problem) -> Self {
        Self(problem)
    }
}

impl From<io::Error> for Packing {
    fn from(error: io::Error) -> Self {
        Self(error.into())
    }
}

impl From<ZipError> for Packing {
    fn from(error: ZipError) -> Self {
        Self(match error {
            ZipError::Io(error) => error.into(),
            other => Problem::System(io::Error::other(other.to_string())),
        })
    }
}

/// A cell holds so much text and no more.
fn fits(column: &OutColumn<'_>, name: &str) -> Result<(), Problem> {
    let is_long =
        |text: &str| text.len() > LONGEST_TEXT && text.encode_utf16().count() > LONGEST_TEXT;
    let is_too_long = match column {
        OutColumn::Coded { labels, .. } => labels.iter().any(is_long),
        OutColumn::Carried(chunks) => chunks.iter().any(|chunk| {
            let texts = crate::texts(chunk);
            texts.is_some_and(|texts| texts.iter().flatten().any(is_long))
        }),
    };
    if is_too_long || is_long(name) {
        return Err(Problem::TooLongForSheet { name: name.to_owned() });
    }
    Ok(())
}

/// One row of the sheet per row. Cells are in order, so that none needs an address.
struct Rows<'a> {
    looks: Option<&'a [Look]>,
}

/// The place of a look among the styles of the workbook.
fn style(look: Look, data_type: &DataType) -> u8 {
    let is_number = data_type.is_numeric();
    let mark = if is_number { look.mark } else { Mark::None };
    match (mark, look.is_total) {
        (Mark::None, false) => 0,
        (Mark::None, true) => 3,
        (Mark::Hidden, is_total) => 4 + u8::from(is_total),
        (Mark::Changed, is_total) => 6 + u8::from(is_total),
    }
}

impl Notation for Rows<'_> {
    fn before(&self, column: usize, line: &mut Vec<u8>) {
        if column == 0 {
            line.extend_from_slice(b"<row>");
        }
    }

    fn cell(&self, data_type: &DataType, text: Option<&str>, line: &mut Vec<u8>) {
        cell(data_type, text, "", line);
    }

    fn drawn(&self, data_type: &DataType, text: Option<&str>, look: Look, line: &mut Vec<u8>) {
        let style = match style(look, data_type) {
            0 => String::new(),
            style => format!(" s=\"{style}\""),
        };
        let is_hidden = look.mark == Mark::Hidden && data_type.is_numeric();
        match text {
            None if is_hidden => {
                let fault = format!("<c{style} t=\"e\"><v>{NO_VALUE}</v></c>");
                line.extend_from_slice(fault.as_bytes());
            }
            _ => cell(data_type, text, &style, line),
        }
    }

    fn looks(&self) -> Option<&[Look]> {
        self.looks
    }

    fn end(&self, line: &mut Vec<u8>) {
        line.extend_from_slice(b"</row>");
    }
}

/// A cell; days and times have styles of their own.
fn cell(data_type: &DataType, text: Option<&str>, style: &str, line: &mut Vec<u8>) {
    let Some(text) = text else {
        return line.extend_from_slice(format!("<c{style}/>").as_bytes());
    };
    let cell = match data_type {
        DataType::Boolean => {
            let truth = if text == "true" { "1" } else { "0" };
            Some((format!("{style} t=\"b\""), truth.into()))
        }
        DataType::Date32 | DataType::Date64 => {
            day(text).map(|day| (" s=\"1\"".to_owned(), day.to_string()))
        }
        DataType::Timestamp(TimeUnit::Second | TimeUnit::Millisecond, None) => {
            time(text).map(|time| (" s=\"2\"".to_owned(), time))
        }
        data_type if data_type.is_numeric() && is_exact(text) => {
            Some((style.to_owned(), text.to_owned()))
        }
        _ => None,
    };
    match cell {
        Some((what, value)) => {
            line.extend_from_slice(format!("<c{what}><v>{value}</v></c>").as_bytes());
        }
        None => {
            let begin = format!("<c{style} t=\"inlineStr\"><is><t xml:space=\"preserve\">");
            line.extend_from_slice(begin.as_bytes());
            escape(text, line);
            line.extend_from_slice(b"</t></is></c>");
        }
    }
}

/// Whether a number is the same after a spreadsheet had it: of at most fifteen digits, or a float
/// that is written as floats are.
fn is_exact(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    text.parse::<f64>().is_ok_and(|number| {
        let is_float = || number.to_string() == text || format!("{number:?}") == text;
        number.is_finite() && (digits <= 15 || is_float())
    })
}

/// A day as a spreadsheet counts it.
fn day(text: &str) -> Option<i64> {
    let Value::Day(day) = Reading::of_kind(Kind::Date).parse(text) else { return None };
    Some(i64::from(day) + TO_1970).filter(|day| DAYS.contains(day))
}

/// A point in time as days and a fraction; whole seconds alone.
fn time(text: &str) -> Option<String> {
    let (date, clock) = text.split_once('T')?;
    let part = |range: std::ops::Range<usize>| clock.get(range)?.parse::<u32>().ok();
    let is_whole = clock.len() == 8;
    let seconds = part(0..2)? * 3600 + part(3..5)? * 60 + part(6..8)?;
    let days = day(date).filter(|_| is_whole)?;
    Some(format!("{}", days as f64 + f64::from(seconds) / 86_400.0))
}

/// Escapes what XML cannot have, and what would be read as such an escape.
fn escape(text: &str, line: &mut Vec<u8>) {
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        match character {
            '&' => line.extend_from_slice(b"&amp;"),
            '<' => line.extend_from_slice(b"&lt;"),
            '>' => line.extend_from_slice(b"&gt;"),
            '_' if is_escape(rest) => line.extend_from_slice(b"_x005F_"),
            '\t' | '\n' => line.push(character as u8),
            '\0'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {
                line.extend_from_slice(format!("_x{:04X}_", u32::from(character)).as_bytes());
            }
            _ => line.extend_from_slice(character.encode_utf8(&mut [0; 4]).as_bytes()),
        }
        rest = &rest[character.len_utf8()..];
    }
}

fn is_escape(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() >= 7
        && matches!(bytes[1], b'x' | b'X')
        && bytes[2..6].iter().all(u8::is_ascii_hexdigit)
        && bytes[6] == b'_'
}
