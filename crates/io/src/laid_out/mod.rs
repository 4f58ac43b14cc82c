//! Texts whose columns are laid down elsewhere: of fixed width, or parted by a character, and without a
//! line of names.
//!
//! Statistical offices have such files, with metadata beside them ([`Layout`]). A cell has no blanks
//! around it; one that is blank, or one of its column's texts for "missing", is missing. Lines may end
//! before the last columns begin: programs leave out blanks there.

mod cut;

use crate::{
    BatchSource, Batches, Compression, Digest, Known, Lines, Piece, Pieces, Problem, SourceOptions,
    columnar::batch_of,
    digest::digest_of_path,
    line_blocks::{BLOCK, LineBlock, LineBlocks, text},
};
use arrow_array::{ArrayRef, builder::StringBuilder};
use cut::cut;
use std::{fs::File, path::Path, path::PathBuf, sync::Arc};

/// Which columns a file has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Layout {
    /// What parts the cells of a line; they have fixed widths if there is none.
    pub separator: Option<char>,
    /// The columns, in the order of the file if they are parted.
    pub columns: Vec<LaidColumn>,
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LaidColumn {
    /// What it is called.
    pub name: String,
    /// Its first character, from 0, and how many it has; of a file with fixed widths.
    pub place: (usize, usize),
    /// The texts that mean "missing".
    pub missing: Vec<String>,
    /// Texts, and what is read in place of them.
    pub words: Vec<(String, String)>,
}

impl LaidColumn {
    /// What is read of a cell; nothing if it is missing.
    fn value<'a>(&'a self, cell: &'a str) -> Option<&'a str> {
        let cell = cell.trim();
        if cell.is_empty() || self.missing.iter().any(|missing| missing == cell) {
            return None;
        }
        let word = self.words.iter().find(|(word, _)| word == cell);
        Some(word.map_or(cell, |(_, instead)| instead))
    }
}

/// A file of which the columns are known.
struct LaidOut {
    path: PathBuf,
    layout: Layout,
    options: SourceOptions,
}

/// Opens a file by its layout; it is passed over once, to know on which lines its rows are.
pub(crate) fn open(
    path: &Path,
    layout: Layout,
    options: &SourceOptions,
) -> Result<BatchSource, Problem> {
    let columns = layout.columns.iter().map(|column| Known::found(&column.name, None)).collect();
    let source = LaidOut { path: path.to_owned(), layout, options: options.clone() };
    let lines = source.lines()?;
    Ok(BatchSource::new(path, Box::new(source), columns, options)?.with_lines(lines))
}

impl LaidOut {
    fn blocks(&self) -> Result<LineBlocks, Problem> {
        let file = Box::new(File::open(&self.path)?);
        LineBlocks::new(file, Compression::None, (BLOCK, self.options.encoding))
    }

    /// Where rows begin, as blank lines are none.
    fn lines(&self) -> Result<Lines, Problem> {
        let (mut blocks, mut lines, mut rows) = (self.blocks()?, Lines::default(), 0);
        while let Some(block) = blocks.next()? {
            for (line, _) in block.lines() {
                lines.step(rows, line);
                rows += 1;
            }
        }
        if rows == 0 { Err(Problem::Empty) } else { Ok(lines) }
    }

    /// The wanted columns of a block, as texts.
    fn arrays(&self, block: &LineBlock, wanted: &[usize]) -> Result<Vec<ArrayRef>, Problem> {
        let rows = block.rows as usize;
        let mut builders: Vec<_> =
            wanted.iter().map(|_| StringBuilder::with_capacity(rows, rows * 8)).collect();
        for (line, bytes) in block.lines() {
            let cells = cut((line, text(line, bytes)?), &self.layout)?;
            for (builder, &at) in builders.iter_mut().zip(wanted) {
                builder.append_option(self.layout.columns[at].value(&cells[at]));
            }
        }
        Ok(builders.into_iter().map(|mut one| Arc::new(one.finish()) as ArrayRef).collect())
    }
}

impl Batches for LaidOut {
    fn digest(&self) -> Result<Digest, Problem> {
        digest_of_path(&self.path)
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        let mut blocks = self.blocks()?;
        let mut told = 0;
        Ok(Box::new(std::iter::from_fn(move || {
            let block = blocks.next().transpose()?;
            let amount = blocks.bytes() - told;
            told = blocks.bytes();
            Some(block.map(|block| {
                Piece::new((block.rows, amount), move |give| {
                    give(&batch_of(self.arrays(&block, wanted)?, block.rows as usize)?)
                })
            }))
        })))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FileSource, ReadAs};

    fn column(name: &str, place: (usize, usize)) -> LaidColumn {
        LaidColumn {
            name: name.to_owned(),
            place,
            missing: vec!["99".to_owned()],
            words: Vec::new(),
        }
    }

    fn read(bytes: &[u8], layout: &Layout) -> Result<Vec<String>, String> {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("firms.asc");
        std::fs::write(&path, bytes).expect("written");
        let said = |error: crate::IoError| error.problem.to_string();
        let options = SourceOptions { threads: 2, ..SourceOptions::default() };
        let source = FileSource::open_laid_out(&path, layout.clone(), &options).map_err(said)?;
        let wants = vec![ReadAs::Code { kind: None }; layout.columns.len()];
        let table = crate::Source::read(&source, &wants, &()).map_err(said)?;
        let cell = |row: usize, column: &crate::Column| match column {
            crate::Column::Coded { codes, dictionary, .. } => {
                dictionary.text(codes.iter().nth(row).unwrap()).unwrap_or("?").to_owned()
            }
            _ => panic!("coded"),
        };
        let row = |row| {
            let cells: Vec<String> = table.columns.iter().map(|of| cell(row, of)).collect();
            format!("{}: {}", table.line_of(row), cells.join("|"))
        };
        Ok((0..table.rows).map(row).collect())
    }

    #[test]
    fn columns_of_fixed_width_are_cut_by_characters() {
        let columns = vec![column("size", (0, 2)), column("town", (3, 4)), column("value", (7, 5))];
        let layout = Layout { separator: None, columns };
        let text = " 2 K\u{f6}ln  1.5\r\n99 Bonn   20\r\r\n\r\n 3 Ulm\n".to_owned();
        let latin: Vec<u8> = text.chars().map(|it| it as u8).collect();
        let expected = ["1: 2|K\u{f6}ln|1.5", "2: ?|Bonn|20", "4: 3|Ulm|?"];
        assert_eq!(read(text.as_bytes(), &layout).unwrap(), expected);
        assert_eq!(read(&latin, &layout).unwrap(), expected);
        assert_eq!(read(b"\r\n \n", &layout).unwrap_err(), "the file is empty");
    }

    #[test]
    fn columns_that_are_parted_may_be_quoted() {
        let mut columns = vec![column("size", (0, 0)), column("value", (0, 0))];
        columns[1].words = vec![("U".to_owned(), "u".to_owned())];
        let layout = Layout { separator: Some(';'), columns };
        let read = |text: &str| read(text.as_bytes(), &layout);
        assert_eq!(read("\" 2\";U\n\"a;b\";99\n").unwrap(), ["1: 2|u", "2: a;b|?"]);
        let error = read("1;2\n\n1;2;3\n").unwrap_err();
        assert!(error.starts_with("line 3"), "{error}");
        let error = read("1;2\n\"1;2\n").unwrap_err();
        assert!(error.starts_with("line 2"), "{error}");
    }
}
