//! Values and changes as TOML.

use super::{Change, Step};
use ridotto_catalogue::{Item, Written};

/// A value on one line.
pub(super) fn value(item: &Item) -> String {
    match &item.value {
        Written::Text(text) => quoted(text),
        Written::Whole(digits) | Written::Number(digits) => digits.clone(),
        Written::Boolean(yes) => yes.to_string(),
        Written::Date | Written::Nothing => String::new(),
        Written::List(items) => {
            let all: Vec<String> = items.iter().map(value).collect();
            format!("[{}]", all.join(", "))
        }
        Written::Table(_) => format!("{{ {} }}", pairs(item).join(", ")),
    }
}

/// Each key of a table with its value.
pub(super) fn pairs(table: &Item) -> Vec<String> {
    let fields = table.as_table().unwrap_or_default();
    fields.iter().map(|(name, item)| pair(name, item)).collect()
}

pub(super) fn pair(name: &str, item: &Item) -> String {
    format!("{} = {}", key(name), value(item))
}

/// A key, in quotes if it needs them.
pub(super) fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { quoted(name) }
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for character in text.chars() {
        match character {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\n"),
            '\t' => quoted.push_str("\\t"),
            '\r' => quoted.push_str("\\r"),
            other if other.is_control() => {
                quoted.push_str(&format!("\\u{:04X}", u32::from(other)));
            }
            other => quoted.push(other),
        }
    }
    quoted.push('"');
    quoted
}

/// The name of the table at the end of a path.
fn header(path: &[Step]) -> String {
    let is_list = matches!(path.last(), Some(Step::At(_)));
    let names: Vec<String> = path
        .iter()
        .filter_map(|step| match step {
            Step::Key(name) => Some(key(name)),
            Step::At(_) => None,
        })
        .collect();
    let name = names.join(".");
    if is_list { format!("[[{name}]]") } else { format!("[{name}]") }
}

/// Changes as lines, those of one table together. Of a list it is said which of its tables is meant.
pub(super) fn lines(changes: &[Change]) -> String {
    let mut blocks: Vec<(String, Vec<String>)> = Vec::new();
    let mut put = |title: String, line: String| match blocks.iter_mut().find(|it| it.0 == title) {
        Some((_, lines)) => lines.push(line),
        None => blocks.push((title, vec![line])),
    };
    for change in changes {
        match change {
            Change::Set { table, key, value } => put(titled(table), pair(key, value)),
            Change::Remove { table, key } if table.is_empty() => {
                put(format!("# without any [[{key}]]"), String::new());
            }
            Change::Remove { table, key } => put(titled(table), format!("# without `{key}`")),
            Change::Add { .. } => {}
        }
    }
    for change in changes {
        if let Change::Add { list, table } = change {
            blocks.push((format!("[[{}]]", key(list)), pairs(table)));
        }
    }
    let block = |(title, lines): (String, Vec<String>)| {
        let lines: Vec<String> = lines.into_iter().filter(|line| !line.is_empty()).collect();
        std::iter::once(title).chain(lines).collect::<Vec<_>>().join("\n")
    };
    blocks.into_iter().map(block).collect::<Vec<_>>().join("\n\n")
}

fn titled(path: &[Step]) -> String {
    match path.last() {
        Some(Step::At(at)) => format!("{}   # the one that is number {}", header(path), at + 1),
        _ => header(path),
    }
}
