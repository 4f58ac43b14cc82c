//! What the columns are.

use super::Refused;
use super::collect::Said;
use super::quoted::quoted;
use super::rules::Rules;
use crate::Fault;
use crate::metadata::{Hierarchy, Holds, Metadata, Use, Variable};

/// A column that the policy names.
#[derive(Debug)]
pub(super) struct Attribute {
    pub name: String,
    pub role: &'static str,
    /// Its hierarchy, as it is written.
    pub hierarchy: Option<String>,
    /// Which of its values are merged: the line of the batch, the key and its value.
    pub merged: Option<(u64, &'static str, String)>,
}

/// All columns, and what totals are called.
#[derive(Debug, Default)]
pub(super) struct Attributes {
    pub all: Vec<Attribute>,
    pub total: Option<String>,
}

/// The columns that are named, each with its role.
struct Collector<'a> {
    metadata: &'a Metadata,
    all: Attributes,
    refused: &'a mut Refused,
}

pub(super) fn attributes(
    said: &Said,
    rules: &Rules,
    metadata: &Metadata,
    find: &dyn Fn(&str) -> Option<String>,
    refused: &mut Refused,
) -> Attributes {
    let mut collector = Collector { metadata, all: Attributes::default(), refused };
    for (line, table) in &said.tables {
        for name in &table.dimensions {
            collector.dimension(*line, name, find);
        }
    }
    for (line, table) in &said.tables {
        if let Some(name) = &table.response {
            collector.add(*line, name, "response");
        }
    }
    for (line, table) in &said.tables {
        let shadow = table.shadow.as_ref();
        let is_own = |name: &&String| {
            !table.response.as_ref().is_some_and(|response| response.eq_ignore_ascii_case(name))
        };
        if let Some(name) = shadow.filter(is_own) {
            collector.add(*line, name, "shadow");
        }
        if let Some(name) = table.cost.as_ref().filter(is_own).filter(|name| !name.starts_with('-'))
        {
            collector.add(*line, name, "cost");
        }
    }
    for (line, name, by) in &said.recodes {
        collector.recode(*line, name, by, find);
    }
    let line = said.tables[0].0;
    match metadata.holds {
        Holds::Records => collector.of_records(line, rules),
        Holds::Cells => collector.of_cells(line, rules),
    }
    collector.all
}

impl Collector<'_> {
    fn refuse(&mut self, line: u64, message: &str, hint: &'static str) {
        self.refused.batch.push(Fault::new(line, message, hint));
    }

    /// A column by its name in the batch, where capitals do not count.
    fn add(&mut self, line: u64, name: &str, role: &'static str) {
        let Some(variable) = self.metadata.variable(name) else {
            let hint = "the variables are those of the metadata";
            return self.refuse(line, "a variable that the metadata do not have", hint);
        };
        let name = variable.name.clone();
        match self.all.all.iter().find(|of| of.name == name) {
            Some(of) if of.role == role => {}
            Some(of) => {
                let message = format!("a variable is {} and {role} at once", of.role);
                self.refuse(line, &message, "give the file a second column of the same values");
            }
            None => self.all.all.push(Attribute { name, role, hierarchy: None, merged: None }),
        }
    }

    fn dimension(&mut self, line: u64, name: &str, find: &dyn Fn(&str) -> Option<String>) {
        let before = self.all.all.len();
        self.add(line, name, "dimension");
        let Some(variable) = self.metadata.variable(name).filter(|_| self.all.all.len() > before)
        else {
            return;
        };
        let hierarchy = self.hierarchy(variable, find);
        self.all.all[before].hierarchy = hierarchy;
        let Some(total) = &variable.total else { return };
        match &self.all.total {
            None => self.all.total = Some(total.clone()),
            Some(other) if other == total => {}
            Some(_) => self.refused.metadata.push(Fault::new(
                variable.line,
                "the totals of two dimensions have different codes",
                "call the totals of all dimensions the same, here and in the data",
            )),
        }
    }

    /// A level that is the last, or a file: a name of one digit is a level.
    fn recode(&mut self, line: u64, name: &str, by: &str, find: &dyn Fn(&str) -> Option<String>) {
        let place = self.all.all.iter().position(|of| of.name.eq_ignore_ascii_case(name));
        let Some(place) = place else { return };
        let has_levels = self.all.all[place].hierarchy.is_some();
        let level = by.trim().parse::<u8>().ok();
        self.all.all[place].merged = match (level, find(by)) {
            (Some(1..=9), _) if !has_levels => {
                let hint = "name a file that says which codes become which";
                return self.refuse(line, "a level of a variable that has no hierarchy", hint);
            }
            (Some(level @ 1..=9), _) => Some((line, "depth", level.to_string())),
            (_, Some(file)) => Some((line, "recode", quoted(&file))),
            (_, None) => {
                let hint = "put it beside the batch, or name its file";
                return self.refuse(line, "the file of a recode is not there", hint);
            }
        };
    }

    fn hierarchy(
        &mut self,
        variable: &Variable,
        find: &dyn Fn(&str) -> Option<String>,
    ) -> Option<String> {
        let line = variable.line;
        let mut fault = |message: &str, hint: &'static str| {
            self.refused.metadata.push(Fault::new(line, message, hint));
            None
        };
        match variable.hierarchy.as_ref()? {
            Hierarchy::Digits(digits) => {
                // The whole code is the last level, and no group.
                let sums = digits.iter().scan(0, |sum, more| {
                    *sum += more;
                    Some(*sum)
                });
                let mut lengths: Vec<usize> = sums.collect();
                lengths.pop();
                let lengths = lengths.iter().rev().map(usize::to_string).collect::<Vec<_>>();
                (!lengths.is_empty()).then(|| format!("{{ digits = [{}] }}", lengths.join(", ")))
            }
            Hierarchy::List { mark, .. } if mark != "@" => fault(
                "levels are not marked by `@`",
                "write `@` into the hierarchy and the metadata",
            ),
            Hierarchy::List { file, .. } => match find(file) {
                Some(file) if file.to_ascii_lowercase().ends_with(".hrc") => Some(quoted(&file)),
                Some(_) => fault("a hierarchy whose name does not end in .hrc", "rename its file"),
                None => fault("the file of a hierarchy is not there", "put it beside the metadata"),
            },
        }
    }

    fn of_records(&mut self, line: u64, rules: &Rules) {
        let wanted = [
            (
                rules.of_holdings,
                Use::Holding,
                "respondent",
                "a rule for holdings, and no `<HOLDING>`",
            ),
            (
                rules.is_weighted,
                Use::Weight,
                "weight",
                "weights are to count, and there is no `<WEIGHT>`",
            ),
            (rules.has_requests, Use::Request, "request", "a request rule, and no `<REQUEST>`"),
        ];
        for (is_wanted, is, role, message) in wanted {
            let found = self.metadata.with_use(is).next().map(|of| of.name.clone());
            match found {
                Some(name) if is_wanted => self.add(line, &name, role),
                None if is_wanted => {
                    self.refuse(line, message, "say in the metadata which variable");
                }
                _ => {}
            }
        }
    }

    fn of_cells(&mut self, line: u64, rules: &Rules) {
        let mut wanted = vec![(Use::Frequency, "frequency")];
        if rules.by_status {
            wanted.extend([
                (Use::Status, "status"),
                (Use::LowerLevel, "lower"),
                (Use::UpperLevel, "upper"),
            ]);
        }
        for (is, role) in wanted {
            let found = self.metadata.with_use(is).next().map(|of| of.name.clone());
            if let Some(name) = found {
                self.add(line, &name, role);
            }
        }
        let largest: Vec<String> =
            self.metadata.with_use(Use::Largest).map(|of| of.name.clone()).collect();
        if !rules.by_status {
            for (name, role) in largest.iter().zip(["top1", "top2"]) {
                self.add(line, name, role);
            }
        }
        let has_status = self.metadata.with_use(Use::Status).next().is_some();
        if rules.by_status && !has_status {
            let hint = "add `<SAFETYRULE>` to the batch, or `<STATUS>` to the metadata";
            self.refuse(line, "neither a rule nor a status says which cells are sensitive", hint);
        }
    }
}
