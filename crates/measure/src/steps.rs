//! Figures that a run notes of its own steps, entry by entry. Their findings are named by sentences,
//! which hold the step and the attribute.

use crate::group;
use ridotto_catalogue::entry::{Better, Files, Form, MeasureEntry, MeasureFacts, Reader, Unit};
use ridotto_catalogue::{Entry, Worked, small};

/// Cells changed.
pub static CELLS_CHANGED: Entry = MeasureEntry {
    name: "cells-changed",
    title: "Cells changed",
    aliases: &["changed cells", "share of changed values"],
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
    worked: Worked { tables: &[&small::STAYS, &small::RELEASED], policy: "[[mask]]\nmethod = \"round\"\nattributes = [\"pay\"]\nto = 500\n", text: "Pay was rounded to 500, and no pay was a multiple of 500: all **8** cells changed.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"cells changed by round of pay\", \"concern\": \"utility\", \"before\": 0, \"after\": 8"] },
}
.entry();

/// Records kept.
pub static RECORDS_KEPT: Entry = MeasureEntry {
    name: "records-kept",
    title: "Records kept",
    aliases: &["retained records", "sampling fraction reached"],
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
    worked: Worked { tables: &[&small::STAYS], policy: "[[mask]]\nmethod = \"sample\"\nshare = 0.5\nstrata = [\"sex\"]\n", text: "Half of the four women and half of the four men were drawn: `4/2 + 4/2 = 4`, so **4** of 8.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"records kept by sample\", \"concern\": \"utility\", \"before\": 8, \"after\": 4"] },
}
.entry();

/// Shift of the mean.
pub static SAMPLE_SHIFT_OF_MEAN: Entry = MeasureEntry {
    name: "sample-shift-of-mean",
    title: "Shift of the mean",
    aliases: &["bias of the sample mean", "mean shift"],
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
    worked: Worked { tables: &[&small::STAYS], policy: "[[mask]]\nmethod = \"sample\"\nshare = 0.5\nstrata = [\"sex\"]\n", text: "With this seed rows 1, 5, 6 and 8 were drawn. Their mean age is `(31 + 47 + 52 + 58) / 4 = 47`, that of all is 45, and the deviation of all, divided by n, is 9.274: `|47 - 45| / 9.274 = 0.2157`. With all digits **0.21566554640687682**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"shift of the mean of age by sample\", \"concern\": \"utility\", \"before\": 0, \"after\": 0.21566554640687682"] },
}
.entry();

/// Relative standard deviation.
pub static SAMPLE_DEVIATION: Entry = MeasureEntry {
    name: "sample-deviation",
    title: "Relative standard deviation",
    aliases: &["relative standard error", "coefficient of variation of the sample"],
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
    worked: Worked { tables: &[&small::STAYS], policy: "[[mask]]\nmethod = \"sample\"\nshare = 0.5\nstrata = [\"sex\"]\n", text: "With this seed rows 1, 5, 6 and 8 were drawn, aged 31, 47, 52 and 58 with the mean 47. Their deviation is `sqrt((16^2 + 0^2 + 5^2 + 11^2) / 4) = 10.02`, that of all 9.274: `10.02 / 9.274 = 1.08`. With all digits **1.0810201899885084**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"standard deviation relative to the whole of age by sample\", \"concern\": \"utility\", \"before\": 1, \"after\": 1.0810201899885084"] },
}
.entry();

/// Total variation of the sample.
pub static SAMPLE_TOTAL_VARIATION: Entry = MeasureEntry {
    name: "sample-total-variation",
    title: "Total variation of the sample",
    aliases: &["total variation distance of the sample"],
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
    worked: Worked { tables: &[&small::STAYS], policy: "[[mask]]\nmethod = \"sample\"\nshare = 0.5\nstrata = [\"sex\"]\n", text: "With this seed rows 1, 5, 6 and 8 were drawn: one with flu and three with cancer. Of all, 2 had flu, 1 asthma, 1 gout and 4 cancer: `1/2 * (|1/4 - 2/8| + 1/8 + 1/8 + |3/4 - 4/8|) = 0.25`, so **0.25**.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"total variation distance of disease by sample\", \"concern\": \"utility\", \"before\": 0, \"after\": 0.25"] },
}
.entry();

/// Uniques that were drawn again.
pub static REPLICATED_UNIQUES: Entry = MeasureEntry {
    name: "replicated-uniques",
    title: "Uniques that were drawn again",
    aliases: &["replicated"],
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
    worked: Worked { tables: &[&small::PEOPLE], policy: "[[mask]]\nmethod = \"synthesize\"\nkind = \"sequential\"\nattributes = [\"area\", \"age\", \"sex\"]\nsmooth = false\n", text: "All twelve ages differ, so each person is unique by age, sex and area. Twelve records were drawn anew; those of the twelve people that come back, and are unique again, are counted. With this seed it is **0** of 12, before which it would have been 1: no unique person was drawn again.", run: &["anonymize people.toml --keep-order --seed 1 --json"], says: &["\"name\": \"share of unique records that are unique among the synthetic ones as well\", \"concern\": \"risk\", \"before\": 1, \"after\": 0"] },
}
.entry();

/// Total of the weights.
pub static TOTAL_OF_WEIGHTS: Entry = MeasureEntry {
    name: "total-of-weights",
    title: "Total of the weights",
    aliases: &["sum-of-weights"],
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
    worked: Worked { tables: &[&small::SURVEY], policy: "[data]\ninput = \"survey.csv\"\nweight = \"weight\"\n\n[[mask]]\nmethod = \"sample\"\nshare = 0.5\n", text: "The weights of all six add up to `10 + 20 + 15 + 5 + 10 + 40 = 100`. With this seed rows with the weights 10, 10 and 40 were drawn, which add up to `10 + 10 + 40 = 60`. So **60** of 100, and each weight that is left is multiplied by `100/60 = 1.667`.", run: &["anonymize survey.toml --keep-order --seed 1 --json"], says: &["\"name\": \"total of weight before it was adjusted\", \"concern\": \"utility\", \"before\": 100, \"after\": 60"] },
}
.entry();

/// Compared with the released records.
pub static LEVEL_AMONG_RELEASED: Entry = MeasureEntry {
    name: "level-among-released",
    title: "Compared with the released records",
    aliases: &["level of the released records"],
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
    worked: Worked { tables: &[&small::STAYS], policy: "[[require]]\nmodel = \"t-closeness\"\nattribute = \"disease\"\nt = 0.5\n", text: "With t-closeness of 0.5 required, ages are hidden and two classes are left: four women with flu, asthma and two cancers, four men with flu, gout and two cancers. Against all released records, each differs by `1/2 * (|1/4 - 2/8| + |1/4 - 1/8| + |0 - 1/8| + |2/4 - 4/8|) = 0.125`, so **0.125**. Nobody was suppressed, and it is the same against the input.", run: &["anonymize stays.toml --keep-order --seed 1 --json"], says: &["\"name\": \"t-closeness of disease among the released records\", \"concern\": \"risk\", \"before\": null, \"after\": 0.125"] },
}
.entry();
