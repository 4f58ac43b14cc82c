//! Tables of counts and sums as a page draws them: cells in rows and columns, with what became of each,
//! levels that fold, what was lost by dimension, and what can still be inferred.
//!
//! A page runs nothing, so levels fold by `<details>`: a group's lines stand below the table of its level.
//! What becomes of a cell is told by a sign and by words on hover, never by colour alone. Of a table with
//! more than two dimensions each combination of the others is one fold.

use super::citation::Limit;
use super::parts::figure_list;
use crate::text::{counted, grouped, percent};
use maud::{Markup, html};
use serde::{Deserialize, Serialize};
use std::collections::HashMap;

/// Tables that are drawn, and what is told of them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrawnTables {
    /// The tables.
    pub tables: Vec<DrawnTable>,
    /// What hidden cells are worth, for the owner.
    pub utility: Option<TableUtility>,
    /// What can still be inferred, for the owner.
    pub inferences: Vec<Inference>,
    /// How they were made.
    pub made: Made,
    /// How many hidden cells there are, if so many that their intervals were not found for the page.
    pub without_intervals: u64,
}

/// How tables were made.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Made {
    /// The method, for the owner: which cells it hides depends on what is sensitive.
    pub method: String,
    /// What it does to cells, as in `hides cells`.
    pub does: String,
    /// Whether what was written was attacked, as methods are whose cells are hidden.
    pub is_attacked: bool,
    /// Where the method is written up.
    pub reference: Option<String>,
    /// What it does not protect against: in a few words, and in a sentence.
    pub limits: Vec<Limit>,
}

/// One table.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrawnTable {
    /// Its name; empty if it is the only one and has none.
    pub name: String,
    /// What its values are: `records`, or what is added up.
    pub about: String,
    /// Its dimensions: the first are rows, the second columns.
    pub dimensions: Vec<DrawnDimension>,
    /// Its cells, in any order.
    pub cells: Vec<DrawnCell>,
    /// How many cells are not drawn, because there are too many.
    pub left_out: u64,
}

/// A dimension: its nodes in the order in which they are drawn, a group before its members.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrawnDimension {
    /// Its name.
    pub name: String,
    /// What each node is called.
    pub labels: Vec<String>,
    /// How far below the total each node is: the total, which comes first, is 0.
    pub depths: Vec<u8>,
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct DrawnCell {
    /// Its node in each dimension.
    pub place: Vec<u32>,
    /// What became of it.
    pub fate: Fate,
    /// What is published; empty if it is hidden.
    pub value: String,
    /// The count beside a mean.
    pub count: Option<String>,
    /// Between which ends an outsider knows it to lie.
    pub between: Option<(String, String)>,
    /// Why it is hidden, for the owner: the rules that it breaks, or that it protects others.
    pub reason: String,
}

/// What became of a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Fate {
    /// It is published as it is.
    #[default]
    Published,
    /// It is hidden. For the public nothing else is said.
    Hidden,
    /// It is hidden because it is sensitive, which the owner alone may see.
    Sensitive,
    /// It is published with another value than the true one.
    Changed,
}

/// What hidden and changed cells are worth.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct TableUtility {
    /// How many cells there are.
    pub cells: u64,
    /// How many are sensitive.
    pub primary: u64,
    /// How many are hidden to protect others.
    pub secondary: u64,
    /// The share of the value of all finest cells that is hidden to protect others.
    pub secondary_share: Option<f64>,
    /// How far published values are from true ones, together.
    pub distance: Option<f64>,
    /// Level by level of each dimension.
    pub by_level: Vec<LevelLost>,
}

/// What was lost at a level of a dimension.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct LevelLost {
    /// What it is called.
    pub name: String,
    /// How many cells there are.
    pub cells: u64,
    /// How many of them are hidden.
    pub hidden: u64,
    /// How far published values are from true ones, together, where values are changed.
    pub distance: Option<f64>,
}

/// What somebody can infer of sensitive cells.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Inference {
    /// Who, as `an outsider`.
    pub who: String,
    /// How many sensitive cells were looked at.
    pub cells: u64,
    /// The least share of its value by which a cell is in doubt for them.
    pub narrowest: Option<f64>,
    /// The same for half of the cells.
    pub median: Option<f64>,
}

impl DrawnTables {
    /// What the public may see: what is published, and nothing of why.
    pub(super) fn public(&self) -> Self {
        let cell = |cell: &DrawnCell| DrawnCell {
            fate: if cell.fate == Fate::Sensitive { Fate::Hidden } else { cell.fate },
            reason: String::new(),
            ..cell.clone()
        };
        let table = |table: &DrawnTable| DrawnTable {
            cells: table.cells.iter().map(cell).collect(),
            ..table.clone()
        };
        let made = Made { method: String::new(), reference: None, ..self.made.clone() };
        Self {
            tables: self.tables.iter().map(table).collect(),
            made,
            without_intervals: self.without_intervals,
            ..Self::default()
        }
    }

    /// How many cells there are, and how many of those that are drawn are hidden.
    pub(super) fn counts(&self) -> (u64, u64) {
        let drawn = || self.tables.iter().flat_map(|table| &table.cells);
        let hidden = drawn().filter(|cell| matches!(cell.fate, Fate::Hidden | Fate::Sensitive));
        (drawn().count() as u64 + self.left_out(), hidden.count() as u64)
    }

    /// How many cells are not drawn.
    pub(super) fn left_out(&self) -> u64 {
        self.tables.iter().map(|table| table.left_out).sum()
    }
}

/// Nodes of the second dimension that stand side by side; more are folded, group by group.
const SIDE_BY_SIDE: usize = 16;

/// The section in which the tables are drawn.
pub(super) fn drawn(of: &DrawnTables) -> Markup {
    html! {
        (legend(of))
        @for table in &of.tables {
            @if !table.name.is_empty() { h3 { bdi { (table.name) } } }
            (table.draw())
            @if table.left_out > 0 {
                p.reading {
                    "A page draws the coarsest cells, " (grouped(table.cells.len() as u64)) " here. "
                    (counted(table.left_out, "finer one is", "finer ones are")) " not drawn: the file has all."
                }
            }
        }
    }
}

fn legend(of: &DrawnTables) -> Markup {
    let has =
        |fate: Fate| of.tables.iter().flat_map(|table| &table.cells).any(|it| it.fate == fate);
    html! {
        p.reading {
            "Totals come first, and groups before their members. "
            @if has(Fate::Hidden) || has(Fate::Sensitive) {
                strong { "×" } " is hidden"
                @if has(Fate::Sensitive) { ", " strong { "⊗" } " is hidden because it is sensitive" }
                @if of.without_intervals == 0 {
                    "; where one points at it, it says between which ends it is known to lie. "
                } @else {
                    ". Between which ends each is known to lie is not told here, as "
                    (grouped(of.without_intervals)) " cells are hidden: the owner's file of intervals has it. "
                }
            }
            @if has(Fate::Changed) { strong { "≈" } " need not be the true value. " }
            @if of.tables.iter().any(DrawnTable::has_gaps) {
                strong { "–" } " is a cell in which nobody is"
                @if of.left_out() > 0 { ", or one that is not drawn" }
                "."
            }
        }
    }
}

impl DrawnTable {
    /// Whether some combination has no cell that is drawn.
    fn has_gaps(&self) -> bool {
        let all: usize = self.dimensions.iter().map(|of| of.labels.len()).product();
        self.cells.len() < all
    }

    fn draw(&self) -> Markup {
        let at: HashMap<&[u32], &DrawnCell> =
            self.cells.iter().map(|cell| (&cell.place[..], cell)).collect();
        let grid = Grid { table: self, at };
        let Some((_, others)) = self.dimensions.split_first() else { return html! {} };
        let others = others.get(1..).unwrap_or_default();
        let slices = combinations(others);
        html! {
            @for (nth, slice) in slices.iter().enumerate() {
                @if others.is_empty() {
                    (grid.slice(slice))
                } @else if grid.is_there(slice) {
                    details.fold open[nth == 0] {
                        summary { h3 { (title(others, slice)) } }
                        (grid.slice(slice))
                    }
                }
            }
        }
    }
}

/// Every combination of nodes of some dimensions, totals first.
fn combinations(of: &[DrawnDimension]) -> Vec<Vec<u32>> {
    of.iter().fold(vec![Vec::new()], |all, dimension| {
        let nodes = 0..dimension.labels.len() as u32;
        all.iter().flat_map(|one| nodes.clone().map(|node| [&one[..], &[node]].concat())).collect()
    })
}

fn title(others: &[DrawnDimension], slice: &[u32]) -> Markup {
    let each = others.iter().zip(slice);
    html! {
        @for (nth, (dimension, &node)) in each.enumerate() {
            @if nth > 0 { ", " }
            (dimension.name) ": " bdi { (dimension.labels[node as usize]) }
        }
    }
}

impl DrawnDimension {
    /// The nodes right below one.
    fn children(&self, node: usize) -> Vec<usize> {
        let depth = self.depths[node];
        let below = (node + 1..self.depths.len()).take_while(|&at| self.depths[at] > depth);
        below.filter(|&at| self.depths[at] == depth + 1).collect()
    }

    /// A node and those right below it.
    fn family(&self, node: usize) -> Vec<usize> {
        [node].into_iter().chain(self.children(node)).collect()
    }

    /// The nodes that have some below, but for the total.
    fn groups(&self) -> impl Iterator<Item = usize> + '_ {
        (1..self.labels.len()).filter(|&node| !self.children(node).is_empty())
    }
}

struct Grid<'a> {
    table: &'a DrawnTable,
    at: HashMap<&'a [u32], &'a DrawnCell>,
}

impl Grid<'_> {
    /// Whether a combination of the other dimensions has any cell.
    fn is_there(&self, slice: &[u32]) -> bool {
        self.table.cells.iter().any(|cell| cell.place.get(2..) == Some(slice))
    }

    /// Rows by columns for one combination of the other dimensions.
    fn slice(&self, slice: &[u32]) -> Markup {
        let Some(columns) = self.table.dimensions.get(1) else {
            return self.rows(0, &[], slice);
        };
        let all: Vec<usize> = (0..columns.labels.len()).collect();
        if all.len() <= SIDE_BY_SIDE {
            return self.rows(0, &all, slice);
        }
        html! {
            (self.rows(0, &columns.family(0), slice))
            @for group in columns.groups() {
                details.fold {
                    summary { (columns.name) ": " bdi { (columns.labels[group]) } }
                    (self.rows(0, &columns.family(group), slice))
                }
            }
        }
    }

    /// A row and those right below it, and the groups among these as folds.
    fn rows(&self, node: usize, columns: &[usize], slice: &[u32]) -> Markup {
        let rows = &self.table.dimensions[0];
        let family = rows.family(node);
        html! {
            div.box {
                table.data.cells {
                    thead { (self.head(columns)) }
                    tbody {
                        @for &row in &family {
                            tr {
                                th scope="row" class=[(row == node).then_some("total")] {
                                    bdi { (rows.labels[row]) }
                                }
                                (self.cells_of(row, columns, slice))
                            }
                        }
                    }
                }
            }
            @for &group in family.iter().filter(|&&row| row != node) {
                @if !rows.children(group).is_empty() {
                    details.fold {
                        summary { (rows.name) ": " bdi { (rows.labels[group]) } }
                        (self.rows(group, columns, slice))
                    }
                }
            }
        }
    }

    fn head(&self, columns: &[usize]) -> Markup {
        let name = &self.table.dimensions[0].name;
        html! {
            tr {
                th scope="col" { (name) }
                @if let Some(dimension) = self.table.dimensions.get(1) {
                    @for &column in columns {
                        th.number scope="col" { bdi { (dimension.labels[column]) } }
                    }
                } @else {
                    th.number scope="col" { (self.table.about) }
                }
            }
        }
    }

    fn cells_of(&self, row: usize, columns: &[usize], slice: &[u32]) -> Markup {
        let mut place = vec![row as u32];
        if self.table.dimensions.len() < 2 {
            return self.cell(&place);
        }
        place.push(0);
        place.extend(slice);
        html! {
            @for &column in columns {
                ({ place[1] = column as u32; self.cell(&place) })
            }
        }
    }

    fn cell(&self, place: &[u32]) -> Markup {
        let Some(cell) = self.at.get(place) else {
            let why = match self.table.left_out {
                0 => "nobody is in this cell",
                _ => "nobody is in this cell, or it is not drawn",
            };
            return html! { td.number { span.missing title=(why) { "–" } } };
        };
        let sign = match cell.fate {
            Fate::Published => "",
            Fate::Hidden => "×",
            Fate::Sensitive => "⊗",
            Fate::Changed => "≈\u{202f}",
        };
        let words = cell.words();
        html! {
            td.number {
                @if words.is_empty() { (sign) (readable(&cell.value)) }
                @else { abbr title=(words) { (sign) (readable(&cell.value)) } }
                @if let Some(count) = &cell.count { span.unit { (count) } }
            }
        }
    }
}

/// A number with its thousands apart.
fn readable(value: &str) -> String {
    let (sign, rest) = value.strip_prefix('-').map_or(("", value), |rest| ("-", rest));
    let (whole, fraction) = rest.split_once('.').unwrap_or((rest, ""));
    let point = if fraction.is_empty() { "" } else { "." };
    match whole.parse() {
        Ok(number) => format!("{sign}{}{point}{fraction}", grouped(number)),
        Err(_) => value.to_owned(),
    }
}

impl DrawnCell {
    /// What is said on hover.
    fn words(&self) -> String {
        let fate = match self.fate {
            Fate::Published => return String::new(),
            Fate::Hidden | Fate::Sensitive => "hidden",
            Fate::Changed => "need not be the true value",
        };
        let why = if self.reason.is_empty() { String::new() } else { format!(": {}", self.reason) };
        let known = match &self.between {
            Some((low, high)) if high.is_empty() => format!("; known to be {low} or more"),
            Some((low, high)) => format!("; known to lie between {low} and {high}"),
            None => String::new(),
        };
        format!("{fate}{why}{known}")
    }
}

/// The section about what was lost.
pub(super) fn lost(of: &TableUtility) -> Markup {
    let mut figures = vec![("Cells", grouped(of.cells)), ("Sensitive", grouped(of.primary))];
    if of.distance.is_none() {
        figures.push(("Hidden to protect others", grouped(of.secondary)));
        figures.extend(of.secondary_share.map(|share| ("Of the value of all", percent(share))));
    }
    figures.extend(of.distance.map(|far| ("Distance from the truth", crate::text::number(far))));
    html! {
        (figure_list(&figures))
        @if !of.by_level.is_empty() { (by_level(&of.by_level)) }
    }
}

fn by_level(of: &[LevelLost]) -> Markup {
    let is_changed = of.iter().any(|level| level.distance.is_some());
    let caption = if is_changed {
        "How far published values are from the truth, by level of each dimension"
    } else {
        "What is hidden, by level of each dimension"
    };
    html! {
        table.stacked {
            caption { (caption) }
            thead {
                tr {
                    th scope="col" { "Level" }
                    th.number scope="col" { "Cells" }
                    @if is_changed {
                        th.number scope="col" { "Distance" }
                        th.number scope="col" { "Of each, on the average" }
                    } @else {
                        th.number scope="col" { "Hidden" }
                        th.number scope="col" { "Share" }
                    }
                }
            }
            tbody {
                @for level in of {
                    tr {
                        th scope="row" { (level.name) }
                        td.number data-label="Cells" { (grouped(level.cells)) }
                        (level.figures())
                    }
                }
            }
        }
    }
}

impl LevelLost {
    fn figures(&self) -> Markup {
        let all = self.cells.max(1) as f64;
        html! {
            @if let Some(far) = self.distance {
                td.number data-label="Distance" { (crate::text::number(far)) }
                td.number data-label="Of each" { (crate::text::number(far / all)) }
            } @else {
                td.number data-label="Hidden" { (grouped(self.hidden)) }
                td.number data-label="Share" { (percent(self.hidden as f64 / all)) }
            }
        }
    }
}

/// The section about what can still be inferred.
pub(super) fn inferred(of: &DrawnTables) -> Markup {
    if of.inferences.is_empty() {
        return html! {
            p {
                "Every sensitive cell covers what its rule asks for. How wide the intervals are was not found for "
                "this page, as " (grouped(of.without_intervals)) " cells are hidden: the owner's file of intervals "
                "has them."
            }
        };
    }
    let of = &of.inferences;
    let doubt = |share: Option<f64>| {
        share.map_or_else(|| "without end".into(), |share| format!("± {}", percent(share)))
    };
    html! {
        p {
            "Everybody can add up and subtract what is published. These are the ends of what they find "
            "possible, for the cells that are sensitive; each covers what its rule asks for. Who is in a cell knows "
            "their own part besides, there and elsewhere, and so finds less possible."
        }
        table.stacked {
            thead {
                tr {
                    th scope="col" { "Who" }
                    th.number scope="col" { "Cells" }
                    th.number scope="col" { "Least in doubt" }
                    th.number scope="col" { "Half of them more than" }
                }
            }
            tbody {
                @for one in of {
                    tr {
                        th scope="row" { (one.who) }
                        td.number data-label="Cells" { (grouped(one.cells)) }
                        td.number data-label="Least in doubt" { (doubt(one.narrowest)) }
                        td.number data-label="Half of them more than" { (doubt(one.median)) }
                    }
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn dimension(name: &str, nodes: &[(&str, u8)]) -> DrawnDimension {
        DrawnDimension {
            name: name.into(),
            labels: nodes.iter().map(|node| node.0.into()).collect(),
            depths: nodes.iter().map(|node| node.1).collect(),
        }
    }

    fn tables() -> DrawnTables {
        let rows = dimension(
            "region",
            &[("Total", 0), ("North", 1), ("Alba", 2), ("Brin", 2), ("South", 1)],
        );
        let columns = dimension("size", &[("Total", 0), ("large", 1), ("small", 1)]);
        let cell = |row, column, fate, value: &str, reason: &str| DrawnCell {
            place: vec![row, column],
            fate,
            value: value.into(),
            reason: reason.into(),
            between: (fate == Fate::Sensitive).then(|| ("0".into(), "9".into())),
            ..DrawnCell::default()
        };
        let cells = vec![
            cell(0, 0, Fate::Published, "18", ""),
            cell(2, 1, Fate::Sensitive, "", "minimum-frequency"),
            cell(2, 2, Fate::Hidden, "", "protects others"),
        ];
        let table = DrawnTable { dimensions: vec![rows, columns], cells, ..DrawnTable::default() };
        DrawnTables { tables: vec![table], ..DrawnTables::default() }
    }

    /// Lines of a group stand in a fold of their own, under the group.
    #[test]
    fn levels_fold() {
        let page = drawn(&tables()).into_string();
        let folded = page.split("<details").nth(1).expect("a fold");
        assert!(folded.contains("<summary>region: <bdi>North"), "{folded}");
        assert!(folded.contains("Alba") && folded.contains("Brin") && !folded.contains("South"));
        assert!(!page.split("<details").next().unwrap().contains("Alba"));
    }

    #[test]
    fn signs_and_words_tell_what_became_of_a_cell() {
        let page = drawn(&tables()).into_string();
        assert!(
            page.contains("title=\"hidden: minimum-frequency; known to lie between 0 and 9\">⊗")
        );
        assert!(page.contains("title=\"hidden: protects others\">×"));
        assert!(page.contains("<td class=\"number\">18</td>"));
    }

    /// The public must not learn which of the hidden cells is sensitive.
    #[test]
    fn the_public_sees_no_reason() {
        let page = drawn(&tables().public()).into_string();
        assert!(
            !page.contains('⊗')
                && !page.contains("minimum-frequency")
                && !page.contains("protects")
        );
        assert_eq!(page.matches(">×</abbr>").count(), 2);
    }

    /// What is not drawn and not found is said.
    #[test]
    fn a_page_says_where_it_ends() {
        let mut of = tables();
        assert!(drawn(&of).into_string().contains("where one points at it"));
        (of.without_intervals, of.tables[0].left_out) = (1_234, 7);
        let page = drawn(&of).into_string();
        assert!(
            !page.contains("where one points at it") && page.contains("1,234 cells are hidden")
        );
        assert!(page.contains("3 here. 7 finer ones are not drawn"), "{page}");
        assert!(inferred(&of).into_string().contains("1,234 cells are hidden"));
    }

    #[test]
    fn distances_are_told_by_level() {
        let level = |distance| LevelLost { name: "region".into(), cells: 4, hidden: 2, distance };
        let of = |distance: Option<f64>| TableUtility {
            distance,
            by_level: vec![level(distance)],
            ..TableUtility::default()
        };
        let changed = lost(&of(Some(10.0))).into_string();
        assert!(
            changed.contains("from the truth, by level") && changed.contains(">2.5<"),
            "{changed}"
        );
        let hidden = lost(&of(None)).into_string();
        assert!(hidden.contains("What is hidden, by level") && !hidden.contains("Distance"));
    }

    /// Each combination of further dimensions is one fold, the totals open.
    #[test]
    fn further_dimensions_are_folds() {
        let mut of = tables();
        of.tables[0].dimensions.push(dimension("kind", &[("Total", 0), ("old", 1)]));
        for cell in &mut of.tables[0].cells {
            cell.place.push(0);
        }
        let mut old = of.tables[0].cells[0].clone();
        old.place[2] = 1;
        of.tables[0].cells.push(old);
        let page = drawn(&of).into_string();
        assert!(
            page.contains("<details class=\"fold\" open><summary><h3>kind: <bdi>Total"),
            "{page}"
        );
        assert!(page.contains("<details class=\"fold\"><summary><h3>kind: <bdi>old"), "{page}");
    }
}
