//! The files of τ-Argus: opened here, and read by who knows what they say.

use crate::Error;
use ridotto_argus::metadata::{Holds, Use, Variable};
use ridotto_argus::{Fault, Metadata};
use ridotto_io::{LaidColumn, Layout, whole_text};
use ridotto_policy::{PolicyError, Problem, Source};
use std::path::Path;

/// Reads metadata of a file of records, or of cells.
pub fn metadata(path: &Path, holds: Holds) -> Result<Metadata, Error> {
    let text = whole_text(path)?;
    Metadata::read(&text, holds).map_err(|faults| refused(path, &text, faults))
}

/// What is wrong with a text that is no data, shown with its lines.
pub fn refused(path: &Path, text: &str, faults: Vec<Fault>) -> Error {
    let source = Source::new(&path.display().to_string(), text);
    let problem = |fault: Fault| {
        Problem::error("argus::faulty", fault.message)
            .at(span_of(text, fault.line), "here")
            .with_help(fault.hint)
    };
    PolicyError::new(source, faults.into_iter().map(problem)).into()
}

/// The bytes of a line, without the blanks around it.
fn span_of(text: &str, line: u64) -> ridotto_catalogue::Span {
    let mut start = 0;
    for (number, piece) in (1..).zip(text.split_inclusive('\n')) {
        if number == line {
            let before = piece.len() - piece.trim_start().len();
            let end = start + piece.trim_end().len();
            return ((start + before).min(end)..end).into();
        }
        start += piece.len();
    }
    (0..0).into()
}

/// The columns that metadata say.
pub fn layout_of(metadata: &Metadata) -> Layout {
    let column = |variable: &Variable| LaidColumn {
        name: variable.name.clone(),
        place: (variable.start, variable.width),
        missing: variable.missing.clone(),
        words: words(metadata, variable),
    };
    let columns = metadata.variables.iter().map(column).collect();
    Layout { separator: metadata.separator, columns }
}

/// What is read in place of the words that a file has of its own: of the status of cells, where one that
/// is empty is safe, and of who asks for protection.
fn words(metadata: &Metadata, variable: &Variable) -> Vec<(String, String)> {
    let pair = |word: &str, instead: &str| (word.to_owned(), instead.to_owned());
    if variable.is(Use::Status) {
        let own = metadata.statuses.iter().zip(["s", "u", "p"]);
        let own = own.map(|(word, instead)| pair(word, instead));
        return own.chain([pair("E", "s")]).collect();
    }
    if variable.is(Use::Request) {
        return variable.requests.iter().map(|code| pair(code, "yes")).collect();
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_are_shown_with_their_lines() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("firms.rda");
        std::fs::write(&path, "Size 1 2\n  <WHAT>\n").expect("written");
        let Err(Error::Policy(error)) = metadata(&path, Holds::Records) else { panic!("faulty") };
        let [problem] = error.problems() else { panic!("one problem") };
        let span = problem.span.expect("a place");
        assert_eq!(
            (error.policy_source().excerpt(span), error.policy_source().line(span.start)),
            ("<WHAT>", 2)
        );
    }

    #[test]
    fn words_of_the_file_become_ours() {
        let text =
            "<SEPARATOR> \",\"\n<PROTECT> \"Z\"\nregion \"9\"\n<RECODEABLE>\nstate\n<STATUS>\n";
        let metadata = Metadata::read(text, Holds::Cells).expect("metadata");
        let layout = layout_of(&metadata);
        assert_eq!(
            (layout.separator, &layout.columns[0].missing[..]),
            (Some(','), &["9".to_owned()][..])
        );
        let words: Vec<String> = layout.columns[1]
            .words
            .iter()
            .map(|(word, instead)| format!("{word}={instead}"))
            .collect();
        assert_eq!(words, ["S=s", "U=u", "Z=p", "E=s"]);
    }
}
