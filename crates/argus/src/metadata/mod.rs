//! Metadata, `.rda`: which columns a file has, where each begins, and what it is.
//!
//! ```text
//! Region 12 2 99                      name, first character, width, texts that mean "missing"
//!    <RECODEABLE>                     a dimension
//!    <HIERARCHICAL>
//!    <HIERCODELIST> "region.hrc"
//! Turnover 19 9
//!    <NUMERIC>
//! ```
//!
//! A file of records has columns of fixed width, unless the metadata begin with `<SEPARATOR>`: then a
//! variable has no first character. A file of cells always has a separator, and variables no width.

mod property;
mod read;

use crate::Fault;

/// What a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Holds {
    /// Records, in an `.asc` file.
    Records,
    /// Cells of a table, in a `.tab` file.
    Cells,
}

/// What is known of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Metadata {
    /// What the file has.
    pub holds: Holds,
    /// What parts the cells of a line; they have fixed widths if there is none.
    pub separator: Option<char>,
    /// The columns, in their order.
    pub variables: Vec<Variable>,
    /// The words by which cells are safe, unsafe, and such that must be published.
    pub statuses: [String; 3],
}

/// A column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variable {
    /// What it is called.
    pub name: String,
    /// The line that begins it, from 1.
    pub line: u64,
    /// Its first character, from 0, in a file of fixed widths.
    pub start: usize,
    /// How many characters it has there; none in a file of cells.
    pub width: usize,
    /// The texts that mean "missing".
    pub missing: Vec<String>,
    /// What it is.
    pub uses: Vec<Use>,
    /// How many digits follow the decimal mark.
    pub decimals: u32,
    /// What a total over its values is called.
    pub total: Option<String>,
    /// The file with labels of its codes.
    pub labels: Option<String>,
    /// How its codes are grouped.
    pub hierarchy: Option<Hierarchy>,
    /// The texts by which a record asks to be protected.
    pub requests: Vec<String>,
    /// The files by which cells are perturbed: of counts, of magnitudes, of small magnitudes.
    pub ptables: [Option<String>; 3],
    /// What else is said of it, by its word.
    pub others: Vec<(u64, String)>,
}

/// What a column is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// By its values cells are told apart.
    Dimension,
    /// A number.
    Numeric,
    /// Of cells: what rules look at.
    Shadow,
    /// Of cells: what it costs to hide one.
    Cost,
    /// Of cells: how far below its value one must stay in doubt.
    LowerLevel,
    /// Of cells: how far above.
    UpperLevel,
    /// Of cells: how many contributors one has.
    Frequency,
    /// Of cells: a largest contribution.
    Largest,
    /// Of cells: what one is.
    Status,
    /// How many units a record stands for.
    Weight,
    /// Whose the record is.
    Holding,
    /// Whether the record asks to be protected.
    Request,
    /// A random number from which noise follows.
    RecordKey,
}

/// How codes are grouped.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Hierarchy {
    /// By their leading digits: so many on the first level, so many more on each.
    Digits(Vec<usize>),
    /// As a file says, in which each level is marked by one more of this text.
    List {
        /// The file.
        file: String,
        /// What marks a level.
        mark: String,
    },
}

impl Metadata {
    /// Reads metadata; all that is wrong with them is told at once.
    pub fn read(text: &str, holds: Holds) -> Result<Self, Vec<Fault>> {
        read::read(text, holds)
    }

    /// The column of a name, in whatever case it is written.
    pub fn variable(&self, name: &str) -> Option<&Variable> {
        self.variables.iter().find(|of| of.name.eq_ignore_ascii_case(name))
    }

    /// The columns that are something.
    pub fn with_use(&self, is: Use) -> impl Iterator<Item = &Variable> {
        self.variables.iter().filter(move |of| of.is(is))
    }
}

impl Variable {
    /// Whether it is something.
    pub fn is(&self, is: Use) -> bool {
        self.uses.contains(&is)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const RECORDS: &str = "Year 1 2 99\r
  <RECODEABLE>\r
Industry 4 5 99999
  <RECODEABLE> <HIERARCHICAL>
  <HIERLEVELS> 3 1 1 0 0
  <DISTANCE> 1 3 5 7 9
Region 9 2
  <RECODEABLE>
  <CODELIST> \"region.cdl\"
  <HIERARCHICAL>
  <HIERCODELIST> \"of region.hrc\"
  <HIERLEADSTRING> \"@\"
Wgt 11 4
  <DECIMALS> 1
  <WEIGHT>
Turnover 15 10
  <NUMERIC>
  <DECIMALS> 2
Ask 25 1
  <REQUEST> \"1\" \"2\"
Key 26 10
  <RECORDKEY>
  <PFILE> \"p.txt\"
";

    #[test]
    fn columns_of_fixed_width() {
        let read = Metadata::read(RECORDS, Holds::Records).unwrap();
        assert_eq!((read.separator, read.variables.len()), (None, 7));
        let year = &read.variables[0];
        assert_eq!((year.start, year.width, &year.missing[..]), (0, 2, &["99".to_owned()][..]));
        assert_eq!(read.variables[1].hierarchy, Some(Hierarchy::Digits(vec![3, 1, 1])));
        let file = Hierarchy::List { file: "of region.hrc".into(), mark: "@".into() };
        let region = read.variable("REGION").unwrap();
        assert_eq!(
            (region.hierarchy.as_ref(), region.labels.as_deref()),
            (Some(&file), Some("region.cdl"))
        );
        assert_eq!(
            read.with_use(Use::Weight).next().map(|of| (of.start, of.decimals)),
            Some((10, 1))
        );
        assert_eq!(read.variable("Ask").unwrap().requests, ["1", "2"]);
        assert_eq!(read.variable("Key").unwrap().ptables[0].as_deref(), Some("p.txt"));
    }

    #[test]
    fn columns_that_are_parted() {
        let text = "   <SEPARATOR> \",\"\nregion 1\n<RECODEABLE>\n<HIERCODELIST> r.hrc\n<HIERARCHICAL>\nval 6 999\n<NUMERIC>\n";
        let read = Metadata::read(text, Holds::Records).unwrap();
        assert_eq!((read.separator, read.variables[1].missing[0].as_str()), (Some(','), "999"));
        assert!(
            matches!(&read.variables[0].hierarchy, Some(Hierarchy::List { file, mark }) if file == "r.hrc" && mark == "@")
        );
    }

    #[test]
    fn columns_of_cells() {
        let text = "<SEPARATOR> \";\"\n<SAFE> \"ok\"\n<UNSAFE> \"no\"\nSize \"99\"\n<RECODABLE>\n<TOTCODE> \"All\"\nV\n<NUMERIC>\n\
            W\n<NUMERIC> <SHADOW>\nC\n<NUMERIC> <COSTVAR>\nF\n<FREQUENCY>\nT\n<MAXSCORE>\nS\n<STATUS>\nL\n<NUMERIC> <LOWERPL>\nU\n<NUMERIC> <UPPERPL>\n";
        let read = Metadata::read(text, Holds::Cells).unwrap();
        assert_eq!(read.statuses, ["ok", "no", "P"].map(str::to_owned));
        assert_eq!(read.variables[0].total.as_deref(), Some("All"));
        let uses: Vec<&[Use]> = read.variables[1..].iter().map(|of| &of.uses[..]).collect();
        assert_eq!(uses[..3], [&[Use::Numeric][..], &[Use::Shadow], &[Use::Cost]]);
        assert_eq!(uses[6..], [&[Use::LowerLevel][..], &[Use::UpperLevel]]);
    }

    #[test]
    fn all_faults_are_told_with_their_lines() {
        for (text, holds, lines) in [
            ("", Holds::Records, vec![1]),
            ("<NUMERIC>\n", Holds::Records, vec![1]),
            ("a 1\nb x 2\nc 0 1\nd 1 0\n", Holds::Records, vec![1, 2, 3, 4]),
            ("a 1 1\n<WHATEVER>\na 2 1\n", Holds::Records, vec![2, 3]),
            ("a 1 1\n<DECIMALS> many\n<HIERLEVELS> 1 x\n", Holds::Records, vec![2, 3]),
            ("<SPSS>\na 1 1\n", Holds::Records, vec![1]),
            ("<SEPARATOR> \"ab\"\na\n", Holds::Cells, vec![1]),
            ("a 1 1\n<HIERARCHICAL>\n", Holds::Records, vec![1]),
            ("a \"x\n", Holds::Cells, vec![1]),
        ] {
            let faults = Metadata::read(text, holds).unwrap_err();
            let found: Vec<u64> = faults.iter().map(|fault| fault.line).collect();
            assert_eq!(found, lines, "{text}: {faults:?}");
        }
    }
}
