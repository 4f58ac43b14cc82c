//! A policy as it was written: names, numbers and their places in the file.
//!
//! Everything that can be known without data has been checked; nothing has been looked up yet.
//! Defaults are filled in, and a value that is a default says so by having no span.

use crate::hierarchy::HierarchySource;
use crate::language::{
    DecimalMark, Encoding, Formulas, Generalize, Kind, Link, Missing, MissingSensitive, Neighbours,
    Role, Suppress, Suppressed, Unlisted, ValueType, Weights,
};
use crate::mask::Mask;
use crate::measure::{Asked, Measure, Quality, Query};
use crate::pseudonym::Pseudonym;
use crate::requirement::Requirement;
use crate::table::{Protection, TOTAL, TableRequest};
use crate::unsaid;
use ridotto_catalogue::{
    AlgorithmFacts, Decimal, Definition, Family, Given, Item, Parameters, PolicyError, Privacy,
    Problem, Share, Sort, Source, Span, Spanned, Value,
};
use std::path::PathBuf;
use std::sync::Arc;

/// What a person wrote about a data set and its release.
#[derive(Clone, Debug)]
pub struct Policy {
    pub(crate) source: Source,
    pub(crate) written: Arc<Item>,
    /// Files that it was made of beside its own, such as a batch of another program.
    pub made_of: Vec<PathBuf>,
    /// What the data are, and what is released of them.
    pub kind: Spanned<Kind>,
    /// `[data]`: where the data is and how it is read.
    pub data: Data,
    /// `[attributes.NAME]`: what the columns are, in the order written.
    pub attributes: Vec<Attribute>,
    /// `[[mask]]`: what is done to the table first, in this order.
    pub masks: Vec<Mask>,
    /// `[[require]]`: what the release must satisfy; none only if nothing is searched for.
    pub requirements: Vec<Requirement>,
    /// `[[table]]`: the tables that are released.
    pub tables: Vec<TableRequest>,
    /// The keys of `[release]` that say how tables are protected.
    pub protection: Protection,
    /// `[privacy]`: whom everything protects that is differentially private, and who pays.
    pub privacy: PrivacyTerms,
    /// `[release]`: how it is made.
    pub release: Release,
    /// `[output]`: what is written.
    pub output: Output,
    /// `[[measure]]`: what else is measured.
    pub measures: Vec<Measure>,
    /// `[quality]`: what good data would be like.
    pub quality: Quality,
}

impl Policy {
    /// A policy that says nothing, under a name that messages call it by.
    pub fn empty(name: &str) -> Self {
        Self {
            source: Source::new(name, ""),
            written: Arc::new(Parameters::default().into()),
            made_of: Vec::new(),
            kind: Spanned::assumed(Kind::Microdata),
            data: Data::default(),
            attributes: Vec::new(),
            masks: Vec::new(),
            requirements: Vec::new(),
            tables: Vec::new(),
            protection: Protection::default(),
            privacy: PrivacyTerms::default(),
            release: Release::of(&unsaid::ALGORITHM, &unsaid::OBJECTIVE),
            output: Output::default(),
            measures: Vec::new(),
            quality: Quality::default(),
        }
    }

    /// What was said, as a value: [`Policy::from_value`] reads it again.
    pub fn written(&self) -> &Item {
        &self.written
    }

    /// The text and its name. Of a policy that is a value, the text is its JSON.
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// The attribute of a column.
    pub fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes.iter().find(|attribute| *attribute.name == name)
    }

    /// The attributes of a role, in the order written; one that has two roles has either.
    pub fn with_role(&self, role: Role) -> impl Iterator<Item = &Attribute> {
        self.attributes.iter().filter(move |attribute| attribute.has_role(role))
    }

    /// The identifiers that are released as pseudonyms, in the order written.
    pub fn pseudonyms(&self) -> impl Iterator<Item = (&Attribute, &Pseudonym)> {
        self.attributes
            .iter()
            .filter_map(|attribute| Some((attribute, attribute.pseudonym.as_ref()?)))
    }

    /// Whether a step deletes this attribute.
    pub fn is_deleted(&self, name: &str) -> bool {
        let mut deletions = self.masks.iter().filter(|mask| mask.facts().deletes);
        deletions.any(|mask| mask.changes(name))
    }

    /// How many synthetic files are made, each from models of its own.
    pub fn copies(&self) -> u32 {
        self.masks.iter().map(Mask::copies).max().unwrap_or(1)
    }

    /// The first and the last of the steps that together make the whole file differentially private:
    /// one that does so by itself, or private noise on the means of groups that are insensitive to single
    /// records.
    pub fn private_file(&self) -> Option<(usize, usize)> {
        self.masks.iter().enumerate().find_map(|(at, mask)| match mask.privacy() {
            Privacy::File => Some((at, at)),
            Privacy::Values { on_groups: true, .. } if at > 0 => {
                let before = &self.masks[at - 1];
                let are_groups = matches!(before.privacy(), Privacy::Groups { .. });
                (are_groups && before.shares_attributes(mask)).then_some((at - 1, at))
            }
            _ => None,
        })
    }

    /// The columns that are looked at and that are not released on that account: whose row it is,
    /// who lives together, what a record counts for, and each record's own k.
    pub fn companions(&self) -> impl Iterator<Item = &Spanned<String>> {
        let values = self.requirements.iter().flat_map(|required| required.given.values());
        let own = values.filter_map(|(_, value)| match value {
            Value::Column(column) => Some(column),
            _ => None,
        });
        let data = &self.data;
        data.person.iter().chain(&data.household).chain(&data.weight).chain(own)
    }

    /// The queries that are measured, in their order.
    pub fn queries(&self) -> impl Iterator<Item = &Query> {
        self.measures.iter().flat_map(|Measure::Queries(queries)| queries)
    }

    /// Every column that queries name.
    pub fn queried(&self) -> impl Iterator<Item = &Spanned<String>> {
        self.queries().flat_map(|query| {
            let asked = match &query.asked {
                Asked::Count => None,
                Asked::Sum(name) | Asked::Mean(name) => Some(name),
            };
            asked.into_iter().chain(query.conditions.iter().map(|condition| &condition.attribute))
        })
    }

    /// An error that shows lines of this policy, for stages that come after parsing.
    ///
    /// ```
    /// # use ridotto_policy::{Entries, Policy, Problem};
    /// # use ridotto_catalogue::Definition;
    /// # let models = ridotto_core::model::MODELS.iter().map(|of| *of as &dyn Definition);
    /// # let objectives = ridotto_core::objective::OBJECTIVES.iter().map(|of| *of as &dyn Definition);
    /// # let algorithms = ridotto_micro::ALGORITHMS.iter().map(|of| *of as &dyn Definition);
    /// # let entries = Entries::new(models.chain(objectives).chain(algorithms));
    /// # let policy = Policy::parse("p.toml", r#"
    /// #     version = 1
    /// #     attributes.age.role = "quasi-identifier"
    /// #     require = [{ model = "k-anonymity", k = 5 }]
    /// # "#, &entries).unwrap();
    /// let age = &policy.attributes[0];
    /// let error = policy.error([Problem::error("bind::no-column", "the data has no column `age`")
    ///     .at(age.name.span, "named here")
    ///     .with_help("did you mean `Age`?")]);
    /// assert_eq!(error.to_string(), "the data has no column `age`");
    /// ```
    pub fn error(&self, problems: impl IntoIterator<Item = Problem>) -> PolicyError {
        PolicyError::new(self.source.clone(), problems)
    }
}

/// Where the data is and how it is read. What is absent is detected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Data {
    /// The file, relative to the policy.
    pub input: Option<Spanned<String>>,
    /// The sheet of an Excel file; the first one when not stated.
    pub sheet: Option<Spanned<String>>,
    /// Whether the first line has the names of the columns.
    pub header: Spanned<bool>,
    /// What parts the fields.
    pub delimiter: Option<Spanned<char>>,
    /// What encloses a field.
    pub quote: Option<Spanned<char>>,
    /// How characters are written.
    pub encoding: Option<Spanned<Encoding>>,
    /// The decimal mark.
    pub decimal: Option<Spanned<DecimalMark>>,
    /// How dates are written, in the notation of `strftime`; empty when not stated.
    pub dates: Vec<Spanned<String>>,
    /// The first of the hundred years that two digits can mean.
    pub first_year: Option<Spanned<u32>>,
    /// The texts that are read as missing; the empty text when not stated.
    pub missing: Vec<Spanned<String>>,
    /// What happens to columns that the policy does not name.
    pub unlisted: Spanned<Unlisted>,
    /// The column that tells persons apart.
    pub person: Option<Spanned<String>>,
    /// The file of the population, relative to the policy.
    pub population: Option<Spanned<String>>,
    /// How much an intruder knows of which rows are of one person.
    pub link: Spanned<Link>,
    /// The column that tells households apart.
    pub household: Option<Spanned<String>>,
    /// The column with the survey weight.
    pub weight: Option<Spanned<String>>,
    /// What becomes of a released weight.
    pub weights: Spanned<Weights>,
    /// The file that says which columns the data have, relative to the policy.
    pub metadata: Option<Spanned<String>>,
    /// Whether the data are cells of tables, and no records.
    pub cells: Spanned<bool>,
    /// Whether totals of cells that have no line are worked out.
    pub add_totals: Spanned<bool>,
}

impl Default for Data {
    fn default() -> Self {
        Self {
            input: None,
            sheet: None,
            header: Spanned::assumed(true),
            delimiter: None,
            quote: None,
            encoding: None,
            decimal: None,
            dates: Vec::new(),
            first_year: None,
            missing: vec![Spanned::assumed(String::new())],
            unlisted: Spanned::assumed(Unlisted::Error),
            person: None,
            population: None,
            link: Spanned::assumed(Link::Apart),
            household: None,
            weight: None,
            weights: Spanned::assumed(Weights::Adjust),
            metadata: None,
            cells: Spanned::assumed(false),
            add_totals: Spanned::assumed(false),
        }
    }
}

impl Data {
    /// Whether some date format has years of two digits.
    pub fn has_two_digit_years(&self) -> bool {
        let is_short = |part: &str| part.trim_start_matches(['-', '_', '0']).starts_with('y');
        self.dates.iter().any(|format| format.replace("%%", "").split('%').skip(1).any(is_short))
    }
}

/// Whom everything protects that is differentially private, and what it is charged to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PrivacyTerms {
    /// Which files are neighbours; those of the proofs when absent.
    pub neighbours: Option<Spanned<Neighbours>>,
    /// How many records of a person are kept.
    pub rows_per_person: Option<Spanned<u32>>,
    /// The ledger, relative to the policy.
    pub ledger: Option<Spanned<String>>,
    /// Whose budget of the ledger it is.
    pub user: Option<Spanned<String>>,
}

impl PrivacyTerms {
    /// The first thing that it says, and where.
    pub fn first(&self) -> Option<(&'static str, Option<Span>)> {
        let Self { neighbours, rows_per_person, ledger, user } = self;
        let said = [
            ("neighbours", neighbours.as_ref().map(|of| of.span)),
            ("rows-per-person", rows_per_person.as_ref().map(|of| of.span)),
            ("ledger", ledger.as_ref().map(|of| of.span)),
            ("user", user.as_ref().map(|of| of.span)),
        ];
        said.into_iter().find_map(|(key, at)| Some((key, at?)))
    }
}

/// What one column is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Attribute {
    /// The name of the column.
    pub name: Spanned<String>,
    /// What it is to an intruder. One that is quasi-identifier and sensitive is a quasi-identifier
    /// here: it is released as such.
    pub role: Spanned<Role>,
    /// Whether it is a quasi-identifier whose original values are protected as sensitive ones.
    pub also_sensitive: bool,
    /// What its values are, if stated.
    pub value_type: Option<Spanned<ValueType>>,
    /// In which order they are, if it is ordinal.
    pub order: Option<Spanned<Order>>,
    /// How its values become coarser.
    pub hierarchy: Option<Spanned<HierarchySource>>,
    /// The least level to generalise to.
    pub min_level: Spanned<u32>,
    /// The greatest level to generalise to; the top when absent.
    pub max_level: Option<Spanned<u32>>,
    /// How dear it is to the users of the data; above 0, usually 1.
    pub importance: Spanned<Decimal>,
    /// How many levels of a dimension have lines; all when absent.
    pub depth: Option<Spanned<u32>>,
    /// The file that says which values of a dimension are merged.
    pub recode: Option<Spanned<String>>,
    /// What stands for an identifier; it is left out when absent.
    pub pseudonym: Option<Pseudonym>,
}

/// In which order the values of an ordinal attribute are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// As they are listed here, from the first to the last.
    Listed(Vec<String>),
    /// As the attribute's hierarchy lists them.
    Hierarchy,
}

impl Attribute {
    /// Whether it has a role, be it one of two.
    pub fn has_role(&self, role: Role) -> bool {
        *self.role == role || role == Role::Sensitive && self.also_sensitive
    }
}

/// How the release is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// How it is searched for.
    pub algorithm: Given,
    /// What the search makes as small as it can.
    pub objective: Given,
    /// What is written for another algorithm or objective than these.
    pub idle: Vec<Idle>,
    /// What is generalised at once.
    pub generalize: Spanned<Generalize>,
    /// What is suppressed at once.
    pub suppress: Spanned<Suppress>,
    /// The greatest share of the records that may be suppressed.
    pub suppression: Spanned<Share>,
    /// How a missing quasi-identifier counts.
    pub missing: Spanned<Missing>,
    /// What a missing sensitive value counts as.
    pub missing_sensitive: Spanned<MissingSensitive>,
    /// What becomes of suppressed records.
    pub suppressed: Spanned<Suppressed>,
    /// What a total over all values of a dimension is called, in tables.
    pub total: Spanned<String>,
}

/// A key of `[release]` that has no effect, because it is another's.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Idle {
    /// The name of the algorithm or objective that it belongs to.
    pub of: &'static str,
    /// Which of the two that is.
    pub sort: Sort,
    /// The key, with the place of its value.
    pub key: Spanned<&'static str>,
}

impl Release {
    /// By an algorithm and an objective, both without parameters, and else as when nothing is said.
    pub fn of(algorithm: &'static dyn Definition, objective: &'static dyn Definition) -> Self {
        let facts = algorithm.entry().algorithm();
        let usual = facts.map_or((Generalize::None, Suppress::None), AlgorithmFacts::usual);
        Self {
            algorithm: Given::of(algorithm, &[]),
            objective: Given::of(objective, &[]),
            idle: Vec::new(),
            generalize: Spanned::assumed(usual.0),
            suppress: Spanned::assumed(usual.1),
            suppression: Spanned::assumed(Share::ZERO),
            missing: Spanned::assumed(Missing::OwnValue),
            missing_sensitive: Spanned::assumed(MissingSensitive::WorstCase),
            suppressed: Spanned::assumed(Suppressed::Drop),
            total: Spanned::assumed(TOTAL.to_owned()),
        }
    }

    /// Whether nothing is searched for.
    pub fn searches_nothing(&self) -> bool {
        self.facts().is_some_and(|facts| facts.family == Family::Nothing)
    }

    /// What is known of the algorithm.
    pub fn facts(&self) -> Option<&'static AlgorithmFacts> {
        self.algorithm.entry().algorithm()
    }

    /// Where a parameter of an algorithm or an objective is written, be it another's than those
    /// that are chosen.
    pub fn place_of(&self, parameter: &str) -> Option<Span> {
        let idle = self.idle.iter().find(|idle| idle.key.value == parameter);
        let used = self.algorithm.at(parameter).or_else(|| self.objective.at(parameter));
        used.or_else(|| idle?.key.span)
    }
}

/// What is written; paths are relative to the policy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The released file.
    pub file: Option<Spanned<String>>,
    /// What becomes of cells that a spreadsheet would run; they are kept when nothing is said.
    pub formulas: Option<Spanned<Formulas>>,
    /// Reports, each ending in `.html` or `.json`.
    pub reports: Vec<Spanned<String>>,
    /// The decision, for other data.
    pub recoding: Option<Spanned<String>>,
    /// The certificate.
    pub certificate: Option<Spanned<String>>,
    /// The private key that signs it.
    pub signing_key: Option<Spanned<String>>,
}

impl Output {
    /// Whether cells that a spreadsheet would run are escaped.
    pub fn escapes_formulas(&self) -> bool {
        self.formulas.is_some_and(|formulas| *formulas == Formulas::Escape)
    }
}
