//! One line: a flat object, its keys and values.

use memchr::memchr2;
use std::borrow::Cow;

/// A value of a flat object.
#[derive(Clone, PartialEq)]
pub(super) enum Value<'a> {
    Null,
    Truth(bool),
    /// A number as it is written.
    Number(&'a str),
    Text(Cow<'a, str>),
}

/// What is wrong with a line.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// It is not one object of JSON.
    Broken,
    /// The value of this key is a list or an object.
    Nested(String),
    /// This key is there twice.
    Repeated(String),
    /// More keys than a table has columns.
    TooMany,
}

/// Takes a line apart: `each` gets every key and its value, in the order of the line.
pub(super) fn object<'a>(
    line: &'a str,
    mut each: impl FnMut(Cow<'a, str>, Value<'a>) -> Result<(), Fault>,
) -> Result<(), Fault> {
    let mut cursor = Cursor { text: line, at: 0 };
    cursor.expect(b'{')?;
    if cursor.peek() == Some(b'}') {
        cursor.at += 1;
        return cursor.end();
    }
    loop {
        let key = cursor.string()?;
        cursor.expect(b':')?;
        let value = match cursor.peek() {
            Some(b'{' | b'[') => return Err(Fault::Nested(key.into_owned())),
            Some(b'"') => Value::Text(cursor.string()?),
            Some(b'n') => cursor.word("null", Value::Null)?,
            Some(b't') => cursor.word("true", Value::Truth(true))?,
            Some(b'f') => cursor.word("false", Value::Truth(false))?,
            _ => Value::Number(cursor.number()?),
        };
        each(key, value)?;
        match cursor.peek() {
            Some(b',') => cursor.at += 1,
            Some(b'}') => {
                cursor.at += 1;
                return cursor.end();
            }
            _ => return Err(Fault::Broken),
        }
    }
}

/// Whether a text is a number of JSON.
pub(crate) fn is_number(text: &str) -> bool {
    let mut cursor = Cursor { text, at: 0 };
    cursor.number().is_ok() && cursor.at == text.len()
}

struct Cursor<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Cursor<'a> {
    fn byte(&self) -> Option<u8> {
        self.text.as_bytes().get(self.at).copied()
    }

    /// The next byte that is not a space.
    fn peek(&mut self) -> Option<u8> {
        while matches!(self.byte(), Some(b' ' | b'\t' | b'\r' | b'\n')) {
            self.at += 1;
        }
        self.byte()
    }

    fn expect(&mut self, byte: u8) -> Result<(), Fault> {
        if self.peek() != Some(byte) {
            return Err(Fault::Broken);
        }
        self.at += 1;
        Ok(())
    }

    fn end(&mut self) -> Result<(), Fault> {
        if self.peek().is_none() { Ok(()) } else { Err(Fault::Broken) }
    }

    fn word<T>(&mut self, word: &str, value: T) -> Result<T, Fault> {
        if !self.text.as_bytes()[self.at..].starts_with(word.as_bytes()) {
            return Err(Fault::Broken);
        }
        self.at += word.len();
        Ok(value)
    }

    fn string(&mut self) -> Result<Cow<'a, str>, Fault> {
        self.expect(b'"')?;
        let bytes = self.text.as_bytes();
        let start = self.at;
        let mut has_escapes = false;
        loop {
            let next = memchr2(b'"', b'\\', &bytes[self.at..]).ok_or(Fault::Broken)?;
            self.at += next + 1;
            if bytes[self.at - 1] == b'"' {
                break;
            }
            has_escapes = true;
            // Whatever is escaped ends no string; a line that ends here has no quote any more.
            self.at = (self.at + 1).min(bytes.len());
        }
        let inside = start..self.at - 1;
        if has_escapes {
            let quoted = &self.text[inside.start - 1..=inside.end];
            return serde_json::from_str(quoted).map(Cow::Owned).map_err(|_| Fault::Broken);
        }
        let text = &self.text[inside];
        if text.bytes().any(|byte| byte < 0x20) { Err(Fault::Broken) } else { Ok(text.into()) }
    }

    fn number(&mut self) -> Result<&'a str, Fault> {
        let start = self.at;
        if self.byte() == Some(b'-') {
            self.at += 1;
        }
        if self.byte() == Some(b'0') {
            self.at += 1;
        } else {
            self.digits()?;
        }
        if self.byte() == Some(b'.') {
            self.at += 1;
            self.digits()?;
        }
        if matches!(self.byte(), Some(b'e' | b'E')) {
            self.at += 1;
            if matches!(self.byte(), Some(b'+' | b'-')) {
                self.at += 1;
            }
            self.digits()?;
        }
        Ok(&self.text[start..self.at])
    }

    fn digits(&mut self) -> Result<(), Fault> {
        let start = self.at;
        while matches!(self.byte(), Some(b'0'..=b'9')) {
            self.at += 1;
        }
        if self.at == start { Err(Fault::Broken) } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn parts(line: &str) -> Result<Vec<(String, String)>, Fault> {
        let mut parts = Vec::new();
        object(line, |key, value| {
            let text = match value {
                Value::Null => "null".to_owned(),
                Value::Truth(truth) => truth.to_string(),
                Value::Number(number) => number.to_owned(),
                Value::Text(text) => format!("\"{text}\""),
            };
            parts.push((key.into_owned(), text));
            Ok(())
        })?;
        Ok(parts)
    }

    #[test]
    fn a_line_is_taken_apart() {
        let line = r#" { "a" : -0.50e+2 ,"b":"x\"\u00fc\\","c":null,"d":true,"":false } "#;
        let got = parts(line).unwrap();
        let expected =
            [("a", "-0.50e+2"), ("b", "\"x\"ü\\\""), ("c", "null"), ("d", "true"), ("", "false")];
        assert!(got.iter().map(|(key, value)| (&**key, &**value)).eq(expected));
        assert_eq!(parts("{}").unwrap(), []);
    }

    #[test]
    fn what_is_no_flat_object_is_told() {
        let nested = |key: &str| Fault::Nested(key.to_owned());
        for (line, fault) in [
            ("[1]", Fault::Broken),
            ("7", Fault::Broken),
            ("{", Fault::Broken),
            ("{\"a\"}", Fault::Broken),
            ("{\"a\":}", Fault::Broken),
            ("{\"a\":01}", Fault::Broken),
            ("{\"a\":1.}", Fault::Broken),
            ("{\"a\":NaN}", Fault::Broken),
            ("{\"a\":1,}", Fault::Broken),
            ("{\"a\":1} {}", Fault::Broken),
            ("{\"a\":\"\\", Fault::Broken),
            ("{\"a\":\"\\ud800\"}", Fault::Broken),
            ("{\"a\":\"\t\"}", Fault::Broken),
            ("{\"a\":1,\"b\":[]}", nested("b")),
            ("{\"a\":{\"b\":1}}", nested("a")),
        ] {
            assert_eq!(parts(line), Err(fault), "{line}");
        }
    }

    proptest! {
        /// What serde_json takes as a flat object is one, and nothing else is.
        #[test]
        fn the_library_agrees(line in r#"\{?( ?"[ab\\"nu0é]{0,4}" ?:( ?-?[0-9]{0,2}(\.[0-9]?)?([eE][-+]?[0-9]?)?|"[x\\"un0]{0,5}"|null|true|fals|\[\]|\{\}),?){0,3}\}? ?"#) {
            let whole: Result<serde_json::Map<String, serde_json::Value>, _> =
                serde_json::from_str(&line);
            match (parts(&line), whole) {
                (Ok(parts), Ok(whole)) => {
                    for (key, _) in &parts {
                        prop_assert!(whole.contains_key(key));
                    }
                    prop_assert!(whole.len() <= parts.len());
                    prop_assert!(whole.values().all(|value| !value.is_array() && !value.is_object()));
                }
                (Err(Fault::Nested(_)), _) | (Err(_), Err(_)) => {}
                // Numbers that no float can hold are none of the library's.
                (Ok(_), Err(error)) => prop_assert!(error.to_string().contains("number out of range")),
                (Err(fault), Ok(_)) => prop_assert!(false, "{fault:?}"),
            }
        }
    }
}
