//! The page about a file before anything was done to it. For those who may see the file.

use super::html::document;
use super::parts::figure;
use crate::chart::{KLoss, KLossPoint};
use crate::text::{grouped, listed};
use crate::{ColumnReport, InspectReport};
use maud::{Markup, html};

/// The page as one HTML document: no script, no network, nothing beside it.
pub fn inspection_page(of: &InspectReport) -> String {
    let body = html! {
        header.masthead {
            p.kicker { "Inspection" span.badge { "internal: keep with the data" } }
            h1 { (of.file.file) }
            p.byline {
                span { (grouped(of.file.rows.unwrap_or(0))) " records" }
                span { (of.columns.len()) " columns" }
                span { "ridotto " (of.ridotto) }
            }
        }
        main {
            section id="who" { h2 { "Who could be found in it" } (risk(of)) }
            section id="columns" { h2 { "Columns" } (columns(&of.columns)) (quality(of)) }
        }
        footer {
            p {
                "Made by ridotto " (of.ridotto) ". This page loads nothing and runs nothing. "
                "It tells about the data as they are: do not publish it."
            }
        }
    };
    document(&of.ridotto, &format!("{} – inspection", of.file.file), &body)
}

fn share(share: f64) -> String {
    format!("{:.1} %", share * 100.0)
}

fn risk(of: &InspectReport) -> Markup {
    let rows = of.file.rows.unwrap_or(0);
    let points = of.k_loss.iter().map(|step| KLossPoint { k: step.k, share: step.share }).collect();
    let chart = KLoss { points, required: None, records: rows };
    html! {
        dl.figures {
            div { dt { "Alone with their combination" } dd { (grouped(of.unique_records)) } }
            div { dt { "As a share of the records" } dd { (share(of.unique_records as f64 / rows.max(1) as f64)) } }
            div { dt { "Different combinations" } dd { (grouped(of.classes)) } }
            @if let Some(special) = of.special_uniques {
                div { dt { "Alone by three columns or fewer" } dd { (grouped(special)) } }
            }
        }
        @for note in &of.notes { p { (note) } }
        @if !of.combinations.is_empty() {
            table {
                caption { "Combinations that single people out, the worst first" }
                thead {
                    tr {
                        th scope="col" { "Columns" }
                        th.number scope="col" { "Records alone" }
                        th.number scope="col" { "Pairs told apart" }
                    }
                }
                tbody {
                    @for one in &of.combinations {
                        tr {
                            th scope="row" { (listed(&one.attributes)) }
                            td.number { (grouped(one.unique_records)) }
                            td.number { (share(one.separation)) }
                        }
                    }
                }
            }
        }
        (figure(&chart))
        @if !of.guesses.is_empty() {
            table {
                caption { "How well a sensitive column is guessed by whoever knows a person's combination" }
                thead {
                    tr {
                        th scope="col" { "Column" }
                        th.number scope="col" { "Right guesses" }
                        th.number scope="col" { "Without the combination" }
                        th.number scope="col" { "Certain" }
                    }
                }
                tbody {
                    @for one in &of.guesses {
                        tr {
                            th scope="row" { (one.attribute) }
                            td.number { (share(one.best_guess)) }
                            td.number { (share(one.without_class)) }
                            td.number { (share(one.certain)) }
                        }
                    }
                }
            }
        }
    }
}

fn columns(list: &[ColumnReport]) -> Markup {
    html! {
        div.box {
            table {
                thead {
                    tr {
                        th scope="col" { "Column" }
                        th scope="col" { "Role" }
                        th scope="col" { "Type" }
                        th.number scope="col" { "Different" }
                        th.number scope="col" { "Missing" }
                        th.number scope="col" { "Alone" }
                        th.number scope="col" { "Pairs told apart" }
                    }
                }
                tbody {
                    @for one in list {
                        tr {
                            th scope="row" {
                                (one.name)
                                @if let Some(looks) = &one.looks_like { span.unit { (looks) } }
                            }
                            td { (one.role) }
                            td { (one.kind) }
                            td.number { (grouped(one.distinct)) }
                            td.number { (grouped(one.missing)) }
                            td.number { (grouped(one.alone)) }
                            td.number { (share(one.separation)) }
                        }
                    }
                }
            }
        }
    }
}

fn quality(of: &InspectReport) -> Markup {
    html! {
        @if let Some(completeness) = of.completeness {
            p { (share(completeness)) " of the cells are filled in." }
        }
        @if let Some(uniqueness) = of.uniqueness {
            p { (share(1.0 - uniqueness)) " of the records are copies of others, over all columns." }
        }
        @for (part, says) in [
            (of.timeliness, " of the records are no older than they may be."),
            (of.validity, " of the cells that have a rule keep to it."),
            (of.accuracy, " of the cells are as they truly are."),
            (of.consistency, " of the records keep to what must hold between their attributes."),
        ] {
            @if let Some(part) = part { p { (share(part)) (says) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CombinationReport, FileReport, KLossReport};

    #[test]
    fn the_page_loads_nothing_and_escapes_names() {
        let column = ColumnReport {
            name: "<zip>".into(),
            kind: "text".into(),
            role: "quasi-identifier".into(),
            looks_like: Some("codes".into()),
            distinct: 1234,
            missing: 0,
            alone: 7,
            distinction: 0.5,
            separation: 0.999,
            adds_to_average_risk: None,
        };
        let report = InspectReport {
            ridotto: "0".into(),
            file: FileReport { file: "a&b.csv".into(), rows: Some(2468), ..FileReport::default() },
            columns: vec![column],
            completeness: Some(0.5),
            uniqueness: Some(1.0),
            timeliness: None,
            validity: Some(0.25),
            accuracy: None,
            consistency: None,
            guessed: true,
            classes: 9,
            unique_records: 3,
            special_uniques: None,
            combinations: vec![CombinationReport {
                attributes: vec!["<zip>".into(), "age".into()],
                unique_records: 3,
                distinction: 0.1,
                separation: 0.2,
            }],
            k_loss: vec![KLossReport { k: 2, records: 3, share: 0.001 }],
            guesses: Vec::new(),
            notes: vec!["roles were guessed.".into()],
        };
        let page = inspection_page(&report);
        assert!(page.starts_with("<!DOCTYPE html>") && page.contains("a&amp;b.csv"));
        assert!(page.contains("&lt;zip&gt;") && !page.contains("<zip>"));
        assert!(page.contains("keep to it.") && !page.contains("truly are"));
        assert!(page.contains("2,468 records") && page.contains("1,234"));
        // The only address is the name of the drawing language.
        let addresses = page.replace("http://www.w3.org/2000/svg", "");
        assert!(!addresses.contains("://") && !page.contains("<script") && !page.contains("src="));
    }
}
