//! How much memory reading a file may take.
//!
//! A packed file of a kilobyte may unpack to a gigabyte, and a file of columns may say that it has
//! billions of anything. Whoever then takes the memory brings the machine down, or is killed without
//! a word. So there is a limit: what a file states is held against it before a library sees it, and
//! what is kept of a file is added up while it is read. It is one limit for the process, as memory is
//! the process's: half of what the machine has, unless something else is said.

use std::{
    fs,
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
};

/// What was said; 0 for nothing.
static SAID: AtomicU64 = AtomicU64::new(0);

/// Half of the machine's memory, or of what this process may have of it.
static USUAL: LazyLock<u64> = LazyLock::new(|| machine().map_or(u64::MAX, |all| all / 2));

/// Says how many bytes reading a file may take, for the whole process. At least a megabyte.
pub fn limit_memory(bytes: u64) {
    SAID.store(bytes.max(1 << 20), Ordering::Relaxed);
}

/// How many bytes reading a file may take.
pub fn memory_limit() -> u64 {
    match SAID.load(Ordering::Relaxed) {
        0 => *USUAL,
        said => said,
    }
}

/// The memory of the machine, or of the container that this is; `None` where the system does not say.
pub fn machine() -> Option<u64> {
    let number = |path: &str| fs::read_to_string(path).ok()?.trim().parse::<u64>().ok();
    let total = fs::read_to_string("/proc/meminfo").ok().and_then(|text| {
        let line = text.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
        Some(line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
    });
    let groups = ["/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"];
    groups.into_iter().filter_map(number).chain(total).min()
}

/// The most bytes of one record: without a limit a forgotten quote, or a packed line without end,
/// would fetch the whole file into memory.
pub fn longest_record() -> usize {
    const LONGEST: u64 = 1 << 28;
    (memory_limit() / 8).min(LONGEST) as usize
}

/// How far back a packed file may look while it is unpacked, as a power of two: all of that is kept.
/// Within what the library of zstd can be told.
pub fn widest_window() -> u32 {
    const MOST: u32 = if usize::BITS < 64 { 30 } else { 31 };
    memory_limit().ilog2().clamp(10, MOST)
}

/// A number of bytes in words: `3.2 GB`.
pub fn bytes_in_words(bytes: u64) -> String {
    let units = [(1_000_000_000_000, "TB"), (1_000_000_000, "GB"), (1_000_000, "MB"), (1000, "kB")];
    match units.into_iter().find(|(unit, _)| bytes >= *unit) {
        Some((unit, name)) if bytes / unit < 10 => {
            format!("{:.1} {name}", bytes as f64 / unit as f64)
        }
        Some((unit, name)) => format!("{} {name}", bytes / unit),
        None => format!("{bytes} bytes"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_words() {
        let words = [999, 1500, 12_345_678, 3_210_000_000, u64::MAX].map(bytes_in_words);
        assert_eq!(words, ["999 bytes", "1.5 kB", "12 MB", "3.2 GB", "18446744 TB"]);
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn the_machine_tells_its_memory() {
        assert!(machine().is_some_and(|bytes| bytes > 1 << 26));
    }
}
