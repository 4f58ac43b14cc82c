//! A hierarchy for a column of a file, and as a file.

use crate::{Error, Watch};
use ridotto_catalogue::similar;
use ridotto_core::hierarchy::Builder;
use ridotto_core::{Dictionary, Hierarchy, Reading, Texts};
use ridotto_io::{Column, FileSource, Source, SourceOptions, Staged, Want};
use ridotto_policy::Item;
pub use ridotto_release::hierarchy::read_hierarchy;
use ridotto_release::hierarchy::{self, compile, hierarchy_text, line_of};
use ridotto_release::{targets, write_all};
use std::path::Path;

/// A hierarchy, and how often the data have each value.
#[derive(Debug)]
pub struct ColumnHierarchy {
    /// The hierarchy.
    pub hierarchy: Hierarchy,
    /// Rows per value; 1 each where there are no data.
    pub counts: Vec<u64>,
}

/// The builder that an inline table of the policy describes, such as `{ redact = "right" }`.
pub fn parse_builder(text: &str) -> Result<Builder, Error> {
    hierarchy::parse_builder(text, &crate::Registry::default().entries())
}

/// The builder that a value describes, such as `redact("right")` of [`crate::hierarchy`].
pub fn builder_from_value(value: impl Into<Item>) -> Result<Builder, Error> {
    hierarchy::builder_from_value(value, &crate::Registry::default().entries())
}

/// Compiles a hierarchy for a column of a file.
pub fn hierarchy_for(
    data: &Path,
    column: &str,
    builder: &Builder,
    options: &SourceOptions,
    watch: &dyn Watch,
) -> Result<ColumnHierarchy, Error> {
    let source = FileSource::open(data, options)?;
    source.expect([column])?;
    let names: Vec<&str> = source.columns().iter().map(|field| field.name.as_str()).collect();
    if !names.contains(&column) {
        return Err(Error::Usage {
            message: format!("{}: there is no column `{column}`", data.display()),
            hint: similar(column, &names),
        });
    }
    let want = |name: &&str| if *name == column { Want::Code { kind: None } } else { Want::Skip };
    let wants: Vec<Want> = names.iter().map(want).collect();
    watch.begin("reading", std::fs::metadata(data).ok().map(|metadata| metadata.len()));
    let table = source.read(&wants, watch)?;
    let Some(Column::Coded { codes, dictionary, .. }) =
        table.columns.iter().find(|column| matches!(column, Column::Coded { .. }))
    else {
        unreachable!("the column was asked for as codes");
    };
    let counts = codes.histogram(dictionary.len());
    let hierarchy = compile(column, builder, dictionary, &counts, &options.missing);
    let hierarchy = hierarchy.map_err(|error| {
        match error.values().and_then(|values| line_of(&table, codes, values)) {
            Some(line) => Error::HierarchyOfData { error, data: data.to_owned(), line },
            None => error.into(),
        }
    })?;
    Ok(ColumnHierarchy { hierarchy, counts })
}

/// Compiles a hierarchy file by itself: its values are those of its own lines.
pub fn hierarchy_alone(path: &Path) -> Result<ColumnHierarchy, Error> {
    let builder = read_hierarchy(path)?;
    let Builder::Table(rows) = &builder else { unreachable!("a file is a table") };
    let mut texts = Texts::new();
    let mut seen = std::collections::HashSet::new();
    for row in rows {
        // Twice the same value is for the compiler to refuse.
        if let Some(value) = row.cells.first()
            && seen.insert(value.as_str())
        {
            texts.push(value);
        }
    }
    let reading = Reading::detect(texts.iter(), None, &[]);
    let (dictionary, _) = Dictionary::new(&texts, reading, |_| false);
    let counts = vec![1; dictionary.len()];
    let name = path.file_stem().unwrap_or_default().to_string_lossy();
    let hierarchy = compile(&name, &builder, &dictionary, &counts, &[])?;
    Ok(ColumnHierarchy { hierarchy, counts })
}

/// A hierarchy that will be written, staged before the data are read.
#[derive(Debug)]
pub struct HierarchyFile(Staged);

impl HierarchyFile {
    /// Stages it for its target, which must not be an input.
    pub fn stage(target: &Path, inputs: &[&Path], force: bool) -> Result<Self, Error> {
        targets::distinct(&[target], inputs)?;
        Ok(Self(Staged::beside(target, force)?))
    }

    /// Writes a hierarchy as a file that can be edited: `value;level 1;…`.
    pub fn write(self, hierarchy: &Hierarchy) -> Result<(), Error> {
        write_all(&self.0, hierarchy_text(hierarchy).as_bytes())?;
        Ok(self.0.publish()?)
    }
}
