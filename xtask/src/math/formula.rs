//! A formula of the catalogue as MathML.
//!
//! Words stay words; single letters, numbers and signs become mathematics. ` / ` with spaces is a fraction
//! of all that is beside it, `1/k` one of its neighbours alone; `^` raises; `|…|` is a size or an absolute
//! value; `sqrt(…)`, `log2`, `sum of`, `mean over … of` and Greek names are written as one writes them.

use std::fmt::Write;

/// A formula in one line: what is mathematics as elements of MathML, and clauses of words as they are. A
/// browser breaks lines between clauses only, so each is an element of its own.
pub fn mathml(formula: &str) -> String {
    for separator in ["; ", ", "] {
        if let Some(at) = outside(formula, separator) {
            let (left, right) = (&formula[..at], &formula[at + separator.len()..]);
            return format!("{}{separator}{}", mathml(left), mathml(right));
        }
    }
    let is_word =
        |word: &str| word.chars().count() > 1 && word.chars().all(is_letter) || word == "a";
    if formula.split(' ').all(is_word) && aggregate(formula).is_none() {
        return escaped(formula);
    }
    format!("<math>{}</math>", row(formula.trim()))
}

/// What parts a formula, the loosest first, and how it is written.
const SEPARATORS: [(&str, &str); 15] = [
    ("; ", "<mtext>;&#160;</mtext>"),
    (", ", "<mtext>,&#160;</mtext>"),
    (": ", "<mtext>:&#160;</mtext>"),
    (" and ", "<mtext>&#160;and&#160;</mtext>"),
    (" where ", "<mtext>&#160;where&#160;</mtext>"),
    (" becomes ", "<mo>↦</mo>"),
    (" >= ", "<mo>≥</mo>"),
    (" <= ", "<mo>≤</mo>"),
    (" > ", "<mo>&gt;</mo>"),
    (" < ", "<mo>&lt;</mo>"),
    (" = ", "<mo>=</mo>"),
    (" ⊂ ", "<mo>⊂</mo>"),
    (" + ", "<mo>+</mo>"),
    (" - ", "<mo>−</mo>"),
    (" | ", "<mo stretchy=\"false\">∣</mo>"),
];

/// What takes all that follows, and its sign.
const OPERATORS: [(&str, &str); 8] = [
    ("sum", "<mo>∑</mo>"),
    ("Σ", "<mo>∑</mo>"),
    ("product", "<mo>∏</mo>"),
    ("∏", "<mo>∏</mo>"),
    ("max", "<mi>max</mi>"),
    ("min", "<mi>min</mi>"),
    ("mean", "<mtext>mean</mtext>"),
    ("median", "<mtext>median</mtext>"),
];

fn row(text: &str) -> String {
    for (separator, sign) in SEPARATORS {
        let at = outside_all(text, separator)
            .into_iter()
            .find(|at| separator != " and " || !is_under(&text[..*at]));
        if let Some(at) = at {
            let (left, right) = (&text[..at], &text[at + separator.len()..]);
            return format!("<mrow>{}{sign}{}</mrow>", row(left), row(right));
        }
    }
    let division = last_outside(text, " / ");
    if let Some((at, made)) = aggregate(text)
        && division.is_none_or(|division| outside(text, " / ").unwrap_or(division) > at)
    {
        return made;
    }
    // From the left, as division goes: the last one is the outermost.
    if let Some(at) = division {
        return fraction(&text[..at], &text[at + 3..]);
    }
    terms(text)
}

/// Whether a text ends within what an operator is over: `mean over attributes`.
fn is_under(text: &str) -> bool {
    text.rsplit_once(" over ").is_some_and(|(_, rest)| !rest.contains(" of "))
}

/// `sum of …`, `mean over … of …`, and where it begins.
fn aggregate(text: &str) -> Option<(usize, String)> {
    let begins = OPERATORS.iter().filter_map(|(name, sign)| {
        let places = text.match_indices(name).map(|(at, _)| at);
        let is_it = |at: &usize| is_outside(text, *at) && (*at == 0 || text[..*at].ends_with(' '));
        let at =
            places.filter(is_it).find(|at| after_operator(&text[at + name.len()..]).is_some())?;
        Some((at, *name, *sign))
    });
    let (at, name, sign) = begins.min_by_key(|(at, ..)| *at)?;
    let (under, rest) = after_operator(&text[at + name.len()..])?;
    let operator = match under {
        "" if sign.starts_with("<mtext>") => format!("<mtext>{name} of</mtext>"),
        "" => sign.to_owned(),
        under => format!("<munder>{sign}<mtext>{}</mtext></munder>", escaped(under)),
    };
    let before = terms(text[..at].trim_end());
    Some((at, format!("<mrow>{before}{SPACE}{operator}{SPACE}{}</mrow>", row(rest))))
}

const SPACE: &str = "<mspace width=\"0.2em\"/>";

/// What an operator is over, and what it is of.
fn after_operator(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix(" of ") {
        return Some(("", rest));
    }
    // The first `of`, but for "over pairs of attributes of …".
    let rest = text.strip_prefix(" over ")?;
    let start = if rest.starts_with("pairs of ") { "pairs of ".len() } else { 0 };
    let at = start + rest[start..].find(" of ")?;
    Some((&rest[..at], &rest[at + 4..]))
}

/// A fraction of what is nearest: all words, or a single term where one stands there.
fn fraction(left: &str, right: &str) -> String {
    let is_fraction = outside(left, " / ").is_some();
    let (before, top) = if is_fraction { ("", left) } else { split_last(left) };
    let (bottom, after) = split_first(right);
    let made = format!("<mfrac>{}{}</mfrac>", part(top), part(bottom));
    format!("<mrow>{}{made}{}</mrow>", terms(before), gap(after))
}

fn gap(after: &str) -> String {
    if after.is_empty() { String::new() } else { format!("<mtext>&#160;</mtext>{}", terms(after)) }
}

/// One side of a fraction needs no brackets around all of it.
fn part(text: &str) -> String {
    let inner = text.strip_prefix('(').and_then(|text| text.strip_suffix(')'));
    match inner.filter(|inner| brackets(inner).is_some()) {
        Some(inner) => row(inner),
        None => row(text),
    }
}

/// The last term, if it is mathematics; otherwise all is one term.
fn split_last(text: &str) -> (&str, &str) {
    let spaces: Vec<usize> = outside_all(text, " ");
    let at = spaces.last().copied().filter(|at| is_mathematics(&text[at + 1..]));
    at.map_or(("", text), |at| (&text[..at], &text[at + 1..]))
}

/// The first term and the rest, if it is mathematics; otherwise all is one term.
fn split_first(text: &str) -> (&str, &str) {
    let spaces: Vec<usize> = outside_all(text, " ");
    let at = spaces.first().copied().filter(|at| is_mathematics(&text[..*at]));
    at.map_or((text, ""), |at| (&text[..at], &text[at + 1..]))
}

fn is_mathematics(term: &str) -> bool {
    let is_word = |term: &str| term.chars().count() > 1 && term.chars().all(is_letter);
    !is_word(term)
}

fn is_letter(letter: char) -> bool {
    letter.is_alphabetic() || letter == '-' || letter == '\''
}

/// Terms with spaces between them: words together, mathematics by itself.
fn terms(text: &str) -> String {
    let mut made = String::new();
    let mut words: Vec<&str> = Vec::new();
    let spaces = outside_all(text, " ");
    let starts = std::iter::once(0).chain(spaces.iter().map(|at| at + 1));
    for (start, end) in starts.zip(spaces.iter().copied().chain([text.len()])) {
        let term = &text[start..end];
        let is_sign = term.chars().count() == 1 && term != "a" || greek(term).is_some();
        if term.chars().all(is_letter) && !is_sign {
            words.push(term);
            continue;
        }
        flush(&mut made, &mut words, true);
        // A star is a product between two terms, and itself where one is told of it.
        made += &if term == "*" && (start == 0 || text[..start].ends_with("where ")) {
            "<mo>*</mo>".to_owned()
        } else {
            self::term(term)
        };
        if end < text.len() {
            made += SPACE;
        }
    }
    flush(&mut made, &mut words, false);
    format!("<mrow>{made}</mrow>")
}

/// Writes the words so far, with spaces around them where mathematics is beside them.
fn flush(made: &mut String, words: &mut Vec<&str>, goes_on: bool) {
    if words.is_empty() {
        return;
    }
    let before = if made.is_empty() { "" } else { "&#160;" };
    let after = if goes_on { "&#160;" } else { "" };
    let _ = write!(made, "<mtext>{before}{}{after}</mtext>", escaped(&words.join(" ")));
    words.clear();
}

/// A term without spaces outside of brackets.
fn term(text: &str) -> String {
    if let Some(at) = last_outside(text, "/") {
        let (top, bottom) = (&text[..at], &text[at + 1..]);
        if !top.is_empty() && !bottom.is_empty() {
            return format!("<mfrac>{}{}</mfrac>", part(top), part(bottom));
        }
    }
    if let Some(at) = last_outside(text, "^") {
        let (base, power) = (&text[..at], &text[at + 1..]);
        if !base.is_empty() && !power.is_empty() {
            return format!("<msup>{}{}</msup>", term(base), part(power));
        }
    }
    if let Some(base) = text.strip_suffix('\'').filter(|base| base.ends_with(')')) {
        return format!("<msup>{}<mo>′</mo></msup>", term(base));
    }
    if let Some((open, inner, close)) = bracketed(text) {
        return match (open, close) {
            ("sqrt(", ")") => format!("<msqrt>{}</msqrt>", row(inner)),
            _ => format!("<mrow>{}{}{}</mrow>", name(open), row(inner), bracket(close)),
        };
    }
    atom(text)
}

/// A name with an opening bracket after it, such as `share(`.
fn name(open: &str) -> String {
    let at = open.len() - open.chars().next_back().map_or(0, char::len_utf8);
    let (name, sign) = open.split_at(at);
    format!("{}{}", atom(name), bracket(sign))
}

/// Round brackets grow with what is in them; bars and braces would grow beyond it.
fn bracket(sign: &str) -> String {
    if matches!(sign, "(" | ")") {
        return format!("<mo>{sign}</mo>");
    }
    format!("<mo stretchy=\"false\">{sign}</mo>")
}

/// What opens, what is within, and what closes, if the brackets are around all but a name.
fn bracketed(text: &str) -> Option<(&str, &str, &str)> {
    let open = text.find(['(', '|', '{', '['])?;
    let is_name = text[..open].chars().all(|c| is_letter(c) || c.is_ascii_digit());
    let close = text.chars().next_back().filter(|c| matches!(c, ')' | '|' | '}' | ']'))?;
    let end = text.len() - close.len_utf8();
    let inner = text.get(open + 1..end)?;
    let is_whole = is_name && brackets(inner).is_some();
    is_whole.then(|| (&text[..=open], inner, &text[end..]))
}

/// A letter, a number, a sign or a word.
fn atom(text: &str) -> String {
    if let Some(sign) = greek(text) {
        return format!("<mi>{sign}</mi>");
    }
    if text == "log2" {
        return "<msub><mi>log</mi><mn>2</mn></msub>".to_owned();
    }
    if let Some(rest) = text.strip_prefix('-').filter(|rest| !rest.is_empty()) {
        return format!("<mrow><mo>−</mo>{}</mrow>", term(rest));
    }
    let is_number = text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let letters = text.chars().filter(|c| *c != '\'').count();
    let text = escaped(text);
    match text.as_str() {
        "" => String::new(),
        "*" | "·" => "<mo>·</mo>".to_owned(),
        "%" => "<mo>%</mo>".to_owned(),
        _ if is_number => format!("<mn>{text}</mn>"),
        _ if letters == 1 => format!("<mi>{}</mi>", text.replace('\'', "′")),
        _ => format!("<mtext>{text}</mtext>"),
    }
}

fn greek(name: &str) -> Option<&'static str> {
    let names = [("alpha", "α"), ("beta", "β"), ("delta", "δ"), ("epsilon", "ε"), ("chi", "χ")];
    names.iter().find(|(word, _)| *word == name).map(|(_, sign)| *sign)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// How deep in brackets each byte is; `None` if brackets do not match. A bar opens where a term begins.
fn brackets(text: &str) -> Option<Vec<usize>> {
    let mut open: Vec<char> = Vec::new();
    let mut depths = Vec::with_capacity(text.len());
    let mut before = ' ';
    let mut letters = text.chars().peekable();
    while let Some(letter) = letters.next() {
        let next = letters.peek().copied().unwrap_or(' ');
        let is_alone = before == ' ' && next == ' ' && !depths.is_empty();
        match letter {
            '|' if is_alone => depths.push(open.len()),
            '|' if open.last() == Some(&'|') && !opens(before) => {
                open.pop();
                depths.push(open.len() + 1);
            }
            '(' | '{' | '[' | '|' => {
                open.push(letter);
                depths.push(open.len());
            }
            ')' | '}' | ']' => {
                depths.push(open.len());
                // A half-open interval closes with another bracket than it opened with.
                open.pop().filter(|open| *open != '|')?;
            }
            _ => depths.resize(depths.len() + letter.len_utf8(), open.len()),
        }
        before = letter;
    }
    open.is_empty().then_some(depths)
}

/// Whether a bar after this sign opens.
fn opens(before: char) -> bool {
    matches!(before, ' ' | '(' | '{' | '/' | '-')
}

fn is_outside(text: &str, at: usize) -> bool {
    brackets(text).is_none_or(|depths| depths[at] == 0)
}

fn outside_all(text: &str, sign: &str) -> Vec<usize> {
    let depths = brackets(text).unwrap_or_else(|| vec![0; text.len()]);
    text.match_indices(sign).map(|(at, _)| at).filter(|at| depths[*at] == 0).collect()
}

fn outside(text: &str, sign: &str) -> Option<usize> {
    outside_all(text, sign).first().copied()
}

fn last_outside(text: &str, sign: &str) -> Option<usize> {
    outside_all(text, sign).last().copied()
}

#[cfg(test)]
mod tests {
    use super::mathml;

    /// The formula with its tags as short signs, to be read at a glance.
    fn short(formula: &str) -> String {
        let made = mathml(formula);
        let marks = [("<mfrac>", "F["), ("</mfrac>", "]"), ("<msqrt>", "R["), ("</msqrt>", "]")];
        let marks = marks.into_iter().chain([("<msup>", "P["), ("</msup>", "]")]);
        let marks = marks.chain([("<munder>", "U["), ("</munder>", "]"), ("&#160;", " ")]);
        let made = marks.fold(made, |text, (tag, mark)| text.replace(tag, mark));
        let mut text = String::new();
        let mut is_tag = false;
        for letter in made.chars() {
            match letter {
                '<' => is_tag = true,
                '>' if is_tag => is_tag = false,
                _ if !is_tag => text.push(letter),
                _ => {}
            }
        }
        text
    }

    #[test]
    fn formulas_are_read_as_one_reads_them() {
        for (formula, read) in [
            ("|C| >= k, for every class C", "|C|≥k, for every class C"),
            ("records / classes / k", "F[F[recordsclasses]k]"),
            ("mean over records r of 1 / |C(r)| <= at-most", "U[meanrecords r]F[1|C(r)|]≤at-most"),
            ("sqrt(1 - sum of sqrt(p q))", "R[1−∑R[pq]]"),
            ("sum of |C|^2 over the classes C", "∑P[|C|2] over the classes C"),
            ("(values under the label - 1) / (values - 1)", "F[values under the label−1values−1]"),
            ("1/2 sum of |p - q|", "F[12]∑|p−q|"),
            ("P(value | label)", "P(value∣label)"),
            ("e^epsilon P", "P[eε]P"),
            ("sqrt(chi^2 / n / (m - 1))", "R[F[F[P[χ2]n]m−1]]"),
            (
                "mean over attributes and records of level / height",
                "U[meanattributes and records]F[levelheight]",
            ),
            ("(records with |x - y| <= s/10) / records", "F[records with |x−y|≤F[s10]records]"),
            ("(a - b)' Q (a - b)", "P[(a−b)′]Q(a−b)"),
            ("the same by one Choquet integral", "the same by one Choquet integral"),
        ] {
            assert_eq!(short(formula), read, "{}", mathml(formula));
        }
    }
}
