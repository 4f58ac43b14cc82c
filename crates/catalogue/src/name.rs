//! Names that a key can have as its value, and the enumerations behind them.

/// Whether this version of ridotto can do it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// It works.
    Now,
    /// It is part of the language and will come.
    Later,
    /// Nobody asks for it by name: it is what becomes of another one under some settings.
    Derived(&'static str),
}

/// One of the names that a key can have as its value.
#[derive(Clone, Copy, Debug)]
pub struct Name {
    /// As written in the policy.
    pub name: &'static str,
    /// Whether it works.
    pub status: Status,
    /// What it means.
    pub doc: &'static str,
}

/// An enumeration whose members have names in the policy.
pub trait Named: Copy + 'static {
    /// The members.
    const ALL: &'static [Self];
    /// Their names, in the same order.
    const NAMES: &'static [Name];
}

/// Enumerations whose members have names, each with its meaning and the word of its [`Status`].
///
/// ```
/// use ridotto_catalogue::{Named, names};
///
/// names! {
///     /// How a distance is measured.
///     Distance {
///         /// Any two values are equally far apart.
///         Equal = "equal" Now,
///         /// As many steps as there are values between them.
///         Ordered = "ordered" Now,
///     }
/// }
/// assert_eq!(Distance::Ordered.name(), "ordered");
/// assert_eq!(Distance::NAMES[0].doc, "Any two values are equally far apart.");
/// ```
#[macro_export]
macro_rules! names {
    ($(
        $(#[doc = $about:literal])+
        $group:ident { $( $(#[doc = $doc:literal])+ $variant:ident = $name:literal $status:ident, )+ }
    )+) => {$(
        $(#[doc = $about])+
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum $group { $( $(#[doc = $doc])+ $variant, )+ }

        impl $crate::Named for $group {
            const ALL: &'static [Self] = &[$( Self::$variant ),+];
            const NAMES: &'static [$crate::Name] = &[$( $crate::Name {
                name: $name,
                status: $crate::Status::$status,
                doc: concat!($($doc),+).trim_ascii(),
            } ),+];
        }

        impl $group {
            /// The name as written in a policy.
            pub const fn name(self) -> &'static str {
                match self { $( Self::$variant => $name, )+ }
            }
        }

        impl std::fmt::Display for $group {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.pad(self.name())
            }
        }

        impl From<$group> for $crate::Item {
            fn from(named: $group) -> Self {
                named.name().into()
            }
        }
    )+};
}
