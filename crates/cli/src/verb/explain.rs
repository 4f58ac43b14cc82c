//! `ridotto explain`

use crate::args::{ExplainArgs, Global};
use crate::show;
use ridotto::Error;
use std::process::ExitCode;

/// The width of the text on a terminal.
const WIDTH: usize = 88;

/// Shows what is to be known about a model or an algorithm, or which there are.
pub fn run(args: &ExplainArgs, global: &Global) -> Result<ExitCode, Error> {
    let Some(name) = &args.name else {
        let names: Vec<&str> = ridotto::explained().collect();
        show::print(&format!("{}\n", names.join("\n")))?;
        return Ok(ExitCode::SUCCESS);
    };
    let Some(text) = ridotto::explain(name) else {
        let names: Vec<&str> = ridotto::explained().collect();
        return Err(Error::Usage {
            message: format!("there is nothing to explain under `{name}`"),
            hint: ridotto::similar(name, &names),
        });
    };
    if global.json {
        let document = serde_json::json!({ "name": name, "text": text });
        show::print(&ridotto::to_json(&document))?;
    } else {
        show::print(&format!("{name}\n\n{}\n", laid_out(text)))?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Markdown as plain text: paragraphs and list items filled to the width, without marks.
fn laid_out(text: &str) -> String {
    let mut blocks: Vec<String> = Vec::new();
    let mut is_open = false;
    for line in text.lines() {
        let is_item = line.starts_with("- ");
        match blocks.last_mut() {
            Some(block) if is_open && !is_item && !line.is_empty() => {
                block.push(' ');
                block.push_str(line);
            }
            _ if line.is_empty() => {}
            _ => blocks.push(line.to_owned()),
        }
        is_open = !line.is_empty();
    }
    let filled: Vec<String> = blocks.iter().map(|block| fill(&block.replace("**", ""))).collect();
    filled.join("\n")
}

fn fill(block: &str) -> String {
    let indent = if block.starts_with("- ") { "  " } else { "" };
    let mut lines = vec![String::new()];
    for word in block.split_whitespace() {
        let line = lines.last_mut().expect("there is a first line");
        if line.chars().count() + word.chars().count() < WIDTH || line.trim().is_empty() {
            if !line.trim().is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        } else {
            lines.push(format!("{indent}{word}"));
        }
    }
    lines.join("\n")
}
