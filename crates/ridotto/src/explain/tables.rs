//! Tables over all entries of a sort, for the book and the terminal.

use crate::registry::Registry;
use ridotto_catalogue::small::{OTHER_FILES, POLICIES, SMALL_TABLES, SmallTable};
use ridotto_catalogue::{AlgorithmFacts, Certainty, Family, Generalize, Named, Sort, Suppress};
use std::fmt::Write;

/// The algorithms with what is known of them.
fn algorithms(
    registry: &Registry,
) -> impl Iterator<Item = (&'static str, &'static AlgorithmFacts)> {
    registry.of(Sort::Algorithm).filter_map(|entry| Some((entry.name, entry.algorithm()?)))
}

fn listed<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let names: Vec<String> = names.map(|name| format!("`{name}`")).collect();
    if names.is_empty() { "–".to_owned() } else { names.join(", ") }
}

/// The same as both tables in lists, which fit a terminal.
pub(super) fn algorithms_in_lists(registry: &Registry) -> String {
    let mut text =
        "The algorithms by what they choose from and how sure their result is, and by what \
                    they can generalise and suppress at once."
            .to_owned();
    text.push('\n');
    for (family, result) in families() {
        let is_it =
            |(_, facts): &(&str, &AlgorithmFacts)| facts.family == family && facts.result == result;
        let names = listed(algorithms(registry).filter(is_it).map(|(name, _)| name));
        let _ = write!(text, "\n- **{}** ({}): {names}.", family.words(), result.words());
    }
    text.push('\n');
    for (generalize, suppress) in cells() {
        let has = |(_, facts): &(&str, &AlgorithmFacts)| facts.has(generalize, suppress);
        let names = listed(algorithms(registry).filter(has).map(|(name, _)| name));
        let what = format!("generalize = \"{generalize}\", suppress = \"{suppress}\"");
        let _ = write!(text, "\n- `{what}`: {names}.");
    }
    text
}

/// Every family with every certainty that some algorithm has.
fn families() -> impl Iterator<Item = (Family, Certainty)> {
    let has = |family, result| {
        move |(_, facts): (&str, &AlgorithmFacts)| facts.family == family && facts.result == result
    };
    let registry = Registry::default();
    let all = Family::ALL.into_iter().flat_map(|family| Certainty::ALL.map(|of| (family, of)));
    all.filter(move |&(family, result)| algorithms(&registry).any(has(family, result)))
}

/// Every cell of the grid.
fn cells() -> impl Iterator<Item = (Generalize, Suppress)> {
    let all = Generalize::ALL.iter();
    all.flat_map(|&generalize| Suppress::ALL.iter().map(move |&suppress| (generalize, suppress)))
}

/// What is generalised at once, and what is suppressed, and by which algorithms: Markdown.
pub fn algorithm_grid(registry: &Registry) -> String {
    let mut text = "| suppress | generalise attribute | generalise cell | generalise none |\n\
                    |---|---|---|---|\n"
        .to_owned();
    for &suppress in Suppress::ALL {
        let cell = |&generalize: &Generalize| {
            listed(
                algorithms(registry)
                    .filter(|(_, facts)| facts.has(generalize, suppress))
                    .map(|(name, _)| name),
            )
        };
        let cells: Vec<String> = Generalize::ALL.iter().map(cell).collect();
        let _ = writeln!(text, "| {suppress} | {} |", cells.join(" | "));
    }
    text
}

/// The algorithms by what they choose from and how sure their result is: Markdown.
pub fn algorithm_taxonomy(registry: &Registry) -> String {
    let mut text = "| chooses from | result | algorithms |\n|---|---|---|\n".to_owned();
    for (family, result) in families() {
        let is_it =
            |(_, facts): &(&str, &AlgorithmFacts)| facts.family == family && facts.result == result;
        let names = listed(algorithms(registry).filter(is_it).map(|(name, _)| name));
        let _ = writeln!(text, "| {} | {} | {names} |", family.words(), result.words());
    }
    text += "\n| algorithm | searches | makes small | cost | needs models that coarser generalisations keep |\n|---|---|---|---|---|\n";
    for (name, facts) in algorithms(registry) {
        let models = if facts.needs_monotonicity { "yes" } else { "no" };
        let _ = writeln!(
            text,
            "| `{name}` | {} | {} | {} | {models} |",
            facts.searches, facts.minimises, facts.cost
        );
    }
    text
}

/// What is said of the small tables before they are shown.
const ABOUT_SMALL_TABLES: &str = "Examples are worked on a few tables that are small enough to count with a finger. Every figure of an example is held against the program by a test. To try one, write the table and its policy into files of these names; a section of a policy that an example shows takes the place of the one with the same heading.";

/// The page of the small tables, with the policies and other files that examples use.
pub fn small_tables() -> String {
    let mut text = format!("# The small tables\n{ABOUT_SMALL_TABLES}\n");
    for table in SMALL_TABLES {
        text += &format!("\n## {}\n{}\n\n{}", table.name, table.about, table.markdown());
    }
    for (file, policy) in POLICIES {
        text += &format!("\n## {file}\n```toml\n{policy}```\n");
    }
    for (file, about, content) in OTHER_FILES {
        text += &format!("\n## {file}\n{about}\n\n```text\n{content}```\n");
    }
    text
}

/// The small tables one after the other, as a terminal shows them.
pub(super) fn small_tables_in_lists() -> String {
    let table = |table: &&SmallTable| {
        format!("- **{}**: {}\n\n{}", table.file(), table.about, table.markdown())
    };
    let tables: Vec<String> = SMALL_TABLES.iter().map(table).collect();
    format!("{ABOUT_SMALL_TABLES}\n\n{}", tables.join("\n"))
}
