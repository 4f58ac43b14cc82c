//! A value from a program gets places: where each part of it stands in its JSON, and its path.
//!
//! So all that comes after can say where something is wrong, as it does of a text, and what was said
//! has a text of its own that a report can show and a certificate can sign.

use super::{Field, Item, Written};
use crate::{Decimal, Source, Span, Spanned};

impl Item {
    /// The same with places, and the source that these are in, under a name for messages.
    pub fn placed(&self, name: &str) -> (Self, Source) {
        let mut writer = Writer::default();
        let placed = writer.item(self, "", 0);
        writer.text.push('\n');
        (placed, Source::of_value(name, &writer.text, writer.paths))
    }
}

#[derive(Default)]
struct Writer {
    text: String,
    paths: Vec<(Span, String)>,
}

impl Writer {
    /// Writes a value below a path, and notes where.
    fn item(&mut self, item: &Item, path: &str, depth: usize) -> Item {
        let (start, at) = (self.text.len(), self.paths.len());
        self.paths.push((Span { start, end: start }, path.to_owned()));
        let value = match &item.value {
            Written::List(items) => Written::List(self.list(items, path, depth)),
            Written::Table(fields) => Written::Table(self.table(fields, path, depth)),
            plain => {
                self.text += &json(plain);
                plain.clone()
            }
        };
        let span = Span { start, end: self.text.len() };
        self.paths[at].0 = span;
        Item { value, span: Some(span) }
    }

    fn list(&mut self, items: &[Item], path: &str, depth: usize) -> Vec<Item> {
        // Short lists of plain values stand in one line.
        let is_plain = !items.iter().any(|item| item.is_list() || item.is_table());
        let mut placed = Vec::with_capacity(items.len());
        self.text.push('[');
        for (at, item) in items.iter().enumerate() {
            self.between(at, (!is_plain).then_some(depth + 1));
            placed.push(self.item(item, &format!("{path}[{at}]"), depth + 1));
        }
        self.end(']', (!is_plain).then_some(depth));
        placed
    }

    fn table(&mut self, fields: &[Field], path: &str, depth: usize) -> Vec<Field> {
        let mut placed = Vec::with_capacity(fields.len());
        self.text.push('{');
        for (at, (key, item)) in fields.iter().enumerate() {
            self.between(at, Some(depth + 1));
            self.text += &format!("{}: ", quoted(key));
            let item = self.item(item, &within(path, key), depth + 1);
            placed.push((Spanned { value: key.value.clone(), span: item.span }, item));
        }
        self.end('}', (!fields.is_empty()).then_some(depth));
        placed
    }

    /// What stands before the next part: a comma, and a line of its own at a depth.
    fn between(&mut self, at: usize, depth: Option<usize>) {
        if at > 0 {
            self.text += if depth.is_some() { "," } else { ", " };
        }
        self.line(depth);
    }

    fn end(&mut self, bracket: char, depth: Option<usize>) {
        self.line(depth);
        self.text.push(bracket);
    }

    fn line(&mut self, depth: Option<usize>) {
        if let Some(depth) = depth {
            self.text.push('\n');
            self.text.extend(std::iter::repeat_n("  ", depth));
        }
    }
}

/// A value that has no parts.
fn json(plain: &Written) -> String {
    let number = |digits: &String| match Decimal::parse(digits) {
        Some(number) => number.to_string(),
        None => quoted(digits),
    };
    match plain {
        Written::Text(text) => quoted(text),
        Written::Whole(digits) | Written::Number(digits) => number(digits),
        Written::Boolean(yes) => yes.to_string(),
        _ => "null".to_owned(),
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// `attributes.age`, with quotes around what is no plain name.
fn within(path: &str, key: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let key =
        if !key.is_empty() && key.chars().all(is_plain) { key.to_owned() } else { quoted(key) };
    if path.is_empty() { key } else { format!("{path}.{key}") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    fn value() -> Value {
        json!({
            "attributes": { "marital status": { "role": "sensitive" } },
            "require": [{ "k": 5, "t": 0.25, "over": ["a\"b", "c"] }, {}],
        })
    }

    #[test]
    fn parts_have_places_and_paths() {
        let (item, source) = Item::from(value()).placed("policy");
        let path = |item: &Item| source.path(item.span.unwrap()).unwrap().to_owned();
        let role = item.get("attributes").unwrap().get("marital status").unwrap().get("role");
        assert_eq!(path(role.unwrap()), "attributes.\"marital status\".role");
        let require = item.get("require").unwrap().as_list().unwrap();
        assert_eq!(path(require[0].get("k").unwrap()), "require[0].k");
        assert_eq!(
            path(&require[0].get("over").unwrap().as_list().unwrap()[1]),
            "require[0].over[1]"
        );
        assert_eq!(path(&require[1]), "require[1]");
        assert_eq!(path(&item), "");
        assert_eq!(source.excerpt(require[0].get("t").unwrap().span.unwrap()), "0.25");
    }

    #[test]
    fn the_text_is_the_value() {
        let (_, source) = Item::from(value()).placed("policy");
        let again: Value = serde_json::from_str(source.text()).unwrap();
        assert_eq!(again, value());
    }

    /// Digits that a float would round come back, and a whole number stays one.
    #[test]
    fn numbers_come_back_exactly() {
        for digits in ["0.123456789012345678", "123456789012345678", "0.1", "5.0", "1e-7"] {
            let kind = if digits.contains(['.', 'e']) { Written::Number } else { Written::Whole };
            let item = Item::new(kind(digits.to_owned()));
            let text = serde_json::to_string(&item).unwrap();
            let again: Item = serde_json::from_str(&text).unwrap();
            let read = |item: &Item| match &item.value {
                Written::Whole(digits) => (true, Decimal::parse(digits)),
                Written::Number(digits) => (false, Decimal::parse(digits)),
                other => panic!("{other:?}"),
            };
            assert_eq!(read(&again), read(&item), "{text}");
        }
    }
}
