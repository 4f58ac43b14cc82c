//! Where a table is: a path, or the address of a table in a database.
//!
//! Addresses travel as paths do, so that whatever takes the name of a file takes an address as well.
//! A password in one is taken out before it travels: it is kept here, and the address without it can
//! be shown to anybody.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

/// Addresses without their passwords, and the passwords.
static KEPT: Mutex<Vec<(String, String)>> = Mutex::new(Vec::new());

const SCHEMES: [&str; 2] = ["postgres://", "postgresql://"];

/// Whether a name is the address of a table and not a path.
pub fn is_address(name: &Path) -> bool {
    name.to_str().is_some_and(|name| SCHEMES.iter().any(|scheme| name.starts_with(scheme)))
}

/// A name in a policy: relative to the policy's folder if it is a path; an address stays as it is.
pub fn beside(folder: &Path, name: &str) -> PathBuf {
    if is_address(Path::new(name)) { without_password(Path::new(name)) } else { folder.join(name) }
}

/// A path as it is, or an address without its password, which is remembered for connecting.
pub fn without_password(name: &Path) -> PathBuf {
    let Some((bare, password)) = name.to_str().and_then(split) else { return name.to_owned() };
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.retain(|(address, _)| *address != bare);
    kept.push((bare.clone(), password));
    bare.into()
}

/// What a file or a table is called in a report: a file's name without folders, and an address
/// without its password, because the name of a table alone would not tell where it is.
pub fn short_name(name: &Path) -> String {
    let short = match name.file_name() {
        Some(file) if !is_address(name) => file.to_owned(),
        _ => without_password(name).into_os_string(),
    };
    short.to_string_lossy().into_owned()
}

/// Whether there is a password in the name.
pub fn has_password(name: &str) -> bool {
    split(name).is_some()
}

/// The password that came with an address.
pub fn password_of(bare: &str) -> Option<String> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().find(|(address, _)| address == bare).map(|(_, password)| password.clone())
}

/// An address without its password, and the password.
fn split(address: &str) -> Option<(String, String)> {
    let scheme = SCHEMES.iter().find(|scheme| address.starts_with(**scheme))?;
    let rest = &address[scheme.len()..];
    let end = rest.find(['/', '?']).unwrap_or(rest.len());
    let (person, host) = rest[..end].rsplit_once('@')?;
    let (user, password) = person.split_once(':')?;
    Some((format!("{scheme}{user}@{host}{}", &rest[end..]), password.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passwords_stay_here() {
        let bare = without_password(Path::new("postgres://ada:s%40c:r/et@h:5/db/t"));
        assert_eq!(bare, Path::new("postgres://ada:s%40c:r/et@h:5/db/t"), "a slash is escaped");
        let bare = without_password(Path::new("postgres://ada:s%40c:ret@h:5/db/t?x=1"));
        assert_eq!(bare, Path::new("postgres://ada@h:5/db/t?x=1"));
        assert_eq!(password_of("postgres://ada@h:5/db/t?x=1").as_deref(), Some("s%40c:ret"));
        assert_eq!(password_of("postgres://eve@h:5/db/t?x=1"), None);
        for same in ["a.csv", "postgres://ada@h/db/t", "postgres:///db/t", "x/postgres://a:b@h/d/t"]
        {
            assert_eq!(without_password(Path::new(same)), Path::new(same));
        }
        assert_eq!(beside(Path::new("dir"), "a.csv"), Path::new("dir/a.csv"));
        assert_eq!(beside(Path::new("dir"), "postgres:///db/t"), Path::new("postgres:///db/t"));
    }
}
