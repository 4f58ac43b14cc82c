//! No modules of a crate use each other in a circle: nobody could read such modules one by one, or move
//! one of them elsewhere.
//!
//! Modules are those below the root of a crate, and those below each module, with everything in them. What
//! is taken from a root is taken from the module that the root has it from; tests and comments do not
//! count. Below the first level there are circles that are known, and their list may only shrink.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// For each module of a crate the modules that it uses.
type Uses = BTreeMap<String, BTreeSet<String>>;

#[test]
fn no_module_is_in_a_circle() {
    let mut wrong = Vec::new();
    for folder in crates() {
        let name = folder.file_name().expect("a folder").to_string_lossy().into_owned();
        let found = in_circles(&uses(&folder.join("src")));
        if !found.is_empty() {
            wrong.push(format!("{name}: {found:?} are in a circle"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Modules below a module that are in a circle: of some a table of all has what each of them is, and is
/// read by each, of others a type should have a file of its own.
const KNOWN: &[(&str, &[&str])] = &[
    ("catalogue::entry", &["fields", "given", "levels", "tables", "value"]),
    (
        "core::hierarchy",
        &[
            "addresses",
            "auto",
            "builder",
            "cuts",
            "dates",
            "definition",
            "digits",
            "groups",
            "intervals",
            "numbers",
            "redact",
            "runs",
            "suppress",
            "table",
        ],
    ),
    ("mask::noise", &["bind", "check", "entry"]),
    (
        "mask::synthesize",
        &[
            "bind",
            "chain",
            "check",
            "constraints",
            "domains",
            "entry",
            "given",
            "marginal",
            "options",
            "step",
        ],
    ),
    ("measure::attack", &["cells", "fit", "meaning"]),
    ("microdata::bind", &["coded_ends", "method", "private", "quasi_identifiers"]),
    ("report::page", &["done", "parts", "shown", "tables", "view"]),
];

#[test]
fn circles_within_modules_only_become_fewer() {
    let mut found = BTreeMap::new();
    for folder in crates() {
        let name = folder.file_name().expect("a folder").to_string_lossy().into_owned();
        let src = folder.join("src");
        let root = ["lib.rs", "main.rs"].map(|name| src.join(name));
        let root = root.into_iter().find(|it| it.exists()).expect("a crate has a root");
        within(&src, &root, &[name], &mut found);
    }
    let known: BTreeMap<String, BTreeSet<String>> = KNOWN
        .iter()
        .map(|(place, all)| ((*place).to_owned(), all.iter().map(|&it| it.to_owned()).collect()))
        .collect();
    let new: Vec<String> = found
        .iter()
        .filter(|(place, all)| known.get(*place).is_none_or(|known| !all.is_subset(known)))
        .map(|(place, all)| format!("{place}: {all:?}"))
        .collect();
    assert!(new.is_empty(), "modules are in a circle that is new:\n{}", new.join("\n"));
    let gone: Vec<String> = known
        .iter()
        .filter(|(place, known)| found.get(*place) != Some(*known))
        .map(|(place, _)| format!("{place}: {:?} are left", found.get(place)))
        .collect();
    assert!(gone.is_empty(), "some are gone; take them out of the list:\n{}", gone.join("\n"));
}

/// The circles among the modules that are declared in a file and lie in a folder, and in theirs.
fn within(
    folder: &Path,
    root: &Path,
    path: &[String],
    found: &mut BTreeMap<String, BTreeSet<String>>,
) {
    let text = plain(&read(root));
    let modules = declared(&text);
    let exports = exported(&text, &modules);
    let place = path[1..].iter().fold(String::new(), |place, name| place + name + "::");
    let of = |module: &String| {
        let mut used = BTreeSet::new();
        for (file, _) in files(folder, module) {
            let text = plain(&read(&file));
            let deep = file.strip_prefix(folder.join(module)).map_or(0, |below| {
                below.components().count() - usize::from(below.ends_with("mod.rs"))
            });
            let mut named = from_root(&text, &format!("crate::{place}"));
            named.extend(from_root(&text, &"super::".repeat(deep + 1)));
            let resolved = named.into_iter().filter_map(|name| match exports.get(&name) {
                Some(module) if !modules.contains(&name) => Some(module.clone()),
                _ => modules.contains(&name).then_some(name),
            });
            used.extend(resolved);
        }
        used.remove(module);
        (module.clone(), used)
    };
    // Those of the first level have a test of their own, which knows no exceptions.
    if path.len() > 1 {
        let circle = in_circles(&modules.iter().map(of).collect());
        if !circle.is_empty() {
            found.insert(path.join("::"), circle);
        }
    }
    for module in &modules {
        let roots = [folder.join(format!("{module}.rs")), folder.join(module).join("mod.rs")];
        let own = roots.iter().find(|file| file.exists());
        if let (Some(own), true) = (own, folder.join(module).is_dir()) {
            let path: Vec<String> = path.iter().chain([module]).cloned().collect();
            within(&folder.join(module), own, &path, found);
        }
    }
}

#[test]
fn a_circle_is_seen() {
    let uses = |of: &[(&str, &[&str])]| -> Uses {
        let set = |used: &[&str]| used.iter().map(|&it| it.to_owned()).collect();
        of.iter().map(|(module, used)| ((*module).to_owned(), set(used))).collect()
    };
    let circle = uses(&[("a", &["b"]), ("b", &["c"]), ("c", &["a"]), ("d", &["a"]), ("e", &[])]);
    let found: Vec<String> = in_circles(&circle).into_iter().collect();
    assert_eq!(found, ["a", "b", "c"]);
    let text = "use crate::{Error, io::{x, y}, b};\n// crate::not\nlet z = crate::c::d();";
    let named: Vec<String> = from_root(&plain(text), "crate::").into_iter().collect();
    assert_eq!(named, ["Error", "b", "c", "io"]);
}

fn crates() -> Vec<PathBuf> {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../crates");
    let mut folders: Vec<PathBuf> = std::fs::read_dir(root)
        .expect("the crates lie here")
        .map(|entry| entry.expect("a folder").path())
        .filter(|path| path.join("src").is_dir())
        .collect();
    folders.sort();
    folders
}

/// Which modules of a crate use which.
fn uses(src: &Path) -> Uses {
    let root = ["lib.rs", "main.rs"].map(|name| src.join(name)).into_iter().find(|it| it.exists());
    let root = plain(&read(&root.expect("a crate has a root")));
    let modules: BTreeSet<String> = declared(&root);
    let exports = exported(&root, &modules);
    let resolve = |name: String| match exports.get(&name) {
        Some(module) if !modules.contains(&name) => Some(module.clone()),
        _ => modules.contains(&name).then_some(name),
    };
    let of = |module: &String| {
        let mut used = BTreeSet::new();
        for (file, is_module) in files(src, module) {
            let text = plain(&read(&file));
            let mut named = from_root(&text, "crate::");
            if is_module {
                named.extend(from_root(&text, "super::"));
            }
            used.extend(named.into_iter().filter_map(resolve));
        }
        used.remove(module);
        (module.clone(), used)
    };
    modules.iter().map(of).collect()
}

/// The modules that reach themselves.
fn in_circles(uses: &Uses) -> BTreeSet<String> {
    let reaches_itself = |start: &&String| {
        let mut open: Vec<&String> = uses[*start].iter().collect();
        let mut seen = BTreeSet::new();
        while let Some(module) = open.pop() {
            if seen.insert(module) {
                open.extend(uses.get(module).into_iter().flatten());
            }
        }
        seen.contains(start)
    };
    uses.keys().filter(reaches_itself).cloned().collect()
}

/// The files of a module, and whether each is its own root, whose parent is that of the crate.
fn files(src: &Path, module: &str) -> Vec<(PathBuf, bool)> {
    let mut files = Vec::new();
    let own = [src.join(format!("{module}.rs")), src.join(module).join("mod.rs")];
    files.extend(own.iter().filter(|file| file.exists()).map(|file| (file.clone(), true)));
    let mut folders = vec![src.join(module)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).into_iter().flatten() {
            let path = entry.expect("a file").path();
            let name = path.file_name().expect("a name").to_string_lossy().into_owned();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs")
                && !name.contains("tests")
                && !own.contains(&path)
            {
                files.push((path, false));
            }
        }
    }
    files
}

fn read(file: &Path) -> String {
    std::fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The text without comments, and without the tests at its end.
fn plain(text: &str) -> String {
    let is_test = |line: &&str| line.starts_with("#[cfg(test)]");
    let lines: Vec<&str> = text.lines().collect();
    // `#[cfg(test)] mod tests;` stands among the other modules.
    let end = (0..lines.len())
        .find(|&at| is_test(&lines[at]) && lines.get(at + 1).is_some_and(|it| it.ends_with('{')));
    let code = lines[..end.unwrap_or(lines.len())].iter();
    let code = code.map(|line| line.split("//").next().unwrap_or_default());
    code.collect::<Vec<_>>().join("\n")
}

/// The modules that the root declares.
fn declared(root: &str) -> BTreeSet<String> {
    let words = root.lines().filter_map(|line| {
        let line = line.trim().trim_start_matches("pub ").trim_start_matches("pub(crate) ");
        let line = line.trim_start_matches("pub(super) ");
        line.strip_prefix("mod ")?.strip_suffix(';')
    });
    words.map(str::to_owned).filter(|module| !module.contains("tests")).collect()
}

/// Where the root has the names from that it passes on.
fn exported(root: &str, modules: &BTreeSet<String>) -> BTreeMap<String, String> {
    let mut exports = BTreeMap::new();
    for statement in root.split(';').filter_map(|it| it.trim().rsplit_once("use ")) {
        let path = statement.1.trim().trim_start_matches("crate::");
        let Some((module, names)) = path.split_once("::") else { continue };
        if modules.contains(module) {
            let last = |name: &str| {
                let own = name.rsplit("::").next().unwrap_or(name);
                own.rsplit(" as ").next().unwrap_or(own).trim().to_owned()
            };
            let names = names.trim_matches(['{', '}', '\n', ' ']).split(',');
            exports.extend(names.map(|name| (last(name.trim()), module.to_owned())));
        }
    }
    exports
}

/// The first words of all paths that begin at the root.
fn from_root(text: &str, root: &str) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, _) in text.match_indices(root) {
        let before = text[..at].chars().next_back();
        if before.is_some_and(|letter| letter == ':' || letter == '$' || is_word(letter)) {
            continue;
        }
        let rest = &text[at + root.len()..];
        match rest.strip_prefix('{') {
            Some(group) => names.extend(of_group(group)),
            None => names.extend([word(rest)]),
        }
    }
    names
}

/// The first words within a brace, up to where it closes.
fn of_group(text: &str) -> Vec<String> {
    let (mut depth, mut names, mut begins) = (0_i32, Vec::new(), true);
    for (at, letter) in text.char_indices() {
        match letter {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => begins = true,
            _ if begins && is_word(letter) => {
                names.push(word(&text[at..]));
                begins = false;
            }
            _ => {}
        }
    }
    names
}

fn word(text: &str) -> String {
    text.chars().take_while(|&letter| is_word(letter)).collect()
}

fn is_word(letter: char) -> bool {
    letter.is_alphanumeric() || letter == '_'
}
