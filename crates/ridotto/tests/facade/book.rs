//! The book's reference is made from entries: models, algorithms, objectives, builders, formats.
//!
//! With `RIDOTTO_WRITE_DOCS=1`, as `cargo xtask docs` says it, it is written.

use ridotto::{Registry, algorithm_grid, algorithm_taxonomy};
use ridotto_catalogue::{
    Claim, Definition, Degree, Disclosure, Entry, Purpose, Reference, Sort, Status,
};
use ridotto_core::model::MODELS;
use std::collections::BTreeMap;
use std::fmt::Write;

const BEGIN: &str = "<!-- grid: made by a test -->\n";
const END: &str = "<!-- end of grid -->";

fn against(of: Disclosure) -> &'static str {
    match of {
        Disclosure::Identity => "being found (identity)",
        Disclosure::Attribute => "something becoming known (attribute)",
        Disclosure::Membership => "being known to be in the file (membership)",
    }
}

/// All models, of records and of tables.
fn models() -> impl Iterator<Item = &'static Entry> {
    MODELS.iter().map(|model| &model.entry).chain(Registry::default().rules())
}

/// What a model is against, whether it is Boolean, and for what.
fn grid() -> String {
    let mut text = String::from(
        "| against | Boolean: a class or a cell holds or not | a matter of degree |\n|---|---|---|\n",
    );
    for of in [Disclosure::Identity, Disclosure::Attribute, Disclosure::Membership] {
        let cell = |degree: Degree| {
            let facts = |entry: &Entry| entry.model().map(|facts| (facts.against, facts.degree));
            let is_it = |entry: &&Entry| {
                facts(entry).is_some_and(|(against, its)| against.contains(&of) && its == degree)
            };
            let names = models().filter(is_it);
            names.map(|entry| format!("`{}`", entry.name)).collect::<Vec<_>>().join(", ")
        };
        let (boolean, gradual) = (cell(Degree::Boolean), cell(Degree::Gradual));
        writeln!(text, "| {} | {boolean} | {gradual} |", against(of)).unwrap();
    }
    text + "\n" + &purposes()
}

fn purposes() -> String {
    let mut text = String::from("| for | models |\n|---|---|\n");
    for (purpose, word) in [
        (Purpose::Publishing, "publishing: anybody may have the file"),
        (Purpose::Sharing, "sharing: somebody known gets it"),
        (Purpose::Computing, "computing: only results leave"),
    ] {
        let names = models().filter(|entry| entry.model().unwrap().purposes.contains(&purpose));
        let names: Vec<String> = names.map(|entry| format!("`{}`", entry.name)).collect();
        writeln!(text, "| {word} | {} |", names.join(", ")).unwrap();
    }
    text
}

/// What the algorithms are, one beside the other.
fn algorithms() -> String {
    let registry = Registry::default();
    format!("{}\n{}", algorithm_taxonomy(&registry), algorithm_grid(&registry))
}

/// What the objectives are, one beside the other.
fn objectives() -> String {
    let mut text = String::from(
        "| objective | makes small | unit | best | a suppressed record costs | heeds `importance` |\n\
         |---|---|---|---|---|---|\n",
    );
    for entry in Registry::default().of(Sort::Objective) {
        let facts = entry.objective().unwrap();
        let heeds = if facts.weighs_attributes { "yes" } else { "no" };
        let cells = [facts.minimises, facts.unit, facts.best, facts.suppressed, heeds];
        writeln!(text, "| `{}` | {} |", entry.name, cells.join(" | ")).unwrap();
    }
    text
}

/// What the builders are, one beside the other.
fn builders() -> String {
    let mut text =
        String::from("| builder | written | serves | for example |\n|---|---|---|---|\n");
    for entry in Registry::default().of(Sort::Builder) {
        let facts = entry.builder().unwrap();
        let serves = if facts.needs.is_empty() { "all" } else { facts.needs };
        let chain: Vec<String> = facts.chain.iter().map(|label| format!("`{label}`")).collect();
        let (written, chain) = (facts.notation, chain.join(" → "));
        writeln!(text, "| `{}` | `{written}` | {serves} | {chain} |", entry.name).unwrap();
    }
    text
}

/// What the formats are, one beside the other.
fn formats() -> String {
    let mut text = String::from(
        "| format | known by | compressed | columns have types | what is kept | block by block |\n\
         |---|---|---|---|---|---|\n",
    );
    for entry in Registry::default().of(Sort::Format) {
        let facts = entry.format().unwrap();
        let known: Vec<String> = (facts.extensions.iter().map(|end| format!("`.{end}`")))
            .chain(facts.schemes.iter().map(|scheme| format!("`{scheme}`")))
            .collect();
        let packed: Vec<String> =
            facts.compressions.iter().map(|end| format!("`.{end}`")).collect();
        let packed = if packed.is_empty() { "–".to_owned() } else { packed.join(", ") };
        let yes = |is_so: bool| if is_so { "yes" } else { "no" };
        let (typed, streams) = (yes(facts.is_typed), yes(facts.streams));
        let (known, keeps) = (known.join(", "), facts.keeps);
        let name = entry.name;
        writeln!(text, "| `{name}` | {known} | {packed} | {typed} | {keeps} | {streams} |")
            .unwrap();
    }
    text
}

/// What the methods for tables are, one beside the other.
fn methods() -> String {
    let mut text = String::from(
        "| method | does | a changed cell is called | the best of its kind | for |\n\
         |---|---|---|---|---|\n",
    );
    for entry in Registry::default().of(Sort::Method) {
        let facts = entry.method().unwrap();
        let best = if facts.is_exact { "yes" } else { "no" };
        let cells = [facts.does, facts.status, best, facts.serves];
        writeln!(text, "| `{}` | {} |", entry.name, cells.join(" | ")).unwrap();
    }
    text
}

/// A section of the book.
fn section(entry: &Entry) -> String {
    // What models come from stands in their advice.
    let references = if entry.model().is_some() { &[] } else { entry.references };
    let references: Vec<String> = references.iter().map(ToString::to_string).collect();
    let references = if references.is_empty() {
        String::new()
    } else {
        format!("\n\n*Sources*: {}.", references.join("; "))
    };
    let (name, advice, example) = (entry.name, entry.advice.trim(), entry.example);
    let (formula, worked) = (entry.formula_in_page(), entry.worked.markdown());
    format!(
        "\n## {name}\n{advice}{references}\n\n*Formula*: {formula}\n\n\
         ```toml\n{example}```\n\n{worked}\n"
    )
}

/// Writes a page, or compares it: its head, the tables in it, and a section for each entry.
fn page(name: &str, tables: &str, sort: Sort) {
    let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
    let book = std::fs::read_to_string(&path).unwrap();
    let head = book.split_once("\n## ").map_or(book.as_str(), |(head, _)| head);
    let (before, rest) = head.split_once(BEGIN).unwrap();
    let (_, after) = rest.split_once(END).unwrap();
    let mut made = format!("{before}{BEGIN}{tables}{END}{after}");
    made.extend(Registry::default().of(sort).map(section));
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        assert!(book == made, "docs/{name} is not what the entries say: `cargo xtask docs`");
    }
}

#[test]
fn the_book_has_every_small_table() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tables.md");
    let made = ridotto::small_tables();
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        let book = std::fs::read_to_string(path).unwrap();
        assert!(book == made, "docs/tables.md is not what the catalogue says: `cargo xtask docs`");
    }
}

#[test]
fn the_book_has_every_model() {
    page("models.md", &grid(), Sort::Model);
}

#[test]
fn the_book_has_every_algorithm() {
    page("algorithms.md", &algorithms(), Sort::Algorithm);
}

#[test]
fn the_book_has_every_objective() {
    page("objectives.md", &objectives(), Sort::Objective);
}

#[test]
fn the_book_has_every_builder() {
    page("hierarchies.md", &builders(), Sort::Builder);
}

#[test]
fn the_book_has_every_format() {
    page("formats.md", &formats(), Sort::Format);
}

#[test]
fn the_book_has_every_method() {
    page("methods.md", &methods(), Sort::Method);
}

/// Every paper that an entry names, by its authors, with what comes from it.
fn sources() -> String {
    let registry = Registry::default();
    let defined = registry.definitions().map(Definition::entry);
    let tables = registry.table_measures().iter().chain(registry.table_attacks());
    let others = registry.measures().iter().chain(registry.attacks()).chain(tables).copied();
    // Entries may call a paper by some of its authors; a DOI says which it is.
    let mut papers: BTreeMap<&str, (&Reference, Vec<&str>)> = BTreeMap::new();
    for entry in defined.chain(others) {
        for reference in entry.references {
            let key = if reference.doi.is_empty() { reference.title } else { reference.doi };
            let (known, names) = papers.entry(key).or_insert((reference, Vec::new()));
            if reference.authors.len() > known.authors.len() {
                *known = reference;
            }
            if !names.contains(&entry.name) {
                names.push(entry.name);
            }
        }
    }
    let by_authors = papers.into_values().map(|(paper, names)| {
        let Reference { authors, year, title, doi } = *paper;
        ((authors, year, title, doi), names)
    });
    let all: BTreeMap<(&str, u16, &str, &str), Vec<&str>> = by_authors.collect();
    let mut text = String::from(
        "# Sources\n\nWhat models, steps, methods, algorithms, objectives, hierarchies, measures and attacks come from. \
         `ridotto explain` with a name says more of each.\n",
    );
    for ((authors, year, title, doi), names) in all {
        let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
        let doi = match doi {
            "" => String::new(),
            doi => format!(" [doi:{doi}](https://doi.org/{doi})."),
        };
        write!(text, "\n- {authors} ({year}), *{title}*.{doi} For {}.", names.join(", ")).unwrap();
    }
    text + "\n"
}

/// Who attacks tables, what rules leave to them, and what the audit measures.
fn table_attacks() -> String {
    let registry = Registry::default();
    let mut text = String::from(
        "# Attackers of tables\n\nBefore a table is written, and again from the written bytes, it is attacked; \
         `ridotto table audit` does the same with anybody's table. `ridotto explain NAME` shows a section of this page in \
         the terminal.\n\nWhat rules leave to each attacker is about tables in which cells are hidden or merged, of \
         amounts that are not negative; of methods that change values [methods](methods.md) tells. Cells that their owner \
         says must be published are excepted. `doubt` and `error` are shares: how far above its value a hidden sensitive \
         cell is possible, and by how much the best estimate of the largest contribution to a published cell is too \
         high.\n\n| rule | attacker | of | leaves | because |\n|---|---|---|---|---|\n",
    );
    for rule in registry.rules() {
        for claim in rule.model().unwrap().claims {
            let Claim { attack, of, leaves, because } = claim;
            writeln!(
                text,
                "| `{}` | `{attack}` | {of} | {} | {because} |",
                rule.name,
                leaves.text()
            )
            .unwrap();
        }
    }
    for entry in registry.table_attacks() {
        let facts = entry.attack().unwrap();
        write!(
            text,
            "\n## {}\n{} {}\n\n- **Knows**: {}.\n",
            entry.name, entry.summary, entry.advice, facts.knows
        )
        .unwrap();
        let help: Vec<String> = facts.help.iter().map(|help| help.text().to_owned()).collect();
        writeln!(text, "- **Stopped or bounded by**: {}.", help.join(", ")).unwrap();
        for (figure, about) in facts.figures {
            writeln!(text, "- `{figure}`: {about}").unwrap();
        }
        write!(text, "\n*Found*: {}\n\n{}\n", entry.formula_in_page(), entry.worked.markdown())
            .unwrap();
    }
    text += "\n# What is measured of them\n";
    for entry in registry.table_measures() {
        let Entry { name, summary, worked, .. } = entry;
        let formula = entry.formula_in_page();
        write!(text, "\n## {name}\n{summary}\n\n*Formula*: {formula}\n\n{}\n", worked.markdown())
            .unwrap();
    }
    text
}

#[test]
fn the_book_has_every_attacker_of_tables() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/table-attacks.md");
    let made = table_attacks();
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        let book = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            book == made,
            "docs/table-attacks.md is not what the entries say: `cargo xtask docs`"
        );
    }
}

#[test]
fn the_book_has_every_source() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/sources.md");
    let made = sources();
    if std::env::var_os("RIDOTTO_WRITE_DOCS").is_some() {
        std::fs::write(path, made).unwrap();
    } else {
        let book = std::fs::read_to_string(path).unwrap_or_default();
        assert!(book == made, "docs/sources.md is not what the entries say: `cargo xtask docs`");
    }
}

/// A name or an alias means one thing, whatever sort it is of; but methods for tables are called as the
/// field calls them, whatever else has that name: the kind of data tells which is meant.
#[test]
fn names_are_unique() {
    let plain = |name: &str| name.to_lowercase().replace(['_', ' '], "-");
    let mut seen: BTreeMap<(bool, String), &str> = BTreeMap::new();
    for entry in Registry::default().definitions().map(Definition::entry) {
        for name in std::iter::once(&entry.name).chain(entry.aliases) {
            let is_method = entry.sort() == Sort::Method;
            let other = seen.insert((is_method, plain(name)), entry.name);
            assert_eq!(other, None, "`{name}` of `{}`", entry.name);
        }
    }
}

/// Every entry says what each must, and names only what there is.
#[test]
fn entries_are_whole() {
    let registry = Registry::default();
    for entry in registry.definitions().map(Definition::entry) {
        let name = entry.name;
        assert!(!entry.title.is_empty() && !entry.formula.is_empty(), "{name}");
        assert!(entry.summary.ends_with('.'), "{name}");
        assert!(!entry.is_written() || !entry.aliases.is_empty(), "{name}");
        assert!(entry.advice.contains("**Use it when**"), "{name}");
        assert!(entry.example.ends_with('\n'), "{name}");
        assert!(!entry.worked.run.is_empty(), "{name}");
        if let Some(facts) = entry.objective() {
            let known = |of: &str| registry.of(Sort::Algorithm).any(|other| other.name == of);
            assert!(facts.only_for.is_none_or(known), "{name}");
        }
        if let Some(facts) = entry.builder() {
            assert!(facts.chain.len() > 1 && !facts.serves.is_empty(), "{name}");
            assert_eq!(facts.needs.is_empty(), facts.serves.len() == 6, "{name}");
        }
        if let Some(facts) = entry.format() {
            assert!(facts.reads && facts.writes, "{name}");
            assert_ne!(facts.extensions.is_empty(), facts.schemes.is_empty(), "{name}");
        }
    }
}

/// What one entry says of others is so: of models for records, and of rules for tables.
#[test]
fn entries_agree_with_each_other() {
    let registry = Registry::default();
    let mut names: Vec<&str> = models().map(|entry| entry.name).collect();
    let of_records: Vec<&str> = ridotto::attacks().map(|(name, _)| name).collect();
    let of_tables: Vec<&str> = registry.table_attacks().iter().map(|entry| entry.name).collect();
    for entry in models() {
        let is_rule = registry.rules().any(|rule| rule.name == entry.name);
        let attacks = if is_rule { &of_tables } else { &of_records };
        let facts = entry.model().unwrap();
        assert!(entry.summary.ends_with('.') && !entry.formula.is_empty(), "{}", entry.name);
        assert!(!entry.references.is_empty(), "{}", entry.name);
        assert!(!facts.against.is_empty() && !facts.purposes.is_empty(), "{}", entry.name);
        assert!(!is_rule || !facts.claims.is_empty(), "{}", entry.name);
        for claim in facts.claims {
            assert!(attacks.contains(&claim.attack), "{} of {}", claim.attack, entry.name);
        }
        if let Status::Derived(from) = entry.status {
            assert!(names.contains(&from), "{from}");
        }
        let least = facts.least_size;
        assert!(least.is_none_or(|name| entry.parameter(name).is_some()), "{}", entry.name);
    }
    let all = names.len();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), all);
}
