//! The notation of sets of values: `{Divorced, Widowed}`.
//!
//! A member with a comma, a brace, a quotation mark or a space at an end is quoted, and quotation
//! marks within are doubled: `{"a, b", c}`. So a set can be read again whatever its members are.

/// The set as text.
pub fn write<'a>(members: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::from("{");
    for (at, member) in members.enumerate() {
        if at > 0 {
            text.push_str(", ");
        }
        let plain =
            !member.is_empty() && member.trim() == member && !member.contains([',', '"', '{', '}']);
        if plain {
            text.push_str(member);
        } else {
            text.push('"');
            text.push_str(&member.replace('"', "\"\""));
            text.push('"');
        }
    }
    text.push('}');
    text
}

/// The members of a set; `None` if the text is none.
pub fn read(text: &str) -> Option<Vec<String>> {
    let mut rest = text.strip_prefix('{')?.strip_suffix('}')?;
    let mut members = Vec::new();
    loop {
        let (member, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_member(quoted)?,
            None => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        members.push(member);
        match after.strip_prefix(", ") {
            Some(next) => rest = next,
            None if after.is_empty() => return Some(members),
            None => return None,
        }
    }
}

/// A member up to its closing quotation mark, and what follows it.
fn quoted_member(text: &str) -> Option<(String, &str)> {
    let mut member = String::new();
    let mut rest = text;
    loop {
        let end = rest.find('"')?;
        member.push_str(&rest[..end]);
        rest = &rest[end + 1..];
        match rest.strip_prefix('"') {
            Some(after) => {
                member.push('"');
                rest = after;
            }
            None => return Some((member, rest)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn plain_members_stay_plain() {
        assert_eq!(write(["Divorced", "Widowed"].into_iter()), "{Divorced, Widowed}");
        assert_eq!(write(["a, b", "say \"x\"", " "].into_iter()), r#"{"a, b", "say ""x""", " "}"#);
        for text in ["", "{", "a", "{\"a}", "{\"a\"b}"] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn sets_come_back(members in prop::collection::vec("[ab ,\"{}*]{0,4}", 1..5)) {
            let text = write(members.iter().map(String::as_str));
            prop_assert_eq!(read(&text), Some(members));
        }
    }
}
