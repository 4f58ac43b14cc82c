//! The text of a policy and the name it goes by in messages.

use crate::span::Span;
use miette::{MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use std::sync::Arc;

/// The text of a policy and its name; cheap to clone, so that every error can carry it.
///
/// Of a policy that is a value, the text is its JSON, and places have paths, since nobody wrote that text.
#[derive(Clone, Debug)]
pub struct Source {
    name: Arc<str>,
    text: Arc<str>,
    paths: Option<Arc<[(Span, String)]>>,
}

impl Source {
    /// A text under a name, usually the path of its file.
    pub fn new(name: &str, text: &str) -> Self {
        Self { name: name.into(), text: text.into(), paths: None }
    }

    /// The JSON of a value under a name, and the paths of its parts, from the first to the last.
    pub(crate) fn of_value(name: &str, text: &str, paths: Vec<(Span, String)>) -> Self {
        Self { paths: Some(paths.into()), ..Self::new(name, text) }
    }

    /// Whether it is a value and no text that somebody wrote.
    pub fn is_value(&self) -> bool {
        self.paths.is_some()
    }

    /// The path of a part of a value, such as `require[0].k`; `None` in a text.
    pub fn path(&self, span: Span) -> Option<&str> {
        let paths = self.paths.as_ref()?;
        let at = paths.binary_search_by_key(&span.start, |(span, _)| span.start).ok()?;
        Some(&paths[at].1)
    }

    /// The name, usually the path of the file.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The whole text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is written at a span; nothing if the span is of another text.
    pub fn excerpt(&self, span: Span) -> &str {
        self.text.get(span.start..span.end).unwrap_or_default()
    }

    /// The line of a byte, counted from 1.
    pub fn line(&self, byte: usize) -> usize {
        1 + self.text.bytes().take(byte).filter(|&b| b == b'\n').count()
    }
}

impl SourceCode for Source {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        lines_before: usize,
        lines_after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let found = self.text.read_span(span, lines_before, lines_after)?;
        Ok(Box::new(
            MietteSpanContents::new_named(
                self.name.to_string(),
                found.data(),
                *found.span(),
                found.line(),
                found.column(),
                found.line_count(),
            )
            .with_language("toml"),
        ))
    }
}
