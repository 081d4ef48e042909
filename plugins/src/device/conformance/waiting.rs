//! Checks of work that devices easily do too early, too late, or while the caller waits.
//!
//! Work on a stream must run when the stream comes to it, not when the function is called; and the caller must not wait for it.
//! Devices that do everything at once, callbacks as well, have nothing to wait for.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use parking_lot::Mutex;

use super::host::{Host, compare, pattern};
use super::target::{Memory, Outcome, Stream, Target, until};
use super::{Check, Verdict};

/// The checks of this file.
pub(super) const CHECKS: &[Check] = &[
    ("stream.each-function", each_function),
    ("stream.no-waiting", no_waiting),
    ("event.again", event_again),
    ("copy.large", large),
    ("copy.between-devices", between_devices),
    ("memory.nothing", nothing),
    ("threads.one-stream", one_stream),
    ("threads.memory", threads_memory),
];

const SIZE: usize = 1024;

/// Each function that gives a stream work: earlier work of the stream comes first.
fn each_function(target: &Target) -> Verdict {
    let stream = target.stream()?;
    let (memory, source) = (target.allocate(SIZE)?, target.allocate(SIZE)?);
    target.to_device(None, source, Host::with(&[0x77; SIZE], 0))?;
    let bytes = Host::with(&[0x33; SIZE], 0);
    let check = |name: &str, expected: u8, call: &dyn Fn() -> Option<Outcome>| -> Outcome {
        target.delay(stream)?;
        target.set(stream, memory, 0x11, SIZE)?;
        match call() {
            // A function that need not be there.
            None => return target.drain(stream),
            Some(outcome) => outcome?,
        }
        target.drain(stream)?;
        let back = Host::new(SIZE, 0);
        target.to_host(None, back, memory)?;
        compare(&[expected; SIZE], &back.bytes())
            .map_err(|what| format!("{name} was done before what the stream was given before it: {what}"))
    };
    check("memcpy_htod", 0x33, &|| Some(target.to_device(Some(stream), memory, bytes)))?;
    check("memcpy_dtod", 0x77, &|| target.on_device(Some(stream), memory, source, SIZE))?;
    check("mem_zero", 0, &|| Some(target.zero(stream, memory, SIZE)))?;
    check("memset", 0x44, &|| Some(target.set(stream, memory, 0x44, SIZE)))?;
    check("memset32", 0x55, &|| Some(target.set32(stream, memory, 0x5555_5555, SIZE)))?;
    let back = Host::new(SIZE, 0);
    target.delay(stream)?;
    target.set(stream, memory, 0x22, SIZE)?;
    target.to_host(Some(stream), back, memory)?;
    target.drain(stream)?;
    compare(&[0x22; SIZE], &back.bytes())
        .map_err(|what| format!("memcpy_dtoh was done before what the stream was given before it: {what}"))?;
    target.free(memory);
    target.free(source);
    Ok(None)
}

/// Functions that give a stream something to do, or ask for its state, return while it is busy.
fn no_waiting(target: &Target) -> Verdict {
    let (stream, other) = (target.stream()?, target.stream()?);
    let (memory, source) = (target.allocate(SIZE)?, target.allocate(SIZE)?);
    let event = target.event()?;
    // Only such memory can be copied without a detour.
    let registered = target.host_memory(false, SIZE).filter(|memory| !memory.is_null());
    let bytes = registered.map_or_else(|| Host::new(SIZE, 0), |memory| Host::of_plugin(memory, SIZE));
    let check = |name: &str, call: &dyn Fn() -> Outcome| -> Outcome {
        let over = target.delay(stream)?;
        if over.load(Ordering::Acquire) > 0 {
            // The device called back at once.
            return Ok(());
        }
        call()?;
        let waited = over.load(Ordering::Acquire) > 0;
        target.drain(stream)?;
        target.drain(other)?;
        if waited {
            Err(format!("{name} does not return before the stream has done what it was given"))
        } else {
            Ok(())
        }
    };
    check("host_callback", &|| target.callback(stream, || {}).map(|_| ()))?;
    check("memcpy_htod", &|| target.to_device(Some(stream), memory, bytes))?;
    check("memcpy_dtoh", &|| target.to_host(Some(stream), bytes, memory))?;
    check("memcpy_dtod", &|| target.on_device(Some(stream), memory, source, SIZE).unwrap_or(Ok(())))?;
    check("mem_zero", &|| target.zero(stream, memory, SIZE))?;
    check("memset", &|| target.set(stream, memory, 1, SIZE))?;
    check("memset32", &|| target.set32(stream, memory, 1, SIZE))?;
    check("get_stream_status", &|| target.stream_status(stream))?;
    check("create_stream_dependency", &|| target.depend(other, stream))?;
    check("record_event", &|| target.record(stream, event))?;
    check("get_event_status", &|| {
        target.record(stream, event)?;
        target.event_status(event).map(|_| ())
    })?;
    check("wait_for_event", &|| {
        target.record(stream, event)?;
        target.wait_for_event(other, event)
    })?;
    target.free(memory);
    target.free(source);
    if let Some(memory) = registered {
        target.free_host_memory(false, memory)?;
    }
    Ok(None)
}

/// A stream waits for the event as it was recorded when the wait was requested, not for a later recording.
fn event_again(target: &Target) -> Verdict {
    let (first, second) = (target.stream()?, target.stream()?);
    let event = target.event()?;
    target.delay(first)?;
    target.record(first, event)?;
    target.wait_for_event(second, event)?;
    // From here on the first stream waits for the second.
    target.depend(first, second)?;
    target.record(first, event)?;
    target.drain(second).map_err(|what| {
        format!("a stream waits for an event that was recorded again after it was told to wait: {what}")
    })?;
    target.drain(first)?;
    target.destroy_event(event);
    Ok(None)
}

/// As much as a large tensor, and a little more.
fn large(target: &Target) -> Verdict {
    let free = target.usage().map_or(48 << 20, |(free, _)| free);
    let size = usize::try_from(free / 4).unwrap_or(0).min(12 << 20) + 5;
    let stream = target.stream()?;
    let memory = target.allocate(size)?;
    let bytes = pattern(size, 41);
    let back = Host::new(size, 0);
    target.to_device(Some(stream), memory, Host::with(&bytes, 0))?;
    target.to_host(Some(stream), back, memory)?;
    target.drain(stream)?;
    compare(&bytes, &back.bytes())?;
    back.fill(0);
    target.set(stream, memory, 0x5c, size)?;
    target.drain(stream)?;
    target.to_host(None, back, memory)?;
    compare(&vec![0x5c; size], &back.bytes()).map_err(|what| format!("memset: {what}"))?;
    target.free(memory);
    Ok(None)
}

/// A copy to another device, behind what both were given, and work there that waits for it.
fn between_devices(target: &Target) -> Verdict {
    if target.count < 2 {
        return Ok(Some("a second device".into()));
    }
    let other = Target::new(target.platform, (target.ordinal + 1) % target.count, target.count)?;
    let (stream, there) = (target.stream()?, other.stream()?);
    let (from, to) = (target.allocate(SIZE)?, other.allocate(SIZE)?);
    for round in 0..3u8 {
        target.delay(stream)?;
        target.set(stream, from, 0x21 + round, SIZE)?;
        other.set(there, to, 0x11, SIZE)?;
        target.depend(stream, there)?;
        match target.on_device(Some(stream), to, from, SIZE) {
            None => return Ok(Some("memcpy_dtod".into())),
            // Tensors go over the host then.
            Some(Err(what)) => {
                target.drain(stream)?;
                return Ok(Some(format!("memcpy_dtod between devices: {what}")));
            }
            Some(Ok(())) => {}
        }
        other.depend(there, stream)?;
        let back = Host::new(SIZE, 0);
        other.to_host(Some(there), back, to)?;
        other.drain(there)?;
        compare(&[0x21 + round; SIZE], &back.bytes())
            .map_err(|what| format!("from {} to {}: {what}", target.ordinal, other.ordinal))?;
        target.drain(stream)?;
    }
    target.free(from);
    other.free(to);
    Ok(None)
}

/// Memory that is none can be given back.
fn nothing(target: &Target) -> Verdict {
    for _ in 0..3 {
        target.free(Memory::none());
    }
    let memory = target.allocate(64)?;
    target.free(memory);
    Ok(None)
}

/// Several threads give one stream something to do, as those do that run a program.
fn one_stream(target: &Target) -> Verdict {
    const THREADS: usize = 8;
    const EACH: usize = 40;
    let stream = target.stream()?;
    let memory = target.allocate(THREADS * SIZE)?;
    let calls = Arc::new(AtomicUsize::new(0));
    let start = Barrier::new(THREADS);
    let work = |thread: usize| -> Outcome {
        let part = if target.platform.use_pool {
            memory.part(thread * SIZE, SIZE)
        } else {
            target.allocate(SIZE)?
        };
        start.wait();
        for i in 0..EACH {
            target.set(stream, part, (thread * 16 + i % 16) as u8, SIZE)?;
            let calls = calls.clone();
            target.callback(stream, move || {
                calls.fetch_add(1, Ordering::AcqRel);
            })?;
        }
        target.drain(stream)?;
        let back = Host::new(SIZE, 0);
        target.to_host(None, back, part)?;
        compare(&[(thread * 16 + (EACH - 1) % 16) as u8; SIZE], &back.bytes())
    };
    in_threads(THREADS, work)?;
    if !until(|| calls.load(Ordering::Acquire) >= THREADS * EACH) {
        return Err(format!(
            "of {} callbacks on one stream {} were called",
            THREADS * EACH,
            calls.load(Ordering::Acquire)
        ));
    }
    target.free(memory);
    Ok(None)
}

/// Several threads ask for memory, and give it back.
fn threads_memory(target: &Target) -> Verdict {
    const THREADS: usize = 8;
    let streams: Vec<Stream> = (0..THREADS).map(|_| target.stream()).collect::<Result<_, _>>()?;
    let start = Barrier::new(THREADS);
    let work = |thread: usize| -> Outcome {
        start.wait();
        for round in 0..30 {
            let byte = (thread * 30 + round) as u8;
            let (memory, back) = (target.allocate(SIZE)?, Host::new(SIZE, 0));
            target.set(streams[thread], memory, byte, SIZE)?;
            std::thread::yield_now();
            target.to_host(Some(streams[thread]), back, memory)?;
            target.drain(streams[thread])?;
            compare(&[byte; SIZE], &back.bytes())
                .map_err(|what| format!("two threads were given the same memory: {what}"))?;
            target.free(memory);
        }
        Ok(())
    };
    in_threads(THREADS, work)?;
    Ok(None)
}

/// Runs a function on several threads; returns the fault that the first of them found.
fn in_threads(count: usize, work: impl Fn(usize) -> Outcome + Sync) -> Outcome {
    let failure: Mutex<Option<String>> = Mutex::new(None);
    std::thread::scope(|scope| {
        for thread in 0..count {
            let (work, failure) = (&work, &failure);
            scope.spawn(move || {
                if let Err(what) = work(thread) {
                    failure.lock().get_or_insert(what);
                }
            });
        }
    });
    failure.into_inner().map_or(Ok(()), Err)
}
