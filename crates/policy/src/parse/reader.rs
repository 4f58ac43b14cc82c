//! Reading one table of the file by its section of the language.
//!
//! A reader hands out the values of keys and remembers which were asked for. Whatever is left
//! when it finishes is reported: as unknown, or as not in this version. So no key of a policy
//! is ever ignored, even if somebody adds it to the tables and forgets to read it.

use super::value::{self, Field, Item, Read};
use crate::code;
use crate::entries::Entries;
use crate::language::{self, Key, Limits, Named, PseudonymMethod, Section, Status};
use ridotto_catalogue::{
    Decimal, Definition, Given, Problem, Sort, Span, Spanned, Table, nearest, read,
};

/// What may be in a table: the keys of a section, or those of an entry beside the one that names it.
struct Form {
    place: &'static str,
    keys: Vec<&'static Key>,
}

impl From<&'static Section> for Form {
    fn from(section: &'static Section) -> Self {
        Self { place: section.place, keys: section.keys.iter().collect() }
    }
}

impl Form {
    fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys.iter().copied().find(|key| key.name == name)
    }

    fn available(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().copied().filter(|key| key.is_available())
    }
}

/// A table, the section that says what may be in it, and where problems go.
pub(super) struct Reader<'a> {
    table: &'a [Field],
    section: Form,
    entries: &'a Entries,
    /// How a person calls the table, for messages.
    place: String,
    span: Option<Span>,
    asked: Vec<&'static str>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Reader<'a> {
    /// A table that stands in no other: the whole policy.
    pub(super) fn whole(
        tree: &'a Item,
        section: &'static Section,
        entries: &'a Entries,
        problems: &'a mut Vec<Problem>,
    ) -> Self {
        let (place, section) = (section.place.into(), Form::from(section));
        let (table, span) = (tree.as_table().unwrap_or_default(), tree.span);
        Self { table, section, entries, place, span, asked: Vec::new(), problems }
    }

    /// What the policy can name.
    pub(super) fn entries(&self) -> &'a Entries {
        self.entries
    }

    /// A table within this one; `None` for what is no table.
    pub(super) fn inside<'b>(
        &'b mut self,
        item: &'b Item,
        section: &'static Section,
    ) -> Option<Reader<'b>> {
        self.with(item, section.into())
    }

    /// A table within this one whose keys are those of an entry, and those of a section that are
    /// the same for all.
    pub(super) fn of_entry<'b>(
        &'b mut self,
        item: &'b Item,
        of: &'static dyn Definition,
        section: &'static Section,
    ) -> Option<Reader<'b>> {
        let keys = section.keys.iter().chain(of.entry().all_parameters()).collect();
        self.with(item, Form { place: section.place, keys })
    }

    /// A table within this one that builds a hierarchy.
    pub(super) fn of_builder<'b>(
        &'b mut self,
        item: &'b Item,
        of: &'static dyn Definition,
    ) -> Option<Reader<'b>> {
        let (entry, facts) = (of.entry(), of.entry().builder()?);
        self.with(item, Form { place: facts.notation, keys: entry.all_parameters().collect() })
    }

    /// `[release]`, whose keys are its own and those of every algorithm and objective.
    pub(super) fn release<'b>(&'b mut self, table: &'b [Field], span: Option<Span>) -> Reader<'b> {
        let (own, entries) = (&language::RELEASE, self.entries);
        let keys = own.keys.iter().chain(entries.release_keys()).collect();
        let (place, section) = (format!("`{}`", own.place), Form { place: own.place, keys });
        Reader { table, section, entries, place, span, asked: Vec::new(), problems: self.problems }
    }

    fn with<'b>(&'b mut self, item: &'b Item, section: Form) -> Option<Reader<'b>> {
        let table = item.as_table()?;
        let (place, span) = (format!("`{}`", section.place), item.span);
        let (asked, entries) = (Vec::new(), self.entries);
        Some(Reader { table, section, entries, place, span, asked, problems: self.problems })
    }

    /// The entry of this sort that a key names. `None` if it names none.
    pub(super) fn entry(
        &mut self,
        name: &'static str,
        sort: Sort,
    ) -> Option<&'static dyn Definition> {
        let (key, item) = self.item(name)?;
        let place = read::name(key, item, &self.entries.names(sort));
        let place = place.map_err(|problem| other_name(problem, item, sort, self.entries));
        let place = self.keep(place)?;
        self.entries.of(sort).nth(place.value)
    }

    /// The entry that holds where a key names none, by what the key says.
    pub(super) fn usual_entry(
        &mut self,
        name: &'static str,
        sort: Sort,
    ) -> Option<&'static dyn Definition> {
        let usual = self.section.key(name)?.default?.trim_matches('"');
        let found = self.entries.named(sort, usual);
        if found.is_none() {
            let message = format!("there is no `{usual}` that `{name}` could be");
            self.report(
                Problem::error(code::UNKNOWN_VALUE, message)
                    .with_help("this program was put together without it: name one that it has"),
            );
        }
        found
    }

    /// The parameters of an entry, all of them.
    pub(super) fn given(&mut self, of: &'static dyn Definition, named_by: &str) -> Option<Given> {
        let is_read =
            |key: &&&Key| key.name == named_by || of.entry().parameter(key.name).is_some();
        self.asked.extend(self.section.keys.iter().filter(is_read).map(|key| key.name));
        let table = Table { place: &self.place, span: self.span, items: self.table };
        Given::read(of, named_by, &table, self.problems)
    }

    /// Calls the table by another name than its section has.
    pub(super) fn called(self, place: String) -> Self {
        Self { place, ..self }
    }

    /// Reports every key that nobody asked for.
    pub(super) fn finish(self) {
        for (name, item) in self.table {
            match self.section.key(name) {
                None => {
                    let problem = unknown_key(name, item, &self);
                    self.problems.push(problem);
                }
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
    pub(super) fn item(&mut self, name: &'static str) -> Option<(&'static Key, &'a Item)> {
        let key = self.section.key(name);
        debug_assert!(key.is_some(), "`{name}` is read but not a key of {}", self.section.place);
        let key = key.filter(|key| key.status == Status::Now)?;
        self.asked.push(key.name);
        Some((key, self.peek(name)?))
    }

    /// What a key has, for who only looks: it does not count as read.
    pub(super) fn peek(&self, name: &str) -> Option<&'a Item> {
        value::field(self.table, name).map(|(_, item)| item)
    }

    /// Where the key itself is written.
    pub(super) fn key_span(&self, name: &str) -> Option<Span> {
        value::field(self.table, name)?.0.span
    }

    /// Passes on what was read, or reports what was wrong.
    pub(super) fn keep<T>(&mut self, read: Result<T, Problem>) -> Option<T> {
        read.map_err(|problem| self.problems.push(problem)).ok()
    }

    fn read<T>(
        &mut self,
        name: &'static str,
        read: impl FnOnce(&Key, &Item) -> Read<T>,
    ) -> Option<Spanned<T>> {
        let (key, item) = self.item(name)?;
        self.keep(read(key, item))
    }

    /// Reports a required key that is not there.
    pub(super) fn require(&mut self, name: &'static str) {
        let Some(key) = self.section.key(name).filter(|_| self.peek(name).is_none()) else {
            return;
        };
        let problem = read::missing(key, &self.place, self.span);
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
        mut read: impl FnMut(&Key, &Item) -> Read<T>,
    ) -> Option<Vec<Spanned<T>>> {
        let (key, item) = self.item(name)?;
        let Some(items) = item.as_list() else {
            self.report(value::wrong_type(key, expected, item));
            return None;
        };
        value::all(items.iter().map(|item| self.keep(read(key, item))))
    }

    pub(super) fn texts(&mut self, name: &'static str) -> Option<Vec<Spanned<String>>> {
        self.list(name, "a list of texts", value::text)
    }

    pub(super) fn boolean(&mut self, name: &'static str) -> Option<Spanned<bool>> {
        self.read(name, value::boolean)
    }

    /// The table of a key, to be read by its own section.
    pub(super) fn table(&mut self, name: &'static str) -> Option<&'a Item> {
        let (key, item) = self.item(name)?;
        if item.is_table() {
            return Some(item);
        }
        let problem = value::wrong_type(key, "a table", item)
            .with_help(format!("write `[{name}]` on a line of its own, and its keys below"));
        self.report(problem);
        None
    }

    /// The tables of a key such as `[[require]]`.
    pub(super) fn tables(&mut self, name: &'static str) -> Vec<&'a Item> {
        let Some((key, item)) = self.item(name) else { return Vec::new() };
        let items = item.as_list();
        let (good, bad): (Vec<_>, Vec<_>) = items
            .unwrap_or(std::slice::from_ref(item))
            .iter()
            .partition(|item| items.is_some() && item.is_table());
        for item in bad {
            let help = format!("write `[[{name}]]` with two brackets on each side, once for each");
            self.report(value::wrong_type(key, "a list of tables", item).with_help(help));
        }
        good
    }
}

fn key_comes_later(key: &Key, name: &Spanned<String>) -> Problem {
    let meaning = read::lower_first(key.doc.trim_end_matches('.'));
    value::comes_later(key.name, name.span).with_help(format!(
        "remove the key ({meaning}); `ridotto schema` lists what this version accepts"
    ))
}

fn unknown_key(name: &Spanned<String>, item: &Item, at: &Reader<'_>) -> Problem {
    let (written, place) = (&name.value, &at.place);
    let help = place_of(written, at.section.place, at.entries)
        .or_else(|| {
            let meant = nearest(written, at.section.keys.iter().map(|key| key.name))?;
            Some(format!("did you mean `{meant}`?"))
        })
        .or_else(|| dotted(name, item, place))
        .unwrap_or_else(|| {
            // Several algorithms or methods have parameters of one name.
            let mut seen = Vec::new();
            let names = at.section.available().map(|key| key.name);
            let each = names.filter(|name| {
                !seen.contains(name) && {
                    seen.push(*name);
                    true
                }
            });
            format!("its keys are {}", value::listed(each))
        });
    Problem::error(code::UNKNOWN_KEY, format!("{place} has no key `{written}`"))
        .at(name.span, "unknown key")
        .with_help(help)
}

/// Where a key belongs that is right in itself and written in the wrong place.
fn place_of(written: &str, here: &str, entries: &Entries) -> Option<String> {
    if here == language::REQUIRE.place {
        let of = |model: &&dyn Definition| model.entry().parameter(written).is_some();
        if let Some(model) = entries.models().find(of) {
            return Some(format!("`{written}` is a parameter of `{}`", model.entry().name));
        }
    }
    if here == language::MASK.place {
        let of = |step: &&dyn Definition| step.entry().parameter(written).is_some();
        if let Some(step) = entries.of(Sort::Step).find(of) {
            return Some(format!("`{written}` is a parameter of `{}`", step.entry().name));
        }
    }
    let of = |method: &&PseudonymMethod| language::pseudonym(**method).key(written).is_some();
    if let Some(method) = PseudonymMethod::ALL.iter().find(of) {
        let within = here == language::PSEUDONYM.place;
        let of = if within { format!("`{method}`") } else { "`pseudonym = { … }`".to_owned() };
        if within || here == language::ATTRIBUTE.place {
            return Some(format!("`{written}` is a parameter of {of}"));
        }
    }
    let of_release = entries.release_keys().any(|key| key.name == written);
    let home = match language::SECTIONS.iter().find(|section| section.key(written).is_some()) {
        None if of_release => &language::RELEASE,
        home => *home?,
    };
    Some(format!("`{written}` is a key of `{}`", home.place))
}

/// What the problem with a name says if somebody meant an entry by another name that it has.
fn other_name(problem: Problem, written: &Item, sort: Sort, entries: &Entries) -> Problem {
    let is_guess = problem.help.as_ref().is_some_and(|help| help.starts_with("did you mean"));
    let meant = written.as_text().and_then(|written| entries.called(sort, written));
    match meant.filter(|_| !is_guess && problem.code == code::UNKNOWN_VALUE) {
        Some(meant) => problem.with_help(format!("did you mean `{meant}`?")),
        None => problem,
    }
}

/// `[attributes.native.country]` is the table `country` in the attribute `native`.
fn dotted(name: &Spanned<String>, item: &Item, place: &str) -> Option<String> {
    let attribute = place.strip_prefix("`[attributes.")?.strip_suffix("]`")?;
    item.as_table()?;
    Some(format!("a name with a dot goes in quotes: `[attributes.\"{attribute}.{name}\"]`"))
}
