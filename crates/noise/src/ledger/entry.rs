//! Lines of a ledger: what they say, and the chain.

use super::LedgerError;
use crate::{Exact, Loss, Neighbours, NoiseError, Protected};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::num::NonZeroU64;
use std::path::Path;

/// What an entry is about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// The ledger begins.
    Open {
        /// Which files are neighbours.
        neighbours: Neighbours,
        /// How many records a person has at most.
        records: NonZeroU64,
    },
    /// More may be spent than the policy says.
    Grant {
        /// By whom; by everybody if nobody is named.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        user: Option<String>,
        /// How much more.
        epsilon: Exact,
        /// How much more.
        delta: Exact,
    },
    /// Something was charged.
    Charge {
        /// For whom.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        user: Option<String>,
        /// For what.
        purpose: String,
        /// With which mechanism.
        mechanism: String,
        /// What it cost a person, in ε.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        epsilon: Option<Exact>,
        /// With which probability that may fail.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        delta: Option<Exact>,
        /// What it cost a person, in ρ.
        #[serde(skip_serializing_if = "Option::is_none", default)]
        rho: Option<Exact>,
    },
    /// A torn last line was cut off.
    Recovered {
        /// How many bytes it had.
        bytes: u64,
    },
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Its number, from 1.
    pub number: u64,
    /// When it was written, in seconds since 1970.
    pub time: u64,
    /// What it says.
    pub event: Event,
    /// Its digest.
    pub hash: String,
}

#[derive(Serialize, Deserialize)]
struct Body {
    entry: u64,
    time: u64,
    before: String,
    event: Event,
}

/// Before the first line.
pub(super) const FIRST: &str = "0000000000000000000000000000000000000000000000000000000000000000";

/// What parts an entry from its digest.
const SEAM: &str = ",\"hash\":\"";

/// The line of an entry after another, with its end.
pub(super) fn line(number: u64, time: u64, before: &str, event: &Event) -> (String, Entry) {
    let body = Body { entry: number, time, before: before.to_owned(), event: event.clone() };
    let text = serde_json::to_string(&body).expect("texts and numbers are JSON");
    let hash = hash(&text);
    let open = text.strip_suffix('}').expect("an object ends so");
    let line = format!("{open}{SEAM}{hash}\"}}\n");
    (line, Entry { number, time, event: event.clone(), hash })
}

fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().fold(String::new(), |hex, byte| hex + &format!("{byte:02x}"))
}

/// Reads a line without its end.
pub(super) fn read(line: &[u8], number: u64, before: &str) -> Result<Entry, &'static str> {
    let text = std::str::from_utf8(line).map_err(|_| "it is no text")?;
    let (open, rest) = text.rsplit_once(SEAM).ok_or("it is no entry of a ledger")?;
    let told = rest.strip_suffix("\"}").ok_or("it is no entry of a ledger")?;
    let body = format!("{open}}}");
    if hash(&body) != told {
        return Err("the line was changed");
    }
    let body: Body = serde_json::from_str(&body).map_err(|_| "it is no entry of a ledger")?;
    if body.before != before || body.entry != number {
        return Err("the line before it is another one");
    }
    if (number == 1) != matches!(body.event, Event::Open { .. }) {
        return Err("a ledger is opened once, in its first line");
    }
    loss_of(&body.event).map_err(|_| "a charge has no amount, or an impossible one")?;
    let Body { entry, time, event, .. } = body;
    Ok(Entry { number: entry, time, event, hash: told.to_owned() })
}

/// What an event costs, if it costs anything.
fn loss_of(event: &Event) -> Result<Option<Loss>, NoiseError> {
    let Event::Charge { epsilon, delta, rho, .. } = event else { return Ok(None) };
    match (epsilon, delta, rho) {
        (None, None, Some(rho)) => Ok(Some(Loss::Concentrated { rho: rho.clone() })),
        (Some(epsilon), delta, None) => {
            let delta = delta.clone().unwrap_or_else(Exact::zero);
            Loss::of(epsilon.clone(), delta).map(Some)
        }
        _ => Err(NoiseError::Amount),
    }
}

/// A part of a line at the end of the file: nothing was answered for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Torn {
    /// Where it begins.
    pub at: u64,
    /// How many bytes it has.
    pub bytes: u64,
}

/// Why a file without a line is no ledger.
fn not_begun(bytes: &[u8]) -> &'static str {
    let begins = b"{\"entry\":1,";
    if bytes.is_empty() || bytes.starts_with(begins) {
        "it has no line; if nothing was ever charged, remove the file"
    } else {
        "it is no ledger"
    }
}

/// All that a ledger says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contents {
    /// Whom it protects.
    pub protected: Protected,
    /// Its lines.
    pub entries: Vec<Entry>,
    /// What a crash left behind, if one did.
    pub torn: Option<Torn>,
    /// Whether the last line has no end. It is whole, and counts: its answer may have been given.
    pub(super) lacks_end: bool,
    /// What each charge cost, beside its line.
    losses: Vec<Option<Loss>>,
}

impl Contents {
    /// Reads all lines and checks the chain.
    pub(super) fn of(bytes: &[u8], path: &Path) -> Result<Self, LedgerError> {
        let whole = bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1);
        let broken = |line, why| LedgerError::Broken { path: path.to_owned(), line, why };
        let mut entries: Vec<Entry> = Vec::new();
        let mut losses = Vec::new();
        for line in bytes[..whole].split_inclusive(|&byte| byte == b'\n') {
            let number = entries.len() as u64 + 1;
            let before = entries.last().map_or(FIRST, |entry| entry.hash.as_str());
            let line = &line[..line.len() - 1];
            let entry = read(line, number, before).map_err(|why| broken(number, why))?;
            losses.push(loss_of(&entry.event).map_err(|_| broken(number, "no amount"))?);
            entries.push(entry);
        }
        let rest = &bytes[whole..];
        let number = entries.len() as u64 + 1;
        let before = entries.last().map_or(FIRST, |entry| entry.hash.as_str());
        let last = read(rest, number, before).ok();
        let lacks_end = last.is_some();
        if let Some(entry) = last {
            losses.push(loss_of(&entry.event).map_err(|_| broken(number, "no amount"))?);
            entries.push(entry);
        }
        let Some(Event::Open { neighbours, records }) = entries.first().map(|one| &one.event)
        else {
            return Err(broken(1, not_begun(bytes)));
        };
        let protected = Protected { neighbours: *neighbours, records: *records };
        let torn = (!rest.is_empty() && !lacks_end)
            .then_some(Torn { at: whole as u64, bytes: rest.len() as u64 });
        Ok(Self { protected, entries, torn, lacks_end, losses })
    }

    /// Whether a line has this digest: who kept it sees that nothing before it was cut off or made anew.
    pub fn has(&self, digest: &str) -> bool {
        self.entries.iter().any(|entry| entry.hash == digest)
    }

    pub(super) fn push(&mut self, entry: Entry) {
        self.losses.push(loss_of(&entry.event).ok().flatten());
        self.entries.push(entry);
    }

    /// The digest of the last line: who keeps it elsewhere sees whether lines were cut off.
    pub fn last_hash(&self) -> &str {
        self.entries.last().map_or(FIRST, |entry| &entry.hash)
    }

    /// What was charged for a user, charge by charge; without a user, for everybody.
    pub fn losses<'a>(&'a self, user: Option<&'a str>) -> impl Iterator<Item = &'a Loss> {
        self.losses_from(user, 0)
    }

    /// The same for lines from a place on.
    pub(crate) fn losses_from<'a>(
        &'a self,
        user: Option<&'a str>,
        from: usize,
    ) -> impl Iterator<Item = &'a Loss> {
        let both = self.entries.iter().zip(&self.losses).skip(from);
        both.filter_map(move |(entry, loss)| {
            let Event::Charge { user: whose, .. } = &entry.event else { return None };
            loss.as_ref().filter(|_| user.is_none() || whose.as_deref() == user)
        })
    }

    /// What was charged for one user, or for nobody in particular.
    pub fn charges_of<'a>(&'a self, user: Option<&'a str>) -> impl Iterator<Item = &'a Loss> {
        let both = self.entries.iter().zip(&self.losses);
        both.filter_map(move |(entry, loss)| {
            let Event::Charge { user: whose, .. } = &entry.event else { return None };
            loss.as_ref().filter(|_| whose.as_deref() == user)
        })
    }

    /// ε and δ that were granted to a user beyond the policy; without a user, those of everybody.
    pub fn granted(&self, user: Option<&str>) -> (Exact, Exact) {
        let mut sum = (Exact::zero(), Exact::zero());
        for entry in &self.entries {
            if let Event::Grant { user: whose, epsilon, delta } = &entry.event
                && whose.as_deref() == user
            {
                sum = (sum.0.plus(epsilon), sum.1.plus(delta));
            }
        }
        sum
    }

    /// The users that are named, in the order in which they came, and `None` for what has none.
    pub fn users(&self) -> Vec<Option<&str>> {
        let mut users = Vec::new();
        for entry in &self.entries {
            let (Event::Charge { user, .. } | Event::Grant { user, .. }) = &entry.event else {
                continue;
            };
            if !users.contains(&user.as_deref()) {
                users.push(user.as_deref());
            }
        }
        users
    }
}
