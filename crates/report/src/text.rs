//! Text that is safe to show, and numbers as people read them.
//!
//! Names of attributes come from users, so everything that reaches a page or a picture passes
//! through here or through the page's templates, which escape in the same way.

/// A text without the characters that could break a document or mislead its reader.
///
/// XML has no way to write control characters. Marks that turn the direction of writing could
/// make a verdict read backwards. Both become the replacement character.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|letter| if is_shown(letter) { letter } else { '\u{fffd}' }).collect()
}

fn is_shown(letter: char) -> bool {
    match letter {
        '\n' | '\t' => true,
        '\u{200e}'..='\u{200f}'
        | '\u{202a}'..='\u{202e}'
        | '\u{2066}'..='\u{2069}'
        | '\u{fffe}'..='\u{ffff}' => false,
        _ => !letter.is_control(),
    }
}

/// A text as the content of an element or of an attribute in double quotes.
pub(crate) fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for letter in clean(text).chars() {
        match letter {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\'' => escaped.push_str("&#39;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// With a capital letter.
pub(crate) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or(String::new(), |first| first.to_uppercase().chain(letters).collect())
}

/// A text of at most so many characters; what is cut off leaves an ellipsis.
pub(crate) fn shorten(text: &str, most: usize) -> String {
    if text.chars().count() <= most {
        return text.to_owned();
    }
    let kept: String = text.chars().take(most.saturating_sub(1)).collect();
    format!("{}…", kept.trim_end())
}

/// The nearest whole number that is not negative.
#[expect(clippy::cast_sign_loss, reason = "what is negative becomes 0")]
pub(crate) fn whole(value: f64) -> u64 {
    value.round().max(0.0) as u64
}

/// A number with two significant digits.
pub(crate) fn significant(value: f64) -> f64 {
    format!("{value:.1e}").parse().unwrap_or(value)
}

/// A count with separators: `30,162`.
pub(crate) fn grouped(count: u64) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number with three significant digits or all of its whole ones: `0.0123`, `4.57`, `30,162`.
pub(crate) fn number(value: f64) -> String {
    if !value.is_finite() {
        return "not a number".into();
    }
    let size = value.abs();
    let sign = if value < 0.0 { "−" } else { "" };
    if size >= 1e15 || (size > 0.0 && size < 1e-4) {
        return format!("{sign}{size:.2e}");
    }
    if size.fract() == 0.0 || size >= 100.0 {
        return format!("{sign}{}", grouped(whole(size)));
    }
    let digits = if size >= 10.0 {
        1
    } else if size >= 1.0 {
        2
    } else {
        // As many zeros as follow the point, and three digits.
        whole((2.0 - size.log10().floor()).clamp(3.0, 6.0)) as usize
    };
    let text = format!("{size:.digits$}");
    format!("{sign}{}", text.trim_end_matches('0').trim_end_matches('.'))
}

/// A share as a percentage: `12.3 %`.
pub(crate) fn percent(share: f64) -> String {
    if !share.is_finite() {
        return "not a number".into();
    }
    let part = share * 100.0;
    let size = part.abs();
    let text = match size {
        _ if size == 0.0 => "0".into(),
        _ if size < 0.01 => return "under 0.01 %".into(),
        _ if size < 1.0 => format!("{part:.2}"),
        // A share just below the whole must not read as the whole.
        _ if size < 100.0 => {
            format!("{:.1}", if size > 99.9 { 99.9 * part.signum() } else { part })
        }
        _ => format!("{part:.0}"),
    };
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{} %", text.replace('-', "−"))
}

/// `1 record`, `2 records`.
pub(crate) fn counted(count: u64, one: &str, many: &str) -> String {
    format!("{} {}", grouped(count), if count == 1 { one } else { many })
}

/// `a`, `a and b`, `a, b and c`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_dangerous_is_left() {
        assert_eq!(
            escape("<a href=\"x\">'&'</a>"),
            "&lt;a href=&quot;x&quot;&gt;&#39;&amp;&#39;&lt;/a&gt;"
        );
        assert_eq!(escape("a\u{0}b\u{202e}c\u{1b}d"), "a\u{fffd}b\u{fffd}c\u{fffd}d");
    }

    #[test]
    fn numbers_read_well() {
        let shown = [0.0, 5.0, 30162.0, 0.2, 0.012_345, 4.567, 45.67, 456.7, -0.25, 1e20, 1e-9];
        let shown = shown.map(number);
        assert_eq!(
            shown,
            [
                "0", "5", "30,162", "0.2", "0.0123", "4.57", "45.7", "457", "−0.25", "1.00e20",
                "1.00e-9"
            ]
        );
    }

    #[test]
    fn shares_never_round_to_the_whole_or_to_nothing() {
        let shown = [0.0, 0.000_01, 0.001_7, 0.017, 0.123_4, 0.999_99, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "under 0.01 %", "0.17 %", "1.7 %", "12.3 %", "99.9 %", "100 %"]);
    }

    #[test]
    fn lists_read_as_sentences() {
        let names = ["a", "b", "c"].map(String::from);
        assert_eq!(listed(&names), "a, b and c");
        assert_eq!(listed(&names[..2]), "a and b");
        assert_eq!(grouped(1_234_567), "1,234,567");
        assert_eq!(grouped(999), "999");
        assert_eq!(shorten("marital-status", 8), "marital…");
    }
}
