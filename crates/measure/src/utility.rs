//! Utility: what are the data still good for?
