//! A fault of the program's own.
//!
//! What a panic says may hold a value of the data, so it is never shown: where it happened is enough
//! to find it. Nothing was released then, because releasing is the last thing that is done.

use std::panic::{self, AssertUnwindSafe, Location};
use std::process::ExitCode;

/// Runs the program. If it panics, that is said in words of our own, and it could not run: exit code 2.
pub fn watch(run: impl FnOnce() -> ExitCode) -> ExitCode {
    panic::set_hook(Box::new(|panic| {
        // A damaged file that made a library panic becomes an error like any other.
        if !ridotto::program::is_guarded() {
            eprint!("{}", words(panic.location()));
        }
    }));
    panic::catch_unwind(AssertUnwindSafe(run)).unwrap_or(ExitCode::from(2))
}

/// What it is called in the documentation.
const CODE: &str = "internal::fault";

fn words(place: Option<&Location<'_>>) -> String {
    let place =
        place.map_or_else(String::new, |place| format!(" ({}:{})", place.file(), place.line()));
    let version = env!("CARGO_PKG_VERSION");
    format!(
        "{CODE}\n\n  × ridotto {version} has a fault{place}\n  help: this is our mistake, not \
         yours, and nothing was released; please tell us\n        the line above and the command, \
         without any data\n",
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_fault_is_told_without_what_the_panic_says() {
        let words = words(Some(Location::caller()));
        assert!(words.contains("fault.rs:"), "{words}");
        assert!(words.contains("nothing was released"), "{words}");
    }
}
