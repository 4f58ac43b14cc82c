//! A batch and its metadata as a policy of ours.
//!
//! What a batch asks for and we have is said by the policy, with the line of the batch beside it. What
//! we do in another way is a note. What we do not have is refused, with its line: nothing is passed over
//! in silence.

mod attributes;
mod collect;
mod method;
mod quoted;
mod rules;
mod text;

use crate::Fault;
use crate::batch::Batch;
use crate::metadata::{Holds, Metadata};

/// The files that a batch opens.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opened {
    /// What the data are.
    pub holds: Holds,
    /// The data, as the batch names them.
    pub data: String,
    /// The metadata, as the batch names them.
    pub metadata: String,
}

/// A policy, and what is to be said about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Translation {
    /// The policy: TOML, with comments.
    pub policy: String,
    /// What is done in another way than τ-Argus does it.
    pub notes: Vec<String>,
}

/// Why there is no policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Refused {
    /// What of the batch.
    pub batch: Vec<Fault>,
    /// What of the metadata.
    pub metadata: Vec<Fault>,
}

/// What is said to whom who must change a batch.
pub(crate) const NOT_HERE: &str =
    "take it out of the batch; what the rest becomes is a policy, to which more can be added";

/// The files that a batch opens; there must be one of each.
pub fn opened(batch: &Batch) -> Result<Opened, Vec<Fault>> {
    collect::opened(batch)
}

/// The policy that asks for what a batch asks for. `find` tells how the policy names a file that the
/// batch or its metadata name; `None` if it is not there.
pub fn translation(
    batch: &Batch,
    metadata: &Metadata,
    find: &dyn Fn(&str) -> Option<String>,
) -> Result<Translation, Refused> {
    let refused = |batch| Refused { batch, ..Refused::default() };
    let (mut said, faults) = collect::said(batch).map_err(refused)?;
    let mut refused = refused(faults);
    // A file that is not there is told when it is opened.
    let files = [&mut said.opened.data, &mut said.opened.metadata];
    for file in files.into_iter().chain(said.apriori.as_mut().map(|(_, file)| file)) {
        if let Some(found) = find(file) {
            *file = found;
        }
    }
    let rules = rules::rules(&mut said, metadata, &mut refused.batch);
    let method = method::method(&mut said, metadata, &mut refused.batch, find);
    let attributes = attributes::attributes(&said, &rules, metadata, find, &mut refused);
    if refused != Refused::default() {
        refused.batch.sort_by_key(|fault| fault.line);
        return Err(refused);
    }
    let policy = text::policy(&said, &attributes, &rules, &method);
    Ok(Translation { policy, notes: said.notes })
}

#[cfg(test)]
mod tests;
