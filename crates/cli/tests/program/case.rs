//! A folder with files, and the program run in it.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::{Command, ExitStatus, Output, Stdio};
use tempfile::TempDir;

/// Stands in cells of the data, and must never be printed.
pub const SECRET: &str = "Zyxqueena";

/// Twelve people in four towns.
pub const PEOPLE: &str = "\
name,age,town,illness
Zyxqueena Ada,31,Zyxqueena-Alba,Zyxqueena-flu
Zyxqueena Bea,33,Zyxqueena-Alba,Zyxqueena-gout
Zyxqueena Cid,34,Zyxqueena-Alba,Zyxqueena-flu
Zyxqueena Dan,38,Zyxqueena-Berg,Zyxqueena-flu
Zyxqueena Eva,36,Zyxqueena-Berg,Zyxqueena-mumps
Zyxqueena Fay,37,Zyxqueena-Berg,Zyxqueena-gout
Zyxqueena Gus,52,Zyxqueena-Celo,Zyxqueena-flu
Zyxqueena Hal,54,Zyxqueena-Celo,Zyxqueena-mumps
Zyxqueena Ida,51,Zyxqueena-Celo,Zyxqueena-flu
Zyxqueena Jon,58,Zyxqueena-Dorf,Zyxqueena-gout
Zyxqueena Kim,57,Zyxqueena-Dorf,Zyxqueena-flu
Zyxqueena Leo,71,Zyxqueena-Dorf,Zyxqueena-gout
";

/// The towns and their regions.
pub const TOWNS: &str = "\
Zyxqueena-Alba;North
Zyxqueena-Berg;North
Zyxqueena-Celo;South
Zyxqueena-Dorf;South
";

/// What becomes of them.
pub const POLICY: &str = r#"version = 1

[data]
input = "people.csv"

[attributes.name]
role = "identifier"

[attributes.age]
role = "quasi-identifier"
hierarchy = { intervals = [5, 10, 20] }

[attributes.town]
role = "quasi-identifier"
hierarchy = "towns.csv"

[attributes.illness]
role = "sensitive"

[[require]]
model = "k-anonymity"
k = 3

[release]
suppression = 0.1

[output]
file = "out.csv"
"#;

/// A temporary folder in which the program is run.
pub struct Case {
    folder: TempDir,
}

/// How a run ended. Times, digests and the folder's name are taken out of what it printed.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub stdout: String,
    pub stderr: String,
}

impl Ran {
    /// All of it, for a snapshot.
    pub fn shown(&self) -> String {
        let Self { code, stdout, stderr } = self;
        let lines = format!("exit {code}\n{stdout}{stderr}");
        lines.lines().map(str::trim_end).collect::<Vec<_>>().join("\n")
    }

    /// Standard output as JSON.
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.stdout).unwrap_or_else(|error| panic!("{error}: {self:?}"))
    }

    /// Asserts success.
    pub fn well(self) -> Self {
        assert_eq!(self.code, 0, "{}", self.shown());
        assert!(!self.stderr.contains(SECRET), "{}", self.stderr);
        self
    }
}

impl Case {
    /// An empty folder.
    pub fn empty() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    /// The folder with the twelve people and their policy.
    pub fn people() -> Self {
        Self::empty()
            .file("people.csv", PEOPLE)
            .file("towns.csv", TOWNS)
            .file("policy.toml", POLICY)
    }

    /// Adds or replaces a file.
    pub fn file(self, name: &str, content: impl AsRef<[u8]>) -> Self {
        std::fs::write(self.path(name), content).unwrap();
        self
    }

    /// Replaces a text of the policy, which must be there.
    pub fn policy(self, old: &str, new: &str) -> Self {
        let policy = self.read("policy.toml");
        assert!(policy.contains(old), "`{old}` is in the policy");
        self.file("policy.toml", policy.replacen(old, new, 1))
    }

    /// Replaces a text of the data, which must be there.
    pub fn data(self, old: &str, new: &str) -> Self {
        let data = self.read("people.csv");
        assert!(data.contains(old), "`{old}` is in the data");
        self.file("people.csv", data.replacen(old, new, 1))
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    pub fn bytes(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The lines of a text file but for the first, sorted.
    pub fn sorted(&self, name: &str) -> Vec<String> {
        sorted(&self.read(name))
    }

    /// Everything in the folder: hidden files too.
    pub fn files(&self) -> BTreeMap<String, Vec<u8>> {
        let entries = std::fs::read_dir(self.folder.path()).unwrap();
        let files = entries.map(|entry| {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            (name, std::fs::read(path).unwrap_or_default())
        });
        files.collect()
    }

    /// Runs the program.
    pub fn run(&self, args: &[&str]) -> Ran {
        let output = self.command(args).output().unwrap();
        let ran = self.ran(&output);
        crate::net::record(self, &ran);
        crate::entries::look_up(&ran);
        ran
    }

    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ridotto"));
        command.args(args).current_dir(self.folder.path()).env_clear().stdin(Stdio::null());
        command
    }

    /// Runs the program, and tells how it ended and how many kB were resident at most: that is looked
    /// at while it runs. A limit of the address space would not tell, because the C library sets much
    /// of it aside for each thread without using it.
    #[cfg(target_os = "linux")]
    pub fn peak(&self, args: &[&str]) -> (ExitStatus, u64) {
        let mut child = self.command(args).spawn().unwrap();
        let status = format!("/proc/{}/status", child.id());
        let mut most = 0;
        loop {
            let text = std::fs::read_to_string(&status).unwrap_or_default();
            let peak =
                text.lines().find_map(|line| line.strip_prefix("VmHWM:")?.strip_suffix("kB"));
            most = most.max(peak.and_then(|peak| peak.trim().parse::<u64>().ok()).unwrap_or(0));
            if let Some(ended) = child.try_wait().unwrap() {
                assert!(most > 0, "it was looked at");
                return (ended, most);
            }
            std::thread::sleep(std::time::Duration::from_millis(5));
        }
    }

    pub fn ran(&self, output: &Output) -> Ran {
        let folder = self.folder.path().display().to_string();
        let clean = |bytes: &[u8]| {
            let text = String::from_utf8(bytes.to_vec()).expect("the program prints UTF-8");
            let lines = text.replace(&folder, "[folder]");
            let lines = lines.split_inclusive('\n').map(|line| {
                if line.trim_start().starts_with("seconds ") {
                    "  seconds       [time]\n".to_owned()
                } else {
                    line.to_owned()
                }
            });
            lines.collect::<String>()
        };
        Ran {
            code: output.status.code().expect("the program was not killed"),
            stdout: clean(&output.stdout),
            stderr: clean(&output.stderr),
        }
    }

    /// Runs the program, which must end with this code, say what to do, say no value of the data,
    /// and leave the folder as it was.
    pub fn refused(&self, code: i32, args: &[&str]) -> String {
        let before = self.files();
        let ran = self.run(args);
        let shown = ran.shown();
        assert_eq!(ran.code, code, "{shown}");
        assert!(
            ["help:", "tip:", "For more information"].iter().any(|hint| shown.contains(hint)),
            "{shown}"
        );
        assert!(!shown.contains(SECRET), "{shown}");
        assert!(ran.stdout.is_empty(), "{shown}");
        let after = self.files();
        assert_eq!(before.keys().collect::<Vec<_>>(), after.keys().collect::<Vec<_>>());
        assert_eq!(before, after, "{shown}");
        // The same as a document: one, and with no value in it either.
        let document = self.run(&[args, &["--json"]].concat());
        assert_eq!(document.code, code, "{document:?}");
        assert!(!document.shown().contains(SECRET), "{document:?}");
        assert!(document.stdout.is_empty() || document.json()["error"]["message"].is_string());
        assert_eq!(before, self.files());
        shown
    }
}

/// A message as one line, however it was broken into lines.
pub fn in_one_line(message: &str) -> String {
    message.split_whitespace().filter(|word| *word != "│").collect::<Vec<_>>().join(" ")
}

/// The lines of a text but for the first, sorted.
pub fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text.lines().skip(1).map(str::to_owned).collect();
    lines.sort();
    lines
}
