//! When the operating system refuses: a full disk, and folders of somebody else.
//!
//! These need a small disk or a second user. Where the machine gives neither, a line says so.
#![cfg(target_os = "linux")]

use crate::case::{Case, SECRET};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// A small disk that goes away with this.
struct SmallDisk(PathBuf);

impl SmallDisk {
    /// Puts a disk of 64 kB into the folder of a case; `None` where one may not.
    fn at(case: &Case, name: &str) -> Option<Self> {
        Self::of(case, name, "64k")
    }

    fn of(case: &Case, name: &str, size: &str) -> Option<Self> {
        let folder = case.path(name);
        fs::create_dir(&folder).unwrap();
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", &format!("size={size}"), "ridotto-test"]).arg(&folder);
        let is_mounted = mount.stderr(Stdio::null()).status().is_ok_and(|it| it.success());
        if !is_mounted {
            ridotto_testkit::skip("this machine lets nobody mount a small disk");
        }
        is_mounted.then_some(Self(folder))
    }

    fn is_empty(&self) -> bool {
        fs::read_dir(&self.0).unwrap().next().is_none()
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        let _ = Command::new("umount").arg(&self.0).status();
    }
}

/// More than the small disk takes in any format: the last column does not shrink.
fn many() -> Case {
    let mut data = String::from("name,age,town,illness,measure\n");
    let mut state = 7_u64;
    for person in 0..20_000 {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963);
        let town = ["Alba", "Berg", "Celo", "Dorf"][person % 4];
        let age = 20 + person % 60;
        data += &format!("{SECRET} {person},{age},{SECRET}-{town},{SECRET}-flu,{state:016x}\n");
    }
    Case::people()
        .file("people.csv", data)
        .policy("[[require]]", "[attributes.measure]\nrole = \"insensitive\"\n\n[[require]]")
}

/// The program ends with 2, names the file and the reason, and shows no value.
fn refused(case: &Case, args: &[&str], file: &str, code: &str) {
    let ran = case.run(args);
    let shown = ran.shown();
    assert_eq!(ran.code, 2, "{shown}");
    for part in [file, code, "help:"] {
        assert!(shown.contains(part), "{part} is said: {shown}");
    }
    assert!(!shown.contains(SECRET), "{shown}");
}

#[test]
fn full_disk() {
    let case = many();
    let Some(disk) = SmallDisk::at(&case, "small") else { return };
    let before = case.files();
    for name in ["out.csv", "out.tsv.gz", "out.csv.zst", "out.parquet", "out.arrow"] {
        let target = format!("small/{name}");
        refused(&case, &["anonymize", "policy.toml", "-o", &target], &target, "io::no-space");
        assert!(disk.is_empty(), "{name} leaves nothing on the disk");
    }
    // The data have room, the decision has not: neither is there.
    let filled = fs::write(case.path("small/filler"), vec![0; 62_000]);
    filled.unwrap();
    let recoding = case.run(&["anonymize", "policy.toml", "--recoding", "small/r.json"]);
    let shown = recoding.shown();
    assert_eq!(recoding.code, 2, "{shown}");
    assert!(shown.contains("small/r.json") && shown.contains("io::no-space"), "{shown}");
    fs::remove_file(case.path("small/filler")).unwrap();
    assert!(disk.is_empty());
    assert_eq!(before.keys().collect::<Vec<_>>(), case.files().keys().collect::<Vec<_>>());
}

/// A disk that takes everything and has no room for it: that is told when it is synced, and once.
#[test]
fn a_disk_that_tells_late() {
    let case = many();
    let data = case.read("people.csv");
    let (header, body) = data.split_at(data.find('\n').unwrap() + 1);
    let case = case.file("people.csv", format!("{header}{}", body.repeat(6)));
    let Some(_room) = SmallDisk::of(&case, "room", "1500k") else { return };
    fs::create_dir(case.path("late")).unwrap();
    let script = "truncate -s 20m room/disk && mkfs.ext4 -q -O ^has_journal room/disk \
                  && mount -o loop room/disk late";
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).current_dir(case.path(".")).stderr(Stdio::null());
    if !shell.status().is_ok_and(|it| it.success()) {
        ridotto_testkit::skip("this machine makes no disk of a file");
        return;
    }
    let _late = SmallDisk(case.path("late"));
    let target = "late/out.csv";
    refused(&case, &["anonymize", "policy.toml", "-o", target], target, "io::");
    assert!(!case.path(target).exists());
}

/// A device that is always full needs no rights.
#[test]
fn full_device() {
    let case = many();
    let before = case.files();
    let args =
        ["anonymize", "policy.toml", "-o", "-", "--report", "r.json", "--recoding", "rec.json"];
    let full = fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = case.command(&args).stdout(full).output().unwrap();
    let shown = case.ran(&output).shown();
    assert_eq!(output.status.code(), Some(2), "{shown}");
    assert!(shown.contains("standard output") || shown.contains("no space"), "{shown}");
    assert!(!shown.contains(SECRET), "{shown}");
    assert_eq!(before, case.files());
}

/// The program as somebody who owns nothing here; `None` where we cannot become anybody else.
pub fn as_nobody(case: &Case, args: &[&str]) -> Option<Command> {
    fs::set_permissions(case.path("."), Permissions::from_mode(0o755)).unwrap();
    let program = case.path("program");
    // Where the program was built may be closed to others.
    fs::copy(env!("CARGO_BIN_EXE_ridotto"), &program).unwrap();
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program);
    command.current_dir(case.path(".")).env_clear().stdin(Stdio::null());
    let can = command.arg("--version").output().is_ok_and(|output| output.status.success());
    if !can {
        ridotto_testkit::skip("this test cannot become another user here");
        return None;
    }
    let mut command = Command::new("setpriv");
    command.args(["--reuid=65534", "--regid=65534", "--clear-groups"]).arg(&program).args(args);
    command.current_dir(case.path(".")).env_clear().stdin(Stdio::null());
    Some(command)
}

#[test]
fn unwritable_folder() {
    let case = Case::people();
    let Some(mut command) = as_nobody(&case, &["anonymize", "policy.toml"]) else { return };
    let before = case.files();
    let ran = case.ran(&command.output().unwrap());
    insta::assert_snapshot!(ran.shown(), @r"
    exit 2
    io::not-writable

      × out.csv: no permission to write here
      help: choose another folder for the output
    ");
    assert_eq!(before, case.files());
}

#[test]
fn unreadable_input() {
    let case = Case::people();
    let Some(mut command) = as_nobody(&case, &["anonymize", "policy.toml"]) else { return };
    fs::set_permissions(case.path("people.csv"), Permissions::from_mode(0o600)).unwrap();
    let before = case.files();
    let ran = case.ran(&command.output().unwrap());
    insta::assert_snapshot!(ran.shown(), @r"
    exit 2
    io::not-readable

      × people.csv: no permission to read it
      help: ask its owner for permission to read it
    ");
    assert_eq!(before, case.files());
}
