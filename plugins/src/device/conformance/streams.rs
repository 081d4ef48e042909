//! Checks of streams, events, callbacks and timers: the order and time of their work.
//!
//! A callback that sleeps makes a stream busy; afterwards the check looks for work that must come behind it. A device that runs
//! everything at once passes as well: there everything comes behind it.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::host::{Host, compare, pattern};
use super::target::{Target, until};
use super::{Check, Verdict};
use crate::abi::stream_executor::{SE_EVENT_COMPLETE, SE_EVENT_ERROR};

/// The checks of this file.
pub(super) const CHECKS: &[Check] = &[
    ("stream.create", create),
    ("stream.status", status),
    ("stream.order", order),
    ("stream.dependency", dependency),
    ("stream.block", block),
    ("event.complete", complete),
    ("event.early", early),
    ("event.reuse", reuse),
    ("event.wait", wait),
    ("event.block", event_block),
    ("synchronize", synchronize),
    ("callback.result", callback_result),
    ("callback.once", callback_once),
    ("callback.order", callback_order),
    ("timer", timer),
    ("threads", threads),
];

fn create(target: &Target) -> Verdict {
    let streams = (0..16).map(|_| target.stream()).collect::<Result<Vec<_>, _>>()?;
    for (i, stream) in streams.iter().enumerate() {
        if streams[..i].contains(stream) {
            return Err("create_stream gave the same stream twice".into());
        }
    }
    streams.into_iter().for_each(|stream| target.destroy_stream(stream));
    let events = (0..64).map(|_| target.event()).collect::<Result<Vec<_>, _>>()?;
    events.into_iter().for_each(|event| target.destroy_event(event));
    Ok(None)
}

fn status(target: &Target) -> Verdict {
    let stream = target.stream()?;
    target.stream_status(stream).map_err(|what| format!("of a new stream: {what}"))?;
    target.drain(stream)?;
    target.stream_status(stream).map_err(|what| format!("of a stream in order: {what}"))?;
    Ok(None)
}

/// Work on a stream is done in its order.
fn order(target: &Target) -> Verdict {
    let stream = target.stream()?;
    let memory = target.allocate(4096)?;
    for round in 0..3u8 {
        target.delay(stream)?;
        for step in 0..6u8 {
            target.set(stream, memory, round * 16 + step, 4096)?;
        }
        let back = Host::new(4096, 0);
        target.to_host(Some(stream), back, memory)?;
        target.drain(stream)?;
        let last = vec![round * 16 + 5; 4096];
        compare(&last, &back.bytes()).map_err(|what| format!("after six fills: {what}"))?;
        let after = Host::new(4096, 0);
        target.to_host(None, after, memory)?;
        compare(&last, &after.bytes())
            .map_err(|what| format!("a fill was done last that was not the last: {what}"))?;
    }
    target.free(memory);
    Ok(None)
}

/// Runs `link` between a busy stream that then fills memory, and another that reads it.
fn reads_behind(
    target: &Target,
    link: impl Fn(super::target::Stream, super::target::Stream) -> Result<(), String>,
) -> Verdict {
    let (first, second) = (target.stream()?, target.stream()?);
    let memory = target.allocate(1024)?;
    target.to_device(None, memory, Host::with(&[1; 1024], 0))?;
    target.delay(first)?;
    target.set(first, memory, 2, 1024)?;
    link(first, second)?;
    let back = Host::new(1024, 0);
    target.to_host(Some(second), back, memory)?;
    target.drain(second)?;
    let outcome =
        compare(&[2; 1024], &back.bytes()).map_err(|what| format!("the second stream did not wait: {what}"));
    target.drain(first)?;
    target.free(memory);
    outcome.map(|()| None)
}

fn dependency(target: &Target) -> Verdict {
    reads_behind(target, |first, second| target.depend(second, first))
}

fn wait(target: &Target) -> Verdict {
    reads_behind(target, |first, second| {
        let event = target.event()?;
        target.record(first, event)?;
        target.wait_for_event(second, event)
    })
}

fn block(target: &Target) -> Verdict {
    let stream = target.stream()?;
    let over = target.delay(stream)?;
    match target.block_until_done(stream) {
        None => Ok(Some("block_host_until_done".into())),
        Some(Err(what)) => Err(what),
        Some(Ok(())) if over.load(Ordering::Acquire) == 0 => {
            Err("block_host_until_done returned before the stream was done".into())
        }
        Some(Ok(())) => Ok(None),
    }
}

fn complete(target: &Target) -> Verdict {
    let (stream, event) = (target.stream()?, target.event()?);
    target.record(stream, event)?;
    if !until(|| target.event_status(event).is_ok_and(|status| status == SE_EVENT_COMPLETE)) {
        return Err(format!(
            "the status of an event that was recorded stays {}",
            target.event_status(event)?
        ));
    }
    Ok(None)
}

/// An event is not complete before the work recorded before it.
fn early(target: &Target) -> Verdict {
    let (stream, event) = (target.stream()?, target.event()?);
    let over = target.delay(stream)?;
    target.record(stream, event)?;
    let is_over = |status: i32| status == SE_EVENT_COMPLETE || status == SE_EVENT_ERROR;
    until(|| target.event_status(event).is_ok_and(is_over) || over.load(Ordering::Acquire) > 0);
    match over.load(Ordering::Acquire) {
        0 => Err("an event was complete before what the stream was given before it".into()),
        _ => Ok(None),
    }
}

fn reuse(target: &Target) -> Verdict {
    let (stream, event) = (target.stream()?, target.event()?);
    for round in 0..3 {
        let over = target.delay(stream)?;
        target.record(stream, event)?;
        let completes = until(|| target.event_status(event).is_ok_and(|status| status == SE_EVENT_COMPLETE));
        if !completes || over.load(Ordering::Acquire) == 0 {
            return Err(format!(
                "an event that was recorded for the {}. time is complete too early or never",
                round + 1
            ));
        }
    }
    target.destroy_event(event);
    Ok(None)
}

fn event_block(target: &Target) -> Verdict {
    let (stream, event) = (target.stream()?, target.event()?);
    let over = target.delay(stream)?;
    target.record(stream, event)?;
    target.block_for_event(event)?;
    match over.load(Ordering::Acquire) {
        0 => Err("block_host_for_event returned before the event".into()),
        _ => Ok(None),
    }
}

fn synchronize(target: &Target) -> Verdict {
    let streams = (0..3).map(|_| target.stream()).collect::<Result<Vec<_>, _>>()?;
    let delays = streams.iter().map(|&stream| target.delay(stream)).collect::<Result<Vec<_>, _>>()?;
    target.synchronize()?;
    match delays.iter().all(|over| over.load(Ordering::Acquire) > 0) {
        true => Ok(None),
        false => Err("synchronize_all_activity returned before all streams were done".into()),
    }
}

fn callback_result(target: &Target) -> Verdict {
    let stream = target.stream()?;
    match target.callback(stream, || {})? {
        true => Ok(None),
        false => Err("host_callback says that it failed".into()),
    }
}

fn callback_once(target: &Target) -> Verdict {
    const CALLS: usize = 100;
    let stream = target.stream()?;
    let calls: Arc<Mutex<Vec<usize>>> = Arc::new(Mutex::new(vec![0; CALLS]));
    for i in 0..CALLS {
        let calls = calls.clone();
        target.callback(stream, move || calls.lock()[i] += 1)?;
    }
    let all_called = until(|| calls.lock().iter().all(|&calls| calls > 0));
    // A device that calls twice does so soon.
    std::thread::sleep(std::time::Duration::from_millis(5));
    let calls = calls.lock();
    match (all_called, calls.iter().position(|&calls| calls != 1)) {
        (true, None) => Ok(None),
        (_, Some(at)) => Err(format!("callback {at} of {CALLS} was called {} times", calls[at])),
        (false, None) => Err("callbacks came late".into()),
    }
}

fn callback_order(target: &Target) -> Verdict {
    let stream = target.stream()?;
    let order: Arc<Mutex<Vec<usize>>> = Arc::default();
    for i in 0..50 {
        let order = order.clone();
        target.callback(stream, move || order.lock().push(i))?;
    }
    target.drain(stream)?;
    let order = order.lock();
    match order.windows(2).find(|pair| pair[0] > pair[1]) {
        None => Ok(None),
        Some(pair) => Err(format!("callback {} was called after callback {}", pair[1], pair[0])),
    }
}

fn timer(target: &Target) -> Verdict {
    let stream = target.stream()?;
    match target.time_a_delay(stream) {
        None => Ok(Some("create_timer and its relatives".into())),
        Some(Err(what)) => Err(what),
        Some(Ok(elapsed)) if !(20_000_000..2_000_000_000).contains(&elapsed) => {
            Err(format!("a timer says that 40 ms are {elapsed} ns"))
        }
        Some(Ok(_)) => Ok(None),
    }
}

/// Eight threads at once, each with a stream of its own.
fn threads(target: &Target) -> Verdict {
    let failure: Mutex<Option<String>> = Mutex::new(None);
    let rounds = AtomicUsize::new(0);
    let work = |thread: usize| -> Result<(), String> {
        let stream = target.stream()?;
        let memory = target.allocate(20_000)?;
        for round in 0..10 {
            let bytes = pattern(20_000, thread * 100 + round);
            let back = Host::new(20_000, 0);
            target.to_device(Some(stream), memory, Host::with(&bytes, 0))?;
            target.to_host(Some(stream), back, memory)?;
            target.drain(stream)?;
            compare(&bytes, &back.bytes())
                .map_err(|what| format!("thread {thread}, round {round}: {what}"))?;
            rounds.fetch_add(1, Ordering::Relaxed);
        }
        target.free(memory);
        Ok(())
    };
    std::thread::scope(|scope| {
        for thread in 0..8 {
            let (work, failure) = (&work, &failure);
            scope.spawn(move || {
                if let Err(what) = work(thread) {
                    failure.lock().get_or_insert(what);
                }
            });
        }
    });
    failure.into_inner().map_or(Ok(None), Err)
}
