//! A FIFO of tasks in a ring that grows.
//!
//! It differs from `VecDeque` in one point: adding a task is inlined into the caller, so that the task goes from
//! registers to its slot; see [`Task::from_raw`].

#![expect(unsafe_code, reason = "slots between the ends hold tasks, the others nothing")]

use super::Task;
use std::{collections::VecDeque, mem::MaybeUninit};

/// Slots of the first ring.
const FIRST_SLOTS: usize = 64;

/// A queue of tasks. The `len` slots from `first` on, around the end, hold tasks; `slots.len()` is a power of two, or zero.
#[derive(Default)]
pub(super) struct Ring {
    slots: Box<[MaybeUninit<Task>]>,
    first: usize,
    len: usize,
}

impl Ring {
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// The slot so many after the first task.
    #[inline(always)]
    fn slot(&mut self, offset: usize) -> &mut MaybeUninit<Task> {
        let at = (self.first + offset) & (self.slots.len() - 1);
        // SAFETY: the number of slots is a power of two where this is called, so the mask leaves a smaller number.
        unsafe { self.slots.get_unchecked_mut(at) }
    }

    #[inline(always)]
    pub(super) fn push(&mut self, task: Task) {
        if self.len == self.slots.len() {
            self.grow();
        }
        self.slot(self.len).write(task);
        self.len += 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let slots = (self.slots.len() * 2).max(FIRST_SLOTS);
        let mut grown = Box::new_uninit_slice(slots);
        for offset in 0..self.len {
            let task: *const Task = self.slot(offset).as_ptr();
            // SAFETY: these slots hold tasks, each of which is moved once: the old slots are freed without dropping them.
            grown[offset].write(unsafe { task.read() });
        }
        (self.slots, self.first) = (grown, 0);
    }

    /// The next task.
    #[inline]
    pub(super) fn front(&mut self) -> Option<&Task> {
        // SAFETY: with tasks there are slots, the first of which holds one.
        (self.len > 0).then(|| unsafe { self.slot(0).assume_init_ref() })
    }

    /// The task so many after the next one.
    #[inline(always)]
    pub(super) fn ahead(&mut self, offset: usize) -> Option<&Task> {
        // SAFETY: `offset < len`, and the slots at offsets below `len` hold initialized tasks.
        (self.len > offset).then(|| unsafe { self.slot(offset).assume_init_ref() })
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) -> Option<Task> {
        if self.len == 0 {
            return None;
        }
        // SAFETY: the ring has tasks, so its first slot holds one; `first` goes past the slot before anything reads it again.
        let task = unsafe { self.slot(0).assume_init_ref().take() };
        self.first += 1;
        self.len -= 1;
        Some(task)
    }

    /// Takes over all tasks of a list.
    pub(super) fn append(&mut self, tasks: &mut VecDeque<Task>) {
        tasks.drain(..).for_each(|task| self.push(task));
    }
}

impl Drop for Ring {
    fn drop(&mut self) {
        while self.pop().is_some() {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::{Arc, Mutex};

    #[test]
    fn tasks_come_out_in_the_order_in_which_they_came() {
        let (mut ring, ran) = (Ring::default(), Arc::new(Mutex::new(Vec::new())));
        let task = |number: usize| {
            let ran = ran.clone();
            Task::new(move || ran.lock().unwrap().push(number))
        };
        let mut next = 0;
        // Growing with the first task in the middle, and going around the end.
        for (pushed, popped) in [(50, 30), (200, 100), (3, 100), (1000, 1023)] {
            (0..pushed).for_each(|_| {
                ring.push(task(next));
                next += 1;
            });
            (0..popped).for_each(|_| ring.pop().unwrap().run());
        }
        assert!(ring.is_empty() && ring.front().is_none() && ring.pop().is_none());
        ring.append(&mut (next..next + 5).map(task).collect());
        assert!(ring.front().is_some() && ring.ahead(4).is_some() && ring.ahead(5).is_none());
        ring.pop().unwrap().run();
        assert_eq!(*ran.lock().unwrap(), (0..=next).collect::<Vec<_>>());
        drop(ring);
        // Tasks that are left are dropped, and do not run.
        assert_eq!((Arc::strong_count(&ran), ran.lock().unwrap().len()), (1, next + 1));
    }
}
