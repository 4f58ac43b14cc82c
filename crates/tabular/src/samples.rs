//! For tests: a policy and records as texts, as far as the pipeline takes them before it writes.

use crate::domain::{Held, Tables};
use crate::method::METHODS;
use crate::plan::Plan;
use crate::protect::{Data, Decision, decide};
use crate::rule::RULES;
use ridotto_catalogue::Definition;
use ridotto_core::hierarchy::BUILDERS;
use ridotto_policy::{Entries, Policy};
use ridotto_release::{Domain, Error, Opened, Run, RunOptions, Siblings};
use ridotto_table::SourceOptions;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of its own, gone with the test.
pub struct Folder(PathBuf);

impl Folder {
    pub fn new(files: &[(&str, &str)]) -> Self {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("ridotto-tabular-{}-{number}", std::process::id());
        let folder = Self(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        for (name, text) in files {
            std::fs::write(folder.0.join(name), text).unwrap();
        }
        folder
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// What was decided, and the folder of the files.
pub type Decided = (Plan, Data, Decision, Folder);

/// What was decided of `data.csv`, by a policy that goes on in its section of the data.
pub fn decided(policy: &str, files: &[(&str, &str)]) -> Result<Decided, Error> {
    let (plan, held, folder) = prepared(policy, files)?;
    let data = held.judged(&plan)?;
    let decision = decide(&plan, &data, &mut Run::new(&(), 1, RunOptions::seeded(1)))?;
    Ok((plan, data, decision, folder))
}

/// What was prepared of the same.
pub fn prepared(policy: &str, files: &[(&str, &str)]) -> Result<(Plan, Held, Folder), Error> {
    let folder = Folder::new(files);
    let text = format!(
        "version = 1\nkind = \"table\"\n[output]\nfile = \"o.csv\"\n[data]\ninput = \"data.csv\"\n{policy}"
    );
    let methods = METHODS.iter().map(|of| *of as &'static dyn Definition);
    let rules = RULES.iter().map(|of| *of as &'static dyn Definition);
    let builders = BUILDERS.iter().map(|of| *of as &'static dyn Definition);
    let entries = Entries::new(methods.chain(rules).chain(builders));
    let name = folder.0.join("policy.toml").display().to_string();
    let policy = Policy::parse(&name, &text, &entries).unwrap_or_else(|error| panic!("{error:?}"));
    let input = folder.0.join("data.csv");
    let options = SourceOptions { missing: vec![String::new()], ..SourceOptions::default() };
    let opened = Opened::file(&input, &options, 1)?;
    let plan = Tables::bind(&Arc::new(policy), &opened, &Siblings::default())?;
    let mut run = Run::new(&(), 1, RunOptions::seeded(1));
    let table = opened.first().source.read(&plan.wants, &())?;
    let held = Tables::prepare(&plan, vec![table], &mut run)?;
    Ok((plan, held, folder))
}
