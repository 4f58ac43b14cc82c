//! "Did you mean": the known name that a person most likely had in mind.

/// The candidate nearest to what was written, if any is near enough to be meant.
///
/// In this order: the same but for case and separators (`K_Anonymity`), the initials
/// (`qi`), an abbreviation (`quasi`), a few slips of the keyboard (`sensitve`).
pub fn nearest<'a>(
    written: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let word = plain(written);
    candidates
        .into_iter()
        .filter_map(|candidate| Some((distance(&word, candidate)?, candidate)))
        .min_by_key(|&(distance, _)| distance)
        .map(|(_, candidate)| candidate)
}

fn distance(word: &str, candidate: &str) -> Option<usize> {
    let name = plain(candidate);
    if word.is_empty() || name == word {
        return (name == word).then_some(0);
    }
    let initials: String = candidate.split('-').filter_map(|part| part.chars().next()).collect();
    let shortened = word.len() >= 3 && name.starts_with(word);
    if (initials.len() >= 2 && initials == word) || shortened {
        return Some(1);
    }
    // One slip in three letters; a name of one or two letters resembles everything.
    let slips = strsim::damerau_levenshtein(word, &name);
    (slips <= word.chars().count().max(name.chars().count()) / 3).then_some(1 + slips)
}

/// Lower case, without separators.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, '-' | '_' | ' ')).flat_map(char::to_lowercase).collect()
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn finds_what_was_meant() {
        let names = ["identifier", "quasi-identifier", "sensitive", "insensitive", "k", "k-map"];
        for (written, meant) in [
            ("quasi_identifier", Some("quasi-identifier")),
            ("Quasi Identifier", Some("quasi-identifier")),
            ("quasi", Some("quasi-identifier")),
            ("QI", Some("quasi-identifier")),
            ("sensitve", Some("sensitive")),
            ("insensitiv", Some("insensitive")),
            ("identifer", Some("identifier")),
            ("K", Some("k")),
            ("kmap", Some("k-map")),
            ("q", None),
            ("", None),
            ("weight", None),
        ] {
            assert_eq!(nearest(written, names), meant, "{written}");
        }
    }
}
