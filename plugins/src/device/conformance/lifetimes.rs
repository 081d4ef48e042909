//! Checks of lifetimes: a device uses nothing that the host has taken back, and nothing that it has freed itself.
//!
//! A struct, a status and the host's memory belong to the host again when a call has returned, or when the stream has passed the
//! copy: then the host changes them, and checks whether the device still reads or writes them. Memory, streams, events and timers
//! are freed, and the objects made next, often at the same address, must be right. The runner of the checks makes the C library fill
//! freed memory, so that a device that uses its own objects after it freed them does not pass by chance.

use std::sync::atomic::Ordering;
use std::time::Duration;

use super::host::{Host, compare, pattern};
use super::target::{Memory, Outcome, Stream, Target};
use super::{Check, Verdict};

/// The checks of this file.
pub(super) const CHECKS: &[Check] = &[
    ("lifetime.host-source", host_source),
    ("lifetime.host-target", host_target),
    ("lifetime.struct", structs),
    ("lifetime.status", status),
    ("lifetime.memory", memory),
    ("lifetime.stream", stream),
    ("lifetime.event", event),
    ("lifetime.timer", timer),
];

/// The content of memory that belongs to the host again.
const TAKEN_BACK: u8 = 0xdd;

/// Time in which a device may do something wrong.
fn linger() {
    std::thread::sleep(Duration::from_millis(60));
}

/// The source of a copy may change when the copy is done.
fn host_source(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for stream in [Some(stream), None] {
        let (memory, bytes) = (target.allocate(4096)?, pattern(4096, 21));
        let from = Host::with(&bytes, 0);
        target.to_device(stream, memory, from)?;
        if let Some(stream) = stream {
            target.drain(stream)?;
        }
        from.fill(TAKEN_BACK);
        linger();
        let back = Host::new(4096, 0);
        target.to_host(None, back, memory)?;
        compare(&bytes, &back.bytes())
            .map_err(|what| format!("the host's memory was read after the copy was done: {what}"))?;
        target.free(memory);
    }
    Ok(None)
}

/// A device does not repeat a copy to the host.
fn host_target(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for stream in [Some(stream), None] {
        let (memory, bytes) = (target.allocate(4096)?, pattern(4096, 22));
        target.to_device(None, memory, Host::with(&bytes, 0))?;
        let to = Host::new(4096, 0);
        target.to_host(stream, to, memory)?;
        if let Some(stream) = stream {
            target.drain(stream)?;
        }
        to.fill(TAKEN_BACK);
        linger();
        compare(&[TAKEN_BACK; 4096], &to.bytes())
            .map_err(|what| format!("the host's memory was written after the copy was done: {what}"))?;
        target.free(memory);
    }
    Ok(None)
}

/// Two blocks of memory: one to use, and another that nothing is done to.
struct Pair<'t> {
    target: &'t Target,
    stream: Stream,
    used: Memory,
    other: Memory,
}

impl Pair<'_> {
    const SIZE: usize = 1024;

    fn fill(&self) -> Outcome {
        self.target.to_device(None, self.used, Host::with(&[0x11; Self::SIZE], 0))?;
        self.target.to_device(None, self.other, Host::with(&[0x22; Self::SIZE], 0))
    }

    fn read(&self, memory: Memory) -> Result<Vec<u8>, String> {
        let back = Host::new(Self::SIZE, 0);
        self.target.to_host(None, back, memory)?;
        Ok(back.bytes())
    }

    /// Lets a busy stream do something with a struct that stands for the other memory as soon as the call has returned. `got` says what came
    /// of it.
    fn check(
        &self,
        name: &str,
        expected: u8,
        call: impl FnOnce(Stream, &mut Memory) -> Outcome,
        got: impl FnOnce() -> Result<Vec<u8>, String>,
    ) -> Outcome {
        self.fill()?;
        self.target.delay(self.stream)?;
        // It is leaked: a device that reads it later sees the other memory.
        let place = Box::leak(Box::new(self.used));
        call(self.stream, place)?;
        place.base = self.other.base;
        self.target.drain(self.stream)?;
        let kept = |what| format!("{name} used its SP_DeviceMemoryBase after it had returned: {what}");
        compare(&[expected; Self::SIZE], &got()?).map_err(kept)?;
        compare(&[0x22; Self::SIZE], &self.read(self.other)?).map_err(kept)
    }
}

/// The structs that say where memory is are there during the call only.
fn structs(target: &Target) -> Verdict {
    const SIZE: usize = Pair::SIZE;
    let (used, other) = (target.allocate(SIZE)?, target.allocate(SIZE)?);
    let pair = Pair { target, stream: target.stream()?, used, other };
    let now = || pair.read(used);
    let bytes = Host::with(&[0x33; SIZE], 0);
    pair.check("memcpy_htod", 0x33, |stream, place| target.to_device_at(Some(stream), place, bytes), now)?;
    pair.check("mem_zero", 0, |stream, place| target.zero_at(stream, place, SIZE), now)?;
    pair.check("memset", 0x44, |stream, place| target.set_at(stream, place, 0x44, SIZE), now)?;
    pair.check("memset32", 0x55, |stream, place| target.set32_at(stream, place, 0x5555_5555, SIZE), now)?;
    let back = Host::new(SIZE, 0);
    pair.check(
        "memcpy_dtoh",
        0x11,
        |stream, place| target.to_host_at(Some(stream), back, place),
        || Ok(back.bytes()),
    )?;
    if target.se().memcpy_dtod.is_some() {
        let to = target.allocate(SIZE)?;
        pair.check(
            "memcpy_dtod",
            0x11,
            |stream, place| {
                let mut copy = to;
                target.on_device_at(Some(stream), &mut copy, place, SIZE).unwrap_or(Ok(()))
            },
            || pair.read(to),
        )?;
        target.free(to);
    }
    target.free(used);
    target.free(other);
    Ok(None)
}

/// A status is there during the call only.
fn status(target: &Target) -> Verdict {
    let stream = target.stream()?;
    let memory = target.allocate(4096)?;
    let (bytes, back) = (Host::with(&pattern(4096, 23), 0), Host::new(4096, 0));
    let checks = target.statuses_of(|| {
        target.to_device(Some(stream), memory, bytes)?;
        target.set(stream, memory, 7, 4096)?;
        target.to_host(Some(stream), back, memory)?;
        let event = target.event()?;
        target.record(stream, event)?;
        target.wait_for_event(stream, event)
    })?;
    target.drain(stream)?;
    linger();
    match checks.into_iter().find(|status| !status.is_untouched()) {
        Some(status) => Err(format!("{} wrote to its status after it had returned", status.name)),
        None => {
            target.free(memory);
            Ok(None)
        }
    }
}

/// Freed memory has no owner, and is allocated once again at most.
fn memory(target: &Target) -> Verdict {
    const SIZE: usize = 2048;
    let stream = target.stream()?;
    for round in 0..20usize {
        let mut blocks = Vec::new();
        for i in 0..4usize {
            let (memory, bytes) = (target.allocate(SIZE)?, pattern(SIZE, round * 4 + i));
            target.to_device(Some(stream), memory, Host::with(&bytes, 0))?;
            blocks.push((memory, bytes));
        }
        target.drain(stream)?;
        for (i, (memory, bytes)) in blocks.iter().enumerate() {
            if blocks[..i].iter().any(|(other, _)| other.address() == memory.address()) {
                return Err("memory that was given back was given out twice".into());
            }
            let back = Host::new(SIZE, 0);
            target.to_host(None, back, *memory)?;
            compare(bytes, &back.bytes())
                .map_err(|what| format!("memory that was given back was given out twice: {what}"))?;
        }
        // Back in another order each time.
        blocks.rotate_left(round % 4);
        blocks.into_iter().for_each(|(memory, _)| target.free(memory));
    }
    let (old, bytes) = (target.allocate(SIZE)?, pattern(SIZE, 24));
    target.set(stream, old, 0x66, SIZE)?;
    target.drain(stream)?;
    target.free(old);
    let new = target.allocate(SIZE)?;
    target.to_device(None, new, Host::with(&bytes, 0))?;
    linger();
    let back = Host::new(SIZE, 0);
    target.to_host(None, back, new)?;
    compare(&bytes, &back.bytes())
        .map_err(|what| format!("memory was written after it was given back: {what}"))?;
    target.free(new);
    Ok(None)
}

/// Something that needs a stream and memory to be in order.
fn works(target: &Target, stream: Stream, byte: u8) -> Outcome {
    let (memory, back) = (target.allocate(512)?, Host::new(512, 0));
    target.set(stream, memory, byte, 512)?;
    target.to_host(Some(stream), back, memory)?;
    target.drain(stream)?;
    compare(&[byte; 512], &back.bytes())?;
    target.free(memory);
    Ok(())
}

/// The others go on when a stream is destroyed.
fn stream(target: &Target) -> Verdict {
    let last = target.stream()?;
    for round in 0..20u8 {
        let (first, second) = (target.stream()?, target.stream()?);
        let over = target.delay(first)?;
        target.depend(second, first)?;
        target.drain(second)?;
        if over.load(Ordering::Acquire) == 0 {
            return Err("a stream did not wait for another".into());
        }
        target.depend(last, first)?;
        target.drain(last)?;
        target.destroy_stream(first);
        let after = |what| format!("after a stream was destroyed: {what}");
        works(target, second, round).map_err(after)?;
        target.stream_status(second).map_err(after)?;
        target.synchronize().map_err(after)?;
        target.destroy_stream(second);
        works(target, last, round).map_err(after)?;
    }
    target.synchronize()?;
    target.destroy_stream(last);
    Ok(None)
}

/// Streams go on when an event is destroyed that they have come past.
fn event(target: &Target) -> Verdict {
    let (first, second) = (target.stream()?, target.stream()?);
    for round in 0..20u8 {
        // One that was never used.
        target.destroy_event(target.event()?);
        let event = target.event()?;
        target.record(first, event)?;
        target.wait_for_event(second, event)?;
        target.drain(first)?;
        target.drain(second)?;
        target.destroy_event(event);
        for stream in [first, second] {
            works(target, stream, round).map_err(|what| format!("after an event was destroyed: {what}"))?;
        }
    }
    Ok(None)
}

/// The time of a timer stays, and a destroyed timer does not influence the next one.
fn timer(target: &Target) -> Verdict {
    let stream = target.stream()?;
    for _ in 0..3 {
        let Some(timer) = target.timer() else { return Ok(Some("create_timer and its relatives".into())) };
        let timer = timer?;
        timer.start(stream)?;
        timer.stop(stream)?;
        target.drain(stream)?;
        let first = timer.nanoseconds();
        target.delay(stream)?;
        target.drain(stream)?;
        let second = timer.nanoseconds();
        if first != second {
            return Err(format!("a timer that was stopped says {first} ns, and {second} ns later"));
        }
        timer.destroy();
        works(target, stream, 9).map_err(|what| format!("after a timer was destroyed: {what}"))?;
    }
    Ok(None)
}
