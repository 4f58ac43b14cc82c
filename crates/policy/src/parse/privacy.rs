//! `[privacy]`

use super::reader::Reader;
use crate::code;
use crate::language::ROWS_PER_PERSON;
use crate::policy::PrivacyTerms;
use ridotto_catalogue::Problem;

pub(super) fn privacy(at: &mut Reader<'_>) -> PrivacyTerms {
    let terms = PrivacyTerms {
        neighbours: at.choice("neighbours"),
        rows_per_person: at.integer("rows-per-person", &ROWS_PER_PERSON),
        ledger: at.text("ledger"),
        user: at.text("user"),
    };
    let alone = terms.user.as_ref().filter(|_| terms.ledger.is_none());
    at.report_all(alone.map(|user| {
        Problem::error(code::CONTRADICTION, "a `user` has a budget in a ledger, and none is named")
            .at(user.span, "in which ledger?")
            .with_help("add `ledger = \"budget.ledger\"`, or remove `user`")
    }));
    terms
}
