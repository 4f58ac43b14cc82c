//! The policy as a text.

use super::attributes::Attributes;
use super::collect::Said;
use super::method::Method;
use super::quoted::quoted;
use super::rules::Rules;
use crate::metadata::Holds;

pub(super) fn policy(
    said: &Said,
    attributes: &Attributes,
    rules: &Rules,
    method: &Method,
) -> String {
    let mut text = Text(String::new());
    text.plain("# Made from a batch of τ-Argus; the numbers are those of its lines.");
    text.plain("version = 1");
    text.plain("kind = \"table\"");
    text.section("[data]");
    text.key("input", &quoted(&said.opened.data), Some(said.lines.0));
    text.key("metadata", &quoted(&said.opened.metadata), Some(said.lines.1));
    if said.opened.holds == Holds::Cells {
        text.key("cells", "true", Some(said.lines.0));
    }
    if let Some(line) = said.add_totals.filter(|_| said.opened.holds == Holds::Cells) {
        text.key("add-totals", "true", Some(line));
    }
    text.key("unlisted", "\"drop\"", None);
    for attribute in &attributes.all {
        text.section(&format!("[attributes.{}]", key(&attribute.name)));
        text.key("role", &format!("{:?}", attribute.role), None);
        if let Some(hierarchy) = &attribute.hierarchy {
            text.key("hierarchy", hierarchy, None);
        }
        if let Some((line, key, value)) = &attribute.merged {
            text.key(key, value, Some(*line));
        }
    }
    tables(&mut text, said, attributes);
    for (line, model, with) in &rules.required {
        text.section("[[require]]");
        text.key("model", &quoted(model), Some(*line));
        for (name, value) in with {
            text.key(name, value, None);
        }
    }
    text.section("[release]");
    for (line, name, value) in &method.keys {
        text.key(name, value, *line);
    }
    if rules.zero_unsafe {
        text.key("zero", "\"unsafe\"", None);
    }
    if let Some(total) = &attributes.total {
        text.key("total", &quoted(total), None);
    }
    if let Some((line, file)) = &said.apriori {
        text.key("apriori", &quoted(file), Some(*line));
    }
    if let Some((line, file)) = &said.output {
        text.section("[output]");
        text.key("file", &quoted(file), Some(*line));
    }
    text.0
}

fn tables(text: &mut Text, said: &Said, attributes: &Attributes) {
    let name_of = |name: &String| {
        let found = attributes.all.iter().find(|of| of.name.eq_ignore_ascii_case(name));
        quoted(found.map_or(name, |of| &of.name))
    };
    for (at, (line, table)) in said.tables.iter().enumerate() {
        text.section("[[table]]");
        if said.tables.len() > 1 {
            text.key("name", &format!("\"table-{}\"", at + 1), None);
        }
        let dimensions: Vec<String> = table.dimensions.iter().map(name_of).collect();
        text.key("dimensions", &format!("[{}]", dimensions.join(", ")), Some(*line));
        if let Some(response) = &table.response {
            text.key("response", &name_of(response), None);
        }
    }
}

/// What is written so far.
struct Text(String);

impl Text {
    fn plain(&mut self, line: &str) {
        self.0.push_str(line);
        self.0.push('\n');
    }

    fn section(&mut self, name: &str) {
        self.plain("");
        self.plain(name);
    }

    fn key(&mut self, name: &str, value: &str, line: Option<u64>) {
        let place = line.map(|line| format!("  # {line}")).unwrap_or_default();
        self.plain(&format!("{name} = {value}{place}"));
    }
}

/// A key of TOML, in quotes if it needs them.
fn key(name: &str) -> String {
    let is_bare = |byte: u8| byte.is_ascii_alphanumeric() || b"-_".contains(&byte);
    if !name.is_empty() && name.bytes().all(is_bare) { name.to_owned() } else { quoted(name) }
}
