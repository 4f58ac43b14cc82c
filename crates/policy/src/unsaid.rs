//! What stands for the algorithm and the objective of a policy that is about no search, such as one
//! that only says how a file is written. Nobody can name them.

use ridotto_catalogue::entry::any;
use ridotto_catalogue::{
    AlgorithmFacts, Certainty, Definition, Entry, Facts, Family, MethodFacts, ObjectiveFacts,
    Status, Worked,
};

/// Something that was not said.
#[derive(Debug)]
pub(crate) struct Unsaid(Entry);

impl Definition for Unsaid {
    fn entry(&self) -> &Entry {
        &self.0
    }
}

/// No algorithm.
pub(crate) static ALGORITHM: Unsaid = Unsaid(unsaid(Facts::Algorithm(AlgorithmFacts {
    family: Family::Nothing,
    result: Certainty::Heuristic,
    searches: "nothing",
    minimises: "nothing",
    grid: &[],
    is_usual: false,
    needs_monotonicity: false,
    lists_nodes: false,
    by_hierarchies: false,
    weighs_attributes: false,
    cost: "nothing",
    done: "",
})));

/// No objective.
pub(crate) static OBJECTIVE: Unsaid = Unsaid(unsaid(Facts::Objective(ObjectiveFacts {
    minimises: "nothing",
    unit: "",
    best: "",
    is_aggregated: false,
    weighs_attributes: false,
    suppressed: "nothing",
    only_for: None,
})));

/// No method for tables.
pub(crate) static METHOD: Unsaid = Unsaid(unsaid(Facts::Method(MethodFacts {
    does: "nothing",
    status: "published",
    is_exact: false,
    promises: &[],
    limits: &[],
    serves: "nothing",
})));

const fn unsaid(facts: Facts) -> Entry {
    Entry {
        name: "unsaid",
        title: "Unsaid",
        aliases: &[],
        formula: "",
        status: Status::Derived(""),
        summary: "Nothing was said.",
        parameters: &[],
        check: any,
        facts,
        advice: "",
        references: &[],
        example: "",
        worked: Worked::told(""),
    }
}
