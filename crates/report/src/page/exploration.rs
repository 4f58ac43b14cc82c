//! The page about the configurations of a policy: what each promises, what it risks and loses, and
//! which is proposed. For those who decide, and may see the input.

use super::html::document;
use super::parts::figure;
use super::shown::verdict;
use crate::chart::Promise;
use crate::text::{capital, counted, grouped, number, percent};
use crate::{Configuration, ExploreReport, Guarantee, Stopped};
use maud::{Markup, html};

/// The page as one HTML document: no script, no network, nothing beside it.
pub fn exploration_page(of: &ExploreReport, policy: &str) -> String {
    let frontier: Vec<&Configuration> = on_frontier(of);
    let is_rest = |one: &&Configuration| !frontier.iter().any(|it| std::ptr::eq(*it, *one));
    let (compared, sampled): (Vec<&Configuration>, Vec<&Configuration>) =
        of.reached().partition(|one| of.compared().any(|it| std::ptr::eq(it, *one)));
    let rest: Vec<&Configuration> = compared.into_iter().filter(is_rest).collect();
    let (weak, beaten): (Vec<&Configuration>, Vec<&Configuration>) =
        rest.into_iter().partition(|one| one.promise() == Promise::Lacking);
    let failed: Vec<&Configuration> =
        of.configurations.iter().filter(|one| one.point().is_none()).collect();
    let finer = finer(of);
    let words = Words::of(of);
    let body = html! {
        header.masthead {
            p.kicker { "Exploration" span.badge { "internal: keep with the input" } }
            h1 { @if of.is_of_tables { "Cost and residual risk of " } @else { "Risk and utility of " } (policy) }
            p.byline {
                @if let Some(count) = of.records { span { (records(count)) } }
                span { (counted(of.asked, words.one, words.many)) }
                span { "ridotto " (of.ridotto) }
            }
        }
        main {
            section id="proposal" { h2 { "Proposal" } (proposal(of)) }
            section id="map" { h2 { "Map" } (figure(&of.map())) }
            section id="frontier" {
                h2 { "Frontier" }
                p {
                    "What one can choose from: of those that do not attain less than is required, none has less risk without more loss. "
                    "The numbers are those of the map, and " code { "ridotto explore … --apply N -o NEW.toml" } " writes the policy of one."
                }
                (points(of, &frontier, "On the frontier, by risk"))
                (losses(&frontier))
            }
            @if !finer.is_empty() {
                section id="finer" { h2 { "Finer columns" } (finer_table(&finer)) }
            }
            @if !weak.is_empty() {
                section id="weak" {
                    h2 { "Less than required" }
                    p { "They are on the map to be compared with. A small risk that was measured is no promise." }
                    (points(of, &weak, "No choice under this policy"))
                }
            }
            @if !beaten.is_empty() {
                section id="beaten" {
                    h2 { "Beaten by another" }
                    (points(of, &beaten, words.beaten))
                }
            }
            @if !sampled.is_empty() {
                section id="sampled" {
                    h2 { "Of a sample" }
                    p {
                        "There was no time to try these on all records. The whole has larger crowds than a sample, "
                        "and loses less at the same risk."
                    }
                    (points(of, &sampled, "Tried on a sample alone"))
                }
            }
            @if !failed.is_empty() {
                section id="failed" { h2 { "Without a release" } (without_release(&failed)) }
            }
            section id="meaning" {
                h2 { "What the figures mean" }
                @if of.is_of_tables { (meaning_of_tables()) } @else { (meaning()) }
            }
        }
        footer {
            p {
                "Made by ridotto " (of.ridotto) ". This page loads nothing and runs nothing. "
                "Risk and loss were measured with the input: do not publish it."
            }
        }
    };
    document(&of.ridotto, &format!("{policy} – exploration"), &body)
}

/// What configurations and their figures are called.
struct Words {
    one: &'static str,
    many: &'static str,
    /// The headings of configurations, risk, loss and size.
    heads: [&'static str; 4],
    beaten: &'static str,
}

impl Words {
    fn of(report: &ExploreReport) -> &'static Self {
        if report.is_of_tables { &OF_TABLES } else { &OF_RECORDS }
    }
}

const OF_RECORDS: Words = Words {
    one: "configuration",
    many: "configurations",
    heads: ["Configuration", "Risk", "Loss", "Records"],
    beaten: "Another has no more risk and no more loss",
};

const OF_TABLES: Words = Words {
    one: "method",
    many: "methods",
    heads: ["Method", "Guessed", "Cells lose", "Lines"],
    beaten: "Another leaves no more to guess and loses no more",
};

/// Those that one can choose from and that no other of them beats, in the order of the map.
fn on_frontier(of: &ExploreReport) -> Vec<&Configuration> {
    let reached: Vec<&Configuration> = of.reached().collect();
    of.map().choices().into_iter().map(|at| reached[at]).collect()
}

fn proposal(of: &ExploreReport) -> Markup {
    let reached = of.reached().count();
    let lacking = of.reached().filter(|one| one.promise() == Promise::Lacking).count();
    let asks = of.reached().any(|one| one.holds.is_some());
    let frontier = on_frontier(of);
    html! {
        (statement(of, reached, asks))
        @if let Some(reason) = of.reason(percent) { p { (capital(&reason)) } }
        @if let Some(one) = of.proposed() { (to_do(one)) }
        @if let Some(why) = of.stopped { p { (stopped(of, why)) } }
        @if let Some(count) = of.sample.filter(|_| of.reached().any(|one| one.sample.is_some())) {
            p { "What is marked as of a sample was tried on " (records(count)) ", and not yet on all." }
        }
        dl.figures {
            div { dt { "Tried" } dd { (grouped(of.configurations.len() as u64)) } }
            div { dt { "With a release" } dd { (grouped(reached as u64)) } }
            @if asks {
                div { dt { "Attain what is required" } dd { (grouped((reached - lacking) as u64)) } }
            }
            div { dt { "On the frontier" } dd { (grouped(frontier.len() as u64)) } }
            @if lacking > 0 {
                div { dt { "Less than required" } dd { (grouped(lacking as u64)) } }
            }
        }
    }
}

/// What to write into the policy.
fn to_do(proposed: &Configuration) -> Markup {
    html! {
        @if proposed.lines.is_empty() {
            p { "The policy says that already." }
        } @else {
            p {
                "The policy has to say this, or let "
                code { "ridotto explore … --apply " (proposed.number) " -o NEW.toml" } " write it:"
            }
            pre { code { (proposed.lines) } }
        }
    }
}

fn stopped(of: &ExploreReport, why: Stopped) -> String {
    let whole = of.configurations.iter().filter(|one| one.sample.is_none()).count();
    let why = match why {
        Stopped::Time => "Time was up",
        Stopped::Interrupted => "It was interrupted",
    };
    format!("{why}: {whole} of {} configurations were tried on all records.", of.asked)
}

/// A configuration with a finer column, and the one that differs in nothing else.
struct Finer<'a> {
    name: &'a str,
    importance: f64,
    plain: &'a Configuration,
    other: &'a Configuration,
}

impl Finer<'_> {
    fn loss_of(&self, one: &Configuration) -> Option<f64> {
        one.losses.get(self.name).copied()
    }
}

fn finer(of: &ExploreReport) -> Vec<Finer<'_>> {
    let one = |finer| {
        let finer: &Configuration = finer;
        let (name, &importance) = finer.importance.first_key_value()?;
        let is_plain = |plain: &&Configuration| {
            let method = |of: &Configuration| (of.algorithm.clone(), of.k, of.sample);
            let share = |of: &Configuration| of.suppression.to_bits();
            let alike = method(plain) == method(finer) && share(plain) == share(finer);
            plain.importance.is_empty() && alike
        };
        let plain = of.reached().find(is_plain)?;
        Some(Finer { name, importance, plain, other: finer })
    };
    of.reached().filter_map(one).collect()
}

/// What it costs to keep one column finer.
fn finer_table(list: &[Finer<'_>]) -> Markup {
    let arrow =
        |before: Option<f64>, after: Option<f64>| format!("{} → {}", share(before), share(after));
    html! {
        p {
            "What a column loses if it is dearer than the policy says, and what all lose then, weighed as the policy does. "
            "Compared with " (list[0].plain.name) "."
        }
        div.box tabindex="0" role="region" aria-label="Finer columns" {
            table.matrix {
                caption { "Column by column, loss before → after" }
                thead {
                    tr {
                        th scope="col" { "Column" }
                        th.number scope="col" { "Importance" }
                        th.number scope="col" { "It loses" }
                        th.number scope="col" { "All lose" }
                        th.number scope="col" { "Risk" }
                    }
                }
                tbody {
                    @for one in list {
                        tr {
                            th scope="row" { span.place { (one.other.number) } " " (one.name) }
                            td.number data-label="Importance" { (number(one.importance)) }
                            td.number data-label="It loses" {
                                (arrow(one.loss_of(one.plain), one.loss_of(one.other)))
                            }
                            td.number data-label="All lose" { (arrow(one.plain.loss, one.other.loss)) }
                            td.number data-label="Risk" { (arrow(one.plain.risk, one.other.risk)) }
                        }
                    }
                }
            }
        }
    }
}

/// What each column loses, folded.
fn losses(list: &[&Configuration]) -> Markup {
    let names: Vec<&String> = list.first().into_iter().flat_map(|one| one.losses.keys()).collect();
    html! {
        @if !names.is_empty() {
            details {
                summary { "What each column loses" }
                div.scroll tabindex="0" role="region" aria-label="What each column loses" {
                    table.data {
                        thead {
                            tr {
                                th scope="col" { "Number" }
                                @for name in &names { th.number scope="col" { (name) } }
                            }
                        }
                        tbody {
                            @for one in list {
                                tr {
                                    th scope="row" { (one.number) }
                                    @for name in &names {
                                        td.number { (share(one.losses.get(*name).copied())) }
                                    }
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

fn statement(of: &ExploreReport, reached: usize, asks: bool) -> Markup {
    match of.proposed().map(|one| (one, one.promise())) {
        Some((one, Promise::Attained)) => html! {
            p.statement.holds {
                span.sign aria-hidden="true" { "✓" }
                span { (one.name) ": attains what the policy requires." }
            }
        },
        Some((one, _)) => html! {
            p.statement.open {
                span.sign aria-hidden="true" { "–" }
                span { (one.name) ". The policy requires nothing, so nothing is promised." }
            }
        },
        None if reached == 0 => html! {
            p.statement.fails {
                span.sign aria-hidden="true" { "✗" }
                span { "No configuration led to a release. Nothing is proposed." }
            }
        },
        None => html! {
            p.statement.fails {
                span.sign aria-hidden="true" { "✗" }
                @if asks { span { "No configuration attains what the policy requires. Nothing is proposed." } }
                @else { span { "Nothing is proposed." } }
            }
        },
    }
}

/// Configurations with what each promises.
fn points(of: &ExploreReport, list: &[&Configuration], caption: &str) -> Markup {
    let [one_is, risk, loss, size] = Words::of(of).heads;
    html! {
        table.stacked.points {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { (one_is) }
                    th.number scope="col" { (risk) }
                    th.number scope="col" { (loss) }
                    th.number scope="col" { (size) }
                    th scope="col" { "Promise" }
                }
            }
            tbody {
                @for one in list {
                    @let is_proposed = of.proposed().is_some_and(|it| std::ptr::eq(it, *one));
                    tr {
                        th scope="row" {
                            span.place { (one.number) } " "
                            (one.name)
                            @if is_proposed { span.chosen { "proposed" } }
                            @if let Some(count) = one.sample { span.unit { "of a sample of " (records(count)) } }
                            @if of.is_of_tables { (cells(one)) } @else { (parts(one)) }
                        }
                        td.number data-label=(risk) { (share(one.risk)) }
                        td.number data-label=(loss) { (share(one.loss)) }
                        td.number data-label=(size) { (one.records.map_or_else(|| "–".into(), grouped)) }
                        td data-label="Promise" { (promise(one)) }
                    }
                }
            }
        }
    }
}

fn records(count: u64) -> String {
    counted(count, "record", "records")
}

/// What the risk is the largest of, the largest first.
fn parts(one: &Configuration) -> Markup {
    let mut parts: Vec<&(String, f64)> = one.parts.iter().collect();
    parts.sort_by(|a, b| b.1.total_cmp(&a.1));
    let words: Vec<String> = parts
        .into_iter()
        .map(|(name, part)| format!("{} {}", name.replace('-', " "), percent(*part)))
        .collect();
    html! { @if !words.is_empty() { span.unit { (words.join(", ")) } } }
}

/// How many cells are sensitive and hidden, what hiding them costs, and how far changed ones are from the truth.
fn cells(one: &Configuration) -> Markup {
    let figure = |name: &str| one.parts.iter().find(|(own, _)| own == name).map(|(_, of)| *of);
    let some = |figure: Option<f64>| figure.filter(|figure| *figure > 0.0);
    let said = |before: &str, figure: Option<f64>, after: &str| {
        Some(format!("{before}{}{after}", number(some(figure)?)))
    };
    let words: Vec<String> = [
        said("", figure("primary"), " sensitive"),
        said("", figure("suppressed"), " hidden"),
        said("cost ", one.objective, ""),
        said("off by ", one.displacement, ""),
    ]
    .into_iter()
    .flatten()
    .collect();
    html! { @if !words.is_empty() { span.unit { (words.join(", ")) } } }
}

fn promise(one: &Configuration) -> Markup {
    let open: Vec<&Guarantee> = one.guarantees.iter().filter(|it| it.holds != Some(true)).collect();
    html! {
        @match one.promise() {
            Promise::Attained => span.tag.holds { "✓ as required" },
            Promise::Lacking => span.tag.fails { "✗ less than required" },
            Promise::Nothing => span.tag.open { "– nothing" },
        }
        @if one.promise() == Promise::Lacking && open.is_empty() {
            span.unit { "its file cannot show what the policy requires" }
        }
        @for guarantee in open { span.unit { (lacking(guarantee)) } }
    }
}

/// A requirement that is not attained, with its figures.
fn lacking(guarantee: &Guarantee) -> String {
    let row = verdict(guarantee);
    let of = row.attribute.map_or(String::new(), |name| format!(" of {name}"));
    format!("{}{of}: {}, {} required", row.model, row.attained, row.required)
}

fn without_release(failed: &[&Configuration]) -> Markup {
    html! {
        table.stacked.reasons {
            caption { "What was tried and led to no release" }
            thead { tr { th scope="col" { "Configuration" } th scope="col" { "Why" } } }
            tbody {
                @for one in failed {
                    tr {
                        th scope="row" { (one.name) }
                        td data-label="Why" {
                            (one.failed.as_deref().unwrap_or("its risk or its loss cannot be measured"))
                        }
                    }
                }
            }
        }
    }
}

fn meaning() -> Markup {
    html! {
        dl.limits {
            dt { "Risk" }
            dd {
                "The largest share of people that one of these intruders is right about, who all have everybody's quasi-identifiers. "
                "Who picks one of the people of a class (average risk). Who links records by distance, by rank or by probability. "
                "Who guesses a sensitive value by its class, or by the nearest record where values are no longer true: what counts is how much oftener "
                "the guess is right than without the release."
            }
            dd { "Figures of linkage are of samples of people. A risk is a measurement of this file and these intruders; a promise is what counts." }
            dt { "Loss" }
            dd {
                "What the report of the same release says, by the policy's importance: 0 % is intact, 100 % is nothing left. "
                "Where values are no longer true, how far they are from the truth is added."
            }
            dt { "Promise" }
            dd {
                "What the release attains of what the policy requires, as it was counted in what was written, whatever k was tried. "
                "A configuration with a small risk that promises less is no substitute for one that promises enough."
            }
            dt { "Proposal" }
            dd { "Of those that attain what is required, the least mean of risk and loss." }
        }
    }
}

fn meaning_of_tables() -> Markup {
    html! {
        dl.limits {
            dt { "Guessed: residual risk" }
            dd {
                "The share of sensitive cells to which a guess comes nearer than their rules allow: in the middle of what an outsider "
                "finds possible of a hidden cell, or at the value that is published in its place. A guess that is right by luck counts; "
                "what nobody can derive is the promise."
            }
            dt { "Cells lose: cost" }
            dd {
                "What all cells lose in the mean: all of it where they are hidden or too fine to be published, and the share by which they are "
                "wrong where they are changed. The cost below a name is that of the hidden cells that are not sensitive, by the policy's "
                code { "cost" } ", and is compared among methods of one " code { "cost" } " alone."
            }
            dt { "Promise" }
            dd {
                "Whether the rules of the policy hold of what was written, as it was read again and attacked. Methods that publish sensitive "
                "cells with other values keep promises of their own, and no rule: they are on the map to be compared with."
            }
            dt { "Proposal" }
            dd { "Of those that attain what is required, the least mean of what is guessed and what cells lose." }
        }
    }
}

fn share(share: Option<f64>) -> String {
    share.map_or_else(|| "–".into(), percent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn configuration(name: &str, risk: f64, loss: f64, holds: Option<bool>) -> Configuration {
        let guarantee = Guarantee {
            model: "k-anonymity".into(),
            required: Some(5.0),
            attained: Some(if holds == Some(true) { 6.0 } else { 1.0 }),
            holds,
            ..Guarantee::default()
        };
        Configuration {
            name: name.into(),
            records: Some(1_000),
            risk: Some(risk),
            loss: Some(loss),
            frontier: true,
            holds,
            guarantees: holds.map(|_| guarantee).into_iter().collect(),
            ..Configuration::default()
        }
    }

    fn report(configurations: Vec<Configuration>, proposed: Option<u64>) -> ExploreReport {
        let asked = configurations.len() as u64;
        let configurations = (1..).zip(configurations);
        let configurations =
            configurations.map(|(number, one)| Configuration { number, ..one }).collect();
        ExploreReport {
            ridotto: "0".into(),
            asked,
            configurations,
            proposed,
            ..ExploreReport::default()
        }
    }

    #[test]
    fn a_point_that_promises_too_little_is_marked_wherever_it_stands() {
        let safe = configuration("optimal, k = 5", 0.1, 0.5, Some(true));
        let unsafe_ = configuration("noise <1>", 0.05, 0.6, Some(false));
        let failed = Configuration {
            name: "mondrian".into(),
            failed: Some("a & b".into()),
            ..Configuration::default()
        };
        let page = exploration_page(&report(vec![safe, unsafe_, failed], Some(0)), "p.toml");
        let page = page.replace('\u{a0}', " ");
        assert!(page.contains("optimal, k = 5: attains what the policy requires."));
        assert!(page.contains("is the least of 1 that attain what the policy requires."));
        assert_eq!(page.matches("✗ less than required").count(), 1);
        assert!(page.contains("k-anonymity: 1, 5 required") && page.contains("a &amp; b"));
        assert!(page.contains("noise &lt;1&gt;") && !page.contains("<1>"));
        for half in ["The algorithm was", "Nothing was required", "No other configuration was"] {
            assert!(!page.contains(half), "{half}");
        }
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("://") && !page.contains("<script") && !page.contains("src="));
    }

    /// A map of tables speaks of cells and methods, with counts as counts.
    #[test]
    fn tables_have_words_of_their_own() {
        let mut fast = configuration("fast, cost number", 0.0, 0.3, Some(true));
        fast.parts = vec![("primary".into(), 2.0), ("suppressed".into(), 5.0)];
        fast.objective = Some(3.0);
        let report = ExploreReport { is_of_tables: true, ..report(vec![fast], Some(0)) };
        let page = exploration_page(&report, "p.toml").replace('\u{a0}', " ");
        for words in [
            "Cost and residual risk of p.toml",
            "2 sensitive, 5 hidden, cost 3",
            "The map of cost and residual risk",
            "residual risk: sensitive cells that are guessed",
            "cost: what cells lose",
            "Cells lose",
            "1 method",
        ] {
            assert!(page.contains(words), "{words}");
        }
        for words in [
            "everybody's quasi-identifiers",
            "disclosure risk",
            "200 %",
            "Records",
            "configuration",
        ] {
            assert!(!page.contains(words), "{words}");
        }
    }

    #[test]
    fn where_nothing_fits_nothing_is_proposed() {
        let page = |list, proposed| exploration_page(&report(list, proposed), "p.toml");
        let unsafe_ = page(vec![configuration("noise", 0.1, 0.1, Some(false))], None);
        assert!(unsafe_.contains("No configuration attains what the policy requires."));
        let open = page(vec![configuration("noise", 0.1, 0.1, None)], Some(0));
        assert!(open.contains("The policy requires nothing, so nothing is promised."));
        assert!(open.contains("– nothing") && !open.contains("✓"));
        assert!(page(Vec::new(), None).contains("No configuration led to a release."));
    }
}
