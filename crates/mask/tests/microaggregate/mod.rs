//! Microaggregation: vectors, oracles, laws, refusals, and the files on which others report.

mod anonymity;
mod casc;
mod case;
mod centers;
mod golden;
mod insensitive;
mod kinds;
mod laws;
mod oracle;
mod refusals;

ridotto_testkit::golden_families! {
    "crates/mask/tests/microaggregate";
    ward: "ward" => golden::ward;
    k_ward: "kward" => golden::k_ward;
    microaggregation: "microagg" => golden::microaggregation;
    hansen_and_mukherjee: "hansen_mukherjee" => golden::optimal;
}
