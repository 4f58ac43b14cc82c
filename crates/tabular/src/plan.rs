//! A plan for tables: which columns are looked at, which cells there will be, and which rules hold.

use crate::rule::{RULES, RuleDefinition};
use ridotto_catalogue::{Decimal, Given, Span, similar};
use ridotto_core::Kind;
use ridotto_policy::language::{Role, Statistic, Zero};
use ridotto_policy::{Policy, Problem, Spanned, TableRequest};
use ridotto_release::reading::kind;
use ridotto_release::{Error, Opened, folder_of};
use ridotto_table::ReadAs;
use std::path::PathBuf;
use std::sync::Arc;

/// A policy for tables, tied to columns.
#[derive(Debug)]
pub struct Plan {
    /// The policy.
    pub policy: Arc<Policy>,
    /// Where files that the policy names are.
    pub(crate) folder: PathBuf,
    /// The texts that mean "missing".
    pub(crate) missing: Vec<String>,
    /// What is read of each column.
    pub(crate) wants: Vec<ReadAs>,
    /// The dimensions in the order of the columns that are written: name and place in the data.
    pub(crate) dimensions: Vec<(String, usize)>,
    /// The tables.
    pub(crate) tables: Vec<Planned>,
    /// What is added up; the first is the count of records.
    pub(crate) measures: Vec<Measured>,
    /// The column that says whose a record is.
    pub(crate) respondent: Option<usize>,
    /// The column that says how many units a record stands for.
    pub(crate) weight: Option<usize>,
    /// The column that says who asks for protection.
    pub(crate) request: Option<usize>,
    /// The column that has a key for each record, if the method takes one.
    pub(crate) record_key: Option<usize>,
    /// The columns that say more of cells that are given; `None` for records.
    pub(crate) given: OfCells,
    /// Whether the data are cells and no records.
    pub(crate) has_cells: bool,
    /// The measure that rules look at in place of the response.
    pub(crate) shadow: Option<usize>,
    /// The rules, in the order of the policy.
    pub(crate) rules: Vec<Rule>,
    /// What it costs to hide a cell.
    pub(crate) cost: Cost,
}

/// Columns of cells that are given.
#[derive(Clone, Copy, Debug, Default)]
pub struct OfCells {
    /// How many contributors.
    pub frequency: Option<usize>,
    /// The largest and the second largest contribution.
    pub tops: [Option<usize>; 2],
    /// What is said of it.
    pub status: Option<usize>,
    /// How far below and above its value it must stay in doubt.
    pub levels: [Option<usize>; 2],
}

/// A rule with its parameters.
#[derive(Debug)]
pub struct Rule {
    /// What it is.
    pub definition: &'static RuleDefinition,
    /// Its parameters.
    pub given: Given,
    /// Where the policy asks for it.
    pub span: Span,
}

/// A table that will be made.
#[derive(Debug)]
pub struct Planned {
    /// Its name, if it has one.
    pub name: Option<String>,
    /// Places among the dimensions.
    pub dimensions: Vec<usize>,
    /// What it adds up: a place among the measures.
    pub measure: usize,
    /// Whether the sums are shown as means, with their counts.
    pub is_mean: bool,
}

impl Planned {
    /// The measures whose cells the table shows: that of its response, and the count beside a mean.
    pub(crate) fn shown_measures(&self) -> impl Iterator<Item = usize> + use<> {
        [self.measure].into_iter().chain(self.is_mean.then_some(0))
    }
}

/// Something that is added up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Measured {
    /// Records are counted.
    Count,
    /// A column is added up.
    Column {
        /// Its name.
        name: String,
        /// Its place in the data.
        at: usize,
    },
}

/// What it costs to hide a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// As much as any other.
    Number,
    /// Its value.
    Value,
    /// How many contributors it has.
    Frequency,
    /// The logarithm of its value.
    Log,
    /// The sum of a measure.
    Measure(usize),
}

impl Plan {
    /// Ties a policy to columns.
    pub(crate) fn bind(policy: &Arc<Policy>, inputs: &Opened) -> Result<Self, Error> {
        let source = &*inputs.first().source;
        source.expect(policy.attributes.iter().map(|attribute| attribute.name.as_str()))?;
        let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
        let mut columns = Columns { policy, names: &names, measures: vec![Measured::Count] };
        let mut problems: Vec<Problem> = columns.lacking();
        if !problems.is_empty() {
            return Err(policy.error(problems).into());
        }
        let dimensions = columns.dimensions();
        let tables: Vec<Planned> =
            policy.tables.iter().map(|table| columns.planned(table, &dimensions)).collect();
        let shadow = policy.with_role(Role::Shadow).next();
        let shadow = shadow.map(|attribute| columns.measure(&attribute.name));
        let cost = columns.cost(&mut problems);
        let rules = rules(policy, &tables, &mut problems);
        let data = &policy.data;
        let (respondent, weight) = (
            columns.of_role(Role::Respondent, data.person.as_ref()),
            columns.of_role(Role::Weight, data.weight.as_ref()),
        );
        let request = columns.request(&rules, &mut problems);
        let record_key = columns.record_key(&mut problems);
        problems.extend(unkept(policy));
        if !problems.is_empty() {
            return Err(policy.error(problems).into());
        }
        let of = |role: Role| columns.of_role(role, None);
        let given = OfCells {
            frequency: of(Role::Frequency),
            tops: [of(Role::Top1), of(Role::Top2)],
            status: of(Role::Status),
            levels: [of(Role::Lower), of(Role::Upper)],
        };
        let has_cells = *policy.data.cells;
        if has_cells {
            problems.extend(unknown_of_cells(&rules, &tables, &given));
            if !problems.is_empty() {
                return Err(policy.error(problems).into());
            }
        }
        let measures = columns.measures;
        let mut plan = Self {
            given,
            has_cells,
            folder: folder_of(policy).to_owned(),
            missing: inputs.options.missing.clone(),
            wants: Vec::new(),
            dimensions,
            tables,
            measures,
            respondent,
            weight,
            request,
            record_key,
            shadow,
            rules,
            cost,
            policy: Arc::clone(policy),
        };
        plan.wants = (0..names.len()).map(|at| plan.want(at, names[at])).collect();
        Ok(plan)
    }

    fn want(&self, at: usize, name: &str) -> ReadAs {
        let is_measured =
            |of: &Measured| matches!(of, Measured::Column { at: of, .. } if *of == at);
        let OfCells { frequency, tops, status, levels } = self.given;
        let others =
            [self.respondent, self.weight, self.request, self.record_key, frequency, status];
        let is_wanted = self.dimensions.iter().any(|(_, of)| *of == at)
            || self.measures.iter().any(is_measured)
            || others.iter().chain(&tops).chain(&levels).any(|of| *of == Some(at));
        if !is_wanted {
            return ReadAs::Skip;
        }
        // No value may decide how others are read.
        if self.is_private() {
            return ReadAs::Code { kind: Some(Kind::Text) };
        }
        let stated = self.policy.attribute(name).and_then(|attribute| attribute.value_type);
        ReadAs::Code { kind: stated.map(|stated| kind(*stated)) }
    }

    /// Whether the lines say of which table they are.
    pub(crate) fn has_several(&self) -> bool {
        self.tables.len() > 1
    }

    /// Whether the method adds noise that is differentially private: nothing else may then tell of records.
    pub(crate) fn is_private(&self) -> bool {
        self.policy.protection.is_private()
    }

    /// Whether a table shows means.
    pub(crate) fn has_means(&self) -> bool {
        self.tables.iter().any(|table| table.is_mean)
    }

    /// How many of the largest contributors of a cell must be known: those that rules look at, and one
    /// more, who says how large any other can be.
    pub(crate) fn most(&self) -> usize {
        let looks_at = self.rules.iter().map(|rule| (rule.definition.looks_at)(&rule.given));
        looks_at.max().unwrap_or(0).max(3) + 1
    }

    /// Whether who is alone in a cell of amounts is taken to know it.
    pub(crate) fn alone_know(&self) -> bool {
        let given = &self.policy.protection.method;
        given.entry().parameter("singletons").is_none() || given.is("singletons")
    }

    /// Whether lines of hidden counts are taken to tell that somebody is in them.
    pub(crate) fn lines_tell(&self) -> bool {
        let given = &self.policy.protection.method;
        given.entry().parameter("presence").is_some() && given.is("presence")
    }

    /// Whether the value 0 of a cell with contributors is sensitive.
    pub(crate) fn zero_is_unsafe(&self) -> bool {
        *self.policy.protection.zero == Zero::Unsafe
    }

    /// Where the policy names a column.
    pub(crate) fn place_of(&self, column: &str) -> Option<Span> {
        self.policy.attribute(column)?.name.span
    }
}

/// Columns that are looked for.
struct Columns<'a> {
    policy: &'a Policy,
    names: &'a [&'a str],
    measures: Vec<Measured>,
}

impl Columns<'_> {
    /// Columns that the policy names and the data do not have.
    fn lacking(&self) -> Vec<Problem> {
        let data = &self.policy.data;
        let named = self.policy.attributes.iter().map(|attribute| &attribute.name);
        let named = named.chain(&data.person).chain(&data.weight);
        let lacks = named.filter(|name| self.place(name).is_none());
        lacks
            .map(|name| {
                let message = format!("the data have no column `{name}`");
                Problem::error("bind::no-such-column", message)
                    .at(name.span, "not in the data")
                    .with_help(similar(name, self.names))
            })
            .collect()
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.names.iter().position(|other| *other == name)
    }

    /// The dimensions of all tables, each once.
    fn dimensions(&self) -> Vec<(String, usize)> {
        let mut dimensions: Vec<(String, usize)> = Vec::new();
        for name in self.policy.tables.iter().flat_map(|table| &table.dimensions) {
            if let Some(at) = self.place(name).filter(|_| !has(&dimensions, name)) {
                dimensions.push((name.value.clone(), at));
            }
        }
        dimensions
    }

    fn planned(&mut self, table: &TableRequest, dimensions: &[(String, usize)]) -> Planned {
        let place = |name: &Spanned<String>| {
            let found = dimensions.iter().position(|(of, _)| *of == name.value);
            found.expect("every dimension of a table is among the dimensions")
        };
        Planned {
            name: table.name.as_ref().map(|name| name.value.clone()),
            dimensions: table.dimensions.iter().map(place).collect(),
            measure: table.response.as_ref().map_or(0, |name| self.measure(name)),
            is_mean: *table.statistic == Statistic::Mean,
        }
    }

    /// The place of a column among the measures.
    fn measure(&mut self, name: &str) -> usize {
        let at = self.place(name).expect("columns that the policy names are in the data");
        let measured = Measured::Column { name: name.to_owned(), at };
        self.measures.iter().position(|of| *of == measured).unwrap_or_else(|| {
            self.measures.push(measured);
            self.measures.len() - 1
        })
    }

    fn of_role(&self, role: Role, else_named: Option<&Spanned<String>>) -> Option<usize> {
        let of_role = self.policy.with_role(role).next().map(|attribute| &attribute.name);
        self.place(of_role.or(else_named)?)
    }

    /// What it costs to hide a cell, as the method's parameters say.
    fn cost(&mut self, problems: &mut Vec<Problem>) -> Cost {
        let given = &self.policy.protection.method;
        if given.entry().parameter("cost").is_none() {
            return Cost::Number;
        }
        if let Some(column) = given.column("cost") {
            let is_cost = self.policy.attribute(column).is_some_and(|of| *of.role == Role::Cost);
            if !is_cost {
                problems.push(unfit(self.policy, column, Role::Cost));
                return Cost::Number;
            }
            return Cost::Measure(self.measure(&column.value.clone()));
        }
        match given.word("cost") {
            Some("value") => Cost::Value,
            Some("frequency") => Cost::Frequency,
            Some("log") => Cost::Log,
            _ => Cost::Number,
        }
    }

    /// The column of record keys, if the method takes one and the policy names it.
    fn record_key(&self, problems: &mut Vec<Problem>) -> Option<usize> {
        let given = &self.policy.protection.method;
        given.entry().parameter("record-key")?;
        let column = given.text("record-key")?;
        let place = self.place(column);
        if place.is_none() {
            let message = format!("the data have no column `{column}`");
            problems.push(
                Problem::error("bind::no-such-column", message)
                    .at(column.span, "not in the data")
                    .with_help(similar(column, self.names)),
            );
        }
        place
    }

    /// The column that says who asks, if a rule needs it.
    fn request(&self, rules: &[Rule], problems: &mut Vec<Problem>) -> Option<usize> {
        let mut found = None;
        let asked = rules.iter().filter(|rule| rule.definition.entry.parameter("column").is_some());
        for rule in asked {
            let has_role = |of: &ridotto_policy::Attribute| *of.role == Role::Request;
            let column = match rule.given.text("column") {
                Some(column) if !self.policy.attribute(column).is_some_and(has_role) => {
                    problems.push(unfit(self.policy, column, Role::Request));
                    continue;
                }
                Some(column) => column,
                None => match self.policy.with_role(Role::Request).next() {
                    Some(attribute) => &attribute.name,
                    None => {
                        problems.push(
                            Problem::error("bind::request", "no attribute says who asks")
                                .at(rule.span, "by which column?")
                                .with_help("give one `role = \"request\"`, and name it: `column = \"asks\"`"),
                        );
                        continue;
                    }
                },
            };
            let place = self.place(column);
            if found.is_some() && found != place {
                problems.push(
                    Problem::error("bind::request", "two rules ask two columns")
                        .at(rule.span, "the second of them")
                        .with_help("say in one column who asks"),
                );
            }
            found = place;
        }
        found
    }
}

fn has(dimensions: &[(String, usize)], name: &str) -> bool {
    dimensions.iter().any(|(of, _)| of == name)
}

fn unfit(policy: &Policy, column: &Spanned<String>, role: Role) -> Problem {
    let known: Vec<&str> = policy.with_role(role).map(|of| of.name.as_str()).collect();
    Problem::error("bind::role", format!("`{column}` has not the role `{role}`"))
        .at(column.span, format!("not a {role}"))
        .with_help(format!(
            "give it `role = \"{role}\"` in `[attributes]`; {}",
            similar(column, &known)
        ))
}

/// Tables that were published before are kept by methods that hide cells; others change or leave out some.
fn unkept(policy: &Policy) -> Option<Problem> {
    let file = policy.tables.iter().find_map(|table| table.published.as_ref())?;
    let given = &policy.protection.method;
    given.entry().parameter("singletons").is_none().then(|| {
        let message = format!("`{}` keeps no table that was published before", given.entry().name);
        Problem::error("bind::published", message)
            .at(file.span, "must stay as it is")
            .with_help("choose a method that hides cells: `method = \"fast\"`")
    })
}

/// What must be known of cells that are given so that the rules can be asked.
fn unknown_of_cells(rules: &[Rule], tables: &[Planned], given: &OfCells) -> Vec<Problem> {
    let counts = tables.iter().any(|table| table.measure == 0);
    let needs = |rule: &Rule| {
        let looks_at =
            if rule.definition.needs_amounts { (rule.definition.looks_at)(&rule.given) } else { 0 };
        let has_tops = given.tops.iter().take_while(|top| top.is_some()).count();
        match rule.definition.entry.name {
            "request" => Some("a rule about who asks needs records"),
            "minimum-frequency" if given.frequency.is_none() => {
                Some("a column of role `frequency` must say how many contributors each cell has")
            }
            _ if looks_at > 2 => {
                Some("of cells that are given the two largest contributions are known at most")
            }
            _ if looks_at > has_tops => {
                Some("columns of role `top1` and `top2` must say the largest contributions")
            }
            _ => None,
        }
    };
    let of_rules = rules.iter().filter_map(|rule| {
        let why = needs(rule)?;
        let message = format!("`{}` cannot be asked of these cells", rule.definition.entry.name);
        Some(
            Problem::error("bind::cells", message)
                .at(rule.span, "of which too little is known")
                .with_help(why),
        )
    });
    let of_counts = (counts && given.frequency.is_none()).then(|| {
        Problem::error("bind::cells", "counts that are given stand in no column")
            .with_help("give one `role = \"frequency\"`, or name a `response` in `[[table]]`")
    });
    of_rules.chain(of_counts).collect()
}

/// The rules that the policy asks for. Rules about amounts need some.
fn rules(policy: &Policy, tables: &[Planned], problems: &mut Vec<Problem>) -> Vec<Rule> {
    let has_amounts = tables.iter().any(|table| table.measure > 0);
    let mut rules = Vec::new();
    for asked in &policy.requirements {
        let found = RULES.iter().find(|rule| asked.is(rule.entry.name));
        let definition = *found.expect("requirements of tables are rules");
        if definition.needs_amounts && !has_amounts {
            let message =
                format!("`{}` is a rule about amounts, and records are counted", asked.model());
            problems.push(
                Problem::error("bind::counts", message)
                    .at(asked.span, "no table has a response")
                    .with_help("name a `response` in `[[table]]`, or ask for `minimum-frequency`"),
            );
        }
        rules.push(Rule { definition, given: asked.given.clone(), span: asked.span });
    }
    rules
}

/// A share as a binary number, of the bounds that everybody knows.
pub(crate) fn bounds(policy: &Policy) -> Option<(f64, f64)> {
    let (low, high) = policy.protection.bounds.as_ref()?.value;
    Some((Decimal::to_f64(low), Decimal::to_f64(high)))
}
