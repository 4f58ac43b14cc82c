//! `cargo +nightly fuzz run parquet fuzz/corpus/parquet crates/fuzz/corpus/parquet`
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| ridotto_fuzz::target("parquet").try_one(bytes));
