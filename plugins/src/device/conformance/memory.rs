//! Checks of devices' memory.

use super::host::{Host, compare, pattern};
use super::target::{Memory, Outcome, Target};
use super::{Check, Verdict};

/// The checks of this file.
pub(super) const CHECKS: &[Check] = &[
    ("device.ordinal", device),
    ("device.functions", functions),
    ("memory.allocate", allocate),
    ("memory.alignment", alignment),
    ("memory.exhaustion", exhaustion),
    ("memory.usage", usage),
    ("memory.deallocate", deallocate),
    ("memory.statistics", statistics),
    ("memory.host", host),
    ("memory.unified", unified),
];

fn device(target: &Target) -> Verdict {
    let description = target.description();
    if description.struct_size == 0 {
        return Err("SP_Device: 'struct_size' is not set".into());
    }
    if description.ordinal != target.ordinal {
        return Err(format!("SP_Device: 'ordinal' is {}, not {}", description.ordinal, target.ordinal));
    }
    Ok(None)
}

#[expect(unsafe_code, reason = "calls functions of plugins")]
fn functions(target: &Target) -> Verdict {
    let fns = &target.platform.device_fns;
    let mut missing = Vec::new();
    // SAFETY: the platform's own functions and device.
    unsafe {
        match fns.get_numa_node.map(|function| function(target.device)) {
            None => missing.push("get_numa_node"),
            Some(node) if node < -1 => return Err(format!("get_numa_node says {node}")),
            Some(_) => {}
        }
        match fns.get_memory_bandwidth.map(|function| function(target.device)) {
            None => missing.push("get_memory_bandwidth"),
            Some(bytes) if bytes < -1 => return Err(format!("get_memory_bandwidth says {bytes}")),
            Some(_) => {}
        }
        match fns.get_gflops.map(|function| function(target.device)) {
            None => missing.push("get_gflops"),
            Some(gflops) if gflops.is_nan() || gflops < -1.0 => {
                return Err(format!("get_gflops says {gflops}"));
            }
            Some(_) => {}
        }
    }
    Ok((!missing.is_empty()).then(|| missing.join(", ")))
}

/// Blocks of all sizes, each with bytes of its own, which stay.
fn allocate(target: &Target) -> Verdict {
    let sizes = [1usize, 3, 64, 255, 256, 4096, 4096, 4097, 65536, 1 << 20];
    let mut blocks: Vec<(Memory, Vec<u8>)> = Vec::new();
    for (i, &size) in sizes.iter().enumerate() {
        let memory = target.allocate(size)?;
        if memory.base.size < size as u64 {
            return Err(format!("allocate gave {} bytes instead of {size}", memory.base.size));
        }
        let bytes = pattern(size, i);
        target.to_device(None, memory, Host::with(&bytes, 0))?;
        blocks.push((memory, bytes));
    }
    for (memory, bytes) in &blocks {
        let back = Host::new(bytes.len(), 0);
        target.to_host(None, back, *memory)?;
        compare(bytes, &back.bytes()).map_err(|what| format!("blocks of memory overlap: {what}"))?;
    }
    blocks.into_iter().for_each(|(memory, _)| target.free(memory));
    // Nothing is a size as well: whatever comes must be taken back.
    if let Some(memory) = target.try_allocate(0)? {
        target.free(memory);
    }
    Ok(None)
}

fn alignment(target: &Target) -> Verdict {
    // Only memory that the runtime divides has addresses; else they are names, for the plugin alone.
    if !target.platform.use_pool {
        return Ok(Some("use_bfc_allocator".into()));
    }
    for size in [1usize, 8, 100, 5000] {
        let memory = target.allocate(size)?;
        if !memory.address().is_multiple_of(64) {
            return Err(format!(
                "memory for {size} bytes is at {:#x}, which is no multiple of 64",
                memory.address()
            ));
        }
        target.free(memory);
    }
    Ok(None)
}

fn exhaustion(target: &Target) -> Verdict {
    for size in [1u64 << 50, u64::MAX / 2] {
        if let Some(memory) = target.try_allocate(size)? {
            return Err(format!("allocate gave {} of {size} bytes", memory.base.size));
        }
    }
    let memory = target.allocate(64).map_err(|what| format!("after a request that was too large, {what}"))?;
    target.free(memory);
    Ok(None)
}

fn usage(target: &Target) -> Verdict {
    let (free, total) = target.usage()?;
    if free < 0 || total <= 0 || free > total {
        return Err(format!("device_memory_usage says {free} of {total} bytes are free"));
    }
    Ok(None)
}

/// Memory that is given back can be had again, as often as one likes.
fn deallocate(target: &Target) -> Verdict {
    let Ok((free, _)) = target.usage() else {
        return Ok(Some("device_memory_usage, which says how much there is".into()));
    };
    // The device may have much memory: then allocating a part of it, often enough, tests the same.
    let size = usize::try_from(free / 4).unwrap_or(0).min(1 << 30);
    for round in 0..12 {
        let memory = target
            .allocate(size)
            .map_err(|what| format!("after {round} blocks of {size} bytes were given back, {what}"))?;
        target.free(memory);
    }
    Ok(None)
}

fn statistics(target: &Target) -> Verdict {
    let Some(before) = target.statistics() else { return Ok(Some("get_allocator_stats".into())) };
    let memory = target.allocate(4096)?;
    let after = target.statistics();
    target.free(memory);
    let Some(after) = after else {
        return Err("get_allocator_stats could tell before, but not after".into());
    };
    let grown = after.bytes_in_use - before.bytes_in_use;
    if before.bytes_in_use < 0
        || after.num_allocs < before.num_allocs
        || grown < 0
        || after.bytes_in_use < 4096
    {
        return Err(format!(
            "get_allocator_stats says {} bytes are in use before, and {} after 4096 bytes were allocated",
            before.bytes_in_use, after.bytes_in_use
        ));
    }
    Ok(None)
}

fn host_block(target: &Target, is_unified: bool) -> Outcome {
    for size in [1usize, 100, 1 << 20] {
        match target.host_memory(is_unified, size) {
            None => return Err("the function is missing".into()),
            Some(memory) if memory.is_null() => return Err(format!("there is no memory for {size} bytes")),
            Some(memory) => {
                Target::touch(memory, size)?;
                target.free_host_memory(is_unified, memory)?;
            }
        }
    }
    Ok(())
}

fn host(target: &Target) -> Verdict {
    host_block(target, false).map(|()| None).map_err(|what| format!("host_memory_allocate: {what}"))
}

fn unified(target: &Target) -> Verdict {
    if !target.platform.has_unified_memory {
        return Ok(Some("supports_unified_memory".into()));
    }
    host_block(target, true).map(|()| None).map_err(|what| format!("unified_memory_allocate: {what}"))
}
