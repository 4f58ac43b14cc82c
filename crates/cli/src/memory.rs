//! An end to memory that is well before the machine's.
//!
//! What files state is checked where they are read, and ends in a message of our own. What a library
//! asks for deep within a packed page nobody can check before; so the system is told to refuse more
//! than there is. The program then ends by itself, with exit code 2 and the number of bytes that were
//! refused, before the system ends whatever it likes.

/// Sets the limits: what was said, for what is read, and the whole of it for the process.
pub fn limit(said: Option<u64>) {
    if let Some(bytes) = said {
        ridotto::program::limit_memory(bytes);
    }
    #[cfg(target_os = "linux")]
    refuse_more(said);
}

/// What the program takes besides what it reads: its code, stacks, and classes while they are counted.
#[cfg(target_os = "linux")]
const BESIDES: u64 = 1 << 30;

/// Lets the system refuse memory beyond the machine's, or four times what was said for reading.
#[cfg(target_os = "linux")]
fn refuse_more(said: Option<u64>) {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    use signal_hook::{consts::SIGABRT, flag::register_conditional_shutdown};
    use std::sync::{Arc, atomic::AtomicBool};

    let by_said = said.map(|bytes| bytes.saturating_mul(4).saturating_add(BESIDES));
    let Some(most) = by_said.into_iter().chain(ridotto::program::machine_memory()).min() else {
        return;
    };
    let before = getrlimit(Resource::Data);
    let current = before.current.map_or(most, |before| before.min(most));
    // Where the system does not allow it, or does not know it, the checks of the readers are left.
    let _ = setrlimit(Resource::Data, Rlimit { current: Some(current), ..before });
    // Whoever gets no memory is aborted after a message, and an abort would say exit code 134.
    let _ = register_conditional_shutdown(SIGABRT, 2, Arc::new(AtomicBool::new(true)));
}
