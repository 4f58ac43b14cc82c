//! A folder with data and a policy.

use ridotto::{Error, Overrides, Plan, Release, RunOptions, Watch};
use std::path::PathBuf;
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

    pub fn bind(&self, watch: &dyn Watch) -> Result<Plan, Error> {
        let policy = ridotto::read_policy(&self.path("policy.toml"))?;
        Plan::bind(policy, &Overrides { threads: 1, ..Overrides::default() }, watch)
    }

    pub fn run(&self, watch: &dyn Watch) -> Result<Release, Error> {
        self.bind(watch)?.run(&RunOptions::default(), watch)
    }
}
