//! Hierarchies, `.hrc`: a code in each line, and `@` before it for each level that it lies below the
//! first.
//!
//! ```text
//! North
//! @1
//! @2
//! South
//! @@3        a fault: nothing is between
//! ```
//!
//! Blanks around a code are not part of it: τ-Argus fills codes up to the width of their column.

use crate::Fault;
use crate::text::lines;

/// Deeper than that is no hierarchy.
const MOST_LEVELS: usize = 250;

/// A code with none below it, and the labels of the groups that it is in.
#[derive(Clone, PartialEq, Eq)]
pub struct Leaf {
    /// The line on which it stands, from 1.
    pub line: u64,
    /// The code, then the labels from the nearest group to the farthest. All leaves of a file have as
    /// many: one that is less deep than others repeats its nearest group.
    pub cells: Vec<String>,
}

/// Tells where it stands, and no code.
impl std::fmt::Debug for Leaf {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Leaf(line {}, {} cells)", self.line, self.cells.len())
    }
}

/// The leaves of a hierarchy, in their order.
pub fn hierarchy(text: &str) -> Result<Vec<Leaf>, Fault> {
    let mut codes: Vec<(u64, usize, &str)> = Vec::new();
    for (line, text) in lines(text) {
        let text = text.trim();
        let code = text.trim_start_matches('@');
        let depth = text.len() - code.len();
        let below = codes.last().map_or(0, |&(_, depth, _)| depth + 1);
        if depth > below {
            let hint = "a code lies one level below the one whose part it is: write one `@` less";
            let message = format!("a code lies {depth} levels deep, where {below} are possible");
            return Err(Fault::new(line, message, hint));
        }
        if depth > MOST_LEVELS {
            let message = format!("more than {MOST_LEVELS} levels");
            return Err(Fault::new(line, message, "leave out levels that nobody needs"));
        }
        let code = code.trim();
        if code.is_empty() {
            return Err(Fault::new(
                line,
                "`@` without a code",
                "write the code, or delete the line",
            ));
        }
        codes.push((line, depth, code));
    }
    if codes.is_empty() {
        return Err(Fault::new(1, "no code", "was the file written to its end?"));
    }
    Ok(leaves(&codes))
}

fn leaves(codes: &[(u64, usize, &str)]) -> Vec<Leaf> {
    let deepest = codes.iter().map(|&(_, depth, _)| depth).max().unwrap_or(0);
    let (mut above, mut leaves) = (Vec::new(), Vec::new());
    for (at, &(line, depth, code)) in codes.iter().enumerate() {
        above.truncate(depth);
        let is_group = codes.get(at + 1).is_some_and(|&(_, next, _)| next > depth);
        if !is_group {
            let nearest = above.last().copied().unwrap_or(code);
            let labels = std::iter::repeat_n(nearest, deepest - depth);
            let labels = labels.chain(above.iter().rev().copied());
            let cells = std::iter::once(code).chain(labels).map(str::to_owned).collect();
            leaves.push(Leaf { line, cells });
        }
        above.push(code);
    }
    leaves
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cells(text: &str) -> Vec<(u64, String)> {
        let leaves = hierarchy(text).unwrap();
        leaves.iter().map(|leaf| (leaf.line, leaf.cells.join("<"))).collect()
    }

    #[test]
    fn leaves_have_the_labels_above_them() {
        let text = "Nr\r\n@ 1\r\n@ 2\r\nOs \r\n@@".replace("@@", "@7\n@@8\n@@9");
        let found = cells(&text);
        let expected = [(2, "1<Nr<Nr"), (3, "2<Nr<Nr"), (6, "8<7<Os"), (7, "9<7<Os")]
            .map(|(line, cells)| (line, cells.to_owned()));
        assert_eq!(found, expected);
    }

    /// As some programs write them: blanks before the codes, two carriage returns.
    #[test]
    fn a_flat_one_has_no_labels() {
        let expected = [(1, "male".to_owned()), (3, "female".to_owned())];
        assert_eq!(cells("  male\r\r\n\nfemale\r\r\n"), expected);
        assert_eq!(cells("x\n@a\ny"), [(2, "a<x".to_owned()), (3, "y<y".to_owned())]);
    }

    #[test]
    fn faults_tell_their_lines() {
        for (text, line, message) in [
            ("", 1, "no code"),
            ("@a", 1, "a code lies 1 levels deep, where 0 are possible"),
            ("a\n@b\n@@@c", 3, "a code lies 3 levels deep, where 2 are possible"),
            ("a\n@ \nb", 2, "`@` without a code"),
        ] {
            let fault = hierarchy(text).unwrap_err();
            assert_eq!((fault.line, &*fault.message), (line, message));
        }
        let deep: Vec<String> = (0..300).map(|depth| format!("{}x", "@".repeat(depth))).collect();
        assert_eq!(hierarchy(&deep.join("\n")).unwrap_err().line, 252);
    }
}
