//! Pairs of files: measured and attacked by those who know measures and attacks, and judged by the
//! code that judges any file, so that one page never says two things of one requirement.

use crate::{CheckOptions, Error, Watch, check};
use ridotto_io::Place;
use ridotto_measure::files::assess::{self as measured, AssessOptions, Assessment};
use ridotto_measure::files::attack::{self as attacked, AttackOptions};
use ridotto_measure::files::pair::PairOptions;
use ridotto_policy::Requirement;
use ridotto_report::{AttackReport, Guarantee, InPlace, Known};

/// Measures a pair of files, and judges the file after by every requirement of the policy. What cannot
/// be judged from two files is named.
pub fn assess<'a>(
    before: impl Into<Place<'a>>,
    after: impl Into<Place<'a>>,
    options: &AssessOptions,
    watch: &dyn Watch,
) -> Result<Assessment, Error> {
    let (before, after) = (before.into(), after.into());
    let mut assessment = measured::assess(before, after, options, watch)?;
    let Judged { guarantees, note } = judge(before, after, &options.pair, watch)?;
    assessment.report.guarantees = guarantees;
    assessment.report.notes.extend(note);
    Ok(assessment)
}

/// Attacks a masked file. What it attains of what the policy requires is not said to stop what it did
/// not stop.
pub fn attack<'a>(
    people: impl Into<Place<'a>>,
    release: impl Into<Place<'a>>,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<AttackReport, Error> {
    let (people, release) = (people.into(), release.into());
    let judged = judge(people, release, &options.pair, watch)?;
    let mut options = options.clone();
    for held in judged.guarantees.into_iter().filter(|one| one.holds == Some(true)) {
        let own = InPlace { model: held.model, attribute: held.attribute };
        if !options.in_place.contains(&own) {
            options.in_place.push(own);
        }
    }
    attacked::attack(people, release, &options, watch)
}

/// What a file attains of what the policy requires.
#[derive(Default)]
struct Judged {
    guarantees: Vec<Guarantee>,
    /// Why nothing could be judged, if it could not.
    note: Option<String>,
}

fn judge(
    before: Place<'_>,
    after: Place<'_>,
    pair: &PairOptions,
    watch: &dyn Watch,
) -> Result<Judged, Error> {
    let Some(policy) = pair.policy.as_ref().filter(|policy| !policy.requirements.is_empty()) else {
        return Ok(Judged::default());
    };
    if !watch.goes_on() {
        return Ok(Judged {
            guarantees: policy.requirements.iter().map(open).collect(),
            note: None,
        });
    }
    let options = CheckOptions {
        policy: Some(policy.clone()),
        // What is in no file is not compared with the whole input.
        original: match before {
            Place::Named(path) => Some(path.to_owned()),
            _ => None,
        },
        threads: pair.threads,
        ..CheckOptions::default()
    };
    match check(after, &options, watch) {
        Ok(report) => {
            let is_asked = |one: &Guarantee| one.required.is_some() || one.is_open();
            let guarantees = report.guarantees.into_iter().filter(is_asked).collect();
            Ok(Judged { guarantees, note: None })
        }
        Err(error @ (Error::Policy(_) | Error::Usage { .. })) => {
            let guarantees = policy.requirements.iter().map(open).collect();
            let note =
                format!("what the policy requires cannot be judged from these files: {error}");
            Ok(Judged { guarantees, note: Some(note) })
        }
        Err(error) => Err(error),
    }
}

/// A requirement of which nothing is known.
fn open(asked: &Requirement) -> Guarantee {
    let attribute = asked.about.as_ref().and_then(|about| about.names.first());
    Guarantee {
        model: asked.model().to_owned(),
        attribute: attribute.map(|name| name.value.clone()),
        shown: Guarantee::BY_OTHER_DATA.to_owned(),
        known: Known(Some(asked.entry())),
        ..Guarantee::default()
    }
}
