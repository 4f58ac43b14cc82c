//! A view as one HTML document: no script, no network, nothing beside it.

use super::sections::{self, Section};
use super::view::View;
use crate::audience::Audience;
use crate::chart::palette;
use crate::text::clean;
use maud::{DOCTYPE, Markup, PreEscaped, html};

/// Whatever a page may contain, a browser must neither run nor load anything for it.
const POLICY: &str = "default-src 'none'; style-src 'unsafe-inline'";

/// A whole document, with the style that all pages share.
pub(super) fn document(version: &str, title: &str, body: &Markup) -> String {
    let style = palette::style_sheet(":root") + include_str!("page.css");
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(POLICY);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="referrer" content="no-referrer";
                meta name="generator" content={ "ridotto " (version) };
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    };
    // A percentage stays on one line.
    clean(&page.into_string()).replace(" %", "\u{a0}%")
}

impl View {
    /// The document.
    pub fn to_html(&self) -> String {
        let sections = sections::all(self);
        let body = html! {
            (header(self))
            main {
                (contents(&sections))
                @for (number, section) in sections.iter().enumerate() {
                    section id=(section.identifier) {
                        h2 { span.number { (number + 1) } (section.title) }
                        (section.body)
                    }
                }
            }
            (footer(self))
        };
        document(&self.ridotto, &format!("{} – disclosure control report", self.title), &body)
    }
}

fn header(view: &View) -> Markup {
    html! {
        header.masthead {
            p.kicker {
                "Disclosure control report"
                span.badge {
                    @match view.audience {
                        Audience::Internal => "internal: keep with the input",
                        Audience::Public => "for the public",
                    }
                }
            }
            h1 { (view.title) }
            p.byline {
                @if !view.publisher.is_empty() { span { (view.publisher) } }
                @if let Some(issued) = &view.issued { span { (issued) } }
                @if !view.ridotto.is_empty() { span { "ridotto " (view.ridotto) } }
            }
        }
    }
}

fn contents(sections: &[Section]) -> Markup {
    html! {
        nav aria-label="Sections" {
            ol {
                @for section in sections {
                    li { a href={ "#" (section.identifier) } { (section.title) } }
                }
            }
        }
    }
}

fn footer(view: &View) -> Markup {
    html! {
        footer {
            p {
                "Made by ridotto " (view.ridotto) ". This page loads nothing and runs nothing. "
                @match view.threshold {
                    Some(threshold) => {
                        "For the public: what is told here follows from the released file and from what was required of it, "
                        "but for how many records were suppressed, which is told up to the next multiple of "
                        (threshold) ". Counts below " (threshold) " are not shown, and others are rounded."
                    }
                    None => "It tells about the input: do not publish it beside the release.",
                }
            }
        }
    }
}
