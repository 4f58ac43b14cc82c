//! The measures of the three attackers, entry by entry.

use crate::{group, reference};
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked, small};

/// How several examples begin.
macro_rules! one_in_the_population {
    () => {
        "Six of a hundred people were drawn, so each with probability `6/100 = 0.06`. Of a class with one record (rows 3 and 6) the expected value of 1/F is `0.06/0.94 * ln(1/0.06) = 0.1796`; of one with two records `0.06/0.94 * (1 - 0.1796) = 0.0524`. "
    };
}

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
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n", text: "The smallest class, B, has two records, so whoever belongs to it is found with probability `1/2 = 0.5`. Before, everybody was alone: 1. So the highest risk went from 1 to **0.5**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"highest-risk\", \"concern\": \"risk\", \"before\": 1, \"after\": 0.5"] },
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
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n", text: "Three classes of eight records: `3/8 = 0.375`, the mean of 1/3, 1/3, 1/3, 1/2, 1/2, 1/3, 1/3 and 1/3. So **0.375**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"average-risk\", \"concern\": \"risk\", \"before\": 1, \"after\": 0.375"] },
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
    worked: Worked::assessed("The prosecutor knows that the person is in the file. Class B has two records, A and C three: the highest chance is `1/2 = 0.5`, so **0.5**. Before, every record was alone.", &["prosecutor-highest 1 0.5"]),
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
    worked: Worked::assessed("The chances are 1/3 for six people and 1/2 for two: `(6 * 1/3 + 2 * 1/2) / 8 = 0.375`, which is **0.375**.", &["prosecutor-average 1 0.375"]),
}
.entry();

/// Threshold of high risk.
pub static RISK_THRESHOLD: Entry = MeasureEntry {
    name: "risk-threshold",
    title: "Threshold of high risk",
    aliases: &["high-risk threshold", "risk cut-off"],
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
    worked: Worked::assessed("Nobody said which risk is too high, so it is **0.2**: a class of fewer than five records is counted as a high risk.", &["risk-threshold – 0.2"]),
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
    worked: Worked::assessed("The threshold is 0.2. In class B everybody's risk is 1/2, in A and C it is `1/3 = 0.333`: all are above it, a share of **1**. Classes of five would be needed.", &["prosecutor-share-above 1 1"]),
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
    worked: Worked::assessed("The marketer tries everybody and is content with some. Of each class one person is found on average: `3 * 1/3 + 2 * 1/2 + 3 * 1/3 = 3`, so **3** of 8.", &["marketer-expected 8 3"]),
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
    worked: Worked::surveyed(concat!(one_in_the_population!(), "The highest is **0.1796**: the person may be alone in the file and has, in all likelihood, several doubles outside."), &["journalist-highest 0.1796 0.1796"]),
}
.entry();

/// Journalist: average risk.
pub static JOURNALIST_AVERAGE: Entry = MeasureEntry {
    name: "journalist-average",
    title: "Journalist: average risk",
    aliases: &["journalist risk", "average journalist risk"],
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
    worked: Worked::surveyed(
        concat!(
            one_in_the_population!(),
            "On average `(2 * 0.1796 + 4 * 0.0524) / 6 = 0.0948`: **0.09477**."
        ),
        &["journalist-average 0.09477 0.09477"],
    ),
}
.entry();

/// Journalist: records at high risk.
pub static JOURNALIST_SHARE_ABOVE: Entry = MeasureEntry {
    name: "journalist-share-above",
    title: "Journalist: records at high risk",
    aliases: &["journalist records at risk", "share of records above the threshold"],
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
    worked: Worked::surveyed(
        concat!(one_in_the_population!(), "The threshold is 0.2, and nobody is above it: **0**."),
        &["journalist-share-above 0 0"],
    ),
}
.entry();

/// Marketer: people found in the population.
pub static JOURNALIST_EXPECTED: Entry = MeasureEntry {
    name: "journalist-expected",
    title: "Marketer: people found in the population",
    aliases: &["journalist"],
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
    worked: Worked::surveyed(concat!(one_in_the_population!(), "Whoever tries everybody finds `2 * 0.1796 + 4 * 0.0524 = 0.5688`, with all digits **0.5686** people on average."), &["journalist-expected 0.5686 0.5686"]),
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
    worked: Worked { tables: &[&small::STAYS], policy: "[release]\nsuppress = \"cell\"\nmissing = \"matches-anything\"\n", text: "Class A has 3 records, B has 2 and C has 3, and no cell was suppressed, so counting `*` as anything gives the same. The smallest class of records that show the same has **2**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"smallest-class\", \"concern\": \"risk\", \"before\": 1, \"after\": 2"] },
}
.entry();
