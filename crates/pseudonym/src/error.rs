//! What can go wrong. Values are counted and never shown.

use ridotto_core::count::{counted, grouped};

/// Why there are no pseudonyms, or no way back.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PseudonymError {
    /// Two values would have the same pseudonym.
    #[error("{} would have the pseudonym of another value", counted(*.0, "value", "values"))]
    Collision(u64),
    /// So few values have the shape of a value that encryption would hide nothing.
    #[error(
        "{} {} a shape that fewer than {} values can have",
        counted(*.0, "value", "values"), if *.0 == 1 { "has" } else { "have" },
        grouped(crate::SMALLEST_DOMAIN as u64)
    )]
    SmallDomain(u64),
    /// Values with characters whose shape cannot be kept.
    #[error(
        "{} {} characters beyond ASCII, whose shape cannot be kept",
        counted(*.0, "value", "values"), if *.0 == 1 { "has" } else { "have" }
    )]
    Foreign(u64),
    /// Values with letters that are too long.
    #[error("{} with letters {} too long", counted(*.0, "value", "values"), if *.0 == 1 { "is" } else { "are" })]
    TooLong(u64),
    /// A mapping holds names of this domain that were made in another way.
    #[error("the mapping has pseudonyms of this domain that were made in another way")]
    OtherWay,
    /// It is no mapping.
    #[error("this is not a mapping of ridotto")]
    NotAMapping,
    /// A mapping that another key closes.
    #[error("this mapping was made with another key")]
    WrongKey,
    /// A mapping that was cut or changed.
    #[error("this mapping was cut or changed since it was written")]
    Damaged,
    /// Interrupted.
    #[error("interrupted")]
    Cancelled,
}

impl PseudonymError {
    /// What to do.
    pub fn hint(self) -> &'static str {
        match self {
            Self::Collision(_) => "give more `bits`",
            Self::SmallDomain(_) => {
                "NIST SP 800-38G asks for a million values at least: six digits, or five letters; \
                 use `hmac-sha256`, `random` or `counter` for short identifiers"
            }
            Self::Foreign(_) => {
                "`format-preserving` is for numbers and codes; names are better served by \
                 `hmac-sha256` or `random`"
            }
            Self::TooLong(_) => {
                "only digits may be of any length; use `hmac-sha256` or `random` for long texts"
            }
            Self::OtherWay => "give the attribute a `domain` or a `mapping` of its own",
            Self::NotAMapping => "is it the file that `mapping` named when pseudonyms were made?",
            Self::WrongKey => "use the key file that it was made with",
            Self::Damaged => "take it from a backup: nothing of it can be trusted",
            Self::Cancelled => "nothing was changed",
        }
    }
}
