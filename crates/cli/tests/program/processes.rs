//! Runs that are killed, and runs at the same time: nothing unverified is left, nothing is mixed, and
//! nobody can look into a run.
//!
//! A run is held where it matters by a pipe that nobody reads: its report goes there, and by then the
//! data are written and verified, and not in their place.

use crate::case::{Case, PEOPLE, SECRET};
use crate::system::as_nobody;
use rustix::process::{Pid, Signal, geteuid, kill_process};
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;
use tempfile::TempDir;

/// Waits until something is so; a machine may be busy, so that this is no measure of time.
fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..6000 {
        if is_so() {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("{what} did not come about");
}

/// A pipe, in a folder of its own: whoever looks at all files of a case would wait for it.
struct Pipe {
    _folder: TempDir,
    path: String,
}

impl Pipe {
    fn new(name: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join(name).display().to_string();
        assert!(Command::new("mkfifo").arg(&path).status().unwrap().success());
        Self { _folder: folder, path }
    }

    /// Reads it, so that whoever writes goes on.
    fn drain(&self) -> String {
        fs::read_to_string(&self.path).unwrap()
    }
}

/// What a process sleeps in, as the kernel tells it: opening a pipe that nobody has opened.
fn waits_for_pipe(pid: u32) -> bool {
    let tasks = fs::read_dir(format!("/proc/{pid}/task"));
    let mut tasks = tasks.into_iter().flatten().flatten();
    tasks.any(|task| {
        let waits = fs::read_to_string(task.path().join("wchan")).unwrap_or_default();
        waits.contains("fifo") || waits.contains("wait_for_partner")
    })
}

/// Starts a run, and waits until it has come to its pipe. Only root may see that.
fn held(mut command: Command) -> Option<Child> {
    if !geteuid().is_root() {
        ridotto_testkit::skip("nobody but root sees what a process waits for");
        return None;
    }
    let child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
    until("a run that waits for its pipe", || waits_for_pipe(child.id()));
    Some(child)
}

/// The files of ours in a folder, hidden ones.
fn ours(case: &Case) -> Vec<(String, Vec<u8>)> {
    let files = case.files().into_iter();
    files.filter(|(name, _)| name.starts_with(".ridotto-")).collect()
}

fn kill(child: &mut Child) {
    child.kill().unwrap();
    child.wait().unwrap();
}

fn to(pipe: &Pipe) -> [&str; 4] {
    ["anonymize", "policy.toml", "--report", &pipe.path]
}

#[test]
fn a_killed_run_leaves_nothing_that_was_read() {
    let case = Case::people();
    let pipe = Pipe::new("pipe.json");
    let Some(mut child) = held(case.command(&to(&pipe))) else { return };
    kill(&mut child);
    assert!(!case.path("out.csv").exists());
    for (name, bytes) in ours(&case) {
        assert!(bytes.is_empty(), "{name} has {} bytes", bytes.len());
    }
    case.run(&["anonymize", "policy.toml"]).well();
    assert_eq!(ours(&case), [], "the next run sweeps");
}

/// Killed at any moment, and what is left is swept by the next run.
#[test]
fn killed_at_any_moment() {
    let mut data = String::from("name,age,town,illness\n");
    for person in 0..20_000 {
        let town = ["Alba", "Berg", "Celo", "Dorf"][person % 4];
        data += &format!("{SECRET} {person},{},{SECRET}-{town},{SECRET}-flu\n", 20 + person % 60);
    }
    let case = Case::people().file("people.csv", data);
    let args =
        ["anonymize", "policy.toml", "--report", "r.json", "--recoding", "d.json", "--force"];
    for round in 0..25 {
        let mut command = case.command(&args);
        let mut child = command.stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(round * 12));
        kill(&mut child);
        for (name, bytes) in ours(&case) {
            // A second name of an old file, or the new one on its way to its place: both were verified.
            let is_whole = bytes.is_empty() || name.len() == 15 || bytes == case.bytes("out.csv");
            assert!(is_whole, "{name} has {} bytes", bytes.len());
        }
    }
    case.run(&args).well();
    assert_eq!(ours(&case), []);
}

/// Without `/proc` no file can do without a name.
fn without_proc(case: &Case, args: &[&str]) -> Option<Command> {
    let program = env!("CARGO_BIN_EXE_ridotto");
    let alone = |script: &str| {
        let mut command = Command::new("unshare");
        command.args(["--mount", "sh", "-c", script]);
        command.current_dir(case.path(".")).stdin(Stdio::null());
        command
    };
    let can = alone("umount -l /proc").stderr(Stdio::null()).status();
    if !can.is_ok_and(|status| status.success()) {
        ridotto_testkit::skip("this machine lets nobody live without /proc");
        return None;
    }
    let mut command = alone(&format!("umount -l /proc; exec {program} \"$@\""));
    command.arg("sh").args(args);
    Some(command)
}

#[test]
fn without_files_that_have_no_name_the_next_run_sweeps() {
    let case = Case::people();
    let pipe = Pipe::new("pipe.json");
    let Some(command) = without_proc(&case, &to(&pipe)) else { return };
    let Some(mut child) = held(command) else { return };
    let staged = |case: &Case| ours(case).iter().filter(|(_, bytes)| !bytes.is_empty()).count();
    assert_eq!(staged(&case), 1, "the data have a name: {:?}", case.files().keys());
    // Another run in this folder leaves a living one's file alone.
    case.run(&["anonymize", "policy.toml", "-o", "other.csv"]).well();
    assert_eq!(staged(&case), 1);
    kill(&mut child);
    assert_eq!(staged(&case), 1, "killed, it leaves its file");
    case.run(&["anonymize", "policy.toml"]).well();
    assert_eq!(ours(&case), []);
}

#[test]
fn of_two_runs_with_a_common_output_one_ends_and_changes_nothing() {
    let case = Case::people();
    let pipe = Pipe::new("pipe.json");
    let args = [&to(&pipe)[..], &["--recoding", "r.json"]].concat();
    let Some(mut child) = held(case.command(&args)) else { return };
    for args in [
        &["anonymize", "policy.toml", "--force"][..],
        &["anonymize", "policy.toml", "-o", "./out.csv", "--force"],
        &["anonymize", "policy.toml", "-o", "other.csv", "--report", "out.csv", "--force"],
        &["anonymize", "policy.toml", "-o", "other.csv", "--recoding", "r.json", "--force"],
        &["anonymize", "policy.toml", "-o", "other.csv", "--certificate", "r.json", "--force"],
        &[
            "hierarchy",
            "make",
            "people.csv",
            "--column",
            "age",
            "--intervals",
            "5",
            "-o",
            "out.csv",
        ],
    ] {
        let before = case.files();
        let ran = case.run(args);
        let shown = ran.shown();
        assert_eq!(ran.code, 2, "{args:?}: {shown}");
        assert!(shown.contains("io::in-use"), "{args:?}: {shown}");
        let after = case.files();
        assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
        assert_eq!(before, after, "{args:?}");
    }
    insta::assert_snapshot!(case.run(&["anonymize", "policy.toml"]).shown(), @r"
    exit 2
    io::in-use

      × out.csv: another run is writing this file
      help: two runs would mix their files: wait until the other has ended, or choose
            another name
    ");
    assert!(pipe.drain().contains("guarantees"));
    assert!(child.wait().unwrap().success());
    assert!(case.path("out.csv").exists() && case.path("r.json").exists());
    assert_eq!(ours(&case), []);
    case.run(&["anonymize", "policy.toml", "--force"]).well();
}

/// A run has its files before it has read its input, which is a pipe here and holds it: whoever comes
/// second is told at once, and the first is not told after all its work that somebody else was quicker.
#[test]
fn files_are_claimed_before_the_input_is_read() {
    let case = Case::people();
    let pipe = Pipe::new("pipe.csv");
    let written = ["--report", "r.html", "--recoding", "r.json", "--certificate", "c.json"];
    let args = [&["anonymize", "policy.toml", "--input", &pipe.path][..], &written].concat();
    let Some(mut child) = held(case.command(&args)) else { return };
    let before = case.files();
    for args in [
        &["anonymize", "policy.toml", "--force"][..],
        &["anonymize", "policy.toml", "-o", "other.csv", "--report", "r.html"],
        &["anonymize", "policy.toml", "-o", "other.csv", "--report", "r.json"],
        &["anonymize", "policy.toml", "-o", "other.csv", "--recoding", "c.json"],
    ] {
        let shown = case.refused(2, args);
        assert!(shown.contains("io::in-use"), "{args:?}: {shown}");
        assert_eq!(case.files(), before, "{args:?}");
    }
    fs::write(&pipe.path, PEOPLE).unwrap();
    // The page and the certificate take what was read: nobody would write into the pipe again.
    assert!(child.wait().unwrap().success());
    for file in ["out.csv", "r.html", "r.json", "c.json"] {
        assert!(case.path(file).exists(), "{file}");
    }
    assert_eq!(ours(&case), []);
}

/// A file that is there and may not be replaced is found out before the input is read, too.
#[test]
fn what_is_there_is_told_before_the_input_is_read() {
    let case = Case::people().file("out.csv", "old");
    let pipe = Pipe::new("pipe.csv");
    let shown = case.refused(2, &["anonymize", "policy.toml", "--input", &pipe.path]);
    assert!(shown.contains("io::exists"), "{shown}");
}

#[test]
fn a_killed_run_blocks_nobody() {
    let case = Case::people();
    let pipe = Pipe::new("pipe.json");
    let Some(mut child) = held(case.command(&to(&pipe))) else { return };
    assert_eq!(case.run(&["anonymize", "policy.toml"]).code, 2);
    kill(&mut child);
    case.run(&["anonymize", "policy.toml"]).well();
    assert_eq!(ours(&case), []);
}

/// Two runs at once go on with one mapping, many times: whatever was released leads back to the truth.
#[test]
fn two_runs_at_once_on_one_mapping() {
    let case = Case::people();
    case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
    let scheme = ["--attributes", "name", "--method", "counter", "--key-file", "secret.key"];
    let scheme = [&scheme[..], &["--mapping", "names.mapping", "--keep-order"]].concat();
    let mut done = Vec::new();
    for round in 0..15 {
        let runs = ["a", "b"].map(|side| {
            let (data, output) = (format!("{side}{round}.csv"), format!("{side}{round}-out.csv"));
            let names: String =
                (0..50).map(|person| format!("{SECRET} {side} {round} {person}\n")).collect();
            fs::write(case.path(&data), format!("name\n{names}")).unwrap();
            let args = [&["pseudonymize", &data, "-o", &output], &scheme[..]].concat();
            let mut command = case.command(&args);
            (data, output, command.stderr(Stdio::piped()).stdout(Stdio::null()).spawn().unwrap())
        });
        for (data, output, child) in runs {
            let ended = child.wait_with_output().unwrap();
            let said = String::from_utf8_lossy(&ended.stderr).into_owned();
            match ended.status.code() {
                Some(0) => done.push((data, output)),
                code => {
                    assert_eq!(code, Some(2), "{said}");
                    assert!(said.contains("io::in-use") || said.contains("io::changed"), "{said}");
                    assert!(!case.path(&output).exists());
                }
            }
        }
    }
    assert!(done.len() >= 15, "one of two goes on: {}", done.len());
    for (data, output) in done {
        let back = format!("back-{data}");
        case.run(&[&["reidentify", &output, "-o", &back], &scheme[..8]].concat()).well();
        assert_eq!(case.read(&back), case.read(&data), "{output}");
    }
    assert_eq!(ours(&case), []);
}

#[test]
fn nobody_gets_a_copy_of_the_memory() {
    let case = Case::people();
    let pipe = Pipe::new("pipe.csv");
    let args = ["check", &pipe.path, "--quasi-identifiers", "age"];
    // Somebody else, because everything of root belongs to root.
    fs::set_permissions(Path::new(&pipe.path).parent().unwrap(), Permissions::from_mode(0o755))
        .unwrap();
    fs::set_permissions(&pipe.path, Permissions::from_mode(0o644)).unwrap();
    let Some(command) = as_nobody(&case, &args) else { return };
    let Some(mut child) = held(command) else { return };
    let of = |name: &str| PathBuf::from(format!("/proc/{}/{name}", child.id()));
    let limits = fs::read_to_string(of("limits")).unwrap();
    let core = limits.lines().find(|line| line.starts_with("Max core file size")).unwrap();
    let core: Vec<&str> = core.split_whitespace().collect();
    assert_eq!(core[4..6], ["0", "0"], "{limits}");
    assert_eq!(fs::metadata(of("status")).unwrap().uid(), 0, "its user may not look into it");
    kill(&mut child);
}

/// Whoever may not look into the process: it still reads again what it wrote.
#[test]
fn files_without_a_name_are_read_again_by_any_user() {
    let case = Case::people();
    fs::create_dir(case.path("own")).unwrap();
    fs::set_permissions(case.path("own"), Permissions::from_mode(0o777)).unwrap();
    let args = ["anonymize", "policy.toml", "-o", "own/out.csv", "--report", "own/r.html"];
    let Some(mut command) = as_nobody(&case, &args) else { return };
    case.ran(&command.output().unwrap()).well();
    let mut names: Vec<String> = fs::read_dir(case.path("own"))
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    assert_eq!(names, ["out.csv", "r.html"]);
}

#[test]
fn copies_are_published_all_or_none() {
    let case = Case::people()
        .policy("[[require]]", "[[mask]]\nmethod = \"synthesize\"\ncopies = 3\n\n[[require]]");
    fs::create_dir(case.path("out-3.csv")).unwrap();
    let args = ["anonymize", "policy.toml", "--report", "r.json", "--seed", "1"];
    let shown = case.refused(2, &args);
    assert!(shown.contains("io::folder"), "{shown}");
    fs::remove_dir(case.path("out-3.csv")).unwrap();
    case.run(&args).well();
    for file in ["out-1.csv", "out-2.csv", "out-3.csv", "r-1.json", "r-2.json", "r-3.json"] {
        assert!(case.path(file).exists(), "{file}");
    }
    assert_eq!(ours(&case), []);
}

/// A run with a page reads its input once: nobody writes into the pipe a second time. That a run which is
/// interrupted while its page is made publishes nothing is tried where its stages can be told apart:
/// `cancelled_at_each_stage` in the tests of the facade.
#[test]
fn a_page_takes_what_was_read() {
    let case = Case::people().policy("\"sensitive\"", "\"insensitive\"");
    let pipe = Pipe::new("pipe.csv");
    let args = ["anonymize", "policy.toml", "--input", &pipe.path, "--report", "r.html"];
    let Some(mut child) = held(case.command(&args)) else { return };
    fs::write(&pipe.path, PEOPLE).unwrap();
    until("the end of the run", || child.try_wait().unwrap().is_some());
    assert!(child.wait().unwrap().success());
    assert!(case.path("out.csv").exists() && case.path("r.html").exists());
}

/// Work that never looks up, because it waits for a pipe, is left when it is interrupted or time is up.
#[test]
fn every_verb_ends_when_told() {
    let pipe = Pipe::new("pipe.csv");
    let made = ["-o", "new.csv", "--attributes", "name", "--key-file", "secret.key"];
    for args in [
        &["anonymize", "policy.toml", "--input", &pipe.path, "-o", "new.csv"][..],
        &["plan", "policy.toml", "--input", &pipe.path],
        &["explore", "policy.toml", "--input", &pipe.path, "--cache", "cache.json"],
        &["check", &pipe.path, "--quasi-identifiers", "age"],
        &["inspect", &pipe.path, "--report", "new.html"],
        &["init", &pipe.path, "-o", "new.toml"],
        &["assess", &pipe.path, "people.csv", "--report", "new.html"],
        &["attack", &pipe.path, "people.csv"],
        &["apply", "r.json", &pipe.path, "-o", "new.csv"],
        &[&["pseudonymize", &pipe.path][..], &made].concat(),
        &[&["reidentify", &pipe.path][..], &made].concat(),
        &["hierarchy", "make", &pipe.path, "--column", "age", "--intervals", "5", "-o", "new.csv"],
    ] {
        let case = Case::people();
        case.run(&["anonymize", "policy.toml", "--recoding", "r.json"]).well();
        case.run(&["pseudonymize", "keys", "-o", "secret.key"]).well();
        let before = case.files();
        let Some(mut child) = held(case.command(args)) else { return };
        kill_process(Pid::from_child(&child), Signal::INT).unwrap();
        until("the end of the run", || child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
        assert_eq!(case.files(), before, "{args:?}");
        if args[0] == "anonymize" {
            continue;
        }
        let late = case.run(&[args, &["--time-limit", "0.2s"]].concat());
        assert_eq!(late.code, 2, "{args:?}: {}", late.shown());
        assert!(late.shown().contains("run::out-of-time"), "{args:?}: {}", late.shown());
        assert_eq!(case.files(), before, "{args:?}");
    }
}

/// Measures and attacks that would take minutes end about when they are told to, with what they have, and
/// say what they left out. The bound is generous: the machine may be busy.
#[test]
fn measures_end_within_their_time() {
    let header = "name,age,town,illness\n";
    let (mut data, mut masked) = (header.to_owned(), header.to_owned());
    for person in 0_u64..150_000 {
        let number = person.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20;
        let (age, town, ill) = (number % 5_000, (number >> 14) % 9_000, (number >> 28) % 4_000);
        data += &format!("{person},{age},{SECRET}-{town},{SECRET}-{ill}\n");
        // Ranges that overlap: nearly every record could be nearly everybody's.
        let (low, high) = (age.saturating_sub(2_000), age + 2_000);
        masked += &format!("{person},{low}-{high},*,{SECRET}-{ill}\n");
    }
    let case = Case::people().file("people.csv", data).file("masked.csv", masked);
    let roles = ["--quasi-identifiers", "age,town", "--sensitive", "illness", "--same-order"];
    for verb in ["assess", "attack"] {
        let args =
            [&[verb, "people.csv", "masked.csv", "--time-limit", "1s", "--json"], &roles[..]];
        let started = std::time::Instant::now();
        let ran = case.run(&args.concat());
        let took = started.elapsed();
        let said = ran.well().stdout;
        assert!(took < Duration::from_secs(10), "{verb} took {took:?}");
        assert!(said.contains("time was up; left out: "), "{verb}: {said}");
    }
}
