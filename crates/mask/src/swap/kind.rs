//! The kinds of swapping.

use ridotto_catalogue::names;

names! {
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
}
