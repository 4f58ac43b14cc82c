//! What is known of single cells, `.hst`: their codes, what is said of them, and numbers for it.
//!
//! ```text
//! North,Steel,u            unsafe, whatever the rules say; `s` safe, `p` must be published
//! "",Steel,c,40            costs so much to hide
//! North,"",pl,20,30        must stay in doubt by so much below and above
//! ```
//!
//! An empty code stands for the total. Cells that were hidden in another table have `m` or `ml`.

use crate::Fault;
use crate::text::{cells, lines};
use ridotto_catalogue::Decimal;

/// What is said of a cell.
#[derive(Clone, PartialEq, Eq)]
pub struct Known {
    /// The line, from 1.
    pub line: u64,
    /// Its codes, in the order of the dimensions; none for a total.
    pub codes: Vec<Option<String>>,
    /// What is said.
    pub says: Says,
}

/// Tells what is said, and not of which cell.
impl std::fmt::Debug for Known {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Known(line {}, {:?})", self.line, self.says)
    }
}

/// What can be said of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Says {
    /// It is safe, whatever the rules say.
    Safe,
    /// It is unsafe, whatever the rules say.
    Unsafe,
    /// It must be published.
    Published,
    /// It is hidden, though it is safe.
    Hidden,
    /// It costs so much to hide.
    Cost(Decimal),
    /// It must stay in doubt by so much below and above its value.
    Levels(Decimal, Decimal),
    /// Everybody knows it to lie between these.
    Bounds(Decimal, Decimal),
}

/// Reads an a-priori file of a table with so many dimensions. The separator is found if none is said:
/// a semicolon where the first line has one, else a comma.
pub fn apriori(text: &str, dimensions: usize, said: Option<char>) -> Result<Vec<Known>, Fault> {
    let first = lines(text).next().map_or("", |(_, line)| line);
    let found = if first.contains(';') { ';' } else { ',' };
    let separator = said.unwrap_or(found);
    lines(text)
        .map(|(line, text)| known(line, &cells(line, text, separator)?, dimensions))
        .collect()
}

fn known(line: u64, cells: &[String], dimensions: usize) -> Result<Known, Fault> {
    let (Some(codes), Some(word)) = (cells.get(..dimensions), cells.get(dimensions)) else {
        let message = format!("{} cells, where {} are needed", cells.len(), dimensions + 1);
        return Err(Fault::new(line, message, "write a code for each dimension, and what is said"));
    };
    let number = |at: usize| {
        let cell = cells.get(dimensions + at).map(String::as_str).unwrap_or_default();
        let number = cell.parse::<Decimal>().ok();
        let hint = "`c` needs one number, `pl` and `ab` two; with a decimal point";
        number.ok_or_else(|| {
            Fault::new(line, format!("cell {} is no number", dimensions + at + 1), hint)
        })
    };
    let says = match &*word.to_ascii_lowercase() {
        "s" => Says::Safe,
        "u" => Says::Unsafe,
        "p" => Says::Published,
        "m" | "ml" => Says::Hidden,
        "c" | "w" => Says::Cost(number(1)?),
        "pl" => Says::Levels(number(1)?, number(2)?),
        "ab" => Says::Bounds(number(1)?, number(2)?),
        _ => {
            let hint = "say s, u, p, m, c with a number, or pl or ab with two, after the codes";
            return Err(Fault::new(
                line,
                format!("cell {} says nothing of a cell", dimensions + 1),
                hint,
            ));
        }
    };
    let code = |code: &String| (!code.is_empty()).then(|| code.clone());
    Ok(Known { line, codes: codes.iter().map(code).collect(), says })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_told_by_their_codes() {
        let text = "\"\",\"\",p\r\nRegA,\" 1\",U\r\n02,x,c,40.5\r\n02,y,pl,1,2\n02,z,ml\n";
        let known = apriori(text, 2, None).unwrap();
        assert_eq!(known[0].codes, [None, None]);
        assert_eq!(known[1].codes, [Some("RegA".to_owned()), Some("1".to_owned())]);
        let says: Vec<Says> = known.iter().map(|one| one.says).collect();
        let (cost, two) = ("40.5".parse().unwrap(), Decimal::from(2));
        let levels = Says::Levels(Decimal::ONE, two);
        assert_eq!(says, [Says::Published, Says::Unsafe, Says::Cost(cost), levels, Says::Hidden]);
        assert_eq!(apriori("a;b;s\n", 2, None).unwrap()[0].says, Says::Safe);
        assert_eq!(apriori("a|b|s\n", 2, Some('|')).unwrap()[0].says, Says::Safe);
        assert!(apriori("", 2, None).unwrap().is_empty());
    }

    #[test]
    fn faults_tell_their_lines_and_no_code() {
        for (text, message) in [
            ("secret,u\n", "line 1: 2 cells, where 3 are needed"),
            ("a,b,u\nsecret,b,x\n", "line 2: cell 3 says nothing of a cell"),
            ("a,b,pl,1\n", "line 1: cell 5 is no number"),
            ("a,\"b,u\n", "line 1: a quote is open at the end of the line"),
        ] {
            assert_eq!(apriori(text, 2, None).unwrap_err().to_string(), message);
        }
    }
}
