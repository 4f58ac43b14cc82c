//! What a policy says without where it says it, so that a text can be held against a value.

use std::fmt::Debug;

/// What `Debug` tells, with one word for every place in a text.
pub fn without_places(said: &impl Debug) -> String {
    let said = format!("{said:?}");
    let mut parts = said.split("Span { start: ");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, after) = part.split_once('}').expect("a place ends");
        plain += "here";
        plain += after;
    }
    plain
}
