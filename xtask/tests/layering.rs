//! Who may depend on whom. `ARCHITECTURE.md` draws it; this test keeps the drawing true.
//!
//! The kernel and the policy language stand alone, the domains know only the kernel, the facade
//! knows them all, and the programs know only the facade. Heavy crates (tables, query engines)
//! stay out of the trees of those who must build fast and be read easily.

use std::collections::{BTreeMap, BTreeSet};

use cargo_metadata::{DependencyKind, Metadata, MetadataCommand, PackageId};

/// Siblings that know only the kernel. Some are yet to come.
const DOMAINS: [&str; 17] = [
    "ridotto-argus",
    "ridotto-io",
    "ridotto-report",
    "ridotto-micro",
    "ridotto-microdata",
    "ridotto-measure",
    "ridotto-survey",
    "ridotto-explore",
    "ridotto-mask",
    "ridotto-pseudonym",
    "ridotto-tabular",
    "ridotto-query",
    "ridotto-sets",
    "ridotto-place",
    "ridotto-graph",
    "ridotto-querylog",
    "ridotto-testkit",
];

/// Programs and bindings, which know only the facade.
const PROGRAMS: [&str; 4] = ["ridotto-cli", "ridotto-engine", "ridotto-studio", "ridotto-python"];

/// What the kernel may use, besides what these bring along.
const KERNEL_USES: [&str; 6] =
    ["foldhash", "jiff", "rayon", "ridotto-catalogue", "serde", "thiserror"];

/// What takes minutes to build.
const HEAVY: [&str; 3] = ["arrow", "parquet", "datafusion"];

/// The parts of Arrow that tables in memory are made of; they know no format of files.
const ARRAYS: [&str; 5] =
    ["arrow-array", "arrow-buffer", "arrow-data", "arrow-schema", "arrow-select"];

fn metadata() -> Metadata {
    let manifest = concat!(env!("CARGO_MANIFEST_DIR"), "/../Cargo.toml");
    MetadataCommand::new()
        .manifest_path(manifest)
        .other_options(["--locked".to_owned()])
        .exec()
        .expect("cargo describes the workspace")
}

/// The crates of ours that each of ours uses outside its tests.
fn layers(metadata: &Metadata) -> BTreeMap<&str, BTreeSet<&str>> {
    let ours: BTreeSet<&str> =
        metadata.workspace_packages().iter().map(|package| package.name.as_str()).collect();
    let used = |package: &'_ cargo_metadata::Package| -> BTreeSet<&str> {
        let outside_tests = package
            .dependencies
            .iter()
            .filter(|dependency| dependency.kind != DependencyKind::Development)
            .filter_map(|dependency| ours.get(dependency.name.as_str()));
        outside_tests.copied().collect()
    };
    metadata
        .workspace_packages()
        .iter()
        .map(|package| (package.name.as_str(), used(package)))
        .collect()
}

/// What a crate of ours may use of ours.
#[expect(clippy::match_same_arms, clippy::too_many_lines, reason = "a line for each crate")]
fn allowed(name: &str) -> BTreeSet<&str> {
    match name {
        "ridotto-catalogue" | "ridotto-keys" | "ridotto-noise" | "ridotto-numbers" | "xtask" => {
            BTreeSet::new()
        }
        "ridotto-core" | "ridotto-policy" => BTreeSet::from(["ridotto-catalogue"]),
        // Texts to values: whoever reads files hands it their text.
        "ridotto-argus" => BTreeSet::from(["ridotto-catalogue"]),
        // The pipeline: it reads and writes, and knows no kind of data.
        "ridotto-release" => BTreeSet::from([
            "ridotto-argus",
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-keys",
            // The account of a run; it draws nothing.
            "ridotto-noise",
            "ridotto-numbers",
            "ridotto-policy",
            "ridotto-report",
            "ridotto-table",
            "ridotto-verify",
        ]),
        "ridotto" => DOMAINS
            .into_iter()
            .filter(|&domain| domain != "ridotto-testkit")
            .chain(["ridotto-catalogue", "ridotto-core", "ridotto-policy", "ridotto-release"])
            // Ledgers; it draws nothing.
            .chain(["ridotto-noise"])
            .collect(),
        // It looks into every reader, and nobody uses it.
        "ridotto-fuzz" => BTreeSet::from([
            "ridotto",
            "ridotto-argus",
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-policy",
            "ridotto-tabular",
        ]),
        // Measures of columns, and of files that are read as the pipeline reads them.
        "ridotto-measure" => BTreeSet::from([
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-numbers",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
        ]),
        // A first look at a file, by its measures.
        "ridotto-survey" => BTreeSet::from([
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-measure",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
        ]),
        // Many releases of one policy: run as the pipeline runs them, and measured side by side.
        "ridotto-explore" => BTreeSet::from([
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-mask",
            "ridotto-measure",
            "ridotto-micro",
            "ridotto-microdata",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
        ]),
        // Steps: the pipeline does them.
        "ridotto-mask" => BTreeSet::from([
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-noise",
            "ridotto-numbers",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
        ]),
        // Their keys are files of one kind.
        "ridotto-report" => BTreeSet::from(["ridotto-catalogue", "ridotto-core", "ridotto-keys"]),
        "ridotto-pseudonym" => BTreeSet::from([
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-keys",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
            "ridotto-verify",
        ]),
        // A kind of data knows the pipeline and no sibling: steps and measures are handed to it. Its
        // searches know neither policies nor files.
        "ridotto-microdata" => BTreeSet::from([
            "ridotto-catalogue",
            "ridotto-core",
            "ridotto-io",
            "ridotto-micro",
            "ridotto-noise",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
            "ridotto-verify",
        ]),
        // It attacks what protects tables, and so shares no code with it.
        "ridotto-audit" => BTreeSet::new(),
        "ridotto-tabular" => BTreeSet::from([
            "ridotto-argus",
            "ridotto-audit",
            "ridotto-catalogue",
            "ridotto-core",
            // Tables that others made are files to be read.
            "ridotto-io",
            // Private counts: it charges, and the crate draws.
            "ridotto-noise",
            "ridotto-policy",
            "ridotto-release",
            "ridotto-report",
            "ridotto-table",
        ]),
        "ridotto-table" => BTreeSet::from(["ridotto-catalogue", "ridotto-core"]),
        "ridotto-io" => BTreeSet::from(["ridotto-catalogue", "ridotto-core", "ridotto-table"]),
        // It judges what the others made, and so cannot import them.
        "ridotto-verify" => BTreeSet::from(["ridotto-catalogue", "ridotto-core", "ridotto-table"]),
        // What it decides is written as labels of a table.
        "ridotto-micro" => BTreeSet::from(["ridotto-catalogue", "ridotto-core", "ridotto-table"]),
        name if DOMAINS.contains(&name) => BTreeSet::from(["ridotto-core"]),
        name if PROGRAMS.contains(&name) => BTreeSet::from(["ridotto"]),
        name => panic!("{name} is new: give it a layer in xtask/tests/layering.rs"),
    }
}

#[test]
fn every_crate_keeps_to_its_layer() {
    let metadata = metadata();
    for (name, used) in layers(&metadata) {
        let allowed = allowed(name);
        let astray: Vec<_> = used.difference(&allowed).collect();
        assert!(astray.is_empty(), "{name} may use {allowed:?} of ours, not {astray:?}");
    }
}

#[test]
fn the_kernel_uses_only_small_things() {
    let metadata = metadata();
    let core = find(&metadata, "ridotto-core");
    let astray: Vec<&str> = metadata[core]
        .dependencies
        .iter()
        .filter(|dependency| dependency.kind != DependencyKind::Development)
        .map(|dependency| dependency.name.as_str())
        .filter(|name| !KERNEL_USES.contains(name))
        .collect();
    assert!(astray.is_empty(), "the kernel may use {KERNEL_USES:?}, not {astray:?}");
}

#[test]
fn heavy_crates_stay_out_of_the_fast_ones() {
    let metadata = metadata();
    let without = ["ridotto-core", "ridotto-policy"].map(|name| (name, false));
    let with_arrays = ["ridotto-table", "ridotto-verify", "ridotto-micro"].map(|name| (name, true));
    for (name, has_arrays) in without.into_iter().chain(with_arrays) {
        let tree = tree(&metadata, find(&metadata, name));
        let heavy = |part: &&&str| {
            let is_array = has_arrays && ARRAYS.contains(*part);
            let of = |heavy: &&str| *part == heavy || part.starts_with(&format!("{heavy}-"));
            !is_array && HEAVY.iter().any(of)
        };
        let found: Vec<_> = tree.iter().filter(heavy).collect();
        assert!(found.is_empty(), "{name} brings in {found:?}");
    }
}

/// These two take a sixth of the build, and `table` writes values as texts without them.
#[test]
fn casts_of_arrow_stay_out_of_the_program() {
    let metadata = metadata();
    let program = tree(&metadata, find(&metadata, "ridotto-cli"));
    assert!(program.contains("arrow-select"), "the tree was walked");
    for heavy in ["arrow-cast", "arrow-ord"] {
        assert!(!program.contains(heavy), "the program brings in {heavy}");
    }
}

/// `OpenDP` is a second opinion for tests: nobody who builds the program builds it, and nobody but the
/// crate of noise draws from anybody's samplers.
#[test]
fn private_noise_is_drawn_in_one_crate() {
    let metadata = metadata();
    let program = tree(&metadata, find(&metadata, "ridotto-cli"));
    assert!(program.contains("prio"), "the tree was walked");
    for package in metadata.workspace_packages() {
        let mut uses = package.dependencies.iter().map(|dependency| dependency.name.as_str());
        let draws = uses.any(|name| ["prio", "opendp"].contains(&name));
        assert_eq!(draws, *package.name == "ridotto-noise", "{}", package.name);
    }
    let noise = &metadata[find(&metadata, "ridotto-noise")];
    let opendp = noise.dependencies.iter().find(|dependency| dependency.name == "opendp");
    assert!(opendp.is_some_and(|opendp| opendp.optional), "it is off by default");
}

#[test]
fn the_heavy_ones_would_be_seen() {
    let metadata = metadata();
    assert!(tree(&metadata, find(&metadata, "ridotto-io")).contains("parquet"));
}

/// The verifier shares no fault with what it judges: nothing that decides, changes or reads a policy is
/// in its tree, not even by way of another crate.
#[test]
fn the_verifier_reaches_nothing_that_decides() {
    let metadata = metadata();
    let ours: BTreeSet<&str> =
        metadata.workspace_packages().iter().map(|package| package.name.as_str()).collect();
    let verify = tree(&metadata, find(&metadata, "ridotto-verify"));
    let reached: BTreeSet<&str> = verify.intersection(&ours).copied().collect();
    let few = ["ridotto-catalogue", "ridotto-core", "ridotto-table", "ridotto-verify"];
    assert_eq!(reached, BTreeSet::from(few));
    let facade = tree(&metadata, find(&metadata, "ridotto"));
    for name in ["ridotto-micro", "ridotto-mask", "ridotto-policy", "ridotto-verify"] {
        assert!(facade.contains(name), "{name} would be seen");
    }
}

fn find<'a>(metadata: &'a Metadata, name: &str) -> &'a PackageId {
    let found = metadata.workspace_packages().into_iter().find(|package| *package.name == name);
    &found.expect("a crate of ours").id
}

/// Everything that is built to use a crate, by name; what its tests use is not.
fn tree<'a>(metadata: &'a Metadata, root: &'a PackageId) -> BTreeSet<&'a str> {
    let resolve = metadata.resolve.as_ref().expect("dependencies were asked for");
    let nodes: BTreeMap<_, _> = resolve.nodes.iter().map(|node| (&node.id, node)).collect();
    let (mut seen, mut open) = (BTreeSet::new(), vec![root]);
    while let Some(id) = open.pop() {
        if seen.insert(id) {
            let uses = nodes[id].deps.iter().filter(|dependency| {
                dependency.dep_kinds.iter().any(|one| one.kind != DependencyKind::Development)
            });
            open.extend(uses.map(|dependency| &dependency.pkg));
        }
    }
    seen.into_iter().map(|id| metadata[id].name.as_str()).collect()
}
