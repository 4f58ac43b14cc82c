//! Dimensions whose values are merged before anything is counted, because the policy says so: cut off below a
//! depth, or recoded by a file.
//!
//! What is merged becomes the value of the record, so that no cell, no sum and no audit ever sees what is finer.

use crate::nodes::Nodes;
use crate::plan::Plan;
use ridotto_argus::recode::{NewCode, Recode, recode};
use ridotto_catalogue::Span;
use ridotto_core::{Code, Codes, Dictionary, Texts};
use ridotto_io::whole_text;
use ridotto_policy::{Attribute, Problem};
use ridotto_release::Error;
use ridotto_table::Column;

/// Merges the values of a dimension as the policy says. The column has the new values then.
pub fn regrouped(
    plan: &Plan,
    attribute: Option<&Attribute>,
    column: &mut Column,
    nodes: Nodes,
) -> Result<Result<Nodes, Problem>, Error> {
    let Some(attribute) = attribute else { return Ok(Ok(nodes)) };
    let merged = if let Some(depth) = &attribute.depth {
        Ok(cut(&nodes, depth.value as usize))
    } else if let Some(file) = &attribute.recode {
        let path = plan.folder.join(&file.value);
        let text = whole_text(&path)?;
        match recode(&text).map_err(|fault| Error::of_fault(&path, fault))? {
            Recode::Tree(closed) => {
                closed_at(&nodes, &closed).ok_or_else(|| not_of_hierarchy(&file.value, file.span))
            }
            Recode::Codes(_) if attribute.hierarchy.is_some() => {
                Err(of_hierarchy(&file.value, file.span))
            }
            Recode::Codes(codes) => joined(&nodes, &codes, plan.policy.release.total.as_str())
                .ok_or_else(|| called_as_total(&file.value, file.span)),
        }
    } else {
        return Ok(Ok(nodes));
    };
    Ok(merged.map(|(nodes, new)| renumbered(column, &nodes, &new)))
}

/// Nothing finer than so many levels below the total.
fn cut(nodes: &Nodes, depth: usize) -> (Nodes, Vec<u32>) {
    let above = |value: u32| {
        let mut up = std::iter::successors(Some(value), |&node| nodes.parent(node));
        up.find(|&node| nodes.depth(node) <= depth).expect("the total is at depth 0")
    };
    nodes.merged(above)
}

/// Groups closed, of several above each other the highest; nothing if none of them is a group that somebody is
/// in: some may have nobody.
fn closed_at(nodes: &Nodes, closed: &[String]) -> Option<(Nodes, Vec<u32>)> {
    let mut is_closed = vec![false; nodes.len()];
    for code in closed {
        // The total is no group: without it a dimension would tell nothing.
        if let Some(node) = nodes.called(Some(code)).filter(|&node| node != nodes.total()) {
            is_closed[node as usize] = true;
        }
    }
    if !is_closed.contains(&true) {
        return None;
    }
    let above = |value: u32| {
        let up = std::iter::successors(Some(value), |&node| nodes.parent(node));
        up.filter(|&node| is_closed[node as usize]).last().unwrap_or(value)
    };
    Some(nodes.merged(above))
}

/// Codes joined to new ones; nothing if one is called as totals are.
fn joined(nodes: &Nodes, codes: &[NewCode], total: &str) -> Option<(Nodes, Vec<u32>)> {
    let mut labels: Vec<Option<String>> = Vec::new();
    let mut new = Vec::new();
    for value in 0..nodes.values() as u32 {
        let label = nodes.label(value).map(|old| {
            let taken = codes.iter().find(|code| code.takes(old));
            taken.map_or(old, |code| &code.code).to_owned()
        });
        let at = labels.iter().position(|other| *other == label).unwrap_or_else(|| {
            labels.push(label);
            labels.len() - 1
        });
        new.push(at as u32);
    }
    Some((Nodes::flat(labels, total).ok()?, new))
}

/// Puts the new values into the column, and the nodes into the order of its dictionary.
pub fn renumbered(column: &mut Column, nodes: &Nodes, new: &[u32]) -> Nodes {
    let Column::Coded { codes, dictionary, .. } = column else {
        unreachable!("dimensions are read as codes");
    };
    // A missing value has a text that no label is.
    let mut missing = String::from("\0");
    while nodes.called(Some(&missing)).is_some() {
        missing.push('\0');
    }
    let mut texts = Texts::new();
    for value in 0..nodes.values() as u32 {
        texts.push(nodes.label(value).unwrap_or(&missing));
    }
    let reading = dictionary.reading().clone();
    let (renamed, order) = Dictionary::new(&texts, reading, |text| text == missing);
    let mut old_of = vec![0; order.len()];
    order.iter().zip(0..).for_each(|(&code, old)| old_of[code as usize] = old);
    let new: Vec<Code> = new.iter().map(|&value| order[value as usize]).collect();
    let mut renumbered = Codes::for_values(renamed.len());
    renumbered.extend_renumbered(codes, &new);
    (*codes, *dictionary) = (renumbered, renamed);
    nodes.in_order(&old_of)
}

fn not_of_hierarchy(file: &str, span: Option<Span>) -> Problem {
    let message = format!("`{file}` closes no group that the dimension has");
    Problem::error("bind::recode", message).at(span, "this file").with_help(
        "below `<TREERECODE>` stand groups of the attribute's `hierarchy`, one on each line",
    )
}

fn of_hierarchy(file: &str, span: Option<Span>) -> Problem {
    let message = format!("`{file}` joins codes, and the dimension has a hierarchy");
    Problem::error("bind::recode", message)
        .at(span, "this file")
        .with_help("close groups of the hierarchy below `<TREERECODE>`, or leave the hierarchy out")
}

fn called_as_total(file: &str, span: Option<Span>) -> Problem {
    let message = format!("`{file}` has a new code that is called as totals are");
    Problem::error("bind::recode", message)
        .at(span, "this file")
        .with_help("call totals otherwise: `total = \"All\"` in `[release]`")
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_core::{Kind, Reading};

    /// Four towns in two regions, and a missing value.
    fn column(cells: &[&str]) -> Column {
        let mut texts = Texts::new();
        let mut distinct: Vec<&str> = cells.to_vec();
        distinct.sort_unstable();
        distinct.dedup();
        for text in &distinct {
            texts.push(text);
        }
        let (dictionary, new) =
            Dictionary::new(&texts, Reading::of_kind(Kind::Text), |text| text == "?");
        let code = |cell: &&str| new[distinct.binary_search(cell).expect("it is one of them")];
        let codes: Vec<Code> = cells.iter().map(code).collect();
        Column::Coded {
            codes: Codes::from_codes(&codes, dictionary.len()),
            dictionary,
            native: None,
        }
    }

    fn labels(column: &Column, nodes: &Nodes) -> Vec<String> {
        let Column::Coded { codes, dictionary, .. } = column else { panic!("coded") };
        let label = |code: Code| {
            assert_eq!(dictionary.text(code), nodes.label(code), "a code is its node");
            nodes.label(code).unwrap_or("?").to_owned()
        };
        codes.iter().map(label).collect()
    }

    fn tree(column: &Column) -> Nodes {
        let Column::Coded { dictionary, .. } = column else { panic!("coded") };
        let groups = ridotto_core::hierarchy::Builder::Digits(vec![2, 1]);
        let counts = vec![1; dictionary.len()];
        let hierarchy = groups.compile("code", dictionary, &counts, &|text| text == "?");
        Nodes::new(dictionary, Some(&hierarchy.expect("digits")), "Total").expect("labels differ")
    }

    const CODES: [&str; 7] = ["111", "112", "12", "211", "?", "212", "3"];

    #[test]
    fn what_is_finer_than_a_depth_is_cut_off() {
        for (depth, expected) in [
            (1, ["1", "1", "1", "2", "?", "2", "3"]),
            (2, ["11", "11", "12", "21", "?", "21", "3"]),
            (3, CODES),
        ] {
            let mut column = column(&CODES);
            let (nodes, new) = cut(&tree(&column), depth);
            let nodes = renumbered(&mut column, &nodes, &new);
            assert_eq!(labels(&column, &nodes), expected);
            assert!((0..nodes.values() as u32).all(|value| nodes.depth(value) <= depth));
        }
    }

    #[test]
    fn groups_are_closed_and_codes_joined() {
        let mut of_tree = column(&CODES);
        let closed = ["11", "2", "21", "12"].map(str::to_owned);
        let (nodes, new) = closed_at(&tree(&of_tree), &closed).unwrap();
        let nodes = renumbered(&mut of_tree, &nodes, &new);
        assert_eq!(labels(&of_tree, &nodes), ["11", "11", "12", "2", "?", "2", "3"]);
        let group = nodes.called(Some("1")).unwrap();
        assert_eq!(nodes.children(group).len(), 2);
        assert_eq!((nodes.called(Some("21")), nodes.called(Some("111"))), (None, None));
        let unknown = |closed: &[&str]| {
            let closed: Vec<String> = closed.iter().map(|&code| code.to_owned()).collect();
            closed_at(&tree(&column(&CODES)), &closed).is_none()
        };
        assert!(unknown(&["9", "Total"]) && !unknown(&["9", "1"]));
        let mut flat = column(&["1", "2", "10", "?", "3"]);
        let Column::Coded { dictionary, .. } = &flat else { panic!("coded") };
        let nodes = Nodes::new(dictionary, None, "Total").unwrap();
        let Recode::Codes(codes) = recode("2:1-2\n").unwrap() else { panic!("codes") };
        let (nodes, new) = joined(&nodes, &codes, "Total").unwrap();
        let nodes = renumbered(&mut flat, &nodes, &new);
        assert_eq!(labels(&flat, &nodes), ["2", "2", "10", "?", "3"]);
        let Recode::Codes(codes) = recode("Total:1-2\n").unwrap() else { panic!("codes") };
        let full = Nodes::new(
            &Dictionary::new(&Texts::new(), Reading::of_kind(Kind::Text), |_| false).0,
            None,
            "Total",
        );
        assert!(joined(&full.unwrap(), &codes, "Total").is_some(), "nothing is joined");
        let again = column(&["1", "3"]);
        let Column::Coded { dictionary, .. } = &again else { panic!("coded") };
        let nodes = Nodes::new(dictionary, None, "Total").unwrap();
        assert!(joined(&nodes, &codes, "Total").is_none());
    }
}
