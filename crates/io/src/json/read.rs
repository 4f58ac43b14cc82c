//! The second pass: records to batches of texts.

use super::{
    blocks::{Block, Blocks, Form, text},
    object::{Fault, Value, object},
    survey::Survey,
};
use crate::{
    Batches, Compression, Digest, Known, Lines, Piece, Pieces, Problem, Sorts, columnar::batch_of,
    digest::digest_of_path, line_blocks::BLOCK, workers,
};
use arrow_array::{ArrayRef, builder::StringBuilder};
use std::{collections::HashMap, fs::File, io::Read, path::PathBuf, sync::Arc};

/// A file of which the keys are known.
pub(crate) struct JsonSource {
    bytes: Bytes,
    how: (Form, Compression),
    block: usize,
    pub keys: Vec<(String, Sorts)>,
    pub lines: Lines,
    places: HashMap<String, usize>,
}

/// Where the bytes are.
enum Bytes {
    File(PathBuf),
    /// For fuzzing.
    Memory(Vec<u8>),
}

impl Bytes {
    fn open(&self) -> Result<Box<dyn Read + Send>, Problem> {
        Ok(match self {
            Self::File(path) => Box::new(File::open(path)?),
            Self::Memory(bytes) => Box::new(std::io::Cursor::new(bytes.clone())),
        })
    }

    fn digest(&self) -> Result<Digest, Problem> {
        match self {
            Self::File(path) => digest_of_path(path),
            Self::Memory(bytes) => Ok(Digest::of_bytes(bytes)),
        }
    }
}

impl JsonSource {
    pub fn open(path: PathBuf, how: (Form, Compression), threads: usize) -> Result<Self, Problem> {
        Self::new(Bytes::File(path), how, BLOCK, threads)
    }

    pub fn of_bytes(
        bytes: &[u8],
        form: Form,
        (block, threads): (usize, usize),
    ) -> Result<Self, Problem> {
        Self::new(Bytes::Memory(bytes.to_vec()), (form, Compression::None), block, threads)
    }

    fn new(
        bytes: Bytes,
        how: (Form, Compression),
        block: usize,
        threads: usize,
    ) -> Result<Self, Problem> {
        let blocks = Blocks::new(bytes.open()?, how, block)?;
        let Survey { keys, lines } = Survey::of(blocks, workers::count(threads))?;
        let names = keys.iter().map(|(name, _)| name.clone());
        let places = names.zip(0..).collect();
        Ok(Self { bytes, how, block, keys, lines, places })
    }

    /// The columns, in the order in which their keys came.
    pub fn columns(&self) -> Vec<Known> {
        self.keys.iter().map(|(name, sorts)| Known::found(name, sorts.data_type())).collect()
    }

    /// The blocks of the file and how many of its bytes were read for each.
    fn blocks(&self) -> Result<impl Iterator<Item = Result<(u64, Block), Problem>>, Problem> {
        let mut blocks = Blocks::new(self.bytes.open()?, self.how, self.block)?;
        let mut told = 0;
        Ok(std::iter::from_fn(move || {
            let block = blocks.next().transpose()?;
            let more = blocks.bytes() - told;
            told = blocks.bytes();
            Some(block.map(|block| (more, block)))
        }))
    }

    /// The wanted columns of a block, as texts. The file was surveyed, so whatever is amiss now is
    /// because it has changed.
    fn arrays(&self, block: &Block, wanted: &[usize]) -> Result<Vec<ArrayRef>, Problem> {
        let mut place_of = vec![None; self.keys.len()];
        wanted.iter().zip(0..).for_each(|(&at, place)| place_of[at] = Some(place));
        let rows = block.rows() as usize;
        let mut builders: Vec<_> =
            wanted.iter().map(|_| StringBuilder::with_capacity(rows, rows * 8)).collect();
        let mut done = 0;
        for (place, record) in block.records() {
            let mut next = 0;
            object(text(place, record)?, |key, value| {
                let at = match self.keys.get(next) {
                    Some((name, _)) if *name == key => next,
                    _ => *self.places.get(&*key).ok_or(Fault::Broken)?,
                };
                next = at + 1;
                let Some(column) = place_of[at] else { return Ok(()) };
                let builder: &mut StringBuilder = &mut builders[column];
                if arrow_array::builder::ArrayBuilder::len(builder) != done {
                    return Err(Fault::Repeated(key.into_owned()));
                }
                append(builder, &value);
                Ok(())
            })
            .map_err(|fault| fault.on(place))?;
            done += 1;
            for builder in &mut builders {
                if arrow_array::builder::ArrayBuilder::len(builder) < done {
                    builder.append_null();
                }
            }
        }
        Ok(builders.into_iter().map(|mut one| Arc::new(one.finish()) as ArrayRef).collect())
    }
}

impl Batches for JsonSource {
    fn digest(&self) -> Result<Digest, Problem> {
        self.bytes.digest()
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        Ok(Box::new(self.blocks()?.map(move |block| {
            let (amount, block) = block?;
            Ok(Piece::new((block.rows(), amount), move |give| {
                give(&batch_of(self.arrays(&block, wanted)?, block.rows() as usize)?)
            }))
        })))
    }
}

fn append(builder: &mut StringBuilder, value: &Value<'_>) {
    match value {
        Value::Null => builder.append_null(),
        Value::Truth(truth) => builder.append_value(if *truth { "true" } else { "false" }),
        Value::Number(number) => builder.append_value(number),
        Value::Text(text) => builder.append_value(text),
    }
}
