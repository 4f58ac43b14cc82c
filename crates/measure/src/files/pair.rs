//! Two files side by side: one before masking and one after, ours or another program's.
//!
//! Columns belong together by their names. The file before is read as its policy says and its
//! hierarchies are compiled against it; the file after is texts, because a generalised number is
//! no number any more. Which row was which is known only if somebody says so.

use crate::utility::{Alignment, Attribute, Cells};
use ridotto_core::Watch;
use ridotto_core::hierarchy::covers;
use ridotto_core::{Codes, Dictionary, Hierarchy, KeyedMap, Kind};
use ridotto_io::{Place, ReadAs, Source, SourceOptions, Table};
use ridotto_policy::Policy;
use ridotto_policy::language::Role;
use ridotto_release::hierarchy::compiled;
use ridotto_release::reading::kind;
use ridotto_release::{Error, expect_records, ordinal, source_options};
use std::path::Path;

/// What to know of a pair of files.
#[derive(Clone, Debug, Default)]
pub struct PairOptions {
    /// Roles, hierarchies and requirements come from here.
    pub policy: Option<Policy>,
    /// Or the quasi-identifiers are these.
    pub quasi_identifiers: Vec<String>,
    /// And the sensitive attributes these.
    pub sensitive: Vec<String>,
    /// Which row was which.
    pub rows: Rows,
    /// How many threads to use; 0 for as many as the machine has.
    pub threads: usize,
}

impl PairOptions {
    /// An error that shows no name if a file seems to have none.
    fn expect(&self, source: &dyn Source) -> Result<(), Error> {
        let of_policy = self.policy.iter().flat_map(|policy| &policy.attributes);
        let of_policy = of_policy.map(|attribute| attribute.name.as_str());
        let said = self.quasi_identifiers.iter().chain(&self.sensitive).map(String::as_str);
        let asked: Vec<&str> = of_policy.chain(said).collect();
        if asked.is_empty() {
            source.expect_names()?;
        } else {
            source.expect(asked)?;
        }
        Ok(())
    }
}

/// What is known about which row was which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Rows {
    /// Nothing: a release's rows are shuffled.
    #[default]
    Unknown,
    /// Both files have the same rows in the same order.
    SameOrder,
    /// Rows with the same value in this column, which has no value twice, belong together.
    By(String),
    /// For each row after, the row before.
    Listed(Vec<u32>),
}

/// A column that both files have.
#[derive(Debug)]
pub(crate) struct Shared {
    /// Its name.
    pub name: String,
    /// What it is.
    pub role: Role,
    /// How dear it is.
    pub importance: f64,
    /// Its place in the file before.
    pub before: usize,
    /// Its place in the file after.
    pub after: usize,
    /// The hierarchy that the policy gives it, if it fits.
    pub hierarchy: Option<Hierarchy>,
}

/// A column that is looked at and need not be released.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AuxiliaryColumn {
    /// Its place in the file before.
    pub before: usize,
    /// Its place in the file after, if it is there.
    pub after: Option<usize>,
}

/// Both files.
#[derive(Debug)]
pub(crate) struct Pair {
    /// The file before masking.
    pub before: Table,
    /// The file after, all texts.
    pub after: Table,
    /// The columns that both have, in the order of the file before.
    pub shared: Vec<Shared>,
    /// Which row was which.
    pub alignment: Alignment,
    /// The survey weight, if the policy names one and the file before has it.
    pub weight: Option<AuxiliaryColumn>,
    /// The household, likewise.
    pub household: Option<AuxiliaryColumn>,
    /// What the reader of figures should know.
    pub notes: Vec<String>,
}

impl Pair {
    /// Reads both files.
    pub fn read(
        before: Place<'_>,
        after: Place<'_>,
        options: &PairOptions,
        watch: &dyn Watch,
    ) -> Result<Self, Error> {
        let policy = options.policy.as_ref();
        let threads = options.threads;
        let as_said = match policy {
            Some(policy) => source_options(policy, threads),
            None => SourceOptions { threads, ..SourceOptions::default() },
        };
        expect_records(policy)?;
        let first = before.open(&as_said)?;
        // A masked file need not be written as its original was: only what is missing is told.
        let plain = SourceOptions {
            missing: as_said.missing.clone(),
            escaped: policy.is_some_and(|policy| policy.output.escapes_formulas()),
            threads,
            ..Default::default()
        };
        let second = after.open(&plain)?;
        for source in [&first, &second] {
            options.expect(&**source)?;
        }
        let names = |source: &dyn Source| -> Vec<String> {
            source.columns().iter().map(|field| field.name.clone()).collect()
        };
        let (names, others) = (names(&*first), names(&*second));
        let roles = Roles::new(options, &names, before.name())?;
        let key = match &options.rows {
            Rows::By(name) => Some(name.as_str()),
            _ => None,
        };
        for (file, names) in [(before.name(), &names), (after.name(), &others)] {
            if let Some(key) = key.filter(|key| !names.iter().any(|name| name == key)) {
                return Err(Error::no_column(file, key, names));
            }
        }
        let data = policy.map(|policy| &policy.data);
        let weight = data.and_then(|data| data.weight.as_ref());
        let household = data.and_then(|data| data.household.as_ref());
        let is_companion =
            |name: &str| weight.iter().chain(&household).any(|column| column.value == *name);
        // A pseudonym and what it stands for have nothing in common that could be measured.
        let is_replaced = |name: &str| {
            let attribute = policy.and_then(|policy| policy.attribute(name));
            attribute.is_some_and(|attribute| attribute.pseudonym.is_some())
        };
        let is_read = |name: &str| {
            let is_shared = others.iter().any(|other| other == name) && !is_replaced(name);
            is_shared || key == Some(name) || is_companion(name)
        };
        let kind_of = |name: &str| {
            let attribute = policy?.attributes.iter().find(|of| *of.name == name)?;
            attribute.value_type.map(|value_type| kind(*value_type))
        };
        let want = |name: &String| match is_read(name) {
            true if key == Some(name.as_str()) => ReadAs::Code { kind: Some(Kind::Text) },
            true => ReadAs::Code { kind: kind_of(name) },
            false => ReadAs::Skip,
        };
        let mut before_table =
            read(&*first, &names.iter().map(want).collect::<Vec<_>>(), before, watch)?;
        if let Some(policy) = policy {
            let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
            let order_of = |attribute: &_| ordinal::order(folder, attribute);
            ordinal::put_in_order(policy, &mut before_table, &order_of)?;
        }
        let text = |name: &String| {
            if names.contains(name) {
                ReadAs::Code { kind: Some(Kind::Text) }
            } else {
                ReadAs::Skip
            }
        };
        let after_table =
            read(&*second, &others.iter().map(text).collect::<Vec<_>>(), after, watch)?;
        let mut notes = Vec::new();
        let mut shared = Vec::new();
        for (at, name) in names.iter().enumerate() {
            let Some(place) = others.iter().position(|other| other == name) else { continue };
            if key == Some(name) && roles.of(name) != Role::QuasiIdentifier || is_replaced(name) {
                continue;
            }
            let (hierarchy, importance) =
                hierarchy(policy, &before_table, at, &as_said.missing, &mut notes)?;
            let (name, role) = (name.clone(), roles.of(name));
            shared.push(Shared { name, role, importance, before: at, after: place, hierarchy });
        }
        if !shared.iter().any(|column| column.role == Role::QuasiIdentifier) {
            return Err(Error::Usage {
                message: "no quasi-identifier is in both files".into(),
                hint: "columns are compared by their names, which must be the same".into(),
            });
        }
        let alignment = align(&options.rows, &before_table, &after_table)?;
        let companion = |name: Option<&ridotto_policy::Spanned<String>>| {
            let name = name?;
            let place = |names: &[String]| names.iter().position(|other| *other == name.value);
            Some(AuxiliaryColumn { before: place(&names)?, after: place(&others) })
        };
        let (weight, household) = (companion(weight), companion(household));
        let (before, after) = (before_table, after_table);
        Ok(Self { before, after, shared, alignment, weight, household, notes })
    }

    /// The columns as measures of utility want them.
    pub fn attributes(&self) -> Vec<Attribute> {
        let attribute = |shared: &Shared| {
            let before = cells(&self.before, shared.before);
            let after = cells(&self.after, shared.after);
            Attribute::new(&*shared.name, before, after, shared.hierarchy.as_ref(), &covers)
        };
        self.shared.iter().map(attribute).collect()
    }

    /// The places, among the columns of both, of those with a role.
    pub fn with_role(&self, role: Role) -> Vec<usize> {
        (0..self.shared.len()).filter(|&at| self.shared[at].role == role).collect()
    }
}

/// A column's codes and dictionary.
pub fn cells(table: &Table, at: usize) -> Cells<'_> {
    let (codes, dictionary) = table.coded(at);
    Cells { dictionary, codes }
}

/// Who says what a column is.
struct Roles<'a>(&'a PairOptions);

impl<'a> Roles<'a> {
    fn new(options: &'a PairOptions, names: &[String], file: &Path) -> Result<Self, Error> {
        let said = options.quasi_identifiers.iter().chain(&options.sensitive);
        for name in said {
            if !names.contains(name) {
                return Err(Error::no_column(file, name, names));
            }
        }
        if options.policy.is_none() && options.quasi_identifiers.is_empty() {
            return Err(Error::Usage {
                message: "nothing says which columns are quasi-identifiers".into(),
                hint: "say `PairOptions::policy`, or `PairOptions::quasi_identifiers`".into(),
            });
        }
        Ok(Self(options))
    }

    fn of(&self, name: &str) -> Role {
        let Self(options) = self;
        let is_in = |names: &[String]| names.iter().any(|other| other == name);
        if is_in(&options.quasi_identifiers) {
            return Role::QuasiIdentifier;
        }
        if is_in(&options.sensitive) {
            return Role::Sensitive;
        }
        let attributes = options.policy.iter().flat_map(|policy| &policy.attributes);
        let mut named = attributes.filter(|of| *of.name == name);
        named.next().map_or(Role::Insensitive, |of| *of.role)
    }
}

fn read(
    source: &dyn Source,
    wants: &[ReadAs],
    file: Place<'_>,
    watch: &dyn Watch,
) -> Result<Table, Error> {
    watch.begin("reading", file.bytes());
    Ok(source.read(wants, watch)?)
}

/// The hierarchy that the policy gives a column, and how dear the column is. One that does not fit
/// the file, because masking steps come before it, is left out with a note.
fn hierarchy(
    policy: Option<&Policy>,
    table: &Table,
    at: usize,
    missing: &[String],
    notes: &mut Vec<String>,
) -> Result<(Option<Hierarchy>, f64), Error> {
    let Some(policy) = policy else { return Ok((None, 1.0)) };
    let name = &table.names[at];
    let Some(attribute) = policy.attributes.iter().find(|of| of.name.value == *name) else {
        return Ok((None, 1.0));
    };
    let importance = attribute.importance.to_f64();
    if attribute.hierarchy.is_none() {
        return Ok((None, importance));
    }
    let folder = Path::new(policy.source().name()).parent().unwrap_or(Path::new(""));
    let Cells { dictionary, codes } = cells(table, at);
    let counts = codes.histogram(dictionary.len());
    let hierarchy = compiled(attribute, folder, dictionary, &counts, missing)?;
    if hierarchy.is_err() {
        notes.push(format!(
            "the hierarchy of `{name}` does not fit the file before, and is not used"
        ));
    }
    Ok((hierarchy.ok(), importance))
}

/// Which row was which.
fn align(rows: &Rows, before: &Table, after: &Table) -> Result<Alignment, Error> {
    match rows {
        Rows::Unknown => Ok(Alignment::Unknown),
        Rows::SameOrder if before.rows == after.rows => Ok(Alignment::Same),
        Rows::SameOrder => Err(Error::Usage {
            message: format!(
                "the files have {} and {} records, so their rows cannot be in the same order",
                before.rows, after.rows
            ),
            hint: "name a column that tells which row was which: `Rows::By`".into(),
        }),
        Rows::By(name) => by_column(name, before, after).map(Alignment::Rows),
        Rows::Listed(rows) => Ok(Alignment::Rows(rows.clone())),
    }
}

/// For each row after, the row before that has the same value in a column.
fn by_column(name: &str, before: &Table, after: &Table) -> Result<Vec<u32>, Error> {
    let texts = |table: &Table| -> (Vec<Option<String>>, Codes) {
        let at = table.names.iter().position(|other| other == name).expect("the column was found");
        let Cells { dictionary, codes } = cells(table, at);
        (texts_of(dictionary), codes.clone())
    };
    let ((values, codes), (others, other_codes)) = (texts(before), texts(after));
    let mut row_of: Vec<Option<u32>> = vec![None; values.len()];
    let mut twice = 0_u64;
    for (row, code) in (0..).zip(codes.iter()) {
        twice += u64::from(row_of[code as usize].replace(row).is_some());
    }
    if twice > 0 {
        return Err(Error::Usage {
            message: format!("`{name}` does not tell rows apart: {twice} have a value again"),
            hint: "rows are matched by a column in which no value occurs twice".into(),
        });
    }
    let mut seen = vec![0_u64; others.len()];
    other_codes.iter().for_each(|code| seen[code as usize] += 1);
    let again: u64 = seen.iter().map(|count| count.saturating_sub(1)).sum();
    if again > 0 {
        return Err(Error::Usage {
            message: format!(
                "`{name}` does not tell rows of the file after apart: {again} have a value again"
            ),
            hint: "rows are matched by a column in which no value occurs twice".into(),
        });
    }
    let place: KeyedMap<&Option<String>, u32> =
        values.iter().zip(row_of).filter_map(|(value, row)| Some((value, row?))).collect();
    let row = |code: u32| place.get(&others[code as usize]).copied();
    let rows: Vec<Option<u32>> = other_codes.iter().map(row).collect();
    let strange = rows.iter().filter(|row| row.is_none()).count();
    if strange > 0 {
        return Err(Error::Usage {
            message: format!(
                "{strange} rows of the file after have a `{name}` that no row before has"
            ),
            hint: "was the column masked, too? Then it cannot tell which row was which".into(),
        });
    }
    Ok(rows.into_iter().flatten().collect())
}

fn texts_of(dictionary: &Dictionary) -> Vec<Option<String>> {
    (0..dictionary.len() as u32).map(|code| dictionary.text(code).map(str::to_owned)).collect()
}
