//! The amount of memory that this process may use.

use std::{fs, sync::OnceLock};

/// Assumed when the system gives no figure.
const UNKNOWN: u64 = 4 << 30;
/// Bytes of a page: the smallest that systems use, so that what is used is not overestimated.
const PAGE: u64 = 4096;

/// Bytes of memory that this process may use: those of the machine, or as many as its control group or its own limit allow.
pub(crate) fn available() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let group = fs::read_to_string("/proc/self/cgroup").ok().and_then(|text| of_group(&text));
    let process = fs::read_to_string("/proc/self/limits").ok().and_then(|text| of_process(&text));
    [machine, group, process].into_iter().flatten().min().unwrap_or(UNKNOWN)
}

/// Whether this process has used most of the memory that it may use: of its address space, where that is limited, or as pages.
pub(crate) fn is_short() -> bool {
    /// Bytes of pages, of address space.
    static LIMITS: OnceLock<(u64, u64)> = OnceLock::new();
    let limits = LIMITS.get_or_init(|| {
        let process = fs::read_to_string("/proc/self/limits").ok().and_then(|text| of_process(&text));
        (available(), process.unwrap_or(u64::MAX))
    });
    let used = fs::read_to_string("/proc/self/statm").ok().and_then(|text| of_statm(&text));
    used.is_some_and(|(space, pages)| pages > limits.0 / 8 * 7 || space > limits.1 / 8 * 7)
}

/// `56789 1234 …`: pages of address space, and resident ones.
fn of_statm(statm: &str) -> Option<(u64, u64)> {
    let mut pages = statm.split_whitespace().map(|word| word.parse::<u64>().ok()?.checked_mul(PAGE));
    Some((pages.next()??, pages.next()??))
}

/// `MemTotal:       24689764 kB`
fn of_machine(meminfo: &str) -> Option<u64> {
    let line = meminfo.lines().find_map(|line| line.strip_prefix("MemTotal:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()?.checked_mul(1024)
}

/// The limit of the group, or of those around it, in the unified hierarchy: `0::/user.slice`.
fn of_group(cgroup: &str) -> Option<u64> {
    let path = cgroup.lines().find_map(|line| line.strip_prefix("0::"))?.trim_matches('/');
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let limit = |depth: usize| {
        let file = format!("/sys/fs/cgroup/{}/memory.max", parts[..depth].join("/"));
        fs::read_to_string(file).ok()?.trim().parse().ok()
    };
    (0..=parts.len()).filter_map(limit).min()
}

/// `Max address space         unlimited            unlimited            bytes`
fn of_process(limits: &str) -> Option<u64> {
    let line = limits.lines().find_map(|line| line.strip_prefix("Max address space"))?;
    line.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        assert_eq!(of_machine("MemTotal:       24689764 kB\nMemFree: 1 kB\n"), Some(24_689_764 * 1024));
        assert_eq!(of_machine("nothing"), None);
        let line =
            |soft: &str| format!("Limit  Soft\nMax address space         {soft}   unlimited   bytes\n");
        assert_eq!(of_process(&line("8589934592")), Some(8 << 30));
        assert_eq!(of_process(&line("unlimited")), None);
        assert!(available() >= 1 << 20);
        assert_eq!(of_statm("3 2 1 0\n"), Some((3 * 4096, 2 * 4096)));
        assert_eq!(of_statm("3"), None);
    }
}
