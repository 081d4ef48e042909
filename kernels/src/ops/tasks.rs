//! Loops over the elements or the rows of a result, cut into tasks that run on all threads of the host.
//!
//! The cut depends on the length alone, so results do not depend on the number of threads.

use parking_lot::Mutex;
use tfrt_executor::core_runtime::OpContext;

/// Elements of one task when an element-wise op is split over threads.
pub(crate) const TASK: usize = 1 << 14;

/// Runs `body` over blocks of a slice, on all threads if it is long.
pub(crate) fn for_blocks<T: Send>(
    context: &dyn OpContext,
    values: &mut [T],
    body: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    if values.len() < 2 * TASK {
        return body(0, values);
    }
    let tasks: Vec<Mutex<&mut [T]>> = values.chunks_mut(TASK).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), 1, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            body(at * TASK, &mut task.lock());
        }
    });
}

/// Runs `body(first element, block)` over blocks of whole rows of `columns` elements, on all threads if there are many.
pub(crate) fn for_parts<T: Send>(
    context: &dyn OpContext,
    values: &mut [T],
    columns: usize,
    body: &(dyn Fn(usize, &mut [T]) + Sync),
) {
    if values.len() < 2 * TASK {
        return body(0, values);
    }
    let per_task = (TASK / columns.max(1)).max(1) * columns.max(1);
    let tasks: Vec<Mutex<&mut [T]>> = values.chunks_mut(per_task).map(Mutex::new).collect();
    context.parallel_for(tasks.len(), 1, &|begin, end| {
        for (at, task) in tasks.iter().enumerate().take(end).skip(begin) {
            body(at * per_task, &mut task.lock());
        }
    });
}

/// As [`for_parts`], where it does not matter which rows they are.
pub(crate) fn for_rows<T: Send>(
    context: &dyn OpContext,
    values: &mut [T],
    columns: usize,
    body: &(dyn Fn(&mut [T]) + Sync),
) {
    for_parts(context, values, columns, &|_, rows| body(rows));
}
