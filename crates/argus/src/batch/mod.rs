//! Batches, `.arb`: which data are read, which tables are made of them, by which rules and methods they
//! are protected, and where they are written.
//!
//! ```text
//! <OPENMICRODATA> "firms.asc"
//! <OPENMETADATA>  "firms.rda"
//! <SPECIFYTABLE>  "Region""Industry"|"Turnover"||
//! <SAFETYRULE>    NK(3,75)|FREQ(3,30)|
//! <READMICRODATA>
//! <SUPPRESS>      MOD(1)
//! <WRITETABLE>    (1,3,AS+,"firms.csv")
//! ```

mod read;

use crate::Fault;

/// What is to be done, in this order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Batch {
    /// Each command with its line, from 1.
    pub commands: Vec<(u64, Command)>,
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// The data are records, in this file.
    OpenRecords(String),
    /// The data are cells, in this file.
    OpenCells(String),
    /// The file that says what the columns are.
    OpenMetadata(String),
    /// A table.
    Table(Table),
    /// When cells of the table before are sensitive.
    Rules(Vec<Call>),
    /// Records are read.
    ReadRecords,
    /// Cells are read: whether they have to add up, and more of the kind.
    ReadCells(String),
    /// What is known of single cells of a table.
    Apriori {
        /// The file.
        file: String,
        /// The table, from 1.
        table: usize,
        /// What parts its cells.
        separator: char,
    },
    /// Codes of a variable are joined.
    Recode {
        /// The table, from 1.
        table: usize,
        /// The variable.
        variable: String,
        /// A file, or a level of the hierarchy.
        by: String,
    },
    /// A table is protected; all of them together if its number is 0.
    Suppress {
        /// By what, with its parameters, of which the first is the table.
        method: Call,
        /// What follows: files of perturbation tables.
        rest: String,
    },
    /// A table is written.
    Write {
        /// The table, from 1.
        table: usize,
        /// How: 1 to 3 are texts with a value in each line or a matrix, 4 is for Eurostat, 5 are cells
        /// that can be read again, 6 is JJ, 7 has perturbed cells.
        form: u8,
        /// What is switched on and off.
        options: Vec<(String, bool)>,
        /// The file.
        file: String,
    },
    /// Something else, by its word.
    Other(String),
}

/// A table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// The variables by which cells are told apart.
    pub dimensions: Vec<String>,
    /// What is added up; records are counted if there is none.
    pub response: Option<String>,
    /// What the rules look at instead.
    pub shadow: Option<String>,
    /// What it costs to hide a cell: a variable, or -1 for its frequency, -2 for 1, -3 for its distance.
    pub cost: Option<String>,
    /// The power to which costs are raised.
    pub lambda: Option<String>,
}

/// A name and what stands in parentheses after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// The name, in capitals.
    pub name: String,
    /// What is between the commas.
    pub arguments: Vec<String>,
}

impl Call {
    /// A parameter that is a whole number; nothing if it is not there or no number.
    pub fn whole(&self, at: usize) -> Option<u64> {
        self.arguments.get(at)?.parse().ok()
    }
}

impl Batch {
    /// Reads a batch; all that is wrong with it is told at once.
    pub fn read(text: &str) -> Result<Self, Vec<Fault>> {
        read::read(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHOLE: &str = r#"//This batch was written by hand
<LOGBOOK> "log.txt"
<OPENMICRODATA>    "firms.asc"
<OPENMETADATA>     firms.rda
<SPECIFYTABLE>     "Size""Region"|"Turnover"||
<SAFETYRULE>       NK(2,75)|P(0,100,0)|FREQ(3,30)|
<SPECIFYTABLE> "Size" "Industry"|<freq>|""|-1,0.5
<SAFETYRULE>
<READMICRODATA>
<APRIORI> "a.hst", 2, ";", 1, 0
<RECODE>  1, Region, 2
<RECODE>  1, Size, "GK.grc"
<SOLVER>  FREE
<SUPPRESS> MOD(1, 5, 1,1,1)
<SUPPRESS> CKM(2) "p.txt"
<WRITETABLE> (1, 3, AS+FL-, "out.txt")
<WRITETABLE> (2,6,,"out.jj")
<GOINTERACTIVE>
"#;

    fn call(name: &str, arguments: &[&str]) -> Call {
        let arguments = arguments.iter().map(|one| (*one).to_owned()).collect();
        Call { name: name.to_owned(), arguments }
    }

    #[test]
    fn all_commands_are_read() {
        let batch = Batch::read(WHOLE).unwrap();
        let at = |line: u64| &batch.commands.iter().find(|(of, _)| *of == line).unwrap().1;
        assert_eq!(batch.commands.len(), 17);
        assert_eq!(*at(4), Command::OpenMetadata("firms.rda".into()));
        let table = |at: &Command| match at {
            Command::Table(table) => table.clone(),
            _ => panic!("a table"),
        };
        assert_eq!(table(at(5)).dimensions, ["Size", "Region"]);
        assert_eq!((table(at(5)).response.as_deref(), table(at(5)).cost), (Some("Turnover"), None));
        let counts = table(at(7));
        assert_eq!((counts.response, counts.shadow), (None, None));
        assert_eq!((counts.cost.as_deref(), counts.lambda.as_deref()), (Some("-1"), Some("0.5")));
        let rules =
            [call("NK", &["2", "75"]), call("P", &["0", "100", "0"]), call("FREQ", &["3", "30"])];
        assert_eq!(*at(6), Command::Rules(rules.into()));
        assert_eq!(*at(8), Command::Rules(Vec::new()));
        assert_eq!(*at(10), Command::Apriori { file: "a.hst".into(), table: 2, separator: ';' });
        assert_eq!(
            *at(12),
            Command::Recode { table: 1, variable: "Size".into(), by: "GK.grc".into() }
        );
        let method = call("MOD", &["1", "5", "1", "1", "1"]);
        assert_eq!(*at(14), Command::Suppress { method, rest: String::new() });
        let method = call("CKM", &["2"]);
        assert_eq!(*at(15), Command::Suppress { method, rest: "\"p.txt\"".into() });
        let options = vec![("AS".to_owned(), true), ("FL".to_owned(), false)];
        assert_eq!(*at(16), Command::Write { table: 1, form: 3, options, file: "out.txt".into() });
        assert_eq!(*at(18), Command::Other("GOINTERACTIVE".into()));
    }

    #[test]
    fn all_faults_are_told_with_their_lines() {
        for (text, lines) in [
            ("", vec![1]),
            ("<WHATEVER>\nwords\n", vec![1, 2]),
            ("<OPENMICRODATA>\n<OPENMETADATA> \"a\n", vec![1, 2]),
            ("<SPECIFYTABLE> |\"a\"\n<SPECIFYTABLE> \"a\"\n", vec![1, 2]),
            ("<SAFETYRULE> P(1\n<SAFETYRULE> P\n<SAFETYRULE> P(1)X(2)\n", vec![1, 2, 3]),
            ("<SUPPRESS> MOD\n<SUPPRESS> MOD(x)\n", vec![1, 2]),
            (
                "<WRITETABLE> (1,3,\"a\")\n<WRITETABLE> (1,9,,\"a\")\n<WRITETABLE> (1,3,A,\"a\")\n",
                vec![1, 2, 3],
            ),
            ("<APRIORI> \"a\"\n<APRIORI> \"a\",x,\",\"\n<RECODE> 1,a\n", vec![1, 2, 3]),
        ] {
            let faults = Batch::read(text).unwrap_err();
            let found: Vec<u64> = faults.iter().map(|fault| fault.line).collect();
            assert_eq!(found, lines, "{text}: {faults:?}");
        }
    }
}
