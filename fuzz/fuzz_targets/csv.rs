//! `cargo +nightly fuzz run csv fuzz/corpus/csv crates/fuzz/corpus/csv`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("csv").try_one(bytes));
