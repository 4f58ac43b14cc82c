//! Figures that a run notes of its own steps, entry by entry. Their findings are named by sentences,
//! which hold the step and the attribute.

use crate::group;
use ridotto_catalogue::Entry;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};

/// Cells changed.
pub static CELLS_CHANGED: Entry = MeasureEntry {
    name: "cells-changed",
    title: "Cells changed",
    aliases: &[],
    formula: "cells after that are not as before",
    summary: "Cells of this attribute that the step changed.",
    facts: MeasureFacts {
        group: &group::STEPS,
        unit: Unit::Count,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Sentence("cells changed by {step} of {attribute}"),
    },
    references: &[],
}
.entry();

/// Records kept.
pub static RECORDS_KEPT: Entry = MeasureEntry {
    name: "records-kept",
    title: "Records kept",
    aliases: &[],
    formula: "records that were drawn",
    summary: "Records that were drawn for the sample; of the others nothing is released.",
    facts: MeasureFacts {
        group: &group::STEPS,
        unit: Unit::Count,
        better: Better::More,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Sentence("records kept by sample"),
    },
    references: &[],
}
.entry();

/// Shift of the mean.
pub static SAMPLE_SHIFT_OF_MEAN: Entry = MeasureEntry {
    name: "sample-shift-of-mean",
    title: "Shift of the mean",
    aliases: &[],
    formula: "|mean of the sample - mean of all| / standard deviation of all",
    summary: "How far the mean of the records drawn is from that of all, in standard deviations of all.",
    facts: MeasureFacts {
        group: &group::STEPS,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Sentence("shift of the mean of {attribute} by sample"),
    },
    references: &[],
}
.entry();

/// Relative standard deviation.
pub static SAMPLE_DEVIATION: Entry = MeasureEntry {
    name: "sample-deviation",
    title: "Relative standard deviation",
    aliases: &[],
    formula: "standard deviation of the sample / standard deviation of all",
    summary: "How far the numbers of the records drawn spread, compared with those of all; 1 is as far.",
    facts: MeasureFacts {
        group: &group::STEPS,
        unit: Unit::Number,
        better: Better::Same,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Sentence("standard deviation relative to the whole of {attribute} by sample"),
    },
    references: &[],
}
.entry();

/// Total variation of the sample.
pub static SAMPLE_TOTAL_VARIATION: Entry = MeasureEntry {
    name: "sample-total-variation",
    title: "Total variation of the sample",
    aliases: &[],
    formula: "1/2 sum of |p - q|",
    summary: "The share of the records drawn that would have to have another value for the distribution of all.",
    facts: MeasureFacts {
        group: &group::STEPS,
        unit: Unit::Part,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(0.0),
        form: Form::Sentence("total variation distance of {attribute} by sample"),
    },
    references: &[],
}
.entry();

/// Uniques that were drawn again.
pub static REPLICATED_UNIQUES: Entry = MeasureEntry {
    name: "replicated-uniques",
    title: "Uniques that were drawn again",
    aliases: &[],
    formula: "unique records that are unique among the synthetic ones / unique records",
    summary: "How many of the input's unique records come back as unique records of the synthetic file: whoever looks for such a person finds somebody.",
    facts: MeasureFacts {
        group: &group::STEPS_RISK,
        unit: Unit::Share,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: Some(1.0),
        form: Form::Sentence("share of unique records that are unique among the synthetic ones as well"),
    },
    references: &[],
}
.entry();

/// Total of the weights.
pub static TOTAL_OF_WEIGHTS: Entry = MeasureEntry {
    name: "total-of-weights",
    title: "Total of the weights",
    aliases: &[],
    formula: "sum of the weights",
    summary: "The total that weights had, and that of the released records alone: what adjusting them made good.",
    facts: MeasureFacts {
        group: &group::STEPS,
        unit: Unit::Number,
        better: Better::Same,
        twin: None,
        reader: Reader::Owner,
        files: Files::Pair,
        untouched: None,
        form: Form::Sentence("total of {attribute} before it was adjusted"),
    },
    references: &[],
}
.entry();

/// Compared with the released records.
pub static LEVEL_AMONG_RELEASED: Entry = MeasureEntry {
    name: "level-among-released",
    title: "Compared with the released records",
    aliases: &[],
    formula: "the model's figure, with the released records as the whole",
    summary: "What the model attains if classes are compared with the released records instead of the whole input: what somebody sees who has the release alone.",
    facts: MeasureFacts {
        group: &group::STEPS_RISK,
        unit: Unit::Number,
        better: Better::Less,
        twin: None,
        reader: Reader::Owner,
        files: Files::One,
        untouched: None,
        form: Form::Sentence("{model} of {attribute} among the released records"),
    },
    references: &[],
}
.entry();
