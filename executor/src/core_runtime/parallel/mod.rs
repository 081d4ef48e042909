//! A loop over blocks, on all threads of a host, that returns when every block is done.
//!
//! The caller works too. It has a [`Team`]: helpers are ordinary tasks that enter its open loop, take blocks from a shared counter, and leave when
//! none is left. A helper then looks out for the team's next loop for a while, since a network is one short loop after another, and finding a
//! worker for each of them takes longer than many loops; it gives up as soon as a task waits for its worker. One that starts late finds the loop
//! closed, so a busy work queue delays no caller. The blocks are fixed; which thread runs a block is not. The caller takes blocks from the front
//! and helpers take them from the back, so that the same loop run again mostly finds its data in the caches of the same cores. Each thread takes a
//! share of the remaining blocks, many at first and single ones at the end: contention on the counter is rare, and the wait for the last block
//! is short.
//!
//! Invariants: a team's loop is written by its owner alone, while the loop is closed and no helper is inside; a helper reads it between entering
//! and leaving only, and none can enter a closed loop. So what a loop borrows outlives the helpers' use of it.
#![expect(unsafe_code, reason = "helpers borrow the caller's closure while the caller waits for them")]

mod gate;

use std::any::Any;
use std::cell::{Cell, UnsafeCell};
use std::marker::PhantomData;
use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use crossbeam_utils::CachePadded;
use parking_lot::Mutex;

use self::gate::{Gate, Look};
use crate::host::{Host, HostInner};
use crate::queue::{Task, nothing_waits};

/// The atomics of [`gate`].
mod sync {
    pub(super) use std::sync::atomic::{AtomicU64, Ordering};
}

/// The time for which a helper spins for the next loop of its team.
const PATIENCE: Duration = Duration::from_micros(10);

/// As [`PATIENCE`], within a run that has many loops.
const PATIENCE_TOGETHER: Duration = Duration::from_micros(100);

/// A loop.
struct Loop {
    body: *const (dyn Fn(usize, usize) + Sync),
    total: usize,
    block: usize,
    blocks: usize,
    /// Threads that work at most.
    threads: usize,
}

/// A thread and those that help it.
struct Team {
    /// The host whose workers help.
    host: Weak<HostInner>,
    gate: CachePadded<Gate>,
    current: UnsafeCell<Loop>,
    /// Helpers that are queued or looking out.
    helpers: AtomicUsize,
    panic: Mutex<Option<Box<dyn Any + Send>>>,
}

// SAFETY: the closure that a loop points to is `Sync`; the other fields can be sent.
unsafe impl Send for Team {}
// SAFETY: the owner writes `current` only while the loop is closed and no helper is inside it, and helpers read it only while they are inside. A
// helper enters by an acquiring operation on the gate's state, which the owner stores with release after writing, and leaves by a releasing operation,
// which the owner acquires before it writes again. The other fields are atomic or locked, and the closure is `Sync`.
unsafe impl Sync for Team {}

thread_local! {
    /// The team of this thread, unless a loop of it runs.
    static TEAM: Cell<Option<Arc<Team>>> = const { Cell::new(None) };
}

impl Team {
    /// Takes the team of this thread for this host.
    fn take(host: &Host) -> Arc<Team> {
        let kept = TEAM.take().filter(|team| host.is(&team.host));
        kept.unwrap_or_else(|| {
            fn nothing(_: usize, _: usize) {}
            let current = Loop { body: &nothing, total: 0, block: 1, blocks: 0, threads: 1 };
            Arc::new(Team {
                host: host.downgrade(),
                gate: CachePadded::new(Gate::new()),
                current: UnsafeCell::new(current),
                helpers: AtomicUsize::new(0),
                panic: Mutex::new(None),
            })
        })
    }

    /// Does blocks of the loop until none is left.
    ///
    /// # Safety
    /// The caller is the owner, whose loop is open, or a helper inside.
    unsafe fn work(&self, front: bool) {
        // SAFETY: the owner does not write while its loop is open or a helper is inside it.
        let current = unsafe { &*self.current.get() };
        while let Some(blocks) = self.gate.take(current.blocks, current.threads, front) {
            // SAFETY: `body` is an argument of `parallel_for`, which the owner leaves when the loop is closed and no helper is inside it.
            let body = unsafe { &*current.body };
            for at in blocks {
                let begin = at * current.block;
                let end = current.total.min(begin + current.block);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(|| body(begin, end))) {
                    self.panic.lock().get_or_insert(panic);
                }
            }
        }
    }

    /// Helps with the open loop, and with those that follow soon.
    fn help(&self) {
        let mut helped = None;
        let mut since: Option<Instant> = None;
        let mut rounds = 0u32;
        loop {
            let is_together = match self.gate.look(helped) {
                Look::Inside(number) => {
                    // SAFETY: the loop was open when this helper entered it.
                    unsafe { self.work(false) };
                    self.gate.leave();
                    helped = Some(number);
                    since = None;
                    continue;
                }
                Look::Again => continue,
                Look::Closed { is_together } => is_together,
            };
            // A helper that comes when nothing is to be done, and nothing will be, goes at once.
            if !is_together && helped.is_none() {
                return;
            }
            rounds += 1;
            if rounds.is_multiple_of(16) {
                let patience = if is_together { PATIENCE_TOGETHER } else { PATIENCE };
                if !nothing_waits() || since.get_or_insert_with(Instant::now).elapsed() > patience {
                    return;
                }
            }
            std::hint::spin_loop();
        }
    }
}

/// A helper that is queued or at work.
struct Helper(Arc<Team>);

impl Drop for Helper {
    fn drop(&mut self) {
        self.0.helpers.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Calls `body(begin, end)` for every block of `0..total`, on the host's threads or on this one. A panic of the body is passed on once
/// all blocks are done.
pub(super) fn parallel_for(
    host: Option<&Host>,
    total: usize,
    block: usize,
    body: &(dyn Fn(usize, usize) + Sync),
) {
    let block = block.max(1);
    // Counted in 32 bits.
    let block = block.max(total.div_ceil(1 << 30));
    let blocks = total.div_ceil(block);
    let helpers = host.map_or(1, Host::parallelism).min(blocks).saturating_sub(1);
    let Some(host) = host.filter(|host| helpers > 0 && !host.is_single_threaded()) else {
        for at in 0..blocks {
            body(at * block, total.min((at + 1) * block));
        }
        return;
    };
    let team = Team::take(host);
    // SAFETY: only the lifetime changes; the pointer is not used after this function returns (see `Team::work`).
    let body: &'static (dyn Fn(usize, usize) + Sync) = unsafe { std::mem::transmute(body) };
    // SAFETY: the team's previous loop is closed, and no helper is inside it: the call that ran it waited for that. Only this thread opens loops of
    // the team.
    unsafe { *team.current.get() = Loop { body, total, block, blocks, threads: helpers + 1 } };
    team.gate.open();
    let there = team.helpers.load(Ordering::Relaxed);
    for _ in there..helpers {
        team.helpers.fetch_add(1, Ordering::Relaxed);
        let helper = Helper(team.clone());
        host.queue().push_for_others(Task::new(move || helper.0.help()));
    }
    // SAFETY: this thread is the owner, and the loop is open.
    unsafe { team.work(true) };
    let mut is_empty = team.gate.close();
    let mut spins = 0u32;
    while !is_empty {
        // Blocks are short: the others are about to finish theirs.
        if spins < 1000 {
            spins += 1;
            std::hint::spin_loop();
        } else {
            std::thread::yield_now();
        }
        is_empty = team.gate.is_empty();
    }
    let panic = team.panic.lock().take();
    TEAM.set(Some(team));
    if let Some(panic) = panic {
        resume_unwind(panic);
    }
}

/// Says that many loops of this thread follow each other until what it returns is dropped.
pub(in crate::core_runtime) fn together(host: Option<&Host>) -> Together {
    let Some(host) = host.filter(|host| !host.is_single_threaded()) else {
        return Together { team: None, _owner: PhantomData };
    };
    let team = Team::take(host);
    // No loop is open, or this thread would not have the team.
    let is_first = team.gate.begin_together();
    let together = Together { team: is_first.then(|| team.clone()), _owner: PhantomData };
    TEAM.set(Some(team));
    together
}

/// See [`together`].
pub(in crate::core_runtime) struct Together {
    team: Option<Arc<Team>>,
    /// It stays on the thread of the team's owner, who alone changes the state of a closed loop.
    _owner: PhantomData<*const ()>,
}

impl Drop for Together {
    fn drop(&mut self) {
        if let Some(team) = &self.team {
            team.gate.end_together();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::host::HostOptions;
    use crate::queue::{QueueKind, deferred};

    fn host(queue: &str) -> Host {
        let queue = QueueKind::parse(queue).unwrap();
        Host::new(HostOptions { queue, ..HostOptions::single_threaded() }).unwrap()
    }

    #[test]
    fn every_element_is_visited_once() {
        for queue in ["s", "mstd:3"] {
            let host = host(queue);
            for (total, block) in [(0, 4), (1, 4), (1000, 7), (64, 64), (5, 0), (3, 1), (77, 1)] {
                let seen: Vec<AtomicUsize> = (0..total).map(|_| AtomicUsize::new(0)).collect();
                parallel_for(Some(&host), total, block, &|begin, end| {
                    for seen in &seen[begin..end] {
                        seen.fetch_add(1, Ordering::Relaxed);
                    }
                });
                assert!(seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn loops_within_loops_and_one_after_another_visit_every_element_once() {
        let hosts = [host("mstd:3"), host("mstd:3")];
        for host in hosts.iter().chain(&hosts) {
            let _together = together(Some(host));
            for round in 0..200 {
                let (outer, inner) = (round % 7, round % 5);
                let seen: Vec<AtomicUsize> = (0..outer * inner).map(|_| AtomicUsize::new(0)).collect();
                parallel_for(Some(host), outer, 1, &|begin, end| {
                    for at in begin..end {
                        parallel_for(Some(host), inner, 2, &|begin, end| {
                            for seen in &seen[at * inner..][begin..end] {
                                seen.fetch_add(1, Ordering::Relaxed);
                            }
                        });
                    }
                });
                assert!(seen.iter().all(|seen| seen.load(Ordering::Relaxed) == 1));
            }
        }
    }

    #[test]
    fn a_panic_comes_when_all_blocks_are_done_and_ends_no_team() {
        let host = host("mstd:2");
        for _ in 0..20 {
            let done = AtomicUsize::new(0);
            let run = AssertUnwindSafe(|| {
                parallel_for(Some(&host), 9, 1, &|begin, _| {
                    done.fetch_add(1, Ordering::Relaxed);
                    assert_ne!(begin, 4, "as it is to be");
                });
            });
            assert!(catch_unwind(run).is_err());
            assert_eq!(done.load(Ordering::Relaxed), 9);
        }
    }

    #[test]
    fn other_threads_help_a_kernel_whose_tasks_are_held_back() {
        let host = host("mstd:2");
        let at_work = AtomicUsize::new(0);
        deferred::hold(host.queue());
        // Each of the two blocks ends when somebody works on the other one.
        let deadline = std::time::Instant::now() + std::time::Duration::from_secs(20);
        parallel_for(Some(&host), 2, 1, &|_, _| {
            at_work.fetch_add(1, Ordering::SeqCst);
            while at_work.load(Ordering::SeqCst) < 2 {
                assert!(std::time::Instant::now() < deadline, "no helper comes");
                std::thread::yield_now();
            }
        });
    }
}
