//! `cargo +nightly fuzz run json fuzz/corpus/json crates/fuzz/corpus/json`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("json").try_one(bytes));
