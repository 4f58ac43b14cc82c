//! `cargo +nightly fuzz run release fuzz/corpus/release crates/fuzz/corpus/release`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("release").try_one(bytes));
