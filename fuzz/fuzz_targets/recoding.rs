//! `cargo +nightly fuzz run recoding fuzz/corpus/recoding crates/fuzz/corpus/recoding`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("recoding").try_one(bytes));
