//! Hierarchies written out: one line per value, with its label on each level.
//!
//! The lines are the hierarchy's domain, also those for values that the data do not have. They
//! are refused if they are ragged, name a value twice (even with the same labels: one of the two
//! lines is a mistake), lack a label or a value of the data, are not nested, or are *cyclic*.
//!
//! Equal labels on one level are one group. Nested means that the label on a level decides the
//! label on the next. Cyclic means that some text is generalised, step by step and on any lines,
//! to another text and back to itself (`A,B` and `B,A`): each level may be nested, but a reader
//! who sees `A` in the release cannot tell whether it is the value or the group above `B`.
//! A label repeated on the next level (`A,A`) is no step, hence no cycle.
//!
//! A line for a text that means "missing" says where the missing value belongs; on it, a label
//! that means "missing" leaves the value missing on that level.

use super::{
    HierarchyError, Position, TOP,
    builder::Column,
    compile::{Labels, Layer, Parting, parting},
    definition::BuilderDefinition,
    suppress::SWEENEY,
};
use crate::kind::ALL_KINDS;
use crate::{Code, Interner};
use ridotto_catalogue::entry::any;
use ridotto_catalogue::{BuilderFacts, Entry, Facts, Status, Worked, small};
use std::fmt;

/// Hierarchy files as the catalogue has them.
pub static FILE: BuilderDefinition = BuilderDefinition {
    entry: Entry {
        name: "hierarchy-file",
        title: "A file",
        aliases: &["hierarchy csv", "arx hierarchy"],
        formula: "one line for each value: value; level 1; level 2; …",
        status: Status::Now,
        summary: "A CSV file with one line for each value: the value, and its labels from level 1 to the top.",
        parameters: &[],
        check: any,
        facts: Facts::Builder(BuilderFacts {
            notation: "\"…\"",
            serves: ALL_KINDS,
            needs: "",
            chain: &["SE", "North", "Europe", "*"],
            depends: None,
            states_values: true,
        }),
        advice: include_str!("file.md"),
        references: &[SWEENEY],
        example: "[attributes.country]\nrole = \"quasi-identifier\"\nhierarchy = \"hierarchy-file.csv\"\n",
        worked: Worked {
            tables: &[&small::STAYS],
            policy: "",
            text: "The first command writes one line for each age, from the age to `*`; **`47;40-49;40-59;*`** is one. Any line may be changed by hand. The second asks whether the file is still good: every age has a line, and values that meet stay together.",
            run: &[
                "hierarchy make stays.csv --column age --intervals 10,20 -o ages.csv",
                "hierarchy check ages.csv --data stays.csv --column age",
            ],
            says: &["47;40-49;40-59;*"],
        },
    },
    bind: |_| None,
};

/// A value with its labels on the levels 1, 2, … Its `Debug` shows neither.
#[derive(Clone, PartialEq, Eq)]
pub struct Row {
    /// Where it stands.
    pub at: Position,
    /// The value, then its labels.
    pub cells: Vec<String>,
}

impl Row {
    /// A line of a file, counted from 1.
    pub fn line<T: Into<String>>(number: u64, cells: impl IntoIterator<Item = T>) -> Self {
        Self { at: Position::Line(number), cells: cells.into_iter().map(Into::into).collect() }
    }
}

impl fmt::Debug for Row {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Row({}, {} cells)", self.at, self.cells.len())
    }
}

/// The labels of all leaves: the column's values, then the other values of the table.
pub(super) fn layers(rows: &[Row], column: Column<'_>) -> Result<Vec<Layer>, HierarchyError> {
    check_shape(rows, column)?;
    let leaves = leaves(rows, column)?;
    let by_row: Vec<Layer> = (1..rows[0].cells.len())
        .map(|level| {
            let mut labels = Labels::new(rows.len());
            for row in rows {
                let label = &row.cells[level];
                if (column.is_missing)(&row.cells[0]) && (column.is_missing)(label) {
                    labels.push_missing();
                } else {
                    labels.push(label);
                }
            }
            labels.done()
        })
        .collect();
    check_nesting(rows, &by_row, column)?;
    check_cycles(rows, column)?;
    check_total(&leaves, column)?;
    Ok(by_row.into_iter().map(|layer| layer.rearranged(leaves.iter().copied())).collect())
}

fn check_shape(rows: &[Row], column: Column<'_>) -> Result<(), HierarchyError> {
    let hierarchy = || column.name.to_owned();
    let expected = rows.first().map_or(0, |row| row.cells.len());
    if expected == 0 {
        return Err(HierarchyError::Empty { hierarchy: hierarchy() });
    }
    for row in rows {
        let (at, found) = (row.at, row.cells.len());
        if found != expected {
            return Err(HierarchyError::Ragged { hierarchy: hierarchy(), at, found, expected });
        }
        let missing = (column.is_missing)(&row.cells[0]) && (column.is_missing)("");
        if let Some(empty) = row.cells[1..].iter().position(String::is_empty).filter(|_| !missing) {
            let level = empty + 1;
            return Err(HierarchyError::EmptyLabel { hierarchy: hierarchy(), at, level });
        }
    }
    Ok(())
}

/// The row of each leaf; a value of the data without one has `None`.
fn leaves(rows: &[Row], column: Column<'_>) -> Result<Vec<Option<usize>>, HierarchyError> {
    let dictionary = column.dictionary;
    let mut values = Interner::new();
    for text in dictionary.texts().iter() {
        values.intern(text.as_bytes());
    }
    let mut of_value: Vec<Option<usize>> = vec![None; values.len()];
    let mut of_missing: Option<usize> = None;
    for (number, row) in rows.iter().enumerate() {
        let value = &row.cells[0];
        let missing = (column.is_missing)(value);
        let slot = if missing {
            &mut of_missing
        } else {
            let code = values.intern(value.as_bytes()) as usize;
            if code == of_value.len() {
                of_value.push(None);
            }
            &mut of_value[code]
        };
        match *slot {
            None => *slot = Some(number),
            // Several texts may mean "missing"; they are one value and may have a line each.
            Some(first) if missing && rows[first].cells[1..] == row.cells[1..] => {}
            Some(first) => {
                return Err(HierarchyError::Duplicate {
                    hierarchy: column.name.to_owned(),
                    first: rows[first].at,
                    second: row.at,
                });
            }
        }
    }
    if dictionary.missing().is_some() {
        of_value.insert(dictionary.texts().len(), of_missing);
    } else if of_missing.is_some() {
        of_value.push(of_missing);
    }
    Ok(of_value)
}

fn check_nesting(rows: &[Row], layers: &[Layer], column: Column<'_>) -> Result<(), HierarchyError> {
    for (level, pair) in layers.windows(2).enumerate() {
        if let Some(Parting { leaves, count }) = parting(&pair[0], &pair[1]) {
            return Err(HierarchyError::NotNested {
                hierarchy: column.name.to_owned(),
                level: level + 1,
                first: rows[leaves.0].at,
                second: rows[leaves.1].at,
                values: count,
            });
        }
    }
    Ok(())
}

fn check_total(leaves: &[Option<usize>], column: Column<'_>) -> Result<(), HierarchyError> {
    column.refuse(
        |value| leaves[value].is_none(),
        |hierarchy, values| HierarchyError::NotTotal { hierarchy, values },
    )
}

/// One step from a text to another, and the row it was first seen in.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Step {
    from: Code,
    to: Code,
    row: usize,
}

fn check_cycles(rows: &[Row], column: Column<'_>) -> Result<(), HierarchyError> {
    let mut texts = Interner::new();
    let mut steps = Vec::new();
    for (number, row) in rows.iter().enumerate() {
        // The top is above every last label, whether the file says so or not.
        let cells = row.cells.iter().map(String::as_str).chain([TOP]);
        let mut cells = cells.map(|cell| texts.intern(cell.as_bytes()));
        let mut from = cells.next().expect("a row has a value");
        for to in cells {
            if to != from {
                steps.push(Step { from, to, row: number });
            }
            from = to;
        }
    }
    steps.sort_unstable();
    steps.dedup_by_key(|step| (step.from, step.to));
    let Some((first, second)) = cycle(&steps, texts.len()) else { return Ok(()) };
    let hierarchy = column.name.to_owned();
    Err(HierarchyError::Cycle { hierarchy, first: rows[first].at, second: rows[second].at })
}

/// Searches in depth for a step back to a text on the path; gives the rows of the step that left
/// that text and of the one that came back. The steps are sorted.
fn cycle(steps: &[Step], texts: usize) -> Option<(usize, usize)> {
    let start: Vec<usize> =
        (0..=texts).map(|text| steps.partition_point(|step| (step.from as usize) < text)).collect();
    let mut next = start.clone();
    // The step by which a text on the path was left; done texts are never entered again.
    let mut left_by: Vec<Option<usize>> = vec![None; texts];
    let mut done = vec![false; texts];
    for root in 0..texts {
        let mut path = vec![root];
        while let Some(&text) = path.last() {
            if done[text] || next[text] == start[text + 1] {
                done[text] = true;
                left_by[text] = None;
                path.pop();
                continue;
            }
            let step = steps[next[text]];
            next[text] += 1;
            left_by[text] = Some(step.row);
            if let Some(row) = left_by[step.to as usize] {
                return Some((row, step.row));
            }
            path.push(step.to as usize);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::hierarchy::{
        Builder,
        builder::tests::{chain, compiled},
    };

    /// Lines of cells parted by commas.
    fn table(lines: &[&str]) -> Builder {
        let numbered = lines.iter().zip(1..);
        Builder::Table(numbered.map(|(line, number)| Row::line(number, line.split(','))).collect())
    }

    #[test]
    fn lines_become_groups_in_the_order_of_values() {
        let lines = table(&["30,20-30,<50", "25,20-30,<50", "60,60-70,>=50", "99,x,>=50"]);
        let hierarchy = compiled(&lines, &["60", "25", "30", "?"]).unwrap();
        assert_eq!(chain(&hierarchy, "25"), ["25", "20-30", "<50", "*"]);
        assert_eq!(chain(&hierarchy, "?"), ["?", "?", "?", "*"]);
        assert_eq!(hierarchy.map(1), [0, 0, 1, 2]);
        assert_eq!(hierarchy.map(2), [0, 0, 1, 2]);
        assert_eq!((hierarchy.domain(), hierarchy.height()), (5, 3));
        assert_eq!(hierarchy.leaves(2), [2, 2, 1]);
        assert_eq!((hierarchy.missing_group(2), hierarchy.missing_group(3)), (Some(2), None));
    }

    #[test]
    fn a_last_level_with_one_label_is_the_top() {
        for (lines, height, top) in [
            (table(&["a,x,*", "b,x,*"]), 2, "*"),
            (table(&["a,x,all", "b,x,all"]), 2, "all"),
            (table(&["a,x,all", "b,x,all", "c,y,none"]), 3, "*"),
            (table(&["a,*,*", "b,*,*"]), 2, "*"),
            (table(&["a", "b"]), 1, "*"),
            (table(&["a,*", "b,x"]), 2, "*"),
        ] {
            let hierarchy = compiled(&lines, &["a", "b", "?"]).unwrap();
            assert_eq!((hierarchy.height(), hierarchy.label(height, 0)), (height, Some(top)));
            assert_eq!(hierarchy.map(height), [0; 3], "what is missing is in it, too");
        }
    }

    #[test]
    fn the_missing_value_may_have_a_line() {
        let lines = table(&["a,x,all", "?,x,all"]);
        let hierarchy = compiled(&lines, &["a", "?"]).unwrap();
        assert_eq!(chain(&hierarchy, "?"), ["?", "x", "all"]);
        assert_eq!((hierarchy.domain(), hierarchy.leaves(1)), (2, &[2][..]));
        assert_eq!(compiled(&lines, &["a"]).unwrap().domain(), 2);
        let stays = compiled(&table(&["a,x,all", "?,?,all"]), &["a", "?"]).unwrap();
        assert_eq!(stays.missing_group(1), Some(1));
        assert_eq!(stays.label(2, 0), Some("all"));
    }

    #[test]
    fn faulty_lines_are_refused_without_showing_a_value() {
        let data = &["secret", "b", "c"];
        for (lines, message) in [
            (vec![], "hierarchy `test` is empty"),
            (vec!["secret,x", "b"], "hierarchy `test`: line 2 has 1 cells, the first has 2"),
            (vec!["secret,x,y", "b,,y"], "hierarchy `test`: line 2 has no label at level 1"),
            (
                vec!["secret,x", "b,x", "secret,y"],
                "hierarchy `test`: line 1 and line 3 are for the same value",
            ),
            (
                vec!["secret,x", "b,x", "secret,x"],
                "hierarchy `test`: line 1 and line 3 are for the same value",
            ),
            (
                vec!["c,s,*", "secret,x,X", "b,x,Y", "d,x,Z"],
                "hierarchy `test` is not nested: line 2 and line 3 share their label at level 1 \
                 but not at level 2; 2 values at fault",
            ),
            (vec!["b,x"], "hierarchy `test` lacks 2 values of the data, in 2 rows"),
            (
                vec!["b,x", "secret,c", "c,secret"],
                "hierarchy `test` has a cycle: line 2 generalises one text to another, and \
                 line 3 leads back",
            ),
        ] {
            let builder = table(&lines);
            let error = compiled(&builder, data).unwrap_err();
            assert_eq!(error.to_string(), message);
            assert!(!format!("{error:?}{builder:?}").contains("secret"));
        }
    }

    #[test]
    fn only_a_way_back_to_the_same_text_is_a_cycle() {
        for (lines, cyclic) in [
            (vec!["a,b", "b,a"], true),
            (vec!["a,b,c", "b,c,c", "c,c,c"], false),
            (vec!["a,b,*", "b,b,*"], false),
            (vec!["a,b,*", "b,c,*"], false),
            (vec!["a,b,c", "b,x,x", "c,a,a"], true),
            (vec!["a,b,a", "b,b,a"], true),
            (vec!["a,a,a"], false),
            // The top is `*` even if no line says so: `*` cannot be finer than another text.
            (vec!["*,x,*", "a,y,*"], true),
            (vec!["*,x", "a,y"], true),
            (vec!["a,*,x", "b,*,x"], true),
            (vec!["*,*,*", "a,x,*"], false),
            (vec!["*,*", "a,x"], false),
        ] {
            let values: Vec<&str> = lines.iter().map(|line| &line[..1]).collect();
            let result = compiled(&table(&lines), &values);
            let is_cycle = matches!(result, Err(HierarchyError::Cycle { .. }));
            assert_eq!((is_cycle, result.is_err()), (cyclic, cyclic), "{lines:?}");
        }
    }
}
