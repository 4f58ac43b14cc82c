//! What a run writes is never what it reads, and nothing is written twice.
//!
//! Every verb that writes asks here, before it reads anything. Paths are compared by what they lead to:
//! another spelling, a link or a second name of an input is the input.

use crate::{Error, folder_of};
use ridotto_io::beside;
use ridotto_policy::Policy;
use std::path::{Path, PathBuf};

/// The files that a policy names to be read, and the policy with what it was made of.
pub fn inputs_of(policy: &Policy) -> Vec<PathBuf> {
    let named = policy.reads().into_iter().map(|named| beside(folder_of(policy), named));
    let own = [PathBuf::from(policy.source().name())];
    named.chain(policy.made_of.iter().cloned()).chain(own).collect()
}

/// These, and the files that a run of the policy would go on with: for who does not run it.
pub fn files_of(policy: &Policy) -> Vec<PathBuf> {
    let continued = policy.continues().into_iter().map(|named| beside(folder_of(policy), named));
    inputs_of(policy).into_iter().chain(continued).collect()
}

/// Refuses targets that would replace an input or each other.
pub fn distinct(targets: &[impl AsRef<Path>], inputs: &[impl AsRef<Path>]) -> Result<(), Error> {
    for (at, target) in targets.iter().map(AsRef::as_ref).enumerate() {
        if inputs.iter().any(|input| is_same(target, input.as_ref())) {
            return Err(Error::Usage {
                message: format!("{}: the output would replace an input", target.display()),
                hint: "choose another name: inputs are never changed".into(),
            });
        }
        if targets[..at].iter().any(|other| is_same(target, other.as_ref())) {
            return Err(Error::Usage {
                message: format!("{}: two outputs have this name", target.display()),
                hint: "give each output a name of its own".into(),
            });
        }
    }
    Ok(())
}

/// Whether two paths are one file, or would be.
fn is_same(a: &Path, b: &Path) -> bool {
    match (ridotto_io::is_address(a), ridotto_io::is_address(b)) {
        (true, true) => a == b || ridotto_io::is_same_table(a, b),
        (false, false) => a == b || led_to(a) == led_to(b) || is_one_file(a, b),
        _ => false,
    }
}

/// Where a path leads: for a file that is not there yet, its name in the folder where it would be.
fn led_to(path: &Path) -> PathBuf {
    if let Ok(found) = path.canonicalize() {
        return found;
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new(".")).canonicalize();
    match (folder, path.file_name()) {
        (Ok(folder), Some(name)) => folder.join(name),
        _ => path.to_owned(),
    }
}

/// Whether two paths are names of one file.
#[cfg(unix)]
fn is_one_file(a: &Path, b: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    match (a.metadata(), b.metadata()) {
        (Ok(a), Ok(b)) => a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino()),
        _ => false,
    }
}

#[cfg(not(unix))]
fn is_one_file(_: &Path, _: &Path) -> bool {
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use ridotto_catalogue::Definition;
    use ridotto_core::model::MODELS;
    use ridotto_core::objective::OBJECTIVES;
    use ridotto_mask::STEPS;
    use ridotto_micro::ALGORITHMS;

    #[test]
    fn an_input_is_known_by_any_name() {
        let folder = tempfile::tempdir().unwrap();
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("data.csv"), "a\n1\n").unwrap();
        std::fs::create_dir(path("sub")).unwrap();
        let mut names = vec![path("data.csv"), path("sub/../data.csv"), path("./data.csv")];
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(path("data.csv"), path("link.csv")).unwrap();
            std::fs::hard_link(path("data.csv"), path("second.csv")).unwrap();
            names.extend([path("link.csv"), path("second.csv")]);
        }
        for name in &names {
            let refused = distinct(&[name], &[path("data.csv")]).unwrap_err().to_string();
            assert!(refused.contains("would replace an input"), "{refused}");
        }
        distinct(&[path("other.csv")], &[path("data.csv")]).unwrap();
        let twice = distinct(&[path("new.csv"), path("sub/../new.csv")], &[path("data.csv")]);
        assert!(twice.unwrap_err().to_string().contains("two outputs"));
    }

    #[test]
    fn every_file_that_a_policy_reads_is_an_input() {
        let text = r#"version = 1
[data]
input = "data.csv"
population = "everybody.csv"
[attributes.age]
role = "quasi-identifier"
hierarchy = "age.csv"
[attributes.name]
role = "identifier"
pseudonym = { method = "hmac-sha256", key-file = "secret.key" }
[[mask]]
method = "swap"
kind = "cross-set"
attributes = ["age"]
with = "other.csv"
[[require]]
model = "k-anonymity"
k = 2
[output]
file = "out.csv"
certificate = "c.json"
signing-key = "sign.key"
"#;
        let models = MODELS.iter().map(|of| *of as &dyn Definition);
        let algorithms = ALGORITHMS.iter().map(|of| *of as &dyn Definition);
        let objectives = OBJECTIVES.iter().map(|of| *of as &dyn Definition);
        let steps = STEPS.iter().map(|of| *of as &dyn Definition);
        let all = models.chain(algorithms).chain(objectives).chain(steps);
        let entries = ridotto_policy::Entries::new(all);
        let policy = match Policy::parse("dir/policy.toml", text, &entries) {
            Ok(policy) => policy,
            Err(error) => panic!("{error:?}"),
        };
        let inputs = inputs_of(&policy);
        for file in ["data.csv", "everybody.csv", "age.csv", "secret.key", "other.csv", "sign.key"]
        {
            assert!(inputs.contains(&Path::new("dir").join(file)), "{file}: {inputs:?}");
        }
        assert!(inputs.contains(&PathBuf::from("dir/policy.toml")));
        assert!(!inputs.contains(&PathBuf::from("dir/out.csv")));
    }
}
