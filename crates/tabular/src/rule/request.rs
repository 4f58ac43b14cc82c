//! The request rule: cells that tell of somebody who asks for protection are sensitive.

use super::claims::OF_RANGE;
use super::levels::{LEVELS, doubt, few_decimals, times};
use super::{Judged, Required, RuleDefinition};
use ridotto_catalogue::entry::{never, promises_something};
use ridotto_catalogue::{
    Decimal, Degree, Disclosure, Entry, Facts, Given, Limit, Limits, ModelFacts, Parameter,
    Problem, Purpose, Reference, Shape, Status, Wording, Worked, code, small,
};

const SHARE: Limits = Limits {
    least: 0,
    open: true,
    most: 1,
    because: "it is a share of the cell's value: 0.7 protects who asks and contributes more than 70 %",
};

/// A cell is sensitive if somebody who asks for protection contributes most to it; or, with a share, if
/// somebody who asks contributes more than that.
///
/// # Guarantee
/// No published cell has as its largest contributor one who asked not to be told of; or, with a share, one
/// who asked and contributed more than it.
///
/// # Does not protect against
/// Anything of those who did not ask, and of those who asked and contributed less.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static REQUEST: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "request",
        title: "The request rule",
        aliases: &["request rule", "passive confidentiality"],
        formula: "c is sensitive if one of its largest contributors asks; with a share s, if one who asks contributes more than s·T, where T is the sum",
        status: Status::Now,
        summary: "A cell of a table is sensitive if its largest contributor asks for protection, or one who asks has more than a share of it.",
        parameters: &[
            &[Parameter::new(
                "column",
                Shape::Text,
                "\"asks\"",
                "The attribute of role `request` that says who asks; that which has the role when absent. \
                 Nobody asks whose value is missing, `0`, `no`, `false` or `-`.",
            )
            .told("that of role request"),
            Parameter::new(
                "share",
                Shape::Number(SHARE),
                "0.3",
                "Protects everybody who asks and contributes more than this share of the cell, the largest or \
                 not. When absent: who asks and contributes most, however little that is.",
            )
            .told("the largest")],
            LEVELS,
        ],
        check: |given| {
            let long = few_decimals(given, &["share"]);
            if long.is_empty() { too_small(given) } else { long }
        },
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[
                Wording::decided_by("share", "largest share of somebody who asks"),
                Wording::always("published cells whose largest contributor asks"),
            ],
            promises: &[
                Wording::decided_by(
                    "share",
                    "In no published cell has somebody who asked for protection more than the share {share}, and what is hidden stays in doubt.",
                ),
                Wording::always(
                    "No published cell has as its largest contributor somebody who asked for protection, and what is hidden stays in doubt.",
                ),
            ],
            limits: &[Limit {
                name: "The others",
                text: "Nothing is promised to those who did not ask, nor to those who asked and are smaller than the rule says.",
            }],
            claims: &OF_RANGE,
            least_size: None,
            hides: false,
            counts_people: never,
            vacuous: promises_something,
        }),
        advice: include_str!("request.md"),
        references: &[Reference {
            authors: "A. Hundepool, J. Domingo-Ferrer, L. Franconi, S. Giessing, E. Schulte Nordholt, K. Spicer, P.-P. de Wolf",
            year: 2012,
            title: "Statistical Disclosure Control",
            doi: "10.1002/9781118348239",
        }],
        example: "kind = \"table\"\n\n[attributes.region]\nrole = \"dimension\"\n\n[attributes.turnover]\nrole = \"response\"\n\n[attributes.asks]\nrole = \"request\"\n\n[[table]]\ndimensions = [\"region\"]\nresponse = \"turnover\"\n\n[[require]]\nmodel = \"request\"\ncolumn = \"asks\"\n",
        worked: Worked {
            tables: &[&small::FIRMS],
            policy: "[[require]]\nmodel = \"request\"\ncolumn = \"asks\"\n",
            text: "The largest food firm of the south, with 30 of `30 + 28 + 22 + 20 = 100`, asks for protection: its cell is sensitive, and no other, for it is the largest nowhere else. **1** cell is sensitive, whose value nobody may know to `0.1 * 100 = 10`.",
            run: &["table firms.toml"],
            says: &["sensitive 1 of 9 cells"],
        },
    },
    doubt: |given, of| asks(given, of).then(|| doubt(given, of, None)),
    figure: |given, of| match given.number_if_given("share") {
        Some(_) => largest_share(of),
        None => Some(f64::from(u8::from(asks(given, of)))),
    },
    required: |given| match given.number_if_given("share") {
        Some(share) => Required { bound: share.to_f64(), is_least: false, by: "share" },
        None => Required { bound: 0.0, is_least: false, by: "column" },
    },
    looks_at: |given| given.number_if_given("share").map_or(3, most_above),
    needs_amounts: true,
};

/// Whether one of the largest contributors asks, or one with more than the share.
fn asks(given: &Given, of: &Judged<'_>) -> bool {
    let largest = of.tops.first().map(|top| top.amount);
    let is_large = |amount: i64| match given.number_if_given("share") {
        Some(share) => times(amount, Decimal::ONE) > times(of.total, share),
        None => Some(amount) == largest,
    };
    let mut tops = of.tops.iter().take_while(|top| is_large(top.amount));
    tops.any(|top| (of.asks)(top.who))
}

/// The largest share of those who ask, of all who can have more than is allowed.
fn largest_share(of: &Judged<'_>) -> Option<f64> {
    let asking = of.tops.iter().find(|top| (of.asks)(top.who));
    let amount = asking.map_or(0, |top| top.amount);
    (of.total > 0).then(|| amount as f64 / of.total as f64)
}

/// So many contributors at most have more than a share.
#[expect(clippy::cast_sign_loss, reason = "a share is not negative")]
fn most_above(share: Decimal) -> usize {
    (1.0 / share.to_f64()).ceil() as usize
}

/// Of every cell as many contributors are kept as can have more than the share: not hundreds.
fn too_small(given: &Given) -> Vec<Problem> {
    let problem = || {
        Problem::error(code::OUT_OF_RANGE, "`share` is below 0.01")
            .at(given.at("share"), "a hundred contributors can have more")
            .with_help("say at least 0.01")
    };
    let is_small = |share: Decimal| share < Decimal::new(1, 2);
    given
        .number_if_given("share")
        .filter(|share| is_small(*share))
        .map(|_| problem())
        .into_iter()
        .collect()
}
