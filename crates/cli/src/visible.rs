//! Text that cannot steer a terminal.
//!
//! Names of columns, files and policies are written by others, and some characters are no text but
//! orders: they move the cursor, recolour or hide what follows, answer as if somebody typed, or turn
//! the direction of reading. All that is shown goes through here, and such characters are shown by
//! their number instead. Files that are written keep their names as they are.

use crate::flags::with_flags;
use miette::{Diagnostic, LabeledSpan, NamedSource, Severity, SourceSpan};
use std::borrow::Cow;
use std::fmt::{self, Display, Write};

/// Whether a character is an order and no text. Line ends and tabs are text.
fn is_order(character: char) -> bool {
    match character {
        '\n' | '\t' => false,
        // Marks, overrides and isolates of direction, and ends of lines that few know.
        '\u{61C}' | '\u{200E}' | '\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        other => other.is_control(),
    }
}

/// A text with orders shown by their number: `\u{1b}`.
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |order, into| {
        let _ = write!(into, "\\u{{{:x}}}", u32::from(order));
    })
}

/// A JSON document in which no order stands as it is. It says the same: orders are within texts, and
/// have a notation there.
pub fn visible_json(document: &str) -> Cow<'_, str> {
    replaced(document, |order, into| {
        let _ = write!(into, "\\u{:04x}", u32::from(order));
    })
}

/// A text of the same length with a sign in place of each order, so that places in it stay true.
fn masked(text: &str) -> Cow<'_, str> {
    replaced(text, |order, into| {
        into.push(match order.len_utf8() {
            1 => '?',
            2 => '·',
            _ => '\u{FFFD}',
        });
    })
}

fn replaced(text: &str, mut replace: impl FnMut(char, &mut String)) -> Cow<'_, str> {
    if !text.contains(is_order) {
        return text.into();
    }
    let mut shown = String::with_capacity(text.len());
    for character in text.chars() {
        if is_order(character) {
            replace(character, &mut shown);
        } else {
            shown.push(character);
        }
    }
    shown.into()
}

/// A message whose every part is visible, with its colours still to come.
#[derive(Debug)]
pub struct Visible {
    message: String,
    code: Option<String>,
    help: Option<String>,
    severity: Option<Severity>,
    labels: Option<Vec<LabeledSpan>>,
    source: Option<NamedSource<String>>,
    related: Vec<Visible>,
}

impl Visible {
    /// The same message.
    pub fn new(shown: &dyn Diagnostic) -> Self {
        let words = |text: &str| visible(&with_flags(text)).into_owned();
        let text = |text: Option<Box<dyn Display + '_>>| Some(words(&text?.to_string()));
        Self {
            message: words(&shown.to_string()),
            code: text(shown.code()),
            help: text(shown.help()),
            severity: shown.severity(),
            labels: shown
                .labels()
                .map(|labels| labels.map(|label| visible_label(&label)).collect()),
            source: source_of(shown),
            related: shown.related().into_iter().flatten().map(Self::new).collect(),
        }
    }
}

fn visible_label(label: &LabeledSpan) -> LabeledSpan {
    let text = label.label().map(|text| visible(text).into_owned());
    if label.primary() {
        LabeledSpan::new_primary_with_span(text, *label.inner())
    } else {
        LabeledSpan::new_with_span(text, *label.inner())
    }
}

/// The whole text that a message shows a part of.
fn source_of(shown: &dyn Diagnostic) -> Option<NamedSource<String>> {
    let all = shown.source_code()?.read_span(&SourceSpan::from(0), 0, usize::MAX).ok()?;
    let text = String::from_utf8_lossy(all.data()).replace("\r\n", " \n");
    Some(NamedSource::new(visible(all.name().unwrap_or_default()), masked(&text).into_owned()))
}

impl Display for Visible {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Visible {}

impl Diagnostic for Visible {
    fn code(&self) -> Option<Box<dyn Display + '_>> {
        Some(Box::new(self.code.as_ref()?))
    }

    fn severity(&self) -> Option<Severity> {
        self.severity
    }

    fn help(&self) -> Option<Box<dyn Display + '_>> {
        Some(Box::new(self.help.as_ref()?))
    }

    fn source_code(&self) -> Option<&dyn miette::SourceCode> {
        Some(self.source.as_ref()?)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.as_ref()?.iter().cloned()))
    }

    fn related(&self) -> Option<Box<dyn Iterator<Item = &dyn Diagnostic> + '_>> {
        let related = self.related.iter().map(|one| one as &dyn Diagnostic);
        (!self.related.is_empty()).then(|| Box::new(related) as Box<_>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_shown_by_their_number() {
        for (text, shown) in [
            ("plain\n\ttext, 東京, é", "plain\n\ttext, 東京, é"),
            ("\u{1b}[31mred", "\\u{1b}[31mred"),
            ("a\rb\u{7f}\u{0}\u{9b}2J", "a\\u{d}b\\u{7f}\\u{0}\\u{9b}2J"),
            ("\u{202e}gnp.exe\u{2066}\u{200f}", "\\u{202e}gnp.exe\\u{2066}\\u{200f}"),
        ] {
            assert_eq!(visible(text), shown);
            assert_eq!(masked(text).len(), text.len());
            assert!(!masked(text).contains(is_order));
        }
    }

    #[test]
    fn a_document_says_the_same() {
        let said = serde_json::json!({ "name": "\u{1b}[2J\u{7f}\u{9b}\u{202e}\u{2028}é" });
        let document = ridotto::to_json(&said);
        let shown = visible_json(&document);
        assert!(!shown.contains(is_order));
        assert_eq!(serde_json::from_str::<serde_json::Value>(&shown).unwrap(), said);
    }
}
