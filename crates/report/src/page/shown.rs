//! What an audience sees of a page. What the public may not know is taken away first
//! (`Page::published`); here is decided how numbers are shown.

use super::citation::Limit;
use super::knowledge::{self, meaning, model};
use super::measures::{Found, Row, Table, title};
use super::view::{
    FileRow, KeyFigure, LevelRow, Matrix, MatrixColumn, MatrixRow, MeasureRow, Provenance,
    TriedRow, VerdictRow, View,
};
use super::{DrawnTables, Measure, Page, Statement, Subject, done, measures};
use crate::audience::{Audience, Disclosure};
use crate::audience::{Figure, Unit};
use crate::fingerprint::{Fingerprint, FingerprintKind};
use crate::text::number;
use crate::{Concern, Guarantee, Parameter, Report, TriedReport};

/// How numbers are shown to an audience.
pub(super) struct Shown<'a> {
    audience: Audience,
    rules: &'a Disclosure,
    /// Shares are of so many.
    records: u64,
    /// How many records were suppressed.
    pub(super) suppressed: Figure,
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
            .filter(|one| own.iter().all(|other| other.name != one.measure.name))
            .map(|one| {
                let mut row = self.row(&one.measure, title(one.group));
                // What holds of any untouched file tells nothing of this one.
                if one.untouched.is_some() && one.measure.before == one.untouched {
                    row.before = Figure::exact(one.untouched);
                }
                row
            });
        let more = title(None);
        found.chain(own.iter().map(|measure| self.row(measure, more))).collect()
    }

    /// The findings about attributes and statistics.
    fn tables(&self, found: &Found) -> Vec<Matrix> {
        found.tables.iter().map(|table| self.table(table)).collect()
    }

    fn table(&self, table: &Table) -> Matrix {
        let all: Vec<usize> = (0..table.columns.len()).collect();
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
            MatrixRow { name: row.name.clone(), figures: all.iter().map(figure).collect() }
        };
        Matrix {
            title: title(table.group).into(),
            rows_are: table.rows_are,
            columns: all.iter().map(column).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
    }

    /// A digest, which in a page for the public has a key by now.
    fn digest(&self, digest: Option<&str>) -> Option<Fingerprint> {
        let value = digest.filter(|digest| !digest.is_empty())?;
        Some(match self.audience {
            Audience::Internal => Fingerprint::plain(value),
            Audience::Public => {
                Fingerprint { kind: FingerprintKind::HmacSha256, value: value.to_owned() }
            }
        })
    }
}

fn sentences(list: &[Statement]) -> Vec<String> {
    list.iter().map(|statement| statement.text.clone()).collect()
}

impl Page {
    /// What a reader of the page's audience may see of it.
    pub fn view(&self, rules: &Disclosure) -> View {
        let suppressed = self.report.of_records().suppressed_rows;
        match self.audience {
            Audience::Internal => self.shown(&Shown {
                audience: self.audience,
                rules,
                records: self.report.records().or(self.report.output.rows).unwrap_or(0),
                suppressed: Figure::exact(suppressed.map(|rows| rows as f64)),
            }),
            Audience::Public => self.published(rules).shown(&Shown {
                audience: self.audience,
                rules,
                records: self.report.output.rows.unwrap_or(0),
                suppressed: rules.suppressed(suppressed),
            }),
        }
    }

    fn shown(&self, shown: &Shown<'_>) -> View {
        let report = &self.report;
        let mut limits = match &self.tables {
            None => knowledge::limits(&report.guarantees),
            Some(tables) => knowledge::of_tables(&report.guarantees, &tables.made.limits),
        };
        let own = sentences(&self.limits);
        limits.extend(own.into_iter().map(|text| Limit { name: String::new(), text }));
        let [risk, utility] = [Concern::Risk, Concern::Utility]
            .map(|concern| measures::of_findings(&report.findings, concern, shown.rules.measures));
        View {
            title: if self.title.is_empty() { &report.output.file } else { &self.title }.clone(),
            publisher: self.publisher.clone(),
            issued: self.issued.clone(),
            ridotto: report.ridotto.clone(),
            audience: self.audience,
            subject: self.subject,
            threshold: shown.is_public().then_some(shown.rules.threshold),
            holds: holds(&report.guarantees),
            key_figures: key_figures(self, shown),
            verdicts: report.guarantees.iter().map(verdict).collect(),
            done: done::sentences(report, self.tables.as_ref(), shown),
            levels: levels(self),
            tried: tried(self),
            risk: shown.rows(&risk, &self.risk.measures),
            risk_tables: shown.tables(&risk),
            combinations: self.risk.combinations.clone(),
            utility: shown.rows(&utility, &self.utility),
            utility_tables: shown.tables(&utility),
            reasons: sentences(&self.tradeoff.reasons),
            scores: self.tradeoff.measures.iter().map(|one| shown.row(one, "")).collect(),
            charts: self.charts.labelled(shown.rules),
            tables: self.tables.clone(),
            limits,
            notes: report.notes.clone(),
            provenance: provenance(self, shown),
        }
    }
}

fn key_figures(page: &Page, shown: &Shown<'_>) -> Vec<KeyFigure> {
    let report = &page.report;
    let as_number = |rows: Option<u64>| rows.map(|rows| rows as f64);
    if let Some(tables) = &page.tables {
        return of_tables(tables, as_number(report.input.rows), shown);
    }
    // Whoever has the release can count it.
    let released = Figure::exact(as_number(report.output.rows));
    let mut list = vec![("Records released", released, Unit::Count)];
    if shown.is_public() {
        list.push(("Records suppressed", shown.suppressed, Unit::Count));
    } else {
        list.insert(0, ("Records in", Figure::exact(as_number(report.input.rows)), Unit::Count));
        list.push(("Suppressed", Figure::exact(report.suppressed_share()), Unit::Share));
    }
    let named = |name: &str| report.findings.iter().find(|finding| finding.name == name);
    let risk = named("highest-risk").or_else(|| named("prosecutor-highest"));
    if let Some(after) = risk.and_then(|finding| finding.after) {
        list.push(("Highest risk", shown.figure(Some(after), Unit::Part), Unit::Part));
    }
    if page.subject == Subject::Pair && !shown.is_public() {
        list.extend(of_literature(report));
        list.retain(|one| one.0 != "Suppressed");
    }
    let objective = &report.of_records().objective;
    if objective.name == "loss" && !shown.is_public() {
        list.push(("Information lost", Figure::exact(objective.value), Unit::Part));
    }
    let figure = |(name, figure, unit): (&str, _, _)| KeyFigure { name: name.into(), figure, unit };
    list.into_iter().map(figure).collect()
}

/// What is told first of tables: whoever has them can count their cells, and those that are hidden.
fn of_tables(of: &DrawnTables, records: Option<f64>, shown: &Shown<'_>) -> Vec<KeyFigure> {
    let (cells, hidden) = of.counts();
    let mut list = vec![("Cells", Some(cells as f64))];
    if of.left_out() == 0 {
        list.push(("Hidden", Some(hidden as f64)));
    }
    if !shown.is_public() {
        list.insert(0, ("Records in", records));
    }
    let figure = |(name, count): (&str, Option<f64>)| KeyFigure {
        name: name.into(),
        figure: Figure::exact(count),
        unit: Unit::Count,
    };
    list.into_iter().map(figure).collect()
}

/// The figures by which the literature compares masked files: what was lost, what was linked, and how
/// closely numbers are told, on the average of the columns.
fn of_literature(report: &Report) -> impl Iterator<Item = (&'static str, Figure, Unit)> {
    let figures = [
        ("information-loss", "Information loss (IL), per cent", Unit::Number),
        ("disclosure-risk", "Disclosure risk (DR), per cent", Unit::Number),
        ("score", "Score, (IL + DR)/2", Unit::Number),
        ("linked-by-distance", "Distance-based record linkage", Unit::Sample),
        ("linked-by-probability", "Probabilistic record linkage", Unit::Sample),
        ("linked-worst-case", "Record linkage, worst case", Unit::Sample),
        ("rank-interval-disclosure", "Interval disclosure by rank", Unit::Share),
        ("deviation-interval-disclosure", "Interval disclosure by deviation", Unit::Share),
    ];
    figures.into_iter().filter_map(|(name, title, unit)| {
        let of = report.findings.iter().filter(|finding| finding.name == name);
        let after: Vec<f64> = of.filter_map(|finding| finding.after).collect();
        let mean = after.iter().sum::<f64>() / after.len() as f64;
        (!after.is_empty()).then_some((title, Figure::exact(Some(mean)), unit))
    })
}

/// Whether all that was required holds. What cannot be judged may not hold; what fails decides.
fn holds(guarantees: &[Guarantee]) -> Option<bool> {
    let asked = || guarantees.iter().filter_map(|one| one.holds);
    if asked().any(|holds| !holds) {
        return Some(false);
    }
    let is_open = guarantees.iter().any(Guarantee::is_open);
    (!is_open && asked().next().is_some()).then_some(true)
}

/// A requirement as a row of a table.
pub(super) fn verdict(guarantee: &Guarantee) -> VerdictRow {
    let about = model(guarantee);
    let required = match (guarantee.bound, guarantee.required) {
        (Some(way), Some(level)) => format!("{} {}", way.words(), number(level)),
        (None, Some(level)) => number(level),
        (_, None) => "–".into(),
    };
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
        reference: about.map_or(String::new(), |about| about.reference()),
        statistic: about.map_or(String::new(), |about| about.statistic.into()),
        required,
        attained: match (guarantee.attained, guarantee.holds) {
            (Some(level), _) => number(level),
            (None, Some(true)) => "as required".into(),
            (None, _) => "–".into(),
        },
        holds: guarantee.holds,
        open: guarantee.is_open(),
        shown: guarantee.shown.clone(),
    }
}

fn levels(page: &Page) -> Vec<LevelRow> {
    let release = page.report.of_records();
    let height = |name: &str| {
        release.heights.0.iter().find(|(other, _)| other == name).map(|(_, height)| *height)
    };
    let row = |(name, level): &(String, u8)| LevelRow {
        attribute: name.clone(),
        level: *level,
        height: height(name).map(|height| height.max(*level)),
    };
    release.levels.0.iter().map(row).collect()
}

/// What each method reached, as words.
fn tried(page: &Page) -> Vec<TriedRow> {
    let release = page.report.of_records();
    let row = |of: &TriedReport| TriedRow {
        method: of.algorithm.clone(),
        reached: of.objective.map_or(String::new(), number),
        is_least: of.proved_optimal,
        is_winner: release.winner.as_ref() == Some(&of.algorithm),
        seconds: format!("{:.2}", of.seconds),
    };
    release.tried.iter().map(row).collect()
}

fn provenance(page: &Page, shown: &Shown<'_>) -> Provenance {
    let (report, how) = (&page.report, &page.reproduce);
    let name = |name: &str| (!name.is_empty()).then(|| name.to_owned());
    // The release is in the reader's hands: its name and plain digest tell nothing more.
    let output = &report.output;
    let output = FileRow {
        role: "output".into(),
        file: name(&output.file),
        digest: output.sha256.as_deref().filter(|of| !of.is_empty()).map(Fingerprint::plain),
    };
    let file = |role: &str, file: &str, digest: Option<&str>| FileRow {
        role: role.into(),
        file: name(file),
        digest: shown.digest(digest),
    };
    Provenance {
        files: vec![
            file("input", &report.input.file, report.input.sha256.as_deref()),
            file("policy", &how.policy_file, Some(&how.policy_sha256)),
            output,
        ],
        command: how.command.clone(),
        seed: how.seed.clone(),
        policy: how.policy_text.clone(),
    }
}
