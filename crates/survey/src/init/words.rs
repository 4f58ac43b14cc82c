//! Texts as TOML writes them.

/// A key: bare if it can be, else quoted.
pub fn key(name: &str) -> String {
    let is_bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !name.is_empty() && name.chars().all(is_bare) { name.to_owned() } else { quoted(name) }
}

/// A text in quotes.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            c if c.is_control() => quoted.push_str(&format!("\\u{:04X}", c as u32)),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A name as part of a file name: small letters, digits and dashes.
pub fn file_stem(name: &str) -> String {
    let mut stem = String::new();
    for c in name.chars() {
        match c {
            c if c.is_ascii_alphanumeric() || c == '_' => stem.push(c.to_ascii_lowercase()),
            c if c.is_alphanumeric() => stem.push(c),
            _ if !stem.is_empty() && !stem.ends_with('-') => stem.push('-'),
            _ => {}
        }
    }
    let stem = stem.trim_end_matches('-');
    if stem.is_empty() { "column".to_owned() } else { stem.to_owned() }
}

/// A comment may not end before its line does.
pub fn in_comment(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_survive() {
        assert_eq!(
            (key("marital-status"), key("native country")),
            ("marital-status".into(), "\"native country\"".into())
        );
        assert_eq!(quoted("a\"b\\c\td"), "\"a\\\"b\\\\c\\u0009d\"");
        let names = ["Native Country", "a/../b", "Größe (cm)", "***"].map(file_stem);
        assert_eq!(names, ["native-country", "a-b", "größe-cm", "column"]);
    }
}
