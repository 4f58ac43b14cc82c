//! The pq rule and p%: cells in which the second largest contributor can estimate the largest too well.

use super::claims::of_prior_posterior;
use super::levels::{LEVELS, doubt, few_decimals, times};
use super::{Doubt, Judged, Required, RuleDefinition};
use ridotto_catalogue::entry::{never, promises_something};
use ridotto_catalogue::{
    Claim, Decimal, Degree, Disclosure, Entry, Facts, Formula, Given, Limit, Limits, ModelFacts,
    Parameter, Problem, Purpose, Reference, Shape, Status, Wording, Worked, code, small,
};

const P: Limits = Limits {
    least: 0,
    open: true,
    most: 1000,
    because: "it is a percentage of the largest contribution: 15 keeps everybody 15 % away from it",
};

const Q: Limits = Limits {
    least: 0,
    open: true,
    most: 100,
    because: "it is a percentage: how far from the truth anybody's estimate is before the table",
};

const POOL: Limits = Limits {
    least: 1,
    open: false,
    most: 50,
    because: "so many of the largest contributors tell each other what they contributed",
};

const POOL_PARAMETER: Parameter = Parameter::new(
    "pool",
    Shape::Integer(POOL),
    "2",
    "How many contributors tell each other what they contributed, and know together all but the largest \
     contribution and those of the others.",
)
.told("1");

const P_PARAMETER: Parameter = Parameter::new(
    "p",
    Shape::Number(P),
    "15",
    "How near, in per cent of it, nobody may come to the largest contribution.",
)
.required();

/// What p% leaves: the parameter is p.
const OF_P: [Claim; 4] = of_prior_posterior(
    Formula { text: "p / 100", of: |of| of.level / 100.0 },
    "the second largest comes nearest, and errs by the rest",
);
/// What pq leaves: the parameter is p / q.
const OF_PQ: [Claim; 4] = of_prior_posterior(
    Formula::itself("p / q"),
    "the second largest comes nearest, and errs by the rest; who knew the rest to q per cent before errs by p per cent",
);

const STATISTICS: [Wording; 1] =
    [Wording::always("smallest error of the best estimate, in per cent")];
const PROMISES: [Wording; 1] = [Wording::always(
    "From no published cell does the second largest contributor, or anybody else, estimate the largest contribution nearer than {p} per cent of it, and what is hidden stays in doubt.",
)];

const fn about(claims: &'static [Claim]) -> Facts {
    Facts::Model(ModelFacts {
        against: &[Disclosure::Attribute],
        degree: Degree::Gradual,
        purposes: &[Purpose::Publishing, Purpose::Sharing],
        statistics: &STATISTICS,
        promises: &PROMISES,
        limits: &[Limit {
            name: "Several together",
            text: "Contributors who tell each other what they contributed come nearer, if they are more than `pool`; records of one owner belong to one `respondent`.",
        }],
        claims,
        least_size: None,
        hides: false,
        counts_people: never,
        vacuous: promises_something,
    })
}

const SOURCE: Reference = Reference {
    authors: "A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer, P.-P. de Wolf",
    year: 2012,
    title: "Statistical Disclosure Control",
    doi: "10.1002/9781118348239",
};

/// A cell is sensitive if all but its two largest contributions are less than p per cent of the largest.
///
/// # Guarantee
/// The second largest contributor of a published cell, who takes their own part off it, does not know the
/// largest contribution to p per cent, and nobody else does.
///
/// # Does not protect against
/// More contributors who work together than `pool` says.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static P_PERCENT: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "p-percent",
        title: "p%",
        aliases: &["p% rule", "p percent rule", "prior-posterior rule with q = 100"],
        formula: "c is sensitive if 100·(T − x1 − x2) < p·x1, where x1 >= x2 >= … are its contributions and T their sum; where m pool what they know, x2 to x(m+1) are taken off",
        status: Status::Now,
        summary: "A cell of a table is sensitive if all but its two largest contributions are less than p per cent of the largest.",
        parameters: &[&[P_PARAMETER, POOL_PARAMETER], LEVELS],
        check: |given| few_decimals(given, &["p"]),
        facts: about(&OF_P),
        advice: include_str!("p_percent.md"),
        references: &[SOURCE],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[attributes.turnover]\nrole = \"response\"\n\n[[table]]\ndimensions = [\"region\"]\nresponse = \"turnover\"\n\n[[require]]\nmodel = \"p-percent\"\np = 15\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[[require]]\nmodel = \"p-percent\"\np = 15\n",
            text: "In northern food the firms have 90, 5, 3 and 2. The second takes its 5 off the 100 and knows the first to `100 - 90 - 5 = 5`, which is `100 * 5 / 90 = 5.56` per cent of 90 and so less than 15: **1** cell is sensitive. In steel the error is `100 * 15 / 60 = 25` per cent.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells"],
        },
    },
    doubt: |given, of| prior_posterior(given, of, hundred()),
    figure: |given, of| error(given, of, hundred()),
    required: |given| Required { bound: given.number("p").to_f64(), is_least: true, by: "p" },
    looks_at,
    needs_amounts: true,
};

/// A cell is sensitive if, where everybody knew each contribution to q per cent before, its total tells
/// the largest to less than p per cent.
///
/// # Guarantee
/// As of `p-percent`, for an attacker who knew the others to q per cent.
///
/// # Does not protect against
/// More contributors who work together than `pool` says; whoever knew more than q.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static PQ: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "pq",
        title: "The pq rule",
        aliases: &["pq-rule", "prior-posterior rule", "prior-posterior ambiguity"],
        formula: "c is sensitive if q·(T − x1 − x2) < p·x1, where x1 >= x2 >= … are its contributions and T their sum; where m pool what they know, x2 to x(m+1) are taken off",
        status: Status::Now,
        summary: "A cell of a table is sensitive if who knew each contribution to q per cent can learn the largest to less than p per cent.",
        parameters: &[
            &[
                P_PARAMETER,
                Parameter::new(
                    "q",
                    Shape::Number(Q),
                    "50",
                    "How near, in per cent, everybody knew each contribution before the table.",
                )
                .required(),
                POOL_PARAMETER,
            ],
            LEVELS,
        ],
        check: |given| {
            let long = few_decimals(given, &["p", "q"]);
            if long.is_empty() { p_below_q(given) } else { long }
        },
        facts: about(&OF_PQ),
        advice: include_str!("pq.md"),
        references: &[SOURCE],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[attributes.turnover]\nrole = \"response\"\n\n[[table]]\ndimensions = [\"region\"]\nresponse = \"turnover\"\n\n[[require]]\nmodel = \"pq\"\np = 10\nq = 50\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[[require]]\nmodel = \"pq\"\np = 10\nq = 25\n",
            text: "In northern steel the firms have 60, 25, 10 and 5. Who knew the last two to 25 per cent errs by `0.25 * (10 + 5) = 3.75`, and a tenth of the largest is `0.1 * 60 = 6`: less, so the cell is sensitive. So is northern food (`0.25 * (3 + 2) = 1.25`): **2** cells.",
            run: &["table firms.toml"],
            says: &["sensitive 2 of 9 cells"],
        },
    },
    doubt: |given, of| prior_posterior(given, of, given.number("q")),
    figure: |given, of| error(given, of, given.number("q")),
    required: |given| Required { bound: given.number("p").to_f64(), is_least: true, by: "p" },
    looks_at,
    needs_amounts: true,
};

fn hundred() -> Decimal {
    Decimal::new(100, 0)
}

fn p_below_q(given: &Given) -> Vec<Problem> {
    let (p, q) = (given.number("p"), given.number("q"));
    let message = format!("`p = {p}` is not below `q = {q}`");
    let problem = || {
        Problem::error(code::CONTRADICTION, message)
            .at(given.at("p"), "everybody knew more before")
            .with_help("q says how well contributions were known before, and p how well they may be known after")
    };
    (p >= q).then(problem).into_iter().collect()
}

/// The doubt of a cell whose rest is too small to hide the largest contribution.
fn prior_posterior(given: &Given, of: &Judged<'_>, q: Decimal) -> Option<Doubt> {
    let (first, rest) = of.against(pool(given));
    let p = given.number("p");
    let is_known = first > 0 && times(rest, q) < times(first, p);
    let above = || p.to_f64() / q.to_f64() * first as f64 - rest as f64;
    is_known.then(|| doubt(given, of, Some(above())))
}

/// How many contributors tell each other what they contributed.
fn pool(given: &Given) -> u64 {
    given.whole_if_given("pool").unwrap_or(1)
}

/// The largest contributor, and those who pool what they know of the others.
fn looks_at(given: &Given) -> usize {
    1 + pool(given) as usize
}

/// How far, in per cent of the largest contribution, the next largest err about it.
fn error(given: &Given, of: &Judged<'_>, q: Decimal) -> Option<f64> {
    let (first, rest) = of.against(pool(given));
    (first > 0).then(|| q.to_f64() * rest as f64 / first as f64)
}
