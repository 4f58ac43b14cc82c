//! From lines to variables.

use super::property::{self, Said};
use super::{Hierarchy, Holds, Metadata, Variable};
use crate::Fault;
use crate::text::{lines, words};

/// More characters than that no line has.
const WIDEST: usize = 1 << 20;

pub(super) fn read(text: &str, holds: Holds) -> Result<Metadata, Vec<Fault>> {
    let usual = if holds == Holds::Cells { Some(',') } else { None };
    let statuses = ["S", "U", "P"].map(str::to_owned);
    let of = Metadata { holds, separator: usual, variables: Vec::new(), statuses };
    let mut reader = Reader { of, drafts: Vec::new(), faults: Vec::new() };
    for (line, text) in lines(text) {
        match words(line, text) {
            Ok(words) => reader.take(line, &words),
            Err(fault) => reader.faults.push(fault),
        }
    }
    reader.finish()
}

/// What was read so far.
struct Reader {
    of: Metadata,
    /// What was said of the hierarchy of each variable.
    drafts: Vec<Draft>,
    faults: Vec<Fault>,
}

/// What is said of a hierarchy, in several lines.
#[derive(Default)]
struct Draft {
    is_hierarchical: bool,
    digits: Vec<usize>,
    file: Option<String>,
    mark: Option<String>,
}

impl Reader {
    fn fault(&mut self, line: u64, message: impl Into<String>, hint: &'static str) {
        self.faults.push(Fault::new(line, message, hint));
    }

    fn take(&mut self, line: u64, words: &[&str]) {
        let Some(first) = words.first() else { return };
        if !first.starts_with('<') {
            self.begin(line, words);
            return;
        }
        let mut rest = words;
        while let Some((keyword, after)) = rest.split_first() {
            let end = after.iter().position(|word| word.starts_with('<')).unwrap_or(after.len());
            let (values, next) = after.split_at(end);
            self.say(line, keyword, values);
            rest = next;
        }
    }

    /// A line that begins a variable.
    fn begin(&mut self, line: u64, words: &[&str]) {
        let numbers = match (self.of.holds, self.of.separator) {
            (Holds::Cells, _) => 0,
            (Holds::Records, Some(_)) => 1,
            (Holds::Records, None) => 2,
        };
        let number = |at: usize| {
            let number = words.get(at).and_then(|word| word.parse::<usize>().ok());
            number.filter(|number| (1..=WIDEST).contains(number))
        };
        let mut variable = Variable::new(words[0], line);
        let place = match numbers {
            0 => Some((1, 0)),
            1 => number(1).map(|width| (1, width)),
            _ => number(1).zip(number(2)),
        };
        match place {
            Some((start, width)) => (variable.start, variable.width) = (start - 1, width),
            None if numbers == 1 => self.fault(
                line,
                "a variable without its width",
                "write its name, and how many characters it has at most",
            ),
            None => self.fault(
                line,
                "a variable without its place",
                "write its name, its first character from 1, and how many characters it has; of a file \
                 with separators the first line is `<SEPARATOR> \";\"`",
            ),
        }
        let missing = words.iter().skip(1 + numbers).map(|text| text.trim().to_owned());
        variable.missing = missing.filter(|text| !text.is_empty()).collect();
        if self.of.variable(&variable.name).is_some() {
            self.fault(line, "a variable of this name is there already", "give each its own name");
        }
        self.of.variables.push(variable);
        self.drafts.push(Draft::default());
    }

    /// A word in angle brackets, and what follows it.
    fn say(&mut self, line: u64, keyword: &str, values: &[&str]) {
        let word = keyword.trim_matches(['<', '>']).to_ascii_uppercase();
        let value = values.first().map(|value| (*value).to_owned());
        match (&*word, value) {
            ("SEPARATOR", value) => {
                let mut characters = value.as_deref().unwrap_or_default().chars();
                match (characters.next(), characters.next()) {
                    (Some(mark), None) if mark.is_ascii() && mark != '"' => {
                        self.of.separator = Some(mark);
                    }
                    _ => {
                        let hint = "write one character: `<SEPARATOR> \";\"`";
                        self.fault(line, "no separator", hint);
                    }
                }
                if self.of.holds == Holds::Records && !self.of.variables.is_empty() {
                    self.fault(
                        line,
                        "the separator comes too late",
                        "write it into the first line",
                    );
                }
            }
            ("SAFE", Some(word)) => self.of.statuses[0] = word,
            ("UNSAFE", Some(word)) => self.of.statuses[1] = word,
            ("PROTECT", Some(word)) => self.of.statuses[2] = word,
            ("SPSS", _) => self.fault(
                line,
                "a file of SPSS is not read",
                "export it as a text of fixed width, with its metadata",
            ),
            (word, _) => self.property(line, word, values),
        }
    }

    fn property(&mut self, line: u64, word: &str, values: &[&str]) {
        let (Some(variable), Some(draft)) = (self.of.variables.last_mut(), self.drafts.last_mut())
        else {
            let hint = "begin with a line that names the first variable";
            return self.fault(
                line,
                "something is said of a variable, and there is none yet",
                hint,
            );
        };
        let value = values.first().map(|value| (*value).to_owned());
        match property::of(word, line, values) {
            Ok(Said::Is(is)) => {
                // A number that is a shadow or a level is said to be a number, too.
                if !matches!(is, super::Use::Numeric | super::Use::Dimension) {
                    variable.uses.retain(|of| *of != super::Use::Numeric);
                }
                variable.uses.push(is);
            }
            Ok(Said::Requests(codes)) => {
                variable.uses.push(super::Use::Request);
                variable.requests = codes;
            }
            Ok(Said::Decimals(decimals)) => variable.decimals = decimals,
            Ok(Said::Total) => variable.total = value.map(|text| text.trim().to_owned()),
            Ok(Said::Labels) => variable.labels = value,
            Ok(Said::Ptable(at)) => variable.ptables[at] = value,
            Ok(Said::Hierarchical) => draft.is_hierarchical = true,
            Ok(Said::Digits(digits)) => draft.digits = digits,
            Ok(Said::List) => draft.file = value,
            Ok(Said::Mark) => draft.mark = value,
            Ok(Said::Other) => variable.others.push((line, word.to_owned())),
            Err(fault) => self.faults.push(fault),
        }
    }

    fn finish(mut self) -> Result<Metadata, Vec<Fault>> {
        if self.of.variables.is_empty() && self.faults.is_empty() {
            self.fault(1, "no variable", "was the file written to its end?");
        }
        for (variable, draft) in self.of.variables.iter_mut().zip(self.drafts) {
            match draft.finish() {
                Ok(hierarchy) => variable.hierarchy = hierarchy,
                Err(()) => self.faults.push(Fault::new(
                    variable.line,
                    "a hierarchy of which nothing is known",
                    "add `<HIERCODELIST>` with its file, or `<HIERLEVELS>`",
                )),
            }
        }
        if self.faults.is_empty() { Ok(self.of) } else { Err(self.faults) }
    }
}

impl Draft {
    fn finish(self) -> Result<Option<Hierarchy>, ()> {
        let mark = self.mark.unwrap_or_else(|| "@".to_owned());
        match (self.is_hierarchical, self.file) {
            (false, _) => Ok(None),
            (true, Some(file)) => Ok(Some(Hierarchy::List { file, mark })),
            (true, None) if !self.digits.is_empty() => Ok(Some(Hierarchy::Digits(self.digits))),
            (true, None) => Err(()),
        }
    }
}

impl Variable {
    fn new(name: &str, line: u64) -> Self {
        Self {
            name: name.to_owned(),
            line,
            start: 0,
            width: 0,
            missing: Vec::new(),
            uses: Vec::new(),
            decimals: 0,
            total: None,
            labels: None,
            hierarchy: None,
            requests: Vec::new(),
            ptables: [None, None, None],
            others: Vec::new(),
        }
    }
}
