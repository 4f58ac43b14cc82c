//! The stable codes of what can be wrong with a policy.
//!
//! Scripts match on them and `ridotto explain` describes them, so a code is never renamed and
//! never reused. Later stages bring their own, with another prefix than `policy::`.

macro_rules! codes {
    ($( $(#[doc = $doc:literal])+ $name:ident = $code:literal; )+) => {
        $( $(#[doc = $doc])+ pub const $name: &str = $code; )+

        /// Every code of this crate with its meaning.
        pub const ALL: &[(&str, &str)] = &[$( ($code, concat!($($doc),+).trim_ascii()) ),+];
    };
}

codes! {
    /// The text is not TOML.
    SYNTAX = "policy::syntax";
    /// The version of the policy language is one that this program does not read.
    VERSION = "policy::version";
    /// A key that the language does not have, or not at this place.
    UNKNOWN_KEY = "policy::unknown-key";
    /// A name that is not among those allowed here.
    UNKNOWN_VALUE = "policy::unknown-value";
    /// A key that must be there is not.
    MISSING_KEY = "policy::missing-key";
    /// A value of another type than the key takes.
    WRONG_TYPE = "policy::wrong-type";
    /// A number outside its limits, or a list or text of the wrong length.
    OUT_OF_RANGE = "policy::out-of-range";
    /// The language has it, but this version of ridotto cannot do it.
    NOT_IN_THIS_VERSION = "policy::not-in-this-version";
    /// A key that only an attribute of another role may have.
    WRONG_ROLE = "policy::wrong-role";
    /// Two statements that cannot both hold.
    CONTRADICTION = "policy::contradiction";
    /// A hierarchy that names no builder, or several.
    BUILDER = "policy::builder";
    /// Levels of a hierarchy of which a coarser one divides what a finer one joins.
    NOT_NESTED = "policy::not-nested";
    /// Something that may appear only once appears again.
    DUPLICATE = "policy::duplicate";
    /// A date format that cannot be read.
    DATE_FORMAT = "policy::date-format";
    /// A file name whose ending says no known format.
    FILE_FORMAT = "policy::file-format";
    /// The policy requires nothing, so that any release would satisfy it.
    NOTHING_REQUIRED = "policy::nothing-required";
    /// A requirement speaks of quasi-identifiers and there are none.
    NO_QUASI_IDENTIFIER = "policy::no-quasi-identifier";

    /// Lint: so small a k protects little.
    SMALL_K = "policy::small-k";
    /// Lint: a k for data of low sensitivity, and there is a sensitive attribute.
    K_FOR_SENSITIVE = "policy::k-for-sensitive";
    /// Lint: so many records may vanish that the rest may no longer speak for the whole.
    MUCH_SUPPRESSION = "policy::much-suppression";
    /// Lint: a quasi-identifier that can only be kept or removed wholly.
    NO_HIERARCHY = "policy::no-hierarchy";
    /// Lint: nothing is named as sensitive.
    NO_SENSITIVE = "policy::no-sensitive";
    /// Lint: a sensitive attribute that no requirement protects.
    UNPROTECTED = "policy::unprotected";
    /// Lint: a requirement that holds formally and leaves a known attack open.
    WEAK = "policy::weak";
    /// Lint: a setting that changes nothing beside the other settings.
    NO_EFFECT = "policy::no-effect";
    /// Lint: a sample so large that it protects little.
    LARGE_SAMPLE = "policy::large-sample";
    /// Lint: a requirement that another one implies.
    IMPLIED = "policy::implied";
    /// Lint: pseudonyms that whoever can guess values undoes.
    GUESSABLE_PSEUDONYM = "policy::guessable-pseudonym";
    /// Lint: there is no requirement, so the release promises nothing.
    NOTHING_PROMISED = "policy::nothing-promised";
}
