//! `cargo +nightly fuzz run argus fuzz/corpus/argus crates/fuzz/corpus/argus`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("argus").try_one(bytes));
