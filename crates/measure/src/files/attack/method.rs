//! Attacks that use how a file was made: minimality, tables of means, sorted averages.

use super::attack_run::AttackRun;
use super::{AttackOptions, shown};
use crate::attack::{
    Found, Minimal, Need, bounds_of_averages, minimality, sorted_averages, tables_of_means,
};
use crate::files::pair::{Pair, Shared, cells};
use crate::utility::Attribute;
use ridotto_catalogue::similar;
use ridotto_core::class::{Tally, number_rows};
use ridotto_core::hierarchy::TOP;
use ridotto_core::{Code, CodeColumn, Codes, Decimal, Dictionary, KeyedMap};
use ridotto_policy::language::Role;
use ridotto_policy::{Policy, Requirement};
use ridotto_release::Error;

/// What is taken to have been protected, and how.
#[derive(Clone)]
pub struct Protected {
    /// The sensitive attribute.
    pub attribute: String,
    /// The value that was protected.
    pub value: String,
    /// The largest share of a class that might have it; the policy's when `None`.
    pub at_most: Option<f64>,
}

/// Without the value.
impl std::fmt::Debug for Protected {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Protected({})", self.attribute)
    }
}

/// That nothing was generalised without need.
pub(super) fn minimal(
    run: &mut AttackRun,
    pair: &Pair,
    it: &Protected,
    options: &AttackOptions,
) -> Result<(), Error> {
    let policy = options.pair.policy.as_ref();
    let sensitive = pair.with_role(Role::Sensitive);
    let names: Vec<&str> = sensitive.iter().map(|&at| pair.shared[at].name.as_str()).collect();
    let Some(at) = sensitive.iter().copied().find(|at| pair.shared[*at].name == it.attribute)
    else {
        return Err(Error::Usage {
            message: format!(
                "`AttackOptions::minimal`: no sensitive attribute `{}` is in both files",
                it.attribute
            ),
            hint: similar(&it.attribute, &names),
        });
    };
    let share = it.at_most.or_else(|| policy.and_then(|policy| share(policy, &it.attribute)));
    let Some(share) =
        share.filter(|share| *share > 0.0).and_then(|share| Decimal::try_from(share).ok())
    else {
        return Err(Error::Usage {
            message:
                "`AttackOptions::minimal`: nothing says which share of a class might have the value"
                    .into(),
            hint: "require `alpha-k` or `l-diversity` in the policy, or say `Protected::at_most`"
                .into(),
        });
    };
    let Some(classes) = Classes::of(pair) else {
        run.notes.push(
            "minimality was left out: not every quasi-identifier has one level for all records"
                .to_owned(),
        );
        return Ok(());
    };
    let own = cells(&pair.before, pair.shared[at].before);
    let Some(value) = code(own.dictionary, &it.value) else {
        return Err(Error::Usage {
            message: format!("`AttackOptions::minimal`: `{}` has no such value", it.attribute),
            hint: "write it as it is in the file before".into(),
        });
    };
    if classes.finer.is_empty() {
        run.notes.push("minimality was left out: nothing was generalised".to_owned());
        return Ok(());
    }
    let has: Vec<bool> =
        classes.rows.iter().map(|&row| own.codes.get(row as usize) == value).collect();
    let minimal = Minimal { share, k: policy.map_or(1, smallest), need: Need::OfTheTable };
    let each = classes.finer.iter();
    let found = each.filter_map(|finer| minimality(finer, &classes.published, &has, &minimal));
    // Each attribute that could have been finer says something; the most telling one counts.
    let mut found =
        found.max_by(|a, b| a.people.cmp(&b.people).then_with(|| a.surest.total_cmp(&b.surest)));
    if let Some(found) = &mut found {
        found.rows = found.rows.iter().map(|&row| classes.rows[row as usize]).collect();
        found.right = Some(count_right(&found.rows, |row| own.codes.get(row as usize) == value));
        run.notes.push(
            "minimality takes it that this value alone was protected, and that a finer level of \
             any one attribute would not have been safe"
                .to_owned(),
        );
    }
    run.add(Some(&it.attribute), found);
    Ok(())
}

/// How many rows something is right of.
fn count_right(rows: &[u32], is_right: impl Fn(u32) -> bool) -> u64 {
    rows.iter().filter(|&&row| is_right(row)).count() as u64
}

/// The largest share that the policy allows a value of an attribute in a class.
fn share(policy: &Policy, attribute: &str) -> Option<f64> {
    let is_about = |required: &&Requirement| {
        let names = required.about.as_ref().map(|about| &about.names);
        names.is_some_and(|names| {
            names.is_empty() || names.iter().any(|name| name.value == attribute)
        })
    };
    let shares = policy.requirements.iter().filter(is_about).filter_map(|required| {
        let l = || required.number("l").filter(|_| required.is("l-diversity"));
        required.number("alpha").or_else(|| l().map(|l| 1.0 / l))
    });
    shares.reduce(f64::min)
}

/// The fewest records of a class that the policy allows.
fn smallest(policy: &Policy) -> u64 {
    let sizes = policy.requirements.iter().filter_map(|required| required.k().map(|k| *k));
    sizes.max().unwrap_or(1)
}

/// The released people by their classes, and by what the classes would be one level finer.
struct Classes {
    /// Their rows in the file before.
    rows: Vec<u32>,
    published: Vec<u32>,
    /// For each attribute that is not as fine as can be.
    finer: Vec<Vec<u32>>,
}

impl Classes {
    /// `None` if an attribute has no one level for all records.
    fn of(pair: &Pair) -> Option<Self> {
        let keys = pair.with_role(Role::QuasiIdentifier);
        let levels: Option<Vec<Leveled>> =
            keys.iter().map(|&at| Leveled::of(pair, &pair.shared[at])).collect();
        let levels = levels?;
        let (before, after) = (pair.before.rows, pair.after.rows);
        let numbered = |of: &dyn Fn(&Leveled) -> (Codes, usize), rows: usize| {
            let columns: Vec<(Codes, usize)> = levels.iter().map(of).collect();
            number(&columns, rows)
        };
        // Both files at once, so that equal classes have equal numbers.
        let both = numbered(
            &|it| {
                let codes: Vec<Code> = it.own.iter().chain(&it.released).copied().collect();
                (Codes::from_codes(&codes, it.groups), it.groups)
            },
            before + after,
        );
        let (own, released) = both.split_at(before);
        let mut surplus: KeyedMap<u32, i64> = KeyedMap::default();
        for class in own {
            *surplus.entry(*class).or_default() += 1;
        }
        for class in released {
            *surplus.entry(*class).or_default() -= 1;
        }
        // Of classes that were released in part nothing is known for certain.
        let rows: Vec<u32> =
            (0..).zip(own).filter(|(_, class)| surplus[class] == 0).map(|(row, _)| row).collect();
        let published = rows.iter().map(|&row| own[row as usize]).collect();
        let finer = (0..levels.len()).filter(|&at| levels[at].finer.is_some()).map(|at| {
            let column = |(place, it): (usize, &Leveled)| match (&it.finer, place == at) {
                (Some((codes, groups)), true) => (Codes::from_codes(codes, *groups), *groups),
                _ => (Codes::from_codes(&it.own, it.groups), it.groups),
            };
            let columns: Vec<(Codes, usize)> = levels.iter().enumerate().map(column).collect();
            let all = number(&columns, before);
            rows.iter().map(|&row| all[row as usize]).collect()
        });
        Some(Self { published, finer: finer.collect(), rows })
    }
}

/// For each row the number of its combination.
fn number(columns: &[(Codes, usize)], rows: usize) -> Vec<u32> {
    let columns: Vec<CodeColumn<'_>> =
        columns.iter().map(|(codes, values)| CodeColumn { codes, values: *values }).collect();
    number_rows(&Tally::count(&columns, rows), &columns, rows)
}

/// A quasi-identifier at the level that the masked file shows.
struct Leveled {
    /// The group of each row before.
    own: Vec<Code>,
    /// The group of each row after.
    released: Vec<Code>,
    groups: usize,
    /// The group of each row before one level lower, if there is one.
    finer: Option<(Vec<Code>, usize)>,
}

impl Leveled {
    fn of(pair: &Pair, shared: &Shared) -> Option<Self> {
        let (own, theirs) = (cells(&pair.before, shared.before), cells(&pair.after, shared.after));
        let levels = levels(shared, own.dictionary);
        let label = |code: Code| theirs.dictionary.text(code);
        let level = levels.iter().position(|(_, places)| {
            (0..theirs.dictionary.len() as Code).all(|code| places.contains_key(&label(code)))
        })?;
        let of_level = |level: usize| -> (Vec<Code>, usize) {
            let (map, _) = &levels[level];
            let groups = map.iter().max().map_or(1, |&most| most as usize + 1);
            (own.codes.iter().map(|code| map[code as usize]).collect(), groups)
        };
        let (codes, groups) = of_level(level);
        let places = &levels[level].1;
        let released = theirs.codes.iter().map(|code| places[&label(code)]).collect();
        let finer = level.checked_sub(1).map(of_level);
        Some(Self { own: codes, released, groups, finer })
    }
}

/// For each level the group of each value, and the groups by their labels; `None` is missing.
type Level<'a> = (Vec<Code>, KeyedMap<Option<&'a str>, Code>);

fn levels<'a>(shared: &'a Shared, dictionary: &'a Dictionary) -> Vec<Level<'a>> {
    let values = 0..dictionary.len() as Code;
    let same: Level<'a> = (
        values.clone().collect(),
        values.clone().map(|code| (dictionary.text(code), code)).collect(),
    );
    let Some(hierarchy) = &shared.hierarchy else {
        let top = [(Some(TOP), 0)].into_iter().collect();
        return vec![same, (vec![0; dictionary.len()], top)];
    };
    let level = |level: usize| {
        let groups = 0..hierarchy.groups(level) as Code;
        let label = |group: Code| (hierarchy.label(level, group), group);
        (hierarchy.map(level).to_vec(), groups.map(label).collect())
    };
    [same].into_iter().chain((1..=hierarchy.height()).map(level)).collect()
}

fn code(dictionary: &Dictionary, text: &str) -> Option<Code> {
    (0..dictionary.len() as Code).find(|&code| dictionary.text(code) == Some(text))
}

/// Tables of means by some attributes of the file before.
pub(super) fn means(
    run: &mut AttackRun,
    pair: &Pair,
    options: &AttackOptions,
) -> Result<(), Error> {
    let names = &pair.before.names;
    let table = |by: &Vec<String>| -> Result<Vec<u32>, Error> {
        let columns: Result<Vec<(Codes, usize)>, Error> =
            by.iter().map(|name| of_before(pair, names, name)).collect();
        Ok(number(&columns?, pair.before.rows))
    };
    let tables: Result<Vec<Vec<u32>>, Error> = options.means_by.iter().map(table).collect();
    let least = options.least_cell.unwrap_or(1);
    let Some(found) = tables_of_means(&tables?, least) else {
        return Err(Error::Usage {
            message: "these tables have too many cells to be solved".into(),
            hint: "ask for tables of fewer attributes, or of attributes with fewer values".into(),
        });
    };
    // What follows from means by arithmetic is so.
    let right = Some(found.people);
    run.add(None, Some(Found { right, ..found }));
    Ok(())
}

/// A column of the file before that was read.
fn of_before(pair: &Pair, names: &[String], name: &str) -> Result<(Codes, usize), Error> {
    let read = pair.shared.iter().find(|shared| shared.name == name).map(|shared| shared.before);
    let Some(at) = read else {
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        return Err(Error::Usage {
            message: format!("`AttackOptions::means_by`: no column `{name}` is in both files"),
            hint: similar(name, &names),
        });
    };
    let of = cells(&pair.before, at);
    Ok((of.codes.clone(), of.dictionary.len()))
}

/// Columns that were averaged in groups, each by itself.
pub(super) fn averages(
    run: &mut AttackRun,
    pair: &Pair,
    attributes: &[Attribute],
    options: &AttackOptions,
) -> Result<(), Error> {
    for name in &options.averages {
        let numeric = |at: &usize| attributes[*at].domain.is_numeric();
        let Some(at) =
            (0..pair.shared.len()).find(|&at| pair.shared[at].name == *name).filter(numeric)
        else {
            let numeric = (0..pair.shared.len()).filter(|at| attributes[*at].domain.is_numeric());
            let names: Vec<&str> = numeric.map(|at| pair.shared[at].name.as_str()).collect();
            return Err(Error::Usage {
                message: format!(
                    "`AttackOptions::averages`: no column of numbers `{name}` is in both files"
                ),
                hint: similar(name, &names),
            });
        };
        let averages = shown(&attributes[at]);
        let found = sorted_averages(&averages, options.alike.unwrap_or(0.1));
        let rows = pair.alignment.pairs(pair.before.rows, pair.after.rows);
        let found = found.map(|found| match &rows {
            Some(rows) => {
                let (own, bounds) =
                    (attributes[at].numbers_before(), bounds_of_averages(&averages));
                found.checked(|_, row| {
                    let number = own[rows[row as usize] as usize];
                    let (low, high) = bounds[row as usize];
                    low <= number && number <= high
                })
            }
            None => found,
        });
        run.add(Some(name), found);
    }
    Ok(())
}
