//! Ledgers of privacy budgets: what was charged, whether the chain holds, and more to spend.

use crate::Error;
use ridotto_noise::ledger::{Contents, Event, LedgerError};
use ridotto_noise::{Exact, Ledger, Loss, NoiseError};
use serde::Serialize;
use std::path::Path;

pub use ridotto_noise::{Neighbours, Protected as LedgerOf};

/// What a ledger says.
#[derive(Clone, Debug, Serialize)]
pub struct LedgerReport {
    /// The file.
    pub file: String,
    /// Whether every line fits the one before.
    pub holds: bool,
    /// What is wrong with the chain.
    pub problem: Option<String>,
    /// Which files are neighbours: `add-remove` or `change-one`.
    pub neighbours: Option<Neighbours>,
    /// How many records a person has at most.
    pub records: Option<u64>,
    /// How many lines there are.
    pub entries: u64,
    /// The digest of the last of them: who keeps it elsewhere sees whether lines were cut off.
    pub last: Option<String>,
    /// How many bytes of a line a crash left behind, for which nothing was answered.
    pub torn_bytes: Option<u64>,
    /// What was spent, by user.
    pub users: Vec<LedgerUser>,
    /// The charges, in their order.
    pub charges: Vec<LedgerCharge>,
}

/// What somebody spent.
#[derive(Clone, Debug, Serialize)]
pub struct LedgerUser {
    /// Who; nobody in particular if it is absent.
    pub user: Option<String>,
    /// How many charges.
    pub charges: u64,
    /// ε of those that are stated in it, exactly.
    pub epsilon: String,
    /// δ of those that have one.
    pub delta: String,
    /// ρ of those that are stated in it.
    pub rho: String,
    /// What was granted beyond the policy.
    pub granted_epsilon: String,
    /// What was granted beyond the policy.
    pub granted_delta: String,
}

/// A charge.
#[derive(Clone, Debug, Serialize)]
pub struct LedgerCharge {
    /// Its line.
    pub entry: u64,
    /// When, in seconds since 1970.
    pub time: u64,
    /// For whom.
    pub user: Option<String>,
    /// For what.
    pub purpose: String,
    /// By which mechanism.
    pub mechanism: String,
    /// What it cost: `epsilon 0.1`.
    pub loss: String,
}

/// Reads a ledger and checks its chain. A chain that is broken is told by the report, and no error.
pub fn read_ledger(path: &Path) -> Result<LedgerReport, Error> {
    match Ledger::read(path) {
        Ok(contents) => Ok(report(path, &contents)),
        Err(error @ LedgerError::Broken { .. }) => Ok(LedgerReport {
            file: path.display().to_string(),
            holds: false,
            problem: Some(error.to_string()),
            neighbours: None,
            records: None,
            entries: 0,
            last: None,
            torn_bytes: None,
            users: Vec::new(),
            charges: Vec::new(),
        }),
        Err(error) => Err(of_ledger(error)),
    }
}

/// Reads a ledger that must have a line of this digest, which was kept elsewhere: if lines were cut off at
/// the end, or the chain was made anew, it is not there.
pub fn read_ledger_with(path: &Path, digest: &str) -> Result<LedgerReport, Error> {
    let mut report = read_ledger(path)?;
    let has = || Ledger::read(path).map(|contents| contents.has(digest)).map_err(of_ledger);
    if report.holds && !has()? {
        report.holds = false;
        report.problem = Some(format!(
            "{}: no line has the digest that was kept: lines were cut off, or the chain was made anew",
            path.display()
        ));
    }
    Ok(report)
}

/// Grants more than the policy says: to a user, or to everybody together. With `create` the ledger is
/// made, for these neighbours and persons.
pub fn top_up(
    path: &Path,
    user: Option<&str>,
    epsilon: &str,
    delta: &str,
    create: Option<LedgerOf>,
) -> Result<LedgerReport, Error> {
    let (epsilon, delta) = (amount("epsilon", epsilon)?, amount("delta", delta)?);
    Loss::of(epsilon.clone(), delta.clone()).map_err(|error| refused(&error))?;
    // Before a ledger is made that would then be left without a grant.
    user.map_or(Ok(()), Ledger::check_user).map_err(of_ledger)?;
    let mut ledger = match create {
        Some(protected) => Ledger::create(path, protected),
        None => Ledger::open(path),
    }
    .map_err(of_ledger)?;
    ledger.grant(user, epsilon, delta).map_err(of_ledger)?;
    Ok(report(path, ledger.contents()))
}

fn amount(name: &str, text: &str) -> Result<Exact, Error> {
    text.parse().map_err(|_| Error::Usage {
        message: format!("`{name}` is no amount"),
        hint: "write `1`, `0.1` or `1/3`; it is not negative".into(),
    })
}

fn refused(error: &NoiseError) -> Error {
    Error::Usage {
        message: error.to_string(),
        hint: "grant an epsilon of more than 0, or a delta of more than 0 and below 1".into(),
    }
}

/// What is wrong with a ledger, and what to do.
#[expect(clippy::needless_pass_by_value, reason = "it is given to `map_err`")]
fn of_ledger(error: LedgerError) -> Error {
    let hint = match &error {
        LedgerError::Io { .. } => "is the name right? `LedgerOf::person` makes a new ledger",
        LedgerError::InUse { .. } => "end the other process, or wait until it has ended",
        LedgerError::Broken { .. } => {
            "somebody or something changed the file: go on with a copy of it that was kept, or with \
             a new ledger and what is left of the budget"
        }
        LedgerError::Exists { .. } => "leave out `create`, or take another name",
        LedgerError::Other { .. } => "a ledger is for one notion of neighbours: take another one",
        LedgerError::Unknown { .. } => "the disk may be full: see to it, and begin again",
        LedgerError::Amount { .. } => "write it with fewer digits",
        LedgerError::Delta { .. } => "grant a smaller `delta`",
        LedgerError::Text => "take a shorter name, in one line",
    };
    Error::Usage { message: error.to_string(), hint: hint.into() }
}

fn report(path: &Path, contents: &Contents) -> LedgerReport {
    let charges = contents.entries.iter().filter_map(|entry| {
        let Event::Charge { user, purpose, mechanism, .. } = &entry.event else { return None };
        Some(LedgerCharge {
            entry: entry.number,
            time: entry.time,
            user: user.clone(),
            purpose: purpose.clone(),
            mechanism: mechanism.clone(),
            loss: String::new(),
        })
    });
    let charges = charges.zip(contents.losses(None));
    LedgerReport {
        file: path.display().to_string(),
        holds: true,
        problem: None,
        neighbours: Some(contents.protected.neighbours),
        records: Some(contents.protected.records.get()),
        entries: contents.entries.len() as u64,
        last: Some(contents.last_hash().to_owned()),
        torn_bytes: contents.torn.map(|torn| torn.bytes),
        users: contents.users().into_iter().map(|user| spent(contents, user)).collect(),
        charges: charges
            .map(|(charge, loss)| LedgerCharge { loss: loss.to_string(), ..charge })
            .collect(),
    }
}

fn spent(contents: &Contents, user: Option<&str>) -> LedgerUser {
    let of_user = contents.charges_of(user);
    let (mut charges, mut epsilon, mut delta, mut rho) =
        (0, Exact::zero(), Exact::zero(), Exact::zero());
    for loss in of_user {
        charges += 1;
        match loss {
            Loss::Concentrated { rho: one } => rho = rho.plus(one),
            other => {
                let (one, fails) = other.epsilon_delta().unwrap_or((Exact::zero(), Exact::zero()));
                (epsilon, delta) = (epsilon.plus(&one), delta.plus(&fails));
            }
        }
    }
    let (granted_epsilon, granted_delta) = contents.granted(user);
    LedgerUser {
        user: user.map(str::to_owned),
        charges,
        epsilon: epsilon.to_string(),
        delta: delta.to_string(),
        rho: rho.to_string(),
        granted_epsilon: granted_epsilon.to_string(),
        granted_delta: granted_delta.to_string(),
    }
}
