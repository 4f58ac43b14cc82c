//! What the process keeps from those who share its machine.
//!
//! A core file would hold the data of people, and the keys of their pseudonyms, long after the run: it
//! is not written, whatever the system says. On Linux other processes of the same user can look into
//! neither the memory nor the open files of the program, where what is not verified yet lies.

/// Sees to it that no copy of the memory is written. A system that refuses is left as it is.
#[cfg(unix)]
pub fn begin() {
    use rustix::process::{Resource, Rlimit, setrlimit};
    let _ = setrlimit(Resource::Core, Rlimit { current: Some(0), maximum: Some(0) });
    #[cfg(target_os = "linux")]
    {
        use rustix::process::{DumpableBehavior, set_dumpable_behavior};
        // A pattern that names a program is not bound by the limit.
        let _ = set_dumpable_behavior(DumpableBehavior::NotDumpable);
    }
}

#[cfg(not(unix))]
pub fn begin() {}
