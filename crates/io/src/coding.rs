//! From what several threads have interned to one column of codes.
//!
//! Each thread numbers texts as it meets them. In the end the threads' texts are merged and sorted
//! into a dictionary, and the codes of every block are renumbered; nothing shows which thread met
//! what.

use crate::{Column, Native, Problem, SourceOptions, detect, table::Lines};
use ridotto_core::{Code, Codes, Dictionary, Interner, Kind, Texts, kind::Value};

/// A column's codes by thread and block.
pub(crate) struct Coded {
    /// What each thread has met.
    pub interners: Vec<Interner>,
    /// The codes of each block, in the order of the file, and the thread that gave them.
    pub parts: Vec<(usize, Codes)>,
    /// The kind that the values must have.
    pub kind: Option<Kind>,
    /// Whether the values may be read as numbers or dates even if nobody says so, and the type
    /// that they have in the file.
    pub native: Option<Native>,
}

impl Coded {
    /// One column; `name` and `lines` are for errors.
    pub fn finish(
        self,
        name: &str,
        rows: usize,
        options: &SourceOptions,
        lines: &Lines,
    ) -> Result<Column, Problem> {
        let (texts, mut renumberings) = merge(self.interners);
        let is_missing = |text: &str| is_missing(text, &options.missing);
        let reading = match (&self.native, self.kind) {
            (Some(native), None) => native.reading.clone(),
            (_, kind) => {
                let values = texts.iter().filter(|text| !is_missing(text));
                detect::reading(values, kind, options)
            }
        };
        let (dictionary, new) = Dictionary::new(&texts, reading, is_missing);
        drop(texts);
        for code in renumberings.iter_mut().flatten() {
            *code = new[*code as usize];
        }
        let mut codes = Codes::for_values(dictionary.len());
        codes.reserve(rows);
        for (thread, part) in self.parts {
            codes.extend_renumbered(&part, &renumberings[thread]);
        }
        if let Some(kind) = self.kind {
            check_kind(name, kind, &codes, &dictionary, lines)?;
        }
        let native = self.native.or_else(|| detect::native(&dictionary));
        Ok(Column::Coded { codes, dictionary, native })
    }
}

/// Whether a text means that there is no value. A null of Arrow is the first of the missing texts,
/// or, if there is none, a zero character.
pub(crate) fn is_missing(text: &str, missing: &[String]) -> bool {
    match missing {
        [] => text == NULL,
        missing => missing.iter().any(|one| one == text),
    }
}

/// The text by which a null is interned when nothing means missing.
pub(crate) const NULL: &str = "\0";

/// All texts, and where each thread's texts are among them.
fn merge(mut interners: Vec<Interner>) -> (Texts, Vec<Vec<Code>>) {
    let largest = (0..interners.len()).max_by_key(|&at| interners[at].len());
    let largest = largest.expect("there is at least one thread");
    let mut all = std::mem::take(&mut interners[largest]);
    let own = all.len() as Code;
    let mut renumberings = Vec::with_capacity(interners.len());
    for (at, interner) in interners.into_iter().enumerate() {
        renumberings.push(match at == largest {
            true => (0..own).collect(),
            false => (0..interner.len() as Code)
                .map(|code| all.intern(interner.bytes_of(code)))
                .collect(),
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
    let (mut cells, mut first) = (0, None);
    let mut row = 0;
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
    let fits = match part {
        Codes::U8(_) => values <= 0x100,
        Codes::U16(_) => values <= 0x1_0000,
        Codes::U32(_) => true,
    };
    if !fits {
        let old: Vec<Code> = part.iter().collect();
        let room = match part {
            Codes::U8(part) => part.capacity(),
            Codes::U16(part) => part.capacity(),
            Codes::U32(part) => part.capacity(),
        };
        *part = Codes::for_values(values);
        part.reserve(room);
        part.extend_from_codes(&old);
    }
    part.extend_from_codes(codes);
}
