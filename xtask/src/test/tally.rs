//! The sum of what many test binaries report, and of what they could not run.

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

/// Counts of tests, by what became of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
    measured: u64,
    filtered: u64,
    /// The tests that said that they cannot run here, by reason. The runner takes them for passed.
    skipped: BTreeMap<String, BTreeSet<String>>,
}

impl Tally {
    /// Adds a line like `test result: ok. 3 passed; 0 failed; …`; other lines say nothing.
    pub fn read(&mut self, line: &str) {
        let Some((_, counts)) =
            line.strip_prefix("test result: ").and_then(|rest| rest.split_once(". "))
        else {
            return;
        };
        for count in counts.split("; ") {
            let (number, what) = count.split_once(' ').unwrap_or_default();
            let number: u64 = number.parse().unwrap_or(0);
            match what {
                "passed" => self.passed += number,
                "failed" => self.failed += number,
                "ignored" => self.ignored += number,
                "measured" => self.measured += number,
                "filtered out" => self.filtered += number,
                _ => {}
            }
        }
    }

    /// Adds the list that `ridotto_testkit::skip` writes: package, program, test and reason, parted by tabs. A
    /// test that says it twice was skipped once, for the first reason.
    pub fn skip(&mut self, list: &str) {
        let mut seen = BTreeSet::new();
        for line in list.lines() {
            let mut cells = line.splitn(4, '\t');
            let [package, program, test, reason] =
                [(); 4].map(|()| cells.next().unwrap_or_default());
            let name = format!("{package} {program} {test}");
            if seen.insert(name.clone()) {
                self.skipped.entry(reason.to_owned()).or_default().insert(name);
            }
        }
    }

    fn skips(&self) -> u64 {
        self.skipped.values().map(|tests| tests.len() as u64).sum()
    }

    /// What could not run here, by reason; no line at all if everything ran.
    pub fn not_run(&self) -> String {
        let mut lines = Vec::new();
        if !self.skipped.is_empty() {
            lines.push(format!("skipped, because they cannot run here: {}\n", self.skips()));
        }
        for (reason, tests) in &self.skipped {
            lines.push(format!("  {reason}: {}\n", tests.len()));
            lines.extend(tests.iter().map(|test| format!("    {test}\n")));
        }
        lines.concat()
    }

    /// The sum, in the runner's own words. What was skipped has not passed: it counts as ignored.
    pub fn line(&self, time: Duration) -> String {
        let Self { failed, measured, filtered, .. } = self;
        let skipped = self.skips().min(self.passed);
        let (passed, ignored) = (self.passed - skipped, self.ignored + skipped);
        let verdict = if *failed == 0 { "ok" } else { "FAILED" };
        format!(
            "test result: {verdict}. {passed} passed; {failed} failed; {ignored} ignored; \
             {measured} measured; {filtered} filtered out; finished in {:.2}s",
            time.as_secs_f64()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_the_runner_add_up() {
        let mut tally = Tally::default();
        for line in [
            "running 3 tests",
            "test result: ok. 2 passed; 0 failed; 1 ignored; 0 measured; 4 filtered out; \
             finished in 0.10s",
            "",
            "test result: FAILED. 5 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out; \
             finished in 1.00s",
        ] {
            tally.read(line);
        }
        let sum = Tally { passed: 7, failed: 1, ignored: 1, filtered: 4, ..Tally::default() };
        assert_eq!(tally, sum);
        assert_eq!(
            tally.line(Duration::from_millis(1500)),
            "test result: FAILED. 7 passed; 1 failed; 1 ignored; 0 measured; 4 filtered out; \
             finished in 1.50s"
        );
        assert_eq!(tally.not_run(), "");
    }

    #[test]
    fn what_was_skipped_has_not_passed() {
        let mut tally = Tally { passed: 9, ignored: 1, ..Tally::default() };
        tally.skip(
            "ridotto-io\tpostgres\tkinds\tno PostgreSQL\n\
             ridotto-cli\tprogram\tpycanon::agrees\tno Python: install it\n\
             ridotto-io\tpostgres\tkinds\tno PostgreSQL\n\
             ridotto-io\tpostgres\tkinds\tno network\n\
             ridotto-cli\tprogram\tdatabases::people\tno PostgreSQL\n",
        );
        assert_eq!(
            tally.not_run(),
            "skipped, because they cannot run here: 3\n\
             \x20 no PostgreSQL: 2\n\
             \x20   ridotto-cli program databases::people\n\
             \x20   ridotto-io postgres kinds\n\
             \x20 no Python: install it: 1\n\
             \x20   ridotto-cli program pycanon::agrees\n"
        );
        assert_eq!(
            tally.line(Duration::from_secs(2)),
            "test result: ok. 6 passed; 0 failed; 4 ignored; 0 measured; 0 filtered out; \
             finished in 2.00s"
        );
    }
}
