//! Teams: each block of a loop is done once, by the owner or a helper, and what the owner writes for the next loop is seen by no helper of the
//! last one. The checker reports an access to the loop's data that is not ordered with the owner's.

#[path = "../../src/core_runtime/parallel/gate.rs"]
#[expect(dead_code, reason = "the library uses more of it than the models do")]
mod gate;

mod sync {
    pub(super) use loom::sync::atomic::{AtomicU64, Ordering};
}

use super::model;
use gate::{Gate, Look};
use loom::{
    cell::UnsafeCell,
    sync::{Arc, atomic::AtomicUsize, atomic::Ordering::Relaxed},
    thread,
};

/// A gate, the loop's number of blocks, and how often each block was done.
struct Team {
    gate: Gate,
    blocks: UnsafeCell<usize>,
    done: [AtomicUsize; 2],
}

impl Team {
    fn new() -> Arc<Team> {
        let done = [AtomicUsize::new(0), AtomicUsize::new(0)];
        Arc::new(Team { gate: Gate::new(), blocks: UnsafeCell::new(0), done })
    }

    /// Does blocks as the owner or as a helper inside.
    fn work(&self, front: bool) {
        #[expect(unsafe_code, reason = "the access that the protocol makes sound")]
        // SAFETY: the checker looks whether it is.
        let blocks = self.blocks.with(|blocks| unsafe { *blocks });
        while let Some(range) = self.gate.take(blocks, 2, front) {
            for block in range {
                self.done[block].fetch_add(1, Relaxed);
            }
        }
    }

    /// A loop of the owner.
    fn run(&self, blocks: usize) {
        #[expect(unsafe_code, reason = "the access that the protocol makes sound")]
        // SAFETY: the checker looks whether it is.
        self.blocks.with_mut(|to| unsafe { *to = blocks });
        self.gate.open();
        self.work(true);
        let mut is_empty = self.gate.close();
        while !is_empty {
            thread::yield_now();
            is_empty = self.gate.is_empty();
        }
    }

    /// A helper that looks so often.
    fn help(&self, looks: usize) {
        let mut helped = None;
        for _ in 0..looks {
            if let Look::Inside(number) = self.gate.look(helped) {
                assert_ne!(helped, Some(number));
                self.work(false);
                self.gate.leave();
                helped = Some(number);
            }
        }
    }
}

#[test]
fn blocks_are_done_once_whoever_comes() {
    model(|| {
        let team = Team::new();
        let shared = team.clone();
        let helper = thread::spawn(move || shared.help(1));
        team.run(2);
        assert_eq!(team.done.each_ref().map(|done| done.load(Relaxed)), [1, 1]);
        helper.join().unwrap();
    });
}

#[test]
fn a_helper_of_one_loop_may_be_late_for_the_next() {
    model(|| {
        let team = Team::new();
        let shared = team.clone();
        let helper = thread::spawn(move || shared.help(2));
        team.run(1);
        team.run(2);
        assert_eq!(team.done.each_ref().map(|done| done.load(Relaxed)), [2, 1]);
        helper.join().unwrap();
    });
}
