//! Every column has a name of its own.

use crate::Problem;
use std::collections::HashMap;

/// Names must be there, and each only once; `line` is where they are.
pub fn check_names(names: &[String], line: Option<u64>) -> Result<(), Problem> {
    let empty: Vec<usize> =
        names.iter().zip(1..).filter(|(name, _)| name.is_empty()).map(|(_, at)| at).collect();
    if !empty.is_empty() {
        return Err(Problem::EmptyNames { line, numbers: empty });
    }
    let mut seen: HashMap<&str, usize> = HashMap::new();
    for name in names {
        *seen.entry(name).or_default() += 1;
    }
    match names.iter().find(|name| seen[name.as_str()] > 1) {
        None => Ok(()),
        Some(twice) => {
            let alike = names.iter().zip(1..).filter(|(name, _)| *name == twice);
            let numbers = alike.map(|(_, at)| at).collect();
            Err(Problem::DuplicateName { line, name: twice.clone(), numbers })
        }
    }
}
