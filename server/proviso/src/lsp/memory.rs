//! How much memory the server has, for the setting that limits it; and giving back what it does not need.

/// Resident memory in megabytes; none where the system does not say it in `/proc`.
pub fn resident_mb() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// What was freed goes back to the system. The allocator of glibc keeps it otherwise: threads come and go, and some
/// thousand checks leave it holes that are never used again.
pub fn give_back() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    // SAFETY: no arguments to get wrong, and any thread may call it at any time.
    unsafe {
        libc::malloc_trim(0);
    }
}

#[cfg(test)]
mod tests {
    #[cfg(target_os = "linux")]
    #[test]
    fn a_process_has_some_memory() {
        assert!(super::resident_mb().is_some_and(|mb| mb > 0 && mb < 1 << 20));
    }
}
