//! A hint with the names that look like one that is not there.

/// Says which of the columns somebody may have meant, or which there are.
pub fn similar(name: &str, names: &[&str]) -> String {
    nearest(name, names).unwrap_or_else(|| match names.len() {
        0 => "there is no such column".to_owned(),
        1..=MOST => format!("the columns are {}", list(names)),
        many => format!("the data have {many} columns; the first are {}", list(&names[..FIRST])),
    })
}

/// Says which of some things somebody may have meant, or which there are: `kind` is what they are called,
/// as "algorithms".
pub fn similar_of(kind: &str, name: &str, names: &[&str]) -> String {
    nearest(name, names).unwrap_or_else(|| match names.len() {
        0 => format!("there are no {kind}"),
        1..=MOST => format!("the {kind} are {}", list(names)),
        many => format!("there are {many} {kind}; the first are {}", list(&names[..FIRST])),
    })
}

/// So many names are listed.
const MOST: usize = 12;
/// Of more the first so many.
const FIRST: usize = 8;

/// Asks whether the name most alike was meant, if one is.
fn nearest(name: &str, names: &[&str]) -> Option<String> {
    let mut near: Vec<(f64, &str)> = names
        .iter()
        .map(|other| (strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase()), *other))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    near.first().map(|(_, nearest)| format!("did you mean `{nearest}`?"))
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn things_are_called_what_they_are() {
        let names: Vec<String> = (0..16).map(|at| format!("n{at}")).collect();
        let names: Vec<&str> = names.iter().map(String::as_str).collect();
        let many =
            "there are 16 algorithms; the first are `n0`, `n1`, `n2`, `n3`, `n4`, `n5`, `n6`, `n7`";
        assert_eq!(similar_of("algorithms", "bogus", &names), many);
        assert_eq!(similar_of("keys", "bogus", &names[..2]), "the keys are `n0`, `n1`");
        assert_eq!(similar_of("keys", "bogus", &[]), "there are no keys");
        assert_eq!(similar_of("keys", "opitmal", &["optimal"]), "did you mean `optimal`?");
        assert!(similar("bogus", &names).starts_with("the data have 16 columns"));
    }
}
