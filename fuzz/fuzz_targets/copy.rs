//! `cargo +nightly fuzz run copy fuzz/corpus/copy crates/fuzz/corpus/copy`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("copy").try_one(bytes));
