//! The measures of the three attackers, entry by entry.

use crate::{group, reference};
use ridotto_catalogue::Entry;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};

/// Highest risk.
pub static HIGHEST_RISK: Entry = MeasureEntry {
    name: "highest-risk",
    title: "Highest risk",
    aliases: &["maximum-risk"],
    formula: "max of 1/|C| over the classes C",
    summary: "The chance to pick the right record of the most exposed person.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Average risk.
pub static AVERAGE_RISK: Entry = MeasureEntry {
    name: "average-risk",
    title: "Average risk",
    aliases: &["mean-risk"],
    formula: "classes / records",
    summary: "The same chance, on average over records.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Prosecutor: highest risk.
pub static PROSECUTOR_HIGHEST: Entry = MeasureEntry {
    name: "prosecutor-highest",
    title: "Prosecutor: highest risk",
    aliases: &["prosecutor-risk"],
    formula: "max of 1/|C| over the classes C",
    summary: "An intruder who knows that a person is in the file: the chance to pick the right record of the most exposed one.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: Some("highest-risk"),
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Prosecutor: average risk.
pub static PROSECUTOR_AVERAGE: Entry = MeasureEntry {
    name: "prosecutor-average",
    title: "Prosecutor: average risk",
    aliases: &["marketer-risk"],
    formula: "classes / records",
    summary: "The prosecutor's chance, on average over records; also the share that a marketer gets right.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: Some("average-risk"),
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Threshold of high risk.
pub static RISK_THRESHOLD: Entry = MeasureEntry {
    name: "risk-threshold",
    title: "Threshold of high risk",
    aliases: &[],
    formula: "as asked for; 0.2 if nothing was",
    summary: "Above this chance to be found a record counts as at high risk.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Same,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Prosecutor: records at high risk.
pub static PROSECUTOR_SHARE_ABOVE: Entry = MeasureEntry {
    name: "prosecutor-share-above",
    title: "Prosecutor: records at high risk",
    aliases: &["records-at-risk"],
    formula: "records with 1/|C| above the threshold / records",
    summary: "The share of records whose risk is above the threshold.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Marketer: people found.
pub static MARKETER_EXPECTED: Entry = MeasureEntry {
    name: "marketer-expected",
    title: "Marketer: people found",
    aliases: &["expected-re-identifications"],
    formula: "sum of 1/|C| over the records",
    summary: "How many people an intruder who tries every record is expected to get right.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::DANKAR_2010],
}
.entry();

/// Journalist: highest risk.
pub static JOURNALIST_HIGHEST: Entry = MeasureEntry {
    name: "journalist-highest",
    title: "Journalist: highest risk",
    aliases: &["journalist-risk"],
    formula: "max of E(1/F) over the classes, F people of the population",
    summary: "An intruder who does not know who is in the file, and looks among the whole population: the chance for the most exposed person.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Journalist: average risk.
pub static JOURNALIST_AVERAGE: Entry = MeasureEntry {
    name: "journalist-average",
    title: "Journalist: average risk",
    aliases: &[],
    formula: "mean of E(1/F) over the records",
    summary: "The journalist's chance, on average over records.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Journalist: records at high risk.
pub static JOURNALIST_SHARE_ABOVE: Entry = MeasureEntry {
    name: "journalist-share-above",
    title: "Journalist: records at high risk",
    aliases: &[],
    formula: "records with E(1/F) above the threshold / records",
    summary: "The share of records whose risk in the population is above the threshold.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::EL_EMAM_2013],
}
.entry();

/// Marketer: people found in the population.
pub static JOURNALIST_EXPECTED: Entry = MeasureEntry {
    name: "journalist-expected",
    title: "Marketer: people found in the population",
    aliases: &[],
    formula: "sum of E(1/F) over the records",
    summary: "How many people are expected to be found if every record is tried against the whole population.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::DANKAR_2010],
}
.entry();

/// Smallest class.
pub static SMALLEST_CLASS: Entry = MeasureEntry {
    name: "smallest-class",
    title: "Smallest class",
    aliases: &["smallest-equivalence-class"],
    formula: "min of |C| over the classes C",
    summary: "Records in the smallest class.",
    facts: MeasureFacts {
        group: &group::ATTACKERS,
        unit: Unit::Count,
        better: Better::More,
        twin: None,
        reader: Reader::Public,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    },
    references: &[reference::SWEENEY_2002],
}
.entry();
