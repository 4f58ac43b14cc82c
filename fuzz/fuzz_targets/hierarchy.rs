//! `cargo +nightly fuzz run hierarchy fuzz/corpus/hierarchy crates/fuzz/corpus/hierarchy`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("hierarchy").try_one(bytes));
