//! `cargo xtask bench --methods`: what every method keeps of the hospital's stays, and what it takes.

use super::measure;
use super::work::Work;
use crate::Outcome;
use serde_json::Value;
use std::fs;
use std::path::Path;
use std::process::Command;

/// All methods, with what their policies say besides the algorithm.
const METHODS: [(&str, &str); 15] = [
    ("optimal", ""),
    ("best-first", ""),
    ("samarati", ""),
    ("incognito", ""),
    ("mingen", ""),
    ("genetic", ""),
    ("datafly", ""),
    ("mu-argus", ""),
    ("top-down", ""),
    ("bottom-up", ""),
    ("k-optimize", ""),
    ("mondrian", ""),
    ("local-suppression", ""),
    ("local-recoding", ""),
    ("best", ""),
];

/// What a method did with a file, or why not.
struct Line {
    method: &'static str,
    done: Result<[f64; 3], String>,
}

/// Prints one table for each size: the policy of the example, and the same over rows.
pub fn run(program: &Path, folder: &Path, rows: &[u64], limit: &str) -> Outcome {
    for &rows in rows {
        for work in [Work::Patients, Work::Hospital { distinct: false }] {
            let data = work.make(rows, folder, None)?;
            let policy = fs::read_to_string(&data.policy)?;
            let mut lines = Vec::new();
            for (method, more) in METHODS {
                eprintln!("{method} on {} at {rows} rows", work.name());
                lines.push(Line {
                    method,
                    done: once(program, &policy, (method, more), folder, limit),
                });
            }
            let what =
                if matches!(work, Work::Patients) { "as the example asks" } else { "over rows" };
            print!("\n{rows} stays, {what}\n\n{}", table(&mut lines));
        }
    }
    Ok(())
}

/// The loss, the share of suppressed records, and the CPU seconds of one run.
fn once(
    program: &Path,
    policy: &str,
    (method, more): (&str, &str),
    folder: &Path,
    limit: &str,
) -> Result<[f64; 3], String> {
    let own = folder.join(format!("method-{method}.toml"));
    fs::write(&own, asked(policy, method, more)).map_err(|error| error.to_string())?;
    let output = own.with_extension("out.csv");
    let ran = measure::best(1, || {
        let mut anonymize = Command::new(program);
        anonymize.arg("anonymize").arg(&own).arg("-o").arg(&output);
        anonymize.args(["--json", "--force", "--time-limit", limit]);
        anonymize
    });
    let _ = fs::remove_file(&output);
    let ran = ran.map_err(|_| "not served".to_owned())?;
    let report: Value = serde_json::from_str(&ran.output).map_err(|error| error.to_string())?;
    let number = |path: &str| report.pointer(path).and_then(Value::as_f64);
    let loss = number("/release/objective/value").ok_or("no loss in the report")?;
    let gone = number("/release/suppressed_rows").ok_or("no count in the report")?;
    Ok([loss, gone, ran.cpu])
}

/// The policy by another method. One that suppresses cells and nothing else leaves no record out.
fn asked(policy: &str, method: &str, more: &str) -> String {
    let asked = format!("algorithm = \"{method}\"\n{more}");
    let line = |line: &str| match line {
        _ if line.starts_with("algorithm = ") => asked.clone(),
        _ if line.starts_with("suppression = ") && method == "local-suppression" => String::new(),
        _ => line.to_owned(),
    };
    policy.lines().map(line).collect::<Vec<_>>().join("\n")
}

/// The lines as a table, the least loss first.
fn table(lines: &mut [Line]) -> String {
    let loss = |line: &Line| line.done.as_ref().map_or(f64::INFINITY, |done| done[0]);
    lines.sort_by(|a, b| loss(a).total_cmp(&loss(b)));
    let mut text = "| method | loss | suppressed | CPU s |\n|---|--:|--:|--:|\n".to_owned();
    for Line { method, done } in lines {
        text += &match done {
            Ok([loss, gone, cpu]) => format!("| `{method}` | {loss:.4} | {gone} | {cpu:.2} |\n"),
            Err(why) => format!("| `{method}` | {why} | – | – |\n"),
        };
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_method_has_the_policy_that_it_can_serve() {
        let policy = "k = 5\nalgorithm = \"best\"  # why\nsuppression = 0.05\n";
        let asked = |method| asked(policy, method, "");
        assert_eq!(asked("mondrian"), "k = 5\nalgorithm = \"mondrian\"\n\nsuppression = 0.05");
        assert_eq!(asked("local-suppression"), "k = 5\nalgorithm = \"local-suppression\"\n\n");
    }

    #[test]
    fn the_least_loss_comes_first_and_what_failed_last() {
        let line = |method, done| Line { method, done };
        let mut lines = [
            line("mingen", Err("not served".to_owned())),
            line("optimal", Ok([0.5, 12.0, 0.25])),
            line("mondrian", Ok([0.25, 0.0, 0.126])),
        ];
        assert_eq!(
            table(&mut lines),
            "| method | loss | suppressed | CPU s |\n|---|--:|--:|--:|\n\
             | `mondrian` | 0.2500 | 0 | 0.13 |\n| `optimal` | 0.5000 | 12 | 0.25 |\n\
             | `mingen` | not served | – | – |\n"
        );
    }
}
