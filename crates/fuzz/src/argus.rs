//! The files of τ-Argus, and perturbation tables: whatever the bytes are, each reader takes them or says in which line it does not,
//! shows no cell, and writes what it has read so that it reads the same again.

use crate::{SECRET, Target};
use ridotto_argus::apriori::apriori;
use ridotto_argus::batch::Batch;
use ridotto_argus::hierarchy::hierarchy;
use ridotto_argus::jj::Jj;
use ridotto_argus::metadata::{Holds, Metadata};
use ridotto_argus::output::output;
use ridotto_argus::recode::{Recode, labels, recode};
use ridotto_argus::translation::{opened, translation};
use ridotto_argus::{Fault, translation::Translation};
use ridotto_tabular::cell_key;

pub(crate) const TARGET: Target = Target {
    name: "argus",
    run,
    words: &[
        "<",
        ">",
        "\"",
        "\"\"",
        ",",
        ";",
        "|",
        "(",
        ")",
        "(-1)",
        "(1)",
        " : ",
        "@",
        "@@",
        "\n",
        "\r\r\n",
        "//",
        "\u{feff}",
        "é",
        "<RECODEABLE>",
        "<NUMERIC>",
        "<HIERARCHICAL>",
        "<HIERLEVELS> 3 1",
        "<SEPARATOR> \",\"\n",
        "<SPECIFYTABLE> \"Size\"|<freq>||-1,0",
        "<SUPPRESS> GH(0,75)",
        "<SAFETYRULE> P(15)|WGT(1)",
        "<TREERECODE>",
        "u",
        "pl",
        "18446744073709551615",
        "-1",
        "0.5",
        "1e9",
        "99999999999999999999999",
        SECRET,
    ],
    cases: 6_000,
};

fn run(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(leaves) = told(hierarchy(&text)) {
        let cells = leaves[0].cells.len();
        assert!(leaves.iter().all(|leaf| leaf.cells.len() == cells), "leaves have as many labels");
    }
    for dimensions in 0..3 {
        _ = told(apriori(&text, dimensions, None));
        _ = told(output(&text, dimensions));
    }
    if let Ok(Recode::Codes(codes)) = told(recode(&text)) {
        for code in &codes {
            _ = code.takes(SECRET);
        }
    }
    _ = told(labels(&text));
    if let Ok(table) = told(Jj::read(&text)) {
        _ = table.broken();
        let again = Jj::read(&table.write()).expect("what was written can be read");
        assert!(again.cells == table.cells, "writing changes cells");
        let sums = |of: &Jj| {
            of.relations.iter().map(|sum| (sum.total, sum.parts.clone())).collect::<Vec<_>>()
        };
        assert!(sums(&again) == sums(&table), "writing changes relations");
    }
    match cell_key::read(&text) {
        Ok(table) => {
            assert!(table.deviation().is_finite(), "no noise without end");
            assert!(cell_key::read(&cell_key::written(&table)).is_ok(), "what is written is read");
        }
        Err(fault) => {
            assert!(
                fault.line > 0 && !format!("{fault:?}").contains(SECRET),
                "a fault shows a cell"
            );
        }
    }
    let metadata =
        [Holds::Records, Holds::Cells].map(|holds| told_all(Metadata::read(&text, holds)));
    if let Ok(batch) = told_all(Batch::read(&text)) {
        _ = told_all(opened(&batch));
        translate(&batch, metadata.into_iter().flatten().chain([known()]));
    }
}

/// A policy that is made is one of TOML.
fn translate(batch: &Batch, metadata: impl Iterator<Item = Metadata>) {
    for metadata in metadata {
        let made = translation(batch, &metadata, &|file| Some(file.to_owned()));
        if let Ok(Translation { policy, .. }) = made {
            let read = ridotto::parse("a batch", &policy);
            let is_toml = |code: &str| code != "policy::syntax";
            let fine =
                read.err().is_none_or(|error| error.problems().iter().all(|it| is_toml(it.code)));
            assert!(fine, "a batch becomes no TOML");
        }
    }
}

fn known() -> Metadata {
    let text = include_str!("../corpus/argus/firms.rda");
    Metadata::read(text, Holds::Records).expect("metadata of the corpus")
}

/// What was read; a fault that shows no cell.
fn told<T>(read: Result<T, Fault>) -> Result<T, Fault> {
    read.inspect_err(|fault| {
        let shown = format!("{fault} {fault:?}");
        assert!(!shown.contains(SECRET), "a fault shows a cell");
        assert!(fault.line > 0, "lines are counted from 1");
    })
}

fn told_all<T>(read: Result<T, Vec<Fault>>) -> Result<T, Vec<Fault>> {
    read.inspect_err(|faults| {
        assert!(!faults.is_empty(), "a refusal says why");
        for fault in faults {
            _ = told::<()>(Err(fault.clone()));
        }
    })
}
