//! `ridotto hierarchy make | check | show`

use crate::args::{BuilderArgs, Global, HierarchyArgs, HierarchyVerb, OfData};
use crate::show;
use crate::watch::Terminal;
use ridotto::count::{counted, grouped};
use ridotto::{ColumnHierarchy, Error, HierarchyFile, SourceOptions};
use std::path::Path;
use std::process::ExitCode;

/// Builds, tests or draws a hierarchy.
pub fn run(args: &HierarchyArgs, global: &Global, watch: &Terminal) -> Result<ExitCode, Error> {
    match &args.verb {
        HierarchyVerb::Make { data, column, builder, output, force } => {
            let builder = ridotto::parse_builder(&inline(builder))?;
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

/// The builder as the policy would write it.
fn inline(args: &BuilderArgs) -> String {
    let quoted = |texts: &str| {
        let quoted: Vec<String> =
            texts.split(',').map(|text| format!("{:?}", text.trim())).collect();
        quoted.join(", ")
    };
    if let Some(table) = &args.with {
        table.clone()
    } else if let Some(widths) = &args.intervals {
        format!("{{ intervals = [{widths}] }}")
    } else if let Some(points) = &args.cuts {
        let levels: Vec<String> = points.split(';').map(|cuts| format!("[{cuts}]")).collect();
        format!("{{ cuts = [{}] }}", levels.join(", "))
    } else if let Some(side) = &args.redact {
        format!("{{ redact = {side:?} }}")
    } else if let Some(units) = &args.dates {
        format!("{{ dates = [{}] }}", quoted(units))
    } else if let Some(bits) = &args.addresses {
        format!("{{ addresses = [{bits}] }}")
    } else if args.auto {
        "{ auto = true }".to_owned()
    } else {
        "{ suppress = true }".to_owned()
    }
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

fn json(of: &ColumnHierarchy) -> serde_json::Value {
    serde_json::json!({ "height": of.hierarchy.height(), "groups": groups(of) })
}
