//! What parameters of microaggregation go together.

use super::named::is_insensitive;
use super::{Algorithm, Center};
use crate::parameters::unused;
use ridotto_catalogue::{Given, Problem, Span, code};

/// The first thing that does not go with the algorithm.
pub(super) fn check(given: &Given) -> Vec<Problem> {
    let of_ward = ["tree", "mixability"].into_iter().find_map(|name| of_ward(given, name));
    let found = of_ward
        .or_else(|| if is_insensitive(given) { in_fixed_order(given) } else { of_near(given) });
    found.into_iter().collect()
}

/// A parameter that Ward's algorithm alone has, beside another one.
fn of_ward(given: &Given, name: &str) -> Option<Problem> {
    let is_ward = given.word("algorithm") == Some(Algorithm::Ward.name());
    let at = given.at(name).filter(|_| !is_ward)?;
    Some(unused(name, Some(at), "`algorithm = \"ward\"`", "that"))
}

/// Where the first attribute is named that groups are judged by.
fn judged(given: &Given) -> Option<Span> {
    let by = ["diverse", "close"].into_iter().find_map(|name| given.section(name));
    by.and_then(|by| by.at("attribute"))
}

/// Groups of near records.
fn of_near(given: &Given) -> Option<Problem> {
    if let Some(at) = given.at("lower").or(given.at("upper")) {
        let used_by = "`algorithm = \"insensitive\"`";
        return Some(unused("lower` or `upper", Some(at), used_by, "that"));
    }
    let is_alone = given.word("algorithm") == Some(Algorithm::Individual.name());
    let judged = judged(given).filter(|_| is_alone)?;
    Some(
        Problem::error(code::CONTRADICTION, "`individual` makes groups for each attribute alone")
            .at(judged, "cannot hold of records")
            .with_help("take an algorithm that groups records by all attributes, such as `mdav`"),
    )
}

/// Groups in an order that the data have no say in.
fn in_fixed_order(given: &Given) -> Option<Problem> {
    if let Some(at) = given.at("scaling") {
        return Some(unused("scaling", Some(at), "other algorithms", "that"));
    }
    let bounds = given.number_if_given("lower").zip(given.number_if_given("upper"));
    let Some((lower, upper)) = bounds else {
        return Some(
            Problem::error(code::MISSING_KEY, "`insensitive` groups need `lower` and `upper`")
                .at(given.at("algorithm"), "asked for here")
                .with_help(
                    "say between which bounds values lie, without looking at the data: an order \
                     that the data have no say in is made of them",
                ),
        );
    };
    if lower >= upper {
        return Some(
            Problem::error(code::CONTRADICTION, "`lower` is not below `upper`")
                .at(given.at("upper"), "not above the other end")
                .with_help("exchange the two, or correct one of them"),
        );
    }
    if let Some(judged) = judged(given) {
        return Some(
            Problem::error(code::CONTRADICTION, "`insensitive` groups cannot grow")
                .at(judged, "looks at values of others")
                .with_help(
                    "one record more would change many groups: leave `diverse` and `close` out, or \
                     take another algorithm",
                ),
        );
    }
    (given.choice::<Center>("center") != Center::Mean).then(|| {
        Problem::error(code::CONTRADICTION, "`insensitive` groups become their mean")
            .at(given.at("center"), "not bounded")
            .with_help(
                "one record may move a median or an end from one bound to the other: leave \
                 `center` out",
            )
    })
}
