//! The program on a terminal: questions, the progress bar, and Ctrl-C while it waits.

use super::case::{Case, SECRET};
use insta::assert_snapshot;
use rustix::fs::{Mode, OFlags, open};
use rustix::process::{Pid, Signal, kill_process};
use rustix::pty::{OpenptFlags, grantpt, openpt, ptsname, unlockpt};
use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};

/// The program, with a terminal for what it asks and is answered.
struct Talk {
    terminal: File,
    program: Child,
    shown: String,
}

impl Talk {
    fn new(case: &Case, args: &[&str]) -> Self {
        let terminal = openpt(OpenptFlags::RDWR | OpenptFlags::NOCTTY).unwrap();
        grantpt(&terminal).unwrap();
        unlockpt(&terminal).unwrap();
        let name = ptsname(&terminal, Vec::new()).unwrap();
        let far_end = open(name, OFlags::RDWR | OFlags::NOCTTY, Mode::empty()).unwrap();
        let stdin = far_end.try_clone().unwrap();
        let mut command = case.command(args);
        command.stdin(stdin).stderr(far_end).stdout(Stdio::piped()).env("TERM", "xterm");
        let program = command.spawn().unwrap();
        Self { terminal: terminal.into(), program, shown: String::new() }
    }

    /// Reads until the program has said this.
    fn until(&mut self, said: &str) -> &mut Self {
        while !self.shown.contains(said) {
            assert!(self.read(), "it ends without `{said}`: {}", self.shown);
        }
        self
    }

    fn say(&mut self, answer: &str) -> &mut Self {
        self.terminal.write_all(answer.as_bytes()).unwrap();
        self
    }

    /// Reads some more. When the program is gone, so is the terminal.
    fn read(&mut self) -> bool {
        let mut bytes = [0; 1024];
        let got = self.terminal.read(&mut bytes).unwrap_or(0);
        self.shown += &String::from_utf8_lossy(&bytes[..got]);
        got > 0
    }

    /// The exit code, standard output, and all that the terminal has shown.
    fn end(mut self) -> (i32, String, String) {
        while self.read() {}
        let output = self.program.wait_with_output().unwrap();
        let stdout = String::from_utf8(output.stdout).unwrap();
        (output.status.code().unwrap(), stdout, self.shown.replace("\r\n", "\n"))
    }
}

fn colours() -> Case {
    let lines: Vec<String> =
        (0..40).map(|at| format!("{},{SECRET}{},{}", at % 9, at % 4, at)).collect();
    Case::empty().file("data.csv", format!("age,colour,q\n{}\n", lines.join("\n")))
}

#[test]
fn questions_are_asked_and_answers_heeded() {
    let case = colours();
    let mut talk = Talk::new(&case, &["init", "data.csv"]);
    talk.until("know `colour`? [Y/n] ").say("n\n");
    talk.until("stay secret? [Y/n] ").say("\n");
    talk.until("kept in all? [Y/n] ").say("n\n");
    talk.until("high? ").say("high\n");
    let (code, stdout, shown) = talk.end();
    assert_eq!(code, 0, "{shown}");
    assert!(stdout.contains("colour  sensitive"), "{stdout}");
    assert!(!shown.contains(SECRET) && !stdout.contains(SECRET));
    // Before and after that a progress bar was there.
    let questions = &shown[shown.find("A few").unwrap()..];
    let questions = questions.split('\u{1b}').next().unwrap();
    let questions = questions.split_inclusive("high? high").next().unwrap();
    assert_snapshot!(questions, @r"
    A few questions; Enter takes the answer in capitals.
    Could a neighbour, a colleague or another file know `colour`? [Y/n] n
    Must `colour` stay secret? [Y/n] 
    May two people of the same age be shown differently, if more is kept in all? [Y/n] n
    How much is at stake for these people: low, MEDIUM or high? high
    ");
    let policy = case.read("policy.toml");
    assert!(policy.contains("algorithm = \"optimal\""), "{policy}");
    assert!(policy.contains("# Measured on these data in 5 s at most: `best` loses "), "{policy}");
    assert!(case.run(&["anonymize", "policy.toml"]).code <= 1, "what was written can be run");
}

#[test]
fn nothing_is_asked_where_that_is_wished() {
    let case = colours();
    let (code, _, shown) = Talk::new(&case, &["init", "data.csv", "--no-input"]).end();
    assert_eq!((code, shown.contains('?')), (0, false), "{shown}");
}

#[test]
fn an_interrupt_at_a_question_ends_it() {
    let case = colours();
    let before = case.files();
    let mut talk = Talk::new(&case, &["init", "data.csv"]);
    talk.until("[Y/n] ");
    kill_process(Pid::from_child(&talk.program), Signal::INT).unwrap();
    let (code, ..) = talk.end();
    assert_eq!(code, 130);
    assert_eq!(case.files(), before);
}

#[test]
fn a_progress_bar_is_for_terminals_alone() {
    let lines: Vec<String> = (0..150_000).map(|at| format!("{},{}", at % 90, at % 7)).collect();
    let policy = "version = 1\n[data]\ninput = \"data.csv\"\n[attributes.age]\n\
        role = \"quasi-identifier\"\nhierarchy = { intervals = [10, 30] }\n[attributes.town]\n\
        role = \"quasi-identifier\"\nhierarchy = { suppress = true }\n[[require]]\n\
        model = \"k-anonymity\"\nk = 5\n";
    let case = Case::empty()
        .file("data.csv", format!("age,town\n{}\n", lines.join("\n")))
        .file("policy.toml", policy);
    let args = ["anonymize", "policy.toml", "-o", "out.csv", "--force"];
    let (code, stdout, shown) = Talk::new(&case, &args).end();
    assert_eq!(code, 0, "{shown}");
    for stage in ["\u{1b}[", "reading", "searching", "writing", "verifying"] {
        assert!(shown.contains(stage), "{stage}: {shown:?}");
    }
    assert!(!stdout.contains('\u{1b}'), "{stdout}");
    let ran = case.run(&args).well();
    assert!(!ran.stderr.contains("reading"), "{}", ran.stderr);
    let (_, _, quiet) =
        Talk::new(&case, &["-q", "anonymize", "policy.toml", "-o", "out.csv", "--force"]).end();
    assert_eq!(quiet, "");
}
