//! Linkage with an outside file, whose columns may have other names.

use super::attack_run::{AttackRun, after, column, file, keys, language};
use super::{AttackOptions, homogeneous, nearest};
use crate::attack::meaning::Language;
use crate::attack::{Cells, linkage, propose_mapping};
use crate::files::pair::Pair;
use crate::utility::Attribute;
use ridotto_catalogue::similar;
use ridotto_core::Watch;
use ridotto_core::hierarchy::covers;
use ridotto_io::short_name;
use ridotto_io::{FileSource, ReadAs, Source, SourceOptions, Table};
use ridotto_policy::language::Role;
use ridotto_release::Error;
use std::path::Path;

/// Two columns that say the same: of the outside file, and among those of both files.
struct Match {
    outside: usize,
    shared: usize,
    /// The share of the outside column's cells that fit; `None` if a person said so.
    fitting: Option<f64>,
}

/// Looks for the people of an outside file in the masked one.
pub(super) fn outside(
    run: &mut AttackRun,
    pair: &Pair,
    path: &Path,
    options: &AttackOptions,
    watch: &dyn Watch,
) -> Result<(), Error> {
    let table = read(path, options, watch)?;
    let matches = matches(pair, &table, path, options)?;
    let words: Vec<String> = matches
        .iter()
        .map(|found| {
            let names = (&table.names[found.outside], &pair.shared[found.shared].name);
            let said = found.fitting.map(|share| format!(" ({:.0} % fit)", 100.0 * share));
            format!("`{}` as `{}`{}", names.0, names.1, said.unwrap_or_default())
        })
        .collect();
    run.notes.push(format!(
        "{} was compared by {}; its people are taken to be in the masked file",
        short_name(path),
        words.join(", ")
    ));
    let places: Vec<usize> = matches.iter().map(|found| found.shared).collect();
    let people: Vec<Cells> = matches
        .iter()
        .map(|it| column(&table, it.outside, &language(pair, &pair.shared[it.shared])))
        .collect();
    let release = after(pair, &places);
    let (Some(people), Some(release)) = (file(&people), file(&release)) else { return Ok(()) };
    let people = people.watched(watch);
    let guess = 1.0 / release.rows().max(1) as f64;
    let found = linkage(&people, &release).map(|found| found.beside(guess));
    run.add_with(None, Some(path), found);
    // By what labels are like, too: their own values are what the intruder knows.
    let likened: Vec<Attribute> = matches
        .iter()
        .map(|it| {
            let shared = &pair.shared[it.shared];
            let own = crate::files::pair::cells(&table, it.outside);
            let theirs = crate::files::pair::cells(&pair.after, shared.after);
            Attribute::new(&*shared.name, own, theirs, None, &covers)
        })
        .collect();
    nearest::linked(run, &likened.iter().collect::<Vec<_>>(), (Some(path), false), watch);
    for at in pair.with_role(Role::Sensitive).into_iter().filter(|at| !places.contains(at)) {
        let values = after(pair, &[at]);
        let release = release.clone().with_sensitive(&values[0]);
        let found = release.and_then(|release| homogeneous(&people, &release));
        run.add_with(Some(&pair.shared[at].name), Some(path), found);
    }
    Ok(())
}

fn read(path: &Path, options: &AttackOptions, watch: &dyn Watch) -> Result<Table, Error> {
    let threads = options.pair.threads;
    let source = FileSource::open(path, &SourceOptions { threads, ..SourceOptions::default() })?;
    if options.map.is_empty() {
        source.expect_names()?;
    } else {
        source.expect(options.map.iter().map(|(theirs, _)| theirs.as_str()))?;
    }
    let wants: Vec<ReadAs> = source.columns().iter().map(|_| ReadAs::Code { kind: None }).collect();
    watch.begin("reading", std::fs::metadata(path).ok().map(|metadata| metadata.len()));
    Ok(source.read(&wants, watch)?)
}

/// Which column is which: what was said, and a proposal for the rest of the quasi-identifiers.
fn matches(
    pair: &Pair,
    table: &Table,
    path: &Path,
    options: &AttackOptions,
) -> Result<Vec<Match>, Error> {
    let mut matches = Vec::new();
    let ours: Vec<&str> = pair.shared.iter().map(|shared| shared.name.as_str()).collect();
    let theirs: Vec<&str> = table.names.iter().map(String::as_str).collect();
    let place = |names: &[&str], name: &str, whose: &str| {
        names.iter().position(|other| *other == name).ok_or_else(|| Error::Usage {
            message: format!("`AttackOptions::map`: {whose} has no column `{name}`"),
            hint: similar(name, names),
        })
    };
    for (theirs_name, ours_name) in &options.map {
        let outside = place(&theirs, theirs_name, &short_name(path))?;
        let shared = place(&ours, ours_name, "the masked file")?;
        matches.push(Match { outside, shared, fitting: None });
    }
    let free: Vec<usize> =
        (0..theirs.len()).filter(|at| matches.iter().all(|it| it.outside != *at)).collect();
    let wanted: Vec<usize> =
        keys(pair).into_iter().filter(|at| matches.iter().all(|it| it.shared != *at)).collect();
    let their_cells: Vec<Cells> = free
        .iter()
        .map(|&at| {
            let dictionary = crate::files::pair::cells(table, at).dictionary;
            column(table, at, &Language::new(dictionary.reading().clone()))
        })
        .collect();
    let our_cells = after(pair, &wanted);
    let pairs = free.iter().zip(&their_cells).map(|(&at, cells)| (theirs[at], cells));
    let their_pairs: Vec<(&str, &Cells)> = pairs.collect();
    let pairs = wanted.iter().zip(&our_cells).map(|(&at, cells)| (ours[at], cells));
    let our_pairs: Vec<(&str, &Cells)> = pairs.collect();
    matches.extend(propose_mapping(&their_pairs, &our_pairs).into_iter().map(|it| Match {
        outside: free[it.outside],
        shared: wanted[it.release],
        fitting: Some(it.fitting),
    }));
    if matches.is_empty() {
        return Err(Error::Usage {
            message: format!(
                "{}: no column of it is like a quasi-identifier of the masked file",
                path.display()
            ),
            hint: "say which is which: `AttackOptions::map`".into(),
        });
    }
    Ok(matches)
}
