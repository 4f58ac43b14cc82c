//! The net: what every run of these tests printed and wrote, as one line each.
//!
//! With `RIDOTTO_NET=FILE` in the environment each run of the program adds a line to that file: the
//! test, the number of the run within it, the exit code, and a digest of what it printed and of all
//! files that it left. `cargo xtask net` keeps the lines that do not depend on chance or time, and
//! compares them with those that are committed: whoever moves code learns what users would see of it.

use crate::case::{Case, Ran};
use std::collections::BTreeMap;
use std::io::Write;
use std::sync::Mutex;

/// How often each test has run the program.
static RUNS: Mutex<BTreeMap<String, u32>> = Mutex::new(BTreeMap::new());

/// Adds a line, if somebody wants it.
pub fn record(case: &Case, ran: &Ran) {
    let Some(file) = std::env::var_os("RIDOTTO_NET") else { return };
    let thread = std::thread::current();
    // A thread within a test has no name, and its runs no order.
    let Some(test) = thread.name() else { return };
    let number = {
        let mut runs = RUNS.lock().unwrap();
        let number = runs.entry(test.to_owned()).or_default();
        *number += 1;
        *number
    };
    let mut digest = Fnv::new();
    digest.add(&timeless(ran.stdout.as_bytes()));
    digest.add(ran.stderr.as_bytes());
    for (name, bytes) in case.files() {
        digest.add(name.as_bytes());
        digest.add(&timeless(&bytes));
    }
    let line = format!("{test} {number} exit {} {:016x}\n", ran.code, digest.0);
    let mut file = std::fs::File::options().append(true).create(true).open(file).unwrap();
    file.write_all(line.as_bytes()).unwrap();
}

/// A document without the seconds that its making took.
fn timeless(bytes: &[u8]) -> Vec<u8> {
    let document = serde_json::from_slice(bytes);
    let Ok(serde_json::Value::Object(mut document)) = document else { return bytes.to_vec() };
    document.remove("seconds");
    let tried = document.get_mut("release").and_then(|release| release.get_mut("tried"));
    for one in tried.and_then(serde_json::Value::as_array_mut).into_iter().flatten() {
        one["seconds"] = 0.into();
    }
    serde_json::to_vec(&document).unwrap()
}

/// The digest of Fowler, Noll and Vo: enough where nobody wants to deceive.
struct Fnv(u64);

impl Fnv {
    fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for byte in (bytes.len() as u64).to_le_bytes().iter().chain(bytes) {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}
