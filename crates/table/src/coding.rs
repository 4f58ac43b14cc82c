//! From what several threads have interned to columns of codes.
//!
//! Each thread numbers texts as it meets them. In the end the threads' texts are merged and sorted
//! into a dictionary, and the codes of every block are renumbered; nothing shows which thread met
//! what.

use crate::formulas::{is_formula, unescaped};
use crate::{Column, Native, Problem, SourceOptions, detect, table::Lines, workers};
use arrow_array::{ArrayRef, StringArray, cast::AsArray};
use arrow_schema::DataType;
use ridotto_core::{Code, Codes, Dictionary, Interner, Kind, Texts, kind::Value};
use std::{ops::Range, sync::Arc};

/// What is done with a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Task {
    /// It is passed over.
    Skip,
    /// It is coded; its values must have this kind, and have this type in the file.
    Code(Option<Kind>, Option<DataType>),
    /// It is kept as it is.
    Keep,
}

/// What a thread has read.
pub struct Worked {
    /// The columns that are coded.
    pub coded: Vec<Option<Coding>>,
    /// The blocks, in the order in which the thread has read them.
    pub blocks: Vec<Done>,
    /// The bytes of what is kept of them.
    kept: usize,
    /// The bytes that were counted so far.
    pub counted: u64,
}

/// A column as one thread codes it.
pub struct Coding {
    /// The texts, numbered.
    pub interner: Interner,
    /// The codes of all rows that the thread has read.
    pub codes: Codes,
}

/// A block that was read.
pub struct Done {
    /// The number of its first row.
    pub first_row: u64,
    /// How many rows it has.
    pub rows: usize,
    /// The columns that are kept as they are.
    pub kept: Vec<Option<ArrayRef>>,
    /// Rows and the lines on which they begin, if these are not one per row.
    pub steps: Vec<(u64, u64)>,
}

impl Worked {
    /// The bytes that are kept of what was read.
    pub fn size(&self) -> u64 {
        let coding = |coding: &Coding| coding.interner.size() + coding.codes.size();
        let coded: usize = self.coded.iter().flatten().map(coding).sum();
        (coded + self.kept) as u64
    }

    /// Keeps a block.
    pub fn push(&mut self, block: Done) {
        let arrays = block.kept.iter().flatten().map(|array| array.get_array_memory_size());
        self.kept += arrays.sum::<usize>() + size_of_val(&block.steps[..]) + size_of::<Done>();
        self.blocks.push(block);
    }

    /// Nothing was read yet.
    pub fn new(tasks: &[Task]) -> Self {
        let coding = || Coding { interner: Interner::new(), codes: Codes::for_values(0) };
        let coded = |task: &Task| matches!(task, Task::Code(..)).then(coding);
        let coded = tasks.iter().map(coded).collect();
        Self { coded, blocks: Vec::new(), kept: 0, counted: 0 }
    }
}

impl Coding {
    /// Appends codes that the interner gave. The column is made wider when it has outgrown them.
    pub fn extend(&mut self, codes: &[Code]) {
        let values = self.interner.len();
        let fits = match self.codes {
            Codes::U8(_) => values <= 0x100,
            Codes::U16(_) => values <= 0x1_0000,
            Codes::U32(_) => true,
        };
        if !fits {
            let mut wider = Codes::for_values(values);
            let same: Vec<Code> = (0..values as Code).collect();
            wider.extend_renumbered(&self.codes, &same);
            self.codes = wider;
        }
        self.codes.extend_from_codes(codes);
    }
}

/// What becomes part of a [`Table`](crate::Table).
pub struct Assembled {
    /// How many rows there are.
    pub rows: usize,
    /// The columns.
    pub columns: Vec<Column>,
    /// On which lines the rows begin.
    pub lines: Lines,
}

/// Puts together what the threads have read.
pub fn assemble(
    threads: Vec<Worked>,
    tasks: &[Task],
    names: &[String],
    options: &SourceOptions,
    mut lines: Lines,
) -> Result<Assembled, Problem> {
    let mut columns: Vec<Threaded> = tasks.iter().map(|_| Threaded::default()).collect();
    let mut blocks = Vec::new();
    for (thread, worked) in threads.into_iter().enumerate() {
        for (column, coding) in columns.iter_mut().zip(worked.coded) {
            column.codings.extend(coding);
        }
        let mut row = 0;
        for block in worked.blocks {
            row += block.rows;
            blocks.push((Place { thread, rows: row - block.rows..row }, block));
        }
    }
    blocks.sort_unstable_by_key(|(_, block)| block.first_row);
    let rows = blocks.iter().map(|(_, block)| block.rows).sum();
    if rows == 0 {
        return Err(Problem::HeaderAlone);
    }
    if rows >= u32::MAX as usize {
        return Err(Problem::TooManyRows);
    }
    let mut places = Vec::with_capacity(blocks.len());
    for (place, block) in blocks {
        block.steps.iter().for_each(|&(row, line)| lines.step(row as usize, line));
        places.push(place);
        for (column, array) in columns.iter_mut().zip(block.kept) {
            column.kept.extend(array);
        }
    }
    let work = columns.into_iter().zip(tasks).zip(names).collect();
    let columns =
        workers::map(workers::count(options.threads), work, |((column, task), name)| match task {
            Task::Skip => Ok(Column::Skipped),
            Task::Keep if options.escaped => {
                Ok(Column::Carried(cells_without_escapes(&column.kept).unwrap_or(column.kept)))
            }
            Task::Keep => Ok(Column::Carried(column.kept)),
            Task::Code(kind, data_type) => {
                let what = What { name, kind: *kind, data_type: data_type.as_ref() };
                column.coded(&what, &places, options, &lines)
            }
        })?;
    Ok(Assembled { rows, columns, lines })
}

/// Where the rows of a block are among those that a thread has read.
struct Place {
    thread: usize,
    rows: Range<usize>,
}

/// A column by threads, or by blocks if it is kept as it is.
#[derive(Default)]
struct Threaded {
    codings: Vec<Coding>,
    kept: Vec<ArrayRef>,
}

/// What is known of a column that is coded.
struct What<'a> {
    name: &'a str,
    kind: Option<Kind>,
    data_type: Option<&'a DataType>,
}

impl Threaded {
    fn coded(
        self,
        what: &What<'_>,
        places: &[Place],
        options: &SourceOptions,
        lines: &Lines,
    ) -> Result<Column, Problem> {
        let (interners, parts): (Vec<Interner>, Vec<Codes>) =
            self.codings.into_iter().map(|coding| (coding.interner, coding.codes)).unzip();
        let (mut texts, mut renumberings) = merge(interners);
        if options.escaped {
            texts = without_escapes(&texts).unwrap_or(texts);
        }
        let is_missing = |text: &str| is_missing(text, &options.missing);
        let reading = {
            let values = texts.iter().filter(|text| !is_missing(text));
            detect::reading(values, what.kind, what.data_type, options)
        };
        let (dictionary, new) = Dictionary::new(&texts, reading, is_missing);
        drop(texts);
        for code in renumberings.iter_mut().flatten() {
            *code = new[*code as usize];
        }
        let mut codes = Codes::for_values(dictionary.len());
        codes.reserve(parts.iter().map(Codes::len).sum());
        for Place { thread, rows } in places {
            codes.extend_renumbered_rows(&parts[*thread], rows.clone(), &renumberings[*thread]);
        }
        drop(parts);
        if let Some(kind) = what.kind {
            check_kind(what.name, kind, &codes, &dictionary, lines)?;
        }
        let native = match what.data_type {
            Some(data_type) => Some(Native::of_type(data_type.clone())),
            None => Native::of_dictionary(&dictionary),
        };
        Ok(Column::Coded { codes, dictionary, native })
    }
}

/// The text by which a null is interned when no text means missing.
const NULL: &str = "\0";

/// The text by which a null is interned.
pub fn null(missing: &[String]) -> &str {
    missing.first().map_or(NULL, String::as_str)
}

/// Whether a text means that there is no value.
fn is_missing(text: &str, missing: &[String]) -> bool {
    match missing {
        [] => text == NULL,
        missing => missing.iter().any(|one| one == text),
    }
}

/// All texts, and where each thread's texts are among them.
fn merge(mut interners: Vec<Interner>) -> (Texts, Vec<Vec<Code>>) {
    let largest = (0..interners.len()).max_by_key(|&at| interners[at].len());
    let largest = largest.expect("there is at least one thread");
    let mut all = std::mem::take(&mut interners[largest]);
    let own = all.len() as Code;
    let mut renumberings = Vec::with_capacity(interners.len());
    for (at, interner) in interners.into_iter().enumerate() {
        renumberings.push(if at == largest { (0..own).collect() } else { all.absorb(&interner) });
    }
    (all.into_texts().expect("all blocks were checked to be UTF-8"), renumberings)
}

/// The texts as they were before formulas were escaped; `None` if one is a formula as it stands,
/// because then they were not. Different texts stay different: where there is no formula, no two
/// become the same by losing an apostrophe.
fn without_escapes(texts: &Texts) -> Option<Texts> {
    let are_escaped = !texts.iter().any(|text| is_formula(text.as_bytes()));
    are_escaped.then(|| texts.iter().map(plain).collect())
}

/// The same of the cells of a column that is kept as it is.
fn cells_without_escapes(kept: &[ArrayRef]) -> Option<Vec<ArrayRef>> {
    let of = |array: &ArrayRef| -> Option<ArrayRef> {
        let cells = array.as_string_opt::<i32>()?;
        let are_escaped = !cells.iter().flatten().any(|cell| is_formula(cell.as_bytes()));
        are_escaped.then(|| {
            let plain: StringArray = cells.iter().map(|cell| cell.map(plain)).collect();
            Arc::new(plain) as ArrayRef
        })
    };
    kept.iter().map(of).collect()
}

/// A text without the apostrophe by which it was escaped.
fn plain(text: &str) -> &str {
    &text[text.len() - unescaped(text.as_bytes()).len()..]
}

fn check_kind(
    name: &str,
    kind: Kind,
    codes: &Codes,
    dictionary: &Dictionary,
    lines: &Lines,
) -> Result<(), Problem> {
    if kind == Kind::Text {
        return Ok(());
    }
    let reading = dictionary.reading();
    let mut wrong: Vec<bool> =
        dictionary.texts().iter().map(|text| reading.parse(text) == Value::Text).collect();
    wrong.resize(dictionary.len(), false);
    if !wrong.contains(&true) {
        return Ok(());
    }
    let (mut cells, mut first, mut row) = (0, None, 0);
    codes.for_each(0..codes.len(), |code| {
        if wrong[code as usize] {
            cells += 1;
            first = first.or(Some(row));
        }
        row += 1;
    });
    let line = lines.of(first.expect("each value of the dictionary is in some row"));
    Err(Problem::NotOfKind { name: name.to_owned(), kind, cells, line })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_grow_wider_with_the_number_of_values() {
        let mut coding = Coding { interner: Interner::new(), codes: Codes::for_values(0) };
        for end in [256_u32, 257, 70_000] {
            let first = coding.interner.len() as u32;
            let codes: Vec<Code> =
                (first..end).map(|at| coding.interner.intern(&at.to_le_bytes())).collect();
            coding.extend(&codes);
        }
        assert!(matches!(coding.codes, Codes::U32(_)));
        assert!(coding.codes.iter().eq(0..70_000));
    }

    #[test]
    fn apostrophes_are_taken_away_where_all_formulas_have_one() {
        for (cells, expected) in [
            (["'=1", "a", "''@b", "'c"], Some(["=1", "a", "'@b", "'c"])),
            // Whoever wrote this did not escape.
            (["'=1", "a", "=2", "'c"], None),
        ] {
            let texts = without_escapes(&cells.into_iter().collect());
            let texts = texts.map(|texts| texts.iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(texts, expected.map(|expected| expected.map(str::to_owned).to_vec()));
            let kept: Vec<ArrayRef> = cells
                .chunks(2)
                .map(|chunk| Arc::new(StringArray::from(chunk.to_vec())) as ArrayRef)
                .collect();
            let kept = cells_without_escapes(&kept).map(|kept| {
                let cells = kept.iter().flat_map(|chunk| chunk.as_string::<i32>().iter());
                cells.flatten().map(str::to_owned).collect::<Vec<_>>()
            });
            assert_eq!(kept, expected.map(|expected| expected.map(str::to_owned).to_vec()));
        }
    }
}
