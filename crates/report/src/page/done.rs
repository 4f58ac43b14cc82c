//! What was done, in sentences.

use super::citation::Sentence;
use super::shown::Shown;
use super::tables::{DrawnTables, TableUtility};
use crate::audience::{Figure, Unit};
use crate::text::{counted, listed};
use crate::{ByRecordReport, ReleaseReport, Report, StepFigure, StepReport, Transformation};
use ridotto_catalogue::Entry;

/// The story of a release.
pub(super) fn sentences(
    report: &Report,
    tables: Option<&DrawnTables>,
    shown: &Shown<'_>,
) -> Vec<Sentence> {
    let mut list = vec![input(report, shown)];
    let steps = report.steps.iter().enumerate();
    for (at, step) in steps {
        list.push(masking(at, step, shown));
        list.extend(kept(step, shown));
        list.extend(transformed(step));
    }
    match tables {
        Some(tables) => list.extend(of_tables(report, tables)),
        None => list.extend([search(report), suppression(report, shown)]),
    }
    list
}

/// What became of the cells of tables: by which method, how many, and who asked what they tell.
fn of_tables(report: &Report, tables: &DrawnTables) -> Vec<Sentence> {
    let made = &tables.made;
    let method = match made.method.as_str() {
        "" => format!("The method {}.", made.does),
        name => format!("The method, {name}, {}.", made.does),
    };
    let mut list = vec![Sentence::cited(method, made.reference.as_deref().unwrap_or_default())];
    list.push(Sentence::new(match &tables.utility {
        Some(utility) => what_became(utility),
        None => {
            let (cells, hidden) = tables.counts();
            let cells = counted(cells, "cell", "cells");
            match (tables.left_out(), hidden) {
                (0, 0) => format!("There are {cells}, and none is hidden."),
                (0, hidden) => {
                    format!("Of {cells} {}.", counted(hidden, "is hidden", "are hidden"))
                }
                _ => format!("There are {cells}."),
            }
        }
    }));
    if made.is_attacked && report.holds() {
        list.push(Sentence::new(ATTACKED.to_owned()));
    }
    list
}

/// The same for the owner: what is sensitive, and what is hidden or changed for it.
fn what_became(of: &TableUtility) -> String {
    let cells = counted(of.cells, "cell", "cells");
    let sensitive = counted(of.primary, "is", "are");
    let text = format!("Of {cells} {sensitive} sensitive");
    match of.distance {
        Some(far) => {
            let far = Figure::exact(Some(far)).words(Unit::Number);
            format!("{text}. Together the published values are {far} from the true ones.")
        }
        None => {
            let others = counted(of.secondary, "is", "are");
            format!(
                "{text}, and {others} hidden besides, so that no sensitive one can be calculated."
            )
        }
    }
}

/// What is said of tables that were attacked.
const ATTACKED: &str = "What was written was read again and attacked with all its sums, as somebody would who knows the tables alone, and as those would who are in them: nobody comes nearer to a sensitive cell than the rules allow.";

fn count(value: u64, shown: &Shown<'_>) -> String {
    shown.count(value).words(Unit::Count)
}

fn input(report: &Report, shown: &Shown<'_>) -> Sentence {
    let Some(rows) = report.input.rows else {
        return Sentence::new("How many records the input has is not told.".to_owned());
    };
    let records = count(rows, shown);
    let name = if report.input.file.is_empty() {
        "The input".to_owned()
    } else {
        format!("The input, {},", report.input.file)
    };
    Sentence::new(format!("{name} has {records} records."))
}

fn masking(at: usize, step: &StepReport, shown: &Shown<'_>) -> Sentence {
    let known = step.known.0;
    let did = known.and_then(Entry::step).map_or("was carried out", |facts| facts.did);
    let mut text = format!("Masking step {}, {}, {did}", at + 1, step.method);
    if !step.attributes.is_empty() {
        text.push_str(&format!(" ({})", listed(&step.attributes)));
    }
    if shown.is_public() {
        text.push('.');
    } else {
        let (cells, records) = (count(step.cells_changed, shown), count(step.records, shown));
        text.push_str(&format!(": {cells} cells changed, and {records} records were left."));
    }
    let source = known.and_then(|entry| entry.references.first()).map(ToString::to_string);
    Sentence::cited(text, &source.unwrap_or_default())
}

/// What a step promised to keep, and kept.
fn kept(step: &StepReport, shown: &Shown<'_>) -> Option<Sentence> {
    let number = |of: Option<f64>| shown.figure(of, Unit::Number).words(Unit::Number);
    let told = |figure: &StepFigure| {
        let mut text = format!("{}: ", figure.name);
        if figure.original.is_some() {
            text.push_str(&format!("{} before, ", number(figure.original)));
        }
        if figure.expected.is_some() {
            text.push_str(&format!("{} expected, ", number(figure.expected)));
        }
        text + &format!("{} reached", number(figure.reached))
    };
    let more = step.figures.len().saturating_sub(FIGURES);
    let mut list: Vec<String> = step.figures.iter().take(FIGURES).map(told).collect();
    if list.is_empty() {
        return None;
    }
    if more > 0 {
        list.push(format!("and {more} more in the JSON report"));
    }
    Some(Sentence::new(format!("Its figures: {}.", list.join("; "))))
}

/// How a step transformed attributes, if everybody may know, and what that is good for.
fn transformed(step: &StepReport) -> Option<Sentence> {
    let told =
        |of: &Transformation| format!("{}: scale {}, shift {}", of.attribute, of.scale, of.shift);
    let list: Vec<String> = step.transformations.iter().map(told).collect();
    (!list.is_empty()).then(|| {
        Sentence::new(format!(
            "Values with noise were multiplied by a scale, and a shift was added ({}). So the mean of \
             a subgroup is (mean − shift) / scale, and its variance is variance / scale² − (1 / scale² \
             − 1) · variance of all records.",
            list.join("; ")
        ))
    })
}

/// Figures of a step that are told in a sentence.
const FIGURES: usize = 9;

fn search(report: &Report) -> Sentence {
    let release = report.of_records();
    let known = release.known.0;
    let did = known.and_then(|entry| entry.algorithm()).map(|facts| facts.done);
    let did = did.or_else(|| (release.algorithm == "saved-recoding").then_some(APPLIED));
    let mut text = match release.levels.0.len() {
        0 => format!("The algorithm was {}.", release.algorithm),
        attributes => {
            let attributes =
                counted(attributes as u64, "quasi-identifier was", "quasi-identifiers were");
            format!("Then the {attributes} generalised by the algorithm {}.", release.algorithm)
        }
    };
    if let Some(did) = did {
        text.push_str(&format!(" {did}"));
    }
    if release.nodes > 1.0 {
        let nodes = Figure::exact(Some(release.nodes)).words(Unit::Count);
        let checked = counted(release.checked, "one was", "were").replace("1 one", "one");
        text.push_str(&format!(" Of {nodes} combinations of levels {checked} looked at."));
        if let Some(minimal) = &release.minimal {
            let minimal = counted(minimal.count, "is", "are");
            text.push_str(&format!(
                " {minimal} minimal: nothing below satisfies the requirements."
            ));
        }
    }
    let objective = &release.objective;
    if let Some(value) = objective.value.filter(|_| !["", "none"].contains(&&*objective.name)) {
        let better = if release.proved_optimal {
            "It is proved that no other of these has less"
        } else {
            "It is not proved that no other has less"
        };
        let value = Figure::exact(Some(value)).words(Unit::Number);
        let aggregate =
            objective.aggregate.as_ref().map_or(String::new(), |name| format!(" ({name})"));
        text.push_str(&format!(
            " The objective was {}{aggregate}, where less is better; the release has {value}. {better}.",
            objective.words()
        ));
    }
    text.push_str(&others(release));
    let reference = known.and_then(|entry| entry.references.first()).map(ToString::to_string);
    Sentence::cited(text, &reference.unwrap_or_default())
}

/// What other methods reached or would reach, and what none can.
fn others(release: &ReleaseReport) -> String {
    let number = |value: f64| Figure::exact(Some(value)).words(Unit::Number);
    let mut text = String::new();
    if let Some(winner) = &release.winner {
        let methods = match release.tried.len() {
            1 => "One method was tried".to_owned(),
            many => format!("{many} methods were tried"),
        };
        text.push_str(&format!(
            " {methods}; the release is that of {winner}, because it has the least."
        ));
    }
    if let Some(bound) = release.lower_bound.filter(|_| !release.proved_optimal) {
        text.push_str(&format!(
            " No recoding of these records by the hierarchies, whatever the method, has less than {}: each \
             record is in a class with others, and loses as much as with its nearest. Ranges and sets of \
             values are other labels, and may have less.",
            number(bound)
        ));
    }
    if let Some(ByRecordReport { objective, records }) = &release.by_record {
        text.push_str(&format!(
            " Recoded record by record, as the algorithm best does, it would have about {objective:.2} or less, \
             measured with {}.",
            counted(*records, "record", "records")
        ));
    }
    text
}

/// What is said where nothing was searched for, because it had been before.
const APPLIED: &str =
    "It applied a decision that was taken before on other data, and verified the result anew.";

fn suppression(report: &Report, shown: &Shown<'_>) -> Sentence {
    let release = report.of_records();
    let text = match shown.suppressed {
        Figure::Unknown => "How many records were suppressed is not told.".to_owned(),
        Figure::Exact(0.0) => "No record was suppressed.".to_owned(),
        suppressed => {
            let records = suppressed.words(Unit::Count);
            let be = if suppressed == Figure::Exact(1.0) { "record was" } else { "records were" };
            let share = report.suppressed_share().map(|share| Figure::exact(Some(share)));
            let share =
                share.map_or(String::new(), |share| format!(" ({})", share.words(Unit::Share)));
            format!(
                "{records} {be} suppressed{share}, because they would not have met the requirements otherwise."
            )
        }
    };
    let cells = match release.suppressed_cells {
        0 => String::new(),
        cells => format!(" Beyond that, single cells were suppressed: {}.", count(cells, shown)),
    };
    let rows = crate::text::grouped(report.output.rows.unwrap_or(0));
    let classes = match release.classes {
        0 => String::new(),
        classes => format!(" in {} classes", count(classes, shown)),
    };
    let mut text = format!("{text}{cells} The release has {rows} records{classes}.");
    if let Some(first) = text.get(..1) {
        let first = first.to_uppercase();
        text.replace_range(..1, &first);
    }
    Sentence::new(text)
}
