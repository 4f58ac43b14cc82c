//! Makes mathematics of the formulas in the book: a preprocessor of mdBook, called by `mdbook build`.
//!
//! An entry has one formula, which reads well in a terminal: `mean over records r of 1 / |C(r)|`. Pages have
//! it as it is, between `<var>` and `</var>`, and here it becomes MathML, which browsers draw by themselves:
//! no script, no font and nothing from the network.

mod formula;

use crate::Outcome;
use clap::Args;
use formula::mathml;
use serde_json::Value;

/// Make mathematics of the book's formulas; mdBook calls it.
#[derive(Args)]
pub struct Math {
    /// What mdBook asks: whether a renderer is served.
    question: Vec<String>,
}

impl Math {
    /// Answers mdBook, or reads the book from standard input and writes it with mathematics.
    pub fn run(&self) -> Outcome {
        if let [verb, renderer] = self.question.as_slice() {
            let is_served = verb == "supports" && renderer == "html";
            return if is_served { Ok(()) } else { Err("only html is served".into()) };
        }
        let (_, mut book): (Value, Value) = serde_json::from_reader(std::io::stdin())?;
        render(&mut book);
        serde_json::to_writer(std::io::stdout(), &book)?;
        Ok(())
    }
}

/// Renders the pages of a book, wherever they are in it.
fn render(value: &mut Value) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(page) if name == "content" => *page = with_mathematics(page),
                    _ => render(value),
                }
            }
        }
        Value::Array(values) => values.iter_mut().for_each(render),
        _ => {}
    }
}

/// A page with mathematics instead of the formulas in it.
pub fn with_mathematics(page: &str) -> String {
    let mut pieces = page.split("<var>");
    let mut text = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        match piece.split_once("</var>") {
            Some((formula, rest)) => {
                text += &mathml(&unescaped(formula));
                text += rest;
            }
            None => text = format!("{text}<var>{piece}"),
        }
    }
    text
}

/// A formula as it was before it became a part of a page.
fn unescaped(text: &str) -> String {
    let signs =
        [("\\|", "|"), ("\\*", "*"), ("\\_", "_"), ("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")];
    signs.iter().fold(text.to_owned(), |text, (sign, instead)| text.replace(sign, instead))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The pages of the book that have formulas.
    fn formulas() -> Vec<String> {
        let pages = std::fs::read_dir(crate::root().join("docs")).unwrap();
        let pages = pages.filter_map(|page| std::fs::read_to_string(page.unwrap().path()).ok());
        let formulas = pages.flat_map(|page| {
            let pieces = page.split("<var>").skip(1);
            let formulas = pieces.map(|piece| unescaped(piece.split_once("</var>").unwrap().0));
            formulas.collect::<Vec<_>>()
        });
        formulas.collect()
    }

    /// Whether every tag is closed by its own.
    fn is_well_formed(text: &str) -> bool {
        let mut open: Vec<&str> = Vec::new();
        for tag in text.split('<').skip(1) {
            let Some((tag, _)) = tag.split_once('>') else { return false };
            let name = tag.split(' ').next().unwrap_or_default();
            match name.strip_prefix('/') {
                Some(name) if open.pop() != Some(name) => return false,
                Some(_) => {}
                None if tag.ends_with('/') => {}
                None => open.push(name),
            }
        }
        open.is_empty()
    }

    #[test]
    fn every_formula_of_the_book_is_mathematics() {
        let formulas = formulas();
        assert!(formulas.len() > 200, "{}", formulas.len());
        for formula in formulas {
            let math = mathml(&formula);
            assert!(is_well_formed(&math), "{formula}: {math}");
            // Nothing is lost: all letters and digits are still there, but for what became a sign.
            let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).count();
            assert!(letters(&math) >= letters(&formula) / 2, "{formula}: {math}");
        }
    }

    #[test]
    fn pages_keep_all_but_their_formulas() {
        let page = "| a \\| b | <var>\\|C\\| &gt;= k</var> |\n<var>open";
        let made = with_mathematics(page);
        assert!(made.starts_with("| a \\| b | <math>") && made.ends_with("</math> |\n<var>open"));
        assert!(made.contains("<mo>≥</mo>"), "{made}");
        assert!(!made.contains('\n') || made.matches('\n').count() == 1);
    }

    #[test]
    fn a_book_is_rendered_wherever_pages_are() {
        let mut book = serde_json::json!({"sections": [{"Chapter": {
            "name": "<var>x</var>", "content": "<var>x</var>", "sub_items": [
                {"Chapter": {"content": "<var>1/2</var>"}}]}}]});
        render(&mut book);
        let chapter = &book["sections"][0]["Chapter"];
        assert_eq!(chapter["name"], "<var>x</var>");
        assert!(chapter["content"].as_str().unwrap().contains("<mi>x</mi>"));
        let inner = &chapter["sub_items"][0]["Chapter"]["content"];
        assert!(inner.as_str().unwrap().contains("<mfrac>"));
    }
}
