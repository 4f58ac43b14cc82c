//! The request rule: cells that tell of somebody who asks for protection are sensitive.

use super::levels::{LEVELS, doubt};
use super::{Judged, Required, RuleDefinition};
use ridotto_catalogue::entry::{any, never, promises_something};
use ridotto_catalogue::{
    Degree, Disclosure, Entry, Facts, Limit, ModelFacts, Parameter, Purpose, Reference, Shape,
    Status, Wording, Worked, small,
};

/// A cell is sensitive if somebody who asks for protection contributes most to it.
///
/// # Guarantee
/// No published cell has as its largest contributor one who asked not to be told of.
///
/// # Does not protect against
/// Anything of those who did not ask, and of those who asked and are not the largest.
///
/// # References
/// A. Hundepool and others (2012), *Statistical disclosure control*.
pub static REQUEST: RuleDefinition = RuleDefinition {
    entry: Entry {
        name: "request",
        title: "The request rule",
        aliases: &["request rule", "passive confidentiality"],
        formula: "c is sensitive if one of its largest contributors asks",
        status: Status::Now,
        summary: "A cell of a table is sensitive if its largest contributor asks for protection.",
        parameters: &[
            &[Parameter::new(
                "column",
                Shape::Text,
                "\"asks\"",
                "The attribute of role `request` that says who asks; that which has the role when absent. \
                 Nobody asks whose value is missing, `0`, `no`, `false` or `-`.",
            )
            .told("that of role request")],
            LEVELS,
        ],
        check: any,
        facts: Facts::Model(ModelFacts {
            against: &[Disclosure::Attribute],
            degree: Degree::Boolean,
            purposes: &[Purpose::Publishing, Purpose::Sharing],
            statistics: &[Wording::always("published cells whose largest contributor asks")],
            promises: &[Wording::always(
                "No published cell has as its largest contributor somebody who asked for protection, and what is hidden stays in doubt.",
            )],
            limits: &[Limit {
                name: "The others",
                text: "Nothing is promised to those who did not ask, nor to those who asked and are not the largest.",
            }],
            claims: &[],
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
    doubt: |given, of| asks(of).then(|| doubt(given, of, None)),
    figure: |_, of| Some(f64::from(u8::from(asks(of)))),
    required: |_| Required { bound: 0.0, is_least: false, by: "column" },
    looks_at: |_| 3,
    needs_amounts: true,
};

/// Whether one of the largest contributors asks.
fn asks(of: &Judged<'_>) -> bool {
    let largest = of.tops.first().map(|top| top.amount);
    let mut tops = of.tops.iter().take_while(|top| Some(top.amount) == largest);
    tops.any(|top| (of.asks)(top.who))
}
