//! What a cell may be, given the cell of the input record that it stands for.

use crate::ancestors::Ancestors;
use crate::column::OutputColumn;
use crate::compiled_rule::{CompiledRule, Means};
use crate::error::VerifyError;
use crate::packed_rows::PackedRows;
use crate::progress::{OfColumn, Progress};
use crate::rule::CellRule;
use crate::seen::Seen;
use arrow_array::ArrayRef;
use ridotto_core::hierarchy::TOP;
use ridotto_core::texts::same;
use ridotto_core::{Code, Codes, Dictionary, Reading, Value};
use ridotto_table::{Block, Column, Labelling, Scattered, Shown, unescaped};

/// How one column's cells are checked.
pub(crate) struct Check<'a> {
    pub name: &'a str,
    /// The place among the columns that records are counted by.
    pub key: Option<usize>,
    is_hidden_with_record: bool,
    /// Whether it shows `*` in every record or in none.
    pub is_whole: bool,
    pub cells: CheckedCells<'a>,
}

pub(crate) enum CheckedCells<'a> {
    /// The input's code, and what it may become; its values, if a typed file writes them in
    /// its own way; and what else is true.
    Coded(&'a Codes, Ancestors<'a>, Option<&'a Dictionary>, CompiledRule<'a>),
    /// Labels that stand for values, none of which may be seen.
    Replaced(&'a Codes, &'a Labelling),
    /// The input's values as texts, and with how many digits they may be compared as numbers.
    Carried(Scattered, usize),
}

impl<'a> Check<'a> {
    fn new(column: &'a OutputColumn<'a>) -> Self {
        let OutputColumn { name, view, rule, key, is_hidden_with_record, is_whole } = column;
        let cells = match (view.input, &view.shown) {
            (_, Shown::Labelled { codes, labelling, .. }) if matches!(rule, CellRule::Replaced) => {
                CheckedCells::Replaced(codes, labelling)
            }
            (
                Column::Coded { codes, dictionary, .. },
                Shown::Labelled { native, codes: labels, labelling },
            ) => {
                let by_value = native.is_some().then_some(dictionary);
                let hierarchy = match rule {
                    CellRule::Ancestor(hierarchy) => Some(*hierarchy),
                    _ => None,
                };
                let beyond = match *rule {
                    CellRule::Same | CellRule::Ancestor(_) | CellRule::Replaced => {
                        CompiledRule::Nothing
                    }
                    CellRule::Covering(reading) => CompiledRule::Covering(dictionary, reading),
                    CellRule::Decided => CompiledRule::Decided(labels, labelling),
                    CellRule::Scaled { factor, tolerance } => {
                        CompiledRule::Scaled(dictionary, factor, tolerance)
                    }
                    CellRule::Mean(group_of) => {
                        CompiledRule::Mean(Means::new(group_of, codes, dictionary))
                    }
                };
                CheckedCells::Coded(codes, Ancestors::new(dictionary, hierarchy), by_value, beyond)
            }
            (Column::Carried(chunks), _) => {
                let texts = chunks.iter().map(ridotto_table::texts).collect::<Option<_>>();
                let most = |chunk: &ArrayRef| match chunk.data_type() {
                    of if of.is_floating() => usize::MAX,
                    of if of.is_numeric() => DIGITS,
                    _ => 0,
                };
                let digits = chunks.iter().map(most).min().unwrap_or(0);
                let texts = texts.expect("what was read has a text");
                CheckedCells::Carried(Scattered::new(texts), digits)
            }
            _ => unreachable!("a released column was read"),
        };
        let (is_hidden_with_record, is_whole) = (*is_hidden_with_record, *is_whole);
        Self { name, key: *key, is_hidden_with_record, is_whole, cells }
    }

    /// How the columns are checked. Records are counted by the quasi-identifiers.
    pub fn all(columns: &'a [OutputColumn<'a>]) -> Vec<Self> {
        columns.iter().map(Self::new).collect()
    }

    /// The input's codes, and of how many values they are, if cells are checked by them.
    pub fn coded(&self) -> Option<(&'a Codes, usize)> {
        match &self.cells {
            CheckedCells::Coded(codes, allowed, ..) => Some((codes, allowed.values())),
            CheckedCells::Replaced(..) | CheckedCells::Carried(..) => None,
        }
    }

    /// What is said of a cell that is not allowed.
    pub fn fault(&self) -> VerifyError {
        let column = self.name.to_owned();
        let else_allowed = match &self.cells {
            CheckedCells::Coded(.., beyond) => beyond.words(),
            CheckedCells::Carried(..) => CompiledRule::Nothing.words(),
            CheckedCells::Replaced(..) => return VerifyError::NotReplaced { column },
        };
        VerifyError::Cell { column, else_allowed }
    }

    /// Whether the cells of a block may stand for the input rows named. Column by column, so that
    /// what a column needs stays in the cache.
    pub fn admits(
        &self,
        block: &Block<'_>,
        at: usize,
        rows: &Rows<'_>,
        progress: &mut Progress,
    ) -> bool {
        let is_hidden = |row: usize| {
            self.is_hidden_with_record
                && rows.hidden.is_some_and(|hidden| hidden[rows.inputs[row] as usize])
        };
        let is_star = |cell: Option<&[u8]>| cell == Some(TOP.as_bytes());
        let (codes, allowed, by_value, beyond) = match &self.cells {
            CheckedCells::Coded(codes, allowed, by_value, beyond) => {
                (codes, allowed, by_value, beyond)
            }
            CheckedCells::Replaced(codes, labelling) => {
                return block.all_cells(at, |row, cell| {
                    if is_hidden(row) {
                        return is_star(cell);
                    }
                    let code = codes.get(rows.inputs[row] as usize);
                    let label = labelling.label_of[code as usize];
                    if labelling.missing == Some(label) {
                        return cell.is_none_or(|cell| cell == rows.missing);
                    }
                    rows.plain(cell) == Some(labelling.labels.bytes(label as usize))
                });
            }
            CheckedCells::Carried(texts, digits) => {
                let mut values = Vec::with_capacity(rows.inputs.len());
                texts.gather(rows.inputs, &mut values);
                return block.all_cells(at, |row, cell| match (values[row], rows.plain(cell)) {
                    (_, cell) if is_hidden(row) => is_star(cell),
                    (None, cell) => cell.is_none_or(|cell| cell == rows.missing),
                    (Some(value), Some(cell)) => {
                        same(cell, value) || is_same_number(value, cell, *digits)
                    }
                    (Some(_), None) => false,
                });
            }
        };
        let Progress { columns, codes: gathered, words, cached } = progress;
        gathered.clear();
        if !rows.companion.is_some_and(|companion| companion.codes(at, words, gathered)) {
            codes.gather(rows.inputs, gathered);
        }
        let OfColumn { hint, admitted, pairs } = &mut columns[at];
        if self.key.is_none() {
            allowed.prefetch(gathered, *hint, *cached);
        }
        let mut is_fine = |row: usize, code: Code, cell: Option<&[u8]>| {
            let cell = rows.plain(cell);
            allowed.admits(code, cell, rows.missing, hint)
                || by_value.is_some_and(|values| is_same_value(values, code, cell))
                || beyond.admits(rows.inputs[row], code, cell, rows.missing)
        };
        let Some(key) = self.key else {
            return block.all_cells(at, |row, cell| {
                if is_hidden(row) { is_star(cell) } else { is_fine(row, gathered[row], cell) }
            });
        };
        // The cells of a key column were numbered: once a value was found to be allowed as a label,
        // only numbers are compared.
        let by_row = beyond.is_by_row();
        let labels = &rows.seen.labels[key];
        let numbers = rows.numbers.chunks_exact(rows.seen.width()).map(|numbers| numbers[key]);
        let hides = self.is_hidden_with_record && rows.hidden.is_some();
        if !by_row && !hides {
            let pairs = gathered.iter().zip(numbers.clone());
            let strays = pairs.filter(|&(&code, label)| admitted[code as usize] != label);
            if strays.count() == 0 {
                return true;
            }
        }
        gathered.iter().zip(numbers).enumerate().all(|(row, (&code, label))| {
            let known = &mut admitted[code as usize];
            if *known == label && !by_row && !is_hidden(row) {
                return true;
            }
            if is_hidden(row) {
                return is_star(labels.cell(label));
            }
            if !by_row && pairs.contains(&(code, label)) {
                *known = label;
                return true;
            }
            let is_fine = is_fine(row, code, labels.cell(label));
            if is_fine && !by_row {
                *known = label;
                pairs.insert((code, label));
            }
            is_fine
        })
    }
}

/// Whether a cell of a typed file is the same number, day or truth value as the text that it was
/// made from: `1.50` is written as 1.5 there, and `31.12.2024` as 2024-12-31.
#[cold]
fn is_same_value(values: &Dictionary, code: Code, cell: Option<&[u8]>) -> bool {
    let (Some(text), Some(cell)) = (values.text(code), cell) else { return false };
    let Ok(cell) = std::str::from_utf8(cell) else { return false };
    let value = values.reading().parse(text);
    value != Value::Text && Reading::of_kind(values.reading().kind).parse(cell) == value
}

/// Numbers of so many digits differ if and only if the nearest floating numbers do.
pub(crate) const DIGITS: usize = 15;

/// Whether a cell is the number of a text, written in another way: a sheet knows no `1.50`. Numbers
/// with more digits than may be compared must be written in the same way.
pub(crate) fn is_same_number(text: &[u8], cell: &[u8], most: usize) -> bool {
    let digits = |text: &[u8]| text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let number = |text: &str| text.parse::<f64>().ok().filter(|number| number.is_finite());
    let (Ok(text), Ok(shown)) = (str::from_utf8(text), str::from_utf8(cell)) else { return false };
    most > 0
        && digits(text.as_bytes()).max(digits(cell)) <= most
        && number(text).is_some_and(|value| number(shown) == Some(value))
}

/// The rows of a block: the input rows that they stand for.
pub(crate) struct Rows<'a> {
    pub inputs: &'a [u32],
    pub hidden: Option<&'a [bool]>,
    pub missing: &'a [u8],
    pub companion: Option<&'a PackedRows>,
    /// Whether cells that a spreadsheet would run have an apostrophe in front.
    pub escaped: bool,
    /// The texts of the key columns, and the numbers of each record's.
    pub seen: &'a Seen,
    pub numbers: &'a [u32],
}

impl Rows<'_> {
    /// A cell as it was before it was escaped.
    #[inline]
    fn plain<'c>(&self, cell: Option<&'c [u8]>) -> Option<&'c [u8]> {
        if self.escaped { cell.map(unescaped) } else { cell }
    }
}
