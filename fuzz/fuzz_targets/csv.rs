//! `cargo +nightly fuzz run csv fuzz/corpus/csv crates/fuzz/corpus/csv`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| (ridotto_fuzz::TARGETS[0].run)(bytes));
