//! What an audience sees of a page: the one place where something is withheld.

use super::citation::Limit;
use super::figure::{Figure, Unit};
use super::knowledge::{self, meaning, model};
use super::measures::{Found, Group, Row, Table};
use super::view::{
    FileRow, KeyFigure, LevelRow, Matrix, MatrixColumn, MatrixRow, MeasureRow, Provenance,
    VerdictRow, View,
};
use super::{Measure, Page, Statement, done, measures};
use crate::audience::{Audience, Disclosure};
use crate::digest::Digest;
use crate::text::number;
use crate::{Concern, Guarantee, Parameter};

/// How numbers are shown to an audience.
pub(super) struct Shown<'a> {
    audience: Audience,
    rules: &'a Disclosure,
    records: u64,
}

impl Shown<'_> {
    pub(super) fn is_public(&self) -> bool {
        self.audience == Audience::Public
    }

    pub(super) fn figure(&self, value: Option<f64>, unit: Unit) -> Figure {
        match self.audience {
            Audience::Internal => Figure::exact(value),
            Audience::Public => Figure::public(value, unit, self.records, self.rules),
        }
    }

    pub(super) fn count(&self, value: u64) -> Figure {
        self.figure(Some(value as f64), Unit::Count)
    }

    fn row(&self, measure: &Measure, group: &str) -> MeasureRow {
        MeasureRow {
            name: measure.name.clone(),
            about: measure.about.clone(),
            group: group.into(),
            unit: measure.unit,
            before: self.figure(measure.before, measure.unit),
            after: self.figure(measure.after, measure.unit),
        }
    }

    /// The report's findings and the page's own measures; the latter win where names are equal.
    fn rows(&self, found: &Found, own: &[Measure]) -> Vec<MeasureRow> {
        let found = found
            .measures
            .iter()
            .filter(|one| one.public || !self.is_public())
            .filter(|one| own.iter().all(|other| other.name != one.measure.name))
            .map(|one| {
                let mut row = self.row(&one.measure, one.group.title());
                // What holds of any untouched file tells nothing of this one.
                if one.untouched.is_some() && one.measure.before == one.untouched {
                    row.before = Figure::exact(one.untouched);
                }
                row
            });
        let more = Group::Unknown.title();
        found.chain(own.iter().map(|measure| self.row(measure, more))).collect()
    }

    /// The findings about attributes and statistics.
    fn tables(&self, found: &Found) -> Vec<Matrix> {
        found.tables.iter().filter_map(|table| self.table(table)).collect()
    }

    fn table(&self, table: &Table) -> Option<Matrix> {
        let may = |column: &usize| table.columns[*column].public || !self.is_public();
        let kept: Vec<usize> = (0..table.columns.len()).filter(may).collect();
        let column = |&at: &usize| {
            let column = &table.columns[at];
            let befores = table.rows.iter().filter_map(|row| row.figures.get(&at)?.0);
            MatrixColumn {
                name: column.name.clone(),
                about: column.about.into(),
                unit: column.unit,
                has_before: befores.into_iter().any(|before| Some(before) != column.untouched),
            }
        };
        let row = |row: &Row| {
            let figure = |&at: &usize| {
                let (before, after) = row.figures.get(&at).copied().unwrap_or_default();
                let unit = table.columns[at].unit;
                (self.figure(before, unit), self.figure(after, unit))
            };
            let any = kept.iter().any(|at| row.figures.contains_key(at));
            any.then(|| MatrixRow {
                name: row.name.clone(),
                figures: kept.iter().map(figure).collect(),
            })
        };
        let columns: Vec<MatrixColumn> = kept.iter().map(column).collect();
        (!columns.is_empty()).then(|| Matrix {
            title: table.group.title().into(),
            rows_are: table.rows_are,
            columns,
            rows: table.rows.iter().filter_map(row).collect(),
        })
    }

    fn sentences(&self, list: &[Statement]) -> Vec<String> {
        let may = |statement: &&Statement| statement.public || !self.is_public();
        list.iter().filter(may).map(|statement| statement.text.clone()).collect()
    }

    fn digest(&self, sha256: &str) -> Option<Digest> {
        let plain = (!sha256.is_empty()).then(|| Digest::plain(sha256))?;
        match self.audience {
            Audience::Internal => Some(plain),
            Audience::Public => plain.keyed(self.rules.digest_key.as_ref()?),
        }
    }
}

impl Page {
    /// What a reader of the page's audience may see of it.
    pub fn view(&self, rules: &Disclosure) -> View {
        let records = self.report.records().or(self.report.output.rows).unwrap_or(0);
        let shown = Shown { audience: self.audience, rules, records };
        let report = &self.report;
        let models: Vec<&str> = report.guarantees.iter().map(|one| one.model.as_str()).collect();
        let mut limits = knowledge::limits(&models);
        let own = shown.sentences(&self.limits);
        limits.extend(own.into_iter().map(|text| Limit { name: String::new(), text }));
        let asked: Vec<bool> = report.guarantees.iter().filter_map(|one| one.holds).collect();
        let public = shown.is_public();
        let [risk, utility] = [Concern::Risk, Concern::Utility]
            .map(|concern| measures::of_findings(&report.findings, concern));
        View {
            title: if self.title.is_empty() { &report.output.file } else { &self.title }.clone(),
            publisher: self.publisher.clone(),
            issued: self.issued.clone(),
            ridotto: report.ridotto.clone(),
            audience: self.audience,
            threshold: public.then_some(rules.threshold),
            holds: (!asked.is_empty()).then(|| asked.iter().all(|&holds| holds)),
            key_figures: key_figures(self, &shown),
            verdicts: report.guarantees.iter().map(verdict).collect(),
            done: done::sentences(report, &shown),
            levels: levels(self),
            risk: shown.rows(&risk, &self.risk.measures),
            risk_tables: shown.tables(&risk),
            combinations: if public { Vec::new() } else { self.risk.combinations.clone() },
            utility: shown.rows(&utility, &self.utility),
            utility_tables: shown.tables(&utility),
            reasons: shown.sentences(&self.tradeoff.reasons),
            scores: self.tradeoff.measures.iter().map(|one| shown.row(one, "")).collect(),
            charts: match self.audience {
                Audience::Internal => self.charts.internal(rules),
                Audience::Public => self.charts.public(rules),
            },
            limits,
            notes: if public { Vec::new() } else { report.notes.clone() },
            provenance: provenance(self, &shown),
        }
    }
}

fn key_figures(page: &Page, shown: &Shown<'_>) -> Vec<KeyFigure> {
    let report = &page.report;
    let as_number = |rows: Option<u64>| rows.map(|rows| rows as f64);
    let mut list = vec![
        ("Records in", shown.figure(as_number(report.input.rows), Unit::Count), Unit::Count),
        // Whoever has the release can count it.
        ("Records released", Figure::exact(as_number(report.output.rows)), Unit::Count),
        ("Suppressed", shown.figure(report.suppressed_share(), Unit::Share), Unit::Share),
    ];
    let named = |name: &str| report.findings.iter().find(|finding| finding.name == name);
    let risk = named("highest-risk").or_else(|| named("prosecutor-highest"));
    if let Some(after) = risk.and_then(|finding| finding.after) {
        list.push(("Highest risk", shown.figure(Some(after), Unit::Part), Unit::Part));
    }
    if report.release.objective.name == "loss" {
        let loss = shown.figure(report.release.objective.value, Unit::Part);
        list.push(("Information lost", loss, Unit::Part));
    }
    let figure = |(name, figure, unit): (&str, _, _)| KeyFigure { name: name.into(), figure, unit };
    list.into_iter().map(figure).collect()
}

fn verdict(guarantee: &Guarantee) -> VerdictRow {
    let about = model(guarantee);
    let way = about.map_or("", |about| about.way.words());
    let required =
        guarantee.required.map_or("–".into(), |level| format!("{way}{}", number(level)));
    let parameter = |(name, value): (&String, &Parameter)| match value {
        Parameter::Number(value) => format!("{name} = {}", number(*value)),
        Parameter::Text(value) => format!("{name} = {value}"),
    };
    // A parameter of that name would be one too many for a page that others read.
    let parameters = guarantee.parameters.iter().filter(|(name, _)| *name != "seed");
    VerdictRow {
        model: guarantee.model.clone(),
        attribute: guarantee.attribute.clone(),
        parameters: parameters.map(parameter).collect(),
        meaning: meaning(guarantee),
        reference: about.map_or(String::new(), |about| about.entry.reference.into()),
        statistic: about.map_or(String::new(), |about| about.statistic.into()),
        required,
        attained: guarantee.attained.map_or("–".into(), number),
        holds: guarantee.holds,
        shown: guarantee.shown.clone(),
    }
}

fn levels(page: &Page) -> Vec<LevelRow> {
    let release = &page.report.release;
    let height = |name: &str| {
        release.heights.0.iter().find(|(other, _)| other == name).map_or(0, |(_, height)| *height)
    };
    let row = |(name, level): &(String, u8)| LevelRow {
        attribute: name.clone(),
        level: *level,
        height: height(name).max(*level),
    };
    release.levels.0.iter().map(row).collect()
}

fn provenance(page: &Page, shown: &Shown<'_>) -> Provenance {
    let (report, how) = (&page.report, &page.reproduce);
    let name = |name: &str| (!shown.is_public() && !name.is_empty()).then(|| name.to_owned());
    // The release is in the reader's hands: its name and plain digest tell nothing more.
    let output = &report.output;
    let output = FileRow {
        role: "output".into(),
        file: (!output.file.is_empty()).then(|| output.file.clone()),
        digest: output.sha256.as_deref().filter(|of| !of.is_empty()).map(Digest::plain),
    };
    let file = |role: &str, file: &str, sha256: &str| FileRow {
        role: role.into(),
        file: name(file),
        digest: shown.digest(sha256),
    };
    Provenance {
        files: vec![
            file("input", &report.input.file, report.input.sha256.as_deref().unwrap_or_default()),
            file("policy", &how.policy_file, &how.policy_sha256),
            output,
        ],
        command: if shown.is_public() { String::new() } else { how.command.clone() },
        seed: how.seed.clone().filter(|_| !shown.is_public()),
        policy: how.policy_text.clone().filter(|_| !shown.is_public()),
    }
}
