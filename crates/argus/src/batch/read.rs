//! From lines to commands.

use super::{Batch, Call, Command, Table};
use crate::Fault;
use crate::text::{cells, lines, unquoted};

/// Commands that stand here by their word alone: whether we have what they ask for is for others to say.
const OTHERS: [&str; 9] =
    ["SILENT", "ANCO", "JJ", "CLEAR", "COVER", "SOLVER", "GOINTERACTIVE", "LOGBOOK", "VERSIONINFO"];

pub(super) fn read(text: &str) -> Result<Batch, Vec<Fault>> {
    let (mut commands, mut faults) = (Vec::new(), Vec::new());
    for (line, text) in lines(text) {
        let text = text.trim();
        if text.starts_with("//") || text.starts_with("\\\\") {
            continue;
        }
        match command(line, text) {
            Ok(command) => commands.push((line, command)),
            Err(fault) => faults.push(fault),
        }
    }
    if commands.is_empty() && faults.is_empty() {
        faults.push(Fault::new(1, "no command", "was the file written to its end?"));
    }
    if faults.is_empty() { Ok(Batch { commands }) } else { Err(faults) }
}

const NO_COMMAND: &str = "a line begins with a command such as `<SPECIFYTABLE>`, or with `//`";

fn command(line: u64, text: &str) -> Result<Command, Fault> {
    let parts = text.strip_prefix('<').and_then(|text| text.split_once('>'));
    let (word, rest) = parts.ok_or_else(|| Fault::new(line, "no command", NO_COMMAND))?;
    let (word, rest) = (word.to_ascii_uppercase(), rest.trim());
    let at = Line { number: line, rest };
    match &*word {
        "OPENMICRODATA" => at.file().map(Command::OpenRecords),
        "OPENTABLEDATA" => at.file().map(Command::OpenCells),
        "OPENMETADATA" => at.file().map(Command::OpenMetadata),
        "SPECIFYTABLE" => at.table().map(Command::Table),
        "SAFETYRULE" => at.calls().map(Command::Rules),
        "READMICRODATA" => Ok(Command::ReadRecords),
        "READTABLE" => Ok(Command::ReadCells(rest.to_owned())),
        "APRIORI" | "APRIORY" => at.apriori(),
        "RECODE" => at.recode(),
        "SUPPRESS" => at.suppress(),
        "WRITETABLE" => at.write(),
        _ if OTHERS.contains(&&*word) => Ok(Command::Other(word)),
        _ => {
            let hint = "look for a misspelt word; the commands are those of τ-Argus 4";
            Err(at.fault("a command that batches do not have", hint))
        }
    }
}

/// What follows a command.
struct Line<'a> {
    number: u64,
    rest: &'a str,
}

impl<'a> Line<'a> {
    fn fault(&self, message: &str, hint: &'static str) -> Fault {
        Fault::new(self.number, message, hint)
    }

    fn file(&self) -> Result<String, Fault> {
        let file = unquoted(self.rest);
        if file.is_empty() || file.contains('"') {
            return Err(self.fault("no file", "write its name in quotes"));
        }
        Ok(file.to_owned())
    }

    /// Dimensions, response, shadow and cost, parted by bars.
    fn table(&self) -> Result<Table, Fault> {
        let hint = "write `\"Region\"\"Industry\"|\"Turnover\"||`: the dimensions, what is added up, what \
                    the rules look at, the cost";
        let (before, after) = self
            .rest
            .split_once('|')
            .ok_or_else(|| self.fault("a table without a response", hint))?;
        let dimensions: Vec<String> = crate::text::words(self.number, before)?
            .into_iter()
            .map(|name| name.trim().to_owned())
            .collect();
        if dimensions.is_empty() || dimensions.iter().any(String::is_empty) {
            return Err(self.fault("a table without dimensions", hint));
        }
        let mut parts = after.split('|').map(str::trim);
        let mut next =
            || parts.next().map(unquoted).filter(|name| !name.is_empty()).map(str::to_owned);
        let response = next().ok_or_else(|| self.fault("a table without a response", hint))?;
        let (shadow, cost) = (next(), next());
        let split = cost.as_deref().and_then(|cost| cost.split_once(','));
        let (cost, lambda) = match split {
            Some((cost, lambda)) => {
                let cost = unquoted(cost).to_owned();
                (Some(cost).filter(|cost| !cost.is_empty()), Some(lambda.trim().to_owned()))
            }
            None => (cost, None),
        };
        let is_count = response.eq_ignore_ascii_case("<freq>");
        Ok(Table { dimensions, response: (!is_count).then_some(response), shadow, cost, lambda })
    }

    /// Rules, parted by bars.
    fn calls(&self) -> Result<Vec<Call>, Fault> {
        let (mut calls, mut rest) = (Vec::new(), self.rest);
        while !rest.is_empty() {
            let (call, after) = self.call(rest)?;
            calls.push(call);
            rest = match after.strip_prefix('|') {
                Some(after) => after.trim_start(),
                None if after.is_empty() => after,
                None => return Err(self.fault("two rules without a bar between them", "write `|`")),
            };
        }
        Ok(calls)
    }

    /// A name with its parameters, and what follows.
    fn call(&self, text: &'a str) -> Result<(Call, &'a str), Fault> {
        let hint = "write a name, and its parameters in parentheses: `P(15,1)`";
        let fault = || self.fault("no name with parameters", hint);
        let (name, rest) = text.split_once('(').ok_or_else(fault)?;
        let (arguments, rest) = rest.split_once(')').ok_or_else(fault)?;
        let name = name.trim().to_ascii_uppercase();
        if !name.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
            return Err(fault());
        }
        let arguments = arguments.split(',').map(|one| unquoted(one).to_owned()).collect();
        Ok((Call { name, arguments }, rest.trim()))
    }

    fn number(&self, text: &str) -> Result<usize, Fault> {
        let number = text.trim().parse::<u16>().map(usize::from);
        number.map_err(|_| self.fault("no number of a table", "write which table, from 1"))
    }

    fn apriori(&self) -> Result<Command, Fault> {
        let hint = "write the file, the table and the separator: `\"known.hst\", 1, \",\"`";
        let cells = cells(self.number, self.rest, ',')?;
        let [file, table, separator, ..] = &cells[..] else {
            return Err(self.fault("too little is said of an a-priori file", hint));
        };
        // What is between quotes may be a blank.
        let separator = if separator.is_empty() { " " } else { separator };
        let mut characters = separator.chars();
        match (characters.next(), characters.next()) {
            (Some(separator), None) => {
                Ok(Command::Apriori { file: file.clone(), table: self.number(table)?, separator })
            }
            _ => Err(self.fault("a separator of several characters", hint)),
        }
    }

    fn recode(&self) -> Result<Command, Fault> {
        let hint = "write the table, the variable, and a file or a level";
        let cells = cells(self.number, self.rest, ',')?;
        let [table, variable, by] = &cells[..] else {
            return Err(self.fault("too little is said of a recode", hint));
        };
        let (variable, by) = (variable.clone(), by.clone());
        Ok(Command::Recode { table: self.number(table)?, variable, by })
    }

    fn suppress(&self) -> Result<Command, Fault> {
        let (method, rest) = self.call(self.rest)?;
        self.number(&method.arguments[0])?;
        Ok(Command::Suppress { method, rest: rest.to_owned() })
    }

    fn write(&self) -> Result<Command, Fault> {
        let hint = "write the table, the form from 1 to 7, options such as `AS+`, and the file, in \
                    parentheses";
        let fault = |message: &str| self.fault(message, hint);
        let inner = self.rest.strip_prefix('(').and_then(|rest| rest.trim_end().strip_suffix(')'));
        let inner = inner.ok_or_else(|| fault("no parentheses"))?;
        let cells = cells(self.number, inner, ',')?;
        let [table, form, options, file] = &cells[..] else {
            return Err(fault("too little or too much is said of what is written"));
        };
        let form = form.parse().ok().filter(|form| (1..=7).contains(form));
        let form = form.ok_or_else(|| fault("a form that there is not"))?;
        let options =
            self::options(options).ok_or_else(|| fault("an option without `+` or `-`"))?;
        Ok(Command::Write { table: self.number(table)?, form, options, file: file.clone() })
    }
}

/// Options: two letters each, and whether they are switched on.
fn options(text: &str) -> Option<Vec<(String, bool)>> {
    let mut options = Vec::new();
    let mut characters = text.chars().filter(|it| !it.is_whitespace());
    while let Some(first) = characters.next() {
        let name: String = [first, characters.next()?].iter().collect();
        let is_on = match characters.next()? {
            '+' => true,
            '-' => false,
            _ => return None,
        };
        options.push((name.to_ascii_uppercase(), is_on));
    }
    Some(options)
}
