//! The quasi-identifiers of new data as a saved decision shows them.

use super::beyond::Beyond;
use super::held::Built;
use super::placed::placed;
use super::regions::as_classes;
use crate::bind::QuasiIdentifier;
use crate::decision::{LocalLabels, LocalRecoding, Recoded, Restored, Transferable};
use crate::requirement::{ModelColumn, Requirement};
use crate::saved::SavedRecoding;
use ridotto_core::count::{counted, records};
use ridotto_core::{ClassModel, Code, CodeColumn, Codes, Dictionary, Hierarchy};
use ridotto_io::{Column, Table};
use ridotto_micro::local::cell::CellRecoding;
use ridotto_micro::local::mondrian::Regions;
use ridotto_micro::local::{GroupCheck, Grouping, Summary};
use ridotto_micro::{Generalized, Recoding};
use ridotto_policy::Policy;

/// The quasi-identifiers with their hierarchies, and what they show.
///
/// An attribute that is the same for all records is a hierarchy of two steps: the value, its label,
/// `*`. A value that the recoding never saw has the label that the policy's builder gives it at the
/// level that was decided, or else `*`; so has a raw `*` among them, and then it is in the same
/// class as they are.
pub(super) fn restored(
    saved: &SavedRecoding,
    policy: &Policy,
    table: &Table,
    asked: Asked<'_>,
) -> (Vec<QuasiIdentifier>, Vec<Hierarchy>, Restored) {
    let names = saved.key_names();
    let columns: Vec<(usize, &Codes, &Dictionary)> =
        names.iter().map(|name| column(table, name)).collect();
    let key = |(name, &(column, codes, dictionary)): (&&str, &(usize, &Codes, &Dictionary))| {
        let counts = codes.histogram(dictionary.len());
        let name = (*name).to_owned();
        QuasiIdentifier { name, column, counts, min: 1, max: 1, importance: 1.0 }
    };
    let keys = names.iter().zip(&columns).map(key).collect();
    if saved.keys.is_empty() {
        let decided = saved.attributes.attributes.iter().zip(&columns);
        let (generalized, placed): (Vec<Generalized>, Vec<u64>) = decided
            .map(|(of, (.., dictionary))| placed(of, dictionary, policy, &saved.missing))
            .unzip();
        let each = || generalized.iter().zip(&columns);
        let hierarchies = each().map(|(of, (.., dictionary))| two_steps(of, dictionary)).collect();
        let notes = each().zip(placed).flat_map(|((of, (.., dictionary)), placed)| {
            [fitted(of, placed), unseen(of, dictionary)].into_iter().flatten()
        });
        let notes = notes.collect();
        let levels: Option<Vec<u8>> = generalized.iter().map(|of| of.level).collect();
        let heights = generalized.iter().map(|of| of.height).collect();
        let restored = Restored {
            shown: Recoded::ByValue(Recoding { attributes: generalized.clone() }),
            readings: vec![None; columns.len()],
            notes,
            unplaced: None,
            levels: levels.map(|levels| (levels, heights)),
        };
        return (keys, hierarchies, restored);
    }
    let hierarchies = columns.iter().zip(&names).map(|((.., dictionary), name)| {
        Hierarchy::of_labels(name, dictionary, (0..dictionary.len()).map(|_| None))
    });
    (keys, hierarchies.collect(), by_record(saved, policy, table, (&names, &columns), asked))
}

/// What is required, and the columns that it is asked of.
type Asked<'a> = (&'a [Requirement], &'a [ModelColumn]);

/// What each record shows, by regions or cells.
fn by_record(
    saved: &SavedRecoding,
    policy: &Policy,
    table: &Table,
    (names, columns): (&[&str], &[(usize, &Codes, &Dictionary)]),
    asked: Asked<'_>,
) -> Restored {
    let pairs: Vec<(&Codes, &Dictionary)> =
        columns.iter().map(|&(_, codes, dictionary)| (codes, dictionary)).collect();
    let (grouping, last, placed) = match (&saved.regions, &saved.cells) {
        (Some(regions), _) => {
            let keys = (names, &pairs[..]);
            by_regions(regions, keys, (saved, policy), table, asked)
        }
        (None, Some(cells)) => by_cells(cells, (names, &pairs), (saved, policy), table, asked),
        (None, None) => unreachable!("a recoding with keys has regions or cells"),
    };
    // The last group of the recoding shows `*` everywhere: its records have no place.
    let unplaced = grouping.group_of.iter().filter(|&&group| group as usize == last);
    let unplaced = unplaced.count() as u64;
    let unplaced = (unplaced > 0).then(|| {
        let (has, shows) = if unplaced == 1 { ("has", "shows") } else { ("have", "show") };
        format!(
            "{} {has} values that the recoding cannot place and {shows} `*` only",
            records(unplaced)
        )
    });
    let placed = (placed > 0).then(|| {
        let (has, is) = if placed == 1 { ("has", "is") } else { ("have", "are") };
        format!(
            "{} {has} values that no class of the recoding holds, and {is} shown as coarsely as its \
             classes are",
            records(placed)
        )
    });
    let attributes = grouping.attributes.iter().map(|shown| LocalLabels {
        labels: shown.by_row(&grouping.group_of),
        shows: Summary::Ancestor,
    });
    let attributes = attributes.collect();
    let reading = |place: usize| {
        let side = saved.regions.as_ref().map(|regions| &regions.sides[place]);
        side.filter(|side| side.ordered).map(|side| side.reading.clone())
    };
    let transfer = Transferable::None;
    let local = LocalRecoding { group_of: grouping.group_of, attributes, transfer };
    Restored {
        shown: Recoded::ByRecord(local),
        readings: (0..columns.len()).map(reading).collect(),
        notes: placed.into_iter().collect(),
        unplaced,
        levels: None,
    }
}

/// What each record shows by saved regions. Records with a value that lies on no side of a cut are
/// placed by the labels of the regions, as those of saved cells are.
fn by_regions(
    regions: &Regions,
    keys: (&[&str], &[(&Codes, &Dictionary)]),
    of: (&SavedRecoding, &Policy),
    table: &Table,
    asked: Asked<'_>,
) -> (Grouping, usize, u64) {
    let cut = regions.apply(keys.1, table.rows);
    let last = cut.groups - 1;
    if cut.group_of.iter().all(|&group| group as usize != last) {
        return (cut, last, 0);
    }
    let (mut grouping, stars, placed) = by_cells(&as_classes(regions), keys, of, table, asked);
    debug_assert_eq!(stars, last, "the groups are the same");
    for (group, &by_cut) in grouping.group_of.iter_mut().zip(&cut.group_of) {
        if by_cut as usize != last {
            *group = by_cut;
        }
    }
    (grouping, last, placed)
}

/// What each record shows by saved cells; the group of those that have no place, and how many were
/// put into classes of their own.
fn by_cells(
    cells: &CellRecoding,
    (names, columns): (&[&str], &[(&Codes, &Dictionary)]),
    (saved, policy): (&SavedRecoding, &Policy),
    table: &Table,
    (requirements, judged): Asked<'_>,
) -> (Grouping, usize, u64) {
    let each = || names.iter().zip(columns).enumerate();
    let built: Vec<Option<Built>> = each()
        .map(|(at, (name, (_, dictionary)))| {
            Built::new((cells, at), (name, dictionary), policy, &saved.missing)
        })
        .collect();
    let held = each().map(|(at, (_, (_, dictionary)))| {
        built[at].as_ref().map(|built| built.held(&cells.attributes[at], dictionary))
    });
    let mut grouping = cells.apply_held(columns, table.rows, &held.collect::<Vec<_>>());
    let last = grouping.groups - 1;
    let models: Option<Vec<&dyn ClassModel>> =
        requirements.iter().map(|one| Some(&**one.of_all()? as _)).collect();
    let judged: Vec<CodeColumn<'_>> = judged.iter().map(|judged| judged.column(table)).collect();
    // Classes of their own are made only where each can be judged by itself.
    let placed = models.map_or(0, |models| {
        let judge = GroupCheck::new(models, judged.iter().map(|column| column.values).collect());
        Beyond { cells, columns, built: &built, judge, judged: &judged }.place(&mut grouping)
    });
    (grouping, last, placed)
}

fn column<'a>(table: &'a Table, name: &str) -> (usize, &'a Codes, &'a Dictionary) {
    let at = table.names.iter().position(|other| other == name);
    let at = at.expect("the columns were compared with the recoding");
    match &table.columns[at] {
        Column::Coded { codes, dictionary, .. } => (at, codes, dictionary),
        _ => unreachable!("quasi-identifiers are read as codes"),
    }
}

fn two_steps(generalized: &Generalized, dictionary: &Dictionary) -> Hierarchy {
    let labelling = generalized.label(dictionary);
    let label =
        |&at: &Code| (labelling.missing != Some(at)).then(|| labelling.labels.get(at as usize));
    let labels = labelling.label_of.iter().map(label);
    Hierarchy::of_labels(&generalized.name, dictionary, labels)
}

/// Says how many values the recoding had never seen and the policy could place.
fn fitted(generalized: &Generalized, placed: u64) -> Option<String> {
    let name = &generalized.name;
    let were = if placed == 1 { "was" } else { "were" };
    let values = counted(placed, "value", "values");
    (placed > 0).then(|| format!("{values} of `{name}` {were} new and generalised like the others"))
}

/// Says how many values nothing is known of.
fn unseen(generalized: &Generalized, dictionary: &Dictionary) -> Option<String> {
    let known = &generalized.values;
    let new = dictionary.texts().iter().filter(|text| !known.contains_key(*text)).count();
    let name = &generalized.name;
    let were = if new == 1 { "was" } else { "were" };
    let values = counted(new as u64, "value", "values");
    (new > 0).then(|| format!("{values} of `{name}` {were} new and became `*`"))
}
