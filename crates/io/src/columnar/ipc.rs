//! Arrow IPC: files with a list of their batches, and streams without.

use super::safe;
use crate::{
    Batches, Digest, Known, Piece, Pieces, Problem,
    digest::digest_of_path,
    guard::{Guarded, guarded},
};
use arrow_ipc::reader::{FileReader, StreamReader};
use std::{
    fs::File,
    io::{BufReader, Read, Seek},
    path::{Path, PathBuf},
};

/// How a file begins that is no stream.
const FILE: &[u8] = b"ARROW1";

/// A file or a stream that was checked.
pub(crate) struct Ipc {
    path: PathBuf,
    is_stream: bool,
}

impl Ipc {
    /// Opens a file, and tells its columns.
    pub fn open(path: &Path, mut file: File) -> Result<(Self, Vec<Known>), Problem> {
        let mut start = Vec::new();
        file.by_ref().take(6).read_to_end(&mut start)?;
        let is_stream = start != FILE;
        if start.is_empty() {
            return Err(Problem::Empty);
        }
        let check = if is_stream { safe::check_stream } else { safe::check_file };
        guarded(Problem::BrokenArrow, || check(&file))?;
        file.rewind()?;
        let schema = guarded(Problem::BrokenArrow, || {
            if is_stream {
                StreamReader::try_new_buffered(file, None).map(|it| it.schema())
            } else {
                FileReader::try_new_buffered(file, None).map(|it| it.schema())
            }
        })?;
        Ok((Self { path: path.to_owned(), is_stream }, Known::all_of(&schema)))
    }
}

impl Batches for Ipc {
    fn digest(&self) -> Result<Digest, Problem> {
        digest_of_path(&self.path)
    }

    fn pieces<'a>(&'a self, wanted: &'a [usize]) -> Result<Pieces<'a>, Problem> {
        let file = BufReader::new(File::open(&self.path)?);
        let (broken, wanted) = (|| Problem::BrokenArrow, Some(wanted.to_vec()));
        if self.is_stream {
            let batches = guarded(broken(), || StreamReader::try_new(file, wanted))?;
            return Ok(Box::new(Guarded::new(batches, broken).map(|it| Ok(Piece::of_batch(it?)))));
        }
        let batches = guarded(broken(), || FileReader::try_new(file, wanted))?;
        Ok(Box::new(Guarded::new(batches, broken).map(|it| Ok(Piece::of_batch(it?)))))
    }
}
