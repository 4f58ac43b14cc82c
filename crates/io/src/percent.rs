//! Percent signs in addresses and names of folders.

/// A text in which `%2F` stands for a slash; a percent sign that begins no such escape is one. `None` if
/// it is not UTF-8 then.
pub fn unescaped(text: &str) -> Option<String> {
    let hex = |digit: u8| char::from(digit).to_digit(16).map(|digit| digit as u8);
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let Some((&byte, after)) = rest.split_first() {
        let escaped = match after {
            [high, low, ..] if byte == b'%' => hex(*high).zip(hex(*low)),
            _ => None,
        };
        bytes.push(escaped.map_or(byte, |(high, low)| high << 4 | low));
        rest = if escaped.is_some() { &after[2..] } else { after };
    }
    String::from_utf8(bytes).ok()
}
