//! Checks memory at the end of a run: every value and buffer that the run made must be gone.

use std::time::{Duration, Instant};

use tfrt_executor::allocator::{AllocatorKind, AllocatorProfile};
use tfrt_executor::host::Host;
use tfrt_executor::output::print_line;
use tfrt_executor::tensor::buffer::{self, BufferStats};
use tfrt_executor::value::{LiveObjects, kernels_executed, live_objects};
use tfrt_plugin::device::DeviceStatistics;

use super::Options;

/// The objects that were alive before anything ran.
pub(super) struct Baseline {
    objects: LiveObjects,
    buffers: BufferStats,
}

impl Baseline {
    pub(super) fn now() -> Self {
        Self { objects: live_objects(), buffers: buffer::stats() }
    }
}

impl Baseline {
    /// The objects that are alive at the end. Threads of plugins, which are not joined, may still be about to drop values
    /// that they have published: they get a moment.
    fn settled(&self) -> Self {
        const PATIENCE: Duration = Duration::from_secs(1);
        let start = Instant::now();
        loop {
            let now = Self::now();
            let is_clean = now.objects == self.objects && now.buffers.live == self.buffers.live;
            if is_clean || start.elapsed() > PATIENCE {
                return now;
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// Takes the host apart, lets the allocator report, and says whether nothing is left.
pub(super) fn finish(host: Host, options: &Options, before: &Baseline) -> bool {
    host.quiesce();
    if options.statistics {
        eprintln!("kernels executed: {}", kernels_executed());
        for device in tfrt_plugin::device::devices_in_use() {
            let DeviceStatistics { allocations, live, bytes, peak_bytes, reserved_bytes } =
                device.statistics();
            eprintln!(
                "{}: {allocations} allocations, {live} alive with {bytes} bytes, at most {peak_bytes} bytes at a time, {reserved_bytes} reserved",
                device.name
            );
        }
    }
    let books = host.allocator().clone();
    drop(host);
    let after = before.settled();
    let mut nothing_left = true;
    for (what, before, after) in [
        ("async values", before.objects.async_values, after.objects.async_values),
        ("errors", before.objects.errors, after.objects.errors),
        ("requests", before.objects.requests, after.objects.requests),
        ("hosts", before.objects.hosts, after.objects.hosts),
        ("tensor buffers", before.buffers.live, after.buffers.live),
    ] {
        if after != before {
            eprintln!("leaked {} {what} (before: {before}, after: {after})!", after - before);
            nothing_left = false;
        }
    }
    let profile = books.profile();
    match books.kind() {
        AllocatorKind::Profiled => print_profile(&profile),
        AllocatorKind::LeakCheck if profile.allocations > 0 => {
            print_profile(&profile);
            let AllocatorProfile { allocations, bytes, .. } = profile;
            print_line(format!("Memory leak detected: {allocations} alive allocations, {bytes} alive bytes"));
            nothing_left = false;
        }
        _ => {}
    }
    nothing_left
}

fn print_profile(profile: &AllocatorProfile) {
    print_line("HostAllocator profile:");
    for (what, number) in [
        ("Current number of allocations", profile.allocations),
        ("Max number of allocations", profile.max_allocations),
        ("Total number of allocations", profile.total_allocations),
        ("Current number of bytes allocated", profile.bytes),
        ("Max number of bytes allocated", profile.max_bytes),
    ] {
        print_line(format!("{what} = {number}"));
    }
}
