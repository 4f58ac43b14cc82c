//! A worked example: what a definition gives on a small table, step by step.
//!
//! Nothing in it is true by hand. A test of the program evaluates every calculation in the text, types what
//! `run` says, and looks for the answer in what the program prints and writes.

use crate::small::{MASKED, NUMBERS, RELEASED, STAYS, SURVEY, SmallTable};
use serde::Serialize;

/// A worked example.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Worked {
    /// The small tables that it is about.
    pub tables: &'static [&'static SmallTable],
    /// What its policy says beside, or instead of, the usual one ([`POLICIES`](crate::small::POLICIES)).
    pub policy: &'static str,
    /// Step by step, in Markdown. What is `code` with an equals sign in it is a calculation; what is
    /// **bold** is in the answer of the program.
    pub text: &'static str,
    /// What is said to the program, without its name.
    pub run: &'static [&'static str],
    /// Its answer: how lines begin that it prints or writes, with any spaces between words.
    pub says: &'static [&'static str],
}

// A constant function may not borrow a static; a constant may.
const OF_RELEASED: &[&SmallTable] = &[&RELEASED];
const OF_STAYS: &[&SmallTable] = &[&STAYS];
const OF_BOTH: &[&SmallTable] = &[&STAYS, &RELEASED];
const OF_NUMBERS: &[&SmallTable] = &[&NUMBERS, &MASKED];
const OF_SURVEY: &[&SmallTable] = &[&SURVEY];

impl Worked {
    /// In words alone: for a definition of one's own.
    pub const fn told(text: &'static str) -> Self {
        Self { tables: &[], policy: "", text, run: &[], says: &[] }
    }

    /// What the released stays attain.
    pub const fn checked(
        policy: &'static str,
        text: &'static str,
        says: &'static [&'static str],
    ) -> Self {
        let run = &["check released.csv --policy stays.toml"];
        Self { tables: OF_RELEASED, policy, text, run, says }
    }

    /// What becomes of the stays.
    pub const fn released(
        policy: &'static str,
        text: &'static str,
        says: &'static [&'static str],
    ) -> Self {
        let run = &["anonymize stays.toml --keep-order --seed 1"];
        Self { tables: OF_STAYS, policy, text, run, says }
    }

    /// How the stays and the released stays compare.
    pub const fn assessed(text: &'static str, says: &'static [&'static str]) -> Self {
        let run = &["assess stays.csv released.csv --policy stays.toml --same-order -v"];
        Self { tables: OF_BOTH, policy: "", text, run, says }
    }

    /// What an intruder who knows the stays learns from the released ones.
    pub const fn attacked(text: &'static str, says: &'static [&'static str]) -> Self {
        let run = &["attack stays.csv released.csv --policy stays.toml --same-order"];
        Self { tables: OF_BOTH, policy: "", text, run, says }
    }

    /// How two columns of numbers compare with the same after noise.
    pub const fn perturbed(text: &'static str, says: &'static [&'static str]) -> Self {
        let run = &["assess numbers.csv masked.csv --quasi-identifiers x,y --same-order -v"];
        Self { tables: OF_NUMBERS, policy: "", text, run, says }
    }

    /// What a sample with weights and households tells of the population that it is from.
    pub const fn surveyed(text: &'static str, says: &'static [&'static str]) -> Self {
        let policy = "[data]\ninput = \"survey.csv\"\nweight = \"weight\"\nhousehold = \"home\"\n";
        let run =
            &["assess survey.csv survey.csv --policy survey.toml --same-order --population 100 -v"];
        Self { tables: OF_SURVEY, policy, text, run, says }
    }

    /// The example as a part of a page that lies beside the page of the small tables.
    pub fn markdown(&self) -> String {
        let mut text = String::from("**Worked example**");
        if !self.tables.is_empty() {
            text += &format!(", on {}", self.links());
        }
        text += &format!(". {}", self.text);
        if !self.policy.is_empty() {
            text += &format!("\n\n```toml\n{}```", self.policy);
        }
        if !self.run.is_empty() {
            text += &format!("\n\n```text\n{}\n```", self.session().join("\n"));
        }
        text
    }

    fn links(&self) -> String {
        let link = |table: &&SmallTable| format!("[{0}](tables.md#{0})", table.name);
        self.tables.iter().map(link).collect::<Vec<_>>().join(" and ")
    }

    /// What is typed and what is answered, line by line.
    pub fn session(&self) -> Vec<String> {
        let typed = self.run.iter().map(|command| format!("$ ridotto {command}"));
        typed.chain(self.says.iter().map(|line| format!("  {line}"))).collect()
    }
}
