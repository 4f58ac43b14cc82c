//! What is known of a measure: a figure of a file, or of a file beside its masked version.

use super::{Entry, Facts, Reference, Worked, any};
use crate::Status;
use serde::{Deserialize, Serialize};

/// What is known of a measure.
#[derive(Clone, Copy, Debug)]
pub struct MeasureFacts {
    /// What it is shown with.
    pub group: &'static MeasureGroup,
    /// What its number is.
    pub unit: Unit,
    /// Which way it is better.
    pub better: Better,
    /// The measure that says the same of a file where both have the same figures: then it is shown
    /// instead.
    pub twin: Option<&'static str>,
    /// Who may read its figure of the file after.
    pub reader: Reader,
    /// Of how many files it is.
    pub files: Files,
    /// What an untouched file would have, where *before* is that and was not measured.
    pub untouched: Option<f64>,
    /// How its findings are named.
    pub form: Form,
}

/// Measures that are shown together.
#[derive(Debug)]
pub struct MeasureGroup {
    /// Its place among the groups.
    pub place: u8,
    /// Its heading.
    pub title: &'static str,
    /// How to read its measures, in sentences.
    pub about: &'static str,
    /// What they are about.
    pub concern: Concern,
    /// What the rows are if they are shown as a table.
    pub rows_are: RowsAre,
}

impl PartialEq for MeasureGroup {
    /// Places are unique.
    fn eq(&self, other: &Self) -> bool {
        self.place == other.place
    }
}

impl Eq for MeasureGroup {}

/// What a measure is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Concern {
    /// What an intruder could do.
    Risk,
    /// What the data are still good for.
    Utility,
}

impl Concern {
    /// Its name in documents.
    pub fn name(self) -> &'static str {
        match self {
            Self::Risk => "risk",
            Self::Utility => "utility",
        }
    }
}

/// What a number counts or measures: decides how it is written, and how it is hidden.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// How many: records, people, classes.
    Count,
    /// A share of the records, 0 to 1.
    Share,
    /// A share of some thousands of the records, or of all if they are fewer, 0 to 1.
    Sample,
    /// Something else from 0 to 1: a chance, a loss.
    Part,
    /// From 0 to 1 and no part of anything: an association, a distance.
    Index,
    /// Anything else.
    #[default]
    Number,
}

impl Unit {
    /// In a few words, for a table.
    pub fn words(self) -> &'static str {
        match self {
            Self::Count => "count",
            Self::Share => "share of the records",
            Self::Sample => "share of a sample of the records",
            Self::Part => "part, 0 to 1",
            Self::Index => "index, 0 to 1",
            Self::Number => "number",
        }
    }
}

/// Which way a figure is better.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Better {
    /// Less was lost, or less can be learned.
    Less,
    /// More was kept, or more is hidden.
    More,
    /// As near as can be to what it was before.
    Same,
}

impl Better {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Less => "less",
            Self::More => "more",
            Self::Same => "as before",
        }
    }
}

/// Who may read a figure of the file after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    /// Those who may see the input: it compares with the input, counts suppressed records, or needs
    /// to know more of a record than is released.
    Owner,
    /// Everybody, because it follows from the released file alone.
    Public,
}

impl Reader {
    /// In a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Owner => "owner",
            Self::Public => "public",
        }
    }
}

/// Of how many files a figure is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Files {
    /// Of one: each of two files has its own.
    One,
    /// Of two files together.
    Pair,
}

impl Files {
    /// In a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::One => "one file",
            Self::Pair => "both files",
        }
    }
}

/// What the rows of a table of measures are about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowsAre {
    /// Attributes of the data.
    #[default]
    Attributes,
    /// Statistics of its numbers.
    Statistics,
    /// Questions to the data.
    Queries,
}

/// How the findings of a measure are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// By its name.
    Name,
    /// By its name, or as `name of attribute`.
    NameOf,
    /// By its name; it is a cell of its group's table, which has this row and this column.
    Cell(&'static str, &'static str),
    /// By a sentence, in which `{attribute}` and the like stand for what it is about.
    Sentence(&'static str),
}

impl Form {
    /// Whether a measure of this form and name can have given this name to a finding.
    fn gives(self, name: &str, finding: &str) -> bool {
        match self {
            Self::Name | Self::Cell(..) => finding == name,
            Self::NameOf => finding == name || attribute_of(name, finding).is_some(),
            Self::Sentence(sentence) => reads_as(sentence, finding),
        }
    }
}

/// The attribute in `name of attribute`.
fn attribute_of<'a>(name: &str, finding: &'a str) -> Option<&'a str> {
    finding.strip_prefix(name)?.strip_prefix(" of ")
}

/// Whether a text is a sentence with something in the place of each `{…}`.
fn reads_as(sentence: &str, text: &str) -> bool {
    let mut pieces = sentence.split(['{', '}']).step_by(2);
    let Some(mut rest) = text.strip_prefix(pieces.next().unwrap_or_default()) else { return false };
    let mut pieces = pieces.peekable();
    while let Some(piece) = pieces.next() {
        // What is in a place may have any text in it: so the last piece is the text's end.
        let found = match pieces.peek() {
            Some(_) => rest.split_once(piece),
            None => rest.strip_suffix(piece).map(|place| (place, "")),
        };
        match found {
            Some((place, after)) if !place.is_empty() => rest = after,
            _ => return false,
        }
    }
    rest.is_empty()
}

/// Entries of measures, to be found by the names of findings.
#[derive(Clone, Copy, Debug, Default)]
pub struct Measures(pub &'static [&'static Entry]);

impl Measures {
    /// The measure that gave this name to a finding.
    pub fn of(self, finding: &str) -> Option<(&'static Entry, &'static MeasureFacts)> {
        let all = || self.0.iter().filter_map(|&entry| Some((entry, entry.measure()?)));
        let gives =
            |(entry, facts): &(&Entry, &MeasureFacts)| facts.form.gives(entry.name, finding);
        // What stands in a sentence may be any attribute, and so anything: it is asked last.
        let is_said = |facts: &MeasureFacts| matches!(facts.form, Form::Sentence(_));
        let named = all().filter(|(_, facts)| !is_said(facts)).find(gives);
        named.or_else(|| all().filter(|(_, facts)| is_said(facts)).find(gives))
    }

    /// The attribute that the name of a finding has in it, if its measure names findings so.
    pub fn attribute_in(self, finding: &str) -> Option<(&'static Entry, &str)> {
        let (entry, facts) = self.of(finding)?;
        let attribute = attribute_of(entry.name, finding)?;
        (facts.form == Form::NameOf).then_some((entry, attribute))
    }
}

/// All that is to be written of a measure. It takes no parameters, and nobody asks for it in a
/// policy.
#[derive(Clone, Copy, Debug)]
pub struct MeasureEntry {
    /// See [`Entry::name`].
    pub name: &'static str,
    /// Its name for readers.
    pub title: &'static str,
    /// See [`Entry::aliases`].
    pub aliases: &'static [&'static str],
    /// See [`Entry::formula`].
    pub formula: &'static str,
    /// What it means, in a sentence or two.
    pub summary: &'static str,
    /// What is known of it.
    pub facts: MeasureFacts,
    /// See [`Entry::references`].
    pub references: &'static [Reference],
    /// See [`Entry::worked`].
    pub worked: Worked,
}

impl MeasureEntry {
    /// Its entry. How to read it is told of its group.
    pub const fn entry(self) -> Entry {
        Entry {
            name: self.name,
            title: self.title,
            aliases: self.aliases,
            formula: self.formula,
            status: Status::Now,
            summary: self.summary,
            parameters: &[],
            check: any,
            facts: Facts::Measure(self.facts),
            advice: self.facts.group.about,
            references: self.references,
            example: "",
            worked: self.worked,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    static GROUP: MeasureGroup = MeasureGroup {
        place: 0,
        title: "",
        about: "",
        concern: Concern::Utility,
        rows_are: RowsAre::Attributes,
    };

    const fn measure(name: &'static str, form: Form) -> Entry {
        let facts = MeasureFacts {
            group: &GROUP,
            unit: Unit::Number,
            better: Better::Less,
            twin: None,
            reader: Reader::Owner,
            files: Files::One,
            untouched: None,
            form,
        };
        let (title, formula, summary) = ("", "", "");
        let worked = Worked::told("");
        let aliases = &[];
        MeasureEntry { name, title, aliases, formula, summary, facts, references: &[], worked }
            .entry()
    }

    static LOSS: Entry = measure("loss", Form::NameOf);
    static MEAN: Entry = measure("mean", Form::Name);
    static CHANGED: Entry = measure("changed", Form::Sentence("cells changed by {step} of {name}"));
    static AMONG: Entry = measure("among", Form::Sentence("{model} of {name} among the rest"));
    static ALL: &[&Entry] = &[&AMONG, &CHANGED, &MEAN, &LOSS];

    #[test]
    fn findings_are_known_by_their_names() {
        for (finding, name) in [
            ("loss", Some("loss")),
            ("loss of zip", Some("loss")),
            ("loss of a among the rest", Some("loss")),
            ("mean", Some("mean")),
            ("mean of zip", None),
            ("cells changed by round of a of b", Some("changed")),
            ("cells changed by round", None),
            ("cells changed by  of b", None),
            ("changed", None),
            ("t-closeness of x among the rest", Some("among")),
            (" of x among the rest", None),
            ("", None),
        ] {
            assert_eq!(Measures(ALL).of(finding).map(|(entry, _)| entry.name), name, "{finding}");
        }
        let attribute = |finding| Measures(ALL).attribute_in(finding).map(|(_, name)| name);
        assert_eq!(attribute("loss of zip of birth"), Some("zip of birth"));
        assert_eq!([attribute("loss"), attribute("mean"), attribute("mean of zip")], [None; 3]);
    }
}
