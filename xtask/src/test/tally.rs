//! The sum of what many test binaries report.

use std::time::Duration;

/// Counts of tests, by what became of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Tally {
    passed: u64,
    failed: u64,
    ignored: u64,
    measured: u64,
    filtered: u64,
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

    /// The sum, in the runner's own words.
    pub fn line(&self, time: Duration) -> String {
        let Self { passed, failed, ignored, measured, filtered } = self;
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
        let sum = Tally { passed: 7, failed: 1, ignored: 1, measured: 0, filtered: 4 };
        assert_eq!(tally, sum);
        assert_eq!(
            tally.line(Duration::from_millis(1500)),
            "test result: FAILED. 7 passed; 1 failed; 1 ignored; 0 measured; 4 filtered out; \
             finished in 1.50s"
        );
    }
}
