//! The page about what intruders could do with a masked file: one card for each attack, with what
//! was known, what was claimed, what of that is right, and what would have stopped it.
//!
//! Three things are never added up: that a person is singled out, that something is learnt for
//! certain, and that something became likelier. A claim counts as right only where the truth is at
//! hand; otherwise it is unverified, and that is said.

mod card;

use super::html::document;
use crate::text::{capital, counted, grouped};
use crate::{AttackReport, AttackResult, InPlace};
use card::{card, title};
use maud::{Markup, html};

/// The page as one HTML document: no script, no network, nothing beside it.
pub fn attack_page(of: &AttackReport) -> String {
    let (mut found, vain): (Vec<&AttackResult>, Vec<&AttackResult>) =
        of.findings.iter().partition(|one| one.claimed > 0);
    // What weighs most comes first: the kind, and how many people it is.
    let place = |one: &AttackResult| KINDS.iter().position(|(kind, ..)| *kind == one.finds);
    found.sort_by_key(|one| (place(one), std::cmp::Reverse(count(one, &one.finds))));
    let body = html! {
        header.masthead {
            p.kicker { "Attack" span.badge { "internal: keep with the input" } }
            h1 { (of.after.file) }
            p.byline {
                span { (counted(of.after.rows.unwrap_or(0), "record", "records")) }
                span { "people of " (of.before.file) }
                span { "ridotto " (of.ridotto) }
            }
        }
        main {
            section id="verdict" { h2 { "What the intruder gets" } (verdict(of)) }
            @if !found.is_empty() {
                section id="found" {
                    h2 { "Attacks that claim something" }
                    @for one in found { (card(one, &of.in_place, of.after.rows)) }
                }
            }
            @if !vain.is_empty() {
                section id="vain" {
                    h2 { "Attacks that claim nothing" }
                    p { "They were tried on these files and left nobody singled out and nothing learnt. That is an observation, and no guarantee." }
                    @for one in vain { (card(one, &of.in_place, of.after.rows)) }
                }
            }
            section id="notes" { h2 { "Which files, and how to read this" } (notes(of)) }
        }
        footer {
            p {
                "Made by ridotto " (of.ridotto) ". This page loads nothing and runs nothing. "
                "It tells how to attack the release: do not publish it."
            }
        }
    };
    document(&of.ridotto, &format!("{} – attacks", of.after.file), &body)
}

/// The kinds of finding: their names in reports, as headings, and what they mean.
const KINDS: [(&str, &str, &str); 3] = [
    ("singled-out", "Singled out", "a single record is taken to be theirs"),
    ("learnt", "Learnt for certain", "something is taken to be known of them"),
    ("likelier", "Merely likelier", "something became likelier, and may still be unlikely"),
];

/// How many people of a kind an attack tells of: those found rightly, or else those claimed.
pub(super) fn count(one: &AttackResult, kind: &str) -> Option<u64> {
    match kind {
        "likelier" if one.finds != kind => one.likelier,
        _ => (one.finds == kind).then(|| one.right.unwrap_or(one.claimed)),
    }
}

/// The attack of a kind that gets most, by what it claims itself.
fn strongest<'a>(of: &'a AttackReport, kind: &str) -> Option<&'a AttackResult> {
    let own = of.findings.iter().filter(|one| one.finds == kind);
    // Of equals the first.
    own.rev().max_by_key(|one| count(one, kind))
}

fn verdict(of: &AttackReport) -> Markup {
    let worst = ["singled-out", "learnt"].map(|kind| strongest(of, kind));
    let worst = worst.into_iter().flatten().max_by_key(|one| count(one, &one.finds));
    html! {
        (statement(worst.filter(|one| count(one, &one.finds).is_some_and(|people| people > 0))))
        div.kinds {
            @for (kind, name, meaning) in KINDS { (tile(of, kind, name, meaning)) }
        }
        @if !of.in_place.is_empty() {
            @let names: Vec<String> = of.in_place.iter().map(InPlace::words).collect();
            p { "What the file attains by itself: " (names.join(", ")) ". What these did not stop is not said to be stopped by them." }
        }
    }
}

fn statement(worst: Option<&AttackResult>) -> Markup {
    let Some(one) = worst else {
        return html! {
            p.statement.open {
                span.sign aria-hidden="true" { "–" }
                span { "No attack that was tried singles anybody out or learns anything for certain. Others may." }
            }
        };
    };
    let people = grouped(count(one, &one.finds).unwrap_or(0));
    let does =
        if one.finds == "singled-out" { "singles out" } else { "learns something for certain of" };
    html! {
        p.statement.fails {
            span.sign aria-hidden="true" { "✗" }
            span {
                (title(one)) " " (does) " " (people) " of " (counted(one.of, "person", "people"))
                @if one.right.is_some() { ", rightly." } @else { ", as it claims; nobody checked that." }
            }
        }
    }
}

/// What the strongest attack of a kind gets.
fn tile(of: &AttackReport, kind: &str, name: &str, meaning: &str) -> Markup {
    let best = strongest(of, kind);
    html! {
        div.kind {
            h3 { (name) }
            @match best.and_then(|one| Some((one, count(one, kind)?))) {
                Some((one, people)) => {
                    p.many { (grouped(people)) span.unit { "of " (counted(one.of, "person", "people")) } }
                    p.meaning {
                        @if people > 0 {
                            "by " (title(one)) ", "
                            @if one.right.is_some() { (grouped(one.claimed)) " claimed. " }
                            @else { "unverified. " }
                        }
                        (capital(meaning)) "."
                    }
                }
                None => {
                    p.many { "–" }
                    p.meaning { "No attack of this kind was tried. " (capital(meaning)) "." }
                }
            }
        }
    }
}

fn notes(of: &AttackReport) -> Markup {
    html! {
        @if !of.notes.is_empty() { ul { @for note in &of.notes { li { (note) } } } }
        dl.limits {
            dt { "Right, wrong, unverified" }
            dd {
                "The intruder is played with the file before masking. Where it is known which row was which, "
                "a claim counts as right only if it is so; where it is not known, claims are unverified."
            }
            dt { "Gain" }
            dd { "How much surer the intruder is, on the average of those attacked, than by a guess without the release." }
        }
        dl.files {
            @for (role, file) in [("before", &of.before), ("after", &of.after)] {
                dt { (role) ", " bdi { (file.file) } }
                dd {
                    @match file.sha256.as_deref().filter(|digest| !digest.is_empty()) {
                        Some(digest) => { span.unit { "SHA-256" } code { (digest) } }
                        None => "Its digest was not taken.",
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests;
