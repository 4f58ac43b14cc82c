//! `cargo +nightly fuzz run policy fuzz/corpus/policy crates/fuzz/corpus/policy`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("policy").try_one(bytes));
