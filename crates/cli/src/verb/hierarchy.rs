//! `ridotto hierarchy make | check | show`

use crate::args::{BuilderArgs, Global, HierarchyArgs, HierarchyVerb, OfData};
use crate::show;
use crate::watch::Terminal;
use ridotto::program::count::{counted, grouped};
use ridotto::{Builder, ColumnHierarchy, Error, HierarchyFile, Item, SourceOptions, hierarchy};
use serde_json::Value;
use std::path::Path;
use std::process::ExitCode;

/// Builds, tests or draws a hierarchy.
pub fn run(args: &HierarchyArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    match &args.verb {
        HierarchyVerb::Make { data, column, builder, output, force } => {
            let builder = self::builder(builder)?;
            let file = HierarchyFile::stage(output, &[data], *force)?;
            let made = ridotto::hierarchy_for(data, column, &builder, &options(global), watch)?;
            watch.finish();
            watch.go_on()?;
            file.write(&made.hierarchy)?;
            if output.as_os_str() == "-" {
                // The hierarchy itself is what standard output has.
            } else if global.json {
                show::document(&ridotto::to_json(&json(&made)))?;
            } else if !global.quiet {
                show::print(&format!("{}: {}\n", output.display(), levels(&made)))?;
            }
        }
        HierarchyVerb::Check { file, of } => {
            let checked = compiled(file, of, global, watch)?;
            if global.json {
                show::document(&ridotto::to_json(&json(&checked)))?;
            } else if !global.quiet {
                let total = if of.data.is_some() { " and total" } else { "" };
                let levels = levels(&checked);
                show::print(&format!("{}: nested{total}; {levels}\n", file.display()))?;
            }
        }
        HierarchyVerb::Show { file, of, depth, width } => {
            let shown = compiled(file, of, global, watch)?;
            if global.json {
                show::document(&ridotto::to_json(&json(&shown)))?;
            } else {
                let tree = shown.hierarchy.tree(&shown.counts);
                let tree = if global.show_values { tree } else { tree.without_values() };
                show::print(&tree.draw(*depth, *width))?;
            }
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn compiled(
    file: &Path,
    of: &OfData,
    global: &Global,
    watch: &Terminal,
) -> Result<ColumnHierarchy, Error> {
    let compiled = match (&of.data, &of.column) {
        (Some(data), Some(column)) => {
            let builder = ridotto::read_hierarchy(file)?;
            ridotto::hierarchy_for(data, column, &builder, &options(global), watch)
        }
        _ => ridotto::hierarchy_alone(file),
    };
    watch.finish();
    compiled
}

fn options(global: &Global) -> SourceOptions {
    SourceOptions { threads: global.threads, ..SourceOptions::default() }
}

/// The builder that was asked for.
fn builder(args: &BuilderArgs) -> Result<Builder, Error> {
    if let Some(table) = &args.with {
        return ridotto::parse_builder(table);
    }
    ridotto::builder_from_value(if let Some(widths) = &args.intervals {
        hierarchy::intervals(values(widths))
    } else if let Some(points) = &args.cuts {
        hierarchy::cuts(points.split(';').map(values).collect::<Vec<_>>())
    } else if let Some(side) = &args.redact {
        hierarchy::redact(side)
    } else if let Some(units) = &args.dates {
        hierarchy::dates(values(units))
    } else if let Some(bits) = &args.addresses {
        hierarchy::addresses(values(bits))
    } else if args.auto {
        hierarchy::auto()
    } else {
        hierarchy::suppress()
    })
}

/// Numbers, and texts where they are none, between commas.
fn values(list: &str) -> Vec<Item> {
    let value = |text: &str| match serde_json::from_str(text) {
        Ok(number @ Value::Number(_)) => number.into(),
        _ => text.into(),
    };
    list.split(',').map(|part| value(part.trim())).collect()
}

fn groups(of: &ColumnHierarchy) -> Vec<u64> {
    (0..=of.hierarchy.height()).map(|level| of.hierarchy.groups(level) as u64).collect()
}

fn levels(of: &ColumnHierarchy) -> String {
    let groups = groups(of);
    let values = counted(groups[0], "value", "values");
    let groups: Vec<String> = groups.into_iter().map(grouped).collect();
    format!("{values}, levels with {} groups", groups.join(" > "))
}

fn json(of: &ColumnHierarchy) -> Value {
    serde_json::json!({ "height": of.hierarchy.height(), "groups": groups(of) })
}
