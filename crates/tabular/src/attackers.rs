//! Who attacks a table, and what the audit measures of it: as entries, so that `explain`, the book and the
//! documents say the same.
//!
//! What is left to each attacker is claimed beside the rules ([`crate::rule`]). The claims are about tables in
//! which cells are hidden or merged; whoever changes values says what they promise themselves.

use ridotto_catalogue::entry::{AttackEntry, AttackFacts, Files, Form, Help, MeasureEntry};
use ridotto_catalogue::{
    Better, Concern, Disclosure, Entry, MeasureFacts, MeasureGroup, Reader, Reference, RowsAre,
    Unit, Worked, small,
};

/// Every attacker of a table, in the order of the book.
pub static TABLE_ATTACKS: &[&Entry] = &[&OUTSIDER, &RESPONDENT, &ALONE_IN_A_CELL, &COALITION];

/// Every figure of a table or of its audit that needs more than its name, in the order of the book.
pub static TABLE_MEASURES: &[&Entry] =
    &[&EXACT, &UNSAFE, &LARGEST_VIOLATION, &NARROWEST, &SECONDARY, &GAP, &DISTANCE, &FARTHEST];

const FISCHETTI: Reference = Reference {
    authors: "M. Fischetti, J. J. Salazar",
    year: 2001,
    title: "Solving the cell suppression problem on tabular data with linear constraints",
    doi: "10.1287/mnsc.47.7.1008.9805",
};

const HANDBOOK: Reference = Reference {
    authors: "A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer, P.-P. de Wolf",
    year: 2012,
    title: "Statistical Disclosure Control",
    doi: "10.1002/9781118348239",
};

/// How far from its value a hidden sensitive cell is possible to an attacker.
pub const DOUBT: &str = "doubt";
/// By how much an attacker errs about a contribution.
pub const ERROR: &str = "error";
/// How many cells an attacker knows exactly.
pub const KNOWN: &str = "known";

/// Methods that hide cells, each audited.
const HIDING: [Help; 6] = [
    Help::Method("fast"),
    Help::Method("optimal"),
    Help::Method("modular"),
    Help::Method("hypercube"),
    Help::Method("network"),
    Help::Method("gauss"),
];

/// What is made of the firms, and what the owner reads of hidden cells.
const MADE: &[&str] = &["table firms.toml --intervals why.csv"];

/// The same, and the audit of what was written.
const AUDITED: &[&str] = &["table firms.toml", "table audit out.csv --policy firms.toml --json"];

/// Who knows the table alone.
pub static OUTSIDER: Entry = AttackEntry {
    name: "outsider",
    title: "Outsider",
    aliases: &["external attacker", "external attack", "feasibility interval"],
    formula: "[min x(c), max x(c)] over all x >= 0 with the published cells and sums",
    summary: "Who knows a table alone takes all published relations together and finds between which ends each hidden cell must lie: its feasibility interval.",
    advice: "A sensitive cell is safe if that interval covers what its rule asks for. A sensitive cell that is published counts as well.",
    facts: AttackFacts {
        knows: "the published cells of all linked tables, that totals are sums, and that no value is below zero, or what `bounds` say",
        discloses: &[Disclosure::Identity, Disclosure::Attribute],
        needs: "",
        help: &HIDING,
        figures: &[
            (DOUBT, "How far above its value, as a share of it, a hidden sensitive cell is possible at least, where the rule leaves the levels to `range`."),
            (ERROR, "By how much of it the best estimate of the largest contribution to a published cell is too high at least."),
        ],
    },
    references: &[FISCHETTI],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "Northern food is sensitive and hidden, and so are the other three cells. Regions and industries are published: north has 200, so northern food is from 0 to `200 - 0 = 200`, **0,200**; its rule asks for **91.5** to **108.5**, and all of that is possible.",
        run: MADE,
        says: &["north,food,primary: p-percent,100,0,200,91.5,108.5"],
    },
}
.entry();

/// Who is in the table with one record.
pub static RESPONDENT: Entry = AttackEntry {
    name: "respondent",
    title: "Respondent",
    aliases: &["internal attacker", "internal attack", "contributor"],
    formula: "as the outsider, with x(c) >= own(c) for every cell c",
    summary: "Who contributed to the table takes their own part off every cell, and so finds less possible than an outsider does.",
    advice: "The second largest of a cell learns most of the largest; in a hidden cell a respondent knows that it is at least their own part.",
    facts: AttackFacts {
        knows: "what an outsider knows, and what they contributed themselves to each cell",
        discloses: &[Disclosure::Attribute],
        needs: "records; of cells that are given, the largest contributions",
        help: &HIDING,
        figures: &[
            (DOUBT, "As the outsider's."),
            (ERROR, "By how much of it the best estimate of the largest contribution to a published cell is too high at least, for whoever contributed the next."),
        ],
    },
    references: &[HANDBOOK],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "Berg has 5 of northern food. Were its 100 published, Berg would know Abel's 90 to `100 - 90 - 5 = 5`; 15 per cent are `0.15 * 90 = 13.5`. So the cell must be possible up to `100 + (13.5 - 5) = 108.5`, **108.5**, and it is up to 200.",
        run: MADE,
        says: &["north,food,primary: p-percent,100,0,200,91.5,108.5"],
    },
}
.entry();

/// Who is the only one in a cell.
pub static ALONE_IN_A_CELL: Entry = AttackEntry {
    name: "alone-in-a-cell",
    title: "Alone in a cell",
    aliases: &["singleton", "multi-singleton", "singleton problem"],
    formula: "as the outsider, with the values of all cells in which they are alone",
    summary: "The only contributor of a cell of amounts knows its value, though it is hidden, and takes it off sums.",
    advice: "Two who are alone in cells of one row each learn the other's cell from the total, so that no sensitive cell that they are not in may then be known exactly.",
    facts: AttackFacts {
        knows: "what an outsider knows, and the value of each cell in which they are alone",
        discloses: &[Disclosure::Attribute],
        needs: "a table of amounts",
        help: &[Help::Habit("`singletons = true`, which is the default of every method that hides")],
        figures: &[(KNOWN, "How many sensitive cells that they are not in are known exactly.")],
    },
    references: &[HANDBOOK],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "Each of the four cells has `16 / 4 = 4` firms, so nobody is alone in one, and **0** cells become known that way.",
        run: AUDITED,
        says: &["\"exact\": 0,"],
    },
}
.entry();

/// Whose records are several.
pub static COALITION: Entry = AttackEntry {
    name: "coalition",
    title: "Coalition",
    aliases: &["holding", "holdings", "unsafe_by"],
    formula: "as the respondent, with the sum of all their own contributions to each cell",
    summary: "A holding, or the enterprises of one group, knows the sum of its own contributions to every cell and takes them off.",
    advice: "Contributors who do not share a value of the role `respondent` are no coalition, whatever they tell each other; of many who work together in one cell `pool` of `p-percent` speaks.",
    facts: AttackFacts {
        knows: "what an outsider knows, and what all of their records contributed to each cell",
        discloses: &[Disclosure::Attribute],
        needs: "the column of holdings: `role = \"respondent\"`",
        help: &HIDING,
        figures: &[
            (DOUBT, "As the outsider's."),
            (ERROR, "As a respondent's: the records of a holding are added up before a rule looks at them."),
        ],
    },
    references: &[HANDBOOK],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "Every firm has one record: there is no holding, so of the `9 - 5 = 4` hidden cells **0** are too well known to one.",
        run: AUDITED,
        says: &["\"coalition\": 0"],
    },
}
.entry();

/// Figures of a table and of its audit.
pub static TABLES: MeasureGroup = MeasureGroup {
    place: 100,
    title: "Tables and their audit",
    about: "Figures of cells. `unsafe` is what counts: in a release of ridotto it is 0, or nothing is written. The others say what that took, and how near somebody gets.",
    concern: Concern::Risk,
    rows_are: RowsAre::Attributes,
};

const fn facts(unit: Unit, better: Better, reader: Reader) -> MeasureFacts {
    MeasureFacts {
        group: &TABLES,
        unit,
        better,
        twin: None,
        reader,
        files: Files::One,
        untouched: None,
        form: Form::Name,
    }
}

/// Hidden cells that are no secret.
pub static EXACT: Entry = MeasureEntry {
    name: "exact",
    title: "Known exactly",
    aliases: &["exact disclosure", "recoverable cell"],
    formula: "number of hidden cells c with min x(c) = max x(c)",
    summary: "Of the audit of a table: how many hidden cells have a feasibility interval of a single point for an outsider, whether they are sensitive or not.",
    facts: facts(Unit::Count, Better::Less, Reader::Public),
    references: &[FISCHETTI],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "Of the four hidden cells each lies between ends that are `200 - 0 = 200` apart: **0** are known exactly.",
        run: AUDITED,
        says: &["\"exact\": 0,"],
    },
}
.entry();

/// Sensitive cells that are known too well.
pub static UNSAFE: Entry = MeasureEntry {
    name: "unsafe",
    title: "Unsafe cells",
    aliases: &["unsafe cell", "by_lines"],
    formula: "number of sensitive cells c that are published, or whose interval for some attacker lies within what c needs at either end",
    summary: "How many sensitive cells somebody knows better than their rule allows; `unsafe_by` says who: an outsider, a respondent or a coalition. `by_lines` counts what somebody knows besides who takes the line of a hidden count to tell that it is not 0.",
    facts: facts(Unit::Count, Better::Less, Reader::Owner),
    references: &[FISCHETTI],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "One cell is sensitive, and must be possible between 91.5 and 108.5; it is between 0 and `200 - 0 = 200`: **0** are unsafe.",
        run: AUDITED,
        says: &["\"unsafe\": 0,"],
    },
}
.entry();

/// By how much what is needed is missed.
pub static LARGEST_VIOLATION: Entry = MeasureEntry {
    name: "largest-violation",
    title: "Largest violation",
    aliases: &["largest_violation"],
    formula: "max over unsafe cells and attackers of (needed end − end of the interval), at either end",
    summary: "By how much a needed interval is missed at most, in the units of the cells, by whoever `unsafe_by` counts.",
    facts: facts(Unit::Number, Better::Less, Reader::Owner),
    references: &[FISCHETTI],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "Nothing is missed: above the value `108.5 - 100 = 8.5` are needed and `200 - 100 = 100` possible. The largest violation is **0.0**.",
        run: AUDITED,
        says: &["\"largest_violation\": 0.0,"],
    },
}
.entry();

/// How near somebody gets.
pub static NARROWEST: Entry = MeasureEntry {
    name: "narrowest",
    title: "Least in doubt",
    aliases: &["narrowest interval", "least in doubt"],
    formula: "min over hidden sensitive cells c of (max x(c) − min x(c)) / value of c",
    summary: "How wide the interval of the sensitive cell is that an attacker knows best, as a share of its value; the page shows it of an outsider and of the largest respondents.",
    facts: facts(Unit::Number, Better::More, Reader::Owner),
    references: &[FISCHETTI],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "The one sensitive cell has 100 and may be anything from 0 to 200, **0,200**: its interval is `(200 - 0) / 100 = 2` times its value.",
        run: MADE,
        says: &["north,food,primary: p-percent,100,0,200,91.5,108.5"],
    },
}
.entry();

/// What is hidden for others' sake.
pub static SECONDARY: Entry = MeasureEntry {
    name: "secondary",
    title: "Secondary suppressions",
    aliases: &["secondary suppression", "complementary suppression"],
    formula: "number of hidden cells that no rule calls sensitive",
    summary: "How many cells are hidden though they are not sensitive, so that no hidden sensitive cell can be calculated from its sums. What they cost together is `cost`; a published file says `suppressed` of all.",
    facts: facts(Unit::Count, Better::Less, Reader::Owner),
    references: &[HANDBOOK],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "",
        text: "One cell is sensitive. Alone, it would follow from its row and from its column; with a rectangle nothing follows, and `4 - 1 = 3`, **3** cells, are hidden for its sake.",
        run: &["table firms.toml"],
        says: &["hidden 4 of 9 cells, 3 of them so that no other follows"],
    },
}
.entry();

/// How far from the cheapest.
pub static GAP: Entry = MeasureEntry {
    name: "gap",
    title: "Gap",
    aliases: &["bound", "lower bound", "proved_optimal", "optimality gap"],
    formula: "(cost − bound) / cost, where no pattern that protects costs less than bound",
    summary: "How far the cost of what was found can be from the least that protects. It is absent where a method proves no bound, and 0 where `proved_optimal` is true.",
    facts: facts(Unit::Part, Better::Less, Reader::Owner),
    references: &[FISCHETTI],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "[release]\nmethod = \"optimal\"\ncost = \"number\"\n",
        text: "Three cells are hidden for the sensitive one, and no two would do: the bound is 3 as well, and the gap `(3 - 3) / 3 = 0`, **0.0**.",
        run: &["table firms.toml --json"],
        says: &["\"gap\": 0.0,"],
    },
}
.entry();

/// How far a table is from the true one.
pub static DISTANCE: Entry = MeasureEntry {
    name: "distance-from-the-truth",
    title: "Distance from the truth",
    aliases: &["table distance", "changed"],
    formula: "Σ |published − true| over all cells that are published",
    summary: "Of a table whose values are changed: how far all published values together are from the true ones; `changed` is how many cells were published by such a method.",
    facts: facts(Unit::Number, Better::Less, Reader::Owner),
    references: &[HANDBOOK],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "[release]\nmethod = \"round\"\nbase = 20\n",
        text: "All cells of the firms and all totals are multiples of 20 already, as `5 * 20 = 100` is: rounded to 20 the table stays as it is, at a distance of **0.0**.",
        run: &["table firms.toml --json"],
        says: &["\"distance\": 0.0,"],
    },
}
.entry();

/// The cell that is farthest from the truth.
pub static FARTHEST: Entry = MeasureEntry {
    name: "farthest",
    title: "Farthest cell",
    aliases: &["farthest cell"],
    formula: "max |published − true| over all cells that are published",
    summary: "Of a table whose values are changed: how far the published value of one cell is from the true one, at most, in the units of the cells.",
    facts: facts(Unit::Number, Better::Less, Reader::Owner),
    references: &[HANDBOOK],
    worked: Worked {
        tables: &[&small::FIRMS],
        policy: "[release]\nmethod = \"round\"\nbase = 20\n",
        text: "Multiples of 20, as `6 * 20 = 120`, are not rounded by 20: no cell moves, and the farthest is **0.0** away.",
        run: &["table firms.toml --json"],
        says: &["\"farthest\": 0.0"],
    },
}
.entry();

#[cfg(test)]
mod tests {
    use super::*;
    use crate::method::METHODS;
    use crate::rule::RULES;
    use ridotto_catalogue::{Figure, Leaves};

    /// Rules claim something of every attacker, of attackers and figures that there are, and each once.
    #[test]
    fn rules_and_attackers_know_each_other() {
        for rule in RULES {
            let name = rule.entry.name;
            let claims = rule.entry.model().expect("a rule is a model").claims;
            for (at, claim) in claims.iter().enumerate() {
                let attack = TABLE_ATTACKS.iter().find(|attack| attack.name == claim.attack);
                let attack = attack.unwrap_or_else(|| panic!("{name}: {}", claim.attack));
                let figures = attack.attack().expect("it is an attack").figures;
                if let Leaves::AtMost(Figure::Named(of), _)
                | Leaves::AtLeast(Figure::Named(of), _) = claim.leaves
                {
                    assert!(figures.iter().any(|(own, _)| *own == of), "{name}: {of}");
                }
                let same = |other: &&ridotto_catalogue::Claim| {
                    (other.attack, other.of) == (claim.attack, claim.of)
                };
                assert_eq!(claims.iter().position(|other| same(&other)), Some(at), "{name}");
            }
            for attack in TABLE_ATTACKS {
                assert!(
                    claims.iter().any(|claim| claim.attack == attack.name),
                    "{name}: {}",
                    attack.name
                );
            }
        }
        for attack in TABLE_ATTACKS {
            let facts = attack.attack().expect("it is an attack");
            assert!(!facts.knows.is_empty() && !facts.help.is_empty(), "{}", attack.name);
            for help in facts.help {
                let Help::Method(name) = help else { continue };
                assert!(METHODS.iter().any(|method| method.entry.name == *name), "{name}");
            }
        }
    }
}
