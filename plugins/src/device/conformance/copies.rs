//! Checks of copies and of filling memory.

use super::host::{Host, compare, pattern};
use super::target::{Memory, Outcome, Stream, Target};
use super::{Check, Verdict};

/// The checks of this file.
pub(super) const CHECKS: &[Check] = &[
    ("copy.sync-to-device", sync_to_device),
    ("copy.sync-to-host", sync_to_host),
    ("copy.sync-on-device", sync_on_device),
    ("copy.to-device", to_device),
    ("copy.to-host", to_host),
    ("copy.on-device", on_device),
    ("copy.bounds", bounds),
    ("fill.zero", zero),
    ("fill.byte", byte),
    ("fill.word", word),
];

/// Sizes in bytes, and how far from an aligned address of the host.
const SIZES: &[usize] = &[0, 1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 255, 1000, 4095, 4096, 4097, 65_537, 1 << 20];
const OFFSETS: &[usize] = &[0, 1, 4, 31];

/// Runs `check` for all sizes and alignments, on memory of each size.
fn for_all(target: &Target, check: impl Fn(Memory, &[u8], usize) -> Outcome) -> Verdict {
    for &size in SIZES {
        let memory = target.allocate(size.max(1) + 64)?;
        for &offset in OFFSETS {
            let bytes = pattern(size, offset + size);
            let part = if target.platform.use_pool { memory.part(offset, size) } else { memory };
            check(part, &bytes, offset).map_err(|what| format!("{size} bytes at {offset}: {what}"))?;
        }
        target.free(memory);
    }
    Ok(None)
}

/// The bytes in memory of the device, by the way that is not under test.
fn read(
    target: &Target,
    stream: Option<Stream>,
    memory: Memory,
    size: usize,
    offset: usize,
) -> Result<Vec<u8>, String> {
    let back = Host::with(&vec![0xee; size], offset);
    target.to_host(stream, back, memory)?;
    if let Some(stream) = stream {
        target.drain(stream)?;
    }
    Ok(back.bytes())
}

fn sync_to_device(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for_all(target, |memory, bytes, offset| {
        target.to_device(None, memory, Host::with(bytes, offset))?;
        compare(bytes, &read(target, Some(stream), memory, bytes.len(), 0)?)
    })
}

fn sync_to_host(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for_all(target, |memory, bytes, offset| {
        target.to_device(Some(stream), memory, Host::with(bytes, 0))?;
        target.drain(stream)?;
        compare(bytes, &read(target, None, memory, bytes.len(), offset)?)
    })
}

fn between(target: &Target, stream: Option<Stream>, name: &str) -> Verdict {
    for &size in SIZES {
        let (from, to) = (target.allocate(size.max(1))?, target.allocate(size.max(1))?);
        let bytes = pattern(size, 9);
        target.to_device(None, from, Host::with(&bytes, 0))?;
        target.to_device(None, to, Host::with(&vec![0x55; size], 0))?;
        match target.on_device(stream, to, from, size) {
            None => return Ok(Some(name.into())),
            Some(outcome) => outcome?,
        }
        if let Some(stream) = stream {
            target.drain(stream)?;
        }
        let back = read(target, None, to, size, 0)?;
        compare(&bytes, &back).map_err(|what| format!("{size} bytes: {what}"))?;
        target.free(from);
        target.free(to);
    }
    Ok(None)
}

fn sync_on_device(target: &Target) -> Verdict {
    between(target, None, "sync_memcpy_dtod")
}

fn on_device(target: &Target) -> Verdict {
    between(target, Some(target.stream()?), "memcpy_dtod")
}

fn to_device(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for_all(target, |memory, bytes, offset| {
        target.to_device(Some(stream), memory, Host::with(bytes, offset))?;
        target.drain(stream)?;
        compare(bytes, &read(target, None, memory, bytes.len(), 0)?)
    })
}

fn to_host(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for_all(target, |memory, bytes, offset| {
        target.to_device(None, memory, Host::with(bytes, 0))?;
        compare(bytes, &read(target, Some(stream), memory, bytes.len(), offset)?)
    })
}

/// Bytes beside the copied or set ones stay unchanged.
fn bounds(target: &Target) -> Verdict {
    let stream = target.stream()?;
    const ALL: usize = 4096;
    for size in [1usize, 64, 100, 1000] {
        let memory = target.allocate(ALL)?;
        let before = pattern(ALL, 3);
        let check = |what: &str, new: &[u8]| {
            target.drain(stream)?;
            let mut expected = before.clone();
            expected[..size].copy_from_slice(new);
            compare(&expected, &read(target, None, memory, ALL, 0)?)
                .map_err(|found| format!("{what} of {size} bytes: {found}"))
        };
        let reset = || target.to_device(None, memory, Host::with(&before, 0));
        reset()?;
        let bytes = pattern(size, 4);
        target.to_device(Some(stream), memory, Host::with(&bytes, 0))?;
        check("memcpy_htod", &bytes)?;
        reset()?;
        target.set(stream, memory, 0x5a, size)?;
        check("memset", &vec![0x5a; size])?;
        reset()?;
        target.zero(stream, memory, size)?;
        check("mem_zero", &vec![0; size])?;
        target.free(memory);
    }
    Ok(None)
}

fn fill(target: &Target, set: impl Fn(Stream, Memory, usize) -> Outcome, unit: &[u8]) -> Verdict {
    let stream = target.stream()?;
    for &size in SIZES {
        let size = size / unit.len() * unit.len();
        let memory = target.allocate(size.max(1))?;
        target.to_device(None, memory, Host::with(&vec![0x77; size], 0))?;
        set(stream, memory, size)?;
        target.drain(stream)?;
        let expected: Vec<u8> = unit.iter().copied().cycle().take(size).collect();
        compare(&expected, &read(target, None, memory, size, 0)?)
            .map_err(|what| format!("{size} bytes: {what}"))?;
        target.free(memory);
    }
    Ok(None)
}

fn zero(target: &Target) -> Verdict {
    fill(target, |stream, memory, size| target.zero(stream, memory, size), &[0])
}

fn byte(target: &Target) -> Verdict {
    fill(target, |stream, memory, size| target.set(stream, memory, 0xc3, size), &[0xc3])
}

fn word(target: &Target) -> Verdict {
    let word = 0x89ab_cdefu32;
    fill(target, |stream, memory, size| target.set32(stream, memory, word, size), &word.to_ne_bytes())
}
