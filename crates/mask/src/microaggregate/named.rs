//! The name of the algorithm whose groups the data have no say in.

use ridotto_catalogue::{Given, Name, Status};

/// Groups in an order that the data have no say in. They are made by
/// [`insensitive`](super::insensitive), and are no [`Algorithm`] that looks for near records.
pub(super) const INSENSITIVE: Name = Name {
    name: "insensitive",
    status: Status::Now,
    doc: "In an order that the data have no say in: one record changes a group by one at most.",
};

/// Whether groups have an order that the data have no say in.
pub(super) fn is_insensitive(given: &Given) -> bool {
    given.word("algorithm") == Some(INSENSITIVE.name)
}
