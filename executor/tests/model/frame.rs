//! Dataflow frames: every kernel runs once, when all its operands are there; results arrive in any order; the frame is freed once, and
//! no thread touches it afterwards.

#![expect(unsafe_code, reason = "exercises the protocol by which frames are sound")]

#[path = "../../src/program/protocol/counts.rs"]
#[expect(dead_code, reason = "the library uses more of it than the models do")]
mod counts;
#[path = "../../src/program/protocol/slot.rs"]
#[expect(dead_code, reason = "the library uses more of it than the models do")]
mod slot;

mod sync {
    pub(super) use loom::sync::atomic::{AtomicU8, AtomicU32, Ordering};
}

use super::model;
use counts::{Counts, is_counted};
use loom::{
    cell::UnsafeCell,
    sync::{
        Arc,
        atomic::{
            AtomicU32,
            Ordering::{Relaxed, SeqCst},
        },
        mpsc::{Sender, channel},
    },
    thread,
};
use slot::Slot;

/// A function: for each kernel its operands and its results, and the registers that are the function's results. Each kernel adds up its
/// operands and gives one more.
struct Graph {
    kernels: &'static [(&'static [usize], &'static [usize])],
    results: &'static [usize],
}

impl Graph {
    fn users(&self, register: usize) -> Vec<u32> {
        let users = self.kernels.iter().zip(0..).flat_map(|(&(operands, _), kernel)| {
            operands.iter().filter(move |&&operand| operand == register).map(move |_| kernel)
        });
        users.collect()
    }

    fn is_counted(&self, kernel: u32) -> bool {
        let (_, results) = self.kernels[kernel as usize];
        is_counted(results.len(), results.first().map_or(0, |&register| self.users(register).len()))
    }

    fn registers(&self) -> usize {
        let touched = self.kernels.iter().flat_map(|&(operands, results)| operands.iter().chain(results));
        touched.max().map_or(0, |&last| last + 1)
    }
}

/// The placeholder of a value that was not available when results were collected.
type Promise = Sender<Given>;

/// A result. The checker complains if it is read before it is written.
struct Given(UnsafeCell<u32>);

impl Given {
    fn get(&self) -> u32 {
        // SAFETY: the checker sees whether it may still be written.
        self.0.with(|value| unsafe { *value })
    }
}

/// The content of a slot: the value, or nothing yet.
type Collected = Option<Given>;

/// A frame as the library makes it. It is never freed, so that the checker sees who touches it when it should have been.
struct Frame {
    graph: &'static Graph,
    counts: Counts,
    /// The counters that `counts` refers to.
    missing: Vec<AtomicU32>,
    registers: Vec<UnsafeCell<u32>>,
    slots: Vec<Slot<Collected, Promise>>,
    /// Written when the frame is freed, read whenever a thread uses it.
    freed: UnsafeCell<bool>,
    /// The number of runs of each kernel.
    ran: Vec<AtomicU32>,
    frees: AtomicU32,
}

/// A frame that threads share.
#[derive(Clone, Copy)]
struct Shared(*const Frame);

// SAFETY: the protocol under test shares frames between threads; the model checker reports a race.
unsafe impl Send for Shared {}

impl Shared {
    /// A frame of a call; nothing is there yet.
    fn new(graph: &'static Graph) -> Shared {
        let missing: Vec<_> =
            graph.kernels.iter().map(|(operands, _)| AtomicU32::new(operands.len() as u32)).collect();
        let mut counts = Counts::new(missing.as_ptr());
        counts
            .begin((0..graph.kernels.len() as u32).filter(|&kernel| graph.is_counted(kernel)).count() as u32);
        Shared(Box::into_raw(Box::new(Frame {
            graph,
            counts,
            missing,
            registers: (0..graph.registers()).map(|_| UnsafeCell::new(0)).collect(),
            slots: graph.results.iter().map(|_| Slot::new()).collect(),
            freed: UnsafeCell::new(false),
            ran: graph.kernels.iter().map(|_| AtomicU32::new(0)).collect(),
            frees: AtomicU32::new(0),
        })))
    }

    /// The frame, which must not be freed yet.
    fn get(self) -> &'static Frame {
        // SAFETY: it goes at the end of the test; the checker sees whether it may be freed at the same time.
        unsafe {
            let frame = &*self.0;
            frame.freed.with(|freed| assert!(!*freed, "the frame is used after it was freed"));
            frame
        }
    }

    /// Stores a register, and counts down the kernels that use it.
    fn store(self, register: usize, value: u32, ready: &mut Vec<u32>) {
        let frame = self.get();
        for (slot, _) in
            frame.slots.iter().zip(frame.graph.results).filter(|&(_, &result)| result == register)
        {
            let given = Given(UnsafeCell::new(0));
            // SAFETY: no other thread has the frame yet.
            given.0.with_mut(|given| unsafe { *given = value });
            // SAFETY: each register is stored once.
            if let Some((promise, Some(given))) = unsafe { slot.produce(Some(given)) } {
                promise.send(given).unwrap();
            }
        }
        // SAFETY: a register is written once, before anybody is told.
        frame.registers[register].with_mut(|to| unsafe { *to = value });
        let users = frame.graph.users(register);
        // SAFETY: these are the users; what is ready is run later.
        unsafe { Counts::count_down(&raw const (*self.0).counts, &*users, |kernel| ready.push(kernel)) };
    }

    /// A flow, as the library has them: runs what is ready, and what becomes so, then subtracts what has ended.
    fn flow(self, mut ready: Vec<u32>, initial: bool) -> Vec<Outcome> {
        let mut ended = 0;
        while let Some(kernel) = ready.pop() {
            let frame = self.get();
            let (operands, results) = frame.graph.kernels[kernel as usize];
            // SAFETY: the checker sees whether an operand may still be written.
            let sum: u32 = operands
                .iter()
                .map(|&operand| frame.registers[operand].with(|value| unsafe { *value }))
                .sum();
            frame.ran[kernel as usize].fetch_add(1, Relaxed);
            // As the library: before the results are stored.
            ended += u32::from(frame.graph.is_counted(kernel));
            for &register in results {
                self.store(register, sum + 1, &mut ready);
            }
        }
        let mut outcomes = Vec::new();
        if initial {
            let collect = |slot: &Slot<Collected, Promise>| {
                let mut waits = None;
                let promise = || {
                    let (send, receive) = channel();
                    waits = Some(receive);
                    (send, None)
                };
                // SAFETY: there is one initial flow.
                match unsafe { slot.collect(promise) }.unwrap() {
                    Some(given) => Outcome::There(given.get()),
                    None => Outcome::Later(waits.unwrap()),
                }
            };
            outcomes = self.get().slots.iter().map(collect).collect();
            ended += 1;
        }
        // SAFETY: the frame is kept by what has ended; if that is nothing it is not looked at.
        unsafe {
            if Counts::end(&raw const (*self.0).counts, ended) {
                self.free();
            }
        }
        outcomes
    }

    /// As the library frees a frame: no other thread may use it, now or afterwards.
    fn free(self) {
        // SAFETY: the checker sees whether anybody else does.
        unsafe {
            let frame = &*self.0;
            frame.frees.fetch_add(1, Relaxed);
            frame.freed.with_mut(|freed| *freed = true);
            for register in &frame.registers {
                register.with_mut(|register| *register = u32::MAX);
            }
            for missing in &mut (*self.0.cast_mut()).missing {
                missing.with_mut(|missing| *missing = 0);
            }
        }
    }

    /// Checks the state at the end, when all threads have ended.
    fn check(self) {
        // SAFETY: made in `new`, and no thread has it any more.
        let frame = unsafe { Box::from_raw(self.0.cast_mut()) };
        assert_eq!(frame.frees.load(SeqCst), 1, "the frame is freed once");
        assert!(frame.ran.iter().all(|ran| ran.load(SeqCst) == 1), "each kernel runs once");
    }
}

/// A result of the call.
enum Outcome {
    There(u32),
    Later(loom::sync::mpsc::Receiver<Given>),
}

impl Outcome {
    fn get(self) -> u32 {
        match self {
            Outcome::There(value) => value,
            Outcome::Later(receiver) => receiver.recv().unwrap().get(),
        }
    }
}

fn results(outcomes: Vec<Outcome>) -> Vec<u32> {
    outcomes.into_iter().map(Outcome::get).collect()
}

#[test]
fn streams_meet_in_one_kernel() {
    // The first two are not counted: the third one ends after them.
    static GRAPH: Graph = Graph { kernels: &[(&[], &[0]), (&[], &[1]), (&[0, 1], &[2])], results: &[2] };
    model(|| {
        let frame = Shared::new(&GRAPH);
        let other = thread::spawn(move || frame.flow(vec![1], false));
        assert_eq!(results(frame.flow(vec![0], true)), [3]);
        other.join().unwrap();
        frame.check();
    });
}

#[test]
fn a_value_may_come_while_the_call_ends() {
    static GRAPH: Graph = Graph { kernels: &[(&[0], &[1])], results: &[0, 1] };
    model(|| {
        let frame = Shared::new(&GRAPH);
        let other = thread::spawn(move || {
            let mut ready = Vec::new();
            frame.store(0, 5, &mut ready);
            frame.flow(ready, false)
        });
        assert_eq!(results(frame.flow(Vec::new(), true)), [5, 6]);
        other.join().unwrap();
        frame.check();
    });
}

#[test]
fn one_of_several_values_is_the_last() {
    static GRAPH: Graph = Graph { kernels: &[(&[0, 1, 1], &[2]), (&[2], &[])], results: &[2] };
    model(|| {
        let frame = Shared::new(&GRAPH);
        let others = [0, 1].map(|register| {
            thread::spawn(move || {
                let mut ready = Vec::new();
                frame.store(register, 5, &mut ready);
                frame.flow(ready, false);
            })
        });
        assert_eq!(results(frame.flow(Vec::new(), true)), [16]);
        for other in others {
            other.join().unwrap();
        }
        frame.check();
    });
}

#[test]
fn the_last_user_may_end_the_call_while_its_operand_is_stored() {
    // A flow that has only run what is not counted must not touch the frame when it ends.
    static GRAPH: Graph = Graph { kernels: &[(&[0], &[1]), (&[1, 2], &[])], results: &[] };
    model(|| {
        let frame = Shared::new(&GRAPH);
        let others = [0, 2].map(|register| {
            thread::spawn(move || {
                let mut ready = Vec::new();
                frame.store(register, 5, &mut ready);
                frame.flow(ready, false);
            })
        });
        frame.flow(Vec::new(), true);
        for other in others {
            other.join().unwrap();
        }
        frame.check();
    });
}

#[test]
fn handed_out_kernels_end_on_other_threads() {
    static GRAPH: Graph =
        Graph { kernels: &[(&[], &[0]), (&[0], &[1]), (&[0], &[2]), (&[1, 2], &[3])], results: &[3] };
    model(|| {
        let frame = Shared::new(&GRAPH);
        // Kernel 0 has run; of the two that it made ready, the second one went to the queue.
        let mut ready = Vec::new();
        let handed = Arc::new(frame.get());
        handed.ran[0].fetch_add(1, Relaxed);
        drop(handed);
        frame.store(0, 1, &mut ready);
        assert_eq!(ready, [1, 2]);
        let other = thread::spawn(move || frame.flow(vec![2], false));
        assert_eq!(results(frame.flow(vec![1], true)), [5]);
        other.join().unwrap();
        frame.check();
    });
}
