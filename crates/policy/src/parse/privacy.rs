//! `[privacy]`

use super::reader::Reader;
use crate::language::ROWS_PER_PERSON;
use crate::policy::PrivacyTerms;

pub(super) fn privacy(at: &mut Reader<'_>) -> PrivacyTerms {
    PrivacyTerms {
        neighbours: at.choice("neighbours"),
        rows_per_person: at.integer("rows-per-person", &ROWS_PER_PERSON),
        ledger: at.text("ledger"),
        user: at.text("user"),
    }
}
