//! `cargo +nightly fuzz run arrow fuzz/corpus/arrow crates/fuzz/corpus/arrow`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("arrow").try_one(bytes));
