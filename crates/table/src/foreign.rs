//! Formats that are neither read nor written, and what to do instead.

use std::fmt;

/// A format that other programs have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Foreign {
    /// SPSS: `.sav`, `.zsav`, `.por`.
    Spss,
    /// Stata: `.dta`.
    Stata,
    /// SAS: `.sas7bdat`, `.xpt`.
    Sas,
    /// Other spreadsheets: `.xls`, `.xlsb`, `.ods`.
    Spreadsheet,
}

impl Foreign {
    /// By the end of a name, without the dot.
    pub fn of_ending(ending: &str) -> Option<Self> {
        Some(match ending {
            "sav" | "zsav" | "por" => Self::Spss,
            "dta" => Self::Stata,
            "sas7bdat" | "xpt" => Self::Sas,
            "xls" | "xlsb" | "xlsm" | "ods" => Self::Spreadsheet,
            _ => return None,
        })
    }

    /// How to get a file that is read.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Spss => {
                "export it as .csv from SPSS, or with R: \
                 `arrow::write_parquet(haven::read_sav(\"data.sav\"), \"data.parquet\")`"
            }
            Self::Stata => {
                "export it with `export delimited` in Stata, or with pandas: \
                 `pandas.read_stata(\"data.dta\").to_parquet(\"data.parquet\")`"
            }
            Self::Sas => {
                "export it with `proc export` in SAS, or with pandas: \
                 `pandas.read_sas(\"data.sas7bdat\").to_parquet(\"data.parquet\")`"
            }
            Self::Spreadsheet => "save it as .xlsx or .csv",
        }
    }
}

impl fmt::Display for Foreign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Spss => "SPSS",
            Self::Stata => "Stata",
            Self::Sas => "SAS",
            Self::Spreadsheet => "spreadsheet",
        })
    }
}
