//! What is wrong with a policy, where, and what to do about it.
//!
//! A [`Problem`] is one finding; a [`PolicyError`] is a policy's text together with all of them,
//! so that a person mends a file in one round. Both are `miette` diagnostics. Stages that come
//! after parsing report in the same way: `policy.error([problem])` shows the line of the policy
//! also for what only the data brought to light. A policy that is a value has no lines: its problems say
//! the path of the parameter instead, such as `require[0].k`.

use crate::source::Source;
use crate::span::Span;
use miette::{Diagnostic, LabeledSpan, Severity, SourceCode};
use std::fmt::{self, Display};
use thiserror::Error;

/// One thing that is wrong (an error) or doubtful (a lint).
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{message}", self.before())]
pub struct Problem {
    /// A stable name such as `policy::unknown-key`; see [`crate::code`].
    pub code: &'static str,
    /// `Error` stops the run, `Warning` does not.
    pub severity: Severity,
    /// What is wrong, and by how much.
    pub message: String,
    /// Where: shown under the line, with `label`. `None` if no line is at fault.
    pub span: Option<Span>,
    /// Where, in a policy that is a value: the path of the parameter, such as `require[0].k`.
    pub path: Option<Box<str>>,
    /// A few words for the place.
    pub label: Box<str>,
    /// What to do.
    pub help: Option<Box<str>>,
}

impl Problem {
    /// Something that must be mended before anything runs.
    pub fn error(code: &'static str, message: impl Into<String>) -> Self {
        let (message, label) = (message.into(), Box::default());
        let severity = Severity::Error;
        Self { code, severity, message, span: None, path: None, label, help: None }
    }

    /// Something that is allowed and probably not meant.
    pub fn warning(code: &'static str, message: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, message) }
    }

    /// Says where, in a few words that are shown under the line.
    #[must_use]
    pub fn at(self, span: impl Into<Option<Span>>, label: impl Into<String>) -> Self {
        Self { span: span.into(), label: label.into().into(), ..self }
    }

    /// Says what to do.
    #[must_use]
    pub fn with_help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into().into()), ..self }
    }

    /// Says the path of its place, if the source is a value.
    fn found_in(mut self, source: &Source) -> Self {
        let path = self.span.and_then(|span| source.path(span));
        self.path = path.filter(|path| !path.is_empty()).map(Into::into);
        self
    }

    /// The path, before the message.
    fn before(&self) -> String {
        self.path.as_ref().map_or_else(String::new, |path| format!("{path}: "))
    }
}

impl Diagnostic for Problem {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        Some(Box::new(self.code))
    }

    fn severity(&self) -> Option<Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn Display>)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        if self.path.is_some() {
            return None;
        }
        let label = (!self.label.is_empty()).then(|| self.label.to_string());
        let labeled = LabeledSpan::new_primary_with_span(label, self.span?);
        Some(Box::new(std::iter::once(labeled)))
    }
}

/// The text of a policy and what is wrong with it, in the order of the text.
///
/// With a single problem it *is* that problem; with several it is their list. Of a policy that is a
/// value, all of it is in the message; `Debug` tells all of it of any policy.
#[derive(Clone, Error)]
#[error("{}", self.summary())]
pub struct PolicyError {
    source_text: Source,
    problems: Vec<Problem>,
}

impl PolicyError {
    /// Puts problems in the order of the text. Lints are shown in this way as well.
    pub fn new(source: Source, problems: impl IntoIterator<Item = Problem>) -> Self {
        let problems = problems.into_iter().map(|problem| problem.found_in(&source));
        let mut problems: Vec<_> = problems.collect();
        problems.sort_by_key(|problem| problem.span.map_or(usize::MAX, |span| span.start));
        Self { source_text: source, problems }
    }

    /// What is wrong, in the order of the text; what concerns no line comes last.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The policy that the problems are in.
    pub fn policy_source(&self) -> &Source {
        &self.source_text
    }

    fn summary(&self) -> String {
        match self.problems.as_slice() {
            [only] => only.to_string(),
            many if self.source_text.is_value() => format!("{}{}", self.count(), listed(many)),
            _ => self.count(),
        }
    }

    fn count(&self) -> String {
        format!("{} problems in {}", self.problems.len(), self.source_text.name())
    }

    fn single(&self) -> Option<&Problem> {
        match self.problems.as_slice() {
            [only] => Some(only),
            _ => None,
        }
    }
}

/// Every problem in a line of its own, with what to do.
fn listed(problems: &[Problem]) -> String {
    let line = |problem: &Problem| {
        let help = problem.help.as_ref().map(|help| format!("\n  help: {help}"));
        format!("\n- {problem}{}", help.unwrap_or_default())
    };
    problems.iter().map(line).collect()
}

impl fmt::Debug for PolicyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.source_text.name(), listed(&self.problems))
    }
}

impl Diagnostic for PolicyError {
    fn code<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.single()?.code()
    }

    fn severity(&self) -> Option<Severity> {
        self.problems.iter().map(|problem| problem.severity).max()
    }

    fn help<'a>(&'a self) -> Option<Box<dyn Display + 'a>> {
        self.single()?.help()
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        (!self.source_text.is_value()).then_some(&self.source_text as &dyn SourceCode)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        self.single()?.labels()
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn Diagnostic> + 'a>> {
        if self.single().is_some() || self.source_text.is_value() {
            return None;
        }
        Some(Box::new(self.problems.iter().map(|problem| problem as &dyn Diagnostic)))
    }
}
