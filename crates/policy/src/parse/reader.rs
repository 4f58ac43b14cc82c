//! Reading one table of the file by its section of the language.
//!
//! A reader hands out the values of keys and remembers which were asked for. Whatever is left
//! when it finishes is reported: as unknown, or as not in this version. So no key of a policy
//! is ever ignored, even if somebody adds it to the tables and forgets to read it.

use super::value::{self, Item, Read, Spelled};
use crate::code;
use crate::language::{
    self, Key, Limits, MaskMethod, Model, Named, PseudonymMethod, Section, Status,
};
use ridotto_catalogue::{Decimal, Problem, Span, Spanned, nearest};
use toml::de::{DeTable, DeValue};

/// A table, the section that says what may be in it, and where problems go.
pub(super) struct Reader<'a> {
    table: &'a DeTable<'a>,
    section: &'static Section,
    /// How a person calls the table, for messages.
    place: String,
    span: Option<Span>,
    asked: Vec<&'static str>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// The table of the whole file.
    pub(super) fn root(table: &'a DeTable<'a>, problems: &'a mut Vec<Problem>) -> Self {
        let (section, place) = (&language::ROOT, language::ROOT.place.into());
        let span = Some(Span { start: 0, end: 0 });
        Self { table, section, place, span, asked: Vec::new(), problems }
    }

    /// A table within this one; `None` for what is no table.
    pub(super) fn inside<'b>(
        &'b mut self,
        item: &'b Item<'b>,
        section: &'static Section,
    ) -> Option<Reader<'b>> {
        let table = item.get_ref().as_table()?;
        let (place, span) = (format!("`{}`", section.place), Some(value::span(item)));
        Some(Reader { table, section, place, span, asked: Vec::new(), problems: self.problems })
    }

    /// Calls the table by another name than its section has.
    pub(super) fn called(self, place: String) -> Self {
        Self { place, ..self }
    }

    /// Reports every key that nobody asked for.
    pub(super) fn finish(self) {
        for (name, item) in self.table {
            match self.section.key(name.get_ref()) {
                None => self.problems.push(unknown_key(name, item, &self.place, self.section)),
                Some(key) if key.status == Status::Later || !self.asked.contains(&key.name) => {
                    self.problems.push(key_comes_later(key, name));
                }
                Some(_) => {}
            }
        }
    }

    pub(super) fn report(&mut self, problem: Problem) {
        self.problems.push(problem);
    }

    pub(super) fn report_all(&mut self, problems: impl IntoIterator<Item = Problem>) {
        self.problems.extend(problems);
    }

    /// The key and its value, if the table has it and this version can read it.
    pub(super) fn item(&mut self, name: &'static str) -> Option<(&'static Key, &'a Item<'a>)> {
        let key = self.section.key(name);
        debug_assert!(key.is_some(), "`{name}` is read but not a key of {}", self.section.place);
        let key = key.filter(|key| key.status == Status::Now)?;
        self.asked.push(key.name);
        Some((key, self.table.get(name)?))
    }

    /// What a key has, for who only looks: it does not count as read.
    pub(super) fn peek(&self, name: &str) -> Option<&'a Item<'a>> {
        self.table.get(name)
    }

    /// Where the key itself is written.
    pub(super) fn key_span(&self, name: &str) -> Option<Span> {
        self.table.get_key_value(name).map(|(key, _)| key.span().into())
    }

    /// Passes on what was read, or reports what was wrong.
    pub(super) fn keep<T>(&mut self, read: Result<T, Problem>) -> Option<T> {
        read.map_err(|problem| self.problems.push(problem)).ok()
    }

    fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Key, &Item<'_>) -> Read<T>,
    ) -> Option<Spanned<T>> {
        let (key, item) = self.item(name)?;
        self.keep(read(key, item))
    }

    /// Reports a required key that is not there.
    pub(super) fn require(&mut self, name: &'static str) {
        let Some(key) = self.section.key(name).filter(|_| !self.table.contains_key(name)) else {
            return;
        };
        let help = format!("add `{name} = {}`: {}", key.example, lower_first(key.doc));
        let problem = Problem::error(code::MISSING_KEY, format!("{} has no `{name}`", self.place))
            .at(self.span, format!("no `{name}` here"))
            .with_help(help.trim_end_matches('.'));
        self.problems.push(problem);
    }

    pub(super) fn text(&mut self, name: &'static str) -> Option<Spanned<String>> {
        self.read(name, value::text)
    }

    pub(super) fn character(&mut self, name: &'static str) -> Option<Spanned<char>> {
        self.read(name, value::character)
    }

    pub(super) fn delimiter(&mut self, name: &'static str) -> Option<Spanned<char>> {
        self.read(name, value::delimiter)
    }

    pub(super) fn decimal(&mut self, name: &'static str) -> Option<Spanned<Decimal>> {
        self.read(name, value::decimal)
    }

    pub(super) fn number(
        &mut self,
        name: &'static str,
        limits: &Limits,
    ) -> Option<Spanned<Decimal>> {
        self.read(name, |key, item| value::number(key, item, limits))
    }

    pub(super) fn integer(&mut self, name: &'static str, limits: &Limits) -> Option<Spanned<u32>> {
        self.read(name, |key, item| value::integer(key, item, limits))
    }

    pub(super) fn choice<T: Named>(&mut self, name: &'static str) -> Option<Spanned<T>> {
        self.read(name, value::choice)
    }

    /// A list, element by element; every bad element is reported.
    pub(super) fn list<T>(
        &mut self,
        name: &'static str,
        expected: &str,
        mut read: impl FnMut(&Key, &Item<'_>) -> Read<T>,
    ) -> Option<Vec<Spanned<T>>> {
        let (key, item) = self.item(name)?;
        let DeValue::Array(items) = item.get_ref() else {
            self.report(value::wrong_type(key, expected, item));
            return None;
        };
        value::all(items.iter().map(|item| self.keep(read(key, item))))
    }

    pub(super) fn texts(&mut self, name: &'static str) -> Option<Vec<Spanned<String>>> {
        self.list(name, "a list of texts", value::text)
    }

    /// One text, or a list of texts.
    pub(super) fn text_or_texts(&mut self, name: &'static str) -> Option<Vec<Spanned<String>>> {
        let (key, item) = self.item(name)?;
        if item.get_ref().is_array() {
            return self.texts(name);
        }
        let read = value::text(key, item);
        Some(vec![self.keep(read)?])
    }

    pub(super) fn boolean(&mut self, name: &'static str) -> Option<Spanned<bool>> {
        self.read(name, value::boolean)
    }

    /// The table of a key, to be read by its own section.
    pub(super) fn table(&mut self, name: &'static str) -> Option<&'a Item<'a>> {
        let (key, item) = self.item(name)?;
        if item.get_ref().is_table() {
            return Some(item);
        }
        let problem = value::wrong_type(key, "a table", item)
            .with_help(format!("write `[{name}]` on a line of its own, and its keys below"));
        self.report(problem);
        None
    }

    /// The tables of a key such as `[[require]]`.
    pub(super) fn tables(&mut self, name: &'static str) -> Vec<&'a Item<'a>> {
        let Some((key, item)) = self.item(name) else { return Vec::new() };
        let items = match item.get_ref() {
            DeValue::Array(items) => items.iter().collect(),
            _ => vec![item],
        };
        let many = item.get_ref().is_array();
        let (good, bad): (Vec<_>, Vec<_>) =
            items.into_iter().partition(|item| many && item.get_ref().is_table());
        for item in bad {
            let help = format!("write `[[{name}]]` with two brackets on each side, once for each");
            self.report(value::wrong_type(key, "a list of tables", item).with_help(help));
        }
        good
    }
}

fn key_comes_later(key: &Key, name: &Spelled<'_>) -> Problem {
    let meaning = lower_first(key.doc.trim_end_matches('.'));
    value::comes_later(key.name, Span::from(name.span())).with_help(format!(
        "remove the key ({meaning}); `ridotto schema` lists what this version accepts"
    ))
}

fn unknown_key(name: &Spelled<'_>, item: &Item<'_>, place: &str, section: &Section) -> Problem {
    let written = name.get_ref();
    let help = place_of(written, section)
        .or_else(|| {
            let meant = nearest(written, section.keys.iter().map(|key| key.name))?;
            Some(format!("did you mean `{meant}`?"))
        })
        .or_else(|| dotted(name, item, place))
        .unwrap_or_else(|| {
            format!("its keys are {}", value::listed(section.available().map(|key| key.name)))
        });
    Problem::error(code::UNKNOWN_KEY, format!("{place} has no key `{written}`"))
        .at(Span::from(name.span()), "unknown key")
        .with_help(help)
}

/// Where a key belongs that is right in itself and written in the wrong place.
fn place_of(written: &str, here: &Section) -> Option<String> {
    if here.place == language::REQUIRE.place {
        let of = |model: &&Model| language::requirement(**model).key(written).is_some();
        if let Some(model) = Model::ALL.iter().find(of) {
            return Some(format!("`{written}` is a parameter of `{model}`"));
        }
    }
    if here.place == language::MASK.place {
        let of = |method: &&MaskMethod| language::step(**method).key(written).is_some();
        if let Some(method) = MaskMethod::ALL.iter().find(of) {
            return Some(format!("`{written}` is a parameter of `{method}`"));
        }
    }
    let of = |method: &&PseudonymMethod| language::pseudonym(**method).key(written).is_some();
    if let Some(method) = PseudonymMethod::ALL.iter().find(of) {
        let within = here.place == language::PSEUDONYM.place;
        let of = if within { format!("`{method}`") } else { "`pseudonym = { … }`".to_owned() };
        if within || here.place == language::ATTRIBUTE.place {
            return Some(format!("`{written}` is a parameter of {of}"));
        }
    }
    let home = language::SECTIONS.iter().find(|section| section.key(written).is_some())?;
    Some(format!("`{written}` is a key of `{}`", home.place))
}

/// `[attributes.native.country]` is the table `country` in the attribute `native`.
fn dotted(name: &Spelled<'_>, item: &Item<'_>, place: &str) -> Option<String> {
    let attribute = place.strip_prefix("`[attributes.")?.strip_suffix("]`")?;
    item.get_ref().as_table()?;
    let written = name.get_ref();
    Some(format!("a name with a dot goes in quotes: `[attributes.\"{attribute}.{written}\"]`"))
}

fn lower_first(sentence: &str) -> String {
    let mut characters = sentence.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_lowercase().collect::<String>() + characters.as_str()
    })
}
