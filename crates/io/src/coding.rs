//! From what several threads have interned to columns of codes.
//!
//! Each thread numbers texts as it meets them. In the end the threads' texts are merged and sorted
//! into a dictionary, and the codes of every block are renumbered; nothing shows which thread met
//! what.

use crate::{Column, Native, Problem, SourceOptions, detect, table::Lines, workers};
use arrow::{array::ArrayRef, datatypes::DataType};
use ridotto_core::{Code, Codes, Dictionary, Interner, Kind, Texts, kind::Value};

/// What is done with a column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    /// It is passed over.
    Skip,
    /// It is coded; its values must have this kind, and have this type in the file.
    Code(Option<Kind>, Option<DataType>),
    /// It is kept as it is.
    Keep,
}

/// What a thread has read.
#[derive(Default)]
pub(crate) struct Worked {
    /// The texts of each column that is coded.
    pub interners: Vec<Option<Interner>>,
    pub blocks: Vec<Done>,
}

impl Worked {
    pub fn new(tasks: &[Task]) -> Self {
        let coded = |task: &Task| matches!(task, Task::Code(..)).then(Interner::new);
        Self { interners: tasks.iter().map(coded).collect(), blocks: Vec::new() }
    }
}

/// A block that was read.
pub(crate) struct Done {
    pub first_row: u64,
    pub rows: usize,
    pub columns: Vec<Part>,
    /// Rows and the lines on which they begin, if these are not one per row.
    pub steps: Vec<(u64, u64)>,
}

/// A column of a block.
pub(crate) enum Part {
    Nothing,
    /// Codes that the thread gave.
    Codes(Codes),
    Kept(Vec<ArrayRef>),
}

/// What becomes part of a [`Table`](crate::Table).
pub(crate) struct Assembled {
    pub rows: usize,
    pub columns: Vec<Column>,
    pub lines: Lines,
}

/// Puts together what the threads have read.
pub(crate) fn assemble(
    threads: Vec<Worked>,
    tasks: &[Task],
    names: &[String],
    options: &SourceOptions,
    mut lines: Lines,
) -> Result<Assembled, Problem> {
    let mut columns: Vec<Threaded> = tasks.iter().map(|_| Threaded::default()).collect();
    let mut blocks = Vec::new();
    for (thread, worked) in threads.into_iter().enumerate() {
        for (column, interner) in columns.iter_mut().zip(worked.interners) {
            column.interners.extend(interner);
        }
        blocks.extend(worked.blocks.into_iter().map(|block| (thread, block)));
    }
    blocks.sort_unstable_by_key(|(_, block)| block.first_row);
    let rows = blocks.iter().map(|(_, block)| block.rows).sum();
    if rows == 0 {
        return Err(Problem::HeaderAlone);
    }
    if rows >= u32::MAX as usize {
        return Err(Problem::TooManyRows);
    }
    for (thread, block) in blocks {
        block.steps.iter().for_each(|&(row, line)| lines.step(row as usize, line));
        for (column, part) in columns.iter_mut().zip(block.columns) {
            column.parts.push((thread, part));
        }
    }
    let work = columns.into_iter().zip(tasks).zip(names).collect();
    let columns =
        workers::map(workers::count(options.threads), work, |((column, task), name)| match task {
            Task::Skip => Ok(Column::Skipped),
            Task::Keep => Ok(Column::Carried(column.kept())),
            Task::Code(kind, data_type) => {
                let what = What { name, kind: *kind, data_type: data_type.as_ref() };
                column.coded(&what, rows, options, &lines)
            }
        })?;
    Ok(Assembled { rows, columns, lines })
}

/// A column by threads and blocks.
#[derive(Default)]
struct Threaded {
    /// What each thread has met.
    interners: Vec<Interner>,
    /// The blocks' parts in the order of the file, and the threads that read them.
    parts: Vec<(usize, Part)>,
}

/// What is known of a column that is coded.
struct What<'a> {
    name: &'a str,
    kind: Option<Kind>,
    data_type: Option<&'a DataType>,
}

impl Threaded {
    fn kept(self) -> Vec<ArrayRef> {
        let arrays = |(_, part)| if let Part::Kept(arrays) = part { arrays } else { Vec::new() };
        self.parts.into_iter().flat_map(arrays).collect()
    }

    fn coded(
        self,
        what: &What<'_>,
        rows: usize,
        options: &SourceOptions,
        lines: &Lines,
    ) -> Result<Column, Problem> {
        let (texts, mut renumberings) = merge(self.interners);
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
        codes.reserve(rows);
        for (thread, part) in self.parts {
            if let Part::Codes(part) = part {
                codes.extend_renumbered(&part, &renumberings[thread]);
            }
        }
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
pub(crate) fn null(missing: &[String]) -> &str {
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
        renumberings.push(if at == largest {
            (0..own).collect()
        } else {
            let codes = 0..interner.len() as Code;
            codes.map(|code| all.intern(interner.bytes_of(code))).collect()
        });
    }
    (all.into_texts().expect("all blocks were checked to be UTF-8"), renumberings)
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

/// Appends codes to a part, which is made wider when the interner has outgrown it.
pub(crate) fn extend(part: &mut Codes, codes: &[Code], values: usize) {
    let (fits, room) = match part {
        Codes::U8(part) => (values <= 0x100, part.capacity()),
        Codes::U16(part) => (values <= 0x1_0000, part.capacity()),
        Codes::U32(part) => (true, part.capacity()),
    };
    if !fits {
        let narrow: Vec<Code> = part.iter().collect();
        *part = Codes::for_values(values);
        part.reserve(room);
        part.extend_from_codes(&narrow);
    }
    part.extend_from_codes(codes);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_grow_with_the_number_of_values() {
        let mut part = Codes::for_values(1);
        extend(&mut part, &[0, 255], 256);
        extend(&mut part, &[256], 257);
        assert!(matches!(part, Codes::U16(_)));
        extend(&mut part, &[70_000], 70_001);
        assert_eq!(part, Codes::U32(vec![0, 255, 256, 70_000]));
    }
}
