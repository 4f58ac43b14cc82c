//! `[privacy]`

use super::reader::Reader;
use crate::code;
use crate::language::{Kind, ROWS_PER_PERSON};
use crate::policy::PrivacyTerms;
use ridotto_catalogue::Problem;

/// Tables say beside their method whom it protects, as parameters of it; the ledger is one for all kinds.
const OF_METHODS: [&str; 2] = ["neighbours", "rows-per-person"];

pub(super) fn privacy(at: &mut Reader<'_>, kind: Kind) -> PrivacyTerms {
    if kind == Kind::Table {
        for key in OF_METHODS.into_iter().filter(|key| at.item(key).is_some()).collect::<Vec<_>>() {
            let message = format!("of tables `{key}` is a parameter of the method");
            at.report(
                Problem::error(code::CONTRADICTION, message)
                    .at(at.key_span(key), "not here")
                    .with_help(format!(
                        "say `{key}` in `[release]`, beside `method = \"private\"`"
                    )),
            );
        }
    }
    PrivacyTerms {
        neighbours: at.choice("neighbours"),
        rows_per_person: at.integer("rows-per-person", &ROWS_PER_PERSON),
        ledger: at.text("ledger"),
        user: at.text("user"),
    }
}
