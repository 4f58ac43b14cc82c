//! Explanations: what the entries of models, measures and attacks say, what is written in the pages
//! of the book, and what the tables of the policy language say.
//!
//! Nothing is said twice: a page says what a table cannot (promises, limits, when to use it), and
//! keys, defaults, values and sources come from where the program itself takes them.

mod keys;
mod pages;
mod tables;
#[cfg(test)]
mod tests;

use crate::registry::Registry;
use pages::Section;
use ridotto_catalogue::{Claim, Entry, Leaves, MeasureFacts, Sort, Worked};
use ridotto_measure::attack::Attack;
use ridotto_policy::language::{Key, Name, Named, PseudonymMethod, Status, pseudonym};
use serde::Serialize;
use std::fmt;
pub use tables::{algorithm_grid, algorithm_taxonomy, small_tables};

/// What an explanation is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Area {
    /// Words that everything else is explained with.
    Concept,
    /// What a release can be required to satisfy.
    Model,
    /// How a release is searched for.
    Algorithm,
    /// What the search makes as small as it can.
    Objective,
    /// What is done to values before the search.
    Mask,
    /// What is done to the cells of tables.
    Method,
    /// What stands for identifiers.
    Pseudonym,
    /// How values become coarser.
    Builder,
    /// How tables are stored.
    Format,
    /// Figures of risk and utility.
    Measure,
    /// What an intruder may try.
    Attack,
    /// A key of the policy.
    Key,
    /// A name that a key of the policy takes.
    Value,
    /// What a message is about.
    Code,
}

impl Area {
    /// All areas, in the order of a list of contents.
    pub const ALL: [Self; 14] = [
        Self::Concept,
        Self::Model,
        Self::Algorithm,
        Self::Objective,
        Self::Mask,
        Self::Method,
        Self::Pseudonym,
        Self::Builder,
        Self::Format,
        Self::Measure,
        Self::Attack,
        Self::Key,
        Self::Value,
        Self::Code,
    ];

    /// The sort of its entries, if it has them.
    fn sort(self) -> Option<Sort> {
        Some(match self {
            Self::Model => Sort::Model,
            Self::Algorithm => Sort::Algorithm,
            Self::Objective => Sort::Objective,
            Self::Builder => Sort::Builder,
            Self::Format => Sort::Format,
            Self::Mask => Sort::Step,
            Self::Method => Sort::Method,
            _ => return None,
        })
    }

    /// What people call all of it.
    fn plural(self) -> String {
        match self {
            Self::Builder => "hierarchies".to_owned(),
            Self::Mask => "steps".to_owned(),
            Self::Pseudonym => "pseudonyms".to_owned(),
            Self::Method => "methods".to_owned(),
            Self::Key => "keys".to_owned(),
            Self::Value => "values".to_owned(),
            other => format!("{other}s"),
        }
    }

    /// Its heading.
    pub fn title(self) -> &'static str {
        match self {
            Self::Concept => "Concepts",
            Self::Model => "Models: what a release can be required to satisfy",
            Self::Algorithm => "Algorithms: how it is searched for",
            Self::Objective => "Objectives: what is made as small as possible",
            Self::Mask => "Masking steps: what is done to values before the search",
            Self::Method => "Methods for tables: what is done to cells",
            Self::Pseudonym => "Pseudonyms: what stands for identifiers",
            Self::Builder => "Hierarchies: how values become coarser",
            Self::Format => "Formats: how tables are read and written",
            Self::Measure => "Measures of risk and utility",
            Self::Attack => "Attacks",
            Self::Key => "Keys of the policy",
            Self::Value => "Values of keys",
            Self::Code => "Codes of errors and warnings",
        }
    }
}

impl fmt::Display for Area {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Concept => "concept",
            Self::Model => "model",
            Self::Algorithm => "algorithm",
            Self::Objective => "objective",
            Self::Mask => "masking step",
            Self::Method => "method for tables",
            Self::Pseudonym => "pseudonym method",
            Self::Builder => "hierarchy builder",
            Self::Format => "format",
            Self::Measure => "measure",
            Self::Attack => "attack",
            Self::Key => "key of the policy",
            Self::Value => "value in the policy",
            Self::Code => "code",
        })
    }
}

/// What is to be known about a name.
#[derive(Clone, Debug, Serialize)]
pub struct Explanation {
    /// What kind of thing it is.
    pub area: Area,
    /// Its name.
    pub name: String,
    /// Whether this version can do it.
    pub available: bool,
    /// What is to be known, in Markdown.
    pub text: String,
    /// The keys that it takes in the policy.
    pub parameters: Vec<ParameterText>,
    /// A piece of a policy that uses it.
    pub example: Option<String>,
    /// What it gives on a small table.
    pub worked: Option<Worked>,
    /// Where it comes from.
    pub source: Option<String>,
    /// What else people call it.
    pub aliases: Vec<&'static str>,
}

/// A key of the policy, or a value of one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ParameterText {
    /// As written in the policy.
    pub name: String,
    /// Whether it must be there.
    pub required: bool,
    /// What holds without it.
    pub default: Option<String>,
    /// What it means.
    pub about: String,
}

impl From<&Key> for ParameterText {
    fn from(key: &Key) -> Self {
        Self {
            name: key.name.to_owned(),
            required: key.required,
            default: key.default.map(str::to_owned),
            about: key.doc.to_owned(),
        }
    }
}

impl Explanation {
    fn new(area: Area, name: &str, text: impl Into<String>) -> Self {
        Self {
            area,
            name: name.to_owned(),
            available: true,
            text: text.into(),
            parameters: Vec::new(),
            example: None,
            worked: None,
            source: None,
            aliases: Vec::new(),
        }
    }

    fn of_section(area: Area, section: &Section) -> Self {
        Self {
            example: section.example.map(str::to_owned),
            aliases: section.aliases.clone(),
            ..Self::new(area, section.name, section.text.clone())
        }
    }

    fn of_entry(area: Area, entry: &Entry) -> Self {
        Self {
            available: entry.status != Status::Later,
            parameters: entry.all_parameters().map(ParameterText::from).collect(),
            example: Some(entry.example.trim_end().to_owned()),
            worked: worked(entry),
            source: entry.references.first().map(ToString::to_string),
            aliases: entry.aliases.to_vec(),
            ..Self::new(area, entry.name, with_formula(entry))
        }
    }

    fn with_keys<'a>(self, keys: impl IntoIterator<Item = &'a Key>) -> Self {
        let told = keys.into_iter().filter(|key| !["model", "method"].contains(&key.name));
        Self { parameters: told.map(ParameterText::from).collect(), ..self }
    }

    /// The first sentence, for a list.
    pub fn summary(&self) -> String {
        let lines =
            self.text.lines().take_while(|line| !line.is_empty() && !line.starts_with("- "));
        let mut paragraph = lines.collect::<Vec<_>>().join(" ");
        if let Some(end) = paragraph.find(". ") {
            paragraph.truncate(end + 1);
        }
        paragraph
    }
}

/// Everything that can be explained, by area and in the order of the pages.
pub fn explained(registry: &Registry) -> Vec<Explanation> {
    let mut all = Vec::new();
    for area in Area::ALL {
        match area {
            Area::Measure => {
                let entries = registry.measures().iter().chain(registry.table_measures());
                all.extend(entries.filter_map(|entry| Some(of_measure(entry, entry.measure()?))));
            }
            Area::Attack => {
                all.extend(Attack::ALL.map(of_attack));
                all.extend(
                    registry.table_attacks().iter().map(|entry| of_attacker(entry, registry)),
                );
            }
            Area::Key => all.extend(keys::keys(registry)),
            Area::Value => all.extend(keys::values(registry)),
            _ => match area.sort() {
                Some(sort) => {
                    all.extend(registry.of(sort).map(|entry| Explanation::of_entry(area, entry)));
                }
                None => all.extend(pages::sections(area).map(|section| written(area, &section))),
            },
        }
        if area == Area::Concept {
            let text = tables::algorithms_in_lists(registry);
            let aliases = vec![
                "taxonomy",
                "taxonomy of algorithms",
                "combination grid",
                "CG_AS",
                "AG",
                "TS",
                "AS",
            ];
            all.push(Explanation { aliases, ..Explanation::new(area, "algorithms", text) });
            let aliases = vec!["small tables", "worked-examples", "worked example"];
            let text = tables::small_tables_in_lists();
            all.push(Explanation { aliases, ..Explanation::new(area, "small-tables", text) });
        }
    }
    all
}

/// What is to be known about a name; more than one thing may have it. If nothing has it, about what
/// people call so. Capitals, spaces and underscores do not matter.
pub fn explain(name: &str, registry: &Registry) -> Vec<Explanation> {
    let plain = |name: &str| name.trim().to_lowercase().replace(['_', ' '], "-");
    let wanted = plain(name);
    let is_called = |one: &Explanation| one.aliases.iter().any(|alias| plain(alias) == wanted);
    let (named, mut others): (Vec<_>, Vec<_>) =
        explained(registry).into_iter().partition(|one| plain(&one.name) == wanted);
    if named.is_empty() {
        let is_asked = |area: &&Area| area.plural() == wanted;
        if let Some(area) = Area::ALL.iter().find(is_asked) {
            return vec![in_a_list(*area, &others)];
        }
        others.retain(is_called);
        return others;
    }
    // Who types the name of a key may mean the word that people use for an idea.
    if named.iter().all(|one| matches!(one.area, Area::Key | Area::Value)) {
        others.retain(|one| one.area == Area::Concept && is_called(one));
        others.extend(named);
        return others;
    }
    named
}

/// All that an area has, as a list.
fn in_a_list(area: Area, all: &[Explanation]) -> Explanation {
    let of = all.iter().filter(|one| one.area == area);
    let lines: Vec<String> = of.map(|one| format!("- `{}`: {}", one.name, one.summary())).collect();
    let text = format!("{}.\n\n{}", area.title(), lines.join("\n"));
    Explanation::new(Area::Concept, &area.plural(), text)
}

/// The advice of an entry with its definition in one line, after the first paragraph, which says it in
/// words.
fn with_formula(entry: &Entry) -> String {
    let advice = entry.advice.trim();
    if entry.formula.is_empty() {
        return advice.to_owned();
    }
    let formula = format!("- **Formula**: {}", entry.formula);
    match advice.split_once("\n\n") {
        Some((first, rest)) => format!("{first}\n\n{formula}\n{rest}"),
        None => format!("{advice}\n\n{formula}"),
    }
}

/// What a page says, and the tables about it.
fn written(area: Area, section: &Section) -> Explanation {
    let explanation = Explanation::of_section(area, section);
    let name = section.name;
    match area {
        Area::Pseudonym => match named::<PseudonymMethod>(name) {
            Some((method, _)) => explanation.with_keys(pseudonym(method).keys),
            None => explanation,
        },
        _ => explanation,
    }
}

/// The member of an enumeration of the policy with this name.
fn named<N: Named>(name: &str) -> Option<(N, &'static Name)> {
    let mut all = N::ALL.iter().copied().zip(N::NAMES);
    all.find(|(_, of)| of.name == name)
}

/// A measure, with how its group is to be read.
fn of_measure(entry: &Entry, facts: &MeasureFacts) -> Explanation {
    let Entry { title, summary, advice, .. } = entry;
    let formula = format!("- **Formula**: {}", entry.formula);
    let group = format!("- **{}**: {advice}", facts.group.title);
    let text = format!("{title}: {summary}\n\n{formula}\n{group}");
    told(Area::Measure, entry, text)
}

/// An attack, with what it takes for granted.
fn of_attack(attack: Attack) -> Explanation {
    let text = format!(
        "{}\n\n- **Found**: {}.\n- **The intruder knows**: {}.\n- **Stopped or bounded by**: {}.",
        attack.description(),
        attack.entry().formula,
        attack.knows(),
        attack.stopped_by().join(", ")
    );
    told(Area::Attack, attack.entry(), text)
}

/// An attacker of tables, and what rules leave to them.
fn of_attacker(entry: &Entry, registry: &Registry) -> Explanation {
    let facts = entry.attack().expect("the entries of attackers are of attacks");
    let words: Vec<&str> = facts.discloses.iter().map(|one| one.word()).collect();
    let bounds = |rule: &&Entry| {
        let claims = rule.model().map_or(&[][..], |facts| facts.claims);
        let is_bound = |claim: &Claim| !matches!(claim.leaves, Leaves::Everything);
        claims.iter().any(|claim| claim.attack == entry.name && is_bound(claim))
    };
    let rules = registry.rules().filter(bounds).map(|rule| rule.name);
    let stopped: Vec<&str> = rules.chain(facts.help.iter().map(|help| help.text())).collect();
    let text = format!(
        "{} {} Disclosure: {}.\n\n- **Found**: {}.\n- **The intruder knows**: {}.\n- **Stopped or bounded by**: {}.",
        entry.summary,
        entry.advice,
        words.join(" and "),
        entry.formula,
        facts.knows,
        stopped.join(", ")
    );
    told(Area::Attack, entry, text)
}

/// A text about something that no policy asks for.
fn told(area: Area, entry: &Entry, text: String) -> Explanation {
    let source = entry.references.first().map(ToString::to_string);
    let aliases = entry.aliases.to_vec();
    let worked = worked(entry);
    Explanation { worked, source, aliases, ..Explanation::new(area, entry.name, text) }
}

/// The worked example of an entry; who adds an entry of their own may have none.
fn worked(entry: &Entry) -> Option<Worked> {
    Some(entry.worked).filter(|worked| !worked.text.is_empty())
}
