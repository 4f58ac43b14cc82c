//! The sections of a page, in their order.

use super::Subject;
use super::citation::Sentence;
use super::matrix::matrices;
use super::parts::{figure, figure_list, measures};
use super::tables::{self, DrawnTables};
use super::view::{VerdictRow, View};
use crate::fingerprint::FingerprintKind;
use crate::text::{counted, grouped, listed};
use maud::{Markup, html};

/// A section.
pub(super) struct Section {
    pub identifier: &'static str,
    pub title: &'static str,
    pub body: Markup,
}

/// All sections.
pub(super) fn all(view: &View) -> Vec<Section> {
    let section = |identifier, title, body| Section { identifier, title, body };
    if view.subject == Subject::Pair {
        return vec![
            section("verdict", "Verdict", verdict(view)),
            section("risk", "Risk", risk(view)),
            section("utility", "Utility", utility(view)),
            section("files", "Which files", files(view)),
        ];
    }
    if let Some(tables) = &view.tables {
        return of_tables(view, tables);
    }
    vec![
        section("verdict", "Verdict", verdict(view)),
        section("done", "What was done", done(view)),
        section("risk", "Risk", risk(view)),
        section("utility", "Utility", utility(view)),
        section("trade-off", "Trade-off", tradeoff(view)),
        section("limits", "What this does not protect against", limits(view)),
        section("reproduce", "How to reproduce it", reproduce(view)),
    ]
}

/// All sections about tables.
fn of_tables(view: &View, of: &DrawnTables) -> Vec<Section> {
    let section = |identifier, title, body| Section { identifier, title, body };
    let mut sections = vec![
        section("verdict", "Verdict", verdict(view)),
        section("tables", "The tables", tables::drawn(of)),
    ];
    if let Some(utility) = &of.utility {
        sections.push(section("lost", "What was lost", tables::lost(utility)));
    }
    let is_owners = of.utility.is_some();
    if !of.inferences.is_empty() || is_owners && of.without_intervals > 0 {
        let body = tables::inferred(of);
        sections.push(section("inferred", "What can still be inferred", body));
    }
    sections.push(section("done", "What was done", done(view)));
    sections.push(section("limits", "What this does not protect against", limits(view)));
    sections.push(section("reproduce", "How to reproduce it", reproduce(view)));
    sections
}

fn verdict(view: &View) -> Markup {
    let held = view.verdicts.iter().filter(|one| one.holds == Some(true)).count() as u64;
    let open = view.verdicts.iter().filter(|one| one.open).count() as u64;
    let asked = view.verdicts.iter().filter(|one| one.holds.is_some()).count() as u64 + open;
    let figures = view.key_figures.iter();
    let figures: Vec<(&str, String)> =
        figures.map(|figure| (figure.name.as_str(), figure.figure.words(figure.unit))).collect();
    html! {
        @match view.holds {
            Some(true) => p.statement.holds {
                span.sign aria-hidden="true" { "✓" }
                @if asked == 1 { "The requirement holds." }
                @else { "All " (counted(asked, "requirement holds", "requirements hold")) "." }
            },
            Some(false) => p.statement.fails {
                span.sign aria-hidden="true" { "✗" }
                span {
                    (held) " of " (counted(asked, "requirement", "requirements")) " hold. This must not be released."
                }
            },
            None if open > 0 => p.statement.open {
                span.sign aria-hidden="true" { "–" }
                span {
                    @if held > 0 { (held) " of " (counted(asked, "requirement", "requirements")) " hold; " }
                    @else { "Of " (counted(asked, "requirement", "requirements")) " " }
                    @if open == 1 { "one cannot be judged from these files." }
                    @else { (open) " cannot be judged from these files." }
                }
            },
            None if view.subject == Subject::Pair => p.statement.open {
                span.sign aria-hidden="true" { "–" }
                "Two files were measured. No requirement was judged, so nothing is promised."
            },
            None => p.statement.open {
                span.sign aria-hidden="true" { "–" }
                "Nothing was required, so nothing is promised."
            },
        }
        (figure_list(&figures))
        @if !view.verdicts.is_empty() {
            table.stacked {
                caption { "What was required, and what the written file attains" }
                thead {
                    tr {
                        th scope="col" { "Requirement" }
                        th.number scope="col" { "Required" }
                        th.number scope="col" { "Attained" }
                        th scope="col" { "Verdict" }
                    }
                }
                tbody { @for row in &view.verdicts { (verdict_row(row)) } }
            }
        }
    }
}

fn verdict_row(row: &VerdictRow) -> Markup {
    html! {
        tr {
            th scope="row" {
                span.model { (row.model) }
                @if let Some(attribute) = &row.attribute { " of " bdi { (attribute) } }
                @if !row.parameters.is_empty() { span.parameters { (row.parameters.join(", ")) } }
                @if !row.meaning.is_empty() { p.meaning { (row.meaning) } }
            }
            td.number data-label="Required" {
                (row.required)
                @if !row.statistic.is_empty() { span.unit { (row.statistic) } }
            }
            td.number data-label="Attained" { (row.attained) }
            td data-label="Verdict" {
                @match row.holds {
                    Some(true) => span.tag.holds { "✓ holds" },
                    Some(false) => span.tag.fails { "✗ does not hold" },
                    None if row.open => span.tag.open { "– cannot be judged" },
                    None => span.tag.open { "– not required" },
                }
                @if !row.shown.is_empty() { span.unit { "shown " (row.shown) } }
            }
        }
    }
}

fn done(view: &View) -> Markup {
    let mut sources: Vec<&str> = Vec::new();
    let models = view.verdicts.iter().map(|row| row.reference.as_str());
    let steps = view.done.iter().filter_map(|one| one.reference.as_deref());
    for source in steps.chain(models).filter(|source| !source.is_empty()) {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    html! {
        ol.story {
            @for sentence in &view.done { li { (cited(sentence, &sources)) } }
        }
        @if !view.levels.is_empty() { (levels(view)) }
        @if !view.tried.is_empty() { (tried(view)) }
        @if !view.notes.is_empty() {
            h3 { "Please note" }
            ul { @for note in &view.notes { li { (note) } } }
        }
        @if let Some(chart) = &view.charts.steps { (figure(chart)) }
        @if let Some(chart) = &view.charts.lattice { (figure(chart)) }
        @if !sources.is_empty() {
            h3 { "Sources" }
            ol.sources { @for source in &sources { li { (source) } } }
        }
    }
}

/// Each method with what it reached and how long it took.
fn tried(view: &View) -> Markup {
    html! {
        table.stacked {
            caption { "What each method reached; less is better" }
            thead {
                tr {
                    th scope="col" { "Method" }
                    th.number scope="col" { "Objective" }
                    th.number scope="col" { "Seconds" }
                }
            }
            tbody {
                @for row in &view.tried {
                    tr {
                        th scope="row" {
                            bdi { (row.method) }
                            @if row.is_winner { span.unit { "made the release" } }
                        }
                        td.number data-label="Objective" {
                            @if row.reached.is_empty() { "found nothing" } @else { (row.reached) }
                            @if row.is_least { span.unit { "the least of its kind, proved" } }
                        }
                        td.number data-label="Seconds" { (row.seconds) }
                    }
                }
            }
        }
    }
}

fn cited(sentence: &Sentence, sources: &[&str]) -> Markup {
    let number = sources.iter().position(|source| Some(*source) == sentence.reference.as_deref());
    html! {
        (sentence.text)
        @if let Some(number) = number { " [" (number + 1) "]" }
    }
}

fn levels(view: &View) -> Markup {
    html! {
        table.levels {
            caption {
                "How far each quasi-identifier was generalised: 0 is the value itself"
                @if view.levels.iter().any(|row| row.height.is_some()) { ", the last level leaves nothing" }
            }
            thead { tr { th scope="col" { "Attribute" } th scope="col" { "Level" } } }
            tbody {
                @for row in &view.levels {
                    tr {
                        th scope="row" { bdi { (row.attribute) } }
                        td {
                            @if let Some(height) = row.height {
                                span.gauge aria-hidden="true" {
                                    @for step in 1..=height.min(20) {
                                        span.step.full[step <= row.level] {}
                                    }
                                }
                                (row.level) " of " (height)
                                @if row.level > 0 && row.level == height { span.unit { "nothing is left" } }
                            } @else {
                                (row.level)
                            }
                        }
                    }
                }
            }
        }
    }
}

fn risk(view: &View) -> Markup {
    html! {
        (measures(&view.risk, "What an intruder could do"))
        (matrices(&view.risk_tables))
        @if let Some(chart) = &view.charts.class_sizes { (figure(chart)) }
        @if let Some(chart) = &view.charts.risk { (figure(chart)) }
        @if let Some(chart) = &view.charts.k_loss { (figure(chart)) }
        @if !view.combinations.is_empty() {
            table.stacked {
                caption { "Combinations of attributes that single people out: how many records are alone with their values of these" }
                thead {
                    tr { th scope="col" { "Attributes" } th.number scope="col" { "Before" } th.number scope="col" { "After" } }
                }
                tbody {
                    @for one in &view.combinations {
                        tr {
                            th scope="row" { (listed(&one.attributes)) }
                            td.number data-label="Before" { (grouped(one.before)) }
                            td.number data-label="After" { (grouped(one.after)) }
                        }
                    }
                }
            }
        }
    }
}

fn utility(view: &View) -> Markup {
    html! {
        (measures(&view.utility, "What the data are still good for"))
        (matrices(&view.utility_tables))
        @if let Some(chart) = &view.charts.distributions { (figure(chart)) }
        @if let Some(chart) = &view.charts.correlations { (figure(chart)) }
    }
}

fn tradeoff(view: &View) -> Markup {
    let nothing = view.reasons.is_empty() && view.scores.is_empty() && view.charts.map.is_none();
    html! {
        @if nothing { p { "No other configuration was compared with this one." } }
        @for reason in &view.reasons { p { (reason) } }
        @if !view.scores.is_empty() { (measures(&view.scores, "Risk against loss")) }
        @if let Some(chart) = &view.charts.map { (figure(chart)) }
    }
}

fn limits(view: &View) -> Markup {
    html! {
        p { "A guarantee is about one kind of attack. Whoever releases these data should know what is left:" }
        dl.limits {
            @for (at, limit) in view.limits.iter().enumerate() {
                // What belongs together has one name.
                @if at == 0 || view.limits[at - 1].name != limit.name {
                    dt { @if limit.name.is_empty() { "Of this release" } @else { (limit.name) } }
                }
                dd { (limit.text) }
            }
        }
    }
}

/// The files of a pair, and what must be known of the figures.
fn files(view: &View) -> Markup {
    html! {
        @if !view.notes.is_empty() {
            h3 { "Please note" }
            ul { @for note in &view.notes { li { (note) } } }
        }
        p { "The digests say whether a file is the one that this page is about." }
        (digests(view))
    }
}

fn reproduce(view: &View) -> Markup {
    let how = &view.provenance;
    html! {
        p {
            "The same input, policy and version of the program give the same decision. "
            "The digests say whether a file is the one that this page is about."
        }
        (digests(view))
        @if !how.command.is_empty() { pre { code { (how.command) } } }
        @if let Some(policy) = &how.policy {
            details { summary { "The policy" } pre { code { (policy) } } }
        }
    }
}

fn digests(view: &View) -> Markup {
    let how = &view.provenance;
    html! {
        dl.files {
            @for file in &how.files {
                dt { (file.role) @if let Some(name) = &file.file { ", " bdi { (name) } } }
                dd {
                    @match &file.digest {
                        Some(digest) => {
                            span.unit {
                                @match digest.kind {
                                    FingerprintKind::Sha256 => "SHA-256",
                                    FingerprintKind::HmacSha256 => "HMAC-SHA-256 with the publisher's key",
                                }
                            }
                            code { (digest.value) }
                        }
                        None => "The publisher keeps its digest.",
                    }
                }
            }
            @if !view.ridotto.is_empty() { dt { "program" } dd { "ridotto " (view.ridotto) } }
            @if let Some(seed) = &how.seed { dt { "seed" } dd { code { (seed) } } }
        }
    }
}
