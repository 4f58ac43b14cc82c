//! Adult: complete algorithms agree with the exact search.
