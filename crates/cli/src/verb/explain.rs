//! `ridotto explain`

use crate::args::{ExplainArgs, Global};
use crate::show;
use ridotto::{Area, Error, Explanation, SmallTable, Worked};
use std::fmt::Write;
use std::process::ExitCode;

/// The width of the text on a terminal.
const WIDTH: usize = 88;

/// Shows what is to be known about a name, or which names there are.
pub fn run(args: &ExplainArgs, global: &Global) -> Result<ExitCode, Error> {
    let Some(name) = &args.name else {
        let all = ridotto::explained(&ridotto::Registry::default());
        let shown = if global.json { list_json(&all) } else { list(&all) };
        show::print(&shown)?;
        return Ok(ExitCode::SUCCESS);
    };
    let found = ridotto::explain(name, &ridotto::Registry::default());
    if found.is_empty() {
        let all = ridotto::explained(&ridotto::Registry::default());
        let names = all.iter().map(|one| one.name.as_str());
        let aliases = all.iter().flat_map(|one| one.aliases.iter().copied());
        let names: Vec<&str> = names.chain(aliases).collect();
        return Err(Error::Usage {
            message: format!("there is nothing to explain under `{name}`"),
            hint: match ridotto::program::nearest(name, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "`ridotto explain` alone lists all names".to_owned(),
            },
        });
    }
    if global.json {
        let document = serde_json::json!({
            "name": found[0].name,
            "text": found[0].text,
            "explanations": found,
        });
        show::document(&ridotto::to_json(&document))?;
    } else {
        let shown: Vec<String> = found.iter().map(shown).collect();
        show::print(&shown.join("\n\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// All names by area, with a sentence each; codes and names of the policy only as names.
fn list(all: &[Explanation]) -> String {
    let mut text = String::new();
    for area in Area::ALL {
        let of: Vec<&Explanation> = all.iter().filter(|one| one.area == area).collect();
        let _ = writeln!(text, "{}", area.title());
        if matches!(area, Area::Measure | Area::Key | Area::Value | Area::Code) {
            let names: Vec<&str> = of.iter().map(|one| one.name.as_str()).collect();
            let _ = writeln!(text, "{}\n", filled("  ", "  ", &names.join(", ")));
            continue;
        }
        let width = of.iter().map(|one| one.name.chars().count()).max().unwrap_or(0);
        for one in of {
            let first = format!("  {:width$}  ", one.name);
            let indent = " ".repeat(width + 4);
            let later = if one.available { "" } else { " (not in this version)" };
            let summary = format!("{}{later}", one.summary());
            let _ = writeln!(text, "{}", filled(&first, &indent, &summary));
        }
        text.push('\n');
    }
    text += "`ridotto explain NAME` tells more.\n";
    text
}

fn list_json(all: &[Explanation]) -> String {
    let entry = |one: &Explanation| {
        serde_json::json!({
            "area": one.area,
            "name": one.name,
            "summary": one.summary(),
            "available": one.available,
        })
    };
    let entries: Vec<_> = all.iter().map(entry).collect();
    ridotto::to_json(&serde_json::json!({ "names": entries }))
}

/// One explanation for a terminal.
fn shown(one: &Explanation) -> String {
    let mut text = format!("{} ({})\n\n{}\n", one.name, one.area, laid_out(&one.text));
    // Sections of pages say it themselves.
    if !one.aliases.is_empty() && !one.text.contains("**Also**") {
        let _ =
            writeln!(text, "{}", filled("- Also: ", "  ", &format!("{}.", one.aliases.join(", "))));
    }
    if !one.available {
        text += "\nNot in this version: a policy that uses it is refused.\n";
    }
    if !one.parameters.is_empty() {
        text += if one.area == Area::Key { "\nValues\n" } else { "\nKeys\n" };
        let width = one.parameters.iter().map(|of| of.name.chars().count()).max().unwrap_or(0);
        for parameter in &one.parameters {
            let mut about = parameter.about.clone();
            match (&parameter.default, parameter.required) {
                (Some(default), _) => about += &format!(" Default: {default}."),
                (None, true) => about += " Required.",
                (None, false) => {}
            }
            let first = format!("  {:width$}  ", parameter.name);
            let _ = writeln!(text, "{}", filled(&first, &" ".repeat(width + 4), &about));
        }
    }
    if let Some(example) = &one.example {
        text += "\nExample\n";
        for line in example.lines() {
            let _ = writeln!(text, "  {line}");
        }
    }
    if let Some(worked) = &one.worked {
        text += &worked_out(worked);
    }
    if let Some(source) = &one.source {
        let _ = writeln!(text, "\n{}", filled("Source: ", "  ", source));
    }
    text
}

/// A worked example: its tables, the calculation, and what the program says to it.
fn worked_out(worked: &Worked) -> String {
    let names: Vec<&str> = worked.tables.iter().map(|table| table.name).collect();
    let mut text = String::from("\nWorked example");
    if !names.is_empty() {
        let _ = write!(text, ", on the small table{} {}", plural(&names), names.join(" and "));
    }
    text.push('\n');
    for table in worked.tables {
        let _ = writeln!(text, "{}", filled(&format!("  {}: ", table.name), "    ", table.about));
    }
    let _ = writeln!(text, "\n{}", side_by_side(worked.tables));
    let _ = writeln!(text, "{}", filled("  ", "  ", &plain(worked.text)));
    let blocks = [worked.policy.lines().map(str::to_owned).collect(), worked.session()];
    for block in blocks.iter().filter(|block| !block.is_empty()) {
        let lines: Vec<String> = block.iter().map(|line| format!("  {line}\n")).collect();
        let _ = write!(text, "\n{}", lines.concat());
    }
    text
}

fn plural(names: &[&str]) -> &'static str {
    if names.len() == 1 { "" } else { "s" }
}

/// Small tables, one beside the other, with a line that parts them from the text.
fn side_by_side(tables: &[&SmallTable]) -> String {
    let tables: Vec<Vec<String>> = tables.iter().map(|table| table.lines()).collect();
    let height = tables.iter().map(Vec::len).max().unwrap_or(0);
    let cell = |table: &Vec<String>, row: usize| {
        let width = table.iter().map(|line| line.chars().count()).max().unwrap_or(0);
        format!("{:width$}", table.get(row).map_or("", String::as_str))
    };
    let mut text = String::new();
    for row in 0..height {
        let cells: Vec<String> = tables.iter().map(|table| cell(table, row)).collect();
        let _ = writeln!(text, "  {}", cells.join("    ").trim_end());
    }
    text
}

/// Markdown without the marks of what is bold; what is code stays as it is.
fn plain(text: &str) -> String {
    let pieces = text.split('`').enumerate();
    let pieces = pieces.map(
        |(at, piece)| {
            if at % 2 == 0 { piece.replace("**", "") } else { piece.to_owned() }
        },
    );
    pieces.collect::<Vec<_>>().join("`")
}

/// Markdown as plain text: paragraphs, list items and rows filled to the width, without marks.
fn laid_out(text: &str) -> String {
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let is_item = line.starts_with("- ") || line.starts_with('|');
        match blocks.last_mut() {
            Some(block) if is_open && !is_item && !line.is_empty() => {
                block.push(' ');
                block.push_str(line);
            }
            _ if line.is_empty() || line.starts_with("|---") => {}
            _ => blocks.push(line.to_owned()),
        }
        is_open = !line.is_empty();
    }
    let filled = blocks.chunk_by(|one, next| is_row(one) && is_row(next)).map(blocks_filled);
    filled.collect::<Vec<_>>().join("\n")
}

fn is_row(block: &str) -> bool {
    block.starts_with('|')
}

/// A paragraph or an item; or the rows of a table, whose columns stand below each other.
fn blocks_filled(blocks: &[String]) -> String {
    if !is_row(&blocks[0]) {
        let plain = plain(&blocks[0]);
        let indent = if plain.starts_with("- ") { "  " } else { "" };
        return filled("", indent, &plain);
    }
    let table: Vec<Vec<String>> = blocks.iter().map(|row| cells(row)).collect();
    let longest = |column: usize| {
        table.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max()
    };
    let line = |row: &Vec<String>| {
        let cells = row
            .iter()
            .enumerate()
            .map(|(column, cell)| format!("{cell:width$}", width = longest(column).unwrap_or(0)));
        format!("  {}", cells.collect::<Vec<_>>().join("  ").trim_end())
    };
    table.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The cells of a row of a table.
fn cells(row: &str) -> Vec<String> {
    let row = plain(row.trim_matches('|')).replace("\\*", "*");
    row.split('|').map(|cell| cell.trim().to_owned()).collect()
}

/// Words in lines of the width; the first begins with `first`, the others with `indent`.
fn filled(first: &str, indent: &str, text: &str) -> String {
    let mut lines = vec![first.to_owned()];
    let mut is_new = true;
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if is_new || line.chars().count() + word.chars().count() < WIDTH {
            if !is_new {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
        is_new = false;
    }
    lines.join("\n")
}
