//! What the values of a column can be.

use crate::{Named, names};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

names! {
    /// What the values of a column are.
    Kind {
        /// Anything.
        Text = "text" Now,
        /// Whole numbers.
        Integer = "integer" Now,
        /// Numbers with a fraction.
        Decimal = "decimal" Now,
        /// Days.
        Date = "date" Now,
        /// Two values, such as yes and no.
        Boolean = "boolean" Now,
        /// Texts in an order that `order` says.
        Ordinal = "ordinal" Now,
    }
}

impl Serialize for Kind {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.name())
    }
}

impl<'de> Deserialize<'de> for Kind {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = String::deserialize(deserializer)?;
        let of_name = Self::ALL.iter().find(|kind| kind.name() == name);
        of_name.copied().ok_or_else(|| de::Error::custom("this is no kind of values"))
    }
}
