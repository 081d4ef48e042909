//! In which order the tasks of a loop are done.
//!
//! A loop over tensors that are larger than a core's own cache finds there what the loop before it touched last. If each went from
//! front to back that would be gone when it is reached; so every second loop of the process goes the other way. Threads take
//! tasks from both ends of their list towards each other, so the other way is from the middle to both ends: each thread stays in
//! its half. What is computed does not depend on the order.

use std::sync::atomic::{AtomicBool, Ordering};

use tfrt_executor::core_runtime::OpContext;

/// Whether the last loop went from the ends to the middle.
static INWARDS: AtomicBool = AtomicBool::new(false);

/// Does `tasks` tasks, on all threads.
pub(super) fn for_tasks(context: &dyn OpContext, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
    if tasks < 2 {
        return (0..tasks).for_each(body);
    }
    // Two loops that flip it at once may go the same way.
    let inwards = !INWARDS.load(Ordering::Relaxed);
    INWARDS.store(inwards, Ordering::Relaxed);
    let is_shared = context.parallelism() > 1;
    context.parallel_for(tasks, 1, &|begin, end| {
        (begin..end).for_each(|at| body(place(at, tasks, inwards, is_shared)));
    });
}

/// The task that is done `at`-th.
fn place(at: usize, tasks: usize, inwards: bool, is_shared: bool) -> usize {
    let half = tasks / 2;
    match (inwards, is_shared) {
        (true, _) => at,
        (false, false) => tasks - 1 - at,
        (false, true) if at < half => half - 1 - at,
        (false, true) => tasks - 1 - (at - half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_one_place() {
        for tasks in [2, 3, 8, 9] {
            for inwards in [false, true] {
                for is_shared in [false, true] {
                    let mut places: Vec<usize> =
                        (0..tasks).map(|at| place(at, tasks, inwards, is_shared)).collect();
                    places.sort_unstable();
                    assert_eq!(places, (0..tasks).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn the_way_out_begins_where_the_way_in_ended() {
        // One thread takes places 0 to 3, the other one 7 to 4.
        let out = |at| place(at, 8, false, true);
        assert_eq!(([0, 1, 2, 3].map(out), [7, 6, 5, 4].map(out)), ([3, 2, 1, 0], [4, 5, 6, 7]));
        assert_eq!([0, 1, 2].map(|at| place(at, 3, false, false)), [2, 1, 0]);
    }
}
