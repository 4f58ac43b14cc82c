//! A folder with data and a policy.

use ridotto::{Error, Inputs, Outputs, Plan, Release, RestoreOptions, RunOptions, Watch};
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// A temporary folder.
pub struct Setting(TempDir);

impl Setting {
    pub fn new(files: &[(&str, &[u8])]) -> Self {
        let setting = Self(tempfile::tempdir().unwrap());
        for (name, content) in files {
            std::fs::write(setting.path(name), content).unwrap();
        }
        setting
    }

    pub fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    pub fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.path(name)).unwrap()
    }

    /// The names of all files, hidden ones too.
    pub fn names(&self) -> Vec<String> {
        let entries = std::fs::read_dir(self.0.path()).unwrap();
        let mut names: Vec<String> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort();
        names
    }

    pub fn bind(&self) -> Result<Plan, Error> {
        let policy = ridotto::read_policy(&self.path("policy.toml"))?;
        Plan::bind(&policy, Inputs::of_policy().threads(1))
    }

    pub fn run(&self, watch: &dyn Watch) -> Result<Release, Error> {
        self.run_with(&RunOptions::default(), watch)
    }

    pub fn run_with(&self, options: &RunOptions, watch: &dyn Watch) -> Result<Release, Error> {
        self.bind()?.run(&Outputs::of_policy(), options, watch)
    }
}

/// Without a shuffle.
pub fn in_order() -> RunOptions {
    RunOptions { keep_order: true, ..RunOptions::default() }
}

/// Makes a saved decision again, in the order of the data, and replaces what is there.
pub fn apply(
    recoding: &Path,
    data: &Path,
    output: &Path,
    watch: &dyn Watch,
) -> Result<Release, Error> {
    let plan = Plan::restore(recoding, data, &RestoreOptions::default())?;
    let outputs = Outputs { force: true, ..Outputs::file(output) };
    plan.run(&outputs, &in_order(), watch)
}
