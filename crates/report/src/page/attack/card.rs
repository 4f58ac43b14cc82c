//! One attack as a card.

use super::{KINDS, count};
use crate::text::{capital, counted, grouped, listed, percent};
use crate::{AttackResult, InPlace};
use maud::{Markup, html};
use ridotto_catalogue::{Claim, Leaves};
use ridotto_core::model::ModelDefinition;

/// An attack, what it is about and which files were used.
pub(super) fn title(one: &AttackResult) -> String {
    let name = one.known.0.map_or_else(|| one.name.replace('-', " "), |entry| entry.title.into());
    let of = one.attribute.as_ref().map_or(String::new(), |name| format!(" of {name}"));
    let by = if one.columns.is_empty() { "" } else { " by all columns" };
    let with = one.beside.as_ref().map_or(String::new(), |file| format!(" with {file}"));
    format!("{name}{of}{by}{with}")
}

/// The card of an attack on a release that attains some models already.
pub(super) fn card(one: &AttackResult, in_place: &[InPlace], released: Option<u64>) -> Markup {
    html! {
        article.card {
            h3 { (title(one)) }
            @if let Some(entry) = one.known.0 { p.meaning { (entry.summary) } }
            div.kinds {
                @for (kind, name, _) in KINDS {
                    div.kind.own[one.finds == kind] {
                        p.label { (name) }
                        (people(one, kind))
                    }
                }
            }
            dl.facts {
                dt { "The intruder knew" }
                dd { (known(one)) }
                dt { "He claimed" }
                dd { (claimed(one)) }
                @if one.claimed > 0 {
                    dt { "Of these claims" }
                    dd { (checked(one, released)) }
                }
                dt { "How sure he is" }
                dd { (surety(one)) }
                @if one.claimed > 0 {
                    dt { "What would stop it" }
                    dd { (remedies(one, in_place)) }
                }
            }
        }
    }
}

/// How many people of a kind: what it is that this attack finds, or of whom it is surer besides.
fn people(one: &AttackResult, kind: &str) -> Markup {
    html! {
        p.many {
            @match count(one, kind) {
                Some(people) => {
                    (grouped(people))
                    span.unit {
                        @if one.finds != kind { "besides, of " } @else { "of " }
                        (grouped(one.of))
                        @if one.finds == kind && one.right.is_none() && people > 0 { ", unverified" }
                    }
                }
                None => "–",
            }
        }
    }
}

fn known(one: &AttackResult) -> String {
    let mut text = capital(&one.knows);
    if !one.columns.is_empty() {
        text.push_str(&format!("; compared were {}", listed(&one.columns)));
    }
    if let Some(file) = &one.beside {
        text.push_str(&format!("; from {file}"));
    }
    text + "."
}

fn claimed(one: &AttackResult) -> String {
    let what = match one.finds.as_str() {
        "singled-out" => "that one record is theirs",
        "likelier" => "that something became likelier",
        _ => "that something about them is so",
    };
    let (claimed, of) = (grouped(one.claimed), counted(one.of, "person", "people"));
    match one.claimed {
        0 => format!("Nothing of any of {of}."),
        _ => format!("Of {claimed} of {of} {what}."),
    }
}

fn checked(one: &AttackResult, released: Option<u64>) -> Markup {
    html! {
        @match (one.right, one.wrong) {
            (Some(right), Some(wrong)) => {
                strong { (grouped(right)) " right" } ", " strong { (grouped(wrong)) " wrong" }
                @if one.claimed > 0 { ": " (percent(right as f64 / one.claimed as f64)) " of what he claims is so." }
            }
            _ => { strong { "unverified" } ": nothing at hand says which of them are right." }
        }
        @if let Some(unmatched) = one.about_unmatched(released) { " " (capital(&unmatched)) "." }
    }
}

fn surety(one: &AttackResult) -> String {
    let mut text = format!(
        "{} on the average, {} of the person of whom most is known",
        percent(one.certainty),
        percent(one.surest)
    );
    match one.guess.zip(one.gain) {
        Some((guess, gain)) => text.push_str(&format!(
            "; a guess without the release is right in {}, so the gain is {}",
            percent(guess),
            points(gain)
        )),
        None => text.push_str("; there is no guess to compare that with"),
    }
    if let Some(group) = one.smallest_group.filter(|group| *group > 0) {
        text.push_str(&format!(
            ". The smallest group that somebody hides in has {}",
            grouped(group)
        ));
    }
    text + "."
}

/// A difference of shares.
fn points(gain: f64) -> String {
    let text = format!("{:.1}", gain * 100.0);
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let text = if text.is_empty() || text == "-0" { "0" } else { text };
    format!("{} points of a hundred", text.replace('-', "−"))
}

/// What would have stopped the attack, by the claims of models; what is in place and did not stop it
/// is told as that.
fn remedies(one: &AttackResult, in_place: &[InPlace]) -> Markup {
    let failed: Vec<&str> = in_place
        .iter()
        .filter(|own| own.is_about(one.attribute.as_deref()))
        .map(|own| own.model.as_str())
        .filter(|name| !claims(name, &one.name).is_empty())
        .collect();
    let helpful: Vec<&String> =
        one.stopped_by.iter().filter(|name| !failed.contains(&name.as_str())).collect();
    html! {
        @if helpful.is_empty() { "Nothing that is known here and is not in place." }
        @else {
            ul.remedies {
                @for name in helpful {
                    li {
                        strong { (name) }
                        @for claim in claims(name, &one.name) {
                            span.unit {
                                @if !claim.of.is_empty() { (claim.of) ": " }
                                (claim.leaves.text()) ". " (capital(claim.because))
                            }
                        }
                    }
                }
            }
        }
        @if !failed.is_empty() {
            p.meaning { "In place, and did not stop it: " (failed.join(", ")) "." }
        }
    }
}

/// What a model claims of an attack, where it leaves less than everything.
fn claims(model: &str, attack: &str) -> Vec<&'static Claim> {
    let facts = ridotto_core::model::of_name(model).map(ModelDefinition::facts);
    let all = facts.into_iter().flat_map(|facts| facts.claims);
    all.filter(|claim| claim.attack == attack && !matches!(claim.leaves, Leaves::Everything))
        .collect()
}
