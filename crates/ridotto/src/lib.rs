//! ridotto
