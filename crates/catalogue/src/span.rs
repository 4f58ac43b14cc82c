//! Where in the file something is written.
//!
//! A policy is bound to data long after it was read, and an error found then must still show the
//! line that caused it. So every value that can be at fault keeps its place.

use std::fmt;
use std::ops::{Deref, Range};

/// A range of bytes in the text of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub start: usize,
    /// One past the last byte.
    pub end: usize,
}

impl From<Range<usize>> for Span {
    fn from(range: Range<usize>) -> Self {
        Self { start: range.start, end: range.end }
    }
}

impl From<Span> for Range<usize> {
    fn from(span: Span) -> Self {
        span.start..span.end
    }
}

impl From<Span> for miette::SourceSpan {
    fn from(span: Span) -> Self {
        Range::from(span).into()
    }
}

/// A value, and where it is written.
///
/// A default is written nowhere and has no span: there is no honest line to show for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Spanned<T> {
    /// The value.
    pub value: T,
    /// Its place in the policy; `None` for a default.
    pub span: Option<Span>,
}

impl<T> Spanned<T> {
    /// A value that the policy states.
    pub fn written(value: T, span: impl Into<Span>) -> Self {
        Self { value, span: Some(span.into()) }
    }

    /// A value that holds because the policy states no other.
    pub const fn assumed(value: T) -> Self {
        Self { value, span: None }
    }

    /// Whether the policy states this value, rather than leaving it to the default.
    pub const fn is_written(&self) -> bool {
        self.span.is_some()
    }

    /// Another value at the same place.
    pub fn map<U>(self, change: impl FnOnce(T) -> U) -> Spanned<U> {
        Spanned { value: change(self.value), span: self.span }
    }
}

impl<T> Deref for Spanned<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}

impl<T: fmt::Display> fmt::Display for Spanned<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.value.fmt(f)
    }
}
