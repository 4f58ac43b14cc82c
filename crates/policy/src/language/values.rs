//! The names that keys take as values.
//!
//! Each enumeration lists every name of the language; the word after a name is its [`Status`].
//! To bring a feature into the language that users can run, make it work and flip that word.

pub use ridotto_catalogue::MissingSensitive;
use ridotto_catalogue::names;

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
    }

    /// What the data are, and what is released of them.
    Kind {
        /// Records of people, released as records.
        Microdata = "microdata" Now,
        /// Records of people, released as tables of counts.
        Table = "table" Now,
    }

    /// How the distance of two distributions is measured.
    Distance {
        /// Any two values are equally far apart.
        Equal = "equal" Now,
        /// Values are as far apart as their ranks.
        Ordered = "ordered" Now,
        /// Values are as far apart as their nearest common ancestor in the attribute's hierarchy
        /// is high.
        Hierarchical = "hierarchical" Now,
        /// Numbers are as far apart as they are, relative to their range.
        Continuous = "continuous" Now,
        /// The Kullback-Leibler divergence.
        KullbackLeibler = "kullback-leibler" Now,
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

    /// Steps that mask values before the search.
    MaskMethod {
        /// Replaces values by others that the policy lists.
        Recode = "recode" Now,
        /// Joins a value and all above.
        TopCode = "top-code" Now,
        /// Joins a value and all below.
        BottomCode = "bottom-code" Now,
        /// Replaces numbers by the nearest multiple of another.
        Round = "round" Now,
        /// Removes whole attributes.
        Delete = "delete" Now,
        /// Keeps some of the records, drawn at random.
        Sample = "sample" Now,
        /// Adds noise to numbers.
        Noise = "noise" Now,
        /// Exchanges values between records.
        Swap = "swap" Now,
        /// Reorders values as a model predicts their ranks.
        Shuffle = "shuffle" Now,
        /// Changes categories with known probabilities.
        Pram = "pram" Now,
        /// Replaces numbers by the centre of a small group.
        Microaggregate = "microaggregate" Now,
        /// Draws new records from a model of the old.
        Synthesize = "synthesize" Now,
    }

    /// Which noise is added to numbers.
    NoiseKind {
        /// Independent for each attribute, in proportion to its variance.
        Uncorrelated = "uncorrelated" Now,
        /// With the covariances of the data, so that correlations stay.
        Correlated = "correlated" Now,
        /// Correlated, and then scaled so that means and covariances stay.
        Linear = "linear" Now,
        /// Within the range of the data, or `lower` and `upper`; whole numbers stay whole.
        Restricted = "restricted" Now,
        /// More for records far from the others.
        OutlierAware = "outlier-aware" Now,
        /// Turns the records at random so that means and covariances stay exactly.
        Orthogonal = "orthogonal" Now,
        /// Multiplies values, so that large ones change more.
        Multiplicative = "multiplicative" Now,
        /// Differentially private for each record; needs `epsilon`, `lower` and `upper`.
        Private = "private" Now,
    }

    /// Which records exchange values.
    SwapKind {
        /// Those whose ranks are near.
        Rank = "rank" Now,
        /// Pairs that are alike in other attributes, drawn at random.
        Pairs = "pairs" Now,
        /// Those at risk, each with one that is alike.
        Targeted = "targeted" Now,
        /// Those of this file with those of another.
        CrossSet = "cross-set" Now,
    }

    /// What rank swapping does with the least and the greatest value.
    Extremes {
        /// They stay: who knows that somebody has the greatest value has found them.
        Keep = "keep" Now,
        /// They are swapped like others.
        Swap = "swap" Now,
    }

    /// How records are put into groups of at least k.
    Clustering {
        /// The best partition of one attribute.
        Optimal = "optimal" Now,
        /// Groups around the records that are farthest from the mean, and farthest from those.
        Mdav = "mdav" Now,
        /// As `mdav`, with groups that grow where records are near.
        VMdav = "v-mdav" Now,
        /// Ward's clustering with groups of at least k.
        Ward = "ward" Now,
        /// Evolution of partitions.
        Genetic = "genetic" Now,
        /// In the order of one attribute, the first.
        SingleAxis = "single-axis" Now,
        /// In the order of the first principal component.
        PrincipalComponent = "principal-component" Now,
        /// In the order of the sum of standardised values.
        ZScore = "z-score" Now,
        /// Each attribute by itself: keeps most and protects least.
        Individual = "individual" Now,
        /// The best of several, improved step by step.
        Best = "best" Now,
        /// In an order that the data have no say in: one record changes a group by one at most.
        Insensitive = "insensitive" Now,
    }

    /// In which units microaggregation measures how far records are apart.
    Scaling {
        /// In standard deviations, so that every attribute counts alike.
        ZScore = "z-score" Now,
        /// In median deviations from the median: a few wild values do not shrink all others.
        Robust = "robust" Now,
        /// In shares of the range.
        Range = "range" Now,
        /// As they are.
        Plain = "plain" Now,
        /// Standardised, and attributes that say the same count once (Mahalanobis).
        Whitened = "whitened" Now,
    }

    /// What the values of a group become.
    Center {
        /// The mean.
        Mean = "mean" Now,
        /// The median.
        Median = "median" Now,
        /// The most frequent value.
        Mode = "mode" Now,
        /// The interval from the least to the greatest.
        Interval = "interval" Now,
        /// The set of all.
        Set = "set" Now,
    }

    /// Which values are synthetic.
    SynthesisKind {
        /// All: each attribute is drawn from a model of those before it.
        Sequential = "sequential" Now,
        /// All, several times over, from models that are drawn anew for each copy.
        MultipleImputation = "multiple-imputation" Now,
        /// Those of the attributes named; others stay true.
        Partial = "partial" Now,
        /// A mixture of each true record with a synthetic one that is near.
        Hybrid = "hybrid" Now,
        /// All, from noisy counts: differentially private. Needs `epsilon`.
        Private = "private" Now,
    }

    /// In which records values are synthetic, where others stay true.
    Replaced {
        /// In all.
        All = "all" Now,
        /// In those whose class is smaller than the policy asks, or that are alone if it does not.
        AtRisk = "at-risk" Now,
    }

    /// How an attribute is drawn from those before it.
    SynthesisModel {
        /// From the records in the same leaf of a tree.
        Cart = "cart" Now,
        /// From a regression.
        Parametric = "parametric" Now,
    }

    /// What happens to synthetic records that stand alone and equal a true one that does.
    Uniques {
        /// They stay, and are counted.
        Keep = "keep" Now,
        /// They are removed.
        Remove = "remove" Now,
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

    /// What is measured of a release beside what always is.
    Measured {
        /// How wrong the answers to queries would be.
        Queries = "queries" Now,
    }
}
