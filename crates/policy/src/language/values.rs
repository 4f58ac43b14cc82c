//! The names that keys take as values.
//!
//! Each enumeration lists every name of the language; the word after a name is its [`Status`].
//! To bring a feature into the language that users can run, make it work and flip that word.

use ridotto_catalogue::names;
pub use ridotto_catalogue::{MissingSensitive, Neighbours};

names! {
    /// How characters are written in the data file.
    Encoding {
        /// UTF-8, with or without a byte order mark.
        Utf8 = "utf-8" Now,
        /// ISO 8859-1, as old programs in western Europe write it.
        Latin1 = "latin1" Now,
        /// UTF-16; the byte order mark tells the order of bytes.
        Utf16 = "utf-16" Now,
        /// UTF-16, little end first.
        Utf16Le = "utf-16le" Now,
        /// UTF-16, big end first.
        Utf16Be = "utf-16be" Now,
    }

    /// What parts the fraction from the whole in the numbers of the data.
    DecimalMark {
        /// `12.5`
        Point = "." Now,
        /// `12,5`
        Comma = "," Now,
    }

    /// What happens to columns of the data that the policy does not name.
    Unlisted {
        /// The run stops: a forgotten column is not a leak.
        Error = "error" Now,
        /// They are left out of the release.
        Drop = "drop" Now,
        /// They are released as they are.
        Insensitive = "insensitive" Now,
    }

    /// What becomes of cells that a spreadsheet would run.
    Formulas {
        /// They are written as they are, and a warning counts them.
        Keep = "keep" Now,
        /// They get an apostrophe in front, which makes them texts for the spreadsheet.
        Escape = "escape" Now,
    }

    /// What becomes of a released survey weight.
    Weights {
        /// It is scaled so that its total stays what it was before sampling and suppression.
        Adjust = "adjust" Now,
        /// It is left as it is.
        Keep = "keep" Now,
    }

    /// How much an intruder knows of which rows are of one person.
    Link {
        /// Nothing: rows are judged one by one, and a class counts persons.
        Apart = "apart" Now,
        /// All of it: persons are alike if all their rows are.
        Together = "together" Now,
    }

    /// What an attribute is to an intruder.
    Role {
        /// Names a person directly. It is left out, or replaced by a pseudonym.
        Identifier = "identifier" Now,
        /// Does not name a person alone, but may together with others that an intruder can know.
        QuasiIdentifier = "quasi-identifier" Now,
        /// What must not become known about a person. It is released and protected.
        Sensitive = "sensitive" Now,
        /// Neither known to intruders nor worth knowing. It is released as it is.
        Insensitive = "insensitive" Now,
        /// By its values the cells of a table are told apart; of `kind = "table"` alone.
        Dimension = "dimension" Now,
        /// What a table adds up; of `kind = "table"` alone, as are those that follow.
        Response = "response" Now,
        /// Whose the record is: records of one respondent are added before rules look at them.
        Respondent = "respondent" Now,
        /// How many units the record stands for.
        Weight = "weight" Now,
        /// What it costs to hide a cell, added up over its records.
        Cost = "cost" Now,
        /// What the rules look at, in place of the response.
        Shadow = "shadow" Now,
        /// Which records ask to be protected.
        Request = "request" Now,
        /// Of cells that are given: how many contributors each has, or its count.
        Frequency = "frequency" Now,
        /// Of cells that are given: the largest contribution.
        Top1 = "top1" Now,
        /// Of cells that are given: the second largest contribution.
        Top2 = "top2" Now,
        /// Of cells that are given: `s` (safe), `u` (unsafe) or `p` (must be published).
        Status = "status" Now,
        /// Of cells that are given: how far below its value a cell must stay in doubt.
        Lower = "lower" Now,
        /// Of cells that are given: how far above its value a cell must stay in doubt.
        Upper = "upper" Now,
    }

    /// What the data are, and what is released of them.
    Kind {
        /// Records of people, released as records.
        Microdata = "microdata" Now,
        /// Records of people, released as tables of counts.
        Table = "table" Now,
    }

    /// How identifiers become pseudonyms.
    PseudonymMethod {
        /// HMAC-SHA-256 under a secret key: the same value has the same pseudonym in every file.
        HmacSha256 = "hmac-sha256" Now,
        /// Drawn by chance; only a mapping leads back.
        Random = "random" Now,
        /// Numbers in a shuffled order; only a mapping leads back.
        Counter = "counter" Now,
        /// Encrypted to a value of the same shape; the key leads back.
        FormatPreserving = "format-preserving" Now,
        /// A hash of a salt and the value: whoever can guess values undoes it.
        SaltedHash = "salted-hash" Now,
    }

    /// The letters of a pseudonym.
    Alphabet {
        /// `0` to `9` and `a` to `f`, four bits each.
        Hex = "hex" Now,
        /// `a` to `z` and `2` to `7`, five bits each.
        Base32 = "base32" Now,
    }

    /// How a missing quasi-identifier counts when records are compared.
    Missing {
        /// As a value of its own: missing equals missing.
        OwnValue = "own-value" Now,
        /// As any value, and a suppressed cell too. This does not bound the risk of being found.
        MatchesAnything = "matches-anything" Now,
    }

    /// What becomes of suppressed records in the output.
    Suppressed {
        /// They are left out.
        Drop = "drop" Now,
        /// They stay, with every quasi-identifier and every sensitive value as `*`.
        Keep = "keep" Now,
    }

    /// What a table says of its response.
    Statistic {
        /// All contributions of a cell, added up.
        Sum = "sum" Now,
        /// The sum through the count, which is published beside it.
        Mean = "mean" Now,
    }

    /// Whether a cell without contributors, or whose value is 0, may be told.
    Zero {
        /// It may: nobody is in it, or nothing was contributed.
        Safe = "safe" Now,
        /// A cell with contributors whose value is 0 tells what each of them contributed.
        Unsafe = "unsafe" Now,
    }

    /// What is measured of a release beside what always is.
    Measured {
        /// How wrong the answers to queries would be.
        Queries = "queries" Now,
    }
}
