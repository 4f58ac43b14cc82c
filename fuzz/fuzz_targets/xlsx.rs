//! `cargo +nightly fuzz run xlsx fuzz/corpus/xlsx crates/fuzz/corpus/xlsx`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("xlsx").try_one(bytes));
