//! A hint with the names that look like one that is not there.

/// Says which of the columns somebody may have meant, or which there are.
pub fn similar(name: &str, names: &[&str]) -> String {
    let mut near: Vec<(f64, &str)> = names
        .iter()
        .map(|other| (strsim::jaro_winkler(&name.to_lowercase(), &other.to_lowercase()), *other))
        .filter(|(likeness, _)| *likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    match near.first() {
        Some((_, nearest)) => format!("did you mean `{nearest}`?"),
        None if names.is_empty() => "there is no such column".to_owned(),
        None if names.len() <= 12 => format!("the columns are {}", list(names)),
        None => {
            format!("the data have {} columns; the first are {}", names.len(), list(&names[..8]))
        }
    }
}

fn list(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
