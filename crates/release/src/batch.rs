//! Batches of τ-Argus, as policies.

use crate::Error;
use crate::argus::{metadata, refused};
use ridotto_argus::translation::{Refused, opened, translation};
use ridotto_argus::{Batch, Metadata};
use ridotto_io::whole_text;
use ridotto_policy::{Entries, Policy, Problem};
use std::path::{Path, PathBuf};

/// A batch as a policy.
#[derive(Clone, Debug)]
pub struct Converted {
    /// The policy as a text, with the lines of the batch beside it.
    pub text: String,
    /// The policy, read; files that it names lie relative to the batch.
    pub policy: Policy,
    /// What is done in another way than τ-Argus does it.
    pub notes: Vec<Problem>,
}

/// Makes a policy of a batch and the metadata that it names. What ridotto does not have is an error that
/// names its line. The policy may name these entries.
pub fn read_batch(path: &Path, entries: &Entries) -> Result<Converted, Error> {
    let text = whole_text(path)?;
    let wrong = |faults| refused(path, &text, faults);
    let batch = Batch::read(&text).map_err(wrong)?;
    let files = opened(&batch).map_err(wrong)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let metadata_path = folder.join(found(folder, &files.metadata).unwrap_or(files.metadata));
    let described = metadata(&metadata_path, files.holds)?;
    let text = translated(path, (&text, &batch), (&metadata_path, &described))?;
    let (text, notes) = text;
    // Its folder is that of the batch, so that its files are found.
    let name = format!("{} as a policy", path.display());
    let mut policy = Policy::parse(&name, &text, entries)?;
    policy.made_of = vec![path.to_owned(), metadata_path];
    let note = |note: String| Problem::warning("argus::otherwise", note);
    Ok(Converted { text, policy, notes: notes.into_iter().map(note).collect() })
}

/// The policy as a text, and notes.
fn translated(
    path: &Path,
    (text, batch): (&str, &Batch),
    (metadata_path, metadata): (&Path, &Metadata),
) -> Result<(String, Vec<String>), Error> {
    let folder = path.parent().unwrap_or(Path::new(""));
    let beside = metadata_path.parent().unwrap_or(Path::new(""));
    let find = |file: &str| {
        found(folder, file).or_else(|| {
            let there = beside.strip_prefix(folder).ok()?.join(found(beside, file)?);
            Some(there.to_string_lossy().into_owned())
        })
    };
    let done = translation(batch, metadata, &find);
    let done = done.map_err(|Refused { batch, metadata }| {
        if batch.is_empty() {
            return match whole_text(metadata_path) {
                Ok(text) => refused(metadata_path, &text, metadata),
                Err(error) => error.into(),
            };
        }
        refused(path, text, batch)
    })?;
    Ok((done.policy, done.notes))
}

/// A file as it is called in a folder: as it is named, or by the end of its path, in capitals or not. These
/// files are written on Windows, mostly with the folders of somebody else's machine.
fn found(folder: &Path, file: &str) -> Option<String> {
    if folder.join(file).is_file() {
        return Some(file.to_owned());
    }
    let name = file.rsplit(['/', '\\']).next().unwrap_or(file);
    let here: PathBuf = if folder.as_os_str().is_empty() { ".".into() } else { folder.to_owned() };
    let names = std::fs::read_dir(here).ok()?.filter_map(Result::ok);
    let mut names: Vec<String> =
        names.filter_map(|entry| entry.file_name().into_string().ok()).collect();
    names.sort();
    let exact = names.iter().find(|other| *other == name);
    exact.or_else(|| names.iter().find(|other| other.eq_ignore_ascii_case(name))).cloned()
}
