//! How much memory this process may use.

use std::fs;

/// Assumed when the system gives no figure.
const UNKNOWN: u64 = 4 << 30;

/// Bytes of memory that this process may use: those of the machine, or as many as its control group or its own limit allow.
pub(crate) fn available() -> u64 {
    let machine = fs::read_to_string("/proc/meminfo").ok().and_then(|text| of_machine(&text));
    let group = fs::read_to_string("/proc/self/cgroup").ok().and_then(|text| of_group(&text));
    let process = fs::read_to_string("/proc/self/limits").ok().and_then(|text| of_process(&text));
    [machine, group, process].into_iter().flatten().min().unwrap_or(UNKNOWN)
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
    }
}
