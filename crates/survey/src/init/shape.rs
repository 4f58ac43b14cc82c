//! What the values of a column look like, whatever the column is called.

use super::check_digit::Numbered;
use std::net::IpAddr;

/// What nearly all values of a column look like.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// `a@b.example`
    Email,
    /// `+41 44 632 11 11`
    Phone,
    /// A number with a check digit.
    Numbered(Numbered),
    /// A network address.
    Address,
    /// The address of a network card.
    Hardware,
    /// A universally unique identifier.
    Uuid,
    /// The address of a page.
    Link,
    /// A place on the map, as two numbers.
    Coordinates,
    /// The address of a house: words and a number.
    Street,
    /// Codes of one length that are mostly digits: `53711`, `SW1A`, `I21.0`.
    Code,
    /// Sentences.
    Prose,
}

/// So large a share of the different values must look so.
const MOST: f64 = 0.95;
/// So many values are looked at.
const SAMPLE: usize = 2_000;

/// Whether a text looks so.
type Test<'a> = &'a dyn Fn(&str) -> bool;

/// What the different values of a column look like, if nearly all look alike. Dates and numbers
/// are for others to recognise: here they may pass for codes.
pub fn detect<'a>(values: impl Iterator<Item = &'a str> + Clone, distinct: usize) -> Option<Shape> {
    // Spread over the whole column, because values are sorted.
    let step = distinct.div_ceil(SAMPLE).max(1);
    let texts: Vec<&str> = values.step_by(step).map(str::trim).collect();
    if texts.is_empty() {
        return None;
    }
    let mostly = |is: Test<'_>| {
        let fitting = texts.iter().filter(|text| is(text)).count();
        fitting as f64 >= MOST * texts.len() as f64
    };
    let first: [(Shape, Test<'_>); 6] = [
        (Shape::Email, &is_email),
        (Shape::Uuid, &is_uuid),
        (Shape::Hardware, &is_hardware),
        (Shape::Address, &|text| text.contains(['.', ':']) && text.parse::<IpAddr>().is_ok()),
        (Shape::Link, &|text| text.starts_with("http://") || text.starts_with("https://")),
        (Shape::Coordinates, &is_coordinates),
    ];
    if let Some((shape, _)) = first.into_iter().find(|(_, is)| mostly(is)) {
        return Some(shape);
    }
    // A handful of values may pass a check by chance.
    if texts.len() >= 5
        && let Some(number) = Numbered::ALL.into_iter().find(|of| mostly(&|text| of.is_valid(text)))
    {
        return Some(Shape::Numbered(number));
    }
    let last: [(Shape, Test<'_>); 3] =
        [(Shape::Phone, &is_phone), (Shape::Street, &is_street), (Shape::Prose, &is_prose)];
    if let Some((shape, _)) = last.into_iter().find(|(_, is)| mostly(is)) {
        return Some(shape);
    }
    is_code(&texts).then_some(Shape::Code)
}

fn is_email(text: &str) -> bool {
    let Some((local, domain)) = text.rsplit_once('@') else { return false };
    !local.is_empty()
        && !text.contains(char::is_whitespace)
        && domain.contains('.')
        && domain.split('.').all(|part| !part.is_empty())
}

fn is_uuid(text: &str) -> bool {
    let lengths: Vec<usize> = text.split('-').map(str::len).collect();
    lengths == [8, 4, 4, 4, 12] && text.chars().all(|c| c == '-' || c.is_ascii_hexdigit())
}

fn is_hardware(text: &str) -> bool {
    [':', '-'].into_iter().any(|mark| {
        let parts: Vec<&str> = text.split(mark).collect();
        let is_byte = |part: &&str| part.len() == 2 && part.chars().all(|c| c.is_ascii_hexdigit());
        parts.len() == 6 && parts.iter().all(is_byte)
    })
}

/// Two numbers, of which the first is a latitude and the second a longitude, with three decimals.
fn is_coordinates(text: &str) -> bool {
    let mut parts = text.split([',', ';', ' ']).filter(|part| !part.is_empty());
    let (Some(one), Some(other), None) = (parts.next(), parts.next(), parts.next()) else {
        return false;
    };
    let within = |text: &str, most: f64| {
        let fine = text.split_once('.').is_some_and(|(_, fraction)| fraction.len() >= 3);
        fine && text.parse::<f64>().is_ok_and(|number| number.abs() <= most)
    };
    within(one, 90.0) && within(other, 180.0)
}

/// Begins with a plus or a zero, has 8 to 15 digits and only the usual marks between.
fn is_phone(text: &str) -> bool {
    let digits = text.chars().filter(char::is_ascii_digit).count();
    let usual =
        |c: char| c.is_ascii_digit() || matches!(c, '+' | ' ' | '-' | '/' | '(' | ')' | '.');
    let begins = text.starts_with('+') || text.starts_with("00") || text.starts_with('(');
    let parted = text.chars().filter(|c| !c.is_ascii_digit() && *c != '.').count() >= 1;
    let is_date = text.split(['-', '/', '.']).map(str::len).eq([4, 2, 2])
        || text.split(['-', '/', '.']).map(str::len).eq([2, 2, 4]);
    (8..=15).contains(&digits)
        && text.chars().all(usual)
        && (begins || (text.starts_with('0') && parted))
        && !is_date
}

/// Words with a letter, and a number at the beginning or the end.
fn is_street(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_number = |word: &str| {
        word.chars().next().is_some_and(|c| c.is_ascii_digit())
            && word.len() <= 5
            && word.chars().all(|c| c.is_ascii_alphanumeric())
    };
    let has_word = |words: &[&str]| {
        words.iter().any(|word| word.chars().filter(|c| c.is_alphabetic()).count() >= 3)
    };
    match &words[..] {
        [first, rest @ ..] if is_number(first) => rest.len() >= 2 && has_word(rest),
        [rest @ .., last] if is_number(last) => {
            let hints = ["str", "weg", "platz", "gasse", "straat", "laan", "gatan", "vägen"];
            let named = text.to_lowercase();
            let first = ["via ", "rue ", "calle ", "rua ", "viale ", "avenue ", "avenida "];
            has_word(rest)
                && (hints.iter().any(|hint| named.contains(hint))
                    || first.iter().any(|hint| named.starts_with(hint)))
        }
        _ => false,
    }
}

/// Five words or more.
fn is_prose(text: &str) -> bool {
    text.split_whitespace().filter(|word| word.chars().any(char::is_alphabetic)).count() >= 5
}

/// Without spaces, most with a digit, all short and of about one length.
fn is_code(texts: &[&str]) -> bool {
    let lengths = texts.iter().map(|text| text.chars().count());
    let (least, most) = (lengths.clone().min().unwrap_or(0), lengths.max().unwrap_or(0));
    let with_digit =
        texts.iter().filter(|text| text.contains(|c: char| c.is_ascii_digit())).count();
    let plain = |text: &&str| {
        text.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | ' '))
    };
    texts.len() >= 5
        && least >= 3
        && most <= 10
        && most - least <= 3
        && texts.iter().all(plain)
        && with_digit as f64 >= MOST * texts.len() as f64
}

impl Shape {
    /// What it is, in a few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Email => "e-mail addresses",
            Self::Phone => "telephone numbers",
            Self::Numbered(number) => number.name(),
            Self::Address => "network addresses",
            Self::Hardware => "hardware addresses",
            Self::Uuid => "unique identifiers",
            Self::Link => "links",
            Self::Coordinates => "places on the map",
            Self::Street => "street addresses",
            Self::Code => "codes",
            Self::Prose => "free text",
        }
    }

    /// Whether such a column names people or devices by itself.
    pub fn identifies(self) -> bool {
        self != Self::Code
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shape(texts: &[&str]) -> Option<Shape> {
        detect(texts.iter().copied(), texts.len())
    }

    #[test]
    fn identifiers_are_recognised() {
        for (texts, expected) in [
            (&["ada@example.org", "b.c+d@mail.example.com"][..], Shape::Email),
            (
                &["+41 44 632 11 11", "0041446321111", "044 632 11 11", "(030) 1234567"],
                Shape::Phone,
            ),
            (&["192.168.0.1", "10.0.0.7"], Shape::Address),
            (&["2001:db8::1", "::1"], Shape::Address),
            (&["00:1B:44:11:3A:B7", "00-1b-44-11-3a-b8"], Shape::Hardware),
            (&["123e4567-e89b-12d3-a456-426614174000"], Shape::Uuid),
            (&["https://example.org/u/7"], Shape::Link),
            (&["47.3769, 8.5417", "-33.8688,151.2093"], Shape::Coordinates),
            (&["221 Baker Street", "10 Downing Street"], Shape::Street),
            (&["Bahnhofstrasse 7", "Langer Weg 12a", "Via Roma 3"], Shape::Street),
            (&["she was seen by a doctor twice"], Shape::Prose),
            (
                &["943 476 5919", "9434765870", "4010232137", "9434765919", "401 023 2137"],
                Shape::Numbered(Numbered::UnitedKingdom),
            ),
        ] {
            assert_eq!(shape(texts), Some(expected), "{texts:?}");
            assert!(expected.identifies());
        }
    }

    #[test]
    fn codes_and_plain_words_are_told_apart() {
        assert_eq!(shape(&["53711", "53712", "02138", "94032", "94033"]), Some(Shape::Code));
        assert_eq!(shape(&["I21.0", "E11.9", "C50.4", "J45.0", "F32.1"]), Some(Shape::Code));
        for texts in [
            &[][..],
            &["red", "green", "blue", "white", "black"],
            &["12/31/1999", "01/02/2003"],
            &["Divorced", "Never married"],
            &["Type 2 diabetes", "Type 1 diabetes"],
            &["1.5", "2.25", "100.75", "3", "4"],
        ] {
            assert_eq!(shape(texts), None, "{texts:?}");
        }
    }

    #[test]
    fn a_few_exceptions_do_not_matter() {
        let mut texts: Vec<String> = (0..99).map(|at| format!("person{at}@example.org")).collect();
        texts.push("none".into());
        assert_eq!(detect(texts.iter().map(String::as_str), 100), Some(Shape::Email));
        texts.extend((0..20).map(|at| format!("none {at}")));
        assert_eq!(detect(texts.iter().map(String::as_str), 120), None);
    }
}
