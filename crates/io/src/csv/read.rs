//! Cells to codes.

use super::{
    Layout,
    blocks::{Blocks, Pool, RawBlock},
    records::{Chunk, Parser},
};
use crate::{Budget, Done, Problem, ReadAs, Task, Worked};
use arrow_array::{Array, ArrayRef, builder::StringBuilder};
use ridotto_core::{Code, Interner};
use std::sync::Arc;

/// Rows that decide how a carried column is kept, and the most text to look at for that.
const DECISIVE_ROWS: u64 = 1 << 15;
const DECISIVE_BYTES: usize = 1 << 26;

/// Fewer rows, but not fewer than these, decide if each value is there so many times.
const CLEARLY: usize = 16;
const CLEARLY_ROWS: usize = 1 << 13;

/// What is done with the columns of a file.
///
/// Columns that are carried are coded if they repeat themselves, by their first rows: if at least
/// every second value was there before. The second part is the blocks that were taken for that.
pub(super) fn tasks(
    layout: Layout,
    wants: &[ReadAs],
    blocks: &mut Blocks,
    pool: &Pool,
) -> Result<(Vec<Task>, Vec<RawBlock>), Problem> {
    let carried: Vec<usize> = (0..wants.len()).filter(|&at| wants[at] == ReadAs::Carry).collect();
    let (mut taken, mut rows, mut bytes) = (Vec::new(), 0, 0);
    let mut distinct = Distinct::new(layout, &carried);
    while !distinct.repeat_clearly() && rows < DECISIVE_ROWS && bytes < DECISIVE_BYTES {
        let Some(block) = blocks.next(pool.take())? else { break };
        rows += block.rows as u64;
        bytes += block.end;
        distinct.take(&block);
        taken.push(block);
    }
    let enough = rows >= DECISIVE_ROWS || bytes >= DECISIVE_BYTES;
    let repeats = |values: usize| !enough || values * 2 <= rows.min(DECISIVE_ROWS) as usize;
    let mut distinct = distinct.interners.iter().map(Interner::len);
    let tasks = wants.iter().map(|want| match *want {
        ReadAs::Skip => Task::Skip,
        ReadAs::Code { kind } => Task::Code(kind, None),
        ReadAs::Carry if distinct.next().is_none_or(repeats) => Task::Code(None, None),
        ReadAs::Carry => Task::Keep,
    });
    Ok((tasks.collect(), taken))
}

/// How many different values the first rows of some columns have.
struct Distinct<'a> {
    parser: Parser,
    columns: &'a [usize],
    interners: Vec<Interner>,
    rows: usize,
}

impl<'a> Distinct<'a> {
    fn new(layout: Layout, columns: &'a [usize]) -> Self {
        let interners = vec![Interner::new(); columns.len()];
        Self { parser: Parser::new(layout), columns, interners, rows: 0 }
    }

    /// Looks at a block. What is wrong with it is found later.
    fn take(&mut self, block: &RawBlock) {
        let Self { parser, columns, interners, rows: all } = self;
        _ = parser.parse(block, |chunk| {
            let rows = DECISIVE_ROWS.saturating_sub(chunk.first_row) as usize;
            for (&column, interner) in columns.iter().zip(&mut *interners) {
                for span in chunk.spans(column).take(rows) {
                    interner.intern_within(chunk.buffer, span.start, span.end);
                }
            }
            *all += chunk.rows;
            Ok::<(), Problem>(())
        });
    }

    /// Whether no column needs another look.
    fn repeat_clearly(&self) -> bool {
        self.interners.is_empty()
            || self.rows >= CLEARLY_ROWS
                && self.interners.iter().all(|interner| interner.len() * CLEARLY < self.rows)
    }
}

/// What a thread has read, and what it needs to read on.
pub(super) struct Reader<'a> {
    parser: Parser,
    missing: &'a [String],
    tasks: &'a [Task],
    codes: Vec<Code>,
    cell: Vec<u8>,
    pub worked: Worked,
}

impl<'a> Reader<'a> {
    pub fn new(layout: Layout, tasks: &'a [Task], missing: &'a [String]) -> Self {
        let (parser, worked) = (Parser::new(layout), Worked::new(tasks));
        Self { parser, missing, tasks, codes: Vec::new(), cell: Vec::new(), worked }
    }

    /// Reads a block.
    pub fn take(&mut self, block: &RawBlock, budget: &Budget) -> Result<(), Problem> {
        let Self { parser, missing, tasks, codes, cell, worked } = self;
        let builder = || StringBuilder::with_capacity(block.rows, block.rows * 8);
        let mut builders: Vec<Option<StringBuilder>> =
            tasks.iter().map(|task| (*task == Task::Keep).then(builder)).collect();
        // The first row of a block may follow a row of several lines.
        let mut steps = vec![(block.first_row, block.first_line)];
        parser.parse(block, |chunk| {
            for (at, (coding, builder)) in worked.coded.iter_mut().zip(&mut builders).enumerate() {
                if let Some(coding) = coding {
                    codes.clear();
                    intern(chunk, at, &mut coding.interner, codes, cell);
                    coding.extend(codes);
                } else if let Some(builder) = builder {
                    append(chunk, at, missing, builder);
                }
            }
            if block.lines != block.rows as u64
                && let Some(lines) = chunk.lines()
            {
                steps.extend((chunk.first_row..).zip(lines));
            }
            Ok::<(), Problem>(())
        })?;
        let kept = builders.into_iter().map(|builder| builder.map(finish)).collect();
        worked.push(Done { first_row: block.first_row, rows: block.rows, kept, steps });
        let now = worked.size();
        budget.keep(&mut worked.counted, now)
    }
}

fn finish(mut builder: StringBuilder) -> ArrayRef {
    let mut array = builder.finish();
    array.shrink_to_fit();
    Arc::new(array)
}

/// Appends the codes of a column's cells.
fn intern(
    chunk: &Chunk<'_>,
    column: usize,
    interner: &mut Interner,
    codes: &mut Vec<Code>,
    cell: &mut Vec<u8>,
) {
    if chunk.is_simple(column) {
        interner.warm(chunk.buffer, chunk.simple_spans(column));
        codes.extend(
            chunk
                .simple_spans(column)
                .map(|(start, end)| interner.intern_within(chunk.buffer, start, end)),
        );
        return;
    }
    interner.warm(chunk.buffer, chunk.spans(column).map(|span| (span.start, span.end)));
    codes.extend(chunk.spans(column).map(|span| {
        if span.doubled {
            cell.clear();
            chunk.undouble(&chunk.buffer[span.start..span.end], cell);
            interner.intern(cell)
        } else {
            interner.intern_within(chunk.buffer, span.start, span.end)
        }
    }));
}

/// Appends a column's cells as they are.
fn append(chunk: &Chunk<'_>, column: usize, missing: &[String], builder: &mut StringBuilder) {
    for span in chunk.spans(column) {
        let text = chunk.text(span);
        if missing.iter().any(|one| *one == text) {
            builder.append_null();
        } else {
            builder.append_value(text);
        }
    }
}
