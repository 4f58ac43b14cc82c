//! What several sections of a page are made of: tables of measures, and charts.

use super::view::MeasureRow;
use crate::audience::Figure;
use crate::chart::{Chart, Table, Width};
use maud::{Markup, PreEscaped, html};

/// A table of measures, before and after, under the headings of their groups if there are several.
pub(super) fn measures(rows: &[MeasureRow], caption: &str) -> Markup {
    if rows.is_empty() {
        return html! { p { "Nothing was measured." } };
    }
    let none_before = rows.iter().all(|row| row.before == Figure::Unknown);
    let groups: Vec<&[MeasureRow]> = rows.chunk_by(|one, next| one.group == next.group).collect();
    html! {
        table.stacked.measures {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { "Measure" }
                    @if !none_before { th.number scope="col" { "Before" } }
                    th.number scope="col" { "After" }
                }
            }
            @for rows in &groups {
                tbody {
                    @if groups.len() > 1 {
                        tr.group { th scope="rowgroup" colspan=(if none_before { 2 } else { 3 }) { (rows[0].group) } }
                    }
                    @for (at, row) in rows.iter().enumerate() {
                        // Neighbours of one meaning are explained once.
                        @let again = at > 0 && rows[at - 1].about == row.about;
                        tr {
                            th scope="row" {
                                (row.name)
                                @if !row.about.is_empty() && !again { p.meaning { (row.about) } }
                            }
                            @if !none_before { td.number data-label="Before" { (row.before.words(row.unit)) } }
                            td.number data-label="After" { (row.after.words(row.unit)) }
                        }
                    }
                }
            }
        }
    }
}

/// Figures that everybody asks for, each under its name.
pub(super) fn figure_list<T: AsRef<str>>(figures: &[(&str, T)]) -> Markup {
    html! {
        dl.figures {
            @for (name, words) in figures {
                div { dt { (name) } dd { (words.as_ref()) } }
            }
        }
    }
}

/// A chart with its words and its numbers.
pub(super) fn figure(chart: &impl Chart) -> Markup {
    html! {
        figure id=(chart.identifier()) {
            figcaption {
                h3 { (chart.title()) }
                p { (chart.shows()) }
            }
            div.wide { (PreEscaped(chart.svg(Width::Wide))) }
            div.narrow { (PreEscaped(chart.svg(Width::Narrow))) }
            p.reading { strong { "How to read it. " } (chart.reading()) }
            (numbers(&chart.table(), &chart.title()))
        }
    }
}

fn numbers(table: &Table, title: &str) -> Markup {
    if table.rows.is_empty() {
        return html! {};
    }
    html! {
        details {
            summary { "The numbers" }
            div.scroll tabindex="0" role="region" aria-label={ "The numbers of: " (title) } {
                table.data {
                    thead { tr { @for name in &table.head { th scope="col" { (name) } } } }
                    tbody {
                        @for row in &table.rows {
                            tr {
                                @if row.len() == 1 { td colspan=(table.head.len()) { (row[0]) } }
                                @else {
                                    @for (at, cell) in row.iter().enumerate() {
                                        @if at == 0 { th scope="row" { (cell) } } @else { td { (cell) } }
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
