//! The promises as tables of Markdown, for the book.

use super::{Promise, promises};
use crate::attack::Attack;
use std::fmt::Write;

/// One line for each attack and model, with what is promised and why. `–` is nothing.
pub fn markdown() -> String {
    let mut text = String::from("| attack | model | promise | because |\n|---|---|---|---|\n");
    for promise in promises() {
        let (attack, limit) = (promise.attack.name(), promise.limit.text());
        writeln!(text, "| {attack} | {} | {limit} | {} |", promise.model, promise.because)
            .expect("a string takes all text");
    }
    text
}

/// The same at a glance: models as lines, attacks as columns. `–` is nothing, and an empty cell says
/// that nothing was examined.
pub fn matrix() -> String {
    let promises = promises();
    let attacks: Vec<Attack> = unique(&promises, |promise| promise.attack);
    let names: Vec<&str> = attacks.iter().map(|attack| attack.name()).collect();
    let mut text =
        format!("| model | {} |\n|---|{}\n", names.join(" | "), "---|".repeat(names.len()));
    for model in unique(&promises, |promise| promise.model.clone()) {
        let cell = |attack: &Attack| {
            let is_it = |one: &&Promise| one.attack == *attack && one.model == model;
            promises.iter().find(is_it).map_or_else(String::new, |one| one.limit.text())
        };
        let cells: Vec<String> = attacks.iter().map(cell).collect();
        writeln!(text, "| {model} | {} |", cells.join(" | ")).expect("a string takes all text");
    }
    text
}

/// The attacks: what the intruder is assumed to know, what one must give besides the two files, and
/// what stops or bounds them.
pub fn attacks() -> String {
    let mut text = String::from(
        "| attack | the intruder knows | one must give | stopped or bounded by |\n|---|---|---|---|\n",
    );
    for attack in Attack::ALL {
        let (name, needs) = (attack.name(), attack.facts().needs);
        let (knows, stopped) = (attack.knows(), attack.stopped_by().join(", "));
        writeln!(text, "| {name} | {knows} | {needs} | {stopped} |")
            .expect("a string takes all text");
    }
    text
}

/// The attacks as sections: what the intruder does, and the numbers that it gives.
pub fn intruders() -> String {
    let mut text = String::new();
    for attack in Attack::ALL {
        let (name, description) = (attack.name(), attack.description());
        writeln!(text, "\n## {name}\n{description}").expect("a string takes all text");
        if !attack.facts().figures.is_empty() {
            text.push('\n');
        }
        for (figure, about) in attack.facts().figures {
            writeln!(text, "- `{figure}`: {about}").expect("a string takes all text");
        }
        let (formula, worked) = (attack.entry().formula_in_page(), attack.entry().worked);
        writeln!(text, "\n*Found*: {formula}\n\n{}", worked.markdown())
            .expect("a string takes all text");
    }
    text
}

/// What promises have, in their order, each once.
fn unique<T: PartialEq>(promises: &[Promise], of: fn(&Promise) -> T) -> Vec<T> {
    let mut all = Vec::new();
    for promise in promises {
        let one = of(promise);
        if !all.contains(&one) {
            all.push(one);
        }
    }
    all
}
