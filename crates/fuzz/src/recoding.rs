//! Saved recodings: whatever a file says, it is applied to new data or refused.

use crate::{SECRET, Target};
use ridotto::{Error, Outputs, Plan, RestoreOptions, RunOptions};

/// There is a release that holds or a reason why not.
pub(crate) const TARGET: Target = Target {
    name: "recoding",
    run,
    words: &[
        "{",
        "}",
        "[",
        "]",
        ":",
        ",",
        "\"",
        "null",
        "true",
        "0",
        "1",
        "-1",
        "18446744073709551615",
        "\"*\"",
        "\"k\"",
        "\"age\"",
        "\"town\"",
        "k = 3",
        "\\n",
        "1e400",
        "[[0]]",
        SECRET,
    ],
    cases: 1_000,
};

const PEOPLE: &str = "name,age,town,illness\n\
    Ada,31,Alba,flu\nBea,33,Alba,gout\nCid,34,Alba,flu\nDan,38,Berg,flu\nEva,36,Berg,mumps\n\
    Fay,37,Berg,gout\nGus,52,Celo,flu\nHal,54,Celo,mumps\nIda,,Celo,flu\nJon,58,Dorf,gout\n\
    Kim,57,Dorf,flu\nLeo,71,Else,gout\n";

fn run(bytes: &[u8]) {
    let folder = tempfile::tempdir().expect("a folder for the files");
    let [recoding, data, output] =
        ["recoding.json", "people.csv", "released.csv"].map(|name| folder.path().join(name));
    std::fs::write(&recoding, bytes).expect("it can be written");
    std::fs::write(&data, PEOPLE).expect("it can be written");
    let options = RestoreOptions { threads: 1, ..RestoreOptions::default() };
    let plan = Plan::restore(&recoding, &data, &options);
    let run = |plan: Plan| plan.run(&Outputs::file(&output), &RunOptions::default(), &());
    let applied = plan.and_then(run);
    let problem = applied.and_then(ridotto::Release::publish).err();
    let is_ours = matches!(problem, Some(Error::Unverified(_)));
    assert!(!is_ours, "what was applied does not hold: {problem:?}");
    assert_eq!(output.exists(), problem.is_none(), "{problem:?}");
}
