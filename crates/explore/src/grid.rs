//! What is tried, and in which order: first what tells most.
//!
//! The policy as it is by each method, then the ends of each dimension and the middle ones, each by
//! itself, then all of them together. The numbers are those of this order, and do not depend on what
//! was found.

use crate::configuration::{Searched, Try, Way, policy_k};
use crate::options::ExploreOptions;
use crate::perturbed::{self, Kinds};
use ridotto_micro::ALGORITHMS;
use ridotto_micro::algorithm::{AlgorithmDefinition, Approach};
use ridotto_policy::language::Role;
use ridotto_policy::{Decimal, Policy, Share};
use ridotto_release::Error;

/// What is tried when nothing is said.
/// The policy's own algorithm is tried besides.
const ALGORITHMS_USUAL: [&str; 3] = ["optimal", "mondrian", "local-recoding"];
const KS: [u64; 5] = [2, 3, 5, 10, 20];
const SHARES: [&str; 3] = ["0", "0.02", "0.1"];
/// How much dearer an attribute becomes that is to be finer.
const DEARER: i128 = 4;

/// How much a configuration tells; a new round begins with each of them.
pub(crate) mod rank {
    /// The policy as it is.
    pub(crate) const POLICY: u8 = 0;
    /// The ends of the scale, and one of each kind.
    pub(crate) const ENDS: u8 = 1;
    /// One dimension at a time.
    pub(crate) const LINES: u8 = 2;
    /// An attribute that is finer.
    pub(crate) const FINER: u8 = 3;
    /// Everything else.
    pub(crate) const ALL: u8 = 4;
    /// Between what was found to be best.
    pub(crate) const BETWEEN: u8 = 5;
}

/// The dimensions of the map.
#[derive(Debug)]
pub(crate) struct Grid {
    pub algorithms: Vec<&'static AlgorithmDefinition>,
    /// None only if no k is asked for, and none was required.
    pub ks: Vec<Option<u64>>,
    pub shares: Vec<Share>,
    masks: Vec<&'static str>,
    finer: Vec<(String, Decimal)>,
    /// The policy's own, or what is in the middle.
    middle: (Option<u64>, Share),
    /// Whether algorithms were named: then all of them are tried with everything.
    are_named: bool,
    /// Whether k, and limits of suppression, between these may be tried.
    pub may_refine: (bool, bool),
}

fn usage(message: String, hint: &str) -> Error {
    Error::Usage { message, hint: hint.into() }
}

impl Grid {
    /// What is asked for, or what is usual for this policy.
    pub fn new(policy: &Policy, options: &ExploreOptions) -> Result<Self, Error> {
        let own_k = policy_k(policy);
        let ks = ks(policy, options)?;
        let own_share = *policy.release.suppression;
        let shares = shares(own_share, options)?;
        let algorithms = algorithms(policy, options)?;
        let masks = match (&options.masks[..], &options.algorithms[..], &options.finer[..]) {
            ([], [], []) => perturbed::USUAL.to_vec(),
            (names, ..) => perturbed::methods(names)?,
        };
        let middle = |at: usize| at / 2;
        let k = if ks.contains(&own_k) { own_k } else { ks[middle(ks.len())] };
        let has_own = shares.contains(&own_share);
        let share = if has_own { own_share } else { shares[middle(shares.len())] };
        Ok(Self {
            algorithms,
            ks,
            shares,
            masks,
            finer: finer(policy, options)?,
            middle: (k, share),
            are_named: !options.algorithms.is_empty(),
            may_refine: (options.k.is_empty(), options.suppression.is_empty()),
        })
    }

    /// Everything that is tried whatever is found, by rank.
    pub fn tries(&self, policy: &Policy, kinds: &Kinds) -> Vec<Try> {
        let mut all = Vec::new();
        for &suppression in &self.shares {
            for &k in &self.ks {
                let rank = self.rank(k, suppression);
                let serves = |of: &&&'static AlgorithmDefinition| {
                    rank < rank::ALL || self.are_named || !is_costly(of)
                };
                all.extend(self.algorithms.iter().filter(serves).map(|&algorithm| {
                    (rank, Way::Searched(Searched { algorithm, k, suppression, finer: None }))
                }));
            }
        }
        if let Some(algorithm) = self.finer_by(policy) {
            let (k, suppression) = self.middle;
            let finer = self.finer.iter().cloned().map(|finer| {
                Way::Searched(Searched { algorithm, k, suppression, finer: Some(finer) })
            });
            all.extend(finer.map(|way| (rank::FINER, way)));
        }
        let masked = perturbed::perturbed(&self.masks, kinds);
        let of_mask = |it: &perturbed::Perturbed| if it.is_first { rank::ENDS } else { rank::ALL };
        all.extend(masked.into_iter().map(|it| (of_mask(&it), Way::Perturbed(it))));
        all.sort_by_key(|(rank, _)| *rank);
        let mut tries: Vec<Try> = Vec::new();
        for (rank, way) in all {
            let number = tries.len() as u64 + 1;
            let one = Try { number, rank, way };
            // Of categories alone noise and swapping are the same.
            if tries.iter().all(|other| other.describe() != one.describe()) {
                tries.push(one);
            }
        }
        tries
    }

    /// The algorithm by which attributes are kept finer: the policy's own, or what most often wins where it
    /// tries several.
    fn finer_by(&self, policy: &Policy) -> Option<&'static AlgorithmDefinition> {
        let named = |name: &str| self.algorithms.iter().find(|of| of.entry.name == name);
        let own = named(policy.release.algorithm.name());
        let own = own.filter(|of| self.are_named || !is_costly(of));
        own.or_else(|| named("local-recoding")).or(self.algorithms.first()).copied()
    }

    fn rank(&self, k: Option<u64>, share: Share) -> u8 {
        let is_end = self.ks.first() == Some(&k) || self.ks.last() == Some(&k);
        match (k == self.middle.0, share == self.middle.1) {
            (true, true) => rank::POLICY,
            (false, true) if is_end => rank::ENDS,
            (false, true) | (true, false) => rank::LINES,
            _ => rank::ALL,
        }
    }
}

fn ks(policy: &Policy, options: &ExploreOptions) -> Result<Vec<Option<u64>>, Error> {
    if let Some(k) = options.k.iter().find(|&&k| k < 2) {
        return Err(usage(format!("k = {k} protects nobody"), "k is at least 2"));
    }
    let own = policy_k(policy);
    let mut ks = options.k.clone();
    if ks.is_empty() {
        ks = KS.into_iter().chain(own).collect();
    }
    ks.sort_unstable();
    ks.dedup();
    // What is required without a k is tried as it is, too.
    let as_it_is = own.is_none() && options.k.is_empty() && !policy.requirements.is_empty();
    Ok(as_it_is.then_some(None).into_iter().chain(ks.into_iter().map(Some)).collect())
}

fn shares(own: Share, options: &ExploreOptions) -> Result<Vec<Share>, Error> {
    let read = |text: &str| {
        Decimal::parse(text).and_then(Share::new).ok_or_else(|| {
            usage(format!("`{text}` is no share"), "a share is a number from 0 to 1, such as 0.02")
        })
    };
    let mut shares: Vec<Share> = if options.suppression.is_empty() {
        SHARES.into_iter().map(read).chain([Ok(own)]).collect::<Result<_, _>>()?
    } else {
        options.suppression.iter().map(|text| read(text)).collect::<Result<_, _>>()?
    };
    shares.sort_unstable();
    shares.dedup();
    Ok(shares)
}

/// Whether it runs several others, so that not everything can be tried with it.
fn is_costly(algorithm: &AlgorithmDefinition) -> bool {
    matches!(algorithm.approach, Approach::Best)
}

fn algorithms(
    policy: &Policy,
    options: &ExploreOptions,
) -> Result<Vec<&'static AlgorithmDefinition>, Error> {
    let names: Vec<&str> = if options.algorithms.is_empty() {
        // What searches for nothing is none of those that are compared.
        let own = Some(policy.release.algorithm.name());
        let own = own.filter(|_| !policy.release.searches_nothing());
        ALGORITHMS_USUAL.into_iter().chain(own).collect()
    } else {
        options.algorithms.iter().map(String::as_str).collect()
    };
    let mut found: Vec<&'static AlgorithmDefinition> = Vec::new();
    for name in names {
        let algorithm = ridotto_micro::catalogue::algorithm(name).ok_or_else(|| {
            let names: Vec<&str> = ALGORITHMS.iter().map(|of| of.entry.name).collect();
            let hint = ridotto_catalogue::similar_of("algorithms", name, &names);
            usage(format!("there is no algorithm `{name}`"), &hint)
        })?;
        if found.iter().all(|other| other.entry.name != algorithm.entry.name) {
            found.push(algorithm);
        }
    }
    Ok(found)
}

/// The attributes to keep finer, each with its importance.
fn finer(policy: &Policy, options: &ExploreOptions) -> Result<Vec<(String, Decimal)>, Error> {
    let keys = || policy.with_role(Role::QuasiIdentifier).filter(|of| !policy.is_deleted(&of.name));
    let names: Vec<&str> = keys().map(|of| of.name.as_str()).collect();
    let is_usual =
        options.finer.is_empty() && options.algorithms.is_empty() && options.masks.is_empty();
    let wanted: Vec<&str> = match is_usual {
        // Of one attribute there is nothing that could be spoilt instead.
        true if names.len() > 1 => names.clone(),
        true => Vec::new(),
        false => options.finer.iter().map(String::as_str).collect(),
    };
    let one = |name: &str| {
        let attribute = keys().find(|of| of.name.as_str() == name).ok_or_else(|| {
            let hint = ridotto_catalogue::similar_of("quasi-identifiers", name, &names);
            usage(format!("the policy has no quasi-identifier `{name}`"), &hint)
        })?;
        let own = *attribute.importance;
        Ok((name.to_owned(), Decimal::new(own.digits() * DEARER, own.places())))
    };
    wanted.into_iter().map(one).collect()
}
