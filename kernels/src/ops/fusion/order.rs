//! The order in which the tasks of a loop run.
//!
//! If tensors are larger than a core's own cache, a loop finds in the cache what the previous loop touched last. If each loop went
//! from front to back, that would be evicted before the loop reaches it; so every second loop of a host goes the other way
//! ([`Way`]). Threads take tasks from both ends of their list towards each other, so the other way is from the middle to both
//! ends: each thread stays in its half. The results do not depend on the order.

use tfrt_executor::core_runtime::OpContext;

/// The way in which a loop goes through its tasks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Way {
    /// From the ends to the middle; on one thread from front to back.
    Inwards,
    /// The other way.
    Outwards,
}

impl Way {
    /// For a loop of so many tasks: the opposite way of the previous loop on the same host. A single task has no way and does
    /// not count as a loop.
    pub(super) fn next(context: &dyn OpContext, tasks: usize) -> Way {
        if tasks < 2 || context.alternates() { Way::Inwards } else { Way::Outwards }
    }
}

/// Does `tasks` tasks in this way, on all threads.
pub(super) fn for_tasks(context: &dyn OpContext, way: Way, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
    if tasks < 2 {
        return (0..tasks).for_each(body);
    }
    let is_shared = context.parallelism() > 1;
    context.parallel_for(tasks, 1, &|begin, end| {
        (begin..end).for_each(|at| body(place(at, tasks, way, is_shared)));
    });
}

/// The task that is done `at`-th.
fn place(at: usize, tasks: usize, way: Way, is_shared: bool) -> usize {
    let half = tasks / 2;
    match (way, is_shared) {
        (Way::Inwards, _) => at,
        (Way::Outwards, false) => tasks - 1 - at,
        (Way::Outwards, true) if at < half => half - 1 - at,
        (Way::Outwards, true) => tasks - 1 - (at - half),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_task_has_one_place() {
        for tasks in [2, 3, 8, 9] {
            for way in [Way::Inwards, Way::Outwards] {
                for is_shared in [false, true] {
                    let mut places: Vec<usize> =
                        (0..tasks).map(|at| place(at, tasks, way, is_shared)).collect();
                    places.sort_unstable();
                    assert_eq!(places, (0..tasks).collect::<Vec<_>>());
                }
            }
        }
    }

    #[test]
    fn the_way_out_begins_where_the_way_in_ended() {
        // One thread takes places 0 to 3, the other one 7 to 4.
        let out = |at| place(at, 8, Way::Outwards, true);
        assert_eq!(([0, 1, 2, 3].map(out), [7, 6, 5, 4].map(out)), ([3, 2, 1, 0], [4, 5, 6, 7]));
        assert_eq!([0, 1, 2].map(|at| place(at, 3, Way::Outwards, false)), [2, 1, 0]);
    }
}
