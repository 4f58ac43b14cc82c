//! `[release]`

use super::reader::Reader;
use crate::code;
use crate::decimal::Share;
use crate::language::{self, Suppress};
use crate::policy::Release;
use crate::problem::Problem;
use crate::span::Spanned;

pub(super) fn release(at: &mut Reader<'_>) -> Release {
    let usual = Release::default();
    let release = Release {
        algorithm: at.choice("algorithm").unwrap_or(usual.algorithm),
        objective: at.choice("objective").unwrap_or(usual.objective),
        aggregate: at.choice("aggregate").unwrap_or(usual.aggregate),
        generalize: at.choice("generalize").unwrap_or(usual.generalize),
        suppress: at.choice("suppress").unwrap_or(usual.suppress),
        suppression: share("suppression", at).unwrap_or(usual.suppression),
        missing: at.choice("missing").unwrap_or(usual.missing),
        suppressed: at.choice("suppressed").unwrap_or(usual.suppressed),
    };
    at.report_all(nothing_to_suppress(&release));
    release
}

fn share(name: &'static str, at: &mut Reader<'_>) -> Option<Spanned<Share>> {
    let number = at.number(name, &language::SHARE)?;
    Share::new(number.value).map(|share| number.map(|_| share))
}

fn nothing_to_suppress(release: &Release) -> Option<Problem> {
    let limit = release.suppression;
    (*release.suppress == Suppress::None && *limit > Share::ZERO).then(|| {
        let message = format!("`suppress = \"none\"` forbids what `suppression = {limit}` allows");
        Problem::error(code::CONTRADICTION, message)
            .at(limit.span, "but nothing may be suppressed")
            .with_help("write `suppression = 0.0`, or `suppress = \"record\"`")
    })
}
