//! Cells to codes.

use super::{
    Layout,
    blocks::{Blocks, Pool, RawBlock},
    records::{Chunk, Parser},
};
use crate::{
    Column, Problem, SourceOptions, Want,
    coding::{self, Coded},
    table::Lines,
    workers,
};
use arrow::array::{Array, ArrayRef, StringBuilder};
use ridotto_core::{Code, Codes, Interner, Kind};
use std::sync::Arc;

/// Rows that decide how a carried column is kept, and the most text to look at for that.
const DECISIVE_ROWS: u64 = 1 << 15;
const DECISIVE_BYTES: usize = 1 << 26;

/// What is done with a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Task {
    Skip,
    Code(Option<Kind>),
    Undecided,
    Text,
}

/// What is done with the columns of a file.
pub(super) struct Reader<'a> {
    layout: Layout,
    tasks: Vec<Task>,
    missing: &'a [String],
}

/// What a thread has read.
pub(super) struct State<'a> {
    parser: Parser,
    columns: Vec<ColumnState>,
    done: Vec<Done>,
    missing: &'a [String],
    codes: Vec<Code>,
    cell: Vec<u8>,
}

enum ColumnState {
    Skip,
    Code(Interner),
    Text,
}

/// A block that was read.
struct Done {
    first_row: u64,
    rows: usize,
    columns: Vec<Part>,
    /// Rows that follow one of several lines, and their lines.
    steps: Vec<(u64, u64)>,
}

enum Part {
    Nothing,
    Codes(Codes),
    Building(StringBuilder),
    Text(ArrayRef),
}

/// What becomes part of a [`Table`](crate::Table).
pub(super) struct Read {
    pub rows: usize,
    pub names: Vec<String>,
    pub columns: Vec<Column>,
    pub lines: Lines,
}

impl<'a> Reader<'a> {
    pub fn new(layout: Layout, wants: &[Want], missing: &'a [String]) -> Self {
        let task = |want: &Want| match *want {
            Want::Skip => Task::Skip,
            Want::Code { kind } => Task::Code(kind),
            Want::Carry => Task::Undecided,
        };
        Self { layout, tasks: wants.iter().map(task).collect(), missing }
    }

    /// Decides which of the carried columns are coded, by their first rows: those of which at
    /// least every second value was there before. Gives back the blocks that it took for that.
    pub fn decide(&mut self, blocks: &mut Blocks, pool: &Pool) -> Result<Vec<RawBlock>, Problem> {
        let undecided: Vec<usize> =
            (0..self.tasks.len()).filter(|&at| self.tasks[at] == Task::Undecided).collect();
        let mut taken = Vec::new();
        if undecided.is_empty() {
            return Ok(taken);
        }
        let (mut rows, mut bytes) = (0, 0);
        while rows < DECISIVE_ROWS && bytes < DECISIVE_BYTES {
            let Some(block) = blocks.next(pool.take())? else { break };
            rows += block.rows as u64;
            bytes += block.end;
            taken.push(block);
        }
        let enough = rows >= DECISIVE_ROWS || bytes >= DECISIVE_BYTES;
        let distinct = self.distinct(&undecided, &taken);
        for (column, values) in undecided.into_iter().zip(distinct) {
            let repeats = !enough || values * 2 <= rows.min(DECISIVE_ROWS) as usize;
            self.tasks[column] = if repeats { Task::Code(None) } else { Task::Text };
        }
        Ok(taken)
    }

    /// How many different values the first rows have. What is wrong with them is found later.
    fn distinct(&self, columns: &[usize], blocks: &[RawBlock]) -> Vec<usize> {
        let mut parser = Parser::new(self.layout);
        let mut interners = vec![Interner::new(); columns.len()];
        for block in blocks {
            _ = parser.parse(block, |chunk| {
                let rows = DECISIVE_ROWS.saturating_sub(chunk.first_row) as usize;
                for (&column, interner) in columns.iter().zip(&mut interners) {
                    for span in chunk.spans(column).take(rows) {
                        interner.intern_within(chunk.buffer, span.start, span.end);
                    }
                }
                Ok::<(), Problem>(())
            });
        }
        interners.iter().map(Interner::len).collect()
    }

    /// The state of a thread that has read nothing.
    pub fn start(&self) -> State<'a> {
        let column = |task: &Task| match task {
            Task::Skip | Task::Undecided => ColumnState::Skip,
            Task::Code(_) => ColumnState::Code(Interner::new()),
            Task::Text => ColumnState::Text,
        };
        State {
            parser: Parser::new(self.layout),
            columns: self.tasks.iter().map(column).collect(),
            done: Vec::new(),
            missing: self.missing,
            codes: Vec::new(),
            cell: Vec::new(),
        }
    }

    /// Puts together what the threads have read.
    pub fn finish(
        &self,
        states: Vec<State<'_>>,
        names: Vec<String>,
        options: &SourceOptions,
        first_line: u64,
    ) -> Result<Read, Problem> {
        let mut interners: Vec<Vec<Interner>> = names.iter().map(|_| Vec::new()).collect();
        let mut blocks = Vec::new();
        for (thread, state) in states.into_iter().enumerate() {
            for (at, column) in state.columns.into_iter().enumerate() {
                if let ColumnState::Code(interner) = column {
                    interners[at].push(interner);
                }
            }
            blocks.extend(state.done.into_iter().map(|block| (thread, block)));
        }
        blocks.sort_unstable_by_key(|(_, block)| block.first_row);
        let rows = blocks.iter().map(|(_, block)| block.rows).sum();
        if rows == 0 {
            return Err(Problem::HeaderAlone);
        }
        if rows >= u32::MAX as usize {
            return Err(Problem::TooManyRows);
        }
        let mut lines = Lines::starting_at(first_line);
        for &(row, line) in blocks.iter().flat_map(|(_, block)| &block.steps) {
            lines.step(row as usize, line);
        }
        let mut parts: Vec<Vec<(usize, Part)>> =
            names.iter().map(|_| Vec::with_capacity(blocks.len())).collect();
        for (thread, block) in blocks {
            for (column, part) in parts.iter_mut().zip(block.columns) {
                column.push((thread, part));
            }
        }
        let columns = parts.into_iter().zip(interners).enumerate().collect();
        let columns = workers::map(
            workers::count(options.threads),
            columns,
            |(at, (parts, interners))| match self.tasks[at] {
                Task::Skip | Task::Undecided => Ok(Column::Skipped),
                Task::Text => Ok(Column::Carried(parts.into_iter().filter_map(array).collect())),
                Task::Code(kind) => {
                    let parts = parts.into_iter().filter_map(codes).collect();
                    let coded = Coded { interners, parts, kind, native: None };
                    coded.finish(&names[at], rows, options, &lines)
                }
            },
        )?;
        Ok(Read { rows, names, columns, lines })
    }
}

fn array((_, part): (usize, Part)) -> Option<ArrayRef> {
    if let Part::Text(array) = part { Some(array) } else { None }
}

fn codes((thread, part): (usize, Part)) -> Option<(usize, Codes)> {
    if let Part::Codes(codes) = part { Some((thread, codes)) } else { None }
}

impl State<'_> {
    /// Reads a block.
    pub fn take(&mut self, block: &RawBlock) -> Result<(), Problem> {
        let Self { parser, columns, done, missing, codes, cell } = self;
        let mut parts: Vec<Part> =
            columns.iter().map(|column| Part::new(column, block.rows)).collect();
        let mut steps = Vec::new();
        parser.parse(block, |chunk| {
            for ((at, column), part) in columns.iter_mut().enumerate().zip(&mut parts) {
                match (column, part) {
                    (ColumnState::Code(interner), Part::Codes(part)) => {
                        codes.clear();
                        intern(chunk, at, interner, codes, cell);
                        coding::extend(part, codes, interner.len());
                    }
                    (ColumnState::Text, Part::Building(builder)) => {
                        append(chunk, at, missing, builder);
                    }
                    _ => {}
                }
            }
            if block.lines != block.rows as u64
                && let Some(lines) = chunk.lines()
            {
                steps.extend((chunk.first_row..).zip(lines));
            }
            Ok::<(), Problem>(())
        })?;
        // The first row of a block may follow a row of several lines.
        steps.insert(0, (block.first_row, block.first_line));
        let columns = parts.into_iter().map(Part::built).collect();
        done.push(Done { first_row: block.first_row, rows: block.rows, columns, steps });
        Ok(())
    }
}

impl Part {
    fn new(column: &ColumnState, rows: usize) -> Self {
        match column {
            ColumnState::Skip => Self::Nothing,
            ColumnState::Code(interner) => {
                let mut codes = Codes::for_values(interner.len());
                codes.reserve(rows);
                Self::Codes(codes)
            }
            ColumnState::Text => Self::Building(StringBuilder::with_capacity(rows, rows * 8)),
        }
    }

    fn built(self) -> Self {
        match self {
            Self::Building(mut builder) => {
                let mut array = builder.finish();
                array.shrink_to_fit();
                Self::Text(Arc::new(array))
            }
            part => part,
        }
    }
}

/// Appends the codes of a column's cells.
fn intern(
    chunk: &Chunk<'_>,
    column: usize,
    interner: &mut Interner,
    codes: &mut Vec<Code>,
    cell: &mut Vec<u8>,
) {
    if chunk.is_simple() {
        codes.extend(
            chunk
                .simple_spans(column)
                .map(|(start, end)| interner.intern_within(chunk.buffer, start, end)),
        );
        return;
    }
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
