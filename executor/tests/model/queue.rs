//! Parking: no task is left lying while a worker sleeps. The checker reports a worker that sleeps for ever as a deadlock.

#[path = "../../src/queue/parking.rs"]
mod parking;

mod sync {
    use loom::sync::MutexGuard;
    pub(super) use loom::sync::{
        Condvar, Mutex,
        atomic::{AtomicUsize, Ordering, fence},
    };

    pub(super) fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
        mutex.lock().unwrap()
    }

    pub(super) fn wait<'a, T>(condition: &Condvar, guard: MutexGuard<'a, T>) -> MutexGuard<'a, T> {
        condition.wait(guard).unwrap()
    }
}

use super::model;
use loom::{
    sync::{
        Arc,
        atomic::{
            AtomicBool, AtomicUsize,
            Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
            fence,
        },
    },
    thread,
};
use parking::Parking;

/// Workers over a queue of which only the length matters.
struct Pool {
    parking: Parking,
    tasks: AtomicUsize,
    closing: AtomicBool,
}

impl Pool {
    fn new() -> Arc<Pool> {
        let parking = Parking::new();
        Arc::new(Pool { parking, tasks: AtomicUsize::new(0), closing: AtomicBool::new(false) })
    }

    /// Takes a task, if there is one.
    fn take(&self) -> bool {
        let mut tasks = self.tasks.load(Acquire);
        while tasks > 0 {
            match self.tasks.compare_exchange(tasks, tasks - 1, AcqRel, Acquire) {
                Ok(_) => return true,
                Err(now) => tasks = now,
            }
        }
        false
    }

    /// A worker until it has run a task, or until the pool closes; as the library's does it.
    fn work(&self) -> bool {
        let mut woken = false;
        loop {
            if !woken {
                self.parking.begin_search();
            }
            let found = self.take();
            if self.parking.end_search() && found && self.tasks.load(Relaxed) > 0 {
                self.parking.wake_one();
            }
            if found {
                return true;
            }
            if self.closing.load(SeqCst) {
                return false;
            }
            let has_work = || self.tasks.load(Relaxed) > 0;
            woken = self.parking.park(has_work, || self.closing.load(SeqCst));
        }
    }
}

#[test]
fn a_task_from_outside_finds_a_worker() {
    model(|| {
        let pool = Pool::new();
        let shared = pool.clone();
        let worker = thread::spawn(move || assert!(shared.work()));
        pool.tasks.store(1, Release);
        pool.parking.wake_one();
        worker.join().unwrap();
    });
}

#[test]
fn two_tasks_find_two_workers() {
    model(|| {
        let pool = Pool::new();
        let workers = [(); 2].map(|()| {
            let shared = pool.clone();
            thread::spawn(move || assert!(shared.work()))
        });
        for _ in 0..2 {
            pool.tasks.fetch_add(1, Release);
            pool.parking.wake_one();
        }
        for worker in workers {
            worker.join().unwrap();
        }
    });
}

#[test]
fn a_workers_second_task_finds_another_worker_when_it_takes_the_first() {
    model(|| {
        let pool = Pool::new();
        let shared = pool.clone();
        let worker = thread::spawn(move || assert!(shared.work()));
        // A worker pushes without a fence, and wakes whom it happens to see.
        for _ in 0..2 {
            pool.tasks.fetch_add(1, Release);
            pool.parking.wake_if_asleep();
        }
        // It takes one of its tasks, which may have been taken meanwhile, with a fence, and looks again. Then it is busy.
        if pool.take() {
            fence(SeqCst);
            if pool.tasks.load(Relaxed) > 0 {
                pool.parking.wake_if_asleep();
            }
        }
        worker.join().unwrap();
    });
}

#[test]
fn closing_wakes_everybody() {
    model(|| {
        let pool = Pool::new();
        let shared = pool.clone();
        let worker = thread::spawn(move || assert!(!shared.work()));
        pool.parking.close(|| pool.closing.store(true, SeqCst));
        worker.join().unwrap();
    });
}
