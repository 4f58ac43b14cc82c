//! What attackers learn from tables of which cells are hidden, as another crate's audit says.

use crate::suppress::Problem;
use ridotto_audit::{Attacker, Audit, Need};

/// Cells to which somebody gets too near, by who does.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Attacked {
    /// Sensitive cells that are published.
    pub published: u64,
    /// Who knows the tables alone.
    pub outsider: u64,
    /// Who knows what they contributed.
    pub respondent: u64,
    /// Who is alone in another cell.
    pub alone: u64,
}

impl Attacked {
    /// How many cells are not safe.
    pub fn unsafe_cells(&self) -> u64 {
        self.published + self.outsider + self.respondent + self.alone
    }

    /// How many for whom, in words.
    pub fn by_whom(&self) -> String {
        let parts = [
            (self.published, "to everybody"),
            (self.outsider, "to outsiders"),
            (self.respondent, "to respondents of the cell"),
            (self.alone, "to who is alone in another cell"),
        ];
        let some = parts.into_iter().filter(|(count, _)| *count > 0);
        let words: Vec<String> = some.map(|(count, whom)| format!("{count} {whom}")).collect();
        words.join(", ")
    }
}

/// Of which sensitive cells it is asked what lines tell: of all, or of some that are spread evenly over very
/// many. Where lines tell something many cells fail, and to show that nothing helps a cell takes far longer
/// than a way that does.
pub fn asked_of_lines(needs: Vec<Need>) -> Vec<Need> {
    const MANY: usize = 5_000;
    const SOME: usize = 1_000;
    if needs.len() <= MANY {
        return needs;
    }
    (0..SOME).map(|at| needs[at * needs.len() / SOME]).collect()
}

/// Attacks tables in which some cells are hidden.
pub fn attacked(
    of: &Problem<'_>,
    hidden: &[bool],
    stopped: &(dyn Fn() -> bool + Sync),
) -> Attacked {
    let mut found = Attacked::default();
    let is_hidden = |need: &&Need| hidden[need.cell as usize];
    let needs: Vec<Need> = of.needs.iter().filter(is_hidden).copied().collect();
    found.published = (of.needs.len() - needs.len()) as u64;
    let audit =
        Audit::new((of.system, of.values, hidden), of.outside, of.contributors, of.alone_know)
            .with_everybody(of.everybody);
    for verdict in audit.verdicts(&needs, stopped) {
        match verdict.near {
            None => {}
            Some((Attacker::Outsider, _)) => found.outsider += 1,
            Some((Attacker::Contributor(_), _)) => found.respondent += 1,
            Some((Attacker::Alone(_), _)) => found.alone += 1,
        }
    }
    found
}
